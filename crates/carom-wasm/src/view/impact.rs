//! An impact: where bodies and contacts are, and the course of every quantity.

use carom::{Event, Impact, JointKind, Mode, Snapshot, Trace};
use carom_scene::{Course, Report, Scene, Solved, TimeUnit};
use serde::Serialize;

use super::array;
use super::diagram::{diagrams, Diagrams};
use super::plane::{plane, Plane};

/// With more events than this, the samples are spaced evenly and jumps are not resolved.
const MOST_EVENTS: usize = 500;

#[derive(Serialize)]
pub(super) struct View<'a> {
    kind: &'static str,
    title: &'a str,
    /// Whether times are seconds; if not, stiffnesses are ratios, and times and forces relative.
    real_time: bool,
    bodies: Vec<BodyEntry<'a>>,
    contacts: Vec<ContactEntry<'a>>,
    joints: Vec<JointEntry<'a>>,
    /// The document of `carom run --json`.
    document: Box<serde_json::value::RawValue>,
    /// None for laws that know no time, and for impacts that could not be solved.
    course: Option<CourseEntry>,
}

#[derive(Serialize)]
struct BodyEntry<'a> {
    name: &'a str,
    fixed: bool,
    /// kg; null if fixed.
    mass: Option<f64>,
    position: [f64; 3],
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
}

#[derive(Serialize)]
struct ContactEntry<'a> {
    name: &'a str,
    /// Indices of its bodies, its point, and (t₁, t₂, n); null for contacts of a mechanism.
    place: Option<Place>,
    friction: f64,
    restitution: f64,
    /// Null if the surfaces are rigid.
    compliance: Option<f64>,
}

/// What holds two bodies together.
#[derive(Serialize)]
struct JointEntry<'a> {
    name: &'a str,
    kind: &'static str,
    between: [usize; 2],
    point: [f64; 3],
    /// Of a hinge and a slider.
    axis: Option<[f64; 3]>,
}

#[derive(Serialize)]
struct Place {
    between: [usize; 2],
    point: [f64; 3],
    axes: [[f64; 3]; 3],
}

#[derive(Serialize)]
struct CourseEntry {
    duration: f64,
    times: Vec<f64>,
    contacts: Vec<ContactCourse>,
    /// Velocities and angular velocities, three numbers a sample.
    bodies: Vec<BodyCourse>,
    /// Of all bodies, J.
    kinetic: Vec<f64>,
    /// Of two contacts without friction.
    plane: Option<Plane>,
    diagrams: Diagrams,
}

/// Vectors along (t₁, t₂) are two numbers a sample, and left out without friction.
#[derive(Serialize, Default)]
struct ContactCourse {
    impulse: Vec<f64>,
    velocity: Vec<f64>,
    force: Vec<f64>,
    strain: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    modes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tangential_impulse: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tangential_velocity: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tangential_force: Vec<f64>,
}

#[derive(Serialize, Default)]
struct BodyCourse {
    velocity: Vec<f64>,
    angular_velocity: Vec<f64>,
}

pub(super) fn view(scene: &Scene, samples: usize) -> View<'_> {
    let solved = scene.solve();
    let document = Report::new(scene, &solved).json();
    let course = match &solved {
        Ok(Solved { course: Course::OverTime { trace, events }, .. }) => {
            Some(course(scene, trace, events, samples))
        }
        Ok(_) | Err(_) => None,
    };
    View {
        kind: "impact",
        title: scene.title(),
        real_time: scene.time_unit() == TimeUnit::Seconds,
        bodies: scene.impact().map(|impact| bodies(scene, impact)).unwrap_or_default(),
        contacts: contacts(scene),
        joints: scene.impact().map(|impact| joints(scene, impact)).unwrap_or_default(),
        document: serde_json::value::RawValue::from_string(document).expect("a report is a JSON document"),
        course,
    }
}

fn bodies<'a>(scene: &'a Scene, impact: &Impact) -> Vec<BodyEntry<'a>> {
    let entry = |(name, body): (&'a String, &carom::Body)| BodyEntry {
        name,
        fixed: body.is_fixed(),
        mass: Some(body.mass()).filter(|mass| mass.is_finite()),
        position: array(&body.position()),
        velocity: array(&body.motion().linear),
        angular_velocity: array(&body.motion().angular),
    };
    scene.body_names().iter().zip(impact.bodies()).map(entry).collect()
}

fn joints<'a>(scene: &'a Scene, impact: &Impact) -> Vec<JointEntry<'a>> {
    let entry = |(name, joint): (&'a String, &carom::Joint)| JointEntry {
        name,
        kind: joint.kind().name(),
        between: joint.bodies(),
        point: array(&joint.point()),
        axis: match joint.kind() {
            JointKind::Ball => None,
            JointKind::Hinge { axis } | JointKind::Slider { axis } => Some(array(&axis)),
        },
    };
    scene.joint_names().iter().zip(impact.joints()).map(entry).collect()
}

fn contacts<'a>(scene: &'a Scene) -> Vec<ContactEntry<'a>> {
    let problem = scene.contact_problem();
    let place = |i: usize| {
        let impact = scene.impact()?;
        let contact = impact.contacts().get(i)?;
        let axes = impact.axes().get(i)?;
        let axes = [array(&axes[0]), array(&axes[1]), array(&axes[2])];
        Some(Place { between: contact.bodies(), point: array(&contact.point()), axes })
    };
    // There are no tangential laws where no contact has friction.
    let tangential = |i: usize| problem.tangential_laws().get(i).copied();
    let entry = |(i, (name, law)): (usize, (&'a String, &carom::NormalLaw))| ContactEntry {
        name,
        place: place(i),
        friction: tangential(i).map_or(0.0, |law| law.coefficient()),
        restitution: law.restitution.value(),
        compliance: tangential(i).and_then(|law| law.compliance()).map(|compliance| compliance.value()),
    };
    scene.contact_names().iter().zip(problem.contacts()).enumerate().map(entry).collect()
}

fn course(scene: &Scene, trace: &Trace, events: &[Event], samples: usize) -> CourseEntry {
    let snapshots = trace.sample(&instants(trace, events, samples));
    let number = scene.contact_names().len();
    let (bodies, kinetic) = scene.impact().map(|impact| motions(impact, &snapshots)).unwrap_or_default();
    CourseEntry {
        duration: trace.duration(),
        times: snapshots.iter().map(|snapshot| snapshot.time).collect(),
        contacts: (0..number).map(|contact| contact_course(contact, &snapshots)).collect(),
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

fn contact_course(contact: usize, snapshots: &[Snapshot]) -> ContactCourse {
    let mut course = ContactCourse::default();
    for snapshot in snapshots {
        course.impulse.push(snapshot.impulse[contact]);
        course.velocity.push(snapshot.velocity[contact]);
        course.force.push(snapshot.force[contact]);
        course.strain.push(snapshot.energy[contact]);
        if let Some(side) = snapshot.tangential.get(contact) {
            course.modes.push(Mode::name(side.mode));
            course.tangential_impulse.extend([side.impulse.x, side.impulse.y]);
            course.tangential_velocity.extend([side.velocity.x, side.velocity.y]);
            course.tangential_force.extend([side.force.x, side.force.y]);
        }
    }
    course
}

/// The course of every body, and the kinetic energy of all.
fn motions(impact: &Impact, snapshots: &[Snapshot]) -> (Vec<BodyCourse>, Vec<f64>) {
    let mut bodies: Vec<BodyCourse> = impact.bodies().iter().map(|_| BodyCourse::default()).collect();
    let mut kinetic = Vec::with_capacity(snapshots.len());
    for snapshot in snapshots {
        let motions = impact.motions_at(snapshot);
        for (body, motion) in bodies.iter_mut().zip(&motions) {
            body.velocity.extend(array(&motion.linear));
            body.angular_velocity.extend(array(&motion.angular));
        }
        kinetic.push(impact.kinetic_energy(&motions));
    }
    (bodies, kinetic)
}
