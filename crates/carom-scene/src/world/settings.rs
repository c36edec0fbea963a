//! The `[world]` table.

use carom_motion::billiards::TableKind;
use carom_motion::bouncing::World;

use crate::build::refusal;
use crate::keys::range;
use crate::problem::{Located, Problem, Span};
use crate::read::{Table, TextOrNumber};
use crate::suggest;

/// Gravity of a world that does not say, in metres per second squared.
const GRAVITY: f64 = 9.81;

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stop {
    /// When nothing happens any more.
    Rest,
    /// At a time, in seconds.
    Time(f64),
}

/// What `[world]` says.
pub(super) struct Settings {
    /// In metres per second squared: positive.
    pub gravity: f64,
    pub stop: Stop,
    /// Where `until` stands, or the whole table.
    pub stop_span: Span,
    /// Whether the world is billiards, even if the table's name could not be read.
    pub has_table: bool,
    pub table: Option<TableKind>,
}

pub(super) fn read(table: Table) -> Settings {
    let gravity = table.finite("gravity").and_then(|Located { value, span }| {
        let checked = World::new(value).map(|_| value);
        table.problems().note(checked.map_err(|error| refusal::at(span, &error)))
    });
    let settings = Settings {
        gravity: gravity.unwrap_or(GRAVITY),
        stop: stop(&table).unwrap_or(Stop::Rest),
        stop_span: table.value_span("until").unwrap_or(table.span()),
        has_table: table.has("table"),
        table: table.choice("table", &TableKind::ALL.map(|kind| (kind.name(), kind))).map(|name| name.value),
    };
    table.finish();
    settings
}

impl Settings {
    /// Refuses to wait for a rest that never comes, since nothing is lost.
    pub fn refuse_endless(&self, what: &str) -> Option<Problem> {
        match self.stop {
            Stop::Rest => Some(
                Problem::new(self.stop_span, format!("{what} without loss never comes to an end"))
                    .expected("expected `until = ...`, seconds")
                    .help("or give a `restitution` below 1; without it nothing is lost"),
            ),
            Stop::Time(_) => None,
        }
    }
}

/// `until = "rest"`, which is the default, or a number of seconds.
fn stop(table: &Table) -> Option<Stop> {
    const EXPECTED: &str = "expected `\"rest\"` or a number of seconds above 0";
    let Located { value, span } = table.text_or_finite("until", "`\"rest\"` or a number of seconds")?;
    let problem = match value {
        TextOrNumber::Text(word) if word == "rest" => return Some(Stop::Rest),
        TextOrNumber::Number(time) if time > 0.0 => {
            let checked = range::TIME.checked("until", "s", Located { value: time, span });
            return table.problems().note(checked).map(|time| Stop::Time(time.value));
        }
        TextOrNumber::Text(word) => Problem::new(span, format!("unknown until `{word}`"))
            .expected(EXPECTED)
            .maybe_help(suggest::closest(&word, ["rest"]).map(|name| format!("did you mean `{name}`?"))),
        TextOrNumber::Number(time) => Problem::new(span, format!("`until` is {time}")).expected(EXPECTED),
    };
    table.problems().add(problem);
    None
}
