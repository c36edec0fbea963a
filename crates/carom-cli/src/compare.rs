//! `carom compare`.

use carom_scene::{ComparisonReport, TextOptions};

use crate::arguments::CompareOptions;
use crate::failure::Failure;
use crate::{input, output, run};

/// Sets every model of a scene's impact side by side.
pub fn compare(options: &CompareOptions) -> Result<(), Failure> {
    let scene = input::scene(&options.scene)?;
    let comparison = scene.compare();
    let report = ComparisonReport::new(&scene, &comparison);
    let text = if options.json {
        format!("{}\n", report.json())
    } else {
        report.text(TextOptions { all: options.all, colour: run::wants_colour() })
    };
    output::print(&text)
}
