//! What a shot needs to know of tables and racks before it is a scene.

use carom_motion::billiards::TableKind;
use carom_motion::billiards::rack::{Arrangement, Gaps, Rack};
use pyo3::prelude::*;

/// A place on the bed, in metres from the middle of the table.
type Place = [f64; 2];
/// Table, place of the cue ball, place of the first ball of the rack.
type Opening = (&'static str, Place, Option<Place>);

/// The table that is played on, where its cue ball lies when the game begins, and where the first ball of the rack stands, if there
/// is one; metres from the middle of the table. Without a table it is the one that the rack belongs on. Nothing if nobody knows the
/// table: the scene will be refused.
#[pyfunction]
pub fn opening(table: Option<&str>, rack: Option<&str>) -> Option<Opening> {
    let rack = rack.and_then(|name| Arrangement::ALL.into_iter().find(|known| known.name() == name));
    let kind = match table {
        Some(name) => TableKind::ALL.into_iter().find(|kind| kind.name() == name)?,
        None => rack.map_or(TableKind::Pool, Arrangement::table_kind),
    };
    let apex = rack.and_then(|rack| {
        let balls =
            Rack::on_table(rack, &kind.table(), kind.ball().radius(), Gaps::Uniform { gap: 0.0 }).ok()?;
        balls.balls().first().map(|ball| ball.position.into())
    });
    Some((kind.name(), kind.cue_ball_spot().into(), apex))
}
