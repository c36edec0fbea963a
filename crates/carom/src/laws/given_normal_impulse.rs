//! The friction impulse that belongs to a given normal impulse, if friction opposes the slip that is left in the end.
//!
//! With w = v_t + b pₙ, the tangential velocity that the normal impulse alone would leave, and the radius ρ = μpₙ:
//!
//! ```text
//! stick:  A x = −w ,   |x| ≤ ρ ,             no slip is left
//! slip:   x = −ρ u ,   w + A x = s u ,       s ≥ 0 ,   |u| = 1                                    (Y.1)
//! ```
//!
//! These are the conditions of the least of x·Ax/2 + w·x over the disc |x| ≤ ρ. That is convex, so there is *exactly one*
//! slip velocity however large the friction, and one impulse where A is regular. Along the principal axes of A, slip is
//!
//! ```text
//! uᵢ = wᵢ/(ρaᵢ + s) ,   Σ uᵢ² = 1                                                                 (Y.2)
//! ```
//!
//! whose left side falls with s. 1/|u| is a concave function of s: Newton's method on 1/|u| − 1, from the left, rises to the
//! root and cannot pass it.

use nalgebra::{Matrix2, Vector2};

use super::rounding::ROUNDING;

/// Newton's method doubles its digits; the rest is for starting far away.
const MOST_PASSES: usize = 100;

/// What friction does in the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Grip {
    /// No slip is left.
    Stick,
    /// Slip is left along this unit vector.
    Slip {
        /// u of (Y.1).
        direction: Vector2<f64>,
    },
}

/// Impulse and mode of (Y.1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FrictionImpulse {
    /// x, in N s.
    pub impulse: Vector2<f64>,
    pub grip: Grip,
}

/// The solution of (Y.1) for `sliding` w and a radius ρ from 0 to ∞. Where A is singular and the contact sticks, the
/// impulse of least norm.
pub(crate) fn friction_impulse(
    tangential: &Matrix2<f64>,
    sliding: &Vector2<f64>,
    radius: f64,
) -> FrictionImpulse {
    let principal = tangential.symmetric_eigen();
    let rounding = ROUNDING * principal.eigenvalues.amax();
    let eigenvalues = principal.eigenvalues.map(|a| if a <= rounding { 0.0 } else { a });
    let components = principal.eigenvectors.transpose() * sliding;
    let sticking = components.zip_map(&eigenvalues, |w, a| if w == 0.0 { 0.0 } else { -w / a });
    if sticking.norm() <= radius && sticking.iter().all(|x| x.is_finite()) {
        return FrictionImpulse { impulse: principal.eigenvectors * sticking, grip: Grip::Stick };
    }
    let direction = unit_slip(&(eigenvalues * radius), &components);
    let direction = (principal.eigenvectors * direction).normalize();
    let impulse = if radius == 0.0 { Vector2::zeros() } else { direction * -radius };
    FrictionImpulse { impulse, grip: Grip::Slip { direction } }
}

/// u of (Y.2) for weights ρaᵢ. Starts where one component alone would be of length one, so no divisor is zero.
pub(super) fn unit_slip(weights: &Vector2<f64>, components: &Vector2<f64>) -> Vector2<f64> {
    let over = |x: f64, a: f64, s: f64| if x == 0.0 { 0.0 } else { x / (a + s) };
    let mut speed = (components.abs() - weights).max().max(0.0);
    let unscaled = |speed: f64| components.zip_map(weights, |w, a| over(w, a, speed));
    for _ in 0..MOST_PASSES {
        let u = unscaled(speed);
        let curvature = u.zip_map(weights, |u, a| over(u * u, a, speed)).sum();
        let next = speed + (u.norm() - 1.0) * u.norm_squared() / curvature;
        if next.is_nan() || next <= speed {
            break;
        }
        speed = next;
    }
    unscaled(speed)
}

#[cfg(test)]
mod tests {
    use nalgebra::{matrix, vector};

    use super::*;

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    #[test]
    fn little_friction_is_spent_against_the_slip_that_it_leaves() {
        let a = matrix![3.0, 1.0; 1.0, 2.0];
        let w = vector![1.5, -0.7];
        for radius in [0.0, 1e-3, 0.1, 0.5] {
            let FrictionImpulse { impulse, grip: Grip::Slip { direction } } =
                friction_impulse(&a, &w, radius)
            else {
                panic!("sticking takes {}", (a.try_inverse().unwrap() * w).norm())
            };
            let left = w + a * impulse;
            assert!((impulse + direction * radius).norm() < FEW_ROUNDINGS);
            assert!((left - direction * left.norm()).norm() < FEW_ROUNDINGS);
        }
    }

    #[test]
    fn enough_friction_stops_all_slip() {
        let (a, w) = (matrix![3.0, 1.0; 1.0, 2.0], vector![1.5, -0.7]);
        for radius in [2.0, f64::INFINITY] {
            let friction = friction_impulse(&a, &w, radius);
            assert_eq!(friction.grip, Grip::Stick);
            assert!((w + a * friction.impulse).norm() < FEW_ROUNDINGS);
        }
    }

    #[test]
    fn slip_along_a_way_that_nothing_can_move_stays() {
        let a = matrix![2.0, 0.0; 0.0, 0.0];
        let friction = friction_impulse(&a, &vector![1.0, 3.0], 1.0);
        let Grip::Slip { direction } = friction.grip else { panic!("3 m/s stay") };
        assert!(
            (direction.y * (vector![1.0, 3.0] + a * friction.impulse).norm() - 3.0).abs() < FEW_ROUNDINGS
        );
        assert_eq!(friction_impulse(&a, &vector![1.0, 0.0], 1.0).impulse, vector![-0.5, 0.0]);
    }
}
