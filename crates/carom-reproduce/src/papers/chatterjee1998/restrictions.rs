//! Secs. 3.2 and 3.5 and Fig. 9: the conditions on an impulse, and how fast a permissible rebound may be.

use carom::laws::brach::Brach;
use carom::laws::newton::Newton;
use carom::laws::region::Parameterisation;
use carom::laws::{Collision, ImpactLaw, LoneImpact, PermissibleRegion, apply};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval};
use nalgebra::{Matrix3, Vector3, vector};

use super::drawing::Plane;
use super::support::{
    IMPACTS, ROUNDING, Random, ball, breach, breaches, disk, general_laws, in_paper, lone, shown, with,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn conditions() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(region_is_convex()?)
        .claim(region_is_bounded()?)
        .claim(tension_follows_from_friction())
        .claim(friction_at_all_times())
        .claims(homogeneity()?)
        .claims(symmetry()?))
}

/// A permissible impulse: from 3/2 P_I a random part of the way to the boundary.
fn permissible(region: &PermissibleRegion, numbers: &mut Random) -> Vector3<f64> {
    let inside = 1.5 * region.impact().plastic_impulse();
    let direction = numbers.vector();
    inside + direction * (region.exit(&inside, &direction).distance() * numbers.between(0.0, 1.0))
}

fn region_is_convex() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(41);
    let mut outside = Vec::new();
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let region = PermissibleRegion::of(&impact);
        let (p, q) = (permissible(&region, &mut numbers), permissible(&region, &mut numbers));
        let part = numbers.between(0.0, 1.0);
        outside.push(breach(&impact, &(p * part + q * (1.0 - part))));
    }
    Ok(Claim::statement(
        "shape of the permissible region",
        "it is convex",
        Check::bounded("breach of a condition between two permissible impulses, relative", outside, ROUNDING),
    ))
}

fn region_is_bounded() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(42);
    let mut furthest = Vec::new();
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let region = PermissibleRegion::of(&impact);
        // Twice the longest half axis is the furthest that the energy allows.
        let least = nalgebra::SymmetricEigen::new(impact.inverse_mass()).eigenvalues.min();
        let longest = 2.0 * (2.0 * impact.contact_energy() / least).sqrt();
        furthest.push(permissible(&region, &mut numbers).norm() / longest);
    }
    Ok(Claim::statement(
        "size of the permissible region",
        "it is bounded",
        Check::bounded("distance from the origin over the ellipsoid's longest axis", furthest, 1.0 + ROUNDING),
    )
    .remark("For bounded M; the region of Fig. 8, whose M is not, has no end if the cone holds the rod's direction."))
}

fn tension_follows_from_friction() -> Claim {
    let mut numbers = Random::new(43);
    let pulls = |_| {
        let (p, friction) = (numbers.vector(), 10.0_f64.powf(numbers.between(-2.0, 2.0)));
        // Condition 4 by its own words.
        if p.xy().norm() <= friction * p.z { -p.z } else { f64::NEG_INFINITY }
    };
    let pulls: Vec<f64> = (0..IMPACTS).map(pulls).filter(|pull| pull.is_finite()).collect();
    Claim::statement(
        "condition 3",
        "for μ > 0 a contact whose impulse is in the friction cone does not pull",
        Check::bounded("−P₁ of an impulse in the cone", pulls, 0.0),
    )
}

fn friction_at_all_times() -> Claim {
    let mut numbers = Random::new(44);
    let history = |_| {
        let friction = numbers.between(0.1, 2.0);
        let mut sum = Vector3::zeros();
        for _ in 0..20 {
            let force = numbers.vector();
            let normal = force.z.abs();
            let most = friction * normal / force.xy().norm();
            sum += (force.xy() * most.min(1.0)).push(normal);
        }
        sum.xy().norm() / (friction * sum.z) - 1.0
    };
    let excess: Vec<f64> = (0..IMPACTS).map(history).collect();
    Claim::statement(
        "condition 4",
        "forces that stay in the cone at all times leave an impulse in the cone",
        Check::bounded("|P_t|/(μ P₁) − 1 over random histories of the force", excess, ROUNDING),
    )
}

fn homogeneity() -> Result<[Claim; 2], Unmet> {
    let mut numbers = Random::new(45);
    let laws = general_laws();
    let mut errors = Vec::new();
    for _ in 0..300 {
        let any = numbers.spatial()?;
        let impact = with(&any, [any.friction(), any.restitution(), 0.0])?;
        let faster = impact.with_velocity(impact.velocity() * 2.0);
        for (_, law) in &laws {
            let (p, q) = (law.impulse(&impact)?, law.impulse(&faster)?);
            errors.push((q - p * 2.0).norm() / (p.norm() + impact.sticking_impulse().norm()));
        }
    }
    let impact = lone(ball(), vector![1.0, 0.0, -1.0], [0.5, 1.0, 0.0])?;
    let law = Parameterisation::Projected { impulse: vector![-0.1, 0.0, 1.5] };
    let (p, q) = (law.impulse(&impact)?, law.impulse(&impact.with_velocity(impact.velocity() * 2.0))?);
    Ok([
        Claim::statement(
            "P for twice the V_i, laws of secs. 4.2 and 5",
            "it is twice as large",
            Check::bounded("relative error, six laws", errors, ROUNDING),
        ),
        Claim::statement(
            "P for twice the V_i, all laws of the paper",
            "all laws have parameters without dimension, so that P is homogeneous of degree one",
            Check::once(
                (q - 2.0 * p).norm() <= ROUNDING * p.norm(),
                format!(
                    "projected impulses: {} for V_i, {} for 2V_i, not {}",
                    shown(&p),
                    shown(&q),
                    shown(&(2.0 * p))
                ),
            ),
        )
        .refuted("The parameters of the second law of sec. 4.1 are the impulse itself, in N s.")
        .erratum(
            "Not all laws of the paper are homogeneous; that of projected impulses (sec. 4.1, item 2) has \
             parameters with a dimension.",
        ),
    ])
}

fn symmetry() -> Result<[Claim; 2], Unmet> {
    let mut numbers = Random::new(46);
    let laws = general_laws();
    let mut sideways = Vec::new();
    for _ in 0..300 {
        let v = numbers.velocity();
        let [friction, e, _] = numbers.coefficients();
        let impact = lone(ball(), v, [friction, e, 0.0])?;
        for (_, law) in &laws {
            let p = law.impulse(&impact)?;
            sideways.push((p.x * v.y - p.y * v.x).abs() / (v.norm() * p.norm()));
        }
    }
    let brach = Brach { impulse_ratios: Some(vector![0.2, 0.2]), ..Brach::default() };
    let p = brach.impulse(&lone(ball(), vector![1.0, 0.0, -1.0], [0.5, 0.5, 0.0])?)?;
    Ok([
        Claim::statement(
            "spheres, laws of secs. 4.2 and 5",
            "without spin about the normal the impulse lies in the plane of n and V_i",
            Check::bounded("part of P out of that plane, six laws", sideways, ROUNDING),
        ),
        Claim::statement(
            "spheres, all laws of the paper",
            "all its algebraic laws respect this symmetry",
            Check::once(
                p.y == 0.0,
                format!("Brach's with μ₂ = μ₃ = 0.2 and V_i along (1, 0, −1): P = {}", shown(&p)),
            ),
        )
        .refuted("The laws of sec. 4.1 reach every permissible impulse, those aside of the plane included.")
        .erratum(
            "Footnote 4: the laws of sec. 4.1, Brach's among them, do not respect the symmetry of spheres.",
        ),
    ])
}

pub fn energy_and_restitution() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(frictionless_dissipates()?)
        .claim(three_coefficients_agree()?)
        .claim(below_one_and_yet_too_much()?)
        .claim(new_law_above_one()?))
}

fn frictionless_dissipates() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(51);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS {
        let any = numbers.spatial()?;
        let impact = with(&any, [0.0, any.restitution(), 0.0])?;
        let lost = apply(&Newton, &impact)?.energy_lost();
        let normal = impact.velocity().z;
        let formula =
            0.5 * (1.0 - impact.restitution().powi(2)) * normal * normal / impact.inverse_mass().m33;
        errors.push(if lost >= 0.0 { (lost - formula).abs() / formula } else { f64::INFINITY });
    }
    Ok(Claim::statement(
        "frictionless collisions",
        "with e ≤ 1 no energy is created: the loss is (1 − e²) V_in²/(2 n·M⁻¹n)",
        Check::bounded("relative error of the loss", errors, ROUNDING),
    ))
}

/// Straight up to pₙ: the normal velocity of a diagonal M knows nothing of friction.
fn three_coefficients_agree() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(52);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS {
        let (c, v) = (numbers.between(0.2, 5.0), -numbers.between(0.1, 2.0));
        let compression = -v / c;
        let total = compression * (1.0 + numbers.between(0.0, 20.0));
        let after = v + c * total;
        let (kinematic, kinetic) = (-after / v, total / compression - 1.0);
        let (returned, taken) = (0.5 * after * (total - compression), -0.5 * v * compression);
        let energetic = (returned / taken).sqrt();
        errors.push((kinematic - kinetic).abs().max((kinematic - energetic).abs()) / (1.0 + kinematic));
    }
    Ok(Claim::statement(
        "kinematic, kinetic and energetic coefficient, diagonal M",
        "they are the same, also above one",
        Check::bounded("relative difference", errors, ROUNDING),
    ))
}

fn below_one_and_yet_too_much() -> Result<Claim, Unmet> {
    let impact = lone(disk(), vector![0.5, 0.0, -1.0], [2.0, 1.0, 0.0])?;
    let p = vector![1.2, 0.0, 1.5];
    let [energy, penetration, tension, cone] = breaches(&impact, &p);
    let lost = Collision::of_impulse(&impact, p).energy_lost();
    Ok(Claim::statement(
        "diagonal M with much friction",
        "an impulse with e < 1 in the friction cone may create energy",
        Check::once(
            energy > 0.0 && penetration.max(tension).max(cone) < 0.0,
            format!("disk, μ = 2, V_i = (0.5, −1) m/s, P = (1.2, 1.5) N s: e = 0.5, creates {:.2} J", -lost),
        ),
    ))
}

fn new_law_above_one() -> Result<Claim, Unmet> {
    let e = 1.2;
    let impact = lone(ball(), vector![0.0, 0.0, -1.0], [0.5, 1.0, 0.0])?;
    let lost = Collision::of_impulse(&impact, impact.plastic_impulse() * (1.0 + e)).energy_lost();
    Ok(Claim::statement(
        "footnote 6: the new law with e > 1",
        "that its impulse is permissible is no longer assured",
        Check::once(
            lost < 0.0,
            format!("a ball that falls straight, e = 1.2: creates {:.2} of its energy", -lost / 0.5),
        ),
    ))
}

/// The largest restitution on the friction cone of a disk: e = 2 (1 + μκ)/(1 + 3μ²) − 1, κ the sliding per approach.
fn on_the_cone(friction: f64, kappa: f64) -> f64 {
    2.0 * (1.0 + friction * kappa) / (1.0 + 3.0 * friction * friction) - 1.0
}

fn largest(impact: &LoneImpact) -> Result<(f64, Vector3<f64>), Unmet> {
    let found = PermissibleRegion::of(impact).maximum_restitution().ok_or("the bodies approach")?;
    Ok((found.restitution, found.impulse))
}

/// The disk of the figure: 2·15.75/1.75 − 1 = 17.
fn nearly_grazing(kappa: f64) -> Result<LoneImpact, Unmet> {
    lone(disk(), vector![kappa, 0.0, -1.0], [0.5, 1.0, 0.0])
}

pub fn figure_9() -> Result<Findings, Unmet> {
    let impact = nearly_grazing(29.5)?;
    let (e, p) = largest(&impact)?;
    let hoop = Matrix3::from_diagonal(&vector![2.0, 2.0, 1.0]);
    let hoop = largest(&lone(hoop, vector![24.0, 0.0, -1.0], [0.7, 1.0, 0.0])?)?.0;
    Ok(Findings::new()
        .claim(
            Claim::number("largest e of a dissipative central collision", "17", e)
                .remark("The figure has no numbers; these were chosen: 2·15.75/1.75 − 1 = 17 exactly."),
        )
        .claim(
            Claim::number("the same for a hoop", "17", hoop)
                .remark("Another choice: μ = 0.7 and V_i = (−1, −24) m/s have √(1 + 24²/2) = 17."),
        )
        .claim(where_it_is(&impact, &p))
        .claim(larger_still()?)
        .figure(
            drawn_disk(&impact, &p),
            "The permissible region, and the small part of it to which e ≤ 1 would confine collisions; (b) shows that \
             part larger.",
        ))
}

fn where_it_is(impact: &LoneImpact, p: &Vector3<f64>) -> Claim {
    let created = Collision::of_impulse(impact, *p).energy_lost().abs() / impact.contact_energy();
    let off_cone = (p.x.abs() - 0.5 * p.z).abs() / p.z;
    let [x, y] = in_paper(p);
    Claim::statement(
        "where it is reached",
        "at a corner of the permissible region: no energy is created, and friction is at its limit",
        Check::bounded("energy created, and distance from the cone, relative", [created, off_cone], ROUNDING),
    )
    .remark(&format!("P₂ = {x:.4}, P₁ = {y:.4} N s; by hand 9 and 18."))
}

fn larger_still() -> Result<Claim, Unmet> {
    let mut closed = Vec::new();
    for kappa in [20.0, 29.5, 100.0, 1e3, 1e4] {
        closed.push((largest(&nearly_grazing(kappa)?)?.0 / on_the_cone(0.5, kappa) - 1.0).abs());
    }
    Ok(Claim::statement(
        "nearer to grazing",
        "e could be made larger still",
        Check::bounded("relative error of e = 2 (1 + μκ)/(1 + 3μ²) − 1", closed, ROUNDING),
    )
    .remark("κ is the sliding per approach, from 20 to 10⁴, where e is 5714: it grows without bound."))
}

fn drawn_disk(impact: &LoneImpact, p: &Vector3<f64>) -> Picture {
    let plane = Plane::of(impact);
    let shaded = |heading: &str| {
        let plot = plane.plot(heading).area("of these e ≤ 1", plane.region_up_to_one());
        plot.height(480.0).letter([0.0, 0.0], "O")
    };
    let whole = shaded("(a)").letter(in_paper(&impact.sticking_impulse()), "C").letter(in_paper(p), "e = 17");
    let near =
        shaded("(b) near O").across(Interval::Between(-0.5, 3.0)).upwards(Interval::Between(-0.5, 6.0));
    let title = "A disk that nearly grazes a table";
    let subtitle = "uniform disk of 1 kg, V_i = (−1, −29.5) m/s along 1 and 2, μ = 0.5";
    Chart::new(title, subtitle).columns(2).plot(whole).plot(near.words([1.9, 1.5], "e ≤ 1")).draw()
}
