//! Rows as lines of CSV: no cell holds a line break, and every number has all its digits.

use csv::{Terminator, WriterBuilder};

use crate::sweep::{Row, Sweep};
use crate::values::number;

/// The first line of the table, with the names of the columns: `row`, the settings, `status`, the results, `message`.
#[must_use]
pub fn header_line(sweep: &Sweep) -> Vec<u8> {
    let settings = sweep.settings().iter().map(|setting| setting.path());
    let columns = sweep.columns().iter().map(|column| column.path.as_str());
    let cells = std::iter::once("row").chain(settings).chain(["status"]).chain(columns).chain(["message"]);
    written([cells.map(one_line).collect()])
}

/// The lines of some rows.
#[must_use]
pub fn lines(rows: &[Row]) -> Vec<u8> {
    written(rows.iter().map(|row| {
        let settings = row.settings.iter().map(|value| bare(value));
        let values = row.values.iter().map(|value| value.map_or_else(String::new, number));
        let cells =
            std::iter::once(row.number.to_string()).chain(settings).chain([row.status.name().to_owned()]);
        cells.chain(values).chain([one_line(&row.message)]).collect::<Vec<String>>()
    }))
}

/// A word of TOML without its quotes; everything else as it is.
fn bare(value: &str) -> String {
    let word = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    one_line(word.unwrap_or(value))
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn written(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("memory takes every record, and each is written apart");
    }
    writer.into_inner().expect("memory can be flushed")
}
