//! The `shape` of a body: `{ sphere = { radius = 1 } }` and its kin.

use carom_shapes::{Part, Shape, ShapeError};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::table::Table;
use super::value::{self, Value};
use crate::keys;
use crate::problem::{Located, Problem, Problems, Span};
use crate::suggest;

const EXAMPLE: &str = "shape = { sphere = { radius = 0.05 } }";

const KINDS: [&str; 7] = ["sphere", "cylinder", "cone", "box", "capsule", "plane", "compound"];

/// A shape whose dimensions have been checked.
pub(crate) fn read(value: &Value, problems: &Problems) -> Option<Located<Shape>> {
    let table = Table::of_value("shape", EXAMPLE, &keys::SHAPE, value, problems)?;
    let found: Vec<&'static str> = KINDS.into_iter().filter(|kind| table.has(kind)).collect();
    let shape = match found[..] {
        [kind] => table.table(kind).and_then(|inner| read_kind(kind, inner)),
        [] => {
            // An unknown kind is reported, with a suggestion, as an unknown key.
            if value.get_ref().as_table().is_some_and(|entries| entries.is_empty()) {
                problems.add(Problem::new(value::span(value), "`shape` is empty").expected(kinds()));
            }
            None
        }
        _ => {
            problems.add(
                Problem::new(value::span(value), "`shape` names several shapes").expected(kinds()).help(
                    "join shapes rigidly with `shape = { compound = { parts = [ { shape = ... }, ... ] } }`",
                ),
            );
            None
        }
    };
    table.finish();
    shape.map(|shape| Located::new(shape, value.span()))
}

fn kinds() -> String {
    format!("expected one of {}", suggest::one_of(&KINDS))
}

fn read_kind(kind: &str, table: Table) -> Option<Shape> {
    let shape = match kind {
        "sphere" => radius(&table).map(|radius| Shape::Sphere { radius }),
        "cylinder" => radius_and_height(&table).map(|[radius, height]| Shape::Cylinder { radius, height }),
        "cone" => radius_and_height(&table).map(|[radius, height]| Shape::Cone { radius, height }),
        "capsule" => radius_and_height(&table).map(|[radius, height]| Shape::Capsule { radius, height }),
        "box" => {
            table.require("size", "`size = [x, y, z]`, metres");
            table.numbers("size").map(|size| Shape::Box { size: size.value })
        }
        "plane" if table.has("normal") => {
            table.vector("normal").map(|normal| Shape::Plane { normal: normal.value })
        }
        "plane" => Some(Shape::Plane { normal: Vector3::z() }),
        _ => compound(&table),
    };
    let shape = shape.and_then(|shape| checked(shape, &table));
    table.finish();
    shape
}

fn radius(table: &Table) -> Option<f64> {
    table.require("radius", "`radius = ...`, metres");
    table.finite("radius").map(|radius| radius.value)
}

fn radius_and_height(table: &Table) -> Option<[f64; 2]> {
    table.require("height", "`height = ...`, metres");
    let height = table.finite("height").map(|height| height.value);
    Some([radius(table)?, height?])
}

fn compound(table: &Table) -> Option<Shape> {
    table.require("parts", "`parts = [{ shape = ..., position = [x, y, z] }, ...]`");
    let parts = table.tables("parts");
    let wanted = parts.len();
    let parts: Vec<Part> = parts.into_iter().filter_map(part).collect();
    (parts.len() == wanted).then_some(Shape::Compound(parts))
}

fn part(table: Table) -> Option<Part> {
    table.require("shape", "`shape = { sphere = { radius = ... } }` or another shape");
    let shape = table.get("shape").and_then(|value| read(value, table.problems()));
    let position = table.vector("position").map_or_else(Vector3::zeros, |position| position.value);
    let orientation = orientation(&table).map_or_else(UnitQuaternion::identity, |found| found.value);
    let density = table.finite("density").map_or(1.0, |density| density.value);
    let part = shape.map(|shape| Part { shape: shape.value, position, orientation, density });
    // Checked alone, so that a bad density or a plane points at this part.
    let checked = part.and_then(|part| {
        let alone = Shape::Compound(vec![part.clone()]);
        checked(alone, &table).map(|_| part)
    });
    table.finish();
    checked
}

/// Reads `orientation = [w, x, y, z]`, of any length but zero.
pub(crate) fn orientation(table: &Table) -> Option<Located<UnitQuaternion<f64>>> {
    let Located { value: [w, x, y, z], span } = table.numbers::<4>("orientation")?;
    // Scaled first, so that neither huge nor tiny components overflow in the norm.
    let largest = [w, x, y, z].into_iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    if largest == 0.0 {
        let problem = Problem::new(span, "`orientation` is the zero quaternion, which is no rotation")
            .expected("expected w, x, y, z, not all zero")
            .help("`orientation = [1, 0, 0, 0]` leaves the body as it is");
        table.problems().add(problem);
        return None;
    }
    let scaled = Quaternion::new(w / largest, x / largest, y / largest, z / largest);
    Some(Located { value: UnitQuaternion::new_normalize(scaled), span })
}

/// The shape, or its error noted at the value that caused it.
fn checked(shape: Shape, table: &Table) -> Option<Shape> {
    let at = |key: &'static str| table.get(key).map_or(table.span(), value::span);
    let error = match shape.check() {
        Ok(()) => return Some(shape),
        Err(error) => error,
    };
    let span: Span = match &error {
        ShapeError::Dimension { dimension: "radius", .. } => at("radius"),
        ShapeError::Dimension { dimension: "height", .. } => at("height"),
        ShapeError::Dimension { .. } => at("size"),
        ShapeError::Normal { .. } => at("normal"),
        ShapeError::EmptyCompound => at("parts"),
        ShapeError::Density { .. } => at("density"),
        ShapeError::Position { .. } => at("position"),
        ShapeError::PlaneInCompound { .. } => at("shape"),
        _ => table.span(),
    };
    table.problems().add(match &error {
        // The engine numbers parts; the span already says which one it is.
        ShapeError::Density { density, .. } => Problem::new(span, format!("density is {density}"))
            .expected("must be finite and positive (1 if omitted)"),
        ShapeError::PlaneInCompound { .. } => {
            Problem::new(span, "a plane has no mass, so it cannot be part of a compound")
                .expected("make the plane a body of its own")
        }
        _ => shape_problem(span, &error),
    });
    None
}

/// A problem from what the shape crate says: "what is wrong; what would be right".
pub(crate) fn shape_problem(span: Span, error: &ShapeError) -> Problem {
    let said = error.to_string();
    match said.split_once("; ") {
        Some((wrong, right)) => Problem::new(span, wrong).expected(right),
        None => Problem::new(span, said),
    }
}
