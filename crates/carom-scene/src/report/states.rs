//! The states the impact goes through, and its events.

use carom::{Event, Separation, State};

use super::columns::{Align, Columns};
use super::digits::Digits;
use super::{TextOptions, words};
use crate::clock::TimeUnit;

/// With more contacts than this their impulses and energies do not fit on a line.
const IN_COLUMNS: usize = 3;

/// What the columns of the table of states mean.
pub(super) fn note(names: &[String], unit: TimeUnit) -> String {
    let time = match unit {
        TimeUnit::Seconds => "time (s)",
        TimeUnit::Relative => "time (s, if the stiffnesses are N/m)",
    };
    let quantities = if names.len() <= IN_COLUMNS {
        "impulses I (N s), strain energies E (J)"
    } else {
        "strain energy E of all contacts (J)"
    };
    format!("each as it is entered: {time}, {quantities}")
}

/// The states, each as it is entered.
pub(super) fn states(states: &[State], names: &[String], options: TextOptions) -> String {
    states_from(0, states, names, options)
}

/// States of which `first` others went before.
pub(super) fn states_from(first: usize, states: &[State], names: &[String], options: TextOptions) -> String {
    if names.len() <= IN_COLUMNS {
        in_full(first, states, names, options)
    } else {
        in_short(first, states, names, options)
    }
}

fn in_full(first: usize, states: &[State], names: &[String], options: TextOptions) -> String {
    let quantity = |symbol| names.iter().map(move |name| (Align::Right, format!("{symbol} {name}")));
    let columns = start().into_iter().chain(quantity("I")).chain(quantity("E")).collect();
    let mut table = Columns::new("states", columns);
    let [time, impulse, energy] = digits(states);
    table.rows(states.len(), options, |i| {
        let mut row = first_cells(first + i, &states[i], names, time);
        row.extend(states[i].impulse.iter().map(|&x| impulse.write(x)));
        row.extend(states[i].energy.iter().map(|&x| energy.write(x)));
        row
    });
    table.render(options)
}

fn in_short(first: usize, states: &[State], names: &[String], options: TextOptions) -> String {
    let mut columns = start();
    columns.insert(2, (Align::Right, "E".into()));
    let mut table = Columns::new("states", columns);
    let [time, _, energy] = digits(states);
    table.rows(states.len(), options, |i| {
        let mut row = first_cells(first + i, &states[i], names, time);
        row.insert(2, energy.write(states[i].energy.iter().sum()));
        row
    });
    table.render(options)
}

fn start() -> Vec<(Align, String)> {
    vec![(Align::Right, "#".into()), (Align::Right, "time".into()), (Align::Left, "active".into())]
}

fn first_cells(number: usize, state: &State, names: &[String], time: Digits) -> Vec<String> {
    vec![(number + 1).to_string(), time.write(state.time), words::active(state, names)]
}

fn digits(states: &[State]) -> [Digits; 3] {
    [
        Digits::of(states.iter().map(|state| state.time)),
        Digits::of(states.iter().flat_map(|state| state.impulse.iter().copied())),
        Digits::of(states.iter().map(|state| state.energy.iter().sum())),
    ]
}

/// The events in words.
pub(super) fn events(
    events: &[Event],
    names: &[String],
    separation: Separation,
    options: TextOptions,
) -> String {
    let columns =
        vec![(Align::Right, "time".into()), (Align::Left, "contact".into()), (Align::Left, "event".into())];
    let mut table = Columns::new("events", columns);
    let time = Digits::of(events.iter().map(|event| event.time));
    table.rows(events.len(), options, |i| {
        let Event { time: at, contact, kind } = events[i];
        vec![time.write(at), names[contact].clone(), words::event(kind, separation).to_owned()]
    });
    table.render(options)
}
