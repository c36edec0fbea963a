//! What a document says of itself, so that it can be read without the scene: version, title and model.

use carom::Model;
use serde::Serialize;

use crate::read::{restitution_name, separation_name, termination_name};
use crate::scene::{Method, Scene};

/// The first lines of a document, behind its outcome.
#[derive(Serialize)]
pub(crate) struct About<'a> {
    /// Of Carom.
    pub version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'a str>,
    pub model: ModelEntry,
}

/// The model, in the words of scene files.
#[derive(Serialize)]
pub(crate) struct ModelEntry {
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    law: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    restitution: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    separation: Option<&'static str>,
}

/// The version of the command and of its documents.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl<'a> About<'a> {
    pub fn scene(scene: &'a Scene) -> Self {
        Self { version: VERSION, title: scene.title.as_deref(), model: ModelEntry::of_scene(scene) }
    }

    /// Of a motion whose impacts are simultaneous.
    pub fn motion(title: Option<&'a str>, rules: Model) -> Self {
        Self { version: VERSION, title, model: ModelEntry::simultaneous(rules) }
    }
}

impl ModelEntry {
    fn of_scene(scene: &Scene) -> Self {
        let bare = |method| Self { method, law: None, restitution: None, separation: None };
        match &scene.method {
            Method::Simultaneous => Self::simultaneous(scene.contact_problem().model()),
            Method::Routh { termination, .. } => {
                Self { restitution: Some(termination_name(*termination)), ..bare("routh") }
            }
            Method::Law { law, .. } => bare(law.declaration().name),
            Method::Complementarity => bare("pfeiffer-glocker"),
            Method::Sequential { law, .. } => {
                Self { law: Some(law.declaration().name), ..bare("sequential") }
            }
        }
    }

    fn simultaneous(Model { restitution, separation }: Model) -> Self {
        Self {
            method: "simultaneous",
            law: None,
            restitution: Some(restitution_name(restitution)),
            separation: Some(separation_name(separation)),
        }
    }
}
