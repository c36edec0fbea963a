//! A world: the table, and the document with samples of every body.

use carom_scene::{WorldReport, WorldRun, WorldScene};
use serde::Serialize;
use serde_json::value::RawValue;

use super::to_json;

#[derive(Serialize)]
struct View<'a> {
    kind: &'static str,
    title: &'a str,
    names: &'a [String],
    /// Of billiards.
    table: Option<TableEntry>,
    /// The document of `carom run --json --samples`.
    document: Box<RawValue>,
}

/// A table by the lengths between its noses, m; the middle is the origin and x runs along it.
#[derive(Serialize)]
struct TableEntry {
    length: f64,
    width: f64,
    pockets: Vec<PocketEntry>,
}

#[derive(Serialize)]
struct PocketEntry {
    centre: [f64; 2],
    radius: f64,
}

pub(super) fn json(world: &WorldScene, samples: usize) -> Result<String, String> {
    let run = world.run();
    let (end, table) = match &run {
        Ok(run) => (run.end(), table(run)),
        Err(_) => (0.0, None),
    };
    let step = end / samples.max(1) as f64;
    let document = WorldReport::new(world, &run).json(Some(step));
    let document = RawValue::from_string(document).map_err(|error| format!("no JSON document: {error}"))?;
    Ok(to_json(&View { kind: "world", title: world.title(), names: world.names(), table, document }))
}

fn table(run: &WorldRun) -> Option<TableEntry> {
    let WorldRun::Billiards { table, .. } = run else { return None };
    let outline = &table.outline;
    let pocket = |pocket: &carom_motion::billiards::Pocket| PocketEntry {
        centre: [pocket.centre.x, pocket.centre.y],
        radius: pocket.radius,
    };
    let pockets = outline.pockets().iter().map(pocket).collect();
    Some(TableEntry { length: outline.length(), width: outline.width(), pockets })
}
