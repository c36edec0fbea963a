//! The series of one member of a step.

use super::convolution::{Backward, convolve, convolve_both, convolve_weighted};
use super::{Entry, ORDER, Series, ZERO};

/// With which power of σ a compression starts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// It is zero as far as the series is known.
    Unknown,
    /// d = σᵐ·g, F = σʳ·gⁿ.
    At { m: usize, r: usize },
    /// σᵐ to the n is no power of σ, or the contact is drawn apart: it does not act in this step.
    Silent,
}

/// Series of one member.
#[derive(Debug, Clone)]
pub(in crate::power_flow) struct Member {
    pub velocity: Series,
    pub compression: Series,
    /// G.
    pub push: Series,
    /// F/σʳ.
    force: Series,
    /// g, and (n + 1)·i·gᵢ; of the leader d alone.
    reduced: Backward,
    weighted: Backward,
    pub(super) start: Start,
    /// Whether its velocity stays what it was, as far as the series is known.
    pub(super) is_steady: bool,
    /// Terms of the velocity; those that follow are zero.
    pub(super) terms: usize,
    /// Terms of G, likewise.
    pub(super) pushes: usize,
    /// Whether its force goes on, and for how many orders it has not counted: (X.13).
    pub(super) unfolds: bool,
    pub(super) idle: usize,
    /// θ·floor/W of (X.13), negative if the force does not end; and c·n·F₀/d₀.
    pub(super) threshold: f64,
    pub(super) slope: f64,
}

impl Member {
    pub fn starting(entry: &Entry) -> Self {
        let first = |value: f64| {
            let mut series = ZERO;
            series[0] = value;
            series
        };
        let start = if entry.compression > 0.0 { Start::At { m: 0, r: 0 } } else { Start::Unknown };
        Self {
            velocity: first(entry.velocity),
            compression: first(entry.compression),
            push: ZERO,
            force: ZERO,
            reduced: Backward::ZERO,
            weighted: Backward::ZERO,
            start,
            is_steady: true,
            terms: ORDER + 1,
            pushes: ORDER,
            unfolds: false,
            idle: 0,
            threshold: -1.0,
            slope: 0.0,
        }
    }

    /// Whether the term of the compression of this order makes the force count: (X.13) with `counts` = (j + 1)/Hʲ⁺¹.
    pub(super) fn counts(&self, order: usize, counts: f64) -> bool {
        self.slope * self.compression[order].abs() > self.threshold * counts
    }

    /// Whether a force that has ended goes on from this order.
    pub(super) fn takes_up(&mut self, order: usize, counts: f64) -> bool {
        if self.slope > 0.0 && self.counts(order, counts) {
            (self.unfolds, self.idle) = (true, 0);
        }
        self.unfolds
    }

    /// Keeps a term of the compression for (X.3), should a force that has ended go on.
    pub(super) fn keep_term(&mut self, entry: &Entry, order: usize) {
        let term = self.compression[order];
        self.reduced.set(order, term);
        self.weighted.set(order, order as f64 * (entry.exponent.value() + 1.0) * term);
    }

    /// G of this order and the next term of d, by (X.2) and (X.3). Terms of d below `rounding` are none when it is asked with which one d
    /// starts.
    pub(super) fn next_push(&mut self, entry: &Entry, order: usize, rate: Rate<'_>, rounding: f64) {
        self.find_start(entry, order, rounding);
        let force = match self.start {
            Start::At { m, r } if order >= r => Some((order - r, self.next_force(entry, m, order - r))),
            Start::At { .. } | Start::Unknown | Start::Silent => None,
        };
        match (rate, force) {
            (Rate::Even(unit), Some((_, force))) => self.push[order] = unit * force,
            (Rate::Even(_), None) => {}
            (Rate::Varying(rate), Some((j, _))) if j == order => {
                let [push, way] = convolve_both(&self.force, &self.velocity, rate, order);
                self.push[order] = push;
                self.approach(order, way);
                return;
            }
            (Rate::Varying(rate), Some((j, _))) => self.push[order] = convolve(&self.force, rate, j),
            (Rate::Varying(_), None) => {}
        }
        self.move_on(order, rate);
    }

    /// G of the leader, by (X.1) and (X.2): φ·F = c·y·k·y³ = c·k·d².
    pub(super) fn next_push_of_leader(&mut self, entry: &Entry, order: usize, unit: f64) {
        self.reduced.set(order, self.compression[order]);
        self.push[order] = unit * entry.stiffness * convolve(&self.compression, &self.reduced, order);
    }

    /// The next term of d, by (X.2).
    pub(super) fn move_on(&mut self, order: usize, rate: Rate<'_>) {
        let way = match rate {
            Rate::Even(unit) => unit * self.velocity[order],
            Rate::Varying(rate) if self.is_steady => rate.term(order) * self.velocity[0],
            Rate::Varying(rate) => convolve(&self.velocity, rate, order),
        };
        self.approach(order, way);
    }

    fn approach(&mut self, order: usize, way: f64) {
        self.compression[order + 1] = -way / (order + 1) as f64;
    }

    fn find_start(&mut self, entry: &Entry, order: usize, rounding: f64) {
        if entry.exponent.is_linear() {
            self.start = Start::At { m: 0, r: 0 };
        } else if matches!(self.start, Start::Unknown) && self.compression[order].abs() > rounding {
            let power = order as f64 * entry.exponent.value();
            self.start = if self.compression[order] > 0.0 && power.fract() == 0.0 {
                Start::At { m: order, r: power as usize }
            } else {
                Start::Silent
            };
        }
    }

    /// The term j of F/σʳ, by (X.3).
    fn next_force(&mut self, entry: &Entry, m: usize, j: usize) -> f64 {
        let (n, number, term) = (entry.exponent.value(), j as f64, self.compression[m + j]);
        self.force[j] = if entry.exponent.is_linear() {
            entry.stiffness * term
        } else {
            self.reduced.set(j, term);
            self.weighted.set(j, number * (n + 1.0) * term);
            if j == 0 {
                entry.stiffness * entry.exponent.power(term)
            } else {
                // i·n − (j − i) = i·(n + 1) − j.
                let sum = convolve_weighted(&self.force, &self.weighted, &self.reduced, j);
                sum / (number * self.compression[m])
            }
        };
        self.force[j]
    }
}

/// φ.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rate<'a> {
    /// It is c throughout.
    Even(f64),
    Varying(&'a Backward),
}
