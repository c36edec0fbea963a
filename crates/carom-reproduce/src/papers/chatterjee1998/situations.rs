//! Figs. 4 and 5: a generic collision and one with diagonal M, under every law.

use carom::analysis::region::Landmarks;
use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use carom_plot::chart::{Chart, Plot};
use nalgebra::vector;

use super::drawing::{Plane, with_laws};
use super::support::{POISSON, ROUNDING, breach, disk, in_paper, lone, rod, with};
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

/// What the figure of an impact says of itself.
pub struct Caption<'a> {
    /// Its heading.
    pub title: &'a str,
    /// The impact in numbers.
    pub impact: &'a str,
    /// What to see in it.
    pub text: &'a str,
}

/// The figure of an impact with the laws of the paper's Figs. 4 to 8, added to what was found; `view` may choose what is shown.
pub fn drawn(
    findings: Findings,
    impact: &LoneImpact,
    caption: &Caption,
    view: impl FnOnce(Plot) -> Plot,
) -> Findings {
    let plot = with_laws(Plane::of(impact).plot(""), impact)
        .height(520.0)
        .letter([0.0, 0.0], "O")
        .letter(in_paper(&impact.sticking_impulse()), "C");
    findings.figure(Chart::new(caption.title, caption.impact).plot(view(plot)).draw(), caption.text)
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
    let caption = Caption {
        title: "A generic 2D collision",
        impact: "slender rod, 30° above the table, V_i = (−2, −1) m/s along 1 and 2, μ = 0.7",
        text: "To compare: the region of the new law between A and B and to their right; Routh's line from C, parallel to the left \
               friction line; Smith's curve; and Whittaker's line, that of sticking, which leaves the ellipse. A = P_I, B = 2P_I, \
               C = P_II.",
    };
    let claim = leaves_the_ellipse(&impact)?;
    Ok(drawn(findings.claim(claim), &impact, &caption, |plot| with_plastic(plot, &impact)))
}

/// Marks A and B of Fig. 1.
fn with_plastic(plot: Plot, impact: &LoneImpact) -> Plot {
    let plastic = impact.plastic_impulse();
    plot.letter(in_paper(&plastic), "A").letter(in_paper(&(2.0 * plastic)), "B")
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
    let caption = Caption {
        title: "A collision with diagonal M",
        impact: "uniform disk of 1 kg, V_i = (−1, −1) m/s along 1 and 2, μ = 0.5",
        text: "To compare: the ellipse stands upright, the lines of maximum compression and of sticking are parallel to the axes, \
               Routh's and Whittaker's lines coincide on the latter, and the new law's region is a rectangle, cut by the right \
               friction line. A = P_I, B = 2P_I, C = P_II.",
    };
    Ok(drawn(findings, &impact, &caption, |plot| with_plastic(plot, &impact)))
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
