//! The part of a solid that lies farthest along a direction: a corner, an edge, a face or a disc.

use crate::solid::{Form, Solid};
use nalgebra::{Vector2, Vector3};

/// Points that stand for a disc. A disc that rests on a plane touches along its whole rim; an impact at finitely many
/// points needs at least three of them to resist tilting every way. Four, at ±x and ±y of the shape's own axes, are the
/// fewest that keep both mirror planes of the shape, and give a standing cylinder as many contacts as a box.
pub const RIM_POINTS: usize = 4;

/// The extreme part of a solid; its corners, or the disc it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Feature {
    /// One point, the two ends of an edge, or the corners of a face.
    Points(Vec<Vector3<f64>>),
    /// A flat circular face.
    Disc { centre: Vector3<f64>, radius: f64, rim: [Vector3<f64>; RIM_POINTS] },
}

impl Feature {
    /// The points that stand for the feature when it rests on a plane.
    pub(crate) fn points(&self) -> &[Vector3<f64>] {
        match self {
            Self::Points(points) => points,
            Self::Disc { rim, .. } => rim,
        }
    }

    fn map(self, f: impl Fn(&Vector3<f64>) -> Vector3<f64>) -> Self {
        match self {
            Self::Points(points) => Self::Points(points.iter().map(f).collect()),
            Self::Disc { centre, radius, rim } => {
                Self::Disc { centre: f(&centre), radius, rim: rim.each_ref().map(f) }
            }
        }
    }
}

impl Solid {
    /// What of the solid lies within `slack` of its farthest reach along the unit vector d.
    pub(crate) fn feature(&self, d: &Vector3<f64>, slack: f64) -> Feature {
        let local = self.pose.rotation.inverse_transform_vector(d);
        self.form.feature(&local, slack).map(|p| self.world_point(p))
    }
}

impl Form {
    fn feature(&self, d: &Vector3<f64>, slack: f64) -> Feature {
        let corners = match *self {
            Self::Sphere { radius } => vec![d * radius],
            Self::Capsule { radius, half_height } => {
                [-half_height, half_height].map(|z| d * radius + Vector3::z() * z).to_vec()
            }
            Self::Box { half_size } => box_corners(&half_size),
            Self::Cylinder { radius, half_height } => {
                if is_flat_on(d, radius, slack) {
                    return disc(radius, half_height.copysign(d.z));
                }
                [-half_height, half_height].map(|z| rim_point(d, radius, z)).to_vec()
            }
            Self::Cone { radius, half_height } => {
                let flat = is_flat_on(d, radius, slack);
                if flat && d.z < 0.0 {
                    return disc(radius, -half_height);
                }
                let apex = Vector3::new(0.0, 0.0, half_height);
                if flat { vec![apex] } else { vec![apex, rim_point(d, radius, -half_height)] }
            }
        };
        let reach = corners.iter().map(|p| p.dot(d)).fold(f64::NEG_INFINITY, f64::max);
        Feature::Points(corners.into_iter().filter(|p| p.dot(d) >= reach - slack).collect())
    }
}

/// Whether the heights along d of a disc perpendicular to z differ by no more than `slack`.
fn is_flat_on(d: &Vector3<f64>, radius: f64, slack: f64) -> bool {
    2.0 * radius * d.xy().norm() <= slack
}

fn rim_point(d: &Vector3<f64>, radius: f64, z: f64) -> Vector3<f64> {
    let radial: Vector2<f64> = d.xy().normalize() * radius;
    Vector3::new(radial.x, radial.y, z)
}

fn disc(radius: f64, z: f64) -> Feature {
    let rim = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
        .map(|(x, y)| Vector3::new(radius * x, radius * y, z));
    Feature::Disc { centre: Vector3::new(0.0, 0.0, z), radius, rim }
}

fn box_corners(half_size: &Vector3<f64>) -> Vec<Vector3<f64>> {
    let mut corners = Vec::with_capacity(8);
    for x in [-half_size.x, half_size.x] {
        for y in [-half_size.y, half_size.y] {
            for z in [-half_size.z, half_size.z] {
                corners.push(Vector3::new(x, y, z));
            }
        }
    }
    corners
}
