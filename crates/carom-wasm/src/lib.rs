//! The engine for the browser: every function takes the text of a scene and gives bytes.
//!
//! Compiled for `wasm32-unknown-unknown` the functions are exports that `studio/src/engine` calls; natively they are
//! ordinary ones, which the tests use. Bytes cross the border by the protocol of `wasm-minimal-protocol`: the host
//! is asked for the arguments and handed the result, so there is no unsafe code here and no generated glue there.
//!
//! A function fails with a sentence for the reader. What is wrong with a scene file is no failure of
//! [`problems`], which tells it with its places.
//!
//! No physics, no judgement: this crate calls `carom-scene` and `carom-plot` and writes down what they say.

// What the macros of the protocol expand to has no documentation.
#![cfg_attr(target_arch = "wasm32", allow(missing_docs))]

mod derivatives;
mod figure;
mod keys;
mod problems;
mod view;

use carom_scene::{ComparisonReport, Loaded, Moment, Report, Scene, TextOptions, WorldReport};

#[cfg(target_arch = "wasm32")]
use wasm_minimal_protocol::{initiate_protocol, wasm_func};

#[cfg(target_arch = "wasm32")]
initiate_protocol!();

/// The bytes that `carom run --json` prints for the scene.
///
/// # Errors
/// What is wrong with the file, as the command shows it.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn document(scene: &[u8]) -> Result<Vec<u8>, String> {
    let json = match load(scene)? {
        Loaded::Impact(scene) => Report::new(&scene, &scene.solve()).json(),
        Loaded::World(world) => WorldReport::new(&world, &world.run()).json(None),
    };
    Ok(format!("{json}\n").into_bytes())
}

/// The report that `carom run` prints for the scene, without colours.
///
/// # Errors
/// As [`document`].
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn report(scene: &[u8]) -> Result<Vec<u8>, String> {
    let options = TextOptions { all: false, colour: false };
    let text = match load(scene)? {
        Loaded::Impact(scene) => Report::new(&scene, &scene.solve()).text(options),
        Loaded::World(world) => WorldReport::new(&world, &world.run()).text(options),
    };
    Ok(text.into_bytes())
}

/// What is wrong with the scene file: a JSON object with `problems` (each with `start` and `end` in UTF-16 units, `line`,
/// `column`, `message`) and `text`, all of them as the command shows them. No problems: an empty list.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn problems(scene: &[u8]) -> Vec<u8> {
    problems::json(&String::from_utf8_lossy(scene)).into_bytes()
}

/// What a page draws of the scene: a JSON object with the bodies, contacts and sampled course of an impact, or the table
/// and sampled motion of a world. Numbers of a course are columns beside it: the bytes are the length of the text (eight, the lowest
/// first), the text, and all numbers, eight bytes each; a column is given by the first of its numbers and how many there are. The
/// second argument is how many samples there should be about, in digits.
///
/// # Errors
/// As [`document`], or a number of samples that is none.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn view(scene: &[u8], samples: &[u8]) -> Result<Vec<u8>, String> {
    let samples = text(samples)?;
    let count: usize =
        samples.parse().map_err(|_| format!("{samples:?} is no number of samples: expected digits"))?;
    view::bytes(&load(scene)?, count)
}

/// One impact of a world as a scene of its own, in TOML. The second argument is the number of its event in the document of the
/// world, counted from 0, in digits; or `cue` for the blow of the cue.
///
/// # Errors
/// As [`document`], or that there is no impact there.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn impact_scene(world: &[u8], moment: &[u8]) -> Result<Vec<u8>, String> {
    let name = text(moment)?;
    let moment = match name {
        "cue" => Moment::Cue,
        digits => Moment::Event(digits.parse().map_err(|_| format!("{digits:?} is no number of an event"))?),
    };
    let Loaded::World(world) = load(world)? else {
        return Err("this is a single impact: expected a world in motion, with [world]".to_owned());
    };
    match world.impact_scene(moment) {
        Ok(Some(scene)) => Ok(scene.into_bytes()),
        Ok(None) => Err(format!("there is no impact at event {name}")),
        Err(error) => Err(world.explain(&error)),
    }
}

/// The names of the figures that suit the scene, best first, one a line.
///
/// # Errors
/// As [`document`].
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn figures(scene: &[u8]) -> Result<Vec<u8>, String> {
    Ok(figure::fitting(&load(scene)?).join("\n").into_bytes())
}

/// A figure as an SVG document, by its name. The last argument is the index of a contact for figures of one, or empty.
///
/// # Errors
/// As [`document`], or why this figure cannot be drawn of this scene.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn figure(scene: &[u8], name: &[u8], contact: &[u8]) -> Result<Vec<u8>, String> {
    let contact = match text(contact)? {
        "" => None,
        digits => Some(digits.parse().map_err(|_| format!("{digits:?} is no index of a contact"))?),
    };
    figure::svg(&load(scene)?, text(name)?, contact).map(String::into_bytes)
}

/// The keys of scene files with their units, ranges and meanings: a JSON object with the kinds of files by their names, and the units
/// that numbers may be written with.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn keys() -> Vec<u8> {
    keys::json().into_bytes()
}

/// The bytes that `carom compare --json` prints for the scene.
///
/// # Errors
/// As [`document`], or that the scene is a world.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn compare(scene: &[u8]) -> Result<Vec<u8>, String> {
    let scene = impact(load(scene)?)?;
    let comparison = scene.compare();
    Ok(format!("{}\n", ComparisonReport::new(&scene, &comparison).json()).into_bytes())
}

/// Derivatives of the outcome of an impact, and what it is most sensitive to: a JSON object with `strongest`, `rows`, `columns`, `matrix`
/// and `kinks`.
///
/// # Errors
/// As [`document`], that the scene is a world, or why the impact has no derivatives.
#[cfg_attr(target_arch = "wasm32", wasm_func)]
pub fn derivatives(scene: &[u8]) -> Result<Vec<u8>, String> {
    derivatives::json(&impact(load(scene)?)?).map(String::into_bytes)
}

fn load(scene: &[u8]) -> Result<Loaded, String> {
    let scene = text(scene)?;
    carom_scene::load(scene).map_err(|found| problems::rendered(&found, scene))
}

fn impact(loaded: Loaded) -> Result<Scene, String> {
    match loaded {
        Loaded::Impact(scene) => Ok(scene),
        Loaded::World(_) => {
            Err("this is a world in motion: expected a single impact, without [world]".to_owned())
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| format!("not UTF-8 text: {error}"))
}
