//! What follows v_t = 0: stick, (Q.3), or the slip that is consistent with itself, (Q.4).
//!
//! Both are solved along the principal axes of A, with eigenvalues aᵢ and components bᵢ of b:
//!
//! ```text
//! stick:  φᵢ = −bᵢ/aᵢ
//! slip:   uᵢ = bᵢ/(μaᵢ + λ) ,   Σ uᵢ² = 1                                                         (Q.4a)
//! ```
//!
//! This is (Y.1) for the impulse that comes next, with w = b and ρ = μ, and (Q.4a) is (Y.2). The two differ where an axis of A
//! does not move: (Y.1) then slips however small wᵢ is, while here bᵢ² ≤ aᵢc, so that bᵢ is rounding.

use nalgebra::Vector2;

use super::contact::ContactSpace;
use crate::laws::given_normal_impulse::unit_slip;
use crate::laws::rounding::ROUNDING;

/// What a contact at v_t = 0 does next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FromRest {
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

impl ContactSpace {
    /// Stick if the cone allows it, otherwise the one consistent slip.
    pub fn leave_rest(&self) -> FromRest {
        let principal = self.blocks.tangential.symmetric_eigen();
        let eigenvalues = principal.eigenvalues.map(|a| a.max(0.0));
        let components = principal.eigenvectors.transpose() * self.blocks.coupling;
        let force = Vector2::from_fn(|i, _| self.sticking_force(eigenvalues[i], components[i]));
        if self.holds(&force) {
            return FromRest::Stick { force: principal.eigenvectors * force };
        }
        let slip = unit_slip(&(eigenvalues * self.friction), &(components * self.share)); // (Q.4a)
        FromRest::Slip { direction: (principal.eigenvectors * slip).normalize() }
    }

    /// φᵢ of (Q.3) along one principal axis; along one on which nothing can move, none is needed. There bᵢ is rounding too,
    /// for bᵢ² ≤ aᵢ c, and infinite friction must not make anything of it.
    fn sticking_force(&self, eigenvalue: f64, component: f64) -> f64 {
        let rounding = ROUNDING * (self.blocks.tangential.norm() + self.blocks.coupling.norm());
        let still = eigenvalue <= rounding && (component.abs() <= rounding || self.share == 0.0);
        if still { 0.0 } else { -component / eigenvalue }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, vector};

    use super::*;
    use crate::laws::blocks::Blocks;

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    #[test]
    fn slip_from_rest_accelerates_along_itself() {
        let w = Matrix3::new(3.0, 1.0, 1.2, 1.0, 2.0, -0.7, 1.2, -0.7, 1.5);
        for friction in [0.0, 0.05, 0.3, 0.5] {
            let contact = ContactSpace::new(Blocks::of(&w), friction);
            let FromRest::Slip { direction } = contact.leave_rest() else {
                panic!(
                    "the sticking ratio is {}",
                    (contact.blocks.tangential.try_inverse().unwrap() * contact.blocks.coupling).norm()
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
        assert_eq!(
            ContactSpace::new(Blocks::of(&w), 0.5).leave_rest(),
            FromRest::Stick { force: vector![-0.5, 0.0] }
        );
        let FromRest::Slip { direction } = ContactSpace::new(Blocks::of(&w), 0.499).leave_rest() else {
            panic!("0.5 > 0.499")
        };
        assert!((direction - vector![1.0, 0.0]).norm() < FEW_ROUNDINGS);
    }

    #[test]
    fn an_axis_on_which_nothing_moves_needs_no_force_to_stick() {
        let w = Matrix3::new(2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0);
        assert_eq!(
            ContactSpace::new(Blocks::of(&w), 1.0).leave_rest(),
            FromRest::Stick { force: vector![-0.5, 0.0] }
        );
    }
}
