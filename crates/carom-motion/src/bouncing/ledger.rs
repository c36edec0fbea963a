//! Where the energy of a world went.

/// Kinetic and potential energy, and what became of them, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FloorLedger {
    /// At the start; potential energy is counted from the plane.
    pub before: f64,
    /// At the end.
    pub after: f64,
    /// Lost in restitution, over all impacts.
    pub lost_in_restitution: f64,
    /// Lost in friction during impacts.
    pub lost_in_impact_friction: f64,
    /// Lost by balls that slide on the plane.
    pub lost_in_sliding: f64,
}

impl FloorLedger {
    /// What the ledger fails to account for: rounding.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        self.before
            - self.after
            - self.lost_in_restitution
            - self.lost_in_impact_friction
            - self.lost_in_sliding
    }
}
