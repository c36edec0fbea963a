//! Parameter studies: rows of a sweep as columns of numbers.

use carom_sweep::{Options, Row, Setting, Sweep as Study, SweepError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::arrays::shaped;
use crate::batch::{in_portions, pool};
use crate::errors;

/// A scene, which keys of it are varied, and which results are kept. Row i depends on these and on i alone.
#[pyclass(frozen, module = "carom._native")]
pub struct Sweep {
    study: Study,
}

#[pymethods]
impl Sweep {
    /// Settings are written `PATH=VALUES` as on the command line.
    #[new]
    fn new(
        py: Python<'_>,
        text: &str,
        name: &str,
        settings: Vec<String>,
        columns: Vec<String>,
        draws: u64,
        seed: u64,
    ) -> PyResult<Self> {
        let options = Options { columns, draws, seed };
        let study = settings
            .iter()
            .map(|setting| setting.parse::<Setting>())
            .collect::<Result<Vec<_>, _>>()
            .and_then(|settings| Study::new(text, settings, &options));
        match study {
            Ok(study) => Ok(Self { study }),
            Err(SweepError::Scene { problems }) => Err(errors::scene_error(py, &problems, name, text)),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        }
    }

    /// How many rows there are.
    #[getter]
    fn rows(&self) -> u64 {
        self.study.rows()
    }

    /// The keys that are varied, and whether all values of each are numbers.
    #[getter]
    fn settings(&self) -> Vec<(String, bool)> {
        self.study
            .settings()
            .iter()
            .map(|setting| (setting.path().to_owned(), setting.is_numeric()))
            .collect()
    }

    /// The results that are kept, with their units.
    #[getter]
    fn columns(&self) -> Vec<(String, String)> {
        self.study.columns().iter().map(|column| (column.path.clone(), column.unit.to_string())).collect()
    }

    /// A number that tells this sweep from others.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.study.fingerprint_of(&(0..self.study.rows()))
    }

    /// The scene of a row.
    fn scene(&self, row: u64) -> PyResult<String> {
        self.checked(row, row + 1)?;
        Ok(self.study.scene(row))
    }

    /// Rows from `start` up to `stop`, by name: the values of the settings as they are written, numbers by column, statuses, messages.
    #[pyo3(signature = (
        start: "int",
        stop: "int",
        threads: "int | None" = None,
        progress: "typing.Callable[[int], object] | None" = None,
    ) -> "dict[str, typing.Any]")]
    fn compute<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        stop: u64,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.checked(start, stop)?;
        let pool = pool::of(threads)?;
        let mut rows: Vec<Row> = Vec::new();
        let count = (stop - start) as usize;
        in_portions(py, 0..count, pool.current_num_threads(), progress.as_ref(), |portion| {
            let numbers = portion.into_par_iter().map(|offset| start + offset as u64);
            rows.extend(pool.install(|| numbers.map(|row| self.study.row(row)).collect::<Vec<Row>>()));
        })?;
        self.handed_over(py, rows)
    }
}

impl Sweep {
    fn checked(&self, start: u64, stop: u64) -> PyResult<()> {
        let rows = self.study.rows();
        if start <= stop && stop <= rows {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "rows {start} to {stop} are not among those of the sweep, 0 to {rows}"
        )))
    }

    fn handed_over<'py>(&self, py: Python<'py>, rows: Vec<Row>) -> PyResult<Bound<'py, PyDict>> {
        let entries = PyDict::new(py);
        entries.set_item("row", shaped(py, rows.len(), rows.iter().map(|row| row.number).collect())?)?;
        let settings = (0..self.study.settings().len())
            .map(|i| rows.iter().map(|row| row.settings[i].clone()).collect::<Vec<String>>())
            .collect::<Vec<_>>();
        entries.set_item("settings", settings)?;
        let columns = (0..self.study.columns().len())
            .map(|i| {
                shaped(py, rows.len(), rows.iter().map(|row| row.values[i].unwrap_or(f64::NAN)).collect())
            })
            .collect::<PyResult<Vec<_>>>()?;
        entries.set_item("values", columns)?;
        entries.set_item("status", rows.iter().map(|row| row.status.name()).collect::<Vec<_>>())?;
        entries.set_item("message", rows.into_iter().map(|row| row.message).collect::<Vec<_>>())?;
        Ok(entries)
    }
}
