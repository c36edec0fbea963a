//! The break shots of [Wang2015, sec. IV-B] as scenes, played to rest.

#![allow(clippy::unwrap_used)] // a scene that cannot be read has failed

use std::path::Path;

use carom_motion::billiards::{Shot, ShotEventKind};
use carom_scene::{Loaded, load};
use nalgebra::Vector3;

/// Rounding of a speed over the closed form of a whole way across the table.
const ROUNDING: f64 = 1e-12;
const GRAVITY: f64 = 9.81;

fn play(name: &str) -> Shot {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenes/motion/{name}.toml"));
    let Ok(Loaded::World(scene)) = load(&std::fs::read_to_string(path).unwrap()) else { panic!("a world") };
    let run = scene.run().unwrap();
    assert_eq!(run.ending().name(), "rest");
    match run {
        carom_scene::WorldRun::Billiards { shot, .. } => shot,
        _ => panic!("billiards"),
    }
}

/// When the rack is hit.
fn hit(shot: &Shot) -> f64 {
    let collision = shot.events.iter().find(|event| matches!(event.kind, ShotEventKind::Collides(_)));
    collision.unwrap().time
}

/// Root mean square distance of the nine racked balls from their middle, in metres.
fn spread(shot: &Shot) -> f64 {
    let places: Vec<Vector3<f64>> = (1..10).map(|ball| shot.at(ball, shot.end).position).collect();
    let middle = places.iter().sum::<Vector3<f64>>() / 9.0;
    (places.iter().map(|place| (place - middle).norm_squared()).sum::<f64>() / 9.0).sqrt()
}

const SHOTS: [(&str, f64); 3] = [("break-stop", 0.0), ("break-follow", 20.0), ("break-draw", -20.0)];

#[test]
fn the_cue_ball_rolls_into_the_rack_as_fast_as_its_spin_has_left_it() {
    for (name, spin) in SHOTS {
        let shot = play(name);
        let cue = &shot.trajectories[0];
        // v₀ − (2/7)(v₀ − Rω) when it begins to roll (Table II: R = 0.03, μ = 0.2), then μ_r g of deceleration with μ_r = 0.01.
        let slip = 1.0 - 0.03 * spin;
        let (rolls, rolling) = (2.0 * slip / (7.0 * 0.2 * GRAVITY), 1.0 - 2.0 / 7.0 * slip);
        let speed = rolling - 0.01 * GRAVITY * (hit(&shot) - rolls);
        let arrives = cue.before(hit(&shot)).velocity.x;
        assert!((arrives - speed).abs() < ROUNDING, "{name}: {arrives} {speed}");
    }
}

#[test]
fn balls_spread_out_more_under_a_follow_shot_and_less_under_a_draw_shot() {
    // [Wang2015, sec. IV-B]: what the paper says of its Fig. 7.
    let [stop, follow, draw] = SHOTS.map(|(name, _)| spread(&play(name)));
    assert!(follow > 1.3 * stop && draw < stop / 1.3, "{stop} {follow} {draw}");
}

#[test]
fn the_whole_rack_is_one_impact_and_its_sides_are_mirror_images() {
    for (name, _) in SHOTS {
        let shot = play(name);
        let first = shot.events.iter().find_map(|event| match &event.kind {
            ShotEventKind::Collides(collision) => Some(collision.balls.len()),
            ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
        });
        assert_eq!(first, Some(10), "{name}");
        // Rows of the diamond from the apex: 1; 2 3; 4 9 5; 6 7; 8. The cue ball is number 0.
        for [left, right] in [[2, 3], [4, 6], [7, 8]] {
            let [left, right] = [left, right].map(|ball| shot.at(ball, shot.end).position);
            assert!((left.x - right.x).hypot(left.y + right.y) < ROUNDING, "{name}");
        }
    }
}

#[test]
fn the_reversal_needs_all_contacts_at_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion/trick-reversal.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let Ok(Loaded::World(scene)) = load(&text) else { panic!("a world") };
    let Ok(carom_scene::WorldRun::Billiards { shot, table }) = scene.run() else { panic!("billiards") };
    let before = shot.trajectories[0].before(hit(&shot)).velocity.y;
    // One pair at a time the cue ball keeps (1 − e)/2 of its speed with e = 0.95, and never comes back.
    let one_at_a_time = 0.5 * (1.0 - table.between_balls.restitution.value()) * before;
    let after = shot.at(0, hit(&shot)).velocity.y;
    assert!(one_at_a_time > 0.0 && after < -0.05 * before, "{one_at_a_time} {after}");
    let exits = [0, 2].map(|ball| match shot.exit(ball) {
        Some(carom_motion::billiards::Exit::Pocket(number)) => {
            table.outline.pockets()[number].centre.y.signum()
        }
        other => panic!("ball {ball}: {other:?}"),
    });
    assert_eq!(exits, [-1.0, 1.0]);
}
