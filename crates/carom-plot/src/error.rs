//! Why a figure could not be drawn.

use thiserror::Error;

/// A figure that could not be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The impulse plane of an impact that has not two contacts.
    #[error("the impulse plane needs exactly two contacts, but there are {contacts}")]
    NotAPlane {
        /// How many there are.
        contacts: usize,
    },
    /// Impulse space of an impact that has not one contact.
    #[error("impulse space is drawn for a single contact, but there are several")]
    NotOneContact,
    /// The impulse plane of an impact with friction.
    #[error(
        "the impulse plane is that of frictionless contacts: friction bends its lines; try impulse-curve"
    )]
    PlaneWithFriction,
    /// A figure of a contact with friction, of an impact without.
    #[error("this figure shows a contact with friction, but no contact has friction")]
    NoFriction,
    /// A figure of a contact with friction, of one that has none.
    #[error("this figure shows a contact with friction, but {name} has none")]
    ContactWithoutFriction {
        /// Its name.
        name: String,
    },
    /// A figure of a contact that does not exist.
    #[error("there is no contact {number}: the impact has {contacts}")]
    NoSuchContact {
        /// The number asked for, from 1.
        number: usize,
        /// How many there are.
        contacts: usize,
    },
    /// An impact without contacts.
    #[error("there is nothing to draw: the impact has no contact")]
    NoContact,
    /// A trace that belongs to another problem.
    #[error("the trace has {trace} contacts, but the problem has {problem}")]
    Mismatch {
        /// Contacts of the trace.
        trace: usize,
        /// Contacts of the problem.
        problem: usize,
    },
    /// The drawing could not be read back to make a PNG.
    #[error("the drawing could not be rendered: {0}")]
    #[cfg(feature = "png")]
    Render(#[from] resvg::usvg::Error),
    /// A PNG of a size that cannot be held.
    #[error("a picture of {width} by {height} pixels is too large")]
    TooLarge {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The PNG could not be encoded.
    #[error("the PNG could not be encoded: {reason}")]
    Png {
        /// What the encoder said.
        reason: String,
    },
}
