//! Where the energy went, for methods in which no time passes: two parts where the model says which is which, else their sum.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom_scene::{Report, Scene, TextOptions};
use serde_json::Value;

/// Rounding of energies of order one.
const JOULES: f64 = 1e-13;

fn rod(model: &str, contact: &str) -> String {
    format!(
        "[model]\n{model}\n[[body]]\nname = \"rod\"\nmass = 1\nshape = {{ box = {{ size = [0.1, 0.1, 1] }} }}\nposition = [0, 0, 0]\n\
         hinge = {{ axis = [0, 1, 0], pivot = [0.3, 0, 0.6] }}\nangular_velocity = [0, -2, 0]\n\
         [[body]]\nname = \"floor\"\nfixed = true\n\
         [[contact]]\nbetween = [\"rod\", \"floor\"]\npoint = [-0.2, 0, -0.5]\nnormal = [0, 0, 1]\n{contact}\n"
    )
}

fn ball(model: &str) -> String {
    format!(
        "[model]\n{model}\n[[body]]\nname = \"ball\"\nmass = 1\nshape = {{ sphere = {{ radius = 0.5 }} }}\nposition = [0, 0, 0.5]\n\
         velocity = [2, 0.3, -1]\nangular_velocity = [0, 1, 2]\n[[body]]\nname = \"floor\"\nfixed = true\nshape = {{ plane = {{}} }}\n\
         [contact_defaults]\nrestitution = 0.6\nfriction = 0.2\n"
    )
}

fn solved(text: &str) -> (Value, String) {
    let scene = Scene::parse(text).unwrap();
    let solved = scene.solve();
    let report = Report::new(&scene, &solved);
    (serde_json::from_str(&report.json()).unwrap(), report.text(TextOptions::default()))
}

#[test]
fn routh_loses_the_same_in_sequence_as_alone() {
    let contact = "restitution = 0.5\nfriction = 0.3";
    for scene in [|model: &str| rod(model, "restitution = 0.5\nfriction = 0.3"), |model: &str| ball(model)] {
        let (alone, _) = solved(&scene("method = \"routh\""));
        let (sequence, _) = solved(&scene("method = \"sequential\"\nlaw = \"routh\""));
        for key in ["before", "after", "lost_in_restitution", "lost_in_friction"] {
            let [alone, sequence] =
                [&alone, &sequence].map(|document| document["energy"][key].as_f64().unwrap());
            assert!((alone - sequence).abs() < JOULES, "{key}: {alone} and {sequence} ({contact})");
        }
        assert!(alone["energy"]["lost_in_friction"].as_f64().unwrap() >= 0.0);
    }
}

#[test]
fn a_law_without_a_course_loses_one_sum_where_there_is_friction() {
    for law in ["whittaker", "smith", "chatterjee-ruina", "pfeiffer-glocker"] {
        for model in [format!("method = \"{law}\""), format!("method = \"sequential\"\nlaw = \"{law}\"")] {
            let (document, text) = solved(&ball(&model));
            let energy = &document["energy"];
            let number = |key: &str| energy[key].as_f64().unwrap();
            assert!((number("before") - number("after") - number("lost")).abs() < JOULES, "{energy}");
            assert!(energy.get("lost_in_friction").is_none() && energy.get("lost_in_restitution").is_none());
            assert!(text.contains("\n  lost  ") && !text.contains("lost in friction"), "{text}");
        }
    }
}

#[test]
fn without_friction_all_is_lost_in_restitution_under_every_law() {
    for law in ["newton", "chatterjee-ruina"] {
        let (document, _) = solved(&ball(&format!("method = \"{law}\"")).replace("friction = 0.2", ""));
        let energy = &document["energy"];
        assert_eq!(energy["lost_in_friction"].as_f64(), Some(0.0), "{energy}");
        assert!((energy["lost_in_restitution"].as_f64().unwrap() - 0.5 * (1.0 - 0.36)).abs() < JOULES);
    }
}
