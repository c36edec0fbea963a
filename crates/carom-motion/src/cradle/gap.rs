//! When neighbours meet.
//!
//! With small angles the difference of two angles swings like each of them: Δ = A cos(Ωt − φ), φ = atan2(Δ'₀/Ω, Δ₀), and falls to zero at
//!
//! ```text
//! Ωt = φ + π/2                                                                          (N.8)
//! ```
//!
//! With true angles it is the difference of two Taylor series, piece after piece. What is rounding of the largest swing in the row is zero.

use std::f64::consts::FRAC_PI_2;

use carom_taylor::first_descent;

use super::pendulum::{Pendulum, PendulumState, Swing};
use super::series::{TERMS, angle_series, span};
use crate::rounding::significant;

/// Gap between two neighbours, in radians, and its rate over Ω; exactly zero where they are rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gap {
    pub(crate) open: f64,
    pub(crate) opening: f64,
}

impl Gap {
    pub(crate) fn between(left: PendulumState, right: PendulumState, frequency: f64, amplitude: f64) -> Self {
        Self {
            // Never negative: what an event left of a gap is none.
            open: significant(right.angle - left.angle, amplitude).max(0.0),
            opening: significant((right.rate - left.rate) / frequency, amplitude),
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.open == 0.0
    }

    /// Touching and moving alike: so they stay.
    pub(crate) fn swings_together(&self) -> bool {
        self.open == 0.0 && self.opening == 0.0
    }
}

/// Neighbours whose meeting is looked for.
pub(crate) struct Neighbours {
    pub(crate) states: [PendulumState; 2],
    pub(crate) gap: Gap,
    /// Largest amplitude in the row, in radians.
    pub(crate) amplitude: f64,
}

impl Neighbours {
    /// Seconds until they meet; `None` if not within `end`, or if they swing together.
    pub(crate) fn wait(&self, pendulum: &Pendulum, end: f64) -> Option<f64> {
        if self.gap.swings_together() {
            return None;
        }
        match pendulum.swing {
            Swing::SmallAngle => {
                let phase = libm::atan2(self.gap.opening, self.gap.open);
                let wait = (phase + FRAC_PI_2).max(0.0) / pendulum.frequency; // (N.8)
                (wait <= end).then_some(wait)
            }
            Swing::TrueAngle => self.wait_by_series(pendulum, end),
        }
    }

    fn wait_by_series(&self, pendulum: &Pendulum, end: f64) -> Option<f64> {
        let mut from = 0.0;
        while from < end {
            let states = self.states.map(|state| pendulum.advance(state, from));
            let series = states.map(|state| angle_series(state, pendulum.frequency));
            let span = series.iter().map(|series| span(series, self.amplitude)).fold(end - from, f64::min);
            let mut gap = [0.0; TERMS];
            for (order, gap) in gap.iter_mut().enumerate() {
                *gap = series[1][order] - series[0][order];
            }
            if from == 0.0 {
                [gap[0], gap[1]] = [self.gap.open, self.gap.opening * pendulum.frequency];
            }
            if let Some(wait) = first_descent(&gap, span) {
                return Some(from + wait);
            }
            if from + span == from {
                return None; // the piece is shorter than the rounding of time
            }
            from += span;
        }
        None
    }
}
