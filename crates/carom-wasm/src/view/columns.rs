//! Numbers beside a document: written as decimals and read again, the samples of an impact would take longer than its solution.
//!
//! A document names its columns by where they begin and how many numbers they have. The bytes are the length of the text (eight of them, the
//! lowest first), the text, filled up with spaces to a multiple of eight, and the numbers, eight bytes each, the lowest first.

use serde::Serialize;

/// A number has eight bytes, and begins at a multiple of them.
const BYTES: usize = size_of::<f64>();

/// All columns of a document, one after the other.
#[derive(Default)]
pub(super) struct Columns {
    numbers: Vec<f64>,
}

/// Where a column begins among all numbers, and how many it has.
#[derive(Serialize, Clone, Copy)]
pub(super) struct Column(usize, usize);

impl Columns {
    pub(super) fn add(&mut self, numbers: impl IntoIterator<Item = f64>) -> Column {
        let first = self.numbers.len();
        self.numbers.extend(numbers);
        Column(first, self.numbers.len() - first)
    }

    /// A document and its columns.
    pub(super) fn beside(self, mut text: String) -> Vec<u8> {
        let filled = text.len().next_multiple_of(BYTES);
        text.extend(std::iter::repeat_n(' ', filled - text.len()));
        let mut bytes = Vec::with_capacity(BYTES + filled + BYTES * self.numbers.len());
        bytes.extend((filled as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }
}
