//! What happens next to one ball by itself, and when two balls meet.

use nalgebra::{Vector2, Vector3, vector};

use super::ball::Ball;
use super::cloth::{NaturalEnd, Travel};
use super::cushion::{Cushion, reach_on_bed};
use super::guard::{Path, TOUCHING, clearance, descent_of_parabola, meeting, meets_ring};
use super::table::Table;

/// The next thing that happens to a ball unless another ball hits it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Next {
    /// Nothing, ever.
    Nothing,
    /// Its travel ends by itself.
    Ends(NaturalEnd),
    /// It touches a cushion.
    Cushion,
    /// It comes down on the bed.
    Lands,
    /// It falls into a pocket.
    Pocket(usize),
    /// It passes over a nose or the edge of the table.
    OverTheEdge,
}

/// The earliest of what may happen, in time from the present.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Soonest {
    pub after: f64,
    pub next: Next,
}

impl Soonest {
    const NEVER: Self = Self { after: f64::INFINITY, next: Next::Nothing };

    fn offer(&mut self, time: Option<f64>, next: Next) {
        if let Some(time) = time.filter(|&time| time < self.after) {
            *self = Self { after: time, next };
        }
    }
}

/// Looks ahead along the path of one ball.
pub(crate) struct Lookout<'a> {
    pub table: &'a Table,
    pub ball: &'a Ball,
    pub path: Path,
}

impl Lookout<'_> {
    /// What happens first; `end` is when the travel ends by itself, from the present.
    pub fn soonest(&self, travel: Travel, end: Option<NaturalEnd>) -> Soonest {
        let mut soonest = match end {
            Some(end) => Soonest { after: end.after, next: Next::Ends(end) },
            None => Soonest::NEVER,
        };
        match travel {
            Travel::Still | Travel::Out => {}
            Travel::Sliding { .. } | Travel::Rolling { .. } => self.on_bed(&mut soonest),
            Travel::Airborne => self.in_flight(&mut soonest),
        }
        soonest
    }

    fn on_bed(&self, soonest: &mut Soonest) {
        let reach = reach_on_bed(self.ball, self.table.nose_height);
        for cushion in self.table.outline.cushions() {
            if self.passes_by(cushion.bounds(), self.ball.radius(), soonest.after) {
                continue;
            }
            let time = match *cushion {
                Cushion::Straight { from, inward, .. } => {
                    let time = descent_of_parabola(clearance(&self.path, inward, from, reach));
                    time.filter(|&t| t < soonest.after && self.faces(cushion, t))
                }
                Cushion::Jaw { centre, radius } => {
                    let centre = Path::fixed(vector![centre.x, centre.y, 0.0]);
                    meeting(&self.path.flat(), &centre, radius + reach, soonest.after)
                }
            };
            soonest.offer(time, Next::Cushion);
        }
        self.pockets(soonest, |_| true);
        self.edges(soonest);
    }

    fn in_flight(&self, soonest: &mut Soonest) {
        soonest.offer(descent_of_parabola(self.height()), Next::Lands);
        let nose = self.table.nose_height;
        for cushion in self.table.outline.cushions() {
            let time = match *cushion {
                Cushion::Straight { from, inward, .. } => {
                    let over = descent_of_parabola(self.path.along(inward, from));
                    soonest.offer(over.filter(|&t| self.faces(cushion, t)), Next::OverTheEdge);
                    let time = self.meets_nose(inward, from, soonest.after);
                    time.filter(|&t| self.faces(cushion, t))
                }
                Cushion::Jaw { centre, radius } if radius > 0.0 => {
                    let offset = vector![centre.x, centre.y, nose];
                    let path = Path { position: self.path.position - offset, ..self.path };
                    meets_ring(&path, radius, self.ball.radius(), soonest.after)
                }
                Cushion::Jaw { centre, .. } => {
                    let tip = Path::fixed(vector![centre.x, centre.y, nose]);
                    meeting(&self.path, &tip, self.ball.radius(), soonest.after)
                }
            };
            soonest.offer(time, Next::Cushion);
        }
        // A ball that flies over a pocket below the top of the rail is caught by what stands behind it.
        let top = nose + self.ball.radius();
        self.pockets(soonest, |height| height <= top);
        self.edges(soonest);
    }

    /// Height above the bed; zero where the ball leaves it.
    fn height(&self) -> [f64; 3] {
        let above = self.path.position.z - self.ball.radius();
        let above = if above.abs() <= TOUCHING * self.ball.radius() { 0.0 } else { above };
        [above, self.path.velocity.z, self.path.bend.z]
    }

    /// When a ball in flight touches a straight nose: across it, the nose is a point.
    fn meets_nose(&self, inward: Vector2<f64>, from: Vector2<f64>, end: f64) -> Option<f64> {
        let [across, speed, bend] = self.path.along(inward, from);
        let above = self.path.position.z - self.table.nose_height;
        let path = Path {
            position: vector![across, 0.0, above],
            velocity: vector![speed, 0.0, self.path.velocity.z],
            bend: vector![bend, 0.0, self.path.bend.z],
        };
        meeting(&path, &Path::fixed(Vector3::zeros()), self.ball.radius(), end)
    }

    fn pockets(&self, soonest: &mut Soonest, caught: impl Fn(f64) -> bool) {
        for (number, pocket) in self.table.outline.pockets().iter().enumerate() {
            let bounds = [pocket.centre, pocket.centre];
            if self.passes_by(bounds, pocket.radius, soonest.after) {
                continue;
            }
            let centre = Path::fixed(vector![pocket.centre.x, pocket.centre.y, 0.0]);
            let time = meeting(&self.path.flat(), &centre, pocket.radius, soonest.after);
            soonest.offer(time.filter(|&t| caught(self.path.at(t).z)), Next::Pocket(number));
        }
    }

    fn edges(&self, soonest: &mut Soonest) {
        let edge = self.table.outline.edge();
        for axis in 0..2 {
            for sign in [1.0, -1.0] {
                let [x, v, h] =
                    [self.path.position, self.path.velocity, self.path.bend].map(|u| sign * u[axis]);
                soonest.offer(descent_of_parabola([edge[axis] - x, -v, -h]), Next::OverTheEdge);
            }
        }
    }

    /// Whether at a time (s) the ball is beside a straight cushion rather than beyond its ends.
    fn faces(&self, cushion: &Cushion, time: f64) -> bool {
        cushion.nearest(self.path.at(time).xy()).is_some()
    }

    /// Whether the path stays more than `margin` (m) from a box until `end` (s).
    fn passes_by(&self, bounds: [Vector2<f64>; 2], margin: f64, end: f64) -> bool {
        !boxes_meet(self.path.bounds(end), bounds, margin)
    }
}

/// Whether two boxes, each given by its least and greatest corner, come within `margin` (m) of each other.
pub(crate) fn boxes_meet(a: [Vector2<f64>; 2], b: [Vector2<f64>; 2], margin: f64) -> bool {
    (0..2).all(|axis| a[0][axis] <= b[1][axis] + margin && b[0][axis] <= a[1][axis] + margin)
}
