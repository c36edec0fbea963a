//! Scenes under Routh's law: what their keys mean, and what they say when the law has no answer.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom_scene::{Report, Scene, TextOptions};
use serde_json::Value;

/// Closed forms of a dozen operations on numbers of order one.
const ROUNDING: f64 = 1e-14;

/// The exact limit and the engine's Taylor series each have a few roundings per step, of which there are dozens.
const TWO_METHODS: f64 = 1e-11;

/// A tip that slides against the way in which a normal blow drives it: it stops, and μ < 3/4 cannot hold it.
const TIP: &str = "matrix = [[4, 0, 3], [0, 4, 0], [3, 0, 3]]";

/// The tip of a pendulum that can only move along (1, 0, −1).
const PENDULUM: &str = "matrix = [[1, 0, -1], [0, 0, 0], [-1, 0, 1]]";

fn mechanism(model: &str, matrix: &str, contact: &str) -> String {
    format!("[model]\nmethod = \"routh\"\n{model}\n[mechanism]\n{matrix}\n[[contact]]\n{contact}\n")
}

/// The document and the report of a scene.
fn solve(text: &str) -> (Value, String) {
    let scene = Scene::parse(text).unwrap_or_else(|problems| panic!("{problems:#?}\n{text}"));
    let solved = scene.solve();
    let report = Report::new(&scene, &solved);
    (serde_json::from_str(&report.json()).unwrap(), report.text(TextOptions::default()))
}

fn close(json: &Value, pointer: &str, expected: f64, tolerance: f64) {
    let found = json.pointer(pointer).and_then(Value::as_f64).unwrap_or_else(|| panic!("{pointer}: {json}"));
    assert!((found - expected).abs() < tolerance, "{pointer}: {found}, expected {expected}");
}

fn kinds(json: &Value) -> Vec<&str> {
    json["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect()
}

/// v = (−1, 0, −1), μ = 0.5: slip stops at p = 1/5 with vₙ = −1/10, compression ends at p = 4/15, and then vₙ rises by 3/2
/// per unit. Compression takes 0.11 + 1/300 J; with e = 1 restitution gives this back, or e times the impulse, or vₙ = 1.
#[test]
fn each_termination_ends_the_impact_by_its_own_rule() {
    let compression = 0.11 + 1.0 / 300.0;
    for (rule, gained) in [
        ("", (2.0 * compression / 1.5_f64).sqrt()),
        ("restitution = \"energetic\"", (2.0 * compression / 1.5_f64).sqrt()),
        ("restitution = \"poisson\"", 4.0 / 15.0),
        ("restitution = \"newton\"", 1.0 / 1.5),
    ] {
        let (json, _) = solve(&mechanism(rule, TIP, "velocity = [-1, 0, -1]\nfriction = 0.5"));
        close(&json, "/events/0/normal_impulse", 0.2, ROUNDING);
        close(&json, "/events/1/normal_impulse", 4.0 / 15.0, ROUNDING);
        close(&json, "/contacts/0/normal_impulse", 4.0 / 15.0 + gained, ROUNDING);
        close(&json, "/contacts/0/velocity_after/2", 1.5 * gained, ROUNDING);
        assert_eq!(kinds(&json), ["slips", "compression-ends", "restitution-ends"]);
    }
}

/// The same impact: restitution gives 1/3 J, friction takes 0.5·(0.1 + (11/15)²/2) J, and 8/225 J come from nowhere.
#[test]
fn energy_that_newtons_termination_creates_is_in_the_ledger_and_in_words() {
    let contact = "velocity = [-1, 0, -1]\nfriction = 0.5";
    let (json, text) = solve(&mechanism("restitution = \"newton\"", TIP, contact));
    close(&json, "/energy/change", 8.0 / 225.0, ROUNDING);
    close(&json, "/energy/lost_in_restitution", -0.22, ROUNDING);
    close(&json, "/energy/lost_in_friction", 0.22 - 8.0 / 225.0, ROUNDING);
    assert!(text.contains("Newton's termination has created energy"), "{text}");
    let (_, energetic) = solve(&mechanism("", TIP, contact));
    assert!(!energetic.contains("created"));
}

#[test]
fn the_document_has_two_states_and_events_over_the_impulse() {
    let (json, text) = solve(&mechanism("", TIP, "velocity = [-1, 0, -1]\nfriction = 0.5"));
    assert_eq!(json["outcome"], "separated");
    let states = json["states"].as_array().unwrap();
    assert_eq!(states.len(), 2);
    assert_eq!(
        (&states[0]["active"], &states[0]["modes"]),
        (&Value::from(vec![0]), &Value::from(vec!["slip"]))
    );
    assert_eq!(states[1]["active"], Value::Array(Vec::new()));
    assert_eq!(states[1]["normal_impulses"][0], json["contacts"][0]["normal_impulse"]);
    for event in json["events"].as_array().unwrap() {
        assert_eq!((event["time"].as_f64(), event["contact"].as_u64()), (Some(0.0), Some(0)));
        assert!(event["normal_impulse"].as_f64().unwrap() > 0.0);
    }
    for part in ["Routh's law, energetic termination; a mechanism with 1 contact", "stops and slips back"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

/// Without friction the tangents still move: v_t changes by 3p, vₙ by 3p with p = (1 + e)/3.
#[test]
fn without_friction_the_tangential_velocity_follows_the_normal_impulse() {
    let (json, text) = solve(&mechanism("", TIP, "velocity = [-1, 2, -1]\nrestitution = 0.5"));
    for (axis, after) in [0.5, 2.0, 0.5].into_iter().enumerate() {
        close(&json, &format!("/contacts/0/velocity_after/{axis}"), after, ROUNDING);
    }
    close(&json, "/contacts/0/normal_impulse", 0.5, ROUNDING);
    assert!(json["states"][0].get("modes").is_none());
    assert!(!text.contains("Friction"));
}

fn ball(model: &str, velocity: &str, contact: &str) -> String {
    format!(
        "[model]\n{model}\n[[body]]\nname = \"ball\"\nmass = 1\nshape = {{ sphere = {{ radius = 1 }} }}\n\
         position = [0, 0, 1]\nvelocity = {velocity}\nangular_velocity = [0.3, -2, 3]\n[[body]]\nname = \"floor\"\n\
         fixed = true\nshape = {{ plane = {{}} }}\n[contact_defaults]\n{contact}\n"
    )
}

#[test]
fn the_simultaneous_method_agrees_at_one_contact_with_rigid_friction() {
    for friction in [0.0, 0.05, 0.2, 0.6] {
        for restitution in [0.0, 0.3, 1.0] {
            let contact = format!("friction = {friction}\nrestitution = {restitution}");
            let (routh, _) = solve(&ball("method = \"routh\"", "[1, 0.5, -2]", &contact));
            let (springs, _) = solve(&ball("method = \"simultaneous\"", "[1, 0.5, -2]", &contact));
            for pointer in
                ["velocity/0", "velocity/1", "velocity/2", "angular_velocity/0", "angular_velocity/1"]
            {
                let pointer = format!("/bodies/ball/{pointer}");
                let expected = springs.pointer(&pointer).and_then(Value::as_f64).unwrap();
                close(&routh, &pointer, expected, TWO_METHODS);
            }
            let lost = springs["energy"]["lost_in_friction"].as_f64().unwrap();
            close(&routh, "/energy/lost_in_friction", lost, TWO_METHODS);
        }
    }
}

#[test]
fn a_stiffness_is_ignored() {
    let outcome = |stiffness: &str| {
        let contact = format!("friction = 0.2\nrestitution = 0.5\nstiffness = {stiffness}");
        let mut document = solve(&ball("method = \"routh\"", "[1, 0.5, -2]", &contact)).0;
        document.as_object_mut().unwrap().remove("units"); // a stiffness of real springs makes times seconds
        document
    };
    assert_eq!(outcome("1"), outcome("1e9"));
    assert_eq!(outcome("1"), outcome("inf"));
}

#[test]
fn a_contact_that_begins_at_rest_sticks_from_the_first_state_on() {
    let text =
        ball("method = \"routh\"", "[0, 0, -1]", "friction = 0.2").replace("[0.3, -2, 3]", "[0, 0, 0]");
    let (json, _) = solve(&text);
    assert_eq!(json["states"][0]["modes"][0], "stick");
    assert_eq!(kinds(&json), ["compression-ends", "restitution-ends"]);
}

#[test]
fn bodies_that_do_not_approach_are_left_alone() {
    for velocity in ["[1, 0, 0]", "[1, 0, 2]"] {
        let (json, text) = solve(&ball("method = \"routh\"", velocity, "friction = 0.2"));
        assert_eq!(json["outcome"], "separated");
        assert_eq!(json["contacts"][0]["normal_impulse"], 0.0);
        assert_eq!(json["contacts"][0]["velocity_before"], json["contacts"][0]["velocity_after"]);
        assert_eq!(json["states"].as_array().unwrap().len(), 1);
        assert_eq!(json["states"][0]["active"], Value::Array(Vec::new()));
        assert_eq!(json["energy"]["before"], json["energy"]["after"]);
        assert!(kinds(&json).is_empty() && text.contains("none"));
    }
}

/// A belt drags the tip of the pendulum into the floor: once it sticks, vₙ = −6 for ever.
#[test]
fn a_jam_is_an_error_that_says_what_the_model_leaves_open() {
    let (json, text) = solve(&mechanism("", PENDULUM, "velocity = [-5, 0, -1]\nfriction = 2"));
    assert_eq!((&json["outcome"], &json["error"]["kind"]), (&"error".into(), &"jamming".into()));
    assert_eq!(json["error"]["contact"], 0);
    for part in ["jams: it sticks", "approach at 6 m/s", "leaves open"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

/// Sliding with vₙ = 0 and dvₙ/dpₙ = c − μ|b| < 0: Painlevé's case.
#[test]
fn two_answers_are_an_error_that_says_what_the_model_leaves_open() {
    let (json, text) = solve(&mechanism("", TIP, "velocity = [1, 0, 0]\nfriction = 1.5"));
    assert_eq!((&json["outcome"], &json["error"]["kind"]), (&"error".into(), &"ambiguous".into()));
    for part in ["slide on as before, or collide", "leaves open which"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn a_contact_that_locks_says_that_nothing_parts_it_any_more() {
    let (json, text) = solve(&mechanism("", PENDULUM, "velocity = [1, 0, -1]\nfriction = 1.5"));
    assert_eq!(json["outcome"], "separated");
    close(&json, "/contacts/0/velocity_after/2", 0.0, ROUNDING);
    assert!(text.contains("no impulse can part the bodies any more"), "{text}");
}
