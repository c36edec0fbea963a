//! What the scene file's contract already names but the engine does not compute yet: the one place to lift it.

use crate::problem::{Problem, Span};

/// Values of `method` that are to come.
pub(crate) const LATER_METHODS: [&str; 3] = ["sequential", "chatterjee-ruina", "smith"];

/// "x is not available yet".
pub(crate) fn not_yet(span: Span, what: &str) -> Problem {
    Problem::new(span, format!("`{what}` is not available yet"))
}

/// Refuses `tangential_restitution` unless it asks for none.
pub(crate) fn refuse_tangential_restitution(value: f64, span: Span) -> Option<Problem> {
    (value != 0.0).then(|| {
        not_yet(span, "tangential_restitution")
            .expected("no law of this version uses it")
            .help("leave it out; tangential springs, which also give back, have `compliance`")
    })
}
