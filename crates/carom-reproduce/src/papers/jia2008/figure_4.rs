//! The collision of Fig. 4.

use carom::analysis::impulse_plane::ImpulsePlane;
use carom::{Event, EventKind, Impact, Trace};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Plot};

use super::balls::{Balls, sequence, state_name, velocities};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// The paper's short names: C1, C2 for ends of compression, R1, R2 for ends of restitution.
fn short(event: &Event) -> Option<String> {
    let letter = match event.kind {
        EventKind::CompressionEnds => "C",
        EventKind::RestitutionEnds => "R",
        EventKind::Pressed | EventKind::CompressionRestarts | EventKind::ContactReturns => return None,
        EventKind::ContactCloses | EventKind::ContactOpens | EventKind::Slips | EventKind::Sticks => {
            return None;
        }
    };
    Some(format!("{letter}{}", event.contact + 1))
}

/// What happens in each state, in the paper's notation.
fn happenings(trace: &Trace) -> Vec<String> {
    let states = trace.states();
    let ends: Vec<f64> = states.iter().skip(1).map(|state| state.time).collect();
    let mut start = f64::NEG_INFINITY;
    let mut of_state = |end: f64| {
        let within = trace.events().into_iter().filter(|event| start < event.time && event.time <= end);
        let names: Vec<String> = within.filter_map(|event| short(&event)).collect();
        start = end;
        names.join("-")
    };
    ends.into_iter().map(&mut of_state).collect()
}

/// Strain energy that vanishes at the end of each state.
fn losses(trace: &Trace) -> Vec<f64> {
    let states = trace.states();
    let before = |time: f64| trace.sample(&[time * (1.0 - 1e-12)])[0].energy.iter().sum::<f64>();
    states.iter().skip(1).map(|state| before(state.time) - state.energy.iter().sum::<f64>()).collect()
}

pub fn collision() -> Result<Findings, Unmet> {
    let balls = Balls::figure_4();
    let impact = balls.impact()?;
    let (outcome, trace) = impact.trace()?;
    let lost = losses(&trace);
    let happenings = happenings(&trace);
    let [v1, v2] = velocities(&outcome);
    let with_loss: Vec<String> =
        lost.iter().enumerate().filter(|(_, lost)| **lost > 1e-6).map(|(i, _)| (i + 1).to_string()).collect();
    Ok(Findings::new()
        .claim(
            Claim::number("energy lost / J", "1.2494", outcome.energy.before - outcome.energy.after).remark(&format!(
                "v₁ = {v1:.9} m/s and v₂ = {v2:.9} m/s, which the text does not print."
            )),
        )
        .claim(Claim::words("sequence of states", "S1 S3 S1 S2", &sequence(&trace).join(" ")))
        .claim(Claim::words("first state", "C2-C1-R2", happenings.first().map_or("", String::as_str)))
        .claim(Claim::words("states that end with a loss of energy", "1, 3, 4", &with_loss.join(", ")))
        .claim(lines(&balls, &trace))
        .claim(printed_ellipse(&impact)?)
        .figure(
            impulses(&balls, &trace)?,
            "Fig. 4(a): the impulse curve in the ellipse (15), one line for each state. It crosses ℓ₂ at C2 before ℓ₁ at C1; dots separate the \
             states, as in the paper.",
        )
        .figure(
            energies(&trace),
            "Fig. 4(c): strain energies, one line for each state, from the origin through A, B, C. What is lost at the end of a state is \
             the jump to the start of the next: E₂ at A, E₁ at C and E₂ at the end.",
        )
        .table(ends_of_states(&balls, &trace, &happenings, &lost)))
}

/// The printed ellipse −3I₁ + I₁²/2 + (I₁ − I₂)²/2 = 0 against the bound of Theorem 2.
fn printed_ellipse(impact: &Impact) -> Result<Claim, Unmet> {
    let plane = ImpulsePlane::of(impact.contact_problem()).ok_or("two contacts have an impulse plane")?;
    let off = plane
        .boundary()
        .points(200, 10.0)
        .into_iter()
        .map(|[i1, i2]| (-3.0 * i1 + 0.5 * i1 * i1 + 0.5 * (i1 - i2) * (i1 - i2)).abs());
    Ok(Claim::statement(
        "ellipse of Fig. 4(a)",
        "The bounding ellipse is −3I₁ + I₁²/2 + (I₁ − I₂)²/2 = 0.",
        Check::bounded("residual in joules", off, 1e-12),
    ))
}

/// The curve crosses the printed lines −3 + 2I₁ − I₂ = 0 and I₁ = I₂ where compressions end.
fn lines(balls: &Balls, trace: &Trace) -> Claim {
    let ends = trace.events().into_iter().filter(|event| event.kind == EventKind::CompressionEnds);
    let residual = |event: Event| {
        let p = &trace.sample(&[event.time])[0].impulse;
        let line = if event.contact == 0 { -3.0 + 2.0 * p[0] - p[1] } else { p[0] - p[1] };
        (line / balls.velocity).abs()
    };
    Claim::statement(
        "compression lines of Fig. 4(a)",
        "Compressions end on ℓ₁: −3 + 2I₁ − I₂ = 0 and on ℓ₂: I₁ = I₂.",
        Check::bounded("distance over |v₀|", ends.map(residual), 1e-12),
    )
}

/// Table (b) anew: the text that survives names its rows but not its numbers.
fn ends_of_states(balls: &Balls, trace: &Trace, happenings: &[String], lost: &[f64]) -> Table {
    let head =
        ["state", "events", "I₁ / N s", "I₂ / N s", "v₁ / m/s", "v₂ / m/s", "E₁ / J", "E₂ / J", "lost / J"];
    let mut table = Table::new("Fig. 4(b): at the end of each state, before the loss", &head);
    for (number, pair) in trace.states().windows(2).enumerate() {
        let at = &trace.sample(&[pair[1].time * (1.0 - 1e-12)])[0];
        let [v1, v2] = balls.velocities([pair[1].impulse[0], pair[1].impulse[1]]);
        let numbers =
            [pair[1].impulse[0], pair[1].impulse[1], v1, v2, at.energy[0], at.energy[1], lost[number]];
        let named = [state_name(&pair[0].active).to_owned(), happenings[number].clone()];
        let shown = numbers.map(|value| format!("{:.5}", if value.abs() < 1e-9 { 0.0 } else { value }));
        table = table.row(named.into_iter().chain(shown));
    }
    table
}

/// Evenly spread instants within a state, its ends left out by rounding only.
fn within(start: f64, end: f64) -> Vec<f64> {
    (0..=200).map(|i| start + (end - start) * (f64::from(i) / 200.0).clamp(1e-12, 1.0 - 1e-12)).collect()
}

fn impulses(balls: &Balls, trace: &Trace) -> Result<Picture, Unmet> {
    let impact = balls.impact()?;
    let plane = ImpulsePlane::of(impact.contact_problem()).ok_or("two contacts have an impulse plane")?;
    let mut plot = Plot::new("I₁ / N s", "I₂ / N s")
        .equal_scales()
        .height(520.0)
        .area("ellipse (15)", plane.boundary().points(200, 10.0))
        .words([4.75, 7.6], "ℓ₁")
        .words([6.35, 6.65], "ℓ₂");
    for contact in 0..2 {
        let line = plane.compression_line(contact).within([-0.4, -1.7], [6.5, 7.7]);
        plot = plot.guide(line.into_iter().flatten());
    }
    for (number, pair) in trace.states().windows(2).enumerate() {
        let points = trace.sample(&within(pair[0].time, pair[1].time));
        let name = format!("{} {}", number + 1, state_name(&pair[0].active));
        plot = plot.line(&name, points.iter().map(|at| [at.impulse[0], at.impulse[1]]));
    }
    let starts = trace.states().into_iter().skip(1).map(|state| [state.impulse[0], state.impulse[1]]);
    plot = plot.dots("ends of states", starts);
    for event in trace.events() {
        let at = &trace.sample(&[event.time])[0].impulse;
        if let Some(name) = short(&event) {
            plot = plot.letter([at[0], at[1]], &name);
        }
    }
    let title = "m₁ = m₂ = 1 kg, k₂/k₁ = 10, e₁² = 0.9, e₂² = 0.4, v₀ = −3 m/s";
    Ok(Chart::new("Fig. 4(a): impulse curve", title).plot(plot).draw())
}

fn energies(trace: &Trace) -> Picture {
    let states = trace.states();
    let mut plot = Plot::new("E₁ / J", "E₂ / J").height(360.0);
    for (number, pair) in states.windows(2).enumerate() {
        let points: Vec<[f64; 2]> = trace
            .sample(&within(pair[0].time, pair[1].time))
            .iter()
            .map(|at| [at.energy[0], at.energy[1]])
            .collect();
        let end = points[points.len() - 1];
        let name = format!("{} {}", number + 1, state_name(&pair[0].active));
        plot = plot.line(&name, points).letter(end, ["A", "B", "C", "D"][number.min(3)]);
    }
    Chart::new("Fig. 4(c): strain energies", "each state from its start to its end, before the loss")
        .plot(plot)
        .draw()
}
