//! Places in a scene where numbers can be changed without reading it again.

use carom::{
    Body, Compliance, Contact, Friction, InputError, NormalLaw, Restitution, Stiffness, TangentialLaw,
    TangentialRestitution,
};
use carom_scene::Scene;
use carom_sweep::path_parts;
use nalgebra::Vector3;
use toml_edit::{DocumentMut, Item};

/// A number of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    Position(usize, usize),
    Velocity(usize, usize),
    Spin(usize, usize),
    Of(usize, ContactNumber),
    Point(usize, usize),
    Normal(usize, usize),
}

/// A number of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContactNumber {
    Restitution,
    Friction,
    Stiffness,
    Compliance,
    TangentialRestitution,
    Gap,
}

impl ContactNumber {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "restitution" => Self::Restitution,
            "friction" => Self::Friction,
            "stiffness" => Self::Stiffness,
            "compliance" => Self::Compliance,
            "tangential_restitution" => Self::TangentialRestitution,
            "gap" => Self::Gap,
            _ => return None,
        })
    }
}

/// What the file of a scene says about where its contacts come from.
pub(crate) struct Places<'a> {
    scene: &'a Scene,
    document: DocumentMut,
}

impl<'a> Places<'a> {
    pub fn new(scene: &'a Scene, text: &str) -> Option<Self> {
        Some(Self { scene, document: text.parse().ok()? })
    }

    /// How many elements a list of the file has.
    pub fn count(&self, list: &str) -> usize {
        match self.document.get(list) {
            Some(Item::ArrayOfTables(tables)) => tables.len(),
            Some(Item::Value(value)) => value.as_array().map_or(0, toml_edit::Array::len),
            _ => 0,
        }
    }

    /// Whether a contact of the file has a key of its own.
    fn has(&self, contact: usize, key: &str) -> bool {
        match self.document.get("contact") {
            Some(Item::ArrayOfTables(tables)) => {
                tables.get(contact).is_some_and(|table| table.contains_key(key))
            }
            Some(Item::Value(value)) => {
                let table = value.as_array().and_then(|array| array.get(contact)?.as_inline_table());
                table.is_some_and(|table| table.contains_key(key))
            }
            _ => false,
        }
    }

    /// Whether all contacts are where the file says, so that bodies may be moved without finding contacts anew.
    fn has_given_contacts(&self) -> bool {
        let count = self.count("contact");
        count > 0 && (0..count).all(|contact| self.is_given(contact))
    }

    fn is_given(&self, contact: usize) -> bool {
        self.has(contact, "point") && self.has(contact, "normal")
    }

    /// The sites that a path sets: several for `contact_defaults`; nothing if the scene must be read again.
    pub fn sites(&self, path: &str) -> Option<Vec<Site>> {
        let parts = path_parts(path).ok()?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts[..] {
            ["body", name, vector, axis] => {
                let (i, axis) = (self.place(self.scene.body_names(), name)?, axis_of(axis)?);
                match vector {
                    "velocity" => Some(vec![Site::Velocity(i, axis)]),
                    "angular_velocity" => Some(vec![Site::Spin(i, axis)]),
                    "position" if self.has_given_contacts() => Some(vec![Site::Position(i, axis)]),
                    _ => None,
                }
            }
            ["contact", name, vector @ ("point" | "normal"), axis] => {
                let (i, axis) = (self.place(self.scene.contact_names(), name)?, axis_of(axis)?);
                let given = self.count("contact") == self.scene.contact_names().len() && self.is_given(i);
                let site = if vector == "point" { Site::Point(i, axis) } else { Site::Normal(i, axis) };
                given.then(|| vec![site])
            }
            ["contact", name, key] => {
                let i = self.place(self.scene.contact_names(), name)?;
                // A table without a point may stand for several contacts.
                let is_one = self.count("contact") == self.scene.contact_names().len();
                is_one.then_some(vec![Site::Of(i, ContactNumber::named(key)?)])
            }
            ["contact_defaults", key] => {
                let number = ContactNumber::named(key)?;
                let (all, listed) = (self.scene.contact_names().len(), self.count("contact"));
                if listed > 0 && listed != all {
                    return None;
                }
                Some((0..all).filter(|&i| !self.has(i, key)).map(|i| Site::Of(i, number)).collect())
            }
            _ => None,
        }
    }

    fn place(&self, names: &[String], name: &str) -> Option<usize> {
        let by_name = names.iter().position(|known| known == name);
        by_name.or_else(|| name.parse().ok().filter(|&place: &usize| place < names.len()))
    }
}

fn axis_of(part: &str) -> Option<usize> {
    match part {
        "x" | "0" => Some(0),
        "y" | "1" => Some(1),
        "z" | "2" => Some(2),
        _ => None,
    }
}

/// Bodies and contacts as plain numbers, to be changed and built again.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    bodies: Vec<Body>,
    motions: Vec<[Vector3<f64>; 3]>,
    contacts: Vec<ContactNumbers>,
}

#[derive(Debug, Clone, Copy)]
struct ContactNumbers {
    bodies: [usize; 2],
    point: Vector3<f64>,
    normal: Vector3<f64>,
    restitution: f64,
    friction: f64,
    stiffness: f64,
    compliance: Option<f64>,
    tangential_restitution: f64,
    gap: f64,
}

impl Draft {
    /// The numbers of an impact.
    pub fn of(impact: &carom::Impact) -> Self {
        let motion = |body: &Body| [body.position(), body.motion().linear, body.motion().angular];
        let contact = |contact: &Contact| ContactNumbers {
            bodies: contact.bodies(),
            point: contact.point(),
            normal: contact.normal().into_inner(),
            restitution: contact.law().restitution.value(),
            friction: contact.tangential_law().friction().value(),
            stiffness: contact.law().stiffness.value(),
            compliance: contact.tangential_law().compliance().map(Compliance::value),
            tangential_restitution: contact.coefficients().tangential_restitution.value(),
            gap: contact.law().gap,
        };
        Self {
            bodies: impact.bodies().to_vec(),
            motions: impact.bodies().iter().map(motion).collect(),
            contacts: impact.contacts().iter().map(contact).collect(),
        }
    }

    /// Changes a number.
    pub fn set(&mut self, site: Site, value: f64) {
        match site {
            Site::Position(i, axis) => self.motions[i][0][axis] = value,
            Site::Velocity(i, axis) => self.motions[i][1][axis] = value,
            Site::Spin(i, axis) => self.motions[i][2][axis] = value,
            Site::Point(i, axis) => self.contacts[i].point[axis] = value,
            Site::Normal(i, axis) => self.contacts[i].normal[axis] = value,
            Site::Of(i, number) => {
                let contact = &mut self.contacts[i];
                match number {
                    ContactNumber::Restitution => contact.restitution = value,
                    ContactNumber::Friction => contact.friction = value,
                    ContactNumber::Stiffness => contact.stiffness = value,
                    ContactNumber::Compliance => contact.compliance = Some(value),
                    ContactNumber::TangentialRestitution => contact.tangential_restitution = value,
                    ContactNumber::Gap => contact.gap = value,
                }
            }
        }
    }

    /// What stands at a site.
    pub fn get(&self, site: Site) -> f64 {
        match site {
            Site::Position(i, axis) => self.motions[i][0][axis],
            Site::Velocity(i, axis) => self.motions[i][1][axis],
            Site::Spin(i, axis) => self.motions[i][2][axis],
            Site::Point(i, axis) => self.contacts[i].point[axis],
            Site::Normal(i, axis) => self.contacts[i].normal[axis],
            Site::Of(i, number) => {
                let contact = &self.contacts[i];
                match number {
                    ContactNumber::Restitution => contact.restitution,
                    ContactNumber::Friction => contact.friction,
                    ContactNumber::Stiffness => contact.stiffness,
                    ContactNumber::Compliance => contact.compliance.unwrap_or(0.0),
                    ContactNumber::TangentialRestitution => contact.tangential_restitution,
                    ContactNumber::Gap => contact.gap,
                }
            }
        }
    }

    /// How fast the bodies of a contact approach each other at its point, in metres per second; not below zero.
    pub fn approach_speed(&self, contact: usize) -> f64 {
        let ContactNumbers { bodies, point, normal, .. } = self.contacts[contact];
        let velocity = |body: usize| {
            let [position, linear, angular] = self.motions[body];
            linear + angular.cross(&(point - position))
        };
        let [a, b] = bodies;
        let length = normal.norm();
        if length > 0.0 { (-(velocity(a) - velocity(b)).dot(&normal) / length).max(0.0) } else { 0.0 }
    }

    /// Bodies and contacts with these numbers.
    pub fn build(&self) -> Result<(Vec<Body>, Vec<Contact>), InputError> {
        let body = |(body, &[position, linear, angular]): (&Body, &[Vector3<f64>; 3])| {
            let mut moved = body.clone();
            if position != body.position() {
                moved = moved.at(position)?;
            }
            // A velocity that is the scene's own is left as it is: a hinge takes none.
            if linear != body.motion().linear {
                moved = moved.moving(linear)?;
            }
            if angular != body.motion().angular {
                moved = moved.spinning(angular)?;
            }
            Ok(moved)
        };
        let bodies = self.bodies.iter().zip(&self.motions).map(body).collect::<Result<_, InputError>>()?;
        let contacts = self.contacts.iter().map(ContactNumbers::build).collect::<Result<_, _>>()?;
        Ok((bodies, contacts))
    }
}

impl ContactNumbers {
    fn build(&self) -> Result<Contact, InputError> {
        let law = NormalLaw {
            restitution: Restitution::new(self.restitution)?,
            stiffness: Stiffness::new(self.stiffness)?,
            gap: self.gap,
        };
        let friction = Friction::new(self.friction)?;
        let tangential = match self.compliance {
            _ if friction == Friction::NONE => TangentialLaw::Frictionless,
            Some(compliance) if compliance > 0.0 => {
                TangentialLaw::Compliant { friction, compliance: Compliance::new(compliance)? }
            }
            _ => TangentialLaw::Rigid { friction },
        };
        let contact = Contact::new(self.bodies, self.point, self.normal, law)?;
        let tangential_restitution = TangentialRestitution::new(self.tangential_restitution)?;
        Ok(contact.with_friction(tangential).with_tangential_restitution(tangential_restitution))
    }
}
