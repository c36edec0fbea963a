//! An impact of a world as the text of a scene of its own: its bodies just before it, in their places, and its contacts.
//!
//! Numbers are written with all their digits. The scene is the impact that the world solved but for two roundings: normals are made unit vectors once
//! more when they are read, and a cradle solves its collisions in the frame of their centre of mass.

use carom::Impact;
use carom_motion::{Encounter, billiards};
use carom_shapes::{Part, Placed, Shape};
use nalgebra::{UnitQuaternion, Vector3};

use super::settings::Stop;
use super::written::{unlike, written};
use super::{Form, WorldError, WorldRun, WorldScene, WorldSetup};
use crate::build::agrees;
use crate::number;

/// Which impact of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The cue's blow at time 0.
    Cue,
    /// An event, by its number in the run, counted from 0.
    Event(usize),
}

/// An impact with its names and what its bodies look like.
pub(super) struct Named {
    pub title: String,
    pub impact: Impact,
    /// Of the moving bodies.
    pub names: Vec<String>,
    /// Of those of which it is known, turned as the body is: axes are those of the world.
    pub shapes: Vec<Option<Shape>>,
    /// What the plane z = 0 is called.
    pub ground: &'static str,
}

impl WorldScene {
    /// The impact at a moment of the world as a scene of its own, in TOML; none if there is no impact at it.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn impact_scene(&self, moment: Moment) -> Result<Option<String>, WorldError> {
        let named = match moment {
            Moment::Cue => self.inside_blow(),
            Moment::Event(event) => match self.encounter(event)? {
                Some(encounter) => Some(self.with_names(encounter, &self.run()?)),
                None => None,
            },
        };
        Ok(named.map(|named| written(&named)))
    }

    fn encounter(&self, event: usize) -> Result<Option<Encounter>, WorldError> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => {
                if let Some(Err(error)) = billiards.blow.as_ref().map(|blow| &blow.outcome) {
                    return Err(WorldError::Strike(error.clone()));
                }
                Ok(billiards::encounter(&billiards.table, &billiards.balls, billiards.until, event)?)
            }
            WorldSetup::Bouncing { world, stop, .. } => {
                let until = match *stop {
                    Stop::Rest => f64::INFINITY,
                    Stop::Time(time) => time,
                };
                Ok(world.encounter(until, event)?)
            }
            WorldSetup::Cradle { cradle, .. } => {
                let WorldRun::Cradle(course) = self.run()? else { return Ok(None) };
                let collision = course.collisions.get(event);
                Ok(collision.map(|collision| cradle.encounter(collision)).transpose()?)
            }
        }
    }

    fn with_names(&self, encounter: Encounter, run: &WorldRun) -> Named {
        let Encounter { time, bodies, impact } = encounter;
        let shape = |(place, &body): (usize, &usize)| match self.form(body) {
            Form::Ball { radius } => Some(Shape::Sphere { radius }),
            Form::Solid(shape) => {
                let shape = turned(shape, run.placement(body, time).orientation);
                touches_where_said(&impact, place, &shape).then_some(shape)
            }
            Form::Points(_) => None,
        };
        Named {
            title: self.titled(&format!("impact at {} s", number::short(time, 6))),
            names: bodies.iter().map(|&body| self.names[body].clone()).collect(),
            shapes: bodies.iter().enumerate().map(shape).collect(),
            ground: if self.table().is_some() { "bed" } else { "floor" },
            impact,
        }
    }

    fn inside_blow(&self) -> Option<Named> {
        let blow = self.blow()?;
        // Cues that cannot be set up are refused with their file.
        let impact = blow.strike.impact().ok().flatten()?;
        let ball = self.names[blow.ball].clone();
        let stick = unlike("cue", &[ball.as_str()]);
        Some(Named {
            title: self.titled("the cue's blow"),
            impact,
            names: vec![stick, ball],
            shapes: vec![None, Some(Shape::Sphere { radius: blow.strike.ball.radius })],
            ground: "bed",
        })
    }

    fn titled(&self, what: &str) -> String {
        if self.title().is_empty() { what.to_owned() } else { format!("{}: {what}", self.title()) }
    }
}

/// A shape turned about its origin, in the axes that it is turned from: a compound, whose parts have orientations.
fn turned(shape: &Shape, by: UnitQuaternion<f64>) -> Shape {
    let turn = |part: &Part| Part {
        position: by * part.position,
        orientation: by * part.orientation,
        ..part.clone()
    };
    match shape {
        Shape::Compound(parts) => Shape::Compound(parts.iter().map(turn).collect()),
        shape => Shape::Compound(vec![Part {
            shape: shape.clone(),
            position: Vector3::zeros(),
            orientation: by,
            density: 1.0,
        }]),
    }
}

/// Whether the surface of a body, whose points the file chooses, is where its contacts with the ground are.
fn touches_where_said(impact: &Impact, body: usize, shape: &Shape) -> bool {
    let ground = Shape::Plane { normal: Vector3::z() };
    let placed = |shape, position| Placed { shape, position, orientation: UnitQuaternion::identity() };
    let pair = [placed(shape, impact.bodies()[body].position()), placed(&ground, Vector3::zeros())];
    let own = impact.contacts().iter().filter(|contact| contact.bodies().contains(&body));
    own.into_iter().all(|contact| agrees([&pair[0], &pair[1]], &contact.point(), contact.normal()))
}
