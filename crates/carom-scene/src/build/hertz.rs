//! Springs of contacts between bodies of known materials.

use carom::hertz::{
    Curvature, HertzContact, HuntCrossley, RestitutionFromSpeed, Solid, ThorntonNing, Tsuji, WaltonBraun,
};
use carom::{Contact, Impact, InputError, Restitution, TangentialLaw};
use carom_shapes::Shape;
use nalgebra::{Matrix2, Matrix3, Unit, Vector3};

use super::bodies::Built;
use super::contacts::PlacedContact;
use super::pairs::Meeting;
use super::refusal;
use crate::clock::SOFTEST_REAL;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{Document, LawFromSpeed, MethodKey, RestitutionLawKey};

/// A point of a cylinder's or capsule's side may be off by this part of its radius.
const ON_THE_SIDE: f64 = 1e-6;

/// The contact of two bodies where both have a material and nothing else gives the spring.
pub(super) fn contact(
    names: [&str; 2],
    pair: [&Built; 2],
    meeting: &Meeting,
    radius: Option<Located<f64>>,
    span: Span,
) -> Result<Option<HertzContact>, Problem> {
    let solids = match pair.map(|body| body.material) {
        [None, None] if radius.is_none() => return Ok(None),
        [Some(first), Some(second)] => [first, second],
        [None, None] => {
            let span = radius.map_or(span, |radius| radius.span);
            return Err(Problem::new(span, "`curvature_radius` is for bodies that have a `material`")
                .expected("of no use here"));
        }
        [known, _] => {
            let (with, without) = if known.is_some() { (names[0], names[1]) } else { (names[1], names[0]) };
            let message = format!("`{with}` has a material, `{without}` has none: their spring is unknown");
            return Err(Problem::new(span, message)
                .expected("expected `material` on both bodies")
                .help(format!("`material = \"rigid\"` lets `{without}` not give at all")));
        }
    };
    if solids.iter().all(|solid| solid.plane_compliance() == 0.0) {
        let message =
            format!("`{}` and `{}` are rigid bodies: their contact has no spring", names[0], names[1]);
        return Err(Problem::new(span, message)
            .expected("expected a material that gives, on one of them")
            .help("`stiffness = inf` and no `material` makes a contact rigid"));
    }
    let curvature = match radius {
        Some(radius) => {
            Curvature::of_sphere_on_plane(radius.value).map_err(|error| refusal::at(radius.span, &error))?
        }
        None => from_shapes(names, pair, meeting, span)?,
    };
    let made = HertzContact::new([&solids[0], &solids[1]], curvature);
    made.map(Some).map_err(|error| refusal::at(span, &error))
}

/// The curvature of the gap, from the shapes of both bodies.
fn from_shapes(
    names: [&str; 2],
    pair: [&Built; 2],
    meeting: &Meeting,
    span: Span,
) -> Result<Curvature, Problem> {
    let normal = Unit::new_normalize(meeting.normal);
    let mut sum = Matrix3::zeros();
    for (name, body) in names.iter().zip(pair) {
        let Some(tensor) = curvature(body, meeting.point, &normal) else {
            let message = format!("how `{name}` is curved where it touches is unknown");
            return Err(Problem::new(span, message)
                .expected("known for spheres, planes, faces of boxes, and sides of cylinders and capsules")
                .help("give the contact its `curvature_radius`: 1/R = 1/R1 + 1/R2"));
        };
        sum += tensor;
    }
    let other = if normal.x.abs() < 0.7 { Vector3::x() } else { Vector3::y() };
    let first = normal.cross(&other).normalize();
    let second = normal.cross(&first);
    let along = |a: &Vector3<f64>, b: &Vector3<f64>| a.dot(&(sum * b));
    let tensor = Matrix2::new(
        along(&first, &first),
        along(&first, &second),
        along(&second, &first),
        along(&second, &second),
    );
    Curvature::of_tensor(tensor).map_err(|error| refusal::at(span, &error))
}

/// How much a body's surface bends away, in 1/m, as a tensor over the world's axes that is zero along the normal.
fn curvature(body: &Built, point: Vector3<f64>, normal: &Vector3<f64>) -> Option<Matrix3<f64>> {
    let across = Matrix3::identity() - normal * normal.transpose();
    let axis = body.orientation * Vector3::z();
    match body.shape.as_ref()? {
        Shape::Sphere { radius } => Some(across / *radius),
        Shape::Plane { .. } | Shape::Box { .. } => Some(Matrix3::zeros()),
        Shape::Cylinder { radius, height } => {
            let along = (point - body.position).dot(&axis).abs();
            let on_side = normal.dot(&axis).abs() < ON_THE_SIDE && along < 0.5 * height;
            let bends = axis.cross(normal);
            on_side.then(|| bends * bends.transpose() / *radius)
        }
        Shape::Capsule { radius, height } => {
            let along = (point - body.position).dot(&axis).abs();
            let bends = axis.cross(normal);
            let on_side = along < 0.5 * height * (1.0 - ON_THE_SIDE);
            Some(if on_side { bends * bends.transpose() / *radius } else { across / *radius })
        }
        Shape::Cone { .. } | Shape::Compound(_) => None,
    }
}

/// Refuses stiffnesses without a unit beside those of materials, and between bodies of a material: they would say nothing of times and forces.
pub(super) fn refuse_mixtures(contacts: &[PlacedContact], problems: &Problems) {
    let real = contacts.iter().find(|placed| placed.hertz.is_some());
    for placed in contacts.iter().filter(|placed| placed.hertz.is_none()) {
        let stiffness = placed.contact.law().stiffness.value();
        if placed.stiffness_given && stiffness >= SOFTEST_REAL {
            continue;
        }
        let expected = format!("{stiffness} N/m is as soft as no contact is");
        let problem = match real {
            Some(real) => {
                Problem::new(placed.span, "a stiffness without unit beside contacts of real materials")
                    .expected(expected)
                    .related(real.span, "this contact has its spring from materials")
                    .help("give both bodies a `material`, or the contact its `stiffness` in N/m")
            }
            None if placed.has_material => Problem::new(
                placed.span,
                "a stiffness without unit at a body of a real material",
            )
            .expected(expected)
            .help("leave `stiffness` out, so that the spring is that of the materials, or give it in N/m"),
            None => continue,
        };
        problems.add(problem);
    }
}

/// Gives contacts whose restitution depends on the speed the coefficient that belongs to theirs.
pub(super) fn restitute(impact: &Impact, contacts: &mut [PlacedContact]) -> Result<bool, Problem> {
    let problem = impact.contact_problem();
    let mut changed = false;
    for (i, placed) in contacts.iter_mut().enumerate() {
        let Some(key) = &placed.restitution_law else { continue };
        let speed = -problem.velocity()[i];
        if speed <= 0.0 {
            return Err(Problem::new(key.span, "restitution from speed, but the contact does not approach")
                .expected("the speed at which the impact reaches it is not known beforehand")
                .help("give this contact a `restitution`"));
        }
        let mass = 1.0 / problem.coupling().diagonal(i);
        let e = coefficient(key, placed.hertz.as_ref(), mass, speed)?;
        placed.contact = placed.contact.clone().with_restitution(e);
        changed = true;
    }
    Ok(changed)
}

fn coefficient(
    located: &Located<RestitutionLawKey>,
    hertz: Option<&HertzContact>,
    mass: f64,
    speed: f64,
) -> Result<Restitution, Problem> {
    let key = &located.value;
    let no_strength = || {
        refusal::at(located.span, &InputError::NoYieldStrength)
            .help("give one of the materials its `yield_strength`, or the law its `yield_speed`")
    };
    let (span, made) = match key.law {
        LawFromSpeed::Tsuji => (key.damping.span, Tsuji::new(key.damping.value).map(|law| law.at(speed))),
        LawFromSpeed::HuntCrossley => {
            (key.damping.span, HuntCrossley::new(key.damping.value).map(|law| law.at(speed)))
        }
        LawFromSpeed::WaltonBraun => {
            let span = if key.stiffness.value > 0.0 { key.slope.span } else { key.stiffness.span };
            let law = WaltonBraun::new(key.stiffness.value, key.slope.value, mass);
            (span, law.map(|law| law.at(speed)))
        }
        LawFromSpeed::ThorntonNing => match (key.yield_speed, hertz) {
            (Some(given), _) => {
                (given.span, ThorntonNing::with_yield_speed(given.value).map(|law| law.at(speed)))
            }
            (None, Some(contact)) if contact.yield_strength().is_some() => {
                (located.span, ThorntonNing::new(contact, mass).map(|law| law.at(speed)))
            }
            (None, _) => return Err(no_strength()),
        },
    };
    made.map_err(|error| refusal::at(span, &error))
}

/// The mass of a body of this material and shape, in kilograms.
pub(super) fn mass(solid: &Solid, shape: &Shape) -> Option<f64> {
    use std::f64::consts::PI;
    let volume = match shape {
        Shape::Sphere { radius } => 4.0 / 3.0 * PI * radius.powi(3),
        Shape::Cylinder { radius, height } => PI * radius * radius * height,
        Shape::Cone { radius, height } => PI * radius * radius * height / 3.0,
        Shape::Box { size: [x, y, z] } => x * y * z,
        Shape::Capsule { radius, height } => PI * radius * radius * (height + 4.0 / 3.0 * radius),
        Shape::Plane { .. } | Shape::Compound(_) => return None,
    };
    (solid.density > 0.0).then_some(solid.density * volume)
}

/// Whether friction has Mindlin's tangential springs unless a contact says otherwise: there is time for springs, and no compliance is given
/// for all.
pub(super) fn has_tangential_springs(document: &Document) -> bool {
    document.defaults.surface.compliance.is_none() && matches!(document.model.method, MethodKey::Simultaneous)
}

/// The contact with its spring; friction for which no compliance is given has Mindlin's tangential springs where there is time for springs.
pub(super) fn with_spring(
    contact: Contact,
    hertz: &HertzContact,
    tangential_springs: bool,
    span: Span,
) -> Result<Contact, Problem> {
    let spring = hertz.spring().map_err(|error| refusal::at(span, &error))?;
    let contact = contact.with_stiffness(spring);
    match contact.tangential_law() {
        TangentialLaw::Rigid { friction } if tangential_springs => {
            let compliance = hertz.tangential_compliance().map_err(|error| refusal::at(span, &error))?;
            Ok(contact.with_friction(TangentialLaw::Compliant { friction, compliance }))
        }
        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } | TangentialLaw::Compliant { .. } => {
            Ok(contact)
        }
    }
}
