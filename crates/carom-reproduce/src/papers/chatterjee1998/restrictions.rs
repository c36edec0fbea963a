//! Sec. 3.2: the conditions on an impulse, and what the laws have in common.

use carom::analysis::region::{Parameterisation, PermissibleRegion};
use carom::laws::brach::Brach;
use carom::laws::{ImpactLaw, LoneImpact};
use nalgebra::{Vector3, vector};

use super::support::{IMPACTS, ROUNDING, Random, ball, breach, breaches, general_laws, lone, shown, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn conditions() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(region_is_convex()?)
        .claim(region_is_bounded()?)
        .claim(tension_follows_from_friction()?)
        .claim(friction_at_all_times()?)
        .claim(homogeneity()?)
        .claim(parameters_with_a_dimension()?)
        .claim(not_linear()?)
        .claim(symmetry()?))
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

fn tension_follows_from_friction() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(43);
    let mut pulls = Vec::new();
    for _ in 0..IMPACTS {
        let (impact, p) = (numbers.spatial()?, numbers.vector());
        let [.., tension, cone] = breaches(&impact, &p);
        pulls.extend((cone <= 0.0).then_some(tension));
    }
    Ok(Claim::statement(
        "condition 3",
        "for μ > 0 it follows from condition 4: an impulse in the friction cone does not pull",
        Check::bounded("breach of condition 3 by an impulse that keeps condition 4", pulls, 0.0),
    ))
}

fn friction_at_all_times() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(44);
    let mut outside = Vec::new();
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let forces = (0..20).map(|_| {
            let force = numbers.vector();
            let most = impact.friction() * force.z.abs() / force.xy().norm();
            (force.xy() * most.min(1.0)).push(force.z.abs())
        });
        outside.push(breaches(&impact, &forces.sum())[3]);
    }
    Ok(Claim::statement(
        "condition 4",
        "forces that stay in the cone at all times leave an impulse in the cone",
        Check::bounded("breach of condition 4 over random histories of the force", outside, ROUNDING),
    ))
}

/// Without tangential restitution, which not every law knows.
fn any_impact(numbers: &mut Random) -> Result<LoneImpact, Unmet> {
    let any = numbers.spatial()?;
    with(&any, [any.friction(), any.restitution(), 0.0])
}

fn homogeneity() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(45);
    let laws = general_laws();
    let mut errors = Vec::new();
    for _ in 0..300 {
        let impact = any_impact(&mut numbers)?;
        let faster = impact.with_velocity(impact.velocity() * 2.0);
        for (_, law) in &laws {
            let (p, q) = (law.impulse(&impact)?, law.impulse(&faster)?);
            errors.push((q - p * 2.0).norm() / (p.norm() + impact.sticking_impulse().norm()));
        }
    }
    Ok(Claim::statement(
        "P for twice the V_i, laws of secs. 4.2 and 5",
        "it is twice as large",
        Check::bounded("relative error, six laws", errors, ROUNDING),
    ))
}

fn parameters_with_a_dimension() -> Result<Claim, Unmet> {
    let impact = lone(ball(), vector![1.0, 0.0, -1.0], [0.5, 1.0, 0.0])?;
    let law = Parameterisation::Projected { impulse: vector![-0.1, 0.0, 1.5] };
    let (p, q) = (law.impulse(&impact)?, law.impulse(&impact.with_velocity(impact.velocity() * 2.0))?);
    Ok(Claim::statement(
        "P for twice the V_i, all laws discussed",
        "all laws discussed have parameters without dimension, so that P is homogeneous of degree one",
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
    .refuted(
        "One law is an exception, the second of sec. 4.1: its parameters are the components of the impulse itself, in N s.",
    )
    .erratum(
        "Sec. 3.2: one of the laws discussed is not homogeneous in V_i; that of projected impulses (sec. 4.1, item 2) has \
         parameters with a dimension.",
    ))
}

fn not_linear() -> Result<Claim, Unmet> {
    let (slow, fast) = (vector![0.5, 0.0, -1.0], vector![4.0, 0.0, -1.0]);
    let impulse = |law: &dyn ImpactLaw, v: Vector3<f64>| -> Result<Vector3<f64>, Unmet> {
        Ok(law.impulse(&lone(ball(), v, [0.3, 0.5, 0.0])?)?)
    };
    let (mut linear, mut least) = (0, f64::INFINITY);
    for (_, law) in general_laws() {
        let law = law.as_ref();
        let whole = impulse(law, slow + fast)?;
        let off = (whole - impulse(law, slow)? - impulse(law, fast)?).norm() / whole.norm();
        linear += usize::from(off <= ROUNDING);
        least = least.min(off);
    }
    let text = format!(
        "a ball, μ = 0.3, e = 0.5, V_i = (0.5, −1) and (4, −1) m/s: P of the sum is off by {least:.3} |P| or more"
    );
    Ok(Claim::statement(
        "P for the sum of two V_i",
        "it is not the sum of the two P: P is not linear in V_i",
        Check::counted(general_laws().len(), linear, text),
    ))
}

fn symmetry() -> Result<Claim, Unmet> {
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
    Ok(Claim::statement(
        "footnote 4: spheres",
        "without spin about the normal the impulse lies in the plane of n and V_i by all laws that add nothing to break \
         the symmetry",
        Check::bounded("part of P out of that plane, six laws", sideways, ROUNDING),
    )
    .remark(&format!(
        "The footnote names all algebraic laws of the paper; those of sec. 4.1 can have it as their parameters are: Brach's with \
         μ₂ = μ₃ = 0.2 and V_i along (1, 0, −1) has P = {}.",
        shown(&p)
    )))
}
