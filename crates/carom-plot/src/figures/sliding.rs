//! How one contact with friction slides and how its tangential springs stretch, like [Jia2012, Fig. 12].
//!
//! Over the normal impulse, or over time if other contacts act too: velocities along the surface, the tangential force
//! within its bound μ·Fₙ, and the stretch of the springs. The rate at which the springs stretch is what the contact
//! moves faster than its surfaces slide: u' = v_t − sliding.

use carom::{Mode, Snapshot, TangentialLaw, TangentialSnapshot};
use nalgebra::Vector2;

use crate::axis::{Range, Unit};
use crate::course::{Moment, SampledCourse};
use crate::error::PlotError;
use crate::figures::tangents::{Tangent, Tangents};
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch, mark_places, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::Point;

const HEIGHT: f64 = 170.0;

/// A line of a panel: its name, the attributes that draw it, and a value for every sample, NaN where there is none.
struct Line {
    name: String,
    attributes: &'static str,
    values: Vec<f64>,
}

const FIRST: &str = "class=\"s s0\"";
const SECOND: &str = "class=\"s s1\"";
const THIRD: &str = "class=\"s s2 thin dash\"";
const BOUND: &str = "class=\"bound dash\"";

/// What the panels share: the contact's axes, and where each sample lies along the horizontal axis.
struct Figure<'a> {
    subject: &'a Subject<'a>,
    course: &'a SampledCourse,
    axes: &'a Tangents,
    /// Normal impulse or time at each sample, in its unit.
    across: Vec<f64>,
    across_name: String,
    marks: Vec<(f64, char)>,
}

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let axes = Tangents::of(subject, &course)?;
    let figure = Figure::of(subject, &course, &axes);
    let title = format!("how {} slides", subject.contact_name(axes.contact));
    let mut sheet = Sheet::new(&subject.view.page, subject.title, &title);
    for tangent in &axes.tangents {
        let lines = figure.velocities(|vector| tangent.component(vector));
        let unit = Unit::suiting(largest(&lines), "m/s");
        figure.panel(&mut sheet, &format!("velocity along {}", tangent.name), &unit, &lines);
    }
    let forces = figure.forces();
    figure.panel(&mut sheet, "tangential force", &subject.clock.force(largest(&forces)), &forces);
    if figure.is_compliant() {
        let stretches = figure.stretches();
        figure.panel(&mut sheet, "stretch", &subject.clock.length(largest(&stretches)), &stretches);
    }
    sheet.key(&course.moments_of(axes.contact), subject);
    if let Some(remark) = &axes.remark {
        sheet.remark(remark);
    }
    sheet.explain_clock(subject.clock);
    Ok(sheet.finish())
}

/// The largest value of all lines, without its sign.
fn largest(lines: &[Line]) -> f64 {
    let values = lines.iter().flat_map(|line| line.values.iter());
    values.copied().filter(|x| x.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()))
}

impl<'a> Figure<'a> {
    fn of(subject: &'a Subject, course: &'a SampledCourse, axes: &'a Tangents) -> Self {
        let contact = axes.contact;
        let alone = subject.contacts() == 1;
        let values = course.values(|sample| if alone { sample.impulse[contact] } else { sample.time });
        let largest = values.iter().copied().fold(0.0, f64::max);
        let unit = if alone { Unit::suiting(largest, "N s") } else { subject.clock.time(largest) };
        let across: Vec<f64> = values.into_iter().map(|value| value * unit.factor).collect();
        let moments = course.moments_of(contact);
        let mark = |moment: &Moment| Some((*across.get(course.sample_at(moment.time))?, moment.letter?));
        let marks = moments.iter().filter_map(mark).collect();
        let across_name = unit.axis(if alone { "normal impulse" } else { "time" });
        Self { subject, course, axes, across, across_name, marks }
    }

    /// What is shown of the horizontal axis.
    fn range(&self) -> Range {
        let mut shown = self.course.shown_values(&self.across).filter(|x| x.is_finite());
        let first = shown.next().unwrap_or(0.0);
        let range = Range::of(shown, first);
        if range.length() > 0.0 { range } else { Range { low: first, high: first + 1.0 } }
    }

    fn law(&self) -> TangentialLaw {
        self.subject.problem.tangential_laws()[self.axes.contact]
    }

    fn is_compliant(&self) -> bool {
        match self.law() {
            TangentialLaw::Compliant { .. } => true,
            TangentialLaw::Rigid { .. } | TangentialLaw::Frictionless => false,
        }
    }

    /// A quantity of the contact while it is loaded.
    fn loaded(&self, pick: impl Fn(&Snapshot, &TangentialSnapshot) -> f64) -> Vec<f64> {
        let contact = self.axes.contact;
        self.course.values(|sample| {
            let side = &sample.tangential[contact];
            match side.mode {
                Mode::Free => f64::NAN, // A gap in the line.
                Mode::Slip | Mode::Stick => pick(sample, side),
            }
        })
    }

    fn velocities(&self, component: impl Fn(&Vector2<f64>) -> f64) -> Vec<Line> {
        let sliding = self.loaded(|_, side| component(&side.sliding));
        let sliding = Line::new("sliding of the surfaces", SECOND, sliding);
        if !self.is_compliant() {
            return vec![sliding];
        }
        let rate = self.loaded(|_, side| component(&(side.velocity - side.sliding)));
        vec![
            Line::new("motion of the bodies", FIRST, self.loaded(|_, side| component(&side.velocity))),
            sliding,
            Line::new("stretching of the springs", THIRD, rate),
        ]
    }

    /// The force with its bound; in space its size.
    fn forces(&self) -> Vec<Line> {
        let contact = self.axes.contact;
        let friction = self.law().coefficient();
        let bound = |sign: f64| self.loaded(|sample, _| sign * friction * sample.force[contact]);
        match &self.axes.tangents[..] {
            [tangent] => vec![
                Line::new("friction × normal force", BOUND, bound(1.0)),
                Line::new("", BOUND, bound(-1.0)),
                Line::new(
                    &format!("tangential force along {}", tangent.name),
                    FIRST,
                    self.loaded(|_, side| tangent.component(&side.force)),
                ),
            ],
            _ => vec![
                Line::new("friction × normal force", BOUND, bound(1.0)),
                Line::new("size of the tangential force", FIRST, self.loaded(|_, side| side.force.norm())),
            ],
        }
    }

    fn stretches(&self) -> Vec<Line> {
        let line = |(tangent, attributes): (&Tangent, &'static str)| {
            let name = format!("stretch along {}", tangent.name);
            Line::new(&name, attributes, self.loaded(|_, side| tangent.component(&side.stretch)))
        };
        self.axes.tangents.iter().zip([FIRST, SECOND]).map(line).collect()
    }

    fn panel(&self, sheet: &mut Sheet, name: &str, unit: &Unit, lines: &[Line]) {
        let named = lines.iter().filter(|line| !line.name.is_empty());
        let entries = named.map(|line| (Swatch::Line(line.attributes.to_owned()), line.name.clone()));
        sheet.legend(&entries.collect::<Vec<_>>());
        let shown = || lines.iter().flat_map(|line| self.course.shown_values(&line.values));
        let finite = || shown().filter(|x| x.is_finite());
        let y = Range::of(finite().map(|value| value * unit.factor), 0.0).padded(0.08);
        let x = self.range();
        let panel = sheet.panel(HEIGHT, x, y);
        let canvas = &mut sheet.canvas;
        panel.draw_grid(canvas);
        panel.draw_zero_lines(canvas);
        mark_places(canvas, &panel, &self.marks);
        panel.clipped(canvas, |canvas| {
            for line in lines {
                let place = |(x, y): (&f64, &f64)| panel.place([*x, y * unit.factor]);
                let points: Vec<Point> = self.across.iter().zip(&line.values).map(place).collect();
                canvas.polyline(&points, line.attributes);
            }
        });
        say_nothing_happens(canvas, &panel, self.course);
        panel.draw_axes(canvas, &self.across_name, &unit.axis(name));
    }
}

impl Line {
    fn new(name: &str, attributes: &'static str, values: Vec<f64>) -> Self {
        Self { name: name.to_owned(), attributes, values }
    }
}
