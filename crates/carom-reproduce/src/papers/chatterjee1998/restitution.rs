//! Sec. 3.5 and Fig. 9: what energy has to do with e ≤ 1, and how fast a permissible rebound may be.

use carom::analysis::region::PermissibleRegion;
use carom::laws::newton::Newton;
use carom::laws::{Collision, LoneImpact, apply};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval};
use nalgebra::{Matrix3, Vector3, vector};

use super::drawing::Plane;
use super::support::{
    IMPACTS, POISSON, ROUNDING, Random, ball, breaches, disk, in_paper, lone, planar, with,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn energy_and_restitution() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(frictionless_dissipates()?)
        .claim(skew_above_one()?)
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

/// A dissipative collision with skew M whose kinematic coefficient exceeds one: Routh's law with e_k = 1.
fn skew_above_one() -> Result<Claim, Unmet> {
    let impact = lone(planar(2.0, 1.0, 1.0), vector![1.0, 0.0, -1.0], [1.5, 1.0, 0.0])?;
    let collision = apply(&POISSON, &impact)?;
    let e = -collision.velocity.z / impact.velocity().z;
    let lost = collision.energy_lost() / impact.contact_energy();
    Ok(Claim::statement(
        "kinematic coefficient with friction, M not diagonal",
        "it can be substantially larger than one in a dissipative collision",
        Check::once(
            e > 1.2 && lost > 0.0,
            format!(
                "M⁻¹ = [[2, 1], [1, 1]] 1/kg, V_i = (1, −1) m/s, μ = 1.5, Routh's law with e_k = 1: e = {e:.3}, and {:.1} % \
                 of the energy is lost",
                100.0 * lost
            ),
        ),
    ))
}

/// The work of the normal force over its impulse from one to the other, along the way from O to an impulse: the normal
/// velocity changes evenly, so that its mean is that of the ends.
fn normal_work(impact: &LoneImpact, impulse: &Vector3<f64>, [from, to]: [f64; 2]) -> f64 {
    let speed = |part: f64| impact.velocity_after(&(impulse * part)).z;
    0.5 * (speed(from) + speed(to)) * (to - from) * impulse.z
}

/// Permissible impulses of disks that nearly graze, which may have any e.
fn three_coefficients_agree() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(52);
    let (mut errors, mut largest) = (Vec::new(), 0.0_f64);
    for _ in 0..IMPACTS {
        let slip = numbers.between(0.0, 30.0);
        let impact = lone(disk(), vector![slip, 0.0, -1.0], [0.5, 1.0, 0.0])?;
        let fastest = PermissibleRegion::of(&impact).maximum_restitution().ok_or("the bodies approach")?;
        let inside = impact.plastic_impulse();
        let p = inside + (fastest.impulse - inside) * numbers.between(0.0, 1.0);
        let compression = inside.z / p.z;
        let kinematic = -impact.velocity_after(&p).z / impact.velocity().z;
        let kinetic = 1.0 / compression - 1.0;
        let taken = -normal_work(&impact, &p, [0.0, compression]);
        let energetic = (normal_work(&impact, &p, [compression, 1.0]) / taken).max(0.0).sqrt();
        largest = largest.max(kinematic);
        // The square root doubles the lost digits of a small e.
        errors.push(
            (kinematic - kinetic).abs().max((kinematic.powi(2) - energetic.powi(2)).abs())
                / (1.0 + kinematic.powi(2)),
        );
    }
    Ok(Claim::statement(
        "kinematic, kinetic and energetic coefficient, diagonal M",
        "they are the same, also above one where energy is lost",
        Check::bounded("relative difference, squared coefficients", errors, ROUNDING),
    )
    .remark(&format!("Permissible impulses of nearly grazing disks, e up to {largest:.1}.")))
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
