//! Records as Thrift's compact protocol writes them, as far as the metadata of a Parquet file needs it.
//!
//! A record is fields, each with the difference to the number of the field before it and its type in one byte, and a zero at the end.
//! Whole numbers are zigzag varints: small ones of either sign take one byte.

/// Types of fields and elements.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// Sizes of lists below this one are in the byte of their type.
const LONG_LIST: usize = 15;

/// A record that is being written.
#[derive(Debug, Default)]
pub(crate) struct Record {
    bytes: Vec<u8>,
    last: u8,
}

impl Record {
    pub fn number(mut self, field: u8, value: i32) -> Self {
        self.begin(field, I32);
        zigzag(&mut self.bytes, value.into());
        self
    }

    pub fn long(mut self, field: u8, value: u64) -> Self {
        self.begin(field, I64);
        zigzag(&mut self.bytes, value as i64);
        self
    }

    pub fn text(mut self, field: u8, value: &str) -> Self {
        self.begin(field, BINARY);
        binary(&mut self.bytes, value);
        self
    }

    pub fn record(mut self, field: u8, value: Self) -> Self {
        self.begin(field, STRUCT);
        self.bytes.extend(value.finish());
        self
    }

    pub fn numbers(mut self, field: u8, values: &[i32]) -> Self {
        self.begin_list(field, I32, values.len());
        values.iter().for_each(|&value| zigzag(&mut self.bytes, value.into()));
        self
    }

    pub fn texts(mut self, field: u8, values: &[&str]) -> Self {
        self.begin_list(field, BINARY, values.len());
        values.iter().for_each(|value| binary(&mut self.bytes, value));
        self
    }

    pub fn records(mut self, field: u8, values: Vec<Self>) -> Self {
        self.begin_list(field, STRUCT, values.len());
        values.into_iter().for_each(|value| self.bytes.extend(value.finish()));
        self
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// Fields are written in the order of their numbers, which differ by less than 16 in every record of Parquet.
    fn begin(&mut self, field: u8, of_type: u8) {
        self.bytes.push((field - self.last) << 4 | of_type);
        self.last = field;
    }

    fn begin_list(&mut self, field: u8, of_type: u8, size: usize) {
        self.begin(field, LIST);
        if size < LONG_LIST {
            self.bytes.push((size as u8) << 4 | of_type);
        } else {
            self.bytes.push(0xf0 | of_type);
            varint(&mut self.bytes, size as u64);
        }
    }
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit set.
pub(crate) fn varint(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

fn zigzag(to: &mut Vec<u8>, value: i64) {
    varint(to, (value << 1 ^ value >> 63) as u64);
}

fn binary(to: &mut Vec<u8>, value: &str) {
    varint(to, value.len() as u64);
    to.extend(value.as_bytes());
}
