//! `carom sweep`.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use carom_sweep::{Ending, Options, PartError, PartFile, Row, Status, Sweep, SweepError};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::SweepOptions;
use crate::failure::Failure;
use crate::output::Reader;
use crate::{input, output};

/// Solves a scene for many values of its parameters.
pub fn sweep(options: &SweepOptions) -> Result<(), Failure> {
    let (name, text) = input::text(&options.scene)?;
    let rest = Options { columns: options.get.clone(), draws: options.draws, seed: options.seed };
    let sweep = Sweep::new(&text, options.set.clone(), &rest).map_err(|error| match error {
        SweepError::Scene { problems } => input::refused(&problems, &name, &text),
        other => Failure::bad_input(other),
    })?;
    let rows = options.shard.rows(sweep.rows());
    let stop = stop_on_interrupt()?;
    with_threads(options.jobs, || match options.output.as_deref().filter(|path| *path != Path::new("-")) {
        Some(path) => to_file(&sweep, rows, path, &stop),
        None => to_stdout(&sweep, rows, &stop),
    })
}

/// The first Ctrl-C asks for an end after the rows at hand, the second one ends at once.
fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    /// What shells report of a command that an interrupt ended.
    const INTERRUPTED: i32 = 130;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let handle = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handle)
        .map_err(|error| Failure::unsolved(format!("cannot listen to Ctrl-C: {error}")))?;
    Ok(stop)
}

fn with_threads<T: Send>(
    jobs: Option<u16>,
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let threads = usize::from(jobs.unwrap_or(0)); // 0 is one for each processor.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::unsolved(format!("cannot start threads: {error}")))?.install(work)
}

fn to_file(sweep: &Sweep, rows: Range<u64>, path: &Path, stop: &AtomicBool) -> Result<(), Failure> {
    if output::is_special(path) {
        return Err(Failure::bad_input(format!(
            "cannot write {}: a table goes into a file, from which an interrupted sweep goes on; without -o it goes to standard output",
            path.display()
        )));
    }
    output::refuse_unwritable(path)?;
    let header = carom_sweep::header_line(sweep);
    let (mut part, done) = PartFile::open(path, &header, sweep.fingerprint_of(&rows)).map_err(not_written)?;
    let count = rows.end - rows.start;
    let progress = progress(count, done.min(count));
    let mut tally = Tally::default();
    let left = rows.start + done.min(count)..rows.end;
    let ending = sweep.run(left, stop, |computed| {
        part.append(&carom_sweep::lines(computed))?;
        tally.add(computed);
        progress.inc(computed.len() as u64);
        Ok(())
    });
    progress.finish_and_clear();
    match ending.map_err(not_written)? {
        Ending::Done if is_parquet(path) => {
            part.finish_as(|lines, file| carom_sweep::to_parquet(sweep, lines, file)).map_err(not_written)?;
        }
        Ending::Done => part.finish().map_err(not_written)?,
        Ending::Stopped { rows } => {
            return Err(Failure::unsolved(format!(
                "stopped after {} of {count} rows, which are in {}: the same command goes on from there",
                done + rows,
                part.path().display()
            )));
        }
    }
    output::print(&format!("{}: {}{}\n", path.display(), in_words(count, "row"), tally.in_words(done)))?;
    tally.judge(done)
}

/// Whether a table is to be a file of columns.
pub fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

fn not_written(error: PartError) -> Failure {
    Failure::bad_input(error)
}

fn to_stdout(sweep: &Sweep, rows: Range<u64>, stop: &AtomicBool) -> Result<(), Failure> {
    let mut tally = Tally::default();
    if output::stream(&carom_sweep::header_line(sweep))? == Reader::Gone {
        return Ok(());
    }
    // None: whoever read has seen enough.
    let ending = sweep.run(rows, stop, |computed| {
        tally.add(computed);
        match output::stream(&carom_sweep::lines(computed)).map_err(Some)? {
            Reader::Listens => Ok(()),
            Reader::Gone => Err(None),
        }
    });
    match ending {
        Ok(Ending::Done) => tally.judge(0),
        Ok(Ending::Stopped { rows }) => Err(Failure::unsolved(format!("stopped after {rows} rows"))),
        Err(None) => Ok(()),
        Err(Some(failure)) => Err(failure),
    }
}

/// How the rows fared.
#[derive(Default)]
struct Tally {
    solved: u64,
    failed: u64,
    /// The first that was not solved.
    first: Option<(u64, String)>,
}

impl Tally {
    fn add(&mut self, rows: &[Row]) {
        for row in rows {
            match row.status {
                Status::Solved(_) => self.solved += 1,
                Status::Refused | Status::Unsolved => {
                    self.failed += 1;
                    self.first.get_or_insert_with(|| (row.number, row.message.clone()));
                }
            }
        }
    }

    /// What to add to how many rows there are, of which some were there before.
    fn in_words(&self, before: u64) -> String {
        let before = if before > 0 { format!(", {before} of them from before") } else { String::new() };
        match &self.first {
            Some((number, message)) => {
                let failed = in_words(self.failed, "row");
                format!("{before}; {failed} not solved, the first of them row {number}: {message}")
            }
            None => before,
        }
    }

    /// A table without any solved row is a failure.
    fn judge(&self, before: u64) -> Result<(), Failure> {
        match &self.first {
            Some((number, message)) if self.solved == 0 && before == 0 => {
                Err(Failure::unsolved(format!("no row is solved; row {number}: {message}")))
            }
            _ => Ok(()),
        }
    }
}

fn in_words(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// A bar on standard error with the time left; nothing where nobody watches.
fn progress(count: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::new(count).with_position(done);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} rows, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.reset_eta();
    bar
}
