//! One pendulum, in closed form.
//!
//! ```text
//! small angles   θ'' = −Ω² θ       θ = θ₀ cos Ωt + (θ'₀/Ω) sin Ωt                         (N.4)
//! true angles    θ'' = −Ω² sin θ   sin(θ/2) = k sn(Ωt + u₀),   θ' = 2Ωk cn(Ωt + u₀)       (N.5)
//! ```
//!
//! with Ω = √(g/l), k² = sin²(θ₀/2) + (θ'₀/2Ω)². The phase u₀ need not be known: with S = sin(θ₀/2) = k sn u₀, C = θ'₀/(2Ω) = k cn u₀,
//! D = cos(θ₀/2) = dn u₀ and s, c, d the functions of Ωt, the addition theorems give
//!
//! ```text
//! sin(θ/2) = (S c d + s C D)/(1 − S² s²),     θ'/(2Ω) = (C c − S s D d)/(1 − S² s²)        (N.6)
//! ```
//!
//! which is exact for any amplitude below π, and (N.4) in the limit k → 0.

use super::jacobi::elliptic;

/// How the restoring force of a pendulum depends on its angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Swing {
    /// sin θ ≈ θ: all amplitudes have the same period, as in \[Wang2015\].
    #[default]
    SmallAngle,
    /// The pendulum as it is.
    TrueAngle,
}

/// Angle and rate of a pendulum.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PendulumState {
    /// Angle from the vertical, in radians; positive to the right.
    pub angle: f64,
    /// Its rate, in radians per second.
    pub rate: f64,
}

/// What all pendulums of a cradle have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pendulum {
    /// Which force brings it back.
    pub swing: Swing,
    /// Ω = √(g/l), in radians per second.
    pub frequency: f64,
}

impl Pendulum {
    /// The state `time` seconds later; earlier if negative.
    #[must_use]
    pub fn advance(&self, state: PendulumState, time: f64) -> PendulumState {
        match self.swing {
            Swing::SmallAngle => {
                let (sin, cos) = libm::sincos(self.frequency * time);
                PendulumState {
                    angle: state.angle * cos + state.rate / self.frequency * sin, // (N.4)
                    rate: state.rate * cos - state.angle * self.frequency * sin,
                }
            }
            Swing::TrueAngle => {
                let (sine, cosine) = libm::sincos(0.5 * state.angle);
                let turn = 0.5 * state.rate / self.frequency;
                let at = elliptic(self.frequency * time, sine * sine + turn * turn);
                let divisor = 1.0 - (sine * at.sn).powi(2);
                let half_sine = (sine * at.cn * at.dn + at.sn * turn * cosine) / divisor; // (N.6)
                let half_rate = (turn * at.cn - sine * at.sn * cosine * at.dn) / divisor;
                PendulumState {
                    angle: 2.0 * libm::asin(half_sine.clamp(-1.0, 1.0)),
                    rate: 2.0 * self.frequency * half_rate,
                }
            }
        }
    }

    /// Its angular acceleration at an angle (radians), in radians per second squared.
    pub(crate) fn acceleration(&self, angle: f64) -> f64 {
        let pull = match self.swing {
            Swing::SmallAngle => angle,
            Swing::TrueAngle => libm::sin(angle),
        };
        -self.frequency * self.frequency * pull
    }

    /// Energy in units of m l² Ω² = m g l: kinetic, and potential above the lowest point.
    #[must_use]
    pub fn energy(&self, state: PendulumState) -> f64 {
        let potential = match self.swing {
            Swing::SmallAngle => 0.5 * state.angle * state.angle,
            Swing::TrueAngle => 2.0 * libm::sin(0.5 * state.angle).powi(2),
        };
        potential + 0.5 * (state.rate / self.frequency).powi(2)
    }

    /// The angle it reaches, in radians; `None` if it goes over the top.
    #[must_use]
    pub fn amplitude(&self, state: PendulumState) -> Option<f64> {
        let energy = self.energy(state);
        match self.swing {
            Swing::SmallAngle => Some((2.0 * energy).sqrt()),
            Swing::TrueAngle if energy < 2.0 => Some(2.0 * libm::asin((0.5 * energy).sqrt())),
            Swing::TrueAngle => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    const PENDULUM: Pendulum = Pendulum { swing: Swing::TrueAngle, frequency: 3.0 };

    #[test]
    fn a_quarter_turn_swings_with_the_period_of_gauss() {
        // From π/2, k² = ½: the period is 4K/Ω with K = 1.8540746773013719.
        let start = PendulumState { angle: 0.5 * PI, rate: 0.0 };
        let period = 4.0 * 1.854_074_677_301_371_9 / 3.0;
        let after = PENDULUM.advance(start, period);
        assert!((after.angle - start.angle).abs() < 1e-14 && after.rate.abs() < 1e-14, "{after:?}");
        let below = PENDULUM.advance(start, 0.25 * period);
        assert!(below.angle.abs() < 1e-15);
        assert!((below.rate + 3.0 * 2.0_f64.sqrt()).abs() < 1e-14);
    }

    #[test]
    fn energy_stays_and_steps_add_up() {
        let start = PendulumState { angle: -1.1, rate: 2.0 };
        for time in [0.1, 1.0, 50.0] {
            let there = PENDULUM.advance(start, time);
            assert!((PENDULUM.energy(there) - PENDULUM.energy(start)).abs() < 1e-14);
            let halves = PENDULUM.advance(PENDULUM.advance(start, 0.5 * time), 0.5 * time);
            assert!((there.angle - halves.angle).abs() < 1e-13 && (there.rate - halves.rate).abs() < 1e-12);
        }
    }

    #[test]
    fn tiny_swings_are_harmonic() {
        let small = Pendulum { swing: Swing::SmallAngle, ..PENDULUM };
        let start = PendulumState { angle: 1e-9, rate: 2e-9 };
        let (a, b) = (PENDULUM.advance(start, 1.7), small.advance(start, 1.7));
        assert!((a.angle - b.angle).abs() < 1e-23 && (a.rate - b.rate).abs() < 1e-23);
    }
}
