//! The friction cone, for any coefficient from none to infinite.

use nalgebra::Vector3;

/// The impulses with |p_t| ≤ μ pₙ: a ray for μ = 0, a half space for μ = ∞.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrictionCone {
    /// μ, from 0 to ∞.
    pub friction: f64,
    /// Half the opening angle φ = atan μ, in radians.
    pub half_angle: f64,
    /// sin φ.
    pub sine: f64,
    /// cos φ, exactly zero for μ = ∞.
    pub cosine: f64,
}

impl FrictionCone {
    /// The cone of a coefficient of friction of zero or more.
    #[must_use]
    pub fn of(friction: f64) -> Self {
        // The hypotenuse of 1 and μ; for large μ of 1/μ and 1, so that nothing overflows.
        let (sine, cosine) = if friction <= 1.0 {
            let cosine = 1.0 / 1.0_f64.hypot(friction);
            (friction * cosine, cosine)
        } else {
            let sine = 1.0 / 1.0_f64.hypot(1.0 / friction);
            (sine, sine / friction)
        };
        Self { friction, half_angle: friction.atan(), sine, cosine }
    }

    /// Distance of an impulse from the cone's surface, positive inside, in the impulse's unit.
    #[must_use]
    pub fn margin(&self, impulse: &Vector3<f64>) -> f64 {
        impulse.z * self.sine - impulse.xy().norm() * self.cosine // (I.4)
    }
}
