//! Sec. 4.2.2: the law of Whittaker, Kane and Levinson.

use carom::laws::whittaker::Whittaker;
use carom::laws::{Collision, ImpactLaw, LoneImpact, apply};
use nalgebra::{Matrix3, vector};

use super::support::{IMPACTS, POISSON, ROUNDING, Random, ball, breaches, lone, planar, shown, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn law() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(printed_equation()?)
        .claim(keeps_the_other_conditions()?)
        .claim(does_not_reverse_spheres()?)
        .claim(creates_energy()?)
        .claim(creates_energy_without_bound()?)
        .claim(diagonal()?)
        .claim(grazing()?)
        .claim(grazing_in_3d()?))
}

/// The printed V_f·n = −(1 + e) V_i·n, and what eq. (8) of the paper has as the change of V·n.
fn printed_equation() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(90);
    let (mut printed, mut meant) = (Vec::new(), Vec::new());
    for _ in 0..IMPACTS / 4 {
        let impact = numbers.spatial()?;
        let (before, e) = (impact.velocity(), impact.restitution());
        let after = apply(&Whittaker, &impact)?.velocity.z;
        printed.push((after + (1.0 + e) * before.z).abs() / before.norm());
        meant.push((after + e * before.z).abs() / before.norm());
    }
    let elastic = lone(ball(), vector![0.0, 0.0, -1.0], [0.0, 1.0, 0.0])?;
    let energy = 1.0
        - Collision::of_impulse(&elastic, vector![0.0, 0.0, 3.0]).energy_lost() / elastic.contact_energy();
    let check = |errors| Check::bounded("error of V_f·n, as part of |V_i|", errors, ROUNDING);
    Ok(Claim::statement("normal velocity after the impact", "V_f·n = −(1 + e) V_i·n", check(printed))
        .misprinted_statement(
            "V_f·n = −e V_i·n",
            check(meant),
            "−(1 + e) V_i·n is the change of the normal velocity, as eq. (8) has it; e is the kinematic coefficient",
        )
        .remark(&format!("As printed a ball with μ = 0 and e = 1 would leave with {energy:.2} times its energy."))
        .erratum("Whittaker's law is printed with V_f·n = −(1 + e) V_i·n; −e V_i·n is meant."))
}

fn keeps_the_other_conditions() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(91);
    let mut worst = Vec::new();
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let [_, penetration, tension, cone] = breaches(&impact, &Whittaker.impulse(&impact)?);
        worst.push(penetration.max(tension).max(cone));
    }
    Ok(Claim::statement(
        "Whittaker's impulses",
        "all conditions but that on energy are kept",
        Check::bounded("breach of conditions 2 to 4, relative", worst, ROUNDING),
    ))
}

fn does_not_reverse_spheres() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(92);
    let mut reversed = Vec::new();
    for _ in 0..IMPACTS {
        let v = numbers.velocity();
        let [friction, e, _] = numbers.coefficients();
        let after = apply(&Whittaker, &lone(ball(), v, [friction, e, 0.0])?)?.velocity;
        reversed.push(-after.xy().dot(&v.xy()) / v.norm_squared());
    }
    Ok(Claim::statement(
        "spheres",
        "the law cannot reverse their spin",
        Check::bounded("−V_ft·V_it/V_i²", reversed, ROUNDING),
    ))
}

/// M = [[1, 1], [1, 2]] in the plane.
fn creates_energy() -> Result<Claim, Unmet> {
    let moderate = lone(planar(2.0, -1.0, 1.0), vector![0.5, 0.0, -1.0], [0.5, 0.8, 0.0])?;
    let created = -apply(&Whittaker, &moderate)?.energy_lost();
    Ok(Claim::statement(
        "energy with e < 1 and moderate friction",
        "it may be created where E_c is skew",
        Check::once(
            created > 0.0,
            format!(
                "M = [[1, 1], [1, 2]] kg, V_i = (0.5, −1) m/s, μ = 0.5, e = 0.8: {created:.4} J more than the {:.3} J before",
                moderate.contact_energy()
            ),
        ),
    ))
}

/// A pendulum at the slope 3:4 whose hinge is a mass 1/ε: the law sticks at V_f = (0, 0.8e), with the energy
/// ½ (0.64e)² + ½ (0.48e)²/ε.
fn creates_energy_without_bound() -> Result<Claim, Unmet> {
    let (mut errors, mut gains, e) = (Vec::new(), Vec::new(), 0.5);
    for epsilon in [1e-2, 1e-4, 1e-6] {
        let (q, r) = (vector![-0.6, 0.0, 0.8], vector![0.8, 0.0, 0.6]);
        let aside = Matrix3::from_diagonal(&vector![0.0, 1.0, 0.0]);
        let impact = lone(q * q.transpose() + r * r.transpose() * epsilon + aside, -q, [2.0, e, 0.0])?;
        let gain = -apply(&Whittaker, &impact)?.energy_lost();
        let formula = 0.5 * (0.64 * e).powi(2) + 0.5 * (0.48 * e).powi(2) / epsilon - 0.5;
        errors.push((gain / formula - 1.0).abs());
        gains.push(format!("{:.4}", gain / 0.5));
    }
    Ok(Claim::statement(
        "energy with a hinge of growing mass, e = 0.5",
        "it is created without bound, as (0.48e)²/(2ε) with the hinge's mass 1/ε",
        // M magnifies the rounding of W, some 1e-15, by 1/ε.
        Check::bounded("relative error of the closed form", errors, 1e-9),
    )
    .remark(&format!(
        "Created, in energies before, with hinges of 10², 10⁴ and 10⁶ kg: {}.",
        gains.join(", ")
    )))
}

/// How far Routh's and Whittaker's impulses are apart.
fn apart(impact: &LoneImpact) -> Result<f64, Unmet> {
    let (p, q) = (POISSON.impulse(impact)?, Whittaker.impulse(impact)?);
    Ok((p - q).norm() / p.norm())
}

/// Sliding along an eigenvector of M: in the paper's axes, one of which is the sliding's, that is what diagonal means.
fn diagonal() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(93);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS {
        let moments = numbers.vector().map(|x| 0.3 + x.abs());
        let v = numbers.velocity();
        let [friction, e, _] = numbers.coefficients();
        let along = lone(Matrix3::from_diagonal(&moments), vector![v.x, 0.0, v.z], [friction, e, 0.0])?;
        errors.push(apart(&along)?);
    }
    let oblique =
        lone(Matrix3::from_diagonal(&vector![2.0, 5.0, 1.0]), vector![1.0, 1.0, -1.0], [0.2, 0.5, 0.0])?;
    Ok(Claim::statement(
        "diagonal M",
        "Whittaker's law is Routh's",
        Check::bounded("relative difference of P", errors, ROUNDING),
    )
    .remark(&format!(
        "Diagonal in the paper's axes: the sliding is along an eigenvector. Between two of them the slip turns on the way, and \
         M⁻¹ = diag(2, 5; 1) 1/kg with V_i = (1, 1, −1) m/s, μ = 0.2, e = 0.5 has {} by Routh's and {} by Whittaker's law.",
        shown(&POISSON.impulse(&oblique)?),
        shown(&Whittaker.impulse(&oblique)?)
    )))
}

fn grazing() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(94);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS {
        let any = numbers.in_plane()?;
        let v = any.velocity();
        let impact =
            with(&any, [any.friction(), any.restitution(), 0.0])?.with_velocity(vector![v.x, 0.0, 0.0]);
        let sticking = impact.sticking_impulse();
        let holds = sticking.x.abs() <= impact.friction() * sticking.z;
        let expected = if holds { sticking } else { sticking * 0.0 };
        errors.push((Whittaker.impulse(&impact)? - expected).norm() / sticking.norm());
    }
    Ok(Claim::statement(
        "grazing incidence in the plane",
        "P is P_II if that lies in the friction cone, otherwise zero",
        Check::bounded("relative difference of P", errors, ROUNDING),
    ))
}

/// By hand: μ b·u = Wₙₙ fixes the final slip's direction u, and V_it + pₙ (b − μAu) ∥ u then pₙ = 0.5800 N s.
fn grazing_in_3d() -> Result<Claim, Unmet> {
    let impact = grazing_in_space(0.0)?;
    let (p, sticking) = (Whittaker.impulse(&impact)?, impact.sticking_impulse());
    let slow = Whittaker.impulse(&grazing_in_space(1e-8)?)?;
    let text = format!(
        "M⁻¹ = [[1, 0.5, 0.6], [0.5, 1, 0.6], [0.6, 0.6, 1]] 1/kg, V_i = (1, 0, 0) m/s: P_II = {} has |P_t|/P₁ = {:.3} > μ = 2; \
         the law gives {}, and {} for V_in = −10⁻⁸ m/s",
        shown(&sticking),
        sticking.xy().norm() / sticking.z,
        shown(&p),
        shown(&slow)
    );
    Ok(Claim::statement(
        "grazing incidence in 3D, P_II outside the friction cone",
        "P is zero",
        Check::once(p.norm() <= ROUNDING, text),
    )
    .refuted(
        "Right in the plane of Fig. 6; but the law is one for 3D, and there slip can drive the bodies together, μ b·u > Wₙₙ, \
         although P_II lies outside the cone. Then no small impulse answers the slowest approach: it ends in one that slides.",
    )
    .erratum(
        "Sec. 4.2.2: in 3D Whittaker's law can have a finite impulse at grazing incidence although P_II lies outside \
         the friction cone; in 2D it cannot.",
    ))
}

/// Slip along t1 presses the bodies together, while P_II lies outside the cone; the approach is in m/s.
pub fn grazing_in_space(approach: f64) -> Result<LoneImpact, Unmet> {
    let w = Matrix3::new(1.0, 0.5, 0.6, 0.5, 1.0, 0.6, 0.6, 0.6, 1.0);
    lone(w, vector![1.0, 0.0, -approach], [2.0, 0.5, 0.0])
}
