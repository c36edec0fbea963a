//! `carom compare`.

use std::path::Path;

use carom_scene::{Comparison, ComparisonReport, TextOptions};

use crate::arguments::CompareOptions;
use crate::failure::Failure;
use crate::plot::PictureFormat;
use crate::{input, output, run};

/// Sets every model of a scene's impact side by side.
pub fn compare(options: &CompareOptions) -> Result<(), Failure> {
    let format = options.output.as_deref().map(PictureFormat::of).transpose()?;
    let scene = input::scene(&options.scene)?;
    let comparison = scene.compare();
    let report = ComparisonReport::new(&scene, &comparison);
    let text = if options.json {
        format!("{}\n", report.json())
    } else {
        report.text(TextOptions { all: options.all, colour: run::wants_colour() })
    };
    if let (Some(path), Some(format)) = (&options.output, format) {
        draw(path, format, scene.title(), &comparison)?;
    }
    output::print(&text)
}

/// Draws the impulses of all laws.
pub fn draw(path: &Path, format: PictureFormat, title: &str, comparison: &Comparison) -> Result<(), Failure> {
    let picture = carom_plot::draw_impulse_space(title, comparison).map_err(Failure::bad_input)?;
    output::write_picture(path, format, &picture)
}
