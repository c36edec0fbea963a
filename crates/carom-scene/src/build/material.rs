//! The normal law of a contact from its keys and the defaults.

use carom::{NormalLaw, Restitution, Stiffness};

use super::refusal;
use crate::problem::{Located, Problems};
use crate::read::MaterialKeys;

/// What a contact without material keys gets.
pub(super) struct DefaultMaterial {
    restitution: Restitution,
    stiffness: Stiffness,
}

impl DefaultMaterial {
    pub fn new(keys: &MaterialKeys, problems: &Problems) -> Self {
        Self {
            restitution: restitution(keys.restitution, problems).unwrap_or(Restitution::ELASTIC),
            stiffness: stiffness(keys.stiffness, problems).unwrap_or(Stiffness::UNIT),
        }
    }

    pub fn law(&self, gap: f64) -> NormalLaw {
        NormalLaw { restitution: self.restitution, stiffness: self.stiffness, gap }
    }

    /// The law of a contact with its own keys.
    pub fn law_with(&self, keys: &MaterialKeys, gap: f64, problems: &Problems) -> NormalLaw {
        NormalLaw {
            restitution: restitution(keys.restitution, problems).unwrap_or(self.restitution),
            stiffness: stiffness(keys.stiffness, problems).unwrap_or(self.stiffness),
            gap,
        }
    }
}

fn restitution(given: Option<Located<f64>>, problems: &Problems) -> Option<Restitution> {
    let Located { value, span } = given?;
    problems.note(Restitution::new(value).map_err(|error| refusal::at(span, &error)))
}

fn stiffness(given: Option<Located<f64>>, problems: &Problems) -> Option<Stiffness> {
    let Located { value, span } = given?;
    problems.note(Stiffness::new(value).map_err(|error| refusal::at(span, &error)))
}
