//! Inertia tensors: which matrices are one.
//!
//! The principal moments of masses m_i at (x_i, y_i, z_i) are I₁ = Σ m_i (y_i² + z_i²) and its kin, so that none exceeds the sum of
//! the other two:
//!
//! ```text
//! I₁ + I₂ − I₃ = 2 Σ m_i z_i² ≥ 0     and zero for flat bodies                            (W.6)
//! ```

use nalgebra::Matrix3;

use crate::error::InputError;

/// An inertia tensor may differ from its transpose by this part of its largest entry: decimals in a file.
const ASYMMETRY: f64 = 1e-9;
/// A principal moment below this part of the largest is zero: the rounding of the tensor's entries.
pub(super) const VANISHING_MOMENT: f64 = 1e-14;
/// The largest principal moment may exceed the sum of the others by this part of itself: where a flat body's moments are given to three
/// digits, each is off by up to 0.5 % of itself, and so is their sum.
const BEYOND_FLAT: f64 = 1e-2;

/// A positive definite inertia tensor, and its inverse.
pub(super) fn invertible(inertia: Matrix3<f64>) -> Result<(Matrix3<f64>, Matrix3<f64>), InputError> {
    let inertia = symmetric(inertia)?;
    let scale = inertia.amax(); // divided out, so that the iteration for the moments cannot overflow
    let moments = (inertia / scale).symmetric_eigenvalues();
    let smallest = moments.min() * scale;
    if smallest.is_nan() || moments.min() <= VANISHING_MOMENT * moments.max() {
        return Err(InputError::InertiaNotPositive { smallest });
    }
    let inverse = inertia.try_inverse().ok_or(InputError::InertiaNotPositive { smallest })?;
    Ok((inertia, inverse))
}

/// (W.6), for a tensor that is positive definite.
pub(super) fn refuse_no_body(inertia: &Matrix3<f64>) -> Result<(), InputError> {
    let scale = inertia.amax();
    let mut moments: [f64; 3] = (inertia / scale).symmetric_eigenvalues().into();
    moments.sort_by(f64::total_cmp);
    let [smallest, middle, largest] = moments;
    if largest - (smallest + middle) <= BEYOND_FLAT * largest {
        return Ok(());
    }
    let [smallest, middle, largest] = [smallest, middle, largest].map(|moment| moment * scale);
    Err(InputError::InertiaOfNoBody { smallest, middle, largest })
}

fn symmetric(inertia: Matrix3<f64>) -> Result<Matrix3<f64>, InputError> {
    if inertia.iter().any(|x| !x.is_finite()) {
        return Err(InputError::NotFinite { what: "the inertia tensor" });
    }
    for (row, column) in [(0, 1), (0, 2), (1, 2)] {
        let difference = (inertia[(row, column)] - inertia[(column, row)]).abs();
        if difference > ASYMMETRY * inertia.amax() {
            return Err(InputError::InertiaNotSymmetric { row: row + 1, column: column + 1, difference });
        }
    }
    Ok((inertia + inertia.transpose()) * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use nalgebra::{Vector3, vector};

    #[test]
    fn a_free_body_has_moments_of_which_none_exceeds_the_sum_of_the_others() {
        let rigid = |moments: Vector3<f64>| Body::rigid(1.0, Matrix3::from_diagonal(&moments));
        // A disc of 2 kg and radius 1 m: (½, ½, 1); a thin rod; a lamina with moments rounded to three digits.
        for moments in [vector![0.5, 1.0, 0.5], vector![1.0, 1e-9, 1.0], vector![0.083, 0.167, 0.083]] {
            assert!(rigid(moments).is_ok(), "{moments}");
        }
        let refused = rigid(vector![1.0, 3.0, 1.5]).unwrap_err();
        let InputError::InertiaOfNoBody { smallest, middle, largest } = refused else { panic!("{refused}") };
        assert!((vector![smallest, middle, largest] - vector![1.0, 1.5, 3.0]).norm() < 1e-14);
        // On a hinge only the moment about its axis matters.
        let tensor = Matrix3::from_diagonal(&vector![1.0, 1.0, 3.0]);
        assert!(Body::rigid_on_hinge(1.0, tensor, Vector3::z(), Vector3::zeros(), Vector3::x()).is_ok());
    }
}
