//! How what a contact is made of changes along a direction of derivatives.

use carom::TangentialLaw;
use carom::derivative::{Coefficient, LawParameter, Parameter};

/// δ of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct SurfaceChange {
    pub restitution: f64,
    pub stiffness: f64,
    pub friction: f64,
    pub compliance: f64,
}

impl SurfaceChange {
    /// Its part of a direction at a contact with this friction: coefficients that the contact does not have are left out.
    pub fn add_to(&self, parts: &mut Vec<(Parameter, f64)>, contact: usize, law: TangentialLaw) {
        let mut add = |coefficient: Coefficient, amount: f64| {
            if amount != 0.0 {
                parts.push((Parameter::Law(LawParameter { contact, coefficient }), amount));
            }
        };
        add(Coefficient::Restitution, self.restitution);
        add(Coefficient::Stiffness, self.stiffness);
        if law.has_friction() {
            add(Coefficient::Friction, self.friction);
        }
        if law.has_friction() && law.compliance().is_some() {
            add(Coefficient::Compliance, self.compliance);
        }
    }
}
