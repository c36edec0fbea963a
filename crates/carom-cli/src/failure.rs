//! Why the command failed, what it says, and its exit status.

use std::io::Write;
use std::process::ExitCode;

/// Why the command failed.
#[derive(Debug)]
pub enum Failure {
    /// The scene or the arguments are wrong; the text says how.
    BadInput(String),
    /// The impact could not be solved, or the result not be drawn or written.
    Unsolved(String),
    /// The impact could not be solved, and the report already says so.
    Reported,
}

impl Failure {
    /// A problem with the arguments or a file.
    pub fn bad_input(message: impl std::fmt::Display) -> Self {
        Self::BadInput(format!("error: {message}\n"))
    }

    /// A problem with solving.
    pub fn unsolved(message: impl std::fmt::Display) -> Self {
        Self::Unsolved(format!("error: {message}\n"))
    }

    /// Says why on standard error.
    pub fn print(&self) {
        let text = match self {
            Self::BadInput(text) | Self::Unsolved(text) => text,
            Self::Reported => return,
        };
        // Nowhere is left to say that standard error is gone.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    /// The exit status.
    pub fn status(&self) -> ExitCode {
        match self {
            Self::BadInput(_) => ExitCode::from(2),
            Self::Unsolved(_) | Self::Reported => ExitCode::from(1),
        }
    }
}
