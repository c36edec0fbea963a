//! How long a spring takes along a line of (O.1): the clock of a lone contact.
//!
//! F' = −k vₙ and vₙ' = r F turn (√(2rE), vₙ) of a linear spring at the rate √(kr), and if r < 0 (Painlevé's case) they make a hyperbola of it,
//!
//! ```text
//! t = Δ atan2(vₙ, √(2rE)) / √(kr),       t = Δ ln(√(−2rE) − vₙ) / √(−kr)                                            (O.3)
//! ```
//!
//! Of a spring F = k·dⁿ, E = F·d/(n+1), the force follows from the energy, F = k·((n+1)E/k)^(1−p) with p = 1/(n+1), and dt = dvₙ/(rF). With
//! V² = vₙ² + 2rE, which a line keeps, that is an incomplete beta function B(x; a, b) = ∫₀ˣ wᵃ⁻¹ (1−w)ᵇ⁻¹ dw,
//!
//! ```text
//! t = τ·Δθ,   τ = V/|rk|·(2|rk|·p/V²)^(1−p),
//! r > 0:  θ = ± ½ B(vₙ²/V²; ½, p) = ± ½ (B(½, p) − B(2rE/V²; p, ½)),  its sign that of vₙ,
//! r < 0:  θ = ½ B(−2rE/vₙ²; p, ½ − p),  vₙ < 0                                                                      (O.4)
//! ```
//!
//! which for n = 1 is (O.3). A whole compression takes τ·½ B(½, p), the I(n)·D/v of (X.5).

use crate::phase::RestitutionLaw;
use crate::quantity::{Exponent, Restitution};

/// Where 1 − vₙ²/V² comes closer to 1 than this in Painlevé's case, the series of (O.4) has too many terms: a thousand.
const TOO_MANY_TERMS: f64 = 0.97;

/// A normal motion: vₙ, and the strain energy E.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub velocity: f64,
    pub strain: f64,
}

/// A spring and the r of the line along which it moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Swing {
    pub stiffness: f64,
    pub exponent: Exponent,
    pub rate: f64,
}

impl Swing {
    /// The time of a whole contact without friction that starts with a speed.
    pub fn duration(&self, speed: f64, restitution: Restitution, law: RestitutionLaw) -> f64 {
        let (e, quarter, is_linear) = (restitution.value(), self.quarter(), self.exponent.is_linear());
        let given_back = match law {
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => e * quarter, // stiffer by 1/e²ⁿ
            RestitutionLaw::MonoStiffness if is_linear => libm::asin(e),
            RestitutionLaw::MonoStiffness => {
                let returned = restitution.energy_returned();
                self.angle_by(returned, 1.0 - returned)
            }
        };
        match is_linear {
            true => (quarter + given_back) / (self.stiffness * self.rate).sqrt(),
            false => (quarter + given_back) * self.unit(speed),
        }
    }

    /// The time from one moment of a line to another; none if it is not known as well as all else.
    #[inline]
    pub fn time(&self, from: Moment, to: Moment) -> Option<f64> {
        if self.exponent.is_linear() {
            let angle = self.angle(to) - self.angle(from);
            return Some(angle / (self.stiffness * self.rate.abs()).sqrt());
        }
        let speed = (from.velocity * from.velocity + 2.0 * self.rate * from.strain).sqrt();
        Some((self.power_angle(to)? - self.power_angle(from)?) * self.unit(speed))
    }

    /// The angle of (O.3).
    #[inline]
    fn angle(&self, at: Moment) -> f64 {
        let size = (2.0 * self.rate.abs() * at.strain).sqrt();
        if self.rate > 0.0 { libm::atan2(at.velocity, size) } else { libm::log(size - at.velocity) }
    }

    /// τ of (O.4) for a speed V.
    fn unit(&self, speed: f64) -> f64 {
        let (p, stiffness) = (self.part(), (self.rate * self.stiffness).abs());
        speed / stiffness * libm::pow(2.0 * p * stiffness / (speed * speed), 1.0 - p)
    }

    /// p.
    fn part(&self) -> f64 {
        1.0 / (self.exponent.value() + 1.0)
    }

    /// θ of a whole compression, ½ B(½, p) = √π·Γ(p)/(2·Γ(p + ½)).
    fn quarter(&self) -> f64 {
        if self.exponent.is_linear() {
            return std::f64::consts::FRAC_PI_2;
        }
        let p = self.part();
        0.5 * std::f64::consts::PI.sqrt() * libm::tgamma(p) / libm::tgamma(p + 0.5)
    }

    /// θ of (O.4).
    fn power_angle(&self, at: Moment) -> Option<f64> {
        let (p, square, strain) = (self.part(), at.velocity * at.velocity, 2.0 * self.rate * at.strain);
        if self.rate > 0.0 {
            return Some(
                self.angle_by(square / (square + strain), strain / (square + strain)).copysign(at.velocity),
            );
        }
        let share = -strain / square;
        (share <= TOO_MANY_TERMS).then(|| 0.5 * incomplete_beta(share, p, 0.5 - p))
    }

    /// θ for r > 0 and vₙ > 0 from the parts vₙ²/V² and 2rE/V² of the energy, of which the lesser one counts.
    fn angle_by(&self, motion: f64, strain: f64) -> f64 {
        let p = self.part();
        match motion <= strain {
            true => 0.5 * incomplete_beta(motion, 0.5, p),
            false => self.quarter() - 0.5 * incomplete_beta(strain, p, 0.5),
        }
    }
}

/// B(x; a, b) = xᵃ·Σ (1 − b)ⱼ xʲ/(j!·(a + j)), 0 ≤ x < 1, b ≤ 1: no term is negative.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    let (mut coefficient, mut sum, mut j) = (1.0, 1.0 / a, 1.0);
    loop {
        coefficient *= x * (j - b) / j;
        let term = coefficient / (a + j);
        sum += term;
        // All that follow are less than x/(1 − x) times this one.
        if term * x <= 0.25 * f64::EPSILON * (1.0 - x) * sum {
            return libm::pow(x, a) * sum;
        }
        j += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some ten roundings.
    const FEW_ROUNDINGS: f64 = 4e-15;

    fn swing(n: f64, rate: f64) -> Swing {
        Swing { stiffness: 3.0, exponent: Exponent::new(n).unwrap(), rate }
    }

    /// Gauss's rule with three nodes on each of many stretches, in x of d = xᵐ: d^(1/2) and d^(n+1) are smooth enough in it.
    fn integral(f: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
        let (stretches, node) = (2000, 0.6_f64.sqrt());
        let half = (to - from) / (2.0 * f64::from(stretches));
        let on = |i: i32| {
            let middle = from + half * f64::from(2 * i + 1);
            half * (5.0 * f(middle - node * half) + 8.0 * f(middle) + 5.0 * f(middle + node * half)) / 9.0
        };
        (0..stretches).map(on).sum()
    }

    #[test]
    fn powers_of_one_take_the_time_of_linear_springs() {
        for rate in [0.7, -0.7] {
            let swing = swing(1.0, rate);
            let speed = 1.3_f64;
            for velocity in [-1.3, -1.0, -0.7] {
                let faster = if rate > 0.0 { velocity } else { speed * speed / velocity };
                let strain = (speed * speed - faster * faster) / (2.0 * rate);
                let from = Moment { velocity: -speed, strain: 0.0 };
                let to = Moment { velocity: faster, strain };
                let linear = swing.time(from, to).unwrap();
                let power = swing.power_angle(to).unwrap() - swing.power_angle(from).unwrap();
                let error = power * swing.unit(speed) - linear;
                assert!(error.abs() <= FEW_ROUNDINGS, "{rate} {velocity}: {error:e}");
            }
        }
    }

    /// dt = dd/|vₙ| from d₀ to d₁, with vₙ² = V² − 2rE(d), away from vₙ = 0.
    #[test]
    fn time_is_the_integral_over_the_compression() {
        for n in [1.2, 1.5, 2.0, 3.7] {
            for rate in [0.7, -0.7] {
                let swing = swing(n, rate);
                let energy = |d: f64| swing.stiffness * swing.exponent.power(d) * d / (n + 1.0);
                let moment =
                    |d: f64| Moment { velocity: -(1.0 - 2.0 * rate * energy(d)).sqrt(), strain: energy(d) };
                for (from, to) in [(0.0, 0.1), (0.0, 0.5), (0.1, 0.6)] {
                    // d = x⁴ makes dⁿ⁺¹ smooth at the start.
                    let pace = |x: f64| 4.0 * x.powi(3) / -moment(x.powi(4)).velocity;
                    let expected = integral(pace, f64::sqrt(f64::sqrt(from)), f64::sqrt(f64::sqrt(to)));
                    let found = swing.time(moment(from), moment(to)).unwrap();
                    assert!(
                        (found - expected).abs() <= 1e-13,
                        "{n} {rate} {from} to {to}: {found} {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn hertz_takes_the_published_time() {
        let swing = Swing { stiffness: 1.0, exponent: Exponent::HERTZ, rate: 1.0 };
        let depth = libm::pow(1.25, 0.4); // ½ v² = k·d^(5/2)/(5/2), v = 1
        let duration = 2.0 * swing.quarter() * swing.unit(1.0);
        assert!((duration / depth - 2.943_28).abs() < 5e-6); // as printed in the textbooks
    }
}
