//! The strip below a film: an axis of time, what is drawn over it, and the line that says where the film is.

use super::{Part, Track};
use crate::axis::{Panel, Range, Unit};
use crate::sheet::{RIGHT, Sheet};
use crate::svg::{Canvas, Point};

/// A strip of a film that shows the time from `shown[0]` to `shown[1]` between two instants of the film.
#[derive(Debug, Clone)]
pub(super) struct Strip {
    pub panel: Panel,
    shown: [f64; 2],
    played: [f64; 2],
    factor: f64,
}

impl Strip {
    /// Takes room from a sheet for a strip of the given height over times that are shown in a unit.
    pub fn new(sheet: &mut Sheet, left: f64, height: f64, y: Range, times: Times) -> Self {
        let corner = [left, sheet.y + 10.0];
        let [low, high] = times.shown.map(|time| time * times.unit.factor);
        let x = if high > low { Range { low, high } } else { Range { low, high: low + 1.0 } };
        let panel = Panel { corner, size: [sheet.width - left - RIGHT, height], x, y, finest: 0.0 };
        sheet.y = panel.bottom() + 44.0;
        Self { panel, shown: times.shown, played: times.played, factor: times.unit.factor }
    }

    /// The axis below it.
    pub fn draw_axis(&self, canvas: &mut Canvas, name: &str) {
        self.panel.draw_x_axis(canvas, name);
    }

    /// The line that moves along it.
    pub fn cursor(&self) -> Part {
        let height = self.panel.size[1];
        let mut canvas = Canvas::default();
        canvas.line([0.0, 0.0], [0.0, height], "class=\"axis\" stroke-width=\"1.5\"");
        canvas.circle([0.0, height], 3.5, "class=\"ink\"");
        let at = |time: f64| -> Vec<f64> {
            let [x, _] = self.panel.place([time * self.factor, 0.0]);
            vec![x, self.panel.corner[1], 0.0]
        };
        let keys = self.played.into_iter().zip(self.shown).map(|(film, time)| (film, at(time))).collect();
        Part::Moved { drawing: canvas.into_body(), track: Track::new(keys), opacity: None }
    }

    /// Where a time and a value lie on the canvas.
    pub fn place(&self, time: f64, value: f64) -> Point {
        self.panel.place([time * self.factor, value])
    }
}

/// Which times a strip shows, when in the film they are, and their unit.
#[derive(Debug, Clone)]
pub(super) struct Times {
    pub shown: [f64; 2],
    /// In seconds of the film.
    pub played: [f64; 2],
    pub unit: Unit,
}
