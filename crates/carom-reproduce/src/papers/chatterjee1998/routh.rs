//! Sec. 4.2.1: Routh's law.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::{Routh, Termination, initial_normal_rate};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use nalgebra::{Matrix3, Vector3, vector};

use super::support::{IMPACTS, POISSON, ROUNDING, Random, ball, breach, lone, planar, shown};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// How many impacts with a slip that turns, each a Taylor series.
const CURVED: usize = 1000;

pub fn law() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(is_permissible()?)
        .claim(terminations_agree()?)
        .claim(does_not_reverse_spheres()?)
        .claims(grazing()?)
        .claim(only_rouths_law()?)
        .claim(no_tangential_rebound()?)
        .claim(hardly_any_in_space()?)
        .claim(infinite_friction()?)
        .claim(dead_at_the_hinge()?)
        .claim(impulse_at_the_hinge()?)
        .table(pendulum_table()?))
}

fn is_permissible() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(81);
    let mut outside = Vec::new();
    for _ in 0..CURVED {
        let impact = numbers.spatial()?;
        outside.push(breach(&impact, &POISSON.impulse(&impact)?));
    }
    Ok(Claim::statement(
        "Routh's impulses",
        "with 0 ≤ e_k ≤ 1 and μ > 0 they are permissible, in 3D as well",
        Check::bounded("breach of a condition, relative", outside, ROUNDING),
    ))
}

fn terminations_agree() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(63);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let moments = numbers.vector().map(|x| 0.3 + x.abs());
        let [friction, e, _] = numbers.coefficients();
        let impact = lone(Matrix3::from_diagonal(&moments), numbers.velocity(), [friction, e, 0.0])?;
        let p = POISSON.impulse(&impact)?;
        for termination in [Termination::Energetic, Termination::Newton] {
            errors.push((p - Routh { termination }.impulse(&impact)?).norm() / p.norm());
        }
    }
    Ok(Claim::statement(
        "kinetic, energetic and kinematic termination, diagonal M",
        "they end the collision at the same impulse",
        Check::bounded("relative difference of three terminations", errors, ROUNDING),
    ))
}

fn does_not_reverse_spheres() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(82);
    let mut reversed = Vec::new();
    for _ in 0..IMPACTS {
        let v = numbers.velocity();
        let [friction, e, _] = numbers.coefficients();
        let after = apply(&POISSON, &lone(ball(), v, [friction, e, 0.0])?)?.velocity;
        reversed.push(-after.xy().dot(&v.xy()) / v.norm_squared());
    }
    Ok(Claim::statement(
        "spheres",
        "the law never reverses their slip",
        Check::bounded("−V_ft·V_it/V_i²", reversed, ROUNDING),
    ))
}

/// The rod of Fig. 6: sliding forwards it is driven into the table.
pub fn grazing_rod(e: f64, e_t: f64) -> Result<LoneImpact, Unmet> {
    lone(planar(3.4, 1.2, 1.6), vector![1.0, 0.0, 0.0], [2.0, e, e_t])
}

fn grazing() -> Result<[Claim; 2], Unmet> {
    let impact = grazing_rod(0.8, 0.0)?;
    let routh = apply(&POISSON, &impact)?.velocity;
    let kinematic = [&Whittaker as &dyn ImpactLaw, &Smith, &ChatterjeeRuina];
    let rebound = |law: &dyn ImpactLaw| -> Result<f64, Unmet> { Ok(apply(law, &impact)?.velocity.z.abs()) };
    let kinematic: Vec<f64> = kinematic.into_iter().map(rebound).collect::<Result<_, _>>()?;
    Ok([
        Claim::statement(
            "grazing incidence",
            "Routh's law can rebound normally, but not tangentially",
            Check::once(
                routh.z > 0.1 && routh.x.abs() <= ROUNDING,
                format!(
                    "rod of Fig. 6, e_k = 0.8: V_f = ({:.4}, {:.4}) m/s along 1 and 2",
                    routh.z,
                    routh.x.abs()
                ),
            ),
        ),
        Claim::statement(
            "grazing incidence, laws of kinematic restitution",
            "Whittaker's, Smith's and the new law have no normal rebound",
            Check::bounded("|V_fn| / m/s", kinematic, ROUNDING),
        ),
    ])
}

/// Compression sticks with P_II = (−0.4, 0.3) N s and expansion adds 0.8·0.3 = 0.24 N s along the normal, again sticking:
/// V_fn = 0.24 (1.6 − 1.2²/3.4).
fn only_rouths_law() -> Result<Claim, Unmet> {
    let impact = grazing_rod(0.8, 0.0)?;
    let slow = impact.with_velocity(vector![1.0, 0.0, -1e-9]);
    let [found, slower] = [impact, slow].map(|impact| apply(&PfeifferGlocker::default(), &impact));
    let (found, slower) = (found?.velocity.z, slower?.velocity.z);
    let routh = apply(&POISSON, &impact)?.velocity.z;
    Ok(Claim::statement(
        "grazing incidence, all laws discussed",
        "only Routh's law predicts an impulse above the plane of maximum compression",
        Check::once(
            found <= ROUNDING,
            format!(
                "rod of Fig. 6, Pfeiffer and Glocker's law with e_k = 0.8: V_fn = {found:.4} m/s, and {slower:.4} for an approach \
                 of 10⁻⁹ m/s; Routh's law {routh:.4}"
            ),
        ),
    )
    .refuted(
        "The law of Pfeiffer and Glocker, and with it that of Anitescu and Potra, has kinetic restitution: it returns a part \
         of the impulse of compression, as Routh's does.",
    )
    .erratum(
        "Sec. 4.2.1: Routh's is not the only law discussed that has a normal rebound at grazing incidence; the law of \
         Pfeiffer and Glocker (sec. 4.2.4) has one too.",
    ))
}

fn no_tangential_rebound() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(83);
    let (mut slips, mut tried) = (Vec::new(), 0);
    while slips.len() < CURVED / 2 && tried < 100 * CURVED {
        tried += 1;
        let any = numbers.in_plane()?;
        let (w, friction) = (any.inverse_mass(), any.friction());
        if friction * w.m13 > w.m33 {
            let after = apply(&POISSON, &any.with_velocity(vector![1.0, 0.0, 0.0]))?.velocity;
            slips.push(after.x.abs());
        }
    }
    Ok(Claim::statement(
        "grazing incidence in the plane",
        "there is no tangential rebound: the contact ends stuck",
        Check::bounded("|V_ft|/V_it where friction drives the bodies together", slips, ROUNDING),
    ))
}

/// Of 3D impacts, where friction drives the bodies together and the slip may turn. The paper does not say what a rebound
/// is in 3D; here it is a velocity against the initial sliding.
fn hardly_any_in_space() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(84);
    let mut backwards = Vec::new();
    while backwards.len() < CURVED / 2 {
        let any = numbers.spatial()?;
        let sliding = any.velocity().xy().normalize();
        let impact = any.with_velocity(sliding.push(0.0));
        if initial_normal_rate(&impact) < 0.0 {
            backwards.push(-apply(&POISSON, &impact)?.velocity.xy().dot(&sliding));
        }
    }
    let impact = turning_back()?;
    let sliding = impact.velocity().xy();
    let part = |velocity: Vector3<f64>| -velocity.xy().dot(&sliding) / sliding.norm_squared();
    let found = part(apply(&POISSON, &impact)?.velocity);
    backwards.push(found);
    Ok(Claim::statement(
        "grazing incidence in 3D",
        "there is no tangential rebound",
        Check::bounded("part of the sliding that comes back, −V_ft·V_it/V_it²", backwards, ROUNDING),
    )
    .refuted("a slip that turns by more than a right angle can leave a little")
    .remark(&format!(
        "M⁻¹ = [[1, 0, 0.94], [0, 17, −5.6], [0.94, −5.6, 2.74]] 1/kg, V_i = (−0.45, −0.89, 0) m/s, μ = 0.85, e_k = 1 has {found:.5}, by small \
         steps {:.5}. A search from there found 0.00106, and none larger.",
        part(by_small_steps(&impact))
    ))
    .erratum(
        "Sec. 4.2.1: in 3D, where slip can turn by more than a right angle, Routh's law can have a tangential rebound at grazing incidence, \
         though of hardly more than a thousandth of the sliding, as far as was found.",
    ))
}

/// A grazing impact whose slip turns by more than a right angle.
fn turning_back() -> Result<LoneImpact, Unmet> {
    let w = Matrix3::new(1.0, 0.0, 0.94, 0.0, 17.0, -5.6, 0.94, -5.6, 2.74);
    lone(w, vector![-0.45, -0.89, 0.0], [0.85, 1.0, 0.0])
}

/// The velocity after a grazing impact with e_k = 1 by eq. (7) alone, in midpoint steps of the normal impulse.
fn by_small_steps(impact: &LoneImpact) -> Vector3<f64> {
    /// In N s: the impact takes some 10⁵ steps.
    const STEP: f64 = 2e-6;
    let rate = |v: &Vector3<f64>| impact.inverse_mass() * (v.xy().normalize() * -impact.friction()).push(1.0);
    let (mut v, mut steps, mut left) = (impact.velocity(), 0_u32, u32::MAX);
    while left > 0 {
        v += rate(&(v + rate(&v) * (0.5 * STEP))) * STEP;
        steps += 1;
        left = if left < u32::MAX {
            left - 1
        } else if v.z >= 0.0 {
            steps
        } else {
            left
        };
    }
    v
}

/// M = [[1, 1], [1, 2]] and V_i = (2, −1): P_II = (−1, 0) has no normal part.
fn infinite_friction() -> Result<Claim, Unmet> {
    let spread = |termination: Termination| -> Result<f64, Unmet> {
        let mut furthest = 0.0_f64;
        for e in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let impact = lone(planar(2.0, -1.0, 1.0), vector![2.0, 0.0, -1.0], [f64::INFINITY, e, 0.0])?;
            let p = Routh { termination }.impulse(&impact)?;
            furthest = furthest.max((p - impact.sticking_impulse()).norm());
        }
        Ok(furthest)
    };
    Ok(Claim::statement(
        "μ = ∞ and P_II on the tangential axis",
        "Routh's law reaches P_II only",
        Check::bounded(
            "distance from P_II over all e, kinetic and energetic termination / N s",
            [spread(Termination::Poisson)?, spread(Termination::Energetic)?],
            ROUNDING,
        ),
    )
    .remark(&format!(
        "With a kinematic termination, which the paper also counts as Routh's law, e = 1 ends {:.3} N s from P_II.",
        spread(Termination::Newton)?
    )))
}

/// W = q qᵀ + ε r rᵀ with q = (−0.6, 0.8) and r along the rod; V_i = −q, μ = 2.
fn hinged(epsilon: f64, e: f64) -> Result<LoneImpact, Unmet> {
    let (q, r) = (vector![-0.6, 0.0, 0.8], vector![0.8, 0.0, 0.6]);
    let aside = Matrix3::from_diagonal(&vector![0.0, 1.0, 0.0]);
    lone(q * q.transpose() + r * r.transpose() * epsilon + aside, -q, [2.0, e, 0.0])
}

/// The masses of the hinge are 1/ε.
const HINGES: [f64; 4] = [1e-2, 1e-4, 1e-6, 1e-8];

fn dead_at_the_hinge() -> Result<Claim, Unmet> {
    let mut speeds = Vec::new();
    for e in [0.0, 0.5, 1.0] {
        speeds.push(apply(&POISSON, &hinged(HINGES[3], e)?)?.velocity.norm());
    }
    Ok(Claim::statement(
        "unbounded M with enough friction: velocity",
        "Routh's collision is dead, V_f = 0",
        // V_fn = e_k P_IIₙ ε/0.36.
        Check::bounded("|V_f| / m/s with a hinge of 10⁸ kg, e_k = 0, 0.5 and 1", speeds, 3.0 * HINGES[3]),
    ))
}

/// Compression ends at P_II = (−0.6, 0.8); with e_k = 0.5 the line of sticking, which is the rod's, leads on to 1.5·0.8 = 1.2.
fn impulse_at_the_hinge() -> Result<Claim, Unmet> {
    let heavy = hinged(HINGES[3], 0.5)?;
    let (p, dead) = (apply(&POISSON, &heavy)?.impulse, heavy.sticking_impulse());
    Ok(Claim::statement(
        "unbounded M with enough friction: impulse",
        "Routh's impulse is P_II, whatever e_k",
        Check::once(
            (p - dead).norm() <= 1e-6,
            format!("hinge of 10⁸ kg, e_k = 0.5: P = {} while P_II = {}", shown(&p), shown(&dead)),
        ),
    )
    .refuted(
        "The collision is dead, but by the paper's termination it ends with (1 + e_k) times the normal impulse of compression, \
         which is that of P_II: further on along the line of sticking, which has become the rod's, along which nothing moves.",
    )
    .erratum(
        "Sec. 4.2.1: on a hinge Routh's collision is dead, V_f = 0, but P = P_II for e_k = 0 only; the hinge takes an \
         impulse that grows with e_k.",
    ))
}

fn pendulum_table() -> Result<Table, Unmet> {
    let caption = "A pendulum whose hinge is a mass, μ = 2, e = 0.5: P_II = (−0.6, 0.8) N s in all rows; impulses along \
                   the sliding and the normal, in N s, and speeds in m/s.";
    let head =
        ["mass of the hinge / kg", "P, kinetic termination", "|V_f|", "P, energetic termination", "|V_f|"];
    let mut table = Table::new(caption, &head);
    for epsilon in HINGES {
        let impact = hinged(epsilon, 0.5)?;
        let mut cells = vec![format!("{:.0e}", 1.0 / epsilon)];
        for termination in [Termination::Poisson, Termination::Energetic] {
            let collision = apply(&Routh { termination }, &impact)?;
            cells.push(format!("({:.4}, {:.4})", collision.impulse.x, collision.impulse.z));
            cells.push(format!("{:.2e}", collision.velocity.norm()));
        }
        table = table.row(cells);
    }
    Ok(table)
}
