//! A shape at a place in the world, and its size.

use crate::error::ShapeError;
use crate::shape::{Shape, check_orientation, check_position};
use crate::solid::{Solid, solids_of};
use nalgebra::{Isometry3, Translation3, Unit, UnitQuaternion, Vector3};

/// A shape in place.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// Its centre of mass in the world, m; for a plane any point on it.
    pub position: Vector3<f64>,
    /// Turns the shape's axes into the world's.
    pub orientation: UnitQuaternion<f64>,
}

/// A placed shape seen from some origin in some unit of length.
pub(crate) enum Extent {
    HalfSpace { point: Vector3<f64>, normal: Unit<Vector3<f64>> },
    Solids(Vec<Solid>),
}

impl Placed<'_> {
    pub(crate) fn check(&self) -> Result<(), ShapeError> {
        self.shape.check()?;
        check_position(&self.position)?;
        check_orientation(&self.orientation)
    }

    pub(crate) fn extent(&self, origin: &Vector3<f64>, unit: f64) -> Result<Extent, ShapeError> {
        let position = self.position - origin;
        if let Shape::Plane { normal } = self.shape {
            let normal = Unit::new_normalize(self.orientation * normal.normalize());
            return Ok(Extent::HalfSpace { point: position / unit, normal });
        }
        let centre = self.shape.mass_properties(1.0)?.centre_of_mass;
        let translation = Translation3::from(position - self.orientation * centre);
        let pose = Isometry3::from_parts(translation, self.orientation);
        let place = |solid: &Solid| Solid { form: solid.form, pose: pose * solid.pose }.scaled(1.0 / unit);
        Ok(Extent::Solids(solids_of(self.shape).iter().map(|weighted| place(&weighted.solid)).collect()))
    }
}

impl Shape {
    /// Length (m) by which a touch is judged: the largest dimension, of a compound the largest along its axes; infinite for
    /// a plane.
    #[must_use]
    pub fn size(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => 2.0 * radius,
            Self::Cylinder { radius, height } | Self::Cone { radius, height } => height.max(2.0 * radius),
            Self::Capsule { radius, height } => height + 2.0 * radius,
            Self::Box { size: [x, y, z] } => x.max(y).max(z),
            Self::Plane { .. } => f64::INFINITY,
            Self::Compound(_) => {
                let solids = solids_of(self);
                let reach = |d: &Vector3<f64>| {
                    solids.iter().map(|weighted| weighted.solid.support(d)).fold(f64::NEG_INFINITY, f64::max)
                };
                let width = |d: Vector3<f64>| reach(&d) + reach(&-d);
                width(Vector3::x()).max(width(Vector3::y())).max(width(Vector3::z()))
            }
        }
    }
}

/// The power of two next below a length: dividing by it loses no digit.
pub(crate) fn unit_near(length: f64) -> f64 {
    2.0_f64.powi(libm::log2(length).floor() as i32)
}
