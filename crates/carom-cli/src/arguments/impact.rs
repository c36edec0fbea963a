//! What one does with a scene: solve it, draw it, film it, set laws side by side.

use std::path::PathBuf;

use carom_scene::Interval;
use clap::Args;

use crate::animate::{FilmFormat, film_formats};
use crate::figure::{Figure, figures};
use crate::picture::{DrawnBeside, Format, PictureOptions, formats, length};

/// Options of `carom run`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 solved, 1 could not be solved, 2 bad input.

Examples:
  carom run scenes/ball-ball-table-plastic.toml
  carom run scenes/bouncing-ball.toml --csv --samples 0.5% > course.csv")]
pub struct RunOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// Print one JSON document instead of text: complete, with all digits.
    #[arg(long)]
    pub json: bool,
    /// Show long lists in full.
    #[arg(long)]
    pub all: bool,
    /// Print samples as a table (CSV) instead of text: every contact of an impact with impulse, velocity, force and energy, every body of
    /// a world with position and velocity; two hundred rows unless --samples says otherwise.
    #[arg(long, conflicts_with_all = ["json", "all"])]
    pub csv: bool,
    /// Write that table to a Parquet file instead, with types and units of its columns.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "all", "csv"])]
    pub parquet: Option<PathBuf>,
    /// Also samples every so many seconds, or every part of the whole (1%), in the JSON document or the table; up to a million for all
    /// bodies or contacts together.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub samples: Option<Interval>,
    /// Also exact derivatives of the outcome by everything the scene starts with: a table of what it is most sensitive to, or with
    /// --json the whole matrix with names. For single impacts, by springs, by a law or in sequence, and for
    /// motions.
    #[arg(long, conflicts_with_all = ["csv", "parquet"])]
    pub derivatives: bool,
    /// Also the slopes to either side of every kink, in the document.
    #[arg(long, requires_all = ["derivatives", "json"])]
    pub one_sided: bool,
}

/// A time between samples.
pub(super) fn interval(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a time in seconds above 0".to_owned()),
    }
}

/// Options of `carom plot`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 drawn, 1 could not be solved, 2 bad input.

Examples:
  carom plot scenes/cradle-5.toml -o wave.svg
  carom plot scenes/pencil.toml --figure sliding -o sliding.png")]
pub struct PlotOptions {
    /// Scene file (TOML), or - for standard input; or a table (.csv) that `carom sweep` or `carom run --csv` wrote.
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
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Show what happens up to this time.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// Of a table: the column along the horizontal axis.
    #[arg(long, value_name = "COLUMN")]
    pub x: Option<String>,
    /// Of a table: a column to show; may be given several times. Over a grid of two settings it is shown as a map.
    #[arg(long, value_name = "COLUMN")]
    pub y: Vec<String>,
    /// Height of the figure, such as 60mm; without it its own. Figures with equal scales may be lower.
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true, help_heading = "Picture")]
    pub height: Option<f64>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = formats(), help_heading = "Picture")]
    pub format: Option<Format>,
}

/// A time from the beginning of a motion.
fn time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if time >= 0.0 && time.is_finite() => Ok(time),
        _ => Err("expected a time of 0 or more".to_owned()),
    }
}

/// Options of `carom animate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 made, 1 could not be solved, 2 bad input.

Examples:
  carom animate scenes/cradle-5.toml -o cradle.svg                    an impact in slow motion
  carom animate scenes/motion/power-break.toml -o break.gif --to 4    the first four seconds of a break")]
pub struct AnimateOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// File to write: .svg plays in browsers and is small and sharp; .png (animated) and .gif play nearly everywhere; .mp4 in
    /// lecture halls, if the command was compiled with `--features mp4`; - is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// How long the film plays, in seconds; without it an impact 8, a world as long as it lasts.
    #[arg(long, value_name = "SECONDS", value_parser = film_seconds, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
    /// Frames a second of a .png, .gif or .mp4.
    #[arg(long, value_name = "FRAMES", default_value_t = carom_plot::film::USUAL_RATE, value_parser = frame_rate, allow_negative_numbers = true)]
    pub rate: f64,
    /// Of a world, begin at this time, in seconds.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub from: Option<f64>,
    /// Of a world, end at this time, in seconds.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub to: Option<f64>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = film_formats(), help_heading = "Picture")]
    pub format: Option<FilmFormat>,
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

/// Options of `carom compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 compared, 2 bad input.

Examples:
  carom compare scenes/falling-rod.toml --all
  carom compare scenes/impulse-generic.toml -o space.svg")]
pub struct CompareOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// Print one JSON document instead of a table: complete, with all digits.
    #[arg(long)]
    pub json: bool,
    /// Show every contact.
    #[arg(long)]
    pub all: bool,
    /// Also draw the impulses of all laws, of one contact in its impulse space with the permissible region: .svg, .png or .pdf;
    /// - draws on standard output instead.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How it is drawn.
    #[command(flatten)]
    pub drawn: DrawnBeside,
}
