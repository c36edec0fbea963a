//! Whether a contact that somebody states agrees with the shapes.
//!
//! At a contact with point p and normal n, from the second body to the first, each body has p on its surface and lies on its own side of
//! the plane through p:
//!
//! ```text
//! off    = distance of p from the surface                    beyond = max over the body of ±n·(x − p)          (fit)
//! ```
//!
//! with + for the second body and − for the first. Both are zero where the shapes touch, whatever corner or edge they touch with, and
//! `beyond` grows as (1 − cos α) where n is off by an angle α. Of a compound the part counts that fits best; a half-space has no end, so
//! that its `beyond` is measured over the size of the other body.

use crate::error::ShapeError;
use crate::placed::{Extent, Placed};
use crate::solid::Solid;
use nalgebra::{Unit, Vector3};

/// How far a stated contact is from one body's shape, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// Distance of the point from the surface.
    pub off: f64,
    /// How far the body reaches over the plane of the contact to the side of the other body.
    pub beyond: f64,
}

impl Misfit {
    /// The larger of the two.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.off.max(self.beyond)
    }
}

/// How far a contact at `point`, with a `normal` from `b` to `a`, is from what the shapes of `a` and `b` say, and the size (m) of the smaller
/// of them, by which to judge it.
///
/// # Errors
/// Bad shapes, and two planes.
pub fn misfit(
    a: &Placed,
    b: &Placed,
    point: &Vector3<f64>,
    normal: &Unit<Vector3<f64>>,
) -> Result<([Misfit; 2], f64), ShapeError> {
    a.check()?;
    b.check()?;
    let size = a.shape.size().min(b.shape.size());
    if size.is_infinite() {
        return Err(ShapeError::TwoPlanes);
    }
    let outward = [-normal.into_inner(), normal.into_inner()];
    Ok(([of_one(a, point, &outward[0], size)?, of_one(b, point, &outward[1], size)?], size))
}

/// How far a contact at `point` is from what the shape of one body says; that body's side of the contact is where `outward` does not point.
/// A half-space is judged by `size` (m), since it has none.
///
/// # Errors
/// Bad shapes.
pub fn misfit_alone(
    body: &Placed,
    point: &Vector3<f64>,
    outward: &Unit<Vector3<f64>>,
    size: f64,
) -> Result<Misfit, ShapeError> {
    body.check()?;
    of_one(body, point, outward, size)
}

fn of_one(
    body: &Placed,
    point: &Vector3<f64>,
    outward: &Vector3<f64>,
    size: f64,
) -> Result<Misfit, ShapeError> {
    match body.extent(point, 1.0)? {
        Extent::HalfSpace { point: on_plane, normal } => {
            let tilt = 1.0 - normal.dot(outward);
            Ok(Misfit { off: on_plane.dot(&normal).abs(), beyond: tilt * size })
        }
        Extent::Solids(solids) => {
            let fits = solids.iter().map(|solid| of_solid(solid, outward));
            fits.min_by(|s, t| s.worst().total_cmp(&t.worst())).ok_or(ShapeError::EmptyCompound)
        }
    }
}

/// Of a solid whose coordinates begin at the point.
fn of_solid(solid: &Solid, outward: &Vector3<f64>) -> Misfit {
    let local = solid.local_point(&Vector3::zeros());
    let off = (solid.form.nearest_surface_point(&local) - local).norm();
    Misfit { off, beyond: solid.support(outward).max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use nalgebra::{UnitQuaternion, vector};

    fn placed(shape: &Shape, position: Vector3<f64>) -> Placed<'_> {
        Placed { shape, position, orientation: UnitQuaternion::identity() }
    }

    /// Rounding of coordinates of about one.
    const ROUNDING: f64 = 1e-14;

    #[test]
    fn a_true_contact_fits_and_a_reversed_normal_or_a_far_point_does_not() {
        let (ball, table) = (Shape::Sphere { radius: 0.5 }, Shape::Plane { normal: Vector3::z() });
        let (upper, lower) = (placed(&ball, vector![1.0, 2.0, 0.5]), placed(&table, Vector3::zeros()));
        let point = vector![1.0, 2.0, 0.0];
        let worst = |point: &Vector3<f64>, normal: Vector3<f64>| {
            let (misfits, size) =
                misfit(&upper, &lower, point, &Unit::new_normalize(normal)).expect("shapes");
            assert_eq!(size, 1.0);
            misfits.map(|misfit| misfit.worst())
        };
        assert!(worst(&point, Vector3::z()).iter().all(|&worst| worst < ROUNDING));
        assert_eq!(worst(&point, -Vector3::z()), [1.0, 2.0]);
        assert!(worst(&vector![30.0, 40.0, -7.0], Vector3::z())[0] > 40.0);
        // Tilted by α: r (1 − cos α) of the ball, twice that of the plane.
        let alpha: f64 = 0.1;
        let [ball, plane] = worst(&point, vector![alpha.sin(), 0.0, alpha.cos()]);
        assert!((ball - 0.5 * (1.0 - alpha.cos())).abs() < ROUNDING && (plane - 2.0 * ball).abs() < ROUNDING);
    }

    #[test]
    fn every_normal_between_two_corners_fits() {
        let cube = Shape::Box { size: [1.0; 3] };
        let (a, b) = (placed(&cube, vector![0.5, 0.5, 0.5]), placed(&cube, vector![-0.5, -0.5, -0.5]));
        for normal in [vector![1.0, 1.0, 1.0], vector![1.0, 0.2, 0.1], Vector3::z()] {
            let fit = misfit(&a, &b, &Vector3::zeros(), &Unit::new_normalize(normal)).expect("shapes");
            assert!(fit.0.iter().all(|misfit| misfit.worst() < ROUNDING), "{fit:?}");
        }
        let through = Unit::new_normalize(vector![1.0, -1.0, 0.0]);
        assert!(misfit(&a, &b, &Vector3::zeros(), &through).expect("shapes").0[0].worst() > 0.5);
    }

    #[test]
    fn the_part_of_a_compound_that_is_touched_counts() {
        let ball = Shape::Sphere { radius: 0.1 };
        let part = |x: f64| crate::Part {
            shape: ball.clone(),
            position: vector![x, 0.0, 0.0],
            orientation: UnitQuaternion::identity(),
            density: 1.0,
        };
        let dumbbell = Shape::Compound(vec![part(-1.0), part(1.0)]);
        let (body, other) = (placed(&dumbbell, Vector3::zeros()), placed(&ball, vector![0.8, 0.0, 0.0]));
        let fit = misfit(&body, &other, &vector![0.9, 0.0, 0.0], &Vector3::x_axis()).expect("shapes");
        assert!(fit.0.iter().all(|misfit| misfit.worst() < ROUNDING), "{fit:?}");
    }
}
