//! Impulses and velocities of rigid bodies: [Jia2012, eqs. (1)–(5), (79)–(84), (86)–(88)].

use carom::{Body, Contact, Impact, Model};
use nalgebra::{Matrix3, Vector3, vector};

use super::ball::{self, Moving, PaperSurface};
use super::contact::{compliant, normal_law};
use super::pencil::{HEIGHT, Pencil, TILT};
use super::random::{Random, RandomBody};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Rounding of a few products, relative.
const ROUNDING: f64 = 1e-12;

/// W of the only contact in world axes.
fn contact_matrix(impact: &Impact) -> Matrix3<f64> {
    let axes = Matrix3::from_columns(&impact.axes()[0]);
    impact.contact_problem().coupling().block_row(0).map(|(_, w)| axes * w * axes.transpose()).sum()
}

/// Two bodies that touch at the origin.
fn touching(bodies: &[RandomBody; 2], velocity: &Vector3<f64>) -> Result<Impact, Unmet> {
    let place = |body: &RandomBody| -> Result<Body, Unmet> {
        Ok(Body::rigid(body.mass, body.inertia())?.at(-(body.turn * body.arm))?)
    };
    let [upper, lower] = [place(&bodies[0])?.moving(*velocity)?, place(&bodies[1])?];
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), normal_law(0.5)?)?;
    let contact = contact.with_friction(compliant(0.3, 1.0)?);
    Ok(Impact::new(vec![upper, lower], vec![contact], Model::default())?)
}

/// [Jia2012, eq. (2)] of the motions after the impact, against the contact's velocity then.
fn contact_velocity(bodies: &[RandomBody; 2], impact: &Impact) -> Result<f64, Unmet> {
    let outcome = impact.solve()?;
    let at_contact = |body: usize| {
        let motion = &outcome.bodies[body];
        motion.linear + motion.angular.cross(&(bodies[body].turn * bodies[body].arm))
    };
    Ok((at_contact(0) - at_contact(1) - outcome.contacts[0].velocity_after).norm())
}

pub fn two_bodies() -> Result<Findings, Unmet> {
    let mut random = Random::new(11);
    let (mut matrices, mut motions, mut velocities) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..1000 {
        let bodies = [random.body(), random.body()];
        let impact = touching(&bodies, &(random.vector() - Vector3::z() * 2.0))?;
        velocities.push(contact_velocity(&bodies, &impact)?);
        let s = bodies[0].rotational_part() + bodies[1].rotational_part(); // [Jia2012, eq. (4)]
        let expected = Matrix3::identity() * (1.0 / bodies[0].mass + 1.0 / bodies[1].mass) - s;
        matrices.push((contact_matrix(&impact) - expected).norm() / expected.norm());
        let impulse = random.vector();
        let after = impact.motions_after(&[impulse]);
        for (body, (sign, motion)) in bodies.iter().zip([1.0, -1.0].into_iter().zip(&after)) {
            let torque = body.arm.cross(&(body.turn.inverse() * impulse)) * sign;
            let spin = body.turn * torque.component_div(&body.moments); // [Jia2012, eq. (1)]
            motions.push((motion.angular - spin).norm() / (1.0 + spin.norm()));
        }
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (1)",
            "Δω = ±Q⁻¹(r × R⁻¹I)",
            Check::bounded("relative error", motions, ROUNDING),
        ))
        .claim(Claim::statement(
            "Eq. (2)",
            "v = V₁ + R₁(ω₁ × r₁) − V₂ − R₂(ω₂ × r₂)",
            Check::bounded("difference / m/s", velocities, ROUNDING),
        ))
        .claim(Claim::statement(
            "Eqs. (3), (4)",
            "Δv = (1/m₁ + 1/m₂) I − S I with S = Σ R P Q⁻¹ P R⁻¹",
            Check::bounded("relative error of the matrix", matrices, ROUNDING),
        )))
}

pub fn ball() -> Result<Findings, Unmet> {
    let impact = ball::impact(PaperSurface::PAPER, Moving::first())?;
    let w = contact_matrix(&impact);
    let s = Matrix3::identity() - w;
    let mut random = Random::new(12);
    let off = (0..100).map(|_| {
        let impulse = random.vector();
        let motion = &impact.motions_after(&[impulse])[0];
        let before = Moving::first();
        let spin = before.spin - Vector3::z().cross(&impulse) * 2.5; // [Jia2012, eq. (79)]
        (motion.angular - spin).norm().max((motion.linear - before.velocity - impulse).norm())
    });
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (79)",
            "V = V₀ + I/m, ω = ω₀ − (5/2mr) z × I",
            Check::bounded("difference", off, ROUNDING),
        ))
        .claim(Claim::numbers("Eq. (82): diagonal of S for m = 1", "-2.5 -2.5 0", s.diagonal().as_slice()))
        .claim(Claim::number("Eq. (84): factor of I_⊥ for m = 1", "3.5", w[(0, 0)]))
        .claim(Claim::numbers("Sec. 8.1.1: v₀⊥ / m/s", "-3 0 0", &first_sliding())))
}

fn first_sliding() -> [f64; 3] {
    let Moving { velocity, spin } = Moving::first();
    let contact = velocity + Vector3::z().cross(&spin);
    [contact.x, contact.y, 0.0]
}

pub fn pencil() -> Result<Findings, Unmet> {
    let body = Pencil::TRUE;
    let impact = body.impact()?;
    let (sin, cos) = TILT.sin_cos();
    let factor = HEIGHT / body.across;
    let mut random = Random::new(13);
    let (mut spins, mut contacts) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let i = random.vector();
        let motion = &impact.motions_after(&[i])[0];
        let spin = Pencil::turn().inverse() * motion.angular - Pencil::spin_before();
        let expected = vector![-i.y, i.x * sin - i.z * cos, 0.0] * -factor; // [Jia2012, eq. (87)]
        spins.push((spin - expected).norm());
        let turned = vector![i.x * sin * sin - i.z * sin * cos, i.y, -i.x * sin * cos + i.z * cos * cos];
        let gained = i + turned * (HEIGHT * factor); // [Jia2012, eq. (88)]
        contacts.push((contact_matrix(&impact) * i - gained).norm());
    }
    let rotation = Pencil::turn().to_rotation_matrix();
    let printed = Matrix3::new(sin, 0.0, cos, 0.0, 1.0, 0.0, -cos, 0.0, sin);
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (86)",
            "R turns by π/2 − θ about the y-axis",
            Check::bounded("difference", [(rotation.matrix() - printed).amax()], ROUNDING),
        ))
        .claim(Claim::statement(
            "Eq. (87)",
            "ω = ω₀ − (h/Q₂₂)(−I_y, I_x sin θ − I_z cos θ, 0)",
            Check::bounded("difference", spins, ROUNDING),
        ))
        .claim(Claim::statement(
            "Eq. (88)",
            "the contact velocity it gives",
            Check::bounded("difference", contacts, ROUNDING),
        )))
}
