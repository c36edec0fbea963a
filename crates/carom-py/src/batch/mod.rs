//! Many impacts or shots at once: rows of numbers in, rows of numbers out, on all cores.
//!
//! Rows are independent, so the answer does not depend on the number of threads or on how rows are shared among them. Python's lock is
//! let go of while rows are solved; between portions signals are looked at, and whoever waits is told how far it has come. A row that
//! is refused or cannot be solved has a status and no numbers (NaN); it stops nobody.

mod impacts;
mod pool;
mod shots;
mod status;

pub use impacts::solve_batch;
pub use shots::shot_batch;

use pyo3::prelude::*;

/// Rows in a portion for every thread: enough that threads do not wait for each other at its end.
const ROWS_FOR_EACH_THREAD: usize = 512;

/// How many rows are solved between two looks at signals; those that take long are given in smaller portions.
fn portion(threads: usize, cost: usize) -> usize {
    (threads * ROWS_FOR_EACH_THREAD / cost).max(threads)
}

/// Looks at signals and tells `progress` how many rows are done.
fn look_up(py: Python, progress: Option<&Bound<'_, PyAny>>, done: usize) -> PyResult<()> {
    py.check_signals()?;
    progress.map_or(Ok(()), |progress| progress.call1((done,)).map(drop))
}
