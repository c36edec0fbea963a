//! Smith's law in a plane.
//!
//! While the slip is not stopped, w = û and (S.4) is linear. Reversed, v_t⁺ = −r v_t with w = û (1 − r²)/(1 + r²); eliminating P
//! leaves a cubic in r, and with r = x/(1 − x) one on [0, 1]. With m = û·A û and k = b·û:
//!
//! ```text
//! f(x) = Δ (1 − x) [β m (1 − 2x) − α k (1 − 2x + 2x²)] − |v_t| [α c (1 − 2x + 2x²) − β k (1 − 2x)]   (S.5)
//! P    = |v_t| (1 + r)/(β m |w| − α k)                                                              (S.6)
//! ```
//!
//! r grows with P, and f > 0 until N(P) = Δ: the first solution is where f first falls to zero.

use carom_taylor::first_descent;

use super::{Point, Problem};

/// The first solution, if there is one.
pub(super) fn solve(problem: &Problem) -> Option<Point> {
    let (alpha, beta) = (problem.cone.normal, problem.cone.tangential);
    let (speed, gain) = (problem.speed, problem.gain);
    let m = problem.scaled.tangential.m11;
    let k = problem.scaled.coupling.dot(&problem.direction);
    let (rate, drift) = (alpha * problem.scaled.normal - beta * k, alpha * k - beta * m);
    let point = |size: f64, slip: f64, mean: f64| {
        Some(Point { size, slip: problem.direction * slip, mean: problem.direction * mean })
    };
    if rate > 0.0 && speed + gain / rate * drift >= 0.0 {
        return point(gain / rate, speed + gain / rate * drift, 1.0);
    }
    if drift >= 0.0 {
        return None;
    }
    let (slower, faster) = (alpha * problem.scaled.normal, alpha * k);
    let x = first_descent(&cubic(gain, speed, [beta * m, faster, slower, beta * k]), 1.0)?; // (S.5)
    let squares = 1.0 - 2.0 * x + 2.0 * x * x;
    let mean = (1.0 - 2.0 * x) / squares;
    // The one of (S.4) and (S.6) that has lost fewer digits.
    let (rate, drift) = (slower - beta * k * mean, beta * m * mean - faster);
    let rate_left = rate.abs() / (slower + (beta * k).abs());
    let drift_left = drift.abs() / (beta * m + faster.abs());
    let size = if rate_left > drift_left { gain / rate } else { speed / (1.0 - x) / drift };
    point(size, -speed * x / (1.0 - x), mean)
}

/// The coefficients of (S.5) from [βm, αk, αc, βk].
fn cubic(gain: f64, speed: f64, [beta_m, alpha_k, alpha_c, beta_k]: [f64; 4]) -> [f64; 4] {
    // In the brackets: q₀ + q₁x + q₂x².
    let rising = [beta_m - alpha_k, -2.0 * (beta_m - alpha_k), -2.0 * alpha_k];
    let falling = [alpha_c - beta_k, -2.0 * (alpha_c - beta_k), 2.0 * alpha_c];
    [
        gain * rising[0] - speed * falling[0],
        gain * (rising[1] - rising[0]) - speed * falling[1],
        gain * (rising[2] - rising[1]) - speed * falling[2],
        -gain * rising[2],
    ]
}
