//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Simultaneous impacts of rigid bodies.
#[derive(Debug, Parser)]
#[command(
    name = "carom",
    version,
    about = "What happens when rigid bodies hit each other at several points at once",
    after_help = "Exit status: 0 solved, 1 could not be solved, 2 bad input."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve an impact and report states, events, velocities and energies.
    Run(RunOptions),
    /// Check a scene file without solving it.
    Check {
        /// Scene file (TOML), or - for standard input.
        scene: PathBuf,
    },
    /// Solve an impact and draw it.
    Plot(PlotOptions),
    /// Set every law that knows the impact side by side, with which answers are permissible.
    Compare(CompareOptions),
}

/// Options of `carom compare`.
#[derive(Debug, Args)]
pub struct CompareOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// Print one JSON document instead of a table: complete, with all digits.
    #[arg(long)]
    pub json: bool,
    /// Show every contact.
    #[arg(long)]
    pub all: bool,
    /// Also draw the impulses of all laws, with the permissible region: .svg or .png, for a scene with one contact.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `carom run`.
#[derive(Debug, Args)]
pub struct RunOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// Print one JSON document instead of text: complete, with all digits.
    #[arg(long)]
    pub json: bool,
    /// Show long lists in full.
    #[arg(long)]
    pub all: bool,
}

/// Options of `carom plot`.
#[derive(Debug, Args)]
pub struct PlotOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// File to write: .svg, .png, or .dot for the transition diagram as a graph.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Which figure: impulse-plane, impulse-curve, sliding, velocities, energies, forces, wave, diagram or
    /// impulse-space; without it the one that fits the scene best.
    #[arg(short, long, value_name = "KIND")]
    pub figure: Option<String>,
    /// Which contact the figures of one contact (impulse-curve, sliding) show, by name or by number from 1; without it
    /// the one with friction that is pressed hardest.
    #[arg(short, long, value_name = "CONTACT")]
    pub contact: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
