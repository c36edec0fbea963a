//! Lays the plots of a chart out on a sheet and draws their marks.

use super::Chart;
use super::plot::{Interval, Look, Mark, Plot, Scales, Values};
use crate::axis::{Panel, Range};
use crate::label::Obstacles;
use crate::picture::Picture;
use crate::sheet::{BELOW, LEFT, RIGHT, Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// Room for a heading above a plot.
const HEADING: f64 = 22.0;
/// Room between the marks and the border, as a part of the range.
const PADDING: f64 = 0.06;
const DOT: f64 = 3.2;
/// Plots side by side are at least so wide.
const NARROWEST: f64 = 110.0;
/// Size of letters and words in a plot.
const LETTERING: f64 = 12.5;

/// The series of a chart in the order of their first appearance, with the look they have there.
struct Palette<'a>(Vec<(&'a str, Look)>);

impl<'a> Palette<'a> {
    fn of(chart: &'a Chart) -> Self {
        let mut series: Vec<(&str, Look)> = Vec::new();
        for mark in chart.plots.iter().flat_map(|plot| &plot.marks) {
            if let Mark::Series { name, look, .. } = mark
                && !series.iter().any(|(known, _)| known == name)
            {
                series.push((name, *look));
            }
        }
        Self(series)
    }

    fn attributes(&self, name: &str, look: Look) -> String {
        let place = self.0.iter().position(|(known, _)| *known == name).unwrap_or(0);
        let count = self.0.len();
        match look {
            Look::Line => theme::stroke(place, count),
            Look::Dashed => theme::stroke_of_class("dash", place, count),
            Look::Dots => theme::fill(place, count),
            Look::Rings => theme::stroke_of_class("thin", place, count),
            Look::Area => theme::pale_fill(place, count),
        }
    }

    fn legend(&self) -> Vec<(Swatch, String)> {
        let entry = |&(name, look): &(&str, Look)| {
            let attributes = self.attributes(name, look);
            let swatch = match look {
                Look::Line | Look::Dashed => Swatch::Line(attributes),
                Look::Dots | Look::Rings => Swatch::Disc { radius: DOT, attributes },
                Look::Area => Swatch::Area(attributes),
            };
            (swatch, name.to_owned())
        };
        self.0.iter().filter(|(name, _)| !name.is_empty()).map(entry).collect()
    }
}

pub(super) fn draw(chart: &Chart) -> Picture {
    let palette = Palette::of(chart);
    let mut sheet = Sheet::new(&chart.page, &chart.title, &chart.subtitle);
    let legend = palette.legend();
    if !legend.is_empty() {
        sheet.legend(&legend);
    }
    // A narrow page has fewer plots side by side.
    let most = ((sheet.width - RIGHT) / (LEFT + NARROWEST)).floor().max(1.0) as usize;
    let columns = chart.columns.min(most);
    let cell = (sheet.width - RIGHT) / columns as f64;
    for row in chart.plots.chunks(columns) {
        let headed = row.iter().any(|plot| !plot.heading.is_empty());
        let top = sheet.y + if headed { HEADING } else { 8.0 };
        let mut bottom = top;
        for (column, plot) in row.iter().enumerate() {
            let left = LEFT + column as f64 * cell;
            let panel = panel(plot, [left, top], [cell - LEFT, sheet.panel_height(plot.height)]);
            draw_plot(&mut sheet.canvas, plot, &panel, &palette);
            bottom = panel.bottom().max(bottom);
        }
        sheet.y = bottom + BELOW;
    }
    sheet.finish()
}

fn panel(plot: &Plot, corner: Point, [widest, tallest]: Point) -> Panel {
    let [x, y] = [0, 1].map(|axis| range(plot, axis));
    let size = match plot.scales {
        Scales::Independent => [widest, tallest],
        Scales::Equal => {
            let scale = (widest / x.length()).min(tallest / y.length());
            [scale * x.length(), scale * y.length()]
        }
    };
    Panel { corner, size, x, y, finest: plot.finest }
}

fn range(plot: &Plot, axis: usize) -> Range {
    let values = || plot.marks.iter().flat_map(points_of).map(|point| point[axis]);
    let any = values().find(|value| value.is_finite()).unwrap_or(0.0);
    match plot.intervals[axis] {
        Interval::Between(low, high) if low < high => Range { low, high },
        Interval::WithZero => Range::of(values(), 0.0).padded(PADDING),
        Interval::Fitting | Interval::Between(..) => Range::of(values(), any).padded(PADDING),
    }
}

fn points_of(mark: &Mark) -> &[Values] {
    match mark {
        Mark::Series { points, .. } => points,
        Mark::Letter { at, .. } | Mark::Words { at, .. } => std::slice::from_ref(at),
        // A limit may lie far away.
        Mark::Guide { .. } => &[],
    }
}

fn draw_plot(canvas: &mut Canvas, plot: &Plot, panel: &Panel, palette: &Palette) {
    if !plot.heading.is_empty() {
        let at = [panel.corner[0], panel.corner[1] - 8.0];
        canvas.text(at, Label::new(&plot.heading).size(12.5).class("ink bold"));
    }
    panel.draw_grid(canvas);
    panel.draw_zero_lines(canvas);
    let placed: Vec<Vec<Point>> = plot.marks.iter().map(|mark| on_canvas(panel, mark)).collect();
    panel.clipped(canvas, |canvas| {
        for (mark, points) in plot.marks.iter().zip(&placed) {
            draw_mark(canvas, mark, points, palette);
        }
    });
    draw_letters(canvas, panel, plot, &placed);
    let [x_name, y_name] = &plot.names;
    panel.draw_axes(canvas, x_name, &theme::shortened(y_name, 13.0, panel.size[1] + 30.0));
}

fn on_canvas(panel: &Panel, mark: &Mark) -> Vec<Point> {
    let points = match mark {
        Mark::Guide { points } => points,
        Mark::Series { .. } | Mark::Letter { .. } | Mark::Words { .. } => points_of(mark),
    };
    points.iter().map(|&point| panel.place(point)).collect()
}

fn draw_mark(canvas: &mut Canvas, mark: &Mark, points: &[Point], palette: &Palette) {
    match mark {
        Mark::Guide { .. } => canvas.polyline(points, "class=\"mark dash\""),
        Mark::Letter { .. } | Mark::Words { .. } => {}
        Mark::Series { name, look, .. } => {
            let attributes = palette.attributes(name, *look);
            match look {
                Look::Line | Look::Dashed => canvas.polyline(points, &attributes),
                Look::Dots | Look::Rings => points.iter().for_each(|&at| canvas.circle(at, DOT, &attributes)),
                Look::Area => canvas.polygon(points, &attributes),
            }
        }
    }
}

/// Lettered dots and words, clear of the lines and of each other.
fn draw_letters(canvas: &mut Canvas, panel: &Panel, plot: &Plot, placed: &[Vec<Point>]) {
    let lines = plot.marks.iter().zip(placed).filter_map(|(mark, points)| match mark {
        Mark::Series { look: Look::Line | Look::Dashed, .. } => Some(points.as_slice()),
        Mark::Series { .. } | Mark::Guide { .. } | Mark::Letter { .. } | Mark::Words { .. } => None,
    });
    let lines: Vec<&[Point]> = lines.collect();
    let mut written: Vec<Point> = Vec::new();
    for (mark, points) in plot.marks.iter().zip(placed) {
        match (mark, points.first()) {
            (Mark::Letter { text, .. }, Some(&dot)) => {
                canvas.circle(dot, 3.4, "class=\"ink\"");
                let others = dots(plot, placed).filter(|&other| other != dot);
                let clear_of = Obstacles {
                    lines: lines.clone(),
                    points: written.iter().copied().chain(others).collect(),
                };
                let reach = 0.5 * (theme::text_width(text, LETTERING) - LETTERING).max(0.0);
                let at = clear_of.beside_for(panel, dot, reach);
                written.extend([-reach, 0.0, reach].map(|aside| [at[0] + aside, at[1]]));
                write_at(canvas, at, text, "ink bold halo");
            }
            (Mark::Words { text, .. }, Some(&at)) => write_at(canvas, at, text, "muted halo"),
            (Mark::Series { .. } | Mark::Guide { .. } | Mark::Letter { .. } | Mark::Words { .. }, _) => {}
        }
    }
}

/// The lettered dots.
fn dots<'a>(plot: &'a Plot, placed: &'a [Vec<Point>]) -> impl Iterator<Item = Point> + 'a {
    let lettered = plot.marks.iter().zip(placed).filter(|(mark, _)| matches!(mark, Mark::Letter { .. }));
    lettered.filter_map(|(_, points)| points.first().copied())
}

fn write_at(canvas: &mut Canvas, at: Point, text: &str, class: &str) {
    let label = Label::new(text).size(LETTERING).anchor(Anchor::Middle).class(class);
    canvas.text([at[0], at[1] + 4.5], label);
}
