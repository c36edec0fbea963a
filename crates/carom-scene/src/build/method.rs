//! What solves a scene: which keys its method has no use for, and the law with the contact it gets.

use std::sync::Arc;

use carom::laws::{Coefficients, ImpactLaw, LawError, LoneImpact};
use carom::sequence::{ContactSequence, Hinges, Rules, Sequence, SequenceError, TieRule};
use carom::{ContactProblem, Friction, Impact};
use nalgebra::{Matrix3, Vector3};

use super::contacts::PlacedContact;
use super::surface::ContactLaw;
use super::{law, refusal};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{
    ContactTable, Document, HingesKey, LawKey, MethodKey, RegionKey, SequenceKey, SurfaceKeys, TieKey,
};
use crate::scene::Method;

/// Relative uncertainty of a perturbed start: far above rounding, far below what can be measured.
const USUAL_PERTURBATION: f64 = 1e-9;

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
fn surfaces(document: &Document) -> impl Iterator<Item = &SurfaceKeys> {
    let own = document.contacts.iter().map(|table| &table.surface);
    std::iter::once(&document.defaults.surface).chain(own)
}

fn refuse_infinite_friction(document: &Document, problems: &Problems) {
    for friction in surfaces(document).filter_map(|keys| keys.friction) {
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
    let springs = |keys: &SurfaceKeys| keys.compliance.filter(|compliance| compliance.value != 0.0);
    for compliance in surfaces(document).filter_map(springs) {
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
        MethodKey::Alone { law: LawKey::PfeifferGlocker { .. }, span } if contacts.len() > 1 => {
            complementarity(document, *span)
        }
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
        MethodKey::Sequential { sequence, span } => {
            let (law, rules) = sequential(sequence)?;
            let made = Sequence::new(impact, rules).map(drop);
            made.map_err(|error| {
                not_sequential(&error, sequence, |i| contacts.get(i).map(|c| c.span), *span)
            })?;
            Ok(Method::Sequential { law, rules })
        }
    }
}

/// What solves the impact of a mechanism with this matrix and these contacts.
pub(super) fn of_mechanism(
    document: &Document,
    matrix: &Located<Vec<Vec<f64>>>,
    problem: &ContactProblem,
    velocity: &[Vector3<f64>],
    laws: &[ContactLaw],
) -> Result<Method, Problem> {
    match &document.model.method {
        MethodKey::Simultaneous => Ok(Method::Simultaneous),
        MethodKey::Alone { law: LawKey::PfeifferGlocker { .. }, span } if laws.len() > 1 => {
            complementarity(document, *span)
        }
        MethodKey::Alone { law, span } => {
            let (&[velocity], &[made]) = (velocity, laws) else {
                return Err(not_alone(laws.len(), document.contacts.get(1).map(|table| table.span), *span));
            };
            let inverse_mass = spatial(matrix, *span)?;
            let contact = LoneImpact::new(inverse_mass, velocity, made.coefficients())
                .map_err(|error| refusal::of_law(&error, matrix.span))?;
            alone(law, &Matrix3::identity(), contact)
        }
        MethodKey::Sequential { sequence, span } => {
            let (law, rules) = sequential(sequence)?;
            let coefficients: Vec<Coefficients> = laws.iter().map(|law| law.coefficients()).collect();
            let coupling = problem.coupling().clone();
            let made = ContactSequence::new(coupling, velocity.to_vec(), &coefficients, rules).map(drop);
            let at = |i: usize| document.contacts.get(i).map(|table| table.span);
            made.map_err(|error| not_sequential(&error, sequence, at, *span))?;
            Ok(Method::Sequential { law, rules })
        }
    }
}

/// Routh's law has a course of its own; the others have none.
fn alone(key: &LawKey, axes: &Matrix3<f64>, contact: LoneImpact) -> Result<Method, Problem> {
    let contact = Box::new(contact);
    match key {
        &LawKey::Routh { termination } => Ok(Method::Routh { contact, termination }),
        _ => Ok(Method::Law { contact, law: law::build(key, axes)?.into() }),
    }
}

/// The law and the rules of a sequence.
fn sequential(keys: &SequenceKey) -> Result<(Arc<dyn ImpactLaw>, Rules), Problem> {
    let seed = keys.seed.map_or(0, |seed| seed.value);
    let ties = match keys.tie {
        TieKey::Order => TieRule::Order,
        TieKey::Random => TieRule::Random { seed },
        TieKey::Perturb => {
            TieRule::Perturb { seed, size: keys.perturbation.map_or(USUAL_PERTURBATION, |size| size.value) }
        }
    };
    refuse_idle_keys(keys)?;
    if let LawKey::PermissibleRegion(Located { value: RegionKey::Impulse(_), span }) = keys.law {
        return Err(Problem::new(span, "one impulse cannot be that of every collision of a sequence")
            .expected("expected `polar` or `ratios` instead"));
    }
    let hinges = match keys.hinges {
        HingesKey::Intact => Hinges::Intact,
        HingesKey::Released => Hinges::Released,
    };
    let law = law::build(&keys.law, &Matrix3::identity())?;
    Ok((law.into(), Rules { ties, hinges, ..Rules::default() }))
}

/// Refuses numbers that the rule for ties has no use for.
fn refuse_idle_keys(keys: &SequenceKey) -> Result<(), Problem> {
    let seed = keys.seed.map(|seed| seed.span);
    let perturbation = keys.perturbation.map(|size| size.span);
    let (key, span, needs) = match (keys.tie, seed, perturbation) {
        (TieKey::Order, Some(seed), _) => ("seed", seed, "`tie = \"random\"` or `\"perturb\"`"),
        (TieKey::Order | TieKey::Random, _, Some(size)) => ("perturbation", size, "`tie = \"perturb\"`"),
        (TieKey::Order | TieKey::Random | TieKey::Perturb, _, _) => return Ok(()),
    };
    Err(Problem::new(span, format!("`{key}` is of no use with this rule for ties"))
        .expected(format!("needs {needs}")))
}

/// Where the refusal of a sequence belongs in the file.
fn not_sequential(
    error: &SequenceError,
    keys: &SequenceKey,
    at: impl Fn(usize) -> Option<Span>,
    method: Span,
) -> Problem {
    match error {
        SequenceError::Input(error) => refusal::at(method, error),
        SequenceError::Law { contact, source, .. } => {
            refusal::of_law(source, at(*contact).unwrap_or(keys.law_span))
        }
        SequenceError::Uncertainty { size } => {
            let span = keys.perturbation.map_or(method, |size| size.span);
            Problem::new(span, format!("perturbation is {size}")).expected("must be positive and less than 1")
        }
        _ => Problem::new(method, error.to_string()),
    }
}

/// Several contacts under Pfeiffer and Glocker's law, which has neither tangential restitution nor infinite friction there.
fn complementarity(document: &Document, method: Span) -> Result<Method, Problem> {
    let refused = surfaces(document).find_map(|keys| {
        let tangential = keys.tangential_restitution.filter(|e_t| e_t.value != 0.0);
        let infinite = keys.friction.filter(|mu| mu.value == Friction::INFINITE.value());
        tangential
            .map(|e_t| (e_t.span, "tangential restitution is for a single contact"))
            .or(infinite.map(|mu| (mu.span, "infinite friction is for a single contact")))
    });
    match refused {
        None => Ok(Method::Complementarity),
        Some((span, message)) => Err(Problem::new(span, message)
            .expected("of no use at several contacts")
            .related(method, "the method")
            .help("`method = \"sequential\"` with `law = \"pfeiffer-glocker\"` takes one contact at a time")),
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
