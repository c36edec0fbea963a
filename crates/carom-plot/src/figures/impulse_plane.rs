//! The impulse curve of two contacts in its ellipse, like [Jia2013, Figs. 7 and 9].
//!
//! The shaded region is where impulses can be: inside the bounding ellipse and with no negative component. The
//! compression lines ℓ1 and ℓ2 cut it into the regions I to IV. The curve has a colour for each state.

use carom::Snapshot;
use carom::analysis::impulse_plane::{Boundary, ImpulsePlane, Impulses, Region};

use crate::axis::{Panel, Range, Unit};
use crate::course::{Moment, SampledCourse};
use crate::error::PlotError;
use crate::label::Obstacles;
use crate::picture::Picture;
use crate::polygon::{cut, roomiest};
use crate::sheet::{BELOW, LEFT, Sheet, Swatch, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// The view shows the ellipse as far as it reaches beyond the curve by this factor.
const MOST_BEYOND: f64 = 1.9;
/// Scales are equal unless one impulse is this many times the other.
const UNEQUAL: f64 = 3.0;
const TALLEST: f64 = 540.0;

struct Scene<'a> {
    subject: &'a Subject<'a>,
    course: SampledCourse,
    plane: ImpulsePlane,
    unit: Unit,
    panel: Panel,
    /// The impulse curve on the canvas.
    curve: Vec<Point>,
}

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    if subject.has_friction() {
        return Err(PlotError::PlaneWithFriction);
    }
    let Some(plane) = ImpulsePlane::of(subject.problem) else {
        return Err(PlotError::NotAPlane { contacts: subject.contacts() });
    };
    let course = SampledCourse::of(subject)?.cut();
    let bound = match plane.boundary() {
        Boundary::Ellipse(_) => "bounding ellipse",
        Boundary::Strip(_) => "bounding lines",
        Boundary::Parabola(_) => "bounding parabola",
    };
    let mut sheet = Sheet::new(&subject.view.page, subject.title, &format!("impulse curve and {bound}"));
    let mut entries = state_legend(subject, &course);
    entries.push((Swatch::Line("class=\"bound\"".to_owned()), format!("{bound}: no energy lost")));
    sheet.legend(&entries);
    let (view, unit) = view(&plane, &course);
    let panel = equal_scales(&mut sheet, view);
    let place = |s: &Snapshot| panel.place([s.impulse[0] * unit.factor, s.impulse[1] * unit.factor]);
    let curve = course.samples.iter().map(place).collect();
    let scene = Scene { subject, course, plane, unit, panel, curve };
    scene.draw(&mut sheet.canvas);
    sheet.key(&scene.course.moments, subject);
    let names = [0, 1].map(|contact| theme::shortened(&subject.contact_name(contact), 12.0, 150.0));
    sheet.remark(&format!(
        "ℓ_1, ℓ_2: where {} and {} neither approach nor part; regions I to IV lie between them. C compresses, R restitutes: \
         C1R2 is where 1 = {} compresses while 2 = {} restitutes. Shaded: impulses that push and create no energy",
        names[0], names[1], names[0], names[1]
    ));
    Ok(sheet.finish())
}

/// A legend entry for every state that is shown and in which something is active.
pub(crate) fn state_legend(subject: &Subject, course: &SampledCourse) -> Vec<(Swatch, String)> {
    let nodes = course.diagram.nodes();
    let entry = |(i, node): (usize, &carom::analysis::diagram::DiagramNode)| {
        let name = format!("S{}: {}", i + 1, subject.contact_list(&node.active));
        (Swatch::Line(theme::state_stroke(i, nodes.len())), name)
    };
    let is_drawn = |(i, node): &(usize, &carom::analysis::diagram::DiagramNode)| {
        !node.active.is_empty() && course.states.contains(i)
    };
    nodes.iter().enumerate().filter(is_drawn).map(entry).collect()
}

/// The ranges of the two impulses, in the unit that suits them.
fn view(plane: &ImpulsePlane, course: &SampledCourse) -> ([Range; 2], Unit) {
    let reached = [0, 1].map(|i| Range::of(course.values(|s| s.impulse[i]), 0.0));
    let largest = reached[0].high.max(reached[1].high);
    let extent = if largest > 0.0 { largest } else { 1.0 };
    let unit = Unit::suiting(extent, "N s");
    let boundary = plane.boundary().points(240, 4.0 * extent);
    let range = |i: usize| {
        let own = if reached[i].high > 0.0 { reached[i].high } else { 0.3 * extent };
        let whole = Range::of(boundary.iter().map(|p| p[i]), 0.0);
        let low = whole.low.max(-0.3 * own);
        let high = whole.high.clamp(own, MOST_BEYOND * own);
        let pad = 0.06 * (high - low);
        Range { low: (low - pad) * unit.factor, high: (high + pad) * unit.factor }
    };
    ([range(0), range(1)], unit)
}

/// A panel in which both impulses have the same scale, unless they are too unequal for that.
fn equal_scales(sheet: &mut Sheet, [x, y]: [Range; 2]) -> Panel {
    let (widest, tallest) = (sheet.room(), sheet.panel_height(TALLEST));
    let ratio = y.length() / x.length();
    let size = if (1.0 / UNEQUAL..UNEQUAL).contains(&ratio) {
        let scale = (widest / x.length()).min(tallest / y.length());
        [scale * x.length(), scale * y.length()]
    } else {
        [widest, (0.75 * widest).min(tallest)]
    };
    let corner = [LEFT + 0.5 * (widest - size[0]), sheet.y + 6.0];
    sheet.y = corner[1] + size[1] + BELOW;
    Panel { corner, size, x, y, finest: 0.0 }
}

impl Scene<'_> {
    fn draw(&self, canvas: &mut Canvas) {
        let ellipse: Vec<Point> = self.boundary().iter().map(|&p| self.place(p)).collect();
        let feasible: Vec<Point> = self.feasible().iter().map(|&p| self.place(p)).collect();
        self.panel.draw_grid(canvas);
        self.panel.clipped(canvas, |canvas| {
            canvas.polygon(&feasible, "class=\"tint\"");
            canvas.polyline(&ellipse, "class=\"bound\"");
        });
        self.panel.draw_zero_lines(canvas);
        let mut clear_of = Obstacles { lines: vec![&self.curve, &ellipse], points: Vec::new() };
        for contact in 0..2 {
            self.compression_line(canvas, contact, &mut clear_of);
        }
        self.panel.clipped(canvas, |canvas| {
            for (state, range) in self.course.runs() {
                let stroke = theme::state_stroke(state, self.course.diagram.nodes().len());
                canvas.polyline(&self.curve[range], &stroke);
            }
        });
        clear_of.lines.truncate(1);
        self.dots(canvas, &mut clear_of);
        self.regions(canvas, clear_of);
        say_nothing_happens(canvas, &self.panel, &self.course);
        let name = |contact: usize| {
            format!("impulse at {} / {}", self.subject.contact_name(contact), self.unit.name)
        };
        self.panel.draw_axes(canvas, &name(0), &theme::shortened(&name(1), 13.0, self.panel.size[1]));
    }

    fn place(&self, impulses: Impulses) -> Point {
        self.panel.place(impulses.map(|p| p * self.unit.factor))
    }

    /// The corners of the view, in newton seconds.
    fn corners(&self) -> [Impulses; 2] {
        let Panel { x, y, .. } = self.panel;
        [[x.low, y.low], [x.high, y.high]].map(|corner| corner.map(|p| p / self.unit.factor))
    }

    fn boundary(&self) -> Vec<Impulses> {
        let [low, high] = self.corners();
        let reach = 4.0 * (high[0] - low[0]).max(high[1] - low[1]);
        self.plane.boundary().points(360, reach)
    }

    /// The part of the view where impulses can be.
    fn feasible(&self) -> Vec<Impulses> {
        let [_, high] = self.corners();
        let mut polygon = self.boundary();
        for axis in 0..2 {
            polygon = cut(&polygon, |p| p[axis]);
            polygon = cut(&polygon, |p| high[axis] - p[axis]);
        }
        polygon
    }

    fn compression_line(&self, canvas: &mut Canvas, contact: usize, clear_of: &mut Obstacles) {
        let [low, high] = self.corners();
        let Some(ends) = self.plane.compression_line(contact).within(low, high) else { return };
        let [a, b] = ends.map(|p| self.place(p));
        canvas.line(a, b, "class=\"axis dash\"");
        // Near the upper end, on either side.
        let (top, other) = if a[1] < b[1] { (a, b) } else { (b, a) };
        let length = libm::hypot(other[0] - top[0], other[1] - top[1]).max(1.0);
        let [ux, uy] = [(other[0] - top[0]) / length, (other[1] - top[1]) / length];
        let candidate = |i: i32| {
            let (along, aside) = (14.0 + 8.0 * f64::from(i / 2), if i % 2 == 0 { 13.0 } else { -13.0 });
            [top[0] + along * ux - aside * uy, top[1] + along * uy + aside * ux]
        };
        let candidates: Vec<Point> = (0..12).map(candidate).collect();
        let Some(at) = clear_of.roomiest_of(&self.panel, &candidates) else { return };
        let number = (contact + 1).to_string();
        let label = Label::new("ℓ").subscript(&number).size(15.0).anchor(Anchor::Middle).class("ink halo");
        canvas.text([at[0], at[1] + 5.0], label);
        clear_of.points.push(at);
    }

    /// The regions' names, where they have room.
    fn regions(&self, canvas: &mut Canvas, mut clear_of: Obstacles) {
        const ROOM_FOR_NUMERAL: f64 = 11.0;
        const ROOM_FOR_PHASES: f64 = 24.0;
        let feasible = self.feasible();
        for region in Region::ALL {
            let mut polygon = feasible.clone();
            for (contact, compresses) in region.compresses().into_iter().enumerate() {
                let line = self.plane.compression_line(contact);
                let sign = if compresses { -1.0 } else { 1.0 };
                polygon = cut(&polygon, |p| sign * line.velocity_at(p));
            }
            let polygon: Vec<Point> = polygon.into_iter().map(|p| self.place(p)).collect();
            let points = clear_of.points.iter().map(std::slice::from_ref);
            let others: Vec<&[Point]> = points.chain(clear_of.lines.iter().copied()).collect();
            let Some((at, room)) = roomiest(&polygon, &others) else { continue };
            if room < ROOM_FOR_NUMERAL {
                continue;
            }
            let with_phases = room >= ROOM_FOR_PHASES;
            let lift = if with_phases { 0.0 } else { 6.0 };
            let numeral = Label::new(region.numeral()).size(17.0).anchor(Anchor::Middle).class("muted");
            canvas.text([at[0], at[1] + lift], numeral);
            if with_phases {
                let phases = Label::new(region.phases()).size(11.0).anchor(Anchor::Middle).class("muted");
                canvas.text([at[0], at[1] + 14.0], phases);
            }
            clear_of.points.push(at);
        }
    }

    /// Dots at the events, lettered in the order of time.
    fn dots(&self, canvas: &mut Canvas, clear_of: &mut Obstacles) {
        let moments = self.course.moments.iter();
        let place =
            |moment: &Moment| Some((self.curve.get(self.course.sample_at(moment.time))?, moment.letter));
        let dots: Vec<(Point, Option<char>)> =
            moments.filter_map(place).map(|(&dot, letter)| (dot, letter)).collect();
        draw_dots(canvas, &self.panel, &dots, clear_of);
    }
}

/// Dots with their letters beside them. Dots without letters are many: those that would cover the last are left out.
pub(crate) fn draw_dots(
    canvas: &mut Canvas,
    panel: &Panel,
    dots: &[(Point, Option<char>)],
    clear_of: &mut Obstacles,
) {
    const CLOSEST: f64 = 3.0;
    let known = clear_of.points.len();
    clear_of.points.extend(dots.iter().filter(|dot| dot.1.is_some()).map(|dot| dot.0));
    let mut last = [f64::NEG_INFINITY; 2];
    for (i, &(dot, letter)) in dots.iter().enumerate() {
        let Some(letter) = letter else {
            if libm::hypot(dot[0] - last[0], dot[1] - last[1]) >= CLOSEST {
                canvas.circle(dot, 2.4, "class=\"ink\"");
                last = dot;
            }
            continue;
        };
        canvas.circle(dot, 3.4, "class=\"ink\"");
        // Its own dot is no obstacle.
        clear_of.points[known + i] = [f64::INFINITY; 2];
        let at = clear_of.beside(panel, dot);
        clear_of.points[known + i] = dot;
        clear_of.points.push(at);
        let letter = letter.to_string();
        let label = Label::new(&letter).size(13.0).anchor(Anchor::Middle).class("ink bold halo");
        canvas.text([at[0], at[1] + 4.5], label);
    }
}
