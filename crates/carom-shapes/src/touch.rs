//! The two questions asked of a pair of placed shapes: where do they touch, and how far are they apart?

use crate::error::ShapeError;
use crate::pair::{Facing, Pair};
use crate::patch::SAME_POINT;
use crate::placed::Placed;
use nalgebra::{Unit, Vector3};

pub use crate::feature::RIM_POINTS;

/// Largest gap or overlap that counts as touching, as a share of the smaller shape's size (its largest dimension).
///
/// A scene file with ten decimals of a metre places a ball to 5e-11 m; on the diameter of a billiard ball, 0.057 m, that
/// is 0.9e-9. Double rounding is a millionth of it, and no real surface is as smooth.
pub const TOUCH_TOLERANCE: f64 = 1e-9;

/// A point at which two shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The point in the world, m; midway between the two surfaces where a gap within tolerance is left.
    pub point: Vector3<f64>,
    /// Contact normal in the world, from the second shape to the first.
    pub normal: Unit<Vector3<f64>>,
    /// What is left between the surfaces, m; negative for an overlap.
    pub gap: f64,
}

/// The nearest approach of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Midway between the nearest points, m; in the middle of the facing parts where shapes are parallel.
    pub point: Vector3<f64>,
    /// Direction in the world from the second shape to the first along which the gap closes.
    pub normal: Unit<Vector3<f64>>,
    /// Distance between the surfaces, m.
    pub gap: f64,
}

/// Every point at which `a` and `b` touch, in lexicographic order; none if they are apart.
///
/// A flat face gives the corners of its overlap with the other shape, an edge its two ends, and the flat face of a
/// cylinder or cone [`RIM_POINTS`] points of its rim. Swapping `a` and `b` flips the normals and changes nothing else.
///
/// Where two corners or parallel edges meet and many normals are possible, the one nearest to both bodies' insides is
/// taken: it follows from the shapes without a thin layer.
///
/// # Errors
/// Bad shapes; two planes; shapes that overlap by more than [`TOUCH_TOLERANCE`]; a normal that could not be found.
pub fn touching(a: &Placed, b: &Placed) -> Result<Vec<Touch>, ShapeError> {
    let pair = Pair::new(a, b)?;
    let facings = pair.facings(pair.tolerance)?;
    refuse_overlap(&pair, &facings)?;
    let mut touches: Vec<Touch> = Vec::new();
    for facing in facings.iter().filter(|facing| facing.gap <= pair.tolerance) {
        for (point, gap) in facing.spots.iter().filter(|(_, gap)| *gap <= pair.tolerance) {
            let touch = pair.touch(point, facing.normal, *gap);
            if touches.iter().all(|other| pair.differ(&touch, other)) {
                touches.push(touch);
            }
        }
    }
    touches.sort_by(|s, t| compare_points(&s.point, &t.point));
    Ok(touches)
}

/// The nearest approach of `a` and `b`, for contacts that are still open.
///
/// # Errors
/// As [`touching`].
pub fn distance(a: &Placed, b: &Placed) -> Result<Separation, ShapeError> {
    let pair = Pair::new(a, b)?;
    let facings = pair.facings(f64::INFINITY)?;
    refuse_overlap(&pair, &facings)?;
    let nearest = facings.iter().min_by(|s, t| s.gap.total_cmp(&t.gap)).ok_or(ShapeError::EmptyCompound)?;
    let sum: Vector3<f64> = nearest.spots.iter().map(|(point, _)| point).sum();
    let Touch { point, normal, gap } =
        pair.touch(&(sum / nearest.spots.len() as f64), nearest.normal, nearest.gap);
    Ok(Separation { point, normal, gap })
}

fn refuse_overlap(pair: &Pair, facings: &[Facing]) -> Result<(), ShapeError> {
    let least = facings.iter().map(|facing| facing.gap).fold(f64::INFINITY, f64::min);
    if least < -pair.tolerance {
        return Err(ShapeError::Overlap { depth: -least * pair.unit, tolerance: pair.tolerance * pair.unit });
    }
    Ok(())
}

impl Pair {
    /// Back to the world, metres and the order of the arguments.
    fn touch(&self, point: &Vector3<f64>, normal: Unit<Vector3<f64>>, gap: f64) -> Touch {
        let normal = if self.swapped { -normal } else { normal };
        Touch { point: self.origin + point * self.unit, normal, gap: gap * self.unit }
    }

    fn differ(&self, s: &Touch, t: &Touch) -> bool {
        (s.point - t.point).norm() > SAME_POINT * self.unit
            || (s.normal.into_inner() - t.normal.into_inner()).norm() > SAME_POINT
    }
}

fn compare_points(p: &Vector3<f64>, q: &Vector3<f64>) -> std::cmp::Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z))
}
