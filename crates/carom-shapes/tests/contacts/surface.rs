//! Points on the surface of each convex shape with an outward normal there, written down without the library.
//!
//! If p on A and q on B have opposite outward normals and B is placed so that p = q + γ n, the plane between them
//! separates the two convex shapes: their distance is γ along n, whatever else the shapes do. That is the oracle.

use carom_shapes::Shape;
use nalgebra::{Unit, Vector3};
use std::f64::consts::TAU;

/// How many normals a point of the surface has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// One: the inside of a face or of a curved side.
    Smooth,
    /// Many: an edge, a rim, a corner or an apex.
    Sharp,
}

#[derive(Clone, Copy, Debug)]
pub struct SurfacePoint {
    /// Relative to the centre of mass.
    pub point: Vector3<f64>,
    pub normal: Unit<Vector3<f64>>,
    pub kind: Kind,
}

/// How the point is chosen: which feature, and where on it (numbers in 0..1).
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub feature: usize,
    pub at: [f64; 3],
}

pub fn surface_point(shape: &Shape, choice: Choice) -> SurfacePoint {
    let [s, t, w] = choice.at;
    let (sin, cos) = (TAU * s).sin_cos();
    let radial = Vector3::new(cos, sin, 0.0);
    let smooth = |point, normal: Vector3<f64>| SurfacePoint {
        point,
        normal: Unit::new_normalize(normal),
        kind: Kind::Smooth,
    };
    let sharp = |point, normal| SurfacePoint { kind: Kind::Sharp, ..smooth(point, normal) };
    let along = |z: f64| Vector3::new(0.0, 0.0, z);
    let between = 0.1 + 0.8 * t; // off the ends, where a smooth point would become sharp
    match (shape, choice.feature % 3) {
        (Shape::Sphere { radius }, _) => {
            let n = (radial + along(4.0 * t - 2.0)).normalize();
            smooth(n * *radius, n)
        }
        (Shape::Capsule { radius, height }, 0) => {
            smooth(radial * *radius + along(height * (between - 0.5)), radial)
        }
        (Shape::Capsule { radius, height }, _) => {
            let n = (radial + along(0.1 + 3.0 * t)).normalize();
            smooth(n * *radius + along(height / 2.0), n)
        }
        (Shape::Cylinder { radius, height }, 0) => {
            smooth(radial * *radius + along(height * (between - 0.5)), radial)
        }
        (Shape::Cylinder { radius, height }, 1) => {
            smooth(radial * (radius * between) + along(height / 2.0), along(1.0))
        }
        (Shape::Cylinder { radius, height }, _) => {
            sharp(radial * *radius + along(height / 2.0), radial * between + along(1.0 - between))
        }
        (Shape::Cone { radius, height }, 0) => {
            let point = radial * (radius * between) + along(height * (0.75 - between));
            smooth(point, radial * *height + along(*radius))
        }
        (Shape::Cone { radius, height }, 1) => {
            smooth(radial * (radius * between) + along(-height / 4.0), along(-1.0))
        }
        (Shape::Cone { radius, height }, _) => {
            sharp(along(0.75 * height), radial * (0.9 * w * height) + along(*radius))
        }
        (Shape::Box { size }, feature) => {
            let half = Vector3::from(*size) / 2.0;
            let inside = Vector3::new(s, t, w).map(|x| 1.6 * x - 0.8).component_mul(&half);
            match feature {
                0 => smooth(Vector3::new(inside.x, inside.y, half.z), Vector3::z()),
                1 => sharp(Vector3::new(inside.x, half.y, half.z), Vector3::new(0.0, between, 1.0 - between)),
                _ => sharp(half, Vector3::new(0.1 + s, 0.1 + t, 0.1 + w)),
            }
        }
        (Shape::Plane { .. } | Shape::Compound(_), _) => unreachable!("only convex solids are sampled"),
    }
}
