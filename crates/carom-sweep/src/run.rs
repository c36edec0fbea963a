//! Computes many rows at once, in order.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::sweep::{Row, Sweep};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All rows were handed over.
    Done,
    /// It was stopped; so many rows were handed over.
    Stopped {
        /// How many.
        rows: u64,
    },
}

/// Rows are handed over about this often: often enough to lose little when the machine stops.
const PACE: Duration = Duration::from_millis(300);
/// Most rows handed over at once.
const MOST: u64 = 1 << 16;

impl Sweep {
    /// Computes rows on all threads of the current pool and hands them over in order, some at a time, until `stop` is set.
    ///
    /// # Errors
    /// What `take` refuses.
    pub fn run<E>(
        &self,
        rows: Range<u64>,
        stop: &AtomicBool,
        mut take: impl FnMut(&[Row]) -> Result<(), E>,
    ) -> Result<Ending, E> {
        let mut next = rows.start;
        let mut batch = 4 * rayon::current_num_threads() as u64;
        while next < rows.end {
            let end = rows.end.min(next + batch);
            let start = Instant::now();
            let one = |row: u64| (!stop.load(Ordering::Relaxed)).then(|| self.row(row));
            let Some(computed) = (next..end).into_par_iter().map(one).collect::<Option<Vec<Row>>>() else {
                return Ok(Ending::Stopped { rows: next - rows.start });
            };
            take(&computed)?;
            batch = paced(batch, start.elapsed());
            next = end;
        }
        Ok(Ending::Done)
    }
}

/// How many rows to take next, after so many took so long.
fn paced(batch: u64, took: Duration) -> u64 {
    if took < PACE / 2 {
        (2 * batch).min(MOST)
    } else if took > PACE * 2 {
        (batch / 2).max(1)
    } else {
        batch
    }
}
