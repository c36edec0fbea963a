//! Two bodies brought to a common order, origin and unit.
//!
//! The order (kind of shape, then size, place and orientation) makes the result independent of the order of the
//! arguments to the last bit. The origin is the smaller body's position and the unit a power of two near its size, so
//! neither the place of a scene nor its unit of length matters beyond rounding.

use crate::error::ShapeError;
use crate::feature::Feature;
use crate::nearest::nearest;
use crate::patch::ContactPlane;
use crate::placed::{Extent, Placed, unit_near};
use crate::shape::Shape;
use crate::solid::Solid;
use crate::touch::TOUCH_TOLERANCE;
use nalgebra::{Unit, Vector3};
use std::cmp::Ordering;

/// Two bodies in common coordinates.
pub(crate) struct Pair {
    first: Extent,
    second: Extent,
    /// Whether `first` is the second argument.
    pub(crate) swapped: bool,
    pub(crate) origin: Vector3<f64>,
    /// Metres in one unit of length.
    pub(crate) unit: f64,
    /// Gap or overlap still taken for a touch, in the unit.
    pub(crate) tolerance: f64,
}

/// Where two convex pieces of the bodies face each other.
pub(crate) struct Facing {
    /// From the second body to the first.
    pub(crate) normal: Unit<Vector3<f64>>,
    pub(crate) gap: f64,
    /// Contact points midway between the surfaces, each with its own gap; never empty.
    pub(crate) spots: Vec<(Vector3<f64>, f64)>,
}

impl Pair {
    pub(crate) fn new(a: &Placed, b: &Placed) -> Result<Self, ShapeError> {
        a.check()?;
        b.check()?;
        let swapped = compare(a, b) == Ordering::Greater;
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let smaller = if second.shape.size() < first.shape.size() { second } else { first };
        let size = smaller.shape.size();
        if size.is_infinite() {
            return Err(ShapeError::TwoPlanes);
        }
        let (origin, unit) = (smaller.position, unit_near(size));
        let (first, second) = (first.extent(&origin, unit)?, second.extent(&origin, unit)?);
        Ok(Self { first, second, swapped, origin, unit, tolerance: TOUCH_TOLERANCE * size / unit })
    }

    /// Every pair of convex pieces whose bounding balls come within `range` of each other.
    pub(crate) fn facings(&self, range: f64) -> Result<Vec<Facing>, ShapeError> {
        let mut found = Vec::new();
        match (&self.first, &self.second) {
            (Extent::Solids(firsts), Extent::Solids(seconds)) => {
                for first in firsts {
                    for second in seconds {
                        let reach = first.form.outradius() + second.form.outradius() + range;
                        if (first.centre() - second.centre()).norm() <= reach {
                            found.push(solid_solid(first, second, self.tolerance)?);
                        }
                    }
                }
            }
            (Extent::Solids(solids), Extent::HalfSpace { point, normal }) => {
                found.extend(solids.iter().map(|solid| solid_plane(solid, point, *normal, self.tolerance)));
            }
            // Planes come last in the order, and two were refused above.
            (Extent::HalfSpace { .. }, _) => return Err(ShapeError::TwoPlanes),
        }
        Ok(found)
    }
}

fn solid_plane(solid: &Solid, point: &Vector3<f64>, normal: Unit<Vector3<f64>>, tolerance: f64) -> Facing {
    // Twice the tolerance: from an overlap to a gap that both count as touching.
    let feature = solid.feature(&-normal.into_inner(), 2.0 * tolerance);
    let spot = |p: &Vector3<f64>| {
        let gap = (p - point).dot(&normal);
        (p - normal.into_inner() * (gap / 2.0), gap)
    };
    let spots: Vec<_> = feature.points().iter().map(spot).collect();
    let gap = match feature {
        Feature::Points(_) => spots.iter().map(|(_, gap)| *gap).fold(f64::INFINITY, f64::min),
        Feature::Disc { .. } => -solid.support(&-normal.into_inner()) - point.dot(&normal),
    };
    Facing { normal, gap, spots }
}

fn solid_solid(first: &Solid, second: &Solid, tolerance: f64) -> Result<Facing, ShapeError> {
    let nearest = nearest(first, second)?;
    let (n, gap) = (nearest.normal, nearest.gap);
    let facing = |points| Facing { normal: Unit::new_unchecked(n), gap, spots: points };
    if first.form.is_sphere() || second.form.is_sphere() {
        return Ok(facing(vec![(nearest.midpoint, gap)]));
    }
    let plane = ContactPlane::new(&n);
    let overlap = plane.overlap(&first.feature(&-n, tolerance), &second.feature(&n, tolerance), tolerance);
    let height = second.support(&n) + gap / 2.0;
    let mut spots: Vec<_> = overlap.iter().map(|q| (plane.lift(q) + n * height, gap)).collect();
    if spots.is_empty() {
        spots.push((nearest.midpoint, gap));
    }
    Ok(facing(spots))
}

/// A total order of placed shapes; planes come last.
fn compare(a: &Placed, b: &Placed) -> Ordering {
    let key = |placed: &Placed| {
        let (p, q) = (placed.position, placed.orientation);
        [rank(placed.shape), placed.shape.size(), p.x, p.y, p.z, q.w, q.i, q.j, q.k]
    };
    let (key_a, key_b) = (key(a), key(b));
    let unequal = key_a.iter().zip(&key_b).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
    unequal.unwrap_or(Ordering::Equal)
}

fn rank(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere { .. } => 0.0,
        Shape::Capsule { .. } => 1.0,
        Shape::Box { .. } => 2.0,
        Shape::Cylinder { .. } => 3.0,
        Shape::Cone { .. } => 4.0,
        Shape::Compound(_) => 5.0,
        Shape::Plane { .. } => 6.0,
    }
}
