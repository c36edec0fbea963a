//! Solves scenes as sequences of single collisions, and says what happened in the words of the other methods.

use carom::laws::ImpactLaw;
use carom::sequence::{ContactSequence, Rules, Sequence, SequenceSolution};
use carom::{ContactProblem, ContactSolution, Mode, Outcome, State};
use nalgebra::Vector3;

use crate::mechanism::Mechanism;
use crate::scene::{Scene, Setup, Solved, SolvedCourse};
use crate::unsolved::Unsolved;

/// Solves a scene, one collision after the other.
pub(crate) fn solve(scene: &Scene, law: &dyn ImpactLaw, rules: Rules) -> Result<Solved, Unsolved> {
    let (outcome, course, ending) = match &scene.setup {
        Setup::Bodies(impact) => {
            let (outcome, course) = Sequence::new(impact, rules)?.trace(law)?;
            let ending = outcome.ending;
            (outcome.into(), course, ending)
        }
        Setup::Mechanism(mechanism) => {
            let (solution, course) = of_mechanism(mechanism, rules)?.trace(law)?;
            let ending = solution.ending;
            (mechanism.outcome(&in_contact_space(&mechanism.problem, solution)), course, ending)
        }
    };
    let states = before_and_after(scene.contact_problem(), &outcome);
    Ok(Solved { outcome, without_time: states, course: SolvedCourse::InSequence { course, ending } })
}

/// The sequence of a mechanism.
pub(crate) fn of_mechanism(mechanism: &Mechanism, rules: Rules) -> Result<ContactSequence, Unsolved> {
    let Mechanism { problem, velocity, coefficients } = mechanism;
    Ok(ContactSequence::new(problem.coupling().clone(), velocity.clone(), coefficients, rules)?)
}

/// The solution as that of a contact problem, with tangents if any contact has friction.
pub(crate) fn in_contact_space(problem: &ContactProblem, solution: SequenceSolution) -> ContactSolution {
    let normals = |vectors: &[Vector3<f64>]| vectors.iter().map(|v| v.z).collect();
    let rubs = !problem.tangential_laws().is_empty();
    let tangents = |vectors: &[Vector3<f64>]| vectors.iter().filter(|_| rubs).map(|v| v.xy()).collect();
    ContactSolution {
        velocity: normals(&solution.velocity),
        impulse: normals(&solution.impulse),
        tangential_velocity: tangents(&solution.velocity),
        tangential_impulse: tangents(&solution.impulse),
        lost_in_restitution: solution.lost_in_restitution,
        lost_in_friction: solution.lost_in_friction,
        trapped: 0.0,
        events: solution.collisions,
        expansions: 0,
        duration: 0.0,
    }
}

/// The states of an impact without time: contacts that collide are active from the start.
pub(crate) fn before_and_after(problem: &ContactProblem, outcome: &Outcome) -> Vec<State> {
    let impulse: Vec<f64> = outcome.contacts.iter().map(|contact| contact.normal_impulse).collect();
    let contacts = impulse.len();
    let state = |active: Vec<usize>, impulse: Vec<f64>| State {
        time: 0.0,
        active,
        impulse,
        energy: vec![0.0; contacts],
        modes: vec![Mode::Free; problem.tangential_laws().len()],
    };
    let collides: Vec<usize> = (0..contacts).filter(|&i| impulse[i] != 0.0).collect();
    let first = (!collides.is_empty()).then(|| state(collides, vec![0.0; contacts]));
    first.into_iter().chain([state(Vec::new(), impulse.clone())]).collect()
}
