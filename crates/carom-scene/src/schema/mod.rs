//! JSON schemas of what goes in and what comes out.
//!
//! That of scene files is made from the [table of keys](crate::keys) which the reader itself uses; TOML that is read as JSON must
//! satisfy it. That of documents is written down with a description of every field; tests hold every document to it, and it to them.

mod scene;

pub use scene::{as_json, of_scenes};

/// The schema of everything that `--json` prints: impacts, worlds, comparisons and recoveries.
#[must_use]
pub fn of_documents() -> &'static str {
    include_str!("document.json")
}
