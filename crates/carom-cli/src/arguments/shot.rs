//! A shot on a billiard table.

use std::path::PathBuf;

use carom_motion::billiards::TableKind;
use carom_motion::billiards::cue::TIP_STIFFNESS;
use carom_motion::billiards::rack::Arrangement;
use clap::Args;

use super::impact::interval;
use crate::picture::DrawnBeside;
use crate::shot::flags::{self, Place};

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
    pub drawn: DrawnBeside,
}
