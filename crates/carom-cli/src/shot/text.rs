//! The report of a shot for people.

use std::fmt::Write;

use carom_motion::billiards::cloth::{Change, Piece, Twist};
use carom_motion::billiards::cue::{Departure, Grip, StrikeOutcome};
use carom_motion::billiards::{Event, EventKind, Exit, Until};

use super::Played;
use super::words::{self, Meeting, counted};

/// Events shown unless all are asked for.
const SHOWN: usize = 20;

/// A number below this has no digit among those shown.
const NOTHING: f64 = 5e-5;

/// The whole report.
pub fn of(played: &Played, all: bool) -> String {
    [table(played), cue(played), events(played, all), balls(played), energy(played)].join("\n")
}

fn table(played: &Played) -> String {
    let setup = &played.setup;
    let outline = &setup.table.outline;
    format!(
        "{} table, {:.3} m by {:.3} m; {} of radius {:.3} mm and {:.1} g\n",
        setup.table_name.word(),
        outline.length(),
        outline.width(),
        counted(setup.names.len(), "ball", "balls"),
        1e3 * setup.ball.radius(),
        1e3 * setup.ball.mass(),
    )
}

fn cue(played: &Played) -> String {
    let (aim, stroke) = (&played.setup.strike.aim, &played.stroke);
    let mut text = format!(
        "Cue\n  {:.3} m/s at {:.3} degrees, raised by {:.3} degrees\n  {}\n",
        aim.speed,
        aim.azimuth.to_degrees(),
        aim.elevation.to_degrees(),
        gripped(&played.outcome, stroke.grip),
    );
    let (v, w) = (stroke.velocity, stroke.angular_velocity);
    let _ = writeln!(text, "  cue ball  {} m/s along {}", number(v.norm()), vector([v.x, v.y, v.z]));
    let _ = writeln!(text, "  spin      {} rad/s along {}", number(w.norm()), vector([w.x, w.y, w.z]));
    if let (Some(spin), Some(turned)) = (stroke.spin(), stroke.deviation(aim.azimuth)) {
        let natural = v.xy().norm() / played.setup.ball.radius();
        let _ = writeln!(
            text,
            "            roll {} (natural {}), side {}, twist {}; leaves {} degrees to the left of the aim",
            number(spin.roll),
            number(natural),
            number(spin.side),
            number(spin.twist),
            number(turned.to_degrees()),
        );
    }
    let _ = writeln!(text, "  {}", departed(played));
    text
}

fn gripped(outcome: &StrikeOutcome, grip: Grip) -> String {
    match (outcome, grip) {
        (StrikeOutcome::Miscue { free_critical_offset, .. }, _) => {
            format!(
                "MISCUE: the tip slid off; on a free ball it grips within {free_critical_offset:.3} radii of the centre"
            )
        }
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::Held) => "the tip held".to_owned(),
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::Partly) => {
            "the tip slid, then held".to_owned()
        }
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::SlidThroughout) => {
            "the tip slid".to_owned()
        }
    }
}

fn departed(played: &Played) -> String {
    match played.stroke.departure {
        Departure::OnBed => "it stays on the bed".to_owned(),
        Departure::Airborne { speed } if speed > played.setup.table.capture_speed => {
            let height = 1e3 * speed * speed / (2.0 * played.setup.table.cloth.gravity);
            format!("it leaves the bed: {} m/s upwards, {height:.1} mm high", number(speed))
        }
        Departure::Airborne { speed } => {
            format!("it stays on the bed: the cloth swallows {} m/s upwards", number(speed))
        }
    }
}

fn events(played: &Played, all: bool) -> String {
    let events = &played.shot.events;
    let shown = if all { events.len() } else { SHOWN };
    let mut text = "Events\n".to_owned();
    let telling: Vec<&Event> = events.iter().filter(|event| all || tells(played, event)).collect();
    for event in telling.iter().take(shown) {
        let _ = writeln!(text, "{:>12.6} s  {}", event.time, words::event(played, event));
    }
    if telling.len() > shown {
        let _ = writeln!(text, "  ... {} more events; --all shows them", telling.len() - shown);
    }
    let count = |what: Meeting| {
        let met = |kind: &EventKind| match kind {
            EventKind::Collides(collision) => Meeting::of(collision) == what,
            EventKind::Ends { .. } | EventKind::Leaves { .. } => false,
        };
        events.iter().filter(|event| met(&event.kind)).count()
    };
    let _ = writeln!(
        text,
        "  {} in all; impacts: {} of several at once, {} of two balls, {} with a cushion, {} with the bed alone",
        counted(events.len(), "event", "events"),
        count(Meeting::Several),
        count(Meeting::Pair),
        count(Meeting::Cushion),
        count(Meeting::Bed),
    );
    text
}

/// Whether an event is worth a line: the end of a spin that was rounding from the start is not.
fn tells(played: &Played, event: &Event) -> bool {
    let EventKind::Ends { ball, change: Change::SpinningEnds } = event.kind else { return true };
    let slowing = |piece: &&Piece| piece.start() <= event.time && piece.phase().twist == Twist::Slowing;
    let ended = played.shot.trajectories[ball].pieces().iter().rev().find(slowing);
    ended.is_none_or(|piece| piece.state().angular_velocity.z.abs() > NOTHING)
}

fn balls(played: &Played) -> String {
    let shot = &played.shot;
    let ending = match played.until {
        Until::Time(time) if shot.end >= time => "stopped",
        Until::Rest | Until::Time(_) => "all at rest",
    };
    let mut text =
        format!("Balls after {:.3} s, {ending}\n  {:>8}{:>12}{:>12}\n", shot.end, "", "x, m", "y, m");
    for (ball, end) in shot.final_states().iter().enumerate() {
        let name = &played.setup.names[ball];
        let _ = match shot.exit(ball) {
            Some(exit) => {
                let when = exit_time(played, ball);
                let where_to = match exit {
                    Exit::Pocket(pocket) => words::pocket_name(&played.setup.table.outline, pocket),
                    Exit::OverTheEdge => "off the table".to_owned(),
                };
                writeln!(text, "  {name:>8}    {where_to} at {when:.3} s")
            }
            None => {
                let (p, speed) = (end.state.position, end.state.velocity.norm());
                let moving = if speed > 0.0 { format!("  {} m/s", number(speed)) } else { String::new() };
                writeln!(text, "  {name:>8}{:>12}{:>12}{moving}", number(p.x), number(p.y))
            }
        };
    }
    text
}

fn exit_time(played: &Played, ball: usize) -> f64 {
    let left = |kind: &EventKind| match kind {
        EventKind::Leaves { ball: gone, .. } => *gone == ball,
        EventKind::Ends { .. } | EventKind::Collides(_) => false,
    };
    played.shot.events.iter().find(|event| left(&event.kind)).map_or(played.shot.end, |event| event.time)
}

fn energy(played: &Played) -> String {
    let ledger = &played.shot.ledger;
    let entries = [
        ("after the blow", ledger.before),
        ("sliding on the cloth", ledger.sliding),
        ("rolling", ledger.rolling),
        ("spin on the cloth", ledger.spinning),
        ("restitution", ledger.restitution),
        ("friction in impacts", ledger.impact_friction),
        ("swallowed by the cloth", ledger.swallowed),
        ("kept apart", ledger.kept_apart),
        ("into pockets", ledger.pocketed),
        ("off the table", ledger.left_table),
        ("at the end", ledger.after),
    ];
    let mut text = format!("Energy{:>28}{:>8}\n", "J", "%");
    for (what, joules) in entries {
        let percent = if ledger.before > 0.0 { 100.0 * joules / ledger.before } else { 0.0 };
        let _ = writeln!(text, "  {what:<22}{:>10}{percent:>8.2}", number(joules));
    }
    let _ = writeln!(text, "  {:<22}{:>10.1e}", "imbalance", ledger.imbalance());
    text
}

/// Four decimals.
fn number(x: f64) -> String {
    if x.abs() < NOTHING {
        return "0".to_owned();
    }
    format!("{x:.4}")
}

fn vector(entries: [f64; 3]) -> String {
    format!("({})", entries.map(number).join(", "))
}
