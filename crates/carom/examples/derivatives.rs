//! Holds exact derivatives of random impacts against differences of the solver, every kind of friction, law and separation, one to ten contacts:
//! `cargo run --profile quick -p carom --example derivatives [IMPACTS [FRICTION]]`, friction being None, Compliant or Rigid. Differences are extrapolated (Ridders), and judge where they are sure to
//! 2·10⁻¹⁰; none may be off by more than 10⁻⁸ of its column.

#![allow(clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use carom::{Model, RestitutionLaw, Separation};
use common::differences::{Comparison, Numbers, Rubbing};
use common::families::Draw;

/// As the tests have it.
const AGREED: f64 = 1e-8;

fn main() {
    let impacts: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    let asked = std::env::args().nth(2);
    let is_asked = |rubbing: &Rubbing| asked.as_ref().is_none_or(|asked| *asked == format!("{rubbing:?}"));
    for rubbing in [Rubbing::None, Rubbing::Compliant, Rubbing::Rigid].into_iter().filter(is_asked) {
        for law in [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness] {
            for separation in [Separation::Instant, Separation::Tracked] {
                let (mut all, mut wrong) = (Comparison::default(), Vec::new());
                for seed in 0..impacts {
                    let mut draw = Draw::new(seed + 7_000_000);
                    let contacts = 1 + draw.below(10);
                    let model = Model { restitution: law, separation };
                    let numbers = Numbers::draw(&mut draw, contacts, model, rubbing);
                    if let Some(message) = all.take_in(&numbers, AGREED) {
                        wrong.push(format!("seed {seed}, {contacts} contacts: {message}"));
                    }
                }
                let Comparison { impacts, columns, flagged, unjudged, refused, worst } = all;
                let compared = columns - flagged - unjudged;
                println!(
                    "{rubbing:?} {law:?} {separation:?}: {impacts} impacts, {refused} refused, {columns} columns, {flagged} flagged, {unjudged} unjudged, {compared} compared, worst {worst:.1e}, {} impacts off",
                    wrong.len()
                );
                wrong.iter().for_each(|wrong| println!("  {wrong}"));
            }
        }
    }
}
