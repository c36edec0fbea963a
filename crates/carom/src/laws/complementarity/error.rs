//! Why several contacts have no answer by complementarity.

use thiserror::Error;

/// An impact that the law does not know or found no answer for. Contacts are named by their number in the impact.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ComplementarityError {
    /// A contact that is still open.
    #[error("the law is for bodies that touch, but contact {contact} has a gap of {gap} m")]
    Gap {
        /// The contact.
        contact: usize,
        /// Its gap, in metres.
        gap: f64,
    },
    /// A contact with tangential springs.
    #[error("the law has rigid friction only, but contact {contact} has a tangential compliance")]
    Compliant {
        /// The contact.
        contact: usize,
    },
    /// A contact that never slips.
    #[error("friction must be finite at several contacts, but that of contact {contact} is not")]
    InfiniteFriction {
        /// The contact.
        contact: usize,
    },
    /// A contact whose approach no impulse of its own ends.
    #[error("contact {contact} jams: no normal impulse, however large, stops its approach at {approach} m/s")]
    Jammed {
        /// The contact.
        contact: usize,
        /// How fast it approaches, in m/s.
        approach: f64,
    },
    /// No impulses were found that fulfil every condition.
    #[error(
        "no impulses fulfil all conditions after {sweeps} sweeps: contact {contact} is off by {residual:e} m/s"
    )]
    Unsettled {
        /// The contact that is farthest off.
        contact: usize,
        /// By how much it is off, in m/s.
        residual: f64,
        /// How many sweeps over all contacts were made.
        sweeps: usize,
    },
}

impl ComplementarityError {
    /// This error with the contact's number in the impact instead of that in the cluster, and velocities in m/s instead of the
    /// cluster's unit.
    pub(super) fn at(self, cluster: &[usize], speed: f64) -> Self {
        match self {
            Self::Gap { contact, gap } => Self::Gap { contact: cluster[contact], gap },
            Self::Compliant { contact } => Self::Compliant { contact: cluster[contact] },
            Self::InfiniteFriction { contact } => Self::InfiniteFriction { contact: cluster[contact] },
            Self::Jammed { contact, approach } => {
                Self::Jammed { contact: cluster[contact], approach: approach * speed }
            }
            Self::Unsettled { contact, residual, sweeps } => {
                Self::Unsettled { contact: cluster[contact], residual: residual * speed, sweeps }
            }
        }
    }
}
