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
