//! What the keys of a scene file mean.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::{Compliance, Friction, Impact, RestitutionLaw, Separation, SolveError, TangentialLaw};
use carom_scene::{Report, Scene, TextOptions, Unsolved};
use nalgebra::{Vector3, vector};

/// Coordinates come from decimals and square roots: a few units in the last place.
const ROUNDING: f64 = 1e-14;

fn scene(text: &str) -> Scene {
    Scene::parse(text).unwrap_or_else(|problems| panic!("{problems:#?}\n{text}"))
}

fn impact(scene: &Scene) -> &Impact {
    scene.impact().expect("a scene of bodies")
}

fn velocities(scene: &Scene) -> Vec<Vector3<f64>> {
    scene.solve().unwrap().outcome.bodies.iter().map(|motion| motion.linear).collect()
}

const TWO_BALLS: &str = "
body = [
  { name = \"a\", mass = 3, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
  { name = \"b\", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
]
";

#[test]
fn what_is_left_out_is_elastic_of_unit_stiffness_hardening_and_instant() {
    let scene = scene(TWO_BALLS);
    let problem = scene.contact_problem();
    assert_eq!(problem.model().restitution, RestitutionLaw::Hardening);
    assert_eq!(problem.model().separation, Separation::Instant);
    let law = problem.contacts()[0];
    assert_eq!((law.restitution.value(), law.stiffness.value(), law.gap), (1.0, 1.0, 0.0));
    assert_eq!(scene.title(), "");
}

#[test]
fn the_normal_points_from_the_second_body_to_the_first() {
    for (between, x) in [("[\"a\", \"b\"]", -1.0), ("[\"b\", \"a\"]", 1.0)] {
        let scene = scene(&format!("{TWO_BALLS}\ncontact = [{{ between = {between} }}]"));
        assert_eq!(impact(&scene).contacts()[0].normal().into_inner(), vector![x, 0.0, 0.0]);
        assert!((velocities(&scene)[1] - vector![1.5, 0.0, 0.0]).norm() < ROUNDING);
    }
}

#[test]
fn a_box_on_the_floor_has_a_contact_at_each_corner_with_a_name_of_its_own() {
    let scene = scene(
        "body = [
           { name = \"box\", mass = 1, shape = { box = { size = [2, 2, 2] } }, position = [0, 0, 1] },
           { name = \"floor\", fixed = true, shape = { plane = { normal = [0, 0, 1] } } },
         ]",
    );
    assert_eq!(scene.contact_names(), ["box-floor #1", "box-floor #2", "box-floor #3", "box-floor #4"]);
    for contact in impact(&scene).contacts() {
        let point = contact.point();
        assert!((point.abs() - vector![1.0, 1.0, 0.0]).norm() < ROUNDING, "{point}");
    }
}

/// A rod along z turned by 90° about y lies along x: a blow along z at its end turns it about y.
#[test]
fn orientation_turns_the_inertia_of_a_shape_and_a_given_one() {
    let body_axes = "inertia = [[4, 0, 0], [0, 4, 0], [0, 0, 1]]";
    let turned = "orientation = [1, 0, 1, 0]";
    let spin = |keys: &str| {
        let scene = scene(&format!(
            "[[body]]\nname = \"rod\"\nmass = 1\n{keys}\n[[body]]\nname = \"peg\"\nfixed = true\n[[contact]]\n\
             between = [\"rod\", \"peg\"]\npoint = [0, 1, 0]\nnormal = [0, 0, 1]"
        ));
        impact(&scene).bodies()[0].response(Vector3::z(), vector![0.0, 1.0, 0.0]).angular
    };
    assert!((spin(body_axes) - vector![0.25, 0.0, 0.0]).norm() < ROUNDING);
    assert!((spin(&format!("{body_axes}\n{turned}")) - vector![1.0, 0.0, 0.0]).norm() < ROUNDING);
    // m (3r² + h²)/12 across and m r²/2 along the axis.
    let shape = "shape = { cylinder = { radius = 1, height = 3 } }";
    assert!((spin(shape) - vector![1.0, 0.0, 0.0]).norm() < ROUNDING);
    assert!((spin(&format!("{shape}\n{turned}")) - vector![2.0, 0.0, 0.0]).norm() < ROUNDING);
}

#[test]
fn a_mass_without_extent_does_not_turn() {
    for keys in ["", "point = true"] {
        let scene = scene(&format!(
            "[[body]]\nname = \"bead\"\nmass = 2\n{keys}\n[[body]]\nname = \"wall\"\nfixed = true\n[[contact]]\n\
             between = [\"bead\", \"wall\"]\npoint = [0, 5, 0]\nnormal = [1, 0, 0]"
        ));
        let change = impact(&scene).bodies()[0].response(Vector3::x(), vector![0.0, 5.0, 0.0]);
        assert_eq!((change.linear, change.angular), (vector![0.5, 0.0, 0.0], Vector3::zeros()));
    }
}

#[test]
fn a_bob_on_a_string_has_the_moment_of_its_mass() {
    let scene = scene(
        "[[body]]\nname = \"bob\"\nmass = 2\nposition = [0, 0, -3]\nhinge = { axis = [0, 5, 0], pivot = [0, 7, 0] }\n\
         angular_velocity = [0, -1, 0]\n[[body]]\nname = \"wall\"\nfixed = true\n[[contact]]\n\
         between = [\"wall\", \"bob\"]\npoint = [0, 0, -3]\nnormal = [1, 0, 0]",
    );
    // I = m r² = 18 and the bob moves at 3 m/s: 9 J either way.
    assert!(
        (velocities(&scene)[0] - vector![-3.0, 0.0, 0.0]).norm() < 10.0 * ROUNDING,
        "{}",
        velocities(&scene)[0]
    );
    let outcome = scene.solve().unwrap().outcome;
    assert!((outcome.energy.before - 9.0).abs() < 10.0 * ROUNDING);
}

#[test]
fn bodies_that_are_apart_meet_if_gaps_are_tracked() {
    let apart = TWO_BALLS.replace("position = [1, 0, 0]", "position = [1.25, 0, 0]");
    let tracked = "model = { separation = \"tracked\" }";
    for contacts in ["contact = [{ between = [\"b\", \"a\"] }]", "contact_defaults = { max_gap = 0.3 }"] {
        let scene = scene(&format!("{apart}\n{tracked}\n{contacts}"));
        assert!((scene.contact_problem().contacts()[0].gap - 0.25).abs() < ROUNDING);
        assert!((velocities(&scene)[1] - vector![1.5, 0.0, 0.0]).norm() < ROUNDING);
    }
    assert!(Scene::parse(&format!("{apart}\n{tracked}\ncontact_defaults = {{ max_gap = 0.2 }}")).is_err());
    assert!(Scene::parse(&apart).is_err());
}

#[test]
fn contacts_take_from_the_defaults_what_they_do_not_say() {
    let scene = scene(&format!(
        "{TWO_BALLS}\ncontact_defaults = {{ restitution = 0.5, stiffness = 7 }}\n\
         contact = [{{ between = [\"a\", \"b\"], restitution = 0.25 }}]"
    ));
    let law = scene.contact_problem().contacts()[0];
    assert_eq!((law.restitution.value(), law.stiffness.value()), (0.25, 7.0));
}

fn tangential_law(keys: &str) -> TangentialLaw {
    impact(&scene(&format!("{TWO_BALLS}\n{keys}"))).contacts()[0].tangential_law()
}

#[test]
fn friction_is_rigid_unless_a_compliance_is_given_and_both_have_defaults() {
    let friction = Friction::new(0.3).unwrap();
    let compliance = Compliance::new(2.0).unwrap();
    let contact = |keys: &str| format!("contact = [{{ between = [\"a\", \"b\"], {keys} }}]");
    let default = |keys: &str| format!("contact_defaults = {{ {keys} }}");
    let rigid = TangentialLaw::Rigid { friction };
    let compliant = TangentialLaw::Compliant { friction, compliance };
    assert_eq!(tangential_law(""), TangentialLaw::Frictionless);
    assert_eq!(tangential_law(&contact("friction = 0.3")), rigid);
    assert_eq!(tangential_law(&contact("friction = 0.3, compliance = 2")), compliant);
    assert_eq!(tangential_law(&default("friction = 0.3")), rigid);
    assert_eq!(tangential_law(&default("friction = 0.3, compliance = 2")), compliant);
    let from_both = format!("{}\n{}", default("compliance = 2"), contact("friction = 0.3"));
    assert_eq!(tangential_law(&from_both), compliant);
    let own = format!("{}\n{}", default("friction = 0.9, compliance = 9"), contact("friction = 0.3"));
    assert_eq!(tangential_law(&own).coefficient(), 0.3);
}

#[test]
fn a_friction_of_zero_that_is_written_down_switches_the_compliance_off() {
    let law = tangential_law("contact = [{ between = [\"a\", \"b\"], friction = 0, compliance = 2 }]");
    assert!(!law.has_friction());
    let problems =
        Scene::parse(&format!("{TWO_BALLS}\ncontact_defaults = {{ compliance = 2 }}")).unwrap_err();
    assert!(problems[0].message.contains("`compliance` without `friction`"), "{}", problems[0].message);
}

#[test]
fn a_found_contact_along_which_nothing_can_move_is_left_out() {
    let scene = scene(
        "body = [
           { name = \"cue\", mass = 1, slides_along = [1, 0, 0], shape = { sphere = { radius = 1 } }, \
             position = [0, 0, 1], velocity = [1, 0, 0] },
           { name = \"ball\", mass = 1, shape = { sphere = { radius = 1 } }, position = [2, 0, 1] },
           { name = \"bed\", fixed = true, shape = { plane = {} } },
         ]",
    );
    assert_eq!(scene.contact_names(), ["cue-ball", "ball-bed"]);
}

#[test]
fn a_mechanism_reports_normal_velocities_and_the_change_of_energy() {
    let scene = scene(
        "[mechanism]\nmatrix = [[0.5]]\n[[contact]]\nname = \"foot\"\nnormal_velocity = -2\nrestitution = 0.5",
    );
    let solved = scene.solve();
    let json: serde_json::Value = serde_json::from_str(&Report::new(&scene, &solved).json()).unwrap();
    let close = |pointer: &str, expected: f64| {
        let found = json.pointer(pointer).and_then(serde_json::Value::as_f64).unwrap();
        assert!((found - expected).abs() < ROUNDING, "{pointer}: {found}");
    };
    // An effective mass of 2 at speed 2 keeps a quarter of 4 J.
    close("/contacts/0/normal_velocity_after", 1.0);
    close("/contacts/0/normal_impulse", 6.0);
    close("/energy/change", -3.0);
    close("/energy/lost_in_restitution", 3.0);
    assert_eq!(json["contacts"][0]["name"], "foot");
}

/// A ball of unit mass and radius that slides over a rigid floor: W = diag(7/2, 7/2, 1). Rigid friction at a contact
/// that slides throughout gives the impulse μ (1 + e) against the sliding.
#[test]
fn a_mechanism_with_friction_has_three_rows_for_each_contact() {
    let scene = scene(
        "[mechanism]\nmatrix = [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]]\n\
         [[contact]]\nvelocity = [-6, 8, -2]\nrestitution = 0.5\nfriction = 0.1",
    );
    let solved = scene.solve();
    let json: serde_json::Value = serde_json::from_str(&Report::new(&scene, &solved).json()).unwrap();
    let close = |pointer: &str, expected: f64| {
        let found = json.pointer(pointer).and_then(serde_json::Value::as_f64).unwrap();
        assert!((found - expected).abs() < 10.0 * ROUNDING, "{pointer}: {found}");
    };
    // p_n = (1 + e)·2 = 3, p_t = 0.1·3 along (0.6, -0.8).
    for (axis, impulse, after) in [(0, 0.18, -5.37), (1, -0.24, 7.16), (2, 3.0, 1.0)] {
        close(&format!("/contacts/0/impulse/{axis}"), impulse);
        close(&format!("/contacts/0/velocity_after/{axis}"), after);
    }
    close("/contacts/0/velocity_before/1", 8.0);
    // Work of friction: 0.3·(10 + 8.95)/2; of restitution: 3·1/2 as for a frictionless bounce.
    close("/energy/lost_in_friction", 2.8425);
    close("/energy/lost_in_restitution", 1.5);
    close("/energy/change", -4.3425);
    assert_eq!(json["states"][0]["modes"][0], "slip");
}

/// The same matrix without friction is that of its normals.
#[test]
fn the_tangents_of_a_mechanism_without_friction_do_not_matter() {
    let spatial = scene(
        "[mechanism]\nmatrix = [[3.5, 0, 1], [0, 3.5, 0], [1, 0, 1]]\n\
         [[contact]]\nvelocity = [-6, 8, -2]\nrestitution = 0.5",
    );
    let normal = scene("[mechanism]\nmatrix = [[1]]\n[[contact]]\nnormal_velocity = -2\nrestitution = 0.5");
    let json = |scene: &Scene| Report::new(scene, &scene.solve()).json();
    assert_eq!(json(&spatial), json(&normal));
    // Numbered as commands count.
    assert_eq!(normal.contact_names(), ["contact-1"]);
}

#[test]
fn jamming_is_reported_as_an_error_that_names_contact_and_time() {
    let scene = scene(TWO_BALLS);
    let unsolved = Err(Unsolved::Engine(SolveError::NoConsistentFriction { time: 0.25, contact: 0 }));
    let report = Report::new(&scene, &unsolved);
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["outcome"], "error");
    assert_eq!(json["error"]["kind"], "no-consistent-friction");
    assert_eq!((json["error"]["contact"].as_u64(), json["error"]["time"].as_f64()), (Some(0), Some(0.25)));
    assert!(report.text(TextOptions::default()).contains("jamming"));
}

#[test]
fn an_impact_that_could_not_be_solved_is_reported_as_an_error() {
    let scene = scene(TWO_BALLS);
    let unsolved = Err(Unsolved::Engine(SolveError::Unsettled { time: f64::INFINITY, contact: 0 }));
    let report = Report::new(&scene, &unsolved);
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["outcome"], "error");
    assert_eq!(json["error"]["kind"], "unsettled");
    assert_eq!(json["error"]["contact"], 0);
    assert!(json["error"].get("time").is_none(), "an infinite time is left out");
    assert!(report.text(TextOptions::default()).contains("not solved: at inf s"));
}

#[test]
fn problems_are_sorted_by_their_place_in_the_file() {
    let problems =
        Scene::parse("zzz = 1\n[[body]]\nname = 3\n[[body]]\nmass = 1\nname = \"b\"\nx = 1\n").unwrap_err();
    assert!(problems.len() >= 4);
    assert!(problems.is_sorted_by_key(|problem| problem.span.start));
}

/// A ball that comes to rest in a groove, and one whose plastic contact closes while it sticks: friction is asked several times at that instant.
const GROOVE: &str = "
contact_defaults = { restitution = 0, friction = 0.55, compliance = 1.2 }
body = [
  { name = \"ball\", mass = 1, position = [0, 0, 1], velocity = [0.85, -0.21, -1], angular_velocity = [-0.96, -0.94, 0.69], shape = { sphere = { radius = 1 } } },
  { name = \"left\", fixed = true },
  { name = \"right\", fixed = true },
]
contact = [
  { between = [\"ball\", \"left\"], point = [-0.28, 0, 0.04], normal = [0.28, 0, 0.96] },
  { between = [\"ball\", \"right\"], point = [0.28, 0, 0.04], normal = [-0.28, 0, 0.96] },
]
";

#[test]
fn what_friction_takes_back_within_an_instant_is_no_event() {
    let document: serde_json::Value = {
        let scene = scene(GROOVE);
        serde_json::from_str(&Report::new(&scene, &scene.solve()).json()).unwrap()
    };
    let events: Vec<(&str, u64, f64)> = document["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            let number = |key: &str| event[key].as_f64().unwrap();
            (event["kind"].as_str().unwrap(), event["contact"].as_u64().unwrap(), number("time"))
        })
        .collect();
    let of_friction: Vec<_> = events.iter().filter(|(kind, ..)| ["slips", "sticks"].contains(kind)).collect();
    assert!(!of_friction.is_empty() && events.iter().any(|(kind, ..)| *kind == "contact-closes"));
    for (place, (_, contact, time)) in of_friction.iter().enumerate() {
        let again = of_friction[place + 1..].iter().any(|(_, other, at)| (other, at) == (contact, time));
        assert!(!again, "contact {contact} at {time}: {events:?}");
    }
}

/// Of 27 balls in a cube 54 pairs touch; a ball that is larger than their whole cube touches a corner of it, and the floor.
#[test]
fn contacts_are_found_among_near_bodies_of_any_size_in_the_order_of_the_file() {
    use std::fmt::Write as _;
    let mut text = String::from(
        "[[body]]\nname = \"floor\"\nfixed = true\nshape = { plane = {} }\nposition = [0, 0, -18]\n",
    );
    let mut places: Vec<[usize; 3]> = Vec::new();
    for i in 0..27 {
        let place = 10 * i % 27; // Neighbours are far apart in the file.
        places.push([place % 3, place / 3 % 3, place / 9]);
        let [x, y, z] = places[i];
        let _ = writeln!(
            text,
            "[[body]]\nname = \"{i}\"\nmass = 1\nshape = {{ sphere = {{ radius = 0.5 }} }}\nposition = [{x}, {y}, {z}]\nvelocity = [0, 0, -1]"
        );
    }
    // Beside the ball at (2, 2, 2): a radius of 20, centres 20.5 apart along x.
    text.push_str(
        "[[body]]\nname = \"big\"\nmass = 1\nshape = { sphere = { radius = 20 } }\nposition = [22.5, 2, 2]\n",
    );
    text.push_str("[[body]]\nname = \"far\"\nmass = 1\nshape = { sphere = { radius = 0.5 } }\nposition = [22.5, 2, 60]\n");
    let found = scene(&text);
    let mut expected: Vec<String> = Vec::new();
    expected.push("floor-big".to_owned());
    for i in 0..27 {
        for j in i + 1..27 {
            let apart: usize = (0..3).map(|axis| places[i][axis].abs_diff(places[j][axis])).sum();
            if apart == 1 {
                expected.push(format!("{i}-{j}"));
            }
        }
        if places[i] == [2, 2, 2] {
            expected.push(format!("{i}-big"));
        }
    }
    assert_eq!(expected.len(), 56);
    assert_eq!(found.contact_names(), expected);
}
