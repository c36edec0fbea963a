//! An impact: where bodies and contacts are, and the course of every quantity.

use carom::{Impact, JointKind};
use carom_scene::{Report, Scene, Solved, SolvedCourse, TimeUnit};
use serde::Serialize;

use super::array;
use super::columns::Columns;
use super::course::{course, CourseEntry};

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

/// With about that many samples, whose numbers go into the columns.
pub(super) fn view<'a>(scene: &'a Scene, samples: usize, columns: &mut Columns) -> View<'a> {
    let solved = scene.solve();
    let document = Report::new(scene, &solved).json();
    let course = match &solved {
        Ok(Solved { course: SolvedCourse::OverTime { trace, events }, .. }) => {
            Some(course(scene, trace, events, samples, columns))
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
