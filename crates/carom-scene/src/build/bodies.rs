//! Bodies from their tables.

use std::collections::HashMap;

use carom::hertz::Solid;
use carom::{Body, InputError};
use carom_shapes::{MassProperties, Placed, Shape};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

use super::{hertz, refusal};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{Bearing, BodyTable, HingeTable, shape_problem};
use crate::scene::PlacedShape;

/// A body, if its table made sense, and what finding its contacts needs.
pub(super) struct Built {
    pub body: Option<Body>,
    pub shape: Option<Shape>,
    pub position: Vector3<f64>,
    pub orientation: UnitQuaternion<f64>,
    /// Where the file places the body.
    pub span: Span,
    /// What it is made of, if the file says.
    pub material: Option<Solid>,
}

impl Built {
    /// The body's shape in its place; none if it has no shape, or something is wrong with the body.
    pub fn placed(&self) -> Option<Placed<'_>> {
        let shape = self.body.as_ref().and(self.shape.as_ref())?;
        Some(Placed { shape, position: self.position, orientation: self.orientation })
    }

    /// The shape in its place, to be kept for figures.
    pub fn shown(&self) -> Option<PlacedShape> {
        let shape = self.shape.clone()?;
        Some(PlacedShape { shape, position: self.position, orientation: self.orientation })
    }

    pub fn is_fixed(&self) -> bool {
        self.body.as_ref().is_some_and(Body::is_fixed)
    }
}

pub(super) fn build(tables: &[BodyTable], problems: &Problems) -> Vec<Built> {
    refuse_same_names(tables, problems);
    tables.iter().map(|table| build_one(table, problems)).collect()
}

fn refuse_same_names(tables: &[BodyTable], problems: &Problems) {
    let mut known: HashMap<&str, &BodyTable> = HashMap::new();
    for table in tables {
        let first = *known.entry(&table.name.value).or_insert(table);
        if std::ptr::eq(first, table) {
            continue;
        }
        let problem = Problem::new(table.name.span, format!("two bodies are called `{}`", table.name.value))
            .expected("expected a name of its own")
            .related(first.name.span, "first used here");
        problems.add(problem);
    }
}

fn build_one(table: &BodyTable, problems: &Problems) -> Built {
    let before = problems.count();
    refuse_mass(table, problems);
    let is_sound = table.sound && problems.count() == before;
    let body = if is_sound { problems.note(body(table)) } else { None };
    Built {
        body,
        shape: table.shape.as_ref().map(|shape| shape.value.clone()),
        position: table.position.map_or_else(Vector3::zeros, |position| position.value),
        orientation: orientation(table),
        span: table.position.map_or(table.name.span, |position| position.span),
        material: table.material.map(|material| material.value),
    }
}

/// A bad mass is reported whatever else is wrong with the body.
fn refuse_mass(table: &BodyTable, problems: &Problems) {
    if let Some(mass) = table.mass {
        problems.note(Body::point(mass.value).map_err(|error| refusal::at(mass.span, &error)));
    }
}

fn orientation(table: &BodyTable) -> UnitQuaternion<f64> {
    table.orientation.map_or_else(UnitQuaternion::identity, |orientation| orientation.value)
}

fn body(table: &BodyTable) -> Result<Body, Problem> {
    let mut body = at_rest(table)?;
    if let Some(position) = table.position {
        body = body.at(position.value).map_err(|error| refusal::at(position.span, &error))?;
    }
    if let Some(velocity) = table.velocity {
        body = body.moving(velocity.value).map_err(|error| not_allowed(table, velocity.span, &error))?;
    }
    if let Some(spin) = table.angular_velocity {
        body = body.spinning(spin.value).map_err(|error| not_allowed(table, spin.span, &error))?;
    }
    Ok(body)
}

/// A velocity that is refused, in the words of the file.
fn not_allowed(table: &BodyTable, span: Span, error: &InputError) -> Problem {
    let problem = refusal::at(span, error);
    let InputError::VelocityAgainstBearing { what, .. } = error else { return problem };
    let name = &table.name.value;
    let message = match &table.bearing {
        Bearing::Hinge(_) => format!("the hinge of `{name}` does not allow this {what}"),
        Bearing::SlidesAlong(_) => format!("`{name}` only slides along its axis, not with this {what}"),
        Bearing::Point => format!("`{name}` is a point mass and cannot have this {what}"),
        Bearing::Fixed | Bearing::Free => return problem,
    };
    Problem { message, ..problem }
}

fn at_rest(table: &BodyTable) -> Result<Body, Problem> {
    let mass = match table.mass {
        Some(mass) => mass.value,
        None => of_material(table)?,
    };
    let made = match &table.bearing {
        Bearing::Fixed => Ok(Body::fixed()),
        Bearing::Point => Body::point(mass),
        Bearing::SlidesAlong(axis) => Body::sliding(mass, axis.value),
        Bearing::Hinge(hinge) => return hinged(table, mass, hinge),
        Bearing::Free => match inertia(table, mass)? {
            Some(inertia) => Body::rigid(mass, inertia),
            None => Body::point(mass),
        },
    };
    made.map_err(|error| refusal::at(culprit(table, &error), &error))
}

/// The mass of a body that gives none: by density and shape. Nothing moves a fixed one.
fn of_material(table: &BodyTable) -> Result<f64, Problem> {
    let (Some(material), false) = (table.material, matches!(table.bearing, Bearing::Fixed)) else {
        return Ok(0.0);
    };
    let by_shape = table.shape.as_ref().and_then(|shape| hertz::mass(&material.value, &shape.value));
    by_shape.ok_or_else(|| {
        let help = match material.value.density > 0.0 {
            true => "add `mass = ...`, kilograms, or a `shape` that has a volume",
            false => "add `density = ...`, kg/m³, to the material, or `mass = ...`, kilograms, to the body",
        };
        Problem::new(material.span, format!("the mass of `{}` is unknown", table.name.value))
            .expected("follows from the density of a material and the volume of a shape")
            .help(help)
    })
}

/// The value that the engine's refusal is about.
fn culprit(table: &BodyTable, error: &InputError) -> Span {
    let bearing = match &table.bearing {
        Bearing::SlidesAlong(axis) => Some(axis.span),
        Bearing::Hinge(hinge) => Some(hinge.span),
        Bearing::Free | Bearing::Point | Bearing::Fixed => None,
    };
    let mass = table.mass.map(|mass| mass.span);
    let inertia = table.inertia.map(|inertia| inertia.span);
    let shape = table.shape.as_ref().map(|shape| shape.span);
    let span = match error {
        InputError::NotPositive { what: "the mass", .. } => mass,
        InputError::NotPositive { .. } | InputError::NoDirection { .. } => bearing,
        InputError::InertiaNotSymmetric { .. } | InputError::InertiaNotPositive { .. } => inertia.or(shape),
        _ => inertia.or(shape).or(bearing),
    };
    span.unwrap_or(table.span)
}

/// Inertia about the centre of mass in world axes; none for a point mass.
fn inertia(table: &BodyTable, mass: f64) -> Result<Option<Matrix3<f64>>, Problem> {
    let in_body_axes = match (&table.inertia, &table.shape) {
        (Some(given), _) => given.value,
        (None, Some(shape)) => mass_properties(table, shape, mass)?.inertia,
        (None, None) => return Ok(None),
    };
    let turn = orientation(table).to_rotation_matrix();
    Ok(Some(match table.orientation {
        Some(_) => turn * in_body_axes * turn.transpose(),
        None => in_body_axes,
    }))
}

fn mass_properties(table: &BodyTable, shape: &Located<Shape>, mass: f64) -> Result<MassProperties, Problem> {
    use carom_shapes::ShapeError;
    shape.value.mass_properties(mass).map_err(|error| match error {
        ShapeError::Mass { .. } => {
            let span = table.mass.map_or(table.span, |mass| mass.span);
            refusal::at(span, &InputError::NotPositive { what: "the mass", value: mass })
        }
        ShapeError::PlaneHasNoMass => Problem::new(shape.span, "a plane has no mass of its own")
            .expected("a half-space without end")
            .help("add `fixed = true` to the body"),
        _ => shape_problem(shape.span, &error),
    })
}

/// A body on a hinge; one without extent has the moment m |(c − o) × a|² about the unit axis a through o.
fn hinged(table: &BodyTable, mass: f64, hinge: &Located<HingeTable>) -> Result<Body, Problem> {
    let HingeTable { axis, pivot } = &hinge.value;
    let position = table.position.map_or_else(Vector3::zeros, |position| position.value);
    let made = match inertia(table, mass)? {
        Some(inertia) => Body::rigid_on_hinge(mass, inertia, axis.value, pivot.value, position),
        None => {
            let arm = axis.value.try_normalize(0.0).map(|unit| (position - pivot.value).cross(&unit));
            let moment = arm.map_or(1.0, |arm| mass * arm.norm_squared());
            Body::hinged(mass, moment, axis.value, pivot.value)
        }
    };
    made.map_err(|error| {
        let span = match error {
            InputError::NoDirection { .. } => axis.span,
            _ => culprit(table, &error),
        };
        refusal::at(span, &error)
    })
}
