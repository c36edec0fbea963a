//! The series of one member of a step.

use super::{Entry, ORDER, Role, Series, ZERO};

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

impl Start {
    pub fn of(entry: &Entry) -> Self {
        if entry.compression > 0.0 { Self::At { m: 0, r: 0 } } else { Self::Unknown }
    }

    /// What the next term of a compression that was zero so far says of how it starts.
    pub fn with_term(self, entry: &Entry, order: usize, term: f64, rounding: f64) -> Self {
        if !matches!(self, Self::Unknown) || term.abs() <= rounding {
            return self;
        }
        let power = order as f64 * entry.exponent.value();
        match term > 0.0 && power.fract() == 0.0 {
            true => Self::At { m: order, r: power as usize },
            false => Self::Silent,
        }
    }
}

/// Series of one member.
#[derive(Debug, Clone)]
pub(in crate::power_flow) struct Member {
    pub velocity: Series,
    pub compression: Series,
    /// G.
    pub push: Series,
    pub(super) start: Start,
    /// Terms of the velocity; those that follow are zero.
    pub(super) terms: usize,
    /// Terms of G, likewise.
    pub(super) pushes: usize,
}

impl Member {
    /// One whose polynomials are yet to come; the spring of one that acts is known to be loaded, or to begin.
    pub fn starting(entry: &Entry) -> Self {
        let acts = entry.role == Role::Acting;
        let start = if acts { Start::At { m: 0, r: 0 } } else { Start::of(entry) };
        Self { velocity: ZERO, compression: ZERO, push: ZERO, start, terms: ORDER + 1, pushes: ORDER }
    }
}
