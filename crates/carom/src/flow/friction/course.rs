//! How the tangential side of a contact goes during a step.
//!
//! Between steps a contact has a [`Grip`](crate::grip::Grip). A step refines it: what is pending is decided by the orders of the series, and a
//! direction of sliding is represented so that the series converges. Only the integrator sees that.

use crate::grip::Tie;

/// How the tangential load goes during a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    /// No load: the contact itself carries none.
    Idle,
    /// An order of the series to come decides whether it sticks or slips.
    Pending(Pending),
    /// It sticks: (T.1) on springs, (T.5) if rigid.
    Sticks(Tie),
    /// It slips: (T.2).
    Slips(Slip),
}

/// What is to be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pending {
    /// No load yet; decided when the normal spring begins to act.
    Starting,
    /// Rigid, not sliding, and free to stick or to slide from the order m at which its normal load begins.
    Gripping { m: usize },
    /// Rigid, bearing all it can at the order m without beginning to slide: the next order decides.
    OnTheCone { m: usize },
}

/// How the direction of sliding is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slip {
    /// Compliant: (T.3).
    Turning,
    /// Compliant, from the start of the contact, v ~ sˡ and q ~ sᵐ: (T.3) about its singular point.
    TurningFrom { l: usize, m: usize },
    /// Compliant, on springs so short that the direction follows the velocity: (T.7).
    Following,
    /// Compliant, under a force too small for its direction to matter.
    Frozen,
    /// Rigid, with v ~ sˡ: (T.4), the speed not being due to this friction itself.
    Sliding { l: usize },
    /// Rigid, and so slow that the direction follows what pushes it: (T.8), solved for all orders together.
    Creeping,
    /// Rigid, from rest, v ~ sˡ under a load q ~ sᵐ with l > m: the direction is an unknown of each order.
    Resuming { l: usize, m: usize },
}

impl Course {
    /// Whether the load is the friction of a slipping contact, (T.2).
    pub fn slips(self) -> bool {
        matches!(self, Self::Slips(_))
    }

    /// Whether a load may act: all but those that have none or none yet.
    pub fn acts(self) -> bool {
        matches!(self, Self::Sticks(_) | Self::Slips(_))
    }

    /// Whether it is rigid and sticks.
    pub fn is_held(self) -> bool {
        self == Self::Sticks(Tie::Rigid)
    }

    /// Whether springs hold it.
    pub fn is_on_springs(self) -> bool {
        self == Self::Sticks(Tie::Springs)
    }
}
