//! Light bodies that rattle between contacts hardened beyond measure: the group closes, and time goes on.

#![allow(clippy::unwrap_used)] // a test that cannot build its impact has failed

use crate::common::{TRACKED, contact_problem, touching};
use nalgebra::DMatrix;

/// Events of the whole impact. Each of its three light contacts accumulates a few times, over 2¹⁰⁰ in stiffness and then
/// over ten decades of speed: some three hundred bounces of three events for e = 0.9.
const MOST_EVENTS: usize = 20_000;
/// The energy ledger: rounding of ten thousand steps, in parts of the energy of the approach.
const LEDGER: f64 = 1e-12;

/// A ball of 2 g lies on a floor (e = 0) against heavy balls (e = 0.92 and 0.94). Pressed from all sides, it is thrown from
/// contact to contact, so that none of them is pressed steadily.
#[test]
fn a_light_body_that_rattles_between_rigid_contacts_is_held_by_them_in_the_end() {
    #[rustfmt::skip]
    let w = DMatrix::from_row_slice(8, 8, &[
        564.1171863564646, -563.0691990032622, 0.0, 0.0, 135.08869817592233, 0.0, 0.0, 0.0,
        -563.0691990032622, 564.1036416954693, 0.0021808482694178387, 0.00454541088420639, -151.4146699255311, 0.0, 0.0, 0.0,
        0.0, 0.0021808482694178387, 0.03716503580141388, 0.0024379261168510566, 0.0, 0.0, 0.0, -0.012926844537448523,
        0.0, 0.00454541088420639, 0.0024379261168510566, 0.026432550344542217, 0.0, 0.0, 0.0, -0.01286894857195002,
        135.08869817592233, -151.4146699255311, 0.0, 0.0, 564.0952691238076, 0.0, -472.988470640606, 0.0,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.031220496528141326, 0.0, 0.0,
        0.0, 0.0, 0.0, 0.0, -472.988470640606, 0.0, 564.0859658599363, 0.0,
        0.0, 0.0, -0.012926844537448523, -0.01286894857195002, 0.0, 0.0, 0.0, 0.01767583553292944,
    ]);
    let velocity = vec![
        -0.220654516615106,
        0.07178083873854207,
        1.219077914260876,
        -0.13584750959552383,
        0.0,
        0.8611523950551895,
        0.0,
        -0.6676139575112378,
    ];
    let laws = vec![
        touching(0.0, 457.84385225916765),
        touching(0.9165573180708648, 1.3212944354983838),
        touching(1.0, 0.003218015771684658),
        touching(0.0, 0.2603765600737706),
        touching(0.9377686779096495, 0.0025380299694066494),
        touching(1.0, 11.981447382048083),
        touching(0.0, 457.84385225916765),
        touching(0.9165573180708648, 1.3212944354983838),
    ];
    let problem = contact_problem(&w, velocity, laws, TRACKED);
    let solution = problem.solve().unwrap();
    assert!(solution.events <= MOST_EVENTS, "{} events", solution.events);
    assert!(solution.velocity.iter().all(|&v| v >= 0.0), "{:?}", solution.velocity);
    assert!(solution.impulse.iter().all(|&p| p >= 0.0), "{:?}", solution.impulse);
    let mean =
        problem.velocity().iter().zip(&solution.velocity).map(|(before, after)| 0.5 * (before + after));
    let taken = -mean.zip(&solution.impulse).map(|(v, p)| v * p).sum::<f64>();
    let energy = |(i, v): (usize, &f64)| 0.5 * v * v / problem.coupling().diagonal(i);
    let before: f64 = problem.velocity().iter().enumerate().map(energy).sum();
    let off = taken - solution.lost_in_restitution - solution.trapped;
    assert!(off.abs() <= LEDGER * before, "ledger off by {off:e} of {before:e} J");
}
