//! A stage on paper: its place, its scale, and how bodies are drawn on it.

use nalgebra::Vector3;

use super::camera::Camera;
use super::{Actor, Guide, Solid, Stage};
use crate::figures::paint::Paint;
use crate::polygon::cut;
use crate::svg::{Canvas, Point};

/// A stage in a rectangle of the canvas.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub camera: Camera,
    pub corner: Point,
    pub size: Point,
    /// Pixels per metre.
    pub scale: f64,
    /// What lies in the middle of the rectangle, in metres to the right and upwards.
    middle: Point,
}

/// The extent of bodies, contacts and joints seen by a camera, in metres: the lowest and the highest corner.
pub(crate) fn extent(stage: &Stage, camera: &Camera) -> Option<[Point; 2]> {
    let mut points: Vec<Point> = stage.meetings.iter().map(|meeting| camera.flat(&meeting.point)).collect();
    points.extend(stage.links.iter().map(|link| camera.flat(&link.point)));
    for actor in &stage.actors {
        for solid in &actor.solids {
            points.extend(solid.corners.iter().flat_map(|corner| {
                let [x, y] = camera.flat(corner);
                [[x - solid.radius, y - solid.radius], [x + solid.radius, y + solid.radius]]
            }));
        }
        if actor.solids.is_empty() && actor.guide != Guide::Fixed {
            points.push(camera.flat(&actor.position));
        }
        if let Guide::Hinge { pivot, .. } = &actor.guide {
            points.push(camera.flat(pivot));
        }
    }
    points.retain(|point| point.iter().all(|x| x.is_finite()));
    let first = *points.first()?;
    let seen = bounds(first, &points);
    let grounds = stage.actors.iter().filter_map(|actor| camera.edge(actor.half_space.as_ref()?));
    points.extend(grounds.filter_map(|ground| foot(seen, ground)));
    Some(bounds(first, &points))
}

/// The lowest and the highest corner of points.
fn bounds(first: Point, points: &[Point]) -> [Point; 2] {
    let fold =
        |pick: fn(f64, f64) -> f64| points.iter().fold(first, |a, b| [pick(a[0], b[0]), pick(a[1], b[1])]);
    [fold(f64::min), fold(f64::max)]
}

/// Where the ground below bodies is nearest, if it is so near that they can be seen together.
fn foot([low, high]: [Point; 2], [point, normal]: [Point; 2]) -> Option<Point> {
    /// In sizes of what is seen.
    const FARTHEST: f64 = 12.0;
    let length = libm::hypot(normal[0], normal[1]);
    let [along_x, along_y] = normal.map(|n| n / length);
    let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
    let height = |corner: &Point| along_x * (corner[0] - point[0]) + along_y * (corner[1] - point[1]);
    let nearest = corners.into_iter().min_by(|a, b| height(a).total_cmp(&height(b)))?;
    let above = height(&nearest);
    let size = (high[0] - low[0]).max(high[1] - low[1]);
    (above > 0.0 && above <= FARTHEST * size)
        .then(|| [nearest[0] - above * along_x, nearest[1] - above * along_y])
}

impl Frame {
    /// A frame that shows an extent, with room around it, in a rectangle of at most the given size, which becomes no larger than
    /// it needs.
    pub fn fitting(camera: Camera, [low, high]: [Point; 2], corner: Point, most: Point) -> Self {
        /// Room around bodies for arrows and names, in pixels.
        const ROOM: f64 = 58.0;
        let span = [0, 1].map(|axis| high[axis] - low[axis]);
        let larger = span[0].max(span[1]);
        let unit = if larger > 0.0 { larger } else { 1.0 };
        let room = most.map(|length| (length - 2.0 * ROOM).max(0.3 * length));
        let scale = (room[0] / span[0].max(1e-9 * unit))
            .min(room[1] / span[1].max(1e-9 * unit))
            .min(0.6 * room[1] / (0.35 * unit));
        let size = [most[0], (span[1] * scale + 2.0 * ROOM).min(most[1])];
        let middle = [0, 1].map(|axis| 0.5 * (low[axis] + high[axis]));
        Self { camera, corner, size, scale, middle }
    }

    /// Where a place in the world is on the canvas.
    pub fn place(&self, point: &Vector3<f64>) -> Point {
        self.place_flat(self.camera.flat(point))
    }

    pub fn place_flat(&self, [x, y]: Point) -> Point {
        [
            self.corner[0] + 0.5 * self.size[0] + self.scale * (x - self.middle[0]),
            self.corner[1] + 0.5 * self.size[1] - self.scale * (y - self.middle[1]),
        ]
    }

    pub fn bottom(&self) -> f64 {
        self.corner[1] + self.size[1]
    }

    fn corners(&self) -> Vec<Point> {
        let [[x, y], [w, h]] = [self.corner, self.size];
        vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
    }

    /// The outline of a solid on the canvas.
    pub fn outline(&self, solid: &Solid) -> Vec<Point> {
        self.camera.silhouette(solid).into_iter().map(|point| self.place_flat(point)).collect()
    }

    /// Draws the solid side of a half-space, with its edge.
    pub fn draw_ground(&self, canvas: &mut Canvas, actor: &Actor) {
        let Some([point, normal]) = actor.half_space.as_ref().and_then(|half| self.camera.edge(half)) else {
            return;
        };
        let at = self.place_flat(point);
        let inside = |p: Point| -(normal[0] * (p[0] - at[0]) - normal[1] * (p[1] - at[1]));
        canvas.polygon(&cut(&self.corners(), inside), "class=\"tint\"");
        let along = [normal[1], -normal[0]];
        let far = self.size[0] + self.size[1];
        let end = |sign: f64| [at[0] + sign * far * along[0], at[1] - sign * far * along[1]];
        canvas.line(end(-1.0), end(1.0), "class=\"axis\"");
    }

    /// Draws what does not move in a film: ground and fixed bodies.
    pub fn draw_still(&self, canvas: &mut Canvas, stage: &Stage) {
        canvas.clipped(self.corner, self.size, |canvas| {
            for (i, actor) in stage.actors.iter().enumerate() {
                self.draw_ground(canvas, actor);
                if actor.guide == Guide::Fixed {
                    self.draw_body(canvas, actor, Paint::of(&actor.name, i));
                }
            }
        });
    }

    /// Draws the solids of a body in its paint.
    pub fn draw_body(&self, canvas: &mut Canvas, actor: &Actor, paint: Paint) {
        for solid in &actor.solids {
            let attributes = body_attributes(actor, paint);
            if let [centre] = solid.corners[..] {
                canvas.circle(self.place(&centre), self.scale * solid.radius, &attributes);
            } else {
                canvas.polygon(&self.outline(solid), &attributes);
            }
        }
    }
}

/// Attributes of the area of a body: pale in its colour, or grey if it is fixed.
pub(crate) fn body_attributes(actor: &Actor, paint: Paint) -> String {
    match actor.guide {
        Guide::Fixed => "class=\"tint mark\"".to_owned(),
        Guide::Free | Guide::Slide { .. } | Guide::Hinge { .. } => {
            format!("class=\"f{0} s{0}\" fill-opacity=\".22\" stroke-width=\"1.6\"", paint.colour)
        }
    }
}
