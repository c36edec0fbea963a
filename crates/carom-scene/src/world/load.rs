//! Either kind of scene file.

use carom::Model;
use toml::de::DeTable;

use super::settings::{self, Settings};
use super::{WorldScene, WorldSetup, billiards, bouncing, cradle};
use crate::keys;
use crate::problem::{Problem, Problems, Span};
use crate::read::{Table, parsed, read_rules};
use crate::scene::Scene;

/// What a scene file holds.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // there is one of it at a time
pub enum Loaded {
    /// One impact.
    Impact(Scene),
    /// A motion in time, with all its impacts.
    World(WorldScene),
}

impl Loaded {
    /// What in the file looks like a slip of the pen.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        match self {
            Self::Impact(scene) => scene.warnings(),
            Self::World(scene) => scene.warnings(),
        }
    }
}

/// Reads a scene file; one with a `[world]` table is a world. All problems are found, not only the first.
pub fn load(text: &str) -> Result<Loaded, Vec<Problem>> {
    let root = parsed(text)?;
    if let Some((key, _)) = root.get_key_value("recovery") {
        let problem = Problem::new(key.span().into(), "the file describes a recovery, not a scene")
            .expected("expected bodies, or a `[world]`")
            .help("`carom recover` finds the motion of a ball from where it was seen");
        return Err(vec![problem]);
    }
    if let Some((key, _)) = root.get_key_value("fit") {
        let problem = Problem::new(key.span().into(), "the file describes a fit, not a scene")
            .expected("expected bodies, or a `[world]`")
            .help("`carom fit` finds the parameters that explain measurements");
        return Err(vec![problem]);
    }
    if let Some(problem) = part_of_a_world(&root) {
        return Err(vec![problem]);
    }
    if !root.contains_key("world") {
        return Scene::parse(text).map(Loaded::Impact);
    }
    let problems = Problems::default();
    let root = Table::new(&keys::WORLD, Span::default(), &root, &problems);
    let settings = root.table("world").map(settings::read);
    let scene = settings.and_then(|settings| {
        let scene = read(&root, &settings);
        root.finish(); // Without settings nobody knows which keys belong here.
        scene
    });
    let (scene, warnings) = problems.conclude(scene)?;
    Ok(Loaded::World(WorldScene { warnings, ..scene }))
}

/// Of a file without `[world]`, the first table that only worlds have.
fn part_of_a_world(root: &DeTable) -> Option<Problem> {
    if root.contains_key("world") {
        return None;
    }
    let only_here = |key: &str| keys::WORLD.key(key).is_some() && keys::IMPACT.key(key).is_none();
    let (key, _) = root.iter().find(|(key, _)| only_here(key.get_ref()))?;
    let world = match key.get_ref().as_ref() {
        "cradle" | "floor" => "`[world]`",
        _ => "`[world]` with `table = \"pool\"`",
    };
    let message = format!("`{}` belongs to a world in motion, and there is no `[world]`", key.get_ref());
    let problem = Problem::new(key.span().into(), message).expected(format!("expected {world} before it"));
    Some(problem.help("`carom help scene world` has the keys of a world"))
}

fn read(root: &Table, settings: &Settings) -> Option<WorldScene> {
    let title = root.text("title").map(|title| title.value);
    let (names, setup) = if settings.has_table {
        let (names, billiards) = billiards::read(root, settings)?;
        (names, WorldSetup::Billiards(Box::new(billiards)))
    } else {
        let model = root.table("model").map_or_else(Model::default, read_rules);
        if root.has("cradle") {
            let (names, cradle) = cradle::read(root, settings, model)?;
            (names, WorldSetup::Cradle { cradle, stop: settings.stop })
        } else {
            let bouncing::Bodies { names, shapes, world } = bouncing::read(root, settings, model)?;
            (names, WorldSetup::Bouncing { world, shapes, stop: settings.stop })
        }
    };
    Some(WorldScene { title, names, setup, warnings: Vec::new() })
}
