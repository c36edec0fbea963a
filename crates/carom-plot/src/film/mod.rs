//! Animations: a still background, and parts that move over it along tracks.
//!
//! A [`Film`] is written as an SVG that browsers play (SMIL), or frame by frame as APNG or GIF. All of them come from the same tracks:
//! keyframes with straight lines between them, of which those are left out that nobody could see.

mod actors;
mod cast;
mod gif_file;
mod impact;
mod motion;
#[cfg(feature = "mp4")]
mod mp4_file;
mod png_file;
mod raster;
mod smil;
mod strip;

pub use impact::Step;
pub use motion::{Pose, film_of_bodies, film_of_table};

use carom::Motion;

use crate::error::PlotError;
use crate::outlined::outlined;
use crate::page::Page;
use crate::stage::Stage;
use crate::subject::Subject;
pub(crate) use cast::{Part, Track};

/// Frames a second of APNG and GIF unless said otherwise.
pub const USUAL_RATE: f64 = 25.0;
/// More frames than this fill a disk.
const MOST_FRAMES: f64 = 6000.0;

/// A finished animation, which plays again and again.
#[derive(Debug, Clone)]
pub struct Film {
    /// Width and height of the layout.
    size: [f64; 2],
    /// Pixels to a unit of the layout.
    scale: f64,
    title: String,
    /// What does not move: elements of SVG.
    background: String,
    /// What moves, from the back to the front.
    parts: Vec<Part>,
    /// How long it plays, in seconds.
    length: f64,
}

/// An impact in slow motion, in a film of so many seconds: bodies come together, press each other and part.
///
/// # Errors
/// A subject without bodies, or an impact that takes no time.
pub fn film_of_impact(subject: &Subject, stage: &Stage, seconds: f64) -> Result<Film, PlotError> {
    impact::over_time(subject, stage, seconds)
}

/// An impact that takes no time, step by step, in a film of so many seconds; `start` is the motion of every body before it.
///
/// # Errors
/// No bodies.
pub fn film_in_steps(
    page: &Page,
    title: &str,
    stage: &Stage,
    (start, steps): (&[Motion], &[Step]),
    seconds: f64,
) -> Result<Film, PlotError> {
    impact::in_steps(page, title, stage, (start, steps), seconds)
}

impl Film {
    pub(crate) fn new(
        title: String,
        [size, [scale, length]]: [[f64; 2]; 2],
        background: String,
        parts: Vec<Part>,
    ) -> Self {
        Self { size, scale, title, background, parts, length }
    }

    /// How long it plays, in seconds.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The animation as an SVG document that browsers play; text is outlines.
    pub fn svg(&self) -> Result<String, PlotError> {
        Ok(outlined(&self.searchable_svg())?)
    }

    /// The SVG with text that is text.
    #[must_use]
    pub fn searchable_svg(&self) -> String {
        smil::document(self)
    }

    /// The animation as the bytes of a PNG file that browsers play, with so many frames a second and dots to the inch.
    pub fn to_apng(&self, rate: f64, dpi: f64) -> Result<Vec<u8>, PlotError> {
        png_file::write(self, rate, dpi, self.frames(rate)?)
    }

    /// The animation as the bytes of a GIF file.
    pub fn to_gif(&self, rate: f64, dpi: f64) -> Result<Vec<u8>, PlotError> {
        gif_file::write(self, rate, dpi, self.frames(rate)?)
    }

    /// The animation as the bytes of an MP4 file (H.264).
    #[cfg(feature = "mp4")]
    pub fn to_mp4(&self, rate: f64, dpi: f64) -> Result<Vec<u8>, PlotError> {
        mp4_file::write(self, rate, dpi, self.frames(rate)?)
    }

    fn frames(&self, rate: f64) -> Result<u32, PlotError> {
        let frames = (self.length * rate).round();
        if (1.0..=MOST_FRAMES).contains(&frames) {
            Ok(frames as u32)
        } else {
            Err(PlotError::Frames { frames, most: MOST_FRAMES })
        }
    }
}
