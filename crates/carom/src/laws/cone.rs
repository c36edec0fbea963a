//! The friction cone without a quotient that may be infinite.
//!
//! Of the two weights the larger is 1, so that the other is μ or 1/μ and impulses made of them lie on the cone to the last bit.
//! [`FrictionCone`](crate::analysis::region::FrictionCone) has the same weights on the unit circle instead: with them one measures how far
//! an impulse is from the cone's surface.

/// μ as a pair of weights: impulses on the cone are multiples of (`tangential`·u, `normal`) with |u| = 1, and
/// μ = `tangential`/`normal`. The larger weight is 1, so that μ = 0 and μ = ∞ are two cones among others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cone {
    pub normal: f64,
    pub tangential: f64,
}

impl Cone {
    pub fn of_friction(friction: f64) -> Self {
        if friction <= 1.0 {
            Self { normal: 1.0, tangential: friction }
        } else {
            Self { normal: 1.0 / friction, tangential: 1.0 }
        }
    }

    /// Whether an impulse with these parts lies in the cone.
    pub fn contains(&self, tangential: f64, normal: f64) -> bool {
        normal >= 0.0 && self.normal * tangential <= self.tangential * normal
    }

    /// Whether nothing can slip: μ = ∞.
    pub fn is_infinite(&self) -> bool {
        self.normal == 0.0
    }
}
