//! Pieces and states of every kind of motion, as they stand in the JSON document.

use carom_motion::billiards::cloth::{Piece as ClothPiece, Travel};
use carom_motion::billiards::{Exit, Shot};
use carom_motion::bouncing::{Piece as FloorPiece, PieceKind, Shape, Turning};
use carom_motion::cradle::{self, PendulumState};
use nalgebra::{UnitQuaternion, Vector3};
use serde::Serialize;

use super::super::{WorldRun, WorldSetup};

/// A piece of a motion. Times are seconds from the start of the world; polynomials are in the seconds since the start of the piece, ascending.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum PieceEntry {
    /// The centre is on a parabola.
    Parabola {
        kind: &'static str,
        start: f64,
        end: f64,
        position: [[f64; 3]; 3],
        velocity: [[f64; 3]; 2],
        angular_velocity: [[f64; 3]; 2],
    },
    /// The same, turning freely about an axis that wanders: orientation (w, x, y, z, from body axes to world) and angular velocity are those
    /// at the start. A body with an axis of symmetry turns about that by `turns[1]`, then about its angular momentum by `turns[0]`, rad/s.
    Tumbling {
        kind: &'static str,
        start: f64,
        end: f64,
        position: [[f64; 3]; 3],
        velocity: [[f64; 3]; 2],
        orientation: [f64; 4],
        angular_velocity: [f64; 3],
        angular_momentum: [f64; 3],
        #[serde(skip_serializing_if = "Option::is_none")]
        turns: Option<[[f64; 3]; 2]>,
    },
    /// A pendulum, with its angle (rad) and rate (rad/s) at the start.
    Swing { kind: &'static str, start: f64, end: f64, angle: f64, rate: f64 },
}

/// Where a body is and how it moves.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum StateEntry {
    Free {
        position: [f64; 3],
        #[serde(skip_serializing_if = "Option::is_none")]
        orientation: Option<[f64; 4]>,
        velocity: [f64; 3],
        angular_velocity: [f64; 3],
        #[serde(skip_serializing_if = "Option::is_none")]
        exit: Option<ExitEntry>,
    },
    Hanging {
        angle: f64,
        speed: f64,
        displacement: f64,
        horizontal_velocity: f64,
    },
}

/// How a ball went out of play.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(super) enum ExitEntry {
    Pocket { number: usize },
    OffTable,
}

impl From<Exit> for ExitEntry {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Pocket(number) => Self::Pocket { number },
            Exit::OverTheEdge => Self::OffTable,
        }
    }
}

/// w, x, y, z.
fn quaternion(turn: UnitQuaternion<f64>) -> [f64; 4] {
    [turn.w, turn.i, turn.j, turn.k]
}

/// Inertia in body axes, kg m², of a body that is no ball.
pub(super) fn inertia(setup: &WorldSetup, body: usize) -> Option<[[f64; 3]; 3]> {
    let WorldSetup::Bouncing { world, .. } = setup else { return None };
    let body = &world.bodies()[body];
    match body.shape() {
        Shape::Ball { .. } => None,
        // Symmetric: rows are columns.
        Shape::Points { .. } => Some(body.inertia().in_world(&UnitQuaternion::identity()).into()),
    }
}

pub(super) fn array(vector: Vector3<f64>) -> [f64; 3] {
    vector.into()
}

/// State of a body at a time, in seconds.
pub(super) fn state(run: &WorldRun, body: usize, time: f64) -> StateEntry {
    match run {
        WorldRun::Billiards { shot, .. } => {
            let state = shot.at(body, time);
            let [position, velocity, spin] =
                [state.position, state.velocity, state.angular_velocity].map(array);
            StateEntry::Free { position, orientation: None, velocity, angular_velocity: spin, exit: None }
        }
        WorldRun::Bouncing(course) => {
            let state = course.at(body, time);
            let [position, velocity, spin] =
                [state.position, state.velocity, state.angular_velocity].map(array);
            let orientation = Some(quaternion(state.orientation));
            StateEntry::Free { position, orientation, velocity, angular_velocity: spin, exit: None }
        }
        WorldRun::Cradle(course) => {
            let cradle::BallState { angle, speed, displacement, horizontal_velocity } = course.at(body, time);
            StateEntry::Hanging { angle, speed, displacement, horizontal_velocity }
        }
    }
}

/// State at the end, with how it left if it did.
pub(super) fn final_state(run: &WorldRun, body: usize) -> StateEntry {
    let mut last = state(run, body, run.end());
    if let (StateEntry::Free { exit, .. }, WorldRun::Billiards { shot, .. }) = (&mut last, run) {
        *exit = shot.exit(body).map(ExitEntry::from);
    }
    last
}

/// The whole motion of a body.
pub(super) fn pieces(run: &WorldRun, body: usize) -> Vec<PieceEntry> {
    match run {
        WorldRun::Billiards { shot, .. } => on_cloth(shot, body),
        WorldRun::Bouncing(course) => {
            course.pieces[body].iter().map(|piece| on_floor(piece, course.end)).collect()
        }
        WorldRun::Cradle(course) => {
            let arcs: Vec<(f64, PendulumState)> = course.arcs(body).collect();
            let starts: Vec<f64> = arcs.iter().map(|arc| arc.0).collect();
            let swing = |(i, (start, state)): (usize, &(f64, PendulumState))| PieceEntry::Swing {
                kind: "swinging",
                start: *start,
                end: end_of(&starts, i, course.end),
                angle: state.angle,
                rate: state.rate,
            };
            arcs.iter().enumerate().map(swing).collect()
        }
    }
}

/// A piece holds until the next one starts.
fn end_of(starts: &[f64], piece: usize, end: f64) -> f64 {
    starts.get(piece + 1).copied().unwrap_or(end)
}

fn on_cloth(shot: &Shot, ball: usize) -> Vec<PieceEntry> {
    let pieces = shot.trajectories[ball].pieces();
    let starts: Vec<f64> = pieces.iter().map(ClothPiece::start).collect();
    let entry = |(i, piece): (usize, &ClothPiece)| {
        let (state, push, twist) = (piece.state(), piece.acceleration(), piece.angular_acceleration());
        PieceEntry::Parabola {
            kind: travel(piece),
            start: piece.start(),
            end: end_of(&starts, i, shot.end),
            position: [state.position, state.velocity, push * 0.5].map(array),
            velocity: [state.velocity, push].map(array),
            angular_velocity: [state.angular_velocity, twist].map(array),
        }
    };
    pieces.iter().enumerate().map(entry).collect()
}

fn travel(piece: &ClothPiece) -> &'static str {
    match piece.phase().travel {
        Travel::Still if piece.state().angular_velocity.z != 0.0 => "spinning",
        Travel::Still => "resting",
        Travel::Sliding { .. } => "sliding",
        Travel::Rolling { .. } => "rolling",
        Travel::Airborne => "flying",
        Travel::Out => "out",
    }
}

fn on_floor(piece: &FloorPiece, end: f64) -> PieceEntry {
    let [position, velocity, half] = piece.position;
    let kind = match piece.kind {
        PieceKind::Flight => "flying",
        PieceKind::Settling => "settling",
        PieceKind::Sliding => "sliding",
        PieceKind::Rolling if velocity.norm() == 0.0 => "resting",
        PieceKind::Rolling => "rolling",
    };
    let (start, end) = (piece.start, piece.end.min(end));
    let (position, velocity) = ([position, velocity, half].map(array), [velocity, half * 2.0].map(array));
    let steady = |spin: [Vector3<f64>; 2]| {
        let angular_velocity = spin.map(array);
        PieceEntry::Parabola { kind, start, end, position, velocity, angular_velocity }
    };
    match piece.turning() {
        Turning::Driven { spin } => steady(spin),
        Turning::Free(rotation) => match rotation.precession() {
            Some([turn, about_axis]) if about_axis == Vector3::zeros() => steady([turn, Vector3::zeros()]),
            turns => {
                let state = piece.at(start);
                PieceEntry::Tumbling {
                    kind,
                    start,
                    end,
                    position,
                    velocity,
                    orientation: quaternion(state.orientation),
                    angular_velocity: array(state.angular_velocity),
                    angular_momentum: array(*rotation.angular_momentum()),
                    turns: turns.map(|turns| turns.map(array)),
                }
            }
        },
    }
}
