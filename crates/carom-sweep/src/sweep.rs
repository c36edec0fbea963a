//! A sweep, and what it says of one row.

use std::ops::Range;

use carom_scene::{Column, Loaded, Problem, load};

use crate::error::SweepError;
use crate::fingerprint::Fingerprint;
use crate::setting::Setting;
use crate::template::Template;
use crate::values::MOST_ROWS;

/// What else belongs to a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Results to keep: paths, or their beginnings (`bodies.upper.velocity`, `energy`). None: all of them.
    pub columns: Vec<String>,
    /// How many rows every combination of values has if any value is drawn at random; at least 1.
    pub draws: u64,
    /// What random values follow from.
    pub seed: u64,
}

impl Default for Options {
    /// All results, and a hundred draws.
    fn default() -> Self {
        Self { columns: Vec::new(), draws: 100, seed: 0 }
    }
}

/// A parameter study.
#[derive(Debug, Clone)]
pub struct Sweep {
    template: Template,
    settings: Vec<Setting>,
    rows: u64,
    columns: Vec<Column>,
    /// Whether the columns were asked for; if not, they should be all there are.
    are_chosen: bool,
    fingerprint: Fingerprint,
    /// The scene file.
    text: String,
    options: Options,
}

/// How a row fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It was solved, with the `outcome` of the JSON document: `separated`, `rest`, ...
    Solved(&'static str),
    /// The scene with these values is no scene: a restitution of 1.1, say.
    Refused,
    /// It could not be solved.
    Unsolved,
}

impl Status {
    /// What stands in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved(outcome) => outcome,
            Self::Refused => "refused",
            Self::Unsolved => "error",
        }
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its number, from 0.
    pub number: u64,
    /// The values of the settings, as TOML.
    pub settings: Vec<String>,
    /// How it fared.
    pub status: Status,
    /// One value for each of the [columns](Sweep::columns); none where it does not apply, or the row was not solved.
    pub values: Vec<Option<f64>>,
    /// Why it was not solved, or what it has beside the columns; empty if there is nothing to say.
    pub message: String,
}

impl Sweep {
    /// A sweep over the scene file with the given text.
    ///
    /// # Errors
    /// A scene that is refused as it stands, settings that lead nowhere or collide, columns that no result has.
    pub fn new(text: &str, settings: Vec<Setting>, options: &Options) -> Result<Self, SweepError> {
        let scene = load(text).map_err(|problems| SweepError::Scene { problems })?;
        if settings.is_empty() {
            return Err(SweepError::NothingVaried);
        }
        let rows = count(&settings, options.draws)?;
        let template = Template::new(text, &settings)?;
        let fingerprint = fingerprint(text, &settings, options);
        let are_chosen = !options.columns.is_empty();
        let mut sweep = Self {
            template,
            settings,
            rows,
            columns: Vec::new(),
            are_chosen,
            fingerprint,
            text: text.to_owned(),
            options: options.clone(),
        };
        let ends = [sweep.loaded(0), sweep.loaded(rows - 1)];
        if let Err(problems) = &ends[0] {
            sweep.refuse_unknown_keys(problems)?;
        }
        sweep.columns = offered(std::iter::once(&scene).chain(ends.iter().flatten()));
        if are_chosen {
            sweep.columns = chosen(&sweep.columns, &options.columns)?;
        }
        Ok(sweep)
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// What is varied; the last setting changes from row to row, the first most slowly.
    #[must_use]
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The results of a row.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Where the rows come from, under the names that files of columns have for it.
    pub(crate) fn about(&self) -> Vec<(&'static str, String)> {
        let list = |texts: &mut dyn Iterator<Item = &str>| serde_json::Value::from_iter(texts).to_string();
        vec![
            ("carom.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("carom.scene", self.text.clone()),
            ("carom.settings", list(&mut self.settings.iter().map(|setting| setting.written.as_str()))),
            ("carom.columns", list(&mut self.options.columns.iter().map(String::as_str))),
            ("carom.draws", self.options.draws.to_string()),
            ("carom.seed", self.options.seed.to_string()),
            ("carom.rows", self.rows.to_string()),
        ]
    }

    /// A number that tells these rows of this sweep from others: it depends on the scene, the settings, the options and the version.
    #[must_use]
    pub fn fingerprint_of(&self, rows: &Range<u64>) -> u64 {
        self.fingerprint.with(&rows.start.to_le_bytes()).with(&rows.end.to_le_bytes()).value()
    }

    /// The values of the settings in a row, as TOML.
    #[must_use]
    pub fn values(&self, row: u64) -> Vec<String> {
        let grid = self.settings.iter().filter_map(|setting| setting.values.count());
        let mut left = row / (self.rows / grid.product::<u64>());
        let mut values: Vec<String> = Vec::new();
        for setting in self.settings.iter().rev() {
            let count = setting.values.count().unwrap_or(1);
            values.push(setting.value(left % count, row, self.options.seed));
            left /= count;
        }
        values.reverse();
        values
    }

    /// The scene file of a row, for a closer look with other commands.
    #[must_use]
    pub fn scene(&self, row: u64) -> String {
        self.template.filled(&self.values(row))
    }

    /// Computes a row, whose number is below [`rows`](Self::rows).
    #[must_use]
    pub fn row(&self, number: u64) -> Row {
        let settings = self.values(number);
        let done = match load(&self.template.filled(&settings)) {
            Err(problems) => Err((Status::Refused, said(&problems))),
            Ok(scene) => self.evaluated(&scene).map_err(|message| (Status::Unsolved, message)),
        };
        let nothing = || vec![None; self.columns.len()];
        let (status, values, message) = match done {
            Ok(done) => done,
            Err((status, message)) => (status, nothing(), message),
        };
        Row { number, settings, status, values, message }
    }

    fn evaluated(&self, scene: &Loaded) -> Result<(Status, Vec<Option<f64>>, String), String> {
        let done = scene.evaluate()?;
        let offered = scene.columns();
        let paths = || offered.iter().map(|column| &column.path);
        let same =
            self.columns.len() == offered.len() && self.columns.iter().map(|column| &column.path).eq(paths());
        if same {
            return Ok((Status::Solved(done.outcome), done.values, String::new()));
        }
        let value = |column: &Column| {
            let place = paths().position(|path| *path == column.path)?;
            done.values[place]
        };
        let values = self.columns.iter().map(value).collect();
        let message = if self.are_chosen { String::new() } else { self.left_out(&offered) };
        Ok((Status::Solved(done.outcome), values, message))
    }

    /// What a row has beside the columns.
    fn left_out(&self, offered: &[Column]) -> String {
        let mut beside = offered.iter().filter(|column| !self.columns.contains(column));
        match beside.next() {
            Some(first) => format!("also has {} and {} more that are no columns", first.path, beside.count()),
            None => String::new(),
        }
    }

    fn loaded(&self, row: u64) -> Result<Loaded, Vec<Problem>> {
        load(&self.scene(row))
    }

    /// A key that a setting brought into the file and that scenes do not have is wrong in every row.
    fn refuse_unknown_keys(&self, problems: &[Problem]) -> Result<(), SweepError> {
        let text = self.scene(0);
        for problem in problems {
            let key = text.get(problem.span.start..problem.span.end).unwrap_or_default();
            if let Some(setting) = self.template.creator(key) {
                return Err(SweepError::UnknownKey {
                    path: self.settings[setting].path().to_owned(),
                    message: problem.message.clone(),
                    help: problem.help.clone(),
                });
            }
        }
        Ok(())
    }
}

/// How many rows there are.
fn count(settings: &[Setting], draws: u64) -> Result<u64, SweepError> {
    let drawn = settings.iter().any(Setting::is_drawn);
    if drawn && draws == 0 {
        return Err(SweepError::NoDraws);
    }
    let grid = settings.iter().filter_map(|setting| setting.values.count());
    grid.chain(drawn.then_some(draws))
        .try_fold(1_u64, |product, count| product.checked_mul(count))
        .filter(|&rows| rows <= MOST_ROWS)
        .ok_or(SweepError::TooManyRows { most: MOST_ROWS as f64 })
}

fn fingerprint(text: &str, settings: &[Setting], options: &Options) -> Fingerprint {
    let start = Fingerprint::default().with_text(env!("CARGO_PKG_VERSION")).with_text(text);
    let settings = settings.iter().fold(start, |so_far, setting| so_far.with_text(&setting.written));
    let columns = options.columns.iter().fold(settings.with(&[0xfe]), |so_far, path| so_far.with_text(path));
    columns.with(&options.draws.to_le_bytes()).with(&options.seed.to_le_bytes())
}

/// Those of the file as it stands and of the first and last row: values at the ends of a range may bring bodies and contacts.
fn offered<'a>(scenes: impl Iterator<Item = &'a Loaded>) -> Vec<Column> {
    let mut all: Vec<Column> = Vec::new();
    for column in scenes.flat_map(Loaded::columns) {
        if !all.contains(&column) {
            all.push(column);
        }
    }
    all
}

/// The offered whose paths are asked for, or begin as asked for.
fn chosen(all: &[Column], asked: &[String]) -> Result<Vec<Column>, SweepError> {
    let mut columns: Vec<Column> = Vec::new();
    for path in asked {
        let matches = |column: &&Column| {
            let rest = column.path.strip_prefix(path.trim());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let found: Vec<&Column> = all.iter().filter(matches).collect();
        if found.is_empty() {
            return Err(no_such_column(all, path));
        }
        for column in found {
            if !columns.contains(column) {
                columns.push(column.clone());
            }
        }
    }
    Ok(columns)
}

fn no_such_column(all: &[Column], path: &str) -> SweepError {
    let paths = || all.iter().map(|column| column.path.as_str());
    let expected = match carom_scene::closest(path, paths()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("expected one of {}", paths().collect::<Vec<_>>().join(", ")),
    };
    SweepError::NoSuchColumn { column: path.to_owned(), expected }
}

/// The first problem, with what was expected.
fn said(problems: &[Problem]) -> String {
    match problems {
        [] => String::new(),
        [first, ..] => match &first.expected {
            Some(expected) => format!("{}: {expected}", first.message),
            None => first.message.clone(),
        },
    }
}
