//! Tables of samples as text and as files of columns.

use carom_scene::{Cell, Column, Samples};
use carom_sweep::columnar::{Columnar, Field, Kind, Value};

use crate::failure::Failure;

/// The bytes of a Parquet file of a table.
pub fn parquet(samples: &Samples, title: &str) -> Result<Vec<u8>, Failure> {
    written_in_columns(samples, title)
        .map_err(|error| Failure::unsolved(format!("cannot make a Parquet file: {error}")))
}

fn written_in_columns(samples: &Samples, title: &str) -> std::io::Result<Vec<u8>> {
    let about = [("carom.version", env!("CARGO_PKG_VERSION").to_owned()), ("carom.title", title.to_owned())];
    let kind = |place: usize| match samples.rows.first().and_then(|row| row.get(place)) {
        Some(Cell::Word(_)) => Kind::Text,
        Some(Cell::Number(_)) | None => Kind::Number,
    };
    let field = |(place, column): (usize, &Column)| Field {
        name: column.path.clone(),
        kind: kind(place),
        unit: column.unit,
    };
    let fields: Vec<Field> = samples.columns.iter().enumerate().map(field).collect();
    let mut bytes = Vec::new();
    let mut file = Columnar::new(&mut bytes, &fields, &about)?;
    for row in &samples.rows {
        file.push(row.iter().map(|cell| match *cell {
            Cell::Number(number) => Value::Number(Some(number)),
            Cell::Word(word) => Value::Text(word),
        }))?;
    }
    file.finish()?;
    Ok(bytes)
}

/// A table as CSV, with all digits; a name with a comma or a quotation mark stands in quotes.
pub fn csv(samples: &Samples) -> String {
    let header: Vec<String> = samples.columns.iter().map(|column| quoted(&column.path)).collect();
    let mut text = header.join(",") + "\n";
    for row in &samples.rows {
        let cells: Vec<String> = row.iter().map(|cell| written(*cell)).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn written(cell: Cell) -> String {
    match cell {
        Cell::Number(number) => carom_sweep::number(number),
        Cell::Word(word) => word.to_owned(),
    }
}

fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}
