//! Shots on one table with many strokes: rows of values for keys of the scene.

use carom_motion::billiards::{Exit, Shot};
use carom_scene::{Loaded, WorldReport, WorldRun, load};
use numpy::PyReadonlyArray2;
use numpy::ndarray::ArrayView1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use toml_edit::{DocumentMut, Item, Table, Value};

use super::status::{Failed, SEPARATED, STATUSES};
use super::{in_portions, pool};
use crate::arrays::{push, refuse_too_many, shaped};

/// A ball that is still in play, or that left the table, where others have the number of their pocket.
const IN_PLAY: i8 = -1;
const OFF_TABLE: i8 = -2;

/// What became of one shot.
struct Played {
    positions: Vec<f64>,
    exits: Vec<i8>,
    end: f64,
    events: u32,
}

/// Plays the shots of a scene whose `keys`, such as `cue.speed` or `rack.seed`, have the values of a row each.
#[pyfunction]
#[pyo3(signature = (
    text: "str",
    keys: "list[str]",
    values: "numpy.typing.NDArray[numpy.float64]",
    balls: "int",
    threads: "int | None" = None,
    progress: "typing.Callable[[int], object] | None" = None,
) -> "dict[str, typing.Any]")]
pub fn shot_batch<'py>(
    py: Python<'py>,
    text: &str,
    keys: Vec<String>,
    values: PyReadonlyArray2<'py, f64>,
    balls: usize,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| PyValueError::new_err(error.to_string()))?;
    let values = values.as_array();
    let rows = values.nrows();
    if values.ncols() != keys.len() {
        let message = format!("there are {} keys, but {} values in a row", keys.len(), values.ncols());
        return Err(PyValueError::new_err(message));
    }
    let pool = pool::of(threads)?;
    refuse_too_many(rows, Answers::row_bytes(balls))?;
    let mut answers = Answers::new(rows, balls);
    let play = |row: usize| play(&document, &keys, values.row(row), balls);
    in_portions(py, 0..rows, pool.current_num_threads(), progress.as_ref(), |rows| {
        let played: Vec<Result<Played, Failed>> = pool.install(|| rows.into_par_iter().map(play).collect());
        played.into_iter().for_each(|played| answers.take_in(played));
    })?;
    answers.handed_over(py, balls)
}

fn play(
    document: &DocumentMut,
    keys: &[String],
    values: ArrayView1<f64>,
    balls: usize,
) -> Result<Played, Failed> {
    let mut document = document.clone();
    for (key, &value) in keys.iter().zip(values) {
        set(&mut document, key, value).map_err(Failed::refused)?;
    }
    let scene = match load(&document.to_string()) {
        Ok(Loaded::World(scene)) if scene.names().len() == balls => scene,
        Ok(_) => return Err(Failed::refused(format!("expected a table with {balls} balls"))),
        Err(problems) => {
            let said: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
            return Err(Failed::refused(said.join("; ")));
        }
    };
    let run = scene.run();
    match &run {
        Ok(WorldRun::Billiards { shot, .. }) => Ok(Played::of(shot)),
        Ok(_) => Err(Failed::refused("expected a world with a `table`")),
        Err(_) => Err(Failed::of_document(&WorldReport::new(&scene, &run).json(None))),
    }
}

/// Sets the number at a key of a table, such as `cue.speed`; whole numbers stay whole, as seeds must be.
fn set(document: &mut DocumentMut, key: &str, number: f64) -> Result<(), String> {
    /// Up to here whole numbers and floats are the same.
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    let (table, key) = key.split_once('.').ok_or_else(|| format!("`{key}` is no key of a table"))?;
    let whole = number.fract() == 0.0 && number.abs() < WHOLE;
    let value = if whole { Value::from(number as i64) } else { Value::from(number) };
    let place = document.entry(table).or_insert(Item::Table(Table::new()));
    let place = place.as_table_like_mut().ok_or_else(|| format!("`{table}` is no table"))?;
    place.insert(key, Item::Value(value));
    Ok(())
}

impl Played {
    fn of(shot: &Shot) -> Self {
        let mut positions = Vec::with_capacity(3 * shot.balls.len());
        shot.final_states().iter().for_each(|ball| push(&mut positions, &ball.state.position));
        let exit = |ball: usize| match shot.exit(ball) {
            None => IN_PLAY,
            Some(Exit::Pocket(number)) => number as i8,
            Some(Exit::OverTheEdge) => OFF_TABLE,
        };
        let exits = (0..shot.balls.len()).map(exit).collect();
        Self { positions, exits, end: shot.end, events: shot.events.len() as u32 }
    }
}

struct Answers {
    balls: usize,
    positions: Vec<f64>,
    exits: Vec<i8>,
    end: Vec<f64>,
    events: Vec<u32>,
    status: Vec<u8>,
    messages: Vec<(usize, String)>,
}

impl Answers {
    /// What a row takes up.
    fn row_bytes(balls: usize) -> usize {
        balls * (3 * size_of::<f64>() + size_of::<i8>())
            + size_of::<f64>()
            + size_of::<u32>()
            + size_of::<u8>()
    }

    fn new(rows: usize, balls: usize) -> Self {
        Self {
            balls,
            positions: Vec::with_capacity(3 * balls * rows),
            exits: Vec::with_capacity(balls * rows),
            end: Vec::with_capacity(rows),
            events: Vec::with_capacity(rows),
            status: Vec::with_capacity(rows),
            messages: Vec::new(),
        }
    }

    fn take_in(&mut self, played: Result<Played, Failed>) {
        let (played, status) = match played {
            Ok(played) => (played, SEPARATED),
            Err(Failed { status, message }) => {
                self.messages.push((self.status.len(), message));
                let positions = vec![f64::NAN; 3 * self.balls];
                (Played { positions, exits: vec![IN_PLAY; self.balls], end: f64::NAN, events: 0 }, status)
            }
        };
        self.positions.extend(played.positions);
        self.exits.extend(played.exits);
        self.end.push(played.end);
        self.events.push(played.events);
        self.status.push(status);
    }

    fn handed_over(self, py: Python<'_>, balls: usize) -> PyResult<Bound<'_, PyDict>> {
        let rows = self.status.len();
        let entries = PyDict::new(py);
        entries.set_item("positions", shaped(py, (rows, balls, 3), self.positions)?)?;
        entries.set_item("exits", shaped(py, (rows, balls), self.exits)?)?;
        entries.set_item("end", shaped(py, rows, self.end)?)?;
        entries.set_item("events", shaped(py, rows, self.events)?)?;
        entries.set_item("status", shaped(py, rows, self.status)?)?;
        entries.set_item("statuses", STATUSES.to_vec())?;
        entries.set_item("messages", self.messages)?;
        Ok(entries)
    }
}
