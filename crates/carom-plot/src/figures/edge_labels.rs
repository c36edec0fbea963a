//! Places for the labels of a diagram's arrows.
//!
//! A label stands beside its own arrow. Of many places it takes the one that costs least: no other label, box or border within a
//! small gap, few pieces of arrows under it, its own arrow nearer than any other, and the middle of the arrow rather than its ends.
//! One label after the other would leave the last no room; so all are placed again in turn, given where the others stand, until none
//! moves.

use crate::figures::arrow::{Boxes, covered};
use crate::svg::{Point, distance_to_segment};

/// Pixels that two labels keep between them, so that they are not read as one.
const GAP: f64 = 7.0;
/// Pixels between a label and its arrow.
const BESIDE: [f64; 3] = [4.0, 9.0, 15.0];
/// What a pixel costs by which another arrow is nearer than the own one.
const PER_ASTRAY: f64 = 25.0;
/// What a pixel farther from the arrow costs.
const PER_AWAY: f64 = 3.0;
/// What it costs to stand at an end of the arrow instead of its middle.
const AT_AN_END: f64 = 60.0;
/// What a square pixel beyond the border of the drawing costs: more than anything inside.
const PER_OUTSIDE: f64 = 100.0;
/// Every label is placed again at most so many times; a few are enough for all to settle.
const MOST_ROUNDS: usize = 8;

/// Sides of the arrow on which a label may stand.
const SIDES: [Point; 8] =
    [[0.0, -1.0], [0.0, 1.0], [-0.7, -0.9], [0.7, 0.9], [0.7, -0.9], [-0.7, 0.9], [1.0, 0.0], [-1.0, 0.0]];

/// A label to be placed.
#[derive(Debug)]
pub(crate) struct EdgeLabel {
    /// Points of its arrow, a few pixels apart.
    pub line: Vec<Point>,
    pub size: Point,
}

/// Where a label might stand, and what that costs whatever the other labels do.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    at: Point,
    cost: f64,
}

/// Middles of the labels, clear of the boxes, of all arrows, of each other and of what lies outside the room.
pub(crate) fn places(labels: &[EdgeLabel], boxes: &[[Point; 2]], room: [Point; 2]) -> Vec<Point> {
    let all: Vec<Vec<Candidate>> =
        (0..labels.len()).map(|own| candidates(labels, own, boxes, room)).collect();
    let mut chosen: Vec<Option<Point>> = vec![None; labels.len()];
    for _ in 0..MOST_ROUNDS {
        let before = chosen.clone();
        for own in 0..labels.len() {
            chosen[own] = Some(cheapest(&all[own], labels, own, &chosen));
        }
        if chosen == before {
            break;
        }
    }
    chosen.into_iter().map(Option::unwrap_or_default).collect()
}

fn cheapest(candidates: &[Candidate], labels: &[EdgeLabel], own: usize, chosen: &[Option<Point>]) -> Point {
    let around = |(label, at): (&EdgeLabel, &Option<Point>)| Some(rectangle(label.size, (*at)?));
    let others = labels.iter().zip(chosen).enumerate().filter(|(other, _)| *other != own);
    let others: Vec<[Point; 2]> = others.filter_map(|(_, pair)| around(pair)).collect();
    let size = labels[own].size.map(|side| side + 2.0 * GAP);
    let mut best = ([0.0; 2], f64::INFINITY);
    for candidate in candidates {
        let cost = candidate.cost + covered(candidate.at, size, &others, &[]);
        if cost < best.1 {
            best = (candidate.at, cost);
        }
    }
    best.0
}

fn candidates(labels: &[EdgeLabel], own: usize, boxes: &[[Point; 2]], room: [Point; 2]) -> Vec<Candidate> {
    /// Twentieths of the arrow's length, the middle first.
    const ALONG: [usize; 11] = [10, 9, 11, 8, 12, 7, 13, 6, 14, 5, 15];
    let EdgeLabel { line, size } = &labels[own];
    let mut candidates = Vec::with_capacity(ALONG.len() * SIDES.len() * BESIDE.len());
    for part in ALONG {
        let on_line = line[(line.len() - 1) * part / 20];
        for (side, away) in SIDES.into_iter().flat_map(|side| BESIDE.map(|away| (side, away))) {
            let at = [0, 1].map(|axis| on_line[axis] + side[axis] * (0.5 * size[axis] + away));
            let off_middle = AT_AN_END * (part as f64 / 10.0 - 1.0).abs();
            let cost = off_middle + PER_AWAY * away + lasting_cost(labels, own, at, boxes, room);
            candidates.push(Candidate { at, cost });
        }
    }
    candidates
}

/// What a label covers that does not move, and how far it seems to belong to another arrow.
fn lasting_cost(labels: &[EdgeLabel], own: usize, at: Point, boxes: &[[Point; 2]], room: [Point; 2]) -> f64 {
    let size = labels[own].size;
    let lines = labels.iter().map(|label| covered(at, size, &[], &label.line)).sum::<f64>();
    let grown = size.map(|side| side + GAP);
    let label = rectangle(size, at);
    let to_line = |line: &[Point]| {
        let away = |pair: &[Point]| distance_to_rectangle(label, pair);
        line.windows(2).map(away).fold(f64::INFINITY, f64::min)
    };
    let others = labels.iter().enumerate().filter(|(other, _)| *other != own);
    let nearest = others.map(|(_, other)| to_line(&other.line)).fold(f64::INFINITY, f64::min);
    let astray = (to_line(&labels[own].line) - nearest).max(0.0);
    lines + covered(at, grown, boxes, &[]) + PER_ASTRAY * astray + PER_OUTSIDE * outside(label, room)
}

/// About how far a short piece of a line is from a rectangle.
fn distance_to_rectangle([low, high]: [Point; 2], piece: &[Point]) -> f64 {
    let nearest = [0, 1].map(|axis| piece[0][axis].clamp(low[axis], high[axis]));
    distance_to_segment(nearest, piece[0], piece[1])
}

/// The area of a rectangle that lies outside another.
fn outside([low, high]: [Point; 2], room: [Point; 2]) -> f64 {
    let inside = |axis: usize| (high[axis].min(room[1][axis]) - low[axis].max(room[0][axis])).max(0.0);
    (high[0] - low[0]) * (high[1] - low[1]) - inside(0) * inside(1)
}

fn rectangle(size: Point, middle: Point) -> [Point; 2] {
    Boxes { width: size[0], height: size[1] }.around(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: [Point; 2] = [[0.0, 0.0], [400.0, 300.0]];

    fn straight(from: Point, to: Point, size: Point) -> EdgeLabel {
        let at = |i: u32| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * f64::from(i) / 40.0);
        EdgeLabel { line: (0..=40).map(at).collect(), size }
    }

    #[test]
    fn labels_of_neighbouring_arrows_keep_their_distance() {
        let size = [70.0, 26.0];
        let lines = [[150.0, 160.0], [165.0, 175.0], [180.0, 190.0]];
        let labels = lines.map(|[y0, y1]| straight([100.0, y0], [300.0, y1], size));
        let places = places(&labels, &[], ROOM);
        let apart =
            |a: Point, b: Point| (a[0] - b[0]).abs() >= size[0] + GAP || (a[1] - b[1]).abs() >= size[1] + GAP;
        for (i, &a) in places.iter().enumerate() {
            assert!(places[i + 1..].iter().all(|&b| apart(a, b)), "{places:?}");
        }
    }

    #[test]
    fn a_label_stays_in_the_drawing_and_off_the_boxes() {
        let label = straight([150.0, 8.0], [250.0, 8.0], [80.0, 13.0]);
        let below = [[120.0, 30.0], [280.0, 290.0]];
        let at = places(&[label], &[below], ROOM)[0];
        assert!(
            at[1] - 6.5 >= 0.0 && (at[1] + 6.5 <= 30.0 || at[0] - 40.0 >= 280.0 || at[0] + 40.0 <= 120.0)
        );
    }

    #[test]
    fn the_only_label_stands_beside_the_middle_of_its_arrow() {
        let label = straight([100.0, 150.0], [300.0, 150.0], [60.0, 20.0]);
        assert_eq!(places(&[label], &[], ROOM), [[200.0, 136.0]]);
        assert!(places(&[], &[], ROOM).is_empty());
    }
}
