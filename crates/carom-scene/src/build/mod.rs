//! Gives the tables of a scene file their meaning: bodies, contacts, and the impact they make.
//!
//! Every refusal of the engine or of the shapes is mapped back to the value in the file that caused it. The only
//! mechanics here is the moment of inertia about a hinge; contact points come from `carom-shapes`.

mod agreement;
mod bodies;
mod contacts;
mod found;
mod hertz;
mod joints;
mod law;
mod mechanism;
mod method;
mod names;
mod pairs;
pub(crate) mod refusal;
mod surface;

pub(crate) use agreement::agrees;

use carom::{Impact, InputError, Joint};

use crate::problem::{Problem, Problems};
use crate::read::Document;
use crate::scene::{Scene, Setup};
use bodies::Built;
use contacts::PlacedContact;
use joints::PlacedJoint;

/// The scene of a document, unless something was wrong with it.
pub(crate) fn build(document: &Document, problems: &Problems) -> Option<Scene> {
    method::refuse_keys(document, problems);
    if document.mechanism.is_some() {
        return mechanism::build(document, problems);
    }
    if document.bodies.is_empty() {
        return None;
    }
    let bodies = bodies::build(&document.bodies, problems);
    let contacts = if document.contacts.is_empty() {
        found::build(document, &bodies, problems)
    } else {
        contacts::build(document, &bodies, problems)
    };
    let joints = joints::build(document, problems);
    hertz::refuse_mixtures(&contacts, problems);
    if problems.count() > 0 {
        return None;
    }
    let shapes = bodies.iter().map(Built::shown).collect();
    let (impact, contacts) = problems.note(assemble(document, bodies, contacts, &joints))?;
    let method = problems.note(method::of_bodies(document, &impact, &contacts))?;
    let body_names: Vec<String> = document.bodies.iter().map(|body| body.name.value.clone()).collect();
    Some(Scene {
        title: document.title.clone(),
        contact_names: names::contact_names(&body_names, &contacts),
        body_names,
        joint_names: joints.into_iter().map(|placed| placed.name).collect(),
        setup: Setup::Bodies(impact),
        method,
        shapes,
        warnings: Vec::new(),
        normals_given: document.contacts.iter().any(|table| !table.is_from_shapes()),
        radii: contacts.iter().map(|placed| placed.hertz.map(|hertz| hertz.radius())).collect(),
    })
}

/// The impact. Contacts that were found from shapes but along which nothing can move are dropped: a cue that slides
/// along a table touches it for nothing.
fn assemble(
    document: &Document,
    bodies: Vec<Built>,
    mut contacts: Vec<PlacedContact>,
    joints: &[PlacedJoint],
) -> Result<(Impact, Vec<PlacedContact>), Problem> {
    let bodies: Vec<carom::Body> = bodies.into_iter().filter_map(|built| built.body).collect();
    let joined: Vec<Joint> = joints.iter().map(|placed| placed.joint.clone()).collect();
    loop {
        let plain = contacts.iter().map(|placed| placed.contact.clone()).collect();
        match Impact::with_joints(bodies.clone(), plain, joined.clone(), document.model.rules) {
            Ok(impact) => {
                if !hertz::restitute(&impact, &mut contacts)? {
                    return Ok((impact, contacts));
                }
                let plain = contacts.iter().map(|placed| placed.contact.clone()).collect();
                let impact = Impact::with_joints(bodies, plain, joined, document.model.rules);
                return Ok((impact.map_err(|error| contact_problem(&error, &contacts))?, contacts));
            }
            Err(InputError::Immovable { contact }) if contacts[contact].found => {
                contacts.remove(contact);
            }
            Err(error) => {
                let problem = joints::problem(&error, joints);
                return Err(problem.unwrap_or_else(|| contact_problem(&error, &contacts)));
            }
        }
    }
}

fn contact_problem(error: &InputError, contacts: &[PlacedContact]) -> Problem {
    let at = |number: usize| contacts.get(number);
    let span = match *error {
        InputError::Gap { contact, .. } | InputError::GapNeedsTracking { contact, .. } => {
            at(contact).map(|placed| placed.gap_span)
        }
        InputError::Immovable { contact }
        | InputError::Overlap { contact, .. }
        | InputError::NoSuchBody { contact, .. }
        | InputError::SelfContact { contact, .. } => at(contact).map(|placed| placed.span),
        _ => None,
    };
    refusal::of_impact(error, span.unwrap_or_default())
}
