//! Contacts found among all pairs of bodies with shapes.

use carom::Separation;
use carom_shapes::{Shape, ShapeError};

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
    let mut nearest = Nearest::default();
    for (i, j) in pairs_of_shapes(bodies) {
        let Some(meetings) = problems.note(meet(bodies, [i, j], max_gap, &mut nearest)) else { continue };
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
        problems.add(no_contacts(document, bodies, &nearest));
    }
    contacts
}

/// Pairs that could touch: both have shapes, one can move, and not both are half-spaces.
fn pairs_of_shapes(bodies: &[Built]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let is_plane = |built: &Built| matches!(built.shape, Some(Shape::Plane { .. }));
    let may_touch = move |a: &Built, b: &Built| {
        a.shape.is_some()
            && b.shape.is_some()
            && !(a.is_fixed() && b.is_fixed())
            && !(is_plane(a) && is_plane(b))
    };
    let all = (0..bodies.len()).flat_map(|i| (i + 1..bodies.len()).map(move |j| (i, j)));
    all.filter(move |&(i, j)| may_touch(&bodies[i], &bodies[j]))
}

/// The nearest pair that does not touch, for the error message.
#[derive(Default)]
struct Nearest(Option<(f64, [usize; 2])>);

impl Nearest {
    fn consider(&mut self, gap: f64, pair: [usize; 2]) {
        if self.0.is_none_or(|(least, _)| gap < least) {
            self.0 = Some((gap, pair));
        }
    }
}

fn meet(
    bodies: &[Built],
    pair: [usize; 2],
    max_gap: f64,
    nearest: &mut Nearest,
) -> Result<Vec<Meeting>, Problem> {
    let [first, second] = pair.map(|body| &bodies[body]);
    let (Some(a), Some(b)) = (first.placed(), second.placed()) else { return Ok(Vec::new()) };
    let refused = |error: ShapeError| {
        pairs::problem(second.span, &error).related(first.span, "the other body is placed here")
    };
    let touches = pairs::touches(&a, &b).map_err(refused)?;
    if !touches.is_empty() {
        return Ok(touches);
    }
    let open = pairs::nearest(&a, &b).map_err(refused)?;
    nearest.consider(open.gap, pair);
    Ok(if open.gap <= max_gap { vec![open] } else { Vec::new() })
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

fn no_contacts(document: &Document, bodies: &[Built], nearest: &Nearest) -> Problem {
    let name = |body: usize| &document.bodies[body].name.value;
    match nearest.0 {
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
