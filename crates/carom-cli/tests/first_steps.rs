//! What a newcomer meets who has nothing but the command.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).current_dir(folder).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// An empty folder of this test's own, far from the scenes.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("first-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The names that `carom examples` lists.
fn names(listed: &str) -> Vec<&str> {
    let entries = listed.lines().filter_map(|line| line.strip_prefix("  "));
    entries.map(|entry| entry.split_whitespace().next().unwrap()).collect()
}

#[test]
fn every_listed_scene_can_be_written_and_is_without_mistakes() {
    let folder = folder("init");
    let listed = text(&carom(&folder, &["examples"]).stdout);
    let names = names(&listed);
    assert!(names.len() > 40, "{listed}");
    for (number, name) in names.iter().enumerate() {
        let place = folder.join(number.to_string());
        std::fs::create_dir(&place).unwrap();
        let output = carom(&place, &["init", name]);
        assert!(output.status.success(), "{name}: {}", text(&output.stderr));
        let file = format!("{}.toml", name.rsplit('/').next().unwrap());
        let checked = carom(&place, &["check", &file]);
        assert!(checked.status.success(), "{name}: {}", text(&checked.stderr));
    }
}

#[test]
fn examples_are_found_by_words() {
    let listed = text(&carom(&folder("words"), &["examples", "CRADLE", "five"]).stdout);
    assert_eq!(names(&listed), ["cradle-5"]);
    let none = carom(&folder("words"), &["examples", "spaceship"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no scene is about `spaceship`"));
}

#[test]
fn init_writes_over_nothing_unless_told_to() {
    let folder = folder("over");
    std::fs::write(folder.join("cradle-5.toml"), "mine").unwrap();
    let refused = carom(&folder, &["init", "cradle-5"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("is there already"), "{}", text(&refused.stderr));
    assert_eq!(std::fs::read_to_string(folder.join("cradle-5.toml")).unwrap(), "mine");
    assert!(carom(&folder, &["init", "cradle-5", "--force"]).status.success());
    assert_ne!(std::fs::read_to_string(folder.join("cradle-5.toml")).unwrap(), "mine");
    let mistyped = carom(&folder, &["init", "cradel-5"]);
    assert!(text(&mistyped.stderr).contains("did you mean `cradle-5`?"), "{}", text(&mistyped.stderr));
}

#[test]
fn a_scene_goes_through_a_pipe() {
    let shown = carom(&folder("pipe"), &["init", "motion/draw-shot", "-o", "-"]);
    assert!(text(&shown.stdout).contains("[cue]"));
}

#[test]
fn shells_complete_commands_and_the_manual_has_a_page_for_each() {
    let folder = folder("man");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&carom(&folder, &["completions", shell]).stdout);
        assert!(script.contains("sweep") && script.contains("tip-stiffness"), "{shell}");
    }
    assert!(carom(&folder, &["man", "pages"]).status.success());
    for (page, part) in [("carom.1", "sweep"), ("carom-sweep.1", "shard"), ("carom-init.1", "force")] {
        let page = std::fs::read_to_string(folder.join("pages").join(page)).unwrap();
        assert!(page.contains(part), "{page}");
    }
}

#[test]
fn schemas_are_printed_as_json() {
    for (of, part) in [("scene", "contact_defaults"), ("document", "lost_in_restitution")] {
        let printed = text(&carom(&folder("schema"), &["schema", of]).stdout);
        let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(printed.contains(part));
    }
}

#[test]
fn a_schema_of_nothing_in_particular_is_that_of_scenes() {
    let print = |words: &[&str]| text(&carom(&folder("schema-unasked"), words).stdout);
    assert_eq!(print(&["schema"]), print(&["schema", "scene"]));
}
