//! The `[[body]]` tables of a world: balls, and bodies that meet the floor with points of theirs.

use carom::{Body, Surface};
use carom_motion::bouncing::Participant;
use carom_motion::flight::RigidState;
use carom_shapes::Shape;
use nalgebra::{Matrix3, UnitQuaternion, Vector3, vector};

use super::surface;
use crate::build::refusal;
use crate::keys::range;
use crate::problem::{Located, Problem, Span};
use crate::read::{Table, read_orientation, read_shape, shape_problem};

/// A body with the places in the file that errors point at.
#[derive(Debug)]
pub(super) struct Placed {
    pub name: String,
    pub span: Span,
    pub position: Span,
    pub mass: f64,
    pub form: Form,
    /// Of a body that is no ball, if the file gives it one: what it looks like.
    pub shape: Option<Shape>,
    pub start: RigidState,
}

/// What of a body is touched.
#[derive(Debug)]
pub(super) enum Form {
    Ball {
        radius: f64,
    },
    /// From the centre of mass, in body axes, with the inertia about it.
    Points {
        points: Vec<Vector3<f64>>,
        inertia: Matrix3<f64>,
    },
}

impl Placed {
    /// Height of the centre of mass at which the lowest point touches the floor.
    pub fn standing(&self) -> f64 {
        self.form.standing(&self.start.orientation)
    }

    /// The body as the motion crate knows it.
    pub fn participant(&self, floor: Surface) -> Result<Participant, carom::InputError> {
        match &self.form {
            Form::Ball { radius } => Participant::ball(self.mass, *radius, floor),
            Form::Points { points, inertia } => {
                Participant::with_points(self.mass, *inertia, points.clone(), floor)
            }
        }
    }
}

impl Form {
    fn standing(&self, orientation: &UnitQuaternion<f64>) -> f64 {
        match self {
            Self::Ball { radius } => *radius,
            Self::Points { points, .. } => {
                -points.iter().map(|point| (orientation * point).z).fold(f64::INFINITY, f64::min)
            }
        }
    }
}

pub(super) fn read(table: Table) -> Option<Placed> {
    if let Some(span) = table.key_span("fixed") {
        table.problems().add(
            Problem::new(span, "every body of a world moves")
                .expected("a world has one thing that is fixed, the floor z = 0")
                .help("leave this `[[body]]` out; `[floor]` says how bodies bounce on the floor"),
        );
        return None;
    }
    table.require("name", "`name = \"...\"`");
    table.require("mass", "`mass = ...`, kilograms");
    let name = table.name();
    let mass = surface::checked(&table, "mass", |mass| Body::point(mass).map(|_| mass));
    let orientation = read_orientation(&table);
    let shape = table.get("shape").map(|value| read_shape(value, table.problems()));
    let form = match mass {
        Some(mass) => form(&table, mass, shape.as_ref().map(Option::as_ref)),
        None => {
            // Without a mass they mean nothing, but they are keys.
            for key in ["points", "inertia"] {
                table.has(key);
            }
            None
        }
    };
    let position = table.vector("position");
    let velocity = table.vector("velocity");
    let spin = table.vector("angular_velocity").and_then(|spin| match form {
        Some(Form::Points { .. }) => table.within("angular_velocity", range::TUMBLING, spin),
        Some(Form::Ball { .. }) | None => Some(spin),
    });
    table.finish();
    let (name, mass, form) = (name?, mass?, form?);
    let part = |given: Option<Located<Vector3<f64>>>| given.map_or_else(Vector3::zeros, |given| given.value);
    let orientation = orientation.map_or_else(UnitQuaternion::identity, |given| given.value);
    let start = RigidState {
        position: position.map_or(vector![0.0, 0.0, form.standing(&orientation)], |given| given.value),
        orientation,
        velocity: part(velocity),
        angular_velocity: part(spin),
    };
    let position = position.map_or(name.span, |given| given.span);
    let shape = match form {
        Form::Ball { .. } => None,
        Form::Points { .. } => shape.flatten().map(|shape| shape.value),
    };
    Some(Placed { name: name.value, span: name.span, position, mass, form, shape, start })
}

/// A ball, or points with an inertia. A shape that is there but cannot be read is `Some(None)`.
fn form(table: &Table, mass: f64, shape: Option<Option<&Located<Shape>>>) -> Option<Form> {
    let points = points(table);
    match shape {
        Some(None) => {
            table.has("inertia"); // The shape's own problem comes first.
            None
        }
        Some(Some(Located { value: Shape::Sphere { radius }, span })) => {
            let radius = Located { value: *radius, span: *span };
            let radius = table.problems().note(range::LENGTH.checked("radius", "m", radius))?;
            refuse_points_of_ball(table);
            Some(Form::Ball { radius: radius.value })
        }
        Some(Some(shape)) => with_points(table, mass, Some(shape), points),
        None => with_points(table, mass, None, points),
    }
}

fn refuse_points_of_ball(table: &Table) {
    for key in ["points", "inertia"] {
        if let Some(span) = table.key_span(key) {
            table.has(key);
            let problem = Problem::new(span, format!("a ball in a world has no `{key}` of its own"))
                .expected("a homogeneous ball, touched anywhere");
            table.problems().add(problem);
        }
    }
}

/// `points`, in the coordinates of the shape.
fn points(table: &Table) -> Option<Located<Vec<Vector3<f64>>>> {
    let rows = table.rows::<3>("points", "a list of points `[x, y, z]`, metres")?;
    let mut points = Vec::new();
    for row in rows.value {
        let size = Located { value: Vector3::from(row.value).norm(), span: row.span };
        table.problems().note(range::PLACE.checked("points", "m", size))?;
        points.push(Vector3::from(row.value));
    }
    if points.is_empty() {
        let problem = Problem::new(rows.span, "`points` is empty")
            .expected("expected at least one point that touches the floor");
        table.problems().add(problem);
        return None;
    }
    Some(Located { value: points, span: rows.span })
}

/// A body that the floor touches at points: those given, or the corners of a box.
fn with_points(
    table: &Table,
    mass: f64,
    shape: Option<&Located<Shape>>,
    points: Option<Located<Vec<Vector3<f64>>>>,
) -> Option<Form> {
    let (inertia, centre) = mass_properties(table, mass, shape)?;
    let corners = shape.and_then(|shape| corners(&shape.value));
    let Some(points) = points.map(|points| points.value).or(corners) else {
        table.require("points", "`points = [[x, y, z], ...]`: where it can touch the floor");
        return None;
    };
    Some(Form::Points { points: points.iter().map(|point| point - centre).collect(), inertia })
}

/// Inertia about the centre of mass, the given one or that of the shape, and the centre in the shape's coordinates.
fn mass_properties(
    table: &Table,
    mass: f64,
    shape: Option<&Located<Shape>>,
) -> Option<(Matrix3<f64>, Vector3<f64>)> {
    let given = table.square_matrix("inertia");
    let of_shape = match shape {
        None => None,
        Some(shape) => {
            let properties = shape.value.mass_properties(mass);
            Some(table.problems().note(properties.map_err(|error| shape_problem(shape.span, &error)))?)
        }
    };
    let centre = of_shape.as_ref().map_or_else(Vector3::zeros, |properties| properties.centre_of_mass);
    match (given, of_shape) {
        (Some(given), _) => Some((table.problems().note(tensor(&given, mass))?, centre)),
        (None, Some(properties)) => Some((properties.inertia, centre)),
        (None, None) => {
            table.require("shape", "`shape = { sphere = { radius = ... } }`, or `inertia` and `points`");
            None
        }
    }
}

fn tensor(given: &Located<Vec<Vec<f64>>>, mass: f64) -> Result<Matrix3<f64>, Problem> {
    if given.value.len() != 3 {
        let message = format!("`inertia` has {} rows", given.value.len());
        return Err(Problem::new(given.span, message).expected("expected 3 rows of 3 numbers, kg m²"));
    }
    let tensor = Matrix3::from_fn(|row, column| given.value[row][column]);
    let size = Located { value: tensor.amax(), span: given.span };
    range::INERTIA.checked("inertia", "kg m²", size)?;
    Body::rigid(mass, tensor).map_err(|error| refusal::at(given.span, &error))?;
    Ok(tensor)
}

/// The corners of a box; other shapes have round edges.
fn corners(shape: &Shape) -> Option<Vec<Vector3<f64>>> {
    match shape {
        Shape::Box { size: [x, y, z] } => {
            let ends = |length: &f64| [-0.5 * length, 0.5 * length];
            let corner = |i: usize| vector![ends(x)[i & 1], ends(y)[i >> 1 & 1], ends(z)[i >> 2]];
            Some((0..8).map(corner).collect())
        }
        Shape::Sphere { .. }
        | Shape::Cylinder { .. }
        | Shape::Cone { .. }
        | Shape::Capsule { .. }
        | Shape::Plane { .. }
        | Shape::Compound(_) => None,
    }
}
