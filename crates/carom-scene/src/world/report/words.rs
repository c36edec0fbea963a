//! Events of a world in words.

use carom_motion::billiards::cloth::{Change, Travel, Twist};
use carom_motion::billiards::{Collision, Exit, Shot, ShotEvent, ShotEventKind, Table};
use carom_motion::bouncing::{FloorEventKind, Meeting, Touch};
use carom_motion::cradle::Collision as CradleCollision;

use super::places;
use crate::report::digits::Digits;
use crate::report::words::count;

/// More contacts than this in one impact are counted, not listed.
const LISTED: usize = 6;

/// What happened on a table.
pub(super) fn on_table(event: &ShotEvent, shot: &Shot, table: &Table, names: &[String]) -> String {
    match &event.kind {
        ShotEventKind::Ends { ball, change } => {
            format!("{} {}", names[*ball], change_words(*change, shot, *ball, event.time))
        }
        ShotEventKind::Leaves { ball, exit: Exit::Pocket(number) } => {
            format!("{} falls into {}", names[*ball], places::pocket(table, *number))
        }
        ShotEventKind::Leaves { ball, exit: Exit::OverTheEdge } => {
            format!("{} leaves the table", names[*ball])
        }
        ShotEventKind::Collides(collision) => collision_words(collision, table, names),
    }
}

fn change_words(change: Change, shot: &Shot, ball: usize, time: f64) -> &'static str {
    let after = shot.trajectories[ball].phase(time);
    let rolls_or_stands = |rolls: &'static str| match (after.travel, after.twist) {
        (Travel::Still, Twist::Free) => "comes to rest",
        (Travel::Still, Twist::Slowing) => "stops and spins on the spot",
        (Travel::Rolling { .. } | Travel::Sliding { .. } | Travel::Airborne | Travel::Out, _) => rolls,
    };
    match change {
        Change::SlidingEnds => rolls_or_stands("stops sliding and rolls"),
        Change::RollingEnds => rolls_or_stands("stops rolling"),
        Change::SpinningEnds => rolls_or_stands("loses its side spin"),
        Change::Struck => "is struck",
        Change::Removed => "is removed",
    }
}

/// "cue hits 1, 1 hits 2", "cue hits the foot cushion", "cue lands on the bed".
fn collision_words(collision: &Collision, table: &Table, names: &[String]) -> String {
    let pairs = collision.pairs.iter().map(|&[a, b]| format!("{} hits {}", names[a], names[b]));
    let cushions = collision
        .cushions
        .iter()
        .map(|&(ball, number)| format!("{} hits {}", names[ball], places::cushion(table, number)));
    let mut hits: Vec<String> = pairs.chain(cushions).collect();
    if hits.is_empty() {
        hits.extend(collision.on_bed.iter().map(|&ball| format!("{} lands on the bed", names[ball])));
    }
    listed(&hits, collision.balls.len())
}

fn listed(hits: &[String], bodies: usize) -> String {
    if hits.len() <= LISTED {
        return hits.join(", ");
    }
    let more = hits.len() - LISTED;
    format!("{} and {more} more contacts: one impact of {bodies} bodies", hits[..LISTED].join(", "))
}

/// "5 impacts: 1 of several contacts, 2 of two balls, 2 with a cushion": a summary of a shot.
pub(super) fn tally(shot: &Shot) -> String {
    let (mut several, mut pairs, mut cushions, mut bed) = (0, 0, 0, 0);
    for event in &shot.events {
        match &event.kind {
            ShotEventKind::Collides(collision) => match (collision.pairs.len(), collision.cushions.len()) {
                (0, 0) => bed += 1,
                (0, 1) => cushions += 1,
                (1, 0) => pairs += 1,
                (_, _) => several += 1,
            },
            ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => {}
        }
    }
    let kinds = [
        (several, "of several at once"),
        (pairs, "of two balls"),
        (cushions, "with a cushion"),
        (bed, "with the bed"),
    ];
    let kinds: Vec<String> = kinds
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{number} {what}"))
        .collect();
    let events = count(shot.events.len(), "event", "events");
    if kinds.is_empty() { events } else { format!("{events}; impacts: {}", kinds.join(", ")) }
}

/// What happened on the floor.
pub(super) fn on_floor(kind: &FloorEventKind, names: &[String]) -> String {
    match kind {
        FloorEventKind::Impact { contacts } => {
            let hit = |touch: &Touch| match touch.contact {
                Meeting::Floor { body, .. } => format!("{} hits the floor", names[body]),
                Meeting::Balls { first, second } => format!("{} hits {}", names[first], names[second]),
            };
            let mut bodies: Vec<usize> = (0..names.len()).collect();
            bodies.retain(|&body| contacts.iter().any(|touch| touch.contact.involves(body)));
            listed(&contacts.iter().map(hit).collect::<Vec<String>>(), bodies.len())
        }
        FloorEventKind::Settles { body } => format!("{} makes its last bounces", names[*body]),
        FloorEventKind::Rests { body } => format!("{} stays on the floor", names[*body]),
        FloorEventKind::Rolls { body } => format!("{} stops sliding and rolls", names[*body]),
    }
}

/// What happened in a cradle.
pub(super) fn in_cradle(collision: &CradleCollision, names: &[String]) -> String {
    let balls = collision.balls.clone();
    let who = format!("{} to {} collide", names[*balls.start()], names[*balls.end()]);
    let speeds = &collision.velocities_after;
    if speeds.len() > LISTED {
        return who;
    }
    let digits = Digits::of(speeds.iter().copied());
    let speeds: Vec<String> = speeds.iter().map(|&speed| digits.write(speed)).collect();
    format!("{who}; then m/s: {}", speeds.join("  "))
}
