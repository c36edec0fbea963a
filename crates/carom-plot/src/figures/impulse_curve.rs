//! The impulse of one contact with friction as a curve, like [Jia2012, Figs. 11 and 17].
//!
//! A planar contact shows its tangential impulse over the normal one, between the lines ±μ·Iₙ that friction cannot
//! cross. A contact in space shows the curve and its three projections. Parts on which the contact slips are drawn
//! differently from those on which it sticks, and its events are marked.

use carom::Mode;

use crate::axis::{Panel, Range, Unit};
use crate::course::{Moment, SampledCourse};
use crate::error::PlotError;
use crate::figures::impulse_plane::draw_dots;
use crate::figures::space_view;
use crate::figures::tangents::Tangents;
use crate::label::Obstacles;
use crate::picture::Picture;
use crate::sheet::{BELOW, LEFT, Sheet, Swatch, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::{Canvas, Point};

const SLIP: &str = "class=\"s s1 dash\"";
const STICK: &str = "class=\"s s0\"";
const CONE: &str = "class=\"bound\"";

/// Room for the axis names and tick labels between two panels side by side.
const BETWEEN: f64 = 72.0;
const HEIGHT: f64 = 225.0;
/// Two panels side by side are at least so wide.
const NARROWEST: f64 = 200.0;

/// A curve to draw: points that are sampled with the course.
pub(crate) struct Curve<'a> {
    pub axes: &'a Tangents,
    pub course: &'a SampledCourse,
    /// The events of the contact.
    pub moments: &'a [Moment],
    /// Impulses along the tangents and the normal, in the unit of the figure.
    pub impulses: Vec<Vec<f64>>,
    pub unit: Unit,
    friction: f64,
}

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let axes = Tangents::of(subject, &course)?;
    let course = course.cut();
    let contact = axes.contact;
    let impulses: Vec<Vec<f64>> = course.samples.iter().map(|sample| axes.impulses(sample)).collect();
    let largest = impulses.iter().flatten().filter(|x| x.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    let unit = Unit::suiting(largest, "N s");
    let scaled = |impulses: Vec<f64>| impulses.into_iter().map(|impulse| impulse * unit.factor).collect();
    let moments = course.moments_of(contact);
    let curve = Curve {
        impulses: impulses.into_iter().map(scaled).collect(),
        axes: &axes,
        course: &course,
        moments: &moments,
        friction: subject.problem.tangential_laws()[contact].coefficient(),
        unit,
    };
    let title = format!("impulse curve of {}", subject.contact_name(contact));
    let mut sheet = Sheet::new(&subject.view.page, subject.title, &title);
    sheet.legend(&curve.legend());
    if axes.is_planar() {
        curve.planar(&mut sheet)
    } else {
        curve.spatial(&mut sheet)
    }
    sheet.key(&moments, subject);
    if let Some(remark) = &axes.remark {
        sheet.remark(remark);
    }
    Ok(sheet.finish())
}

/// Attributes of the line on which a contact is in a mode; none while it carries nothing.
pub(crate) fn stroke(mode: Mode) -> Option<&'static str> {
    match mode {
        Mode::Free => None,
        Mode::Stick => Some(STICK),
        Mode::Slip => Some(SLIP),
    }
}

impl Curve<'_> {
    fn legend(&self) -> Vec<(Swatch, String)> {
        let mut entries = vec![
            (Swatch::Line(SLIP.to_owned()), "slips".to_owned()),
            (Swatch::Line(STICK.to_owned()), "sticks".to_owned()),
        ];
        entries.push((
            Swatch::Line(CONE.to_owned()),
            format!("{} × normal impulse, the most that friction can give", short(self.friction)),
        ));
        entries
    }

    /// Tangential over normal impulse.
    fn planar(&self, sheet: &mut Sheet) {
        const TALL: f64 = 380.0;
        let [x, y] = [self.range(1), self.range(0)];
        let panel = sheet.panel(TALL, x.upwards(0.06), y.padded(0.08));
        self.projection(&mut sheet.canvas, &panel, 1, 0);
        say_nothing_happens(&mut sheet.canvas, &panel, self.course);
    }

    /// The curve in space, and its projections along the first tangent, the second, and the normal.
    fn spatial(&self, sheet: &mut Sheet) {
        let (columns, width) = match 0.5 * (sheet.room() - BETWEEN) {
            half if half >= NARROWEST => (2, half),
            _ => (1, sheet.room()),
        };
        let height = sheet.panel_height(HEIGHT);
        let top = sheet.y + 6.0;
        let corner = |place: usize| {
            let (column, row) = (place % columns, place / columns);
            [LEFT + column as f64 * (width + BETWEEN), top + row as f64 * (height + BELOW + 8.0)]
        };
        let [left, upper] = corner(0);
        space_view::draw(&mut sheet.canvas, self, [left - 44.0, upper + 16.0], [width + 24.0, height + 24.0]);
        for (place, (x, y)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            let [x_range, y_range] = [x, y].map(|axis| self.range(axis).padded(0.08));
            let panel = Panel {
                corner: corner(place + 1),
                size: [width, height],
                x: x_range,
                y: y_range,
                finest: 0.0,
            };
            self.projection(&mut sheet.canvas, &panel, x, y);
        }
        sheet.y = corner(3)[1] + height + BELOW;
    }

    /// What the axis shows, in words.
    pub fn axis_name(&self, axis: usize) -> String {
        let name = self.axes.tangents.get(axis).map_or(&self.axes.normal, |tangent| &tangent.name);
        format!("impulse along {name} / {}", self.unit.name)
    }

    pub fn short_name(&self, axis: usize) -> &str {
        self.axes.tangents.get(axis).map_or(&self.axes.normal, |tangent| &tangent.name)
    }

    pub fn range(&self, axis: usize) -> Range {
        let range = Range::of(self.impulses.iter().map(|impulses| impulses[axis]), 0.0);
        // A component that is rounding beside the others is drawn on their scale.
        let largest = self.impulses.iter().flatten().fold(0.0, |a: f64, b| a.max(b.abs()));
        if range.length() > 1e-9 * largest {
            range
        } else {
            Range { low: -0.1 * largest, high: 0.1 * largest }
        }
    }

    /// The ends of the runs of one mode.
    pub fn draw_runs(&self, canvas: &mut Canvas, points: &[Point]) {
        for (mode, range) in self.course.mode_runs(self.axes.contact) {
            if let Some(stroke) = stroke(mode) {
                canvas.polyline(&points[range], stroke);
            }
        }
    }

    /// The point of the curve at each event, with its letter.
    pub fn dots(&self, points: &[Point]) -> Vec<(Point, Option<char>)> {
        let dot = |moment: &Moment| Some((*points.get(self.course.sample_at(moment.time))?, moment.letter));
        self.moments.iter().filter_map(dot).collect()
    }

    fn projection(&self, canvas: &mut Canvas, panel: &Panel, x: usize, y: usize) {
        let place = |impulses: &Vec<f64>| panel.place([impulses[x], impulses[y]]);
        let points: Vec<Point> = self.impulses.iter().map(place).collect();
        panel.draw_grid(canvas);
        panel.draw_zero_lines(canvas);
        panel.clipped(canvas, |canvas| {
            self.draw_cone(canvas, panel, x, y);
            self.draw_runs(canvas, &points);
        });
        let mut clear_of = Obstacles { lines: vec![&points], points: Vec::new() };
        draw_dots(canvas, panel, &self.dots(&points), &mut clear_of);
        panel.draw_axes(canvas, &self.axis_name(x), &self.axis_name(y));
    }

    /// The edges of the friction cone, where the normal is one of the axes.
    fn draw_cone(&self, canvas: &mut Canvas, panel: &Panel, x: usize, y: usize) {
        let normal = self.axes.tangents.len();
        let far =
            2.0 * (panel.x.high.abs().max(panel.x.low.abs()) + panel.y.high.abs().max(panel.y.low.abs()));
        for sign in [-1.0, 1.0] {
            let edge = sign * self.friction * far;
            let end = match (x == normal, y == normal) {
                (true, false) => [far, edge],
                (false, true) => [edge, far],
                (false, false) | (true, true) => return,
            };
            canvas.line(panel.place([0.0, 0.0]), panel.place(end), CONE);
        }
    }
}

/// A coefficient to four significant digits.
fn short(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}
