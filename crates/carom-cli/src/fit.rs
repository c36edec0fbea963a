//! `carom fit`.

use std::path::{Path, PathBuf};

use carom_fit::{FitError, FitReport, LawReport, Sources, Study, draw};
use carom_scene::{FitFile, Problem, SceneSource, Span, diagnostics};

use crate::arguments::FitOptions;
use crate::failure::Failure;
use crate::picture;
use crate::{input, output, run};

/// Finds the parameters of a scene that explain measurements, and reports.
pub fn fit(options: &FitOptions) -> Result<(), Failure> {
    let target = options.drawn.target(options.output.as_deref())?;
    let files = Files::read(&options.fit)?;
    let study = files.study()?;
    if options.compare {
        let comparison = study.compare().map_err(|error| files.refused(&error))?;
        let report = LawReport::new(&study, &comparison);
        return output::print(&if options.json { format!("{}\n", report.json()) } else { report.text() });
    }
    let fit = study.fit(options.profile).map_err(|error| files.refused(&error))?;
    let report = FitReport::new(&study, &fit);
    let text = if options.json { format!("{}\n", report.json()) } else { report.text() };
    let Some(target) = target else { return output::print(&text) };
    if !target.is_stdout() {
        output::print(&text)?;
    }
    target.write_quietly(&draw(&study, &fit, &target.page).map_err(picture::refused)?)
}

/// Checks a fit file with everything it names, and says what it is.
pub fn check(path: &Path, name: &str, text: &str) -> Result<String, Failure> {
    let study = Files::of(path, name, text)?.study()?;
    let (rows, sought) = (study.rows(), study.parameters().len());
    let plural =
        |count: usize, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
    Ok(format!("a fit of {} to {}", plural(sought, "parameter"), plural(rows, "row")))
}

/// A fit file with the files that it names.
struct Files {
    name: String,
    text: String,
    file: FitFile,
    scene: String,
    data: String,
    tracks: Vec<String>,
    sources: Sources,
}

impl Files {
    fn read(path: &Path) -> Result<Self, Failure> {
        let (name, text) = input::text(path)?;
        Self::of(path, &name, &text)
    }

    fn of(path: &Path, name: &str, text: &str) -> Result<Self, Failure> {
        let (name, text) = (name.to_owned(), text.to_owned());
        let file = FitFile::parse(&text).map_err(|problems| input::refused(&problems, &name, &text))?;
        input::warn(&file.warnings, &name, &text);
        let beside = |file: &str| path.parent().unwrap_or(Path::new("")).join(file);
        let mut sources = Sources::default();
        let mut scene = format!("the scene in {name}");
        let refuse = |problem: Problem| input::refused(&[problem], &name, &text);
        if let SceneSource::File(scene_file, span) = &file.scene {
            let path = beside(scene_file);
            refuse_missing(&path, *span).map_err(refuse)?;
            sources.scene = Some(text_of(&path)?);
            scene = path.display().to_string();
        }
        let data_path: Option<PathBuf> = file.data.as_ref().map(|(data, _)| beside(data));
        if let (Some(path), Some((_, span))) = (&data_path, &file.data) {
            refuse_missing(path, *span).map_err(refuse)?;
            let data = text_of(path)?;
            if data.trim().is_empty() {
                let message = format!("the table {} is empty", path.display());
                let problem =
                    problem(*span, message, "expected a line with the names of the columns, and rows");
                return Err(refuse(problem));
            }
            sources.data = Some(data);
        }
        let mut tracks = Vec::new();
        for track in &file.tracks {
            let path = track.file.as_ref().map(|file| beside(file));
            sources.tracks.push(path.as_ref().map_or(Ok(String::new()), |path| text_of(path))?);
            tracks.push(path.map_or_else(|| name.clone(), |path| path.display().to_string()));
        }
        let data = data_path.map_or_else(String::new, |path| path.display().to_string());
        Ok(Self { name, text, file, scene, data, tracks, sources })
    }

    fn study(&self) -> Result<Study, Failure> {
        Study::new(&self.file, &self.sources).map_err(|error| self.refused(&error))
    }

    /// An error with the place where it belongs.
    fn refused(&self, error: &FitError) -> Failure {
        match error {
            FitError::File(problems) => input::refused(problems, &self.name, &self.text),
            FitError::Scene { problems, text } => {
                Failure::BadInput(diagnostics::render(problems, &self.scene, text, run::wants_colour()))
            }
            FitError::Track { track, problems } => {
                input::refused(problems, &self.tracks[*track], &self.sources.tracks[*track])
            }
            FitError::Data { line: Some(line), column, message } => {
                let column = column.map_or_else(String::new, |column| format!(", column {column}"));
                Failure::bad_input(format!("{message}\n --> {}:{line}{column}", self.data))
            }
            FitError::Data { line: None, message, .. } => Failure::bad_input(format!(
                "{message}\n --> {}",
                if self.data.is_empty() { &self.name } else { &self.data }
            )),
            other => Failure::unsolved(other),
        }
    }
}

/// Refuses a file that is not there, where it is named.
fn refuse_missing(path: &Path, span: Span) -> Result<(), Problem> {
    if path.is_file() {
        return Ok(());
    }
    let (shown, is) = (path.display(), if path.is_dir() { "is a folder" } else { "is not there" });
    Err(problem(span, format!("the file {shown} {is}"), "expected a file; paths begin beside this file"))
}

fn problem(span: Span, message: String, expected: &str) -> Problem {
    Problem { span, message, expected: Some(expected.to_owned()), related: None, help: None }
}

fn text_of(path: &Path) -> Result<String, Failure> {
    Ok(input::text(path)?.1)
}
