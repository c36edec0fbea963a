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
