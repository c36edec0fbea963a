//! The numbers themselves that are differentiated, and that one differentiates by.

use super::output::{ContactOutput, Output};
use super::parameter::{Coefficient, ContactAxis, ContactParameter, LawParameter, Parameter};
use crate::contact_problem::{ContactProblem, ContactSolution};
use crate::impact::Impact;
use crate::outcome::Outcome;

impl Output {
    /// What it is in an outcome, in its unit.
    #[must_use]
    pub fn value(&self, outcome: &Outcome) -> f64 {
        match *self {
            Self::Velocity { body, axis } => outcome.bodies[body].linear[axis.index()],
            Self::AngularVelocity { body, axis } => outcome.bodies[body].angular[axis.index()],
            Self::Impulse { contact, axis } => outcome.contacts[contact].impulse[axis.index()],
            Self::NormalImpulse { contact } => outcome.contacts[contact].normal_impulse,
            Self::EnergyAfter => outcome.energy.after,
            Self::EnergyKept if outcome.energy.before > 0.0 => outcome.energy.after / outcome.energy.before,
            Self::EnergyKept => 1.0,
            Self::Duration => outcome.duration,
        }
    }
}

impl Impact {
    /// What a parameter is, in its unit; zero if the impact has no such number.
    #[must_use]
    pub fn parameter_value(&self, parameter: &Parameter) -> f64 {
        match *parameter {
            Parameter::Point { contact, axis } => self.contacts()[contact].point()[axis.index()],
            Parameter::Normal { contact, axis } => self.contacts()[contact].normal()[axis.index()],
            Parameter::Law(LawParameter { contact, coefficient: Coefficient::TangentialRestitution }) => {
                self.contacts()[contact].coefficients().tangential_restitution.value()
            }
            Parameter::Law(LawParameter { contact, coefficient }) => {
                self.contact_problem().parameter_value(&coefficient.of(contact))
            }
            Parameter::Velocity { .. }
            | Parameter::AngularVelocity { .. }
            | Parameter::Mass { .. }
            | Parameter::Inertia { .. }
            | Parameter::Moment { .. }
            | Parameter::Position { .. } => super::bodies::body_number(parameter)
                .map_or(0.0, |(body, number)| self.bodies()[body].number(number)),
        }
    }
}

impl ContactOutput {
    /// What it is in a solution of the problem, in its unit.
    #[must_use]
    pub fn value(&self, problem: &ContactProblem, solution: &ContactSolution) -> f64 {
        let component =
            |normal: &[f64], tangential: &[nalgebra::Vector2<f64>], contact: usize, axis: ContactAxis| {
                match axis {
                    ContactAxis::Normal => normal[contact],
                    ContactAxis::FirstTangent => tangential.get(contact).map_or(0.0, |t| t.x),
                    ContactAxis::SecondTangent => tangential.get(contact).map_or(0.0, |t| t.y),
                }
            };
        match *self {
            Self::Velocity { contact, axis } => {
                component(&solution.velocity, &solution.tangential_velocity, contact, axis)
            }
            Self::Impulse { contact, axis } => {
                component(&solution.impulse, &solution.tangential_impulse, contact, axis)
            }
            Self::EnergyGained => {
                let normal = (0..solution.impulse.len())
                    .map(|i| solution.impulse[i] * (problem.velocity()[i] + solution.velocity[i]));
                let tangential = (0..solution.tangential_impulse.len()).map(|i| {
                    solution.tangential_impulse[i]
                        .dot(&(problem.tangential_velocity()[i] + solution.tangential_velocity[i]))
                });
                0.5 * (normal.sum::<f64>() + tangential.sum::<f64>())
            }
            Self::Duration => solution.duration,
        }
    }
}

impl ContactProblem {
    /// What a parameter is, in its unit; zero if the problem has no such number.
    #[must_use]
    pub fn parameter_value(&self, parameter: &ContactParameter) -> f64 {
        use ContactParameter as P;
        let tangential = |contact: usize| self.tangential_laws().get(contact).copied().unwrap_or_default();
        match *parameter {
            P::Velocity { contact, axis } => self.velocities()[contact][axis.index()],
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                if self.coupling().is_spatial() {
                    let block = self.coupling().block_row(i).find(|&(column, _)| column == j);
                    block.map_or(0.0, |(_, w)| w[(a.index(), b.index())])
                } else {
                    self.coupling().row(i).find(|&(column, _)| column == j).map_or(0.0, |(_, w)| w)
                }
            }
            P::Restitution { contact } => self.contacts()[contact].restitution.value(),
            P::Stiffness { contact } => self.contacts()[contact].stiffness.value(),
            P::Gap { contact } => self.contacts()[contact].gap,
            P::Friction { contact } => tangential(contact).coefficient(),
            P::Compliance { contact } => tangential(contact).compliance().map_or(0.0, |c| c.value()),
            P::TangentialRestitution { .. } => 0.0,
        }
    }
}

impl Coefficient {
    /// The same coefficient of a contact, in contact space.
    #[must_use]
    pub fn of(self, contact: usize) -> ContactParameter {
        match self {
            Self::Restitution => ContactParameter::Restitution { contact },
            Self::Stiffness => ContactParameter::Stiffness { contact },
            Self::Gap => ContactParameter::Gap { contact },
            Self::Friction => ContactParameter::Friction { contact },
            Self::Compliance => ContactParameter::Compliance { contact },
            Self::TangentialRestitution => ContactParameter::TangentialRestitution { contact },
        }
    }
}
