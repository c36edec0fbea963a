//! Balls that bounce on the floor z = 0 and on each other.

use carom::{Body, Restitution};
use carom_motion::bouncing::{BouncingError, Participant, Surface, World};
use carom_motion::flight::RigidState;
use carom_shapes::Shape;
use nalgebra::Vector3;

use super::balls;
use super::material::{self, Material};
use super::settings::Settings;
use crate::build::refusal;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{Table, read_shape};

/// A body with the places in the file that errors point at.
struct Placed {
    name: String,
    span: Span,
    position: Span,
    mass: f64,
    radius: f64,
    start: RigidState,
}

/// The names of the bodies and their world; nothing if something is wrong with them.
pub(super) fn read(root: &Table, settings: &Settings) -> Option<(Vec<String>, World)> {
    let floor = surface(root, "floor", "[floor]");
    let between = surface(root, "contact_defaults", "[contact_defaults]");
    let bodies: Vec<Placed> = root.tables("body", "[[body]]").into_iter().filter_map(body).collect();
    let problems = root.problems();
    let names: Vec<(&str, Span)> = bodies.iter().map(|body| (body.name.as_str(), body.span)).collect();
    balls::refuse_same_names(&names, problems);
    if problems.count() > 0 {
        return None;
    }
    if bodies.is_empty() {
        problems.add(nothing_moves());
        return None;
    }
    let bounces = |body: &Placed| body.start.position.z > body.radius || body.start.velocity.z != 0.0;
    let endless = floor.restitution == Restitution::ELASTIC && bodies.iter().any(bounces);
    if let (true, Some(problem)) = (endless, settings.refuse_endless("bouncing")) {
        problems.add(problem);
    }
    check(settings, floor, between, &bodies, problems);
    let world = world(settings, floor, between, &bodies, Motion::AsGiven);
    let world = problems.note(world.map_err(|error| Problem::new(Span::default(), error.to_string())))?;
    Some((bodies.into_iter().map(|body| body.name).collect(), world))
}

fn surface(root: &Table, key: &'static str, title: &str) -> Surface {
    let material = root.table(key, title).map_or(Material::ELASTIC, |table| {
        let material = Material::ELASTIC.overridden(&table);
        table.finish();
        material
    });
    let Material { restitution, stiffness, tangential } = material;
    Surface { restitution, stiffness, tangential }
}

fn body(table: Table) -> Option<Placed> {
    table.require("name", "`name = \"...\"`");
    table.require("mass", "`mass = ...`, kilograms");
    table.require("shape", "`shape = { sphere = { radius = ... } }`");
    let name = table.text("name");
    let mass = material::checked(&table, "mass", |mass| Body::point(mass).map(|_| mass));
    let radius = radius(&table);
    let (position, velocity) = (table.vector("position"), table.vector("velocity"));
    let spin = table.vector("angular_velocity");
    table.finish();
    let (name, mass, radius) = (name?, mass?, radius?);
    let part = |given: Option<Located<Vector3<f64>>>| given.map_or_else(Vector3::zeros, |given| given.value);
    let start = RigidState {
        position: position.map_or(Vector3::new(0.0, 0.0, radius), |given| given.value),
        velocity: part(velocity),
        angular_velocity: part(spin),
        ..RigidState::default()
    };
    let position = position.map_or(name.span, |given| given.span);
    Some(Placed { name: name.value, span: name.span, position, mass, radius, start })
}

/// The radius of a sphere: the only shape that bounces in time here.
fn radius(table: &Table) -> Option<f64> {
    let shape = table.get("shape").and_then(|value| read_shape(value, table.problems()))?;
    match shape.value {
        Shape::Sphere { radius } => Some(radius),
        _ => {
            let problem = Problem::new(shape.span, "only spheres move in a world")
                .expected("expected `{ sphere = { radius = ... } }`");
            table.problems().add(problem);
            None
        }
    }
}

/// Whether bodies start as the file says or at rest.
#[derive(Clone, Copy)]
enum Motion {
    AsGiven,
    Still,
}

fn world(
    settings: &Settings,
    floor: Surface,
    between: Surface,
    bodies: &[Placed],
    motion: Motion,
) -> Result<World, BouncingError> {
    let mut world = World::new(settings.gravity)?.with_surface_between_balls(between);
    for body in bodies {
        let start = match motion {
            Motion::AsGiven => body.start,
            Motion::Still => RigidState { position: body.start.position, ..RigidState::default() },
        };
        world = world.with_body(Participant::ball(body.mass, body.radius, floor)?.starting(start)?);
    }
    Ok(world)
}

/// Lets the motion crate look at the bodies, at rest and for the shortest time: what it refuses has a place in the file.
fn check(settings: &Settings, floor: Surface, between: Surface, bodies: &[Placed], problems: &Problems) {
    let tried =
        world(settings, floor, between, bodies, Motion::Still).and_then(|world| world.run(f64::MIN_POSITIVE));
    let name = |body: usize| bodies[body].name.as_str();
    match tried {
        Err(BouncingError::BelowFloor { body, depth }) => problems.add(
            Problem::new(
                bodies[body].position,
                format!("`{}` starts {depth:.3e} m below the floor", name(body)),
            )
            .expected(format!("expected z of {} or more", bodies[body].radius)),
        ),
        Err(BouncingError::Overlap { first, second, depth }) => problems.add(
            Problem::new(
                bodies[second].position,
                format!("`{}` and `{}` overlap by {depth:.3e} m", name(first), name(second)),
            )
            .expected("expected balls apart, or just touching")
            .related(bodies[first].position, format!("`{}` is here", name(first))),
        ),
        Err(BouncingError::Input(error)) => problems.add(refusal::at(bodies[0].span, &error)),
        // What goes wrong in an impact is for the run to say.
        Err(_) | Ok(_) => {}
    }
}

fn nothing_moves() -> Problem {
    Problem::new(Span::default(), "nothing moves in this world")
        .expected("expected `table = \"pool\"` in `[world]`, a `[cradle]`, or a `[[body]]`")
}
