//! Arrows between boxes.

use crate::svg::{Canvas, Point};

/// The size of the boxes that arrows join.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Boxes {
    pub width: f64,
    pub height: f64,
}

impl Boxes {
    /// The corners of the box about a middle.
    pub fn around(self, middle: Point) -> [Point; 2] {
        let (w, h) = (0.5 * self.width, 0.5 * self.height);
        [[middle[0] - w, middle[1] - h], [middle[0] + w, middle[1] + h]]
    }

    /// Where the line from the middle of a box towards `target` leaves it.
    fn border(self, middle: Point, target: Point) -> Point {
        let (dx, dy) = (target[0] - middle[0], target[1] - middle[1]);
        let across = 0.5 * self.width / dx.abs().max(1e-9);
        let up = 0.5 * self.height / dy.abs().max(1e-9);
        let part = across.min(up).min(1.0);
        [middle[0] + part * dx, middle[1] + part * dy]
    }
}

/// A line with a head at its end.
#[derive(Debug)]
pub(crate) struct Arrow {
    points: Vec<Point>,
}

impl Arrow {
    /// An arrow between two boxes given by their middles. It bends to its left, the more the more `parallel` ones
    /// there are before it; to the next row it goes round the boxes.
    pub fn between(boxes: Boxes, from: Point, to: Point, parallel: usize) -> Self {
        const FAR_BACK: f64 = 380.0;
        if from[0] - to[0] > FAR_BACK && to[1] - from[1] > boxes.height {
            return Self::to_next_row(boxes, from, to, parallel);
        }
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = libm::hypot(dx, dy).max(1.0);
        // Less between neighbours in a row, so that the arrow joins their sides.
        let bend = 0.17 * length.min(2.0 * dy.abs().max(0.25 * length)) + 34.0 * parallel as f64;
        let control =
            [0.5 * (from[0] + to[0]) + bend * dy / length, 0.5 * (from[1] + to[1]) - bend * dx / length];
        let (start, end) = (boxes.border(from, control), boxes.border(to, control));
        let at = |i: u32| {
            let t = f64::from(i) / 24.0;
            let mix = |axis: usize| {
                (1.0 - t).powi(2) * start[axis] + 2.0 * t * (1.0 - t) * control[axis] + t * t * end[axis]
            };
            [mix(0), mix(1)]
        };
        Self { points: (0..=24).map(at).collect() }
    }

    fn to_next_row(boxes: Boxes, from: Point, to: Point, parallel: usize) -> Self {
        let (below, above) = (from[1] + 0.5 * boxes.height, to[1] - 0.5 * boxes.height);
        let middle = above - (20.0 + 8.0 * parallel as f64).min(0.5 * (above - below).max(16.0));
        Self { points: vec![[from[0], below], [from[0], middle], [to[0], middle], [to[0], above]] }
    }

    pub fn draw(&self, canvas: &mut Canvas) {
        canvas.polyline(&self.points, "class=\"edge\"");
        let [.., before, tip] = self.points[..] else { return };
        let (dx, dy) = (tip[0] - before[0], tip[1] - before[1]);
        let length = libm::hypot(dx, dy).max(1e-9);
        let (ux, uy) = (dx / length, dy / length);
        let base = [tip[0] - 9.0 * ux, tip[1] - 9.0 * uy];
        let corners =
            [tip, [base[0] - 3.6 * uy, base[1] + 3.6 * ux], [base[0] + 3.6 * uy, base[1] - 3.6 * ux]];
        canvas.polygon(&corners, "class=\"head\"");
    }

    /// Points along the line, no farther apart than a few pixels.
    pub fn points(&self) -> Vec<Point> {
        const STEP: f64 = 6.0;
        let mut points = Vec::new();
        for pair in self.points.windows(2) {
            let (dx, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
            let steps = (libm::hypot(dx, dy) / STEP).ceil().max(1.0);
            let at =
                |i: u32| [pair[0][0] + dx * f64::from(i) / steps, pair[0][1] + dy * f64::from(i) / steps];
            points.extend((0..steps as u32).map(at));
        }
        points.extend(self.points.last());
        points
    }
}

/// How much a label at `at` covers: the area of rectangles, and a piece of area for each point of a line.
pub(crate) fn covered(at: Point, size: Point, taken: &[[Point; 2]], lines: &[Point]) -> f64 {
    const PER_POINT: f64 = 60.0;
    let [low, high] = Boxes { width: size[0], height: size[1] }.around(at);
    let overlap = |other: &[Point; 2]| {
        let along = |axis: usize| (high[axis].min(other[1][axis]) - low[axis].max(other[0][axis])).max(0.0);
        along(0) * along(1)
    };
    let inside = |p: &&Point| (0..2).all(|axis| p[axis] > low[axis] && p[axis] < high[axis]);
    taken.iter().map(overlap).sum::<f64>() * 3.0 + PER_POINT * lines.iter().filter(inside).count() as f64
}
