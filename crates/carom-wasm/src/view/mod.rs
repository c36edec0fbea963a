//! What a page draws, as JSON: places and directions in world axes, SI units, one array of numbers for each quantity.

mod diagram;
mod impact;
mod plane;
mod world;

use carom_scene::Loaded;
use nalgebra::Vector3;

/// The view of a scene with about that many samples.
pub(crate) fn json(loaded: &Loaded, samples: usize) -> Result<String, String> {
    match loaded {
        Loaded::Impact(scene) => Ok(to_json(&impact::view(scene, samples))),
        Loaded::World(world) => world::json(world, samples),
    }
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers, strings and lists have a JSON form")
}

fn array(vector: &Vector3<f64>) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}
