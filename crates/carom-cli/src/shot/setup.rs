//! What the flags of `carom shot` set up: table, balls and their names, and the blow of the cue.

use carom::{InputError, Model, Stiffness};
use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, TIP_STIFFNESS, TipPoint};
use carom_motion::billiards::rack::{Gaps, PINK_GAP, Rack, RackError, RackFrame, SnookerTable};
use carom_motion::billiards::{Ball, Table};
use nalgebra::{Vector2, vector};

use super::flags::{RackKind, RackName, TableName};
use crate::arguments::ShotOptions;
use crate::failure::Failure;

/// Where the cue ball starts at snooker: on the baulk line, 0.737 m from the bottom cushion, between the brown and the green.
const BAULK_LINE: f64 = 0.737;
/// Half the radius of the D.
const IN_THE_D: f64 = 0.146;

/// What is on the table before the shot; the cue ball comes first.
#[derive(Debug)]
pub struct Setup {
    pub table_name: TableName,
    pub table: Table,
    pub ball: Ball,
    pub names: Vec<String>,
    pub places: Vec<Vector2<f64>>,
    pub strike: CueStrike,
}

impl Setup {
    pub fn new(options: &ShotOptions) -> Result<Self, Failure> {
        let table_name = table_name(options)?;
        let (table, ball) = match table_name {
            TableName::Pool => (Table::pool_nine_foot(), Ball::POOL),
            TableName::Snooker => (Table::snooker_twelve_foot(), Ball::SNOOKER),
            TableName::Carom => (Table::carom(), Ball::CAROM),
        };
        let cue_ball =
            options.cue.map_or_else(|| start(table_name, &table), |place| vector![place.x, place.y]);
        let (mut names, mut places) = (vec!["cue".to_owned()], vec![cue_ball]);
        for (number, place) in options.ball.iter().enumerate() {
            names.push((number + 1).to_string());
            places.push(vector![place.x, place.y]);
        }
        if let Some(rack) = options.rack {
            for racked in set_up(rack, &table, &ball, options.gap).map_err(Failure::bad_input)?.balls() {
                names.push(racked.name.to_string());
                places.push(racked.position);
            }
        }
        let aim = Aim {
            azimuth: options.aim.map_or_else(|| towards(&places, options.rack), f64::to_radians),
            elevation: options.elevation.to_radians(),
            speed: options.speed,
        };
        let point = TipPoint::Offset { side: options.side, height: options.height };
        let strike = strike(&table, &ball, cue_ball, aim, point).map_err(Failure::bad_input)?;
        Ok(Self { table_name, table, ball, names, places, strike })
    }
}

/// The table asked for, or the one that the rack belongs on.
fn table_name(options: &ShotOptions) -> Result<TableName, Failure> {
    match (options.table, options.rack) {
        (None, None) => Ok(TableName::Pool),
        (Some(table), None) => Ok(table),
        (None, Some(rack)) => Ok(rack.table()),
        (Some(table), Some(rack)) if table == rack.table() => Ok(table),
        (Some(table), Some(rack)) => {
            let (table, rack, right) = (table.word(), rack.word(), rack.table().word());
            Err(Failure::bad_input(format!(
                "a {rack} rack does not belong on a {table} table: expected --table {right}, or none"
            )))
        }
    }
}

/// Where the cue ball lies if nothing is said: on the head spot; at snooker in the D.
fn start(name: TableName, table: &Table) -> Vector2<f64> {
    let length = table.outline.length();
    match name {
        TableName::Pool | TableName::Carom => vector![-0.25 * length, 0.0],
        TableName::Snooker => vector![BAULK_LINE - 0.5 * length, IN_THE_D],
    }
}

fn set_up(rack: RackName, table: &Table, ball: &Ball, gap: f64) -> Result<Rack, RackError> {
    let (length, gaps) = (table.outline.length(), Gaps::Uniform { gap });
    match rack.kind() {
        RackKind::Pool(shape) => {
            let frame = RackFrame { spot: vector![0.25 * length, 0.0], direction: Vector2::x() };
            Rack::pool(shape, frame, ball.radius(), gaps)
        }
        RackKind::Snooker => {
            let table = SnookerTable { centre: Vector2::zeros(), direction: Vector2::x(), length };
            Rack::snooker(table, ball.radius(), gaps, PINK_GAP)
        }
    }
}

/// Azimuth from the cue ball to the first ball of a rack, its apex; along x without a rack.
fn towards(places: &[Vector2<f64>], rack: Option<RackName>) -> f64 {
    match (rack, places) {
        (Some(_), [cue_ball, apex, ..]) => (apex.y - cue_ball.y).atan2(apex.x - cue_ball.x),
        _ => 0.0,
    }
}

/// A pool cue against a ball on the table's bed.
fn strike(
    table: &Table,
    ball: &Ball,
    position: Vector2<f64>,
    aim: Aim,
    point: TipPoint,
) -> Result<CueStrike, InputError> {
    let on_bed = BallOnBed {
        mass: ball.mass(),
        radius: ball.radius(),
        position,
        restitution: table.bed.restitution,
        friction: table.bed.friction,
        stiffness_ratio: Stiffness::new(table.bed.stiffness.value() / TIP_STIFFNESS)?,
    };
    Ok(CueStrike { cue: Cue::pool()?, aim, point, ball: on_bed, model: Model::default() })
}
