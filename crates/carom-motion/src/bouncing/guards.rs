//! When bodies meet: roots of polynomials in the time since now.
//!
//! Two balls of radii summing to R, whose centres are Δ₀ + Δ₁ s + Δ₂ s² apart, meet when
//!
//! ```text
//! |Δ(s)|² − R² = (|Δ₀|² − R²) + 2Δ₀·Δ₁ s + (|Δ₁|² + 2Δ₀·Δ₂) s² + 2Δ₁·Δ₂ s³ + |Δ₂|² s⁴       (B.10)
//! ```
//!
//! falls to zero. Δ₂ vanishes where both fly, since gravity is the same for both; then the root is in closed form. A gap that is zero to
//! rounding is zero: the balls touch, and the next term decides whether they part.

use carom_taylor::first_descent;
use nalgebra::Vector3;

use super::piece::{Attitude, Piece};
use crate::flight::TERMS;
use crate::rounding::significant;

/// Seconds until a ball that flies meets the plane: the root of height + velocity·s − ½ gravity s² at which it falls, in the form
/// that does not cancel.
pub(crate) fn ball_on_floor(piece: &Piece, radius: f64, now: f64, gravity: f64) -> f64 {
    let [position, velocity, _] = piece.position_from(now);
    let height = significant(position.z - radius, piece.terms(now) + radius).max(0.0);
    let root = (velocity.z * velocity.z + 2.0 * gravity * height).sqrt();
    if velocity.z >= 0.0 { (velocity.z + root) / gravity } else { 2.0 * height / (root - velocity.z) }
}

/// Seconds until two balls meet, if within `end`, which must be finite unless both fly or both move evenly.
pub(crate) fn balls(pieces: [&Piece; 2], reach: f64, now: f64, end: f64) -> Option<f64> {
    let approach = Approach::of(pieces, reach, now);
    let wait = if approach.bending == Vector3::zeros() {
        approach.straight(reach)
    } else {
        first_descent(&approach.gap_polynomial(), end)
    };
    wait.filter(|&wait| wait <= end)
}

/// How two balls move relative to each other.
struct Approach {
    /// |Δ₀|² − R², zero where they touch.
    gap: f64,
    apart: Vector3<f64>,
    moving: Vector3<f64>,
    bending: Vector3<f64>,
    /// Δ₀·Δ₁, zero where they touch and neither approach nor part, to rounding.
    closing: f64,
}

impl Approach {
    fn of(pieces: [&Piece; 2], reach: f64, now: f64) -> Self {
        let [a, b] = pieces.map(|piece| piece.position_from(now));
        let [apart, moving, bending] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let distance = apart.norm();
        let terms = pieces[0].terms(now) + pieces[1].terms(now);
        let gap = significant(distance - reach, terms).max(0.0) * (distance + reach);
        let rate = apart.dot(&moving);
        let speeds = pieces.map(|piece| piece.position_from(now)[1].norm().max(piece.speeds));
        let closing = if gap == 0.0 { significant(rate, distance * (speeds[0] + speeds[1])) } else { rate };
        Self { gap, apart, moving, bending, closing }
    }

    /// The first root of (B.10) with Δ₂ = 0, in the form that does not cancel; a quarter of the discriminant is R²|Δ₁|² − |Δ₀ × Δ₁|².
    fn straight(&self, reach: f64) -> Option<f64> {
        if self.closing >= 0.0 {
            return None;
        }
        let miss = self.apart.cross(&self.moving).norm();
        let reached = reach * self.moving.norm();
        if self.gap == 0.0 {
            return Some(0.0);
        }
        (miss < reached).then(|| self.gap / (((reached - miss) * (reached + miss)).sqrt() - self.closing))
    }

    /// (B.10).
    fn gap_polynomial(&self) -> [f64; 5] {
        [
            self.gap,
            2.0 * self.closing,
            self.moving.norm_squared() + 2.0 * self.apart.dot(&self.bending),
            2.0 * self.moving.dot(&self.bending),
            self.bending.norm_squared(),
        ]
    }
}

/// Seconds until one of the points of a body that flies meets the plane, and which point; if within `end`. While its centre is higher than
/// any point is far from it, none can: that time is leapt over.
pub(crate) fn points_on_floor(
    piece: &Piece,
    points: &[Vector3<f64>],
    now: f64,
    end: f64,
) -> Option<(f64, usize)> {
    let Attitude::Free(rotation) = &piece.attitude else { return None };
    let arm = points.iter().map(Vector3::norm).fold(0.0, f64::max);
    let mut from = 0.0;
    while from < end {
        from += wait_above(piece, arm, now + from);
        if from >= end {
            return None;
        }
        let series = rotation.series_from(now + from - piece.start);
        let step = series.span().min(end - from);
        let fall = |(number, point): (usize, &Vector3<f64>)| {
            let height = point_height(piece, now + from, &series.height_of(point), point);
            first_descent(&height, step).map(|s| (from + s, number))
        };
        let first = points.iter().enumerate().filter_map(fall).min_by(|a, b| a.0.total_cmp(&b.0));
        if first.is_some() {
            return first;
        }
        if from + step == from {
            return None; // the piece is shorter than the rounding of time
        }
        from += step;
    }
    None
}

/// Seconds for which the centre of a body that flies is still higher than `arm` metres.
fn wait_above(piece: &Piece, arm: f64, now: f64) -> f64 {
    let [centre, _, half_acceleration] = piece.position_from(now);
    match significant(centre.z - arm, piece.terms(now) + arm) > 0.0 {
        true => ball_on_floor(piece, arm, now, -2.0 * half_acceleration.z),
        false => 0.0,
    }
}

/// Height of a point above the plane from a time on; what is zero to rounding is zero.
fn point_height(piece: &Piece, time: f64, above_centre: &[f64; TERMS], point: &Vector3<f64>) -> [f64; TERMS] {
    let centre = piece.position_from(time);
    let mut height = *above_centre;
    for (sum, term) in height.iter_mut().zip(&centre) {
        *sum += term.z;
    }
    height[0] = significant(height[0], piece.terms(time) + point.norm());
    if height[0] == 0.0 {
        let speeds = piece.speeds.max(centre[1].norm() + above_centre[1].abs());
        height[1] = significant(height[1], speeds);
    }
    height
}
