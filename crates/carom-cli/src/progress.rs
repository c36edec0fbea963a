//! Tells those who wait at a terminal how far long work has come.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use carom_motion::Progress;

/// Nothing is said before this: most motions are over by then.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two lines.
const PACE: Duration = Duration::from_millis(250);

/// What the teller knows.
#[derive(Default)]
struct Known {
    latest: Option<Progress>,
    over: bool,
}

#[derive(Default)]
struct Shared {
    known: Mutex<Known>,
    changed: Condvar,
}

impl Shared {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does some work that may take long; where standard error is a terminal, one line there says how far it is, and is gone at the end.
pub fn watching<T>(work: impl FnOnce(&mut dyn FnMut(Progress)) -> T) -> T {
    if !is_watched() {
        return work(&mut |_| {});
    }
    let shared = Arc::new(Shared::default());
    let teller = tell(Arc::clone(&shared));
    let done = work(&mut |progress| shared.known().latest = Some(progress));
    shared.known().over = true;
    shared.changed.notify_all();
    let _ = teller.join(); // A teller that panicked has nothing more to say.
    done
}

fn tell(shared: Arc<Shared>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let start = Instant::now();
        let mut wait = PATIENCE;
        let mut said = false;
        loop {
            let known = shared.known();
            let waited = shared.changed.wait_timeout_while(known, wait, |known| !known.over);
            let (known, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if known.over {
                break;
            }
            let line = line(start.elapsed(), known.latest);
            drop(known);
            say(&line);
            said = true;
            wait = PACE;
        }
        if said {
            say("");
        }
    })
}

/// Whether somebody watches standard error.
pub fn is_watched() -> bool {
    std::io::stderr().is_terminal()
}

/// Puts a line on the terminal in place of the last. Standard error that is gone cannot be told so.
pub fn say(line: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}

fn line(elapsed: Duration, progress: Option<Progress>) -> String {
    let seconds = elapsed.as_secs();
    match progress {
        Some(Progress { time, events }) => {
            format!("{seconds} s: followed {time:.3} s of motion, {events} events")
        }
        None => format!("{seconds} s: the first impact"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_the_motion_is() {
        let progress = Progress { time: 1.25, events: 37 };
        let told = line(Duration::from_millis(2300), Some(progress));
        assert_eq!(told, "2 s: followed 1.250 s of motion, 37 events");
    }

    #[test]
    fn work_is_done_whoever_watches() {
        let done = watching(|watch| {
            watch(Progress { time: 0.0, events: 0 });
            42
        });
        assert_eq!(done, 42);
    }
}
