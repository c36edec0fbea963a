//! Fig. 6: a tangential or grazing collision under every law.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, apply};
use carom_plot::chart::Interval;
use nalgebra::vector;

use super::routh::grazing_rod;
use super::situations::{Caption, both_restitutions, drawn, restitutions};
use super::support::{ROUNDING, Random, general_laws, in_paper, lone, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn figure_6() -> Result<Findings, Unmet> {
    let findings = Findings::new()
        .claims(line_of_the_new_law()?)
        .claim(on_that_line()?)
        .claim(least_friction()?)
        .claim(coverage_in_space()?);
    let impact = grazing_rod(0.8, 0.0)?.with_velocity(vector![1.0, 0.0, -1e-9]);
    let caption = Caption {
        title: "A tangential or grazing collision",
        impact: "M⁻¹ = [[3.4, 1.2], [1.2, 1.6]] 1/kg, a steep rod that slides with its end first, V_i = (0, −1) m/s along 1 and 2, μ = 2",
        text: "To compare: the ellipse touches the normal axis at O; Routh's line leaves that of maximum compression at C = P_II, \
               along the line of sticking; the new law runs along that of maximum compression from O to 2P_II, and with one impulse \
               each Whittaker's law (at C) and Smith's (between) lie on it.",
    };
    let reversed = in_paper(&(2.0 * impact.sticking_impulse()));
    let smith = in_paper(&Smith.impulse(&impact)?);
    Ok(drawn(findings, &impact, &caption, |plot| {
        let plot = plot.across(Interval::Between(-0.5, 1.2)).upwards(Interval::Between(-0.4, 1.0));
        plot.letter(reversed, "2P_II").letter(smith, "Smith")
    }))
}

fn line_of_the_new_law() -> Result<[Claim; 2], Unmet> {
    let mut on_line = Vec::new();
    for (e, e_t) in both_restitutions() {
        let impact = grazing_rod(e, e_t)?;
        on_line.push((ChatterjeeRuina.impulse(&impact)? - impact.sticking_impulse() * (1.0 + e_t)).norm());
    }
    let reversed = apply(&ChatterjeeRuina, &grazing_rod(0.8, 1.0)?)?.velocity;
    Ok([
        Claim::statement(
            "the new law's thick line",
            "it is (1 + e_t) P_II, whatever e: from O over P_II to 2P_II",
            Check::bounded("distance / N s", on_line, ROUNDING),
        ),
        Claim::statement(
            "V_f of the new law",
            "there can be a tangential rebound, but no normal one",
            Check::once(
                reversed.z.abs() <= ROUNDING && (reversed.x + 1.0).abs() <= ROUNDING,
                format!(
                    "e = 0.8, e_t = 1: ({:.4}, {:.4}) m/s along 1 and 2, after (0, −1)",
                    reversed.z + 0.0,
                    -reversed.x
                ),
            ),
        ),
    ])
}

fn on_that_line() -> Result<Claim, Unmet> {
    let mut covered = Vec::new();
    for e in restitutions() {
        let impact = grazing_rod(e, 0.0)?;
        let sticking = impact.sticking_impulse();
        for law in [&Whittaker as &dyn ImpactLaw, &Smith] {
            let p = law.impulse(&impact)?;
            let part = p.dot(&sticking) / sticking.norm_squared();
            covered.push((p - sticking * part).norm().max(-part).max(part - 2.0));
        }
    }
    Ok(Claim::statement(
        "Whittaker's and Smith's impulses in the plane",
        "they lie on that line",
        Check::bounded("distance from the line / N s", covered, ROUNDING),
    ))
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

/// The sines of the angles by which Smith's impulses lie off P_II, for grazing impacts in space that P_II answers.
fn sines_off_the_line() -> Result<Vec<f64>, Unmet> {
    let mut numbers = Random::new(141);
    let mut sines = Vec::new();
    while sines.len() < 500 {
        let (w, friction) = (numbers.matrix(), numbers.between(0.5, 5.0));
        let impact = lone(w, vector![1.0, 0.0, 0.0], [friction, 0.5, 0.0])?;
        let (p, sticking) = (Smith.impulse(&impact)?, impact.sticking_impulse());
        if sticking.xy().norm() <= friction * sticking.z && p.norm() > 0.0 {
            sines.push(p.cross(&sticking).norm() / (p.norm() * sticking.norm()));
        }
    }
    Ok(sines)
}

fn coverage_in_space() -> Result<Claim, Unmet> {
    let sines = sines_off_the_line()?;
    let off = sines.iter().filter(|&&sine| sine > 1e-6).count();
    let widest = sines.iter().copied().fold(0.0, f64::max);
    let two_steps = apply(&PfeifferGlocker::default(), &grazing_rod(0.8, 0.0)?)?.velocity.z;
    Ok(Claim::statement(
        "grazing incidence in 3D (sec. 5.2)",
        "the new law's line includes what the other 3D algebraic laws but Routh's reach",
        Check::counted(
            sines.len(),
            off,
            format!(
                "Smith's impulse in space lies off it by up to {:.0}°; that of Anitescu and Potra for the rod of Fig. 6, e_k = 0.8, \
                 parts at {two_steps:.4} m/s, while the line is that of no normal velocity",
                widest.asin().to_degrees()
            ),
        ),
    )
    .refuted(
        "In space Smith's impulse turns out of the plane of n and P_II; and the law of Anitescu and Potra (sec. 4.2.4) rebounds \
         along the normal even in the plane of Fig. 6. Of Whittaker's law, and of Smith's in the plane, it is true.",
    )
    .erratum(
        "Sec. 5.2: the new law's line at grazing incidence does not include Smith's impulses in 3D, nor those of Anitescu \
         and Potra.",
    ))
}
