//! Solves scenes under a law for a single contact, and says what happened in the words of the other methods.

use carom::comparison::mode_at_end;
use carom::laws::routh::{self, JamMode, Routh, RouthEventKind, Solution, Termination};
use carom::laws::{self, ImpactLaw, LoneImpact};
use carom::{Mode, State};
use nalgebra::Vector3;

use crate::scene::{Scene, Solved, SolvedCourse};
use crate::unsolved::Unsolved;

/// Solves a scene under an algebraic law.
pub(crate) fn apply(scene: &Scene, contact: &LoneImpact, law: &dyn ImpactLaw) -> Result<Solved, Unsolved> {
    let collision = laws::apply(law, contact)?;
    let normal_impulse = collision.impulse.z;
    if contact.velocity().z == 0.0 && collision.impulse != Vector3::zeros() {
        return Err(Unsolved::Ambiguous { normal_impulse });
    }
    let rubs = contact.friction() > 0.0;
    let acts = collision.impulse != Vector3::zeros();
    let mode =
        mode_at_end(contact.friction(), &collision.impulse, [&contact.velocity(), &collision.velocity]);
    let modes: Vec<Mode> = rubs.then_some(mode).into_iter().collect();
    let first = acts.then(|| state(&[0], 0.0, modes.first().copied()));
    let last = state(&[], normal_impulse, rubs.then_some(Mode::Free));
    let outcome = scene.outcome(&collision.in_contact_space());
    let states = first.into_iter().chain([last]).collect();
    Ok(Solved { outcome, without_time: states, course: SolvedCourse::AtOnce { modes } })
}

/// Solves a scene under Routh's law.
pub(crate) fn follow(
    scene: &Scene,
    contact: &LoneImpact,
    termination: Termination,
) -> Result<Solved, Unsolved> {
    let (solution, states) = match (Routh { termination }).follow(contact)? {
        routh::Outcome::Solved(solution) => {
            let states = vec![state(&[0], 0.0, first_mode(contact, &solution)), end(contact, &solution)];
            (solution, states)
        }
        routh::Outcome::NoImpact => {
            let solution = Solution::untouched(contact);
            let states = vec![end(contact, &solution)];
            (solution, states)
        }
        routh::Outcome::Ambiguous(rebound) => {
            return Err(Unsolved::Ambiguous { normal_impulse: rebound.impulse.z });
        }
        routh::Outcome::Jammed(jam) => {
            let mode = match jam.mode {
                JamMode::Sticking => "sticks",
                JamMode::Slipping { .. } => "slips",
            };
            return Err(Unsolved::Jamming { mode, approach: -jam.velocity.z });
        }
    };
    let outcome = scene.outcome(&solution.in_contact_space());
    let course = SolvedCourse::OverImpulse { events: solution.events, ending: solution.ending };
    Ok(Solved { outcome, without_time: states, course })
}

/// The state after the impact.
fn end(contact: &LoneImpact, solution: &Solution) -> State {
    let mode = (contact.friction() > 0.0).then_some(Mode::Free);
    state(&[], solution.impulse.z, mode)
}

/// No time passes, and a law without springs has no strain energy.
fn state(active: &[usize], normal_impulse: f64, mode: Option<Mode>) -> State {
    State {
        time: 0.0,
        active: active.to_vec(),
        impulse: vec![normal_impulse],
        energy: vec![0.0],
        modes: mode.into_iter().collect(),
    }
}

/// What friction does at first; none without friction.
fn first_mode(contact: &LoneImpact, solution: &Solution) -> Option<Mode> {
    let sticks = solution.events.first().is_some_and(|event| event.kind == RouthEventKind::Sticks); // After a slip, it is not the first.
    let mode = if sticks { Mode::Stick } else { Mode::Slip };
    (contact.friction() > 0.0).then_some(mode)
}

/// What friction does in turn while the contact acts.
pub(crate) fn modes(solved: &Solved, events: &[routh::Event]) -> Vec<Mode> {
    let first = solved.without_time.first().and_then(|state| state.modes.first().copied());
    let mut modes: Vec<Mode> = first.into_iter().collect();
    modes.extend(events.iter().filter_map(|event| match event.kind {
        RouthEventKind::Sticks => Some(Mode::Stick),
        RouthEventKind::SlipStarts { .. }
        | RouthEventKind::SlipReverses { .. }
        | RouthEventKind::SlipResumes { .. } => Some(Mode::Slip),
        RouthEventKind::SlipStops
        | RouthEventKind::CompressionEnds
        | RouthEventKind::CompressionRestarts
        | RouthEventKind::RestitutionEnds => None,
    }));
    modes.dedup();
    modes
}

/// The events that other methods have too, with their names there. How friction begins is in the first state; that slip
/// stops is told by what follows it at the same impulse.
pub(crate) fn named_events(
    events: &[routh::Event],
) -> impl Iterator<Item = (&routh::Event, carom::EventKind)> {
    events.iter().enumerate().filter_map(|(number, event)| {
        let name = match event.kind {
            RouthEventKind::SlipStops | RouthEventKind::SlipStarts { .. } => return None,
            RouthEventKind::Sticks if number == 0 => return None, // After a slip, `SlipStops` precedes it.
            RouthEventKind::Sticks => carom::EventKind::Sticks,
            RouthEventKind::SlipReverses { .. } | RouthEventKind::SlipResumes { .. } => {
                carom::EventKind::Slips
            }
            RouthEventKind::CompressionEnds => carom::EventKind::CompressionEnds,
            RouthEventKind::CompressionRestarts => carom::EventKind::CompressionRestarts,
            RouthEventKind::RestitutionEnds => carom::EventKind::RestitutionEnds,
        };
        Some((event, name))
    })
}
