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
//! r grows with P, and f > 0 until N(P) = Δ: the first solution is where f first falls to zero. With r known, the impulse is
//! P (−β w, α), which the rounding of w makes wrong by that of β P; or, where that is more, the one that leaves the slip
//! −r v_t and gains Δ:
//!
//! ```text
//! m p_u + k pₙ = −(1 + r) |v_t| ,   k p_u + c pₙ = Δ                                                (S.7)
//! ```

use carom_taylor::first_descent;
use nalgebra::Vector3;

use super::Problem;

/// The first solution, if there is one.
pub(super) fn solve(problem: &Problem) -> Option<Vector3<f64>> {
    let (alpha, beta) = (problem.cone.normal, problem.cone.tangential);
    let (speed, gain, c) = (problem.speed, problem.gain, problem.scaled.blocks.normal);
    let m = problem.scaled.blocks.tangential.m11;
    let k = problem.scaled.blocks.coupling.dot(&problem.direction);
    let impulse = |along: f64, normal: f64| Some((problem.direction * along).push(normal));
    let (rate, drift) = (alpha * c - beta * k, alpha * k - beta * m);
    if rate > 0.0 && speed + gain / rate * drift >= 0.0 {
        return impulse(-beta * gain / rate, alpha * gain / rate);
    }
    if problem.cone.is_infinite() {
        // (S.5) is (1 − 2x)(Δ m (1 − x) + |v_t| k): the first factor is the reversed slip.
        return if k < 0.0 && gain * m < -2.0 * speed * k { impulse(gain / k, 0.0) } else { None };
    }
    if drift >= 0.0 {
        return None;
    }
    let x = first_descent(&cubic(gain, speed, [beta * m, alpha * k, alpha * c, beta * k]), 1.0)?; // (S.5)
    let mean = (1.0 - 2.0 * x) / (1.0 - 2.0 * x + 2.0 * x * x);
    let determinant = m * c - k * k;
    if determinant > m * c * (alpha + beta * mean.abs()) {
        let lost = speed / (1.0 - x);
        let normal = (m * gain + k * lost) / determinant;
        return impulse(-(c * lost + k * gain) / determinant, normal.max(0.0)); // (S.7)
    }
    // The one of (S.4) and (S.6) that has lost fewer digits.
    let (rate, drift) = (alpha * c - beta * k * mean, beta * m * mean - alpha * k);
    let rate_left = rate.abs() / (alpha * c + (beta * k).abs());
    let drift_left = drift.abs() / (beta * m + (alpha * k).abs());
    let size = if rate_left > drift_left { gain / rate } else { speed / (1.0 - x) / drift };
    impulse(-beta * mean * size, alpha * size).filter(|p| p.iter().all(|x| x.is_finite()))
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
