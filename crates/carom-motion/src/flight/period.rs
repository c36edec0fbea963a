//! The period of a rotation free of torque.
//!
//! With principal moments A < B < C, twice the energy H and squared angular momentum L², the rates along the principal axes are elliptic functions of
//! time. Where L² ≥ B H the body turns about the axis of C, and
//!
//! ```text
//! λ² = (C − B)(L² − A H)/(A B C),    k² = (B − A)(C H − L²)/((C − B)(L² − A H))           (F.7)
//! T  = 4 K(k)/λ = 2π/(λ · agm(1, √(1 − k²)))                                              (F.8)
//! ```
//!
//! otherwise about the axis of A, with A and C exchanged. After a period the rates are what they were, and the body has been carried about its angular
//! momentum by an angle that is always the same. Long flights are whole periods and a rest.
//!
//! L² − A H and C H − L² are sums of terms of one sign, and are computed as such.

use std::f64::consts::TAU;

use nalgebra::Vector3;

/// Passes of the arithmetic-geometric mean: it converges quadratically, from any start in double precision within these.
const MOST_PASSES: usize = 16;

/// Period of the rates of a body with three different principal moments (kg m²) and these rates (radians per second) along its principal axes, in seconds;
/// `None` where there is none: at rest, or on the way to turning about the middle axis.
pub(super) fn period(moments: &Vector3<f64>, rates: &Vector3<f64>) -> Option<f64> {
    let mut axes: Vec<(f64, f64)> = moments.iter().copied().zip(rates.iter().copied()).collect();
    axes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(a, wa), (b, wb), (c, wc)] = axes[..] else { return None };
    let above_least = b * (b - a) * wb * wb + c * (c - a) * wc * wc; // L² − A H
    let below_greatest = a * (c - a) * wa * wa + b * (c - b) * wb * wb; // C H − L²
    let (greatest, least) = ((c - b) * above_least, (b - a) * below_greatest);
    // (F.7); their difference is (C − A)(L² − B H), whose sign says which axis it is.
    let (rate, modulus) =
        if greatest >= least { (greatest, least / greatest) } else { (least, greatest / least) };
    let (mut x, mut y) = (1.0, (1.0 - modulus).sqrt());
    for _ in 0..MOST_PASSES {
        (x, y) = (0.5 * (x + y), (x * y).sqrt());
    }
    let period = TAU / ((rate / (a * b * c)).sqrt() * x); // (F.8)
    (period.is_finite() && y > 0.0).then_some(period)
}
