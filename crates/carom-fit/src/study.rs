//! A fit file with everything it names, ready to be fitted.

use carom_estimate::Loss;
use carom_motion::billiards::recovery::Sample;
use carom_scene::{
    Constancy, FitFile, Loaded, Method, ParameterEntry, SceneSource, Span, TrackEntry, closest, load,
    samples_of_csv,
};
use carom_sweep::{SweepError, Template, path_parts, unit_of};

use crate::error::FitError;
use crate::output;
use crate::parameter::Parameter;
use crate::predictor::{Direct, Predictor, Route, Track};
use crate::site::{Draft, Places, Site};
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

/// What was measured, row by row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measurements {
    /// Where the numbers of each row begin, and where the last one's end.
    offsets: Vec<usize>,
    /// NaN where nothing was measured.
    values: Vec<f64>,
    groups: Vec<u16>,
    /// The line of each row in the table; none for tracks.
    pub lines: Vec<Option<u64>>,
}

impl Measurements {
    fn push_row(&mut self, values: impl Iterator<Item = (f64, u16)>, line: Option<u64>) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        for (value, group) in values {
            self.values.push(value);
            self.groups.push(group);
        }
        self.offsets.push(self.values.len());
        self.lines.push(line);
    }

    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Numbers of a row with their groups; NaN where nothing was measured.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (f64, usize)> + '_ {
        let range = self.offsets[row]..self.offsets[row + 1];
        range.map(|i| (self.values[i], usize::from(self.groups[i])))
    }

    /// How many numbers of a group were measured in these rows.
    pub fn count(&self, rows: &[usize], group: usize) -> usize {
        rows.iter()
            .map(|&row| self.row(row).filter(|(value, of)| *of == group && value.is_finite()).count())
            .sum()
    }

    /// What a row is called in messages.
    pub fn name(&self, row: usize) -> String {
        match self.lines[row] {
            Some(line) => format!("line {line}"),
            None => "the track".to_owned(),
        }
    }
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
        let scene_text = completed(scene_text, paths.chain(heading).chain(sought));
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
        self.predictor.predict_shifted(0, guess, None).is_ok()
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

pub(crate) fn all_rows(measurements: &Measurements) -> Vec<usize> {
    (0..measurements.rows()).collect()
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

/// The scene with zeros for velocities of bodies that it does not mention but that paths set a part of.
fn completed(text: String, paths: impl Iterator<Item = String>) -> String {
    let Ok(mut document) = text.parse::<toml_edit::DocumentMut>() else { return text };
    let mut changed = false;
    for path in paths {
        let Ok(parts) = path_parts(&path) else { continue };
        let [list, name, vector, _] = &parts[..] else { continue };
        if !["body", "ball"].contains(&list.as_str())
            || !["velocity", "angular_velocity"].contains(&vector.as_str())
        {
            continue;
        }
        let Some(item) = document.get_mut(list) else { continue };
        let mut tables: Vec<&mut dyn toml_edit::TableLike> = match item {
            toml_edit::Item::ArrayOfTables(tables) => {
                tables.iter_mut().map(|table| table as &mut dyn toml_edit::TableLike).collect()
            }
            toml_edit::Item::Value(toml_edit::Value::Array(array)) => array
                .iter_mut()
                .filter_map(toml_edit::Value::as_inline_table_mut)
                .map(|table| table as &mut dyn toml_edit::TableLike)
                .collect(),
            _ => continue,
        };
        let is_called = |table: &&mut dyn toml_edit::TableLike| {
            table.get("name").and_then(toml_edit::Item::as_str) == Some(name)
        };
        let place = tables.iter().position(is_called).or_else(|| name.parse().ok());
        if let Some(table) = place.and_then(|place| tables.get_mut(place))
            && table.get(vector).is_none()
        {
            let zero: toml_edit::Array = [0, 0, 0].into_iter().collect();
            table.insert(vector, toml_edit::Item::Value(toml_edit::Value::Array(zero)));
            changed = true;
        }
    }
    if changed { document.to_string() } else { text }
}

/// The results that a scene has, by path, with their units.
fn outputs(scene: &Loaded) -> Vec<(String, &'static str)> {
    match scene {
        Loaded::Impact(scene) if scene.impact().is_some() => {
            output::all(scene).into_iter().map(|(path, unit, _)| (path, unit)).collect()
        }
        _ => scene.columns().into_iter().map(|column| (column.path, column.unit)).collect(),
    }
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
    table::read(text, &file.columns, &Known { outputs: &outputs, before: &before })
}

/// Parameters with their places, `*` written out.
fn parameters(entries: &[ParameterEntry], scene: &Loaded, text: &str) -> Result<Vec<Parameter>, FitError> {
    let mut all: Vec<Parameter> = Vec::new();
    for entry in entries {
        let mut paths = Vec::new();
        for path in entry.at.split(',').map(str::trim) {
            paths.extend(
                expanded(path, text).map_err(|message| {
                    FitError::entry(entry.span, message, "expected a path into the scene")
                })?,
            );
        }
        let name = entry.name.clone().unwrap_or_else(|| entry.at.clone());
        let sets: Vec<(String, Vec<String>)> = if entry.each && paths.len() > 1 {
            let called = |path: &String| match &entry.name {
                Some(name) => format!(
                    "{name}.{}",
                    path_parts(path).map_or_else(|_| path.clone(), |parts| parts[1].clone())
                ),
                None => path.clone(),
            };
            paths.iter().map(|path| (called(path), vec![path.clone()])).collect()
        } else {
            vec![(name, paths)]
        };
        for (name, paths) in sets {
            if all.iter().any(|before| before.name == name) {
                return Err(FitError::entry(
                    entry.span,
                    format!("two parameters are called `{name}`"),
                    "expected a name of its own",
                ));
            }
            let present = present(scene, text, &paths[0]);
            all.extend(Parameter::of_entry(entry, paths, name, present)?);
        }
    }
    Ok(all)
}

/// The paths that one with a `*` stands for.
fn expanded(path: &str, text: &str) -> Result<Vec<String>, String> {
    let Some((list, rest)) = path.split_once(".*.") else { return Ok(vec![path.to_owned()]) };
    let document: toml_edit::DocumentMut =
        text.parse().map_err(|_| "the scene is not valid TOML".to_owned())?;
    let count = match document.get(list) {
        Some(toml_edit::Item::ArrayOfTables(tables)) => tables.len(),
        Some(toml_edit::Item::Value(value)) => value.as_array().map_or(0, toml_edit::Array::len),
        _ => 0,
    };
    match (list, count) {
        ("contact", 0) => Ok(vec![format!("contact_defaults.{rest}")]),
        (_, 0) => Err(format!("the scene has no list `{list}`")),
        _ => Ok((0..count).map(|place| format!("{list}.{place}.{rest}")).collect()),
    }
}

/// The number that stands at a path now; 1 if there is none.
fn present(scene: &Loaded, text: &str, path: &str) -> f64 {
    if let Loaded::Impact(scene) = scene
        && let (Some(impact), Some(places)) = (scene.impact(), Places::new(scene, text))
        && let Some(&site) = places.sites(path).as_deref().and_then(<[Site]>::first)
    {
        return Draft::of(impact).get(site);
    }
    let Ok(document) = text.parse::<toml_edit::DocumentMut>() else { return 1.0 };
    let Ok(parts) = path_parts(path) else { return 1.0 };
    number_at(document.as_item(), &parts).unwrap_or(1.0)
}

/// The number at a path of a document, lists gone through by name, axis or place.
fn number_at(item: &toml_edit::Item, parts: &[String]) -> Option<f64> {
    let Some((part, rest)) = parts.split_first() else {
        return item.as_float().or_else(|| item.as_integer().map(|number| number as f64));
    };
    let is_called = |item: &toml_edit::Item| item.get("name").and_then(toml_edit::Item::as_str) == Some(part);
    let elements: Vec<toml_edit::Item> = match item {
        toml_edit::Item::ArrayOfTables(tables) => {
            tables.iter().map(|table| toml_edit::Item::Table(table.clone())).collect()
        }
        toml_edit::Item::Value(toml_edit::Value::Array(array)) => {
            array.iter().map(|value| toml_edit::Item::Value(value.clone())).collect()
        }
        other => return number_at(other.get(part.as_str())?, rest),
    };
    let axis = ["x", "y", "z"].iter().position(|axis| axis == part);
    let place = elements.iter().position(is_called).or(axis).or_else(|| part.parse().ok())?;
    number_at(elements.get(place)?, rest)
}

/// The scene with holes for the columns before and for what is sought.
fn template(
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    entries: &[ParameterEntry],
) -> Result<Template, FitError> {
    let sought = parameters.iter().filter(|parameter| parameter.part != crate::parameter::Part::Exponent);
    let holes: Vec<String> =
        before.iter().chain(sought.flat_map(|parameter| &parameter.paths)).cloned().collect();
    Template::with_holes(text, &holes).map_err(|error| {
        let path = match &error {
            SweepError::Nowhere { path, .. }
            | SweepError::SetTwice { path }
            | SweepError::Path { path, .. } => path.clone(),
            _ => String::new(),
        };
        let of_path = parameters.iter().find(|parameter| parameter.paths.contains(&path));
        let span = of_path.map(|parameter| parameter.span).or(entries.first().map(|entry| entry.span));
        let place = if before.contains(&path) {
            "is it a column of the table, too?"
        } else {
            "expected a path into the scene"
        };
        FitError::entry(span.unwrap_or_default(), error.to_string(), place)
    })
}

/// The fastest way to solve the rows.
fn route(
    scene: &Loaded,
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    columns: &[table::UsedColumn],
    template: Template,
) -> Result<Route, FitError> {
    let wanted: Vec<usize> = columns
        .iter()
        .filter_map(|column| match column.role {
            Role::After { output, .. } => Some(output),
            Role::Before { .. } => None,
        })
        .collect();
    if let Loaded::Impact(scene) = scene
        && let Some(direct) = direct(scene, text, before, parameters, &wanted)
    {
        return Ok(Route::Direct(Box::new(direct)));
    }
    if let Some(parameter) =
        parameters.iter().find(|parameter| parameter.part != crate::parameter::Part::Value)
    {
        return Err(FitError::entry(
            parameter.span,
            format!("`{}` cannot depend on the approach speed here", parameter.name),
            "expected an impact of bodies whose contacts the scene lists, and columns that are velocities or coefficients",
        ));
    }
    let known = outputs(scene);
    let angle =
        wanted.iter().map(|&output| &known[output].0).find(|path| path.ends_with(output::REBOUND_ANGLE));
    if let Some(path) = angle {
        return Err(FitError::table(format!(
            "`{path}` needs a scene that lists its contacts: expected a `point` and a `normal`"
        )));
    }
    Ok(Route::Text { template, outputs: wanted.iter().map(|&output| known[output].0.clone()).collect() })
}

/// Bodies and contacts to be changed in place, if everything that varies can be.
fn direct(
    scene: &carom_scene::Scene,
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    wanted: &[usize],
) -> Option<Direct> {
    let impact = scene.impact()?;
    // Such a law may have been given an impulse in world axes, which turns with the contact.
    if let Method::Law { law, .. } = scene.method()
        && law.declaration().name == "permissible-region"
    {
        return None;
    }
    let places = Places::new(scene, text)?;
    let sites = |path: &String| places.sites(path).filter(|sites| !sites.is_empty());
    let all = output::all(scene);
    Some(Direct {
        rules: impact.contact_problem().model(),
        draft: Draft::of(impact),
        before: before.iter().map(sites).collect::<Option<_>>()?,
        sought: parameters
            .iter()
            .map(|parameter| {
                parameter.paths.iter().map(sites).collect::<Option<Vec<_>>>().map(|sites| sites.concat())
            })
            .collect::<Option<_>>()?,
        outputs: wanted.iter().map(|&output| all[output].2).collect(),
        scene: scene.clone(),
    })
}

type Measured = (Vec<Group>, Measurements, Vec<Vec<f64>>, Vec<(usize, f64)>);

/// The measurements of a table or of tracks, the numbers before, and their noise.
fn measured(source: &DataSource, scene: &Loaded) -> Measured {
    let known = outputs(scene);
    let (mut groups, mut measurements) = (Vec::new(), Measurements::default());
    let (mut before, mut input_noise) = (Vec::new(), Vec::new());
    if let Some(table) = &source.table {
        let mut after = Vec::new();
        for (column, numbers) in table.columns.iter().zip(&table.numbers) {
            match &column.role {
                Role::Before { noise, .. } => {
                    input_noise.extend(noise.map(|noise| (before.len(), noise)));
                    before.push(numbers.clone());
                }
                Role::After { output, noise } => {
                    let (path, unit) = &known[*output];
                    let unit = if *unit == "relative" { "" } else { unit };
                    groups.push(Group {
                        name: column.name.clone(),
                        path: path.clone(),
                        unit: unit.to_owned(),
                        noise: *noise,
                    });
                    after.push(numbers);
                }
            }
        }
        for (row, &line) in table.lines.iter().enumerate() {
            let values = after.iter().enumerate().map(|(group, numbers)| (numbers[row], group as u16));
            measurements.push_row(values, Some(line));
        }
    }
    for (entry, samples) in &source.tracks {
        let group = groups.len() as u16;
        let (name, unit) = (format!("track of {}", entry.ball), "m".to_owned());
        groups.push(Group { path: name.clone(), name, unit, noise: entry.noise });
        let values =
            samples.iter().flat_map(|sample| [(sample.position.x, group), (sample.position.y, group)]);
        measurements.push_row(values, None);
    }
    (groups, measurements, before, input_noise)
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
