//! A curve in space, seen from above at an angle, in the box that holds it.

use crate::axis::Panel;
use crate::axis::Range;
use crate::figures::impulse_curve::Curve;
use crate::figures::impulse_plane::draw_dots;
use crate::label::Obstacles;
use crate::svg::{Anchor, Canvas, Label, Point};

/// Where the edges of the box point on the paper, in parts of its width and height: first tangent, second tangent, normal.
const EDGES: [[f64; 2]; 3] = [[0.62, 0.2], [-0.34, 0.3], [0.0, -0.5]];
/// Where the corner of the box lies from which the edges start, in parts of width and height.
const CORNER: [f64; 2] = [0.36, 0.5];

/// Draws the curve into the rectangle.
pub(crate) fn draw(canvas: &mut Canvas, curve: &Curve, corner: Point, size: Point) {
    let ranges: Vec<Range> = (0..3).map(|axis| curve.range(axis).padded(0.0)).collect();
    let part = |axis: usize, value: f64| (value - ranges[axis].low) / ranges[axis].length();
    let place = |parts: [f64; 3]| -> Point {
        let at = |side: usize| {
            let along: f64 = parts.iter().zip(EDGES).map(|(part, edge)| part * edge[side]).sum();
            corner[side] + size[side] * (CORNER[side] + along)
        };
        [at(0), at(1)]
    };
    let point = |impulses: &Vec<f64>| place([0, 1, 2].map(|axis| part(axis, impulses[axis])));
    let points: Vec<Point> = curve.impulses.iter().map(point).collect();
    let on_floor = |impulses: &Vec<f64>| place([part(0, impulses[0]), part(1, impulses[1]), 0.0]);
    let shadow: Vec<Point> = curve.impulses.iter().map(on_floor).collect();
    draw_box(canvas, &place);
    canvas.polyline(&shadow, "class=\"mark\"");
    curve.draw_runs(canvas, &points);
    let frame = Panel { corner, size, x: ranges[0], y: ranges[2], finest: 0.0 };
    let mut clear_of = Obstacles { lines: vec![&points, &shadow], points: Vec::new() };
    draw_dots(canvas, &frame, &curve.dots(&points), &mut clear_of);
    for axis in 0..3 {
        let mut parts = [0.0; 3];
        parts[axis] = 1.08;
        let [x, y] = place(parts);
        let name = Label::new(curve.short_name(axis)).size(13.0).anchor(Anchor::Middle).class("ink halo");
        canvas.text([x, y + 4.0], name);
    }
}

/// The floor, the two far walls, and the three axes.
fn draw_box(canvas: &mut Canvas, place: &impl Fn([f64; 3]) -> Point) {
    let faces = [
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0]],
        [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]],
    ];
    canvas.polygon(&faces[0].map(place), "class=\"tint\"");
    for face in faces {
        let mut outline: Vec<Point> = face.map(place).to_vec();
        outline.push(outline[0]);
        canvas.polyline(&outline, "class=\"grid\"");
    }
    for end in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        canvas.line(place([0.0; 3]), place(end), "class=\"axis\"");
    }
}
