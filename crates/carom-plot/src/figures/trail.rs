//! The path of a ball as lines on the table, and what it hit.

use carom_motion::billiards::cloth::Travel;
use carom_motion::billiards::{Shot, ShotEventKind};
use nalgebra::Vector2;

/// Chords of the parabola of a sliding ball. A chord misses it by a(T/n)²/8: with a = μg ≈ 2 m/s² and a slip of 10 m/s,
/// which lasts T ≈ 1.5 s, that is 0.13 mm, less than a twentieth of a pixel.
const POINTS: u32 = 64;

/// How a ball moves along a piece of its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    Sliding,
    Rolling,
    Airborne,
}

impl Manner {
    pub const ALL: [Self; 3] = [Self::Sliding, Self::Rolling, Self::Airborne];

    fn of(travel: Travel) -> Option<Self> {
        match travel {
            Travel::Still | Travel::Out => None,
            Travel::Sliding { .. } => Some(Self::Sliding),
            Travel::Rolling { .. } => Some(Self::Rolling),
            Travel::Airborne => Some(Self::Airborne),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Sliding => "slides",
            Self::Rolling => "rolls",
            Self::Airborne => "flies",
        }
    }

    /// Classes of its lines.
    pub fn classes(self) -> &'static str {
        match self {
            Self::Sliding => "s",
            Self::Rolling => "s thin",
            Self::Airborne => "s dots",
        }
    }
}

/// A stretch of a ball's path in one manner of moving, in metres on the table.
#[derive(Debug, Clone)]
pub(crate) struct Trail {
    pub manner: Manner,
    pub points: Vec<Vector2<f64>>,
}

/// The path of a ball, cut where its manner of moving changes.
pub(crate) fn trails(shot: &Shot, ball: usize) -> Vec<Trail> {
    let pieces = shot.trajectories[ball].pieces();
    let mut trails: Vec<Trail> = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let Some(manner) = Manner::of(piece.phase().travel) else { continue };
        let end = pieces.get(i + 1).map_or(shot.end, |next| next.start().min(shot.end));
        let duration = end - piece.start();
        if duration <= 0.0 {
            continue;
        }
        let steps = match manner {
            Manner::Sliding => POINTS,
            // Straight, seen from above.
            Manner::Rolling | Manner::Airborne => 1,
        };
        let points =
            (0..=steps).map(|step| piece.at(duration * f64::from(step) / f64::from(steps)).position.xy());
        match trails.last_mut() {
            Some(trail) if trail.manner == manner => trail.points.extend(points.skip(1)),
            Some(_) | None => trails.push(Trail { manner, points: points.collect() }),
        }
    }
    trails
}

/// What a ball hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    Ball,
    Cushion,
}

/// What a ball hit and where its centre was then, in metres; the bed, where it lands, is not among it.
pub(crate) fn hits(shot: &Shot, ball: usize) -> Vec<(Obstacle, Vector2<f64>)> {
    let hit = |event: &carom_motion::billiards::ShotEvent| match &event.kind {
        ShotEventKind::Collides(collision) => {
            let obstacle = if collision.pairs.iter().flatten().any(|&other| other == ball) {
                Obstacle::Ball
            } else if collision.cushions.iter().any(|&(other, _)| other == ball) {
                Obstacle::Cushion
            } else {
                return None;
            };
            Some((obstacle, shot.at(ball, event.time).position.xy()))
        }
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
    };
    shot.events.iter().filter_map(hit).collect()
}
