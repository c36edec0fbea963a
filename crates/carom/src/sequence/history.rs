//! Rounds of collisions that repeat on a smaller scale.

use nalgebra::Vector3;

/// Rounds that scale by one to within this, per collision, lose nothing: the rounding of a law.
const LOSSLESS: f64 = 16.0 * f64::EPSILON;

/// One collision: where, and its impulses at the site's nodes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Push {
    pub site: usize,
    pub impulse: [Vector3<f64>; 2],
    /// Velocity there before it.
    pub velocity: Vector3<f64>,
    /// Inverse mass there, in 1/kg: weighs impulses by their energy.
    pub weight: f64,
    /// Rounding of its approach speed, (D.3), as a part of it.
    pub rounding: f64,
    /// What friction took, in J.
    pub friction_loss: f64,
}

/// The last collisions.
#[derive(Debug)]
pub(super) struct History {
    pushes: Vec<Push>,
    longest: usize,
}

/// A round that repeats itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Round {
    /// On a smaller scale.
    Shrinks(Shrinking),
    /// Without loss.
    Lasts { length: usize },
}

/// A round that repeats itself on a smaller scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shrinking {
    pub length: usize,
    /// λ of (D.4).
    pub ratio: f64,
    /// The part of the sum that is uncertain because rounds still change, or for rounding.
    pub uncertain: f64,
    pub likeness: Likeness,
}

/// How alike the rounds are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// They still change.
    Growing,
    /// They differ by rounding: more of them would not be more alike.
    Complete,
}

impl History {
    /// Remembers three rounds of up to `longest` collisions.
    pub fn new(longest: usize) -> Self {
        Self { pushes: Vec::new(), longest }
    }

    pub fn push(&mut self, push: Push) {
        if self.pushes.len() == 6 * self.longest {
            self.pushes.drain(..3 * self.longest);
        }
        self.pushes.push(push);
    }

    pub fn clear(&mut self) {
        self.pushes.clear();
    }

    /// Whether the longest rounds would be found.
    pub fn is_long(&self) -> bool {
        self.pushes.len() >= 3 * self.longest
    }

    /// The last collisions.
    pub fn last(&self, count: usize) -> &[Push] {
        &self.pushes[self.pushes.len() - count..]
    }

    /// The shortest round that the last three repeat.
    pub fn round(&self) -> Option<Round> {
        let count = self.pushes.len();
        let last = self.pushes.last()?.site;
        (1..=(count / 3).min(self.longest))
            .filter(|length| self.pushes[count - 1 - length].site == last)
            .find_map(|length| self.round_of(length))
    }

    fn round_of(&self, length: usize) -> Option<Round> {
        let pushes = self.last(3 * length);
        if (length..3 * length).rev().any(|i| pushes[i].site != pushes[i - length].site) {
            return None;
        }
        let (before, _) = scaling(&pushes[..length], &pushes[length..2 * length]);
        let (ratio, mismatch) = scaling(&pushes[length..2 * length], &pushes[2 * length..]);
        let change = (ratio - before).abs() + mismatch;
        let loss = 1.0 - ratio;
        let rounding = pushes[2 * length..].iter().map(|push| push.rounding).fold(0.0, f64::max);
        if change < loss && rounding < loss {
            let likeness = if change <= rounding { Likeness::Complete } else { Likeness::Growing };
            Some(Round::Shrinks(Shrinking { length, ratio, uncertain: (change + rounding) / loss, likeness }))
        } else if change + loss.abs() <= LOSSLESS * length as f64 && recurs(&pushes[length..]) {
            Some(Round::Lasts { length })
        } else {
            None
        }
    }
}

/// Whether two rounds meet the same velocities: impulses alone may also last while a slip is braked.
fn recurs(rounds: &[Push]) -> bool {
    let (before, after) = rounds.split_at(rounds.len() / 2);
    let limit = LOSSLESS * before.len() as f64;
    before.iter().zip(after).all(|(b, a)| (a.velocity - b.velocity).norm() <= limit * a.velocity.norm())
}

/// λ that comes nearest to `after` = λ·`before`, and what is missing, relative to `after`, weighed by energy.
fn scaling(before: &[Push], after: &[Push]) -> (f64, f64) {
    // Scaled, so that no square leaves the range of numbers.
    let size = before.iter().map(|push| push.impulse[0].amax()).fold(f64::MIN_POSITIVE, f64::max);
    let weight = before.iter().map(|push| push.weight).fold(f64::MIN_POSITIVE, f64::max);
    let dot = |a: &[Push], b: &[Push]| -> f64 {
        let term =
            |(a, b): (&Push, &Push)| (a.impulse[0] / size).dot(&(b.impulse[0] / size)) * (a.weight / weight);
        a.iter().zip(b).map(term).sum()
    };
    let ratio = dot(before, after) / dot(before, before);
    let missing = before
        .iter()
        .zip(after)
        .map(|(b, a)| ((a.impulse[0] - b.impulse[0] * ratio) / size).norm_squared() * (a.weight / weight));
    (ratio, (missing.sum::<f64>() / dot(after, after)).sqrt())
}
