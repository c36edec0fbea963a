//! Scenes with `[world]`: read, followed and reported.

#![allow(clippy::unwrap_used)] // a scene that cannot be read has failed

use std::path::Path;

use carom_motion::billiards::ShotEventKind;
use carom_motion::billiards::cloth::Change;
use carom_scene::{Loaded, Problem, TextOptions, WorldReport, WorldRun, WorldScene, load};
use serde_json::Value;

/// Part of the energy before that rounding may take from a ledger: some hundreds of impacts of a thousand roundings each.
const LEDGER: f64 = 1e-11;
/// Rounding of a closed form of a few operations on speeds of 1 m/s.
const ROUNDING: f64 = 1e-13;

fn world(text: &str) -> WorldScene {
    match load(text) {
        Ok(Loaded::World(scene)) => scene,
        Ok(Loaded::Impact(_)) => panic!("an impact, not a world"),
        Err(problems) => panic!("{problems:#?}"),
    }
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn problems(text: &str) -> Vec<Problem> {
    load(text).map(|_| ()).unwrap_err()
}

/// The only problem, and the text that it points at.
fn problem(text: &str) -> (String, &str) {
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    (found[0].message.clone(), &text[found[0].span.start..found[0].span.end])
}

#[test]
fn every_scene_runs_and_its_ledger_closes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let scene = world(&std::fs::read_to_string(&path).unwrap());
        let run = scene.run();
        let report = WorldReport::new(&scene, &run);
        let document: Value = serde_json::from_str(&report.json(Some(0.1))).unwrap();
        for key in ["outcome", "end", "bodies", "events", "energy"] {
            assert!(document.get(key).is_some(), "{key} of {}", path.display());
        }
        let energy = |key: &str| document["energy"][key].as_f64().unwrap();
        assert!(energy("imbalance").abs() <= LEDGER * energy("before"), "{}", path.display());
        for name in scene.names() {
            let body = &document["bodies"][name];
            assert!(!body["pieces"].as_array().unwrap().is_empty() && body["final"].is_object());
            assert!(body["samples"].as_array().unwrap().len() > 1);
        }
        let text = report.text(TextOptions::default());
        assert!(text.contains("Energy") && text.contains("End"), "{text}");
        count += 1;
    }
    assert_eq!(count, 17);
}

#[test]
fn a_ball_without_spin_rolls_at_five_sevenths_of_its_speed() {
    let scene = world(
        r#"
        world = { table = "pool", until = 1 }
        ball = [{ name = "cue", position = [-1, 0], velocity = [1.4, 0, 0] }]
    "#,
    );
    let WorldRun::Billiards { shot, .. } = scene.run().unwrap() else { panic!("billiards") };
    let rolls = shot
        .events
        .iter()
        .find(|event| matches!(event.kind, ShotEventKind::Ends { change: Change::SlidingEnds, .. }))
        .unwrap();
    // t = 2 v/(7 μ g) and 5/7 v.
    assert!((rolls.time - 2.0 * 1.4 / (7.0 * 0.2 * 9.81)).abs() < ROUNDING);
    assert!((shot.at(0, rolls.time).velocity.x - 1.0).abs() < ROUNDING);
}

#[test]
fn a_stunned_cue_ball_keeps_what_restitution_leaves_it() {
    let scene = world(&file("stun-shot.toml"));
    let run = scene.run().unwrap();
    let hit = run.instants()[0];
    let WorldRun::Billiards { shot, .. } = &run else { panic!("billiards") };
    let before = shot.trajectories[0].before(hit).velocity.x;
    // (1 − e)/2 with e = 0.95, friction acts across the line of centres only.
    assert!((shot.at(0, hit).velocity.x - 0.025 * before).abs() < ROUNDING);
    assert!((shot.at(1, hit).velocity.x - 0.975 * before).abs() < ROUNDING);
}

#[test]
fn draw_comes_back_and_follow_goes_on() {
    for (name, sign) in [("draw-shot.toml", -1.0), ("follow-shot.toml", 1.0)] {
        let scene = world(&file(name));
        let run = scene.run().unwrap();
        let WorldRun::Billiards { shot, .. } = &run else { panic!("billiards") };
        let hit = shot.events.iter().find(|event| match &event.kind {
            ShotEventKind::Collides(collision) => !collision.pairs.is_empty(),
            ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => false,
        });
        // A third of a second later friction has had its way.
        assert!(sign * shot.at(0, hit.unwrap().time + 1.0 / 3.0).velocity.x > 0.1, "{name}");
    }
}

#[test]
fn frozen_balls_are_one_impact_with_what_they_touch() {
    let first = |name: &str| {
        let scene = world(&file(name));
        let WorldRun::Billiards { shot, .. } = scene.run().unwrap() else { panic!("billiards") };
        let collision = shot.events.iter().find_map(|event| match &event.kind {
            ShotEventKind::Collides(collision) if !collision.pairs.is_empty() => Some(collision.clone()),
            ShotEventKind::Collides(_) | ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
        });
        (collision.unwrap(), shot)
    };
    let (rail, _) = first("trick-frozen-rail.toml");
    assert_eq!((rail.pairs.len(), rail.cushions.len()), (1, 1));
    let (pair, shot) = first("trick-frozen-pair.toml");
    assert_eq!(pair.pairs.len(), 2);
    assert!(shot.exit(1).is_some() && shot.exit(2).is_some() && shot.exit(0).is_none());
    let [left, right] = [1, 2].map(|ball| shot.at(ball, 1.0).position);
    assert_eq!((left.x, left.y), (right.x, -right.y));
}

#[test]
fn pieces_give_the_state_at_their_end() {
    let scene = world(&file("english.toml"));
    let run = scene.run();
    let document: Value = serde_json::from_str(&WorldReport::new(&scene, &run).json(None)).unwrap();
    let pieces = document["bodies"]["cue"]["pieces"].as_array().unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    for (piece, next) in pieces.iter().zip(&pieces[1..]) {
        let t = number(&piece["end"]) - number(&piece["start"]);
        for axis in 0..3 {
            let c = |power: usize| number(&piece["position"][power][axis]);
            let reached = c(0) + t * (c(1) + t * c(2));
            assert!((reached - number(&next["position"][0][axis])).abs() < ROUNDING);
            assert_eq!(c(1), number(&piece["velocity"][0][axis]));
        }
    }
}

#[test]
fn the_bouncing_ball_bounces_half_as_fast_each_time() {
    let scene = world(&file("bouncing-ball.toml"));
    let run = scene.run().unwrap();
    let WorldRun::Bouncing(course) = &run else { panic!("bouncing") };
    // e = 0.5 and 5 m/s before the first bounce.
    for (bounce, speed) in [2.5, 1.25, 0.625].into_iter().enumerate() {
        let after = course.at(0, course.events[bounce].time).velocity.z;
        assert!((after - speed).abs() < ROUNDING, "{after}");
    }
}

#[test]
fn a_miscue_is_played_and_said_so() {
    let scene = world(&file("miscue.toml"));
    let run = scene.run();
    let report = WorldReport::new(&scene, &run);
    assert!(report.text(TextOptions::default()).contains("a miscue: the tip slides off"));
    let document: Value = serde_json::from_str(&report.json(None)).unwrap();
    assert_eq!(document["cue"]["outcome"], "miscue");
}

#[test]
fn a_file_without_a_world_is_an_impact() {
    let text = r#"
        body = [
          { name = "left", mass = 1, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
          { name = "right", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
        ]
    "#;
    assert!(matches!(load(text), Ok(Loaded::Impact(_))));
}

const POOL: &str = "[world]\ntable = \"pool\"\n";

#[test]
fn errors_point_at_the_value() {
    let ball = |extra: &str| format!("{POOL}[[ball]]\nname = \"cue\"\nposition = [0, 0]\n{extra}");
    for (text, message, at) in [
        ("[world]\ntable = \"pol\"\n[[ball]]\nname = \"a\"\nposition = [0, 0]".to_owned(), "unknown table `pol`", "\"pol\""),
        (ball("[cue]\nspeed = 2\nside = 1.2"), "passes the ball by", "1.2"),
        (ball("[cue]\nspeed = -2"), "the cue's speed is -2", "-2"),
        (ball("[cue]\nspeed = 2\nheight = -0.9"), "through the bed", "-0.9"),
        (ball("[cue]\nspeed = 2\nball = \"cu\""), "no ball called `cu`", "\"cu\""),
        (ball("[cue]\nspeed = 2\nfriction = -1"), "friction is -1", "-1"),
        (ball("[cloth]\nrolling_resistance = -1"), "rolling resistance is -1", "-1"),
        (ball("[rack]\nshape = \"9-ball\"\ngap = -1"), "the gap is -1", "-1"),
        (ball("[[ball]]\nname = \"b\"\nposition = [0.05, 0]"), "overlap", "[0.05, 0]"),
        (ball("[[ball]]\nname = \"b\"\nposition = [5, 0]"), "inside a cushion", "[5, 0]"),
        (ball("velocty = [1, 0, 0]"), "unknown key `velocty`", "velocty"),
        ("[world]\nuntil = 1\ngravity = -1\n[cradle]\nballs = 2\nmass = 1\nradius = 1\nlength = 1\nangle = 9".to_owned(), "gravity is -1", "-1"),
        ("[world]\nuntil = \"never\"\n[cradle]\nballs = 2\nmass = 1\nradius = 1\nlength = 1\nangle = 9\nrestitution = 0.9".to_owned(), "unknown until `never`", "\"never\""),
        ("[world]\n[cradle]\nballs = 2\nmass = 1\nradius = 1\nlength = -1\nangle = 9".to_owned(), "length", "-1"),
        ("[world]\n[cradle]\nballs = 2\nmass = 1\nradius = 1\nlength = 1\nangle = 95\nrestitution = 0.9\nswing = \"true\"".to_owned(), "slack", "95"),
        ("[world]\n[[body]]\nname = \"a\"\nmass = 1\nshape = { sphere = { radius = 1 } }\nposition = [0, 0, 0.5]".to_owned(), "below the floor", "[0, 0, 0.5]"),
    ] {
        let (said, pointed) = problem(&text);
        assert!(said.contains(message) && pointed == at, "{text}\n{said} at {pointed}");
    }
}

#[test]
fn a_motion_without_loss_needs_a_time_to_stop_at() {
    let cradle =
        "[world]\nuntil = \"rest\"\n[cradle]\nballs = 2\nmass = 1\nradius = 1\nlength = 1\nangle = 9";
    let (said, at) = problem(cradle);
    assert!(said.contains("never comes to an end") && at == "\"rest\"", "{said} at {at}");
    world(&cradle.replace("\"rest\"", "3")).run().unwrap();
    let dropped = "[world]\n[[body]]\nname = \"a\"\nmass = 1\nshape = { sphere = { radius = 1 } }\nposition = [0, 0, 2]";
    assert!(problem(dropped).0.contains("never comes to an end"));
}

#[test]
fn a_world_without_anything_says_what_could_be_in_it() {
    assert!(problems("[world]")[0].message.contains("nothing moves"));
    assert!(problems(POOL)[0].message.contains("no balls"));
    assert_eq!(problems("world = 3").len(), 1);
}

/// e = 0.5 from 1 m above the floor: the first bounce rises to a quarter of that.
#[test]
fn the_floor_is_like_other_contacts_unless_it_says_otherwise() {
    let dropped = |tables: &str| {
        let text = format!(
            "[world]\nuntil = 0.6\n{tables}\n[[body]]\nname = \"a\"\nmass = 1\nshape = {{ sphere = {{ radius = 0.1 }} }}\nposition = [0, 0, 1.1]"
        );
        let scene = world(&text);
        let run = scene.run();
        WorldReport::new(&scene, &run).json(None)
    };
    let floor = dropped("[floor]\nrestitution = 0.5\nfriction = 0.2");
    assert_eq!(dropped("[contact_defaults]\nrestitution = 0.5\nfriction = 0.2"), floor);
    assert_eq!(
        dropped("[contact_defaults]\nrestitution = 0.9\n[floor]\nrestitution = 0.5\nfriction = 0.2"),
        floor
    );
    assert_ne!(dropped("[contact_defaults]\nrestitution = 0.9"), floor);
}
