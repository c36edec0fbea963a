//! `carom reproduce`.

use std::path::Path;

use carom_reproduce::{Detail, Item, Paper, Progress, Report};
use clap::builder::TypedValueParser;

use crate::arguments::ReproduceOptions;
use crate::failure::Failure;
use crate::{choices, output, picture, progress};

/// Computes what the papers published, writes the page and prints the summary or the JSON document.
pub fn reproduce(options: &ReproduceOptions) -> Result<(), Failure> {
    output::refuse_unwritable(&options.output)?;
    if let Some(folder) = &options.figures {
        make_folder(folder)?;
    }
    let papers = if options.papers.is_empty() { Paper::ALL.to_vec() } else { options.papers.clone() };
    let watched = progress::is_watched();
    let report = carom_reproduce::reproduce(&papers, &mut |Progress { done, total, next }| {
        if watched {
            progress::say(&line(done, total, next));
        }
    });
    if watched {
        progress::say("");
    }
    output::write_file(&options.output, carom_reproduce::page(&report).as_bytes())?;
    if let Some(folder) = &options.figures {
        write_figures(folder, &report)?;
    }
    if options.json {
        output::print(&carom_reproduce::json(&report))?;
    } else {
        let detail = if options.all { Detail::Claims } else { Detail::Items };
        output::print(&carom_reproduce::summary(&report, detail, output::width()))?;
        output::print(&format!("\nThe page with all claims and figures is {}.\n", options.output.display()))?;
    }
    if report.stands() {
        Ok(())
    } else {
        Err(Failure::unsolved(
            "some results are not what they were declared to be: look for CHANGED above, or in JSON for \"stands\": false",
        ))
    }
}

/// How far the work is, in a line that fits a narrow terminal.
fn line(done: usize, total: usize, next: Item) -> String {
    format!("[{:>3}/{total}] {}, {}", done + 1, next.paper.name(), next.label)
}

/// Makes a folder that figures can be written into, before long work for them begins.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let refuse =
        |error: std::io::Error| Failure::bad_input(format!("cannot make {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    output::refuse_unwritable(&folder.join("figure.svg"))
}

/// Writes every figure under the name of its item, numbered if there are several.
fn write_figures(folder: &Path, report: &Report) -> Result<(), Failure> {
    for reproduced in &report.items {
        let figures = reproduced.findings.as_ref().map_or(&[][..], |findings| &findings.figures);
        for (number, figure) in figures.iter().enumerate() {
            let suffix = if figures.len() > 1 { format!("-{}", number + 1) } else { String::new() };
            let path = folder.join(format!("{}{suffix}.svg", reproduced.item.anchor()));
            let svg = figure.picture.outlined_svg().map_err(picture::refused)?;
            output::write_file(&path, svg.as_bytes())?;
        }
    }
    Ok(())
}

/// The papers by their keys.
pub fn papers() -> impl TypedValueParser<Value = Paper> {
    choices::named(Paper::ALL.map(|paper| (paper.key(), paper.citation(), paper)).to_vec())
}
