//! Studies: a scene for many values, values from measurements, what papers have published.

use std::path::PathBuf;

use carom_reproduce::Paper;
use carom_sweep::{Setting, Shard};
use clap::Args;

use crate::picture::DrawnBeside;
use crate::reproduce;

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
    pub drawn: DrawnBeside,
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
