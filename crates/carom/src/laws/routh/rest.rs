//! What follows v_t = 0: stick, (Q.3), or the slip that is consistent with itself, (Q.4).
//!
//! Both are solved along the principal axes of A, with eigenvalues aᵢ and components bᵢ of b:
//!
//! ```text
//! stick:  φᵢ = −bᵢ/aᵢ
//! slip:   uᵢ = bᵢ/(μaᵢ + λ) ,   Σ uᵢ² = 1                                                         (Q.4a)
//! ```
//!
//! The left side of the last equation falls with λ, and 1/|u| is a concave function of it: Newton's method on 1/|u| − 1,
//! from the left, rises to the root and cannot pass it.

use nalgebra::{Matrix2, Vector2};

use super::contact::{ContactSpace, ROUNDING};

/// What a contact at v_t = 0 does next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum FromRest {
    /// It sticks under this tangential force per unit of normal force.
    Stick {
        /// φ of (Q.3).
        force: Vector2<f64>,
    },
    /// It slips along this unit vector.
    Slip {
        /// u of (Q.4).
        direction: Vector2<f64>,
    },
}

/// Newton's method doubles its digits; the rest is for starting far away.
const MOST_PASSES: usize = 100;

impl ContactSpace {
    /// Stick if the cone allows it, otherwise the one consistent slip.
    pub fn leave_rest(&self) -> FromRest {
        let principal = self.tangential.symmetric_eigen();
        let eigenvalues = principal.eigenvalues.map(|a| a.max(0.0));
        let components = principal.eigenvectors.transpose() * self.coupling;
        let force = Vector2::from_fn(|i, _| self.sticking_force(eigenvalues[i], components[i]));
        if self.holds(&force) {
            return FromRest::Stick { force: principal.eigenvectors * force };
        }
        FromRest::Slip { direction: self.consistent_slip(&eigenvalues, &components, &principal.eigenvectors) }
    }

    /// φᵢ of (Q.3) along one principal axis; along one on which nothing can move, none is needed. There bᵢ is rounding too,
    /// for bᵢ² ≤ aᵢ c, and infinite friction must not make anything of it.
    fn sticking_force(&self, eigenvalue: f64, component: f64) -> f64 {
        let rounding = ROUNDING * (self.tangential.norm() + self.coupling.norm());
        let still = eigenvalue <= rounding && (component.abs() <= rounding || self.share == 0.0);
        if still { 0.0 } else { -component / eigenvalue }
    }

    /// (Q.4a). Starts where one component alone would be of length one, so no divisor is zero.
    fn consistent_slip(
        &self,
        eigenvalues: &Vector2<f64>,
        components: &Vector2<f64>,
        axes: &Matrix2<f64>,
    ) -> Vector2<f64> {
        let weights = eigenvalues * self.friction;
        let components = components * self.share;
        let mut lambda = (components.abs() - weights).max().max(0.0);
        let unscaled =
            |lambda: f64| components.zip_map(&weights, |b, a| if b == 0.0 { 0.0 } else { b / (a + lambda) });
        for _ in 0..MOST_PASSES {
            let u = unscaled(lambda);
            let curvature =
                u.zip_zip_map(&weights, &u, |u1, a, u2| if u1 == 0.0 { 0.0 } else { u1 * u2 / (a + lambda) });
            let next = lambda + (u.norm() - 1.0) * u.norm_squared() / curvature.sum();
            if next.is_nan() || next <= lambda {
                break;
            }
            lambda = next;
        }
        (axes * unscaled(lambda)).normalize()
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, vector};

    use super::*;

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    #[test]
    fn slip_from_rest_accelerates_along_itself() {
        let w = Matrix3::new(3.0, 1.0, 1.2, 1.0, 2.0, -0.7, 1.2, -0.7, 1.5);
        for friction in [0.0, 0.05, 0.3, 0.5] {
            let contact = ContactSpace::new(&w, friction);
            let FromRest::Slip { direction } = contact.leave_rest() else {
                panic!(
                    "the sticking ratio is {}",
                    (contact.tangential.try_inverse().unwrap() * contact.coupling).norm()
                )
            };
            assert!(contact.is_invariant(&direction));
            assert!(direction.dot(&contact.slip_drift(&direction)) > 0.0);
            assert!((direction.norm() - 1.0).abs() < FEW_ROUNDINGS);
        }
    }

    #[test]
    fn stick_needs_a_cone_that_holds_the_sticking_ratio() {
        let w = Matrix3::new(2.0, 0.0, 1.0, 0.0, 4.0, 0.0, 1.0, 0.0, 3.0);
        assert_eq!(ContactSpace::new(&w, 0.5).leave_rest(), FromRest::Stick { force: vector![-0.5, 0.0] });
        let FromRest::Slip { direction } = ContactSpace::new(&w, 0.499).leave_rest() else {
            panic!("0.5 > 0.499")
        };
        assert!((direction - vector![1.0, 0.0]).norm() < FEW_ROUNDINGS);
    }

    #[test]
    fn an_axis_on_which_nothing_moves_needs_no_force_to_stick() {
        let w = Matrix3::new(2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0);
        assert_eq!(ContactSpace::new(&w, 1.0).leave_rest(), FromRest::Stick { force: vector![-0.5, 0.0] });
    }
}
