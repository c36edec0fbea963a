//! Tables as Parquet files: columns with names and types, units and origin in the metadata.
//!
//! Rows are written in groups of a fixed size, so that the bytes of a file follow from its rows alone, and no more than a group is ever in
//! memory. A number that is not known is missing (null), not NaN.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

/// Rows in a group.
const GROUP: usize = 65_536;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Count,
    /// Numbers, some of which may be missing.
    Number,
    /// Words.
    Text,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// The unit of its numbers; empty if they have none.
    pub unit: &'static str,
}

/// A cell, of the kind of its column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// A whole number.
    Count(i64),
    /// A number, or none.
    Number(Option<f64>),
    /// A word.
    Text(&'a str),
}

/// Values of a column that wait to be written.
#[derive(Debug)]
enum Waiting {
    Counts(Vec<i64>),
    /// The numbers that are there, and for every row whether there is one (1) or not (0).
    Numbers(Vec<f64>, Vec<i16>),
    Texts(Vec<ByteArray>),
}

impl Waiting {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Count => Self::Counts(Vec::new()),
            Kind::Number => Self::Numbers(Vec::new(), Vec::new()),
            Kind::Text => Self::Texts(Vec::new()),
        }
    }

    fn push(&mut self, value: Value) {
        match (self, value) {
            (Self::Counts(counts), Value::Count(count)) => counts.push(count),
            (Self::Numbers(numbers, known), Value::Number(number)) => {
                known.push(number.is_some().into());
                numbers.extend(number);
            }
            (Self::Texts(texts), Value::Text(text)) => texts.push(text.into()),
            (waiting, value) => {
                panic!("{value:?} does not belong into {waiting:?}: cells are of their column's kind")
            }
        }
    }

    fn write(&mut self, column: &mut SerializedColumnWriter) -> Result<(), ParquetError> {
        match self {
            Self::Counts(counts) => {
                column.typed::<Int64Type>().write_batch(counts, None, None)?;
                counts.clear();
            }
            Self::Numbers(numbers, known) => {
                column.typed::<DoubleType>().write_batch(numbers, Some(known), None)?;
                numbers.clear();
                known.clear();
            }
            Self::Texts(texts) => {
                column.typed::<ByteArrayType>().write_batch(texts, None, None)?;
                texts.clear();
            }
        }
        Ok(())
    }
}

/// A Parquet file that is being written.
pub struct Columnar<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Waiting>,
    rows: usize,
}

impl<W: Write + Send> std::fmt::Debug for Columnar<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Columnar").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl<W: Write + Send> Columnar<W> {
    /// Begins a file with these columns. `about` goes into its metadata, and so does the unit of every column that has one, as
    /// `unit.NAME`.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn new(to: W, fields: &[Field], about: &[(&str, String)]) -> std::io::Result<Self> {
        let with_unit = fields.iter().filter(|field| !field.unit.is_empty());
        let units =
            with_unit.map(|field| KeyValue::new(format!("unit.{}", field.name), field.unit.to_owned()));
        let about = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
        let properties = WriterProperties::builder()
            .set_created_by(format!("carom {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(about.chain(units).collect()));
        let columns = fields.iter().map(|field| Waiting::new(field.kind)).collect();
        let writer = SerializedFileWriter::new(to, Arc::new(schema(fields)?), Arc::new(properties.build()))?;
        Ok(Self { writer, columns, rows: 0 })
    }

    /// Adds a row, which has a cell for every column.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn push<'v>(&mut self, row: impl IntoIterator<Item = Value<'v>>) -> std::io::Result<()> {
        self.columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn finish(mut self) -> std::io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> std::io::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for waiting in &mut self.columns {
            let mut column = group.next_column()?.expect("the schema has the columns that wait");
            waiting.write(&mut column)?;
            column.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn schema(fields: &[Field]) -> Result<Type, ParquetError> {
    let field = |field: &Field| {
        let (physical, logical, repetition) = match field.kind {
            Kind::Count => (Physical::INT64, None, Repetition::REQUIRED),
            Kind::Number => (Physical::DOUBLE, None, Repetition::OPTIONAL),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String), Repetition::REQUIRED),
        };
        let primitive = Type::primitive_type_builder(&field.name, physical);
        primitive.with_logical_type(logical).with_repetition(repetition).build().map(Arc::new)
    };
    let fields = fields.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    Type::group_type_builder("carom").with_fields(fields).build()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field as Read, RowAccessor};

    use super::*;

    fn fields() -> Vec<Field> {
        let field = |name: &str, kind, unit| Field { name: name.to_owned(), kind, unit };
        vec![
            field("row", Kind::Count, ""),
            field("speed, \"v\"", Kind::Number, "m/s"),
            field("mode", Kind::Text, ""),
        ]
    }

    /// A table of so many rows, of which every third has no speed.
    fn file(rows: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut file =
            Columnar::new(&mut bytes, &fields(), &[("carom.seed", "4".to_owned())]).expect("memory");
        for row in 0..rows {
            let speed = (row % 3 != 0).then_some(row as f64 / 7.0);
            file.push([Value::Count(row as i64), Value::Number(speed), Value::Text("slip")]).expect("memory");
        }
        file.finish().expect("memory");
        bytes
    }

    #[test]
    fn every_bit_comes_back_and_what_was_missing_is_missing() {
        let rows = GROUP + 5;
        let reader = SerializedFileReader::new(bytes::Bytes::from(file(rows))).expect("a Parquet file");
        assert_eq!(reader.num_row_groups(), 2);
        for (number, row) in reader.get_row_iter(None).expect("rows").enumerate() {
            let row = row.expect("a row");
            assert_eq!(row.get_long(0).expect("a count"), number as i64);
            let speed = row.get_column_iter().nth(1).expect("a column").1;
            match number % 3 {
                0 => assert_eq!(*speed, Read::Null),
                _ => assert_eq!(*speed, Read::Double(number as f64 / 7.0)),
            }
            assert_eq!(row.get_string(2).expect("a text"), "slip");
        }
    }

    #[test]
    fn units_and_origin_are_in_the_metadata() {
        let reader = SerializedFileReader::new(bytes::Bytes::from(file(3))).expect("a Parquet file");
        let pairs = reader.metadata().file_metadata().key_value_metadata().expect("metadata");
        let found = |key: &str| pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
        assert_eq!(found("carom.seed").as_deref(), Some("4"));
        assert_eq!(found("unit.speed, \"v\"").as_deref(), Some("m/s"));
        assert_eq!(found("unit.row"), None);
    }

    #[test]
    fn the_same_rows_are_the_same_bytes() {
        assert_eq!(file(1000), file(1000));
    }
}
