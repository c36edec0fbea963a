//! Quantities of bodies over time, from impact to impact: smooth between instants, with a vertical step at each, like
//! [Wang2015, Fig. 5].

use crate::axis::{Panel, Range, Unit};
use crate::error::PlotError;
use crate::figures::paint::{self, Paint};
use crate::motion::{Motion, Quantity};
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;
use crate::view::Window;

/// Height of the only panel, and of one of several.
const HEIGHT: f64 = 330.0;
const LOWER: f64 = 190.0;

/// Samples over the whole time, besides those at the instants: more than pixels across.
const SAMPLES: f64 = 900.0;

/// Samples between two instants that make a smooth curve.
const SMOOTH: f64 = 24.0;

/// Where instants lie closer than this many pixels over most of a figure, lines between them cannot be told apart.
const TOO_CLOSE: f64 = 7.0;
/// Part of a figure that may be so crowded.
const CROWDED: f64 = 0.6;
/// Of a motion that is too crowded, the figure shows so many instants.
const SHOWN: usize = 36;

/// The stretch of time that is shown, and when quantities may jump, in seconds.
#[derive(Debug, Clone)]
pub(crate) struct Times {
    pub from: f64,
    pub to: f64,
    /// Ascending, inside the stretch.
    pub instants: Vec<f64>,
}

impl Times {
    /// The window asked for, or else the whole motion; of a long one whose lines would be a slab, its beginning.
    pub fn of(end: f64, instants: &[f64], window: &Window, width: f64) -> Result<Self, PlotError> {
        let end = if end.is_finite() { end.max(0.0) } else { 0.0 };
        let [from, to] = window.within(end)?;
        let mut instants: Vec<f64> =
            instants.iter().copied().filter(|&time| time > from && time < to).collect();
        instants.sort_by(f64::total_cmp);
        instants.dedup();
        if !window.is_given() && is_crowded(&instants, to, width) {
            let to = instants[SHOWN];
            instants.truncate(SHOWN);
            return Ok(Self { from, to, instants });
        }
        Ok(Self { from, to, instants })
    }

    fn length(&self) -> f64 {
        self.to - self.from
    }

    /// Times to sample, ascending. Each instant is there twice, as the last number before it and as itself, so that a
    /// line jumps there.
    pub fn samples(&self) -> Vec<f64> {
        let bounds: Vec<f64> =
            [self.from].into_iter().chain(self.instants.iter().copied()).chain([self.to]).collect();
        // A short flight in a long motion is a curve all the same, unless there are very many.
        let least = (SAMPLES / bounds.len() as f64).clamp(1.0, SMOOTH).floor();
        let mut samples = Vec::new();
        for pair in bounds.windows(2).filter(|pair| pair[0] < pair[1]) {
            let (start, end) = (pair[0], pair[1].next_down().max(pair[0]));
            let steps = (SAMPLES * (end - start) / self.length()).ceil().max(least);
            samples.extend((0..=steps as u32).map(|i| start + (end - start) * (f64::from(i) / steps)));
        }
        samples.push(self.to);
        samples
    }

    /// The horizontal axis in a unit of the given factor.
    pub fn range(&self, factor: f64) -> Range {
        let [low, high] = [self.from, self.to].map(|time| time * factor);
        if high > low { Range { low, high } } else { Range { low, high: low + 1.0 } }
    }

    /// What a figure of a part of a motion has to say.
    pub fn remark(&self, end: f64) -> Option<String> {
        if !end.is_finite() || (self.from <= 0.0 && self.to >= end) {
            return None;
        }
        let unit = Unit::suiting(end, "s");
        let [from, to, end] = [self.from, self.to, end].map(|time| time * unit.factor);
        Some(format!("from {from:.2} to {to:.2} of {end:.2} {}", unit.name))
    }
}

/// Whether instants follow each other so closely over most of the figure that lines between them would be a slab.
fn is_crowded(instants: &[f64], end: f64, width: f64) -> bool {
    if instants.len() <= 2 * SHOWN {
        return false;
    }
    let columns = (width / TOO_CLOSE).max(1.0);
    let column = |time: &f64| (columns * time / end) as u64;
    let taken = instants.chunk_by(|a, b| column(a) == column(b)).count();
    taken as f64 > CROWDED * columns
}

/// Draws quantities one below the other.
pub(crate) fn draw(motion: &Motion, subtitle: &str, quantities: &[Quantity]) -> Result<Picture, PlotError> {
    let names = motion.names;
    let mut sheet = Sheet::new(&motion.view.page, motion.title, subtitle);
    let times = Times::of(motion.end, motion.instants, &motion.view.window, sheet.room())?;
    let samples = times.samples();
    sheet.legend(&legend(names));
    let time = Unit::suiting(times.to, "s");
    for quantity in quantities {
        let course = |body: usize| samples.iter().map(|&time| (quantity.value)(body, time)).collect();
        let lines: Vec<Vec<f64>> = (0..names.len()).map(course).collect();
        let values = || lines.iter().flatten().copied().filter(|value| value.is_finite());
        let largest = values().fold(0.0, |a: f64, b| a.max(b.abs()));
        let unit = Unit::suiting(largest, quantity.unit);
        let y = Range::of(values().map(|value| value * unit.factor), 0.0);
        let y = if y.low < 0.0 { y.padded(0.05) } else { y.upwards(0.05) };
        let height = if quantities.len() > 1 { LOWER } else { HEIGHT };
        let panel = sheet.panel(height, times.range(time.factor), y);
        panel.draw_grid(&mut sheet.canvas);
        panel.draw_zero_lines(&mut sheet.canvas);
        panel.clipped(&mut sheet.canvas, |canvas| {
            for (body, line) in lines.iter().enumerate() {
                let place =
                    |(&at, &value): (&f64, &f64)| panel.place([at * time.factor, value * unit.factor]);
                let points: Vec<Point> = samples.iter().zip(line).map(place).collect();
                canvas.polyline(&points, &stroke(names, body));
            }
        });
        if largest == 0.0 && quantities.len() == 1 {
            say_nothing_moves(&mut sheet.canvas, &panel);
        }
        panel.draw_axes(&mut sheet.canvas, &time.axis("time"), &unit.axis(quantity.label));
    }
    if let Some(remark) = times.remark(motion.end) {
        sheet.remark(&remark);
    }
    Ok(sheet.finish())
}

pub(crate) fn say_nothing_moves(canvas: &mut Canvas, panel: &Panel) {
    let middle = [panel.corner[0] + 0.5 * panel.size[0], panel.corner[1] + 0.5 * panel.size[1]];
    let label = Label::new("nothing moves").size(13.0).anchor(Anchor::Middle).class("muted halo");
    canvas.text(middle, label);
}

/// Attributes of the line of a body: its own paint, or its place in an order if there are too many.
pub(crate) fn stroke(names: &[String], body: usize) -> String {
    if names.len() <= paint::DISTINCT {
        Paint::of(&names[body], body).stroke()
    } else {
        theme::stroke(body, names.len())
    }
}

/// All names, or some of them at equal distances if there are too many to tell apart.
pub(crate) fn legend(names: &[String]) -> Vec<(Swatch, String)> {
    let entry = |i: usize| (Swatch::Line(stroke(names, i)), names[i].clone());
    if names.len() <= paint::DISTINCT {
        return (0..names.len()).map(entry).collect();
    }
    theme::some_of(names.len()).into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(end: f64, instants: &[f64]) -> Times {
        Times::of(end, instants, &Window::default(), 600.0).expect("the whole motion")
    }

    #[test]
    fn samples_stand_on_both_sides_of_every_instant() {
        let samples = times(2.0, &[1.5, 0.5, 0.5, -1.0, 3.0, f64::NAN]).samples();
        assert!(samples.is_sorted());
        for instant in [0.5_f64, 1.5] {
            assert!(samples.contains(&instant) && samples.contains(&instant.next_down()), "{instant}");
        }
        assert_eq!((samples[0], samples[samples.len() - 1]), (0.0, 2.0));
    }

    #[test]
    fn a_time_that_is_none_is_one_sample() {
        for end in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(times(end, &[0.0, 1.0]).samples(), [0.0], "{end}");
        }
    }

    #[test]
    fn of_a_motion_that_would_be_a_slab_the_beginning_is_shown() {
        let evenly: Vec<f64> = (1..500).map(|i| 0.1 * f64::from(i)).collect();
        let shown = times(50.0, &evenly);
        assert!(shown.to < 4.0 && shown.remark(50.0).is_some_and(|remark| remark.ends_with("of 50.00 s")));
        let early: Vec<f64> = (1..500).map(|i| 0.01 * f64::from(i)).collect();
        assert_eq!(times(50.0, &early).to, 50.0);
    }
}
