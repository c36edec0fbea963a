//! Threads, made once.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Most threads: more than any machine has cores, few enough to be started.
const MOST_THREADS: usize = 1024;

/// Pools by process and number of threads: a process that was forked has none of its parent's threads.
type Pools = Mutex<HashMap<(u32, usize), Arc<ThreadPool>>>;

static POOLS: OnceLock<Pools> = OnceLock::new();

/// A pool of so many threads; of as many as there are cores, without a number.
pub fn of(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let threads = match threads {
        Some(0) => {
            return Err(PyValueError::new_err("threads is 0: expected one or more, or None for all cores"));
        }
        Some(threads) if threads > MOST_THREADS => {
            let message = format!("threads is {threads}: expected at most {MOST_THREADS}");
            return Err(PyValueError::new_err(message));
        }
        Some(threads) => threads,
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    // Held for no longer than it takes to look, and with Python's lock, so that no fork finds it taken.
    let mut pools = POOLS.get_or_init(Pools::default).lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
        PyRuntimeError::new_err(format!("{threads} threads could not be started: {error}"))
    })?;
    let pool = Arc::new(pool);
    pools.insert(key, pool.clone());
    Ok(pool)
}
