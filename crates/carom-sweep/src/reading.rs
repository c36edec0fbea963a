//! Tables that were written, read again: those of sweeps, and any other CSV file with a header.

use csv::ReaderBuilder;
use thiserror::Error;

use crate::sweep::Status;

/// Why a table cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// No header and a row at least.
    #[error("the table is empty: expected a line with the names of the columns, and rows")]
    Empty,
    /// A line that is not like the others.
    #[error("line {line} of the table has {found} cells: expected {expected}, as in the first line")]
    Cells {
        /// Which line, from 1.
        line: u64,
        /// How many cells it has.
        found: u64,
        /// How many the header has.
        expected: u64,
    },
    /// Bytes that are no text.
    #[error("the table is not CSV: {message}")]
    Syntax {
        /// What the reader says.
        message: String,
    },
}

/// A table with named columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    names: Vec<String>,
    /// How many columns behind the first are settings of a sweep.
    settings: Option<usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads the text of a CSV file.
    ///
    /// # Errors
    /// A file without rows, or with rows of several lengths.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let mut reader = ReaderBuilder::new().from_reader(text.as_bytes());
        let names: Vec<String> = reader.headers().map_err(refused)?.iter().map(str::to_owned).collect();
        let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        let rows: Vec<Vec<String>> =
            reader.records().map(|record| record.map(cells).map_err(refused)).collect::<Result<_, _>>()?;
        if rows.is_empty() {
            return Err(TableError::Empty);
        }
        let of_sweep = names.first().is_some_and(|name| name == "row");
        let status = names.iter().position(|name| name == "status").filter(|_| of_sweep);
        Ok(Self { settings: status.map(|place| place - 1), names, rows })
    }

    /// The names of all columns.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The columns of the settings of a sweep; none for another table.
    #[must_use]
    pub fn settings(&self) -> std::ops::Range<usize> {
        self.settings.map_or(0..0, |count| 1..1 + count)
    }

    /// The columns of results: of a sweep those behind its status, of another table all.
    #[must_use]
    pub fn results(&self) -> std::ops::Range<usize> {
        match self.settings {
            Some(count) => (count + 2).min(self.names.len())..self.names.len(),
            None => 0..self.names.len(),
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many rows of a sweep were not solved.
    #[must_use]
    pub fn unsolved(&self) -> usize {
        let failed = [Status::Refused, Status::Unsolved].map(Status::name);
        let status = self.settings.map(|count| count + 1);
        status
            .map_or(0, |column| self.rows.iter().filter(|row| failed.contains(&row[column].as_str())).count())
    }

    /// What stands in a cell.
    #[must_use]
    pub fn text(&self, row: usize, column: usize) -> &str {
        &self.rows[row][column]
    }

    /// The number in a cell, if it is one.
    #[must_use]
    pub fn number(&self, row: usize, column: usize) -> Option<f64> {
        self.text(row, column).parse().ok().filter(|number: &f64| number.is_finite())
    }
}

fn refused(error: csv::Error) -> TableError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => TableError::Cells {
            line: pos.as_ref().map_or(0, csv::Position::line),
            found: *len,
            expected: *expected_len,
        },
        _ => TableError::Syntax { message: error.to_string() },
    }
}

/// The unit of a result of which only the path is known, such as `m/s` of `bodies.upper.velocity.z`; empty if it has none, or if that depends
/// on the scene, as for times and forces of impacts, which are relative unless the stiffnesses are real.
#[must_use]
pub fn unit_of(path: &str) -> &'static str {
    let axis = |part: &&str| !["x", "y", "z", "w", "t1", "t2", "n"].contains(part);
    let parts: Vec<&str> = path.split('.').collect();
    if parts.first() == Some(&"energy") && parts.len() > 1 {
        return "J";
    }
    match parts.iter().copied().rev().find(axis).unwrap_or_default() {
        key if key.contains("angular_velocity") => "rad/s",
        key if key.contains("velocity") || key.contains("speed") => "m/s",
        key if key.contains("impulse") => "N s",
        key if key.contains("energy") => "J",
        "position" | "point" | "displacement" | "gap" | "radius" | "length" | "stretch" => "m",
        "mass" => "kg",
        "angle" => "rad",
        "end" => "s",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_a_sweep_knows_settings_from_results() {
        let table = Table::read("row,body.0.mass,status,energy.after,message\n0,1,separated,0.5,\n")
            .expect("a table");
        assert_eq!((table.settings(), table.results(), table.rows()), (1..2, 3..5, 1));
        assert_eq!(table.unsolved(), 0);
        assert_eq!((table.number(0, 3), table.number(0, 2)), (Some(0.5), None));
        let other = Table::read("time,force\n0,1\n").expect("a table");
        assert_eq!((other.settings(), other.results()), (0..0, 0..2));
    }

    #[test]
    fn a_table_that_is_none_says_why() {
        assert_eq!(Table::read(""), Err(TableError::Empty));
        assert_eq!(Table::read("a,b\n"), Err(TableError::Empty));
        assert_eq!(Table::read("a,b\n1,2\n3\n"), Err(TableError::Cells { line: 3, found: 1, expected: 2 }));
    }

    #[test]
    fn units_follow_from_paths() {
        for (path, unit) in [
            ("bodies.upper.velocity.z", "m/s"),
            ("bodies.upper.angular_velocity.z", "rad/s"),
            ("contacts.a-b.normal_impulse", "N s"),
            ("energy.after", "J"),
            ("bodies.cue.final.position.x", "m"),
            ("contact.0.friction", ""),
        ] {
            assert_eq!(unit_of(path), unit, "{path}");
        }
    }
}
