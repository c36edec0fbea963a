//! The Taylor series of a pendulum with true angles.
//!
//! With σ = sin θ and γ = cos θ,
//!
//! ```text
//! θ' = ω,   ω' = −Ω² σ,   σ' = γ θ',   γ' = −σ θ'                                        (N.7)
//! ```

use super::pendulum::PendulumState;

/// Coefficients: with 20, a piece spans Ωt of a third for swings near the horizontal, of one for small ones.
pub(crate) const TERMS: usize = 20;

/// The first term left out is at most this part of the largest amplitude in the row.
const LEFT_OUT: f64 = 0.5 * f64::EPSILON;

/// θ as a polynomial in the seconds since its start.
pub(crate) fn angle_series(state: PendulumState, frequency: f64) -> [f64; TERMS] {
    let (mut angle, mut sine, mut cosine) = ([0.0; TERMS], [0.0; TERMS], [0.0; TERMS]);
    let mut rate = state.rate;
    angle[0] = state.angle;
    (sine[0], cosine[0]) = libm::sincos(state.angle);
    for order in 1..TERMS {
        let per_order = 1.0 / order as f64;
        angle[order] = rate * per_order;
        rate = -frequency * frequency * sine[order - 1] * per_order; // (N.7): coefficient of ω at this order
        let (mut of_sine, mut of_cosine) = (0.0, 0.0);
        for low in 1..=order {
            let turn = low as f64 * angle[low];
            of_sine += turn * cosine[order - low];
            of_cosine -= turn * sine[order - low];
        }
        (sine[order], cosine[order]) = (of_sine * per_order, of_cosine * per_order);
    }
    angle
}

/// Seconds within which a series is exact to the rounding of the largest amplitude (radians) in the row.
pub(crate) fn span(series: &[f64; TERMS], amplitude: f64) -> f64 {
    let of = |order: usize| libm::pow(LEFT_OUT * amplitude / series[order].abs(), 1.0 / order as f64);
    (TERMS - 3..TERMS).map(of).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cradle::pendulum::{Pendulum, Swing};

    #[test]
    fn the_series_is_the_closed_form_within_its_span() {
        let pendulum = Pendulum { swing: Swing::TrueAngle, frequency: 8.7 };
        for state in [PendulumState { angle: 1.2, rate: -3.0 }, PendulumState { angle: -0.1, rate: 0.5 }] {
            let series = angle_series(state, 8.7);
            let amplitude = pendulum.amplitude(state).unwrap();
            let span = span(&series, amplitude);
            assert!(span > 0.03 && span < 0.3, "{span}");
            for part in [0.3, 0.7, 1.0] {
                let closed = pendulum.advance(state, part * span).angle;
                assert!((carom_taylor::evaluate(&series, part * span) - closed).abs() < 8.0 * f64::EPSILON);
            }
        }
    }
}
