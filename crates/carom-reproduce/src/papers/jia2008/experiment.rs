//! The ping-pong balls of Fig. 5.

use carom_plot::chart::{Chart, Interval, Plot};

use super::balls::{Balls, velocities};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Mass as printed, in kilograms.
const PRINTED_MASS: f64 = 0.00023;

fn balls(mass: f64, ratio: f64, velocity: f64) -> Balls {
    Balls { mass: [mass; 2], restitution: [0.807_755, 0.846_529], stiffness: [1.0, ratio], velocity }
}

pub fn ping_pong() -> Result<Findings, Unmet> {
    let at = |mass: f64, ratio: f64, velocity: f64| -> Result<[f64; 2], Unmet> {
        Ok(velocities(&balls(mass, ratio, velocity).impact()?.solve()?))
    };
    let unit = at(PRINTED_MASS, 10.0, -1.0)?;
    let heavier = at(10.0 * PRINTED_MASS, 10.0, -1.0)?;
    let change = [0, 1].map(|i: usize| (unit[i] - heavier[i]).abs());
    let mut off = Vec::new();
    let mut lines = [Vec::new(), Vec::new()];
    for step in 0..=20 {
        let speed = 2.0 + 0.1 * f64::from(step);
        let found = at(PRINTED_MASS, 10.0, -speed)?;
        for i in 0..2 {
            off.push((found[i] - unit[i] * speed).abs());
            lines[i].push([speed, found[i]]);
        }
    }
    let mut table = Table::new(
        "Slopes of the two lines for other guesses of the stiffness ratio",
        &["k₂/k₁", "v₁/|v₀|", "v₂/|v₀|"],
    );
    for ratio in [1.0, 2.25, 5.0, 10.0, 20.0, 50.0] {
        let [v1, v2] = at(PRINTED_MASS, ratio, -1.0)?;
        table = table.row([format!("{ratio}"), format!("{v1:.6}"), format!("{v2:.6}")]);
    }
    let [one, two] = lines;
    let plot = Plot::new("−v₀ / m/s", "velocity after the impact / m/s")
        .across(Interval::Between(1.8, 4.2))
        .upwards(Interval::WithZero)
        .height(320.0)
        .line("v₁ (upper ball)", one)
        .line("v₂ (lower ball)", two);
    let picture =
        Chart::new("Fig. 5: two ping-pong balls on plexiglass", "e₁ = 0.807755, e₂ = 0.846529, k₂/k₁ = 10");
    Ok(Findings::new()
        .claim(Claim::statement(
            "shape of the predictions",
            "v₁ and v₂ are straight lines over v₀ from −2 to −4 m/s.",
            Check::bounded("distance from a line through the origin, in m/s", off, 1e-12),
        ))
        .claim(Claim::statement(
            "order of the predictions",
            "The upper ball is the faster one, and both go up.",
            Check::once(unit[0] > unit[1] && unit[1] > 0.0, format!("slopes {:.6} and {:.6}", unit[0], unit[1])),
        ))
        .claim(
            Claim::own_check(
                "the mass of a ball",
                "The predictions do not depend on it: only the ratio of the masses enters.",
                Check::bounded("change of a slope with ten times the mass", change, 1e-12),
            )
            .remark("The printed 0.00023 kg is a tenth of a ping-pong ball (2.3 to 2.7 g); it does no harm for that reason."),
        )
        .figure(picture.plot(plot).draw(), "Fig. 5: the two lines. The ten pairs of dots of the paper have no printed numbers.")
        .table(table))
}
