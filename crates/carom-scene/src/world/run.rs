//! Follows a world.

use carom::SolveError;
use carom_motion::billiards::{Shot, ShotError, Table, simulate_watched};
use carom_motion::bouncing::{self, BouncingError};
use carom_motion::cradle::{self, CradleError};
use carom_motion::{Ending, History, Watch};
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
    Bouncing(bouncing::FloorCourse),
    /// Of a cradle.
    Cradle(cradle::CradleCourse),
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
    /// What all motions know of themselves.
    #[must_use]
    pub fn history(&self) -> &dyn History {
        match self {
            Self::Billiards { shot, .. } => shot,
            Self::Bouncing(course) => course,
            Self::Cradle(course) => course,
        }
    }

    /// When it ended, in seconds.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.history().end()
    }

    /// When something happened, in seconds, in order.
    #[must_use]
    pub fn instants(&self) -> Vec<f64> {
        self.history().instants()
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.history().ending()
    }

    /// Speed of a ball or body at a time (seconds), in metres per second; of a cradle's ball the horizontal velocity, with its sign.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn speed(&self, body: usize, time: f64) -> f64 {
        match self {
            Self::Billiards { .. } | Self::Bouncing(_) => self.history().velocity(body, time).norm(),
            Self::Cradle(course) => course.at(body, time).horizontal_velocity,
        }
    }
}
