//! Every law's impulse in the impulse space of one contact, like [Chatterjee1998, Figs. 1 and 4 to 9].
//!
//! The figure shows the plane of the sliding and the normal: impulses against the sliding to the right, along the normal
//! upwards. O is no impulse at all, A the plastic impulse without friction, B twice that, C the plastic and sticking one. Shaded
//! is the permissible region; where the impact leaves the plane, its section, and a second panel looks along the normal.

use carom::comparison::{Comparison, Reach, every_law, reach};
use carom::laws::LoneImpact;
use nalgebra::{Vector2, Vector3};

use crate::axis::{Panel, Range, Unit};
use crate::error::PlotError;
use crate::figures::fan;
use crate::label::Obstacles;
use crate::page::Page;
use crate::picture::Picture;
use crate::polygon::cut;
use crate::sheet::{BELOW, LEFT, Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// The view shows what lies around the laws' points and landmarks, and this part of their extent beyond.
const BEYOND: f64 = 0.14;
const TALLEST: f64 = 520.0;
/// Points of the energy ellipse.
const ELLIPSE_POINTS: usize = 720;
/// Steps of each coefficient along the border of what a law can reach.
const REACH_STEPS: usize = 160;
/// Points closer than this many pixels are one mark.
const ONE_MARK: f64 = 4.0;

/// Dots closer than this many pixels have one label together.
const ONE_LABEL: f64 = 15.0;
/// What the letters of the landmarks stand for.
const LANDMARKS: &str =
    "O no impulse;  A stops the approach without friction;  B twice A;  C stops the approach and the sliding";

/// The laws whose reach is drawn: name, and the class of their colour.
const CURVES: [(&str, &str); 5] = [
    ("routh", "s s0"),
    ("whittaker", "s s1"),
    ("smith", "s s2"),
    ("brach", "s s5 thin"),
    ("pfeiffer-glocker", "s s4 thin dash"),
];
const AREA: (&str, &str) = ("chatterjee-ruina", "class=\"f3\" fill-opacity=\".22\"");

/// The impulse space of a contact, in the plane of the sliding and the normal: (against t1, n).
struct Space<'a> {
    impact: &'a LoneImpact,
    unit: Unit,
    panel: Panel,
}

/// What a law can reach.
struct Reached {
    curves: Vec<(&'static str, &'static str, Vec<Vector3<f64>>)>,
    area: Vec<Vector3<f64>>,
}

/// Draws a comparison of a single contact's laws.
pub(crate) fn draw(page: &Page, title: &str, comparison: &Comparison) -> Result<Picture, PlotError> {
    let Some(impact) = comparison.lone_impact.as_deref() else { return Err(PlotError::NotOneContact) };
    let answers: Vec<(&str, Vector3<f64>)> = comparison
        .rows
        .iter()
        .filter_map(|row| Some((row.name.as_str(), row.answer()?.contacts.first()?.impulse)))
        .collect();
    let reached = reached(impact);
    let mut sheet = Sheet::new(page, title, "impulse space: the permissible region and every law's impulse");
    sheet.legend(&legend(&reached, impact.friction()));
    let space = Space::fitting(&mut sheet, impact, &answers);
    let marks = lettered(grouped(&answers, |p| space.place(p)), |p| space.place(p));
    let mut clear_of = space.dots(&marks);
    space.draw(&mut sheet.canvas, &reached, &mut clear_of);
    space.mark(&mut sheet.canvas, &marks, &mut clear_of);
    if !impact.is_planar() {
        side_view(&mut sheet, &space, &reached, &marks);
    }
    let named = marks.iter().map(|mark| (mark.letter, mark.names.join(", "))).collect::<Vec<_>>();
    sheet.list(&named);
    sheet.remark(LANDMARKS);
    Ok(sheet.finish())
}

fn reached(impact: &LoneImpact) -> Reached {
    let laws = every_law();
    let of = |wanted: &str| {
        let (_, law) = laws.iter().find(|(name, _)| *name == wanted)?;
        reach(law.as_ref(), impact, REACH_STEPS)
    };
    let curve = |(name, class)| match of(name) {
        Some(Reach::Curve(points)) => Some((name, class, points)),
        // Of a second area only the border is drawn.
        Some(Reach::Area(mut border)) => {
            border.extend(border.first().copied());
            Some((name, class, border))
        }
        None => None,
    };
    let area = match of(AREA.0) {
        Some(Reach::Area(border)) => border,
        Some(Reach::Curve(_)) | None => Vec::new(),
    };
    Reached { curves: CURVES.into_iter().filter_map(curve).collect(), area }
}

fn legend(reached: &Reached, friction: f64) -> Vec<(Swatch, String)> {
    let mut entries = vec![(Swatch::Area("class=\"kinetic\"".to_owned()), "permissible region".to_owned())];
    if !reached.area.is_empty() {
        entries.push((Swatch::Area(AREA.1.to_owned()), format!("reach of {}", AREA.0)));
    }
    for (name, class, _) in &reached.curves {
        entries.push((Swatch::Line(format!("class=\"{class}\"")), format!("reach of {name}")));
    }
    entries.push((Swatch::Line("class=\"bound\"".to_owned()), "no energy lost".to_owned()));
    if friction.is_finite() && friction > 0.0 {
        let cone = format!("friction cone, friction {}", theme::short(friction));
        entries.push((Swatch::Line("class=\"axis thin\"".to_owned()), cone));
    }
    entries
}

/// A law's mark, or that of several that agree.
struct Mark<'a> {
    letter: char,
    /// Marks that lie too close for labels of their own have one group.
    group: usize,
    impulse: Vector3<f64>,
    names: Vec<&'a str>,
}

impl<'a> Space<'a> {
    fn fitting(sheet: &mut Sheet, impact: &'a LoneImpact, answers: &[(&str, Vector3<f64>)]) -> Self {
        let plastic = impact.plastic_impulse();
        let landmarks = [plastic, 2.0 * plastic, impact.sticking_impulse()];
        let places: Vec<Point> =
            answers.iter().map(|answer| answer.1).chain(landmarks).map(|p| in_plane(&p)).collect();
        let ranges = [0, 1].map(|axis| Range::of(places.iter().map(|p| p[axis]), 0.0));
        let extent = ranges[0].length().max(ranges[1].length());
        let extent = if extent > 0.0 { extent } else { 1.0 };
        let unit = Unit::suiting(extent, "N s");
        let padded = |range: Range, part: f64| Range {
            low: (range.low - part * extent) * unit.factor,
            high: (range.high + part * extent) * unit.factor,
        };
        let (widest, tallest) = (sheet.room(), sheet.panel_height(TALLEST));
        let y = padded(ranges[1], BEYOND);
        // As wide as the page, if the plane is not wider still.
        let spare = widest / tallest * y.length() / unit.factor - ranges[0].length();
        let x = padded(ranges[0], BEYOND.max(0.5 * spare / extent));
        let scale = (widest / x.length()).min(tallest / y.length());
        let size = [scale * x.length(), scale * y.length()];
        let corner = [LEFT + 0.5 * (widest - size[0]), sheet.y + 6.0];
        sheet.y = corner[1] + size[1] + BELOW;
        Self { impact, unit, panel: Panel { corner, size, x, y, finest: 0.0 } }
    }

    fn place(&self, impulse: &Vector3<f64>) -> Point {
        self.place_in_plane(in_plane(impulse))
    }

    fn place_in_plane(&self, point: Point) -> Point {
        self.panel.place(point.map(|p| p * self.unit.factor))
    }

    /// The size of the view, in N s.
    fn reach(&self) -> f64 {
        let Panel { x, y, .. } = self.panel;
        4.0 * x.low.abs().max(x.high).max(y.low.abs()).max(y.high) / self.unit.factor
    }

    fn draw(&self, canvas: &mut Canvas, reached: &Reached, clear_of: &mut Obstacles) {
        let ellipse = self.ellipse();
        let placed =
            |points: &[Point]| points.iter().map(|&p| self.place_in_plane(p)).collect::<Vec<Point>>();
        self.panel.draw_grid(canvas);
        self.panel.clipped(canvas, |canvas| {
            canvas.polygon(&placed(&self.permissible(&ellipse)), "class=\"kinetic\"");
            let area: Vec<Point> = reached.area.iter().map(|p| self.place(p)).collect();
            canvas.polygon(&area, AREA.1);
            canvas.polyline(&area, "class=\"s s3 thin\"");
            let mut border = placed(&ellipse);
            border.extend(border.first().copied());
            canvas.polyline(&border, "class=\"bound\"");
        });
        self.panel.draw_zero_lines(canvas);
        self.lines(canvas, clear_of);
        self.panel.clipped(canvas, |canvas| {
            for (_, class, points) in &reached.curves {
                let curve: Vec<Point> = points.iter().map(|p| self.place(p)).collect();
                canvas.polyline(&curve, &format!("class=\"{class}\""));
            }
        });
        let unit = &self.unit.name;
        self.panel.draw_axes(
            canvas,
            &format!("impulse against the sliding / {unit}"),
            &format!("normal impulse / {unit}"),
        );
    }

    /// W and v₀ over (against t1, n).
    fn planar(&self) -> ([f64; 3], [f64; 2]) {
        let (w, v) = (self.impact.inverse_mass(), self.impact.velocity());
        ([w.m11, -w.m13, w.m33], [-v.x, v.z])
    }

    /// The impulses in the plane that lose no energy: each ray from O on which the work is first negative meets them once.
    fn ellipse(&self) -> Vec<Point> {
        let ([a, b, c], [vx, vy]) = self.planar();
        let middle = libm::atan2(-vy, -vx);
        let far = self.reach();
        let at = |i: usize| {
            let part = (i as f64 + 0.5) / ELLIPSE_POINTS as f64 - 0.5;
            let (sin, cos) = libm::sincos(middle + std::f64::consts::PI * part);
            let resistance = a * cos * cos + 2.0 * b * cos * sin + c * sin * sin;
            let r = (-2.0 * (vx * cos + vy * sin) / resistance).clamp(0.0, far);
            [r * cos, r * sin]
        };
        (0..ELLIPSE_POINTS).map(at).collect()
    }

    /// The section of the permissible region.
    fn permissible(&self, ellipse: &[Point]) -> Vec<Point> {
        let ([_, b, c], [_, vy]) = self.planar();
        let friction = self.impact.friction();
        let mut polygon = cut(ellipse, |[x, y]| vy + b * x + c * y);
        polygon = cut(&polygon, |[_, y]| y);
        if friction.is_finite() {
            polygon = cut(&polygon, |[x, y]| friction * y - x);
            polygon = cut(&polygon, |[x, y]| friction * y + x);
        }
        polygon
    }

    /// Maximum compression, full kinematic restitution, sticking, and the friction cone.
    fn lines(&self, canvas: &mut Canvas, clear_of: &mut Obstacles) {
        let ([a, b, c], [vx, vy]) = self.planar();
        let friction = self.impact.friction();
        let cone = if friction.is_finite() { [friction, 1.0] } else { [1.0, 0.0] };
        let lines = [
            ("maximum compression", [b, c], vy, "axis dash"),
            ("full restitution", [b, c], 2.0 * vy, "mark dash"),
            ("sticking", [a, b], vx, "axis dots"),
        ];
        self.panel.clipped(canvas, |canvas| {
            for side in [1.0, -1.0] {
                let far = self.reach();
                canvas.line(
                    self.place_in_plane([0.0; 2]),
                    self.place_in_plane([side * far * cone[0], far * cone[1]]),
                    "class=\"axis thin\"",
                );
            }
            for (_, normal, offset, class) in lines {
                if let Some([from, to]) = self.across(normal, offset) {
                    canvas.line(from, to, &format!("class=\"{class}\""));
                }
            }
        });
        for (name, normal, offset, _) in lines {
            if let Some(ends) = self.across(normal, offset) {
                self.name_line(canvas, name, ends, clear_of);
            }
        }
    }

    /// Where the line normal·p + offset = 0 crosses the view.
    fn across(&self, [nx, ny]: Point, offset: f64) -> Option<[Point; 2]> {
        let square = nx * nx + ny * ny;
        let foot = [-offset * nx / square, -offset * ny / square];
        let far = self.reach() / square.sqrt();
        let along = |sign: f64| self.place_in_plane([foot[0] - sign * far * ny, foot[1] + sign * far * nx]);
        self.panel.part_inside(along(-1.0), along(1.0))
    }

    /// The name of a line beside it, where there is room.
    fn name_line(&self, canvas: &mut Canvas, name: &str, [a, b]: [Point; 2], clear_of: &mut Obstacles) {
        const SIZE: f64 = 11.0;
        const BESIDE: f64 = 12.0;
        let half = 0.5 * theme::text_width(name, SIZE);
        let fits = |p: &Point| p[0] - half > self.panel.corner[0] && p[0] + half < self.panel.right();
        let candidate = |i: usize| {
            let part = 0.04 + 0.92 * (i / 2) as f64 / 24.0;
            let along = [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
            [along[0], along[1] + if i.is_multiple_of(2) { -BESIDE } else { BESIDE }]
        };
        let candidates: Vec<Point> = (0..50).map(candidate).filter(fits).collect();
        let Some(at) = clear_of.roomiest_of(&self.panel, &candidates) else { return };
        // A word is wide: its ends and its middle are taken.
        clear_of.points.extend([-half, 0.0, half].map(|x| [at[0] + x, at[1]]));
        let label = Label::new(name).size(SIZE).anchor(Anchor::Middle).class("muted halo");
        canvas.text([at[0], at[1] + 4.0], label);
    }

    /// O, A, B and C.
    fn landmarks(&self) -> [(char, Vector3<f64>); 4] {
        let plastic = self.impact.plastic_impulse();
        let sticking = self.impact.sticking_impulse();
        [('O', Vector3::zeros()), ('A', plastic), ('B', 2.0 * plastic), ('C', sticking)]
    }

    /// All dots, for labels to keep clear of.
    fn dots(&self, marks: &[Mark]) -> Obstacles<'static> {
        let landmarks = self.landmarks();
        let impulses = landmarks.iter().map(|(_, p)| p).chain(marks.iter().map(|mark| &mark.impulse));
        Obstacles { lines: Vec::new(), points: impulses.map(|p| self.place(p)).collect() }
    }

    /// Landmarks and the laws' marks.
    fn mark(&self, canvas: &mut Canvas, marks: &[Mark], clear_of: &mut Obstacles) {
        for (letter, impulse) in &self.landmarks() {
            let dot = self.place(impulse);
            canvas.circle(dot, 2.6, "class=\"node\"");
            label_beside(canvas, &self.panel, clear_of, &[dot], &letter.to_string(), "muted halo");
        }
        mark_groups(canvas, &self.panel, clear_of, marks, |p| self.place(p));
    }
}

/// Against t1 and along n.
fn in_plane(impulse: &Vector3<f64>) -> Point {
    [-impulse.x, impulse.z]
}

/// The dots of all marks with their letters; one label for a group of them around which there is no room.
fn mark_groups(
    canvas: &mut Canvas,
    panel: &Panel,
    clear_of: &mut Obstacles,
    marks: &[Mark],
    place: impl Fn(&Vector3<f64>) -> Point,
) {
    for mark in marks {
        canvas.circle(place(&mark.impulse), 3.6, "class=\"ink\"");
    }
    for group in marks.chunk_by(|a, b| a.group == b.group) {
        let dots: Vec<Point> = group.iter().map(|mark| place(&mark.impulse)).collect();
        let label = match group {
            [only] => only.letter.to_string(),
            [first, .., last] => {
                let lettered = dots.iter().copied().zip(group.iter().map(|mark| mark.letter)).collect();
                if fan::draw(canvas, panel, clear_of, lettered) {
                    continue;
                }
                format!("{}–{}", first.letter, last.letter)
            }
            [] => continue,
        };
        label_beside(canvas, panel, clear_of, &dots, &label, "ink bold halo");
    }
}

/// A label beside dots that lie close together, clear of the other dots and labels.
fn label_beside(
    canvas: &mut Canvas,
    panel: &Panel,
    clear_of: &mut Obstacles,
    dots: &[Point],
    text: &str,
    class: &str,
) {
    const SIZE: f64 = 13.0;
    let middle = [0, 1].map(|axis| dots.iter().map(|dot| dot[axis]).sum::<f64>() / dots.len().max(1) as f64);
    let around = |dot: &Point| libm::hypot(dot[0] - middle[0], dot[1] - middle[1]);
    let spread = dots.iter().map(around).fold(0.0, f64::max);
    let others: Vec<Point> = clear_of.points.iter().copied().filter(|point| !dots.contains(point)).collect();
    let reach = spread + 0.5 * (theme::text_width(text, SIZE) - SIZE).max(0.0);
    let at = Obstacles { lines: Vec::new(), points: others }.beside_for(panel, middle, reach);
    clear_of.points.extend([-reach, 0.0, reach].map(|aside| [at[0] + aside, at[1]]));
    canvas.text([at[0], at[1] + 4.5], Label::new(text).size(SIZE).anchor(Anchor::Middle).class(class));
}

/// The marks in groups of those that lie close together, lettered in that order.
fn lettered<'n>(marks: Vec<Mark<'n>>, place: impl Fn(&Vector3<f64>) -> Point) -> Vec<Mark<'n>> {
    let places: Vec<Point> = marks.iter().map(|mark| place(&mark.impulse)).collect();
    let mut groups: Vec<usize> = (0..marks.len()).collect();
    for i in 0..marks.len() {
        for j in 0..i {
            let apart = libm::hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]);
            if apart < ONE_LABEL {
                let (kept, joined) = (groups[i].min(groups[j]), groups[i].max(groups[j]));
                groups.iter_mut().filter(|group| **group == joined).for_each(|group| *group = kept);
            }
        }
    }
    let mut marks: Vec<Mark> =
        marks.into_iter().zip(groups).map(|(mark, group)| Mark { group, ..mark }).collect();
    marks.sort_by_key(|mark| mark.group);
    for (i, mark) in marks.iter_mut().enumerate() {
        mark.letter = char::from(b'a' + (i as u8).min(25));
    }
    marks
}

/// Laws whose points are one mark.
fn grouped<'n>(answers: &[(&'n str, Vector3<f64>)], place: impl Fn(&Vector3<f64>) -> Point) -> Vec<Mark<'n>> {
    let mut marks: Vec<Mark<'n>> = Vec::new();
    for &(name, impulse) in answers {
        let here = place(&impulse);
        let near = |mark: &&mut Mark| {
            let there = place(&mark.impulse);
            libm::hypot(here[0] - there[0], here[1] - there[1]) < ONE_MARK
                && (mark.impulse - impulse).norm() <= 1e-6 * impulse.norm()
        };
        match marks.iter_mut().find(near) {
            Some(mark) => mark.names.push(name),
            None => marks.push(Mark { letter: 'a', group: 0, impulse, names: vec![name] }),
        }
    }
    marks
}

/// The view along the normal: against t1 and along t2.
fn side_view(sheet: &mut Sheet, space: &Space, reached: &Reached, marks: &[Mark]) {
    const HEIGHT: f64 = 200.0;
    let factor = space.unit.factor;
    let aside = |p: &Vector3<f64>| Vector2::new(-p.x * factor, p.y * factor);
    let sticking = space.impact.sticking_impulse();
    let points = marks.iter().map(|mark| mark.impulse).chain([sticking]);
    let y = Range::of(points.map(|p| p.y * factor), 0.0);
    let scale = space.panel.size[0] / space.panel.x.length();
    let half = 0.5 * HEIGHT / scale;
    let middle = 0.5 * (y.low + y.high);
    let half = half.max(0.6 * y.length());
    let range = Range { low: middle - half, high: middle + half };
    sheet.remark("the same, seen along the normal");
    let corner = [space.panel.corner[0], sheet.y + 6.0];
    let panel = Panel {
        corner,
        size: [space.panel.size[0], 2.0 * half * scale],
        x: space.panel.x,
        y: range,
        finest: 0.0,
    };
    sheet.y = panel.bottom() + BELOW;
    let place = |p: &Vector3<f64>| panel.place(aside(p).into());
    let canvas = &mut sheet.canvas;
    panel.draw_grid(canvas);
    panel.draw_zero_lines(canvas);
    panel.clipped(canvas, |canvas| {
        let area: Vec<Point> = reached.area.iter().map(place).collect();
        canvas.polygon(&area, AREA.1);
        for (_, class, points) in &reached.curves {
            canvas.polyline(&points.iter().map(place).collect::<Vec<Point>>(), &format!("class=\"{class}\""));
        }
    });
    let mut clear_of =
        Obstacles { lines: Vec::new(), points: marks.iter().map(|mark| place(&mark.impulse)).collect() };
    for (letter, impulse) in [('O', Vector3::zeros()), ('C', sticking)] {
        canvas.circle(place(&impulse), 2.6, "class=\"node\"");
        label_beside(canvas, &panel, &mut clear_of, &[place(&impulse)], &letter.to_string(), "muted halo");
    }
    mark_groups(canvas, &panel, &mut clear_of, marks, place);
    let unit = &space.unit.name;
    panel.draw_axes(
        canvas,
        &format!("impulse against the sliding / {unit}"),
        &format!("impulse aside / {unit}"),
    );
}
