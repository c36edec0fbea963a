//! Writes results: to standard output, or to a file that is never seen half-written.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Writes to standard output. A reader that has seen enough (`| head`) is no failure.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Prints what is no text.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::unsolved(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Whether standard output still has a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Listens,
    /// It has seen enough (`| head`).
    Gone,
}

/// Writes a piece of something long to standard output.
pub fn stream(bytes: &[u8]) -> Result<Reader, Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Reader::Listens),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Failure::unsolved(format!("cannot write to standard output: {error}"))),
    }
}

/// How many characters a line of standard output should have at most: as many as the terminal is wide, within reason.
pub fn width() -> usize {
    /// Of a file, and of a terminal that does not say.
    const USUAL: usize = 100;
    /// Narrower columns are hard to read, and so are wider ones.
    const READABLE: std::ops::RangeInclusive<usize> = 60..=120;
    let terminal = terminal_size::terminal_size_of(std::io::stdout());
    let asked = terminal.map_or(USUAL, |(width, _)| usize::from(width.0));
    asked.clamp(*READABLE.start(), *READABLE.end())
}

/// Writes a file under a temporary name beside it and renames it, so that the file is either whole or not there. A link is followed, and
/// what is no file (`/dev/null`, a pipe) stays what it is.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| cannot_write(path, &error);
    if is_special(path) {
        return std::fs::write(path, contents).map_err(refuse);
    }
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(path);
    let written = std::fs::write(&temporary, contents).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&temporary); // It may never have been made.
        refuse(error)
    })
}

/// Refuses a file that could not be written, before long work for it begins.
pub fn refuse_unwritable(path: &Path) -> Result<(), Failure> {
    if is_special(path) {
        return Ok(());
    }
    let refuse = |error: std::io::Error| cannot_write(path, &error);
    let temporary = beside(&std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    std::fs::write(&temporary, []).and_then(|()| std::fs::remove_file(&temporary)).map_err(refuse)
}

/// Whether something is there that is neither a file nor a folder, and must not be replaced by one.
pub fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// Why a file could not be written, and what would be right.
fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let shown = path.display();
    Failure::bad_input(match folder {
        _ if path.is_dir() => {
            format!("cannot write {shown}: it is a folder; expected the name of a file in it")
        }
        Some(folder) if !folder.is_dir() => {
            format!("cannot write {shown}: there is no folder {}; make it first", folder.display())
        }
        _ => format!("cannot write {shown}: {error}"),
    })
}

/// Whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}
