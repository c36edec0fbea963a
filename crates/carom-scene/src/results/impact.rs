//! The numbers of an impact.

use carom::{ContactOutcome, Motion, Outcome};
use nalgebra::Vector3;

use super::{AXES, Column, Evaluation, Listing, known};
use crate::report::json::{ending, ending_of};
use crate::report::ledger::drives;
use crate::scene::{Method, Scene, Setup, refuse_infinite};
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
    if !scene.has_tangents() {
        list.number(&format!("{path}.normal_velocity_before"), SPEED);
        list.number(&format!("{path}.normal_velocity_after"), SPEED);
        return;
    }
    let axes = match scene.setup {
        Setup::Bodies(_) => AXES,
        Setup::Mechanism(_) => CONTACT_AXES,
    };
    list.parts(&format!("{path}.impulse"), &axes, IMPULSE);
    list.parts(&format!("{path}.velocity_before"), &axes, SPEED);
    list.parts(&format!("{path}.velocity_after"), &axes, SPEED);
}

pub(super) fn evaluate(scene: &Scene) -> Result<Evaluation, String> {
    let (word, outcome) = solve(scene).map_err(|error| scene.explain(&error))?;
    Ok(Evaluation { outcome: word, values: values(scene, &outcome) })
}

/// What the impact did, without its course where there is a way to leave that out.
fn solve(scene: &Scene) -> Result<(&'static str, Outcome), Unsolved> {
    let outcome = match (&scene.method, &scene.setup) {
        (Method::Simultaneous, Setup::Bodies(impact)) => impact.solve()?,
        (Method::Simultaneous, Setup::Mechanism(mechanism)) => mechanism.outcome(&mechanism.problem.solve()?),
        _ => {
            let solved = scene.solve()?;
            return Ok((ending_of(&solved).0, solved.outcome));
        }
    };
    refuse_infinite(&outcome)?;
    Ok((ending(outcome.ending).0, outcome))
}

/// In the order of the columns.
fn values(scene: &Scene, outcome: &Outcome) -> Vec<Option<f64>> {
    let vector = |v: &Vector3<f64>| [v.x, v.y, v.z];
    let body = |motion: &Motion| [vector(&motion.linear), vector(&motion.angular)].concat();
    let contact = |done: &ContactOutcome| {
        if !scene.has_tangents() {
            return vec![done.normal_impulse, done.velocity_before.z, done.velocity_after.z];
        }
        let vectors = [&done.impulse, &done.velocity_before, &done.velocity_after];
        [vec![done.normal_impulse], vectors.into_iter().flat_map(vector).collect()].concat()
    };
    let energy = &outcome.energy;
    let ledger = match scene.setup {
        Setup::Bodies(_) => vec![energy.before, energy.after],
        Setup::Mechanism(_) => vec![energy.after - energy.before],
    };
    let work = drives(scene).then_some(energy.work);
    let losses = losses(scene, energy.lost_in_restitution, energy.lost_in_friction);
    let bodies = outcome.bodies.iter().flat_map(body);
    let contacts = outcome.contacts.iter().flat_map(contact);
    let ledger = ledger.into_iter().chain(work).chain(losses);
    known(bodies.chain(contacts).chain(ledger).chain([outcome.duration, outcome.events as f64])).collect()
}

/// Two losses, or their sum.
fn losses(scene: &Scene, restitution: f64, friction: f64) -> Vec<f64> {
    if scene.splits_losses() { vec![restitution, friction] } else { vec![restitution + friction] }
}
