//! Derivatives of impacts without springs and of shots, under the names of the scene.

#![allow(clippy::unwrap_used)]

use carom_scene::{Derivatives, Loaded, Report, Scene, TextOptions, WorldReport, WorldScene, load};

/// Derivatives of closed forms are exact to rounding.
const EXACT: f64 = 1e-12;

/// A ball that slides over a table as it hits it.
fn ball(model: &str, more: &str) -> Scene {
    let text = format!(
        "[model]\n{model}\n[[body]]\nname = \"ball\"\nmass = 2\nshape = {{ sphere = {{ radius = 0.5 }} }}\nposition = [0, 0, 0.5]\n\
         velocity = [3, 0, -1]\n[[body]]\nname = \"table\"\nfixed = true\n[[contact]]\nname = \"foot\"\nbetween = [\"ball\", \"table\"]\n\
         point = [0, 0, 0]\nnormal = [0, 0, 1]\nrestitution = 0.6\nfriction = 0.1\n{more}"
    );
    Scene::parse(&text).unwrap()
}

fn entry(derivatives: &Derivatives, row: &str, column: &str) -> f64 {
    let row = derivatives.rows.iter().position(|r| r.name == row).unwrap();
    let column = derivatives.columns.iter().position(|c| c.name == column).unwrap();
    derivatives.matrix[row][column]
}

#[test]
fn every_law_has_the_derivatives_of_a_ball_that_slides_throughout() {
    // pₙ = (1 + e) m w, and friction takes μ pₙ/m from the velocity.
    let laws = ["routh", "chatterjee-ruina", "whittaker", "smith", "brach", "bilinear", "pfeiffer-glocker"];
    let models = laws.map(|law| format!("method = \"{law}\""));
    let sequences = laws.map(|law| format!("method = \"sequential\"\nlaw = \"{law}\""));
    for model in models.iter().chain(&sequences) {
        let found = ball(model, "").derivatives().unwrap_or_else(|error| panic!("{model}: {error}"));
        for (row, column, expected) in [
            ("ball.velocity.x", "foot.friction", -1.6),
            ("ball.velocity.x", "foot.restitution", -0.1),
            ("ball.velocity.x", "ball.velocity.z", 0.16),
            ("ball.velocity.z", "foot.restitution", 1.0),
            ("foot.normal_impulse", "ball.mass", 1.6),
            ("ball.velocity.x", "ball.mass", 0.0),
        ] {
            let value = entry(&found, row, column);
            assert!((value - expected).abs() < EXACT, "{model}: {row} by {column} is {value}");
        }
        assert!(found.rows.iter().all(|row| row.name != "duration"), "no time passes");
        let document =
            Report::new(&ball(model, ""), &ball(model, "").solve()).with_derivatives(&found).json();
        assert!(document.contains("\"foot.restitution\""));
    }
}

#[test]
fn tangential_restitution_is_a_column_where_the_law_knows_it() {
    let grips = "tangential_restitution = 0.2\n";
    // Slow enough to be reversed: v⁺ = v − (1 + e_t) v/a/m with a = 7/2/m.
    let text = |law: &str| ball(&format!("method = \"{law}\""), grips);
    let found = text("bilinear").derivatives().unwrap();
    assert!(found.columns.iter().any(|column| column.name == "foot.tangential_restitution"));
    assert!(
        text("routh").derivatives().unwrap().columns.iter().all(|column| !column.name.contains("tangential"))
    );
}

#[test]
fn a_change_that_the_law_does_not_know_is_named() {
    let found = ball("method = \"bilinear\"", "").derivatives().unwrap();
    let kink = found.kinks.iter().find(|kink| kink.cause == "domain").unwrap();
    assert!(kink.columns.contains(&"foot.point.x".to_owned()), "{:?}", kink.columns);
    assert!(!kink.columns.contains(&"ball.velocity.x".to_owned()), "{:?}", kink.columns);
}

#[test]
fn laws_without_derivatives_say_so_in_words() {
    let region = ball("method = \"permissible-region\"\npolar = [0.1, 0.2, 0.3]", "");
    let error = region.derivatives().unwrap_err();
    assert!(error.contains("\"foot\"") && error.contains("derivatives"), "{error}");
}

/// A ball struck with side, and another one in its way.
fn shot(speed: f64, aim: f64) -> WorldScene {
    let text = format!(
        "[world]\ntable = \"pool\"\n[balls]\nfriction = 0\n[[ball]]\nname = \"cue\"\nposition = [-0.3, 0.1]\n[[ball]]\nname = \"eight\"\n\
         position = [0.2, 0.12]\n[cue]\nspeed = {speed}\naim = {aim}\nelevation = 5\nside = 0.2\nheight = -0.15\n"
    );
    let Ok(Loaded::World(world)) = load(&text) else { panic!("a shot") };
    world
}

#[test]
fn where_balls_stop_has_derivatives_by_the_cue_under_names_of_their_own() {
    let world = shot(1.2, 2.0);
    let found = world.derivatives().unwrap();
    let mut names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "every column has a name of its own");
    // Differences of second order, of steps that leave some digits.
    let step = 1e-5;
    let value = |world: &WorldScene, row: usize| world.derivatives().unwrap().rows[row].value;
    for (row, quantity) in found.rows.iter().enumerate() {
        let rough = (value(&shot(1.2 + step, 2.0), row) - value(&shot(1.2 - step, 2.0), row)) / (2.0 * step);
        let exact = entry(&found, &quantity.name, "cue.speed");
        assert!((exact - rough).abs() < 1e-5 * (1.0 + exact.abs()), "{}: {exact} {rough}", quantity.name);
        let (more, less) = (shot(1.2, 2.0 + step), shot(1.2, 2.0 - step));
        let rough = (value(&more, row) - value(&less, row)) / (2.0 * step.to_radians());
        let exact = entry(&found, &quantity.name, "cue.aim");
        assert!((exact - rough).abs() < 1e-4 * (1.0 + exact.abs()), "{}: {exact} {rough}", quantity.name);
    }
    let run = world.run();
    let report = WorldReport::new(&world, &run).with_derivatives(&found);
    assert!(report.json(None).contains("\"cue.elevation\""));
    let text = report.text(TextOptions { all: false, colour: false });
    assert!(text.contains("stops elsewhere by"), "{text}");
}

#[test]
fn a_ball_that_comes_to_rest_has_the_derivatives_of_its_closed_form_under_the_names_of_the_file() {
    let text = "[world]\n[floor]\nrestitution = 0.5\n[[body]]\nname = \"ball\"\nmass = 1\nshape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 1.1]\n";
    let Ok(Loaded::World(world)) = load(text) else { panic!("a ball that falls") };
    let found = world.derivatives().unwrap();
    assert!(found.kinks.is_empty());
    // √(2h/g)·(1 + e)/(1 − e)
    let fall = (2.0_f64 / 9.81).sqrt();
    for (column, expected) in
        [("ball.position.z", 1.5 * fall), ("floor.restitution", 8.0 * fall), ("gravity", -1.5 * fall / 9.81)]
    {
        let slope = entry(&found, "end", column);
        assert!((slope - expected).abs() < 1e-12 * expected.abs(), "{column}: {slope} {expected}");
    }
    let run = world.run();
    let report = WorldReport::new(&world, &run).with_derivatives(&found);
    assert!(report.json(None).contains("\"ball.angular_velocity.y\""));
    assert!(report.text(TextOptions { all: false, colour: false }).contains("which comes later by"));
}

#[test]
fn a_cradle_has_derivatives_under_the_names_of_the_file() {
    let cradle = |angle: f64| {
        let text = format!(
            "[world]\nuntil = 1\n[cradle]\nballs = 3\nmass = 0.1\nradius = 0.02\nlength = 0.5\nangle = {angle}\nlifted = 1\nrestitution = 0.9\nswing = \"true\"\n"
        );
        let Ok(Loaded::World(world)) = load(&text) else { panic!("a cradle") };
        world
    };
    let found = cradle(20.0).derivatives().unwrap();
    assert!(found.kinks.is_empty(), "{:?}", found.kinks);
    let step = 1e-4;
    let (more, less) =
        (cradle(20.0 + step).derivatives().unwrap(), cradle(20.0 - step).derivatives().unwrap());
    for (row, quantity) in found.rows.iter().enumerate() {
        let rough = (more.rows[row].value - less.rows[row].value) / (2.0 * step.to_radians());
        let exact = entry(&found, &quantity.name, "cradle.angle");
        assert!((exact - rough).abs() < 1e-7 * (1.0 + exact.abs()), "{}: {exact} {rough}", quantity.name);
    }
    for column in ["cradle.length", "gravity", "2.mass", "1-2.restitution", "2-3.stiffness"] {
        assert!(entry(&found, "3.speed", column).is_finite());
    }
}

#[test]
fn a_body_that_tumbles_is_refused_in_words() {
    let text = "[world]\nuntil = 1\n[floor]\nrestitution = 0.5\n[[body]]\nname = \"brick\"\nmass = 1\nshape = { box = { size = [0.1, 0.2, 0.3] } }\nposition = [0, 0, 1.1]\nangular_velocity = [1, 2, 3]\n";
    let Ok(Loaded::World(world)) = load(text) else { panic!("a brick: {:?}", load(text).err()) };
    assert!(world.derivatives().unwrap_err().contains("three unequal moments"));
}
