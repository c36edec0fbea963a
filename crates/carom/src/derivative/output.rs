//! What is differentiated, and how it is called.

use std::fmt;

use super::parameter::{Axis, ContactAxis};

/// A number that an impact in contact space ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContactOutput {
    /// Velocity of a contact after the impact, in metres per second.
    Velocity {
        /// The contact.
        contact: usize,
        /// Along which of its axes.
        axis: ContactAxis,
    },
    /// Impulse of a contact, in newton seconds.
    Impulse {
        /// The contact.
        contact: usize,
        /// Along which of its axes.
        axis: ContactAxis,
    },
    /// Kinetic energy after the impact less that before, in joules.
    EnergyGained,
    /// When the last contact was released, in seconds.
    Duration,
}

impl fmt::Display for ContactOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Velocity { contact, axis } => write!(f, "contact {contact} velocity {axis}"),
            Self::Impulse { contact, axis } => write!(f, "contact {contact} impulse {axis}"),
            Self::EnergyGained => f.write_str("energy gained"),
            Self::Duration => f.write_str("duration"),
        }
    }
}

/// A number that an impact between bodies ends with. Vectors in world axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Output {
    /// Velocity of a body's centre of mass after the impact, in metres per second.
    Velocity {
        /// The body.
        body: usize,
        /// The component.
        axis: Axis,
    },
    /// Angular velocity of a body after the impact, in radians per second.
    AngularVelocity {
        /// The body.
        body: usize,
        /// The component.
        axis: Axis,
    },
    /// Impulse on the first body of a contact, in newton seconds.
    Impulse {
        /// The contact.
        contact: usize,
        /// The component.
        axis: Axis,
    },
    /// Normal part of that impulse, in newton seconds.
    NormalImpulse {
        /// The contact.
        contact: usize,
    },
    /// Kinetic energy of all bodies after the impact, in joules.
    EnergyAfter,
    /// That part of the kinetic energy before the impact.
    EnergyKept,
    /// When the last contact was released, in seconds.
    Duration,
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Velocity { body, axis } => write!(f, "body {body} velocity {axis}"),
            Self::AngularVelocity { body, axis } => write!(f, "body {body} angular velocity {axis}"),
            Self::Impulse { contact, axis } => write!(f, "contact {contact} impulse {axis}"),
            Self::NormalImpulse { contact } => write!(f, "contact {contact} normal impulse"),
            Self::EnergyAfter => f.write_str("energy after"),
            Self::EnergyKept => f.write_str("energy kept"),
            Self::Duration => f.write_str("duration"),
        }
    }
}
