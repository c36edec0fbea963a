//! What of a subject is shown, and on which page.

use crate::error::PlotError;
use crate::page::Page;

/// Page and window of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct View {
    /// The page it is drawn on.
    pub page: Page,
    /// The stretch of time that it shows.
    pub window: Window,
}

/// A stretch of time: from the beginning and to the end unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Window {
    from: Option<f64>,
    to: Option<f64>,
}

impl Window {
    /// From one time to another, in seconds or in the relative time of the impact.
    ///
    /// # Errors
    /// Times that are not finite, negative, or not one after the other.
    pub fn new(from: Option<f64>, to: Option<f64>) -> Result<Self, PlotError> {
        let is_time = |time: f64| time.is_finite() && time >= 0.0;
        let (first, last) = (from.unwrap_or(0.0), to.unwrap_or(f64::MAX));
        if is_time(first) && is_time(last) && first < last {
            Ok(Self { from, to })
        } else {
            Err(PlotError::NoWindow { from: first, to: last })
        }
    }

    /// Whether something else than the whole was asked for.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// The part of a motion that ends at `end`; the default is the whole of it.
    pub(crate) fn within(&self, end: f64) -> Result<[f64; 2], PlotError> {
        let from = self.from.unwrap_or(0.0);
        if from > 0.0 && from >= end {
            return Err(PlotError::WindowPastEnd { from, end });
        }
        Ok([from, self.to.map_or(end, |to| to.min(end))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_cut_at_the_end_and_refused_beyond_it() {
        let window = Window::new(Some(1.0), Some(5.0)).expect("a window");
        assert_eq!(window.within(3.0).expect("inside"), [1.0, 3.0]);
        assert!(window.within(0.5).is_err());
        assert_eq!(Window::default().within(0.0).expect("the whole"), [0.0, 0.0]);
    }

    #[test]
    fn a_window_that_is_none_is_refused() {
        for (from, to) in [(2.0, 1.0), (1.0, 1.0), (f64::NAN, 1.0), (-1.0, 1.0), (0.0, f64::INFINITY)] {
            assert!(Window::new(Some(from), Some(to)).is_err(), "{from} {to}");
        }
    }
}
