//! Derivatives of a whole shot: where balls are at its end, and when things happen, by how it began and by the table and the balls.
//!
//! The variation δy of every ball's state y, at a fixed time, is carried beside the shot. Between events it is that of the closed forms of
//! [`super::cloth`]; an event that comes later by δτ changes it by what the state changes, and by what the two motions differ in meanwhile:
//!
//! ```text
//! δy⁺ = R' (δy⁻ + y'⁻ δτ) + δR − y'⁺ δτ,      y⁺ = R(y⁻)                                    (Sv.1)
//! δτ  = −δg/g'      where a guard g falls to zero                                           (Sv.2)
//! ```
//!
//! R is the impact itself, whose derivatives are those of [`carom::derivative`], or nothing where sliding, rolling or spinning ends. A ball
//! that begins to roll, or lies still, and would slip a little otherwise stops slipping at once, having changed its velocity by −2/7 of the
//! slip (Cl.3): there is no kink.
//!
//! ```
//! use carom::derivative::Direction;
//! use carom_motion::billiards::derivative::{ShotParameter, simulate_with_derivatives};
//! use carom_motion::billiards::{Ball, BallState, Cloth, State, Table, Until};
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ball that rolls with v stops after v²/(2 μ g).
//! let (table, ball, speed) = (Table::carom(), Ball::CAROM, 0.3);
//! let velocity = vector![speed, 0.0, 0.0];
//! let state = State::on_bed(&ball, [0.0, 0.0]).moving(velocity).spinning(ball.rolling(velocity, 0.0));
//! let rolling = Direction::along(ShotParameter::RollingResistance);
//! let (_, found) = simulate_with_derivatives(&table, &[BallState { ball, state }], Until::Rest, &[rolling])?;
//! let Cloth { rolling_resistance, gravity, .. } = table.cloth;
//! let way = speed * speed / (2.0 * rolling_resistance * gravity);
//! assert!((found.states[0][0].position.x + way / rolling_resistance).abs() < 1e-12 * way / rolling_resistance);
//! # Ok(())
//! # }
//! ```

mod blow;
mod contacts;
mod direction;
mod piece_change;
mod tangent;

use carom::derivative::{Direction, KinkCause};

pub use blow::{BlowDerivatives, BlowParameter, CueShotError, CueShotParameter, play_with_derivatives};
pub use direction::{ContactKind, ShotParameter};
pub use piece_change::StateChange;
pub(super) use tangent::{Tangent, Trigger};

use super::ball::BallState;
use super::error::ShotError;
use super::shot::{Shot, Until};
use super::simulation;
use super::table::Table;

/// What a shot changes by along each direction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShotDerivatives {
    /// By direction and ball: states at the end of the shot, or at the time at which it was stopped; zero of balls out of play.
    pub states: Vec<Vec<StateChange>>,
    /// By direction: when all balls rest, in seconds; zero if the shot was stopped at a given time before. None if the last event is a ball
    /// that goes out of play.
    pub end: Option<Vec<f64>>,
    /// By event and direction: when it happens, in seconds; none where a ball goes out of play.
    pub events: Vec<Option<Vec<f64>>>,
    /// Where there is no derivative, and the numbers are those of what did happen.
    pub kinks: Vec<ShotKink>,
}

/// A place where a shot is not differentiable.
#[derive(Debug, Clone, PartialEq)]
pub struct ShotKink {
    /// When, in seconds.
    pub time: f64,
    /// Why.
    pub cause: ShotKinkCause,
    /// The balls concerned.
    pub balls: Vec<usize>,
    /// The directions concerned, ascending.
    pub directions: Vec<usize>,
}

/// Why a shot is not differentiable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShotKinkCause {
    /// Something within an impact.
    Impact(KinkCause),
    /// Balls or cushions meet without speed: a little less, and they would not.
    Grazing,
    /// Several things touch at one instant that would touch one after the other otherwise.
    Coincidence,
    /// Balls of one size would be of different ones, so that the bed takes part in their impact.
    Tilted,
    /// A ball is held against something by its spin, which is played as a row of small bounces.
    Pressed,
}

impl ShotDerivatives {
    /// Whether the shot is differentiable along a direction.
    #[must_use]
    pub fn is_smooth_along(&self, direction: usize) -> bool {
        self.kinks.iter().all(|kink| !kink.directions.contains(&direction))
    }
}

/// Plays a shot and differentiates it along directions.
///
/// # Errors
/// A shot that cannot be played, parameters that it does not have, and impacts whose derivatives are not known.
pub fn simulate_with_derivatives(
    table: &Table,
    balls: &[BallState],
    until: Until,
    directions: &[Direction<ShotParameter>],
) -> Result<(Shot, ShotDerivatives), ShotError> {
    simulation::differentiated(table, balls, until, directions)
}
