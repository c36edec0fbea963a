//! Sequences in contact space.

use nalgebra::DMatrix;

use super::Differentiated;
use super::replay::Replay;
use crate::contact_problem::ContactSolution;
use crate::coupling::NORMAL;
use crate::derivative::contact_space::kinks_along;
use crate::derivative::error::DerivativeError;
use crate::derivative::jacobian::{ContactJacobian, Jacobian};
use crate::derivative::output::ContactOutput;
use crate::derivative::parameter::{Coefficient, ContactAxis, ContactParameter, Direction};
use crate::laws::{ImpactLaw, Parameter};
use crate::sequence::{ContactSequence, SequenceSolution, TieRule};

impl ContactSequence {
    /// The outcome under a law, and its derivatives by velocities, entries of W and coefficients.
    ///
    /// # Errors
    /// As [`ContactSequence::solve`]; ties that a changed start decides, and laws or cases of them whose derivatives are not known.
    pub fn solve_with_jacobian(
        &self,
        law: &dyn ImpactLaw,
    ) -> Result<(SequenceSolution, ContactJacobian), DerivativeError> {
        let columns = self.parameters(law);
        let directions: Vec<_> = columns.iter().map(|&parameter| Direction::along(parameter)).collect();
        let (solution, found) = self.differentiate(law, &directions)?;
        let outputs = self.outputs();
        let matrix = found.matrix.rows(0, outputs.len()).into_owned();
        let kinks = kinks_along(&found.kinks, &directions);
        Ok((solution, Jacobian::new(outputs, columns, matrix, kinks)))
    }

    /// The rows of its derivatives. No time passes.
    #[must_use]
    pub fn outputs(&self) -> Vec<ContactOutput> {
        let velocities = self.components().map(|(contact, axis)| ContactOutput::Velocity { contact, axis });
        let impulses = self.components().map(|(contact, axis)| ContactOutput::Impulse { contact, axis });
        velocities.chain(impulses).chain([ContactOutput::EnergyGained]).collect()
    }

    /// Everything that its outcome under a law can be differentiated by.
    #[must_use]
    pub fn parameters(&self, law: &dyn ImpactLaw) -> Vec<ContactParameter> {
        let velocities =
            self.components().map(|(contact, axis)| ContactParameter::Velocity { contact, axis });
        let mut parameters: Vec<ContactParameter> = velocities.collect();
        for i in 0..self.contacts() {
            for (j, _) in self.start().0.block_row(i).filter(|&(j, _)| j >= i) {
                for &a in self.axes_of(i) {
                    for &b in self.axes_of(j).iter().filter(|&&b| i < j || a <= b) {
                        parameters.push(ContactParameter::Coupling { contacts: [i, j], axes: [a, b] });
                    }
                }
            }
        }
        for contact in 0..self.contacts() {
            let known = Coefficient::ALL.into_iter().filter(|c| self.has_coefficient(contact, *c, law));
            parameters.extend(known.map(|coefficient| coefficient.of(contact)));
        }
        parameters
    }

    /// What a parameter is, in its unit; zero if there is no such number.
    #[must_use]
    pub fn parameter_value(&self, parameter: &ContactParameter) -> f64 {
        use ContactParameter as P;
        let coefficient =
            |contact: usize, of: fn(&crate::laws::LoneImpact) -> f64| self.lone(contact).map_or(0.0, of);
        match *parameter {
            P::Velocity { contact, axis } => self.start().1[contact][axis.index()],
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                let block = self.start().0.block_row(i).find(|&(column, _)| column == j);
                block.map_or(0.0, |(_, w)| w[(a.index(), b.index())])
            }
            P::Restitution { contact } => coefficient(contact, |lone| lone.restitution()),
            P::Friction { contact } => coefficient(contact, |lone| lone.friction()),
            P::TangentialRestitution { contact } => {
                coefficient(contact, |lone| lone.tangential_restitution())
            }
            P::Stiffness { .. } | P::Gap { .. } | P::Compliance { .. } => 0.0,
        }
    }

    /// Whether an outcome under a law depends on a coefficient of a contact.
    pub(super) fn has_coefficient(
        &self,
        contact: usize,
        coefficient: Coefficient,
        law: &dyn ImpactLaw,
    ) -> bool {
        let knows = |parameter: Parameter| law.declaration().parameters.contains(&parameter);
        let friction = self.lone(contact).map_or(0.0, |lone| lone.friction());
        match coefficient {
            Coefficient::Restitution => knows(Parameter::Restitution),
            Coefficient::Friction => knows(Parameter::Friction) && friction > 0.0 && friction.is_finite(),
            Coefficient::TangentialRestitution => knows(Parameter::TangentialRestitution) && friction > 0.0,
            Coefficient::Stiffness | Coefficient::Gap | Coefficient::Compliance => false,
        }
    }

    /// The axes along which a contact carries impulses.
    fn axes_of(&self, contact: usize) -> &'static [ContactAxis] {
        let rubs = self.lone(contact).is_some_and(|lone| lone.friction() > 0.0);
        if rubs { &ContactAxis::ALL } else { &ContactAxis::ALL[NORMAL..] }
    }

    fn components(&self) -> impl Iterator<Item = (usize, ContactAxis)> + '_ {
        (0..self.contacts())
            .flat_map(|contact| self.axes_of(contact).iter().map(move |&axis| (contact, axis)))
    }

    /// Derivatives of all outputs along the directions, and a last row for the time that does not pass.
    pub(super) fn differentiate(
        &self,
        law: &dyn ImpactLaw,
        directions: &[Direction<ContactParameter>],
    ) -> Result<(SequenceSolution, Differentiated), DerivativeError> {
        if let Some(body) = self.released() {
            return Err(DerivativeError::ReleasedHinge { body });
        }
        if let TieRule::Perturb { .. } = self.rules().ties {
            return Err(DerivativeError::PerturbedStart);
        }
        let (solution, steps) = self.follow(law)?;
        let mut replay = Replay::new(self, law, directions);
        replay.run(&steps)?;
        let components: Vec<(usize, ContactAxis)> = self.components().collect();
        let m = components.len();
        let mut matrix = DMatrix::zeros(2 * m + 2, directions.len());
        for direction in 0..directions.len() {
            for (number, &(contact, axis)) in components.iter().enumerate() {
                let component = 3 * contact + axis.index();
                matrix[(number, direction)] = replay.velocity.at(component, direction);
                matrix[(m + number, direction)] = replay.impulse.at(component, direction);
            }
            matrix[(2 * m, direction)] = self.energy_change(&solution, &replay, direction);
        }
        if !matrix.iter().all(|x| x.is_finite()) {
            return Err(DerivativeError::Overflow { contact: 0, time: 0.0 });
        }
        let found = Differentiated {
            solution: in_contact_space(&solution),
            momenta: Vec::new(),
            matrix,
            kinks: replay.kinks,
        };
        Ok((solution, found))
    }

    /// δ of ½ Σ p·(v₀ + v).
    fn energy_change(&self, solution: &SequenceSolution, replay: &Replay<'_>, direction: usize) -> f64 {
        let mut sum = 0.0;
        for contact in 0..self.contacts() {
            let twice = self.start().1[contact] + solution.velocity[contact];
            for axis in 0..3 {
                let component = 3 * contact + axis;
                let before = replay.variation.own(contact, axis)[direction];
                let after = replay.velocity.at(component, direction);
                sum += replay.impulse.at(component, direction) * twice[axis]
                    + solution.impulse[contact][axis] * (before + after);
            }
        }
        sum / 2.0
    }
}

/// The solution as that of a contact problem with tangents.
fn in_contact_space(solution: &SequenceSolution) -> ContactSolution {
    ContactSolution {
        velocity: solution.velocity.iter().map(|v| v.z).collect(),
        impulse: solution.impulse.iter().map(|p| p.z).collect(),
        tangential_velocity: solution.velocity.iter().map(|v| v.xy()).collect(),
        tangential_impulse: solution.impulse.iter().map(|p| p.xy()).collect(),
        lost_in_restitution: solution.lost_in_restitution,
        lost_in_friction: solution.lost_in_friction,
        trapped: 0.0,
        events: solution.collisions,
        expansions: 0,
        duration: 0.0,
    }
}
