//! The shapes, their frames, and the check that their dimensions make sense.
//!
//! Frames: the origin is the middle of the shape and z is the axis of cylinder, cone and capsule. A cone's base lies at
//! z = −height/2 and its apex at z = +height/2, so its centre of mass is at z = −height/4.

use crate::error::ShapeError;
use nalgebra::{UnitQuaternion, Vector3};

/// Shortest length accepted, in metres: below an atom.
pub(crate) const SMALLEST_LENGTH: f64 = 1e-12;
/// Longest length accepted, in metres: some orbits. With the shortest it keeps products of lengths from overflowing.
pub(crate) const LARGEST_LENGTH: f64 = 1e12;
/// Smallest ratio of dimensions accepted: a sheet of 1e-6 still is a thousand touch tolerances thick.
pub(crate) const THINNEST_RATIO: f64 = 1e-6;

/// A shape, all lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A circular cylinder about the z axis.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Length along z, m.
        height: f64,
    },
    /// A circular cone about the z axis, apex towards +z.
    Cone {
        /// Radius of the base, m.
        radius: f64,
        /// Distance from base to apex, m.
        height: f64,
    },
    /// A cuboid.
    Box {
        /// Full edge lengths along x, y and z, m.
        size: [f64; 3],
    },
    /// A cylinder about the z axis with hemispherical ends.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Length of the cylindrical part along z, m.
        height: f64,
    },
    /// The half-space below a plane, for tables and walls; it has no mass.
    Plane {
        /// Points out of the solid side; of any length but zero.
        normal: Vector3<f64>,
    },
    /// Several shapes rigidly joined. Where parts overlap, their masses add.
    Compound(Vec<Part>),
}

/// One shape of a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The part's shape.
    pub shape: Shape,
    /// Where the origin of the part's frame lies in the compound's frame, m.
    pub position: Vector3<f64>,
    /// Turns the part's axes into the compound's.
    pub orientation: UnitQuaternion<f64>,
    /// Density relative to the other parts; only ratios matter.
    pub density: f64,
}

impl Part {
    /// A part at the origin of the compound's frame, unturned, of relative density 1.
    pub fn new(shape: Shape) -> Self {
        Self { shape, position: Vector3::zeros(), orientation: UnitQuaternion::identity(), density: 1.0 }
    }

    /// The part with its frame's origin at `position` (m).
    pub fn at(self, position: Vector3<f64>) -> Self {
        Self { position, ..self }
    }

    /// The part turned by `orientation`.
    pub fn turned(self, orientation: UnitQuaternion<f64>) -> Self {
        Self { orientation, ..self }
    }

    /// The part with another relative density.
    pub fn with_density(self, density: f64) -> Self {
        Self { density, ..self }
    }

    fn check(&self, part: usize) -> Result<(), ShapeError> {
        match self.shape {
            Shape::Plane { .. } => return Err(ShapeError::PlaneInCompound { part }),
            _ => self.shape.check()?,
        }
        check_position(&self.position)?;
        check_orientation(&self.orientation)?;
        if self.density.is_finite() && self.density > 0.0 {
            Ok(())
        } else {
            Err(ShapeError::Density { part, density: self.density })
        }
    }
}

impl Shape {
    /// Refuses dimensions that are not finite and positive. Every function of this crate calls it first.
    ///
    /// # Errors
    /// The first dimension, normal, density or part that is wrong, and what would be right.
    pub fn check(&self) -> Result<(), ShapeError> {
        match self {
            Self::Sphere { radius } => check_lengths("sphere", &[("radius", *radius)]),
            Self::Cylinder { radius, height } => {
                check_lengths("cylinder", &[("radius", *radius), ("height", *height)])
            }
            Self::Cone { radius, height } => {
                check_lengths("cone", &[("radius", *radius), ("height", *height)])
            }
            Self::Capsule { radius, height } => {
                check_lengths("capsule", &[("radius", *radius), ("height", *height)])
            }
            Self::Box { size: [x, y, z] } => {
                check_lengths("box", &[("x size", *x), ("y size", *y), ("z size", *z)])
            }
            Self::Plane { normal } if normal.norm().is_finite() && normal.norm() > 0.0 => Ok(()),
            Self::Plane { normal } => Err(ShapeError::Normal { normal: (*normal).into() }),
            Self::Compound(parts) if parts.is_empty() => Err(ShapeError::EmptyCompound),
            Self::Compound(parts) => parts.iter().enumerate().try_for_each(|(i, part)| part.check(i)),
        }
    }
}

fn check_lengths(shape: &'static str, lengths: &[(&'static str, f64)]) -> Result<(), ShapeError> {
    for &(dimension, value) in lengths {
        if !(SMALLEST_LENGTH..=LARGEST_LENGTH).contains(&value) {
            return Err(ShapeError::Dimension { shape, dimension, value });
        }
    }
    let thinnest = lengths.iter().fold(f64::INFINITY, |least, &(_, value)| least.min(value));
    let longest = lengths.iter().fold(0.0, |most: f64, &(_, value)| most.max(value));
    if thinnest < THINNEST_RATIO * longest {
        return Err(ShapeError::TooThin { shape, thinnest, longest });
    }
    Ok(())
}

pub(crate) fn check_position(position: &Vector3<f64>) -> Result<(), ShapeError> {
    if position.iter().all(|x| x.abs() <= LARGEST_LENGTH) {
        Ok(())
    } else {
        Err(ShapeError::Position { position: (*position).into() })
    }
}

/// Quaternions read from a file are normalised by their reader; one that is off by more than rounding was not.
pub(crate) fn check_orientation(orientation: &UnitQuaternion<f64>) -> Result<(), ShapeError> {
    const UNIT_NORM_ERROR: f64 = 1e-12;
    let q = orientation.quaternion();
    if (q.norm() - 1.0).abs() <= UNIT_NORM_ERROR {
        Ok(())
    } else {
        Err(ShapeError::Orientation { quaternion: [q.w, q.i, q.j, q.k] })
    }
}
