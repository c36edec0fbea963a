//! What solves a scene: which keys its method has no use for, and the law with the contact it gets.

use std::sync::Arc;

use carom::laws::{Coefficients, ImpactLaw, LawError, LoneImpact};
use carom::{Friction, Impact};
use nalgebra::{Matrix3, Vector3};

use super::contacts::PlacedContact;
use super::material::ContactLaw;
use super::{law, refusal};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{ContactTable, Document, LawKey, MaterialKeys, MethodKey};
use crate::scene::Method;

/// Notes every key that the method has no use for. A stiffness it only ignores where time does not pass.
pub(super) fn refuse_keys(document: &Document, problems: &Problems) {
    match document.model.method {
        MethodKey::Simultaneous => refuse_infinite_friction(document, problems),
        MethodKey::Alone { span, .. } | MethodKey::Sequential { span, .. } => {
            refuse_springs_and_gaps(document, span, problems);
        }
    }
}

/// All material keys of the file.
fn materials(document: &Document) -> impl Iterator<Item = &MaterialKeys> {
    let own = document.contacts.iter().map(|table| &table.material);
    std::iter::once(&document.defaults.material).chain(own)
}

fn refuse_infinite_friction(document: &Document, problems: &Problems) {
    for friction in materials(document).filter_map(|keys| keys.friction) {
        if friction.value == Friction::INFINITE.value() {
            let problem = Problem::new(friction.span, "friction is infinite")
                .expected("must be finite in a simultaneous impact")
                .help(
                    "laws for a single contact know infinite friction: `method = \"chatterjee-ruina\"`, say",
                );
            problems.add(problem);
        }
    }
}

fn refuse_springs_and_gaps(document: &Document, method: Span, problems: &Problems) {
    for compliance in materials(document).filter_map(|keys| keys.compliance) {
        let problem = Problem::new(compliance.span, "without time there are no tangential springs")
            .expected("this method has rigid friction only")
            .related(method, "no time passes in this method")
            .help("remove `compliance`, or use `method = \"simultaneous\"`");
        problems.add(problem);
    }
    let open = |table: &ContactTable| table.gap.filter(|gap| gap.value > 0.0);
    let finds = document.contacts.is_empty();
    let max_gap = document.defaults.max_gap.filter(|gap| finds && gap.value > 0.0);
    for Located { span, .. } in document.contacts.iter().filter_map(open).chain(max_gap) {
        let problem = Problem::new(span, "without time a gap never closes")
            .expected("this method is for bodies that touch")
            .related(method, "no time passes in this method")
            .help("remove the gap, or use `method = \"simultaneous\"` with `separation = \"tracked\"`");
        problems.add(problem);
    }
}

/// What solves an impact of bodies.
pub(super) fn of_bodies(
    document: &Document,
    impact: &Impact,
    contacts: &[PlacedContact],
) -> Result<Method, Problem> {
    match &document.model.method {
        MethodKey::Simultaneous => Ok(Method::Simultaneous),
        MethodKey::Alone { law, span } => {
            let place = contacts.get(1).or(contacts.first()).map(|placed| placed.span);
            let contact = LoneImpact::between_bodies(impact).map_err(|error| match error {
                LawError::NotAlone { contacts } => not_alone(contacts, place, *span),
                _ => refusal::of_law(&error, place.unwrap_or(*span)),
            })?;
            let axes =
                impact.axes().first().map_or_else(Matrix3::identity, |axes| Matrix3::from_columns(axes));
            alone(law, &axes, contact)
        }
        MethodKey::Sequential { .. } => todo!(),
    }
}

/// What solves the impact of a mechanism with this matrix and these contacts.
pub(super) fn of_mechanism(
    document: &Document,
    matrix: &Located<Vec<Vec<f64>>>,
    velocity: &[Vector3<f64>],
    laws: &[ContactLaw],
) -> Result<Method, Problem> {
    match &document.model.method {
        MethodKey::Simultaneous => Ok(Method::Simultaneous),
        MethodKey::Alone { law, span } => {
            let (&[velocity], &[material]) = (velocity, laws) else {
                return Err(not_alone(laws.len(), document.contacts.get(1).map(|table| table.span), *span));
            };
            let inverse_mass = spatial(matrix, *span)?;
            let contact = LoneImpact::new(inverse_mass, velocity, material.coefficients())
                .map_err(|error| refusal::of_law(&error, matrix.span))?;
            alone(law, &Matrix3::identity(), contact)
        }
        MethodKey::Sequential { .. } => todo!(),
    }
}

/// Routh's law has a course of its own; the others have none.
fn alone(key: &LawKey, axes: &Matrix3<f64>, contact: LoneImpact) -> Result<Method, Problem> {
    let contact = Box::new(contact);
    match key {
        &LawKey::Routh { termination } => Ok(Method::Routh { contact, termination }),
        _ => Ok(Method::Law { contact, law: law::build(key, axes)? }),
    }
}

/// The matrix of a mechanism's only contact.
fn spatial(matrix: &Located<Vec<Vec<f64>>>, method: Span) -> Result<Matrix3<f64>, Problem> {
    if matrix.value.len() != Vector3::<f64>::zeros().len() {
        return Err(Problem::new(matrix.span, "the law needs the tangents of the contact")
            .expected("expected three rows and columns, in the order t1, t2, n")
            .related(method, "the method"));
    }
    Ok(Matrix3::from_fn(|row, column| matrix.value[row][column]))
}

/// `second` is where a contact too many stands.
fn not_alone(contacts: usize, second: Option<Span>, method: Span) -> Problem {
    let Some(second) = second.filter(|_| contacts > 1) else {
        return Problem::new(method, "the scene has no contact that can act")
            .expected("a law for a single contact needs exactly one");
    };
    Problem::new(second, format!("the scene has {contacts} contacts"))
        .expected("one contact too many")
        .related(method, "a law for exactly one")
        .help("use `method = \"simultaneous\"`, or `\"sequential\"`: this law, one contact at a time")
}
