//! The book says what the command does: what is printed behind a `$` is what the command prints, pictures are what it draws, and the
//! reference is made from the tables that the code uses.
//!
//! `CAROM_BOOK=write cargo test -p carom-cli --test book` writes outputs, pictures and reference anew.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

mod links;
mod reference;
mod session;

use std::path::{Path, PathBuf};

/// The folder of the chapters.
fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src").canonicalize().unwrap()
}

/// Whether the book is to be written anew.
fn is_writing() -> bool {
    std::env::var("CAROM_BOOK").is_ok_and(|value| value == "write")
}

/// The chapters, as the summary lists them.
fn chapters() -> Vec<String> {
    let summary = std::fs::read_to_string(source().join("SUMMARY.md")).unwrap();
    links::targets(&summary).map(str::to_owned).collect()
}

/// Compares a file of the book with what it should be, or makes it so.
fn settle(name: &str, right: &[u8]) {
    let path = source().join(name);
    if is_writing() {
        std::fs::write(&path, right).unwrap();
    }
    let found = std::fs::read(&path).unwrap_or_default();
    if found != right {
        let [found, right] = [&found, right].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let lines = found.lines().zip(right.lines());
        let differing = lines.enumerate().find(|(_, (old, new))| old != new);
        let (line, (old, new)) = differing.unwrap_or((0, ("", "its length")));
        panic!(
            "book/src/{name} is not what the command gives. Line {}:\n  book: {old}\n  now:  {new}\n\
             CAROM_BOOK=write cargo test -p carom-cli --test book writes it anew",
            line + 1
        );
    }
}

#[test]
fn every_chapter_is_in_the_summary_and_every_link_leads_somewhere() {
    let chapters = chapters();
    assert!(chapters.len() > 15);
    links::check(&chapters);
}

#[test]
fn what_stands_behind_a_prompt_is_what_the_command_prints() {
    let chapters = chapters();
    let told = chapters.iter().filter(|name| !name.starts_with("reference/"));
    // Each has a folder of its own, and all its time goes into commands.
    let commands: usize = std::thread::scope(|scope| {
        let sessions: Vec<_> = told.map(|chapter| scope.spawn(|| session::play(chapter))).collect();
        sessions.into_iter().map(|session| session.join().expect("a chapter that is right")).sum()
    });
    assert!(commands > 25, "only {commands} commands");
}

#[test]
fn the_reference_is_made_from_the_code() {
    settle("reference/commands.md", reference::commands().as_bytes());
    settle("reference/scene.md", reference::scene().as_bytes());
    settle("reference/materials.md", reference::materials().as_bytes());
    settle("reference/document.md", reference::document().as_bytes());
    settle("reference/scenes.md", reference::scenes().as_bytes());
}
