//! Charts of anything: lines, dots, areas and lettered points over two axes, in one or several panels.
//!
//! A [`Chart`] is a sheet of [`Plot`]s under one title and one legend. A series has the same colour in every plot in
//! which it appears under the same name.

mod draw;
mod map;
mod plot;

pub use map::Map;
pub use plot::{Interval, Plot};

use crate::error::PlotError;
use crate::page::Page;
use crate::picture::Picture;

/// A figure of one or several plots.
#[derive(Debug, Clone)]
pub struct Chart {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) columns: usize,
    pub(crate) plots: Vec<Plot>,
    pub(crate) page: Page,
}

impl Chart {
    /// A sheet without plots yet.
    #[must_use]
    pub fn new(title: &str, subtitle: &str) -> Self {
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            columns: 1,
            plots: Vec::new(),
            page: Page::default(),
        }
    }

    /// How many plots stand side by side: one unless said otherwise.
    #[must_use]
    pub fn columns(self, columns: usize) -> Self {
        Self { columns: columns.max(1), ..self }
    }

    /// The page it is drawn on.
    #[must_use]
    pub fn on(self, page: Page) -> Self {
        Self { page, ..self }
    }

    /// Adds a plot, from left to right and from top to bottom.
    #[must_use]
    pub fn plot(mut self, plot: Plot) -> Self {
        self.plots.push(plot);
        self
    }

    /// Draws it; a page that is too low for it becomes as high as it needs.
    #[must_use]
    pub fn draw(&self) -> Picture {
        self.try_draw().unwrap_or_else(|_| draw::draw(self))
    }

    /// Draws it.
    ///
    /// # Errors
    /// A page that is too low.
    pub fn try_draw(&self) -> Result<Picture, PlotError> {
        self.page.fitted(|&page| Ok(draw::draw(&Self { page, ..self.clone() })))
    }
}
