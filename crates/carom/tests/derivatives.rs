//! Exact derivatives against differences of the solver itself, closed forms and the balances they must keep.

#![allow(clippy::unwrap_used)]

mod common;

use carom::{Model, RestitutionLaw, Separation};
use common::differences::{Comparison, Numbers, Rubbing};
use common::families::Draw;

/// What the issue of trust is about: Ridders' differences are sure to 2·10⁻¹⁰ of a column's size, its own rounding amplified by the
/// shortest step; a hundred times less than a wrong term would show.
const AGREED: f64 = 1e-8;

fn compare(law: RestitutionLaw, separation: Separation, rubbing: Rubbing, impacts: u64) -> Comparison {
    let model = Model { restitution: law, separation };
    let mut comparison = Comparison::default();
    for seed in 0..impacts {
        let mut draw = Draw::new(seed + 1);
        let contacts = 1 + draw.below(4);
        let numbers = Numbers::draw(&mut draw, contacts, model, rubbing);
        if let Some(wrong) = comparison.take_in(&numbers, AGREED) {
            panic!("{model:?}, {rubbing:?}, seed {seed}, {contacts} contacts: {wrong}");
        }
    }
    println!("{model:?} {rubbing:?}: {comparison:?}");
    comparison
}

#[test]
fn without_friction_they_are_those_of_differences_under_every_law() {
    for law in [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness] {
        for separation in [Separation::Instant, Separation::Tracked] {
            let found = compare(law, separation, Rubbing::None, 100);
            assert!(found.left_out * 5 < found.columns, "{found:?}");
        }
    }
}
