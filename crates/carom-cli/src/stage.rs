//! Scenes as stages: what they look like before anything happens.

use carom_motion::billiards::Outline;
use carom_plot::stage::{Actor, Guide, HalfSpace, Solid, Stage};
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
    if let Some(table) = world.table() {
        actors.insert(0, rails(&table.outline));
    } else if world.pivots().is_empty() {
        actors.push(floor());
    }
    Stage { actors, ..Stage::default() }
}

fn actor(world: &WorldScene, body: usize) -> Actor {
    let start = world.start(body);
    let solids = match world.form(body) {
        Form::Ball { radius } => vec![Solid::ball(start.position, radius)],
        Form::Solid(shape) => Solid::of_body(shape, start.position, start.orientation),
        Form::Points(points) => vec![Solid {
            // The centre of mass too: a body may have a single point.
            corners: [Vector3::zeros()]
                .iter()
                .chain(points)
                .map(|point| start.position + start.orientation * point)
                .collect(),
            radius: 0.0,
        }],
    };
    Actor {
        name: world.names()[body].clone(),
        solids,
        half_space: None,
        position: start.position,
        velocity: start.velocity,
        angular_velocity: start.angular_velocity,
        guide: Guide::Free,
    }
}

/// The rails around the bed of a table.
fn rails(outline: &Outline) -> Actor {
    /// As thick as they are high, in metres.
    const THICK: f64 = 0.05;
    let [x, y] = [0.5 * outline.length(), 0.5 * outline.width()];
    let rail = |low: [f64; 2], high: [f64; 2]| {
        let corner = |i: usize| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { low[axis] } else { high[axis] };
            Vector3::new(pick(0), pick(1), if i >> 2 & 1 == 0 { 0.0 } else { THICK })
        };
        Solid { corners: (0..8).map(corner).collect(), radius: 0.0 }
    };
    let [far_x, far_y] = [x + THICK, y + THICK];
    let solids = vec![
        rail([-far_x, y], [far_x, far_y]),
        rail([-far_x, -far_y], [far_x, -y]),
        rail([-far_x, -y], [-x, y]),
        rail([x, -y], [far_x, y]),
    ];
    Actor { name: "table".to_owned(), solids, half_space: None, ..floor() }
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
