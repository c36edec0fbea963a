//! Events of a shot in words.

use carom_motion::billiards::cloth::{Change, Travel};
use carom_motion::billiards::{Collision, Cushion, Event, EventKind, Exit, Outline};

use super::Played;

/// What met in an impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// A ball met the bed alone.
    Bed,
    /// A ball met a cushion.
    Cushion,
    /// Two balls met.
    Pair,
    /// More met at once.
    Several,
}

impl Meeting {
    pub fn of(collision: &Collision) -> Self {
        match (collision.pairs.len(), collision.cushions.len()) {
            (0, 0) => Self::Bed,
            (0, 1) => Self::Cushion,
            (1, 0) => Self::Pair,
            (_, _) => Self::Several,
        }
    }
}

/// What happened, in words.
pub fn event(played: &Played, event: &Event) -> String {
    let name = |ball: usize| played.setup.names[ball].as_str();
    match &event.kind {
        EventKind::Ends { ball, change } => {
            format!("{} {}", name(*ball), ended(played, *ball, event.time, *change))
        }
        EventKind::Collides(collision) => collided(played, collision),
        EventKind::Leaves { ball, exit } => {
            format!("{} {}", name(*ball), left(&played.setup.table.outline, *exit))
        }
    }
}

fn ended(played: &Played, ball: usize, time: f64, change: Change) -> &'static str {
    match change {
        Change::SlidingEnds => match played.shot.trajectories[ball].phase(time).travel {
            Travel::Rolling { .. } => "stops sliding and rolls",
            Travel::Still => "stops",
            Travel::Sliding { .. } | Travel::Airborne | Travel::Out => "stops sliding",
        },
        Change::RollingEnds => "stops",
        Change::SpinningEnds => "stops spinning",
        Change::Struck => "is struck",
        Change::Removed => "goes out of play",
    }
}

fn collided(played: &Played, collision: &Collision) -> String {
    let name = |ball: usize| played.setup.names[ball].as_str();
    let list = || collision.balls.iter().map(|&ball| name(ball)).collect::<Vec<_>>().join(", ");
    match (Meeting::of(collision), collision.pairs.first(), collision.cushions.first()) {
        (Meeting::Pair, Some(&[a, b]), _) => format!("{} and {} collide", name(a), name(b)),
        (Meeting::Cushion, _, Some(&(ball, cushion))) => {
            let what = match played.setup.table.outline.cushions()[cushion] {
                Cushion::Straight { .. } => "a cushion",
                Cushion::Jaw { .. } => "a jaw",
            };
            format!("{} hits {what}", name(ball))
        }
        (Meeting::Bed, ..) => format!("{} lands on the bed", list()),
        _ => {
            let pairs = counted(collision.pairs.len(), "pair", "pairs");
            let cushions = match collision.cushions.len() {
                0 => String::new(),
                n => format!(", {} at cushions", counted(n, "contact", "contacts")),
            };
            format!("{} collide at once ({pairs}{cushions})", list())
        }
    }
}

/// Where a ball went out of play.
pub fn left(outline: &Outline, exit: Exit) -> String {
    match exit {
        Exit::Pocket(pocket) => format!("falls into the {}", pocket_name(outline, pocket)),
        Exit::OverTheEdge => "leaves the table".to_owned(),
    }
}

/// A pocket by its side of the table: "corner pocket +x +y", "middle pocket -y".
pub fn pocket_name(outline: &Outline, pocket: usize) -> String {
    let centre = outline.pockets()[pocket].centre;
    let sign = |x: f64| if x < 0.0 { '-' } else { '+' };
    if centre.x == 0.0 {
        format!("middle pocket {}y", sign(centre.y))
    } else {
        format!("corner pocket {}x {}y", sign(centre.x), sign(centre.y))
    }
}

pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
