//! Balls as discs with their names in them, or beside them where they are too long.

use crate::figures::arrow::covered;
use crate::figures::paint::{Face, Paint};
use crate::svg::{Anchor, Canvas, Label, Point, number};
use crate::theme;

/// Least size of type that can be read.
const READABLE: f64 = 7.0;
/// Type inside a disc, in radii, if it is not too wide.
const INSIDE: f64 = 1.15;
/// Greatest width of a name inside a disc, in radii.
const ROOM: f64 = 1.7;
/// Type beside a disc.
const BESIDE: f64 = 11.0;
/// Half width of the stripe of a striped ball, in radii.
const STRIPE: f64 = 0.62;

/// A ball on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BallMark<'a> {
    pub paint: Paint,
    pub centre: Point,
    /// In pixels.
    pub radius: f64,
    pub name: &'a str,
}

impl BallMark<'_> {
    /// Where it starts: its outline, with the name in its colour if it fits in.
    pub fn draw_start(&self, canvas: &mut Canvas) {
        canvas.circle(self.centre, self.radius, "class=\"bed\" fill-opacity=\".75\"");
        self.draw_outline(canvas);
        self.draw_name_inside(canvas, &format!("f{}", self.paint.colour));
    }

    fn draw_outline(&self, canvas: &mut Canvas) {
        let attributes = format!("class=\"s s{}\" style=\"stroke-width:1\"", self.paint.colour);
        canvas.circle(self.centre, self.radius, &attributes);
    }

    /// The disc, with the name if it fits in.
    pub fn draw(&self, canvas: &mut Canvas) {
        let Self { centre, radius, .. } = *self;
        let Paint { colour, face } = self.paint;
        canvas.circle(centre, radius, "class=\"paper\"");
        match face {
            Face::Solid if self.paint.is_white() => {
                canvas.circle(centre, radius, "class=\"chalk\"");
                self.draw_outline(canvas);
            }
            Face::Solid => canvas.circle(centre, radius, &format!("class=\"f{colour}\"")),
            Face::Striped => {
                canvas.path(&stripe(centre, radius), &format!("class=\"f{colour}\""));
                self.draw_outline(canvas);
            }
            Face::Pale => {
                canvas.circle(centre, radius, &format!("class=\"f{colour}\" fill-opacity=\".6\""));
                self.draw_outline(canvas);
            }
        }
        self.draw_name_inside(canvas, self.paint.ink());
    }

    fn draw_name_inside(&self, canvas: &mut Canvas, class: &str) {
        if let Some(size) = self.size_inside() {
            let name = Label::new(self.name).size(size).anchor(Anchor::Middle).class(class);
            canvas.text([self.centre[0], self.centre[1] + 0.36 * size], name);
        }
    }

    /// Size of type with which the name fits in the disc.
    pub fn size_inside(&self) -> Option<f64> {
        let width = theme::text_width(self.name, 1.0).max(f64::MIN_POSITIVE);
        let size = (INSIDE * self.radius).min(ROOM * self.radius / width);
        (size >= READABLE).then_some(size)
    }

    fn around(&self) -> [Point; 2] {
        let [x, y] = self.centre;
        [[x - self.radius, y - self.radius], [x + self.radius, y + self.radius]]
    }
}

/// The stripe across a disc, as a path.
fn stripe([x, y]: Point, radius: f64) -> String {
    let (up, across) = (STRIPE * radius, (1.0 - STRIPE * STRIPE).sqrt() * radius);
    let [left, right, above, below, radius] = [x - across, x + across, y - up, y + up, radius].map(number);
    format!(
        "M{left} {above}L{right} {above}A{radius} {radius} 0 0 1 {right} {below}L{left} {below}A{radius} {radius} 0 0 1 {left} {above}Z"
    )
}

/// Names that do not fit in their discs, each beside its disc where it covers least of discs, lines and other names.
pub(crate) fn draw_names_beside(canvas: &mut Canvas, marks: &[BallMark], lines: &[Point], frame: [Point; 2]) {
    let mut taken: Vec<[Point; 2]> = marks.iter().map(BallMark::around).collect();
    for mark in marks.iter().filter(|mark| mark.size_inside().is_none()) {
        let name = theme::shortened(mark.name, BESIDE, 120.0);
        let size = [theme::text_width(&name, BESIDE) + 4.0, BESIDE + 2.0];
        let at = place_beside(mark, size, &taken, lines, frame);
        let half = [0.5 * size[0], 0.5 * size[1]];
        taken.push([[at[0] - half[0], at[1] - half[1]], [at[0] + half[0], at[1] + half[1]]]);
        let label = Label::new(&name).size(BESIDE).anchor(Anchor::Middle).class("ink halo");
        canvas.text([at[0], at[1] + 0.36 * BESIDE], label);
    }
}

/// Middle of a label of the given size beside a disc.
fn place_beside(
    mark: &BallMark,
    size: Point,
    taken: &[[Point; 2]],
    lines: &[Point],
    frame: [Point; 2],
) -> Point {
    const SIDES: [(f64, f64); 8] = [
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (0.8, -0.8),
        (0.8, 0.8),
        (-0.8, -0.8),
        (-0.8, 0.8),
    ];
    let [corner, extent] = frame;
    let mut best = (mark.centre, f64::INFINITY);
    for (side_x, side_y) in SIDES {
        let at = [
            mark.centre[0] + side_x * (mark.radius + 0.5 * size[0] + 1.0),
            mark.centre[1] + side_y * (mark.radius + 0.5 * size[1] + 1.0),
        ];
        let inside = (0..2).all(|axis| {
            at[axis] - 0.5 * size[axis] >= corner[axis]
                && at[axis] + 0.5 * size[axis] <= corner[axis] + extent[axis]
        });
        let cost = covered(at, size, taken, lines) + if inside { 0.0 } else { 1e6 };
        if cost < best.1 {
            best = (at, cost);
        }
    }
    best.0
}
