//! `carom recover`.

use std::path::Path;

use carom_motion::billiards::recovery::Recovery;
use carom_scene::{RecoveryFile, RecoveryReport, RecoveryScene, TextOptions};

use crate::arguments::RecoverOptions;
use crate::failure::Failure;
use crate::{input, output, run};

/// Finds how a ball moved from where it was seen, and reports.
pub fn recover(options: &RecoverOptions) -> Result<(), Failure> {
    let (name, text) = input::text(&options.recovery)?;
    let scene = scene(&options.recovery, &name, &text)?;
    let recovery = scene.recover().map_err(Failure::bad_input)?;
    let report = RecoveryReport::new(&scene, &recovery);
    output::print(&if options.json {
        format!("{}\n", report.json())
    } else {
        report.text(TextOptions { all: true, colour: run::wants_colour() })
    })?;
    match recovery {
        Recovery::SlidingThenRolling(_) | Recovery::SlidingOnly(_) | Recovery::RollingOnly(_) => Ok(()),
        Recovery::Undetermined(_) => Err(Failure::Reported),
    }
}

/// The recovery file with its samples, which may be in a file beside it.
pub fn scene(path: &Path, name: &str, text: &str) -> Result<RecoveryScene, Failure> {
    let file = RecoveryFile::parse(text).map_err(|problems| input::refused(&problems, name, text))?;
    input::warn(file.warnings(), name, text);
    let Some(samples) = file.samples_file() else {
        return file.with_own_samples().map_err(|problems| input::refused(&problems, name, text));
    };
    let beside = path.parent().unwrap_or(Path::new("")).join(samples);
    match std::fs::read_to_string(&beside) {
        Ok(csv) => {
            let csv_name = beside.display().to_string();
            file.with_csv(&csv).map_err(|problems| input::refused(&problems, &csv_name, &csv))
        }
        Err(error) => {
            let problem = file.unreadable(&format!("{}: {error}", beside.display()));
            Err(input::refused(&[problem], name, text))
        }
    }
}
