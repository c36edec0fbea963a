//! What a user sees for each of the common mistakes. The files in `tests/errors` are the mistakes.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};

use carom_scene::{Scene, diagnostics};

fn mistakes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_mistake_is_pointed_at_and_explained() {
    for path in mistakes() {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let problems = Scene::parse(&text).expect_err(&name);
        assert!(!problems.is_empty(), "{name}");
        let rendered = diagnostics::render(&problems, &format!("{name}.toml"), &text, false);
        insta::with_settings!({omit_expression => true}, {
            insta::assert_snapshot!(name, rendered);
        });
    }
}

#[test]
fn many_problems_are_counted_but_not_all_shown() {
    let text = "[[body]]\nname = \"a\"\n".repeat(40);
    let problems = Scene::parse(&text).expect_err("forty bodies without mass");
    let rendered = diagnostics::render(&problems, "many.toml", &text, false);
    assert!(rendered.ends_with("79 problems in many.toml; the first 12 are shown\n"), "{rendered}");
    assert_eq!(rendered.matches("error:").count(), 12);
}

#[test]
fn colours_are_used_only_when_asked_for() {
    let problems = Scene::parse("x = 1").expect_err("no bodies");
    assert!(diagnostics::render(&problems, "x.toml", "x = 1", true).contains('\u{1b}'));
    assert!(!diagnostics::render(&problems, "x.toml", "x = 1", false).contains('\u{1b}'));
}

#[test]
fn a_contact_that_is_given_twice_is_a_warning_and_two_contacts_of_two_bodies_are_none() {
    let scene = |point: &str, between: &str, normal: &str| {
        format!(
            "[[body]]\nname = \"a\"\nmass = 1\n[[body]]\nname = \"b\"\nmass = 1\n\
             [[contact]]\nbetween = [\"a\", \"b\"]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n\
             [[contact]]\nbetween = {between}\npoint = {point}\nnormal = {normal}\n"
        )
    };
    let warned = |text: String| {
        let scene = Scene::parse(&text).unwrap();
        scene.warnings().iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    let twice = ["this contact is there already, at the same point"];
    assert_eq!(warned(scene("[0, 0, 0]", "[\"a\", \"b\"]", "[0, 0, 2]")), twice);
    assert_eq!(warned(scene("[0, 0, 0]", "[\"b\", \"a\"]", "[0, 0, -1]")), twice);
    assert!(warned(scene("[1, 0, 0]", "[\"a\", \"b\"]", "[0, 0, 1]")).is_empty());
}

/// A shape may have been given for the inertia only: the scene is solved as it is written.
#[test]
fn a_contact_that_contradicts_the_only_shape_is_a_warning() {
    let warned = |ball: &str, table: &str, point: &str, normal: &str| {
        let scene = Scene::parse(&format!(
            "[[body]]\nname = \"ball\"\nmass = 1\n{ball}\nposition = [0, 0, 0.5]\nvelocity = [0, 0, -1]\n\
             [[body]]\nname = \"table\"\nfixed = true\n{table}\n\
             [[contact]]\nbetween = [\"ball\", \"table\"]\npoint = {point}\nnormal = {normal}\n"
        ))
        .unwrap();
        scene.warnings().iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    let (sphere, plane) = ("shape = { sphere = { radius = 0.5 } }", "shape = { plane = {} }");
    let reversed = ["the normal points from `ball` to `table`: it is reversed"];
    assert!(warned(sphere, "", "[0, 0, 0]", "[0, 0, 1]").is_empty());
    assert_eq!(
        warned(sphere, "", "[0, 0, -7]", "[0, 0, 1]"),
        ["the point is 7 m from the surface of `ball`"]
    );
    assert_eq!(warned(sphere, "", "[0, 0, 0]", "[0, 0, -1]"), reversed);
    // Tilted by 45 degrees the ball reaches 0.5 (1 - cos 45°) = 0.15 m over the plane of the contact.
    let tilted = ["along this normal `ball` does not keep to its side of the point"];
    assert_eq!(warned(sphere, "", "[0, 0, 0]", "[0, 1, 1]"), tilted);
    assert!(warned("", plane, "[0, 0, 0]", "[0, 0, 1]").is_empty());
    assert_eq!(warned("", plane, "[0, 0, 0]", "[0, 0, -1]"), reversed);
    // The other body's centre of mass is 0.25 m away.
    assert_eq!(
        warned("", plane, "[0, 0, 0.25]", "[0, 0, 1]"),
        ["the point is 0.25 m from the surface of `table`"]
    );
    assert!(warned("", "", "[0, 0, 0.25]", "[0, 0, -1]").is_empty());
}
