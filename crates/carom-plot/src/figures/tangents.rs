//! The axes along which the figures of one contact with friction are drawn.
//!
//! A contact whose tangential impulse keeps to a line is planar: one tangent shows all of it. Otherwise two tangents are
//! needed: those world axes that lie across the normal, if the normal is a world axis itself, or the contact's own.

use carom::{Impact, Snapshot};
use nalgebra::{Matrix2, Vector2, Vector3};

use crate::course::SampledCourse;
use crate::error::PlotError;
use crate::figures::motion::direction_name;
use crate::subject::Subject;

/// A tangential impulse that leaves its line by less than this part of its size is drawn on it: it is invisible.
const OFF_THE_LINE: f64 = 1e-6;
/// Unit vectors whose product is at least this are parallel: a hundredth of a degree.
const PARALLEL: f64 = 1.0 - 1.5e-8;
/// Names of the world axes.
const WORLD: [&str; 3] = ["x", "y", "z"];

/// A direction along the surface.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tangent {
    /// In the contact's own axes (t₁, t₂).
    direction: Vector2<f64>,
    pub name: String,
}

impl Tangent {
    pub fn component(&self, vector: &Vector2<f64>) -> f64 {
        self.direction.dot(vector)
    }
}

/// The axes of a figure of one contact.
#[derive(Debug, Clone)]
pub(crate) struct Tangents {
    pub contact: usize,
    /// One tangent for a planar contact, else two.
    pub tangents: Vec<Tangent>,
    pub normal: String,
    /// What names mean that are no world axes.
    pub remark: Option<String>,
}

impl Tangents {
    /// The axes for the contact that the subject asks for, or else for the one with friction that is pressed hardest.
    pub fn of(subject: &Subject, course: &SampledCourse) -> Result<Self, PlotError> {
        let contact = chosen(subject, course)?;
        let world = subject.impact.map(|impact| impact.axes()[contact]);
        let normal = world.and_then(|axes| world_axis(&axes[2])).unwrap_or_else(|| "n".to_owned());
        let line = line(course, contact);
        let tangents = match &line {
            Some(line) => vec![along(*line, world.as_ref())],
            None => pair(subject.impact, contact),
        };
        let mut axes = Self { contact, tangents, normal, remark: None };
        axes.remark = world.and_then(|world| axes.explained(&world));
        Ok(axes)
    }

    pub fn is_planar(&self) -> bool {
        self.tangents.len() == 1
    }

    /// Impulses along the tangents and the normal, in newton seconds.
    pub fn impulses(&self, sample: &Snapshot) -> Vec<f64> {
        let tangential = &sample.tangential[self.contact].impulse;
        let along = self.tangents.iter().map(|tangent| tangent.component(tangential));
        along.chain([sample.impulse[self.contact]]).collect()
    }

    /// The directions of names that are no world axes.
    fn explained(&self, world: &[Vector3<f64>; 3]) -> Option<String> {
        let is_world = |name: &str| WORLD.contains(&name.trim_start_matches('−'));
        let entry = |name: &str, direction: Vector3<f64>| {
            (!is_world(name)).then(|| format!("{name} = {}", direction_name(&direction)))
        };
        let turned = |tangent: &Tangent| world[0] * tangent.direction.x + world[1] * tangent.direction.y;
        let tangents = self.tangents.iter().filter_map(|tangent| entry(&tangent.name, turned(tangent)));
        let named: Vec<String> = tangents.chain(entry(&self.normal, world[2])).collect();
        (!named.is_empty()).then(|| named.join(",  "))
    }
}

/// The contact to draw.
fn chosen(subject: &Subject, course: &SampledCourse) -> Result<usize, PlotError> {
    let laws = subject.problem.tangential_laws();
    let has_friction = |contact: &usize| laws.get(*contact).is_some_and(|law| law.has_friction());
    let pressed = |contact: usize| course.samples.last().map_or(0.0, |last| last.impulse[contact]);
    let hardest = (0..laws.len()).filter(has_friction).max_by(|&a, &b| {
        // The first of equals.
        pressed(a).total_cmp(&pressed(b)).then(b.cmp(&a))
    });
    let Some(hardest) = hardest else { return Err(PlotError::NoFriction) };
    let contact = subject.contact.unwrap_or(hardest);
    if has_friction(&contact) {
        Ok(contact)
    } else {
        Err(PlotError::ContactWithoutFriction { name: subject.contact_name(contact) })
    }
}

/// The line to which the tangential impulse keeps, if it does.
fn line(course: &SampledCourse, contact: usize) -> Option<Vector2<f64>> {
    let impulses = || course.samples.iter().map(|sample| sample.tangential[contact].impulse);
    let largest = impulses().map(|impulse| impulse.norm()).fold(0.0, f64::max);
    if largest <= 0.0 || !largest.is_finite() {
        return Some(Vector2::x());
    }
    let square = |impulse: Vector2<f64>| impulse * impulse.transpose() / (largest * largest);
    let squares: Matrix2<f64> = impulses().map(square).sum();
    let eigen = squares.symmetric_eigen();
    let line: Vector2<f64> = eigen.eigenvectors.column(eigen.eigenvalues.imax()).into_owned();
    let off = impulses().map(|impulse| impulse.perp(&line).abs()).fold(0.0, f64::max);
    (off <= OFF_THE_LINE * largest).then_some(line)
}

/// The tangent along a line, pointing along a world axis if it is one, else against the first sliding; of a mechanism along
/// one of the tangents of its matrix, if it is one.
fn along(line: Vector2<f64>, world: Option<&[Vector3<f64>; 3]>) -> Tangent {
    let against = if line.x > 0.0 { -line } else { line };
    let Some(world) = world else {
        let own = own().into_iter().find(|own| own.direction.dot(&line).abs() >= PARALLEL);
        return own.unwrap_or_else(|| Tangent { direction: against, name: "t".to_owned() });
    };
    let turned = |direction: Vector2<f64>| world[0] * direction.x + world[1] * direction.y;
    for direction in [line, -line] {
        if let Some(name) = world_axis(&turned(direction)).filter(|name| !name.starts_with('−')) {
            return Tangent { direction, name };
        }
    }
    Tangent { direction: against, name: "t".to_owned() }
}

/// The contact's own tangents.
fn own() -> Vec<Tangent> {
    let own = [("t1", Vector2::x()), ("t2", Vector2::y())];
    own.map(|(name, direction)| Tangent { direction, name: name.to_owned() }).to_vec()
}

/// Two tangents: world axes across a normal that is one, else the contact's own.
fn pair(impact: Option<&Impact>, contact: usize) -> Vec<Tangent> {
    let Some(impact) = impact else { return own() };
    let [t1, t2, normal] = impact.axes()[contact];
    if world_axis(&normal).is_none() {
        return own();
    }
    let axis = normal.iamax();
    let tangent = |axis: usize| {
        let direction = Vector2::new(t1[axis], t2[axis]);
        Tangent { direction, name: WORLD[axis].to_owned() }
    };
    vec![tangent((axis + 1) % 3), tangent((axis + 2) % 3)]
}

/// The name of the world axis along which a unit vector points, if it does.
fn world_axis(direction: &Vector3<f64>) -> Option<String> {
    let axis = direction.iamax();
    if direction[axis].abs() < PARALLEL {
        return None;
    }
    let sign = if direction[axis] < 0.0 { "−" } else { "" };
    Some(format!("{sign}{}", WORLD[axis]))
}
