//! One step of Gragg's extrapolated midpoint rule.
//!
//! The modified midpoint rule with m substeps of length s = h/m,
//!
//! ```text
//! z₀ = y,   z₁ = y + s f(z₀),   z_{j+1} = z_{j−1} + 2 s f(z_j),   S = (z_m + z_{m−1} + s f(z_m))/2    (X.1)
//! ```
//!
//! has, where f is smooth, an error in even powers of s. The values for m = 2, 4, 6, 8 are extrapolated to s = 0
//! by Neville's scheme,
//!
//! ```text
//! T_{j,k} = T_{j,k−1} + (T_{j,k−1} − T_{j−1,k−1}) / ((m_j/m_{j−k})² − 1)                            (X.2)
//! ```
//!
//! which is of order eight; its distance from the neighbour of order six estimates the error. There are no
//! coefficients to mistype.

use nalgebra::DVector;

/// Numbers of substeps. They must be even.
const SUBSTEPS: [usize; 4] = [2, 4, 6, 8];
/// The error estimate falls with this power of the step.
pub(super) const ESTIMATE_ORDER: i32 = 7;

/// The state after a step and the estimate of its error, entry by entry.
pub(super) struct Step {
    pub(super) after: DVector<f64>,
    pub(super) error: DVector<f64>,
}

/// One step of length `h` from `y` along `rate`.
pub(super) fn step(rate: impl Fn(&DVector<f64>) -> DVector<f64>, y: &DVector<f64>, h: f64) -> Step {
    let slope = rate(y);
    let mut row: Vec<DVector<f64>> = Vec::new();
    for (j, &substeps) in SUBSTEPS.iter().enumerate() {
        let mut next = vec![midpoint(&rate, y, &slope, h, substeps)];
        for k in 1..=j {
            let ratio = (substeps as f64 / SUBSTEPS[j - k] as f64).powi(2);
            let better = &next[k - 1] + (&next[k - 1] - &row[k - 1]) / (ratio - 1.0); // (X.2)
            next.push(better);
        }
        row = next;
    }
    let last = row.len() - 1;
    Step { error: &row[last] - &row[last - 1], after: row.swap_remove(last) }
}

/// (X.1)
fn midpoint(
    rate: &impl Fn(&DVector<f64>) -> DVector<f64>,
    y: &DVector<f64>,
    slope: &DVector<f64>,
    h: f64,
    substeps: usize,
) -> DVector<f64> {
    let s = h / substeps as f64;
    let mut before = y.clone();
    let mut now = y + slope * s;
    for _ in 1..substeps {
        let after = before + rate(&now) * (2.0 * s);
        before = now;
        now = after;
    }
    let end = rate(&now) * s;
    (now + before + end) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halving the step of a smooth problem must divide the error of one step by about 2⁹.
    #[test]
    fn the_error_of_one_step_is_of_ninth_order() {
        let rate = |y: &DVector<f64>| DVector::from_vec(vec![y[1], -y[0]]);
        let start = DVector::from_vec(vec![1.0, 0.0]);
        let error = |h: f64| {
            (step(rate, &start, h).after[0] - h.cos()).hypot(step(rate, &start, h).after[1] + h.sin())
        };
        let ratio = error(1.0) / error(0.5);
        assert!((2f64.powi(8)..2f64.powi(10)).contains(&ratio), "{ratio}");
    }
}
