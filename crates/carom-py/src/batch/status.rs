//! What became of a row.

use carom_scene::{Scene, Unsolved};
use serde_json::Value;

/// The names of statuses; a status is a place in this list. Those from `REFUSED` on have no numbers. The names of what was not
/// solved are those of the documents.
pub const STATUSES: [&str; 14] = [
    "separated",
    "converged",
    "refused",
    "too-many-steps",
    "unsettled",
    "overflow",
    "no-consistent-friction",
    "unsolved",
    "shot",
    "strike",
    "stopped",
    "open-ledger",
    "does-not-apply",
    "endless",
];

pub const SEPARATED: u8 = 0;
pub const CONVERGED: u8 = 1;
pub const REFUSED: u8 = 2;
const UNSOLVED: u8 = 7;

/// A row without an answer.
pub struct Failed {
    pub status: u8,
    pub message: String,
}

impl Failed {
    /// Numbers that no impact can have.
    pub fn refused(reason: impl ToString) -> Self {
        Self { status: REFUSED, message: reason.to_string() }
    }

    /// An impact that could not be solved.
    pub fn unsolved(scene: &Scene, error: &Unsolved) -> Self {
        Self::of_kind(error.kind(), scene.explain(error))
    }

    fn of_kind(kind: &str, message: String) -> Self {
        let place = STATUSES.iter().position(|status| *status == kind);
        Self { status: place.map_or(UNSOLVED, |place| place as u8), message }
    }

    /// What a document says of why there is no answer.
    pub fn of_document(document: &str) -> Self {
        let document: Value = serde_json::from_str(document).unwrap_or_default();
        let said = |key: &str| document["error"][key].as_str().unwrap_or_default().to_owned();
        Self::of_kind(&said("kind"), said("message"))
    }
}
