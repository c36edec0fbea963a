//! `carom studio`: the browser's page, served on this machine alone or written to a file.

mod server;

use std::path::Path;

use crate::arguments::StudioOptions;
use crate::failure::Failure;
use crate::{input, output};

/// Serves the page until it is interrupted, or writes it.
pub fn studio(options: &StudioOptions) -> Result<(), Failure> {
    let page = carom_studio::found().map_err(Failure::unsolved)?;
    let scene = options.scene.as_deref();
    match &options.export {
        Some(path) => export(&page, scene, path),
        None => server::serve(&page, scene, options),
    }
}

fn export(page: &str, scene: Option<&Path>, path: &Path) -> Result<(), Failure> {
    let text = scene.map(input::text).transpose()?.map(|(_, text)| text);
    let page = carom_studio::with_scene(page, text.as_deref()).map_err(Failure::unsolved)?;
    output::write_file(path, page.as_bytes())?;
    output::print(&format!("{}: opens in any browser\n", path.display()))
}
