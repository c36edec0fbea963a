//! `carom studio`: the browser's page, served on this machine alone or written to a file.

mod page;
mod server;

use std::path::Path;

use crate::arguments::StudioOptions;
use crate::failure::Failure;
use crate::{input, output};

/// Serves the page until it is interrupted, or writes it.
pub fn studio(options: &StudioOptions) -> Result<(), Failure> {
    let page = page::found()?;
    let scene = options.scene.as_deref();
    match &options.export {
        Some(path) => export(&page, scene, path),
        None => server::serve(&page, scene, options),
    }
}

fn export(page: &str, scene: Option<&Path>, path: &Path) -> Result<(), Failure> {
    let text = scene.map(input::text).transpose()?.map(|(_, text)| text);
    output::write_file(path, page::with_scene(page, text.as_deref())?.as_bytes())?;
    output::print(&format!("{}: opens in any browser\n", path.display()))
}
