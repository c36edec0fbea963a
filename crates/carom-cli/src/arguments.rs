//! The command line.

use std::path::PathBuf;

use carom_motion::billiards::TableKind;
use carom_motion::billiards::cue::TIP_STIFFNESS;
use carom_motion::billiards::rack::Arrangement;
use carom_reproduce::Paper;
use clap::{Args, Parser, Subcommand};

use crate::figure::{Figure, figures};
use crate::picture::{PictureOptions, length};
use crate::reproduce;
use crate::shot::flags::{self, Place};

/// Simultaneous impacts of rigid bodies.
#[derive(Debug, Parser)]
#[command(
    name = "carom",
    version,
    about = "What happens when rigid bodies hit each other at several points at once",
    after_help = "`carom help scene` lists every key of a scene file.\n\nExit status: 0 solved, 1 could not be solved, 2 bad input.",
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
    /// Check a scene file or a recovery file without solving it.
    Check {
        /// Scene or recovery file (TOML), or - for standard input.
        scene: PathBuf,
    },
    /// Solve an impact, or follow a world in motion, and draw it.
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
    /// Explain a command, or every key of a scene file: `carom help scene`.
    Help(HelpOptions),
}

/// Options of `carom help`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom help scene           every key of every kind of scene file
  carom help scene contact   the keys of [[contact]] and [contact_defaults]
  carom help run             what `carom run --help` says")]
pub struct HelpOptions {
    /// A command, or `scene`.
    #[arg(value_name = "TOPIC")]
    pub topic: Option<String>,
    /// Of the scene file: which tables, by a part of their name.
    #[arg(value_name = "TABLE")]
    pub table: Option<String>,
}

/// Options of `carom recover`.
#[derive(Debug, Args)]
#[command(after_help = "\
A recovery file is TOML:
  [recovery]
  ball = \"pool\"                   # or radius = 0.0305, metres
  sliding_friction = 0.2          # of the cloth; or \"sought\"
  rolling_resistance = \"sought\"   # deceleration over gravity
  noise = 0.001                   # of a coordinate, metres; without it, from the scatter
  file = \"track.csv\"              # lines of time, x, y; or samples = [[0, 0.1, 0.2], ...]

Exit status: 0 recovered, 1 the samples leave the motion open, 2 bad input.")]
pub struct RecoverOptions {
    /// Recovery file (TOML), or - for standard input.
    pub recovery: PathBuf,
    /// Print one JSON document instead of text: complete, with all digits.
    #[arg(long)]
    pub json: bool,
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
    /// Also draw the impulses of all laws, with the permissible region, for a scene with one contact: .svg, .png or .pdf; - draws
    /// on standard output instead.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
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
    /// For a world, also positions and velocities every so many seconds, in the JSON document; up to a million rows for all bodies
    /// together.
    #[arg(long, value_name = "SECONDS", requires = "json", value_parser = interval)]
    pub samples: Option<f64>,
}

/// A time between samples.
fn interval(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a time in seconds above 0".to_owned()),
    }
}

/// Options of `carom plot`.
#[derive(Debug, Args)]
pub struct PlotOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// File to write: .svg, .png, .pdf, or .dot for the transition diagram as a graph; - for standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Which figure; without it the one that fits the scene best.
    #[arg(short, long, value_name = "KIND", value_parser = figures())]
    pub figure: Option<Figure>,
    /// Which contact the figures of one contact (impulse-curve, sliding) show, by name or by number from 1; without it
    /// the one with friction that is pressed hardest.
    #[arg(short, long, value_name = "CONTACT")]
    pub contact: Option<String>,
    /// Show what happens from this time on, in seconds (of an impact without real stiffnesses, in its relative time).
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub from: Option<f64>,
    /// Show what happens up to this time.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub to: Option<f64>,
    /// Height of the figure, such as 60mm; without it its own. Figures with equal scales may be lower.
    #[arg(long, value_name = "LENGTH", value_parser = length, help_heading = "Picture")]
    pub height: Option<f64>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
}

/// A time from the beginning of a motion.
pub fn time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if time >= 0.0 && time.is_finite() => Ok(time),
        _ => Err("expected a time of 0 or more".to_owned()),
    }
}

/// Options of `carom animate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom animate scenes/cradle-5.toml -o cradle.svg                     an impact in slow motion
  carom animate scenes/motion/break-9-ball.toml -o break.gif --to 4    the first four seconds of a break

Exit status: 0 made, 1 could not be solved, 2 bad input.")]
pub struct AnimateOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// File to write: .svg plays in browsers and is small and sharp; .png (animated) and .gif play nearly everywhere; - is standard
    /// output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How long the film plays, in seconds; without it an impact 8, a world as long as it lasts.
    #[arg(long, value_name = "SECONDS", value_parser = film_seconds)]
    pub seconds: Option<f64>,
    /// Frames a second of a .png or .gif.
    #[arg(long, value_name = "FRAMES", default_value_t = carom_plot::film::USUAL_RATE, value_parser = frame_rate)]
    pub rate: f64,
    /// Of a world, begin at this time, in seconds.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub from: Option<f64>,
    /// Of a world, end at this time, in seconds.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub to: Option<f64>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
}

fn film_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.1..=600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0.1 to 600".to_owned()),
    }
}

fn frame_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (1.0..=100.0).contains(&rate) => Ok(rate),
        _ => Err("expected frames a second from 1 to 100".to_owned()),
    }
}

/// Options of `carom reproduce`.
#[derive(Debug, Args)]
#[command(after_help = "\
The JSON document:
  { stands, papers: [ { key, name, citation, counts: { VERDICT: n },
      items: [ { label, anchor, title, about, error,
        claims: [ { what, published, computed, difference, emulated, correct, tolerance,
                    verdict, declared, stands, reason, remark, erratum } ] } ] } ] }
What does not apply is left out. Verdicts: reproduced, emulated, misprint, refuted, not-reproducible.

Exit status: 0 every verdict is the declared one, 1 one has changed or could not be found, 2 bad input.")]
pub struct ReproduceOptions {
    /// Which papers; without any, all of them.
    #[arg(value_name = "PAPER", value_parser = reproduce::papers(), ignore_case = true)]
    pub papers: Vec<Paper>,
    /// The page to write.
    #[arg(short, long, value_name = "FILE", default_value = "reproduction.html")]
    pub output: PathBuf,
    /// Print every claim, not only a line for each table and figure.
    #[arg(long, conflicts_with = "json")]
    pub all: bool,
    /// Also write every figure as an SVG file into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub figures: Option<PathBuf>,
    /// Print one JSON document instead of the summary: every claim with what was published, what is computed and its verdict.
    #[arg(long)]
    pub json: bool,
}

/// Options of `carom shot`. Places are in metres from the middle of the table, x along it and y across it, to the left.
#[derive(Debug, Args)]
#[command(after_help = "\
Places are in metres from the middle of the table, x along it, y across it to the left.

Examples:
  carom shot --speed 8 --rack 9-ball              a break
  carom shot --speed 2 --ball 0,0 --height -0.4   a draw shot
  carom shot --speed 5 --elevation 45             a jump

Exit status: 0 played, 1 could not be played to its end, 2 bad input.")]
pub struct ShotOptions {
    /// Also draw the paths of the balls: .svg, .png or .pdf; - draws on standard output instead of the report.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Which table; without it the one that the rack belongs on, or pool.
    #[arg(long, value_name = "TABLE", value_parser = flags::tables())]
    pub table: Option<TableKind>,
    /// Speed of the cue before the blow, in metres per second.
    #[arg(long, value_name = "M/S", default_value = "2", value_parser = flags::speed, allow_negative_numbers = true)]
    pub speed: f64,
    /// Where the cue points, in degrees from x towards y; without it at the apex of the rack, or along x.
    #[arg(long, value_name = "DEGREES", value_parser = flags::angle, allow_negative_numbers = true)]
    pub aim: Option<f64>,
    /// How far the butt of the cue is raised, in degrees: 0 level, 90 straight down.
    #[arg(long, value_name = "DEGREES", default_value = "0", value_parser = flags::elevation, allow_negative_numbers = true)]
    pub elevation: f64,
    /// Where the tip meets the ball: to the right of its centre, in radii.
    #[arg(long, value_name = "RADII", default_value = "0", value_parser = flags::offset, allow_negative_numbers = true)]
    pub side: f64,
    /// Where the tip meets the ball: above its centre, in radii.
    #[arg(long, value_name = "RADII", default_value = "0", value_parser = flags::offset, allow_negative_numbers = true)]
    pub height: f64,
    /// Stiffness of the cue's tip on the ball, in newtons per metre: leather is some 1e6, phenolic harder.
    #[arg(long, value_name = "N/M", default_value_t = TIP_STIFFNESS, value_parser = flags::tip_stiffness, allow_negative_numbers = true)]
    pub tip_stiffness: f64,
    /// Where the cue ball lies; without it where the game begins.
    #[arg(long, value_name = "X,Y", value_parser = flags::place, allow_hyphen_values = true)]
    pub cue: Option<Place>,
    /// Where an object ball lies; may be given many times.
    #[arg(long, value_name = "X,Y", value_parser = flags::place, allow_hyphen_values = true)]
    pub ball: Vec<Place>,
    /// Balls set up for a break, instead of --ball.
    #[arg(long, value_name = "RACK", conflicts_with = "ball", value_parser = flags::racks())]
    pub rack: Option<Arrangement>,
    /// Gap between neighbours in the rack, in diameters: 0 is a tight rack.
    #[arg(long, value_name = "DIAMETERS", default_value = "0", value_parser = flags::gap, requires = "rack", allow_negative_numbers = true)]
    pub gap: f64,
    /// Stop after so many seconds; without it when all balls are at rest.
    #[arg(long, value_name = "SECONDS", value_parser = flags::seconds, allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// Print one JSON document instead of text: complete, with all digits and every path in closed form.
    #[arg(long)]
    pub json: bool,
    /// Also positions and velocities every so many seconds, in the JSON document; up to a million rows for all balls together.
    #[arg(long, value_name = "SECONDS", requires = "json", value_parser = interval)]
    pub samples: Option<f64>,
    /// Show all events.
    #[arg(long)]
    pub all: bool,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
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
