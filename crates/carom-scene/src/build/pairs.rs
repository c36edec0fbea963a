//! What `carom-shapes` says of a pair of bodies.

use carom_shapes::{Placed, ShapeError, distance, touching};
use nalgebra::Vector3;

use crate::number;
use crate::problem::{Problem, Span};
use crate::read::shape_problem;

/// A point at which two bodies touch or will touch.
pub(super) struct Meeting {
    pub point: Vector3<f64>,
    pub normal: Vector3<f64>,
    /// Metres still open; zero for what counts as touching.
    pub gap: f64,
}

/// Every point at which two bodies touch.
pub(super) fn touches(a: &Placed, b: &Placed) -> Result<Vec<Meeting>, ShapeError> {
    let meeting = |touch: &carom_shapes::Touch| Meeting {
        point: touch.point,
        normal: touch.normal.into_inner(),
        gap: 0.0,
    };
    Ok(touching(a, b)?.iter().map(meeting).collect())
}

/// Where two bodies that are apart come nearest.
pub(super) fn nearest(a: &Placed, b: &Placed) -> Result<Meeting, ShapeError> {
    let nearest = distance(a, b)?;
    Ok(Meeting { point: nearest.point, normal: nearest.normal.into_inner(), gap: nearest.gap.max(0.0) })
}

/// A length in metres for messages, to six digits.
pub(super) fn length(metres: f64) -> String {
    number::short(metres, 6)
}

/// Why no contact points were found.
pub(super) fn problem(span: Span, error: &ShapeError) -> Problem {
    match error {
        ShapeError::Overlap { depth, tolerance } => {
            Problem::new(span, format!("the shapes overlap by {} m", length(*depth)))
                .expected("move them apart")
                .help(format!("up to {tolerance:e} m count as touching"))
        }
        _ => shape_problem(span, error).help("give the contact's `point` and `normal`"),
    }
}
