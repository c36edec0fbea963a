//! Velocities over time, from impact to impact: smooth between instants, with a vertical step at each, like
//! [Wang2015, Fig. 5].

use crate::axis::{Panel, Range, Unit};
use crate::figures::paint::{self, Paint};
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

const HEIGHT: f64 = 330.0;

/// Samples over the whole time, besides those at the instants: more than pixels across.
const SAMPLES: f64 = 900.0;

/// When to look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times<'a> {
    /// The last, in seconds.
    pub end: f64,
    /// When velocities may jump, in seconds.
    pub instants: &'a [f64],
}

impl Times<'_> {
    /// The end; zero if it is no time to draw up to.
    fn last(&self) -> f64 {
        if self.end.is_finite() { self.end.max(0.0) } else { 0.0 }
    }

    /// Times to sample, ascending. Each instant is there twice, as the last number before it and as itself, so that a
    /// line jumps there.
    fn samples(&self) -> Vec<f64> {
        let last = self.last();
        let mut bounds: Vec<f64> =
            self.instants.iter().copied().filter(|&time| time > 0.0 && time < last).collect();
        bounds.extend([0.0, last]);
        bounds.sort_by(f64::total_cmp);
        bounds.dedup();
        let mut samples = Vec::new();
        for pair in bounds.windows(2) {
            let (from, to) = (pair[0], pair[1].next_down().max(pair[0]));
            let steps = (SAMPLES * (to - from) / last).ceil().max(1.0);
            samples.extend((0..=steps as u32).map(|i| from + (to - from) * (f64::from(i) / steps)));
        }
        samples.push(last);
        samples
    }
}

pub(crate) fn draw(
    title: &str,
    names: &[String],
    times: &Times,
    speed: &dyn Fn(usize, f64) -> f64,
    label: &str,
) -> Picture {
    let samples = times.samples();
    let course = |body: usize| samples.iter().map(|&time| speed(body, time)).collect();
    let lines: Vec<Vec<f64>> = (0..names.len()).map(course).collect();
    let mut sheet = Sheet::new(title, &format!("{label} over time"));
    sheet.legend(&legend(names));
    let values = || lines.iter().flatten().copied().filter(|value| value.is_finite());
    let largest = values().fold(0.0, |a: f64, b| a.max(b.abs()));
    let (time, unit) = (Unit::suiting(times.last(), "s"), Unit::suiting(largest, "m/s"));
    let y = Range::of(values().map(|value| value * unit.factor), 0.0);
    let y = if y.low < 0.0 { y.padded(0.05) } else { y.upwards(0.05) };
    let x = Range { low: 0.0, high: times.last() * time.factor }.upwards(0.0);
    let panel = sheet.panel(HEIGHT, x, y);
    panel.draw_grid(&mut sheet.canvas);
    panel.draw_zero_lines(&mut sheet.canvas);
    panel.clipped(&mut sheet.canvas, |canvas| {
        for (body, line) in lines.iter().enumerate() {
            let place = |(&at, &value): (&f64, &f64)| panel.place([at * time.factor, value * unit.factor]);
            let points: Vec<Point> = samples.iter().zip(line).map(place).collect();
            canvas.polyline(&points, &stroke(names, body));
        }
    });
    if largest == 0.0 {
        say_nothing_moves(&mut sheet.canvas, &panel);
    }
    panel.draw_axes(&mut sheet.canvas, &format!("time / {}", time.name), &format!("{label} / {}", unit.name));
    sheet.finish()
}

fn say_nothing_moves(canvas: &mut Canvas, panel: &Panel) {
    let middle = [panel.corner[0] + 0.5 * panel.size[0], panel.corner[1] + 0.5 * panel.size[1]];
    let label = Label::new("nothing moves").size(13.0).anchor(Anchor::Middle).class("muted halo");
    canvas.text(middle, label);
}

/// Attributes of the line of a body: its own paint, or its place in an order if there are too many.
fn stroke(names: &[String], body: usize) -> String {
    if names.len() <= paint::DISTINCT {
        Paint::of(&names[body], body).stroke()
    } else {
        theme::stroke(body, names.len())
    }
}

/// All names, or the first, the middle and the last if there are too many to tell apart.
fn legend(names: &[String]) -> Vec<(Swatch, String)> {
    let count = names.len();
    let entry = |i: usize| (Swatch::Line(stroke(names, i)), names[i].clone());
    if count <= paint::DISTINCT {
        return (0..count).map(entry).collect();
    }
    let mut entries = vec![entry(0), entry(count / 2), entry(count - 1)];
    entries[0].1.push_str("  …");
    entries[1].1.push_str("  …");
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_stand_on_both_sides_of_every_instant() {
        let samples = Times { end: 2.0, instants: &[1.5, 0.5, 0.5, -1.0, 3.0, f64::NAN] }.samples();
        assert!(samples.is_sorted());
        for instant in [0.5_f64, 1.5] {
            assert!(samples.contains(&instant) && samples.contains(&instant.next_down()), "{instant}");
        }
        assert_eq!((samples[0], samples[samples.len() - 1]), (0.0, 2.0));
    }

    #[test]
    fn a_time_that_is_none_is_one_sample() {
        for end in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Times { end, instants: &[0.0, 1.0] }.samples(), [0.0], "{end}");
        }
    }
}
