//! Helpers shared by the contact tests.

use carom_shapes::{Placed, Shape, Touch, touching};
use nalgebra::{UnitQuaternion, Vector3};

/// Rounding of coordinates near 1 through a rotation or two.
pub const ROUNDING: f64 = 1e-15;

pub fn v(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

pub fn at(shape: &Shape, position: Vector3<f64>) -> Placed<'_> {
    Placed { shape, position, orientation: UnitQuaternion::identity() }
}

pub fn turned(shape: &Shape, position: Vector3<f64>, axis_angle: Vector3<f64>) -> Placed<'_> {
    Placed { shape, position, orientation: UnitQuaternion::from_scaled_axis(axis_angle) }
}

pub fn table() -> Shape {
    Shape::Plane { normal: Vector3::z() }
}

/// Touches of a over b, checked to be the same, normals flipped, as those of b over a.
#[track_caller]
pub fn touches(a: &Placed, b: &Placed) -> Vec<Touch> {
    let there = touching(a, b).expect("a and b neither overlap nor are malformed");
    let back = touching(b, a).expect("the order does not matter");
    let flipped: Vec<Touch> = back.iter().map(|t| Touch { normal: -t.normal, ..*t }).collect();
    assert_eq!(there, flipped);
    there
}

/// Asserts the touch points, in any order, and the common normal.
#[track_caller]
pub fn assert_touches(found: &[Touch], normal: Vector3<f64>, points: &[Vector3<f64>], error: f64) {
    assert_eq!(found.len(), points.len(), "{found:#?}");
    for point in points {
        let nearest = found.iter().map(|t| (t.point - point).norm()).fold(f64::INFINITY, f64::min);
        assert!(nearest <= error, "{point} is {nearest:e} from any of {found:#?}");
    }
    for touch in found {
        let turn = (touch.normal.into_inner() - normal).norm();
        assert!(turn <= error, "normal off by {turn:e}: {touch:?}");
        assert!(touch.gap.abs() <= error, "{touch:?}");
    }
}
