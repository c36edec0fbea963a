//! Bodies: anything that answers "what change of velocity does this impulse cause?".
//!
//! A body's motion is the velocity of its centre of mass and its angular velocity, both in world axes. An impulse P
//! at a point x acts as the force P and the torque (x − c) × P about the centre of mass c, and the bearing says
//! what they change:
//!
//! ```text
//! free      Δv = P/m           Δω = I⁻¹ τ                                                (W.1)
//! point     Δv = P/m           Δω = 0                                                    (W.2)
//! fixed     Δv = 0             Δω = 0                at rest, or in a motion that nothing changes
//! sliding   Δv = a (a·P)/m     Δω = 0                along the unit axis a               (W.3)
//! hinged    Δω = a (a·τ_o)/I_a, Δv = Δω × (c − o)    about the unit axis a through o     (W.4)
//! planar    Δv = (P − a (a·P))/m,  Δω = a (a·τ)/I_c  across the unit axis a               (W.5)
//! ```
//!
//! with τ_o = (x − o) × P and I_a the moment of inertia about the hinge's axis. A planar body is one released from its hinge
//! of which nothing but I_a is known: it is free across the axis, with I_c = I_a − m |a × (c − o)|², and held along it.
//! A guided body is a free one of which 1/m or an eigenvalue of I⁻¹ may be zero: it does not move that way.
//!
//! A fixed body that moves, as a racket does whose player does not let go, does work: the impulse that it gives another one
//! times its own velocity at the point,
//!
//! ```text
//! T_before + Σ P·v_fixed = T_after + losses                                                (W.8)
//! ```

#[cfg(feature = "serde")]
mod exact;
mod mobility;
mod motion;
mod release;

use nalgebra::{Matrix3, Unit, Vector3};

use crate::error::InputError;
pub(crate) use mobility::BodyNumber;
pub use motion::Motion;
pub(crate) use release::Hinge;

/// An inertia tensor may differ from its transpose by this part of its largest entry: decimals in a file.
const ASYMMETRY: f64 = 1e-9;
/// A principal moment below this part of the largest is zero: the rounding of the tensor's entries.
const VANISHING_MOMENT: f64 = 1e-14;
/// A velocity may disagree with the body's bearing by this part of its size: decimals in a file.
const OFF_BEARING: f64 = 1e-9;

/// How a body may move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Bearing {
    Free {
        mass: f64,
        inertia: Matrix3<f64>,
        inverse_inertia: Matrix3<f64>,
    },
    /// Free, as far as 1/m and I⁻¹ are not zero.
    Guided {
        inverse_mass: f64,
        inertia: Matrix3<f64>,
        inverse_inertia: Matrix3<f64>,
    },
    Point {
        mass: f64,
    },
    /// Moves as it does, whatever hits it.
    Fixed,
    Sliding {
        mass: f64,
        axis: Unit<Vector3<f64>>,
    },
    Planar {
        mass: f64,
        moment: f64,
        axis: Unit<Vector3<f64>>,
    },
    Hinged {
        mass: f64,
        moment: f64,
        axis: Unit<Vector3<f64>>,
        pivot: Vector3<f64>,
        inertia: Option<Matrix3<f64>>,
    },
}

/// A body with its position and motion before the impact.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::exchange::BodyData", into = "crate::exchange::BodyData")
)]
pub struct Body {
    bearing: Bearing,
    position: Vector3<f64>,
    motion: Motion,
}

impl Body {
    /// A free rigid body of given mass (kg) and inertia tensor about its centre of mass in world axes (kg m²).
    pub fn rigid(mass: f64, inertia: Matrix3<f64>) -> Result<Self, InputError> {
        let mass = positive("the mass", mass)?;
        let (inertia, inverse_inertia) = invertible(inertia)?;
        Ok(Self::with(Bearing::Free { mass, inertia, inverse_inertia }))
    }

    /// A homogeneous ball: inertia 2/5 m r².
    pub fn ball(mass: f64, radius: f64) -> Result<Self, InputError> {
        let radius = positive("the radius", radius)?;
        Self::rigid(mass, Matrix3::from_diagonal_element(0.4 * mass * radius * radius))
    }

    /// A mass (kg) without extent, which does not turn.
    pub fn point(mass: f64) -> Result<Self, InputError> {
        Ok(Self::with(Bearing::Point { mass: positive("the mass", mass)? }))
    }

    /// A body of given inverse mass (1/kg) and inverse inertia tensor about its centre of mass in world axes (1/(kg m²)), as engines
    /// keep them. Zeros stand for what does not move: both for a fixed body, a zero tensor for one that does not turn, a zero
    /// eigenvalue for one that does not turn about that axis.
    pub fn from_inverse(inverse_mass: f64, inverse_inertia: Matrix3<f64>) -> Result<Self, InputError> {
        if !(inverse_mass >= 0.0 && inverse_mass.is_finite()) {
            return Err(InputError::Negative { what: "the inverse mass", value: inverse_mass });
        }
        let inverse_inertia = symmetric("the inverse inertia tensor", inverse_inertia)?;
        if inverse_inertia == Matrix3::zeros() {
            return if inverse_mass > 0.0 { Self::point(1.0 / inverse_mass) } else { Ok(Self::fixed()) };
        }
        if let Ok((inverse_inertia, inertia)) = invertible(inverse_inertia)
            && inverse_mass > 0.0
        {
            let mass = positive("the mass", 1.0 / inverse_mass)?;
            return Ok(Self::with(Bearing::Free { mass, inertia, inverse_inertia }));
        }
        let (inertia, inverse_inertia) = pseudo_inverse(inverse_inertia)?;
        Ok(Self::with(Bearing::Guided { inverse_mass, inertia, inverse_inertia }))
    }

    /// A body that nothing moves: a table, a wall. Given a velocity it keeps it, as a racket does that is held fast.
    #[must_use]
    pub fn fixed() -> Self {
        Self::with(Bearing::Fixed)
    }

    /// A body of given mass (kg) that only translates along `axis`: a cue.
    pub fn sliding(mass: f64, axis: Vector3<f64>) -> Result<Self, InputError> {
        let mass = positive("the mass", mass)?;
        Ok(Self::with(Bearing::Sliding { mass, axis: direction("the sliding axis", axis)? }))
    }

    /// A body on a hinge: it turns about `axis` through `pivot` (world coordinates, metres). `mass` in kg and
    /// `moment`, the moment of inertia about that axis, in kg m².
    pub fn hinged(
        mass: f64,
        moment: f64,
        axis: Vector3<f64>,
        pivot: Vector3<f64>,
    ) -> Result<Self, InputError> {
        let mass = positive("the mass", mass)?;
        let moment = positive("the moment of inertia about the hinge", moment)?;
        let axis = direction("the hinge axis", axis)?;
        finite("the pivot", pivot)?;
        Ok(Self::with(Bearing::Hinged { mass, moment, axis, pivot, inertia: None }))
    }

    /// A body on a hinge of which everything is known: mass in kg, inertia tensor about its centre of mass in world axes
    /// in kg m², hinge axis and pivot, and the place of the centre of mass (world coordinates, metres).
    pub fn rigid_on_hinge(
        mass: f64,
        inertia: Matrix3<f64>,
        axis: Vector3<f64>,
        pivot: Vector3<f64>,
        position: Vector3<f64>,
    ) -> Result<Self, InputError> {
        let mass = positive("the mass", mass)?;
        let (inertia, _) = invertible(inertia)?;
        let axis = direction("the hinge axis", axis)?;
        finite("the pivot", pivot)?;
        // The moment about the hinge comes with the place of the centre of mass.
        let moment = axis.dot(&(inertia * axis.into_inner()));
        Self::with(Bearing::Hinged { mass, moment, axis, pivot, inertia: Some(inertia) }).at(position)
    }

    fn with(bearing: Bearing) -> Self {
        Self { bearing, position: Vector3::zeros(), motion: Motion::default() }
    }

    /// Places the centre of mass (metres, world coordinates).
    pub fn at(mut self, position: Vector3<f64>) -> Result<Self, InputError> {
        self.position = finite("the position", position)?;
        if let Bearing::Hinged { mass, moment, axis, pivot, inertia: Some(inertia) } = &mut self.bearing {
            let arm = axis.cross(&(position - *pivot));
            *moment = axis.dot(&(*inertia * axis.into_inner())) + *mass * arm.norm_squared();
        }
        Ok(self)
    }

    /// Position of the centre of mass, in metres.
    #[must_use]
    pub fn position(&self) -> Vector3<f64> {
        self.position
    }

    /// Motion before the impact.
    #[must_use]
    pub fn motion(&self) -> Motion {
        self.motion
    }

    /// Whether no impulse moves the body.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.bearing == Bearing::Fixed
    }

    /// The only axis along which the body moves, if it is on a slide.
    #[must_use]
    pub fn slide_axis(&self) -> Option<Vector3<f64>> {
        match self.bearing {
            Bearing::Sliding { axis, .. } => Some(axis.into_inner()),
            Bearing::Free { .. } | Bearing::Guided { .. } | Bearing::Point { .. } | Bearing::Fixed => None,
            Bearing::Planar { .. } | Bearing::Hinged { .. } => None,
        }
    }

    /// The only axis about which the body turns and a point of it (metres, world), if it is on a hinge.
    #[must_use]
    pub fn hinge_line(&self) -> Option<[Vector3<f64>; 2]> {
        match self.bearing {
            Bearing::Hinged { axis, pivot, .. } => Some([axis.into_inner(), pivot]),
            Bearing::Free { .. } | Bearing::Guided { .. } | Bearing::Point { .. } | Bearing::Fixed => None,
            Bearing::Sliding { .. } | Bearing::Planar { .. } => None,
        }
    }

    /// The body's mass, in kilograms; infinite if impulses do not move its centre.
    #[must_use]
    pub fn mass(&self) -> f64 {
        match self.bearing {
            Bearing::Fixed => f64::INFINITY,
            Bearing::Guided { inverse_mass, .. } => 1.0 / inverse_mass,
            Bearing::Free { mass, .. }
            | Bearing::Point { mass }
            | Bearing::Sliding { mass, .. }
            | Bearing::Planar { mass, .. }
            | Bearing::Hinged { mass, .. } => mass,
        }
    }

    /// Inertia tensor about the centre of mass in world axes, in kg m², of a body that turns freely.
    #[must_use]
    pub fn inertia(&self) -> Option<Matrix3<f64>> {
        match self.bearing {
            Bearing::Free { inertia, .. } => Some(inertia),
            Bearing::Guided { .. } | Bearing::Point { .. } | Bearing::Fixed => None,
            Bearing::Sliding { .. } | Bearing::Planar { .. } | Bearing::Hinged { .. } => None,
        }
    }

    /// The change of motion that an impulse (newton seconds) at a point (metres, world) causes: (W.1) to (W.5).
    #[must_use]
    pub fn response(&self, impulse: Vector3<f64>, point: Vector3<f64>) -> Motion {
        match &self.bearing {
            Bearing::Free { mass, inverse_inertia, .. } => Motion {
                linear: impulse / *mass,
                angular: inverse_inertia * (point - self.position).cross(&impulse),
            },
            Bearing::Guided { inverse_mass, inverse_inertia, .. } => Motion {
                linear: impulse * *inverse_mass,
                angular: inverse_inertia * (point - self.position).cross(&impulse),
            },
            Bearing::Point { mass } => Motion { linear: impulse / *mass, angular: Vector3::zeros() },
            Bearing::Fixed => Motion::default(),
            Bearing::Sliding { mass, axis } => {
                Motion { linear: axis.into_inner() * (axis.dot(&impulse) / mass), angular: Vector3::zeros() }
            }
            Bearing::Hinged { moment, axis, pivot, .. } => {
                let angular = axis.into_inner() * (axis.dot(&(point - pivot).cross(&impulse)) / moment);
                Motion { linear: angular.cross(&(self.position - pivot)), angular }
            }
            Bearing::Planar { mass, moment, axis } => {
                let torque = axis.dot(&(point - self.position).cross(&impulse));
                let along = axis.into_inner() * axis.dot(&impulse);
                Motion { linear: (impulse - along) / *mass, angular: axis.into_inner() * (torque / moment) }
            }
        }
    }

    /// Velocity of the body's material at a point (metres, world) when it moves with `motion`.
    #[must_use]
    pub fn velocity_at(&self, motion: &Motion, point: Vector3<f64>) -> Vector3<f64> {
        motion.linear + motion.angular.cross(&(point - self.position))
    }

    /// Kinetic energy of a motion, in joules; none for a fixed body.
    #[must_use]
    pub fn kinetic_energy(&self, motion: &Motion) -> f64 {
        match &self.bearing {
            Bearing::Fixed => 0.0,
            Bearing::Point { mass } | Bearing::Sliding { mass, .. } => {
                0.5 * mass * motion.linear.norm_squared()
            }
            Bearing::Free { mass, inertia, .. } => {
                0.5 * (mass * motion.linear.norm_squared() + motion.angular.dot(&(inertia * motion.angular)))
            }
            Bearing::Guided { inverse_mass, inertia, .. } => {
                let moving =
                    if *inverse_mass > 0.0 { motion.linear.norm_squared() / inverse_mass } else { 0.0 };
                0.5 * (moving + motion.angular.dot(&(inertia * motion.angular)))
            }
            Bearing::Planar { mass, moment, axis } => {
                0.5 * (mass * motion.linear.norm_squared() + moment * axis.dot(&motion.angular).powi(2))
            }
            Bearing::Hinged { moment, axis, .. } => 0.5 * moment * axis.dot(&motion.angular).powi(2),
        }
    }
}

fn positive(what: &'static str, value: f64) -> Result<f64, InputError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(InputError::NotPositive { what, value }) }
}

fn finite(what: &'static str, vector: Vector3<f64>) -> Result<Vector3<f64>, InputError> {
    if vector.iter().all(|x| x.is_finite()) { Ok(vector) } else { Err(InputError::NotFinite { what }) }
}

pub(crate) fn direction(what: &'static str, vector: Vector3<f64>) -> Result<Unit<Vector3<f64>>, InputError> {
    let vector = finite(what, vector)?;
    // Scaled first, so that neither huge nor tiny components overflow in the norm.
    let largest = vector.amax();
    if largest == 0.0 {
        return Err(InputError::NoDirection { what });
    }
    Ok(Unit::new_normalize(vector / largest))
}

/// A positive definite inertia tensor, and its inverse.
fn invertible(inertia: Matrix3<f64>) -> Result<(Matrix3<f64>, Matrix3<f64>), InputError> {
    let inertia = symmetric("the inertia tensor", inertia)?;
    let scale = inertia.amax(); // divided out, so that the iteration for the moments cannot overflow
    let moments = (inertia / scale).symmetric_eigenvalues();
    let smallest = moments.min() * scale;
    if smallest.is_nan() || moments.min() <= VANISHING_MOMENT * moments.max() {
        return Err(InputError::InertiaNotPositive { smallest });
    }
    let inverse = inertia.try_inverse().ok_or(InputError::InertiaNotPositive { smallest })?;
    Ok((inertia, inverse))
}

/// A positive semidefinite inverse inertia tensor without what is rounding of zero, and the inertia about the axes that turn.
fn pseudo_inverse(inverse_inertia: Matrix3<f64>) -> Result<(Matrix3<f64>, Matrix3<f64>), InputError> {
    let scale = inverse_inertia.amax();
    let eigen = (inverse_inertia / scale).symmetric_eigen();
    let (largest, smallest) = (eigen.eigenvalues.max(), eigen.eigenvalues.min());
    if smallest < -VANISHING_MOMENT * largest {
        return Err(InputError::InverseInertiaNegative { smallest: smallest * scale });
    }
    let turns = |x: f64| x > VANISHING_MOMENT * largest;
    let of = |values: Vector3<f64>| {
        let full = eigen.eigenvectors * Matrix3::from_diagonal(&values) * eigen.eigenvectors.transpose();
        (full + full.transpose()) * 0.5
    };
    let inertia = of(eigen.eigenvalues.map(|x| if turns(x) { 1.0 / (x * scale) } else { 0.0 }));
    let inverse = of(eigen.eigenvalues.map(|x| if turns(x) { x * scale } else { 0.0 }));
    Ok((inertia, inverse))
}

fn symmetric(what: &'static str, inertia: Matrix3<f64>) -> Result<Matrix3<f64>, InputError> {
    if inertia.iter().any(|x| !x.is_finite()) {
        return Err(InputError::NotFinite { what });
    }
    for (row, column) in [(0, 1), (0, 2), (1, 2)] {
        let difference = (inertia[(row, column)] - inertia[(column, row)]).abs();
        if difference > ASYMMETRY * inertia.amax() {
            return Err(InputError::InertiaNotSymmetric {
                what,
                row: row + 1,
                column: column + 1,
                difference,
            });
        }
    }
    Ok((inertia + inertia.transpose()) * 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    #[test]
    fn a_rod_on_a_hinge_answers_like_its_moment_of_inertia() {
        // Rod of length 2 and mass 3 hinged at one end: I = m L²/3 = 4. A blow of 1 at the free end: Δω = 2/4.
        let rod = Body::hinged(3.0, 4.0, Vector3::y(), Vector3::zeros())
            .unwrap()
            .at(vector![1.0, 0.0, 0.0])
            .unwrap();
        let change = rod.response(vector![0.0, 0.0, -1.0], vector![2.0, 0.0, 0.0]);
        assert!((change.angular - vector![0.0, 0.5, 0.0]).norm() < 1e-15);
        assert!((change.linear - vector![0.0, 0.0, -0.5]).norm() < 1e-15);
        assert!((rod.kinetic_energy(&change) - 0.5 * 4.0 * 0.25).abs() < 1e-15);
    }

    #[test]
    fn a_cue_only_answers_along_its_axis() {
        let cue = Body::sliding(2.0, vector![3.0, 0.0, 4.0]).unwrap();
        let change = cue.response(vector![0.0, 0.0, 10.0], Vector3::zeros());
        assert!((change.linear - vector![0.6, 0.0, 0.8] * 4.0).norm() < 1e-15);
    }

    #[test]
    fn work_done_by_an_impulse_is_the_change_of_kinetic_energy() {
        let inertia = Matrix3::new(2.0, 0.3, 0.0, 0.3, 1.5, -0.2, 0.0, -0.2, 1.0);
        let body = Body::rigid(3.0, inertia).unwrap();
        let (impulse, point) = (vector![1.0, -2.0, 0.5], vector![0.3, 0.1, -0.7]);
        let after = body.response(impulse, point);
        // From rest the work is half the impulse times the velocity it causes at its point.
        let work = 0.5 * impulse.dot(&body.velocity_at(&after, point));
        assert!((body.kinetic_energy(&after) - work).abs() < 1e-14);
    }

    #[test]
    fn impossible_bodies_are_refused() {
        for mass in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Body::point(mass).is_err(), "{mass}");
        }
        assert!(Body::rigid(1.0, Matrix3::zeros()).is_err());
        assert!(Body::rigid(1.0, Matrix3::from_diagonal(&vector![1.0, 1.0, -1.0])).is_err());
        assert!(Body::rigid(1.0, Matrix3::new(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)).is_err());
        assert!(Body::sliding(1.0, Vector3::zeros()).is_err());
        assert!(Body::sliding(1.0, Vector3::x()).unwrap().moving(Vector3::y()).is_err());
        assert!(Body::point(1.0).unwrap().spinning(Vector3::y()).is_err());
        assert!(Body::point(1.0).unwrap().at(vector![f64::NAN, 0.0, 0.0]).is_err());
    }
}
