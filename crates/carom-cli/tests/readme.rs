//! The pictures of the README, and what it prints, are what the commands give today.
//!
//! After a change of the drawing, the same commands write the pictures anew, each into `docs/`: they are those of [`PICTURES`].

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Every picture with the command that draws it, without its `-o FILE`.
const PICTURES: [(&str, &[&str]); 2] = [
    ("impulse-plane.svg", &["plot", "scenes/ball-ball-table-plastic.toml"]),
    ("nine-ball-break.svg", &["shot", "--rack", "9-ball", "--speed", "8"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command at the root of the project and gives what it prints.
fn carom(arguments: &[&str], output: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let run = command.current_dir(root()).args(arguments).arg("-o").arg(output).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

fn assert_same(shown: &str, drawn: &Path) {
    let [kept, drawn] = [&root().join(shown), drawn].map(|path| std::fs::read(path).unwrap());
    assert!(kept == drawn, "{shown} is not what the command draws: write it anew");
}

#[test]
fn the_pictures_are_what_the_commands_draw() {
    let folder = folder("pictures");
    for (name, arguments) in PICTURES {
        let drawn = folder.join(name);
        carom(arguments, &drawn);
        assert_same(&format!("docs/{name}"), &drawn);
    }
}

#[test]
fn every_picture_shown_is_checked() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let shown: Vec<&str> =
        readme.split("](docs/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let checked: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
    assert!(!shown.is_empty() && shown.iter().all(|name| checked.contains(name)), "{shown:?}");
}

/// Every block that a command prints: how it begins, and the command.
const BLOCKS: [(&str, &[&str]); 1] = [("States", &["run", "scenes/ball-ball-table-plastic.toml"])];

/// The fenced blocks of a page that begin with these words, line by line.
fn blocks<'a>(page: &'a str, beginning: &str) -> Vec<Vec<&'a str>> {
    let fenced = page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("text\n"));
    fenced.filter(|block| block.starts_with(beginning)).map(|block| block.lines().collect()).collect()
}

#[test]
fn every_line_of_a_printed_block_is_one_that_the_command_prints() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    for (beginning, arguments) in BLOCKS {
        let run =
            Command::new(env!("CARGO_BIN_EXE_carom")).current_dir(root()).args(arguments).output().unwrap();
        let printed = String::from_utf8(run.stdout).unwrap();
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let blocks = blocks(&readme, beginning);
        assert!(!blocks.is_empty(), "no block of the README begins with {beginning}");
        for line in blocks.into_iter().flatten() {
            assert!(printed.contains(&line.trim_end()), "{arguments:?} does not print\n{line}");
        }
    }
}
