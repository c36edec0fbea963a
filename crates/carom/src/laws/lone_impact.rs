//! One contact about to collide: W, v₀ and the contact's coefficients.
//!
//! Two impulses are the landmarks of every law \[Chatterjee1998, eqs. (3) and (4)\]:
//!
//! ```text
//! p_I  = −(vₙ/Wₙₙ) n      plastic without friction: the normal velocity ends at zero                (P.3)
//! p_II = −M v₀            plastic and sticking: the whole velocity ends at zero                     (P.4)
//! ```
//!
//! M is the inverse of W. Where a bearing makes an eigenvalue of W zero, as for a pendulum that strikes along its rod, M is
//! unbounded; a velocity that the bearing allows has no part along that eigenvector, so that −Mv₀ tends to the finite
//! −W⁺v₀, with the pseudo-inverse, as the bearing stiffens. It is this limit that p_II stands for.

use nalgebra::{Matrix3, SymmetricEigen, Vector3};

use super::LawError;
use crate::friction::TangentialLaw;
use crate::impact::Impact;
use crate::link::Takes;
use crate::quantity::{Friction, Restitution, TangentialRestitution};

/// An eigenvalue of W below this part of the largest is rounding, and zero: a hundred times the rounding of the entries
/// themselves.
pub(crate) const ROUNDING_OF_EIGENVALUES: f64 = 1e-13;

/// A given matrix may differ from its transpose by this part of its largest entry: decimals in a file.
const ASYMMETRY: f64 = 1e-9;

/// The coefficients of one contact that laws use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// e, from 0 to 1. What it compares, energies, impulses or velocities, is the law's.
    pub restitution: Restitution,
    /// μ, from 0 to ∞.
    pub friction: Friction,
    /// e_t, from −1 to 1.
    pub tangential_restitution: TangentialRestitution,
}

impl Default for Coefficients {
    /// Elastic and frictionless, with no tangential restitution.
    fn default() -> Self {
        Self {
            restitution: Restitution::ELASTIC,
            friction: Friction::NONE,
            tangential_restitution: TangentialRestitution::NONE,
        }
    }
}

/// One contact about to collide, in its frame (t1, t2, n).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoneImpact {
    inverse_mass: Matrix3<f64>,
    /// M = W⁻¹, or W⁺ where a bearing makes M unbounded.
    mass: Matrix3<f64>,
    boundedness: Boundedness,
    velocity: Vector3<f64>,
    coefficients: Coefficients,
}

/// Whether M is finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boundedness {
    Bounded,
    /// W has an eigenvalue of zero.
    Unbounded,
}

impl LoneImpact {
    /// From W of (P.1) in 1/kg, which must be symmetric and positive semidefinite with Wₙₙ > 0, and the relative velocity
    /// before the impact in m/s (vₙ < 0 approaches).
    pub fn new(
        inverse_mass: Matrix3<f64>,
        velocity: Vector3<f64>,
        coefficients: Coefficients,
    ) -> Result<Self, LawError> {
        if velocity.iter().any(|x| !x.is_finite()) {
            return Err(LawError::NotFinite { what: "the velocity" });
        }
        let what = "the inverse mass matrix";
        let inverse_mass = symmetric(what, &inverse_mass)?;
        if inverse_mass.m33 <= 0.0 {
            return Err(LawError::Immovable);
        }
        let (mass, boundedness) = inverted(&inverse_mass).map_err(|smallest| LawError::NotPositive {
            what,
            needed: "positive semidefinite",
            smallest,
        })?;
        Ok(Self { inverse_mass, mass, boundedness, velocity, coefficients })
    }

    /// From M in kg, which must be symmetric and positive definite.
    pub fn from_mass(
        mass: Matrix3<f64>,
        velocity: Vector3<f64>,
        coefficients: Coefficients,
    ) -> Result<Self, LawError> {
        let what = "the mass matrix";
        let mass = symmetric(what, &mass)?;
        let not_positive = |smallest| LawError::NotPositive { what, needed: "positive definite", smallest };
        match inverted(&mass).map_err(not_positive)? {
            (inverse_mass, Boundedness::Bounded) => {
                let impact = Self::new(inverse_mass, velocity, coefficients)?;
                Ok(Self { mass, ..impact })
            }
            (_, Boundedness::Unbounded) => Err(not_positive(0.0)),
        }
    }

    /// The impact of bodies at their only contact, in the frame that [`Impact::axes`] gives. Its stiffness does not matter.
    ///
    /// # Errors
    /// Any number of contacts but one, tangential springs, an open gap, or a matrix that [`LoneImpact::new`] refuses.
    pub fn between_bodies(impact: &Impact) -> Result<Self, LawError> {
        let [contact] = impact.contacts() else {
            return Err(LawError::NotAlone { contacts: impact.contacts().len() });
        };
        match contact.tangential_law() {
            TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => {}
            TangentialLaw::Compliant { .. } => return Err(LawError::Compliant),
        }
        let gap = contact.law().gap;
        if gap > 0.0 {
            return Err(LawError::Gap { gap });
        }
        Self::at_contact(impact, 0)
    }

    /// One contact of an impact as if it were alone and its friction rigid, in the frame that [`Impact::axes`] gives.
    ///
    /// # Errors
    /// A matrix that [`LoneImpact::new`] refuses.
    pub fn at_contact(impact: &Impact, contact: usize) -> Result<Self, LawError> {
        let coefficients = impact.contacts()[contact].coefficients();
        Self::new(inverse_mass(impact, contact), impact.relative_velocity(contact), coefficients)
    }

    /// The same contact with another velocity before the impact, in m/s.
    #[must_use]
    pub fn with_velocity(self, velocity: Vector3<f64>) -> Self {
        Self { velocity, ..self }
    }

    /// The same contact with other coefficients.
    #[must_use]
    pub fn with_coefficients(self, coefficients: Coefficients) -> Self {
        Self { coefficients, ..self }
    }

    /// The same contact in the frame (t2, −t1, n).
    #[must_use]
    pub(crate) fn quarter_turned(self) -> Self {
        let turned =
            |m: Matrix3<f64>| Matrix3::new(m.m22, -m.m12, m.m23, -m.m12, m.m11, -m.m13, m.m23, -m.m13, m.m33);
        Self {
            inverse_mass: turned(self.inverse_mass),
            mass: turned(self.mass),
            velocity: Vector3::new(self.velocity.y, -self.velocity.x, self.velocity.z),
            ..self
        }
    }

    /// W of (P.1), in 1/kg.
    #[must_use]
    pub fn inverse_mass(&self) -> Matrix3<f64> {
        self.inverse_mass
    }

    /// M, in kg; none if a bearing makes it unbounded.
    #[must_use]
    pub fn mass(&self) -> Option<Matrix3<f64>> {
        match self.boundedness {
            Boundedness::Bounded => Some(self.mass),
            Boundedness::Unbounded => None,
        }
    }

    /// Relative velocity before the impact in the frame (t1, t2, n), in m/s.
    #[must_use]
    pub fn velocity(&self) -> Vector3<f64> {
        self.velocity
    }

    /// The contact's coefficients.
    #[must_use]
    pub fn coefficients(&self) -> Coefficients {
        self.coefficients
    }

    /// μ.
    #[must_use]
    pub fn friction(&self) -> f64 {
        self.coefficients.friction.value()
    }

    /// e.
    #[must_use]
    pub fn restitution(&self) -> f64 {
        self.coefficients.restitution.value()
    }

    /// e_t.
    #[must_use]
    pub fn tangential_restitution(&self) -> f64 {
        self.coefficients.tangential_restitution.value()
    }

    /// Relative velocity after an impulse, in m/s: (P.1).
    #[must_use]
    pub fn velocity_after(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.inverse_mass * impulse
    }

    /// p_I of (P.3), in N s: plastic without friction.
    #[must_use]
    pub fn plastic_impulse(&self) -> Vector3<f64> {
        Vector3::new(0.0, 0.0, -self.velocity.z / self.inverse_mass.m33)
    }

    /// p_II of (P.4), in N s: plastic and sticking.
    #[must_use]
    pub fn sticking_impulse(&self) -> Vector3<f64> {
        -(self.mass * self.velocity)
    }

    /// The energy ½v₀·Mv₀ that impulses at the contact can take away, in J.
    #[must_use]
    pub fn contact_energy(&self) -> f64 {
        self.velocity.dot(&(self.mass * self.velocity)) / 2.0
    }

    /// Whether the impact stays in the plane of t1 and the normal: nothing moves along t2, nor is coupled to it.
    #[must_use]
    pub fn is_planar(&self) -> bool {
        let w = &self.inverse_mass;
        self.velocity.y == 0.0 && w.m12 == 0.0 && w.m23 == 0.0
    }

    /// Whether W is diagonal, as for spheres.
    #[must_use]
    pub fn is_central(&self) -> bool {
        let w = &self.inverse_mass;
        w.m12 == 0.0 && w.m13 == 0.0 && w.m23 == 0.0
    }
}

/// The matrix made symmetric, if it nearly is.
fn symmetric(what: &'static str, matrix: &Matrix3<f64>) -> Result<Matrix3<f64>, LawError> {
    if matrix.iter().any(|x| !x.is_finite()) {
        return Err(LawError::NotFinite { what });
    }
    let difference = (matrix / 2.0 - matrix.transpose() / 2.0).amax() * 2.0;
    if difference > ASYMMETRY * matrix.amax() {
        return Err(LawError::NotSymmetric { what, difference });
    }
    Ok(matrix / 2.0 + matrix.transpose() / 2.0)
}

/// The inverse of a symmetric matrix, or its pseudo-inverse where an eigenvalue is zero; the smallest eigenvalue if that is
/// negative.
fn inverted(matrix: &Matrix3<f64>) -> Result<(Matrix3<f64>, Boundedness), f64> {
    let scale = matrix.amax();
    if scale == 0.0 {
        return Ok((Matrix3::zeros(), Boundedness::Unbounded));
    }
    let scaled = matrix / scale;
    let eigen = SymmetricEigen::new(scaled);
    let rounding = ROUNDING_OF_EIGENVALUES * eigen.eigenvalues.amax();
    let smallest = eigen.eigenvalues.min();
    if smallest < -rounding {
        return Err(smallest * scale);
    }
    if smallest > rounding
        && let Some(cholesky) = scaled.cholesky()
    {
        return Ok((cholesky.inverse() / scale, Boundedness::Bounded));
    }
    let reciprocal = eigen.eigenvalues.map(|x| if x > rounding { 1.0 / x } else { 0.0 });
    let vectors = eigen.eigenvectors;
    let inverse = vectors * Matrix3::from_diagonal(&reciprocal) * vectors.transpose();
    Ok(((inverse / 2.0 + inverse.transpose() / 2.0) / scale, Boundedness::Unbounded))
}

/// W of (P.1) in full: without friction the tangents still move.
fn inverse_mass(impact: &Impact, contact: usize) -> Matrix3<f64> {
    let port = impact.contacts()[contact].port(&impact.axes()[contact], Takes::Force);
    let rows = impact.linkage().couple(impact.bodies(), &[port]);
    rows.into_iter().flatten().map(|(_, block)| block).sum()
}

#[cfg(test)]
mod tests {
    use nalgebra::vector;

    use super::*;
    use crate::laws::routh::{Outcome, Routh};
    use crate::{Body, Compliance, Contact, Model, NormalLaw, Separation, Stiffness};

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    fn elastic() -> NormalLaw {
        NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT)
    }

    fn impact(contacts: Vec<Contact>, separation: Separation) -> Impact {
        let ball = Body::ball(2.0, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
        let ball = ball.moving(vector![0.0, 3.0, -1.0]).unwrap();
        Impact::new(vec![ball, Body::fixed()], contacts, Model { separation, ..Model::default() }).unwrap()
    }

    fn contact(law: NormalLaw, tangential: TangentialLaw) -> Contact {
        Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law).unwrap().with_friction(tangential)
    }

    #[test]
    fn a_ball_has_its_own_matrix_with_or_without_friction() {
        for tangential in
            [TangentialLaw::Frictionless, TangentialLaw::Rigid { friction: Friction::new(0.1).unwrap() }]
        {
            let bodies = impact(vec![contact(elastic(), tangential)], Separation::Instant);
            let lone = LoneImpact::between_bodies(&bodies).unwrap();
            // 7/2 across and 1 along the normal, over the mass of 2.
            let expected = Matrix3::from_diagonal(&vector![1.75, 1.75, 0.5]);
            assert!((lone.inverse_mass - expected).amax() < FEW_ROUNDINGS);
            assert_eq!(lone.velocity(), vector![3.0, 0.0, -1.0]);
        }
    }

    #[test]
    fn a_ball_that_slides_throughout_is_braked_along_the_world_axis_it_slides_on() {
        let tangential = TangentialLaw::Rigid { friction: Friction::new(0.1).unwrap() };
        let bodies = impact(vec![contact(elastic(), tangential)], Separation::Instant);
        let lone = LoneImpact::between_bodies(&bodies).unwrap();
        let Ok(Outcome::Solved(solution)) = Routh::default().follow(&lone) else { panic!("it approaches") };
        let outcome = solution.of_bodies(&bodies);
        // p_n = 2·2·1, friction takes 0.1 of it against y, and turns the ball by p/(0.4·2).
        assert!((outcome.bodies[0].linear - vector![0.0, 2.8, 1.0]).amax() < FEW_ROUNDINGS);
        assert!((outcome.bodies[0].angular - vector![-0.5, 0.0, 0.0]).amax() < FEW_ROUNDINGS);
        assert!(outcome.energy.imbalance().abs() < FEW_ROUNDINGS * outcome.energy.before);
    }

    #[test]
    fn what_the_law_does_not_know_is_refused() {
        let plain = || contact(elastic(), TangentialLaw::Frictionless);
        let refusal = |contacts, separation| LoneImpact::between_bodies(&impact(contacts, separation)).err();
        assert_eq!(refusal(vec![], Separation::Instant), Some(LawError::NotAlone { contacts: 0 }));
        assert_eq!(
            refusal(vec![plain(), plain()], Separation::Instant),
            Some(LawError::NotAlone { contacts: 2 })
        );
        let open = contact(NormalLaw { gap: 0.5, ..elastic() }, TangentialLaw::Frictionless);
        assert_eq!(refusal(vec![open], Separation::Tracked), Some(LawError::Gap { gap: 0.5 }));
        let (friction, compliance) = (Friction::new(0.1).unwrap(), Compliance::new(1.0).unwrap());
        let springs = contact(elastic(), TangentialLaw::Compliant { friction, compliance });
        assert_eq!(refusal(vec![springs], Separation::Instant), Some(LawError::Compliant));
    }
}
