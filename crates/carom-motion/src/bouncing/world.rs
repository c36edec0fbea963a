//! A world to be followed.

use std::collections::BTreeMap;

use carom::{InputError, Model, Surface};

use super::course::FloorCourse;
use super::error::BouncingError;
use super::participant::Participant;
use super::simulation::Simulation;
use crate::encounter::Encounter;
use crate::energy::Energy;
use crate::progress::Watch;

/// Bodies above the plane z = 0 under gravity along −z.
#[derive(Debug, Clone)]
pub struct World {
    pub(crate) gravity: f64,
    pub(crate) bodies: Vec<Participant>,
    pub(crate) model: Model,
    between_balls: Surface,
    pairs: BTreeMap<[usize; 2], Surface>,
}

impl World {
    /// An empty world with this gravity, in metres per second squared. Balls meet each other elastically and without friction unless told
    /// otherwise.
    pub fn new(gravity: f64) -> Result<Self, InputError> {
        if !(gravity > 0.0 && gravity.is_finite()) {
            return Err(InputError::NotPositive { what: "the gravity", value: gravity });
        }
        Ok(Self {
            gravity,
            bodies: Vec::new(),
            model: Model::default(),
            between_balls: Surface::ELASTIC,
            pairs: BTreeMap::new(),
        })
    }

    /// The world with one more body; they are numbered from 0.
    #[must_use]
    pub fn with_body(mut self, body: Participant) -> Self {
        self.bodies.push(body);
        self
    }

    /// The model of its impacts.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// The world with another model of impact.
    #[must_use]
    pub fn with_model(self, model: Model) -> Self {
        Self { model, ..self }
    }

    /// The world with this surface between any two balls.
    #[must_use]
    pub fn with_surface_between_balls(self, surface: Surface) -> Self {
        Self { between_balls: surface, ..self }
    }

    /// The world with a surface of their own between two balls that are in it.
    pub fn with_pair(mut self, balls: [usize; 2], surface: Surface) -> Result<Self, BouncingError> {
        let is_ball = |&body: &usize| self.bodies.get(body).is_some_and(|body| body.radius().is_some());
        if let Some(&body) = balls.iter().find(|body| !is_ball(body)) {
            return Err(BouncingError::NotABall { body });
        }
        if balls[0] == balls[1] {
            return Err(BouncingError::NotABall { body: balls[0] });
        }
        self.pairs.insert([balls[0].min(balls[1]), balls[0].max(balls[1])], surface);
        Ok(self)
    }

    /// Gravity, in metres per second squared.
    #[must_use]
    pub fn gravity(&self) -> f64 {
        self.gravity
    }

    /// The bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Participant] {
        &self.bodies
    }

    /// Mechanical energy of all bodies at a time (seconds) of a course of this world; heights are counted from the plane.
    #[must_use]
    pub fn energy(&self, course: &FloorCourse, time: f64) -> Energy {
        let of_body = |(i, body): (usize, &Participant)| {
            let state = course.at(i, time);
            Energy {
                translation: 0.5 * body.mass * state.velocity.norm_squared(),
                rotation: body.inertia.rotational_energy(&state.orientation, &state.angular_velocity),
                height: body.mass * self.gravity * state.position.z,
            }
        };
        self.bodies.iter().enumerate().map(of_body).sum()
    }

    pub(crate) fn surface_between(&self, first: usize, second: usize) -> &Surface {
        self.pairs.get(&[first, second]).unwrap_or(&self.between_balls)
    }

    /// Whether two balls, in ascending order, have a surface of their own.
    pub(crate) fn has_own_surface(&self, first: usize, second: usize) -> bool {
        self.pairs.contains_key(&[first, second])
    }

    /// The surface between balls that have none of their own.
    #[must_use]
    pub fn surface_between_balls(&self) -> &Surface {
        &self.between_balls
    }

    /// What happens from time 0 until the given time in seconds, or until nothing happens any more; it may be infinite.
    pub fn run(&self, until: f64) -> Result<FloorCourse, BouncingError> {
        self.run_watched(until, &mut |_| {})
    }

    /// What happens until the given time, while `watch` is told how far it has come.
    pub fn run_watched(&self, until: f64, watch: Watch) -> Result<FloorCourse, BouncingError> {
        self.check_time(until)?;
        Simulation::new(self)?.run(until, watch)
    }

    pub(crate) fn check_time(&self, until: f64) -> Result<(), InputError> {
        if until.is_nan() || until <= 0.0 {
            return Err(InputError::NotPositive { what: "the time to stop at", value: until });
        }
        Ok(())
    }

    /// The impact of the event of this number, counted from 0, of what happens until the given time; none if that is no impact.
    pub fn encounter(&self, until: f64, event: usize) -> Result<Option<Encounter>, BouncingError> {
        Simulation::new(self)?.encounter(until, event)
    }
}
