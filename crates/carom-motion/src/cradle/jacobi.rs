//! Jacobi's elliptic functions.
//!
//! By the arithmetic-geometric mean \[AbramowitzStegun1964, sec. 16.4\]: a₀ = 1, b₀ = √(1 − k²), c₀ = k,
//!
//! ```text
//! aₙ₊₁ = (aₙ + bₙ)/2,   bₙ₊₁ = √(aₙ bₙ),   cₙ₊₁ = (aₙ − bₙ)/2                             (N.2)
//! φ_N = 2ᴺ a_N u,       sin(2φₙ₋₁ − φₙ) = (cₙ/aₙ) sin φₙ                                   (N.3)
//! ```
//!
//! and sn u = sin φ₀, cn u = cos φ₀, dn u = √(1 − k² sn² u). Derivatives by k² at the same u are those of these steps, one by one; the means
//! converge with their derivatives, whose distance is that of the means times a number that doubles at each pass.

/// The difference of the two means is about squared at each pass: five bring it to rounding from any k² ≤ ½, ten from the largest k² below one.
const MOST_PASSES: usize = 12;

/// sn, cn and dn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Elliptic {
    pub(crate) sn: f64,
    pub(crate) cn: f64,
    pub(crate) dn: f64,
}

/// sn, cn and dn of `u` for the squared modulus k² < 1.
pub(crate) fn elliptic(u: f64, squared_modulus: f64) -> Elliptic {
    let (mut a, mut b) = (1.0_f64, (1.0 - squared_modulus).sqrt());
    let mut ratios = [0.0; MOST_PASSES];
    let mut passes = 0;
    while passes < MOST_PASSES && (a - b).abs() > f64::EPSILON * a {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt()); // (N.2)
        ratios[passes] = c / a;
        passes += 1;
    }
    let mut phi = (1u64 << passes) as f64 * a * u;
    for ratio in ratios[..passes].iter().rev() {
        phi = 0.5 * (phi + libm::asin(ratio * libm::sin(phi))); // (N.3)
    }
    let (sn, cn) = libm::sincos(phi);
    Elliptic { sn, cn, dn: (1.0 - squared_modulus * sn * sn).sqrt() }
}

/// Derivatives of sn, cn and dn of `u` by the squared modulus k² < 1.
pub(crate) fn elliptic_by_modulus(u: f64, squared_modulus: f64) -> Elliptic {
    let (mut a, mut b) = (1.0_f64, (1.0 - squared_modulus).sqrt());
    let (mut da, mut db) = (0.0, -0.5 / b);
    let mut ratios = [(0.0, 0.0); MOST_PASSES];
    let mut passes = 0;
    while passes < MOST_PASSES && ((a - b).abs() > f64::EPSILON * a || (da - db).abs() > f64::EPSILON) {
        let (c, dc) = (0.5 * (a - b), 0.5 * (da - db));
        let product = (a * b).sqrt();
        (da, db) = (0.5 * (da + db), 0.5 * (da * b + a * db) / product);
        (a, b) = (0.5 * (a + b), product); // (N.2)
        ratios[passes] = (c / a, (dc - c / a * da) / a);
        passes += 1;
    }
    let doublings = (1u64 << passes) as f64;
    let (mut phi, mut dphi) = (doublings * a * u, doublings * da * u);
    for (ratio, dratio) in ratios[..passes].iter().rev() {
        let (sin, cos) = libm::sincos(phi);
        let of_sine = (dratio * sin + ratio * cos * dphi) / (1.0 - (ratio * sin).powi(2)).sqrt();
        phi = 0.5 * (phi + libm::asin(ratio * sin)); // (N.3)
        dphi = 0.5 * (dphi + of_sine);
    }
    let (sn, cn) = libm::sincos(phi);
    let dn = (1.0 - squared_modulus * sn * sn).sqrt();
    let by_sn = cn * dphi;
    Elliptic { sn: by_sn, cn: -sn * dphi, dn: -0.5 * sn * (sn + 2.0 * squared_modulus * by_sn) / dn }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_modulus_they_are_sine_and_cosine() {
        let at = elliptic(0.7, 0.0);
        assert_eq!((at.sn, at.cn, at.dn), (libm::sin(0.7), libm::cos(0.7), 1.0));
    }

    #[test]
    fn the_published_values_are_met() {
        // sn(K/2)² = 1/(1 + k'), cn(K/2)² = k'/(1 + k'), dn(K/2)² = k'; K(k² = ½) = Γ(¼)²/(4√π) = 1.8540746773013719.
        let at = elliptic(0.5 * 1.854_074_677_301_371_9, 0.5);
        let complement = 0.5_f64.sqrt();
        assert!((at.sn * at.sn - 1.0 / (1.0 + complement)).abs() < 1e-15);
        assert!((at.cn * at.cn - complement / (1.0 + complement)).abs() < 1e-15);
        assert!((at.dn * at.dn - complement).abs() < 1e-15);
    }

    #[test]
    fn derivatives_by_the_modulus_are_those_of_small_moduli() {
        // [AbramowitzStegun1964, eq. 16.13.1 to 16.13.3] at k² = 0.
        for u in [0.3, 2.0, -7.0] {
            let at = elliptic_by_modulus(u, 0.0);
            let (sin, cos) = libm::sincos(u);
            let turn = 0.25 * (u - sin * cos);
            assert!((at.sn + turn * cos).abs() < 1e-15, "{u}: {at:?}");
            assert!((at.cn - turn * sin).abs() < 1e-15);
            assert!((at.dn + 0.5 * sin * sin).abs() < 1e-15);
        }
    }

    #[test]
    fn sn_satisfies_its_differential_equation() {
        for (u, modulus) in [(0.3, 0.1), (2.0, 0.9), (-7.0, 0.5)] {
            let h = 1e-5;
            let slope = (elliptic(u + h, modulus).sn - elliptic(u - h, modulus).sn) / (2.0 * h);
            let at = elliptic(u, modulus);
            // h² of the difference quotient.
            assert!((slope - at.cn * at.dn).abs() < 1e-9);
        }
    }
}
