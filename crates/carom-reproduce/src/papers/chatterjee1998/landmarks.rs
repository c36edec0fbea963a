//! Sec. 3.1 and Fig. 1: points, lines and surfaces of impulse space.

use carom::laws::region::{EnergySurface, Landmarks};
use carom::laws::{Collision, LoneImpact};
use carom_plot::chart::Chart;
use nalgebra::{Matrix3, Vector3, vector};

use super::drawing::{Plane, point};
use super::realisation::bodies_with;
use super::support::{IMPACTS, ROUNDING, Random, in_paper, lone, rod};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// E_c of the paper's eq. (5), in J.
fn contact_energy(impact: &LoneImpact, p: &Vector3<f64>) -> f64 {
    let off = p - impact.sticking_impulse();
    0.5 * off.dot(&(impact.inverse_mass() * off))
}

/// The slope of E_c, by differences that are exact for a quadratic function.
fn slope(impact: &LoneImpact, p: &Vector3<f64>) -> Vector3<f64> {
    Vector3::from_fn(|i, _| {
        let mut step = Vector3::zeros();
        step[i] = 1.0;
        0.5 * (contact_energy(impact, &(p + step)) - contact_energy(impact, &(p - step)))
    })
}

pub fn points_and_surfaces() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(reversal()?)
        .claim(normal_to_the_surface()?)
        .claim(same_as_the_system()?)
        .claim(highest_point_sticks()?)
        .claim(plane_of_maximum_compression()?)
        .claim(frictionless_elastic()?)
        .claim(every_ellipsoid()?)
        .claim(diameters()?))
}

fn random(seed: u64) -> Result<Vec<LoneImpact>, Unmet> {
    let mut numbers = Random::new(seed);
    (0..IMPACTS).map(|_| numbers.spatial()).collect()
}

fn reversal() -> Result<Claim, Unmet> {
    let errors = random(31)?.into_iter().map(|impact| {
        let after = Collision::of_impulse(&impact, 2.0 * impact.sticking_impulse());
        let energy = after.energy_lost().abs() / impact.contact_energy();
        energy.max((after.velocity + impact.velocity()).norm() / impact.velocity().norm())
    });
    Ok(Claim::statement(
        "the impulse 2P_II",
        "it keeps the energy and turns V_i into −V_i",
        Check::bounded("relative error of energy and velocity", errors, ROUNDING),
    ))
}

fn normal_to_the_surface() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(32);
    let errors: Vec<f64> = random(33)?
        .iter()
        .map(|impact| {
            let p = numbers.vector();
            let v = impact.velocity_after(&p);
            let size = v.norm() + impact.inverse_mass().norm() * impact.sticking_impulse().norm();
            (slope(impact, &p) - v).norm() / size
        })
        .collect();
    Ok(Claim::statement(
        "direction of V",
        "the velocity after an impulse P is normal to the surface of equal E_c on which P lies; at the origin that is V_i",
        Check::bounded("relative difference of V and the slope of E_c", errors, ROUNDING),
    ))
}

fn same_as_the_system() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(34);
    let mut errors = Vec::new();
    for _ in 0..300 {
        let impact = bodies_with(&numbers.matrix())?;
        let contact = LoneImpact::at_contact(&impact, 0)?;
        let [t1, t2, n] = impact.axes()[0];
        let p = numbers.vector();
        let after = impact.motions_after(&[Matrix3::from_columns(&[t1, t2, n]) * p]);
        let before: Vec<_> = impact.bodies().iter().map(carom::Body::motion).collect();
        let system = impact.kinetic_energy(&after) - impact.kinetic_energy(&before);
        let at_contact = contact_energy(&contact, &p) - contact_energy(&contact, &Vector3::zeros());
        errors.push((system - at_contact).abs() / (impact.kinetic_energy(&before) + system.abs()));
    }
    Ok(Claim::statement(
        "change of E_c",
        "it is the change of the kinetic energy of the whole system",
        Check::bounded("relative difference, for pairs of free bodies", errors, ROUNDING),
    ))
}

fn highest_point_sticks() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(35);
    let mut excess = Vec::new();
    for impact in random(36)? {
        let w = impact.inverse_mass();
        let mass = w.try_inverse().ok_or("W is positive definite")?;
        let energy = numbers.between(0.1, 1.0);
        let sticks = mass.column(2) * (2.0 * energy / mass.m33).sqrt();
        for _ in 0..5 {
            let direction = numbers.vector();
            let other = direction * (2.0 * energy / direction.dot(&(w * direction))).sqrt();
            excess.push((other.z - sticks.z) / sticks.z);
        }
    }
    Ok(Claim::statement(
        "no sliding after the impact",
        "of all impulses with one E_c, that with V_f along n has the largest normal part: the line of sticking",
        Check::bounded("height of a random point above it, relative", excess, ROUNDING),
    ))
}

fn plane_of_maximum_compression() -> Result<Claim, Unmet> {
    let errors = random(37)?.into_iter().map(|impact| {
        let plane = Landmarks::of(&impact).maximum_compression;
        let off = |p: Vector3<f64>| (plane.normal.dot(&p) - plane.offset).abs();
        let size = impact.velocity().norm() + plane.normal.norm() * impact.sticking_impulse().norm();
        off(impact.plastic_impulse()).max(off(impact.sticking_impulse())) / size
    });
    Ok(Claim::statement(
        "plane of maximum compression",
        "P_I and P_II lie in it",
        Check::bounded("relative distance", errors, ROUNDING),
    ))
}

fn frictionless_elastic() -> Result<Claim, Unmet> {
    let errors = random(38)?.into_iter().map(|impact| {
        let after = Collision::of_impulse(&impact, 2.0 * impact.plastic_impulse());
        let energy = after.energy_lost().abs() / impact.contact_energy();
        energy.max((after.velocity.z + impact.velocity().z).abs() / impact.velocity().norm())
    });
    Ok(Claim::statement(
        "the impulse 2P_I",
        "it keeps the energy and turns the normal velocity about, so that A halves OB",
        Check::bounded("relative error of energy and normal velocity", errors, ROUNDING),
    ))
}

/// An ellipsoid (P − C)·W(P − C) = C·WC through the origin is that of V_i = −WC.
fn every_ellipsoid() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(39);
    let (mut errors, mut parting) = (Vec::new(), 0);
    for _ in 0..300 {
        let (w, centre) = (numbers.matrix(), numbers.vector());
        let v = -w * centre;
        if v.z >= 0.0 {
            parting += 1;
            continue;
        }
        let impact = LoneImpact::at_contact(&bodies_with(&w)?, 0)?;
        let [t1, t2, n] = bodies_with(&w)?.axes()[0];
        let frame = Matrix3::from_columns(&[t1, t2, n]);
        let found = frame * impact.with_velocity(frame.transpose() * v).sticking_impulse();
        errors.push((found - centre).norm() / centre.norm());
    }
    Ok(Claim::statement(
        "every ellipsoid across the normal axis at the origin",
        "it belongs to a collision of some pair of bodies",
        Check::bounded("relative error of its centre, for bodies made for it", errors, ROUNDING),
    )
    .remark(&format!(
        "Of 300 at random, {parting} lie below the origin and belong to bodies that part; not counted."
    )))
}

/// M = diag(4, 1, 2) kg.
fn diameters() -> Result<Claim, Unmet> {
    let impact =
        lone(Matrix3::from_diagonal(&vector![0.25, 1.0, 0.5]), vector![1.0, 0.5, -1.0], [0.5, 1.0, 0.0])?;
    let EnergySurface::Ellipsoid { semi_axes, directions, .. } = Landmarks::of(&impact).energy_surface else {
        return Err("a bounded M has an ellipsoid".into());
    };
    let along = |axis: usize| {
        let lengths = (0..3).map(|i| semi_axes[i] * directions[(axis, i)].abs());
        lengths.fold(0.0, f64::max)
    };
    Ok(Claim::number(
        "diameter of E_c along the eigenvector of 4 kg over that along the one of 1 kg",
        "0.50",
        along(0) / along(1),
    )
    .misprint("2.00", "E_c is quadratic in P with M⁻¹: the diameters are as the square roots of the eigenvalues of M")
    .remark("Published: inversely as the square roots. Secs. 3.3 and 3.4 of the paper have it the right way.")
    .erratum(
        "The diameters of the energy ellipsoid are said to be inversely as the square roots of the eigenvalues \
         of M; in impulse space they are directly so.",
    ))
}

/// The rod of Fig. 4 with μ = 0.7; D is where the line of sticking has e = 0.9.
pub fn figure_1() -> Result<Findings, Unmet> {
    let impact = lone(rod(std::f64::consts::FRAC_PI_6, false), vector![1.0, 0.0, -2.0], [0.7, 0.9, 0.0])?;
    let plane = Plane::of(&impact);
    let [plastic, elastic] = [1.0, 2.0].map(|part| impact.plastic_impulse() * part);
    let beyond = plane.impulse_to(vector![0.0, 1.8]);
    let created = -Collision::of_impulse(&impact, vector![-beyond.x, 0.0, beyond.y]).energy_lost();
    let chart = plane
        .plot("")
        .height(520.0)
        .dashed("e = 0.9", plane.line_of_normal_velocity(1.8, -1.2, 1.6))
        .letter([0.0, 0.0], "O")
        .letter(in_paper(&plastic), "A")
        .letter(in_paper(&elastic), "B")
        .letter(point(plane.sticking()), "C")
        .letter(point(beyond), "D")
        .words([0.95, 0.32], "maximum compression")
        .words([0.5, -0.1], "sticking");
    let title = "Impulse space of a rod that strikes a table";
    let subtitle = "slender rod, 30° above the table, V_i = (−2, −1) m/s along 1 and 2, μ = 0.7";
    let inside = beyond.x.abs() / beyond.y;
    Ok(Findings::new()
        .claim(Claim::number("OA over OB", "0.50", plastic.z / elastic.z).remark("A halves OB"))
        .claim(Claim::statement(
            "the point D",
            "it has e < 1 and lies in the friction cone, but outside the initial energy surface",
            Check::once(
                created > 0.0 && inside < 0.7,
                format!("e = 0.9, |P₂|/P₁ = {inside:.3}: creates {created:.4} J of the {:.4} J there were", impact.contact_energy()),
            ),
        ))
        .claim(Claim::numbers("velocity after P_II, along 1 and 2 / m/s", "0.0000 0.0000", &{
            let v = impact.velocity_after(&impact.sticking_impulse());
            [v.z, v.x]
        }))
        .figure(
            Chart::new(title, subtitle).plot(chart).draw(),
            "The paper's sketch with numbers: A = P_I, B = 2P_I, C = P_II, and D, whose e = 0.9 is below one but which lies \
             outside the ellipse. Shaded is the permissible region; the thin lines of maximum compression and of sticking \
             cross at C.",
        ))
}
