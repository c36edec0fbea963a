//! The paper that a figure is drawn on: its size, and the size of its letters.
//!
//! A figure is laid out in units in which ordinary text is [`TEXT`] high, so that a narrow page is one on which fewer letters fit side by
//! side. Lengths are in pixels of 1/96 inch, as in SVG and CSS.

use crate::error::PlotError;
use crate::picture::Picture;

/// Pixels to the inch.
pub const PIXELS_PER_INCH: f64 = 96.0;

/// Height of ordinary text in the units of the layout, and in pixels unless another size is asked for: 9 points.
const TEXT: f64 = 12.0;

/// Axes and legends of narrower pages, in units of the layout, would leave no room for what they frame.
const NARROWEST: f64 = 320.0;

/// Panels are stretched or squeezed by at most this factor to give a page its height.
const MOST_STRETCH: f64 = 6.0;

/// A page: by default as wide and high as the figure wants, with letters of 9 points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Page {
    /// In pixels.
    width: Option<f64>,
    height: Option<f64>,
    /// Pixels to a unit of the layout.
    scale: f64,
    /// What panels are higher by than by default.
    stretch: f64,
}

impl Default for Page {
    fn default() -> Self {
        Self { width: None, height: None, scale: 1.0, stretch: 1.0 }
    }
}

impl Page {
    /// A page of a width and a height in pixels, each the figure's own if it is none, with letters of `text` pixels.
    ///
    /// # Errors
    /// Sizes that are not positive and finite, or too narrow for the letters.
    pub fn new(width: Option<f64>, height: Option<f64>, text: Option<f64>) -> Result<Self, PlotError> {
        /// A square metre of paper has 1.4e7 pixels; more is a mistake.
        const LARGEST: f64 = 2e4;
        let text = text.unwrap_or(TEXT);
        for size in [width, height, Some(text)].into_iter().flatten() {
            if !(size > 0.0 && size <= LARGEST) {
                return Err(PlotError::PageSize { size, most: LARGEST });
            }
        }
        let scale = text / TEXT;
        if let Some(width) = width.filter(|width| width / scale < NARROWEST) {
            let (least, largest) = (NARROWEST * scale, TEXT * width / NARROWEST);
            return Err(PlotError::PageTooNarrow { width, least, text: largest });
        }
        Ok(Self { width, height, scale, stretch: 1.0 })
    }

    /// Pixels to a unit of the layout.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// Width of the layout, in its units, where the figure would be `natural` wide.
    pub(crate) fn width(&self, natural: f64) -> f64 {
        self.width.map_or(natural, |width| width / self.scale)
    }

    /// Height of a panel that would be `natural` high.
    pub(crate) fn panel(&self, natural: f64) -> f64 {
        self.stretch * natural
    }

    /// What `draw` draws, with panels as high as the height of the page asks for. Panels with equal scales may be as wide as they
    /// can already; then the figure is lower than its page.
    pub(crate) fn fitted(
        &self,
        draw: impl Fn(&Self) -> Result<Picture, PlotError>,
    ) -> Result<Picture, PlotError> {
        let natural = draw(self)?;
        let Some(wanted) = self.height else { return Ok(natural) };
        let drawn = |stretch: f64| {
            let page = Self { stretch, height: None, ..*self };
            draw(&page).map(|picture| (stretch, picture))
        };
        // What stands around the panels has a height of its own, so that a few secants settle what panels are left.
        let mut last = (1.0, natural);
        let mut next = drawn(0.5)?;
        for _ in 0..4 {
            let slope = (next.1.height() - last.1.height()) / (next.0 - last.0);
            if (next.1.height() - wanted).abs() < 0.5 || slope <= 0.0 || !slope.is_finite() {
                break;
            }
            let stretch = next.0 + (wanted - next.1.height()) / slope;
            let stretch = stretch.clamp(1.0 / MOST_STRETCH, MOST_STRETCH);
            if stretch == next.0 {
                break;
            }
            last = std::mem::replace(&mut next, drawn(stretch)?);
        }
        let height = next.1.height();
        if height > wanted + 1.0 {
            return Err(PlotError::PageTooLow { height: wanted, least: height });
        }
        Ok(next.1)
    }
}
