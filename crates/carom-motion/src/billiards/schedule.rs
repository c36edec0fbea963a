//! What happens when: the next event of every ball and every pair, recomputed only where a path has changed.
//!
//! A pair's polynomial holds until either ball's own next event, so it is asked only up to there; paths that stay apart until
//! then, by the boxes they keep to, are not asked at all. With some twenty balls the earliest time is found by looking through
//! all of them, which is faster than any queue that must forget what no longer holds.

use nalgebra::Vector2;

use super::ball::Ball;
use super::cloth::{NaturalEnd, Piece, Travel};
use super::detection::{Lookout, Next, boxes_meet};
use super::guard::{Path, meeting};
use super::table::Table;

/// The next event of a shot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Due {
    /// Something happens to one ball.
    Ball(usize, Next),
    /// The spin of a ball about the vertical ends.
    Twist(usize, NaturalEnd),
    /// Two balls meet.
    Pair(usize, usize),
}

struct Entry {
    /// Absolute time of the ball's own next event, in seconds.
    time: f64,
    next: Next,
    twist: Option<(f64, NaturalEnd)>,
    /// Where the centre stays until then.
    bounds: [Vector2<f64>; 2],
    moves: bool,
}

/// Times of everything that is to come, in seconds.
pub(crate) struct Schedule {
    entries: Vec<Entry>,
    /// Meeting times by pairs (i, j), j < i, at i(i−1)/2 + j; infinite where they do not meet.
    pairs: Vec<f64>,
}

fn index(i: usize, j: usize) -> usize {
    let (i, j) = (i.max(j), i.min(j));
    i * (i - 1) / 2 + j
}

/// The motion of a piece from `now` on.
pub(crate) fn path(piece: &Piece, now: f64) -> Path {
    let state = piece.at(now - piece.start());
    Path { position: state.position, velocity: state.velocity, bend: piece.acceleration() * 0.5 }
}

impl Schedule {
    /// Everything that is to come of balls that move in the given pieces, which start now.
    pub fn new(table: &Table, balls: &[Ball], pieces: &[Piece], now: f64) -> Self {
        let entries = balls.iter().zip(pieces).map(|(ball, piece)| Entry::new(table, ball, piece, now));
        let pairs = vec![f64::INFINITY; balls.len() * balls.len().saturating_sub(1) / 2];
        let mut schedule = Self { entries: entries.collect(), pairs };
        for i in 0..balls.len() {
            for j in 0..i {
                schedule.look_at(balls, pieces, now, i, j);
            }
        }
        schedule
    }

    /// The earliest event and its time; `None` if nothing moves any more.
    pub fn earliest(&self) -> Option<(f64, Due)> {
        let mut first = (f64::INFINITY, None);
        for (ball, entry) in self.entries.iter().enumerate() {
            if entry.time < first.0 {
                first = (entry.time, Some(Due::Ball(ball, entry.next)));
            }
            if let Some((time, end)) = entry.twist.filter(|&(time, _)| time < first.0) {
                first = (time, Some(Due::Twist(ball, end)));
            }
        }
        let mut pair = 0;
        for i in 1..self.entries.len() {
            for j in 0..i {
                if self.pairs[pair] < first.0 {
                    first = (self.pairs[pair], Some(Due::Pair(j, i)));
                }
                pair += 1;
            }
        }
        first.1.map(|due| (first.0, due))
    }

    /// Looks ahead anew for balls whose paths have changed at `now`.
    pub fn update(&mut self, table: &Table, balls: &[Ball], pieces: &[Piece], changed: &[usize], now: f64) {
        for &i in changed {
            self.entries[i] = Entry::new(table, &balls[i], &pieces[i], now);
        }
        for (done, &i) in changed.iter().enumerate() {
            for j in (0..balls.len()).filter(|j| *j != i && !changed[..done].contains(j)) {
                self.look_at(balls, pieces, now, i, j);
            }
        }
    }

    /// The spin of a ball has ended; its path goes on.
    pub fn twist_ended(&mut self, ball: usize, travel: Option<NaturalEnd>) {
        let entry = &mut self.entries[ball];
        entry.twist = None;
        // The same end of travel, counted from the new piece; its time stays as it is.
        if let (Next::Ends(_), Some(end)) = (entry.next, travel) {
            entry.next = Next::Ends(end);
        }
    }

    fn look_at(&mut self, balls: &[Ball], pieces: &[Piece], now: f64, i: usize, j: usize) {
        let (a, b) = (&self.entries[i], &self.entries[j]);
        let distance = balls[i].radius() + balls[j].radius();
        let until = a.time.min(b.time);
        let out = |piece: &Piece| piece.phase().travel == Travel::Out;
        let never = !(a.moves || b.moves)
            || out(&pieces[i])
            || out(&pieces[j])
            || !boxes_meet(a.bounds, b.bounds, distance);
        self.pairs[index(i, j)] = if never {
            f64::INFINITY
        } else {
            let met = meeting(&path(&pieces[i], now), &path(&pieces[j], now), distance, until - now);
            met.map_or(f64::INFINITY, |after| now + after)
        };
    }
}

impl Entry {
    fn new(table: &Table, ball: &Ball, piece: &Piece, now: f64) -> Self {
        let path = path(piece, now);
        let travel = piece.phase().travel;
        let soonest = Lookout { table, ball, path }.soonest(travel, piece.travel_end(&table.cloth));
        let twist = piece.twist_end(ball, &table.cloth);
        let moves = match travel {
            Travel::Still | Travel::Out => false,
            Travel::Sliding { .. } | Travel::Rolling { .. } | Travel::Airborne => true,
        };
        let here = path.position.xy();
        let bounds = if moves { path.bounds(soonest.after) } else { [here, here] };
        Self {
            time: now + soonest.after,
            next: soonest.next,
            twist: twist.map(|end| (now + end.after, end)),
            bounds,
            moves,
        }
    }
}
