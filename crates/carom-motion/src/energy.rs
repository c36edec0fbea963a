//! Where the mechanical energy of a motion is at an instant.

/// Mechanical energy, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// Kinetic energy of the centres of mass.
    pub translation: f64,
    /// Kinetic energy of turning about them.
    pub rotation: f64,
    /// Weight times height.
    pub height: f64,
}

impl Energy {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.translation + self.rotation + self.height
    }
}

impl std::iter::Sum for Energy {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            translation: sum.translation + part.translation,
            rotation: sum.rotation + part.rotation,
            height: sum.height + part.height,
        })
    }
}
