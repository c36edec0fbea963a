//! Samples of an impact: what happens at every contact.

use carom::{Mode, Snapshot, Trace};
use nalgebra::{Vector2, Vector3};

use super::{Cell, Interval, Samples, SamplesError, instants};
use crate::clock::TimeUnit;
use crate::results::Column;
use crate::scene::{Scene, Setup};

/// A contact at one instant.
pub(crate) struct ContactSample {
    pub time: f64,
    pub normal_impulse: f64,
    pub normal_velocity: f64,
    pub normal_force: f64,
    pub strain_energy: f64,
    /// If any contact has friction.
    pub tangential: Option<Tangential>,
}

/// All of a contact with friction; vectors in world axes, or along (t₁, t₂, n) of a mechanism's contact.
pub(crate) struct Tangential {
    pub mode: &'static str,
    pub impulse: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub force: Vector3<f64>,
}

pub(super) fn samples(scene: &Scene, trace: &Trace, interval: Interval) -> Result<Samples, SamplesError> {
    let contacts = contact_samples(scene, trace, interval)?;
    let instants = contacts.first().map_or(0, Vec::len);
    let row = |i: usize| {
        let time = contacts.first().map_or(0.0, |samples| samples[i].time);
        let cells = contacts.iter().flat_map(|samples| cells(&samples[i]));
        std::iter::once(Cell::Number(time)).chain(cells).collect()
    };
    Ok(Samples { columns: columns(scene), rows: (0..instants).map(row).collect() })
}

/// The samples of each contact.
pub(crate) fn contact_samples(
    scene: &Scene,
    trace: &Trace,
    interval: Interval,
) -> Result<Vec<Vec<ContactSample>>, SamplesError> {
    let count = scene.contact_names.len();
    let snapshots = trace.sample(&times(trace, interval, count)?);
    let of_contact = |i: usize| snapshots.iter().map(|snapshot| sample(scene, snapshot, i)).collect();
    Ok((0..count).map(of_contact).collect())
}

fn times(trace: &Trace, interval: Interval, contacts: usize) -> Result<Vec<f64>, SamplesError> {
    instants(trace.duration(), interval, contacts)
}

fn sample(scene: &Scene, snapshot: &Snapshot, i: usize) -> ContactSample {
    let axes = match &scene.setup {
        Setup::Bodies(impact) => impact.axes()[i],
        Setup::Mechanism(_) => [Vector3::x(), Vector3::y(), Vector3::z()],
    };
    let spatial = |t: Vector2<f64>, n: f64| axes[0] * t.x + axes[1] * t.y + axes[2] * n;
    let tangential = snapshot.tangential.get(i).map(|side| Tangential {
        mode: Mode::name(side.mode),
        impulse: spatial(side.impulse, snapshot.impulse[i]),
        velocity: spatial(side.velocity, snapshot.velocity[i]),
        force: spatial(side.force, snapshot.force[i]),
    });
    ContactSample {
        time: snapshot.time,
        normal_impulse: snapshot.impulse[i],
        normal_velocity: snapshot.velocity[i],
        normal_force: snapshot.force[i],
        strain_energy: snapshot.energy[i],
        tangential,
    }
}

fn columns(scene: &Scene) -> Vec<Column> {
    let rubs = !scene.contact_problem().tangential_laws().is_empty();
    let axes = match scene.setup {
        Setup::Bodies(_) => ["x", "y", "z"],
        Setup::Mechanism(_) => ["t1", "t2", "n"],
    };
    let column = |path: String, unit| Column { path, unit };
    let (time, force) = match scene.time_unit() {
        TimeUnit::Seconds => ("s", "N"),
        TimeUnit::Relative => ("relative", "relative"),
    };
    let mut columns = vec![column("time".to_owned(), time)];
    for name in &scene.contact_names {
        let normals = [
            ("normal_impulse", "N s"),
            ("normal_velocity", "m/s"),
            ("normal_force", force),
            ("strain_energy", "J"),
        ];
        columns.extend(normals.map(|(key, unit)| column(format!("contacts.{name}.{key}"), unit)));
        if rubs {
            columns.push(column(format!("contacts.{name}.mode"), ""));
            for (key, unit) in [("impulse", "N s"), ("velocity", "m/s"), ("force", force)] {
                columns.extend(axes.map(|axis| column(format!("contacts.{name}.{key}.{axis}"), unit)));
            }
        }
    }
    columns
}

fn cells(sample: &ContactSample) -> Vec<Cell> {
    let normals = [sample.normal_impulse, sample.normal_velocity, sample.normal_force, sample.strain_energy];
    let mut cells: Vec<Cell> = normals.map(|number| Cell::Number(number + 0.0)).to_vec();
    if let Some(Tangential { mode, impulse, velocity, force }) = &sample.tangential {
        cells.push(Cell::Word(mode));
        cells.extend(
            [impulse, velocity, force].into_iter().flatten().map(|number| Cell::Number(number + 0.0)),
        );
    }
    cells
}
