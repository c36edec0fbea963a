//! How far samples of a path lie from the path that was fitted to them.

use crate::chart::{Chart, Interval, Plot};
use crate::page::Page;
use crate::picture::Picture;

/// Samples of a path and what was fitted to them.
#[derive(Debug, Clone, Copy)]
pub struct ResidualsFigure<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// Times of the samples, in seconds.
    pub times: &'a [f64],
    /// Where the body was seen, in metres.
    pub seen: &'a [[f64; 2]],
    /// Where the fitted path has it then, in metres.
    pub fitted: &'a [[f64; 2]],
    /// Standard deviation of a coordinate, in metres.
    pub noise: f64,
    /// When sliding became rolling, in seconds, if that is known.
    pub switch: Option<f64>,
    /// The page it is drawn on.
    pub page: Page,
}

impl ResidualsFigure<'_> {
    /// Draws the path with its samples, and below how far each lies from it, in millimetres.
    #[must_use]
    pub fn draw(&self) -> Picture {
        const MILLI: f64 = 1e3;
        let path = Plot::new("x / m", "y / m")
            .heading("path")
            .height(260.0)
            .line("fitted path", self.fitted.iter().copied())
            .rings("seen", self.seen.iter().copied());
        let (first, last) =
            (self.times.first().copied().unwrap_or(0.0), self.times.last().copied().unwrap_or(1.0));
        let subtitle = match self.switch {
            Some(_) => "samples and the path fitted to them, which rolls from the dashed line on",
            None => "samples and the path fitted to them",
        };
        let mut chart = Chart::new(self.title, subtitle).on(self.page).plot(path);
        for (axis, name) in ["x seen less fitted / mm", "y seen less fitted / mm"].into_iter().enumerate() {
            let residual = |i: usize| [self.times[i], MILLI * (self.seen[i][axis] - self.fitted[i][axis])];
            let count = self.times.len().min(self.seen.len()).min(self.fitted.len());
            let mut plot = Plot::new("time / s", name).height(150.0).upwards(Interval::WithZero);
            for sign in [-1.0, 1.0] {
                let deviation = sign * MILLI * self.noise;
                plot = plot.dashed("one standard deviation", [[first, deviation], [last, deviation]]);
            }
            if let Some(switch) = self.switch {
                plot = plot.guide([[switch, -1e6], [switch, 1e6]]);
            }
            chart = chart.plot(plot.dots("residual", (0..count).map(residual)));
        }
        chart.draw()
    }
}
