//! What joints carried.

use carom::Outcome;

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::scene::Scene;

pub(super) const NOTE: &str = "impulse (N s) and impulsive couple (N m s) on the first body, world axes";

pub(super) fn table(scene: &Scene, outcome: &Outcome, options: TextOptions) -> String {
    let mut columns = vec![(Align::Left, "joint".to_owned()), (Align::Left, "kind".to_owned())];
    let axes = |what: &str| ["x", "y", "z"].map(|axis| (Align::Right, format!("{what} {axis}")));
    columns.extend(axes("impulse"));
    columns.extend(axes("couple"));
    let mut table = Columns::new("joints", columns);
    let impulses = Digits::of(outcome.joints.iter().flat_map(|joint| joint.impulse.iter().copied()));
    let couples = Digits::of(outcome.joints.iter().flat_map(|joint| joint.couple.iter().copied()));
    let joints = scene.impact().map_or(&[][..], |impact| impact.joints());
    for ((name, joint), carried) in scene.joint_names().iter().zip(joints).zip(&outcome.joints) {
        let mut row = vec![name.clone(), joint.kind().name().to_owned()];
        row.extend(carried.impulse.iter().map(|&x| impulses.write(x)));
        row.extend(carried.couple.iter().map(|&x| couples.write(x)));
        table.row(row);
    }
    table.render(options)
}
