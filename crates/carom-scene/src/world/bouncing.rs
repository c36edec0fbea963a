//! Bodies that bounce on the floor z = 0, and balls on each other.

use carom::{Model, Restitution, Surface};
use carom_motion::bouncing::{BouncingError, World};
use carom_motion::flight::RigidState;
use carom_shapes::Shape;

use super::balls;
use super::bodies::{self, Form, Placed};
use super::settings::Settings;
use super::surface::overridden;
use crate::build::refusal;
use crate::number;
use crate::problem::{Problem, Problems, Span};
use crate::read::Table;

/// What all bodies share.
#[derive(Clone, Copy)]
struct Rules {
    gravity: f64,
    floor: Surface,
    between: Surface,
    model: Model,
}

/// What the file says of its bodies, in their order.
pub(super) struct Bodies {
    pub names: Vec<String>,
    /// Of those that are no balls, if they have one.
    pub shapes: Vec<Option<Shape>>,
    pub world: World,
}

/// The bodies and their world; nothing if something is wrong with them.
pub(super) fn read(root: &Table, settings: &Settings, model: Model) -> Option<Bodies> {
    let between = surface(root, "contact_defaults", Surface::ELASTIC);
    let floor = surface(root, "floor", between);
    let tables = root.tables("body");
    let bodies: Vec<Placed> = tables.into_iter().filter_map(bodies::read).collect();
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
    let endless = floor.restitution == Restitution::ELASTIC && bodies.iter().any(bounces);
    if let (true, Some(problem)) = (endless, settings.refuse_endless("bouncing")) {
        problems.add(problem);
    }
    let rules = Rules { gravity: settings.gravity, floor, between, model };
    check(rules, &bodies, problems);
    let world = world(rules, &bodies, Motion::AsGiven);
    let world = problems.note(world.map_err(|error| Problem::new(Span::default(), error.to_string())))?;
    let (names, shapes) = bodies.into_iter().map(|body| (body.name, body.shape)).unzip();
    Some(Bodies { names, shapes, world })
}

/// Whether a body leaves the floor, or comes down on it.
fn bounces(body: &Placed) -> bool {
    match body.form {
        Form::Ball { radius } => body.start.position.z > radius || body.start.velocity.z != 0.0,
        Form::Points { .. } => true,
    }
}

/// What the table says, and of the rest what holds otherwise.
fn surface(root: &Table, key: &'static str, otherwise: Surface) -> Surface {
    root.table(key).map_or(otherwise, |table| {
        let surface = overridden(otherwise, &table);
        table.finish();
        surface
    })
}

/// Whether bodies start as the file says or at rest.
#[derive(Clone, Copy)]
enum Motion {
    AsGiven,
    Still,
}

fn world(rules: Rules, bodies: &[Placed], motion: Motion) -> Result<World, BouncingError> {
    let mut world =
        World::new(rules.gravity)?.with_surface_between_balls(rules.between).with_model(rules.model);
    for body in bodies {
        let RigidState { position, orientation, .. } = body.start;
        let start = match motion {
            Motion::AsGiven => body.start,
            Motion::Still => RigidState { position, orientation, ..RigidState::default() },
        };
        world = world.with_body(body.participant(rules.floor)?.starting(start)?);
    }
    Ok(world)
}

/// Lets the motion crate look at the bodies, at rest and for the shortest time: what it refuses has a place in the file.
fn check(rules: Rules, bodies: &[Placed], problems: &Problems) {
    let tried = world(rules, bodies, Motion::Still).and_then(|world| world.run(f64::MIN_POSITIVE));
    let name = |body: usize| bodies[body].name.as_str();
    match tried {
        Err(BouncingError::BelowFloor { body, depth }) => problems.add(
            Problem::new(
                bodies[body].position,
                format!("`{}` starts {} m below the floor", name(body), number::short(depth, 4)),
            )
            .expected(format!("expected z of {} or more", bodies[body].standing())),
        ),
        Err(BouncingError::Overlap { first, second, depth }) => problems.add(
            Problem::new(
                bodies[second].position,
                format!("`{}` and `{}` overlap by {} m", name(first), name(second), number::short(depth, 4)),
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
