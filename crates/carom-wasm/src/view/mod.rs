//! What a page draws, as JSON with columns of numbers beside it: places and directions in world axes, SI units.

mod columns;
mod course;
mod diagram;
mod impact;
mod plane;
mod world;

use carom_scene::Loaded;
use columns::Columns;
use nalgebra::Vector3;

/// The view of a scene with about that many samples, as [`columns`] says.
pub(crate) fn bytes(loaded: &Loaded, samples: usize) -> Result<Vec<u8>, String> {
    let mut columns = Columns::default();
    let text = match loaded {
        Loaded::Impact(scene) => to_json(&impact::view(scene, samples, &mut columns)),
        Loaded::World(world) => world::json(world, samples)?,
    };
    Ok(columns.beside(text))
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers, strings and lists have a JSON form")
}

fn array(vector: &Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}
