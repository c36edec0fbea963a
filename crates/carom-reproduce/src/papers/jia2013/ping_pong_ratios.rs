//! v₁ and v₂ of the ping-pong balls over k₂/k₁, and where they jump.
//!
//! Where a restart of compression comes or goes the end of compression that follows it does too, and takes (1 − e²)E however short
//! the restart was: the outcome jumps there. Jumps are found by the events of the impact, which differ on both sides.

use carom::EventKind;
use carom_plot::chart::{Chart, Interval, Plot};

use super::ping_pong::{GUESSES, MENDED, ROOTS, drop, slopes};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Ratios over which the outcome is followed: the paper expects k₂/k₁ > 1.
const RANGE: [f64; 2] = [1.0, 5.0];
/// Steps through that range.
const STEPS: u32 = 200;
/// Halvings that bring two ratios to neighbouring numbers.
const HALVINGS: usize = 60;
/// A velocity that jumps by less than this is not told from one that bends.
const JUMP: f64 = 1e-6;

/// What happens in the impact, in order.
fn course_of_events(ratio: f64, restitution: [f64; 2]) -> Result<Vec<(usize, EventKind)>, Unmet> {
    let course = drop(ratio, restitution, 1.0).course()?;
    Ok(course.trace.events().iter().map(|event| (event.contact, event.kind)).collect())
}

/// A ratio and v₁, v₂ on both sides of it.
struct Jump {
    ratio: f64,
    below: [f64; 2],
    above: [f64; 2],
}

/// Halves an interval at whose ends different things happen down to neighbouring numbers.
fn narrowed([mut low, mut high]: [f64; 2], restitution: [f64; 2]) -> Result<Jump, Unmet> {
    let before = course_of_events(low, restitution)?;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if course_of_events(middle, restitution)? == before { low = middle } else { high = middle }
    }
    Ok(Jump { ratio: low, below: slopes(low, restitution)?, above: slopes(high, restitution)? })
}

impl Jump {
    fn is_real(&self) -> bool {
        (0..2).any(|ball| (self.below[ball] - self.above[ball]).abs() > JUMP)
    }
}

/// Points of v₁ and of v₂ over the ratio.
type Lines = [Vec<[f64; 2]>; 2];

/// v₁ and v₂ over the ratio, interrupted at jumps, and the jumps.
fn curves(restitution: [f64; 2]) -> Result<(Lines, Vec<Jump>), Unmet> {
    let (mut lines, mut jumps): (Lines, Vec<Jump>) = ([Vec::new(), Vec::new()], Vec::new());
    let mut last: Option<(f64, Vec<(usize, EventKind)>)> = None;
    for step in 0..=STEPS {
        let ratio = RANGE[0] + (RANGE[1] - RANGE[0]) * f64::from(step) / f64::from(STEPS);
        let here = course_of_events(ratio, restitution)?;
        if let Some((before, _)) = last.filter(|(_, events)| *events != here) {
            let jump = narrowed([before, ratio], restitution)?;
            if jump.is_real() {
                for (ball, line) in lines.iter_mut().enumerate() {
                    line.extend([
                        [jump.ratio, jump.below[ball]],
                        [f64::NAN; 2],
                        [jump.ratio, jump.above[ball]],
                    ]);
                }
                jumps.push(jump);
            }
        }
        let velocity = slopes(ratio, restitution)?;
        (0..2).for_each(|ball| lines[ball].push([ratio, velocity[ball]]));
        last = Some((ratio, here));
    }
    Ok((lines, jumps))
}

pub fn drawn_ratios() -> Result<carom_plot::Picture, Unmet> {
    let mut chart = Chart::new("Prediction against the stiffness ratio", "e₂ = 0.846529").columns(2);
    for (restitution, heading) in [(ROOTS, "e₁ = 0.950043 as printed"), (MENDED, "e₁ = 0.900086")] {
        let ([first, second], _) = curves(restitution)?;
        let mut plot = Plot::new("k₂/k₁", "velocity per unit of −v₀").heading(heading).height(320.0);
        plot = plot.across(Interval::Between(RANGE[0], RANGE[1])).upwards(Interval::Between(0.0, 1.0));
        let mut guesses = Vec::new();
        for ratio in GUESSES {
            plot = plot.guide([[ratio, 0.0], [ratio, 1.0]]);
            guesses.extend(slopes(ratio, restitution)?.map(|velocity| [ratio, velocity]));
        }
        chart = chart.plot(plot.line("v₁", first).line("v₂", second).dots("guesses 2.25 and 2.7", guesses));
    }
    Ok(chart.draw())
}

pub fn jumps_in_range() -> Result<Table, Unmet> {
    let mut table = Table::new(
        "Where the prediction jumps for k₂/k₁ from 1 to 5, velocities per unit of −v₀ below and above",
        &["e₁", "k₂/k₁", "v₁", "v₂"],
    );
    for restitution in [ROOTS, MENDED] {
        for Jump { ratio, below, above } in curves(restitution)?.1 {
            let cell = |ball: usize| format!("{:.6} → {:.6}", below[ball], above[ball]);
            table = table.row([format!("{:.6}", restitution[0]), format!("{ratio:.6}"), cell(0), cell(1)]);
        }
    }
    Ok(table)
}

/// The jump between the two guesses.
pub fn discontinuity() -> Result<Findings, Unmet> {
    let (_, jumps) = curves(ROOTS)?;
    let between = jumps.iter().find(|jump| jump.ratio > GUESSES[0] && jump.ratio < GUESSES[1]);
    let Some(Jump { ratio, below: [a, b], above: [c, d] }) = between else {
        return Err("the prediction does not jump between the guesses".into());
    };
    let restarts = |ratio: f64| -> Result<usize, Unmet> {
        let events = course_of_events(ratio, ROOTS)?;
        Ok(events.iter().filter(|(_, kind)| *kind == EventKind::CompressionRestarts).count())
    };
    let evidence = format!(
        "at k₂/k₁ = {ratio:.9} v₁ jumps from {a:.6} to {c:.6} and v₂ from {b:.6} to {d:.6} per unit of speed; compression restarts {} \
         times below and {} times above",
        restarts(*ratio)?,
        restarts(ratio.next_up())?
    );
    let jumps = Check::once((a - c).abs() > 1e-3 && (b - d).abs() > 1e-3, evidence);
    Ok(Findings::new().claim(
        Claim::statement("the outcome as a function of a parameter", "may be discontinuous", jumps)
            .remark("The two guesses of Sec. 9.1 lie on either side of this jump."),
    ))
}
