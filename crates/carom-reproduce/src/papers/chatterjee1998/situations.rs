//! Figs. 4 to 8: collisions of special kinds under every law.

use carom::comparison::Comparison;
use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::region::{EnergySurface, Landmarks};
use carom::laws::routh::{Routh, Termination};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use carom_plot::draw_impulse_space;
use nalgebra::{Matrix3, vector};

use super::routh::grazing_rod;
use super::support::{
    IMPACTS, POISSON, ROUNDING, Random, breach, disk, general_laws, in_paper, lone, rod, with,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// e from 0 to 1.
fn restitutions() -> impl Iterator<Item = f64> {
    (0..=50).map(|i| f64::from(i) / 50.0)
}

/// e from 0 to 1 and e_t from −1 to 1.
fn both_restitutions() -> impl Iterator<Item = (f64, f64)> {
    restitutions().flat_map(|e| (0..=20).map(move |j| (e, f64::from(j) / 10.0 - 1.0)))
}

/// The figure of an impact, added to what was found.
fn drawn(findings: Findings, title: &str, impact: &LoneImpact, caption: &str) -> Result<Findings, Unmet> {
    let comparison = Comparison::of_lone_impact(impact, None);
    Ok(findings.figure(draw_impulse_space(title, &comparison)?, caption))
}

/// Breaches of what a law reaches.
fn reach_breaches(law: &dyn ImpactLaw, impact: &LoneImpact) -> Result<Vec<f64>, Unmet> {
    let at = |(e, e_t): (f64, f64)| -> Result<f64, Unmet> {
        let given = with(impact, [impact.friction(), e, e_t])?;
        Ok(breach(&given, &law.impulse(&given)?))
    };
    both_restitutions().map(at).collect()
}

pub fn generic() -> Result<Findings, Unmet> {
    let impact = lone(rod(std::f64::consts::FRAC_PI_6, false), vector![1.0, 0.0, -2.0], [0.7, 1.0, 0.3])?;
    let mut findings = Findings::new();
    for (name, law) in
        [("Routh's", &POISSON as &dyn ImpactLaw), ("Smith's", &Smith), ("the new", &ChatterjeeRuina)]
    {
        findings = findings.claim(Claim::statement(
            &format!("reach of {name} law"),
            "it is permissible",
            Check::bounded("breach of a condition, relative", reach_breaches(law, &impact)?, ROUNDING),
        ));
    }
    let whittaker = apply(&Whittaker, &impact)?;
    let first = restitutions().find(|&e| {
        let given = with(&impact, [0.7, e, 0.0]);
        given.is_ok_and(|given| apply(&Whittaker, &given).is_ok_and(|c| c.energy_lost() < -ROUNDING))
    });
    let findings = findings.claim(Claim::statement(
        "Whittaker's law, e = 1",
        "where the line of sticking meets the line of e = 1 lies outside the initial energy ellipse",
        Check::once(
            whittaker.energy_lost() < 0.0 && whittaker.velocity.x.abs() <= ROUNDING,
            format!(
                "it sticks and creates {:.4} J of {:.4} J; it creates some from e = {:.2} on",
                -whittaker.energy_lost(),
                impact.contact_energy(),
                first.unwrap_or(f64::NAN)
            ),
        ),
    ));
    let caption = "A rod 30° above the table with V_i = (−2, −1) m/s and μ = 0.7. The marks are for e = 1 and e_t = 0.3.";
    drawn(findings, "A generic 2D collision", &impact, caption)
}

pub fn diagonal() -> Result<Findings, Unmet> {
    let impact = lone(disk(), vector![1.0, 0.0, -1.0], [0.5, 0.8, 0.5])?;
    let landmarks = Landmarks::of(&impact);
    let plane = landmarks.maximum_compression.normal;
    let (mut same, mut bilinear) = (Vec::new(), Vec::new());
    for (e, e_t) in both_restitutions() {
        let given = with(&impact, [0.5, e, e_t])?;
        same.push((POISSON.impulse(&given)? - Whittaker.impulse(&given)?).norm());
        bilinear.push((Bilinear.impulse(&given)? - ChatterjeeRuina.impulse(&given)?).norm());
    }
    let findings = Findings::new()
        .claim(Claim::number(
            "slope of the line of maximum compression, P₁ over P₂",
            "0.000",
            plane.x / plane.z,
        ))
        .claim(Claim::number(
            "slope of the line of sticking, P₂ over P₁",
            "0.000",
            impact.inverse_mass().m13 / impact.inverse_mass().m11,
        ))
        .claim(Claim::statement(
            "reach of Routh's and Whittaker's laws",
            "it is the same",
            Check::bounded("difference of P / N s", same, ROUNDING),
        ))
        .claim(Claim::statement(
            "shaded region",
            "it is that of the bilinear law and of the new law",
            Check::bounded("difference of P / N s", bilinear, ROUNDING),
        ));
    let caption = "A disk of 1 kg with V_i = (−1, −1) m/s, μ = 0.5; marks for e = 0.8 and e_t = 0.5.";
    drawn(findings, "A collision with diagonal M", &impact, caption)
}

pub fn grazing() -> Result<Findings, Unmet> {
    let (mut on_line, mut covered) = (Vec::new(), Vec::new());
    for (e, e_t) in both_restitutions() {
        let impact = grazing_rod(e, e_t)?;
        let sticking = impact.sticking_impulse();
        on_line.push((ChatterjeeRuina.impulse(&impact)? - sticking * (1.0 + e_t)).norm());
        for law in [&Whittaker as &dyn ImpactLaw, &Smith] {
            let p = law.impulse(&impact)?;
            let part = p.dot(&sticking) / sticking.norm_squared();
            covered.push((p - sticking * part).norm().max(-part).max(part - 2.0));
        }
    }
    let reversed = apply(&ChatterjeeRuina, &grazing_rod(0.8, 1.0)?)?.velocity;
    let findings = Findings::new()
        .claim(Claim::statement(
            "the new law's thick line",
            "it is (1 + e_t) P_II, whatever e: from O over P_II to 2P_II",
            Check::bounded("distance / N s", on_line, ROUNDING),
        ))
        .claim(Claim::numbers(
            "V_f of the new law with e_t = 1, along 1 and against the sliding / m/s",
            "0.000 1.000",
            &[reversed.z, -reversed.x],
        ))
        .claim(Claim::statement(
            "Whittaker's and Smith's impulses in the plane",
            "they lie on that line",
            Check::bounded("distance from the line / N s", covered, ROUNDING),
        ))
        .claim(least_friction()?)
        .claim(coverage_in_space()?);
    let impact = grazing_rod(0.8, 0.5)?.with_velocity(vector![1.0, 0.0, -1e-9]);
    let caption = "A steep rod slides with its end first, V_i = (0, −1) m/s and μ = 2: Routh's law rebounds off the line of \
                   maximum compression, the new law runs along it.";
    drawn(findings, "A tangential or grazing collision", &impact, caption)
}

/// In the plane P_II lies in the cone if μ ≥ Wₙₙ/b = 1.6/1.2.
fn least_friction() -> Result<Claim, Unmet> {
    let (mut failures, mut cases) = (0, 0);
    for (friction, collides) in [(1.0, false), (1.33, false), (1.34, true), (2.0, true)] {
        let impact = with(&grazing_rod(0.8, 0.0)?, [friction, 0.8, 0.0])?;
        for (_, law) in general_laws() {
            cases += 1;
            failures += usize::from((law.impulse(&impact)?.z > ROUNDING) != collides);
        }
    }
    Ok(Claim::statement(
        "whether there is a collision at all",
        "with a suitable slope of the line of maximum compression there is, if friction is large enough",
        Check::counted(
            cases,
            failures,
            "six laws: none for μ = 1 and 1.33, all for μ = 1.34 and 2; the slope is 4/3",
        ),
    ))
}

fn coverage_in_space() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(141);
    let (mut cases, mut off, mut widest) = (0, 0, 0.0_f64);
    while cases < 500 {
        let (w, friction) = (numbers.matrix(), numbers.between(0.5, 5.0));
        let impact = lone(w, vector![1.0, 0.0, 0.0], [friction, 0.5, 0.0])?;
        let sticking = impact.sticking_impulse();
        let p = Smith.impulse(&impact)?;
        if sticking.xy().norm() > friction * sticking.z || p.norm() == 0.0 {
            continue;
        }
        cases += 1;
        let sine = p.cross(&sticking).norm() / (p.norm() * sticking.norm());
        off += usize::from(sine > 1e-6);
        widest = widest.max(sine);
    }
    Ok(Claim::statement(
        "grazing incidence in 3D (sec. 5.2)",
        "the new law's line includes what the other 3D algebraic laws but Routh's reach",
        Check::counted(cases, off, format!("Smith's impulse lies off it by up to {:.0}°", widest.asin().to_degrees())),
    )
    .refuted("Smith's impulse turns out of the plane of n and P_II; in the plane of a 2D collision there is nowhere to turn.")
    .erratum("Sec. 5.2: in 3D the new law's line at grazing incidence does not include Smith's impulses."))
}

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
    let caption = "A flat rod on a table on which nothing slips, V_i = (−0.3, −1) m/s: the permissible region is what lies \
                   above the tangential axis.";
    drawn(findings, "A collision with infinite friction", &impact, caption)
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

fn coverage_in_general() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(142);
    let mut missed = [0; 3];
    for _ in 0..IMPACTS / 2 {
        let any = numbers.in_plane()?;
        let impact = with(&any, [f64::INFINITY, any.restitution(), 0.0])?;
        for (count, law) in missed.iter_mut().zip([&POISSON as &dyn ImpactLaw, &Whittaker, &Smith]) {
            *count += usize::from(!is_covered(&impact, &law.impulse(&impact)?));
        }
    }
    let [routh, whittaker, smith] = missed;
    Ok(Claim::statement(
        "laws covered by the new one, μ = ∞ (sec. 5.2)",
        "for collisions with infinite friction the new law covers the other laws considered",
        Check::counted(
            3 * (IMPACTS / 2),
            routh + whittaker + smith,
            format!("random 2D impacts: it misses Routh's impulse in {routh}, Whittaker's in {whittaker}, Smith's in {smith}"),
        ),
    )
    .refuted("With skew M, Routh's kinetic e_k ≤ 1 can leave a kinematic e > 1, and sticking or reversing slip can take κ below 0 or above 2.")
    .erratum("Sec. 5.2: that the new law covers Routh's, Whittaker's and Smith's for infinite friction holds in Fig. 7, not in general."))
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
        .claims(rebound_at_the_hinge(&hinge)?)
        .claim(Claim::statement(
            "Whittaker's law at the hinge, e > 0",
            "it does not respect the hinge",
            Check::once(refused.is_err(), refused.err().map_or_else(String::new, |error| error.to_string())),
        ));
    let caption = "A rod of 1 m on a hinge strikes a wall, 60° from it, μ = 2; marks for e = 0.6 and e_t = 0.2. Whittaker's \
                   law has no impulse to show.";
    drawn(findings, "A 2D pendulum strikes a wall", &hinge, caption)
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

fn rebound_at_the_hinge(hinge: &LoneImpact) -> Result<[Claim; 2], Unmet> {
    let after = apply(&ChatterjeeRuina, hinge)?;
    let before = hinge.velocity();
    let kept = 1.0 - after.energy_lost() / hinge.contact_energy();
    Ok([
        Claim::numbers(
            "V_fn/V_in and V_ft/V_it of the new law, e = 0.6",
            "-0.600 -0.600",
            &[after.velocity.z / before.z, after.velocity.x / before.x],
        )
        .remark("The tip moves across the rod only: what the normal does, the tangent does."),
        Claim::statement(
            "energy of the new law at the hinge",
            "the prediction is reasonable: a part e² of the energy is kept",
            Check::bounded("|energy after over before − 0.36|", [(kept - 0.36).abs()], ROUNDING),
        ),
    ])
}
