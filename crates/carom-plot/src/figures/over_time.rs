//! Quantities as lines over time, with the events marked.

use crate::axis::{Range, Unit};
use crate::course::SampledCourse;
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch, mark_moments, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::Point;
use crate::theme;

const HEIGHT: f64 = 330.0;

/// With more lines than this, only some are drawn.
const MOST_LINES: usize = 150;

/// One line of the chart.
#[derive(Debug)]
pub(crate) struct Series {
    pub name: String,
    /// A value for every sample of the course.
    pub values: Vec<f64>,
}

/// What the lines show.
#[derive(Clone, Copy)]
pub(crate) struct Quantity<'a> {
    /// Below the title.
    pub subtitle: &'a str,
    /// On the axis.
    pub name: &'a str,
    /// The unit that suits values up to the one given.
    pub unit: &'a dyn Fn(f64) -> Unit,
}

/// A chart of all series over time.
pub(crate) fn chart(
    subject: &Subject,
    course: &SampledCourse,
    quantity: Quantity,
    series: &[Series],
) -> Picture {
    let mut sheet = Sheet::new(&subject.view.page, subject.title, quantity.subtitle);
    sheet.legend(&legend(series));
    let time = subject.clock.time(course.duration);
    let values = || series.iter().flat_map(|line| course.shown_values(&line.values));
    let largest = values().filter(|x| x.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    let unit = (quantity.unit)(largest);
    let y = Range::of(values().map(|value| value * unit.factor), 0.0);
    let y = if y.low < 0.0 { y.padded(0.05) } else { y.upwards(0.05) };
    let x = course.times(time.factor);
    let every = series.len().div_ceil(MOST_LINES).max(1);
    let panel = sheet.panel(HEIGHT, x, y);
    panel.draw_grid(&mut sheet.canvas);
    panel.draw_zero_lines(&mut sheet.canvas);
    mark_moments(&mut sheet.canvas, &panel, course, time.factor);
    panel.clipped(&mut sheet.canvas, |canvas| {
        for (i, line) in series.iter().enumerate().step_by(every) {
            let place = |(sample, value): (&carom::Snapshot, &f64)| {
                panel.place([sample.time * time.factor, value * unit.factor])
            };
            let points: Vec<Point> = course.samples.iter().zip(&line.values).map(place).collect();
            canvas.polyline(&points, &theme::stroke(i, series.len()));
        }
    });
    say_nothing_happens(&mut sheet.canvas, &panel, course);
    panel.draw_axes(&mut sheet.canvas, &time.axis("time"), &unit.axis(quantity.name));
    sheet.key(&course.moments, subject);
    if series.len() > theme::DISTINCT {
        sheet.remark(&format!("colours from pale to deep in the order of the {} lines", series.len()));
    }
    if every > 1 {
        sheet.remark(&format!("one line of every {every} of {}", series.len()));
    }
    sheet.explain_clock(subject.clock);
    sheet.finish()
}

/// All names, or some of them at equal distances if there are too many to tell apart.
fn legend(series: &[Series]) -> Vec<(Swatch, String)> {
    let count = series.len();
    let entry = |i: usize| (Swatch::Line(theme::stroke(i, count)), series[i].name.clone());
    if count <= theme::DISTINCT {
        return (0..count).map(entry).collect();
    }
    theme::some_of(count).into_iter().map(entry).collect()
}
