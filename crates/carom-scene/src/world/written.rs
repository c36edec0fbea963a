//! An impact as the text of a scene.

use std::fmt::Write as _;

use carom::{Body, Contact, Model, RestitutionLaw, Separation, TangentialLaw};
use carom_shapes::{Part, Shape};
use nalgebra::Vector3;

use super::inside::Named;
use crate::number;

/// A name that is none of these.
pub(super) fn unlike(name: &str, taken: &[&str]) -> String {
    let mut name = name.to_owned();
    while taken.contains(&name.as_str()) {
        name.push('\'');
    }
    name
}

/// What a contact with what is fixed touches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixture {
    /// The plane z = 0.
    Ground,
    Cushion,
}

impl Fixture {
    const ALL: [Self; 2] = [Self::Ground, Self::Cushion];

    fn of(contact: &Contact) -> Self {
        let level = contact.normal().into_inner() == Vector3::z();
        if level && contact.point().z.abs() < GROUND { Self::Ground } else { Self::Cushion }
    }
}

/// Points of level contacts are nearer to z = 0 than this, in metres, where a body touches the ground; noses of cushions are far above.
const GROUND: f64 = 1e-9;

/// The scene, in TOML.
pub(super) fn written(named: &Named) -> String {
    let Named { title, impact, names, shapes, ground } = named;
    let taken: Vec<&str> = names.iter().map(String::as_str).collect();
    let fixtures = [unlike(ground, &taken), unlike("cushion", &taken)];
    let name = |contact: &Contact, body: usize| match names.get(body) {
        Some(name) => quoted(name),
        None => quoted(&fixtures[Fixture::of(contact) as usize]),
    };
    let mut text = format!("title = {}\n\n{}", quoted(title), model(impact.contact_problem().model()));
    for ((body, name), shape) in impact.bodies().iter().zip(names).zip(shapes) {
        text += &format!("\n[[body]]\nname = {}\n{}", quoted(name), body_keys(body, shape.as_ref()));
    }
    let on_fixed = |contact: &&Contact| contact.bodies().iter().any(|&body| body >= names.len());
    for fixture in Fixture::ALL {
        if impact.contacts().iter().filter(on_fixed).any(|contact| Fixture::of(contact) == fixture) {
            let shape = match fixture {
                Fixture::Ground => "shape = { plane = { normal = [0, 0, 1] } }\n",
                Fixture::Cushion => "",
            };
            let name = quoted(&fixtures[fixture as usize]);
            text += &format!("\n[[body]]\nname = {name}\nfixed = true\n{shape}");
        }
    }
    for contact in impact.contacts() {
        let [first, second] = contact.bodies().map(|body| name(contact, body));
        text += &format!("\n[[contact]]\nbetween = [{first}, {second}]\n{}", contact_keys(contact));
    }
    text
}

fn model(model: Model) -> String {
    let restitution = match model.restitution {
        RestitutionLaw::Hardening => "hardening",
        RestitutionLaw::BiStiffness => "bi-stiffness",
        RestitutionLaw::MonoStiffness => "mono-stiffness",
    };
    let separation = match model.separation {
        Separation::Instant => "instant",
        Separation::Tracked => "tracked",
    };
    format!("[model]\nrestitution = \"{restitution}\"\nseparation = \"{separation}\"\n")
}

fn body_keys(body: &Body, shape: Option<&Shape>) -> String {
    let mut keys = format!("mass = {}\n", number::exact(body.mass()));
    if let Some(shape) = shape {
        let _ = writeln!(keys, "shape = {}", shape_value(shape));
    }
    match (shape, body.inertia(), body.slide_axis()) {
        (Some(Shape::Sphere { .. }), _, _) => {} // Its inertia is that of its shape.
        (_, Some(inertia), _) => {
            let rows: Vec<String> = inertia.row_iter().map(|row| vector(&row.transpose())).collect();
            let _ = writeln!(keys, "inertia = [{}]", rows.join(", "));
        }
        (_, None, Some(axis)) => {
            let _ = writeln!(keys, "slides_along = {}", vector(&axis));
        }
        (_, None, None) => {}
    }
    let _ = writeln!(keys, "position = {}", vector(&body.position()));
    let motion = body.motion();
    for (key, value) in [("velocity", motion.linear), ("angular_velocity", motion.angular)] {
        if value != Vector3::zeros() {
            let _ = writeln!(keys, "{key} = {}", vector(&value));
        }
    }
    keys
}

/// A shape as the value of its key.
fn shape_value(shape: &Shape) -> String {
    let round = |kind: &str, radius: f64, height: f64| {
        format!("{{ {kind} = {{ radius = {}, height = {} }} }}", number::exact(radius), number::exact(height))
    };
    match shape {
        Shape::Sphere { radius } => format!("{{ sphere = {{ radius = {} }} }}", number::exact(*radius)),
        Shape::Cylinder { radius, height } => round("cylinder", *radius, *height),
        Shape::Cone { radius, height } => round("cone", *radius, *height),
        Shape::Capsule { radius, height } => round("capsule", *radius, *height),
        Shape::Box { size } => format!("{{ box = {{ size = {} }} }}", vector(&Vector3::from(*size))),
        Shape::Plane { normal } => format!("{{ plane = {{ normal = {} }} }}", vector(normal)),
        Shape::Compound(parts) => {
            let parts: Vec<String> = parts.iter().map(part_value).collect();
            format!("{{ compound = {{ parts = [{}] }} }}", parts.join(", "))
        }
    }
}

fn part_value(part: &Part) -> String {
    let [x, y, z, w] = part.orientation.coords.data.0[0].map(|part| number::exact(part + 0.0));
    format!(
        "{{ shape = {}, position = {}, orientation = [{w}, {x}, {y}, {z}], density = {} }}",
        shape_value(&part.shape),
        vector(&part.position),
        number::exact(part.density)
    )
}

fn contact_keys(contact: &Contact) -> String {
    let law = contact.law();
    let mut keys = format!(
        "point = {}\nnormal = {}\nrestitution = {}\nstiffness = {}\n",
        vector(&contact.point()),
        vector(&contact.normal()),
        number::exact(law.restitution.value()),
        number::exact(law.stiffness.value()),
    );
    if !law.stiffness.exponent().is_linear() {
        let _ = writeln!(keys, "exponent = {}", number::exact(law.stiffness.exponent().value()));
    }
    if law.gap > 0.0 {
        let _ = writeln!(keys, "gap = {}", number::exact(law.gap));
    }
    match contact.tangential_law() {
        TangentialLaw::Frictionless => {}
        TangentialLaw::Rigid { friction } => {
            let _ = writeln!(keys, "friction = {}", number::exact(friction.value()));
        }
        TangentialLaw::Compliant { friction, compliance } => {
            let (friction, compliance) = (number::exact(friction.value()), number::exact(compliance.value()));
            let _ = write!(keys, "friction = {friction}\ncompliance = {compliance}\n");
        }
    }
    keys
}

fn vector(vector: &Vector3<f64>) -> String {
    let [x, y, z] = [vector.x, vector.y, vector.z].map(|part| number::exact(part + 0.0));
    format!("[{x}, {y}, {z}]")
}

/// A TOML string; those of JSON are such.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a string has a JSON form")
}
