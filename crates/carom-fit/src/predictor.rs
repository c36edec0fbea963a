//! A scene with rows of numbers before the impact: what it predicts.

use carom::{Impact, Model as Rules, Outcome, Workspace};
use carom_motion::billiards::recovery::Sample;
use carom_scene::{Loaded, Method, Problem, Scene, load};
use carom_sweep::Template;

use crate::lone::Lone;
use crate::model::{Linear, Model, Origin, Steps, differences};
use crate::output::Output;
use crate::parameter::{Parameter, Part, at_speed};
use crate::site::{ContactNumber, Draft, Site};

/// A scene, its rows, and what is sought.
#[derive(Debug)]
pub(crate) struct Predictor {
    pub route: Route,
    pub parameters: Vec<Parameter>,
    /// Numbers before, column by column.
    pub before: Vec<Vec<f64>>,
    /// How many rows the table has.
    pub rows: usize,
    /// Balls that were seen; their rows come after those of the table.
    pub tracks: Vec<Track>,
}

/// A ball, or body, that was seen.
#[derive(Debug, Clone)]
pub(crate) struct Track {
    pub body: usize,
    pub samples: Vec<Sample>,
}

/// How a scene with other numbers is solved.
#[derive(Debug)]
pub(crate) enum Route {
    /// Bodies and contacts are changed in place.
    Direct(Box<Direct>),
    /// The file is written and read again, for numbers that change more than an impact's own.
    Text {
        /// Holes for the numbers before, then for the places of each parameter.
        template: Template,
        /// Which of the scene's results are wanted, by path.
        outputs: Vec<String>,
    },
}

#[derive(Debug)]
pub(crate) struct Direct {
    pub scene: Scene,
    pub rules: Rules,
    pub draft: Draft,
    /// The sites of each column before.
    pub before: Vec<Vec<Site>>,
    /// The sites of each parameter.
    pub sought: Vec<Vec<Site>>,
    pub outputs: Vec<Output>,
    /// The closed form, if there is one.
    pub lone: Option<Lone>,
}

/// What is used again from row to row.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    workspace: Workspace,
    outcome: Outcome,
}

impl Predictor {
    /// A number of a row before the impact.
    fn before(&self, row: usize) -> impl Fn(usize) -> f64 + Copy + '_ {
        move |column| self.before[column][row]
    }

    /// The row with one number before changed by a little.
    pub fn predict_shifted(
        &self,
        row: usize,
        x: &[f64],
        (shifted, by): (usize, f64),
        memory: &mut Memory,
        into: &mut Vec<f64>,
    ) -> Result<(), String> {
        let before = |column: usize| self.before[column][row] + if column == shifted { by } else { 0.0 };
        self.predict_from(row, before, x, memory, into)
    }

    fn predict_from(
        &self,
        row: usize,
        before: impl Fn(usize) -> f64,
        x: &[f64],
        memory: &mut Memory,
        into: &mut Vec<f64>,
    ) -> Result<(), String> {
        match &self.route {
            Route::Direct(direct) => direct.predict(&self.parameters, before, x, memory, into),
            Route::Text { template, outputs } if row < self.rows => {
                let numbers: Vec<f64> = (0..self.before.len()).map(before).collect();
                let scene = self.loaded(template, &numbers, x).map_err(|(problems, _)| said(&problems))?;
                *into = evaluated(&scene, outputs)?;
                Ok(())
            }
            Route::Text { template, .. } => {
                let scene = self.loaded(template, &[], x).map_err(|(problems, _)| said(&problems))?;
                *into = seen(&scene, &self.tracks[row - self.rows])?;
                Ok(())
            }
        }
    }

    /// Whether nothing happens in a row because no contact approaches.
    pub fn is_idle(&self, row: usize, x: &[f64]) -> bool {
        let Route::Direct(direct) = &self.route else { return false };
        if let Some(lone) = &direct.lone {
            return lone.is_idle(&self.parameters, self.before(row), x);
        }
        let impact = direct.impact(&self.parameters, self.before(row), x);
        impact.is_ok_and(|impact| impact.contact_problem().velocity().iter().all(|&v| v >= 0.0))
    }

    /// The scene of the template with these numbers, or what is wrong with it and its text.
    pub fn loaded(
        &self,
        template: &Template,
        before: &[f64],
        x: &[f64],
    ) -> Result<Loaded, (Vec<Problem>, String)> {
        let sought = self.parameters.iter().zip(x).flat_map(|(parameter, &value)| {
            std::iter::repeat_n(
                value,
                if parameter.part == Part::Exponent { 0 } else { parameter.paths.len() },
            )
        });
        let values: Vec<String> =
            before.iter().copied().chain(sought).map(|value| format!("{value:?}")).collect();
        let text = template.filled(&values);
        load(&text).map_err(|problems| (problems, text))
    }
}

impl Direct {
    /// The impact of a row.
    pub fn impact(
        &self,
        parameters: &[Parameter],
        before: impl Fn(usize) -> f64,
        x: &[f64],
    ) -> Result<Impact, carom::InputError> {
        let mut draft = self.draft.clone();
        for (column, sites) in self.before.iter().enumerate() {
            sites.iter().for_each(|&site| draft.set(site, before(column)));
        }
        for (k, parameter) in parameters.iter().enumerate() {
            for &site in &self.sought[k] {
                match (parameter.part, site) {
                    (Part::Exponent, _) => {}
                    (Part::AtReference { speed }, Site::Of(contact, ContactNumber::Restitution)) => {
                        let e = at_speed(x[k], x[k + 1], draft.approach_speed(contact), speed);
                        draft.set(site, e);
                    }
                    (Part::Value | Part::AtReference { .. }, _) => draft.set(site, x[k]),
                }
            }
        }
        let (bodies, contacts) = draft.build()?;
        Impact::new(bodies, contacts, self.rules)
    }

    fn predict(
        &self,
        parameters: &[Parameter],
        before: impl Fn(usize) -> f64,
        x: &[f64],
        memory: &mut Memory,
        into: &mut Vec<f64>,
    ) -> Result<(), String> {
        if let Some(lone) = &self.lone
            && lone.predict(parameters, &before, x, into).is_some()
        {
            return Ok(());
        }
        let impact = self.impact(parameters, before, x).map_err(|error| error.to_string())?;
        let Memory { workspace, outcome } = memory;
        match self.scene.method() {
            Method::Simultaneous => {
                impact.solve_into(workspace, outcome).map_err(|error| self.scene.explain(&error.into()))?
            }
            Method::Routh { .. }
            | Method::Law { .. }
            | Method::Complementarity
            | Method::Sequential { .. } => {
                *outcome = self.scene.outcome_of(&impact).map_err(|error| self.scene.explain(&error))?;
            }
        }
        into.clear();
        into.extend(self.outputs.iter().map(|output| output.of(&impact, outcome)));
        Ok(())
    }
}

impl Model for Predictor {
    type Memory = Memory;

    fn parameters(&self) -> usize {
        self.parameters.len()
    }

    fn predict(&self, row: usize, x: &[f64], memory: &mut Memory, into: &mut Vec<f64>) -> Result<(), String> {
        self.predict_from(row, |column| self.before[column][row], x, memory, into)?;
        if into.iter().all(|value| value.is_finite()) {
            Ok(())
        } else {
            Err("a result is too large for a number".to_owned())
        }
    }

    fn linearise(
        &self,
        row: usize,
        x: &[f64],
        steps: &Steps,
        memory: &mut Memory,
        into: &mut Linear,
    ) -> Result<(), String> {
        if let Route::Direct(direct) = &self.route
            && let Some(lone) = &direct.lone
        {
            let numbers = (&mut into.values, &mut into.slopes);
            if lone.linearise(&self.parameters, self.before(row), x, steps, numbers).is_some() {
                into.origin = Origin::Exact;
                return Ok(());
            }
        }
        differences(self, row, x, steps, memory, into)
    }
}

/// The results of a scene at these paths.
fn evaluated(scene: &Loaded, outputs: &[String]) -> Result<Vec<f64>, String> {
    let done = scene.evaluate()?;
    let columns = scene.columns();
    let value = |path: &String| {
        let place = columns.iter().position(|column| column.path == *path);
        place.and_then(|place| done.values[place]).ok_or_else(|| format!("it has no `{path}`"))
    };
    outputs.iter().map(value).collect()
}

/// Where a body is at the instants of a track.
fn seen(scene: &Loaded, track: &Track) -> Result<Vec<f64>, String> {
    let Loaded::World(world) = scene else { return Err("an impact has no tracks".to_owned()) };
    let run = world.run().map_err(|error| world.explain(&error))?;
    let place = |sample: &Sample| {
        let position = run.placement(track.body, sample.time).position;
        [position.x, position.y]
    };
    Ok(track.samples.iter().flat_map(place).collect())
}

/// The first problem, with what was expected.
pub(crate) fn said(problems: &[Problem]) -> String {
    match problems {
        [] => String::new(),
        [first, ..] => match &first.expected {
            Some(expected) => format!("{}: {expected}", first.message),
            None => first.message.clone(),
        },
    }
}
