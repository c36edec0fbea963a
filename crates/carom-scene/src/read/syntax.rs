//! The syntax of files: TOML, and what is said where it is broken.

use toml::de::DeTable;

use crate::problem::{Problem, Span};

/// Errors of syntax often bring others after them; more than this many help nobody.
const SYNTAX_ERRORS: usize = 3;

/// The root table of a file.
pub(crate) fn parsed(text: &str) -> Result<DeTable<'_>, Vec<Problem>> {
    let (root, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return Ok(root.into_inner());
    }
    Err(errors.iter().take(SYNTAX_ERRORS).map(|error| syntax_problem(error, text.len())).collect())
}

fn syntax_problem(error: &toml::de::Error, length: usize) -> Problem {
    let span = error.span().map_or(Span { start: length, end: length }, Span::from);
    let said = error.message().trim();
    let (message, rest) = said.split_once('\n').unwrap_or((said, ""));
    let (what, wanted) = message.split_once(", expected ").unwrap_or((message, ""));
    let problem = Problem::new(span, format!("the file is not valid TOML: {what}"));
    if what == "string values must be quoted" {
        // So the parser speaks of whatever is no value, also where nothing stands.
        return match span.start == span.end {
            true => Problem::new(span, "the file is not valid TOML: a key without a value")
                .expected("expected a value after the `=`"),
            false => problem.expected("expected a number, or quotes around it"),
        };
    }
    match (rest.trim(), what, wanted) {
        ("", "duplicate key", _) => problem.expected("this table has the key already"),
        ("", _, "") => problem,
        ("", _, "nothing") => problem.expected("nothing more belongs here"),
        ("", _, wanted) => problem.expected(format!("expected {wanted}")),
        (rest, ..) => problem.expected(rest.replace('\n', ", ")),
    }
}
