//! A scene: one impact, or a world in motion.

use std::sync::Arc;

use carom_scene::{
    ComparisonReport, Loaded, OneSidedColumn, Quantity, Report, Scene as ImpactScene, Slopes, TextOptions,
    WorldReport, WorldScene,
};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{push, shaped};
use crate::errors;
use crate::figure::{self, Picture};
use crate::run::Run;
use crate::solved::Solved;

/// An array over (body, axis).
type Vectors<'py> = Bound<'py, PyArray2<f64>>;

/// Names of rows and columns, a matrix, kinks, and what is to either side of them.
type Differentiated<'py> =
    (Vec<String>, Vec<String>, Vectors<'py>, Vec<(f64, String, Vec<String>, Vec<String>)>, Vec<Sided<'py>>);

/// A column and its side; slopes, rows that jump and how well the slopes are known; or why there are none.
type Sided<'py> =
    (String, &'static str, Option<Bound<'py, PyArray1<f64>>>, Vec<String>, Option<f64>, Option<String>);

/// What the text of a scene holds.
#[derive(Clone)]
pub enum Held {
    /// One impact.
    Impact(Arc<ImpactScene>),
    /// A motion in time.
    World(Arc<WorldScene>),
}

/// A scene that was read.
#[pyclass(frozen, module = "carom._native")]
pub struct Scene {
    held: Held,
    #[pyo3(get)]
    text: String,
    #[pyo3(get)]
    name: String,
}

#[pymethods]
impl Scene {
    /// Reads the text of a scene file; `name` is what messages call it.
    #[new]
    fn new(py: Python<'_>, text: String, name: String) -> PyResult<Self> {
        let held = match py.detach(|| carom_scene::load(&text)) {
            Ok(Loaded::Impact(scene)) => Held::Impact(Arc::new(scene)),
            Ok(Loaded::World(scene)) => Held::World(Arc::new(scene)),
            Err(problems) => return Err(errors::scene_error(py, &problems, &name, &text)),
        };
        Ok(Self { held, text, name })
    }

    /// Whether it goes on in time.
    #[getter]
    fn is_world(&self) -> bool {
        matches!(self.held, Held::World(_))
    }

    #[getter]
    fn title(&self) -> &str {
        match &self.held {
            Held::Impact(scene) => scene.title(),
            Held::World(scene) => scene.title(),
        }
    }

    #[getter]
    fn body_names(&self) -> Vec<String> {
        match &self.held {
            Held::Impact(scene) => scene.body_names().to_vec(),
            Held::World(scene) => scene.names().to_vec(),
        }
    }

    #[getter]
    fn contact_names(&self) -> Vec<String> {
        match &self.held {
            Held::Impact(scene) => scene.contact_names().to_vec(),
            Held::World(_) => Vec::new(),
        }
    }

    /// Velocities and angular velocities of the bodies before an impact.
    #[pyo3(signature = () -> "tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]")]
    fn motions<'py>(&self, py: Python<'py>) -> PyResult<(Vectors<'py>, Vectors<'py>)> {
        let scene = self.impact()?;
        let bodies = scene.impact().map_or(&[][..], |impact| impact.bodies());
        let (mut linear, mut angular) = (Vec::new(), Vec::new());
        for body in bodies {
            push(&mut linear, &body.motion().linear);
            push(&mut angular, &body.motion().angular);
        }
        Ok((shaped(py, (bodies.len(), 3), linear)?, shaped(py, (bodies.len(), 3), angular)?))
    }

    /// Solves the impact.
    fn solve(&self, py: Python<'_>) -> PyResult<Solved> {
        let scene = self.impact()?;
        let solved = py.detach(|| scene.solve());
        if solved.is_err() {
            return Err(errors::solve_error(py, &Report::new(&scene, &solved).json()));
        }
        Ok(Solved::new(scene, solved))
    }

    /// Exact derivatives of the outcome of an impact, or of the end of a motion: names of rows and columns, the matrix, and where it is that of one branch only, as
    /// (time, cause, contacts, columns). If asked for, also what is to either side there: (column, side, slopes, jumps, uncertainty, refused).
    #[pyo3(signature = (one_sided: "bool") -> "tuple[list[str], list[str], numpy.typing.NDArray[numpy.float64], list[tuple[float, str, list[str], list[str]]], list[tuple[str, str, numpy.typing.NDArray[numpy.float64] | None, list[str], float | None, str | None]]]")]
    fn derivatives<'py>(&self, py: Python<'py>, one_sided: bool) -> PyResult<Differentiated<'py>> {
        let found = py.detach(|| match &self.held {
            Held::Impact(scene) => scene.derivatives().map(|mut found| {
                if one_sided {
                    found.one_sided = scene.one_sided_derivatives(&found);
                }
                found
            }),
            Held::World(scene) => scene.derivatives(),
        });
        let found = found.map_err(PyValueError::new_err)?;
        let names =
            |quantities: &[Quantity]| quantities.iter().map(|quantity| quantity.name.clone()).collect();
        let (rows, columns): (Vec<String>, Vec<String>) = (names(&found.rows), names(&found.columns));
        let matrix = shaped(py, (rows.len(), columns.len()), found.matrix.concat())?;
        let kinks = found.kinks.into_iter();
        let kinks =
            kinks.map(|kink| (kink.time, kink.cause.to_owned(), kink.contacts, kink.columns)).collect();
        let sided = found.one_sided.into_iter().map(|OneSidedColumn { column, side, slopes }| match slopes {
            Ok(Slopes { values, jumps, uncertainty }) => {
                (column, side.name(), Some(PyArray1::from_vec(py, values)), jumps, Some(uncertainty), None)
            }
            Err(refused) => (column, side.name(), None, Vec::new(), None, Some(refused)),
        });
        Ok((rows, columns, matrix, kinks, sided.collect()))
    }

    /// Follows the world.
    fn run(&self, py: Python<'_>) -> PyResult<Run> {
        let Held::World(scene) = &self.held else {
            return Err(PyTypeError::new_err(format!(
                "{} describes a single impact, not a world",
                self.name
            )));
        };
        let followed = py.detach(|| scene.run());
        if followed.is_err() {
            return Err(errors::solve_error(py, &WorldReport::new(scene, &followed).json(None)));
        }
        Ok(Run::new(scene.clone(), followed))
    }

    /// What every law says of the impact: its document, and its table in words.
    fn compare(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let scene = self.impact()?;
        Ok(py.detach(|| {
            let comparison = scene.compare();
            let report = ComparisonReport::new(&scene, &comparison);
            (report.json(), report.text(TextOptions { all: true, colour: false }))
        }))
    }

    /// The impulses of all laws at the only contact.
    fn impulse_space(&self, py: Python<'_>) -> PyResult<Picture> {
        let scene = self.impact()?;
        let picture = py.detach(|| carom_plot::draw_impulse_space(scene.title(), &scene.compare()));
        let picture = picture.map_err(|error| figure::refused(&error))?;
        Ok(Picture::new(picture, "impulse-space"))
    }

    /// What all laws say: impulses of the only contact, or impulses and velocities of several.
    fn laws(&self, py: Python<'_>) -> PyResult<Picture> {
        let scene = self.impact()?;
        let page = carom_plot::Page::default();
        let (title, names) = (scene.title(), scene.contact_names());
        let picture = py.detach(|| carom_plot::draw_laws(&page, title, names, &scene.compare()));
        let picture = picture.map_err(|error| figure::refused(&error))?;
        Ok(Picture::new(picture, if names.len() == 1 { "impulse-space" } else { "laws" }))
    }
}

impl Scene {
    /// The impact, which a world has many of.
    pub fn impact(&self) -> PyResult<Arc<ImpactScene>> {
        match &self.held {
            Held::Impact(scene) => Ok(scene.clone()),
            Held::World(_) => Err(PyTypeError::new_err(format!(
                "{} describes a world in motion: expected a single impact, without `[world]`",
                self.name
            ))),
        }
    }
}
