//! Motions in real time, or in as many seconds as are asked for: shots on a table, bodies that bounce, cradles.

use nalgebra::{UnitQuaternion, Vector3};

use super::actors::{self, Placing};
use super::cast::values;
use super::strip::{Strip, Times};
use super::{Film, Part, Track};
use crate::axis::{Range, Unit};
use crate::error::PlotError;
use crate::figures::ball_mark::BallMark;
use crate::figures::furniture::Plan;
use crate::figures::paint::Paint;
use crate::figures::table::TableFigure;
use crate::motion::Motion;
use crate::sheet::{RIGHT, Sheet, WIDTH};
use crate::stage::camera::Camera;
use crate::stage::view::{Frame, extent};
use crate::stage::{Guide, Solid, Stage};
use crate::svg::Canvas;

/// Seconds for which the end of a film stands still before it begins anew.
const PAUSE: f64 = 0.8;
/// Keyframes a second of motion that are looked at, besides those of events.
const RATE: f64 = 60.0;
/// The most keyframes that are looked at.
const MOST_KEYS: f64 = 4000.0;
/// Of a longer motion the film shows the beginning, in seconds.
const LONGEST: f64 = 20.0;
const MARGIN: f64 = 22.0;
const TABLE_WIDTH: f64 = 960.0;
const TALLEST: f64 = 420.0;
const STRIP: f64 = 12.0;

/// Position and orientation of a body at a time in seconds.
pub type Pose<'a> = &'a dyn Fn(usize, f64) -> (Vector3<f64>, UnitQuaternion<f64>);

/// The stretch of a motion that a film shows, and how fast.
struct Schedule {
    from: f64,
    to: f64,
    /// Seconds of the film for a second of the motion.
    pace: f64,
    /// Seconds for which the end stands still.
    pause: f64,
    /// Times of the motion at which it is looked at, ascending.
    instants: Vec<f64>,
}

impl Schedule {
    fn of(motion: &Motion, seconds: Option<f64>) -> Result<Self, PlotError> {
        let end = if motion.end.is_finite() { motion.end.max(0.0) } else { 0.0 };
        let [from, mut to] = motion.view.window.within(end)?;
        if !motion.view.window.is_given() {
            to = to.min(from + LONGEST);
        }
        let length = (to - from).max(1e-3);
        let count = (length * RATE).clamp(2.0, MOST_KEYS).ceil();
        let mut instants: Vec<f64> =
            (0..=count as u32).map(|i| from + length * f64::from(i) / count).collect();
        // Straight lines between keyframes turn at impacts, and not before.
        instants.extend(motion.instants.iter().copied().filter(|&time| time > from && time < to));
        instants.sort_by(f64::total_cmp);
        instants.dedup();
        // Of a film of so many seconds the end is a part, and of a very short one no large part.
        let pause = seconds.map_or(PAUSE, |seconds| PAUSE.min(0.2 * seconds));
        let pace = seconds.map_or(1.0, |seconds| (seconds - pause) / length);
        Ok(Self { from, to: from + length, pace, pause, instants })
    }

    fn film_time(&self, time: f64) -> f64 {
        self.pace * (time - self.from)
    }

    fn length(&self) -> f64 {
        self.film_time(self.to) + self.pause
    }

    fn subtitle(&self, end: f64) -> String {
        let unit = Unit::suiting(self.to, "s");
        let pace = if self.pace == 1.0 {
            "real time".to_owned()
        } else {
            format!("{} times real time", crate::theme::short(1.0 / self.pace))
        };
        if self.from > 0.0 || self.to < end {
            let [from, to] = [self.from, self.to].map(|time| crate::theme::short(time * unit.factor));
            return format!("{pace}, from {from} to {to} {} of {:.1} s", unit.name, end);
        }
        pace
    }

    /// The axis of time with its line, on the sheet.
    fn strip(&self, sheet: &mut Sheet) -> Part {
        let unit = Unit::suiting(self.to, "s");
        let name = unit.axis("time");
        let times = Times { shown: [self.from, self.to], played: [0.0, self.film_time(self.to)], unit };
        let strip = Strip::new(sheet, MARGIN, STRIP, Range { low: 0.0, high: 1.0 }, times);
        strip.draw_axis(&mut sheet.canvas, &name);
        strip.cursor()
    }
}

/// A shot seen from above. `seconds` is how long the film plays; without it, real time.
///
/// # Errors
/// A window after the end.
pub fn film_of_table(figure: &TableFigure, motion: &Motion, seconds: Option<f64>) -> Result<Film, PlotError> {
    let schedule = Schedule::of(motion, seconds)?;
    let subtitle = format!("seen from above, {}", schedule.subtitle(figure.shot.end));
    let mut sheet = Sheet::sized(&figure.page, figure.title, &subtitle, MARGIN, TABLE_WIDTH);
    let size = [sheet.width - 2.0 * MARGIN, sheet.panel_height(900.0)];
    let plan = Plan::new(&figure.table.outline, [MARGIN, sheet.y], size);
    plan.draw(&mut sheet.canvas);
    sheet.y += plan.height() + 4.0;
    let mut parts = Vec::new();
    for ball in 0..figure.shot.balls.len() {
        let name = figure.names.get(ball).cloned().unwrap_or_else(|| (ball + 1).to_string());
        let radius = plan.scale * figure.shot.balls[ball].radius();
        let mut canvas = Canvas::default();
        BallMark { paint: Paint::of(&name, ball), centre: [0.0, 0.0], radius, name: &name }.draw(&mut canvas);
        let key = |&time: &f64| {
            let [x, y] = plan.place(figure.shot.at(ball, time).position.xy());
            (schedule.film_time(time), vec![x, y, 0.0])
        };
        let gone = figure.left_at(ball).map(|time| schedule.film_time(time));
        let opacity = gone.map(|gone| {
            let (seen, unseen) = (vec![1000.0], vec![0.0]);
            Track::new(vec![(0.0, seen.clone()), (gone.max(0.0), seen), (gone.max(0.0) + 0.15, unseen)])
        });
        let track = Track::new(schedule.instants.iter().map(key).collect());
        parts.push(Part::Moved { drawing: canvas.into_body(), track, opacity });
    }
    parts.push(schedule.strip(&mut sheet));
    Ok(sheet.film(parts, schedule.length()))
}

/// Bodies seen from the side. Where they hang on strings, `pivots` are the upper ends of these. `seconds` is how long the film plays; without
/// it, real time.
///
/// # Errors
/// A window after the end, or no bodies.
pub fn film_of_bodies(
    stage: &Stage,
    pivots: &[Vector3<f64>],
    motion: &Motion,
    pose: Pose,
    seconds: Option<f64>,
) -> Result<Film, PlotError> {
    let schedule = Schedule::of(motion, seconds)?;
    let subtitle = schedule.subtitle(motion.end);
    let mut sheet = Sheet::sized(&motion.view.page, motion.title, &subtitle, MARGIN, WIDTH);
    let courses: Vec<Vec<(f64, Placing)>> =
        (0..stage.actors.len()).map(|i| course(stage, i, &schedule, pose)).collect();
    let travelled = travelled(stage, &courses);
    let camera = Camera::of(&travelled)[0];
    let Some(extent) = extent(&travelled, &camera).map(|extent| with_pivots(extent, pivots, &camera)) else {
        return Err(PlotError::NoBodies);
    };
    let most = [sheet.width - MARGIN - RIGHT, sheet.panel_height(TALLEST)];
    let frame = Frame::fitting(camera, extent, [MARGIN, sheet.y], most);
    sheet.y = frame.bottom() + 4.0;
    frame.draw_still(&mut sheet.canvas, stage);
    let mut parts = Vec::new();
    for (i, actor) in stage.actors.iter().enumerate() {
        if let Some(pivot) = pivots.get(i) {
            let at = frame.place(pivot);
            sheet.canvas.circle(at, 2.2, "class=\"ink\"");
            let key = |(time, placing): &(f64, Placing)| {
                let ball = frame.place(&(actor.position + placing.shift));
                (*time, values(&[at, ball, at]))
            };
            let track = Track::new(courses[i].iter().map(key).collect());
            parts.push(Part::Reshaped { attributes: "class=\"mark\"".to_owned(), track });
        }
    }
    for (i, actor) in stage.actors.iter().enumerate() {
        parts.extend(actors::parts(&frame, actor, Paint::of(&actor.name, i), &courses[i]));
    }
    parts.push(schedule.strip(&mut sheet));
    Ok(sheet.film(parts, schedule.length()))
}

fn course(stage: &Stage, body: usize, schedule: &Schedule, pose: Pose) -> Vec<(f64, Placing)> {
    let actor = &stage.actors[body];
    if actor.guide == Guide::Fixed {
        return Vec::new();
    }
    let (_, start) = pose(body, 0.0);
    let placing = |&time: &f64| {
        let (position, orientation) = pose(body, time);
        let placing = Placing { shift: position - actor.position, turn: orientation * start.inverse() };
        (schedule.film_time(time), placing)
    };
    schedule.instants.iter().map(placing).collect()
}

/// The stage with every body also where it has been, so that a view shows all of it.
fn travelled(stage: &Stage, courses: &[Vec<(f64, Placing)>]) -> Stage {
    let mut travelled = stage.clone();
    for (actor, course) in travelled.actors.iter_mut().zip(courses) {
        let reach = |solid: &Solid| {
            let far = solid.corners.iter().map(|corner| (corner - actor.position).norm()).fold(0.0, f64::max);
            far + solid.radius
        };
        let radius = actor.solids.iter().map(reach).fold(0.0, f64::max);
        let at = |(_, placing): &(f64, Placing)| Solid::ball(actor.position + placing.shift, radius);
        let been: Vec<Solid> = course.iter().map(at).collect();
        if !been.is_empty() {
            let farthest = course.iter().map(|(_, placing)| placing.shift);
            actor.velocity = farthest.max_by(|a, b| a.norm().total_cmp(&b.norm())).unwrap_or_default();
            actor.solids = been;
        }
    }
    travelled
}

fn with_pivots(extent: [[f64; 2]; 2], pivots: &[Vector3<f64>], camera: &Camera) -> [[f64; 2]; 2] {
    pivots.iter().map(|pivot| camera.flat(pivot)).fold(extent, |[low, high], point| {
        [0, 1].map(|end| {
            [0, 1].map(|axis| if end == 0 { low[axis].min(point[axis]) } else { high[axis].max(point[axis]) })
        })
    })
}
