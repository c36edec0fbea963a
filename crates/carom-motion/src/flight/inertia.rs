//! The inertia of a body along its principal axes.

use carom::{Body, InputError};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Moments that differ by less than this part of the largest are equal. Eigenvalues of a 3×3 tensor are good to a few units in the last
/// place; taking such moments as equal changes the body's rates by as much, which is rounding.
const SAME_MOMENT: f64 = 16.0 * f64::EPSILON;

/// Which moments of inertia are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// All three: balls, cubes.
    Round,
    /// The two across one principal axis: pencils, discs.
    About {
        /// Number of that axis, 0 to 2.
        axis: usize,
    },
    /// None.
    General,
}

/// Moments of inertia about the centre of mass and the axes they belong to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrincipalInertia {
    moments: Vector3<f64>,
    axes: UnitQuaternion<f64>,
    tensor: Matrix3<f64>,
    symmetry: Symmetry,
}

impl PrincipalInertia {
    /// From the inertia tensor about the centre of mass in body axes, in kg m².
    pub fn new(tensor: Matrix3<f64>) -> Result<Self, InputError> {
        Body::rigid(1.0, tensor)?; // refuses what is no inertia
        let off_diagonal = [(0, 1), (0, 2), (1, 2)];
        if off_diagonal.iter().all(|&(row, column)| tensor[(row, column)] == 0.0) {
            return Ok(Self::along(tensor.diagonal(), UnitQuaternion::identity(), tensor));
        }
        let tensor = (tensor + tensor.transpose()) * 0.5;
        let eigen = tensor.symmetric_eigen();
        let mut axes = eigen.eigenvectors;
        if axes.determinant() < 0.0 {
            axes.set_column(2, &-axes.column(2));
        }
        let axes = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes));
        Ok(Self::along(eigen.eigenvalues, axes, tensor))
    }

    /// A body whose moment about every axis is the same, in kg m².
    pub fn round(moment: f64) -> Result<Self, InputError> {
        Self::new(Matrix3::from_diagonal_element(moment))
    }

    fn along(moments: Vector3<f64>, axes: UnitQuaternion<f64>, tensor: Matrix3<f64>) -> Self {
        let same = |i: usize, j: usize| (moments[i] - moments[j]).abs() <= SAME_MOMENT * moments.max();
        let symmetry = match [same(1, 2), same(0, 2), same(0, 1)] {
            [true, true, true] => Symmetry::Round,
            [true, _, _] => Symmetry::About { axis: 0 },
            [_, true, _] => Symmetry::About { axis: 1 },
            [_, _, true] => Symmetry::About { axis: 2 },
            [false, false, false] => Symmetry::General,
        };
        Self { moments, axes, tensor, symmetry }
    }

    /// Moments of inertia, in kg m².
    #[must_use]
    pub fn moments(&self) -> &Vector3<f64> {
        &self.moments
    }

    /// Takes principal axes to body axes.
    #[must_use]
    pub fn axes(&self) -> &UnitQuaternion<f64> {
        &self.axes
    }

    /// Which moments are equal.
    #[must_use]
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The tensor in world axes, in kg m², of a body so oriented.
    #[must_use]
    pub fn in_world(&self, orientation: &UnitQuaternion<f64>) -> Matrix3<f64> {
        match self.symmetry {
            Symmetry::Round => self.tensor,
            Symmetry::About { .. } | Symmetry::General => {
                let to_world = orientation.to_rotation_matrix();
                let turned = to_world.matrix() * self.tensor * to_world.matrix().transpose();
                (turned + turned.transpose()) * 0.5
            }
        }
    }

    /// Kinetic energy of the rotation, in joules.
    #[must_use]
    pub fn rotational_energy(
        &self,
        orientation: &UnitQuaternion<f64>,
        angular_velocity: &Vector3<f64>,
    ) -> f64 {
        let rates = self.rates(orientation, angular_velocity);
        0.5 * rates.dot(&rates.component_mul(&self.moments))
    }

    /// Angular momentum, in kg m²/s, world axes.
    #[must_use]
    pub fn angular_momentum(
        &self,
        orientation: &UnitQuaternion<f64>,
        angular_velocity: &Vector3<f64>,
    ) -> Vector3<f64> {
        let rates = self.rates(orientation, angular_velocity);
        (orientation * self.axes) * rates.component_mul(&self.moments)
    }

    /// Angular velocity along the principal axes, in radians per second.
    pub(crate) fn rates(
        &self,
        orientation: &UnitQuaternion<f64>,
        angular_velocity: &Vector3<f64>,
    ) -> Vector3<f64> {
        (orientation * self.axes).inverse_transform_vector(angular_velocity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn a_turned_tensor_keeps_its_moments_and_finds_its_axes() {
        let turn = UnitQuaternion::from_euler_angles(0.3, -1.1, 2.0);
        let moments = vector![1.0, 2.0, 2.5];
        let matrix = turn.to_rotation_matrix();
        let tensor = matrix.matrix() * Matrix3::from_diagonal(&moments) * matrix.matrix().transpose();
        let inertia = PrincipalInertia::new(tensor).unwrap();
        let mut found: Vec<f64> = inertia.moments().iter().copied().collect();
        found.sort_by(f64::total_cmp);
        assert!((Vector3::from_vec(found) - moments).norm() < 1e-14);
        assert_eq!(inertia.symmetry(), Symmetry::General);
        let axes = inertia.axes().to_rotation_matrix();
        let back = axes.matrix() * Matrix3::from_diagonal(inertia.moments()) * axes.matrix().transpose();
        assert!((back - tensor).norm() < 1e-14);
    }

    #[test]
    fn symmetry_survives_the_rounding_of_a_turn() {
        let turn = UnitQuaternion::from_euler_angles(0.7, 0.2, -0.4).to_rotation_matrix();
        let tensor =
            turn.matrix() * Matrix3::from_diagonal(&vector![3.0, 0.5, 3.0]) * turn.matrix().transpose();
        let inertia = PrincipalInertia::new(tensor).unwrap();
        assert!(matches!(inertia.symmetry(), Symmetry::About { .. }), "{:?}", inertia.symmetry());
        assert_eq!(PrincipalInertia::round(2.0).unwrap().symmetry(), Symmetry::Round);
    }

    #[test]
    fn what_is_no_inertia_is_refused() {
        assert!(PrincipalInertia::new(Matrix3::zeros()).is_err());
        assert!(PrincipalInertia::round(f64::NAN).is_err());
        assert!(PrincipalInertia::round(-1.0).is_err());
    }
}
