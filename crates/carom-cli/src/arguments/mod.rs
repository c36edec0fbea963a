//! The command line: the commands here, the options of those that belong together in a file each.

mod begin;
mod impact;
mod shot;
mod study;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use begin::{ExamplesOptions, HelpOptions, InitOptions, StudioOptions};
pub use impact::{AnimateOptions, CompareOptions, PlotOptions, RunOptions};
pub use shot::ShotOptions;
pub use study::{FitOptions, RecoverOptions, ReproduceOptions, SweepOptions};

use crate::schema;

/// Simultaneous impacts of rigid bodies.
#[derive(Debug, Parser)]
#[command(
    name = "carom",
    version,
    about = "What happens when rigid bodies hit each other at several points at once",
    after_help = "\
`carom help scene` lists every key of a scene file, `carom examples` the scenes that come with the command.

Exit status: 0 solved, 1 could not be solved, 2 bad input.

Examples:
  carom init cradle-5              writes a scene to begin with: cradle-5.toml
  carom run cradle-5.toml          says what happens",
    disable_help_subcommand = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve an impact, or follow a world in motion, and report what happens and where the energy goes.
    Run(RunOptions),
    /// Check a scene file, a recovery file or a fit file without solving it.
    #[command(after_help = "\
Exit status: 0 nothing is wrong with it, 2 bad input.

Examples:
  carom check scenes/rack-15-ball.toml
  carom check -                           the scene on standard input")]
    Check {
        /// Scene, recovery or fit file (TOML), or - for standard input.
        scene: PathBuf,
    },
    /// Solve an impact, or follow a world in motion, and draw it; or draw a table.
    Plot(PlotOptions),
    /// Make a film: an impact in slow motion, a world in real time.
    Animate(AnimateOptions),
    /// Set every law that knows the impact side by side, with which answers are permissible.
    Compare(CompareOptions),
    /// Compute what five papers on impact have published, side by side: a summary, and one page with all figures.
    Reproduce(ReproduceOptions),
    /// Play a shot on a billiard table: the cue strikes, the balls run until they rest.
    Shot(ShotOptions),
    /// Find how a ball was moving and spinning from positions seen on the cloth.
    Recover(RecoverOptions),
    /// Find the parameters of a scene that explain measurements, with their uncertainties.
    Fit(FitOptions),
    /// Open the browser's page, where impacts are seen, changed and compared; served on this machine alone.
    #[command(after_help = "\
Examples:
  carom studio scenes/bouncing-ball.toml
  carom studio scenes/rack-9-ball.toml --export page.html")]
    Studio(StudioOptions),
    /// Solve a scene for many values of its parameters and write one table.
    Sweep(SweepOptions),
    /// List the scenes that come with the command.
    Examples(ExamplesOptions),
    /// Write one of the scenes that come with the command, to begin with.
    Init(InitOptions),
    /// Print the JSON schema of scene files, or of the documents that --json prints.
    #[command(after_help = "\
Editors that know JSON schemas for TOML complete and check scene files with the first, and the field descriptions of the
second are those of the book.

Examples:
  carom schema scene > scene.schema.json
  carom schema document > document.schema.json")]
    Schema {
        /// Of what.
        #[arg(value_parser = schema::subjects(), default_value = "scene")]
        of: schema::Subject,
    },
    /// Print what a shell needs to complete commands, options and values.
    #[command(after_help = "\
Examples:
  carom completions bash > ~/.local/share/bash-completion/completions/carom
  carom completions fish > ~/.config/fish/completions/carom.fish")]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write one for each command.
    #[command(after_help = "\
Examples:
  carom man | man -l -
  carom man ~/.local/share/man/man1")]
    Man {
        /// Folder to write the pages into: carom.1, carom-run.1, ...
        folder: Option<PathBuf>,
    },
    /// Explain a command, or every key of a scene file: `carom help scene`.
    Help(HelpOptions),
}
