//! Velocities before and after, and what each contact did.

use carom::{ContactOutcome, Impact, Motion, Outcome};
use nalgebra::Vector3;

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::scene::Scene;

const AXES: [&str; 3] = ["x", "y", "z"];

/// One quantity of every body, before and after.
pub(super) struct Change {
    before: Vec<Vector3<f64>>,
    after: Vec<Vector3<f64>>,
}

impl Change {
    pub fn of(impact: &Impact, outcome: &Outcome, part: fn(&Motion) -> Vector3<f64>) -> Self {
        Self {
            before: impact.bodies().iter().map(|body| part(&body.motion())).collect(),
            after: outcome.bodies.iter().map(part).collect(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Vector3<f64>> {
        self.before.iter().chain(&self.after)
    }

    fn digits(&self) -> Digits {
        Digits::of(self.all().flat_map(|vector| [vector.x, vector.y, vector.z]))
    }

    /// The axes along which anything moves; all three if nothing does.
    fn axes(&self) -> Vec<usize> {
        let digits = self.digits();
        let is_used = |axis: &usize| self.all().any(|vector| !digits.is_rounding(vector[*axis]));
        let used: Vec<usize> = (0..AXES.len()).filter(is_used).collect();
        if used.is_empty() { (0..AXES.len()).collect() } else { used }
    }

    /// The unit, and which axes the table leaves out.
    pub fn note(&self, unit: &str) -> String {
        let used = self.axes();
        let unused: Vec<&str> =
            (0..AXES.len()).filter(|axis| !used.contains(axis)).map(|axis| AXES[axis]).collect();
        match unused[..] {
            [] => unit.to_owned(),
            _ => format!("{unit}; along {} all are zero", unused.join(" and ")),
        }
    }

    /// A row for each body, in the order of the scene.
    pub fn table(&self, names: &[String], options: TextOptions) -> String {
        let (axes, digits) = (self.axes(), self.digits());
        let titles = |when: &'static str| {
            axes.iter().map(move |&axis| (Align::Right, format!("{} {when}", AXES[axis])))
        };
        let mut columns = vec![(Align::Left, "body".to_owned())];
        columns.extend(titles("before"));
        columns.push((Align::Left, String::new()));
        columns.extend(titles("after"));
        let mut table = Columns::new("bodies", columns);
        let cells =
            |vector: &Vector3<f64>| axes.iter().map(|&axis| digits.write(vector[axis])).collect::<Vec<_>>();
        for ((name, before), after) in names.iter().zip(&self.before).zip(&self.after) {
            let mut row = vec![name.clone()];
            row.extend(cells(before));
            row.push("->".to_owned());
            row.extend(cells(after));
            table.row(row);
        }
        table.render(options)
    }
}

/// Rotation that holds less than this part of the energy is the rounding of none: its square root is 1e-12.
const NO_ROTATION: f64 = 1e-24;

/// Whether any body turns, before or after.
pub(super) fn turns(impact: &Impact, outcome: &Outcome) -> bool {
    let before: Vec<Motion> = impact.bodies().iter().map(carom::Body::motion).collect();
    let rotation = |motions: &[Motion]| {
        let angular = |motion: &Motion| Motion { linear: Vector3::zeros(), angular: motion.angular };
        impact.kinetic_energy(&motions.iter().map(angular).collect::<Vec<Motion>>())
    };
    rotation(&before).max(rotation(&outcome.bodies)) > NO_ROTATION * outcome.energy.before
}

/// Normal impulse and normal velocities of each contact.
pub(super) fn contacts(scene: &Scene, outcome: &Outcome, options: TextOptions) -> String {
    let row = |(i, done): (usize, &ContactOutcome)| {
        let normal = scene.normal(i);
        [done.normal_impulse, normal.dot(&done.velocity_before), normal.dot(&done.velocity_after)]
    };
    let rows: Vec<[f64; 3]> = outcome.contacts.iter().enumerate().map(row).collect();
    let columns = vec![
        (Align::Left, "contact".to_owned()),
        (Align::Right, "impulse".to_owned()),
        (Align::Right, "velocity before".to_owned()),
        (Align::Left, String::new()),
        (Align::Right, "after".to_owned()),
    ];
    let mut table = Columns::new("contacts", columns);
    let impulse = Digits::of(rows.iter().map(|[impulse, ..]| *impulse));
    let velocity = Digits::of(rows.iter().flat_map(|&[_, before, after]| [before, after]));
    for (name, [done, before, after]) in scene.contact_names.iter().zip(rows) {
        table.row(vec![
            name.clone(),
            impulse.write(done),
            velocity.write(before),
            "->".to_owned(),
            velocity.write(after),
        ]);
    }
    table.render(options)
}
