//! Scenes with materials: real times and forces, and what is refused.

use carom_scene::Scene;
use serde_json::Value;

/// A sphere of this material on a plane of another, falling at 0.2 m/s.
fn on_plane(ball: &str, plane: &str, more: &str) -> String {
    format!(
        "[[body]]\nname = \"ball\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\nposition = [0, 0, 0.1]\nvelocity = [0, 0, -0.2]\n{ball}\n\
         [[body]]\nname = \"plane\"\nfixed = true\nshape = {{ plane = {{}} }}\n{plane}\n\
         [[contact]]\nbetween = [\"ball\", \"plane\"]\n{more}\n"
    )
}

fn solve(text: &str) -> Value {
    let scene = Scene::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let solved = scene.solve();
    assert!(solved.is_ok(), "{:?}", solved.err());
    let report = carom_scene::Report::new(&scene, &solved);
    serde_json::from_str(&report.json()).expect("a document")
}

#[track_caller]
fn refused(text: &str, why: &str) {
    let error = Scene::parse(text).expect_err("this scene makes no sense");
    let said = format!("{error:?}");
    assert!(said.contains(why), "{said}");
}

/// Half a unit of the last digit printed.
#[track_caller]
fn assert_printed(found: &Value, scale: f64, printed: f64, digit: f64) {
    let found = found.as_f64().expect("a number") * scale;
    assert!((found - printed).abs() <= 0.51 * digit, "{found}, printed {printed}");
}

#[test]
fn spheres_on_a_rigid_plane_show_the_published_overlap_force_and_duration() {
    for (modulus, ratio, density, overlap, force, time) in
        [(70e9, 0.30, 2699.0, 49.7172, 11.3699, 731.66), (40e9, 0.35, 1800.0, 52.1233, 7.23268, 767.07)]
    {
        let ball = format!(
            "material = {{ youngs_modulus = {modulus}, poisson_ratio = {ratio}, density = {density} }}"
        );
        let document = solve(&on_plane(&ball, "material = \"rigid\"", ""));
        let contact = &document["contacts"][0];
        assert_printed(&contact["greatest_overlap"], 1e6, overlap, 1e-4);
        assert_printed(&contact["greatest_force"], 1e-3, force, 1e-4);
        assert_printed(&document["duration"], 1e6, time, 1e-2);
        let radius = (0.1 * contact["greatest_overlap"].as_f64().unwrap()).sqrt();
        assert!((contact["contact_radius"].as_f64().unwrap() - radius).abs() < 1e-15);
        assert_eq!(document["units"]["time"], "s");
    }
}

#[test]
fn two_glass_spheres_of_the_example_meet_as_published() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/glass-spheres.toml"))
            .expect("the example scene");
    let document = solve(&text);
    assert_printed(&document["contacts"][0]["greatest_overlap"], 1e6, 274.113, 1e-3);
    assert_printed(&document["contacts"][0]["greatest_force"], 1e-3, 10.6969, 1e-4);
    assert_printed(&document["duration"], 1e6, 40.339, 1e-3);
}

#[test]
fn an_exponent_alone_makes_a_power_spring() {
    let text =
        "[mechanism]\nmatrix = [[1]]\n[[contact]]\nnormal_velocity = -1\nexponent = 1.5\nrestitution = 0.5\n";
    let document = solve(text);
    assert!((document["contacts"][0]["normal_velocity_after"].as_f64().unwrap() - 0.5).abs() < 1e-14);
    assert!(
        (document["contacts"][0]["greatest_overlap"].as_f64().unwrap() - 1.25_f64.powf(0.4)).abs() < 1e-14
    );
}

#[test]
fn restitution_may_follow_from_the_speed() {
    let steel = "material = { youngs_modulus = 215e9, poisson_ratio = 0.3, density = 7850, yield_strength = \"1 GPa\" }";
    let after = |law: &str| {
        let document = solve(&on_plane(steel, "material = \"rigid\"", &format!("restitution_law = {law}")));
        document["bodies"]["ball"]["velocity"][2].as_f64().unwrap() / 0.2
    };
    assert!(
        (after("{ law = \"tsuji\", damping = 0.1 }") - (-0.1 * std::f64::consts::PI / 4.99_f64.sqrt()).exp())
            .abs()
            < 1e-12
    );
    assert!(after("{ law = \"hunt-crossley\", damping = 0.5 }") < 1.0);
    let plastic = after("{ law = \"thornton-ning\", yield_speed = 0.02 }");
    let x: f64 = 0.1;
    let squared =
        1.2 * 3.0_f64.sqrt() * (1.0 - x * x / 6.0) * (x / (x + 2.0 * (1.2 - 0.2 * x * x).sqrt())).sqrt();
    assert!((plastic - squared.sqrt()).abs() < 1e-12);
    assert!(after("{ law = \"thornton-ning\" }") <= 1.0);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_reason() {
    let steel = "material = \"steel\"";
    refused(&on_plane(steel, "", ""), "has a material, `plane` has none");
    refused(&on_plane("material = \"stel\"\nmass = 1", steel, ""), "did you mean `steel`?");
    refused(
        &on_plane("material = { youngs_modulus = 1e9, poisson_ratio = 0.7 }\nmass = 1", steel, ""),
        "0.7",
    );
    refused(
        &on_plane("material = { youngs_modulus = 1e9, poisson_ratio = 0.2 }", steel, ""),
        "add `density = ...`",
    );
    let by_yielding = "restitution_law = { law = \"thornton-ning\" }";
    refused(&on_plane(steel, steel, by_yielding), "give one of the materials its `yield_strength`");
    refused(&on_plane("material = \"rigid\"\nmass = 1", "material = \"rigid\"", ""), "rigid bodies");
    let mixed = format!(
        "{}\n[[body]]\nname = \"other\"\nmass = 1\nposition = [0, 0, 0.2]\n[[contact]]\nbetween = [\"other\", \"ball\"]\npoint = [0, 0, 0.2]\nnormal = [0, 0, 1]\nstiffness = 2\n",
        on_plane(steel, steel, "")
    );
    refused(&mixed, "a stiffness without unit beside contacts of real materials");
    let alone = on_plane(steel, steel, "stiffness = 2");
    refused(&alone, "a stiffness without unit at a body of a real material");
}

/// The sphere of the example thrown at this velocity.
fn alumina_on_glass(velocity: &str, more: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/alumina-on-glass.toml");
    let text = std::fs::read_to_string(path).expect("the example scene");
    solve(&format!("{}\n{more}\n", text.replace("[1.6482, 0, -3.5346]", velocity)))
}

#[test]
fn a_sphere_that_slides_throughout_leaves_as_coulombs_law_alone_says() {
    // 60 degrees from the normal: friction takes μ(1 + e)vₙ from the velocity, and spins the sphere by 5/2 of that over R.
    let document = alumina_on_glass("[3.377499, 0, -1.95]", "");
    let taken = 0.092 * 1.98 * 1.95;
    let number = |value: &Value| value.as_f64().expect("a number");
    let sphere = &document["bodies"]["sphere"];
    assert!((number(&sphere["velocity"][0]) - (3.377499 - taken)).abs() < 1e-12);
    assert!((number(&sphere["velocity"][2]) - 0.98 * 1.95).abs() < 1e-12);
    assert!((number(&sphere["angular_velocity"][1]) - 2.5 * taken / 0.0025).abs() < 1e-9);
}

#[test]
fn friction_of_materials_has_mindlins_springs_unless_a_compliance_is_given() {
    let spin =
        |document: &Value| document["bodies"]["sphere"]["angular_velocity"][1].as_f64().expect("a number");
    let own = spin(&alumina_on_glass("[0.4, 0, -3.8]", ""));
    // η² = E*/(4 G*) by hand: 1/E* = (1 − ν²)/E, 1/G* = 2(2 − ν)(1 + ν)/E, summed over both.
    let compliances = [(380.0, 0.23_f64), (70.0, 0.22)];
    let plane: f64 = compliances.iter().map(|(e, nu)| (1.0 - nu * nu) / e).sum();
    let shear: f64 = compliances.iter().map(|(e, nu)| 2.0 * (2.0 - nu) * (1.0 + nu) / e).sum();
    let given =
        spin(&alumina_on_glass("[0.4, 0, -3.8]", &format!("compliance = {:.17}", shear / (4.0 * plane))));
    let rigid = spin(&alumina_on_glass("[0.4, 0, -3.8]", "compliance = 0"));
    assert!((own / given - 1.0).abs() < 1e-12, "{own} {given}");
    // Rigid surfaces stop sliding, and the sphere rolls: ω = 5v/(7R).
    assert!((rigid - 5.0 / 7.0 * 0.4 / 0.0025).abs() < 1e-9, "{rigid}");
    assert!((own - rigid).abs() > 1.0, "{own}");
}
