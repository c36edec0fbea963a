//! From which side a stage is seen.
//!
//! Views are along the world's axes, from the front, from above or from the side, without perspective. The one is best that
//! shows most of the normals, velocities and distances at their full length.

use nalgebra::Vector3;

use super::{Guide, HalfSpace, Solid, Stage};
use crate::svg::Point;

/// What a second view shows at full length must be at least this part of all, or the first is enough.
const HIDDEN: f64 = 0.01;
/// Sides of a round silhouette.
const SIDES: u32 = 32;
/// A plane is seen edge-on if its normal is shown by this part of its length.
const EDGE_ON: f64 = 0.999;

/// A side from which bodies are seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Camera {
    /// What points to the right and what upwards.
    pub right: Vector3<f64>,
    pub up: Vector3<f64>,
    pub name: &'static str,
}

impl Camera {
    /// From the front, from above and from the left, in the order of preference.
    pub fn all() -> [Self; 3] {
        [
            Self { right: Vector3::x(), up: Vector3::z(), name: "from the front: x to the right, z upwards" },
            Self { right: Vector3::x(), up: Vector3::y(), name: "from above: x to the right, y upwards" },
            Self { right: -Vector3::y(), up: Vector3::z(), name: "from the left: y to the left, z upwards" },
        ]
    }

    /// The views that show a stage: one, or two if one would hide something.
    pub fn of(stage: &Stage) -> Vec<Self> {
        let seen = directions(stage);
        let total: f64 = seen.iter().map(Vector3::norm_squared).sum();
        let shown = |camera: &Self| -> f64 {
            seen.iter().map(|d| camera.flat(d).iter().map(|x| x * x).sum::<f64>()).sum()
        };
        let hidden_shown = |first: &Self, camera: &Self| -> f64 {
            seen.iter()
                .map(|d| {
                    d.dot(&first.towards_eye()).powi(2)
                        * (1.0 - camera.towards_eye().dot(&first.towards_eye()).powi(2))
                })
                .sum()
        };
        let mut best = Self::all()[0];
        for camera in Self::all() {
            if shown(&camera) > shown(&best) + 1e-9 * total {
                best = camera;
            }
        }
        let hidden = total - shown(&best);
        if hidden <= HIDDEN * total {
            return vec![best];
        }
        let others = Self::all().into_iter().filter(|camera| camera.name != best.name);
        let second = others.max_by(|a, b| {
            let by_hidden = hidden_shown(&best, a).total_cmp(&hidden_shown(&best, b));
            by_hidden.then(shown(a).total_cmp(&shown(b)))
        });
        [best].into_iter().chain(second).collect()
    }

    /// Components to the right and upwards.
    pub fn flat(&self, vector: &Vector3<f64>) -> [f64; 2] {
        [self.right.dot(vector), self.up.dot(vector)]
    }

    /// Unit vector towards the eye: turning about it is seen as counterclockwise.
    pub fn towards_eye(&self) -> Vector3<f64> {
        self.right.cross(&self.up)
    }

    /// The outline of a solid, as points counterclockwise; always as many, so that outlines can be moved into each other.
    pub fn silhouette(&self, solid: &Solid) -> Vec<Point> {
        let corners: Vec<Point> = solid.corners.iter().map(|corner| self.flat(corner)).collect();
        let outermost = |i: u32| {
            let (sine, cosine) = libm::sincos(std::f64::consts::TAU * f64::from(i) / f64::from(SIDES));
            let reach = |p: &Point| cosine * p[0] + sine * p[1];
            let farthest = corners.iter().copied().max_by(|a, b| reach(a).total_cmp(&reach(b)));
            let [x, y] = farthest.unwrap_or_default();
            [x + solid.radius * cosine, y + solid.radius * sine]
        };
        (0..SIDES).map(outermost).collect()
    }

    /// A plane as a point and a normal on the paper; none if it is not seen edge-on.
    pub fn edge(&self, half_space: &HalfSpace) -> Option<[Point; 2]> {
        let normal = self.flat(&half_space.normal);
        (libm::hypot(normal[0], normal[1]) > EDGE_ON).then(|| [self.flat(&half_space.point), normal])
    }
}

/// What a view should show at full length: normals, velocities and distances of bodies, each kind as a part of its largest.
fn directions(stage: &Stage) -> Vec<Vector3<f64>> {
    let scaled = |vectors: Vec<Vector3<f64>>| {
        let largest = vectors.iter().map(Vector3::norm).fold(0.0, f64::max);
        let scale = if largest > 0.0 && largest.is_finite() { 1.0 / largest } else { 0.0 };
        vectors.into_iter().map(move |vector| vector * scale)
    };
    let normals = stage.meetings.iter().map(|meeting| meeting.normal).collect();
    let velocities = stage.actors.iter().map(|actor| actor.velocity).collect();
    let seen = stage.actors.iter().filter(|actor| !actor.solids.is_empty());
    let fixed = seen.clone().filter(|actor| actor.guide == Guide::Fixed).flat_map(|actor| &actor.solids);
    let places: Vec<Vector3<f64>> = (stage.meetings.iter().map(|meeting| meeting.point))
        .chain(seen.map(|actor| actor.position))
        .chain(fixed.flat_map(|solid| solid.corners.iter().copied()))
        .collect();
    let middle = places.iter().sum::<Vector3<f64>>() / (places.len().max(1) as f64);
    let apart = places.iter().map(|place| place - middle).collect();
    scaled(normals).chain(scaled(velocities)).chain(scaled(apart)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{Actor, Meeting};

    fn ball(position: Vector3<f64>, velocity: Vector3<f64>) -> Actor {
        Actor {
            name: "ball".to_owned(),
            solids: vec![Solid::ball(position, 0.5)],
            half_space: None,
            position,
            velocity,
            angular_velocity: Vector3::zeros(),
            guide: Guide::Free,
        }
    }

    fn stage(normal: Vector3<f64>, velocity: Vector3<f64>) -> Stage {
        let meeting = Meeting { name: String::new(), bodies: [0, 1], point: normal * 0.5, normal };
        Stage {
            actors: vec![ball(normal, velocity), ball(Vector3::zeros(), Vector3::zeros())],
            meetings: vec![meeting],
            links: Vec::new(),
        }
    }

    #[test]
    fn a_fall_is_seen_from_the_front_and_a_rack_from_above() {
        let names = |stage: &Stage| {
            Camera::of(stage)
                .iter()
                .map(|camera| camera.name.split(':').next().expect("a name").to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&stage(Vector3::z(), -Vector3::z())), ["from the front"]);
        assert_eq!(names(&stage(Vector3::y(), -Vector3::x())), ["from above"]);
        assert_eq!(names(&stage(Vector3::z(), -Vector3::y())), ["from the left"]);
        assert_eq!(names(&stage(Vector3::z(), Vector3::new(1.0, 1.0, -1.0))).len(), 2);
    }

    #[test]
    fn the_silhouette_of_a_box_has_its_corners() {
        let shape = carom_shapes::Shape::Box { size: [2.0, 4.0, 6.0] };
        let solids = Solid::of_shape(&shape, Vector3::zeros(), nalgebra::UnitQuaternion::identity());
        let outline = Camera::all()[0].silhouette(&solids[0]);
        for corner in [[1.0, 3.0], [-1.0, 3.0], [-1.0, -3.0], [1.0, -3.0]] {
            assert!(outline.contains(&corner), "{outline:?}");
        }
    }
}
