//! The states the impact goes through, and its events.

use carom::{Event, EventKind, Mode, Separation, State, Trace};

use super::columns::{Align, Columns, left_out};
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

/// The states of a course, each as it is entered. Of many contacts only those that are shown are found, since each holds them all.
pub(super) fn of_course(trace: &Trace, names: &[String], options: TextOptions) -> String {
    if names.len() <= IN_COLUMNS {
        return in_full(0, &trace.states(), names, options);
    }
    let starts = trace.timeline().starts();
    let hidden = left_out(starts.len(), options);
    let (shown, energies) = trace.some_states(|number| !hidden.contains(&number));
    let mut table = short();
    let (time, energy) = (Digits::of(starts.iter().copied()), Digits::of(energies));
    table.rows(starts.len(), options, |i| {
        let state = &shown[if i < hidden.start || hidden.is_empty() { i } else { i - hidden.len() }];
        short_cells(i, state, names, [time, energy])
    });
    table.render(options)
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
    let mut table = short();
    let [time, _, energy] = digits(states);
    table.rows(states.len(), options, |i| short_cells(first + i, &states[i], names, [time, energy]));
    table.render(options)
}

fn short() -> Columns {
    let mut columns = start();
    columns.insert(2, (Align::Right, "E".into()));
    Columns::new("states", columns)
}

fn short_cells(number: usize, state: &State, names: &[String], [time, energy]: [Digits; 2]) -> Vec<String> {
    let mut row = first_cells(number, state, names, time);
    row.insert(2, energy.write(state.energy.iter().sum()));
    row
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
    trace: &Trace,
    events: &[Event],
    names: &[String],
    separation: Separation,
    options: TextOptions,
) -> String {
    let columns =
        vec![(Align::Right, "time".into()), (Align::Left, "contact".into()), (Align::Left, "event".into())];
    let mut table = Columns::new("events", columns);
    let time = Digits::of(events.iter().map(|event| event.time));
    let hidden = left_out(events.len(), options);
    let goes_on = slipped_before(trace, events, |i| !hidden.contains(&i));
    table.rows(events.len(), options, |i| {
        let Event { time: at, contact, kind } = events[i];
        let what = match goes_on.binary_search(&i) {
            Ok(_) => "stops and slips on another way",
            Err(_) => words::event(kind, separation),
        };
        vec![time.write(at), names[contact].clone(), what.to_owned()]
    });
    table.render(options)
}

/// Those of the events asked for at which a contact begins to slip that slipped before, another way: it has stopped for no time.
fn slipped_before(trace: &Trace, events: &[Event], is_asked: impl Fn(usize) -> bool) -> Vec<usize> {
    let slips = |&i: &usize| events[i].kind == EventKind::Slips && is_asked(i);
    let before = |i: usize| {
        let at = events[i].time;
        let last = events[..i].iter().rev().map(|event| event.time).find(|&time| time < at);
        last.map_or(0.0, |last| last + 0.5 * (at - last))
    };
    let (numbers, asked): (Vec<usize>, Vec<(f64, usize)>) =
        (0..events.len()).filter(slips).map(|i| (i, (before(i), events[i].contact))).unzip();
    let modes = trace.modes_of(&asked);
    numbers.into_iter().zip(modes).filter(|(_, mode)| *mode == Mode::Slip).map(|(i, _)| i).collect()
}
