//! Choosing a place for a label that keeps clear of lines, of other labels, and of the border.

use crate::axis::Panel;
use crate::polygon::distance_to_line;
use crate::svg::Point;

/// What labels keep clear of.
#[derive(Debug, Default)]
pub(crate) struct Obstacles<'a> {
    pub lines: Vec<&'a [Point]>,
    /// Middles of other labels, and dots.
    pub points: Vec<Point>,
}

impl Obstacles<'_> {
    /// How much room a label has that reaches so many pixels to both sides of a point of the panel, beyond the width of a letter: more is
    /// better.
    fn room(&self, panel: &Panel, p: Point, reach: f64) -> f64 {
        let letters = [-reach, 0.0, reach].map(|aside| [p[0] + aside, p[1]]);
        letters.map(|letter| self.room_of_letter(panel, letter)).into_iter().fold(f64::INFINITY, f64::min)
    }

    fn room_of_letter(&self, panel: &Panel, p: Point) -> f64 {
        const ENOUGH_FROM_LINES: f64 = 12.0;
        const ENOUGH_FROM_POINTS: f64 = 19.0;
        const ENOUGH_FROM_BORDER: f64 = 8.0;
        let to_lines = self.lines.iter().map(|line| distance_to_line(line, p)).fold(f64::INFINITY, f64::min);
        let to_point = |q: &Point| libm::hypot(p[0] - q[0], p[1] - q[1]);
        let to_points = self.points.iter().map(to_point).fold(f64::INFINITY, f64::min);
        let sides =
            [p[0] - panel.corner[0], panel.right() - p[0], p[1] - panel.corner[1], panel.bottom() - p[1]];
        let to_border = sides.into_iter().fold(f64::INFINITY, f64::min);
        to_lines.min(ENOUGH_FROM_LINES)
            + 1.5 * to_points.min(ENOUGH_FROM_POINTS)
            + to_border.min(ENOUGH_FROM_BORDER)
    }

    /// The candidate with the most room; the first of equals.
    pub fn roomiest_of(&self, panel: &Panel, candidates: &[Point]) -> Option<Point> {
        self.roomiest_for(panel, candidates, 0.0)
    }

    fn roomiest_for(&self, panel: &Panel, candidates: &[Point], reach: f64) -> Option<Point> {
        let mut best: Option<(Point, f64)> = None;
        for &candidate in candidates {
            let room = self.room(panel, candidate, reach);
            if best.is_none_or(|(_, most)| room > most + 1e-6) {
                best = Some((candidate, room));
            }
        }
        best.map(|(point, _)| point)
    }

    /// A place beside a dot for the middle of a letter.
    pub fn beside(&self, panel: &Panel, dot: Point) -> Point {
        self.beside_for(panel, dot, 0.0)
    }

    /// A place beside a dot for the middle of a label that reaches so many pixels farther to both sides than a letter does.
    pub fn beside_for(&self, panel: &Panel, dot: Point, reach: f64) -> Point {
        let around = |distance: f64| {
            (0..12).map(move |i| {
                let (sin, cos) = libm::sincos(std::f64::consts::TAU * (f64::from(i) - 1.5) / 12.0);
                [dot[0] + distance * cos + reach * cos.signum() * cos.abs().sqrt(), dot[1] + distance * sin]
            })
        };
        let candidates: Vec<Point> = around(12.5).chain(around(17.0)).collect();
        self.roomiest_for(panel, &candidates, reach).unwrap_or(dot)
    }
}
