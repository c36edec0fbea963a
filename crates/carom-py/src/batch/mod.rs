//! Many impacts or shots at once: rows of numbers in, rows of numbers out, on all cores.
//!
//! Rows are independent, so the answer does not depend on the number of threads or on how rows are shared among them. Python's lock is
//! let go of while rows are solved; between portions signals are looked at, and whoever waits is told how far it has come. A row that
//! is refused or cannot be solved has a status and no numbers (NaN); it stops nobody.

mod impacts;
pub mod pool;
mod shots;
mod status;

pub use impacts::solve_batch;
pub use shots::shot_batch;

use std::ops::Range;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long rows are solved between two looks at signals: nobody waits longer for Ctrl-C, and threads seldom wait for each other.
const PACE: Duration = Duration::from_millis(150);

/// Solves `rows` in portions, each of which `solve` is given without Python's lock; between them looks at signals and tells `progress` how
/// many are done. How large portions are depends on time, what comes of them does not.
pub fn in_portions<'py>(
    py: Python<'py>,
    rows: Range<usize>,
    threads: usize,
    progress: Option<&Bound<'py, PyAny>>,
    mut solve: impl FnMut(Range<usize>) + Send,
) -> PyResult<()> {
    let (mut next, mut portion) = (rows.start, 8 * threads);
    while next < rows.end {
        let end = rows.end.min(next.saturating_add(portion));
        let start = Instant::now();
        py.detach(|| solve(next..end));
        portion = paced(portion, start.elapsed()).max(threads);
        next = end;
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((next - rows.start,))?;
        }
    }
    Ok(())
}

/// How many rows to take next, after so many took so long.
fn paced(portion: usize, took: Duration) -> usize {
    if took < PACE / 2 {
        portion.saturating_mul(2)
    } else if took > PACE * 2 {
        portion / 2
    } else {
        portion
    }
}
