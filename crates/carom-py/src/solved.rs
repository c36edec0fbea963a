//! A solved impact.

use std::sync::Arc;

use carom::{Mode, Motion, Snapshot, Trace};
use carom_plot::{FigureKind, Subject};
use carom_scene::{Report, Scene, Solved as SceneSolved, SolvedCourse, TextOptions, TimeUnit, Unsolved};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{push, shaped};
use crate::figure::{self, Picture};

/// A quantity that every contact has at an instant.
type Of = fn(&Snapshot) -> &Vec<f64>;

/// A solved impact, with its scene.
#[pyclass(frozen, module = "carom._native")]
pub struct Solved {
    scene: Arc<Scene>,
    /// Always solved: a report takes either.
    solved: Result<SceneSolved, Unsolved>,
}

impl Solved {
    /// What became of a scene.
    pub fn new(scene: Arc<Scene>, solved: Result<SceneSolved, Unsolved>) -> Self {
        Self { scene, solved }
    }

    fn trace(&self) -> PyResult<&Trace> {
        match self.solved.as_ref().map(|solved| &solved.course) {
            Ok(SolvedCourse::OverTime { trace, .. }) => Ok(trace),
            Ok(
                SolvedCourse::OverImpulse { .. }
                | SolvedCourse::AtOnce { .. }
                | SolvedCourse::InSequence { .. },
            )
            | Err(_) => Err(PyValueError::new_err(
                "this method knows no time: a course over time needs method = \"simultaneous\"",
            )),
        }
    }

    fn subject<'a>(&'a self, trace: &'a Trace, contact: Option<usize>) -> Subject<'a> {
        let scene = &self.scene;
        let names = [scene.body_names(), scene.contact_names()];
        let subject = Subject::new(scene.title(), scene.impact(), scene.contact_problem(), names, trace);
        Subject { contact, ..subject.timed(scene.time_unit() == TimeUnit::Seconds) }
    }
}

#[pymethods]
impl Solved {
    /// The JSON document of `carom run --json`.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| Report::new(&self.scene, &self.solved).json())
    }

    /// The report of `carom run`.
    fn report(&self, py: Python<'_>, all: bool) -> String {
        py.detach(|| Report::new(&self.scene, &self.solved).text(TextOptions { all, colour: false }))
    }

    /// Whether the course is known over time.
    #[getter]
    fn has_course(&self) -> bool {
        self.trace().is_ok()
    }

    /// Ascending instants for a smooth picture, with every event between; seconds.
    fn instants(&self, py: Python<'_>, count: usize) -> PyResult<Vec<f64>> {
        let trace = self.trace()?;
        Ok(py.detach(|| trace.instants(count)))
    }

    /// Every quantity at ascending instants (seconds), by name.
    #[pyo3(signature = (times: "numpy.typing.NDArray[numpy.float64]") -> "dict[str, numpy.typing.NDArray[typing.Any]]")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        times: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let trace = self.trace()?;
        let times = times.as_array().to_vec();
        let snapshots = py.detach(|| trace.sample(&times));
        let columns = PyDict::new(py);
        columns.set_item("time", shaped(py, times.len(), times)?)?;
        self.contacts_into(&columns, &snapshots)?;
        self.bodies_into(&columns, &snapshots)?;
        Ok(columns)
    }

    /// A figure; without a name the one that fits best.
    fn figure(&self, py: Python<'_>, name: Option<&str>, contact: Option<usize>) -> PyResult<Picture> {
        let known = FigureKind::ALL.map(FigureKind::name);
        let asked = name.map(|name| figure::kind(name, &known)).transpose()?.flatten();
        let subject = self.subject(self.trace()?, contact);
        let of_one = contact.map(|_| FigureKind::ImpulseCurve);
        let kind = asked.or(of_one).or_else(|| carom_plot::fitting(&subject).first().copied());
        let kind = kind.ok_or_else(|| PyValueError::new_err("no figure fits an impact without contacts"))?;
        let picture =
            py.detach(|| carom_plot::draw(kind, &subject)).map_err(|error| figure::refused(&error))?;
        Ok(Picture::new(picture, kind.name()))
    }

    /// The transition diagram in Graphviz' language.
    fn dot(&self) -> PyResult<String> {
        Ok(carom_plot::dot(&self.subject(self.trace()?, None)))
    }
}

impl Solved {
    /// What the contacts do: arrays over (instant, contact), tangential ones over (instant, contact, t1 or t2).
    fn contacts_into(&self, columns: &Bound<'_, PyDict>, snapshots: &[Snapshot]) -> PyResult<()> {
        let py = columns.py();
        let shape = (snapshots.len(), self.scene.contact_names().len());
        let normal: [(&str, Of); 4] = [
            ("normal_impulse", |s| &s.impulse),
            ("normal_velocity", |s| &s.velocity),
            ("normal_force", |s| &s.force),
            ("strain_energy", |s| &s.energy),
        ];
        for (name, of) in normal {
            let numbers: Vec<f64> = snapshots.iter().flat_map(|s| of(s).iter().map(|x| x + 0.0)).collect();
            columns.set_item(name, shaped(py, shape, numbers)?)?;
        }
        if !self.scene.contact_problem().tangential_laws().iter().any(|law| law.has_friction()) {
            return Ok(());
        }
        let sides = || snapshots.iter().flat_map(|snapshot| &snapshot.tangential);
        let tangential = [
            ("tangential_impulse", sides().map(|side| side.impulse).collect::<Vec<_>>()),
            ("tangential_velocity", sides().map(|side| side.velocity).collect()),
            ("tangential_force", sides().map(|side| side.force).collect()),
            ("stretch", sides().map(|side| side.stretch).collect()),
            ("sliding", sides().map(|side| side.sliding).collect()),
        ];
        for (name, vectors) in tangential {
            let numbers: Vec<f64> =
                vectors.iter().flat_map(|vector| [vector.x + 0.0, vector.y + 0.0]).collect();
            columns.set_item(name, shaped(py, (shape.0, shape.1, 2), numbers)?)?;
        }
        let modes: Vec<u8> = sides().map(|side| mode_number(side.mode)).collect();
        columns.set_item("mode", shaped(py, shape, modes)?)
    }

    /// What the bodies do: arrays over (instant, body, axis), and impulses over (instant, contact, axis) of the world.
    fn bodies_into(&self, columns: &Bound<'_, PyDict>, snapshots: &[Snapshot]) -> PyResult<()> {
        let py = columns.py();
        let Some(impact) = self.scene.impact() else { return Ok(()) };
        let (mut linear, mut angular, mut impulses) = (Vec::new(), Vec::new(), Vec::new());
        for snapshot in snapshots {
            for Motion { linear: v, angular: w } in &impact.motions_at(snapshot) {
                push(&mut linear, v);
                push(&mut angular, w);
            }
            let tangential: Vec<_> = snapshot.tangential.iter().map(|side| side.impulse).collect();
            impact.world_impulses(&snapshot.impulse, &tangential).iter().for_each(|p| push(&mut impulses, p));
        }
        let (instants, bodies, contacts) = (snapshots.len(), impact.bodies().len(), impact.contacts().len());
        columns.set_item("velocities", shaped(py, (instants, bodies, 3), linear)?)?;
        columns.set_item("angular_velocities", shaped(py, (instants, bodies, 3), angular)?)?;
        columns.set_item("impulses", shaped(py, (instants, contacts, 3), impulses)?)
    }
}

/// Its place in `carom.result.MODES`.
fn mode_number(mode: Mode) -> u8 {
    match mode {
        Mode::Free => 0,
        Mode::Stick => 1,
        Mode::Slip => 2,
    }
}
