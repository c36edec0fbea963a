//! How the state of a pendulum depends on an earlier one and on Ω = √(g/l).
//!
//! With small angles (N.4) is differentiated as it stands. With true angles (N.6) is, where p = sin θ₀/2 and h = θ'₀/2Ω change the modulus
//! k² = p² + h² and Ω the argument:
//!
//! ```text
//! δsn = cn dn δu + ∂sn/∂k² δk²,   δcn = −sn dn δu + ∂cn/∂k² δk²,   δdn = −k² sn cn δu + ∂dn/∂k² δk²        (N.9)
//! ```

use super::super::jacobi::{Elliptic, elliptic, elliptic_by_modulus};
use super::super::pendulum::{Pendulum, PendulumState, Swing};

/// δ of the angle and the rate of a pendulum.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct PendulumChange {
    pub angle: f64,
    pub rate: f64,
}

/// Derivatives by the angle and the rate before, and by Ω.
pub(super) struct Transfer {
    columns: [PendulumChange; 3],
}

impl Transfer {
    /// Over `time` seconds from a state.
    pub fn over(pendulum: &Pendulum, state: PendulumState, time: f64) -> Self {
        match pendulum.swing {
            Swing::SmallAngle => Self::small(pendulum.frequency, state, time),
            Swing::TrueAngle => Self::large(pendulum.frequency, state, time),
        }
    }

    pub fn apply(&self, before: PendulumChange, frequency: f64) -> PendulumChange {
        let [angle, rate, by_frequency] = &self.columns;
        let sum = |part: fn(&PendulumChange) -> f64| {
            part(angle) * before.angle + part(rate) * before.rate + part(by_frequency) * frequency
        };
        PendulumChange { angle: sum(|change| change.angle), rate: sum(|change| change.rate) }
    }

    fn small(frequency: f64, PendulumState { angle, rate }: PendulumState, time: f64) -> Self {
        let (sin, cos) = libm::sincos(frequency * time);
        let later = PendulumState {
            angle: angle * cos + rate / frequency * sin,
            rate: rate * cos - angle * frequency * sin,
        };
        let by_frequency = PendulumChange {
            angle: later.rate * time / frequency - rate * sin / (frequency * frequency),
            rate: -frequency * later.angle * time - angle * sin,
        };
        Self {
            columns: [
                PendulumChange { angle: cos, rate: -frequency * sin },
                PendulumChange { angle: sin / frequency, rate: cos },
                by_frequency,
            ],
        }
    }

    fn large(frequency: f64, state: PendulumState, time: f64) -> Self {
        let (p, c) = libm::sincos(0.5 * state.angle);
        let h = 0.5 * state.rate / frequency;
        let (argument, modulus) = (frequency * time, p * p + h * h);
        let Elliptic { sn, cn, dn } = elliptic(argument, modulus);
        let by_modulus = elliptic_by_modulus(argument, modulus);
        let divisor = 1.0 - (p * sn).powi(2);
        let half_sine = (p * cn * dn + sn * h * c) / divisor;
        let half_rate = (h * cn - p * sn * c * dn) / divisor;
        let along = |angle: f64, rate: f64, by_frequency: f64| {
            let (dp, dc) = (0.5 * c * angle, -0.5 * p * angle);
            let dh = 0.5 * rate / frequency - h * by_frequency / frequency;
            let (du, dm) = (time * by_frequency, 2.0 * (p * dp + h * dh));
            let dsn = cn * dn * du + by_modulus.sn * dm; // (N.9)
            let dcn = -sn * dn * du + by_modulus.cn * dm;
            let ddn = -modulus * sn * cn * du + by_modulus.dn * dm;
            let ddivisor = -2.0 * p * sn * (sn * dp + p * dsn);
            let dsine = (dp * cn * dn + p * (dcn * dn + cn * ddn) + dsn * h * c + sn * (dh * c + h * dc)
                - half_sine * ddivisor)
                / divisor;
            let drate = (dh * cn + h * dcn
                - dp * sn * c * dn
                - p * (dsn * c * dn + sn * (dc * dn + c * ddn))
                - half_rate * ddivisor)
                / divisor;
            PendulumChange {
                angle: 2.0 * dsine / (1.0 - half_sine * half_sine).sqrt(),
                rate: 2.0 * (frequency * drate + half_rate * by_frequency),
            }
        };
        Self { columns: [along(1.0, 0.0, 0.0), along(0.0, 1.0, 0.0), along(0.0, 0.0, 1.0)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences of fourth order with steps of 10⁻³: rounding over the step, and its fourth power times derivatives of fifth order, which are
    /// large where a pendulum swings for long.
    const DIFFERENCES: f64 = 1e-9;

    #[test]
    fn the_state_depends_on_the_one_before_as_differences_say() {
        let step = 1e-3;
        for swing in [Swing::SmallAngle, Swing::TrueAngle] {
            for (angle, rate, time) in [(0.3, 1.0, 0.7), (-1.2, 0.5, 1.3), (0.0, 2.0, 0.4), (0.9, -2.0, -1.0)]
            {
                let at = |by: [f64; 3]| {
                    let pendulum = Pendulum { swing, frequency: 3.0 + by[2] };
                    pendulum.advance(PendulumState { angle: angle + by[0], rate: rate + by[1] }, time)
                };
                let pendulum = Pendulum { swing, frequency: 3.0 };
                let transfer = Transfer::over(&pendulum, PendulumState { angle, rate }, time);
                for (number, column) in transfer.columns.iter().enumerate() {
                    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|times| {
                        let mut by = [0.0; 3];
                        by[number] = times * step;
                        at(by)
                    });
                    let slope = |of: fn(&PendulumState) -> f64| {
                        (8.0 * (of(&c) - of(&b)) - of(&d) + of(&a)) / (12.0 * step)
                    };
                    let apart = [column.angle - slope(|s| s.angle), column.rate - slope(|s| s.rate)];
                    let size = 1.0 + column.angle.abs() + column.rate.abs();
                    assert!(
                        apart.iter().all(|x| x.abs() < DIFFERENCES * size),
                        "{swing:?} {number} {angle}: {apart:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn areas_of_states_stay() {
        // The flow is that of a Hamiltonian: the determinant of the derivative by the state is one.
        for swing in [Swing::SmallAngle, Swing::TrueAngle] {
            let pendulum = Pendulum { swing, frequency: 8.7 };
            for time in [0.1, 3.0, 20.0] {
                let [a, b, _] =
                    Transfer::over(&pendulum, PendulumState { angle: 1.1, rate: -4.0 }, time).columns;
                let area = a.angle * b.rate - b.angle * a.rate;
                // The terms grow with time.
                let terms = (a.angle * b.rate).abs() + (b.angle * a.rate).abs();
                assert!((area - 1.0).abs() < 1e-12 * terms.max(1.0), "{swing:?} {time}: {area}");
            }
        }
    }
}
