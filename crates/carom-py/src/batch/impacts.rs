//! Impacts of one kind with many velocities and coefficients.

use std::ops::Range;
use std::sync::Arc;

use carom::{
    Body, Compliance, Contact, Ending, Friction, Impact, InputError, Model, Motion, NormalLaw, Outcome,
    Restitution, Stiffness, TangentialLaw, Workspace,
};
use carom_scene::{Method, Scene, Unsolved};
use nalgebra::Vector3;
use numpy::ndarray::{ArrayView2, ArrayView3};
use numpy::{PyReadonlyArray2, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use super::status::{CONVERGED, Failed, SEPARATED, STATUSES};
use super::{in_portions, pool};
use crate::arrays::{refuse_too_many, shaped};
use crate::scene::Scene as PyScene;

/// Messages that are kept; more say nothing new.
const MOST_MESSAGES: usize = 1000;

/// What every row shares.
struct Template {
    scene: Arc<Scene>,
    impact: Impact,
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    model: Model,
}

/// What a thread uses again from row to row.
struct Bench {
    impact: Impact,
    bodies: Vec<Body>,
    motions: Vec<Motion>,
    workspace: Workspace,
    outcome: Outcome,
}

impl Bench {
    fn new(template: &Template) -> Self {
        Self {
            impact: template.impact.clone(),
            bodies: Vec::new(),
            motions: Vec::new(),
            workspace: Workspace::default(),
            outcome: Outcome::default(),
        }
    }
}

/// What differs from row to row; where nothing is given the scene's own values hold.
struct Columns<'a> {
    velocities: Option<ArrayView3<'a, f64>>,
    angular_velocities: Option<ArrayView3<'a, f64>>,
    restitution: Option<ArrayView2<'a, f64>>,
    stiffness: Option<ArrayView2<'a, f64>>,
    friction: Option<ArrayView2<'a, f64>>,
    compliance: Option<ArrayView2<'a, f64>>,
    gap: Option<ArrayView2<'a, f64>>,
}

impl Template {
    fn new(scene: Arc<Scene>) -> PyResult<Self> {
        let Some(impact) = scene.impact().cloned() else {
            return Err(PyValueError::new_err("a batch needs bodies: this scene is a mechanism"));
        };
        if !matches!(scene.method(), Method::Simultaneous) {
            return Err(PyValueError::new_err(
                "a batch solves simultaneous impacts: expected a scene without another `method`",
            ));
        }
        let model = impact.contact_problem().model();
        let (bodies, contacts) = (impact.bodies().to_vec(), impact.contacts().to_vec());
        Ok(Self { scene, impact, bodies, contacts, model })
    }

    /// Solves a row in the memory of a thread and leaves the outcome there.
    fn solve(&self, columns: &Columns, row: usize, bench: &mut Bench) -> Result<(), Failed> {
        bench.bodies.clear();
        for (i, body) in self.bodies.iter().enumerate() {
            let moved = columns.body(body, row, i);
            bench.bodies.push(moved.map_err(|error| refused("body", &self.scene.body_names()[i], &error))?);
        }
        if columns.leaves_contacts() {
            bench.motions.clear();
            bench.motions.extend(bench.bodies.iter().map(Body::motion));
            bench.impact.set_velocities(&bench.motions).map_err(Failed::refused)?;
        } else {
            let changed = |(i, contact): (usize, &Contact)| {
                let changed = columns.contact(contact, row, i);
                changed.map_err(|error| refused("contact", &self.scene.contact_names()[i], &error))
            };
            let contacts = self.contacts.iter().enumerate().map(changed).collect::<Result<Vec<_>, _>>()?;
            let joints = bench.impact.joints().to_vec();
            bench.impact = Impact::with_joints(bench.bodies.clone(), contacts, joints, self.model)
                .map_err(Failed::refused)?;
        }
        let Bench { impact, workspace, outcome, .. } = bench;
        impact
            .solve_into(workspace, outcome)
            .map_err(|error| Failed::unsolved(&self.scene, &Unsolved::Engine(error)))?;
        if is_finite(outcome) {
            Ok(())
        } else {
            Err(Failed::unsolved(&self.scene, &Unsolved::TooLarge { what: "a velocity, impulse or energy" }))
        }
    }
}

/// Entries of a ledger.
const LEDGER: usize = 5;

/// Energy before and after, work of fixed bodies that move, lost in restitution, lost in friction; in joules.
fn ledger(outcome: &Outcome) -> [f64; LEDGER] {
    let energy = &outcome.energy;
    [energy.before, energy.after, energy.work, energy.lost_in_restitution, energy.lost_in_friction]
}

fn is_finite(outcome: &Outcome) -> bool {
    let numbers = ledger(outcome);
    let motions = outcome.bodies.iter().flat_map(|motion| motion.linear.iter().chain(motion.angular.iter()));
    let impulses = outcome.contacts.iter().flat_map(|contact| contact.impulse.iter());
    numbers.iter().chain(motions).chain(impulses).all(|x| x.is_finite())
}

impl Columns<'_> {
    /// A body as it moves in a row. A velocity that is the scene's own is left as it is: a hinge takes none.
    fn body(&self, body: &Body, row: usize, i: usize) -> Result<Body, InputError> {
        let vector = |column: &ArrayView3<f64>| {
            Vector3::new(column[[row, i, 0]], column[[row, i, 1]], column[[row, i, 2]])
        };
        let mut moved = body.clone();
        if let Some(velocity) = self.velocities.as_ref().map(vector)
            && velocity != body.motion().linear
        {
            moved = moved.moving(velocity)?;
        }
        if let Some(spin) = self.angular_velocities.as_ref().map(vector)
            && spin != body.motion().angular
        {
            moved = moved.spinning(spin)?;
        }
        Ok(moved)
    }

    fn leaves_contacts(&self) -> bool {
        [&self.restitution, &self.stiffness, &self.friction, &self.compliance, &self.gap]
            .iter()
            .all(|c| c.is_none())
    }

    /// A contact with the coefficients of a row.
    fn contact(&self, contact: &Contact, row: usize, i: usize) -> Result<Contact, InputError> {
        let given = |column: &Option<ArrayView2<f64>>| column.as_ref().map(|column| column[[row, i]]);
        let law = contact.law();
        let law = NormalLaw {
            restitution: given(&self.restitution).map_or(Ok(law.restitution), Restitution::new)?,
            stiffness: given(&self.stiffness).map_or(Ok(law.stiffness), Stiffness::new)?,
            gap: given(&self.gap).unwrap_or(law.gap),
        };
        let tangential = contact.tangential_law();
        let friction = given(&self.friction).map_or(Ok(tangential.friction()), Friction::new)?;
        let compliance = match given(&self.compliance) {
            Some(compliance) => Some(Compliance::new(compliance)?),
            None => tangential.compliance(),
        };
        let tangential = match compliance {
            _ if friction == Friction::NONE => TangentialLaw::Frictionless,
            Some(compliance) => TangentialLaw::Compliant { friction, compliance },
            None => TangentialLaw::Rigid { friction },
        };
        let normal = contact.normal().into_inner();
        Ok(Contact::new(contact.bodies(), contact.point(), normal, law)?.with_friction(tangential))
    }
}

fn refused(what: &str, name: &str, error: &InputError) -> Failed {
    Failed::refused(format!("{what} `{name}`: {error}"))
}

/// Rows of answers, as they go to Python. NaN where there is none.
struct Answers {
    velocities: Vec<f64>,
    angular_velocities: Vec<f64>,
    impulses: Vec<f64>,
    /// Rows of [`ledger`].
    energy: Vec<f64>,
    duration: Vec<f64>,
    status: Vec<u8>,
    messages: Vec<(usize, String)>,
}

/// The part of the answers that is a row's own.
struct Slot<'a> {
    velocities: &'a mut [f64],
    angular_velocities: &'a mut [f64],
    impulses: &'a mut [f64],
    energy: &'a mut [f64],
    duration: &'a mut f64,
    status: &'a mut u8,
}

impl Slot<'_> {
    fn fill(self, outcome: &Outcome) {
        for (i, motion) in outcome.bodies.iter().enumerate() {
            put(&mut self.velocities[3 * i..3 * i + 3], &motion.linear);
            put(&mut self.angular_velocities[3 * i..3 * i + 3], &motion.angular);
        }
        for (i, contact) in outcome.contacts.iter().enumerate() {
            put(&mut self.impulses[3 * i..3 * i + 3], &contact.impulse);
        }
        self.energy.copy_from_slice(&ledger(outcome).map(|joules| joules + 0.0));
        *self.duration = outcome.duration;
        *self.status = match outcome.ending {
            Ending::Converged { .. } => CONVERGED,
            _ => SEPARATED,
        };
    }
}

/// −0 has a sign that means nothing here.
fn put(numbers: &mut [f64], vector: &Vector3<f64>) {
    numbers.iter_mut().zip(vector.iter()).for_each(|(number, x)| *number = x + 0.0);
}

impl Answers {
    /// What a row takes up.
    fn row_bytes(bodies: usize, contacts: usize) -> usize {
        (6 * bodies + 3 * contacts + LEDGER + 1) * size_of::<f64>() + size_of::<u8>()
    }

    fn new(rows: usize, bodies: usize, contacts: usize) -> Self {
        let none = |length: usize| vec![f64::NAN; rows * length];
        Self {
            velocities: none(3 * bodies),
            angular_velocities: none(3 * bodies),
            impulses: none(3 * contacts),
            energy: none(LEDGER),
            duration: none(1),
            status: vec![SEPARATED; rows],
            messages: Vec::new(),
        }
    }

    /// Rows, each with what is its own.
    fn slots(&mut self, rows: Range<usize>, bodies: usize, contacts: usize) -> Vec<Slot<'_>> {
        let first = rows.start;
        let mut velocities = self.velocities[3 * bodies * first..].chunks_mut((3 * bodies).max(1));
        let mut spins = self.angular_velocities[3 * bodies * first..].chunks_mut((3 * bodies).max(1));
        let mut impulses = self.impulses[3 * contacts * first..].chunks_mut((3 * contacts).max(1));
        let energies = self.energy[LEDGER * first..].chunks_mut(LEDGER);
        let rest = self.duration[first..].iter_mut().zip(&mut self.status[first..]);
        let slot = |(energy, (duration, status))| Slot {
            velocities: velocities.next().unwrap_or_default(),
            angular_velocities: spins.next().unwrap_or_default(),
            impulses: impulses.next().unwrap_or_default(),
            energy,
            duration,
            status,
        };
        energies.zip(rest).take(rows.len()).map(slot).collect()
    }
}

/// Solves rows of an impact. Columns are over (row, body, axis) and (row, contact). Gives arrays by name, the names of statuses, and
/// what was wrong with rows that have no answer.
#[pyfunction]
#[pyo3(signature = (
    scene: "Scene",
    rows: "int",
    columns: "dict[str, numpy.typing.NDArray[numpy.float64]]",
    threads: "int | None" = None,
    progress: "typing.Callable[[int], object] | None" = None,
) -> "dict[str, typing.Any]")]
pub fn solve_batch<'py>(
    py: Python<'py>,
    scene: &PyScene,
    rows: usize,
    columns: &Bound<'py, PyDict>,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let template = Template::new(scene.impact()?)?;
    let (bodies, contacts) = (template.bodies.len(), template.contacts.len());
    let of_bodies = |name: &str| column3(columns, name, [rows, bodies, 3]);
    let of_contacts = |name: &str| column2(columns, name, [rows, contacts]);
    let (velocities, spins) = (of_bodies("velocities")?, of_bodies("angular_velocities")?);
    let (restitution, stiffness) = (of_contacts("restitution")?, of_contacts("stiffness")?);
    let (friction, compliance, gap) =
        (of_contacts("friction")?, of_contacts("compliance")?, of_contacts("gap")?);
    let columns = Columns {
        velocities: velocities.as_ref().map(|column| column.as_array()),
        angular_velocities: spins.as_ref().map(|column| column.as_array()),
        restitution: restitution.as_ref().map(|column| column.as_array()),
        stiffness: stiffness.as_ref().map(|column| column.as_array()),
        friction: friction.as_ref().map(|column| column.as_array()),
        compliance: compliance.as_ref().map(|column| column.as_array()),
        gap: gap.as_ref().map(|column| column.as_array()),
    };
    let pool = pool::of(threads)?;
    refuse_too_many(rows, Answers::row_bytes(bodies, contacts))?;
    let mut answers = Answers::new(rows, bodies, contacts);
    in_portions(py, 0..rows, pool.current_num_threads(), progress.as_ref(), |rows| {
        pool.install(|| solve_rows(&template, &columns, &mut answers, rows));
    })?;
    handed_over(py, answers, rows, bodies, contacts)
}

fn solve_rows(template: &Template, columns: &Columns, answers: &mut Answers, rows: Range<usize>) {
    let (first, bodies, contacts) = (rows.start, template.bodies.len(), template.contacts.len());
    let slots = answers.slots(rows, bodies, contacts);
    let solve = |bench: &mut Bench, (offset, slot): (usize, Slot)| match template.solve(
        columns,
        first + offset,
        bench,
    ) {
        Ok(()) => {
            slot.fill(&bench.outcome);
            None
        }
        Err(Failed { status, message }) => {
            *slot.status = status;
            Some((first + offset, message))
        }
    };
    let rows = slots.into_par_iter().enumerate();
    let failed = rows.map_init(|| Bench::new(template), solve).flatten_iter();
    let failed: Vec<(usize, String)> = failed.collect();
    let room = MOST_MESSAGES.saturating_sub(answers.messages.len());
    answers.messages.extend(failed.into_iter().take(room));
}

fn handed_over<'py>(
    py: Python<'py>,
    answers: Answers,
    rows: usize,
    bodies: usize,
    contacts: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let entries = PyDict::new(py);
    entries.set_item("velocities", shaped(py, (rows, bodies, 3), answers.velocities)?)?;
    entries.set_item("angular_velocities", shaped(py, (rows, bodies, 3), answers.angular_velocities)?)?;
    entries.set_item("impulses", shaped(py, (rows, contacts, 3), answers.impulses)?)?;
    entries.set_item("energy", shaped(py, (rows, LEDGER), answers.energy)?)?;
    entries.set_item("duration", shaped(py, rows, answers.duration)?)?;
    entries.set_item("status", shaped(py, rows, answers.status)?)?;
    entries.set_item("statuses", STATUSES.to_vec())?;
    entries.set_item("messages", answers.messages)?;
    Ok(entries)
}

fn column3<'py>(
    columns: &Bound<'py, PyDict>,
    name: &str,
    shape: [usize; 3],
) -> PyResult<Option<PyReadonlyArray3<'py, f64>>> {
    let Some(column) = columns.get_item(name)? else { return Ok(None) };
    let column: PyReadonlyArray3<f64> = column.extract()?;
    checked(name, column.as_array().shape(), &shape)?;
    Ok(Some(column))
}

fn column2<'py>(
    columns: &Bound<'py, PyDict>,
    name: &str,
    shape: [usize; 2],
) -> PyResult<Option<PyReadonlyArray2<'py, f64>>> {
    let Some(column) = columns.get_item(name)? else { return Ok(None) };
    let column: PyReadonlyArray2<f64> = column.extract()?;
    checked(name, column.as_array().shape(), &shape)?;
    Ok(Some(column))
}

fn checked(name: &str, shape: &[usize], expected: &[usize]) -> PyResult<()> {
    if shape == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} has the shape {shape:?}, expected {expected:?}")))
}
