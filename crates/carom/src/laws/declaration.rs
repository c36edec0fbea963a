//! What a law is, and what it says of itself.

use std::fmt::Debug;

use nalgebra::Vector3;

use super::{Collision, LawError, LoneImpact, Slopes};

/// A law for a single contact.
pub trait ImpactLaw: Debug + Send + Sync {
    /// What the law says of itself; the tests hold it to that.
    fn declaration(&self) -> Declaration;

    /// The impulse on the first body in the frame (t1, t2, n), in N s. The bodies approach, vₙ < 0, or graze each other,
    /// vₙ = 0; then it is the limit of ever slower approach. [`apply`](super::apply) sees to the other cases.
    ///
    /// # Errors
    /// Impacts outside the law's domain, and those for which it has no answer.
    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError>;

    /// The impulse and what it took. A law with a [course](ImpactLaw::has_course) tells the losses along it; by default they are those along
    /// a straight line.
    ///
    /// # Errors
    /// As [`ImpactLaw::impulse`].
    fn collision(&self, impact: &LoneImpact) -> Result<Collision, LawError> {
        Ok(Collision::of_impulse(impact, self.impulse(impact)?))
    }

    /// The impulse with its derivatives. The bodies approach, and there is friction: [`slopes`](super::slopes()) sees to the other cases.
    ///
    /// # Errors
    /// As [`ImpactLaw::impulse`], and a law whose derivatives are not known, as by default.
    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.impulse(impact)?;
        Err(LawError::NoSlopes { reason: "the law has none" })
    }

    /// Whether the law says how its impulse grows, and so which part of the lost energy friction took. Without a course only the sum
    /// of the losses has a meaning, unless there is no friction.
    fn has_course(&self) -> bool {
        false
    }
}

/// What a law says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// The law's name in scene files.
    pub name: &'static str,
    /// The law in words, as "Routh's law".
    pub title: &'static str,
    /// Where it comes from: keys of the project's list of references.
    pub citation: &'static str,
    /// What it needs besides W and v₀.
    pub parameters: &'static [Parameter],
    /// Which impacts it knows.
    pub domain: Domain,
    /// What it promises for all of them.
    pub promises: Promises,
}

/// A number that a law needs besides W and v₀.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The coefficient of friction μ.
    Friction,
    /// The coefficient of restitution e; what it compares is the law's.
    Restitution,
    /// The coefficient of tangential restitution e_t.
    TangentialRestitution,
    /// Numbers that only this law has.
    Own(&'static str),
}

/// The impacts that a law knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// All.
    Any,
    /// Those without friction.
    Frictionless,
    /// Those that stay in one plane with the normal.
    Planar,
    /// Those that stay in one plane; others without tangential restitution.
    PlanarOrWithoutTangentialRestitution,
    /// Those of bodies like spheres: W is diagonal in the frame of the normal and the sliding.
    Central,
}

/// What a law promises: that every impulse it gives lies where it says. The four are the conditions of
/// \[Chatterjee1998, sec. 3.2\] and that there is one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promises {
    /// No kinetic energy is created.
    pub dissipates: bool,
    /// The bodies do not approach any more.
    pub separates: bool,
    /// The impulse does not pull, and lies in the friction cone.
    pub stays_in_cone: bool,
    /// There is exactly one answer.
    pub is_unique: bool,
}

impl Promises {
    /// Everything.
    pub const ALL: Self = Self { dissipates: true, separates: true, stays_in_cone: true, is_unique: true };

    /// Whether the law's impulses are promised to lie in the permissible region.
    #[must_use]
    pub fn are_permissible(self) -> bool {
        self.dissipates && self.separates && self.stays_in_cone
    }
}
