//! Events as they stand in the JSON document.

use carom_motion::billiards::{Exit, ShotEvent, ShotEventKind};
use carom_motion::bouncing::{FloorEvent, FloorEventKind, Meeting, Touch};
use carom_motion::cradle::Collision;
use serde::Serialize;

use super::super::WorldRun;
use super::states::array;

/// Something that happened. Bodies are named; cushions and pockets are numbered as in the table's outline.
#[derive(Serialize)]
pub(super) struct EventEntry<'a> {
    time: f64,
    kind: &'static str,
    #[serde(flatten)]
    what: What<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What<'a> {
    One {
        body: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        pocket: Option<usize>,
    },
    Collision {
        bodies: Vec<&'a str>,
        pairs: Vec<[&'a str; 2]>,
        cushions: Vec<(&'a str, usize)>,
        on_bed: Vec<&'a str>,
        lost_in_restitution: f64,
        lost_in_friction: f64,
        duration: f64,
    },
    Impact {
        contacts: Vec<ContactEntry<'a>>,
    },
    Cradle {
        bodies: Vec<&'a str>,
        velocities_before: &'a [f64],
        velocities_after: &'a [f64],
        impulses: &'a [f64],
        lost: f64,
    },
}

/// A contact of an impact on the floor: impulse on the first, N s.
#[derive(Serialize)]
struct ContactEntry<'a> {
    between: [&'a str; 2],
    impulse: [f64; 3],
}

pub(super) fn of<'a>(run: &'a WorldRun, names: &'a [String]) -> Vec<EventEntry<'a>> {
    match run {
        WorldRun::Billiards { shot, .. } => shot.events.iter().map(|event| on_table(event, names)).collect(),
        WorldRun::Bouncing(course) => course.events.iter().map(|event| on_floor(event, names)).collect(),
        WorldRun::Cradle(course) => {
            course.collisions.iter().map(|collision| in_cradle(collision, names)).collect()
        }
    }
}

/// The names of what a contact joins.
pub(super) fn between(contact: Meeting, names: &[String]) -> [&str; 2] {
    match contact {
        Meeting::Floor { body, .. } => [names[body].as_str(), "floor"],
        Meeting::Balls { first, second } => [names[first].as_str(), names[second].as_str()],
    }
}

fn on_table<'a>(event: &'a ShotEvent, names: &'a [String]) -> EventEntry<'a> {
    let name = |ball: usize| names[ball].as_str();
    let all = |balls: &[usize]| balls.iter().map(|&ball| name(ball)).collect();
    let (kind, what) = match &event.kind {
        ShotEventKind::Ends { ball, change } => {
            (change.name(), What::One { body: name(*ball), pocket: None })
        }
        ShotEventKind::Leaves { ball, exit: Exit::Pocket(number) } => {
            ("pocketed", What::One { body: name(*ball), pocket: Some(*number) })
        }
        ShotEventKind::Leaves { ball, exit: Exit::OverTheEdge } => {
            ("leaves-table", What::One { body: name(*ball), pocket: None })
        }
        ShotEventKind::Collides(collision) => {
            let what = What::Collision {
                bodies: all(&collision.balls),
                pairs: collision.pairs.iter().map(|pair| pair.map(name)).collect(),
                cushions: collision.cushions.iter().map(|&(ball, cushion)| (name(ball), cushion)).collect(),
                on_bed: all(&collision.on_bed),
                lost_in_restitution: collision.energy.lost_in_restitution,
                lost_in_friction: collision.energy.lost_in_friction,
                duration: collision.duration,
            };
            ("collides", what)
        }
    };
    EventEntry { time: event.time, kind, what }
}

fn on_floor<'a>(event: &FloorEvent, names: &'a [String]) -> EventEntry<'a> {
    let one = |body: usize| What::One { body: names[body].as_str(), pocket: None };
    let contact = |touch: &Touch| ContactEntry {
        between: between(touch.contact, names),
        impulse: array(touch.impulse),
    };
    let (kind, what) = match &event.kind {
        FloorEventKind::Impact { contacts } => {
            ("collides", What::Impact { contacts: contacts.iter().map(contact).collect() })
        }
        FloorEventKind::Settles { body } => ("settles", one(*body)),
        FloorEventKind::Rests { body } => ("bouncing-ends", one(*body)),
        FloorEventKind::Rolls { body } => ("sliding-ends", one(*body)),
    };
    EventEntry { time: event.time, kind, what }
}

fn in_cradle<'a>(collision: &'a Collision, names: &'a [String]) -> EventEntry<'a> {
    let what = What::Cradle {
        bodies: names[collision.balls.clone()].iter().map(String::as_str).collect(),
        velocities_before: &collision.velocities_before,
        velocities_after: &collision.velocities_after,
        impulses: &collision.impulses,
        lost: collision.lost,
    };
    EventEntry { time: collision.time, kind: "collides", what }
}
