//! Scenes whose method is a law for a single contact: what such a law refuses, and the contact it gets.

use carom::Impact;
use carom::TangentialRestitution;
use carom::laws::{Coefficients, LawError, LoneImpact};
use nalgebra::{Matrix3, Vector3};

use super::contacts::PlacedContact;
use super::material::ContactLaw;
use super::refusal;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{ContactTable, Document, MaterialKeys, MethodKey};
use crate::scene::Method;

/// Notes every key that Routh's law has no use for, if that is the method. A stiffness it only ignores: the outcome at a
/// single contact does not depend on it.
pub(super) fn refuse_keys(document: &Document, problems: &Problems) {
    let MethodKey::Routh { span: method, .. } = document.model.method else { return };
    let compliance = |keys: &MaterialKeys| keys.compliance.map(|given| given.span);
    let own = document.contacts.iter().filter_map(|table| compliance(&table.material));
    for span in compliance(&document.defaults.material).into_iter().chain(own) {
        let problem = Problem::new(span, "Routh's law has rigid friction only")
            .expected("tangential springs have no place in it")
            .related(method, "the method")
            .help("remove `compliance`, or use `method = \"simultaneous\"`");
        problems.add(problem);
    }
    let open = |table: &ContactTable| table.gap.filter(|gap| gap.value > 0.0);
    let finds = document.contacts.is_empty();
    let max_gap = document.defaults.max_gap.filter(|gap| finds && gap.value > 0.0);
    for Located { span, .. } in document.contacts.iter().filter_map(open).chain(max_gap) {
        let problem = Problem::new(span, "Routh's law is for bodies that touch")
            .expected("a gap would never close")
            .related(method, "the method")
            .help("remove the gap, or use `method = \"simultaneous\"` with `separation = \"tracked\"`");
        problems.add(problem);
    }
}

/// What solves an impact of bodies.
pub(super) fn method_of_bodies(
    document: &Document,
    impact: &Impact,
    contacts: &[PlacedContact],
) -> Result<Method, Problem> {
    let MethodKey::Routh { termination, span } = document.model.method else {
        return Ok(Method::Simultaneous);
    };
    let place = contacts.get(1).or(contacts.first()).map(|placed| placed.span);
    let contact = LoneImpact::between_bodies(impact).map_err(|error| match error {
        LawError::NotAlone { contacts } => not_alone(contacts, place, span),
        _ => refusal::of_law(&error, place.unwrap_or(span)),
    })?;
    Ok(Method::Routh { contact: Box::new(contact), termination })
}

/// What solves the impact of a mechanism with this matrix and these contacts.
pub(super) fn method_of_mechanism(
    document: &Document,
    matrix: &Located<Vec<Vec<f64>>>,
    velocity: &[Vector3<f64>],
    laws: &[ContactLaw],
) -> Result<Method, Problem> {
    let MethodKey::Routh { termination, span } = document.model.method else {
        return Ok(Method::Simultaneous);
    };
    let (&[velocity], &[law]) = (velocity, laws) else {
        return Err(not_alone(laws.len(), document.contacts.get(1).map(|table| table.span), span));
    };
    if matrix.value.len() != Vector3::<f64>::zeros().len() {
        return Err(Problem::new(matrix.span, "Routh's law needs the tangents of the contact")
            .expected("expected three rows and columns, in the order t1, t2, n")
            .related(span, "the method"));
    }
    let inverse_mass = Matrix3::from_fn(|row, column| matrix.value[row][column]);
    let coefficients = Coefficients {
        restitution: law.normal.restitution,
        friction: law.tangential.friction(),
        tangential_restitution: TangentialRestitution::NONE,
    };
    let contact = LoneImpact::new(inverse_mass, velocity, coefficients)
        .map_err(|error| refusal::of_law(&error, matrix.span))?;
    Ok(Method::Routh { contact: Box::new(contact), termination })
}

/// `second` is where a contact too many stands.
fn not_alone(contacts: usize, second: Option<Span>, method: Span) -> Problem {
    let Some(second) = second.filter(|_| contacts > 1) else {
        return Problem::new(method, "the scene has no contact that can act")
            .expected("Routh's law needs exactly one");
    };
    Problem::new(second, format!("the scene has {contacts} contacts"))
        .expected("one contact too many")
        .related(method, "Routh's law is for exactly one")
        .help(
            "use `method = \"simultaneous\"`; impacts in sequence, one contact at a time, are not available yet",
        )
}
