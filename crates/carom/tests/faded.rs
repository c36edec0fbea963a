//! Impacts whose contacts bounce on, ever more faintly, end when nothing but rounding is left of them.

#![allow(clippy::unwrap_used)] // a test that cannot build its impact has failed

use crate::common::{assert_sound, chain};
use carom::{Model, RestitutionLaw, Separation};

/// Energy ledger and approach at the end, in parts of the energy and of a tenth of the speed: 24 floors of eight units in
/// the last place, 4e-14, and the rounding of some ten thousand steps.
const ROUNDING: f64 = 1e-13;
/// Taylor steps for one chain. Each of its contacts bounces some hundred times before its speed has fallen by 10¹³.
const MOST_STEPS: usize = 100_000;

/// Without hardening the contacts of a soft chain keep their pace: each drops what its spring still holds when restitution
/// ends and is pressed again by its neighbours, until all balls move on together.
#[test]
fn chains_that_do_not_harden_come_to_rest_in_themselves() {
    for separation in [Separation::Instant, Separation::Tracked] {
        let model = Model { restitution: RestitutionLaw::MonoStiffness, separation };
        for (balls, e) in [(10, 0.1), (10, 0.3), (10, 0.5), (20, 0.3), (20, 0.5)] {
            let impact = chain(balls, e).impact(model);
            let outcome = impact.solve().unwrap_or_else(|error| panic!("{balls} balls, e = {e}: {error}"));
            assert!(outcome.expansions <= MOST_STEPS, "{balls} balls, e = {e}: {} steps", outcome.expansions);
            assert_sound(&impact, &outcome, ROUNDING);
        }
    }
}
