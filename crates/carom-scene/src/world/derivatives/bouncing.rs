//! Derivatives of bouncing bodies: where they are at the end, and how fast.

use carom::Surface;
use carom::derivative::{Axis, Direction};
use carom_motion::bouncing::derivative::{BouncingParameter as P, StateChange, SurfaceOf};
use carom_motion::bouncing::{Participant, Shape, World};
use nalgebra::Vector3;

use super::super::WorldScene;
use super::super::settings::Stop;
use super::named;
use crate::derivatives::{Derivatives, Quantity};

type Numbers = Vec<(Quantity, Direction<P>)>;

impl WorldScene {
    pub(super) fn derivatives_of_bodies(&self, world: &World, stop: Stop) -> Result<Derivatives, String> {
        let (columns, directions): (Vec<Quantity>, Vec<_>) =
            self.numbers_of_bodies(world).into_iter().unzip();
        let until = match stop {
            Stop::Rest => f64::INFINITY,
            Stop::Time(time) => time,
        };
        let (course, found) =
            world.run_with_derivatives(until, &directions).map_err(|error| error.to_string())?;
        let (mut rows, mut matrix) = (Vec::new(), Vec::new());
        for (body, name) in self.names.iter().enumerate() {
            let last = course.at(body, course.end);
            let mut add = |what: &str,
                           value: Vector3<f64>,
                           of: fn(&StateChange) -> &Vector3<f64>,
                           scale: bool| {
                for axis in Axis::ALL {
                    let name = format!("{name}.{what}.{axis}");
                    rows.push(Quantity { name, value: value[axis.index()], has_scale: scale });
                    matrix.push(found.states.iter().map(|bodies| of(&bodies[body])[axis.index()]).collect());
                }
            };
            add("position", last.position, |change| &change.position, false);
            add("velocity", last.velocity, |change| &change.velocity, true);
            add("angular_velocity", last.angular_velocity, |change| &change.angular_velocity, true);
            if matches!(world.bodies()[body].shape(), Shape::Points { .. }) {
                // A small turn from the attitude at the end.
                add("turn", Vector3::zeros(), |change| &change.turn, false);
            }
        }
        if let Some(end) = &found.end {
            rows.push(Quantity { name: "end".to_owned(), value: course.end, has_scale: true });
            matrix.push(end.clone());
        }
        let kinks = found.kinks.iter().map(|kink| named(kink, &self.names, &columns)).collect();
        Ok(Derivatives { rows, matrix, kinks, one_sided: Vec::new(), columns })
    }

    /// Everything that bouncing bodies are differentiated by.
    fn numbers_of_bodies(&self, world: &World) -> Numbers {
        let mut all = Vec::new();
        for (body, of) in world.bodies().iter().enumerate() {
            of_body(body, &self.names[body], of, &mut all);
        }
        push(&mut all, "gravity".to_owned(), world.gravity(), true, Direction::along(P::Gravity));
        // The floor is one for all bodies.
        let count = world.bodies().len();
        let floors = |make: fn(SurfaceOf) -> P| {
            Direction((0..count).map(|body| (make(SurfaceOf::Floor { body }), 1.0)).collect())
        };
        if let Some(first) = world.bodies().first() {
            of_surface("floor", first.floor(), floors, &mut all);
        }
        let is_ball = |body: &&Participant| matches!(body.shape(), Shape::Ball { .. });
        if world.bodies().iter().filter(is_ball).count() > 1 {
            let between = |make: fn(SurfaceOf) -> P| Direction::along(make(SurfaceOf::Balls));
            of_surface("balls", world.surface_between_balls(), between, &mut all);
        }
        all
    }
}

fn push(all: &mut Numbers, name: String, value: f64, has_scale: bool, direction: Direction<P>) {
    all.push((Quantity { name, value, has_scale }, direction));
}

fn of_body(body: usize, name: &str, of: &Participant, all: &mut Numbers) {
    let start = of.start();
    let mut vector = |what: &str, value: Vector3<f64>, has_scale: bool, make: &dyn Fn(Axis) -> P| {
        for axis in Axis::ALL {
            let name = format!("{name}.{what}.{axis}");
            push(all, name, value[axis.index()], has_scale, Direction::along(make(axis)));
        }
    };
    vector("position", start.position, false, &|axis| P::Position { body, axis });
    if matches!(of.shape(), Shape::Points { .. }) {
        vector("turn", Vector3::zeros(), false, &|axis| P::Turn { body, axis });
    }
    vector("velocity", start.velocity, true, &|axis| P::Velocity { body, axis });
    vector("angular_velocity", start.angular_velocity, true, &|axis| P::AngularVelocity { body, axis });
    push(all, format!("{name}.mass"), of.mass(), true, Direction::along(P::Mass { body }));
    if let Shape::Ball { radius } = *of.shape() {
        push(all, format!("{name}.radius"), radius, true, Direction::along(P::Radius { body }));
    }
}

fn of_surface(
    name: &str,
    surface: &Surface,
    along: impl Fn(fn(SurfaceOf) -> P) -> Direction<P>,
    all: &mut Numbers,
) {
    let mut add = |what: &str, value: f64, make: fn(SurfaceOf) -> P| {
        push(all, format!("{name}.{what}"), value, true, along(make));
    };
    add("restitution", surface.restitution.value(), P::Restitution);
    add("stiffness", surface.stiffness.value(), P::Stiffness);
    if surface.tangential.has_friction() {
        add("friction", surface.tangential.coefficient(), P::Friction);
        if let Some(compliance) = surface.tangential.compliance() {
            add("compliance", compliance.value(), P::Compliance);
        }
    }
}
