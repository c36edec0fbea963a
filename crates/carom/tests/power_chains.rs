//! Long chains of balls with Hertz's contacts: energy, and the solitary wave that Nesterenko found.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::{Scene, chain as row};
use carom::{ContactProblem, ContactSolution, EventKind, Exponent, Model, NormalLaw, Restitution, Stiffness};

/// Ledgers close to this part of the energy.
const LEDGER: f64 = 1e-12;

/// Equal balls of mass 1 in a row with k = 1, the first of which has speed 1.
fn chain(balls: usize, e: f64) -> ContactProblem {
    let spring = Stiffness::new(1.0).unwrap().with_exponent(Exponent::HERTZ);
    let law = NormalLaw::touching(Restitution::new(e).unwrap(), spring);
    let mut scene: Scene = row(balls, e);
    scene.touches.iter_mut().for_each(|touch| touch.law = law);
    scene.impact(Model::default()).contact_problem().clone()
}

/// The balls' speeds after it.
fn speeds(solution: &ContactSolution) -> Vec<f64> {
    let mut speeds = vec![0.0; solution.impulse.len() + 1];
    speeds[0] = 1.0;
    for (i, p) in solution.impulse.iter().enumerate() {
        speeds[i] -= p;
        speeds[i + 1] += p;
    }
    speeds
}

#[track_caller]
fn assert_ledger(problem: &ContactProblem, name: &str) {
    let solution = problem.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
    let after: f64 = speeds(&solution).iter().map(|v| 0.5 * v * v).sum();
    let open = 0.5 - after - solution.lost_in_restitution - solution.trapped;
    assert!(open.abs() < LEDGER, "{name}: open by {open:e}");
    assert!(after <= 0.5 + LEDGER, "{name}: gained {:e}", after - 0.5);
}

#[test]
fn a_hundred_balls_keep_their_energy_ledger() {
    for e in [1.0, 0.95, 0.5] {
        assert_ledger(&chain(100, e), &format!("e = {e}"));
    }
}

#[test]
fn a_thousand_elastic_balls_keep_their_energy() {
    assert_ledger(&chain(1000, 1.0), "a thousand");
}

/// Behind the wave contacts bounce on themselves, up to 10⁷ times as fast as the rest, in series of their own.
#[test]
fn two_hundred_balls_that_keep_bouncing_keep_their_energy_ledger() {
    assert_ledger(&chain(200, 0.95), "two hundred");
}

#[test]
fn watching_a_long_row_does_not_change_its_outcome() {
    let impact = chain(100, 0.95);
    let (watched, _) = impact.trace().unwrap();
    assert_eq!(impact.solve().unwrap(), watched);
}

/// Behind the wave the balls come to move as one, and their contacts close: they answer as one body and need no series of their own.
#[test]
fn three_hundred_balls_that_close_up_keep_their_energy_ledger() {
    assert_ledger(&chain(300, 0.5), "three hundred");
}

/// In the long-wave limit a pulse of strain cos⁴(√10·x/5D) runs at √(4/5)·D·k^(1/3)·Fₘ^(1/6)/√m, Fₘ its greatest force \[Nesterenko1983\]. It is five
/// diameters long, not long against D, so that the theory is good to some per cent: an independent integration of this chain (Verlet's steps,
/// extrapolated) gives 0.905516 instead of √(4/5) = 0.894427 and a width ∫F dx/Fₘ of 1.495970 D instead of 25π/(16√10) = 1.552305 D.
#[test]
fn the_wave_in_a_hundred_balls_is_nesterenkos() {
    let (solution, trace) = chain(100, 1.0).trace().unwrap();
    let (events, peaks) = (trace.events(), trace.peaks());
    let turns = |contact: usize| {
        let ends =
            |event: &&carom::Event| event.contact == contact && event.kind == EventKind::CompressionEnds;
        events.iter().find(ends).unwrap().time
    };
    for contact in [30, 50, 70] {
        let speed = 1.0 / (turns(contact + 1) - turns(contact));
        let greatest = peaks[contact].force;
        let relative = speed / greatest.powf(1.0 / 6.0);
        assert!((relative / 0.8_f64.sqrt() - 1.0).abs() < 0.015, "{contact}: {relative}");
        assert!((relative - 0.905_516).abs() < 1e-5, "{contact}: {relative}");
        let width = solution.impulse[contact] * speed / greatest;
        assert!((width / 1.552_305 - 1.0).abs() < 0.04, "{contact}: {width}");
        assert!((width - 1.495_970).abs() < 1e-5, "{contact}: {width}");
    }
}
