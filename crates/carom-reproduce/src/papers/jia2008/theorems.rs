//! The four theorems on the two balls, on random impacts.

use carom::analysis::impulse_plane::strain_energy_bound;
use carom::{Ending, EventKind};

use super::balls::{Balls, velocities};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

const CASES: usize = 400;
/// Rounding of a few hundred series in a row, relative to the speed or the energy at the start.
const ROUNDING: f64 = 1e-10;

const VARIED: &str = "Varied: mass ratio 0.1 to 10, stiffness ratio 0.01 to 100, e₁ and e₂ from 0 to 1, v₀ from −0.5 to −5 m/s.";

pub fn ratio_only() -> Result<Findings, Unmet> {
    let mut random = SplitMix(1);
    let mut off = Vec::new();
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.0);
        let factor = random.scale(1e-3, 1e3);
        let harder = Balls { stiffness: balls.stiffness.map(|k| k * factor), ..balls };
        off.push(distance(&balls, &harder, 1.0)?);
    }
    Ok(Findings::new().claim(
        Claim::statement(
            "outcome with both stiffnesses scaled",
            "The outcome depends on k₁/k₂ and not on k₁ and k₂ themselves.",
            Check::bounded("change of a velocity over |v₀|", off, ROUNDING),
        )
        .remark(&format!("{VARIED} Factor from 0.001 to 1000.")),
    ))
}

pub fn scaling() -> Result<Findings, Unmet> {
    let mut random = SplitMix(4);
    let (mut off, mut along) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.0);
        let factor = random.scale(0.1, 10.0);
        let faster = Balls { velocity: balls.velocity * factor, ..balls };
        off.push(distance(&balls, &faster, factor)?);
        along.push(unscaled(&balls, &faster, factor)?);
    }
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "v₁/v₀ and v₂/v₀ at another speed",
                "Both ratios depend on masses, restitution and the stiffness ratio only.",
                Check::bounded("change of a ratio", off, ROUNDING),
            )
            .remark(&format!("{VARIED} The second speed is 0.1 to 10 times the first.")),
        )
        .claim(Claim::statement(
            "impulses and strain energies at another speed",
            "Throughout the collision I₁ and I₂ scale with the speed, E₁ and E₂ with its square.",
            Check::bounded("difference over m₁|v₀| and over the energy at the start", along, ROUNDING),
        )))
}

/// Largest difference of impulses and strain energies along two impacts, those of `other` divided by `factor` and its square.
fn unscaled(balls: &Balls, other: &Balls, factor: f64) -> Result<f64, Unmet> {
    let (outcome, one) = balls.impact()?.trace()?;
    let (_, two) = other.impact()?.trace()?;
    let instants = [0.15, 0.35, 0.55, 0.75, 0.95].map(|part| part * one.duration());
    let mut worst: f64 = 0.0;
    for (a, b) in one.sample(&instants).iter().zip(two.sample(&instants)) {
        for i in 0..2 {
            let impulse = (b.impulse[i] / factor - a.impulse[i]) / (balls.mass[0] * balls.velocity);
            let energy = (b.energy[i] / (factor * factor) - a.energy[i]) / outcome.energy.before;
            worst = worst.max(impulse.abs()).max(energy.abs());
        }
    }
    Ok(worst)
}

/// Largest difference of the velocities over the speed, those of `other` divided by `factor`.
fn distance(balls: &Balls, other: &Balls, factor: f64) -> Result<f64, Unmet> {
    let one = velocities(&balls.impact()?.solve()?);
    let two = velocities(&other.impact()?.solve()?);
    let off = |i: usize| ((two[i] / factor - one[i]) / balls.velocity).abs();
    Ok(off(0).max(off(1)))
}

pub fn bound() -> Result<Findings, Unmet> {
    let mut random = SplitMix(2);
    let (mut above, mut below, mut back, mut gap) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.0);
        let impact = balls.impact()?;
        let (outcome, trace) = impact.trace()?;
        let start = outcome.energy.before;
        let snapshots = trace.sample(&trace.instants(60));
        for snapshot in &snapshots {
            let stored: f64 = snapshot.energy.iter().sum();
            let most = strain_energy_bound(impact.contact_problem(), &snapshot.impulse);
            above.push((stored - most) / start);
            below.push(snapshot.energy.iter().map(|e| -e / start).fold(f64::NEG_INFINITY, f64::max));
        }
        let falls = |pair: &[carom::Snapshot]| {
            (0..2).map(|i| pair[0].impulse[i] - pair[1].impulse[i]).fold(f64::NEG_INFINITY, f64::max)
        };
        back.extend(snapshots.windows(2).map(|pair| falls(pair) / balls.velocity.abs()));
        gap.push((outcome.energy.before - outcome.energy.after) / start);
    }
    let smallest = gap.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "E₁ + E₂ against ineq. (14)",
                "E₁ + E₂ never exceeds the kinetic energy that the impulses have taken.",
                Check::bounded("excess over the energy at the start", above, ROUNDING),
            )
            .remark(VARIED),
        )
        .claim(Claim::statement(
            "sign of E₁ and E₂",
            "Neither strain energy is negative.",
            Check::bounded("−E over the energy at the start", below, ROUNDING),
        ))
        .claim(Claim::statement(
            "the impulse curve is monotone",
            "I₁ and I₂ never decrease.",
            Check::bounded("decrease over m₁|v₀|", back, ROUNDING),
        ))
        .claim(Claim::statement(
            "the end of the curve (footnote 4)",
            "Unless e₁ = e₂ = 1 the curve ends inside the ellipse.",
            Check::counted(
                CASES,
                gap.iter().filter(|&&lost| lost <= 0.0).count(),
                format!("smallest part of the energy lost: {smallest:.1e}"),
            ),
        ))
        .claim(elastic_ends_on_the_ellipse()?))
}

fn elastic_ends_on_the_ellipse() -> Result<Claim, Unmet> {
    let mut random = SplitMix(3);
    let mut off = Vec::new();
    for _ in 0..CASES / 2 {
        let balls = Balls { restitution: [1.0, 1.0], ..Balls::random(&mut random, 0.0) };
        let energy = balls.impact()?.solve()?.energy;
        off.push(((energy.before - energy.after) / energy.before).abs());
    }
    Ok(Claim::statement(
        "the end of the curve with e₁ = e₂ = 1 (footnote 4)",
        "Then it ends on the ellipse.",
        Check::bounded("part of the energy lost", off, ROUNDING),
    ))
}

pub fn ending() -> Result<Findings, Unmet> {
    let mut random = SplitMix(5);
    let (mut finite, mut infinite, mut failures, mut equal) = (0, 0, 0, 0);
    let mut worst = f64::NEG_INFINITY;
    for case in 0..2 * CASES {
        let mut balls = Balls::random(&mut random, 0.0);
        if case % 4 == 0 {
            balls.restitution[case / 4 % 2] = 0.0;
        }
        let (outcome, trace) = balls.impact()?.trace()?;
        let closed = trace.events().iter().any(|event| event.kind == EventKind::ContactCloses);
        let converged = closed || matches!(outcome.ending, Ending::Converged { .. });
        if converged {
            infinite += 1
        } else {
            finite += 1
        }
        let [v1, v2] = velocities(&outcome).map(|v| v / balls.velocity.abs());
        let apart = (v2 - v1).max(-v2);
        worst = worst.max(apart);
        equal += usize::from(converged && ((v1 - v2).abs() < ROUNDING || v2.abs() < ROUNDING));
        failures += usize::from(apart > ROUNDING || apart.is_nan());
    }
    let cases = finite + infinite;
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "velocities at the end",
                "Every collision ends or converges with v₁ ≥ v₂ ≥ 0.",
                Check::counted(cases, failures, format!("largest of v₂ − v₁ and −v₂ over |v₀|: {worst:.1e}")),
            )
            .remark(&format!("{VARIED} A quarter of the cases with one of e₁, e₂ zero, where a pressed impact ends and returns without pause.")),
        )
        .claim(
            Claim::statement(
                "velocities at the end of an infinite sequence",
                "An infinite sequence converges with v₁ = v₂ ≥ 0 or v₁ > v₂ = 0.",
                Check::counted(
                    infinite,
                    infinite - equal,
                    format!("{infinite} of {cases} impacts end with a contact that has closed"),
                ),
            )
            .remark("At the point of convergence, and also after it: the other contact may still hold strain energy there."),
        ))
}
