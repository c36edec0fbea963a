//! Leaps over long stretches in which nothing happens.
//!
//! A stiff contact that is pressed slowly rides along without an event while it oscillates, perhaps millions of
//! times. Taylor steps would follow every oscillation. But a guard that is a slow part plus fast
//! oscillations of amplitude R cannot fall to zero before its slow part has fallen to R:
//!
//! ```text
//! f(t) ≥ f_slow(t) − R,      R = Σ_fast √(a² + b²)                                       (L.1)
//! ```
//!
//! f_slow is again a short series, so the first descent of f_slow − R is found as any other; up to there the modes
//! carry the motion at once, to rounding. Where that is not far, contacts with friction take part, or one moves so little that rounding would be much of its
//! motion (N.5), ordinary steps go on.

use carom_taylor::first_descent;

use crate::error::SolveError;
use crate::flow::guard_table::{Watched, for_each_guard_of, phase_in_frame};
use crate::flow::modes::{Modes, Signal};
use crate::flow::series::{ORDER, REACH, TERMS};
use crate::flow::{Flow, Observer, Separation};
use crate::phase::Phase;

/// A leap must save at least this many ordinary steps.
const WORTHWHILE: f64 = 16.0;
/// Ordinary steps without an event before the first attempt; doubled after an attempt that failed.
pub(in crate::flow) const PATIENCE: usize = 16;
/// In a frame larger than this the decomposition costs more than it is likely to save.
const LARGEST_FRAME: usize = 256;
/// Bounds are tightened by this part of the terms they are made of, against rounding.
const ROUNDING: f64 = 1e-13;

/// When to try the next leap.
#[derive(Debug)]
pub(in crate::flow) struct Leaping {
    /// Ordinary steps since the last event.
    pub quiet_steps: usize,
    patience: usize,
    modes: Option<Modes>,
}

impl Default for Leaping {
    fn default() -> Self {
        Self { quiet_steps: 0, patience: PATIENCE, modes: None }
    }
}

impl Leaping {
    /// Something happened: the springs are no longer the same.
    pub fn interrupt(&mut self) {
        self.quiet_steps = 0;
        self.modes = None;
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Leaps from the present frame if that gets far enough; says whether it did.
    pub(in crate::flow) fn leap(&mut self) -> Result<bool, SolveError> {
        let hopeless =
            !self.accelerators.leaps || self.frame.entries().len() > LARGEST_FRAME || self.frame.rubs();
        if self.leaping.quiet_steps < self.leaping.patience || hopeless {
            return Ok(false);
        }
        let modes = self.leaping.modes.take().unwrap_or_else(|| Modes::of(&self.frame));
        let duration = if modes.keep_every_motion(&self.frame) { self.safe_duration(&modes) } else { None };
        if let Some(duration) = duration {
            self.show_step(duration);
            self.carry(&modes, duration)?;
            self.leaping.patience = PATIENCE;
        } else {
            self.leaping.patience = (2 * self.leaping.patience).min(self.leaping.quiet_steps * 2);
        }
        self.leaping.modes = Some(modes);
        Ok(duration.is_some())
    }

    /// How long no guard can fall to zero, if that is worth a leap.
    fn safe_duration(&self, modes: &Modes) -> Option<f64> {
        let shortest = WORTHWHILE / self.frame.rate();
        let guards = self.guard_signals(modes);
        let mut slow_to_fast: Vec<f64> = modes.frequency.iter().copied().filter(|&w| w > 0.0).collect();
        slow_to_fast.sort_by(f64::total_cmp);
        for cut in slow_to_fast {
            let horizon = REACH / cut;
            if horizon < shortest {
                return None;
            }
            let safe = guards.iter().map(|guard| safe_time(guard, &modes.frequency, cut, horizon));
            let safe = safe.fold(horizon, f64::min).min(self.first_free_touch());
            if safe >= shortest {
                return Some(safe);
            }
        }
        None
    }

    /// When the first open contact outside the frame touches.
    fn first_free_touch(&self) -> f64 {
        self.first_touch(f64::INFINITY).map_or(f64::INFINITY, |s| s / self.frame.rate())
    }

    /// All guards of the frame as signals.
    fn guard_signals(&self, modes: &Modes) -> Vec<Signal> {
        let z = modes.amplitudes(&self.frame);
        let mut guards = Vec::new();
        let mut signal = Signal::default();
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let Some(phase) = phase_in_frame(self.state[entry.contact].phase, entry.role) else { continue };
            for_each_guard_of(phase, self.problem.separation, |_, watched| {
                match watched {
                    Watched::Parting | Watched::Approach | Watched::Rest { .. } => {
                        modes.velocity(member, entry.velocity, &z, &mut signal);
                    }
                    Watched::ForceAbove { .. } | Watched::Reaction => modes.force(member, &z, &mut signal),
                    Watched::Gap => modes.gap(member, entry.gap, entry.velocity, &z, &mut signal),
                }
                match watched {
                    Watched::Parting | Watched::Reaction | Watched::Gap => {}
                    Watched::Approach => signal.scale_and_add(-1.0, 0.0),
                    Watched::ForceAbove { compression } => {
                        signal.scale_and_add(1.0, -compression * entry.stiffness);
                    }
                    Watched::Rest { sign } => signal.scale_and_add(sign, entry.floor),
                }
                guards.push(signal.clone());
            });
        }
        guards
    }

    /// Takes the modes to the end of a leap.
    fn carry(&mut self, modes: &Modes, duration: f64) -> Result<(), SolveError> {
        let z = modes.amplitudes(&self.frame);
        let waves = modes.waves(duration);
        if self.problem.separation == Separation::Tracked {
            let mut signal = Signal::default();
            for i in (0..self.state.len()).filter(|&i| self.state[i].phase == Phase::Open) {
                let Some(member) = self.place[i].checked_sub(1) else {
                    self.gap[i] += self.velocity[i] * duration;
                    continue;
                };
                modes.gap(member, self.gap[i], self.velocity[i], &z, &mut signal);
                self.gap[i] = signal.value(duration, &waves);
            }
        }
        modes.evaluate(&self.frame, duration, &mut self.values);
        self.take_over(duration)
    }
}

/// How long the guard stays positive by (L.1), with oscillations up to frequency `cut` counted as slow; at most
/// `horizon`.
fn safe_time(guard: &Signal, frequency: &[f64], cut: f64, horizon: f64) -> f64 {
    let mut slow = [0.0; TERMS];
    let mut power = 1.0;
    for (term, &c) in slow.iter_mut().zip(&guard.cubic) {
        *term = c * power;
        power *= horizon;
    }
    let mut amplitude = 0.0;
    for (m, &w) in frequency.iter().enumerate() {
        let (a, b) = (guard.cosine[m], guard.sine[m]);
        if w > cut {
            amplitude += libm::hypot(a, b);
        } else if w > 0.0 {
            add_wave(&mut slow, a, b, w * horizon);
        }
    }
    let size: f64 = slow.iter().map(|c| c.abs()).sum();
    slow[0] -= amplitude + ROUNDING * (size + amplitude);
    match first_descent(&slow, 1.0) {
        Some(s) => s * horizon,
        None => horizon,
    }
}

/// Adds the series of a cos(θs) + b sin(θs).
fn add_wave(series: &mut [f64; TERMS], a: f64, b: f64, theta: f64) {
    let (mut cosine, mut sine) = (a, b * theta);
    for j in (0..ORDER).step_by(2) {
        series[j] += cosine;
        series[j + 1] += sine;
        let next = (j + 1) as f64;
        cosine *= -theta * theta / (next * (next + 1.0));
        sine *= -theta * theta / ((next + 1.0) * (next + 2.0));
    }
    series[ORDER] += cosine;
}
