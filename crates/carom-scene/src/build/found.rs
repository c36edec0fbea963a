//! Contacts found among all pairs of bodies with shapes.

use carom::Separation;
use carom_shapes::{Shape, ShapeError};
use nalgebra::Vector3;

use super::bodies::Built;
use super::contacts::PlacedContact;
use super::pairs::{self, Meeting};
use super::surface::DefaultSurface;
use super::{hertz, refusal};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{Document, MethodKey};

pub(super) fn build(document: &Document, bodies: &[Built], problems: &Problems) -> Vec<PlacedContact> {
    let defaults = DefaultSurface::new(document, problems);
    let max_gap = max_gap(document, problems);
    if bodies.iter().any(|built| built.body.is_none()) {
        return Vec::new(); // Half the bodies would give half the contacts.
    }
    let mut contacts = Vec::new();
    for [i, j] in pairs_within(bodies, max_gap) {
        let Some(meetings) = problems.note(meet(bodies, [i, j], max_gap)) else { continue };
        for meeting in meetings {
            let law = defaults.law(meeting.gap);
            let span = bodies[j].span;
            let contact =
                law.contact([i, j], meeting.point, meeting.normal).map_err(|error| refusal::at(span, &error));
            let Some(contact) = problems.note(contact) else { continue };
            let names = [i, j].map(|body| document.bodies[body].name.value.as_str());
            let stiffness_given = defaults.gives_stiffness;
            let found = match stiffness_given {
                true => Ok(None),
                false => hertz::contact(names, [&bodies[i], &bodies[j]], &meeting, None, span),
            };
            let Some(hertz) = problems.note(found) else { continue };
            let contact = match &hertz {
                Some(found) => {
                    hertz::with_spring(contact, found, hertz::has_tangential_springs(document), span)
                }
                None => Ok(contact),
            };
            contacts.extend(problems.note(contact).map(|contact| PlacedContact {
                contact,
                name: None,
                span,
                gap_span: span,
                found: true,
                hertz,
                stiffness_given,
                has_material: [i, j].iter().any(|&body| bodies[body].material.is_some()),
                restitution_law: document.defaults.surface.restitution_law,
            }));
        }
    }
    if contacts.is_empty() && problems.count() == 0 {
        problems.add(no_contacts(document, bodies));
    }
    contacts
}

/// Whether a pair could touch: one can move, and not both are half-spaces. Both have shapes.
fn may_touch(a: &Built, b: &Built) -> bool {
    let is_plane = |built: &Built| matches!(built.shape, Some(Shape::Plane { .. }));
    let never = (a.is_fixed() && b.is_fixed()) || (is_plane(a) && is_plane(b));
    !never
}

/// A ball around a body's shape: its centre, and a radius that is infinite for a half-space.
fn around(built: &Built) -> Option<(Vector3<f64>, f64)> {
    /// A shape lies in a box with edges of its size, in which its centre of mass lies too.
    const DIAGONAL: f64 = 1.7320508075688774; // √3
    built.shape.as_ref().map(|shape| (built.position, DIAGONAL * shape.size()))
}

/// Pairs that could touch or come within `reach` of each other, in the order of the bodies. Those whose balls are farther apart along x
/// are never looked at, so that a long row costs no more than its neighbours.
fn pairs_within(bodies: &[Built], reach: f64) -> Vec<[usize; 2]> {
    let mut spans: Vec<(f64, usize, Vector3<f64>, f64)> = bodies
        .iter()
        .enumerate()
        .filter_map(|(i, built)| around(built).map(|(centre, radius)| (centre.x - radius, i, centre, radius)))
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut pairs = Vec::new();
    for (k, &(_, i, centre, radius)) in spans.iter().enumerate() {
        let end = centre.x + radius + reach;
        for &(_, j, other, other_radius) in spans[k + 1..].iter().take_while(|span| span.0 <= end) {
            let is_near = (centre - other).norm() <= radius + other_radius + reach;
            if is_near && may_touch(&bodies[i], &bodies[j]) {
                pairs.push([i.min(j), i.max(j)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

fn meet(bodies: &[Built], pair: [usize; 2], max_gap: f64) -> Result<Vec<Meeting>, Problem> {
    let [first, second] = pair.map(|body| &bodies[body]);
    let (Some(a), Some(b)) = (first.placed(), second.placed()) else { return Ok(Vec::new()) };
    let refused = |error: ShapeError| {
        pairs::problem(second.span, &error).related(first.span, "the other body is placed here")
    };
    let touches = pairs::touches(&a, &b).map_err(refused)?;
    if !touches.is_empty() || max_gap == 0.0 {
        return Ok(touches);
    }
    let open = pairs::nearest(&a, &b).map_err(refused)?;
    Ok(if open.gap <= max_gap { vec![open] } else { Vec::new() })
}

/// The nearest pair where none touches, and how far apart it is.
fn nearest(bodies: &[Built]) -> Option<(f64, [usize; 2])> {
    let mut nearest: Option<(f64, [usize; 2])> = None;
    for (i, first) in bodies.iter().enumerate() {
        let Some((centre, radius)) = around(first) else { continue };
        for (j, second) in bodies.iter().enumerate().skip(i + 1) {
            let Some((other, other_radius)) = around(second) else { continue };
            let least = (centre - other).norm() - radius - other_radius;
            if nearest.is_some_and(|(gap, _)| least >= gap) || !may_touch(first, second) {
                continue;
            }
            let (Some(a), Some(b)) = (first.placed(), second.placed()) else { continue };
            let Ok(open) = pairs::nearest(&a, &b) else { continue };
            if nearest.is_none_or(|(gap, _)| open.gap < gap) {
                nearest = Some((open.gap, [i, j]));
            }
        }
    }
    nearest
}

/// How far bodies may be apart and still make a contact, in metres.
fn max_gap(document: &Document, problems: &Problems) -> f64 {
    let Some(Located { value, span }) = document.defaults.max_gap else { return 0.0 };
    if value < 0.0 {
        problems
            .add(Problem::new(span, format!("max_gap is {value}")).expected("expected 0 or more, metres"));
    } else if value > 0.0 && lacks_tracking(document) {
        let problem = Problem::new(span, "`max_gap` finds contacts with gaps, which never close")
            .expected("only tracked separation closes gaps")
            .help("add `separation = \"tracked\"` to `[model]`");
        problems.add(problem);
    }
    value.max(0.0)
}

/// Whether gaps would close if separation were tracked. Methods without time have refused them already.
fn lacks_tracking(document: &Document) -> bool {
    match document.model.method {
        MethodKey::Simultaneous => document.model.rules.separation == Separation::Instant,
        MethodKey::Alone { .. } | MethodKey::Sequential { .. } => false,
    }
}

fn no_contacts(document: &Document, bodies: &[Built]) -> Problem {
    let name = |body: usize| &document.bodies[body].name.value;
    match nearest(bodies) {
        Some((gap, [i, j])) => {
            let tracked = document.model.rules.separation == Separation::Tracked;
            let help = if tracked { "raise `max_gap` in `[contact_defaults]`" } else { "move them together" };
            Problem::new(bodies[j].span, "no two bodies touch")
                .expected(format!("nearest: `{}` and `{}`, {} m apart", name(i), name(j), pairs::length(gap)))
                .related(bodies[i].span, format!("`{}` is placed here", name(i)))
                .help(help)
        }
        None => Problem::new(Span::default(), "the scene has no contacts")
            .expected("expected a `[[contact]]`, or shapes that touch")
            .help("`[[contact]]` with `between = [\"first\", \"second\"]`, `point` and `normal`"),
    }
}
