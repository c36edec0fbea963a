//! Letters around dots that lie too close for letters beside them: on a circle about them, each with a line to its dot.
//!
//! Letters follow each other on the circle as their dots do around the middle, so that no two lines cross; which letter is first, and
//! where, is what turns the lines least and keeps letters apart from what is there already.

use std::f64::consts::TAU;

use crate::axis::Panel;
use crate::label::Obstacles;
use crate::svg::{Anchor, Canvas, Label, Point};

/// From the dots to the letters, in pixels.
const AWAY: f64 = 20.0;
/// From letter to letter along the circle.
const APART: f64 = 17.0;
/// A letter is clear of another, or of a dot, that is as far away.
const CLEAR: f64 = 15.0;
/// From the middle of a letter to its line.
const LETTER: f64 = 8.0;
/// Places tried for the first letter within the distance of two.
const OFFSETS: usize = 8;

/// Letters for dots, if there is room for them in the panel.
pub(crate) fn draw(
    canvas: &mut Canvas,
    panel: &Panel,
    clear_of: &mut Obstacles,
    mut dots: Vec<(Point, char)>,
) -> bool {
    let count = dots.len() as f64;
    let middle = [0, 1].map(|axis| dots.iter().map(|(dot, _)| dot[axis]).sum::<f64>() / count);
    let from_middle = |dot: &Point| [dot[0] - middle[0], dot[1] - middle[1]];
    let angle = |dot: &Point| libm::atan2(from_middle(dot)[1], from_middle(dot)[0]);
    let spread = dots.iter().map(|(dot, _)| length(from_middle(dot))).fold(0.0, f64::max);
    dots.sort_by(|a, b| angle(&a.0).total_cmp(&angle(&b.0)));
    let radius = (spread + AWAY).max(APART * count / TAU);
    let others: Vec<Point> =
        clear_of.points.iter().copied().filter(|point| dots.iter().all(|(dot, _)| dot != point)).collect();
    let places = |turn: usize| -> Vec<Point> {
        let step = TAU / count;
        let at = |i: usize| {
            let (sin, cos) = libm::sincos(step * (i as f64 + turn as f64 / OFFSETS as f64));
            [middle[0] + radius * cos, middle[1] + radius * sin]
        };
        (0..dots.len()).map(at).collect()
    };
    let cost = |places: &[Point]| -> f64 {
        let of_one = |(place, (dot, _)): (&Point, &(Point, char))| {
            let way = length([place[0] - dot[0], place[1] - dot[1]]);
            let near = |other: &&Point| length([place[0] - other[0], place[1] - other[1]]) < CLEAR;
            way + 3.0 * radius * others.iter().filter(near).count() as f64
        };
        places.iter().zip(&dots).map(of_one).sum()
    };
    let inside = |places: &Vec<Point>| places.iter().all(|&place| panel.holds(place, LETTER));
    let tried = (0..OFFSETS * dots.len()).map(places).filter(inside);
    let Some(best) = tried.min_by(|a, b| cost(a).total_cmp(&cost(b))) else { return false };
    for (place, (dot, letter)) in best.iter().zip(&dots) {
        let way = [place[0] - dot[0], place[1] - dot[1]];
        let part = (1.0 - LETTER / length(way).max(LETTER)).max(0.0);
        canvas.line(*dot, [dot[0] + part * way[0], dot[1] + part * way[1]], "class=\"bound thin\"");
        let text = letter.to_string();
        let label = Label::new(&text).size(13.0).anchor(Anchor::Middle).class("ink bold halo");
        canvas.text([place[0], place[1] + 4.5], label);
    }
    clear_of.points.extend(best);
    true
}

fn length([x, y]: Point) -> f64 {
    libm::hypot(x, y)
}
