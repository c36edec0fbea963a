//! A mechanism: the contact-space matrix is given, and each contact has its normal velocity.

use carom::{ContactProblem, Coupling, InputError};
use nalgebra::DMatrix;

use super::material::DefaultMaterial;
use super::{names, refusal};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{ContactTable, Document, Place};
use crate::scene::{Scene, Setup};

pub(super) fn build(document: &Document, problems: &Problems) -> Option<Scene> {
    let mechanism = document.mechanism.as_ref()?;
    let defaults = DefaultMaterial::new(&document.defaults.material, problems);
    names::refuse_same_names(&document.contacts, problems);
    let law = |table: &ContactTable| {
        defaults.law_with(&table.material, table.gap.map_or(0.0, |gap| gap.value), problems)
    };
    let laws = document.contacts.iter().map(law).collect();
    let coupling = mechanism.matrix.as_ref().and_then(|matrix| problems.note(coupling(document, matrix)));
    if problems.count() > 0 {
        return None;
    }
    let velocity = |table: &ContactTable| match table.place {
        Place::Mechanism { normal_velocity } => normal_velocity,
        Place::Between(_) | Place::Nowhere => 0.0, // A problem has been noted and nothing is built.
    };
    let velocities = document.contacts.iter().map(velocity).collect();
    let problem = ContactProblem::new(coupling?, velocities, laws, document.model);
    let problem = problem.map_err(|error| refusal::of_impact(&error, culprit(document, &error)));
    let name = |(number, table): (usize, &ContactTable)| {
        table.name.as_ref().map_or_else(|| format!("contact-{number}"), |name| name.value.clone())
    };
    Some(Scene {
        title: document.title.clone(),
        body_names: Vec::new(),
        contact_names: document.contacts.iter().enumerate().map(name).collect(),
        setup: Setup::Mechanism(problems.note(problem)?),
    })
}

fn coupling(document: &Document, matrix: &Located<Vec<Vec<f64>>>) -> Result<Coupling, Problem> {
    let (rows, contacts) = (matrix.value.len(), document.contacts.len());
    if rows != contacts {
        let table = document.contacts.get(rows).map(|table| table.span);
        let problem = Problem::new(
            table.unwrap_or(matrix.span),
            format!("the matrix has {rows} rows, but there are {contacts} `[[contact]]` tables"),
        )
        .expected("expected one row for each contact");
        return Err(problem);
    }
    if rows == 0 {
        return Err(
            Problem::new(matrix.span, "the matrix is empty").expected("expected at least one contact")
        );
    }
    let full = DMatrix::from_fn(rows, rows, |row, column| matrix.value[row][column]);
    Coupling::from_matrix(&full).map_err(|error| match error {
        InputError::Immovable { contact } => {
            let entry = full[(contact, contact)];
            Problem::new(matrix.span, format!("the diagonal entry of row {} is {entry}", contact + 1))
                .expected("must be positive: an impulse moves its own contact")
        }
        _ => refusal::at(matrix.span, &error),
    })
}

fn culprit(document: &Document, error: &InputError) -> Span {
    let contact = match *error {
        InputError::Gap { contact, .. } | InputError::GapNeedsTracking { contact, .. } => Some(contact),
        _ => None,
    };
    let table = contact.and_then(|contact| document.contacts.get(contact));
    let mechanism = document.mechanism.as_ref().map(|mechanism| mechanism.span);
    table.map(|table| table.gap.map_or(table.span, |gap| gap.span)).or(mechanism).unwrap_or_default()
}
