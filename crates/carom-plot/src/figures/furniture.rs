//! A billiard table seen from above: wood, cushions as the outline gives them, bed and pockets, to one scale.

use carom_motion::billiards::{Cushion, Outline};
use nalgebra::{Vector2, vector};

use crate::svg::{Canvas, Point};

/// How deep cushions are drawn behind their noses, in metres: 2 inches.
const CUSHION: f64 = 0.0508;
/// Least width of the wood behind them, in metres.
const WOOD: f64 = 0.06;
/// Wood beyond the farthest reach of a pocket, in metres.
const BORDER: f64 = 0.012;
/// How far what is behind a nose is filled, in metres: past the depth of the cushions, which cuts it off.
const BEHIND: f64 = 0.1;
/// Sights along a long rail cut it into so many parts, along a short one into half as many.
const PARTS: u32 = 8;

/// Where on the page a table lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan<'a> {
    outline: &'a Outline,
    /// Half length and half width of the table with its wood, in metres.
    outer: Vector2<f64>,
    /// Pixels per metre.
    pub scale: f64,
    middle: Point,
}

impl<'a> Plan<'a> {
    /// A table that fits width and height, in pixels, with its top left corner at `corner`.
    pub fn new(outline: &'a Outline, corner: Point, [width, height]: Point) -> Self {
        let half = half(outline);
        let outer = outline.edge().add_scalar(BORDER).sup(&half.add_scalar(CUSHION + WOOD));
        let scale = (0.5 * width / outer.x).min(0.5 * height / outer.y);
        Self { outline, outer, scale, middle: [corner[0] + 0.5 * width, corner[1] + scale * outer.y] }
    }

    /// Height on the page, in pixels.
    pub fn height(&self) -> f64 {
        2.0 * self.scale * self.outer.y
    }

    /// Corner and size of the whole table on the page.
    pub fn frame(&self) -> [Point; 2] {
        self.rectangle(self.outer)
    }

    /// Where a place on the table, in metres from its middle, is on the page.
    pub fn place(&self, place: Vector2<f64>) -> Point {
        [self.middle[0] + self.scale * place.x, self.middle[1] - self.scale * place.y]
    }

    fn rectangle(&self, half: Vector2<f64>) -> [Point; 2] {
        [self.place(vector![-half.x, half.y]), [2.0 * self.scale * half.x, 2.0 * self.scale * half.y]]
    }

    pub fn draw(&self, canvas: &mut Canvas) {
        let [corner, size] = self.frame();
        canvas.rect(corner, size, 14.0, "class=\"wood\"");
        self.draw_sights(canvas);
        let [corner, size] = self.rectangle(half(self.outline).add_scalar(CUSHION));
        if self.outline.pockets().is_empty() {
            canvas.rect(corner, size, 0.0, "class=\"cushion\"");
            let [corner, size] = self.rectangle(half(self.outline));
            canvas.rect(corner, size, 0.0, "class=\"bed nose\" stroke-width=\"1\"");
            return;
        }
        canvas.clipped(corner, size, |canvas| {
            canvas.rect(corner, size, 0.0, "class=\"bed\"");
            self.draw_corners(canvas);
            // All borders first: what is filled afterwards leaves only the border of the whole.
            self.draw_cushions(canvas, "class=\"nose\" stroke-width=\"2\" fill=\"none\"");
            self.draw_cushions(canvas, "class=\"cushion\"");
        });
        for pocket in self.outline.pockets() {
            canvas.circle(self.place(pocket.centre), self.scale * pocket.radius, "class=\"hole\"");
        }
    }

    /// Wood behind the middles of the corner pockets.
    fn draw_corners(&self, canvas: &mut Canvas) {
        for pocket in self.outline.pockets().iter().filter(|pocket| pocket.centre.x != 0.0) {
            let inner = pocket.centre;
            let outer = self.outer.component_mul(&inner.map(f64::signum));
            let corners = [inner, vector![outer.x, inner.y], outer, vector![inner.x, outer.y]];
            canvas.polygon(&corners.map(|corner| self.place(corner)), "class=\"wood\"");
        }
    }

    /// What is behind every nose, and the jaws.
    fn draw_cushions(&self, canvas: &mut Canvas, attributes: &str) {
        for cushion in self.outline.cushions() {
            match *cushion {
                Cushion::Straight { from, to, inward } => {
                    let back = inward * -BEHIND;
                    let corners = [from, to, to + back, from + back].map(|corner| self.place(corner));
                    canvas.polygon(&corners, attributes);
                }
                Cushion::Jaw { centre, radius } => {
                    canvas.circle(self.place(centre), self.scale * radius, attributes);
                }
            }
        }
    }

    /// The sights on the wood; none where a pocket is.
    fn draw_sights(&self, canvas: &mut Canvas) {
        let half = half(self.outline);
        let behind = (half.add_scalar(CUSHION) + self.outer) * 0.5;
        let place = |part: u32, parts: u32| 2.0 * f64::from(part) / f64::from(parts) - 1.0;
        for side in [-1.0, 1.0] {
            for part in (1..PARTS).filter(|&part| 2 * part != PARTS || self.outline.pockets().is_empty()) {
                self.draw_sight(canvas, vector![half.x * place(part, PARTS), side * behind.y]);
            }
            for part in 1..PARTS / 2 {
                self.draw_sight(canvas, vector![side * behind.x, half.y * place(part, PARTS / 2)]);
            }
        }
    }

    fn draw_sight(&self, canvas: &mut Canvas, at: Vector2<f64>) {
        canvas.circle(self.place(at), 1.8, "class=\"muted\"");
    }
}

/// Half length and half width between the noses, in metres.
fn half(outline: &Outline) -> Vector2<f64> {
    vector![0.5 * outline.length(), 0.5 * outline.width()]
}
