//! A part of the rows, for one of several machines.

use std::ops::Range;
use std::str::FromStr;

use crate::error::SweepError;

/// Part `number` of `count`, numbered from 1: rows that follow each other, as many as in the other parts or one more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl Shard {
    /// All rows.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Part `number` of `count`.
    ///
    /// # Errors
    /// A number that is not from 1 to `count`.
    pub fn new(number: u64, count: u64) -> Result<Self, SweepError> {
        if (1..=count).contains(&number) {
            Ok(Self { number, count })
        } else {
            Err(SweepError::Shard { written: format!("{number}/{count}") })
        }
    }

    /// Its rows, of so many.
    #[must_use]
    pub fn rows(self, rows: u64) -> Range<u64> {
        let bound = |part: u64| (u128::from(rows) * u128::from(part) / u128::from(self.count)) as u64;
        bound(self.number - 1)..bound(self.number)
    }
}

impl FromStr for Shard {
    type Err = SweepError;

    /// `2/8`: the second of eight.
    fn from_str(text: &str) -> Result<Self, SweepError> {
        let parsed = text
            .split_once('/')
            .and_then(|(number, count)| Some((number.trim().parse().ok()?, count.trim().parse().ok()?)));
        let refused = || SweepError::Shard { written: text.to_owned() };
        parsed.ok_or_else(refused).and_then(|(number, count)| Self::new(number, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_all_rows_once_and_in_order() {
        for (rows, count) in [(10, 3), (3, 7), (0, 2), (u64::MAX, 5), (1, 1)] {
            let mut next = 0;
            for number in 1..=count {
                let part = Shard { number, count }.rows(rows);
                assert_eq!(part.start, next);
                next = part.end;
            }
            assert_eq!(next, rows);
        }
    }

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!("2/8".parse::<Shard>().ok(), Shard::new(2, 8).ok());
        for wrong in ["0/3", "4/3", "1/0", "1", "a/b", "", "-1/3", "1/3/5"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
