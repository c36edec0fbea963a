//! Keys of worlds do what they say, and what is absurd is refused with the range that is not.

#![allow(clippy::unwrap_used)] // a scene that cannot be read has failed

use carom_motion::Ending;
use carom_motion::billiards::{Shot, ShotEventKind};
use carom_scene::{Loaded, Problem, Scene, WorldReport, WorldRun, WorldScene, load};
use nalgebra::Vector3;
use serde_json::Value;

/// Rounding of a closed form of a few operations on speeds of 1 m/s.
const ROUNDING: f64 = 1e-13;
/// The root of a ratio of stiffnesses of a million, twice.
const STIFF: f64 = 2e-3;

fn world(text: &str) -> WorldScene {
    match load(text) {
        Ok(Loaded::World(scene)) => scene,
        Ok(Loaded::Impact(_)) => panic!("an impact, not a world"),
        Err(problems) => panic!("{text}\n{problems:#?}"),
    }
}

fn problem(text: &str) -> (Problem, &str) {
    let found = load(text).map(|_| ()).unwrap_err();
    assert_eq!(found.len(), 1, "{found:#?}");
    let at = &text[found[0].span.start..found[0].span.end];
    (found.into_iter().next().unwrap(), at)
}

fn shot(text: &str) -> Shot {
    let WorldRun::Billiards { shot, .. } = world(text).run().unwrap() else { panic!("billiards") };
    shot
}

fn cradle(keys: &str) -> String {
    format!(
        "[world]\nuntil = 0.3\n[cradle]\nballs = 3\nmass = 1\nradius = 0.01\nlength = 0.1\nangle = 10\n{keys}"
    )
}

/// Speeds after the first collision of a cradle.
fn first_collision(text: &str) -> Vec<f64> {
    let WorldRun::Cradle(course) = world(text).run().unwrap() else { panic!("a cradle") };
    course.collisions[0].velocities_after.clone()
}

#[test]
fn a_list_gives_each_pair_of_a_cradle_its_own_restitution_and_stiffness() {
    let same = first_collision(&cradle("restitution = [0.9, 0.9]\nstiffness = [2, 2]"));
    assert_eq!(same, first_collision(&cradle("restitution = 0.9\nstiffness = 2")));
    // Behind a very stiff pair two balls answer as one of twice the mass: a third of the speed is thrown back, up to what the stiff spring
    // swings, a part of the root of the ratio.
    let stiff = first_collision(&cradle("restitution = [1, 1]\nstiffness = [1, 1e6]"));
    let speed: f64 = stiff.iter().sum();
    assert!((stiff[0] + speed / 3.0).abs() < STIFF * speed, "{stiff:?}");
    let soft = first_collision(&cradle("restitution = [1, 1]\nstiffness = [1e6, 1]"));
    assert!(soft[0].abs() < STIFF * speed, "{soft:?}"); // The first two have parted before the third is felt.
    // A plastic second pair moves on as one body.
    let plastic = first_collision(&cradle("restitution = [1, 0]"));
    assert!((plastic[1] - plastic[2]).abs() < ROUNDING);
}

#[test]
fn balls_of_a_cradle_may_differ() {
    // Two balls, elastic: (m₁ − m₂)/(m₁ + m₂) = −1/2 and 2 m₁/(m₁ + m₂) = 1/2 of the speed.
    let text = cradle("").replace("balls = 3", "balls = 2").replace("mass = 1", "mass = [1, 3]");
    let speeds = first_collision(&text);
    assert!((speeds[0] + speeds[1]).abs() < ROUNDING, "{speeds:?}");
}

#[test]
fn a_list_of_the_wrong_length_is_told_the_right_one() {
    let text = cradle("restitution = [0.9, 0.9, 0.9]");
    let (problem, at) = problem(&text);
    assert_eq!((problem.message.as_str(), at), ("`restitution` has 3 numbers", "[0.9, 0.9, 0.9]"));
    assert!(problem.expected.unwrap().contains("expected 2, one for each pair"));
}

#[test]
fn a_model_changes_a_cradle_and_is_refused_on_a_table() {
    let hardening = first_collision(&cradle("restitution = 0.7"));
    let model = "[model]\nrestitution = \"mono-stiffness\"\n";
    let mono = first_collision(&format!("{model}{}", cradle("restitution = 0.7")));
    assert!(hardening.iter().zip(&mono).any(|(a, b)| (a - b).abs() > 1e-3), "{hardening:?} {mono:?}");
    let table = format!("{model}[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [0, 0]");
    assert!(problem(&table).0.message.contains("model of its own"));
    let method = format!("[model]\nmethod = \"routh\"\n{}", cradle(""));
    assert!(problem(&method).0.message.contains("always simultaneous"));
}

const TABLE: &str = "[world]\ntable = \"pool\"\n";
const TOWARDS_CUSHION: &str = "[[ball]]\nname = \"cue\"\nposition = [0, 0.5]\nvelocity = [0.5, 1, 0]\n";

#[test]
fn the_cushion_model_and_the_bed_between_balls_can_be_chosen() {
    let after = |keys: &str| {
        let shot = shot(&format!("{TABLE}{TOWARDS_CUSHION}{keys}"));
        let hit = shot.events.iter().find(|event| matches!(event.kind, ShotEventKind::Collides(_))).unwrap();
        let ShotEventKind::Collides(collision) = &hit.kind else { panic!("a collision") };
        (collision.on_bed.len(), shot.at(0, hit.time).velocity)
    };
    let (with_bed, first) = after("[cushion]\nmodel = \"with-bed\"");
    assert_eq!((with_bed, first), after(""));
    let (alone, second) = after("[cushion]\nmodel = \"alone\"");
    assert_eq!((with_bed, alone), (1, 0));
    assert!((first - second).norm() > 1e-3);

    let rolling = "[[ball]]\nname = \"cue\"\nposition = [-0.1, 0]\nvelocity = [1, 0, 0]\nangular_velocity = [0, 35, 0]\n\
                   [[ball]]\nname = \"object\"\nposition = [0, 0]\n";
    let touches = |keys: &str| {
        let shot = shot(&format!("{TABLE}{rolling}{keys}"));
        shot.events.iter().any(|event| match &event.kind {
            ShotEventKind::Collides(collision) => !collision.pairs.is_empty() && !collision.on_bed.is_empty(),
            ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => false,
        })
    };
    assert!(!touches("") && touches("[bed]\nbetween_balls = \"included\""));
}

#[test]
fn a_ball_lands_as_the_bed_says() {
    let dropped = "[[ball]]\nname = \"cue\"\nposition = [0, 0]\nvelocity = [0, 0, 1]\n";
    // Thrown up at 1 m/s it comes down as fast, and leaves at e.
    for (keys, speed) in [("", 0.5), ("[bed]\nrestitution = 0.8", 0.8)] {
        let shot = shot(&format!("{TABLE}{dropped}{keys}"));
        assert!((shot.at(0, shot.events[0].time).velocity.z - speed).abs() < ROUNDING, "{keys}");
    }
    // A hop slower than the capture speed is none.
    let swallowed = shot(&format!("{TABLE}{dropped}[bed]\ncapture_speed = 0.6"));
    assert_eq!(swallowed.at(0, swallowed.events[0].time).velocity.z, 0.0);
}

#[test]
fn a_rack_stands_where_its_spot_is() {
    let rack = |spot: &str| {
        let text = format!("{TABLE}until = 1\n[rack]\nshape = \"9-ball\"\n{spot}");
        shot(&text).at(0, 0.0).position
    };
    assert_eq!(rack("").x, 0.635);
    let there = rack("spot = [0.2, -0.1]");
    assert!((there - Vector3::new(0.2, -0.1, there.z)).norm() < ROUNDING);
    let snooker = "[world]\ntable = \"snooker\"\n[rack]\nshape = \"snooker\"\nspot = [0, 0]";
    assert_eq!(problem(snooker).1, "[0, 0]");
}

#[test]
fn a_stiffer_tip_changes_what_the_bed_does_in_a_masse_and_nothing_in_a_level_shot() {
    let blow = |keys: &str| {
        let text = format!(
            "{TABLE}until = 1\n[[ball]]\nname = \"cue\"\nposition = [0, 0]\n[cue]\nspeed = 2\n{keys}"
        );
        let scene = world(&text);
        let stroke = scene.blow().unwrap().outcome.as_ref().unwrap().stroke().unwrap().clone();
        (stroke.velocity, stroke.angular_velocity)
    };
    let soft = "stiffness = 1e5\n";
    assert!((blow("").0 - blow(soft).0).norm() < 1e-12);
    let masse = "elevation = 60\nside = 0.3\n";
    let default = blow(masse);
    assert_eq!(default, blow(&format!("{masse}stiffness = 1.3e6\n")));
    assert!((default.0 - blow(&format!("{masse}{soft}")).0).norm() > 1e-3);
}

const BOX: &str = "[world]\nuntil = 5\n[floor]\nrestitution = 0.5\nfriction = 0.3\n\
                   [[body]]\nname = \"box\"\nmass = 1\nshape = { box = { size = [0.2, 0.1, 0.3] } }\n\
                   position = [0, 0, 1]\norientation = [1, 0.3, 0.2, 0]\nangular_velocity = [1, 2, 3]\n";

#[test]
fn a_box_lands_on_a_corner_and_the_report_says_that_it_keeps_touching() {
    let scene = world(BOX);
    let run = scene.run();
    let WorldRun::Bouncing(course) = run.as_ref().unwrap() else { panic!("bouncing") };
    assert!(course.events.len() > 1);
    assert!(matches!(run.as_ref().unwrap().ending(), Ending::LastingContact { .. }));
    let report = WorldReport::new(&scene, &run);
    let text = report.text(carom_scene::TextOptions::default());
    assert!(text.contains("box keeps touching the floor"), "{text}");
    let document: Value = serde_json::from_str(&report.json(None)).unwrap();
    assert_eq!(document["outcome"], "lasting-contact");
    assert_eq!(document["lasting_contact"], serde_json::json!(["box", "floor"]));
    let about_z = document["bodies"]["box"]["inertia"][2][2].as_f64().unwrap();
    assert!((about_z - (0.04 + 0.01) / 12.0).abs() < ROUNDING);
}

#[test]
fn the_thrown_pencil_meets_the_desk_after_two_fifths_of_a_second_as_in_eq_91() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion/thrown-pencil.toml");
    let scene = world(&std::fs::read_to_string(path).unwrap());
    let WorldRun::Bouncing(course) = scene.run().unwrap() else { panic!("bouncing") };
    assert!((course.events[0].time - 0.4).abs() < ROUNDING);
    let strikes = course.at_end_of(0, 0).unwrap();
    let in_body = strikes.orientation.inverse_transform_vector(&strikes.angular_velocity);
    // [Jia2012, eq. (91)]: 5 m/s at 30 degrees to the vertical, ω = (−1, −½, −½) in body axes.
    assert!((strikes.velocity - Vector3::new(-0.75_f64.sqrt(), 0.0, -0.5) * 5.0).norm() < ROUNDING);
    assert!((in_body - Vector3::new(-1.0, -0.5, -0.5)).norm() < ROUNDING);
    // The pieces of the JSON document give the orientation by two turns.
    let run = Ok(WorldRun::Bouncing(course.clone()));
    let document: Value = serde_json::from_str(&WorldReport::new(&scene, &run).json(None)).unwrap();
    let piece = &document["bodies"]["pencil"]["pieces"][0];
    let vector = |value: &Value| Vector3::from_fn(|i, _| value[i].as_f64().unwrap());
    let turn = |i: usize| nalgebra::UnitQuaternion::from_scaled_axis(vector(&piece["turns"][i]) * 0.3);
    let start = course.at(0, 0.0).orientation;
    assert!((turn(0) * turn(1) * start).angle_to(&course.at(0, 0.3).orientation) < ROUNDING);
}

#[test]
fn a_body_with_round_edges_must_say_where_it_touches() {
    let text = "[world]\nuntil = 1\n[[body]]\nname = \"a\"\nmass = 1\nshape = { cylinder = { radius = 1, height = 1 } }";
    assert!(problem(text).0.message.contains("`points` is missing"));
    world(&format!("{text}\npoints = [[0, 0, -0.5]]"));
    let ball = "[world]\nuntil = 1\n[[body]]\nname = \"a\"\nmass = 1\nshape = { sphere = { radius = 1 } }\npoints = [[0, 0, 0]]";
    assert_eq!(problem(ball).1, "points");
    let bare = "[world]\nuntil = 1\n[[body]]\nname = \"a\"\nmass = 1\npoints = [[0, 0, 0]]";
    assert!(problem(bare).0.message.contains("`shape` is missing"));
    world(&format!("{bare}\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"));
}

#[test]
fn absurd_numbers_are_refused_with_the_range_that_is_allowed() {
    let ball = |keys: &str| format!("{TABLE}[[ball]]\nname = \"cue\"\nposition = [0, 0]\n{keys}");
    let body = |keys: &str| {
        format!("[world]\nuntil = 1\n[[body]]\nname = \"a\"\nshape = {{ sphere = {{ radius = 1 }} }}\n{keys}")
    };
    for (text, at, range) in [
        (ball("velocity = [1e9, 0, 0]"), "[1e9, 0, 0]", "up to 100 m/s"),
        (ball("angular_velocity = [0, 1e9, 0]"), "[0, 1e9, 0]", "up to 10000 rad/s"),
        (ball("[cloth]\nsliding_friction = 1e6"), "1e6", "1e-6 to 10"),
        (ball("[balls]\nfriction = 1e6"), "1e6", "1e-6 to 100"),
        (ball("[balls]\ncompliance = 1e6"), "1e6", "0.001 to 1000"),
        (ball("[balls]\nstiffness = 1e30"), "1e30", "1000 to 1e12 N/m"),
        (ball("[cue]\nspeed = 1e9"), "1e9", "up to 50 m/s"),
        (ball("mass = 1e80"), "1e80", "0.001 to 1000 kg"),
        (ball("[rack]\nshape = \"9-ball\"\ngap = 3"), "3", "up to 1 diameters"),
        (body("mass = 1e80"), "1e80", "1e-6 to 1e6 kg"),
        (body("mass = 1\nposition = [0, 0, 1e50]"), "[0, 0, 1e50]", "up to 10000 m"),
        (body("mass = 1\nvelocity = [0, 0, 1e50]"), "[0, 0, 1e50]", "up to 1000 m/s"),
        (body("mass = 1").replace("until = 1", "until = 1e9"), "1e9", "1e-9 to 1e5 s"),
        (body("mass = 1").replace("until = 1", "until = 1\ngravity = 1e9"), "1e9", "0.001 to 1000 m/s²"),
        (cradle("").replace("length = 0.1", "length = 1e9"), "1e9", "1e-6 to 10000 m"),
    ] {
        let (problem, pointed) = problem(&text);
        let expected = problem.expected.unwrap();
        assert!(pointed == at && expected.contains(range), "{text}\n{pointed}: {expected}");
    }
}

#[test]
fn the_edges_of_the_ranges_have_finite_documents() {
    let fast = "[world]\nuntil = 0.01\n[floor]\nrestitution = 0.9\nfriction = 100\ncompliance = 1e3\n\
                [[body]]\nname = \"a\"\nmass = 1e6\nshape = { sphere = { radius = 1e4 } }\n\
                velocity = [700, 0, -700]\nangular_velocity = [0, 1e5, 0]\n";
    let table = "[world]\ntable = \"carom\"\nuntil = 0.1\n[balls]\nmass = 1e3\n[cloth]\nsliding_friction = 10\n\
                 [[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = [70, 70, 0]\nangular_velocity = [0, 0, 1e4]\n";
    for text in [fast, table] {
        let scene = world(text);
        let run = scene.run();
        let json = WorldReport::new(&scene, &run).json(Some(0.01));
        assert!(!json.contains("null"), "{json}");
    }
}

#[test]
fn a_negative_capture_speed_is_one_problem_at_its_value() {
    let table = "[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [0, 0]\n";
    let text = format!("{table}[bed]\ncapture_speed = -1\n");
    let (refused, at) = problem(&text);
    assert_eq!((refused.message.as_str(), at), ("`capture_speed` is -1", "-1"));
}

#[test]
fn a_rack_off_the_table_is_pointed_at_where_its_spot_is_given() {
    let text = "[world]\ntable = \"pool\"\n[rack]\nshape = \"9-ball\"\nspot = [99, 0]\n";
    let (refused, at) = problem(text);
    assert!(refused.message.contains("inside a cushion or a pocket"), "{}", refused.message);
    assert_eq!(at, "[99, 0]");
}

#[test]
fn a_number_that_counts_is_named_when_it_cannot() {
    for (count, message) in
        [("-3", "`balls` is -3"), ("2.5", "`balls` is 2.5"), ("\"a\"", "`balls` is a string")]
    {
        let text = cradle("").replace("balls = 3", &format!("balls = {count}"));
        let found = load(&text).map(|_| ()).unwrap_err();
        assert_eq!(found[0].message, message);
    }
}

#[test]
fn a_mistyped_world_is_recognised_and_one_that_is_read_as_an_impact_is_refused() {
    let found = load("[wrld]\ntable = \"pool\"\n").map(|_| ()).unwrap_err();
    assert!(
        found.iter().any(|problem| problem.help.as_deref() == Some("did you mean `world`?")),
        "{found:#?}"
    );
    let text = "[world]\n[[body]]\nname = \"a\"\nmass = 1\n";
    let refused = Scene::parse(text).unwrap_err();
    assert!(refused.iter().any(|problem| problem.message.contains("a world in motion")), "{refused:#?}");
}
