//! Scenes as stages: what they look like before anything happens.

use carom_plot::stage::{Actor, Guide, HalfSpace, Meeting, Solid, Stage};
use carom_scene::{Form, Scene, WorldScene};
use nalgebra::Vector3;

/// The bodies and contacts of an impact; none of a mechanism, whose bodies are not known.
pub fn of_impact(scene: &Scene) -> Option<Stage> {
    let impact = scene.impact()?;
    Some(Stage::of_impact(impact, scene.body_names(), scene.contact_names(), &scene.shapes()))
}

/// The bodies of a world at the beginning; with the floor, if it has one.
pub fn of_world(world: &WorldScene) -> Stage {
    let mut actors: Vec<Actor> = (0..world.names().len()).map(|body| actor(world, body)).collect();
    if world.table().is_none() && world.pivots().is_empty() {
        actors.push(floor());
    }
    Stage { actors, meetings: Vec::<Meeting>::new() }
}

fn actor(world: &WorldScene, body: usize) -> Actor {
    let start = world.start(body);
    let solid = match world.form(body) {
        Form::Ball { radius } => Solid::ball(start.position, radius),
        Form::Points(points) => Solid {
            // The centre of mass too: a body may have a single point.
            corners: [Vector3::zeros()]
                .iter()
                .chain(points)
                .map(|point| start.position + start.orientation * point)
                .collect(),
            radius: 0.0,
        },
    };
    Actor {
        name: world.names()[body].clone(),
        solids: vec![solid],
        half_space: None,
        position: start.position,
        velocity: start.velocity,
        angular_velocity: start.angular_velocity,
        guide: Guide::Free,
    }
}

fn floor() -> Actor {
    Actor {
        name: "floor".to_owned(),
        solids: Vec::new(),
        half_space: Some(HalfSpace { point: Vector3::zeros(), normal: Vector3::z() }),
        position: Vector3::zeros(),
        velocity: Vector3::zeros(),
        angular_velocity: Vector3::zeros(),
        guide: Guide::Fixed,
    }
}
