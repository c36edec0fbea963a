//! Places of a rack, first as whole numbers, then in metres on one binary grid.

use nalgebra::Vector2;

use super::{BallName, RackError, RackFrame};

/// Bits of a number after the first: the grid is this much finer than the largest coordinate.
const MANTISSA: i32 = 52;

/// A place: rows behind the apex, and half pitches to the left of the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub row: i32,
    pub left: i32,
}

/// The places of all balls, row by row, left to right.
pub(super) fn places(rows: &[Vec<BallName>]) -> Vec<Place> {
    let row_of = |(row, names): (usize, &Vec<BallName>)| {
        let last = names.len() as i32 - 1;
        (0..=last).map(move |number| Place { row: row as i32, left: last - 2 * number })
    };
    rows.iter().enumerate().flat_map(row_of).collect()
}

/// Pairs of places one pitch apart: two half pitches in a row, or one half pitch in the next row.
pub(super) fn facing(places: &[Place]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (i, a) in places.iter().enumerate() {
        for (j, b) in places.iter().enumerate().skip(i + 1) {
            let apart = ((a.row - b.row).abs(), (a.left - b.left).abs());
            if apart == (0, 2) || apart == (1, 1) {
                pairs.push([i, j]);
            }
        }
    }
    pairs
}

/// Turns places into metres.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    spot: Vector2<f64>,
    /// Unit vectors towards the back rows and to the left.
    back: Vector2<f64>,
    left: Vector2<f64>,
    /// Both whole multiples of the grid.
    half_pitch: f64,
    row_distance: f64,
}

impl Grid {
    pub fn new(frame: RackFrame, half_pitch: f64, rows: usize) -> Result<Self, RackError> {
        let RackFrame { spot, direction } = frame;
        let largest = direction.amax(); // scaled first, so that the norm neither overflows nor vanishes
        if !(spot.iter().chain(&direction).all(|x| x.is_finite()) && largest > 0.0) {
            return Err(RackError::Frame);
        }
        let back = (direction / largest).normalize();
        let size = spot.amax() + 2.0 * half_pitch * rows as f64;
        let cell = power_of_two_below(size) * 2.0_f64.powi(-MANTISSA);
        let half_pitch = (half_pitch / cell).ceil() * cell;
        // √3 and the product are rounded, each by half a unit at most.
        let row_distance = (half_pitch * 3.0_f64.sqrt()).next_up().next_up();
        Ok(Self {
            spot: spot.map(|x| (x / cell).round() * cell),
            back,
            left: Vector2::new(-back.y, back.x),
            half_pitch,
            row_distance: (row_distance / cell).ceil() * cell,
        })
    }

    pub fn position(&self, place: Place) -> Vector2<f64> {
        let (back, left) =
            (f64::from(place.row) * self.row_distance, f64::from(place.left) * self.half_pitch);
        self.spot + (self.back * back + self.left * left)
    }
}

/// The largest power of two that is not larger than a positive number.
fn power_of_two_below(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & f64::INFINITY.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_power_of_two_below_a_number_is_found_in_its_exponent() {
        for (x, power) in [(1.0, 1.0), (1.99, 1.0), (2.0, 2.0), (0.3, 0.25), (5.7e-9, 2.0_f64.powi(-28))] {
            assert_eq!(power_of_two_below(x), power, "{x}");
        }
    }

    #[test]
    fn a_diamond_of_nine_has_sixteen_pairs() {
        // In the rows 0 + 1 + 2 + 1 + 0, between them 2 + 4 + 4 + 2.
        let rows: Vec<Vec<BallName>> = [1, 2, 3, 2, 1].iter().map(|&n| vec![BallName::Pink; n]).collect();
        assert_eq!(facing(&places(&rows)).len(), 16);
        let triangle: Vec<Vec<BallName>> = (1..=5).map(|n| vec![BallName::Pink; n]).collect();
        // Every ball but those of the last row has two behind it (2 × 10); rows of n have n − 1 pairs (0 + 1 + 2 + 3 + 4).
        assert_eq!(facing(&places(&triangle)).len(), 30);
    }
}
