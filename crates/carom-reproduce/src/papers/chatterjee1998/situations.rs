//! Figs. 4 and 5: a generic collision and one with diagonal M, under every law.

use carom::comparison::Comparison;
use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::region::Landmarks;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use carom_plot::draw_impulse_space;
use nalgebra::vector;

use super::support::{POISSON, ROUNDING, breach, disk, lone, rod, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// e from 0 to 1.
pub fn restitutions() -> impl Iterator<Item = f64> {
    (0..=50).map(|i| f64::from(i) / 50.0)
}

/// e from 0 to 1 and e_t from −1 to 1.
pub fn both_restitutions() -> impl Iterator<Item = (f64, f64)> {
    restitutions().flat_map(|e| (0..=20).map(move |j| (e, f64::from(j) / 10.0 - 1.0)))
}

/// The figure of an impact, added to what was found.
pub fn drawn(findings: Findings, title: &str, impact: &LoneImpact, caption: &str) -> Result<Findings, Unmet> {
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
    let caption = "A rod 30° above the table with V_i = (−2, −1) m/s and μ = 0.7. The marks are for e = 1 and e_t = 0.3. To \
                   compare: the shaded parallelogram of the new law, Routh's kinked line, Smith's curve, and Whittaker's line of \
                   sticking, which leaves the ellipse.";
    drawn(findings.claim(leaves_the_ellipse(&impact)?), "A generic 2D collision", &impact, caption)
}

fn leaves_the_ellipse(impact: &LoneImpact) -> Result<Claim, Unmet> {
    let whittaker = apply(&Whittaker, impact)?;
    let creates = |e: f64| {
        let given = with(impact, [impact.friction(), e, 0.0]);
        given.is_ok_and(|given| apply(&Whittaker, &given).is_ok_and(|c| c.energy_lost() < -ROUNDING))
    };
    let first = restitutions().find(|&e| creates(e)).ok_or("it creates energy with e = 1")?;
    Ok(Claim::statement(
        "Whittaker's law, e = 1",
        "where the line of sticking meets the line of e = 1 lies outside the initial energy ellipse",
        Check::once(
            whittaker.energy_lost() < 0.0 && whittaker.velocity.x.abs() <= ROUNDING,
            format!(
                "it sticks and creates {:.4} J of {:.4} J; it creates some from e = {first:.2} on",
                -whittaker.energy_lost(),
                impact.contact_energy()
            ),
        ),
    ))
}

pub fn diagonal() -> Result<Findings, Unmet> {
    let impact = lone(disk(), vector![1.0, 0.0, -1.0], [0.5, 0.8, 0.5])?;
    let (mut same, mut bilinear) = (Vec::new(), Vec::new());
    for (e, e_t) in both_restitutions() {
        let given = with(&impact, [0.5, e, e_t])?;
        same.push((POISSON.impulse(&given)? - Whittaker.impulse(&given)?).norm());
        bilinear.push((Bilinear.impulse(&given)? - ChatterjeeRuina.impulse(&given)?).norm());
    }
    let findings = Findings::new()
        .claim(aligned_lines(&impact))
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
    let caption = "A disk of 1 kg with V_i = (−1, −1) m/s, μ = 0.5; marks for e = 0.8 and e_t = 0.5. To compare: the ellipse stands \
                   upright, the lines of maximum compression and of sticking are parallel to the axes, and Routh's and Whittaker's \
                   lines coincide.";
    drawn(findings, "A collision with diagonal M", &impact, caption)
}

/// Impulses on the two lines, a way along the axes from P_II, leave no normal and no tangential velocity.
fn aligned_lines(impact: &LoneImpact) -> Claim {
    let centre = impact.sticking_impulse();
    let across = impact.velocity_after(&(centre + vector![0.7, 0.0, 0.0])).z;
    let up = impact.velocity_after(&(centre + vector![0.0, 0.0, 0.7])).x;
    let plane = Landmarks::of(impact).maximum_compression.normal;
    Claim::statement(
        "lines of maximum compression and of sticking",
        "they are aligned with the coordinate axes",
        Check::bounded(
            "V_fn on the one, V_ft on the other / m/s, and slope of the first",
            [across.abs(), up.abs(), (plane.x / plane.z).abs()],
            ROUNDING,
        ),
    )
}
