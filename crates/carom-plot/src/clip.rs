//! Lines and polygons without what is too far away to be written.

use crate::svg::Point;

/// Coordinates are kept within this many pixels: renderers use single precision.
pub(crate) const FARTHEST: f64 = 1e5;

/// How deep a point is inside each of the four sides of the square of [`FARTHEST`], in pixels.
const DEPTHS: [fn(Point) -> f64; 4] =
    [|p| FARTHEST - p[0], |p| FARTHEST + p[0], |p| FARTHEST - p[1], |p| FARTHEST + p[1]];

/// The pieces of a line that are near enough, with the slopes that they have in the whole.
pub(crate) fn line(points: &[Point]) -> Vec<Vec<Point>> {
    let mut pieces = vec![points.to_vec()];
    for depth in DEPTHS {
        if pieces.iter().flatten().any(|&p| depth(p) < 0.0) {
            pieces = pieces.iter().flat_map(|piece| cut(piece, depth)).collect();
        }
    }
    pieces
}

/// The part of a polygon that is near enough (Sutherland and Hodgman).
pub(crate) fn polygon(points: &[Point]) -> Vec<Point> {
    let mut kept = points.to_vec();
    for depth in DEPTHS {
        if kept.iter().any(|&p| depth(p) < 0.0) {
            kept.extend(kept.first().copied());
            kept = cut(&kept, depth).concat();
        }
    }
    kept
}

/// The pieces of a line on the inner side.
fn cut(points: &[Point], depth: fn(Point) -> f64) -> Vec<Vec<Point>> {
    let (mut pieces, mut piece) = (Vec::new(), Vec::new());
    let mut before: Option<Point> = None;
    for &point in points {
        let is_inside = depth(point) >= 0.0;
        match before {
            Some(last) if is_inside && depth(last) < 0.0 => piece.push(crossing(point, last, depth)),
            Some(last) if !is_inside && depth(last) >= 0.0 => {
                piece.push(crossing(last, point, depth));
                pieces.push(std::mem::take(&mut piece));
            }
            Some(_) | None => {}
        }
        if is_inside {
            piece.push(point);
        }
        before = Some(point);
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// Where a line leaves the inner side. Counted from the point inside, so that one far outside does not blur it.
fn crossing(inside: Point, outside: Point, depth: fn(Point) -> f64) -> Point {
    let part = depth(inside) / (depth(inside) - depth(outside));
    [0, 1].map(|i| inside[i] + (outside[i] - inside[i]) * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_to_a_far_point_keeps_its_slope() {
        for (far, seen) in
            [([4e7, 1e7], [1e5, 2.5e4]), ([-1e300, -2e300], [-5e4, -1e5]), ([0.0, -1e9], [0.0, -1e5])]
        {
            for points in [[[0.0, 0.0], far], [far, [0.0, 0.0]]] {
                let pieces = line(&points);
                let end = pieces[0].iter().find(|&&p| p != [0.0, 0.0]).expect("an end at the edge");
                assert!((end[0] - seen[0]).hypot(end[1] - seen[1]) < 1e-9, "{far:?}: {end:?}");
            }
        }
    }

    #[test]
    fn a_line_that_goes_far_and_comes_back_is_two_pieces() {
        let pieces = line(&[[0.0, 0.0], [1e6, 0.0], [1e6, 50.0], [0.0, 50.0]]);
        assert_eq!(pieces, [[[0.0, 0.0], [1e5, 0.0]], [[1e5, 50.0], [0.0, 50.0]]]);
    }

    #[test]
    fn a_polygon_with_a_far_corner_keeps_its_edges() {
        let kept = polygon(&[[0.0, 0.0], [2e5, 0.0], [2e5, 100.0]]);
        assert_eq!(kept.first(), Some(&[0.0, 0.0]));
        assert!(kept.contains(&[1e5, 0.0]) && kept.contains(&[1e5, 50.0]), "{kept:?}");
    }

    #[test]
    fn what_is_near_stays_as_it_is() {
        let points = [[0.0, 1.0], [2.0, 3.0], [4.0, 0.0]];
        assert_eq!(line(&points), [points.to_vec()]);
        assert_eq!(polygon(&points), points);
    }
}
