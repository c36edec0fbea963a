//! Arrows of velocities, normals and spins.

use crate::svg::{Canvas, Point, number};

/// Length and half width of an arrow's head, in pixels.
const HEAD: [f64; 2] = [9.0, 4.0];

/// An arrow as a polygon of seven points, however short it is, so that arrows can be moved into each other.
pub(crate) fn arrow(from: Point, to: Point, thickness: f64) -> [Point; 7] {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = libm::hypot(dx, dy);
    let [ux, uy] = if length > 0.0 { [dx / length, dy / length] } else { [0.0, 0.0] };
    // Short arrows have small heads.
    let part = (length / (1.5 * HEAD[0])).min(1.0);
    let (head, wide, half) = (HEAD[0] * part, HEAD[1] * part, 0.5 * thickness * part);
    let at = |along: f64, aside: f64| [from[0] + along * ux - aside * uy, from[1] + along * uy + aside * ux];
    let neck = length - head;
    [
        at(0.0, half),
        at(neck, half),
        at(neck, wide),
        at(length, 0.0),
        at(neck, -wide),
        at(neck, -half),
        at(0.0, -half),
    ]
}

/// An arrow along part of a circle, counterclockwise if `turn` is positive.
pub(crate) fn draw_spin(canvas: &mut Canvas, centre: Point, radius: f64, turn: f64, colour: &str) {
    const FROM: f64 = 0.6;
    const SWEEP: f64 = 4.1;
    let sign = if turn > 0.0 { 1.0 } else { -1.0 };
    let at = |angle: f64| [centre[0] + radius * libm::cos(angle), centre[1] - radius * libm::sin(angle)];
    let (start, end) = if turn > 0.0 { (FROM, FROM + SWEEP) } else { (FROM + SWEEP, FROM) };
    // The head stands at the end, turned inwards a little as the circle is.
    let neck = end - sign * (HEAD[0] / radius).min(1.0);
    let [[ax, ay], [bx, by]] = [at(start), at(neck)].map(|point| point.map(number));
    let (r, sweep) = (number(radius), if turn > 0.0 { 0 } else { 1 });
    canvas.path(&format!("M{ax} {ay}A{r} {r} 0 1 {sweep} {bx} {by}"), &format!("class=\"s thin {colour}\""));
    let [tip, neck_at] = [at(end), at(neck)];
    let [dx, dy] = [tip[0] - neck_at[0], tip[1] - neck_at[1]];
    let length = libm::hypot(dx, dy).max(1e-9);
    let [ux, uy] = [dx / length, dy / length];
    let side = |sign: f64| [neck_at[0] - sign * HEAD[1] * uy, neck_at[1] + sign * HEAD[1] * ux];
    let fill = colour.replace('s', "f");
    canvas.polygon(&[tip, side(1.0), side(-1.0)], &format!("class=\"{fill}\""));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_ends_where_it_points_and_has_no_size_without_length() {
        assert_eq!(arrow([0.0, 0.0], [30.0, 0.0], 2.0)[3], [30.0, 0.0]);
        assert!(arrow([5.0, 6.0], [5.0, 6.0], 2.0).iter().all(|&point| point == [5.0, 6.0]));
    }
}
