//! States and events of an impact without time: the normal impulse takes its place.

use carom::State;
use carom::laws::routh::{Ending, Event};

use super::columns::{Align, Columns};
use super::digits::Digits;
use super::{TextOptions, words};
use crate::lone;

/// What the columns of the table of states mean.
pub(super) const STATES: &str = "each as it is entered: normal impulse I (N s)";

/// What the first column of the table of events means, and how it ends.
pub(super) fn note(ending: Ending) -> &'static str {
    match ending {
        Ending::Terminated => "over the normal impulse (N s): the law has no time",
        Ending::Dead => {
            "over the normal impulse (N s); at last no impulse can part the bodies any more, and what was left to give \
             back is lost"
        }
    }
}

/// The states, each as it is entered.
pub(super) fn states(states: &[State], names: &[String], options: TextOptions) -> String {
    let mut columns = vec![(Align::Right, "#".to_owned()), (Align::Left, "active".to_owned())];
    columns.extend(names.iter().map(|name| (Align::Right, format!("I {name}"))));
    let mut table = Columns::new("states", columns);
    let digits = Digits::of(states.iter().flat_map(|state| state.impulse.iter().copied()));
    for (number, state) in states.iter().enumerate() {
        let mut row = vec![(number + 1).to_string(), words::active(state, names)];
        row.extend(state.impulse.iter().map(|&impulse| digits.write(impulse)));
        table.row(row);
    }
    table.render(options)
}

/// The events of the only contact in words.
pub(super) fn events(events: &[Event], names: &[String], options: TextOptions) -> String {
    let columns = vec![
        (Align::Right, "impulse".to_owned()),
        (Align::Left, "contact".to_owned()),
        (Align::Left, "event".to_owned()),
    ];
    let mut table = Columns::new("events", columns);
    let digits = Digits::of(events.iter().map(|event| event.normal_impulse));
    for (event, named) in lone::named_events(events) {
        let name = names.first().cloned().unwrap_or_default();
        let words = words::lone_event(event.kind, named);
        table.row(vec![digits.write(event.normal_impulse), name, words.to_owned()]);
    }
    table.render(options)
}
