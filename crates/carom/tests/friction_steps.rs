//! What steps with rigid friction take, counted in series so that no clock is needed: none is written to be thrown away.

#![allow(clippy::unwrap_used)] // a test that cannot solve its scene has failed

use crate::common::families::{Family, Surface};
use carom::Model;

/// Series of thirty scenes.
fn series(family: Family) -> usize {
    let of = |seed: u64| family.scene(Surface::Rigid, seed).solve(Model::default()).expansions;
    (1..=30).map(of).sum()
}

/// Steps that a direction ends early while another contact sticks, as it did, took 2010 and 3930 series when they were written anew.
#[test]
fn a_step_that_ends_early_stands_where_nothing_was_decided() {
    let [trees, loops] = [Family::Tree, Family::Loop].map(series);
    assert!(trees < 1_900, "{trees} series");
    assert!(loops < 3_600, "{loops} series");
}

/// Attempts at steps four times as long as the last one took every second series of those that creep: 3040 and more.
#[test]
fn steps_of_those_that_creep_are_as_long_as_their_polynomials_allow() {
    let plates = series(Family::Plate3);
    assert!(plates < 3_020, "{plates} series");
}
