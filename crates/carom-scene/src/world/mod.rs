//! Worlds: scenes that go on in time, from impact to impact.
//!
//! A scene file with a `[world]` table is a world of one of three kinds: billiards if `[world]` names a `table`, a cradle if there is a
//! `[cradle]`, else bodies that bounce on the floor z = 0. [`load`](crate::load) reads either kind of file. Everything that the motion crate
//! would refuse is refused here with its place in the file: bodies that overlap, a ball in a cushion, a cue that misses.

mod balls;
mod billiards;
mod bodies;
mod bouncing;
mod cradle;
mod cue;
mod derivatives;
mod endless;
mod failure;
mod inside;
mod load;
mod numbers;
mod rack;
mod report;
mod run;
mod settings;
mod shown;
mod surface;
mod written;

pub use cue::Blow;
pub use inside::Moment;
pub use load::{Loaded, load};
pub use report::WorldReport;
pub use run::{WorldError, WorldRun};
pub use shown::{Form, Placement};

use carom_motion::Watch;
use carom_motion::billiards::{BallState, Table, Until};
use carom_motion::bouncing::World;
use carom_motion::cradle::Cradle;
use carom_shapes::Shape;

use crate::problem::Problem;
use billiards::Billiards;
use settings::Stop;

/// The fastest cue that scenes and shots take, in metres per second: more than three times the hardest breaks.
pub const FASTEST_CUE: f64 = 50.0;

/// A world read from a scene file, with the names of what moves in it.
#[derive(Debug, Clone)]
pub struct WorldScene {
    title: Option<String>,
    names: Vec<String>,
    setup: WorldSetup,
    warnings: Vec<Problem>,
}

/// What is to be followed.
#[derive(Debug, Clone)]
enum WorldSetup {
    Billiards(Box<Billiards>),
    Bouncing {
        world: World,
        /// Of each body that is no ball, if the file gives it one.
        shapes: Vec<Option<Shape>>,
        stop: Stop,
    },
    Cradle {
        cradle: Cradle,
        stop: Stop,
    },
}

impl WorldScene {
    /// A shot that does not come from a file: balls on a table, with their names, of which the blow strikes one at rest.
    #[must_use]
    pub fn shot(
        table: Table,
        mut balls: Vec<BallState>,
        names: Vec<String>,
        blow: Blow,
        until: Until,
    ) -> Self {
        blow.strike(&table, &mut balls);
        let billiards = Billiards { table, balls, blow: Some(blow), until };
        Self { title: None, names, setup: WorldSetup::Billiards(Box::new(billiards)), warnings: Vec::new() }
    }

    /// The title; empty if the file has none.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or_default()
    }

    /// What in the file looks like a slip of the pen.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// Names of the balls or bodies, in the order of the run.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What the cue did, if there is one.
    #[must_use]
    pub fn blow(&self) -> Option<&Blow> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => billiards.blow.as_ref(),
            WorldSetup::Bouncing { .. } | WorldSetup::Cradle { .. } => None,
        }
    }

    /// Follows the world until the file says to stop.
    pub fn run(&self) -> Result<WorldRun, WorldError> {
        self.run_watched(&mut |_| {})
    }

    /// Follows the world, while `watch` is told how far it has come.
    pub fn run_watched(&self, watch: Watch) -> Result<WorldRun, WorldError> {
        run::run(&self.setup, watch)
    }
}
