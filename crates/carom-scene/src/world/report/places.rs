//! What cushions and pockets are called: the foot is at x > 0, where racks stand; left and right are as seen from the head.

use carom_motion::billiards::{Cushion, Table};
use nalgebra::Vector2;

/// "the foot cushion", "a jaw of the left side pocket".
pub(super) fn cushion(table: &Table, number: usize) -> String {
    let Some(cushion) = table.outline.cushions().get(number) else { return "a cushion".to_owned() };
    match *cushion {
        Cushion::Straight { inward, .. } if inward.y == 0.0 => {
            if inward.x < 0.0 { "the foot cushion" } else { "the head cushion" }.to_owned()
        }
        Cushion::Straight { inward, .. } if inward.x == 0.0 => {
            if inward.y < 0.0 { "the left cushion" } else { "the right cushion" }.to_owned()
        }
        Cushion::Straight { from, to, .. } => near(table, "a facing", (from + to) * 0.5),
        Cushion::Jaw { centre, .. } => near(table, "a jaw", centre),
    }
}

fn near(table: &Table, what: &str, place: Vector2<f64>) -> String {
    let distance = |number: &usize| (table.outline.pockets()[*number].centre - place).norm();
    let pockets = 0..table.outline.pockets().len();
    match pockets.min_by(|a, b| distance(a).total_cmp(&distance(b))) {
        Some(number) => format!("{what} of {}", pocket(table, number)),
        None => what.to_owned(),
    }
}

/// "the foot left pocket", "the right side pocket".
pub(super) fn pocket(table: &Table, number: usize) -> String {
    format!("the {}", table.outline.pocket_name(number))
}
