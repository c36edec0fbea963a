//! Why a figure could not be drawn.

use std::fmt;

use thiserror::Error;

use crate::page::PIXELS_PER_INCH;

/// A figure that could not be drawn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlotError {
    /// The impulse plane of an impact that has not two contacts.
    #[error("the impulse plane is that of two contacts, and this impact has {contacts}")]
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
    /// A stretch of time that is none.
    #[error(
        "from {from} to {to} is no stretch of time: expected finite times from 0 on, the second after the first"
    )]
    NoWindow {
        /// The first time.
        from: f64,
        /// The last time.
        to: f64,
    },
    /// A stretch of time after the end.
    #[error("there is nothing to show from {from} on: the motion ends at {end}")]
    WindowPastEnd {
        /// The first time asked for.
        from: f64,
        /// When the motion ends.
        end: f64,
    },
    /// A view from the side of a motion on one level.
    #[error("nothing rises or falls in this motion: there is nothing to see from the side")]
    NothingRises,
    /// A film of an impact of which no bodies are known.
    #[error("there are no bodies to move: only the contact matrix of this impact is known")]
    NoBodies,
    /// A film over time of an impact that takes none.
    #[error("this impact takes no time")]
    NoTime,
    /// A film of no frames, or of too many.
    #[error("{frames} frames are none or too many: expected 1 to {most}; fewer seconds or frames a second")]
    Frames {
        /// How many there would be.
        frames: f64,
        /// The most.
        most: f64,
    },
    /// The GIF could not be encoded.
    #[error("the GIF could not be encoded: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film that could not be encoded as video.
    #[cfg(feature = "mp4")]
    #[error("the video could not be encoded: {reason}")]
    Video {
        /// What the encoder says.
        reason: String,
    },
    /// The size of a page or of letters that is none.
    #[error("a size of {size} pixels is none: expected more than 0 and at most {most}")]
    PageSize {
        /// The size asked for, in pixels.
        size: f64,
        /// The largest, in pixels.
        most: f64,
    },
    /// A page without room for a figure.
    #[error(
        "a page {} wide is too narrow for its letters: expected at least {}, or letters of at most {}",
        Millimetres(*width), Millimetres(*least), Points(*text)
    )]
    PageTooNarrow {
        /// The width asked for, in pixels.
        width: f64,
        /// The least width for letters of this size, in pixels.
        least: f64,
        /// The largest letters for this width, in pixels.
        text: f64,
    },
    /// A page too low for what stands around the panels of a figure.
    #[error("a page {} high is too low for this figure: expected at least {}", Millimetres(*height), Millimetres(*least))]
    PageTooLow {
        /// The height asked for, in pixels.
        height: f64,
        /// The least height, in pixels.
        least: f64,
    },
    /// The drawing could not be read back to set its text.
    #[error("the text of the drawing could not be set: {0}")]
    Text(#[from] resvg::usvg::roxmltree::Error),
    /// The drawing could not be read back to make a PNG or PDF.
    #[error("the drawing could not be rendered: {0}")]
    Render(#[from] resvg::usvg::Error),
    /// A PNG of a size that cannot be held.
    #[error(
        "a picture of {width} by {height} dots is too large: expected fewer dots to the inch or a smaller page"
    )]
    TooLarge {
        /// Width in dots.
        width: f64,
        /// Height in dots.
        height: f64,
    },
    /// The PNG could not be encoded.
    #[error("the PNG could not be encoded: {0}")]
    Png(#[from] png::EncodingError),
}

/// A length in pixels, told in millimetres.
struct Millimetres(f64);

impl fmt::Display for Millimetres {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:.1} mm", self.0 * 25.4 / PIXELS_PER_INCH)
    }
}

/// A length in pixels, told in points.
struct Points(f64);

impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{:.1} pt", self.0 * 72.0 / PIXELS_PER_INCH)
    }
}
