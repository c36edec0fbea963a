//! Reads scene files.

use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use carom_scene::{Loaded, Problem, Scene, diagnostics};

use crate::examples;
use crate::failure::Failure;

/// The impact or the world in a file, or on standard input if the path is `-`.
pub fn loaded(path: &Path) -> Result<Loaded, Failure> {
    let (name, text) = text(path)?;
    parsed(&name, &text)
}

/// Reads a file from its text and what messages call it.
pub fn parsed(name: &str, text: &str) -> Result<Loaded, Failure> {
    let loaded = carom_scene::load(text).map_err(|problems| refused(&problems, name, text))?;
    warn(loaded.warnings(), name, text);
    Ok(loaded)
}

/// Says on standard error what in a file looks like a slip of the pen.
pub fn warn(warnings: &[Problem], name: &str, text: &str) {
    let shown = diagnostics::render_warnings(warnings, name, text, wants_colour());
    // Nowhere is left to say that standard error is gone.
    let _ = anstream::stderr().write_all(shown.as_bytes());
}

/// Problems with the text of a file, pointed at.
pub fn refused(problems: &[Problem], name: &str, text: &str) -> Failure {
    Failure::BadInput(diagnostics::render(problems, name, text, wants_colour()))
}

/// Whether standard error shows colours.
fn wants_colour() -> bool {
    AutoStream::choice(&std::io::stderr()) != ColorChoice::Never
}

/// The impact in a file; a world has many of them.
pub fn scene(path: &Path) -> Result<Scene, Failure> {
    match loaded(path)? {
        Loaded::Impact(scene) => Ok(scene),
        Loaded::World(_) => Err(Failure::bad_input(format!(
            "{} describes a world in motion: expected a single impact, without `[world]`",
            name(path)
        ))),
    }
}

/// What the scene is called in messages.
pub fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Whether the path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What the scene is called in messages, and its text.
pub fn text(path: &Path) -> Result<(String, String), Failure> {
    let name = name(path);
    let mut bytes = Vec::new();
    let read = if is_stdin(path) {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = read.map_err(|error| match error.kind() {
        ErrorKind::IsADirectory => {
            Failure::bad_input(format!("cannot read {name}: it is a folder; expected a file in it"))
        }
        ErrorKind::NotFound => {
            Failure::bad_input(format!("cannot read {name}: there is no such file{}", hint(path)))
        }
        _ => Failure::bad_input(format!("cannot read {name}: {error}")),
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, text)),
        Err(error) => Err(not_utf8(&name, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

/// What to do for a file that is not here but comes with the command.
fn hint(path: &Path) -> String {
    examples::named(path).map_or_else(String::new, |name| {
        format!("\n  = help: `carom init {name}` writes the scene of that name")
    })
}

/// Bytes that are no text, with the place of the first that belongs to no character.
fn not_utf8(name: &str, bytes: &[u8], valid: usize) -> Failure {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let (line, column) =
        (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
    let wide = matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    let right = if wide { "it looks like UTF-16: save it as UTF-8" } else { "save the file as UTF-8" };
    Failure::bad_input(format!(
        "{name} is not UTF-8 text: byte {:#04x} belongs to no character\n --> {name}:{line}:{column}\n  = help: {right}",
        bytes.get(valid).copied().unwrap_or_default()
    ))
}
