//! What the scene file's contract already names but the engine does not compute yet: the one place to lift it.

use crate::problem::{Problem, Span};

/// Values of `method` that are to come.
pub(crate) const LATER_METHODS: [&str; 4] = ["sequential", "routh", "chatterjee-ruina", "smith"];

/// Values of `restitution` that belong to methods that are to come.
pub(crate) const LATER_RESTITUTION: [&str; 3] = ["energetic", "poisson", "newton"];

/// Keys of a contact that need friction.
pub(crate) const LATER_FRICTION: [&str; 3] = ["friction", "compliance", "tangential_restitution"];

/// "x is not available yet".
pub(crate) fn not_yet(span: Span, what: &str) -> Problem {
    Problem::new(span, format!("`{what}` is not available yet"))
}

/// Refuses a key of [`LATER_FRICTION`] unless it asks for no friction.
pub(crate) fn refuse_friction(key: &str, value: f64, span: Span) -> Option<Problem> {
    if key == "friction" && value == 0.0 {
        return None;
    }
    if key == "friction" && value < 0.0 {
        return Some(Problem::new(span, format!("friction is {value}")).expected("expected 0 or more"));
    }
    let problem = not_yet(span, key).expected("this version solves frictionless contacts only");
    Some(match key {
        "friction" => problem.help("use `friction = 0` or leave it out"),
        _ => problem.help(format!("leave `{key}` out")),
    })
}
