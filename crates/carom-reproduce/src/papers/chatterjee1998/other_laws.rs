//! Secs. 4.2.4 and 4.2.5: Pfeiffer and Glocker's law, and the bilinear law of spheres.

use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LawError, apply};
use nalgebra::{Matrix3, Vector3, vector};

use super::support::{IMPACTS, ROUNDING, Random, ball, breach, general_laws, lone, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn pfeiffer_glocker() -> Result<Findings, Unmet> {
    let law = PfeifferGlocker::default();
    let mut numbers = Random::new(111);
    let (mut spatial, mut planar, mut plastic) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..IMPACTS {
        let any = numbers.spatial()?;
        let impact = with(&any, [any.friction(), any.restitution(), 0.0])?;
        spatial.push(breach(&impact, &law.impulse(&impact)?));
        let any = numbers.in_plane()?;
        let impact = with(&any, [any.friction(), any.restitution(), any.tangential_restitution().abs()])?;
        planar.push(breach(&impact, &law.impulse(&impact)?));
        let dead = with(&any, [any.friction(), 0.0, 0.0])?;
        let (p, q) = (law.impulse(&dead)?, Whittaker.impulse(&dead)?);
        plastic.push((p - q).norm() / (p.norm() + dead.sticking_impulse().norm()));
    }
    let permissible = |what: &str, outside: Vec<f64>| {
        let check = Check::bounded("breach of a condition, relative", outside, ROUNDING);
        Claim::statement(what, "all impulses are permissible", check)
    };
    Ok(Findings::new()
        .claim(permissible("without tangential restitution, in 3D (Anitescu and Potra)", spatial))
        .claim(permissible("with tangential restitution, in the plane", planar).remark("e_t from 0 to 1, ν = 1"))
        .claim(Claim::statement(
            "one stage of the law",
            "each ends like Whittaker's law: without restitution there is one, and the laws are the same in the plane",
            Check::bounded("difference of P for e = 0, relative", plastic, ROUNDING),
        ))
        .claim(restricted_to_the_plane()?))
}

fn restricted_to_the_plane() -> Result<Claim, Unmet> {
    let any = Random::new(114).spatial()?;
    let refused = PfeifferGlocker::default().impulse(&with(&any, [any.friction(), any.restitution(), 0.5])?);
    let is_outside = matches!(refused, Err(LawError::OutsideDomain { .. }));
    Ok(Claim::statement(
        "tangential restitution in 3D",
        "the law of 1996 does not know it",
        Check::once(is_outside, refused.err().map_or_else(String::new, |error| error.to_string())),
    ))
}

/// Eq. (9) as printed, for a diagonal M⁻¹ = diag(a, ·, c) and sliding along t1.
fn equation_9(a: f64, c: f64, v: &Vector3<f64>, [friction, e, e_t]: [f64; 3]) -> Vector3<f64> {
    let normal = -(1.0 + e) * v.z / c;
    let tangential = (friction * normal).min((1.0 + e_t) * v.x.abs() / a);
    vector![-v.x.signum() * tangential, 0.0, normal]
}

pub fn bilinear() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(112);
    let (mut printed, mut new_law) = (Vec::new(), Vec::new());
    for _ in 0..IMPACTS {
        let moments = numbers.vector().map(|x| 0.3 + x.abs());
        let v = numbers.velocity().component_mul(&vector![1.0, 0.0, 1.0]);
        let given = numbers.coefficients();
        let impact = lone(Matrix3::from_diagonal(&moments), v, given)?;
        let p = Bilinear.impulse(&impact)?;
        printed.push((p - equation_9(moments.x, moments.z, &v, given)).norm() / p.norm());
        new_law.push((p - ChatterjeeRuina.impulse(&impact)?).norm() / p.norm());
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "eq. (9)",
            "P_n = −(1 + e) M₁₁ V_in, P_t the less of μP_n and (1 + e_t) M₂₂ |V_it| against the sliding",
            Check::bounded("relative difference from Carom's law, diagonal M", printed, ROUNDING),
        ))
        .claim(Claim::statement(
            "the new law, diagonal M",
            "it is the bilinear law",
            Check::bounded("relative difference of P", new_law, ROUNDING),
        ))
        .claims(incidence()?)
        .claim(all_agree_without_friction()?))
}

/// A ball with μ = 0.3, e = 0.8, e_t = 0.5: 3.5·0.3·1.8 = 1.89 is what sliding friction takes of the slip per approach.
fn incidence() -> Result<[Claim; 2], Unmet> {
    let after = |slip: f64| -> Result<f64, Unmet> {
        Ok(apply(&Bilinear, &lone(ball(), vector![slip, 0.0, -1.0], [0.3, 0.8, 0.5])?)?.velocity.x / slip)
    };
    let (steep, flat) = ([0.01, 0.1, 1.0], [1.9, 4.0, 20.0]);
    let steep: Vec<f64> = steep.into_iter().map(after).collect::<Result<_, _>>()?;
    let flat: Vec<f64> = flat.into_iter().map(after).collect::<Result<_, _>>()?;
    Ok([
        Claim::statement(
            "nearly normal collisions, e_t > 0",
            "the tangential velocity is reversed, by −e_t",
            Check::bounded(
                "|V_ft/V_it + e_t| for V_it/|V_in| of 0.01, 0.1 and 1",
                steep.into_iter().map(|ratio| (ratio + 0.5).abs()),
                ROUNDING,
            ),
        )
        .remark("A ball with μ = 0.3, e = 0.8 and e_t = 0.5."),
        Claim::statement(
            "closer to grazing",
            "the tangential velocity is not reversed",
            Check::bounded("−V_ft/V_it for V_it/|V_in| of 1.9, 4 and 20", flat.into_iter().map(|x| -x), 0.0),
        ),
    ])
}

fn all_agree_without_friction() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(113);
    let laws = general_laws();
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let any = numbers.spatial()?;
        let impact = with(&any, [0.0, any.restitution(), 0.0])?;
        let expected = Newton.impulse(&impact)?;
        for (_, law) in &laws {
            errors.push((law.impulse(&impact)? - expected).norm() / expected.norm());
        }
    }
    Ok(Claim::statement(
        "μ = 0, any M",
        "all laws are identical",
        Check::bounded("relative difference from (1 + e) P_I, six laws", errors, ROUNDING),
    ))
}
