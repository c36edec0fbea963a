//! What the scatter of the measured restitutions does to the predictions of Fig. 14.
//!
//! The velocities jump near the guess k₂/k₁ = 2.25, so derivatives with respect to e₁ and e₂ do not tell how uncertain they are.
//! Both restitutions are drawn from normal distributions instead, and the intervals are those that hold the middle 68 % of what comes
//! out. The printed deviation σ is that of a single drop; the mean of n drops has σ/√n.

use carom_reference::scenes::SplitMix;

use super::ping_pong::{DEVIATIONS, GUESSES, MEASURED, MENDED, ROOTS, slopes};
use crate::findings::Table;
use crate::item::Unmet;

/// Impacts drawn for each interval: its ends are then known to a twentieth of its length.
const DRAWS: usize = 300;
/// Part of a normal distribution that lies below one standard deviation under its mean.
const TAIL: f64 = 0.158_655;

pub fn table() -> Result<Table, Unmet> {
    let mut table = Table::new(
        "Velocities per unit of −v₀, and the middle 68 % of 300 predictions with e₁ and e₂ drawn at random: with the printed standard \
         deviations (of a drop), and with those of the means of 11 and 16 drops",
        &["k₂/k₁", "e₁", "v₁", "of a drop", "of the means", "v₂", "of a drop", "of the means"],
    );
    for restitution in [ROOTS, MENDED] {
        for ratio in GUESSES {
            let velocity = slopes(ratio, restitution)?;
            // Twice the deviation in e₁ if it is 2√(h₄/h₃) − 1.
            let of_first = if restitution == ROOTS { DEVIATIONS[0] } else { 2.0 * DEVIATIONS[0] };
            let single = [of_first, DEVIATIONS[1]];
            let mean = [0, 1].map(|i: usize| single[i] / MEASURED[i].sqrt());
            let (drops, means) = (interval(ratio, restitution, single)?, interval(ratio, restitution, mean)?);
            let mut row = vec![ratio.to_string(), format!("{:.6}", restitution[0])];
            for ball in 0..2 {
                row.extend([format!("{:.9}", velocity[ball]), drops[ball].clone(), means[ball].clone()]);
            }
            table = table.row(row);
        }
    }
    Ok(table)
}

/// The middle part of v₁ and of v₂, in words.
fn interval(ratio: f64, restitution: [f64; 2], deviations: [f64; 2]) -> Result<[String; 2], Unmet> {
    let mut random = SplitMix(14);
    let mut velocities: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..DRAWS {
        let normal = [gauss(&mut random), gauss(&mut random)];
        let drawn = [0, 1].map(|i: usize| (restitution[i] + deviations[i] * normal[i]).clamp(0.0, 1.0));
        let found = slopes(ratio, drawn)?;
        (0..2).for_each(|ball| velocities[ball].push(found[ball]));
    }
    Ok(velocities.map(|mut found| {
        found.sort_by(f64::total_cmp);
        let at = |part: f64| found[((DRAWS - 1) as f64 * part).round() as usize];
        format!("{:.3} to {:.3}", at(TAIL), at(1.0 - TAIL))
    }))
}

/// A normally distributed number, by Box and Muller's transform.
fn gauss(random: &mut SplitMix) -> f64 {
    let (radius, turn) = (random.between(f64::MIN_POSITIVE, 1.0), random.between(0.0, std::f64::consts::TAU));
    (-2.0 * radius.ln()).sqrt() * turn.cos()
}
