//! A scene before it is solved: bodies, contacts with their normals, velocities.

use super::camera::Camera;
use super::marks::{arrow, draw_spin};
use super::view::{Frame, extent};
use super::{Actor, Guide, Stage};
use crate::axis::Unit;
use crate::figures::arrow::covered;
use crate::figures::paint::Paint;
use crate::page::Page;
use crate::picture::Picture;
use crate::sheet::{RIGHT, Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

const WIDTH: f64 = 700.0;
const MARGIN: f64 = 22.0;
/// Most pixels up of a view.
const TALLEST: f64 = 400.0;
/// Length of the longest velocity and of normals, in pixels.
const FASTEST: f64 = 52.0;
const NORMAL: f64 = 26.0;
/// Velocities and spins below this part of the largest are not drawn.
const SLOW: f64 = 1e-3;
/// With more contacts than this none has a number.
const MOST_NUMBERED: usize = 24;
const NAME: f64 = 12.0;

pub(super) fn draw(stage: &Stage, page: &Page, title: &str) -> Picture {
    let mut sheet = Sheet::sized(page, title, &subtitle(stage), MARGIN, WIDTH);
    sheet.legend(&legend(stage));
    for camera in Camera::of(stage) {
        sheet.remark(camera.name);
        let Some(extent) = extent(stage, &camera) else { continue };
        let most = [sheet.width - MARGIN - RIGHT, sheet.panel_height(TALLEST)];
        let frame = Frame::fitting(camera, extent, [MARGIN, sheet.y], most);
        draw_view(&mut sheet.canvas, stage, &frame);
        sheet.y = frame.bottom() + 4.0;
    }
    if is_numbered(stage) {
        let entry = |(i, meeting): (usize, &super::Meeting)| format!("{}: {}", i + 1, meeting.name);
        let names: Vec<String> = stage.meetings.iter().enumerate().map(entry).collect();
        sheet.remark(&format!("contacts  {}", names.join(",  ")));
    }
    sheet.finish()
}

fn is_numbered(stage: &Stage) -> bool {
    (1..=MOST_NUMBERED).contains(&stage.meetings.len())
}

fn subtitle(stage: &Stage) -> String {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let (bodies, contacts) = (stage.actors.len(), stage.meetings.len());
    if contacts == 0 {
        return format!("{} at the beginning", count(bodies, "body", "bodies"));
    }
    format!(
        "{} and {} before the impact",
        count(bodies, "body", "bodies"),
        count(contacts, "contact", "contacts")
    )
}

/// The largest speed, in metres per second.
fn fastest(stage: &Stage) -> f64 {
    stage.actors.iter().map(|actor| actor.velocity.norm()).filter(|v| v.is_finite()).fold(0.0, f64::max)
}

fn largest_spin(stage: &Stage) -> f64 {
    stage
        .actors
        .iter()
        .map(|actor| actor.angular_velocity.norm())
        .filter(|w| w.is_finite())
        .fold(0.0, f64::max)
}

fn legend(stage: &Stage) -> Vec<(Swatch, String)> {
    let mut entries = Vec::new();
    let speed = fastest(stage);
    if speed > 0.0 {
        let unit = Unit::suiting(speed, "m/s");
        let text = format!("velocity, the longest {} {}", theme::short(speed * unit.factor), unit.name);
        entries.push((Swatch::Line("class=\"s s6\"".to_owned()), text));
    } else {
        entries.push((Swatch::Line("class=\"s s6\"".to_owned()), "velocity: nothing moves".to_owned()));
    }
    let spin = largest_spin(stage);
    if spin > 0.0 {
        let text = format!("spin, the largest {} rad/s", theme::short(spin));
        entries.push((Swatch::Line("class=\"s s6 thin\"".to_owned()), text));
    }
    if !stage.links.is_empty() {
        let ring = Swatch::Disc { radius: 4.5, attributes: "class=\"node\"".to_owned() };
        entries.push((ring, "joint".to_owned()));
    }
    if !stage.meetings.is_empty() {
        let text = "contact and its normal, the direction of the impulse on the first body".to_owned();
        entries.push((Swatch::Disc { radius: 3.0, attributes: "class=\"ink\"".to_owned() }, text));
    }
    entries
}

fn draw_view(canvas: &mut Canvas, stage: &Stage, frame: &Frame) {
    let paint = |i: usize| Paint::of(&stage.actors[i].name, i);
    canvas.clipped(frame.corner, frame.size, |canvas| {
        for actor in &stage.actors {
            frame.draw_ground(canvas, actor);
        }
        for (i, actor) in stage.actors.iter().enumerate() {
            frame.draw_body(canvas, actor, paint(i));
        }
        for (i, actor) in stage.actors.iter().enumerate() {
            draw_guide(canvas, frame, actor);
            draw_centre(canvas, frame, actor, paint(i));
        }
        for link in &stage.links {
            draw_pivot(canvas, frame.place(&link.point));
        }
    });
    let mut taken = draw_contacts(canvas, stage, frame);
    for (i, actor) in stage.actors.iter().enumerate() {
        taken.extend(draw_motion(canvas, stage, frame, actor, paint(i)));
    }
    name_bodies(canvas, stage, frame, &taken);
}

/// The axis of a slide, the pivot of a hinge.
fn draw_guide(canvas: &mut Canvas, frame: &Frame, actor: &Actor) {
    let centre = frame.place(&actor.position);
    match actor.guide {
        Guide::Free | Guide::Fixed => {}
        Guide::Slide { axis } => {
            let [x, y] = frame.camera.flat(&axis);
            let far = frame.size[0] + frame.size[1];
            let end = |sign: f64| [centre[0] + sign * far * x, centre[1] - sign * far * y];
            canvas.line(end(-1.0), end(1.0), "class=\"mark dash\"");
        }
        Guide::Hinge { pivot, .. } => {
            let pivot = frame.place(&pivot);
            canvas.line(pivot, centre, "class=\"mark\"");
            draw_pivot(canvas, pivot);
        }
    }
}

/// Where a body is held.
fn draw_pivot(canvas: &mut Canvas, at: Point) {
    canvas.circle(at, 4.5, "class=\"node\"");
    canvas.circle(at, 1.4, "class=\"ink\"");
}

/// The middle of a body of unknown shape.
fn draw_centre(canvas: &mut Canvas, frame: &Frame, actor: &Actor, paint: Paint) {
    if actor.is_bare() && actor.guide != Guide::Fixed {
        canvas.circle(frame.place(&actor.position), 5.0, &format!("class=\"f{}\"", paint.colour));
    }
}

/// Dots with their normals and numbers; returns what they take up.
fn draw_contacts(canvas: &mut Canvas, stage: &Stage, frame: &Frame) -> Vec<[Point; 2]> {
    let mut taken: Vec<[Point; 2]> = Vec::new();
    for (i, meeting) in stage.meetings.iter().enumerate() {
        let at = frame.place(&meeting.point);
        let [nx, ny] = frame.camera.flat(&meeting.normal);
        for &body in &meeting.bodies {
            let actor = &stage.actors[body];
            if !actor.is_visible() {
                draw_support(canvas, at, [nx, -ny], if body == meeting.bodies[1] { 1.0 } else { -1.0 });
            }
        }
        let tip = [at[0] + NORMAL * nx, at[1] - NORMAL * ny];
        canvas.polygon(&arrow(at, tip, 1.2), "class=\"ink\"");
        canvas.circle(at, 3.0, "class=\"ink\"");
        taken.push([
            [at[0].min(tip[0]) - 4.0, at[1].min(tip[1]) - 4.0],
            [at[0].max(tip[0]) + 4.0, at[1].max(tip[1]) + 4.0],
        ]);
        if is_numbered(stage) {
            let number = (i + 1).to_string();
            let beside = [at[0] - 11.0 * ny.abs().max(0.6), at[1] + 11.0 * nx.abs()];
            let beside = [beside[0], beside[1] - 6.0 * ny];
            canvas.text(
                [beside[0], beside[1] + 4.0],
                Label::new(&number).size(11.0).anchor(Anchor::Middle).class("ink bold halo"),
            );
            taken.push([[beside[0] - 6.0, beside[1] - 7.0], [beside[0] + 6.0, beside[1] + 7.0]]);
        }
    }
    taken
}

/// A fixed body of unknown shape: a piece of ground under its contact, on the side to which the normal does not point.
fn draw_support(canvas: &mut Canvas, at: Point, [nx, ny]: Point, side: f64) {
    let length = libm::hypot(nx, ny);
    if length < 0.2 {
        return;
    }
    let [nx, ny] = [side * nx / length, side * ny / length];
    let along =
        |distance: f64, below: f64| [at[0] - distance * ny - below * nx, at[1] + distance * nx - below * ny];
    canvas.line(along(-20.0, 0.0), along(20.0, 0.0), "class=\"axis\"");
    for i in 0..6 {
        let foot = -16.0 + 7.0 * f64::from(i);
        canvas.line(along(foot, 0.0), along(foot - 5.0, 6.0), "class=\"mark\"");
    }
}

/// Velocity and spin of a body; returns what the arrow takes up.
fn draw_motion(
    canvas: &mut Canvas,
    stage: &Stage,
    frame: &Frame,
    actor: &Actor,
    paint: Paint,
) -> Option<[Point; 2]> {
    let centre = frame.place(&actor.position);
    let turn = actor.angular_velocity.dot(&frame.camera.towards_eye());
    if turn.abs() > SLOW * largest_spin(stage) {
        let reach = actor.solids.iter().map(|solid| solid.radius).fold(0.0, f64::max) * frame.scale;
        draw_spin(canvas, centre, (0.62 * reach).clamp(10.0, 40.0), turn, &format!("s{}", paint.colour));
    }
    let (speed, [x, y]) = (fastest(stage), frame.camera.flat(&actor.velocity));
    let length = libm::hypot(x, y);
    if length.is_nan() || length <= SLOW * speed {
        return None;
    }
    let scale = FASTEST / speed;
    let tip = [centre[0] + scale * x, centre[1] - scale * y];
    canvas.polygon(&arrow(centre, tip, 2.4), &format!("class=\"f{}\"", paint.colour));
    Some([
        [centre[0].min(tip[0]) - 3.0, centre[1].min(tip[1]) - 3.0],
        [centre[0].max(tip[0]) + 3.0, centre[1].max(tip[1]) + 3.0],
    ])
}

/// The names of bodies, in them or beside them, where they cover least.
fn name_bodies(canvas: &mut Canvas, stage: &Stage, frame: &Frame, taken: &[[Point; 2]]) {
    /// More names than this cannot be told apart.
    const MOST: usize = 60;
    if stage.actors.len() > MOST {
        return;
    }
    let mut taken = taken.to_vec();
    for (i, actor) in stage.actors.iter().enumerate() {
        let Some(home) = home(stage, frame, i) else { continue };
        let name = theme::shortened(&actor.name, NAME, 150.0);
        let size = [theme::text_width(&name, NAME) + 4.0, NAME + 3.0];
        let reach = actor.solids.iter().map(|solid| solid.radius).fold(0.0, f64::max) * frame.scale;
        if let Some(small) = small_inside(&name, reach) {
            let label = Label::new(&name).size(small).anchor(Anchor::Middle).class("ink");
            canvas.text([home[0], home[1] + 0.36 * small], label);
            continue;
        }
        let candidates = places_around(home, size, reach);
        let cost = |at: &Point| covered(*at, size, &taken, &[]) + outside(*at, size, frame);
        let best = candidates.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let Some(at) = best else { continue };
        taken.push([
            [at[0] - 0.5 * size[0], at[1] - 0.5 * size[1]],
            [at[0] + 0.5 * size[0], at[1] + 0.5 * size[1]],
        ]);
        let label = Label::new(&name).size(NAME).anchor(Anchor::Middle).class("ink halo");
        canvas.text([at[0], at[1] + 0.36 * NAME], label);
    }
}

/// The size in which a name stands in a body that is smaller than usual letters, such as a ball in a rack on its table, beside which
/// there is no room; if it can be read.
fn small_inside(name: &str, reach: f64) -> Option<f64> {
    /// Letters that can be read, px.
    const LEAST: f64 = 5.0;
    /// Height and width of a name in a circle, over its radius.
    const ROOM: Point = [1.4, 1.5];
    let size = (ROOM[0] * reach).min(NAME * ROOM[1] * reach / theme::text_width(name, NAME));
    (reach < NAME && size >= LEAST).then_some(size.min(NAME))
}

/// Where a body is to be named: at its centre, a half-space below its edge, a fixed body of unknown shape at its contact.
fn home(stage: &Stage, frame: &Frame, body: usize) -> Option<Point> {
    let actor = &stage.actors[body];
    let meeting = || stage.meetings.iter().find(|meeting| meeting.bodies.contains(&body));
    if let Some(half) = &actor.half_space {
        let [point, normal] = frame.camera.edge(half)?;
        let foot = meeting().map_or(point, |meeting| frame.camera.flat(&meeting.point));
        let at = frame.place_flat(foot);
        return Some([at[0] - 14.0 * normal[0], at[1] + 14.0 * normal[1]]);
    }
    if actor.is_visible() {
        return Some(frame.place(&actor.position));
    }
    let meeting = meeting()?;
    let away = if meeting.bodies[0] == body { 1.0 } else { -1.0 };
    let ([x, y], [nx, ny]) = (frame.place(&meeting.point), frame.camera.flat(&meeting.normal));
    Some([x + 18.0 * away * nx, y - 18.0 * away * ny])
}

/// Where labels may stand around a place.
const SIDES: [Point; 8] =
    [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0], [0.8, 0.8], [-0.8, 0.8], [0.8, -0.8], [-0.8, -0.8]];

/// The middle of a label at a place or around it.
fn places_around(home: Point, size: Point, reach: f64) -> Vec<Point> {
    let mut places = vec![home];
    for distance in [0.5 * reach, reach + 8.0] {
        for [x, y] in SIDES {
            places.push([
                home[0] + x * (distance + 0.5 * size[0] * x.abs()),
                home[1] + y * (distance + 0.5 * size[1]),
            ]);
        }
    }
    places
}

/// What a label costs that leaves the frame.
fn outside(at: Point, size: Point, frame: &Frame) -> f64 {
    let beyond = |axis: usize| {
        let (low, high) = (at[axis] - 0.5 * size[axis], at[axis] + 0.5 * size[axis]);
        (frame.corner[axis] - low).max(0.0) + (high - frame.corner[axis] - frame.size[axis]).max(0.0)
    };
    100.0 * (beyond(0) + beyond(1))
}
