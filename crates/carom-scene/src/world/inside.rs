//! An impact of a world as the text of a scene of its own: its bodies just before it, in their places, and its contacts.
//!
//! Numbers are written with all their digits. The scene is the impact that the world solved but for two roundings: normals are made unit vectors once
//! more when they are read, and a cradle solves its collisions in the frame of their centre of mass.

use std::fmt::Write as _;

use carom::{Body, Contact, Impact, Model, RestitutionLaw, Separation, TangentialLaw};
use carom_motion::{Encounter, billiards};
use nalgebra::Vector3;

use super::settings::Stop;
use super::{Form, WorldError, WorldRun, WorldScene, WorldSetup};
use crate::number;

/// Which impact of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The cue's blow at time 0.
    Cue,
    /// An event, by its number in the run, counted from 0.
    Event(usize),
}

/// An impact with its names and what its bodies look like.
struct Named {
    title: String,
    impact: Impact,
    /// Of the moving bodies.
    names: Vec<String>,
    /// Radii of those that are balls, in metres.
    radii: Vec<Option<f64>>,
    /// What the plane z = 0 is called.
    ground: &'static str,
}

impl WorldScene {
    /// The impact at a moment of the world as a scene of its own, in TOML; none if there is no impact at it.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn impact_scene(&self, moment: Moment) -> Result<Option<String>, WorldError> {
        let named = match moment {
            Moment::Cue => self.inside_blow(),
            Moment::Event(event) => self.encounter(event)?.map(|encounter| self.with_names(encounter)),
        };
        Ok(named.map(|named| written(&named)))
    }

    fn encounter(&self, event: usize) -> Result<Option<Encounter>, WorldError> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => {
                if let Some(Err(error)) = billiards.blow.as_ref().map(|blow| &blow.outcome) {
                    return Err(WorldError::Strike(error.clone()));
                }
                Ok(billiards::encounter(&billiards.table, &billiards.balls, billiards.until, event)?)
            }
            WorldSetup::Bouncing { world, stop } => {
                let until = match *stop {
                    Stop::Rest => f64::INFINITY,
                    Stop::Time(time) => time,
                };
                Ok(world.encounter(until, event)?)
            }
            WorldSetup::Cradle { cradle, .. } => {
                let WorldRun::Cradle(course) = self.run()? else { return Ok(None) };
                let collision = course.collisions.get(event);
                Ok(collision.map(|collision| cradle.encounter(collision)).transpose()?)
            }
        }
    }

    fn with_names(&self, encounter: Encounter) -> Named {
        let Encounter { time, bodies, impact } = encounter;
        let radius = |&body: &usize| match self.form(body) {
            Form::Ball { radius } => Some(radius),
            Form::Points(_) => None,
        };
        Named {
            title: self.titled(&format!("impact at {} s", number::short(time, 6))),
            impact,
            names: bodies.iter().map(|&body| self.names[body].clone()).collect(),
            radii: bodies.iter().map(radius).collect(),
            ground: if self.table().is_some() { "bed" } else { "floor" },
        }
    }

    fn inside_blow(&self) -> Option<Named> {
        let blow = self.blow()?;
        // Cues that cannot be set up are refused with their file.
        let impact = blow.strike.impact().ok().flatten()?;
        let ball = self.names[blow.ball].clone();
        let stick = unlike("cue", &[ball.as_str()]);
        Some(Named {
            title: self.titled("the cue's blow"),
            impact,
            names: vec![stick, ball],
            radii: vec![None, Some(blow.strike.ball.radius)],
            ground: "bed",
        })
    }

    fn titled(&self, what: &str) -> String {
        if self.title().is_empty() { what.to_owned() } else { format!("{}: {what}", self.title()) }
    }
}

/// A name that is none of these.
fn unlike(name: &str, taken: &[&str]) -> String {
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

fn written(named: &Named) -> String {
    let Named { title, impact, names, radii, ground } = named;
    let taken: Vec<&str> = names.iter().map(String::as_str).collect();
    let fixtures = [unlike(ground, &taken), unlike("cushion", &taken)];
    let name = |contact: &Contact, body: usize| match names.get(body) {
        Some(name) => quoted(name),
        None => quoted(&fixtures[Fixture::of(contact) as usize]),
    };
    let mut text = format!("title = {}\n\n{}", quoted(title), model(impact.contact_problem().model()));
    for ((body, name), radius) in impact.bodies().iter().zip(names).zip(radii) {
        text += &format!("\n[[body]]\nname = {}\n{}", quoted(name), body_keys(body, *radius));
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

fn body_keys(body: &Body, radius: Option<f64>) -> String {
    let mut keys = format!("mass = {}\n", number::exact(body.mass()));
    match (radius, body.inertia(), body.slide_axis()) {
        (Some(radius), _, _) => {
            let _ = writeln!(keys, "shape = {{ sphere = {{ radius = {} }} }}", number::exact(radius));
        }
        (None, Some(inertia), _) => {
            let rows: Vec<String> = inertia.row_iter().map(|row| vector(&row.transpose())).collect();
            let _ = writeln!(keys, "inertia = [{}]", rows.join(", "));
        }
        (None, None, Some(axis)) => {
            let _ = writeln!(keys, "slides_along = {}", vector(&axis));
        }
        (None, None, None) => {}
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
