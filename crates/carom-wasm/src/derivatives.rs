//! Derivatives of an impact's outcome, and what it is most sensitive to.

use carom_scene::{Derivatives, NamedKink, Quantity, Scene, Sensitivity};
use serde::Serialize;

#[derive(Serialize)]
struct Entry<'a> {
    /// What the outcome follows most, the strongest first.
    strongest: Vec<SensitivityEntry>,
    rows: Vec<QuantityEntry<'a>>,
    columns: Vec<QuantityEntry<'a>>,
    /// Row by row, each in the unit of its row over that of its column.
    matrix: &'a [Vec<f64>],
    kinks: &'a [NamedKink],
}

#[derive(Serialize)]
struct SensitivityEntry {
    by: String,
    of: String,
    /// Per cent that `of` changes by if `by` grows by one.
    percent: f64,
    kink: bool,
}

#[derive(Serialize)]
struct QuantityEntry<'a> {
    name: &'a str,
    value: f64,
    has_scale: bool,
}

pub(crate) fn json(scene: &Scene) -> Result<String, String> {
    let derivatives = scene.derivatives()?;
    serde_json::to_string(&entry(&derivatives)).map_err(|error| error.to_string())
}

fn entry(derivatives: &Derivatives) -> Entry<'_> {
    let sensitivity = |Sensitivity { by, of, relative, has_kink }: Sensitivity| SensitivityEntry {
        by,
        of,
        percent: relative,
        kink: has_kink,
    };
    fn quantity(quantity: &Quantity) -> QuantityEntry<'_> {
        QuantityEntry { name: &quantity.name, value: quantity.value, has_scale: quantity.has_scale }
    }
    Entry {
        strongest: derivatives.sensitivities().into_iter().map(sensitivity).collect(),
        rows: derivatives.rows.iter().map(quantity).collect(),
        columns: derivatives.columns.iter().map(quantity).collect(),
        matrix: &derivatives.matrix,
        kinks: &derivatives.kinks,
    }
}
