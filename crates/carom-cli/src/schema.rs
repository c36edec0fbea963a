//! `carom schema`.

use clap::builder::TypedValueParser;

use crate::failure::Failure;
use crate::{choices, output};

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Scene files and recovery files.
    Scene,
    /// What `--json` prints.
    Document,
}

/// The subjects by their names.
pub fn subjects() -> impl TypedValueParser<Value = Subject> {
    choices::named(vec![
        ("scene", "scene files and recovery files", Subject::Scene),
        ("document", "what --json prints", Subject::Document),
    ])
}

/// Prints a schema.
pub fn print(subject: Subject) -> Result<(), Failure> {
    output::print(&match subject {
        Subject::Scene => carom_scene::schema::of_scenes(),
        Subject::Document => carom_scene::schema::of_documents().to_owned(),
    })
}
