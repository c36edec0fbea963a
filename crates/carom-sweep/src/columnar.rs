//! Tables as Parquet files: columns with names and types, units and origin in the metadata.
//!
//! Rows are written in groups of a fixed size, so that the bytes of a file follow from its rows alone, and no more than a group is ever in
//! memory. A number that is not known is missing (null), not NaN.
//!
//! Of the [format](https://parquet.apache.org/docs/file-format/) this is what three kinds of columns need: a page for a column in a
//! group, values as they are (PLAIN) or, where it is shorter, by their places in a dictionary (RLE_DICTIONARY), nothing compressed. The crate of the Arrow project, which took a
//! twentieth of the time that the command takes to build, reads it back in the tests.

use std::collections::HashMap;
use std::io::Write;

use crate::thrift::{Record, varint};

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

/// More different numbers than these in a column of a group are written as they are: places in a longer dictionary save little.
const MOST_NUMBERS: usize = 4096;

/// Bytes of a number.
const SIZE: usize = 8;

/// First and last bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// What the format calls by a number.
mod code {
    pub const VERSION: i32 = 1;
    pub const INT64: i32 = 2;
    pub const DOUBLE: i32 = 5;
    pub const BYTE_ARRAY: i32 = 6;
    pub const REQUIRED: i32 = 0;
    pub const OPTIONAL: i32 = 1;
    pub const UTF8: i32 = 0;
    pub const PLAIN: i32 = 0;
    pub const RLE: i32 = 3;
    pub const RLE_DICTIONARY: i32 = 8;
    pub const UNCOMPRESSED: i32 = 0;
    pub const DATA_PAGE: i32 = 0;
    pub const DICTIONARY_PAGE: i32 = 2;
}

/// Values of a column that wait to be written.
#[derive(Debug)]
struct Waiting {
    kind: Kind,
    /// For every row whether there is a value (1) or not (0); only numbers may be missing.
    known: Vec<u32>,
    values: Values,
}

/// Values one after the other, each as the format calls plain.
#[derive(Debug)]
enum Values {
    /// Those that occur, and for every value which of them it is.
    Coded(Dictionary, Vec<u32>),
    /// All of them, eight bytes each: numbers that are hardly ever the same.
    Plain(Vec<u8>),
}

/// Values in the order in which they first occur.
#[derive(Debug, Default)]
struct Dictionary {
    places: HashMap<Box<[u8]>, u32>,
    bytes: Vec<u8>,
}

impl Dictionary {
    fn place(&mut self, value: &[u8]) -> u32 {
        if let Some(&place) = self.places.get(value) {
            return place;
        }
        let place = self.places.len() as u32; // no more than rows in a group
        self.places.insert(value.into(), place);
        self.bytes.extend(value);
        place
    }

    /// Bits that a place takes.
    fn bits(&self) -> u32 {
        usize::BITS - self.places.len().saturating_sub(1).max(1).leading_zeros()
    }
}

impl Waiting {
    fn new(kind: Kind) -> Self {
        Self { kind, known: Vec::new(), values: Values::Coded(Dictionary::default(), Vec::new()) }
    }

    fn push(&mut self, value: Value) {
        match (self.kind, value) {
            (Kind::Count, Value::Count(count)) => self.push_number(count.to_le_bytes()),
            (Kind::Number, Value::Number(number)) => {
                self.known.push(number.is_some().into());
                if let Some(number) = number {
                    self.push_number(number.to_le_bytes());
                }
            }
            (Kind::Text, Value::Text(text)) => {
                let mut word = (text.len() as u32).to_le_bytes().to_vec();
                word.extend(text.as_bytes());
                if let Values::Coded(words, which) = &mut self.values {
                    which.push(words.place(&word));
                }
            }
            (kind, value) => panic!("{value:?} is not of {kind:?}: cells are of their column's kind"),
        }
    }

    fn push_number(&mut self, number: [u8; SIZE]) {
        match &mut self.values {
            Values::Plain(bytes) => bytes.extend(number),
            Values::Coded(numbers, which) => {
                which.push(numbers.place(&number));
                if numbers.places.len() > MOST_NUMBERS {
                    self.values = Values::Plain(unfolded(numbers, which));
                }
            }
        }
    }

    /// The pages of so many rows.
    fn pages(&self, rows: usize) -> Pages {
        let mut levels = Vec::new();
        if self.kind == Kind::Number {
            let known = packed(&self.known, 1);
            levels.extend((known.len() as u32).to_le_bytes());
            levels.extend(known);
        }
        let plain = |bytes: &[u8]| Pages {
            dictionary: None,
            values: data_page(rows, code::PLAIN, &[&levels, bytes].concat()),
        };
        match &self.values {
            Values::Plain(bytes) => plain(bytes),
            Values::Coded(values, which) => {
                let bits = values.bits();
                let places = [&[bits as u8][..], &packed(which, bits)].concat();
                let is_longer = values.bytes.len() + places.len() >= SIZE * which.len();
                if self.kind != Kind::Text && is_longer {
                    return plain(&unfolded(values, which));
                }
                Pages {
                    dictionary: Some(dictionary_page(values)),
                    values: data_page(rows, code::RLE_DICTIONARY, &[&levels[..], &places].concat()),
                }
            }
        }
    }
}

/// Numbers one after the other.
fn unfolded(numbers: &Dictionary, which: &[u32]) -> Vec<u8> {
    which.iter().flat_map(|&place| &numbers.bytes[SIZE * place as usize..][..SIZE]).copied().collect()
}

/// What a column of a group is in a file.
struct Pages {
    dictionary: Option<Vec<u8>>,
    values: Vec<u8>,
}

fn dictionary_page(values: &Dictionary) -> Vec<u8> {
    let about = Record::default().number(1, values.places.len() as i32).number(2, code::PLAIN);
    page(code::DICTIONARY_PAGE, (7, about), &values.bytes)
}

fn data_page(rows: usize, encoding: i32, values: &[u8]) -> Vec<u8> {
    let about = Record::default().number(1, rows as i32).number(2, encoding);
    page(code::DATA_PAGE, (5, about.number(3, code::RLE).number(4, code::RLE)), values)
}

fn page(kind: i32, (field, about): (u8, Record), values: &[u8]) -> Vec<u8> {
    let size = values.len() as i32; // far below 2 GB, as a group is
    let header = Record::default().number(1, kind).number(2, size).number(3, size).record(field, about);
    let mut bytes = header.finish();
    bytes.extend(values);
    bytes
}

/// Small numbers of so many bits: as one run where all are the same, else packed, eight at a time, the lowest bit first.
fn packed(numbers: &[u32], bits: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
        varint(&mut bytes, (numbers.len() as u64) << 1);
        let first = numbers.first().copied().unwrap_or(0).to_le_bytes();
        bytes.extend(&first[..bits.div_ceil(8) as usize]);
        return bytes;
    }
    varint(&mut bytes, (numbers.len().div_ceil(8) as u64) << 1 | 1);
    for eight in numbers.chunks(8) {
        let mut all = [0; 8];
        all[..eight.len()].copy_from_slice(eight);
        // Thirty-two bits at the most, of each of which eight make that many bytes.
        let (mut waiting, mut held) = (0_u64, 0);
        for number in all {
            waiting |= u64::from(number) << held;
            held += bits;
            while held >= 8 {
                bytes.push(waiting as u8);
                waiting >>= 8;
                held -= 8;
            }
        }
    }
    bytes
}

/// A Parquet file that is being written.
pub struct Columnar<W: Write> {
    to: W,
    /// Bytes written.
    place: u64,
    fields: Vec<Field>,
    about: Vec<Record>,
    groups: Vec<Record>,
    columns: Vec<Waiting>,
    /// That wait.
    rows: usize,
    rows_written: usize,
}

impl<W: Write> std::fmt::Debug for Columnar<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Columnar").field("columns", &self.columns.len()).finish_non_exhaustive()
    }
}

impl<W: Write> Columnar<W> {
    /// Begins a file with these columns. `about` goes into its metadata, and so does the unit of every column that has one, as
    /// `unit.NAME`.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn new(to: W, fields: &[Field], about: &[(&str, String)]) -> std::io::Result<Self> {
        let pair = |key: &str, value: &str| Record::default().text(1, key).text(2, value);
        let with_unit = fields.iter().filter(|field| !field.unit.is_empty());
        let units = with_unit.map(|field| pair(&format!("unit.{}", field.name), field.unit));
        let about = about.iter().map(|(key, value)| pair(key, value)).chain(units).collect();
        let columns = waiting(fields);
        let (fields, groups) = (fields.to_vec(), Vec::new());
        let mut file = Self { to, place: 0, fields, about, groups, columns, rows: 0, rows_written: 0 };
        file.write(MAGIC)?;
        Ok(file)
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
        let footer = Record::default()
            .number(1, code::VERSION)
            .records(2, schema(&self.fields))
            .long(3, self.rows_written as u64)
            .records(4, std::mem::take(&mut self.groups))
            .records(5, std::mem::take(&mut self.about))
            .text(6, &format!("carom {}", env!("CARGO_PKG_VERSION")))
            .finish();
        self.write(&footer)?;
        self.write(&(footer.len() as u32).to_le_bytes())?;
        self.write(MAGIC)?;
        self.to.flush()
    }

    fn write_group(&mut self) -> std::io::Result<()> {
        let (began, rows) = (self.place, self.rows);
        let full = std::mem::replace(&mut self.columns, waiting(&self.fields));
        let mut chunks = Vec::new();
        for (i, column) in full.iter().enumerate() {
            chunks.push(self.write_column(i, &column.pages(rows))?);
        }
        let size = self.place - began;
        self.groups.push(Record::default().records(1, chunks).long(2, size).long(3, rows as u64));
        self.rows_written += rows;
        self.rows = 0;
        Ok(())
    }

    /// Writes a column of the group at hand; where and what it is, for the end of the file.
    fn write_column(&mut self, column: usize, pages: &Pages) -> std::io::Result<Record> {
        let began = self.place;
        self.write(pages.dictionary.as_deref().unwrap_or_default())?;
        let values = self.place;
        self.write(&pages.values)?;
        let size = self.place - began;
        let encodings: &[i32] = match pages.dictionary {
            Some(_) => &[code::PLAIN, code::RLE, code::RLE_DICTIONARY],
            None => &[code::PLAIN, code::RLE],
        };
        let field = &self.fields[column];
        let mut chunk = Record::default()
            .number(1, physical(field.kind))
            .numbers(2, encodings)
            .texts(3, &[&field.name])
            .number(4, code::UNCOMPRESSED)
            .long(5, self.rows as u64)
            .long(6, size)
            .long(7, size)
            .long(9, values);
        if pages.dictionary.is_some() {
            chunk = chunk.long(11, began);
        }
        Ok(Record::default().long(2, began).record(3, chunk))
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.place += bytes.len() as u64;
        self.to.write_all(bytes)
    }
}

fn waiting(fields: &[Field]) -> Vec<Waiting> {
    fields.iter().map(|field| Waiting::new(field.kind)).collect()
}

/// The root, then its columns.
fn schema(fields: &[Field]) -> Vec<Record> {
    let root = Record::default().text(4, "carom").number(5, fields.len() as i32);
    let column = |field: &Field| {
        let repetition = match field.kind {
            Kind::Number => code::OPTIONAL,
            Kind::Count | Kind::Text => code::REQUIRED,
        };
        let column =
            Record::default().number(1, physical(field.kind)).number(3, repetition).text(4, &field.name);
        match field.kind {
            // Text, as older and as newer readers look for it.
            Kind::Text => {
                column.number(6, code::UTF8).record(10, Record::default().record(1, Record::default()))
            }
            Kind::Count | Kind::Number => column,
        }
    };
    std::iter::once(root).chain(fields.iter().map(column)).collect()
}

fn physical(kind: Kind) -> i32 {
    match kind {
        Kind::Count => code::INT64,
        Kind::Number => code::DOUBLE,
        Kind::Text => code::BYTE_ARRAY,
    }
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
    fn words_come_back_however_many_there_are() {
        // One bit for their places, two, eleven; and a single word.
        for kinds in [1, 2, 3, 1500] {
            let rows = 2003;
            let mut bytes = Vec::new();
            let mut file = Columnar::new(&mut bytes, &fields()[2..], &[]).expect("memory");
            let word = |row: usize| "é".repeat(row % kinds % 7) + &(row % kinds).to_string();
            for row in 0..rows {
                file.push([Value::Text(&word(row))]).expect("memory");
            }
            file.finish().expect("memory");
            let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a Parquet file");
            let read = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
            let read: Vec<String> = read.map(|row| row.get_string(0).expect("a text").clone()).collect();
            assert_eq!(read, (0..rows).map(word).collect::<Vec<_>>());
        }
    }

    #[test]
    fn numbers_come_back_whether_they_repeat_or_not_and_those_that_repeat_take_little() {
        // All the same, few, just too many for a dictionary, and all different.
        for kinds in [1, 3, MOST_NUMBERS + 1, 10_000] {
            let rows = 10_000;
            let mut bytes = Vec::new();
            let mut file = Columnar::new(&mut bytes, &fields()[..2], &[]).expect("memory");
            let number = |row: usize| (row % 7 != 3).then_some((row % kinds) as f64 / 3.0);
            for row in 0..rows {
                let count = Value::Count((row % kinds) as i64 - 1);
                file.push([count, Value::Number(number(row))]).expect("memory");
            }
            file.finish().expect("memory");
            assert!(kinds > 3 || bytes.len() < rows, "{} bytes", bytes.len()); // 16 a row as they are
            let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a Parquet file");
            for (row, read) in reader.get_row_iter(None).expect("rows").enumerate() {
                let read = read.expect("a row");
                assert_eq!(read.get_long(0).expect("a count"), (row % kinds) as i64 - 1);
                let speed = read.get_column_iter().nth(1).expect("a column").1;
                assert_eq!(*speed, number(row).map_or(Read::Null, Read::Double));
            }
        }
    }

    #[test]
    fn a_table_of_many_columns_and_one_of_no_rows_are_read() {
        for (columns, rows) in [(40, 3), (40, 0), (1, 1)] {
            let field = |i| Field { name: format!("c{i}"), kind: Kind::Number, unit: "m" };
            let fields: Vec<Field> = (0..columns).map(field).collect();
            let mut bytes = Vec::new();
            let mut file = Columnar::new(&mut bytes, &fields, &[]).expect("memory");
            for row in 0..rows {
                file.push((0..columns).map(|i| Value::Number(Some((row * i) as f64)))).expect("memory");
            }
            file.finish().expect("memory");
            let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("a Parquet file");
            assert_eq!(reader.metadata().file_metadata().num_rows(), rows);
            let last = |row: parquet::record::Row| row.get_double(columns as usize - 1).expect("a number");
            let read: Vec<f64> =
                reader.get_row_iter(None).expect("rows").map(|row| last(row.expect("a row"))).collect();
            assert_eq!(read, (0..rows).map(|row| (row * (columns - 1)) as f64).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_same_rows_are_the_same_bytes() {
        assert_eq!(file(1000), file(1000));
    }
}
