//! Joints between two bodies: what they hold, and what is left free.
//!
//! ```text
//!            point of both together    turning together        left free
//! ball       along all axes            not                     turning
//! hinge      along all axes            across the axis a       turning about a
//! slider     across the axis a         about all axes          sliding along a
//! ```
//!
//! What a joint holds it holds throughout an impact: by impulses and couples that do no work.

use nalgebra::{Unit, Vector3};

use crate::body::direction;
use crate::error::InputError;
use crate::impact::any_tangent;
use crate::link::{End, Port, Takes};

/// A joint between two bodies.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::exchange::JointData", into = "crate::exchange::JointData")
)]
pub struct Joint {
    bodies: [usize; 2],
    point: Vector3<f64>,
    kind: JointKind,
}

/// What a joint leaves free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JointKind {
    /// Turning about its point in any way.
    Ball,
    /// Turning about an axis.
    Hinge {
        /// Unit vector along it, world axes.
        axis: Unit<Vector3<f64>>,
    },
    /// Sliding along an axis.
    Slider {
        /// Unit vector along it, world axes.
        axis: Unit<Vector3<f64>>,
    },
}

impl JointKind {
    /// The name used in scenes and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Hinge { .. } => "hinge",
            Self::Slider { .. } => "slider",
        }
    }
}

impl Joint {
    /// A ball joint of `bodies[0]` with `bodies[1]` at a point (metres, world).
    pub fn ball(bodies: [usize; 2], point: Vector3<f64>) -> Result<Self, InputError> {
        Self::new(bodies, point, JointKind::Ball)
    }

    /// A hinge that turns about `axis` through a point (metres, world).
    pub fn hinge(bodies: [usize; 2], point: Vector3<f64>, axis: Vector3<f64>) -> Result<Self, InputError> {
        Self::new(bodies, point, JointKind::Hinge { axis: direction("the hinge axis", axis)? })
    }

    /// A slider along `axis`; its couple is about a point (metres, world).
    pub fn slider(bodies: [usize; 2], point: Vector3<f64>, axis: Vector3<f64>) -> Result<Self, InputError> {
        Self::new(bodies, point, JointKind::Slider { axis: direction("the sliding axis", axis)? })
    }

    pub(crate) fn new(bodies: [usize; 2], point: Vector3<f64>, kind: JointKind) -> Result<Self, InputError> {
        if point.iter().any(|x| !x.is_finite()) {
            return Err(InputError::NotFinite { what: "the point of a joint" });
        }
        Ok(Self { bodies, point, kind })
    }

    /// The two bodies.
    #[must_use]
    pub fn bodies(&self) -> [usize; 2] {
        self.bodies
    }

    /// Where they are joined, in metres, world.
    #[must_use]
    pub fn point(&self) -> Vector3<f64> {
        self.point
    }

    /// What the joint leaves free.
    #[must_use]
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// Where its impulses and its couples act, and how many of the port's axes it holds: the first ones.
    pub(crate) fn ports(&self) -> impl Iterator<Item = (Port, usize)> + use<> {
        let across = |axis: &Unit<Vector3<f64>>| {
            let first = any_tangent(axis);
            [first, axis.cross(&first), axis.into_inner()]
        };
        let world = [Vector3::x(), Vector3::y(), Vector3::z()];
        let held = match &self.kind {
            JointKind::Ball => [(world, 3), (world, 0)],
            JointKind::Hinge { axis } => [(world, 3), (across(axis), 2)],
            JointKind::Slider { axis } => [(across(axis), 2), (world, 3)],
        };
        let (point, bodies) = (self.point, self.bodies.map(Some));
        let port = move |(takes, (axes, held))| (Port { end: End { point, axes, takes }, bodies }, held);
        [Takes::Force, Takes::Couple].into_iter().zip(held).map(port).filter(|&(_, held)| held > 0)
    }
}
