//! Figs. 7 and 8: collisions with infinite friction and with unbounded M.

use carom::analysis::region::{EnergySurface, Landmarks};
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::routh::{Routh, Termination};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use carom_plot::chart::Interval;
use nalgebra::{Matrix3, vector};

use super::situations::{Caption, drawn, restitutions};
use super::support::{
    IMPACTS, POISSON, ROUNDING, Random, breach, general_laws, in_paper, lone, planar, rod, shown, with,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Whether an impulse is one of the new law's with infinite friction in the plane.
fn is_covered(impact: &LoneImpact, p: &nalgebra::Vector3<f64>) -> bool {
    let e = -impact.velocity_after(p).z / impact.velocity().z;
    let kappa = p.x / impact.sticking_impulse().x;
    let within = |x: f64, most: f64| (-1e-9..=most + 1e-9).contains(&x);
    within(e, 1.0) && within(kappa, 2.0)
}

const ROUTHS: [Routh; 3] = [
    Routh { termination: Termination::Poisson },
    Routh { termination: Termination::Energetic },
    Routh { termination: Termination::Newton },
];

/// The rod of Fig. 4, which hardly approaches.
fn rough(e: f64, e_t: f64) -> Result<LoneImpact, Unmet> {
    lone(rod(std::f64::consts::FRAC_PI_6, false), vector![1.0, 0.0, -0.3], [f64::INFINITY, e, e_t])
}

pub fn infinite_friction() -> Result<Findings, Unmet> {
    let impact = rough(0.5, 0.5)?;
    let centre = in_paper(&impact.sticking_impulse());
    let findings = Findings::new()
        .claim(Claim::statement(
            "the centre C = P_II",
            "it lies below the tangential axis: a dead collision would have to pull",
            Check::once(
                centre[1] < 0.0,
                format!("P_II = ({:.4}, {:.4}) N s along 2 and 1", centre[0], centre[1]),
            ),
        ))
        .claim(not_dead()?)
        .claim(coverage_in_the_figure()?)
        .claim(coverage_in_general()?);
    let caption = Caption {
        title: "A collision with infinite friction",
        impact: "slender rod, 30° above the table, V_i = (−0.3, −1) m/s along 1 and 2, μ = ∞",
        text: "To compare: the friction lines are the tangential axis, C = P_II lies below it, and the permissible region is what \
               lies above. The curves of Routh's, Smith's and Whittaker's laws are one stretch of the axis, the lower edge of the new law's region.",
    };
    Ok(drawn(findings, &impact, &caption, |plot| {
        plot.across(Interval::Between(-0.3, 1.6)).upwards(Interval::Between(-0.9, 0.5))
    }))
}

fn not_dead() -> Result<Claim, Unmet> {
    let impact = rough(0.0, 0.0)?;
    let mut slowest = f64::INFINITY;
    for (_, law) in general_laws() {
        slowest = slowest.min(apply(law.as_ref(), &impact)?.velocity.norm());
    }
    let text =
        format!("six laws leave |V_f| of {slowest:.3} m/s at least, of {:.3} m/s", impact.velocity().norm());
    let statement = "it does not mean a dead collision";
    Ok(Claim::statement("e = 0 and μ = ∞", statement, Check::once(slowest > 0.1, text)))
}

fn coverage_in_the_figure() -> Result<Claim, Unmet> {
    let (mut cases, mut missed) = (0, 0);
    for e in restitutions() {
        let impact = rough(e, 0.0)?;
        let rouths = ROUTHS.iter().map(|law| law as &dyn ImpactLaw);
        for law in rouths.chain([&Whittaker as &dyn ImpactLaw, &Smith]) {
            cases += 1;
            missed += usize::from(!is_covered(&impact, &law.impulse(&impact)?));
        }
    }
    Ok(Claim::statement(
        "laws covered by the new one, in the case shown",
        "Routh's, Whittaker's and Smith's impulses lie in the shaded region",
        Check::counted(cases, missed, "e from 0 to 1, three terminations of Routh's law"),
    ))
}

/// Sliding end first, M⁻¹ = [[2, 1], [1, 1]] and V_i = (1, −1): Routh's impulse for e_k = 1 is P_II + 3 (−½, 1) = (−3.5, 6), which
/// leaves V_f = (0, 1.5) and nine tenths of the energy.
fn routh_beyond_one() -> Result<String, Unmet> {
    let impact = lone(planar(2.0, 1.0, 1.0), vector![1.0, 0.0, -1.0], [f64::INFINITY, 1.0, 0.0])?;
    let collision = apply(&POISSON, &impact)?;
    Ok(format!(
        "M⁻¹ = [[2, 1], [1, 1]] 1/kg, V_i = (1, −1) m/s: Routh's with e_k = 1 is {}, which has e = {:.2} and keeps {:.2} of the energy",
        shown(&collision.impulse),
        -collision.velocity.z / impact.velocity().z,
        1.0 - collision.energy_lost() / impact.contact_energy()
    ))
}

/// Of random impacts in the plane, those with a permissible impulse that the new law has not.
fn coverage_in_general() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(142);
    let (mut missed, mut cases) = ([0; 3], 0);
    for _ in 0..IMPACTS / 2 {
        let any = numbers.in_plane()?;
        let impact = with(&any, [f64::INFINITY, any.restitution(), 0.0])?;
        for (count, law) in missed.iter_mut().zip([&POISSON as &dyn ImpactLaw, &Whittaker, &Smith]) {
            let p = law.impulse(&impact)?;
            // What creates energy no law needs to cover.
            let counts = breach(&impact, &p) <= ROUNDING;
            cases += usize::from(counts);
            *count += usize::from(counts && !is_covered(&impact, &p));
        }
    }
    let [routh, whittaker, smith] = missed;
    let text = format!(
        "permissible impulses of random 2D impacts that it misses: Routh's {routh}, Whittaker's {whittaker}, Smith's {smith}; {}",
        routh_beyond_one()?
    );
    Ok(Claim::statement(
        "laws covered by the new one, μ = ∞ (sec. 5.2)",
        "for collisions with infinite friction the new law covers the other laws considered",
        Check::counted(cases, missed.iter().sum(), text),
    )
    .refuted(
        "It does in Fig. 7. With another skew M, Routh's kinetic e_k ≤ 1 can leave a kinematic e > 1, and sticking or reversing \
         slip can take κ below 0 or above 2, out of the range of the new law.",
    )
    .erratum(
        "Sec. 5.2: that the new law covers Routh's, Whittaker's and Smith's for infinite friction holds in Fig. 7, not in \
         general.",
    ))
}

/// A rod on a hinge, 60° from the wall, that turns at 2 rad/s; `epsilon` is 1 over the hinge's mass.
fn pendulum(epsilon: f64, e: f64, e_t: f64) -> Result<LoneImpact, Unmet> {
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let (q, r) = (vector![-sin, 0.0, cos], vector![cos, 0.0, sin]);
    let aside = if epsilon > 0.0 { 1.0 } else { 0.0 };
    let w = q * q.transpose() * 3.0
        + r * r.transpose() * epsilon
        + Matrix3::from_diagonal(&vector![0.0, aside, 0.0]);
    lone(w, q * -2.0, [2.0, e, e_t])
}

pub fn unbounded() -> Result<Findings, Unmet> {
    let hinge = pendulum(0.0, 0.6, 0.2)?;
    let is_strip = matches!(Landmarks::of(&hinge).energy_surface, EnergySurface::Cylinder { .. });
    let refused = Whittaker.impulse(&hinge);
    let findings = Findings::new()
        .claim(tends_to_the_hinge(&hinge)?)
        .claim(Claim::statement(
            "the energy ellipse at the hinge",
            "it becomes a pair of parallel lines",
            Check::once(is_strip, "M⁻¹ is zero along the rod"),
        ))
        .claim(rebound_at_the_hinge()?)
        .claim(Claim::statement(
            "Whittaker's law at the hinge, e > 0",
            "it does not respect the hinge",
            Check::once(refused.is_err(), refused.err().map_or_else(String::new, |error| error.to_string())),
        ));
    let caption = Caption {
        title: "A 2D pendulum strikes a wall",
        impact: "rod of 1 kg and 1 m, 60° from the wall, turns at 2 rad/s about a hinge of 10⁴ kg, μ = 2",
        text: "To compare with (b): of the ellipse two parallel lines are left, with C = P_II between them; the lines of sticking and of \
               maximum compression are one, along the rod; Routh's law runs up it from C. Whittaker's law is not shown, as in the paper.",
    };
    Ok(drawn(findings, &pendulum(1e-4, 0.6, 0.2)?, &caption, |plot| {
        plot.across(Interval::Between(-1.8, 2.4)).upwards(Interval::Between(-0.6, 3.2))
    }))
}

fn tends_to_the_hinge(hinge: &LoneImpact) -> Result<Claim, Unmet> {
    let limit = ChatterjeeRuina.impulse(hinge)?;
    let (mut apart, mut stretched) = (Vec::new(), Vec::new());
    for epsilon in [1e-2, 1e-4, 1e-6] {
        let heavy = pendulum(epsilon, 0.6, 0.2)?;
        apart.push((ChatterjeeRuina.impulse(&heavy)? - limit).norm() / epsilon);
        let longest = (2.0 * heavy.contact_energy() / epsilon).sqrt();
        stretched.push(format!("{longest:.0}"));
    }
    let lengths = stretched.join(", ");
    Ok(Claim::statement(
        "the new law as the hinge grows heavy",
        "it tends to that of the hinge",
        // Only P_I moves, as 4/3 (1 − ε), with the weight e − e_t = 0.4.
        Check::bounded("distance from the limit times the hinge's mass / N s kg", apart, 0.534),
    )
    .remark(&format!(
        "With 10², 10⁴ and 10⁶ kg the half axis of the ellipse along the rod is {lengths} N s."
    )))
}

/// The tip moves across the rod only: what the normal does, the tangent does.
fn rebound_at_the_hinge() -> Result<Claim, Unmet> {
    let mut errors = Vec::new();
    for e in [0.0, 0.3, 0.6, 1.0] {
        let hinge = pendulum(0.0, e, 0.2)?;
        let after = apply(&ChatterjeeRuina, &hinge)?;
        errors.push((after.velocity + hinge.velocity() * e).norm() / hinge.velocity().norm());
        errors.push((1.0 - after.energy_lost() / hinge.contact_energy() - e * e).abs());
    }
    Ok(Claim::statement(
        "the new law at the hinge (sec. 5.2)",
        "its predictions are reasonable with enough friction: here V_f = −e V_i, and a part e² of the energy is kept",
        Check::bounded("relative error of V_f and of the energy, e from 0 to 1", errors, ROUNDING),
    ))
}
