//! How a body answers impulses as one matrix, and how that matrix and the body's motion depend on the body's numbers.
//!
//! With the wrench w = (P, τ), τ about the centre of mass c, and the motion (Δv, Δω),
//!
//! ```text
//! (Δv, Δω) = A w:   free, point, sliding, planar   A = diag(L, R), as (W.1) to (W.3) and (W.5) say
//!                   hinged                         A = b bᵀ/I_a,  b = (a × (c − o), a)              (W.9)
//! ```

use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

use super::{Bearing, Body, Motion};

/// A number of a body that its answer to impulses, or its motion before the impact, depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum BodyNumber {
    Mass,
    /// An entry of the inertia tensor together with the one across the diagonal.
    Inertia([usize; 2]),
    /// The moment of inertia about the one axis it turns about.
    Moment,
    /// A component of the place of the centre of mass.
    Position(usize),
    Velocity(usize),
    AngularVelocity(usize),
}

fn blocks(linear: Matrix3<f64>, angular: Matrix3<f64>) -> Matrix6<f64> {
    let mut matrix = Matrix6::zeros();
    matrix.fixed_view_mut::<3, 3>(0, 0).copy_from(&linear);
    matrix.fixed_view_mut::<3, 3>(3, 3).copy_from(&angular);
    matrix
}

fn stacked(upper: Vector3<f64>, lower: Vector3<f64>) -> Vector6<f64> {
    Vector6::new(upper.x, upper.y, upper.z, lower.x, lower.y, lower.z)
}

fn unit(axis: usize) -> Vector3<f64> {
    let mut unit = Vector3::zeros();
    unit[axis] = 1.0;
    unit
}

/// A symmetric matrix with ones at an entry and across the diagonal from it.
fn symmetric_unit([row, column]: [usize; 2]) -> Matrix3<f64> {
    let mut matrix = Matrix3::zeros();
    matrix[(row, column)] = 1.0;
    matrix[(column, row)] = 1.0;
    matrix
}

impl Body {
    /// 1/m and I⁻¹ of a free body, zeros of a fixed one; none of any other.
    pub(crate) fn free_response(&self) -> Option<(f64, Matrix3<f64>)> {
        match &self.bearing {
            Bearing::Free { mass, inverse_inertia, .. } => Some((1.0 / mass, *inverse_inertia)),
            Bearing::Fixed => Some((0.0, Matrix3::zeros())),
            Bearing::Guided { .. } | Bearing::Point { .. } | Bearing::Sliding { .. } => None,
            Bearing::Planar { .. } | Bearing::Hinged { .. } => None,
        }
    }

    /// Whether the body has such a number.
    pub(crate) fn has_number(&self, number: BodyNumber) -> bool {
        use BodyNumber as N;
        match (&self.bearing, number) {
            (Bearing::Fixed, _) => false,
            (Bearing::Free { .. }, N::Moment) => false,
            (Bearing::Free { .. }, _) => true,
            (Bearing::Guided { .. }, _) => false, // what is held cannot be varied, and its bearing does not tell what that is
            (Bearing::Point { .. } | Bearing::Sliding { .. }, N::Mass | N::Velocity(_)) => true,
            (Bearing::Point { .. } | Bearing::Sliding { .. }, _) => false,
            (Bearing::Planar { .. }, N::Inertia(_)) => false,
            (Bearing::Planar { .. }, _) => true,
            (Bearing::Hinged { .. }, N::Velocity(_)) => false,
            (Bearing::Hinged { .. }, N::Position(_) | N::AngularVelocity(_)) => true,
            (Bearing::Hinged { inertia, .. }, N::Mass | N::Inertia(_)) => inertia.is_some(),
            (Bearing::Hinged { inertia, .. }, N::Moment) => inertia.is_none(),
        }
    }

    /// The number itself; zero if the body has none such.
    pub(crate) fn number(&self, number: BodyNumber) -> f64 {
        use BodyNumber as N;
        match (number, &self.bearing) {
            (N::Mass, Bearing::Fixed | Bearing::Guided { .. }) => 0.0,
            (N::Mass, _) => self.mass(),
            (N::Inertia([a, b]), Bearing::Free { inertia, .. }) => inertia[(a, b)],
            (N::Inertia([a, b]), Bearing::Hinged { inertia, .. }) => inertia.map_or(0.0, |i| i[(a, b)]),
            (N::Moment, Bearing::Planar { moment, .. } | Bearing::Hinged { moment, .. }) => *moment,
            (N::Inertia(_) | N::Moment, _) => 0.0,
            (N::Position(axis), _) => self.position[axis],
            (N::Velocity(axis), _) => self.motion.linear[axis],
            (N::AngularVelocity(axis), _) => self.motion.angular[axis],
        }
    }

    /// A of (W.9).
    pub(crate) fn mobility(&self) -> Matrix6<f64> {
        let one = Matrix3::identity();
        match &self.bearing {
            Bearing::Fixed => Matrix6::zeros(),
            Bearing::Free { mass, inverse_inertia, .. } => blocks(one / *mass, *inverse_inertia),
            Bearing::Guided { inverse_mass, inverse_inertia, .. } => {
                blocks(one * *inverse_mass, *inverse_inertia)
            }
            Bearing::Point { mass } => blocks(one / *mass, Matrix3::zeros()),
            Bearing::Sliding { mass, axis } => blocks(**axis * axis.transpose() / *mass, Matrix3::zeros()),
            Bearing::Planar { mass, moment, axis } => {
                let along = **axis * axis.transpose();
                blocks((one - along) / *mass, along / *moment)
            }
            Bearing::Hinged { moment, axis, pivot, .. } => {
                let arm = stacked(axis.cross(&(self.position - pivot)), **axis);
                arm * arm.transpose() / *moment
            }
        }
    }

    /// What A changes by, per unit of a number that the body has.
    pub(crate) fn mobility_change(&self, number: BodyNumber) -> Matrix6<f64> {
        use BodyNumber as N;
        let none = Matrix6::zeros();
        let nothing = Matrix3::zeros();
        let linear = || self.mobility().fixed_view::<3, 3>(0, 0).into_owned();
        let angular = || self.mobility().fixed_view::<3, 3>(3, 3).into_owned();
        match (&self.bearing, number) {
            (_, N::Velocity(_) | N::AngularVelocity(_)) | (Bearing::Fixed, _) => none,
            (Bearing::Free { mass, .. } | Bearing::Point { mass }, N::Mass) => {
                blocks(Matrix3::from_diagonal_element(1.0 / mass / -mass), nothing)
            }
            (Bearing::Sliding { mass, .. } | Bearing::Planar { mass, .. }, N::Mass) => {
                blocks(linear() / -mass, nothing)
            }
            (Bearing::Free { inverse_inertia, .. }, N::Inertia(entry)) => {
                blocks(nothing, -inverse_inertia * symmetric_unit(entry) * inverse_inertia)
            }
            (Bearing::Planar { moment, .. }, N::Moment) => blocks(nothing, angular() / -moment),
            (Bearing::Hinged { moment, axis, pivot, .. }, _) => {
                let arm = axis.cross(&(self.position - pivot));
                let mut change = self.mobility() * (-self.moment_change(number) / *moment);
                if let N::Position(component) = number {
                    let lever = stacked(arm, **axis);
                    let turned = stacked(axis.cross(&unit(component)), Vector3::zeros());
                    change += (turned * lever.transpose() + lever * turned.transpose()) / *moment;
                }
                change
            }
            (Bearing::Free { .. } | Bearing::Guided { .. } | Bearing::Point { .. }, _) => none,
            (Bearing::Sliding { .. } | Bearing::Planar { .. }, _) => none,
        }
    }

    /// What I_a of a hinged body changes by.
    fn moment_change(&self, number: BodyNumber) -> f64 {
        use BodyNumber as N;
        let Bearing::Hinged { mass, axis, pivot, inertia, .. } = &self.bearing else { return 0.0 };
        let arm = axis.cross(&(self.position - pivot));
        match (number, inertia) {
            (N::Moment, None) => 1.0,
            (N::Mass, Some(_)) => arm.norm_squared(),
            (N::Inertia(entry), Some(_)) => axis.dot(&(symmetric_unit(entry) * axis.into_inner())),
            (N::Position(component), Some(_)) => 2.0 * mass * arm.dot(&axis.cross(&unit(component))),
            (N::Moment | N::Mass | N::Inertia(_) | N::Position(_), _) => 0.0,
            (N::Velocity(_) | N::AngularVelocity(_), _) => 0.0,
        }
    }

    /// What the motion before the impact changes by.
    pub(crate) fn motion_change(&self, number: BodyNumber) -> Motion {
        use BodyNumber as N;
        let none = Vector3::zeros();
        match (&self.bearing, number) {
            (Bearing::Fixed | Bearing::Guided { .. }, _) => Motion::default(),
            (_, N::Mass | N::Inertia(_) | N::Moment) => Motion::default(),
            (Bearing::Hinged { .. }, N::Position(axis)) => {
                Motion { linear: self.motion.angular.cross(&unit(axis)), angular: none }
            }
            (Bearing::Hinged { axis, pivot, .. }, N::AngularVelocity(component)) => {
                let angular = axis.into_inner() * axis[component];
                Motion { linear: angular.cross(&(self.position - pivot)), angular }
            }
            (Bearing::Hinged { .. }, N::Velocity(_)) => Motion::default(),
            (Bearing::Free { .. } | Bearing::Point { .. }, N::Velocity(axis)) => {
                Motion { linear: unit(axis), angular: none }
            }
            (Bearing::Sliding { axis, .. }, N::Velocity(component)) => {
                Motion { linear: axis.into_inner() * axis[component], angular: none }
            }
            (Bearing::Planar { axis, .. }, N::Velocity(component)) => {
                Motion { linear: unit(component) - axis.into_inner() * axis[component], angular: none }
            }
            (Bearing::Free { .. }, N::AngularVelocity(axis)) => Motion { linear: none, angular: unit(axis) },
            (Bearing::Planar { axis, .. }, N::AngularVelocity(component)) => {
                Motion { linear: none, angular: axis.into_inner() * axis[component] }
            }
            (Bearing::Point { .. } | Bearing::Sliding { .. }, N::AngularVelocity(_)) => Motion::default(),
            (Bearing::Free { .. } | Bearing::Point { .. }, N::Position(_)) => Motion::default(),
            (Bearing::Sliding { .. } | Bearing::Planar { .. }, N::Position(_)) => Motion::default(),
        }
    }

    /// What the kinetic energy before the impact changes by.
    pub(crate) fn energy_change(&self, number: BodyNumber) -> f64 {
        use BodyNumber as N;
        let Motion { linear, angular } = self.motion;
        let change = self.motion_change(number);
        let of_motion = match &self.bearing {
            Bearing::Fixed | Bearing::Guided { .. } => 0.0,
            Bearing::Point { mass } | Bearing::Sliding { mass, .. } => mass * linear.dot(&change.linear),
            Bearing::Free { mass, inertia, .. } => {
                mass * linear.dot(&change.linear) + angular.dot(&(inertia * change.angular))
            }
            Bearing::Planar { mass, moment, axis } => {
                mass * linear.dot(&change.linear) + moment * axis.dot(&angular) * axis.dot(&change.angular)
            }
            Bearing::Hinged { moment, axis, .. } => moment * axis.dot(&angular) * axis.dot(&change.angular),
        };
        let of_number = match (&self.bearing, number) {
            (Bearing::Hinged { axis, .. }, _) => {
                0.5 * self.moment_change(number) * axis.dot(&angular).powi(2)
            }
            (Bearing::Planar { axis, .. }, N::Moment) => 0.5 * axis.dot(&angular).powi(2),
            (Bearing::Free { .. }, N::Inertia(entry)) => {
                0.5 * angular.dot(&(symmetric_unit(entry) * angular))
            }
            (Bearing::Fixed | Bearing::Guided { .. }, _) => 0.0,
            (_, N::Mass) => 0.5 * linear.norm_squared(),
            (_, N::Inertia(_) | N::Moment | N::Position(_) | N::Velocity(_) | N::AngularVelocity(_)) => 0.0,
        };
        of_motion + of_number
    }
}
