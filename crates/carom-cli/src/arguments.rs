//! The command line.

use std::path::PathBuf;

use carom_motion::billiards::TableKind;
use carom_motion::billiards::cue::TIP_STIFFNESS;
use carom_motion::billiards::rack::Arrangement;
use carom_reproduce::Paper;
use carom_scene::Interval;
use carom_sweep::{Setting, Shard};
use clap::{Args, Parser, Subcommand};

use crate::animate::{FilmFormat, film_formats};
use crate::figure::{Figure, figures};
use crate::picture::{Format, PictureFormat, PictureOptions, formats, length, picture_formats};
use crate::reproduce;
use crate::schema;
use crate::shot::flags::{self, Place};

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
        #[arg(value_parser = schema::subjects())]
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

/// Options of `carom help`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom help scene           every key of every kind of scene file
  carom help scene contact   the keys of [[contact]] and [contact_defaults]")]
pub struct HelpOptions {
    /// A command, or `scene`.
    #[arg(value_name = "TOPIC")]
    pub topic: Option<String>,
    /// Of the scene file: which tables, by a part of their name.
    #[arg(value_name = "TABLE")]
    pub table: Option<String>,
}

/// Options of `carom sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
A setting is PATH=VALUES. The path goes through the scene file; bodies and contacts are called by their number from 0
or by their name, axes x, y, z:
  contact.0.friction   contact.ball-table.friction   body.upper.velocity.z   contact_defaults.restitution
A key that the file does not have yet is added. Values are
  0:1:101              101 values from 0 to 1
  log(1e-3:10:5)       5 values in equal ratios
  0.1,0.2,0.5          a list; also of words: hardening,mono-stiffness
  normal(0.9, 0.02)    a draw for each row, with mean and standard deviation
  uniform(0, 1)        a draw for each row, evenly distributed
Several settings give every combination, the last one changing fastest; drawn ones give --draws rows for each.

The table has a column for each setting, a status, a column for each result, and a message. A row that cannot be
solved says so there: `refused` if the scene with its values is none, `error` if it has no solution. Row i is the same
whatever computes it. A run that is broken off goes on where it was when it is called again.

Exit status: 0 some rows are solved, 1 none is or the run was broken off, 2 bad input.

Examples:
  carom sweep scenes/bouncing-ball.toml --set contact.0.friction=0:1:101 -o friction.csv
  carom sweep scenes/pencil.toml --set 'contact.0.friction=normal(0.8, 0.05)' --draws 1000 --get energy --shard 1/8")]
pub struct SweepOptions {
    /// Scene file (TOML), or - for standard input.
    pub scene: PathBuf,
    /// What to vary; may be given several times.
    #[arg(long, value_name = "PATH=VALUES", required = true)]
    pub set: Vec<Setting>,
    /// Which results to keep, by path or its beginning, such as bodies.upper.velocity or energy; without it all of them. May be
    /// given several times.
    #[arg(long, value_name = "PATH")]
    pub get: Vec<String>,
    /// Table to write: .parquet with types, units and origin of its columns, anything else as CSV; without it, or with -, CSV to
    /// standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Rows for each combination of values, if some are drawn at random.
    #[arg(long, value_name = "COUNT", default_value = "100", value_parser = clap::value_parser!(u64).range(1..))]
    pub draws: u64,
    /// Random values follow from this number.
    #[arg(long, value_name = "NUMBER", default_value = "0")]
    pub seed: u64,
    /// Only one of several parts of the rows, numbered from 1: 2/8 is the second of eight. Parts have a header each, and the same rows
    /// as one run.
    #[arg(long, value_name = "NUMBER/COUNT", default_value = "1/1", hide_default_value = true)]
    pub shard: Shard,
    /// How many threads work; without it, one for each processor.
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Options of `carom examples`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom examples
  carom examples friction ball    those about both")]
pub struct ExamplesOptions {
    /// Only those whose name or description holds all these words.
    pub words: Vec<String>,
}

/// Options of `carom init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 written, 2 there is no such scene, or a file of that name is there already.

Examples:
  carom init cradle-5
  carom init motion/draw-shot -o shot.toml")]
pub struct InitOptions {
    /// Which scene, as `carom examples` calls it.
    pub name: String,
    /// File or folder to write to, or - for standard output; without it, a file of the scene's name here.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write over a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// Options of `carom studio`.
#[derive(Debug, Args)]
pub struct StudioOptions {
    /// Scene file (TOML) that the page opens with, read anew whenever the page is loaded; or - for standard input.
    pub scene: Option<PathBuf>,
    /// Write the page to this file instead, with the scene in it: one file that opens in any browser.
    #[arg(long, value_name = "FILE.html")]
    pub export: Option<PathBuf>,
    /// Port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = 0, conflicts_with = "export")]
    pub port: u16,
    /// Only say where the page is; open no browser.
    #[arg(long, conflicts_with = "export")]
    pub no_browser: bool,
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

Exit status: 0 recovered, 1 the samples leave the motion open, 2 bad input.

Examples:
  carom recover scenes/recovery/masse.toml
  carom recover scenes/recovery/masse-cloth.toml --json")]
pub struct RecoverOptions {
    /// Recovery file (TOML), or - for standard input.
    pub recovery: PathBuf,
    /// Print one JSON document instead of text: complete, with all digits.
    #[arg(long)]
    pub json: bool,
}

/// Options of `carom fit`.
#[derive(Debug, Args)]
#[command(after_help = "\
A fit file is TOML:
  scene = \"drop.toml\"                      # or the tables of a scene: [[scene.body]] ...
  [fit]
  data = \"drops.csv\"                       # one row an impact; columns are paths, or named below
  loss = \"cauchy\"                          # bears outliers; without it, squares
  [[parameter]]
  at = \"contact.0.friction\"                # range = [0, 1] and guess = 0.3 if you like
  [[column]]
  name = \"vz1\"                             # in the table; its unit may stand there: vz1 [mm/s]
  is = \"bodies.ball.velocity.z\"            # before: body.ball.velocity.z
  noise = 0.01                              # without it, from the scatter
`carom help scene fit` has every key.

Exit status: 0 fitted, 1 the rows cannot be solved, 2 bad input.

Examples:
  carom fit scenes/fit/dropped-block.toml --profile -o residuals.svg
  carom fit scenes/fit/dropped-block.toml --compare")]
pub struct FitOptions {
    /// Fit file (TOML).
    pub fit: PathBuf,
    /// Also follow how the cost grows about each parameter: intervals that need not be symmetric.
    #[arg(long)]
    pub profile: bool,
    /// Fit every law that applies on a part of the rows, let it predict the rest, and print one table.
    #[arg(long, conflicts_with_all = ["profile", "output"])]
    pub compare: bool,
    /// Print one JSON document instead of text: complete, with all digits.
    #[arg(long)]
    pub json: bool,
    /// Also draw the residuals of every column, and the profiles: .svg, .png or .pdf; - draws on standard output instead.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How it is drawn.
    #[command(flatten)]
    pub picture: PictureOptions,
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = picture_formats(), help_heading = "Picture")]
    pub format: Option<PictureFormat>,
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
    pub picture: PictureOptions,
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = picture_formats(), help_heading = "Picture")]
    pub format: Option<PictureFormat>,
}

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
    /// --json the whole matrix with names. For impacts with springs.
    #[arg(long, conflicts_with_all = ["csv", "parquet"])]
    pub derivatives: bool,
    /// Also the slopes to either side of every kink, in the document.
    #[arg(long, requires_all = ["derivatives", "json"])]
    pub one_sided: bool,
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
pub fn time(text: &str) -> Result<f64, String> {
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

/// Options of `carom reproduce`.
#[derive(Debug, Args)]
#[command(after_help = "\
The JSON document:
  { stands, papers: [ { key, name, citation, counts: { VERDICT: n },
      items: [ { label, anchor, title, about, error,
        claims: [ { what, published, computed, difference, emulated, correct, tolerance,
                    verdict, declared, stands, reason, remark, erratum } ] } ] } ] }
What does not apply is left out. Verdicts: reproduced, emulated, misprint, refuted, not-reproducible.

Exit status: 0 every verdict is the declared one, 1 one has changed or could not be found, 2 bad input.

Examples:
  carom reproduce
  carom reproduce jia2012 --all --figures figures")]
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

Exit status: 0 played, 1 could not be played to its end, 2 bad input.

Examples:
  carom shot --speed 8 --rack 9-ball -o break.svg   a break
  carom shot --speed 2 --ball 0,0 --height -0.4     a draw shot")]
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
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = picture_formats(), help_heading = "Picture")]
    pub format: Option<PictureFormat>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    /// The examples at the end of a command's help.
    fn examples(command: &clap::Command) -> Vec<String> {
        let help = command.clone().render_help().to_string();
        let (_, examples) =
            help.rsplit_once("\nExamples:\n").unwrap_or_else(|| panic!("no examples in\n{help}"));
        examples.trim_end().lines().map(str::to_owned).collect()
    }

    /// The words of an example as a shell sees them, without the remark behind it and without redirections.
    fn words(example: &str) -> Vec<String> {
        let command = example.trim().split("   ").next().unwrap_or_default();
        let command = command.split(" > ").next().unwrap_or_default().split(" | ").next().unwrap_or_default();
        let mut words = Vec::new();
        for (number, part) in command.split('\'').enumerate() {
            match number % 2 {
                0 => words.extend(part.split_whitespace().map(str::to_owned)),
                _ => words.push(part.to_owned()),
            }
        }
        words
    }

    #[test]
    fn every_help_ends_with_two_examples_that_the_command_takes() {
        let arguments = Arguments::command();
        for command in std::iter::once(&arguments).chain(arguments.get_subcommands()) {
            let examples = examples(command);
            assert_eq!(examples.len(), 2, "{}: {examples:?}", command.get_name());
            for example in examples {
                let parsed = Arguments::try_parse_from(words(&example));
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }
}
