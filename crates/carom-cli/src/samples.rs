//! Tables of samples as text.

use carom_scene::{Cell, Samples};

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
