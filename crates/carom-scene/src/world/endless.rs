//! Tables on which a shot has no end: what is followed to its rest must be able to reach it.
//!
//! ```text
//! μ_r = 0                a rolling ball keeps its speed, since v' = −μ_r g v̂                           (E.1)
//! μ_s = 0                a sliding ball does                                                           (E.2)
//! v_c = 0 and e > 0      a hopping ball leaves the bed at e v, e² v, ... within Σ 2 eⁿ v/g: infinitely
//!                        many bounces before the finite time 2 v/(g (1 − e))                           (E.3)
//! e = 1                  a hopping ball goes on for ever                                               (E.4)
//! ```
//!
//! Such a shot may still end: pockets catch balls, and nothing may hop or roll at all. Whether it does is found by playing it, which is
//! bounded by the most events that any shot may have, a second's work. By (E.3) not even a given time may be reached.

use carom::Restitution;
use carom_motion::Ending;
use carom_motion::billiards::{Shot, ShotError, Table as PlayTable, Until, simulate};

use super::billiards::Billiards;
use super::settings::Settings;
use crate::number;
use crate::problem::{Problem, Span};

/// Where the file gives what can keep balls from resting.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Places {
    pub rolling_resistance: Option<Span>,
    pub sliding_friction: Option<Span>,
    pub capture_speed: Option<Span>,
    pub bed_restitution: Option<Span>,
}

/// Why balls may never rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// (E.1)
    Rolling,
    /// (E.2)
    Sliding,
    /// (E.3)
    Hopping,
    /// (E.4)
    Bouncing,
}

/// How far a shot that was tried has come.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Tried {
    Ended,
    /// With balls that go on without another event.
    MovesOn,
    /// At a time, in seconds, with more events than a shot may have.
    GaveUp {
        time: f64,
    },
}

/// The problem of a shot that does not come to its end, at what keeps it from it.
pub(super) fn refuse(billiards: &Billiards, places: &Places, settings: &Settings) -> Option<Problem> {
    let (cause, span) = cause(&billiards.table, places, billiards.until)?;
    let time = match (tried(billiards)?, billiards.until) {
        (Tried::Ended, _) | (Tried::MovesOn, Until::Time(_)) => return None,
        (Tried::MovesOn, Until::Rest) => f64::INFINITY,
        (Tried::GaveUp { time }, Until::Rest | Until::Time(_)) => time,
    };
    let awaited = match billiards.until {
        Until::Rest => "this goes on until all balls rest",
        Until::Time(_) => "this time is never reached",
    };
    Some(problem(cause, span, time).related(settings.stop_span, awaited))
}

/// The first cause that the table has; until a time only bounces without number matter.
fn cause(table: &PlayTable, places: &Places, until: Until) -> Option<(Cause, Span)> {
    let causes = [
        (Cause::Rolling, table.cloth.rolling_resistance == 0.0, places.rolling_resistance),
        (Cause::Sliding, table.cloth.sliding_friction == 0.0, places.sliding_friction),
        (
            Cause::Hopping,
            table.capture_speed == 0.0 && table.bed.restitution != Restitution::PLASTIC,
            places.capture_speed,
        ),
        (Cause::Bouncing, table.bed.restitution == Restitution::ELASTIC, places.bed_restitution),
    ];
    let matters = |cause: Cause| match until {
        Until::Rest => true,
        Until::Time(_) => cause == Cause::Hopping,
    };
    let found = causes.into_iter().find(|&(cause, holds, _)| holds && matters(cause));
    found.and_then(|(cause, _, span)| span.map(|span| (cause, span)))
}

/// Plays the shot; nothing where something else is wrong with it, which is for the run to say.
fn tried(billiards: &Billiards) -> Option<Tried> {
    if billiards.blow.as_ref().is_some_and(|blow| blow.outcome.is_err()) {
        return None;
    }
    match simulate(&billiards.table, &billiards.balls, billiards.until) {
        Ok(Shot { ending: Ending::Quiet { .. }, .. }) => Some(Tried::Ended),
        Ok(_) => Some(Tried::MovesOn),
        Err(ShotError::TooManyEvents { time, .. }) => Some(Tried::GaveUp { time }),
        Err(_) => None,
    }
}

fn problem(cause: Cause, span: Span, time: f64) -> Problem {
    let (message, right) = match cause {
        Cause::Rolling => ("a ball that rolls without resistance never comes to rest", "above 0"),
        Cause::Sliding => ("a ball that slides without friction never comes to rest", "above 0"),
        Cause::Hopping => ("a ball that hops makes infinitely many bounces if none is too slow", "above 0"),
        Cause::Bouncing => ("a ball that hops without loss never comes to rest", "below 1"),
    };
    let help = match cause {
        Cause::Rolling | Cause::Sliding | Cause::Bouncing => {
            "`until = 60` in `[world]`, say, follows the balls for so many seconds, whether they rest or not"
                .to_owned()
        }
        Cause::Hopping => format!(
            "the bounces of this shot come ever faster and do not get beyond {} s; a `capture_speed` in m/s (0.05 by default) ends them, and `until` may stop before that time",
            number::short(time, 4)
        ),
    };
    Problem::new(span, message)
        .expected(format!("expected a number {right}, or `until = ...`, seconds, in `[world]`"))
        .help(help)
}
