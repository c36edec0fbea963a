//! What a contact is made of, from its keys and the defaults.

use carom::laws::Coefficients;
use carom::{
    Compliance, Contact, Exponent, Friction, InputError, Restitution, Stiffness, Surface, TangentialLaw,
    TangentialRestitution,
};
use nalgebra::Vector3;

use super::refusal;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{ContactTable, Document, SurfaceKeys};

/// What a contact is made of, how far apart it starts, and what laws for a single contact want to know besides.
#[derive(Clone, Copy)]
pub(super) struct ContactLaw {
    pub surface: Surface,
    pub gap: f64,
    tangential_restitution: TangentialRestitution,
}

impl ContactLaw {
    /// The coefficients that laws for a single contact use.
    pub fn coefficients(self) -> Coefficients {
        Coefficients {
            restitution: self.surface.restitution,
            friction: self.surface.tangential.friction(),
            tangential_restitution: self.tangential_restitution,
        }
    }

    /// A contact of it between two bodies, at a point (metres) and along a normal.
    pub fn contact(
        self,
        pair: [usize; 2],
        point: Vector3<f64>,
        normal: Vector3<f64>,
    ) -> Result<Contact, InputError> {
        let contact = self.surface.contact(pair, point, normal, self.gap)?;
        Ok(contact.with_tangential_restitution(self.tangential_restitution))
    }

    pub fn with_gap(self, gap: f64) -> Self {
        Self { gap, ..self }
    }
}

/// What a contact without keys of its own gets.
pub(super) struct DefaultSurface {
    restitution: Restitution,
    stiffness: Stiffness,
    /// Whether a stiffness is given.
    pub gives_stiffness: bool,
    friction: Option<Friction>,
    /// None where surfaces are rigid.
    compliance: Option<Compliance>,
    tangential_restitution: TangentialRestitution,
}

impl DefaultSurface {
    pub fn new(document: &Document, problems: &Problems) -> Self {
        let keys = &document.defaults.surface;
        if let Some(compliance) = idle_compliance(keys, &document.contacts) {
            problems.add(compliance_without_friction(compliance));
        }
        Self {
            restitution: read(keys.restitution, Restitution::new, problems).unwrap_or(Restitution::ELASTIC),
            stiffness: spring(keys, Stiffness::UNIT, problems),
            gives_stiffness: keys.stiffness.is_some(),
            friction: read(keys.friction, Friction::new, problems),
            compliance: compliance(keys.compliance, None, problems),
            tangential_restitution: read(keys.tangential_restitution, TangentialRestitution::new, problems)
                .unwrap_or(TangentialRestitution::NONE),
        }
    }

    pub fn law(&self, gap: f64) -> ContactLaw {
        let tangential = tangential(self.friction, self.compliance);
        let surface = Surface { restitution: self.restitution, stiffness: self.stiffness, tangential };
        ContactLaw { surface, gap, tangential_restitution: self.tangential_restitution }
    }

    /// The law of a contact with its own keys.
    pub fn law_with(&self, keys: &SurfaceKeys, gap: f64, problems: &Problems) -> ContactLaw {
        let springs = keys.compliance.filter(|compliance| compliance.value != 0.0);
        if let (Some(compliance), None, None) = (springs, keys.friction, self.friction) {
            problems.add(compliance_without_friction(compliance.span));
        }
        let own = Self {
            restitution: read(keys.restitution, Restitution::new, problems).unwrap_or(self.restitution),
            stiffness: spring(keys, self.stiffness, problems),
            gives_stiffness: self.gives_stiffness || keys.stiffness.is_some(),
            friction: read(keys.friction, Friction::new, problems).or(self.friction),
            compliance: compliance(keys.compliance, self.compliance, problems),
            tangential_restitution: read(keys.tangential_restitution, TangentialRestitution::new, problems)
                .unwrap_or(self.tangential_restitution),
        };
        own.law(gap)
    }
}

/// The spring: k and n, each as given or as by default.
fn spring(keys: &SurfaceKeys, default: Stiffness, problems: &Problems) -> Stiffness {
    let stiffness = read(keys.stiffness, Stiffness::new, problems);
    let stiffness = stiffness.map_or(default, |given| given.with_exponent(default.exponent()));
    read(keys.exponent, Exponent::new, problems)
        .map_or(stiffness, |exponent| stiffness.with_exponent(exponent))
}

fn tangential(friction: Option<Friction>, compliance: Option<Compliance>) -> TangentialLaw {
    match (friction, compliance) {
        (None, _) => TangentialLaw::Frictionless,
        (Some(friction), None) => TangentialLaw::Rigid { friction },
        (Some(friction), Some(compliance)) => TangentialLaw::Compliant { friction, compliance },
    }
}

/// The compliance; zero is that of rigid surfaces.
fn compliance(
    given: Option<Located<f64>>,
    default: Option<Compliance>,
    problems: &Problems,
) -> Option<Compliance> {
    match given {
        None => default,
        Some(Located { value: 0.0, .. }) => None,
        given => read(given, Compliance::new, problems),
    }
}

/// The coefficient, or its refusal noted.
fn read<T>(
    given: Option<Located<f64>>,
    make: fn(f64) -> Result<T, InputError>,
    problems: &Problems,
) -> Option<T> {
    let Located { value, span } = given?;
    problems.note(make(value).map_err(|error| refusal::at(span, &error)))
}

/// Where the defaults give a compliance that no contact can use, because none has friction. A friction of zero that is
/// written down switches friction off, with its compliance.
fn idle_compliance(defaults: &SurfaceKeys, contacts: &[ContactTable]) -> Option<Span> {
    let has_friction = |table: &ContactTable| table.surface.friction.is_some();
    let idle = defaults.friction.is_none() && !contacts.iter().any(has_friction);
    defaults.compliance.filter(|compliance| idle && compliance.value != 0.0).map(|compliance| compliance.span)
}

fn compliance_without_friction(span: Span) -> Problem {
    Problem::new(span, "`compliance` without `friction`: nothing would stretch the tangential springs")
        .expected("needs `friction` beside it")
        .help("add `friction = 0.3`, say, or remove `compliance`")
}
