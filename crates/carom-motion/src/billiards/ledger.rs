//! Where the energy of a whole shot went.

use super::cloth::Rubbed;

/// Energy over a shot, in joules. Mechanical energy is kinetic energy plus weight times height above the bed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ShotLedger {
    /// Mechanical energy of all balls before.
    pub before: f64,
    /// Mechanical energy of the balls in play at the end.
    pub after: f64,
    /// Taken by the cloth's sliding friction.
    pub sliding: f64,
    /// Taken by rolling resistance.
    pub rolling: f64,
    /// Taken by the cloth from spin about the vertical.
    pub spinning: f64,
    /// Lost in restitution in impacts.
    pub restitution: f64,
    /// Lost in friction in impacts.
    pub impact_friction: f64,
    /// Vertical motion too slow to leave the cloth, which swallows it.
    pub swallowed: f64,
    /// What keeping pressed contacts apart added (negative) or took.
    pub kept_apart: f64,
    /// Mechanical energy with which balls fell into pockets.
    pub pocketed: f64,
    /// Mechanical energy with which balls left the table.
    pub left_table: f64,
}

impl ShotLedger {
    /// What the ledger fails to account for, in joules: rounding.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        let cloth = self.sliding + self.rolling + self.spinning;
        let impacts = self.restitution + self.impact_friction + self.swallowed + self.kept_apart;
        self.before - self.after - cloth - impacts - self.pocketed - self.left_table
    }

    pub(crate) fn rub(&mut self, rubbed: Rubbed) {
        self.sliding += rubbed.sliding;
        self.rolling += rubbed.rolling;
        self.spinning += rubbed.spinning;
    }
}
