//! What figures and films of a world ask: where bodies are, what they look like, where the energy is.

use carom_motion::Energy;
use carom_motion::bouncing;
use carom_shapes::Shape;
use nalgebra::{UnitQuaternion, Vector3};

use super::{WorldRun, WorldScene, WorldSetup};

/// What a body looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form<'a> {
    /// A ball.
    Ball {
        /// Radius, in metres.
        radius: f64,
    },
    /// A solid, in its own axes; its centre of mass is where the body is.
    Solid(&'a Shape),
    /// A body of which only points are known, from its centre of mass, in metres, body axes.
    Points(&'a [Vector3<f64>]),
}

/// Where a body is and how it moves, world axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// Centre of mass, in metres.
    pub position: Vector3<f64>,
    /// How it is turned from its own axes.
    pub orientation: UnitQuaternion<f64>,
    /// In metres per second.
    pub velocity: Vector3<f64>,
    /// In radians per second.
    pub angular_velocity: Vector3<f64>,
}

impl Placement {
    fn still(position: Vector3<f64>) -> Self {
        let (velocity, angular_velocity) = (Vector3::zeros(), Vector3::zeros());
        Self { position, orientation: UnitQuaternion::identity(), velocity, angular_velocity }
    }
}

impl WorldScene {
    /// What a body looks like.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn form(&self, body: usize) -> Form<'_> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => Form::Ball { radius: billiards.balls[body].ball.radius() },
            WorldSetup::Bouncing { world, shapes, .. } => {
                match (world.bodies()[body].shape(), &shapes[body]) {
                    (bouncing::Shape::Ball { radius }, _) => Form::Ball { radius: *radius },
                    (bouncing::Shape::Points { .. }, Some(shape)) => Form::Solid(shape),
                    (bouncing::Shape::Points { points }, None) => Form::Points(points),
                }
            }
            WorldSetup::Cradle { cradle, .. } => Form::Ball { radius: cradle.balls()[body].radius },
        }
    }

    /// Where a body is at the beginning; a ball that a cue strikes moves as it does just after the blow.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn start(&self, body: usize) -> Placement {
        match &self.setup {
            WorldSetup::Billiards(billiards) => {
                let state = billiards.balls[body].state;
                Placement {
                    velocity: state.velocity,
                    angular_velocity: state.angular_velocity,
                    ..Placement::still(state.position)
                }
            }
            WorldSetup::Bouncing { world, .. } => {
                let start = world.bodies()[body].start();
                Placement {
                    position: start.position,
                    orientation: start.orientation,
                    velocity: start.velocity,
                    angular_velocity: start.angular_velocity,
                }
            }
            WorldSetup::Cradle { cradle, .. } => {
                Placement::still(cradle.position(body, cradle.angles()[body]))
            }
        }
    }

    /// Where the strings of a cradle hang, in metres, from left to right; nothing for other worlds.
    #[must_use]
    pub fn pivots(&self) -> Vec<Vector3<f64>> {
        match &self.setup {
            WorldSetup::Cradle { cradle, .. } => {
                (0..cradle.balls().len()).map(|ball| cradle.pivot(ball)).collect()
            }
            WorldSetup::Billiards(_) | WorldSetup::Bouncing { .. } => Vec::new(),
        }
    }

    /// The table of a shot; none for other worlds.
    #[must_use]
    pub fn table(&self) -> Option<&carom_motion::billiards::Table> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => Some(&billiards.table),
            WorldSetup::Bouncing { .. } | WorldSetup::Cradle { .. } => None,
        }
    }

    /// Mechanical energy at a time (seconds) of a run of this world; none if the run is that of another kind of world.
    #[must_use]
    pub fn energy(&self, run: &WorldRun, time: f64) -> Option<Energy> {
        match (&self.setup, run) {
            (_, WorldRun::Billiards { table, shot }) => Some(shot.energy(table, time)),
            (WorldSetup::Bouncing { world, .. }, WorldRun::Bouncing(course)) => {
                Some(world.energy(course, time))
            }
            (_, WorldRun::Bouncing(_)) => None,
            (_, WorldRun::Cradle(course)) => Some(course.energy(time)),
        }
    }
}

impl WorldRun {
    /// Where a body is and how it moves at a time, in seconds.
    ///
    /// # Panics
    /// If there is no such body.
    #[must_use]
    pub fn placement(&self, body: usize, time: f64) -> Placement {
        match self {
            Self::Billiards { shot, .. } => {
                let state = shot.at(body, time);
                Placement {
                    velocity: state.velocity,
                    angular_velocity: state.angular_velocity,
                    ..Placement::still(state.position)
                }
            }
            Self::Bouncing(course) => {
                let state = course.at(body, time);
                Placement {
                    position: state.position,
                    orientation: state.orientation,
                    velocity: state.velocity,
                    angular_velocity: state.angular_velocity,
                }
            }
            Self::Cradle(course) => Placement::still(course.position(body, time)),
        }
    }
}
