//! Secs. 5.1 and 5.2, Fig. 2 and app. A.2: the new law.

use carom::analysis::region::PermissibleRegion;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::{Collision, ImpactLaw, LoneImpact};
use carom_plot::chart::{Chart, Plot};
use carom_reference::collrule::{self, Contact};
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

use super::support::{IMPACTS, ROUNDING, Random, breach, breaches, coefficients, lone, planar, shown, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// P̂ of eq. (10).
fn candidate(impact: &LoneImpact) -> Vector3<f64> {
    let (first, second) = (impact.plastic_impulse(), impact.sticking_impulse());
    first * (1.0 + impact.restitution()) + (second - first) * (1.0 + impact.tangential_restitution())
}

pub fn candidate_impulse() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(121);
    let (mut outside, mut corners, mut losses) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let p = candidate(&impact);
        let [energy, penetration, ..] = breaches(&impact, &p);
        outside.push(energy.max(penetration));
        corners.extend(losses_at_corners(&impact)?);
        let lost = Collision::of_impulse(&impact, p).energy_lost();
        losses.push((lost - loss_of_candidate(&impact)).abs() / impact.contact_energy());
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "corners of the parallelogram",
            "2P_I and 2P_II keep the energy; P_I and 2P_II − P_I lose what a plastic frictionless collision does",
            Check::bounded("error of the loss, as part of E_c", corners, ROUNDING),
        ))
        .claim(Claim::statement(
            "the candidate for 0 ≤ e ≤ 1 and −1 ≤ e_t ≤ 1",
            "it creates no energy and does not penetrate",
            Check::bounded("breach of condition 1 or 2, relative", outside, ROUNDING),
        ))
        .claim(
            Claim::statement(
                "loss of the candidate",
                "the whole parallelogram lies where no energy is created",
                Check::bounded("error of the closed form, as part of E_c", losses, ROUNDING),
            )
            .remark("(1 − e²) V_in²/(2 n·M⁻¹n) + κ (1 − κ/2) d·M⁻¹d with d = P_II − P_I and κ = 1 + e_t."),
        ))
}

/// What a plastic frictionless collision loses, in J.
fn plastic_loss(impact: &LoneImpact) -> f64 {
    0.5 * impact.velocity().z.powi(2) / impact.inverse_mass().m33
}

/// Errors of the energies that the corners of the parallelogram should lose, as parts of E_c.
fn losses_at_corners(impact: &LoneImpact) -> Result<Vec<f64>, Unmet> {
    let plastic = plastic_loss(impact);
    let corners = [(0.0, -1.0, plastic), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, plastic)];
    let error = |(e, e_t, expected): (f64, f64, f64)| -> Result<f64, Unmet> {
        let corner = candidate(&with(impact, [impact.friction(), e, e_t])?);
        let lost = Collision::of_impulse(impact, corner).energy_lost();
        Ok((lost - expected).abs() / impact.contact_energy())
    };
    corners.into_iter().map(error).collect()
}

/// The candidate's loss in closed form, in J: no part of it is negative for 0 ≤ e ≤ 1 and 0 ≤ κ ≤ 2.
fn loss_of_candidate(impact: &LoneImpact) -> f64 {
    let d = impact.sticking_impulse() - impact.plastic_impulse();
    let (e, kappa) = (impact.restitution(), 1.0 + impact.tangential_restitution());
    (1.0 - e * e) * plastic_loss(impact) + kappa * (1.0 - kappa / 2.0) * d.dot(&(impact.inverse_mass() * d))
}

/// What the law makes of candidates outside the friction cone.
#[derive(Default)]
struct Slipping {
    /// Breaches of a condition, of all impulses and of those whose candidate pulls.
    outside: Vec<f64>,
    pulling: Vec<f64>,
    /// Distances from the cone, κ beyond its bounds, and the error of κ by eq. (13), where the cone limits.
    on_cone: Vec<f64>,
    beyond: Vec<f64>,
    printed: Vec<f64>,
}

impl Slipping {
    fn take_in(&mut self, impact: &LoneImpact) -> Result<(), Unmet> {
        let p = ChatterjeeRuina.impulse(impact)?;
        let outside = breach(impact, &p);
        self.outside.push(outside);
        let (candidate, friction) = (candidate(impact), impact.friction());
        if candidate.xy().norm() <= friction * candidate.z {
            return Ok(());
        }
        let (first, second) = (impact.plastic_impulse(), impact.sticking_impulse());
        let d = second - first;
        let kappa = p.xy().dot(&d.xy()) / d.xy().norm_squared();
        let printed = friction * (1.0 + impact.restitution()) * first.z
            / (second.xy().norm() - friction * (second.z - first.z));
        self.on_cone.push((p.xy().norm() - friction * p.z).abs() / p.norm());
        self.beyond.push((-kappa).max(kappa - 1.0 - impact.tangential_restitution()));
        self.printed.push((kappa - printed).abs());
        self.pulling.extend((candidate.z < 0.0).then_some(outside));
        Ok(())
    }
}

pub fn slipping_check() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(122);
    let mut found = Slipping::default();
    for _ in 0..IMPACTS {
        found.take_in(&numbers.spatial()?)?;
    }
    let errors = found.on_cone.into_iter().chain(found.beyond).chain(found.printed);
    let breaches = "breach of a condition, relative";
    Ok(Findings::new()
        .claim(Claim::statement(
            "the law's impulses",
            "they are permissible",
            Check::bounded(breaches, found.outside, ROUNDING),
        ))
        .claim(Claim::statement(
            "candidates outside the friction cone",
            "there is one κ, 0 ≤ κ < 1 + e_t, that puts P* on the cone: eq. (13)",
            Check::bounded(
                "distance from the cone, relative, κ out of its range, error of eq. (13)",
                errors,
                ROUNDING,
            ),
        ))
        .claim(Claim::statement(
            "problematic case (a): candidates that pull",
            "the check of eq. (12) suffices",
            Check::bounded(breaches, found.pulling, ROUNDING),
        ))
        .claim(along_the_normal()?)
        .claim(infinite_friction()?))
}

/// V_i = −M⁻¹n: P_II = P_I = n.
fn along_the_normal() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(123);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let w = numbers.matrix();
        let given = numbers.coefficients();
        let p = ChatterjeeRuina.impulse(&lone(w, -w.column(2).into_owned(), given)?)?;
        errors.push((p - vector![0.0, 0.0, 1.0 + given[1]]).norm());
    }
    Ok(Claim::statement(
        "problematic case (b): P_II along the normal",
        "the check suffices: P is (1 + e) P_I whatever μ and e_t",
        Check::bounded("error of P / N s", errors, ROUNDING),
    ))
}

/// M = [[1, 1], [1, 2]], V_i = (3, −1): the candidate pulls, and eq. (13) is ∞/∞ for μ = ∞.
fn infinite_friction() -> Result<Claim, Unmet> {
    let impact = lone(planar(2.0, -1.0, 1.0), vector![3.0, 0.0, -1.0], [f64::INFINITY, 0.5, 0.0])?;
    let contact = Contact {
        mass: impact.mass().ok_or("W is positive definite")?,
        normal: Vector3::z(),
        friction: f64::INFINITY,
        restitution: 0.5,
        tangential_restitution: 0.0,
    };
    let program = |friction: f64| {
        let given = Contact { friction, ..contact };
        collrule::impulse(&given, impact.velocity()).ok_or("M has an inverse")
    };
    let p = ChatterjeeRuina.impulse(&impact)?;
    let mut errors = Vec::new();
    for friction in [1e2, 1e4, 1e6] {
        errors.push((program(friction)? - p).norm() * friction);
    }
    Ok(Claim::statement(
        "0 ≤ μ ≤ ∞",
        "the law has a limit for μ = ∞, also where the candidate pulls as in Fig. 7",
        // κ = ¾ μ/(1 + μ) and |P_II − P_I| = 2√2: the distance is (3/√2)/(1 + μ).
        Check::bounded(
            "distance of the printed program from Carom's P for μ = ∞, times μ / N s",
            errors,
            1.5 * std::f64::consts::SQRT_2,
        ),
    )
    .remark(&format!(
        "A caution: given μ = Inf, eq. (13) and the program of app. A.2 are ∞/∞ there; the program answers {}, Carom {}.",
        shown(&program(f64::INFINITY)?),
        shown(&p)
    )))
}

pub fn program() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(124);
    let (mut errors, mut limited) = (Vec::new(), 0);
    for _ in 0..IMPACTS {
        let [friction, restitution, tangential_restitution] = numbers.coefficients();
        let normal = numbers.vector().normalize();
        let contact =
            Contact { mass: numbers.matrix(), normal, friction, restitution, tangential_restitution };
        let velocity = numbers.vector();
        let velocity = velocity * -velocity.dot(&normal).signum();
        let expected = collrule::impulse(&contact, velocity).ok_or("M has an inverse")?;
        let frame = Rotation3::rotation_between(&normal, &Vector3::z()).ok_or("no half turn")?.into_inner();
        let given = coefficients([friction, restitution, tangential_restitution])?;
        let impact =
            LoneImpact::from_mass(frame * contact.mass * frame.transpose(), frame * velocity, given)?;
        let p = ChatterjeeRuina.impulse(&impact)?;
        limited += usize::from(p.xy().norm() >= friction * p.z * (1.0 - ROUNDING));
        let size = expected.norm() + impact.sticking_impulse().norm() + impact.plastic_impulse().norm();
        errors.push((frame.transpose() * p - expected).norm() / size);
    }
    let remark = format!("Any normal, M and V_i; friction limits {limited} of them.");
    Ok(Findings::new().claim(
        Claim::statement(
            "impulse of the program",
            "eqs. (3), (4) and (10) to (14)",
            // κ divides by a difference that may lose three digits.
            Check::bounded("difference from Carom's law, relative", errors, ROUNDING),
        )
        .remark(&remark),
    ))
}

/// A skew collision in space.
fn skew(e: f64, e_t: f64) -> Result<LoneImpact, Unmet> {
    let w = Matrix3::new(1.5, 0.3, -0.4, 0.3, 1.0, 0.5, -0.4, 0.5, 1.2);
    lone(w, vector![0.9, 0.0, -1.0], [0.6, e, e_t])
}

pub fn figure_2() -> Result<Findings, Unmet> {
    let impact = skew(0.0, 0.0)?;
    let chart = Chart::new(
        "The new law in space",
        "M⁻¹ = [[1.5, 0.3, −0.4], [0.3, 1, 0.5], [−0.4, 0.5, 1.2]] 1/kg, V_i = (0.9, 0, −1) m/s, μ = 0.6",
    )
    .columns(2)
    .plot(in_its_plane(&impact)?)
    .plot(along_the_normal_seen(&impact)?);
    Ok(Findings::new().claims(plane_of_the_law(&impact)?).claim(turned_plane(&impact)).figure(
        chart.draw(),
        "(a) The plane of n and P_II: the parallelogram P_I, 2P_I, 2P_II, 2P_II − P_I, cut by the friction cone, and the \
         section of the permissible region. (b) Seen along the normal: the plane is the straight line, shaded the \
         permissible region's section at 3/2 P_I.",
    ))
}

/// All of the law's impulses for e from 0 to 1 and e_t from −1 to 1.
fn plane_of_the_law(impact: &LoneImpact) -> Result<[Claim; 2], Unmet> {
    let along = impact.sticking_impulse().xy().normalize();
    let (mut aside, mut outside) = (Vec::new(), Vec::new());
    for i in 0..=40 {
        for j in 0..=40 {
            let p = ChatterjeeRuina.impulse(&skew(f64::from(i) / 40.0, f64::from(j) / 20.0 - 1.0)?)?;
            aside.push((p.x * along.y - p.y * along.x).abs() / p.norm());
            outside.push(breach(impact, &p));
        }
    }
    Ok([
        Claim::statement(
            "impulses for all e and e_t",
            "they lie in the plane of n, P_I and P_II",
            Check::bounded("part of P out of that plane", aside, ROUNDING),
        ),
        Claim::statement(
            "the shaded region",
            "it is permissible",
            Check::bounded("breach of a condition, relative", outside, ROUNDING),
        ),
    ])
}

fn turned_plane(impact: &LoneImpact) -> Claim {
    let (first, second) = (impact.plastic_impulse(), impact.sticking_impulse());
    let turned = (second.y / second.x).abs().atan().to_degrees();
    Claim::statement(
        "that plane",
        "in general the initial sliding is not in it",
        Check::once(
            turned > 1.0 && first.xy().norm() <= ROUNDING,
            format!("here it is turned {turned:.1}° about the normal from V_i"),
        ),
    )
}

/// The section of the permissible region with the half planes of a tangent and of its opposite, seen from 3/2 P_I.
fn section(impact: &LoneImpact, u: Vector3<f64>, v: Vector3<f64>, from: Vector3<f64>) -> Vec<Vector3<f64>> {
    let region = PermissibleRegion::of(impact);
    let ray = |i: u32| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / 240.0).sin_cos();
        let direction = u * cos + v * sin;
        from + direction * region.exit(&from, &direction).distance()
    };
    (0..240).map(ray).collect()
}

fn reach(impact: &LoneImpact) -> Result<Vec<Vector3<f64>>, Unmet> {
    match carom::comparison::reach(&ChatterjeeRuina, impact, 60) {
        Some(carom::comparison::Reach::Area(border)) => Ok(border),
        Some(carom::comparison::Reach::Curve(_)) | None => {
            Err("the law has two coefficients of restitution".into())
        }
    }
}

fn in_its_plane(impact: &LoneImpact) -> Result<Plot, Unmet> {
    let (first, second) = (impact.plastic_impulse(), impact.sticking_impulse());
    let along = second.xy().normalize().push(0.0);
    let flat = |p: &Vector3<f64>| [p.dot(&along), p.z];
    let corners = [first, 2.0 * first, 2.0 * second, 2.0 * second - first, first];
    let height = 2.2;
    Ok(Plot::new("P along P_II's tangential part / N s", "P₁ / N s")
        .heading("(a) the plane of n and P_II")
        .equal_scales()
        .area("permissible region", section(impact, along, Vector3::z(), 1.5 * first).iter().map(flat))
        .area("reach of the new law", reach(impact)?.iter().map(flat))
        .line("parallelogram of eq. (10)", corners.iter().map(flat))
        .dashed("friction cone", [[-0.6 * height, height], [0.0, 0.0], [0.6 * height, height]])
        .letter([0.0, 0.0], "O")
        .letter(flat(&first), "P_I")
        .letter(flat(&(2.0 * first)), "2P_I")
        .letter(flat(&second), "P_II")
        .letter(flat(&(2.0 * second)), "2P_II"))
}

fn along_the_normal_seen(impact: &LoneImpact) -> Result<Plot, Unmet> {
    let (first, second) = (impact.plastic_impulse(), impact.sticking_impulse());
    let seen = |p: &Vector3<f64>| [-p.x, -p.y];
    let level = section(impact, Vector3::x(), Vector3::y(), 1.5 * first);
    Ok(Plot::new("P₂ / N s", "P₃ / N s")
        .heading("(b) seen along the normal")
        .equal_scales()
        .area("permissible region", level.iter().map(seen))
        .line("parallelogram of eq. (10)", [first, 2.0 * second].iter().map(seen))
        .letter([0.0, 0.0], "O")
        .letter(seen(&second), "P_II")
        .letter(seen(&(2.0 * second)), "2P_II"))
}
