//! `carom reproduce`.

use std::io::{IsTerminal, Write};

use carom_reproduce::{Paper, Progress};

use crate::arguments::ReproduceOptions;
use crate::failure::Failure;
use crate::output;

/// Computes what the papers published, writes the page and prints the summary or the JSON document.
pub fn reproduce(options: &ReproduceOptions) -> Result<(), Failure> {
    output::refuse_unwritable(&options.output)?;
    let papers = if options.papers.is_empty() { Paper::ALL.to_vec() } else { options.papers.clone() };
    let watched = std::io::stderr().is_terminal();
    let report = carom_reproduce::reproduce(&papers, &mut |progress| {
        if watched {
            show(progress);
        }
    });
    if watched {
        clear();
    }
    output::write_file(&options.output, carom_reproduce::page(&report).as_bytes())?;
    if options.json {
        output::print(&carom_reproduce::json(&report))?;
    } else {
        output::print(&carom_reproduce::summary(&report))?;
        output::print(&format!("\nThe page with all figures is {}.\n", options.output.display()))?;
    }
    if report.stands() {
        Ok(())
    } else {
        Err(Failure::unsolved(
            "some results are not what they were declared to be: look for CHANGED above, or in JSON for \"stands\": false",
        ))
    }
}

/// Which paper is meant.
pub fn paper(key: &str) -> Result<Paper, String> {
    let known = || Paper::ALL.map(Paper::key).join(", ");
    Paper::parse(key).ok_or_else(|| format!("expected one of {}", known()))
}

/// A line of progress in place of the last. Nowhere is left to say that standard error is gone.
fn show(progress: Progress) {
    let Progress { done, total, next } = progress;
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K[{}/{total}] {} {}", done + 1, next.paper.name(), next.label);
    let _ = stderr.flush();
}

fn clear() {
    let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
}
