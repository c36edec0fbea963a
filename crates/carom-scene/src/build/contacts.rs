//! Contacts from their `[[contact]]` tables.

use std::collections::HashMap;

use carom::hertz::HertzContact;
use carom::{Contact, InputError, Separation};
use nalgebra::Vector3;

use super::bodies::Built;
use super::pairs::{self, Meeting};
use super::refusal;
use super::surface::{ContactLaw, DefaultSurface};
use super::{agreement, hertz};
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{
    Between, ContactTable, Document, Geometry, MethodKey, ModelTable, Place, RestitutionLawKey,
};
use crate::suggest;

/// A contact and the place in the file that made it.
pub(super) struct PlacedContact {
    pub contact: Contact,
    pub name: Option<String>,
    pub span: Span,
    pub gap_span: Span,
    /// Whether nobody asked for this contact: it was found among the shapes.
    pub found: bool,
    /// The contact of two materials that its spring is from.
    pub hertz: Option<HertzContact>,
    /// Whether the file gives its stiffness.
    pub stiffness_given: bool,
    /// Whether one of its bodies is of a material.
    pub has_material: bool,
    pub restitution_law: Option<Located<RestitutionLawKey>>,
}

pub(super) fn build(document: &Document, bodies: &[Built], problems: &Problems) -> Vec<PlacedContact> {
    let defaults = DefaultSurface::new(document, problems);
    if let Some(max_gap) = document.defaults.max_gap {
        let problem =
            Problem::new(max_gap.span, "`max_gap` is for scenes that find their contacts from shapes")
                .expected("of no use beside `[[contact]]`");
        problems.add(problem);
    }
    super::names::refuse_same_names(&document.contacts, problems);
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, body) in document.bodies.iter().enumerate() {
        places.entry(&body.name.value).or_insert(place);
    }
    let build = |table: &ContactTable| build_one(document, table, (bodies, &places), &defaults, problems);
    let contacts: Vec<PlacedContact> = document.contacts.iter().flat_map(build).collect();
    warn_of_repeated(&contacts, problems);
    contacts
}

/// The same contact twice is two springs side by side, which is seldom meant.
fn warn_of_repeated(contacts: &[PlacedContact], problems: &Problems) {
    let line = |placed: &PlacedContact| {
        let ([first, second], normal) = (placed.contact.bodies(), placed.contact.normal().into_inner());
        let (bodies, normal) =
            if first < second { ([first, second], normal) } else { ([second, first], -normal) };
        (bodies, placed.contact.point(), normal)
    };
    let mut known: HashMap<[usize; 2], Vec<&PlacedContact>> = HashMap::new();
    for placed in contacts {
        let between = known.entry(line(placed).0).or_default();
        let first = between.iter().find(|other| line(other) == line(placed)).copied();
        between.push(placed);
        let Some(first) = first else { continue };
        let warning = Problem::new(placed.span, "this contact is there already, at the same point")
            .expected("the springs of both act side by side")
            .related(first.span, "it is first given here")
            .help("remove one of them, unless the contact is meant to be as stiff as both");
        problems.warn(warning);
    }
}

fn build_one(
    document: &Document,
    table: &ContactTable,
    (bodies, places): (&[Built], &HashMap<&str, usize>),
    defaults: &DefaultSurface,
    problems: &Problems,
) -> Vec<PlacedContact> {
    let law = defaults.law_with(&table.surface, 0.0, problems);
    let Place::Between(between) = &table.place else { return Vec::new() };
    let Some(pair) = resolve(document, places, between, problems) else { return Vec::new() };
    if !table.sound {
        return Vec::new();
    }
    let meetings = problems.note(meetings(document, table, between, pair, bodies, problems));
    let placed = |meeting: Meeting| {
        let gap = table.gap.map_or(meeting.gap, |gap| gap.value);
        let contact = problems.note(contact(between, pair, &meeting, law.with_gap(gap)))?;
        let stiffness_given = table.surface.stiffness.is_some() || defaults.gives_stiffness;
        let names = [between.names[0].value.as_str(), between.names[1].value.as_str()];
        let hertz = match stiffness_given {
            true => None,
            false => problems.note(hertz::contact(
                names,
                pair.map(|body| &bodies[body]),
                &meeting,
                table.curvature_radius,
                between.span,
            ))?,
        };
        let contact = match &hertz {
            Some(hertz) => {
                let springs = table.surface.compliance.is_none() && hertz::has_tangential_springs(document);
                problems.note(hertz::with_spring(contact, hertz, springs, between.span))?
            }
            None => contact,
        };
        Some(PlacedContact {
            contact,
            hertz,
            stiffness_given,
            has_material: pair.iter().any(|&body| bodies[body].material.is_some()),
            restitution_law: table.surface.restitution_law.or(document.defaults.surface.restitution_law),
            name: table.name.as_ref().map(|name| name.value.clone()),
            span: between.span,
            gap_span: table.gap.map_or(between.span, |gap| gap.span),
            found: false,
        })
    };
    meetings.unwrap_or_default().into_iter().filter_map(placed).collect()
}

fn contact(
    between: &Between,
    pair: [usize; 2],
    meeting: &Meeting,
    law: ContactLaw,
) -> Result<Contact, Problem> {
    law.contact(pair, meeting.point, meeting.normal).map_err(|error| {
        let span = match (&error, between.geometry) {
            (InputError::NoDirection { .. }, Geometry::Given { normal, .. }) => normal.span,
            (_, Geometry::Given { point, .. }) => point.span,
            (_, Geometry::FromShapes) => between.span,
        };
        refusal::at(span, &error)
    })
}

/// The bodies that a contact names.
fn resolve(
    document: &Document,
    places: &HashMap<&str, usize>,
    between: &Between,
    problems: &Problems,
) -> Option<[usize; 2]> {
    let find = |name: &Located<String>| {
        let place = places.get(name.value.as_str()).copied();
        if place.is_none() {
            problems.add(no_such_body(document, name));
        }
        place
    };
    let [first, second] = [find(&between.names[0]), find(&between.names[1])];
    let pair = [first?, second?];
    if pair[0] == pair[1] {
        let name = &between.names[1];
        let problem =
            Problem::new(between.span, format!("`{}` cannot be in contact with itself", name.value))
                .expected("expected two different bodies");
        problems.add(problem);
        return None;
    }
    Some(pair)
}

pub(super) fn no_such_body(document: &Document, name: &Located<String>) -> Problem {
    /// More names than this are not listed.
    const LISTED: usize = 8;
    let names: Vec<&str> = document.bodies.iter().map(|body| body.name.value.as_str()).collect();
    let help = match suggest::closest(&name.value, names.iter().copied()) {
        Some(candidate) => Some(format!("did you mean `{candidate}`?")),
        None if names.len() <= LISTED && !names.is_empty() => {
            Some(format!("the bodies are {}", quoted(&names)))
        }
        None => None,
    };
    Problem::new(name.span, format!("there is no body called `{}`", name.value))
        .expected("expected the name of a `[[body]]`")
        .maybe_help(help)
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Where the two bodies meet: as given, or as their shapes say.
fn meetings(
    document: &Document,
    table: &ContactTable,
    between: &Between,
    pair: [usize; 2],
    bodies: &[Built],
    problems: &Problems,
) -> Result<Vec<Meeting>, Problem> {
    match between.geometry {
        Geometry::Given { point, normal } => {
            let [first, second] = [between.names[0].value.as_str(), between.names[1].value.as_str()];
            let gap = table.gap.map_or(0.0, |gap| gap.value);
            let suspicion = match pair.map(|body| bodies[body].placed()) {
                [Some(a), Some(b)] => {
                    agreement::check([first, second], [&a, &b], point, normal, gap)?;
                    None
                }
                [Some(a), None] => {
                    let other = (true, bodies[pair[1]].position);
                    agreement::suspicion([first, second], &a, other, point, normal, gap)
                }
                [None, Some(b)] => {
                    let other = (false, bodies[pair[0]].position);
                    agreement::suspicion([second, first], &b, other, point, normal, gap)
                }
                [None, None] => None,
            };
            if let Some(suspicion) = suspicion {
                problems.warn(suspicion);
            }
            Ok(vec![Meeting::new(point.value, normal.value)])
        }
        Geometry::FromShapes => from_shapes(&document.model, between, pair, bodies),
    }
}

fn from_shapes(
    model: &ModelTable,
    between: &Between,
    pair: [usize; 2],
    bodies: &[Built],
) -> Result<Vec<Meeting>, Problem> {
    let [first, second] = pair.map(|body| &bodies[body]);
    let (Some(a), Some(b)) = (first.placed(), second.placed()) else {
        return shapeless(between, pair, bodies);
    };
    let touches = pairs::touches(&a, &b).map_err(|error| pairs::problem(between.span, &error))?;
    if !touches.is_empty() {
        return Ok(touches);
    }
    let nearest = pairs::nearest(&a, &b).map_err(|error| pairs::problem(between.span, &error))?;
    match model.rules.separation {
        Separation::Tracked => Ok(vec![nearest]),
        Separation::Instant => Err(apart(&model.method, between, nearest.gap)),
    }
}

/// Without shapes the file must say where the contact is; a body that could not be built has been reported already.
fn shapeless(between: &Between, pair: [usize; 2], bodies: &[Built]) -> Result<Vec<Meeting>, Problem> {
    for (name, body) in between.names.iter().zip(pair) {
        if bodies[body].body.is_some() && bodies[body].shape.is_none() {
            let message = format!("where the bodies touch is unknown: `{}` has no shape", name.value);
            return Err(Problem::new(between.span, message)
                .expected("expected `point` and `normal` for this contact")
                .help(format!("or give `{}` a shape", name.value)));
        }
    }
    Ok(Vec::new())
}

fn apart(method: &MethodKey, between: &Between, gap: f64) -> Problem {
    let [first, second] = &between.names;
    let help = match method {
        MethodKey::Simultaneous => {
            "move them together, or let the gap close: `separation = \"tracked\"` in `[model]`"
        }
        MethodKey::Alone { .. } | MethodKey::Sequential { .. } => {
            "move them together: this method is for bodies that touch"
        }
    };
    Problem::new(
        between.span,
        format!("`{}` and `{}` are {} m apart", first.value, second.value, pairs::length(gap)),
    )
    .expected("their shapes do not touch")
    .help(help)
}

impl Meeting {
    fn new(point: Vector3<f64>, normal: Vector3<f64>) -> Self {
        Self { point, normal, gap: 0.0 }
    }
}
