//! A table on its way to the disk: rows go to a file beside it, which takes the table's name when it is whole.
//!
//! A run that is broken off leaves the rows it has in `table.csv.<fingerprint>.part`; the same sweep goes on after them. No table is ever seen
//! half-written.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a table could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartError {
    /// The machine refuses.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the machine says.
        source: std::io::Error,
    },
    /// Another process is at it.
    #[error("{} is being written by another process", path.display())]
    Busy {
        /// Which file.
        path: PathBuf,
    },
}

/// A table that grows.
#[derive(Debug)]
pub struct PartFile {
    table: PathBuf,
    part: PathBuf,
    file: File,
}

impl PartFile {
    /// Opens the part of a table and says how many rows it has already. A last line that was cut off is dropped; a part with another
    /// `header` begins anew.
    ///
    /// # Errors
    /// A folder that cannot be written to, or another process that writes the same table.
    pub fn open(table: &Path, header: &[u8], fingerprint: u64) -> Result<(Self, u64), PartError> {
        let name = table.file_name().unwrap_or_default().to_string_lossy();
        let part = table.with_file_name(format!("{name}.{fingerprint:016x}.part"));
        let io = |source| PartError::Io { path: part.clone(), source };
        if table.is_dir() {
            let source = std::io::ErrorKind::IsADirectory.into();
            return Err(PartError::Io { path: table.to_owned(), source });
        }
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&part);
        let mut file = opened.map_err(io)?;
        if file.try_lock().is_err() {
            return Err(PartError::Busy { path: part });
        }
        let rows = take_up(&mut file, header).map_err(io)?;
        Ok((Self { table: table.to_owned(), part, file }, rows))
    }

    /// Adds whole lines.
    ///
    /// # Errors
    /// What the machine refuses: a full disk, say.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), PartError> {
        self.file.write_all(lines).map_err(|source| PartError::Io { path: self.part.clone(), source })
    }

    /// Gives the table its name.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn finish(self) -> Result<(), PartError> {
        let Self { table, part, file } = self;
        let done = file.sync_all().and_then(|()| {
            drop(file);
            std::fs::rename(&part, &table)
        });
        done.map_err(|source| PartError::Io { path: table, source })
    }

    /// Gives the table its name, in another form: `convert` is given the lines and the file to write, which takes the table's name when it
    /// is whole.
    ///
    /// # Errors
    /// What the machine refuses.
    pub fn finish_as(
        self,
        convert: impl FnOnce(&File, &mut File) -> std::io::Result<()>,
    ) -> Result<(), PartError> {
        let Self { table, part, mut file } = self;
        let aside = part.with_extension("tmp");
        let converted = file.seek(SeekFrom::Start(0)).and_then(|_| {
            let mut whole = File::create(&aside)?;
            convert(&file, &mut whole)?;
            whole.sync_all()?;
            drop(whole);
            std::fs::rename(&aside, &table)
        });
        if converted.is_err() {
            let _ = std::fs::remove_file(&aside); // It may never have been made.
        }
        drop(file);
        let done = converted.and_then(|()| std::fs::remove_file(&part));
        done.map_err(|source| PartError::Io { path: table, source })
    }

    /// Where the rows are until then.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.part
    }
}

/// Leaves the header and whole lines in the file, and says how many lines follow the header.
fn take_up(file: &mut File, header: &[u8]) -> std::io::Result<u64> {
    let mut first = vec![0; header.len()];
    let begins_alike = file.read_exact(&mut first).is_ok() && first == header;
    if !begins_alike {
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header)?;
        return Ok(0);
    }
    let (mut rows, mut whole, mut at) = (0, header.len() as u64, header.len() as u64);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        for (offset, _) in buffer[..read].iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            rows += 1;
            whole = at + offset as u64 + 1;
        }
        at += read as u64;
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(rows)
}
