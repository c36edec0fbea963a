//! A fit file with everything it names, ready to be fitted.

use carom_estimate::Loss;
use carom_motion::billiards::recovery::Sample;
use carom_scene::{
    Constancy, FitFile, Loaded, ParameterEntry, SceneSource, Span, TrackEntry, closest, load, samples_of_csv,
};
use carom_sweep::{Template, unit_of};

use crate::error::FitError;
use crate::measurements::{Measurements, all_rows, measured};
use crate::model::Model;
use crate::outline;
use crate::parameter::Parameter;
use crate::predictor::{Memory, Predictor, Route, Track};
use crate::route::{outputs, route};
use crate::sought::{completed, parameters, template};
use crate::table::{self, Known, Role, Table};

/// The texts of the files that a fit file names.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The scene, if it is in a file of its own.
    pub scene: Option<String>,
    /// The table, if there is one.
    pub data: Option<String>,
    /// The samples of each track; empty for one whose samples are in the fit file.
    pub tracks: Vec<String>,
}

/// Measurements that are alike: a column of the table, or a track.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What it is called in the table, or the ball.
    pub name: String,
    /// What it is.
    pub path: String,
    /// Its unit; empty if it has none.
    pub unit: String,
    /// Standard deviation of one measurement, in SI units, if it is known.
    pub noise: Option<f64>,
}

/// How to fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How much large residuals count.
    pub loss: Loss,
    /// From how many points the search begins.
    pub starts: usize,
    /// How often intervals should hold the truth.
    pub level: f64,
    /// Smaller correlations are not reported as text.
    pub correlations_above: f64,
    /// Parts into which rows are divided for cross-validation.
    pub folds: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { loss: Loss::Squares, starts: 8, level: 0.95, correlations_above: 0.1, folds: 5 }
    }
}

/// Measurements, a scene that should explain them, and what is sought.
#[derive(Debug)]
pub struct Study {
    /// Shown above the report.
    pub title: String,
    /// How to fit.
    pub settings: Settings,
    /// Measurements that are alike.
    pub groups: Vec<Group>,
    /// Columns of the table that are not used.
    pub unused: Vec<String>,
    pub(crate) predictor: Predictor,
    pub(crate) measurements: Measurements,
    /// Standard deviations of the numbers before that are not exact, by column.
    pub(crate) input_noise: Vec<(usize, f64)>,
    /// The text of the scene, for other laws.
    pub(crate) scene_text: String,
    pub(crate) entries: Vec<ParameterEntry>,
    pub(crate) source: DataSource,
}

/// What the rows come from, kept to read them again under another law.
#[derive(Debug, Clone)]
pub(crate) struct DataSource {
    pub table: Option<Table>,
    pub tracks: Vec<(TrackEntry, Vec<Sample>)>,
}

impl Study {
    /// A fit file with the files that it names.
    ///
    /// # Errors
    /// What is wrong with any of them.
    pub fn new(file: &FitFile, sources: &Sources) -> Result<Self, FitError> {
        let scene_text = match &file.scene {
            SceneSource::Inline(text) => text.clone(),
            SceneSource::File(..) => sources.scene.clone().unwrap_or_default(),
        };
        let tracks = tracks(&file.tracks, sources)?;
        let paths = file.columns.iter().map(|column| column.is.as_ref().unwrap_or(&column.name).clone());
        let heading = sources.data.as_deref().map_or_else(Vec::new, table::headings);
        let sought =
            file.parameters.iter().flat_map(|entry| entry.at.split(',').map(|path| path.trim().to_owned()));
        let points = file.outlines.iter().map(|outline| format!("contact.{}.point.x", outline.contact));
        let scene_text = completed(scene_text, paths.chain(heading).chain(sought).chain(points));
        let scene =
            load(&scene_text).map_err(|problems| FitError::Scene { problems, text: scene_text.clone() })?;
        let table = match &sources.data {
            Some(text) if tracks.is_empty() => Some(read_table(text, file, &scene, &scene_text)?),
            Some(_) => {
                let span = file.tracks.first().map_or_else(Span::default, |track| track.span);
                return Err(FitError::entry(
                    span,
                    "there are a table and tracks",
                    "expected one or the other",
                ));
            }
            None => None,
        };
        let usual = Settings::default();
        let named = |name: &String| Loss::ALL.into_iter().find(|loss| loss.name() == name);
        let settings = Settings {
            loss: file.loss.as_ref().and_then(named).unwrap_or(usual.loss),
            starts: file.starts.map_or(usual.starts, |starts| starts as usize),
            level: file.level.unwrap_or(usual.level),
            correlations_above: file.correlations_above.unwrap_or(usual.correlations_above),
            folds: file.folds.map_or(usual.folds, |folds| folds as usize),
        };
        let source = DataSource { table, tracks };
        Self::assembled(
            file.title.clone().unwrap_or_default(),
            settings,
            &file.parameters,
            scene_text,
            source,
        )
    }

    /// The same measurements with another scene and other parameters.
    pub(crate) fn under(&self, scene_text: String, entries: &[ParameterEntry]) -> Result<Self, FitError> {
        Self::assembled(self.title.clone(), self.settings, entries, scene_text, self.source.clone())
    }

    fn assembled(
        title: String,
        settings: Settings,
        entries: &[ParameterEntry],
        scene_text: String,
        source: DataSource,
    ) -> Result<Self, FitError> {
        let scene =
            load(&scene_text).map_err(|problems| FitError::Scene { problems, text: scene_text.clone() })?;
        let parameters = parameters(entries, &scene, &scene_text)?;
        let columns = source.table.as_ref().map_or(&[][..], |table| &table.columns[..]);
        let before_paths: Vec<String> = columns
            .iter()
            .filter_map(|column| match &column.role {
                Role::Before { path, .. } => Some(path.clone()),
                Role::After { .. } => None,
            })
            .collect();
        let template = template(&scene_text, &before_paths, &parameters, entries)?;
        let route = route(&scene, &scene_text, &before_paths, &parameters, columns, template.clone())?;
        let (groups, measurements, before, input_noise) = measured(&source, &scene);
        let bodies = match &scene {
            Loaded::World(world) => world.names().to_vec(),
            Loaded::Impact(_) => Vec::new(),
        };
        let seen = source
            .tracks
            .iter()
            .map(|(entry, samples)| track(entry, samples, &bodies))
            .collect::<Result<_, _>>()?;
        let predictor = Predictor { route, parameters, before, rows: columns_rows(&source), tracks: seen };
        if groups
            .iter()
            .enumerate()
            .all(|(group, _)| measurements.count(&all_rows(&measurements), group) == 0)
        {
            return Err(FitError::table(
                "no column of the table is a result: expected at least one, such as bodies.ball.velocity.z",
            ));
        }
        let study = Self {
            title,
            settings,
            groups,
            unused: source.table.as_ref().map_or_else(Vec::new, |table| table.unused.clone()),
            predictor,
            measurements,
            input_noise,
            scene_text,
            entries: entries.to_vec(),
            source,
        };
        study.check_first_row(&template)?;
        study.check_noise()?;
        Ok(study)
    }

    /// What is sought.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.predictor.parameters
    }

    /// How many impacts, shots or tracks there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.measurements.rows()
    }

    /// The first row is read as a scene file, so that keys and values that scenes do not have are told of as in any other.
    fn check_first_row(&self, template: &Template) -> Result<(), FitError> {
        let before: Vec<f64> = self.predictor.before.iter().map(|column| column[0]).collect();
        let guess: Vec<f64> = self.predictor.parameters.iter().map(|parameter| parameter.guess).collect();
        match self.predictor.loaded(template, &before, &guess) {
            Ok(_) => Ok(()),
            // A contact may miss the shapes by the noise of a row.
            Err(_)
                if matches!(self.predictor.route, Route::Direct(_)) && self.is_direct_row_sound(&guess) =>
            {
                Ok(())
            }
            Err((problems, text)) => Err(FitError::Scene { problems, text }),
        }
    }

    fn is_direct_row_sound(&self, guess: &[f64]) -> bool {
        self.predictor.predict(0, guess, &mut Memory::default(), &mut Vec::new()).is_ok()
    }

    /// Noise of what was before adds to that of what was after, which must be known then.
    fn check_noise(&self) -> Result<(), FitError> {
        if self.input_noise.is_empty() || self.groups.iter().all(|group| group.noise.is_some()) {
            return Ok(());
        }
        let open: Vec<&str> = self
            .groups
            .iter()
            .filter(|group| group.noise.is_none())
            .map(|group| group.name.as_str())
            .collect();
        Err(FitError::table(format!(
            "a column before the impact has a noise, but {} has none: expected the noise of every result too",
            open.join(", ")
        )))
    }
}

fn columns_rows(source: &DataSource) -> usize {
    source.table.as_ref().map_or(0, |table| table.lines.len())
}

fn tracks(entries: &[TrackEntry], sources: &Sources) -> Result<Vec<(TrackEntry, Vec<Sample>)>, FitError> {
    let read = |(track, entry): (usize, &TrackEntry)| {
        let samples = match (&entry.file, sources.tracks.get(track)) {
            (Some(_), Some(text)) => {
                samples_of_csv(text).map_err(|problems| FitError::Track { track, problems })?
            }
            _ => entry.samples.clone(),
        };
        Ok((entry.clone(), samples))
    };
    entries.iter().enumerate().map(read).collect()
}

fn track(entry: &TrackEntry, samples: &[Sample], bodies: &[String]) -> Result<Track, FitError> {
    let body = bodies.iter().position(|name| *name == entry.ball).ok_or_else(|| {
        let expected = match closest(&entry.ball, bodies.iter().map(String::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None if bodies.is_empty() => "expected a scene with a `[world]`".to_owned(),
            None => format!("expected one of {}", bodies.join(", ")),
        };
        FitError::entry(entry.span, format!("the scene has no `{}`", entry.ball), expected)
    })?;
    Ok(Track { body, samples: samples.to_vec() })
}

fn read_table(text: &str, file: &FitFile, scene: &Loaded, scene_text: &str) -> Result<Table, FitError> {
    let outputs = outputs(scene);
    let before = |path: &str| {
        if !path.contains('.') {
            return Err("expected a path such as body.ball.velocity.z".to_owned());
        }
        Template::with_holes(scene_text, &[path.to_owned()]).map_err(|error| error.to_string())?;
        Ok(unit_of(path))
    };
    let known = Known { outputs: &outputs, before: &before };
    let mut table = table::read(text, &file.columns, &file.outlines, &known)?;
    outline::add_points(&mut table, &file.outlines, scene)?;
    Ok(table)
}

/// A parameter at a place, without range or guess.
#[must_use]
pub fn sought(at: &str) -> ParameterEntry {
    ParameterEntry {
        span: Span::default(),
        at: at.to_owned(),
        name: None,
        each: false,
        guess: None,
        range: None,
        constancy: Constancy::Constant,
    }
}
