//! Sec. 3.1 and Fig. 1: points, lines and surfaces of impulse space.

use carom::analysis::region::{EnergySurface, Landmarks};
use carom::laws::{Collision, LoneImpact};
use carom_plot::Picture;
use carom_plot::chart::Chart;
use nalgebra::{Matrix3, Vector2, Vector3, vector};

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
        .claim(dead()?)
        .claim(reversal()?)
        .claim(normal_to_the_surface()?)
        .claim(same_as_the_system()?)
        .claim(seen_from_elsewhere()?)
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

fn dead() -> Result<Claim, Unmet> {
    let errors = random(30)?.into_iter().map(|impact| {
        let after = Collision::of_impulse(&impact, impact.sticking_impulse());
        let left = (1.0 - after.energy_lost() / impact.contact_energy()).abs();
        left.max(after.velocity.norm() / impact.velocity().norm())
    });
    Ok(Claim::statement(
        "the impulse P_II",
        "it brings the contact points to rest and leaves no E_c: no impulse dissipates more",
        Check::bounded("part of V and of E_c that is left", errors, ROUNDING),
    ))
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

/// Two bodies, seen from a frame that moves past them.
fn seen_from_elsewhere() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(29);
    let (mut changes, mut least) = (Vec::new(), f64::INFINITY);
    for _ in 0..300 {
        let impact = bodies_with(&numbers.matrix())?;
        let wind = numbers.vector() * 3.0;
        let carried = |i: usize| -> Result<carom::Body, Unmet> {
            let body = impact.bodies()[i].clone();
            let velocity = body.motion().linear + wind;
            Ok(body.moving(velocity)?)
        };
        let moved = carom::Impact::new(
            vec![carried(0)?, carried(1)?],
            impact.contacts().to_vec(),
            carom::Model::default(),
        )?;
        let [here, there] = [&impact, &moved].map(|impact| LoneImpact::at_contact(impact, 0));
        let (here, there) = (here?.contact_energy(), there?.contact_energy());
        changes.push((there - here).abs() / here);
        let kinetic = |impact: &carom::Impact| {
            let motions: Vec<_> = impact.bodies().iter().map(carom::Body::motion).collect();
            impact.kinetic_energy(&motions)
        };
        least = least.min((kinetic(&moved) / kinetic(&impact) - 1.0).abs());
    }
    Ok(Claim::statement(
        "E_c in another frame",
        "it is the same, unlike the kinetic energy",
        Check::bounded("relative change of E_c", changes, ROUNDING),
    )
    .remark(&format!("The kinetic energy of the same pairs changes by {:.0} % at least.", 100.0 * least)))
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

/// The diameters of the initial E_c surface over the eigenvalues of M to some power: their spread, as a part.
fn spread_of_diameters(power: f64) -> Result<Check, Unmet> {
    let mut spreads = Vec::new();
    for impact in random(40)? {
        let EnergySurface::Ellipsoid { semi_axes, directions, .. } = Landmarks::of(&impact).energy_surface
        else {
            return Err("a bounded M has an ellipsoid".into());
        };
        let w = impact.inverse_mass();
        let scaled: Vec<f64> = (0..3)
            .map(|i| {
                let axis = directions.column(i);
                let eigenvalue = 1.0 / axis.dot(&(w * axis));
                semi_axes[i] / eigenvalue.powf(power)
            })
            .collect();
        let (least, most) = (
            scaled.iter().copied().fold(f64::INFINITY, f64::min),
            scaled.iter().copied().fold(0.0, f64::max),
        );
        spreads.push(most / least - 1.0);
    }
    // Axes of eigenvalues a thousand times apart are known to that much less.
    Ok(Check::bounded("spread of the factor of proportion, relative", spreads, 1e3 * ROUNDING))
}

fn diameters() -> Result<Claim, Unmet> {
    Ok(Claim::statement(
        "diameters of the E_c surfaces along the eigenvectors of M",
        "they are in inverse proportion to the square roots of the eigenvalues of M",
        spread_of_diameters(-0.5)?,
    )
    .misprinted_statement(
        "they are in proportion to the square roots of the eigenvalues of M",
        spread_of_diameters(0.5)?,
        "E_c of eq. (5) is quadratic in P with M⁻¹, and sec. 3.4 has the ellipse stretch where an eigenvalue of M grows",
    )
    .remark("Inverse they are in the space of velocities, where E_c is quadratic with M.")
    .erratum(
        "Sec. 3.1: the diameters of the energy ellipsoid are said to be inversely as the square roots of the eigenvalues \
         of M; in impulse space they are directly so.",
    ))
}

/// The rod of Fig. 4 with μ = 0.7; D is where the line of sticking has e = 0.9.
pub fn figure_1() -> Result<Findings, Unmet> {
    let impact = lone(rod(std::f64::consts::FRAC_PI_6, false), vector![1.0, 0.0, -2.0], [0.7, 0.9, 0.0])?;
    let beyond = Plane::of(&impact).impulse_to(vector![0.0, 1.8]);
    Ok(Findings::new().claim(halved(&impact)).claim(point_d(&impact, beyond)).figure(
        drawn_rod(&impact, beyond),
        "The paper's sketch with numbers: A = P_I, B = 2P_I, C = P_II, and D, whose e = 0.9 is below one but which lies \
         outside the ellipse. Shaded is the permissible region; the thin lines of maximum compression and of sticking \
         cross at C.",
    ))
}

/// B is found where the normal axis leaves the ellipse.
fn halved(impact: &LoneImpact) -> Claim {
    let elastic = 2.0 * impact.plastic_impulse();
    let lost = Collision::of_impulse(impact, elastic).energy_lost() / impact.contact_energy();
    let compressed = impact.velocity_after(&(0.5 * elastic)).z / impact.velocity().z;
    Claim::statement(
        "the points O, A and B of the normal axis",
        "A, on the line of maximum compression, bisects OB, with B on the ellipse",
        Check::bounded(
            "energy lost at B, and V_n left half way, relative",
            [lost.abs(), compressed.abs()],
            ROUNDING,
        ),
    )
}

fn point_d(impact: &LoneImpact, d: Vector2<f64>) -> Claim {
    let created = -Collision::of_impulse(impact, vector![-d.x, 0.0, d.y]).energy_lost();
    let ratio = d.x.abs() / d.y;
    Claim::statement(
        "the point D",
        "it has e < 1, but lies outside the initial energy surface",
        Check::once(
            created > 0.0 && ratio < impact.friction(),
            format!(
                "e = 0.9, |P₂|/P₁ = {ratio:.3}: creates {created:.4} J of the {:.4} J there were, with friction to spare",
                impact.contact_energy()
            ),
        ),
    )
}

fn drawn_rod(impact: &LoneImpact, d: Vector2<f64>) -> Picture {
    let plane = Plane::of(impact);
    let chart = plane
        .plot("")
        .height(520.0)
        .dashed("e = 0.9", plane.line_of_normal_velocity(1.8, -1.2, 1.6))
        .letter([0.0, 0.0], "O")
        .letter(in_paper(&impact.plastic_impulse()), "A")
        .letter(in_paper(&(2.0 * impact.plastic_impulse())), "B")
        .letter(point(plane.sticking()), "C")
        .letter(point(d), "D")
        .words([0.95, 0.32], "maximum compression")
        .words([0.5, -0.1], "sticking");
    let title = "Impulse space of a rod that strikes a table";
    let subtitle = "slender rod, 30° above the table, V_i = (−2, −1) m/s along 1 and 2, μ = 0.7";
    Chart::new(title, subtitle).plot(chart).draw()
}
