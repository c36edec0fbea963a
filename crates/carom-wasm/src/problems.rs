//! What is wrong with a scene file, for an editor.

use carom_scene::{diagnostics, Problem};
use serde::Serialize;

/// What the file is called in messages.
const FILE: &str = "scene.toml";

#[derive(Serialize)]
struct Document<'a> {
    problems: Vec<Entry<'a>>,
    text: String,
}

/// A problem and its place. Editors of the browser count UTF-16 units, files bytes.
#[derive(Serialize)]
struct Entry<'a> {
    start: usize,
    end: usize,
    line: usize,
    column: usize,
    message: &'a str,
    expected: Option<&'a str>,
    help: Option<&'a str>,
}

/// Problems as a compiler shows them.
pub(crate) fn rendered(problems: &[Problem], text: &str) -> String {
    diagnostics::render(problems, FILE, text, false)
}

/// All problems of a scene file as a JSON object.
pub(crate) fn json(text: &str) -> String {
    let found = carom_scene::load(text).err().unwrap_or_default();
    let document = Document {
        problems: found.iter().map(|problem| entry(problem, text)).collect(),
        text: if found.is_empty() { String::new() } else { rendered(&found, text) },
    };
    serde_json::to_string(&document).expect("strings and integers have a JSON form")
}

fn entry<'a>(problem: &'a Problem, text: &str) -> Entry<'a> {
    let before = up_to(text, problem.span.start);
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    Entry {
        start: units(before),
        end: units(up_to(text, problem.span.end)),
        line: before.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        message: &problem.message,
        expected: problem.expected.as_deref(),
        help: problem.help.as_deref(),
    }
}

/// The text before a byte; before the character that holds the byte, should it lie inside one.
fn up_to(text: &str, byte: usize) -> &str {
    let end = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}
