//! How a scene calls what its outcome is differentiated by, and what is differentiated.

use carom::derivative::{ContactOutput, ContactParameter, Output, Parameter};

use crate::scene::Scene;

impl Scene {
    pub(super) fn name_of(&self, output: &Output) -> String {
        let body = |number: usize| &self.body_names()[number];
        let contact = |number: usize| &self.contact_names()[number];
        match *output {
            Output::Velocity { body: b, axis } => format!("{}.velocity.{axis}", body(b)),
            Output::AngularVelocity { body: b, axis } => format!("{}.angular_velocity.{axis}", body(b)),
            Output::Impulse { contact: c, axis } => format!("{}.impulse.{axis}", contact(c)),
            Output::NormalImpulse { contact: c } => format!("{}.normal_impulse", contact(c)),
            Output::EnergyAfter => "energy.after".to_owned(),
            Output::EnergyKept => "energy.kept".to_owned(),
            Output::Duration => "duration".to_owned(),
        }
    }

    pub(super) fn name_of_parameter(&self, parameter: &Parameter) -> String {
        let body = |number: usize| &self.body_names()[number];
        let contact = |number: usize| &self.contact_names()[number];
        match *parameter {
            Parameter::Velocity { body: b, axis } => format!("{}.velocity.{axis}", body(b)),
            Parameter::AngularVelocity { body: b, axis } => format!("{}.angular_velocity.{axis}", body(b)),
            Parameter::Mass { body: b } => format!("{}.mass", body(b)),
            Parameter::Inertia { body: b, axes: [row, column] } => {
                format!("{}.inertia.{row}{column}", body(b))
            }
            Parameter::Moment { body: b } => format!("{}.moment_of_inertia", body(b)),
            Parameter::Position { body: b, axis } => format!("{}.position.{axis}", body(b)),
            Parameter::Point { contact: c, axis } => format!("{}.point.{axis}", contact(c)),
            Parameter::Normal { contact: c, axis } => format!("{}.normal.{axis}", contact(c)),
            Parameter::Law(law) => format!("{}.{}", contact(law.contact), law.coefficient.name()),
        }
    }

    pub(super) fn name_in_contact_space(&self, output: &ContactOutput) -> String {
        let contact = |number: usize| &self.contact_names()[number];
        match *output {
            ContactOutput::Velocity { contact: c, axis } => format!("{}.velocity.{axis}", contact(c)),
            ContactOutput::Impulse { contact: c, axis } => format!("{}.impulse.{axis}", contact(c)),
            ContactOutput::EnergyGained => "energy.gained".to_owned(),
            ContactOutput::Duration => "duration".to_owned(),
        }
    }

    pub(super) fn name_of_contact_parameter(&self, parameter: &ContactParameter) -> String {
        use ContactParameter as P;
        let contact = |number: usize| &self.contact_names()[number];
        match *parameter {
            P::Velocity { contact: c, axis } => format!("{}.velocity.{axis}", contact(c)),
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                format!("matrix.{}.{a}.{}.{b}", contact(i), contact(j))
            }
            P::Restitution { contact: c } => format!("{}.restitution", contact(c)),
            P::Stiffness { contact: c } => format!("{}.stiffness", contact(c)),
            P::Gap { contact: c } => format!("{}.gap", contact(c)),
            P::Friction { contact: c } => format!("{}.friction", contact(c)),
            P::Compliance { contact: c } => format!("{}.compliance", contact(c)),
            P::TangentialRestitution { contact: c } => format!("{}.tangential_restitution", contact(c)),
        }
    }
}
