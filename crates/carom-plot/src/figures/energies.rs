//! Where the energy is.
//!
//! Two contacts show their strain energies against each other [Jia2013, Fig. 8(b)], with a dashed line where an end
//! of compression takes energy away. Any number of contacts shows them over time, stacked between the kinetic
//! energy of the bodies and what has been lost in friction and in restitution. The loss so far is the difference of the two
//! sides of [`strain_energy_bound`]: the energy that the impulses have taken from the bodies less the strain energy.

use carom::Snapshot;
use carom::analysis::impulse_plane::strain_energy_bound;
use nalgebra::{Vector2, Vector3};

use crate::axis::{Panel, Range, Unit};
use crate::course::{Moment, SampledCourse};
use crate::error::PlotError;
use crate::figures::impulse_plane::{draw_dots, state_legend};
use crate::label::Obstacles;
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch, mark_moments, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::{Canvas, Point, number};
use crate::theme;

/// A change of strain energy within an instant that is more than this part of the largest is a jump.
const JUMP: f64 = 1e-7;

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let mut sheet = Sheet::new(&subject.view.page, subject.title, "energies");
    let layers = layers(subject, &course);
    let total = layers.iter().map(|layer| layer.top.iter().copied().fold(0.0, f64::max)).fold(0.0, f64::max);
    let unit = Unit::suiting(total, "J");
    if subject.contacts() == 2 {
        against_each_other(&mut sheet, subject, &course.clone().cut(), &unit);
    }
    over_time(&mut sheet, &course, &layers, &unit, &subject.clock.time(course.duration));
    sheet.key(&course.moments, subject);
    sheet.explain_clock(subject.clock);
    Ok(sheet.finish())
}

/// E1 against E2.
fn against_each_other(sheet: &mut Sheet, subject: &Subject, course: &SampledCourse, unit: &Unit) {
    const HEIGHT: f64 = 300.0;
    sheet.legend(&state_legend(subject, course));
    let range = |contact: usize| {
        let range = Range::of(course.values(|s| s.energy[contact] * unit.factor), 0.0).upwards(0.08);
        // Room below zero, so that a curve along an axis can be seen.
        Range { low: -0.05 * range.high, ..range }
    };
    let panel = sheet.panel(HEIGHT, range(0), range(1));
    let canvas = &mut sheet.canvas;
    panel.draw_grid(canvas);
    panel.draw_zero_lines(canvas);
    let place = |s: &Snapshot| panel.place([s.energy[0] * unit.factor, s.energy[1] * unit.factor]);
    let points: Vec<Point> = course.samples.iter().map(place).collect();
    energy_curve(canvas, &panel, course, &points);
    let dot = |moment: &Moment| {
        let before = course.sample_at(moment.time.next_down());
        Some((*points.get(before)?, moment.letter))
    };
    let dots: Vec<(Point, Option<char>)> = course.moments.iter().filter_map(dot).collect();
    let mut clear_of = Obstacles { lines: vec![&points], points: Vec::new() };
    draw_dots(canvas, &panel, &dots, &mut clear_of);
    let name = |contact: usize| format!("strain energy at {} / {}", subject.contact_name(contact), unit.name);
    say_nothing_happens(canvas, &panel, course);
    panel.draw_axes(canvas, &name(0), &theme::shortened(&name(1), 13.0, HEIGHT + 30.0));
}

/// The curve in the colours of the states, with its jumps dashed.
fn energy_curve(canvas: &mut Canvas, panel: &Panel, course: &SampledCourse, points: &[Point]) {
    let largest = course.values(|s| s.energy[0].max(s.energy[1])).into_iter().fold(0.0, f64::max);
    let jumps = |i: usize| {
        let (before, after) = (&course.samples[i - 1], &course.samples[i]);
        let change = (0..2).map(|c| (after.energy[c] - before.energy[c]).abs()).fold(0.0, f64::max);
        before.time.next_up() >= after.time && change > JUMP * largest
    };
    for (state, range) in course.runs() {
        let stroke = theme::state_stroke(state, course.diagram.nodes().len());
        for piece in split_where(range, jumps) {
            canvas.polyline(&points[piece], &stroke);
        }
    }
    let origin = panel.place([0.0, 0.0]);
    for i in (1..points.len()).filter(|&i| jumps(i)) {
        draw_jump(canvas, origin, points[i - 1], points[i]);
    }
}

/// The range in pieces, each of which ends before an index at which `breaks` holds.
fn split_where(range: std::ops::Range<usize>, breaks: impl Fn(usize) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut starts = vec![range.start];
    starts.extend((range.start + 1..range.end).filter(|&i| breaks(i)));
    let ends = starts.iter().skip(1).copied().chain([range.end]);
    starts.iter().copied().zip(ends).map(|(a, b)| a..b).collect()
}

/// A dashed line from the energies before a jump to those after it, bent outwards where it runs along an axis and
/// would cover the curve.
fn draw_jump(canvas: &mut Canvas, origin: Point, before: Point, after: Point) {
    const BEND: f64 = 16.0;
    let on_axis = |axis: usize| [before, after].iter().all(|p| (p[axis] - origin[axis]).abs() < 1.0);
    let bend = [if on_axis(0) { -BEND } else { 0.0 }, if on_axis(1) { BEND } else { 0.0 }];
    let control = [0, 1].map(|axis| 0.5 * (before[axis] + after[axis]) + bend[axis]);
    let [x0, y0, x1, y1, x2, y2] =
        [before[0], before[1], control[0], control[1], after[0], after[1]].map(number);
    canvas.path(&format!("M{x0} {y0}Q{x1} {y1} {x2} {y2}"), "class=\"bound dash\"");
}

/// A band of the stack: what it is, and where it ends at every sample.
struct Layer {
    name: String,
    attributes: String,
    top: Vec<f64>,
}

fn layers(subject: &Subject, course: &SampledCourse) -> Vec<Layer> {
    let mut layers = Vec::new();
    let mut height = vec![0.0; course.samples.len()];
    let mut push = |name: String, attributes: String, values: Vec<f64>| {
        for (height, value) in height.iter_mut().zip(values) {
            *height += value.max(0.0);
        }
        layers.push(Layer { name, attributes, top: height.clone() });
    };
    if let Some(impact) = subject.impact {
        let kinetic = |s: &Snapshot| impact.kinetic_energy(&impact.motions_at(s));
        push("kinetic".to_owned(), "class=\"kinetic\"".to_owned(), course.values(kinetic));
    }
    let strain = |s: &Snapshot| s.energy.iter().sum::<f64>();
    let n = subject.contacts();
    if n < theme::DISTINCT {
        for contact in 0..n {
            let name = format!("strain at {}", subject.contact_name(contact));
            push(name, theme::fill(contact, n), course.values(|s| s.energy[contact]));
        }
    } else {
        push(format!("strain at all {n} contacts"), theme::fill(0, 1), course.values(strain));
    }
    let lost = |s: &Snapshot| energy_taken(subject, s) - strain(s);
    let mut restitution = course.values(lost);
    if subject.has_friction() {
        let rubbed = rubbed(course);
        for (all, rubbed) in restitution.iter_mut().zip(&rubbed) {
            *all -= rubbed;
        }
        push("lost in friction".to_owned(), "class=\"rubbed\"".to_owned(), rubbed);
    }
    push("lost in restitution".to_owned(), "class=\"loss\"".to_owned(), restitution);
    layers
}

/// The energy that the impulses have taken from the bodies: (E.1), over the tangents too where there is friction. With
/// v = v₀ + W p it is −p·(v − W p/2).
fn energy_taken(subject: &Subject, sample: &Snapshot) -> f64 {
    if !subject.has_friction() {
        return strain_energy_bound(subject.problem, &sample.impulse);
    }
    let spatial = |tangential: Vector2<f64>, normal: f64| tangential.push(normal);
    let impulse = |i: usize| spatial(sample.tangential[i].impulse, sample.impulse[i]);
    let work_at = |i: usize| {
        let velocity = spatial(sample.tangential[i].velocity, sample.velocity[i]);
        let gained: Vector3<f64> = subject.problem.coupling().block_row(i).map(|(j, w)| w * impulse(j)).sum();
        impulse(i).dot(&(velocity - 0.5 * gained))
    };
    -(0..subject.contacts()).map(work_at).sum::<f64>()
}

/// The work that friction has taken so far: its power −F_t·sliding, summed from sample to sample, which is as exact as a
/// picture needs.
fn rubbed(course: &SampledCourse) -> Vec<f64> {
    let power = |s: &Snapshot| -s.tangential.iter().map(|side| side.force.dot(&side.sliding)).sum::<f64>();
    let mut sum = 0.0;
    let mut sums = vec![0.0; course.samples.len()];
    for (i, pair) in course.samples.windows(2).enumerate() {
        let lasting = pair[1].time - pair[0].time;
        sum += 0.5 * lasting * (power(&pair[0]) + power(&pair[1]));
        sums[i + 1] = sum;
    }
    sums
}

/// The stack over time.
fn over_time(sheet: &mut Sheet, course: &SampledCourse, layers: &[Layer], unit: &Unit, time: &Unit) {
    const HEIGHT: f64 = 230.0;
    let entries: Vec<(Swatch, String)> =
        layers.iter().map(|layer| (Swatch::Area(layer.attributes.clone()), layer.name.clone())).collect();
    sheet.legend(&entries);
    let x = course.times(time.factor);
    let top =
        layers.iter().flat_map(|layer| course.shown_values(&layer.top).map(|value| value * unit.factor));
    let panel = sheet.panel(HEIGHT, x, Range::of(top, 0.0).upwards(0.04));
    let canvas = &mut sheet.canvas;
    panel.draw_grid(canvas);
    let line = |top: &[f64]| -> Vec<Point> {
        let place = |(s, value): (&Snapshot, &f64)| panel.place([s.time * time.factor, value * unit.factor]);
        course.samples.iter().zip(top).map(place).collect()
    };
    let mut below = line(&vec![0.0; course.samples.len()]);
    panel.clipped(canvas, |canvas| {
        for layer in layers {
            let above = line(&layer.top);
            let outline: Vec<Point> = above.iter().chain(below.iter().rev()).copied().collect();
            canvas.polygon(&outline, &layer.attributes);
            below = above;
        }
        canvas.polyline(&below, "class=\"axis\"");
    });
    mark_moments(canvas, &panel, course, time.factor);
    panel.draw_axes(canvas, &time.axis("time"), &unit.axis("energy"));
    if course.moments.is_empty() && layers.len() < 3 {
        say_nothing_happens(canvas, &panel, course);
    }
}
