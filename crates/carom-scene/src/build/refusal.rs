//! Turns what the engine refuses into problems that point at the file.

use carom::InputError;
use carom::laws::LawError;

use crate::number;
use crate::problem::{Problem, Span};

/// A refused value: what is wrong with it and what was expected.
pub(crate) fn at(span: Span, error: &InputError) -> Problem {
    match error {
        InputError::NoDirection { what } => {
            Problem::new(span, format!("{what} has length zero")).expected("expected a direction")
        }
        InputError::InertiaNotSymmetric { row, column, difference, .. } => {
            let difference = number::short(*difference, 3);
            let entries = format!("the entries ({row}, {column}) and ({column}, {row}) of the inertia");
            Problem::new(span, format!("{entries} differ by {difference}")).expected("must be symmetric")
        }
        InputError::InertiaNotPositive { smallest } => {
            let smallest = number::short(*smallest, 3);
            Problem::new(span, format!("the smallest principal moment of this inertia is {smallest}"))
                .expected("must be positive definite")
        }
        InputError::MatrixNotPositive { smallest } => {
            let smallest = number::short(*smallest, 3);
            Problem::new(span, format!("the smallest eigenvalue of the contact matrix is {smallest}"))
                .expected("must be positive semidefinite")
        }
        _ => said(span, &error.to_string()),
    }
}

/// A refusal of the whole impact, which numbers the contact: the span already says which one it is.
pub(super) fn of_impact(error: &InputError, span: Span) -> Problem {
    match error {
        InputError::Immovable { .. } => Problem::new(span, "neither body can move along the contact normal")
            .expected("no impulse here changes anything"),
        InputError::GapNeedsTracking { gap, .. } => {
            Problem::new(span, format!("the contact starts with a gap of {gap} m, which never closes"))
                .expected("only tracked separation closes gaps")
                .help("add `separation = \"tracked\"` to `[model]`")
        }
        _ => at(span, error),
    }
}

/// A refusal of a law for a single contact.
pub(super) fn of_law(error: &LawError, span: Span) -> Problem {
    said(span, &error.to_string())
}

/// "x is 2, but must be 1" and its kin, split where the right begins.
pub(crate) fn said(span: Span, text: &str) -> Problem {
    for (separator, prefix) in [(", but must ", "must "), (": it must ", "must "), (", but its ", "its ")] {
        if let Some((wrong, right)) = text.split_once(separator) {
            return Problem::new(span, wrong).expected(format!("{prefix}{right}"));
        }
    }
    Problem::new(span, text)
}
