//! Slopes to either side of a kink, in the document.

#![allow(clippy::unwrap_used)]

use carom_scene::{Report, Scene};
use serde_json::Value;

/// Limits of exact derivatives are known to this part.
const EXACT: f64 = 1e-10;

fn document(velocity: &str) -> Value {
    let text = format!(
        "[[body]]\nname = \"ball\"\nmass = 1\nvelocity = {velocity}\n[[body]]\nname = \"table\"\nfixed = true\n\
         [[contact]]\nbetween = [\"ball\", \"table\"]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nrestitution = 0.6\n"
    );
    let scene = Scene::parse(&text).unwrap();
    let solved = scene.solve();
    let mut derivatives = scene.derivatives().unwrap();
    derivatives.one_sided = scene.one_sided_derivatives(&derivatives);
    serde_json::from_str(&Report::new(&scene, &solved).with_derivatives(&derivatives).json()).unwrap()
}

#[test]
fn a_ball_at_rest_leaves_with_what_it_is_given_upwards_and_bounces_downwards() {
    let document = document("[1, 0, 0]");
    let derivatives = &document["derivatives"];
    let rows = derivatives["rows"].as_array().unwrap();
    let row = rows.iter().position(|row| row == "ball.velocity.z").unwrap();
    let duration = rows.iter().position(|row| row == "duration").unwrap();
    let entry = |side: &str| {
        let all = derivatives["one_sided"].as_array().unwrap();
        let wanted = |entry: &&Value| entry["column"] == "ball.velocity.z" && entry["side"] == side;
        all.iter().find(wanted).unwrap().clone()
    };
    // v⁺ = v upwards, v⁺ = −e v downwards, where an impact begins to last.
    for (side, slope, jumps) in [("more", 1.0, false), ("less", -0.6, true)] {
        let entry = entry(side);
        assert!((entry["slopes"][row].as_f64().unwrap() - slope).abs() < EXACT, "{entry}");
        assert!(entry["slopes"][duration].as_f64().unwrap().abs() < EXACT, "{entry}");
        assert_eq!(entry["jumps"].as_array().unwrap().contains(&Value::from("duration")), jumps, "{entry}");
        assert!(entry["uncertainty"].as_f64().unwrap() < EXACT, "{entry}");
        assert!(entry.get("refused").is_none());
    }
}

#[test]
fn where_there_is_no_kink_there_are_no_sides() {
    assert!(document("[1, 0, -1]")["derivatives"].get("one_sided").is_none());
}
