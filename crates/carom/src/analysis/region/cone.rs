//! The friction cone, for any coefficient from none to infinite.

use nalgebra::Vector3;

use crate::laws::cone::Cone;

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
        let Cone { normal, tangential } = Cone::of_friction(friction);
        let length = libm::hypot(normal, tangential);
        Self {
            friction,
            half_angle: libm::atan(friction),
            sine: tangential / length,
            cosine: normal / length,
        }
    }

    /// Distance of an impulse from the cone's surface, positive inside, in the impulse's unit.
    #[must_use]
    pub fn margin(&self, impulse: &Vector3<f64>) -> f64 {
        impulse.z * self.sine - impulse.xy().norm() * self.cosine // (I.4)
    }
}
