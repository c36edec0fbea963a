//! Samples of a world: where every body is and how it moves.

use super::{Cell, Interval, Samples, SamplesError, instants};
use crate::results::Column;
use crate::world::{WorldRun, WorldScene};

pub(super) fn samples(
    world: &WorldScene,
    run: &WorldRun,
    interval: Interval,
) -> Result<Samples, SamplesError> {
    let bodies = world.names().len();
    let row = |&time: &f64| {
        let cells = (0..bodies).flat_map(|body| run.state_values(body, time));
        std::iter::once(time).chain(cells).map(|number| Cell::Number(number + 0.0)).collect()
    };
    let times = instants(run.end(), interval, bodies)?;
    Ok(Samples { columns: columns(world), rows: times.iter().map(row).collect() })
}

fn columns(world: &WorldScene) -> Vec<Column> {
    let mut columns = vec![Column { path: "time".to_owned(), unit: "s" }];
    for name in world.names() {
        for (key, parts, unit) in world.state_keys() {
            let path = format!("bodies.{name}.{key}");
            match parts {
                [] => columns.push(Column { path, unit }),
                parts => {
                    columns.extend(parts.iter().map(|part| Column { path: format!("{path}.{part}"), unit }));
                }
            }
        }
    }
    columns
}
