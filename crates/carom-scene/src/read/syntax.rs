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
    let problem = Problem::new(span, format!("the file is not valid TOML: {message}"));
    match rest.trim() {
        "" => problem,
        expected => problem.expected(expected.replace('\n', ", ")),
    }
}
