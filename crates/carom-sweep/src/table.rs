//! Rows as lines of CSV: no cell holds a line break, and every number has all its digits. Tables that are finished, as Parquet.

use std::io::{Read, Write};

use csv::{ReaderBuilder, StringRecord, Terminator, WriterBuilder};

use crate::columnar::{Columnar, Field, Kind, Value};
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

/// The columns of the table.
fn fields(sweep: &Sweep) -> Vec<Field> {
    let field = |name: &str, kind, unit| Field { name: name.to_owned(), kind, unit };
    let settings = sweep.settings().iter().map(|setting| {
        field(setting.path(), if setting.is_numeric() { Kind::Number } else { Kind::Text }, "")
    });
    let results = sweep.columns().iter().map(|column| field(&column.path, Kind::Number, column.unit));
    std::iter::once(field("row", Kind::Count, ""))
        .chain(settings)
        .chain([field("status", Kind::Text, "")])
        .chain(results)
        .chain([field("message", Kind::Text, "")])
        .collect()
}

/// Makes a Parquet file of the whole table, read as CSV, with what the sweep is in its metadata.
///
/// # Errors
/// What the machine refuses.
pub fn to_parquet(sweep: &Sweep, csv: impl Read, to: impl Write + Send) -> std::io::Result<()> {
    let fields = fields(sweep);
    let mut file = Columnar::new(to, &fields, &sweep.about())?;
    let mut lines = ReaderBuilder::new().from_reader(csv);
    let mut line = StringRecord::new();
    while lines.read_record(&mut line)? {
        file.push(fields.iter().zip(&line).map(|(field, cell)| match field.kind {
            Kind::Count => Value::Count(cell.parse().unwrap_or_default()),
            Kind::Number => Value::Number(cell.parse().ok()),
            Kind::Text => Value::Text(cell),
        }))?;
    }
    file.finish()
}
