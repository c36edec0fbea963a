//! The only file that speaks parry (and its glam vectors).
//!
//! Parry's cylinder, cone and capsule stand along y, ours along z. Local points are carried over by permuting
//! coordinates, (x, y, z) → (x, z, −y), which is exact; poses by a quarter turn about x.
//!
//! What is trusted to parry: point projections and mass properties (closed forms, exact to rounding), and GJK as a
//! *starting guess* of the contact normal. Its GJK stops at a relative gap error of 5e-8, so a normal
//! between curved sides may be off by the square root of that, some 1e-4 (an estimate); `polish` does the rest.

use crate::solid::{Form, Solid};
use nalgebra::Vector3;
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{self, ClosestPoints};
use parry3d_f64::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Shape};
use std::f64::consts::FRAC_PI_2;

/// Mass, centre of mass and principal inertia of a form at density 1, in the form's frame.
pub(crate) struct UnitDensity {
    pub(crate) volume: f64,
    pub(crate) centre_of_mass: Vector3<f64>,
    /// About the centre of mass; every form's axes are principal.
    pub(crate) principal_inertia: Vector3<f64>,
}

/// A contact normal to start from and a point near which it holds.
pub(crate) struct Start {
    /// From the second solid to the first, a unit vector to rounding.
    pub(crate) normal: Vector3<f64>,
    /// Nearest point of the second solid.
    pub(crate) on_second: Vector3<f64>,
    /// Distance of the nearest points found; the true one is no larger.
    pub(crate) distance: f64,
}

impl Form {
    pub(crate) fn at_unit_density(&self) -> UnitDensity {
        let properties = self.to_parry().mass_properties(1.0);
        let inertia = properties.principal_inertia();
        UnitDensity {
            volume: properties.mass(),
            centre_of_mass: from_local(properties.local_com),
            principal_inertia: Vector3::new(inertia.x, inertia.z, inertia.y),
        }
    }

    /// The point of the form nearest to p, which is p itself when p lies inside.
    pub(crate) fn nearest_point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        match self {
            // Parry adds a shift to p, which rounds to the size of p; clamping is exact.
            Self::Box { half_size } => p.zip_map(half_size, |x, half| x.clamp(-half, half)),
            _ => from_local(self.to_parry().project_local_point(to_local(p), true).point),
        }
    }

    /// The point of the form's surface nearest to p.
    pub(crate) fn nearest_surface_point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        from_local(self.to_parry().project_local_point(to_local(p), false).point)
    }

    fn to_parry(self) -> Box<dyn Shape> {
        match self {
            Self::Sphere { radius } => Box::new(Ball::new(radius)),
            Self::Capsule { radius, half_height } => Box::new(Capsule::new_y(half_height, radius)),
            Self::Box { half_size } => {
                Box::new(Cuboid::new(Vector::new(half_size.x, half_size.z, half_size.y)))
            }
            Self::Cylinder { radius, half_height } => Box::new(Cylinder::new(half_height, radius)),
            Self::Cone { radius, half_height } => Box::new(Cone::new(half_height, radius)),
        }
    }

    /// The form with a layer of thickness `margin` taken off, and how far its centre moved along z.
    fn inset(&self, margin: f64) -> (Self, f64) {
        match *self {
            Self::Sphere { radius } => (Self::Sphere { radius: radius - margin }, 0.0),
            Self::Capsule { radius, half_height } => {
                (Self::Capsule { radius: radius - margin, half_height }, 0.0)
            }
            Self::Box { half_size } => (Self::Box { half_size: half_size.add_scalar(-margin) }, 0.0),
            Self::Cylinder { radius, half_height } => {
                (Self::Cylinder { radius: radius - margin, half_height: half_height - margin }, 0.0)
            }
            Self::Cone { half_height, .. } => {
                // The inset of a cone is the cone shrunk about the centre of its inscribed ball.
                let shrink = margin / self.inradius();
                (self.scaled(1.0 - shrink), (self.inradius() - half_height) * shrink)
            }
        }
    }
}

/// Direction and nearest points of two solids that are apart by more than GJK's rounding (2e-15), each with a layer of
/// thickness `margin` taken off. `None` if they overlap.
pub(crate) fn gjk(first: &Solid, second: &Solid, margin: f64) -> Option<Start> {
    let (pose1, shape1) = inset_in_place(first, margin);
    let (pose2, shape2) = inset_in_place(second, margin);
    match query::closest_points(&pose1, &*shape1, &pose2, &*shape2, f64::MAX) {
        Ok(ClosestPoints::WithinMargin(p1, p2)) => {
            let normal = (p1 - p2).try_normalize()?;
            let (normal, on_second) = (from_world(normal), from_world(p2));
            Some(Start { normal, on_second, distance: (p1 - p2).length() })
        }
        Ok(ClosestPoints::Intersecting | ClosestPoints::Disjoint) | Err(_) => None,
    }
}

fn inset_in_place(solid: &Solid, margin: f64) -> (Pose, Box<dyn Shape>) {
    let (form, shift) = solid.form.inset(margin);
    let q = solid.pose.rotation.quaternion();
    let quarter_turn = Rotation::from_rotation_x(FRAC_PI_2);
    let rotation = Rotation::from_xyzw(q.i, q.j, q.k, q.w) * quarter_turn;
    let translation = to_world(&solid.world_point(&Vector3::new(0.0, 0.0, shift)));
    (Pose::from_parts(translation, rotation), form.to_parry())
}

fn to_local(p: &Vector3<f64>) -> Vector {
    Vector::new(p.x, p.z, -p.y)
}

fn from_local(p: Vector) -> Vector3<f64> {
    Vector3::new(p.x, -p.z, p.y)
}

fn to_world(p: &Vector3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

fn from_world(p: Vector) -> Vector3<f64> {
    Vector3::new(p.x, p.y, p.z)
}
