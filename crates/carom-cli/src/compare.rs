//! `carom compare`.

use carom_plot::{Page, Picture};
use carom_scene::{Comparison, ComparisonReport, TextOptions};

use crate::arguments::CompareOptions;
use crate::failure::Failure;
use crate::picture;
use crate::{input, output, run};

/// Sets every model of a scene's impact side by side.
pub fn compare(options: &CompareOptions) -> Result<(), Failure> {
    let target = options.drawn.target(options.output.as_deref())?;
    let scene = input::scene(&options.scene)?;
    let comparison = scene.compare();
    let report = ComparisonReport::new(&scene, &comparison);
    let text = if options.json {
        format!("{}\n", report.json())
    } else {
        report.text(TextOptions { all: options.all, colour: run::wants_colour() })
    };
    if let Some(target) = target {
        if !target.is_stdout() {
            output::print(&text)?;
        }
        let names = scene.contact_names();
        let picture = carom_plot::draw_laws(&target.page, scene.title(), names, &comparison);
        return target.write_quietly(&picture.map_err(picture::refused)?);
    }
    output::print(&text)
}

/// Draws the impulses of all laws for a single contact.
pub fn draw(page: &Page, title: &str, comparison: &Comparison) -> Result<Picture, Failure> {
    carom_plot::draw_impulse_space_on(page, title, comparison).map_err(picture::refused)
}
