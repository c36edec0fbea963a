//! The keys of scene files, for sliders: units, ranges and meanings, as the reader has them.

use std::collections::BTreeMap;

use carom_scene::keys::{Key, Kind, Quantity, Range, TableKeys, FILES};
use serde::Serialize;

#[derive(Serialize)]
struct Keys {
    /// The kinds of files by their names.
    files: BTreeMap<&'static str, File>,
    /// For every unit of a plain number the units that it may be written with, and how many of the former each is.
    units: BTreeMap<&'static str, BTreeMap<&'static str, f64>>,
}

/// A kind of file.
#[derive(Serialize)]
struct File {
    /// The heading of its top level.
    root: &'static str,
    /// Every table by its heading, with its keys by their names.
    tables: BTreeMap<&'static str, BTreeMap<&'static str, Entry>>,
}

#[derive(Serialize)]
struct Entry {
    meaning: &'static str,
    /// The unit of each number in it; the last one also of all that follow. Empty for pure numbers.
    units: Vec<&'static str>,
    /// Least and greatest number; null where there is no bound.
    least: Option<f64>,
    most: Option<f64>,
    /// Whether it takes whole numbers only.
    whole: bool,
    /// The words that it may be.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    choices: &'static [&'static str],
    /// The heading of the table or tables that it is or holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<&'static str>,
}

/// Kinds of files that the page opens.
const OPENED: [&str; 2] = ["impact", "world"];

/// A JSON object with `files` and `units`.
pub(crate) fn json() -> String {
    let opened = || FILES.iter().filter(|file| OPENED.contains(&file.name));
    let file = |file: &carom_scene::keys::File| {
        let tables = file.tables.iter().map(|table| (table.heading, keys(table))).collect();
        (file.name, File { root: file.root.heading, tables })
    };
    let quantities =
        opened().flat_map(|file| file.tables).flat_map(|table| table.keys).flat_map(|key| key.quantities);
    let keys = Keys {
        files: opened().map(|one| file(one)).collect(),
        units: quantities.map(|quantity| (quantity.unit, units(quantity))).collect(),
    };
    serde_json::to_string(&keys).expect("numbers and strings have a JSON form")
}

fn units(quantity: &Quantity) -> BTreeMap<&'static str, f64> {
    let names = |unit: &'static carom_scene::keys::Unit| {
        unit.names.iter().map(move |&name| (name, unit.times / unit.over))
    };
    quantity.units.iter().flat_map(names).collect()
}

fn keys(table: &TableKeys) -> BTreeMap<&'static str, Entry> {
    table.keys.iter().map(|key| (key.name, entry(key))).collect()
}

fn entry(key: &Key) -> Entry {
    let (least, most) = match key.range {
        Range::Any => (None, None),
        Range::Sizes { most, .. } | Range::NoneOr { most, .. } => (Some(-most), Some(most)),
        Range::Values { least, most } => (Some(least), Some(most)),
        Range::Above(least) => (Some(least), None),
    };
    let finite = |bound: Option<f64>| bound.filter(|bound| bound.is_finite());
    Entry {
        meaning: key.meaning,
        units: key.quantities.iter().map(|quantity| quantity.unit).collect(),
        least: finite(least),
        most: finite(most),
        whole: matches!(key.kind, Kind::Count),
        choices: key.kind.choices(),
        table: key.kind.inner().map(|table| table.heading),
    }
}
