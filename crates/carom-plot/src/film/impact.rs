//! An impact in slow motion.
//!
//! Bodies come together, press each other and part, at one rate throughout. Compressions are far too small to see, so all displacements are
//! magnified by one factor: what overlaps is compressed. A contact glows as it is pressed, arrows are velocities.

use carom::{Impact, Motion, Snapshot};
use nalgebra::{UnitQuaternion, Vector3};

use super::actors::{self, Placing};
use super::cast::values;
use super::strip::{Strip, Times};
use super::{Film, Part, Track};
use crate::axis::{Range, Unit};
use crate::error::PlotError;
use crate::figures::paint::Paint;
use crate::page::Page;
use crate::sheet::{LEFT, RIGHT, Sheet, Swatch, WIDTH};
use crate::stage::Stage;
use crate::stage::camera::Camera;
use crate::stage::marks::arrow;
use crate::stage::view::{Frame, extent};
use crate::subject::Subject;
use crate::svg::{Canvas, Point};
use crate::theme;

/// How long bodies come together before and part after the impact, as parts of its duration.
const BEFORE: f64 = 0.4;
const AFTER: f64 = 0.6;
/// The largest displacement during the impact is magnified to this part of the view.
const FARTHEST: f64 = 0.1;
/// Instants of the whole film.
const INSTANTS: usize = 240;
/// Length of the longest velocity, in pixels.
const FASTEST: f64 = 52.0;
const TALLEST: f64 = 330.0;
const STRIP: f64 = 110.0;
const MARGIN: f64 = 22.0;
/// With more contacts than this, only so many of them are drawn over time.
const MOST_LINES: usize = 60;

/// The bodies at an instant.
#[derive(Debug, Clone)]
struct Instant {
    /// In the time of the impact.
    time: f64,
    /// Of each body: how far it has moved, by which vector it has turned (radians), and its motion.
    bodies: Vec<(Vector3<f64>, Vector3<f64>, Motion)>,
    /// How strongly each contact is pressed, from 0 to 1.
    loads: Vec<f64>,
}

/// Draws an impact over time, in a film of so many seconds.
///
/// # Errors
/// A subject without bodies, or whose impact takes no time.
pub(crate) fn over_time(subject: &Subject, stage: &Stage, seconds: f64) -> Result<Film, PlotError> {
    let Some(impact) = subject.impact else { return Err(PlotError::NoBodies) };
    let duration = subject.trace.duration();
    if !(duration > 0.0 && duration.is_finite()) {
        return Err(PlotError::NoTime);
    }
    let samples = samples(subject, duration);
    let largest = largest_force(&samples);
    let instants = instants(impact, &samples, duration, largest);
    let unit = subject.clock.time(duration);
    let rate = (BEFORE + 1.0 + AFTER) * duration / seconds;
    let subtitle = format!(
        "slow motion: one second of the film is {} {}; displacements are magnified, overlaps are compressions",
        theme::short(rate * unit.factor),
        unit.unit_or("of the relative time")
    );
    let mut drawing = Drawing::new(&subject.view.page, subject.title, &subtitle, stage, &instants)?;
    let shown = [-BEFORE * duration, (1.0 + AFTER) * duration];
    let times = Times { shown, played: [0.0, seconds], unit };
    drawing.force_strip(subject, &samples, largest, times);
    drawing.sheet.explain_clock(subject.clock);
    Ok(drawing.finish(seconds, shown))
}

/// Snapshots at equal distances and at every event.
fn samples(subject: &Subject, duration: f64) -> Vec<Snapshot> {
    let mut times = subject.trace.instants(INSTANTS);
    times.extend([0.0, duration]);
    times.sort_by(f64::total_cmp);
    times.dedup();
    subject.trace.sample(&times)
}

fn largest_force(samples: &[Snapshot]) -> f64 {
    samples
        .iter()
        .flat_map(|sample| sample.force.iter().copied())
        .filter(|f| f.is_finite())
        .fold(0.0, f64::max)
}

/// The bodies at every snapshot, and before and after them. Positions are summed up from velocities, as exactly as a picture needs.
fn instants(impact: &Impact, samples: &[Snapshot], duration: f64, largest: f64) -> Vec<Instant> {
    let contacts = impact.contacts().len();
    let start: Vec<Motion> = impact.bodies().iter().map(carom::Body::motion).collect();
    let still =
        |motions: &[Motion], time: f64, from: &[(Vector3<f64>, Vector3<f64>)], elapsed: f64| Instant {
            time,
            bodies: motions
                .iter()
                .zip(from)
                .map(|(motion, (at, turn))| {
                    (at + motion.linear * elapsed, turn + motion.angular * elapsed, *motion)
                })
                .collect(),
            loads: vec![0.0; contacts],
        };
    let mut places = vec![(Vector3::zeros(), Vector3::zeros()); start.len()];
    let mut instants = vec![still(&start, -BEFORE * duration, &places, -BEFORE * duration)];
    let mut last: Option<(f64, Vec<Motion>)> = None;
    for sample in samples {
        let motions = impact.motions_at(sample);
        if let Some((time, before)) = &last {
            let half = 0.5 * (sample.time - time);
            for (place, (a, b)) in places.iter_mut().zip(before.iter().zip(&motions)) {
                place.0 += (a.linear + b.linear) * half;
                place.1 += (a.angular + b.angular) * half;
            }
        }
        let load = |&force: &f64| if largest > 0.0 { (force / largest).clamp(0.0, 1.0) } else { 0.0 };
        instants.push(Instant {
            time: sample.time,
            bodies: motions.iter().zip(&places).map(|(motion, (at, turn))| (*at, *turn, *motion)).collect(),
            loads: sample.force.iter().map(load).collect(),
        });
        last = Some((sample.time, motions));
    }
    if let Some((time, motions)) = last {
        instants.push(still(&motions, time + AFTER * duration, &places, AFTER * duration));
    }
    instants
}

/// One step of an impact that takes no time: which contacts act, and how all bodies move after it.
#[derive(Debug, Clone)]
pub struct Step {
    /// The contacts that act.
    pub contacts: Vec<usize>,
    /// Motion of every body afterwards.
    pub motions: Vec<Motion>,
}

/// Draws an impact that takes no time as a sequence of steps, in a film of so many seconds.
///
/// # Errors
/// A page that is too low.
pub(crate) fn in_steps(
    page: &Page,
    title: &str,
    stage: &Stage,
    (start, steps): (&[Motion], &[Step]),
    seconds: f64,
) -> Result<Film, PlotError> {
    // Each step takes one unit of time, in which nothing moves; bodies come together and part for a few.
    let count = steps.len() as f64;
    let approach = (0.5 * count).max(2.0);
    let what = if steps.len() == 1 {
        "all at once".to_owned()
    } else {
        format!("{} collisions, one after the other", steps.len())
    };
    let subtitle = format!("{what}: bodies come together, stand still while contacts act, and part");
    let mut instants = Vec::new();
    let at = |motions: &[Motion], elapsed: f64, time: f64, acting: &[usize]| Instant {
        time,
        bodies: motions.iter().map(|m| (m.linear * elapsed, m.angular * elapsed, *m)).collect(),
        loads: (0..stage.meetings.len()).map(|i| if acting.contains(&i) { 1.0 } else { 0.0 }).collect(),
    };
    instants.push(at(start, -approach, -approach, &[]));
    instants.push(at(start, 0.0, 0.0, &[]));
    let mut motions = start;
    for (i, step) in steps.iter().enumerate() {
        let i = i as f64;
        instants.push(at(motions, 0.0, i + 0.2, &[]));
        instants.push(at(motions, 0.0, i + 0.3, &step.contacts));
        motions = &step.motions;
        instants.push(at(motions, 0.0, i + 0.7, &step.contacts));
        instants.push(at(motions, 0.0, i + 0.8, &[]));
    }
    instants.push(at(motions, 0.0, count, &[]));
    instants.push(at(motions, approach, count + approach, &[]));
    let mut drawing = Drawing::new(page, title, &subtitle, stage, &instants)?;
    let shown = [-approach, count + approach];
    let times = Times { shown, played: [0.0, seconds], unit: Unit::relative(1.0) };
    drawing.step_strip(steps.len(), times);
    Ok(drawing.finish(seconds, shown))
}

/// A film under construction.
struct Drawing<'a> {
    sheet: Sheet,
    stage: &'a Stage,
    frame: Frame,
    instants: &'a [Instant],
    /// By which displacements are multiplied.
    magnified: f64,
    strip: Vec<Part>,
}

impl<'a> Drawing<'a> {
    fn new(
        page: &Page,
        title: &str,
        subtitle: &str,
        stage: &'a Stage,
        instants: &'a [Instant],
    ) -> Result<Self, PlotError> {
        let mut sheet = Sheet::sized(page, title, subtitle, MARGIN, WIDTH);
        let velocity = Swatch::Line("class=\"s s6\"".to_owned());
        let glow = Swatch::Disc { radius: 6.0, attributes: "class=\"f1\" fill-opacity=\".8\"".to_owned() };
        sheet.legend(&[(velocity, "velocity".to_owned()), (glow, "contact that is pressed".to_owned())]);
        let camera = Camera::of(stage)[0];
        let Some(extent) = extent(stage, &camera) else { return Err(PlotError::NoBodies) };
        let most = [sheet.width - MARGIN - RIGHT, sheet.panel_height(TALLEST)];
        let frame = Frame::fitting(camera, extent, [MARGIN, sheet.y], most);
        sheet.y = frame.bottom() + 4.0;
        let inside = |instant: &&Instant| instant.loads.iter().any(|&load| load > 0.0);
        let moved = |instant: &Instant| {
            instant.bodies.iter().map(|body| body.0.norm()).filter(|x| x.is_finite()).fold(0.0, f64::max)
        };
        let pressed = instants.iter().filter(inside).map(moved).fold(0.0, f64::max);
        let farthest = if pressed > 0.0 { pressed } else { instants.iter().map(moved).fold(0.0, f64::max) };
        let view = frame.size[0].min(1.6 * frame.size[1]) / frame.scale;
        let magnified = if farthest > 0.0 { FARTHEST * view / farthest } else { 1.0 };
        Ok(Self { sheet, stage, frame, instants, magnified, strip: Vec::new() })
    }

    /// Forces of the contacts over time.
    fn force_strip(&mut self, subject: &Subject, samples: &[Snapshot], largest: f64, times: Times) {
        let unit = subject.clock.force(largest);
        let y = Range { low: 0.0, high: largest * unit.factor }.upwards(0.08);
        let name = times.unit.axis("time");
        let strip = Strip::new(&mut self.sheet, LEFT, STRIP, y, times);
        let canvas = &mut self.sheet.canvas;
        strip.panel.draw_grid(canvas);
        let count = subject.contacts();
        for contact in (0..count).step_by(count.div_ceil(MOST_LINES).max(1)) {
            let point = |sample: &Snapshot| strip.place(sample.time, sample.force[contact] * unit.factor);
            let points: Vec<Point> = samples.iter().map(point).collect();
            canvas.polyline(&points, &theme::stroke(contact, count));
        }
        strip.panel.draw_axes(canvas, &name, &unit.axis("force"));
        self.strip.push(strip.cursor());
        if count <= theme::DISTINCT {
            let entry = |i: usize| (Swatch::Line(theme::stroke(i, count)), subject.contact_name(i));
            self.sheet.legend(&(0..count).map(entry).collect::<Vec<_>>());
        }
    }

    /// The steps, numbered.
    fn step_strip(&mut self, steps: usize, times: Times) {
        const HEIGHT: f64 = 16.0;
        let strip = Strip::new(&mut self.sheet, LEFT, HEIGHT, Range { low: 0.0, high: 1.0 }, times);
        let canvas = &mut self.sheet.canvas;
        for step in 0..steps {
            let [left, top] = strip.place(step as f64 + 0.25, 1.0);
            let [right, bottom] = strip.place(step as f64 + 0.75, 0.0);
            canvas.rect([left, top], [right - left, bottom - top], 2.0, "class=\"f1\" fill-opacity=\".5\"");
        }
        let panel = strip.panel;
        canvas.line([panel.corner[0], panel.bottom()], [panel.right(), panel.bottom()], "class=\"axis\"");
        self.strip.push(strip.cursor());
    }

    /// The film, in whose seconds the impact is shown from one time to another.
    fn finish(mut self, seconds: f64, [from, to]: [f64; 2]) -> Film {
        let film_time = |time: f64| seconds * (time - from) / (to - from);
        self.frame.draw_still(&mut self.sheet.canvas, self.stage);
        let mut parts = Vec::new();
        for (i, actor) in self.stage.actors.iter().enumerate() {
            let placing = |instant: &Instant| {
                let (shift, turn, _) = instant.bodies[i];
                let turn = UnitQuaternion::from_scaled_axis(turn * self.magnified);
                (film_time(instant.time), Placing { shift: shift * self.magnified, turn })
            };
            let course: Vec<(f64, Placing)> = self.instants.iter().map(placing).collect();
            parts.extend(actors::parts(&self.frame, actor, Paint::of(&actor.name, i), &course));
        }
        for contact in 0..self.stage.meetings.len() {
            parts.push(self.glow(contact, film_time));
        }
        for i in 0..self.stage.actors.len() {
            parts.extend(self.velocity(i, film_time));
        }
        parts.append(&mut self.strip);
        self.sheet.film(parts, seconds)
    }

    /// A disc at a contact, between where its two bodies carry it.
    fn glow(&self, contact: usize, film_time: impl Fn(f64) -> f64) -> Part {
        const RADIUS: f64 = 9.0;
        let meeting = &self.stage.meetings[contact];
        let mut canvas = Canvas::default();
        canvas.circle([0.0, 0.0], RADIUS, "class=\"f1\" fill-opacity=\".8\"");
        let place = |instant: &Instant| {
            let shift = meeting.bodies.map(|body| instant.bodies[body].0);
            let at = self.frame.place(&(meeting.point + (shift[0] + shift[1]) * (0.5 * self.magnified)));
            (film_time(instant.time), vec![at[0], at[1], 0.0])
        };
        let load = |instant: &Instant| (film_time(instant.time), vec![1000.0 * instant.loads[contact]]);
        Part::Moved {
            drawing: canvas.into_body(),
            track: Track::new(self.instants.iter().map(place).collect()),
            opacity: Some(Track::new(self.instants.iter().map(load).collect())),
        }
    }

    /// The arrow of a body's velocity; none if it never moves.
    fn velocity(&self, body: usize, film_time: impl Fn(f64) -> f64) -> Option<Part> {
        let speed = |instant: &Instant| instant.bodies.iter().map(|b| b.2.linear.norm()).fold(0.0, f64::max);
        let fastest = self.instants.iter().map(speed).filter(|v| v.is_finite()).fold(0.0, f64::max);
        let own =
            self.instants.iter().map(|instant| instant.bodies[body].2.linear.norm()).fold(0.0, f64::max);
        if own.is_nan() || own <= 1e-9 * fastest {
            return None;
        }
        let actor = &self.stage.actors[body];
        let key = |instant: &Instant| {
            let (shift, _, motion) = instant.bodies[body];
            let centre = self.frame.place(&(actor.position + shift * self.magnified));
            let [x, y] = self.frame.camera.flat(&motion.linear);
            let tip = [centre[0] + FASTEST / fastest * x, centre[1] - FASTEST / fastest * y];
            (film_time(instant.time), values(&arrow(centre, tip, 2.4)))
        };
        let track = Track::new(self.instants.iter().map(key).collect());
        let attributes = format!("class=\"f{}\"", Paint::of(&actor.name, body).colour);
        Some(Part::Reshaped { attributes, track })
    }
}
