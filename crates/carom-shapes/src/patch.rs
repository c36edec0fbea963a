//! Where two features overlap, seen along the contact normal.
//!
//! Seen along n, each feature is a convex set of the contact plane: a point, a segment, a polygon or a disc. The corners
//! of the intersection of two convex sets are the corners of either that lie in the other and the crossings of their
//! outlines, so these are collected; a disc's corners are its rim points.

use crate::feature::{Feature, RIM_POINTS};
use nalgebra::{Vector2, Vector3};

/// Contact points nearer to each other than this share of the bodies' size are one: crossings of outlines at a small
/// angle are no more exact, and as levers they do not differ.
pub(crate) const SAME_POINT: f64 = 1e-6;

/// The plane through the origin perpendicular to the contact normal, with two axes.
pub(crate) struct ContactPlane {
    u: Vector3<f64>,
    v: Vector3<f64>,
}

impl ContactPlane {
    pub(crate) fn new(normal: &Vector3<f64>) -> Self {
        let least = normal.abs().imin();
        let u = normal.cross(&Vector3::ith(least, 1.0)).normalize();
        Self { u, v: normal.cross(&u) }
    }

    /// The point of the plane below q, as a vector in space.
    pub(crate) fn lift(&self, q: &Vector2<f64>) -> Vector3<f64> {
        self.u * q.x + self.v * q.y
    }

    fn flatten(&self, feature: &Feature) -> Outline {
        let flat = |p: &Vector3<f64>| Vector2::new(self.u.dot(p), self.v.dot(p));
        match feature {
            Feature::Points(points) => Outline::Polygon(in_order(points.iter().map(flat).collect())),
            Feature::Disc { centre, radius, rim } => {
                Outline::Disc { centre: flat(centre), radius: *radius, rim: rim.each_ref().map(flat) }
            }
        }
    }

    /// Corners of the overlap of two features, in the plane's coordinates; `slack` is the distance still taken for touching.
    pub(crate) fn overlap(&self, first: &Feature, second: &Feature, slack: f64) -> Vec<Vector2<f64>> {
        let (first, second) = (self.flatten(first), self.flatten(second));
        match (first.corners(), second.corners()) {
            ([p], [q]) => return vec![(p + q) / 2.0],
            ([p], _) | (_, [p]) => return vec![*p],
            _ => {}
        }
        let mut found: Vec<Vector2<f64>> = Vec::new();
        let mut add = |p: Vector2<f64>| {
            if found.iter().all(|q| (p - q).norm() > SAME_POINT) {
                found.push(p);
            }
        };
        first.corners().iter().filter(|p| second.holds(p, slack)).for_each(|p| add(*p));
        second.corners().iter().filter(|p| first.holds(p, slack)).for_each(|p| add(*p));
        first.crossings(&second).into_iter().for_each(add);
        found
    }
}

/// A convex set of the contact plane.
enum Outline {
    /// Corners in order around it; one or two are a point or a segment.
    Polygon(Vec<Vector2<f64>>),
    Disc {
        centre: Vector2<f64>,
        radius: f64,
        rim: [Vector2<f64>; RIM_POINTS],
    },
}

type Segment = (Vector2<f64>, Vector2<f64>);

impl Outline {
    fn corners(&self) -> &[Vector2<f64>] {
        match self {
            Self::Polygon(corners) => corners,
            Self::Disc { rim, .. } => rim,
        }
    }

    fn edges(&self) -> Vec<Segment> {
        match self {
            Self::Disc { .. } => vec![],
            Self::Polygon(corners) => match corners[..] {
                [] | [_] => vec![],
                [p, q] => vec![(p, q)],
                _ => corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect(),
            },
        }
    }

    fn holds(&self, p: &Vector2<f64>, slack: f64) -> bool {
        match self {
            Self::Disc { centre, radius, .. } => (p - centre).norm() <= radius + slack,
            Self::Polygon(corners) if corners.len() > 2 => {
                self.edges().iter().all(|(a, b)| (b - a).normalize().perp(&(p - a)) >= -slack)
            }
            Self::Polygon(_) => self.edges().iter().any(|edge| distance_to_segment(p, edge) <= slack),
        }
    }

    fn crossings(&self, other: &Self) -> Vec<Vector2<f64>> {
        match (self, other) {
            (Self::Disc { centre: c1, radius: r1, .. }, Self::Disc { centre: c2, radius: r2, .. }) => {
                circle_circle(c1, *r1, c2, *r2)
            }
            (Self::Disc { centre, radius, .. }, polygon) | (polygon, Self::Disc { centre, radius, .. }) => {
                polygon.edges().iter().flat_map(|edge| segment_circle(edge, centre, *radius)).collect()
            }
            (Self::Polygon(_), Self::Polygon(_)) => {
                let others = other.edges();
                let crossing = |edge: &Segment| -> Vec<_> {
                    others.iter().filter_map(|o| segment_segment(edge, o)).collect()
                };
                self.edges().iter().flat_map(crossing).collect()
            }
        }
    }
}

/// Corners of a convex polygon in counter-clockwise order.
fn in_order(mut corners: Vec<Vector2<f64>>) -> Vec<Vector2<f64>> {
    let centre = corners.iter().sum::<Vector2<f64>>() / corners.len() as f64;
    let angle = |p: &Vector2<f64>| libm::atan2(p.y - centre.y, p.x - centre.x);
    if corners.len() > 2 {
        corners.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    }
    corners
}

fn distance_to_segment(p: &Vector2<f64>, (a, b): &Segment) -> f64 {
    let along = b - a;
    let t = ((p - a).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
    (p - (a + along * t)).norm()
}

fn segment_segment((a, b): &Segment, (c, d): &Segment) -> Option<Vector2<f64>> {
    /// Sine of an angle below which two edges overlap rather than cross.
    const PARALLEL: f64 = 1e-9;
    let (along1, along2) = (b - a, d - c);
    let area = along1.perp(&along2);
    if area.abs() <= PARALLEL * along1.norm() * along2.norm() {
        return None;
    }
    let t = (c - a).perp(&along2) / area;
    let s = (c - a).perp(&along1) / area;
    let inside = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s);
    inside.then(|| a + along1 * t)
}

fn segment_circle((a, b): &Segment, centre: &Vector2<f64>, radius: f64) -> Vec<Vector2<f64>> {
    let along = (b - a).normalize();
    let middle = (centre - a).dot(&along);
    let height = along.perp(&(centre - a));
    let half_chord = ((radius - height) * (radius + height)).max(0.0).sqrt();
    if half_chord == 0.0 {
        return vec![]; // a tangent is caught as a corner, if at all
    }
    let length = (b - a).norm();
    let within = |t: &f64| (0.0..=length).contains(t);
    [middle - half_chord, middle + half_chord].into_iter().filter(within).map(|t| a + along * t).collect()
}

fn circle_circle(c1: &Vector2<f64>, r1: f64, c2: &Vector2<f64>, r2: f64) -> Vec<Vector2<f64>> {
    let distance = (c2 - c1).norm();
    if distance >= r1 + r2 || distance <= (r1 - r2).abs() {
        return vec![];
    }
    let along = (c2 - c1) / distance;
    let x = (distance + (r1 - r2) * (r1 + r2) / distance) / 2.0;
    let y = ((r1 - x) * (r1 + x)).max(0.0).sqrt();
    let across = Vector2::new(-along.y, along.x) * y;
    vec![c1 + along * x + across, c1 + along * x - across]
}
