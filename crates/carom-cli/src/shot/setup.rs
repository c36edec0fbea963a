//! What the flags of `carom shot` set up: table, balls and their names, and the blow of the cue.

use carom::Stiffness;
use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, TipPoint};
use carom_motion::billiards::rack::{Arrangement, Gaps, Rack};
use carom_motion::billiards::{BallState, State, Table, TableKind};
use nalgebra::{Vector2, vector};

use crate::arguments::ShotOptions;
use crate::failure::Failure;

/// What is on the table before the shot; the cue ball comes first.
#[derive(Debug)]
pub struct Setup {
    pub table: Table,
    pub names: Vec<String>,
    pub balls: Vec<BallState>,
    pub strike: CueStrike,
}

impl Setup {
    pub fn new(options: &ShotOptions) -> Result<Self, Failure> {
        let kind = table_kind(options)?;
        let (table, ball) = (kind.table(), kind.ball());
        let cue_ball = options.cue.map_or_else(|| kind.cue_ball_spot(), |place| vector![place.x, place.y]);
        let (mut names, mut places) = (vec!["cue".to_owned()], vec![cue_ball]);
        for (number, place) in options.ball.iter().enumerate() {
            names.push((number + 1).to_string());
            places.push(vector![place.x, place.y]);
        }
        if let Some(rack) = options.rack {
            let rack = Rack::on_table(rack, &table, ball.radius(), Gaps::Uniform { gap: options.gap });
            for racked in rack.map_err(Failure::bad_input)?.balls() {
                names.push(racked.name.to_string());
                places.push(racked.position);
            }
        }
        let aim = Aim {
            azimuth: options.aim.map_or_else(|| towards(&places, options.rack), f64::to_radians),
            elevation: options.elevation.to_radians(),
            speed: options.speed,
        };
        let still = |place: &Vector2<f64>| BallState { ball, state: State::on_bed(&ball, (*place).into()) };
        let balls: Vec<BallState> = places.iter().map(still).collect();
        let strike = CueStrike {
            cue: cue(options.tip_stiffness)?,
            aim,
            point: TipPoint::Offset { side: options.side, height: options.height },
            ball: BallOnBed::lying_on(&table, &balls[0]),
            model: CueStrike::MODEL,
        };
        Ok(Self { table, names, balls, strike })
    }
}

/// The table asked for, or the one that the rack belongs on.
fn table_kind(options: &ShotOptions) -> Result<TableKind, Failure> {
    match (options.table, options.rack) {
        (None, None) => Ok(TableKind::Pool),
        (Some(table), None) => Ok(table),
        (None, Some(rack)) => Ok(rack.table_kind()),
        (Some(table), Some(rack)) if table == rack.table_kind() => Ok(table),
        (Some(table), Some(rack)) => {
            let (table, rack, right) = (table.name(), rack.name(), rack.table_kind().name());
            Err(Failure::bad_input(format!(
                "a {rack} rack does not belong on a {table} table: expected --table {right}, or none"
            )))
        }
    }
}

/// Azimuth from the cue ball to the first ball of a rack, its apex; along x without a rack.
fn towards(places: &[Vector2<f64>], rack: Option<Arrangement>) -> f64 {
    match (rack, places) {
        (Some(_), [cue_ball, apex, ..]) => libm::atan2(apex.y - cue_ball.y, apex.x - cue_ball.x),
        _ => 0.0,
    }
}

/// A pool cue with a tip of its own.
fn cue(tip_stiffness: f64) -> Result<Cue, Failure> {
    let mut cue = Cue::pool().map_err(Failure::bad_input)?;
    cue.tip.stiffness = Stiffness::new(tip_stiffness).map_err(Failure::bad_input)?;
    Ok(cue)
}
