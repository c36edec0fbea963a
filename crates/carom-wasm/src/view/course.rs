//! The course of an impact: samples of every quantity, in columns.

use carom::{Event, Impact, Mode, Snapshot, Trace};
use carom_scene::Scene;
use serde::Serialize;

use super::columns::{Column, Columns};
use super::diagram::{diagrams, Diagrams};
use super::plane::{plane, Plane};

/// With more events than this, the samples are spaced evenly and jumps are not resolved.
const MOST_EVENTS: usize = 500;

#[derive(Serialize)]
pub(super) struct CourseEntry {
    duration: f64,
    times: Column,
    contacts: Vec<ContactCourse>,
    bodies: Vec<BodyCourse>,
    /// Of all bodies, J; empty without bodies.
    kinetic: Column,
    /// Of two contacts without friction.
    plane: Option<Plane>,
    diagrams: Diagrams,
}

#[derive(Serialize)]
struct ContactCourse {
    impulse: Column,
    velocity: Column,
    force: Column,
    strain: Column,
    #[serde(flatten)]
    tangential: Option<TangentialCourse>,
}

/// Vectors along (t₁, t₂): two numbers a sample.
#[derive(Serialize)]
struct TangentialCourse {
    /// The samples at which another mode begins, and which.
    modes: Vec<(usize, &'static str)>,
    tangential_impulse: Column,
    tangential_velocity: Column,
    tangential_force: Column,
}

/// Three numbers a sample.
#[derive(Serialize)]
struct BodyCourse {
    velocity: Column,
    angular_velocity: Column,
}

pub(super) fn course(
    scene: &Scene,
    trace: &Trace,
    events: &[Event],
    samples: usize,
    columns: &mut Columns,
) -> CourseEntry {
    let snapshots = trace.sample(&instants(trace, events, samples));
    let number = scene.contact_names().len();
    let (bodies, kinetic) = motions(scene.impact(), &snapshots, columns);
    CourseEntry {
        duration: trace.duration(),
        times: columns.add(snapshots.iter().map(|snapshot| snapshot.time)),
        contacts: (0..number).map(|contact| contact_course(contact, &snapshots, columns)).collect(),
        bodies,
        kinetic,
        plane: plane(scene.contact_problem(), trace),
        diagrams: diagrams(scene, trace, events, &snapshots),
    }
}

/// Evenly spaced instants, and every event twice: just before it, and at itself, where a trace gives what holds after it.
fn instants(trace: &Trace, events: &[Event], samples: usize) -> Vec<f64> {
    if events.len() > MOST_EVENTS {
        return (0..=samples).map(|i| trace.duration() * i as f64 / samples.max(1) as f64).collect();
    }
    let before = events.iter().map(|event| event.time.next_down()).filter(|&time| time >= 0.0);
    let mut instants: Vec<f64> = trace.instants(samples).into_iter().chain(before).collect();
    instants.sort_by(f64::total_cmp);
    instants.dedup();
    instants
}

fn contact_course(contact: usize, snapshots: &[Snapshot], columns: &mut Columns) -> ContactCourse {
    let mut column =
        |of: fn(&Snapshot) -> &Vec<f64>| columns.add(snapshots.iter().map(|snapshot| of(snapshot)[contact]));
    ContactCourse {
        impulse: column(|snapshot| &snapshot.impulse),
        velocity: column(|snapshot| &snapshot.velocity),
        force: column(|snapshot| &snapshot.force),
        strain: column(|snapshot| &snapshot.energy),
        tangential: tangential_course(contact, snapshots, columns),
    }
}

/// None without friction.
fn tangential_course(
    contact: usize,
    snapshots: &[Snapshot],
    columns: &mut Columns,
) -> Option<TangentialCourse> {
    let sides = || snapshots.iter().filter_map(|snapshot| snapshot.tangential.get(contact));
    sides().next()?;
    let mut modes: Vec<(usize, &'static str)> = Vec::new();
    for (sample, name) in sides().map(|side| Mode::name(side.mode)).enumerate() {
        if modes.last().is_none_or(|&(_, before)| before != name) {
            modes.push((sample, name));
        }
    }
    Some(TangentialCourse {
        modes,
        tangential_impulse: columns.add(sides().flat_map(|side| [side.impulse.x, side.impulse.y])),
        tangential_velocity: columns.add(sides().flat_map(|side| [side.velocity.x, side.velocity.y])),
        tangential_force: columns.add(sides().flat_map(|side| [side.force.x, side.force.y])),
    })
}

/// The course of every body, and the kinetic energy of all.
fn motions(
    impact: Option<&Impact>,
    snapshots: &[Snapshot],
    columns: &mut Columns,
) -> (Vec<BodyCourse>, Column) {
    let Some(impact) = impact else { return (Vec::new(), columns.add([])) };
    let motions: Vec<_> = snapshots.iter().map(|snapshot| impact.motions_at(snapshot)).collect();
    let kinetic = columns.add(motions.iter().map(|motions| impact.kinetic_energy(motions)));
    let body = |body: usize| BodyCourse {
        velocity: columns.add(motions.iter().flat_map(|all| super::array(&all[body].linear))),
        angular_velocity: columns.add(motions.iter().flat_map(|all| super::array(&all[body].angular))),
    };
    ((0..impact.bodies().len()).map(body).collect(), kinetic)
}
