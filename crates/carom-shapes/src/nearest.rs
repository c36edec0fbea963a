//! The contact normal, gap and a nearest point of two convex solids: the n that maximises (gap) of the crate.

use crate::error::ShapeError;
use crate::parry_adapter::gjk;
use crate::polish::{Polished, polished};
use crate::solid::{Form, Solid, gap_along};
use nalgebra::Vector3;

/// How two solids lie to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Unit vector from the second solid to the first.
    pub(crate) normal: Vector3<f64>,
    /// Clearance along the normal, negative when the solids overlap.
    pub(crate) gap: f64,
    /// A point midway between the two surfaces; one of many where the solids are parallel.
    pub(crate) midpoint: Vector3<f64>,
}

impl Nearest {
    fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

pub(crate) fn nearest(first: &Solid, second: &Solid) -> Result<Nearest, ShapeError> {
    match (first.form, second.form) {
        (Form::Sphere { radius: r1 }, Form::Sphere { radius: r2 }) => {
            Ok(sphere_sphere(&first.centre(), r1, &second.centre(), r2))
        }
        (Form::Sphere { radius }, _) => Ok(sphere_solid(&first.centre(), radius, second)),
        (_, Form::Sphere { radius }) => Ok(sphere_solid(&second.centre(), radius, first).flipped()),
        _ => match polished(first, second) {
            Some(polished) => apart(first, second, &polished),
            None => Ok(overlapping(first, second)),
        },
    }
}

fn sphere_sphere(c1: &Vector3<f64>, r1: f64, c2: &Vector3<f64>, r2: f64) -> Nearest {
    let between = c1 - c2;
    let gap = between.norm() - (r1 + r2);
    let normal = between.try_normalize(0.0).unwrap_or_else(Vector3::z);
    Nearest { normal, gap, midpoint: c2 + normal * (r2 + gap / 2.0) }
}

fn sphere_solid(centre: &Vector3<f64>, radius: f64, solid: &Solid) -> Nearest {
    let foot = solid.nearest_point(centre);
    let between = centre - foot;
    if let Some(normal) = between.try_normalize(0.0) {
        let gap = between.norm() - radius;
        return Nearest { normal, gap, midpoint: foot + normal * (gap / 2.0) };
    }
    // The centre lies inside: the ball must first come out to the surface.
    let surface = solid.world_point(&solid.form.nearest_surface_point(&solid.local_point(centre)));
    let way_out = surface - centre;
    let normal = way_out.try_normalize(0.0).unwrap_or_else(Vector3::z);
    Nearest { normal, gap: -radius - way_out.norm(), midpoint: surface }
}

/// Takes the polished normal, or the normal of a face or of two crossed edges where the search ended next to it: that
/// has fewer roundings.
fn apart(first: &Solid, second: &Solid, polished: &Polished) -> Result<Nearest, ShapeError> {
    /// Normals this many roundings apart are the same.
    const SAME_ROUNDINGS: f64 = 100.0;
    if !polished.has_converged() {
        return unsettled(first, second, polished);
    }
    let is_same = |n: &Vector3<f64>| (n - polished.normal).norm() <= SAME_ROUNDINGS * polished.rounding;
    let flat = flat_normals(first, second).into_iter().find(is_same);
    let normal = flat.unwrap_or(polished.normal);
    let midpoint = (polished.on_first + polished.on_second) / 2.0;
    Ok(Nearest { normal, gap: gap_along(first, second, &normal), midpoint })
}

/// Where nearly parallel sides keep the polish from settling: the widest gap among faces, crossed edges and the rough
/// normal. No direction has a wider gap than any two points of the solids have distance, here of the solids pulled
/// apart: if the two agree to rounding, the normal is right. GJK's points reach that between flat sides only; for faces and
/// crossed edges, which are few, agreement to GJK's own tolerance is taken as enough. That is a judgement, not a proof.
fn unsettled(first: &Solid, second: &Solid, polished: &Polished) -> Result<Nearest, ShapeError> {
    const AGREE: f64 = 1e-12;
    const AGREE_FLAT: f64 = 1e-7;
    let rough = (polished.rough, gap_along(first, second, &polished.rough));
    let flat = widest(first, second, flat_normals(first, second)).filter(|(_, gap)| *gap >= rough.1);
    let (normal, gap) = flat.unwrap_or(rough);
    let slack = if flat.is_some() { AGREE_FLAT } else { AGREE };
    let offset = normal * polished.pull;
    match gjk(&first.moved(&offset), second, 0.0) {
        Some(pulled) if pulled.distance - polished.pull - gap <= slack * polished.pull => {
            Ok(Nearest { normal, gap, midpoint: pulled.on_second + normal * (gap / 2.0) })
        }
        _ => Err(ShapeError::NotConverged { change: polished.change, steps: polished.steps }),
    }
}

/// For solids that overlap deeply only the depth is of interest: the least over faces, crossed edges and the line of
/// centres.
fn overlapping(first: &Solid, second: &Solid) -> Nearest {
    let centres = first.centre() - second.centre();
    let line = centres.try_normalize(0.0).unwrap_or_else(Vector3::z);
    let flat = widest(first, second, flat_normals(first, second));
    let line_gap = gap_along(first, second, &line);
    let (normal, gap) = flat.filter(|(_, gap)| *gap > line_gap).unwrap_or((line, line_gap));
    Nearest { normal, gap, midpoint: (first.centre() + second.centre()) / 2.0 }
}

fn widest(
    first: &Solid,
    second: &Solid,
    directions: impl IntoIterator<Item = Vector3<f64>>,
) -> Option<(Vector3<f64>, f64)> {
    let with_gap = |n: Vector3<f64>| (n, gap_along(first, second, &n));
    directions.into_iter().map(with_gap).max_by(|(_, g1), (_, g2)| g1.total_cmp(g2))
}

/// Both senses of every face normal of either solid and of every cross product of their edges.
fn flat_normals(first: &Solid, second: &Solid) -> Vec<Vector3<f64>> {
    /// Sine of an angle below which the cross product of two edges has lost half its digits.
    const PARALLEL: f64 = 1e-8;
    let turned = |solid: &Solid, local: &[Vector3<f64>]| -> Vec<Vector3<f64>> {
        local.iter().map(|v| (solid.pose.rotation * v).normalize()).collect()
    };
    let mut normals = turned(first, first.form.face_normals());
    normals.extend(turned(second, second.form.face_normals()));
    let edges = turned(second, second.form.edge_directions());
    for e1 in turned(first, first.form.edge_directions()) {
        normals.extend(edges.iter().filter_map(|e2| e1.cross(e2).try_normalize(PARALLEL)));
    }
    normals.iter().flat_map(|n| [*n, -n]).collect()
}
