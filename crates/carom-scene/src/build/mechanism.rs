//! A mechanism: the contact-space matrix is given, and each contact has its velocity.
//!
//! A matrix with one row for each contact is over the normals; one with three is over (t₁, t₂, n) of each contact,
//! which friction needs.

use carom::{ContactProblem, Coupling, InputError, TangentialLaw};
use nalgebra::{DMatrix, Vector2, Vector3};

use super::surface::{ContactLaw, DefaultSurface};
use super::{method, names, refusal};
use crate::mechanism::Mechanism;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{ContactTable, Document, MechanismVelocity, Place};
use crate::scene::{Scene, Setup};

/// Directions of a contact: two tangents and the normal.
const DIRECTIONS: usize = 3;
/// The place of the normal among them.
const NORMAL: usize = 2;

pub(super) fn build(document: &Document, problems: &Problems) -> Option<Scene> {
    let mechanism = document.mechanism.as_ref()?;
    let defaults = DefaultSurface::new(document, problems);
    names::refuse_same_names(&document.contacts, problems);
    let law = |table: &ContactTable| {
        defaults.law_with(&table.surface, table.gap.map_or(0.0, |gap| gap.value), problems)
    };
    let laws: Vec<ContactLaw> = document.contacts.iter().map(law).collect();
    let matrix = mechanism.matrix.as_ref();
    let coupling = matrix.and_then(|matrix| problems.note(coupling(document, matrix)));
    if let (Some(matrix), Some(coupling)) = (matrix, &coupling) {
        refuse_mismatch(document, matrix.span, coupling.is_spatial(), &laws, problems);
    }
    if problems.count() > 0 {
        return None;
    }
    let velocity: Vec<Vector3<f64>> = document.contacts.iter().map(velocity).collect();
    let problem = assemble(document, coupling?, &velocity, &laws);
    let problem = problem.map_err(|error| refusal::of_impact(&error, culprit(document, &error)));
    let problem = problems.note(problem)?;
    let method = problems.note(method::of_mechanism(document, matrix?, &problem, &velocity, &laws))?;
    let name = |(number, table): (usize, &ContactTable)| {
        table.name.as_ref().map_or_else(|| format!("contact-{}", number + 1), |name| name.value.clone())
    };
    let coefficients = laws.iter().map(|law| law.coefficients()).collect();
    Some(Scene {
        title: document.title.clone(),
        body_names: Vec::new(),
        joint_names: Vec::new(),
        contact_names: document.contacts.iter().enumerate().map(name).collect(),
        setup: Setup::Mechanism(Mechanism { problem, velocity, coefficients }),
        method,
        shapes: Vec::new(),
        warnings: Vec::new(),
        normals_given: true,
        radii: Vec::new(),
    })
}

fn assemble(
    document: &Document,
    coupling: Coupling,
    velocity: &[Vector3<f64>],
    laws: &[ContactLaw],
) -> Result<ContactProblem, InputError> {
    let normal = velocity.iter().map(|velocity| velocity[NORMAL]).collect();
    let tangential: Vec<Vector2<f64>> = velocity.iter().map(Vector3::xy).collect();
    let tangential_laws: Vec<TangentialLaw> = laws.iter().map(|law| law.surface.tangential).collect();
    let normal_laws = laws.iter().map(|law| law.surface.normal_law(law.gap)).collect();
    ContactProblem::new(coupling, normal, normal_laws, document.model.rules)?
        .with_friction(tangential_laws, tangential)
}

/// Along (t₁, t₂, n).
fn velocity(table: &ContactTable) -> Vector3<f64> {
    match &table.place {
        Place::Mechanism(Located { value: MechanismVelocity::Spatial(velocity), .. }) => *velocity,
        Place::Mechanism(Located { value: MechanismVelocity::Normal(velocity), .. }) => {
            Vector3::new(0.0, 0.0, *velocity)
        }
        Place::Between(_) | Place::Nowhere => Vector3::zeros(), // A problem has been noted and nothing is built.
    }
}

fn coupling(document: &Document, matrix: &Located<Vec<Vec<f64>>>) -> Result<Coupling, Problem> {
    let (rows, contacts) = (matrix.value.len(), document.contacts.len());
    let is_spatial = rows == DIRECTIONS * contacts;
    if rows != contacts && !is_spatial {
        let table = document.contacts.get(rows).map(|table| table.span);
        let problem = Problem::new(
            table.unwrap_or(matrix.span),
            format!("the matrix has {rows} rows, but there are {contacts} `[[contact]]` tables"),
        )
        .expected("expected one row for each contact, or three with friction: t1, t2, n");
        return Err(problem);
    }
    if rows == 0 {
        return Err(
            Problem::new(matrix.span, "the matrix is empty").expected("expected at least one contact")
        );
    }
    let full = DMatrix::from_fn(rows, rows, |row, column| matrix.value[row][column]);
    let made = if is_spatial { Coupling::from_spatial_matrix(&full) } else { Coupling::from_matrix(&full) };
    made.map_err(|error| match error {
        InputError::Immovable { contact } => {
            let row = if is_spatial { DIRECTIONS * contact + NORMAL } else { contact };
            let entry = full[(row, row)];
            Problem::new(matrix.span, format!("the diagonal entry of row {} is {entry}", row + 1))
                .expected("must be positive: an impulse moves its own contact")
        }
        _ => refusal::at(matrix.span, &error),
    })
}

/// A matrix over the normals cannot carry friction, and each kind of matrix needs its kind of velocity.
fn refuse_mismatch(
    document: &Document,
    matrix: Span,
    is_spatial: bool,
    laws: &[ContactLaw],
    problems: &Problems,
) {
    for (table, law) in document.contacts.iter().zip(laws) {
        let rubs = law.surface.tangential.has_friction() && !is_spatial;
        if rubs {
            let own = table.surface.friction.or(document.defaults.surface.friction);
            let span = own.map_or(table.span, |friction| friction.span);
            let problem = Problem::new(span, "friction needs the tangents of the contact")
                .expected("acts along t1 and t2")
                .related(matrix, "one row for each contact: the normals alone")
                .help("give three rows and columns for each contact, in the order t1, t2, n");
            problems.add(problem);
        }
        let Place::Mechanism(Located { value, span }) = &table.place else { continue };
        match value {
            MechanismVelocity::Normal(_) if is_spatial => problems.add(
                Problem::new(*span, "`normal_velocity` says nothing of the tangents of this matrix")
                    .expected("expected `velocity = [t1, t2, n]` instead, m/s")
                    .related(matrix, "three rows for each contact"),
            ),
            MechanismVelocity::Spatial(_) if !is_spatial && !rubs => problems.add(
                Problem::new(*span, "`velocity` has tangents that this matrix does not know")
                    .expected("expected `normal_velocity = ...` instead, m/s")
                    .related(matrix, "one row for each contact: the normals alone"),
            ),
            MechanismVelocity::Normal(_) | MechanismVelocity::Spatial(_) => {}
        }
    }
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
