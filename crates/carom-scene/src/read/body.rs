//! A `[[body]]` table.

use carom::InputError;
use carom::hertz::{SOLIDS, Solid};
use carom_shapes::Shape;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

use super::shape;
use super::table::Table;
use crate::problem::{Located, Problem, Span};

/// What a `[[body]]` says, key by key.
pub(crate) struct BodyTable {
    pub span: Span,
    pub name: Located<String>,
    pub mass: Option<Located<f64>>,
    pub shape: Option<Located<Shape>>,
    pub inertia: Option<Located<Matrix3<f64>>>,
    pub material: Option<Located<Solid>>,
    pub position: Option<Located<Vector3<f64>>>,
    pub orientation: Option<Located<UnitQuaternion<f64>>>,
    pub velocity: Option<Located<Vector3<f64>>>,
    pub angular_velocity: Option<Located<Vector3<f64>>>,
    pub bearing: Bearing,
    /// Whether the table could be read without a problem.
    pub sound: bool,
}

/// How the body may move.
pub(crate) enum Bearing {
    Free,
    Point,
    Fixed,
    SlidesAlong(Located<Vector3<f64>>),
    Hinge(Located<HingeTable>),
}

/// What `hinge = { ... }` says.
pub(crate) struct HingeTable {
    pub axis: Located<Vector3<f64>>,
    pub pivot: Located<Vector3<f64>>,
}

pub(super) fn read(table: Table, number: usize) -> BodyTable {
    let problems = table.problems();
    let before = problems.count();
    let span = table.span();
    let bearing = bearing(&table);
    // A `fixed` that is neither true nor false may have meant that no mass is needed.
    let may_be_fixed = matches!(bearing, Some(Bearing::Fixed)) || problems.count() > before;
    if !may_be_fixed && !table.has("material") {
        table.require("mass", "`mass = ...`, kilograms, or `fixed = true`");
    }
    let mut body = BodyTable {
        span,
        name: name(&table, number),
        mass: table.finite("mass"),
        shape: table.get("shape").and_then(|value| shape::read(value, problems)),
        inertia: inertia(&table),
        material: material(&table),
        position: table.vector("position"),
        orientation: shape::orientation(&table),
        velocity: table.vector("velocity"),
        angular_velocity: table.vector("angular_velocity"),
        bearing: bearing.unwrap_or(Bearing::Free),
        sound: true,
    };
    refuse_extended_point(&table, &body);
    table.finish();
    body.sound = problems.count() == before;
    body
}

fn name(table: &Table, number: usize) -> Located<String> {
    table.require("name", "`name = \"...\"`");
    let unnamed = || Located { value: format!("body {}", number + 1), span: table.span() };
    table.name().unwrap_or_else(unnamed)
}

/// `material`: a solid by name, or its numbers.
pub(crate) fn material(table: &Table) -> Option<Located<Solid>> {
    if !table.is_table("material") {
        let mut known: Vec<(&str, Solid)> = SOLIDS.iter().map(|known| (known.name, known.solid)).collect();
        known.push(("rigid", Solid::RIGID));
        return table.choice("material", &known);
    }
    let inner = table.table("material")?;
    inner.require("youngs_modulus", "`youngs_modulus = ...`, pascals");
    inner.require("poisson_ratio", "`poisson_ratio = ...`");
    let [modulus, ratio, density, strength] =
        ["youngs_modulus", "poisson_ratio", "density", "yield_strength"].map(|key| inner.finite(key));
    let span = inner.span();
    inner.finish();
    let solid = Solid::new(modulus?.value, ratio?.value, density.map_or(0.0, |density| density.value));
    let solid = solid.and_then(|solid| match strength {
        Some(strength) => solid.with_yield_strength(strength.value),
        None => Ok(solid),
    });
    let solid = solid.map_err(|error| {
        let culprit = match error {
            InputError::NotPositive { what: "Young's modulus", .. } => modulus,
            InputError::PoissonRatio { .. } => ratio,
            InputError::NotPositive { what: "the density", .. } => density,
            _ => strength,
        };
        Problem::new(culprit.map_or(span, |given| given.span), error.to_string()).expected("no such solid")
    });
    Some(Located { value: table.problems().note(solid)?, span })
}

fn inertia(table: &Table) -> Option<Located<Matrix3<f64>>> {
    let Located { value: rows, span } = table.square_matrix("inertia")?;
    if rows.len() != 3 {
        let problem = Problem::new(span, format!("`inertia` has {} rows", rows.len()))
            .expected("expected 3 rows of 3 numbers, kg m²");
        table.problems().add(problem);
        return None;
    }
    Some(Located { value: Matrix3::from_fn(|row, column| rows[row][column]), span })
}

/// The one of `fixed`, `point`, `slides_along` and `hinge` that is given.
fn bearing(table: &Table) -> Option<Bearing> {
    let fixed = table.flag("fixed").filter(|fixed| fixed.value);
    let point = table.flag("point").filter(|point| point.value);
    let slides_along = table.vector("slides_along");
    let hinge = table.table("hinge").and_then(hinge);
    let given = [
        ("fixed", fixed.map(|fixed| fixed.map(|_| Bearing::Fixed))),
        (
            "slides_along",
            slides_along.map(|axis| Located { value: Bearing::SlidesAlong(axis), span: axis.span }),
        ),
        ("hinge", hinge.map(|hinge| Located { span: hinge.span, value: Bearing::Hinge(hinge) })),
        ("point", point.map(|point| point.map(|_| Bearing::Point))),
    ];
    let mut chosen: Option<(&str, Located<Bearing>)> = None;
    for (key, bearing) in given {
        let Some(bearing) = bearing else { continue };
        let Some((first, other)) = &chosen else {
            chosen = Some((key, bearing));
            continue;
        };
        // A point mass on a hinge or a slide is a pendulum's bob or a bead: nothing to refuse.
        if key == "point" && *first != "fixed" {
            continue;
        }
        let problem = Problem::new(bearing.span, format!("a body cannot have both `{first}` and `{key}`"))
            .expected("expected one of the two")
            .related(other.span, format!("`{first}` is given here"));
        table.problems().add(problem);
    }
    chosen.map(|(_, bearing)| bearing.value)
}

fn hinge(table: Table) -> Option<Located<HingeTable>> {
    table.require("axis", "`axis = [x, y, z]`");
    table.require("pivot", "`pivot = [x, y, z]`, a point of the axis, metres");
    let (axis, pivot, span) = (table.vector("axis"), table.vector("pivot"), table.span());
    table.finish();
    Some(Located { value: HingeTable { axis: axis?, pivot: pivot? }, span })
}

/// `point = true` says that the body has no extent, so it can have neither shape nor inertia.
fn refuse_extended_point(table: &Table, body: &BodyTable) {
    let Some(point) = table.flag("point").filter(|point| point.value) else { return };
    let extended =
        [("shape", body.shape.as_ref().map(|shape| shape.span)), ("inertia", body.inertia.map(|i| i.span))];
    for (key, span) in extended {
        if let Some(span) = span {
            let problem = Problem::new(span, format!("a point mass cannot have `{key}`"))
                .expected("remove this or `point`")
                .related(point.span, "declared a point mass here");
            table.problems().add(problem);
        }
    }
}
