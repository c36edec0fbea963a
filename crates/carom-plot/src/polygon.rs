//! Clipping polygons, and finding room for a label in them.

use crate::svg::{Point, distance_to_segment};

/// The part of a polygon on the side where `side` is not negative; `side` must be linear (Sutherland and Hodgman).
pub(crate) fn cut(polygon: &[Point], side: impl Fn(Point) -> f64) -> Vec<Point> {
    let mut kept = Vec::new();
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        let (at_a, at_b) = (side(a), side(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a >= 0.0) != (at_b >= 0.0) {
            let part = at_a / (at_a - at_b);
            kept.push([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
        }
    }
    kept
}

/// Whether a point lies inside a polygon.
fn contains(polygon: &[Point], [x, y]: Point) -> bool {
    let mut inside = false;
    for (i, &[ax, ay]) in polygon.iter().enumerate() {
        let [bx, by] = polygon[(i + 1) % polygon.len()];
        if (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax) {
            inside = !inside;
        }
    }
    inside
}

/// Distance of a point from a line through points.
pub(crate) fn distance_to_line(line: &[Point], point: Point) -> f64 {
    match line {
        [] => f64::INFINITY,
        [only] => distance_to_segment(point, *only, *only),
        line => line
            .windows(2)
            .map(|pair| distance_to_segment(point, pair[0], pair[1]))
            .fold(f64::INFINITY, f64::min),
    }
}

/// The point of a polygon that is farthest from its border and from the obstacles, on a grid, and that distance.
pub(crate) fn roomiest(polygon: &[Point], obstacles: &[&[Point]]) -> Option<(Point, f64)> {
    const GRID: usize = 40;
    let extent = |axis: usize| {
        let values = polygon.iter().map(|p| p[axis]);
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (extent(0), extent(1));
    let mut border = polygon.to_vec();
    border.extend(polygon.first());
    let room = |point: Point| {
        let to_obstacles = obstacles.iter().map(|line| distance_to_line(line, point));
        to_obstacles.fold(distance_to_line(&border, point), f64::min)
    };
    let at = |i: usize, low: f64, high: f64| low + (high - low) * (i as f64 + 0.5) / GRID as f64;
    (0..GRID * GRID)
        .map(|i| [at(i % GRID, left, right), at(i / GRID, top, bottom)])
        .filter(|&point| contains(polygon, point))
        .map(|point| (point, room(point)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn cutting_keeps_one_side() {
        let half = cut(&SQUARE, |[x, _]| x - 4.0);
        assert_eq!(half, [[4.0, 0.0], [10.0, 0.0], [10.0, 10.0], [4.0, 10.0]]);
        assert!(cut(&SQUARE, |[x, _]| x - 40.0).is_empty());
    }

    #[test]
    fn labels_keep_away_from_obstacles() {
        let (centre, room) = roomiest(&SQUARE, &[]).unwrap();
        assert!((centre[0] - 5.0).abs() < 0.2 && (room - 5.0).abs() < 0.2);
        let wall: &[Point] = &[[3.0, 0.0], [3.0, 10.0]];
        let (aside, _) = roomiest(&SQUARE, &[wall]).unwrap();
        assert!((aside[0] - 6.5).abs() < 0.3);
        assert!(roomiest(&[], &[]).is_none());
    }
}
