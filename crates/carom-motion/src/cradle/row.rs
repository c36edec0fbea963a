//! A cradle to be followed.

use std::f64::consts::FRAC_PI_2;

use carom::{Body, Contact, Impact, InputError, Model, Surface};
use nalgebra::Vector3;

use super::course::{Collision, CradleCourse};
use super::error::CradleError;
use super::pendulum::{Pendulum, Swing};
use super::simulation::Simulation;
use crate::encounter::Encounter;
use crate::progress::Watch;

/// Standard gravity, in metres per second squared.
const STANDARD_GRAVITY: f64 = 9.806_65;

/// A ball of a cradle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    /// Mass, in kilograms.
    pub mass: f64,
    /// Radius, in metres: at rest it touches its neighbours.
    pub radius: f64,
}

/// How long to follow a cradle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Until {
    /// Until a time, in seconds.
    Time(f64),
    /// Until this many collisions have happened.
    Collisions(usize),
    /// Until all balls swing together.
    Together,
}

/// Pendulums in a row, held at their angles and then let go at time 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Cradle {
    pub(crate) balls: Vec<Ball>,
    pub(crate) surfaces: Vec<Surface>,
    pub(crate) angles: Vec<f64>,
    pub(crate) length: f64,
    pub(crate) gravity: f64,
    pub(crate) swing: Swing,
    pub(crate) model: Model,
}

impl Cradle {
    /// Balls from left to right, the surface of each pair of neighbours, and the length of the strings in metres, from where they hang to the centres.
    /// Neighbours meet head on: friction finds nothing to act on.
    /// All hang at rest; gravity is 9.80665 m/s², angles are small, and the impact model is the default one.
    pub fn new(balls: Vec<Ball>, surfaces: Vec<Surface>, length: f64) -> Result<Self, CradleError> {
        for Ball { mass, radius } in &balls {
            positive("the mass", *mass)?;
            positive("the radius", *radius)?;
        }
        positive("the length of the strings", length)?;
        count(balls.len(), "surfaces between them", balls.len().saturating_sub(1), surfaces.len())?;
        Ok(Self {
            angles: vec![0.0; balls.len()],
            balls,
            surfaces,
            length,
            gravity: STANDARD_GRAVITY,
            swing: Swing::default(),
            model: Model::default(),
        })
    }

    /// Equal balls of a mass (kg) and radius (m) on strings of a length (m), with one surface between all of them.
    pub fn equal(
        balls: usize,
        mass: f64,
        radius: f64,
        length: f64,
        surface: Surface,
    ) -> Result<Self, CradleError> {
        Self::new(vec![Ball { mass, radius }; balls], vec![surface; balls.saturating_sub(1)], length)
    }

    /// The cradle with the angles, in radians, at which the balls are held before they are let go; they must not decrease from left to right.
    pub fn held_at(mut self, angles: Vec<f64>) -> Result<Self, CradleError> {
        count(self.balls.len(), "angles", self.balls.len(), angles.len())?;
        if angles.iter().any(|angle| !angle.is_finite()) {
            return Err(InputError::NotFinite { what: "the angles" }.into());
        }
        if let Some(left) = angles.windows(2).position(|pair| pair[0] > pair[1]) {
            let (left_angle, right_angle) = (angles[left], angles[left + 1]);
            return Err(CradleError::Crossed { left, left_angle, right_angle });
        }
        self.angles = angles;
        Ok(self)
    }

    /// The cradle with the first `count` balls from the left held at `angle` radians to the left, all others at rest.
    pub fn lift_left(self, count: usize, angle: f64) -> Result<Self, CradleError> {
        let angles = (0..self.balls.len()).map(|ball| if ball < count { -angle } else { 0.0 }).collect();
        self.held_at(angles)
    }

    /// The cradle with the first `count` balls from the right held at `angle` radians to the right, all others at rest.
    pub fn lift_right(self, count: usize, angle: f64) -> Result<Self, CradleError> {
        let balls = self.balls.len();
        let angles = (0..balls).map(|ball| if ball + count >= balls { angle } else { 0.0 }).collect();
        self.held_at(angles)
    }

    /// The cradle with small or true angles.
    #[must_use]
    pub fn with_swing(self, swing: Swing) -> Self {
        Self { swing, ..self }
    }

    /// The cradle under another gravity, in metres per second squared.
    pub fn with_gravity(self, gravity: f64) -> Result<Self, CradleError> {
        positive("the gravity", gravity)?;
        Ok(Self { gravity, ..self })
    }

    /// The model of its impacts.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// The cradle with another model of impact.
    #[must_use]
    pub fn with_model(self, model: Model) -> Self {
        Self { model, ..self }
    }

    /// The pendulum that every ball is.
    #[must_use]
    pub fn pendulum(&self) -> Pendulum {
        Pendulum { swing: self.swing, frequency: (self.gravity / self.length).sqrt() }
    }

    /// The balls, from left to right.
    #[must_use]
    pub fn balls(&self) -> &[Ball] {
        &self.balls
    }

    /// The angles at which they are held, in radians; positive to the right.
    #[must_use]
    pub fn angles(&self) -> &[f64] {
        &self.angles
    }

    /// What is between neighbours, from left to right.
    #[must_use]
    pub fn surfaces(&self) -> &[Surface] {
        &self.surfaces
    }

    /// Length of the strings, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Gravity, in metres per second squared.
    #[must_use]
    pub fn gravity(&self) -> f64 {
        self.gravity
    }

    /// Where the string of a ball hangs, in metres: at x from the middle of the row, so that neighbours touch at rest.
    ///
    /// # Panics
    /// If there is no such ball.
    #[must_use]
    pub fn pivot(&self, ball: usize) -> Vector3<f64> {
        let place = |ball: usize| -> f64 {
            self.balls[..=ball].windows(2).map(|pair| pair[0].radius + pair[1].radius).sum()
        };
        Vector3::new(place(ball) - 0.5 * place(self.balls.len() - 1), 0.0, 0.0)
    }

    /// Centre of a ball whose string is at an angle (radians), in metres: x to the right and z upwards from the pivots.
    ///
    /// # Panics
    /// If there is no such ball.
    #[must_use]
    pub fn position(&self, ball: usize, angle: f64) -> Vector3<f64> {
        self.pivot(ball) + Vector3::new(libm::sin(angle), 0.0, -libm::cos(angle)) * self.length
    }

    /// A collision of a course of this cradle for the engine: balls in a straight row, where they hang at rest.
    pub fn encounter(&self, collision: &Collision) -> Result<Encounter, CradleError> {
        let range = collision.balls.clone();
        let first = *range.start();
        let along = Vector3::x();
        let body = |(ball, &speed): (usize, &f64)| {
            let Ball { mass, radius } = self.balls[ball];
            Body::ball(mass, radius)?.at(self.position(ball, 0.0))?.moving(along * speed)
        };
        let moving = range.clone().zip(&collision.velocities_before);
        let bodies: Vec<Body> = moving.map(body).collect::<Result<_, InputError>>()?;
        let contact = |left: usize| {
            let point = self.position(first + left, 0.0) + along * self.balls[first + left].radius;
            Contact::new([left + 1, left], point, along, self.surfaces[first + left].normal_law(0.0))
        };
        let contacts: Vec<Contact> =
            (0..bodies.len().saturating_sub(1)).map(contact).collect::<Result<_, InputError>>()?;
        let impact = Impact::new(bodies, contacts, self.model)?;
        Ok(Encounter { time: collision.time, bodies: range.collect(), impact })
    }

    /// What happens after the balls are let go.
    pub fn run(&self, until: Until) -> Result<CradleCourse, CradleError> {
        self.run_watched(until, &mut |_| {})
    }

    /// What happens after the balls are let go, while `watch` is told how far it has come.
    pub fn run_watched(&self, until: Until, watch: Watch) -> Result<CradleCourse, CradleError> {
        if let Until::Time(time) = until {
            positive("the time to stop at", time)?;
        }
        let beyond = |angle: &f64| angle.abs() >= FRAC_PI_2;
        if let (Swing::TrueAngle, Some(ball)) = (self.swing, self.angles.iter().position(beyond)) {
            return Err(CradleError::SlackString { ball, time: 0.0 });
        }
        Simulation::new(self).run(until, watch)
    }
}

fn positive(what: &'static str, value: f64) -> Result<(), InputError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(InputError::NotPositive { what, value }) }
}

fn count(balls: usize, what: &'static str, expected: usize, given: usize) -> Result<(), CradleError> {
    if given == expected { Ok(()) } else { Err(CradleError::Count { balls, what, expected, given }) }
}
