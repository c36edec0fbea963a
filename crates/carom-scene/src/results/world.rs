//! The numbers of a world: where everything ends, and where the energy went.

use super::{Column, Evaluation, Listing};
use crate::world::WorldScene;

pub(super) fn columns(world: &WorldScene) -> Vec<Column> {
    let mut list = Listing::default();
    for name in world.names() {
        for (key, parts, unit) in world.final_keys() {
            let path = format!("bodies.{name}.final.{key}");
            match parts {
                [] => list.number(&path, unit),
                parts => list.parts(&path, parts, unit),
            }
        }
    }
    list.parts("energy", &world.energy_keys(), "J");
    list.number("end", "s");
    list.number("events", "");
    list.0
}

pub(super) fn evaluate(world: &WorldScene) -> Result<Evaluation, String> {
    let run = world.run().map_err(|error| world.explain(&error))?;
    let bodies = (0..world.names().len()).flat_map(|body| run.final_values(body));
    let energies = run.energies().into_iter().map(Some);
    let rest = [Some(run.end()), Some(run.instants().len() as f64)];
    let values = bodies.chain(energies).chain(rest).map(|value| value.map(|number| number + 0.0)).collect();
    Ok(Evaluation { outcome: run.ending().name(), values })
}
