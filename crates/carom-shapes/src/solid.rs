//! Convex solids in place: what every finite shape is made of.
//!
//! A [`Solid`] is a [`Form`] (dimensions, in its own frame) and a pose. The support function of a form,
//! `h(d) = max over the form of d·x`, is explicit for each and carries all the geometry the search for a normal needs.

use crate::shape::Shape;
use nalgebra::{Isometry3, Translation3, Vector3};

/// A convex form about the origin of its frame, axis z; lengths in the unit of the pair at hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Sphere { radius: f64 },
    Capsule { radius: f64, half_height: f64 },
    Box { half_size: Vector3<f64> },
    Cylinder { radius: f64, half_height: f64 },
    Cone { radius: f64, half_height: f64 },
}

/// A form in place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Solid {
    pub(crate) form: Form,
    pub(crate) pose: Isometry3<f64>,
}

impl Form {
    /// Largest extent along d, `max d·x`; d need not be a unit vector.
    pub(crate) fn support(&self, d: &Vector3<f64>) -> f64 {
        match *self {
            Self::Sphere { radius } => radius * d.norm(),
            Self::Capsule { radius, half_height } => radius * d.norm() + half_height * d.z.abs(),
            Self::Box { half_size } => half_size.dot(&d.abs()),
            Self::Cylinder { radius, half_height } => radius * d.xy().norm() + half_height * d.z.abs(),
            Self::Cone { radius, half_height } => {
                (half_height * d.z).max(radius * d.xy().norm() - half_height * d.z)
            }
        }
    }

    pub(crate) fn is_sphere(&self) -> bool {
        matches!(self, Self::Sphere { .. })
    }

    /// Radius of the largest ball inside.
    pub(crate) fn inradius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } | Self::Capsule { radius, .. } => radius,
            Self::Box { half_size } => half_size.min(),
            Self::Cylinder { radius, half_height } => radius.min(half_height),
            Self::Cone { radius, half_height } => {
                let height = 2.0 * half_height;
                radius * height / (radius + libm::hypot(radius, height))
            }
        }
    }

    /// Radius of a ball about the frame's origin that holds the form.
    pub(crate) fn outradius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Capsule { radius, half_height } => radius + half_height,
            Self::Box { half_size } => half_size.norm(),
            Self::Cylinder { radius, half_height } | Self::Cone { radius, half_height } => {
                libm::hypot(radius, half_height)
            }
        }
    }

    /// Normals of the flat faces, one for each pair of opposite faces.
    pub(crate) fn face_normals(&self) -> &'static [Vector3<f64>] {
        match self {
            Self::Sphere { .. } | Self::Capsule { .. } => &[],
            Self::Box { .. } => &AXES,
            Self::Cylinder { .. } | Self::Cone { .. } => &AXES[2..],
        }
    }

    /// Directions of straight edges, and of the lines along which a round side touches; a cone's have no fixed direction.
    pub(crate) fn edge_directions(&self) -> &'static [Vector3<f64>] {
        match self {
            Self::Sphere { .. } | Self::Cone { .. } => &[],
            Self::Box { .. } => &AXES,
            Self::Cylinder { .. } | Self::Capsule { .. } => &AXES[2..],
        }
    }

    /// The same form k times as large.
    pub(crate) fn scaled(&self, k: f64) -> Self {
        match *self {
            Self::Sphere { radius } => Self::Sphere { radius: k * radius },
            Self::Capsule { radius, half_height } => {
                Self::Capsule { radius: k * radius, half_height: k * half_height }
            }
            Self::Box { half_size } => Self::Box { half_size: half_size * k },
            Self::Cylinder { radius, half_height } => {
                Self::Cylinder { radius: k * radius, half_height: k * half_height }
            }
            Self::Cone { radius, half_height } => {
                Self::Cone { radius: k * radius, half_height: k * half_height }
            }
        }
    }
}

const AXES: [Vector3<f64>; 3] =
    [Vector3::new(1.0, 0.0, 0.0), Vector3::new(0.0, 1.0, 0.0), Vector3::new(0.0, 0.0, 1.0)];

impl Solid {
    pub(crate) fn centre(&self) -> Vector3<f64> {
        self.pose.translation.vector
    }

    /// Largest value of d·x over the solid, d in the world.
    pub(crate) fn support(&self, d: &Vector3<f64>) -> f64 {
        self.centre().dot(d) + self.support_from_centre(d)
    }

    pub(crate) fn support_from_centre(&self, d: &Vector3<f64>) -> f64 {
        self.form.support(&self.pose.rotation.inverse_transform_vector(d))
    }

    /// The point of the solid nearest to p, which is p itself when p lies inside.
    pub(crate) fn nearest_point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        self.world_point(&self.form.nearest_point(&self.local_point(p)))
    }

    pub(crate) fn local_point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        self.pose.rotation.inverse_transform_vector(&(p - self.centre()))
    }

    pub(crate) fn world_point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        self.pose.rotation * p + self.centre()
    }

    pub(crate) fn moved(&self, by: &Vector3<f64>) -> Self {
        let translation = Translation3::from(self.centre() + by);
        Self { form: self.form, pose: Isometry3::from_parts(translation, self.pose.rotation) }
    }

    /// The solid with all lengths multiplied by k, about the world's origin.
    pub(crate) fn scaled(&self, k: f64) -> Self {
        let translation = Translation3::from(self.centre() * k);
        Self { form: self.form.scaled(k), pose: Isometry3::from_parts(translation, self.pose.rotation) }
    }
}

/// Clearance of two solids along the unit vector n from the second to the first, eq. (gap) of the crate.
pub(crate) fn gap_along(first: &Solid, second: &Solid, n: &Vector3<f64>) -> f64 {
    let centres = (first.centre() - second.centre()).dot(n);
    centres - first.support_from_centre(&-n) - second.support_from_centre(n) // (gap)
}

/// A solid and its density relative to the others of the same body.
pub(crate) struct WeightedSolid {
    pub(crate) solid: Solid,
    pub(crate) density: f64,
}

/// The solids a checked shape is made of, in the shape's frame; none for a plane.
pub(crate) fn solids_of(shape: &Shape) -> Vec<WeightedSolid> {
    let mut found = Vec::new();
    collect(shape, &Isometry3::identity(), 1.0, &mut found);
    found
}

fn collect(shape: &Shape, pose: &Isometry3<f64>, density: f64, found: &mut Vec<WeightedSolid>) {
    let form = match *shape {
        Shape::Sphere { radius } => Form::Sphere { radius },
        Shape::Capsule { radius, height } => Form::Capsule { radius, half_height: height / 2.0 },
        Shape::Cylinder { radius, height } => Form::Cylinder { radius, half_height: height / 2.0 },
        Shape::Cone { radius, height } => Form::Cone { radius, half_height: height / 2.0 },
        Shape::Box { size } => Form::Box { half_size: Vector3::from(size) / 2.0 },
        Shape::Plane { .. } => return,
        Shape::Compound(ref parts) => {
            for part in parts {
                let inner = pose * Isometry3::from_parts(Translation3::from(part.position), part.orientation);
                collect(&part.shape, &inner, density * part.density, found);
            }
            return;
        }
    };
    found.push(WeightedSolid { solid: Solid { form, pose: *pose }, density });
}
