//! A world that was followed.

use std::sync::Arc;

use carom_scene::{TextOptions, WorldError, WorldReport, WorldRun, WorldScene};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{push, shaped};
use crate::figure::{self, Picture};

/// Figures of worlds.
const FIGURES: [&str; 2] = ["table", "velocities"];

/// A world that was followed, with its scene.
#[pyclass(frozen, module = "carom._native")]
pub struct Run {
    scene: Arc<WorldScene>,
    /// Always followed: a report takes either.
    followed: Result<WorldRun, WorldError>,
}

impl Run {
    /// What became of a world.
    pub fn new(scene: Arc<WorldScene>, followed: Result<WorldRun, WorldError>) -> Self {
        Self { scene, followed }
    }

    fn followed(&self) -> PyResult<&WorldRun> {
        self.followed.as_ref().map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Run {
    /// The JSON document of `carom run --json`.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| WorldReport::new(&self.scene, &self.followed).json(None))
    }

    /// The report of `carom run`.
    fn report(&self, py: Python<'_>, all: bool) -> String {
        let options = TextOptions { all, colour: false };
        py.detach(|| WorldReport::new(&self.scene, &self.followed).text(options))
    }

    /// When it ended, in seconds.
    #[getter]
    fn end(&self) -> PyResult<f64> {
        Ok(self.followed()?.end())
    }

    /// When something happened, in seconds, in order.
    fn instants(&self) -> PyResult<Vec<f64>> {
        Ok(self.followed()?.instants())
    }

    /// Every body at times (seconds), by quantity: arrays over (time, body, axis); of a cradle over (time, ball).
    #[pyo3(signature = (times: "numpy.typing.NDArray[numpy.float64]") -> "dict[str, numpy.typing.NDArray[numpy.float64]]")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        times: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let run = self.followed()?;
        let times = times.as_array().to_vec();
        let bodies = self.scene.names().len();
        let columns = py.detach(|| sampled(run, bodies, &times));
        let entries = PyDict::new(py);
        for (name, width, numbers) in columns {
            if width == 1 {
                entries.set_item(name, shaped(py, (times.len(), bodies), numbers)?)?;
            } else {
                entries.set_item(name, shaped(py, (times.len(), bodies, width), numbers)?)?;
            }
        }
        entries.set_item("time", shaped(py, times.len(), times)?)?;
        Ok(entries)
    }

    /// A figure; without a name the one that fits best.
    fn figure(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Picture> {
        name.map(|name| figure::kind(name, &FIGURES)).transpose()?;
        let run = self.followed()?;
        let (name, picture) = match (name, run) {
            (None | Some("table"), WorldRun::Billiards { table, shot }) => {
                let (title, names) = (self.scene.title(), self.scene.names());
                ("table", py.detach(|| carom_plot::draw_table(title, table, shot, names)))
            }
            (Some("table"), WorldRun::Bouncing(_) | WorldRun::Cradle(_)) => {
                return Err(PyValueError::new_err("this world has no table: expected figure \"velocities\""));
            }
            _ => ("velocities", py.detach(|| velocities(&self.scene, run))),
        };
        Ok(Picture::new(picture, name))
    }
}

fn velocities(scene: &WorldScene, run: &WorldRun) -> carom_plot::Picture {
    let label = match run {
        WorldRun::Billiards { .. } | WorldRun::Bouncing(_) => "speed",
        WorldRun::Cradle(_) => "horizontal velocity",
    };
    let speed = |body: usize, time: f64| run.speed(body, time);
    carom_plot::draw_velocities_over_time(
        scene.title(),
        scene.names(),
        run.end(),
        &run.instants(),
        &speed,
        label,
    )
}

/// A quantity: its name, how many numbers a body has of it, and all of them, time by time and body by body.
type Column = (&'static str, usize, Vec<f64>);

fn sampled(run: &WorldRun, bodies: usize, times: &[f64]) -> Vec<Column> {
    let every = times.iter().flat_map(|&time| (0..bodies).map(move |body| (body, time)));
    match run {
        WorldRun::Billiards { shot, .. } => {
            let [mut place, mut linear, mut angular] = [Vec::new(), Vec::new(), Vec::new()];
            for (body, time) in every {
                let state = shot.at(body, time);
                push(&mut place, &state.position);
                push(&mut linear, &state.velocity);
                push(&mut angular, &state.angular_velocity);
            }
            vec![("positions", 3, place), ("velocities", 3, linear), ("angular_velocities", 3, angular)]
        }
        WorldRun::Bouncing(course) => {
            let [mut place, mut turn, mut linear, mut angular] =
                [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
            for (body, time) in every {
                let state = course.at(body, time);
                push(&mut place, &state.position);
                let q = state.orientation;
                turn.extend([q.w, q.i, q.j, q.k]);
                push(&mut linear, &state.velocity);
                push(&mut angular, &state.angular_velocity);
            }
            vec![
                ("positions", 3, place),
                ("orientations", 4, turn),
                ("velocities", 3, linear),
                ("angular_velocities", 3, angular),
            ]
        }
        WorldRun::Cradle(course) => {
            let [mut angle, mut speed, mut shift, mut level] =
                [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
            for (body, time) in every {
                let state = course.at(body, time);
                angle.push(state.angle);
                speed.push(state.speed);
                shift.push(state.displacement);
                level.push(state.horizontal_velocity);
            }
            vec![
                ("angles", 1, angle),
                ("speeds", 1, speed),
                ("displacements", 1, shift),
                ("horizontal_velocities", 1, level),
            ]
        }
    }
}
