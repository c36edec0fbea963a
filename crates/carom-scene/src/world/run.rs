//! Follows a world.

use carom::SolveError;
use carom_motion::Watch;
use carom_motion::billiards::cloth::{Travel, Twist};
use carom_motion::billiards::{Shot, ShotError, Table, simulate_watched};
use carom_motion::bouncing::{self, BouncingError, Meeting};
use carom_motion::cradle::{self, CradleError};
use thiserror::Error;

use super::WorldSetup;
use super::settings::Stop;

/// What became of a world.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // there is one of it at a time, and all of it is behind vectors but a table
pub enum WorldRun {
    /// Of a shot.
    Billiards {
        /// The table.
        table: Table,
        /// The shot.
        shot: Shot,
    },
    /// Of balls on the floor.
    Bouncing(bouncing::Course),
    /// Of a cradle.
    Cradle(cradle::Course),
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorldEnding {
    /// Nothing happens any more.
    Rest,
    /// The time asked for was reached.
    Time,
    /// All balls of a cradle swing together.
    Together,
    /// A body came to rest on another, or with one of its points on the floor: contacts that last are not followed.
    LastingContact {
        /// Which contact.
        contact: Meeting,
    },
    /// There were more events than a run allows.
    TooManyEvents,
    /// It stopped for another reason.
    Stopped,
}

impl WorldEnding {
    /// Its name in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Time => "time",
            Self::Together => "together",
            Self::LastingContact { .. } => "lasting-contact",
            Self::TooManyEvents => "too-many-events",
            Self::Stopped => "stopped",
        }
    }
}

/// Why a world could not be followed to its end.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The cue's blow could not be solved.
    #[error("the cue's blow: {0}")]
    Strike(SolveError),
    /// The shot stopped on its way.
    #[error(transparent)]
    Shot(#[from] ShotError),
    /// The bouncing stopped on its way.
    #[error(transparent)]
    Bouncing(#[from] BouncingError),
    /// The cradle stopped on its way.
    #[error(transparent)]
    Cradle(#[from] CradleError),
}

pub(super) fn run(setup: &WorldSetup, watch: Watch) -> Result<WorldRun, WorldError> {
    Ok(match setup {
        WorldSetup::Billiards(billiards) => {
            if let Some(Err(error)) = billiards.blow.as_ref().map(|blow| &blow.outcome) {
                return Err(WorldError::Strike(error.clone()));
            }
            let shot = simulate_watched(&billiards.table, &billiards.balls, billiards.until, watch)?;
            WorldRun::Billiards { table: billiards.table.clone(), shot }
        }
        WorldSetup::Bouncing { world, stop, .. } => {
            let until = match *stop {
                Stop::Rest => f64::INFINITY,
                Stop::Time(time) => time,
            };
            WorldRun::Bouncing(world.run_watched(until, watch)?)
        }
        WorldSetup::Cradle { cradle, stop } => {
            let until = match *stop {
                Stop::Rest => cradle::Until::Together,
                Stop::Time(time) => cradle::Until::Time(time),
            };
            WorldRun::Cradle(cradle.run_watched(until, watch)?)
        }
    })
}

impl WorldRun {
    /// When it ended, in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        match self {
            Self::Billiards { shot, .. } => shot.end,
            Self::Bouncing(course) => course.end,
            Self::Cradle(course) => course.end,
        }
    }

    /// When something happened, in seconds, in order.
    #[must_use]
    pub fn instants(&self) -> Vec<f64> {
        match self {
            Self::Billiards { shot, .. } => shot.events.iter().map(|event| event.time).collect(),
            Self::Bouncing(course) => course.events.iter().map(|event| event.time).collect(),
            Self::Cradle(course) => course.collisions.iter().map(|collision| collision.time).collect(),
        }
    }

    /// Speed of a ball or body at a time (seconds), in metres per second; of a cradle's ball the horizontal velocity, with its sign.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn speed(&self, body: usize, time: f64) -> f64 {
        match self {
            Self::Billiards { shot, .. } => shot.at(body, time).velocity.norm(),
            Self::Bouncing(course) => course.at(body, time).velocity.norm(),
            Self::Cradle(course) => course.at(body, time).horizontal_velocity,
        }
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> WorldEnding {
        match self {
            Self::Billiards { table, shot } if is_at_rest(table, shot) => WorldEnding::Rest,
            Self::Billiards { .. } => WorldEnding::Time,
            Self::Bouncing(course) => match course.ending {
                bouncing::Ending::TimeReached => WorldEnding::Time,
                bouncing::Ending::Quiet { .. } => WorldEnding::Rest,
                bouncing::Ending::LastingContact { contact, .. } => WorldEnding::LastingContact { contact },
                bouncing::Ending::TooManyEvents { .. } => WorldEnding::TooManyEvents,
                _ => WorldEnding::Stopped,
            },
            Self::Cradle(course) => match course.ending {
                cradle::Ending::TimeReached | cradle::Ending::CollisionsReached => WorldEnding::Time,
                cradle::Ending::Together { .. } => WorldEnding::Together,
                cradle::Ending::TooManyCollisions { .. } => WorldEnding::TooManyEvents,
                _ => WorldEnding::Stopped,
            },
        }
    }
}

/// Whether nothing happens any more on a table: balls are out, or lie still; on a cloth that lets them they may spin on the spot for ever.
pub(super) fn is_at_rest(table: &Table, shot: &Shot) -> bool {
    let mut phases = shot.trajectories.iter().map(|trajectory| trajectory.phase(shot.end));
    phases.all(|phase| {
        let spins = match phase.twist {
            Twist::Free => false,
            Twist::Slowing => table.cloth.spin_friction > 0.0,
        };
        matches!(phase.travel, Travel::Still | Travel::Out) && !spins
    })
}
