//! The numbers of an impact.

use carom::{ContactOutcome, ContactSolution, Motion, Outcome};
use nalgebra::{Vector2, Vector3};

use super::{AXES, Column, Evaluation, Listing, known};
use crate::report::json::{ending_of, ending_of_result};
use crate::report::ledger::drives;
use crate::scene::{Method, Scene, Setup, SolvedSetup};
use crate::unsolved::Unsolved;

const SPEED: &str = "m/s";
const TURN: &str = "rad/s";
const IMPULSE: &str = "N s";
const ENERGY: &str = "J";
/// What the energy ledger of bodies begins with, and that of a mechanism, whose matrix gives the change alone.
const OF_BODIES: &[&str] = &["before", "after"];
const OF_MECHANISM: &[&str] = &["change"];
/// What follows where fixed bodies move.
const WORK: &[&str] = &["work"];
/// How it ends: with two losses, or with their sum where the model does not say which is which.
const SPLIT: &[&str] = &["lost_in_restitution", "lost_in_friction"];
const WHOLE: &[&str] = &["lost"];
/// Axes of a mechanism's contacts.
const CONTACT_AXES: [&str; 3] = ["t1", "t2", "n"];

pub(super) fn columns(scene: &Scene) -> Vec<Column> {
    let mut list = Listing::default();
    for name in &scene.body_names {
        list.vector(&format!("bodies.{name}.velocity"), SPEED);
        list.vector(&format!("bodies.{name}.angular_velocity"), TURN);
    }
    for name in &scene.contact_names {
        contact(&mut list, &format!("contacts.{name}"), scene);
    }
    match scene.setup {
        Setup::Bodies(_) => {
            list.parts("energy", OF_BODIES, ENERGY);
            list.parts("energy", if drives(scene) { WORK } else { &[] }, ENERGY);
        }
        Setup::Mechanism(_) => list.parts("energy", OF_MECHANISM, ENERGY),
    }
    list.parts("energy", if scene.splits_losses() { SPLIT } else { WHOLE }, ENERGY);
    list.number("duration", scene.time_unit().name());
    list.number("events", "");
    list.0
}

fn contact(list: &mut Listing, path: &str, scene: &Scene) {
    list.number(&format!("{path}.normal_impulse"), IMPULSE);
    let axes = match &scene.setup {
        Setup::Bodies(_) => AXES,
        Setup::Mechanism(problem) if !problem.tangential_laws().is_empty() => CONTACT_AXES,
        Setup::Mechanism(_) => {
            list.number(&format!("{path}.normal_velocity_before"), SPEED);
            list.number(&format!("{path}.normal_velocity_after"), SPEED);
            return;
        }
    };
    list.parts(&format!("{path}.impulse"), &axes, IMPULSE);
    list.parts(&format!("{path}.velocity_before"), &axes, SPEED);
    list.parts(&format!("{path}.velocity_after"), &axes, SPEED);
}

pub(super) fn evaluate(scene: &Scene) -> Result<Evaluation, String> {
    let (outcome, result) = solve(scene).map_err(|error| scene.explain(&error))?;
    let values = match &result {
        SolvedSetup::Bodies(outcome) => of_bodies(scene, outcome),
        SolvedSetup::Mechanism(solution) => of_mechanism(scene, solution),
    };
    Ok(Evaluation { outcome, values })
}

/// What the impact did, without its course where there is a way to leave that out.
fn solve(scene: &Scene) -> Result<(&'static str, SolvedSetup), Unsolved> {
    match (&scene.method, &scene.setup) {
        (Method::Simultaneous, Setup::Bodies(impact)) => {
            let result = SolvedSetup::Bodies(impact.solve()?);
            scene.refuse_infinite(&result)?;
            Ok((ending_of_result(&result).0, result))
        }
        (Method::Simultaneous, Setup::Mechanism(problem)) => {
            let result = SolvedSetup::Mechanism(problem.solve()?);
            scene.refuse_infinite(&result)?;
            Ok((ending_of_result(&result).0, result))
        }
        _ => {
            let solved = scene.solve()?;
            Ok((ending_of(&solved).0, solved.result))
        }
    }
}

fn of_bodies(scene: &Scene, outcome: &Outcome) -> Vec<Option<f64>> {
    let vector = |v: &Vector3<f64>| [v.x, v.y, v.z];
    let body = |motion: &Motion| [vector(&motion.linear), vector(&motion.angular)].concat();
    let contact = |done: &ContactOutcome| {
        let vectors = [&done.impulse, &done.velocity_before, &done.velocity_after];
        [vec![done.normal_impulse], vectors.into_iter().flat_map(vector).collect()].concat()
    };
    let energy = &outcome.energy;
    let losses = losses(scene, energy.lost_in_restitution, energy.lost_in_friction);
    let work = drives(scene).then_some(energy.work);
    let ledger = [energy.before, energy.after].into_iter().chain(work).chain(losses);
    let bodies = outcome.bodies.iter().flat_map(body);
    let contacts = outcome.contacts.iter().flat_map(contact);
    known(bodies.chain(contacts).chain(ledger).chain([outcome.duration, outcome.events as f64])).collect()
}

/// Two losses, or their sum.
fn losses(scene: &Scene, restitution: f64, friction: f64) -> Vec<f64> {
    if scene.splits_losses() { vec![restitution, friction] } else { vec![restitution + friction] }
}

fn of_mechanism(scene: &Scene, solution: &ContactSolution) -> Vec<Option<f64>> {
    let spatial = |tangential: Vector2<f64>, normal: f64| [tangential.x, tangential.y, normal];
    let contact = |i: usize| {
        let normal = solution.impulse[i];
        let before = scene.mechanism_velocity[i];
        match (solution.tangential_impulse.get(i), solution.tangential_velocity.get(i)) {
            (Some(&impulse), Some(&after)) => {
                let vectors = [
                    spatial(impulse, normal),
                    [before.x, before.y, before.z],
                    spatial(after, solution.velocity[i]),
                ];
                [vec![normal], vectors.concat()].concat()
            }
            _ => vec![normal, before.z, solution.velocity[i]],
        }
    };
    let losses = losses(scene, solution.lost_in_restitution, solution.lost_in_friction);
    let ledger = std::iter::once(scene.energy_change(solution)).chain(losses);
    let contacts = (0..solution.impulse.len()).flat_map(contact);
    known(contacts.chain(ledger).chain([solution.duration, solution.events as f64])).collect()
}
