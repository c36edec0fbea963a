//! From derivatives in contact space to those of bodies and geometry.
//!
//! A unit impulse along an axis t at a point x is for a body the wrench (t, (x − c) × t); the three of a contact are the columns of
//! G, 6 × 3. With A of (W.6), s = ±1 for the first and the second body of a contact, and motions (v, ω) as six numbers
//!
//! ```text
//! v₀ᵢ = Σ s Gᵢᵀ motion      Wᵢⱼ = Σ s s' Gᵢᵀ A Gⱼ      motion⁺ = motion + A Σ s Gᵢ pᵢ          (V.6)
//! ```
//!
//! the sums over bodies, and over contacts at the end. All derivatives are those of products. The tangents of a contact whose
//! normal turns by δn turn along, δt = −n (t·δn); as friction has no preferred tangent, any other choice would do.

use std::collections::BTreeMap;

use nalgebra::DMatrix;

use super::after::After;
use super::basis::Basis;
use super::contact_space::Differentiated;
use super::error::DerivativeError;
use super::geometry::{Effect, Geometry};
use super::jacobian::{ImpactDerivatives, ImpactJacobian, Jacobian};
use super::kink::{Combination, Kink};
use super::one_sided::Limit;
use super::output::Output;
use super::parameter::{Axis, Coefficient, ContactParameter, Direction, LawParameter, Parameter};
use crate::body::BodyNumber;
use crate::impact::Impact;
use crate::outcome::Outcome;

impl Impact {
    /// The outcome, and its derivatives by everything that bodies and contacts start with.
    ///
    /// ```
    /// use carom::derivative::{Axis, Coefficient, LawParameter, Output, Parameter};
    /// use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
    /// use nalgebra::{Vector3, vector};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let ball = Body::ball(1.0, 0.5)?.at(vector![0.0, 0.0, 0.5])?.moving(vector![0.0, 0.0, -2.0])?;
    /// let law = NormalLaw::touching(Restitution::new(0.5)?, Stiffness::UNIT);
    /// let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
    /// let impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?;
    ///
    /// // A ball bounces with -e times its velocity.
    /// let (_, jacobian) = impact.solve_with_jacobian()?;
    /// let after = Output::Velocity { body: 0, axis: Axis::Z };
    /// let by_velocity = jacobian.get(&after, &Parameter::Velocity { body: 0, axis: Axis::Z }).unwrap();
    /// let restitution = LawParameter { contact: 0, coefficient: Coefficient::Restitution };
    /// let by_restitution = jacobian.get(&after, &Parameter::Law(restitution)).unwrap();
    /// assert!((by_velocity + 0.5).abs() < 1e-14);
    /// assert!((by_restitution - 2.0).abs() < 1e-14);
    /// # Ok(())
    /// # }
    /// ```
    pub fn solve_with_jacobian(&self) -> Result<(Outcome, ImpactJacobian), DerivativeError> {
        self.solve_with_known_columns(self.parameters())
    }

    /// The outcome, and its derivatives by the given parameters alone.
    pub fn solve_with_columns(
        &self,
        columns: &[Parameter],
    ) -> Result<(Outcome, ImpactJacobian), DerivativeError> {
        columns.iter().try_for_each(|parameter| self.check_parameter(parameter))?;
        self.solve_with_known_columns(columns.to_vec())
    }

    fn solve_with_known_columns(
        &self,
        columns: Vec<Parameter>,
    ) -> Result<(Outcome, ImpactJacobian), DerivativeError> {
        let asked: Vec<Combination> = (0..columns.len()).map(|column| vec![(column, 1.0)]).collect();
        let (outcome, matrix, kinks) = self.differentiate(&columns, &asked)?;
        Ok((outcome, Jacobian::new(self.outputs(), columns, matrix, kinks)))
    }

    /// The outcome, and its derivatives along the given directions.
    pub fn solve_with_derivatives(
        &self,
        directions: &[Direction<Parameter>],
    ) -> Result<(Outcome, ImpactDerivatives), DerivativeError> {
        let mut number: BTreeMap<Parameter, usize> = BTreeMap::new();
        let mut parameters = Vec::new();
        let mut place = |parameter: Parameter| {
            *number.entry(parameter).or_insert_with(|| {
                parameters.push(parameter);
                parameters.len() - 1
            })
        };
        let asked = |Direction(parts): &Direction<Parameter>| {
            summed(parts.iter().map(|&(parameter, amount)| (place(parameter), amount)).collect())
        };
        let asked: Vec<Combination> = directions.iter().map(asked).collect();
        parameters.iter().try_for_each(|parameter| self.check_parameter(parameter))?;
        let (outcome, matrix, kinks) = self.differentiate(&parameters, &asked)?;
        Ok((outcome, Jacobian::new(self.outputs(), directions.to_vec(), matrix, kinks)))
    }

    /// The outcome, its derivatives towards one side, and those in contact space.
    pub(super) fn differentiate_one_sided(
        &self,
        Direction(parts): &Direction<Parameter>,
    ) -> Result<(Outcome, Vec<f64>, Limit), DerivativeError> {
        parts.iter().try_for_each(|(parameter, _)| self.check_parameter(parameter))?;
        if !self.joints().is_empty() {
            return Err(DerivativeError::Joints);
        }
        let geometry = Geometry::of(self);
        let effects: Vec<Effect> = parts.iter().map(|&(parameter, _)| geometry.effect(parameter)).collect();
        let asked: Combination = parts.iter().enumerate().map(|(effect, part)| (effect, part.1)).collect();
        let Basis { directions, combinations } = Basis::of(&geometry, &effects, std::slice::from_ref(&asked));
        let limit = self.contact_problem().limit(&directions[0])?;
        let outcome = self.outcome_of_momenta(&limit.solution, &limit.momenta);
        let after = After::of(&geometry, &limit.solution, &outcome);
        let mut values = vec![0.0; after.rows()];
        after.write((&effects, &asked), (&limit.column, &combinations[0]), &mut Vec::new(), &mut values);
        Ok((outcome, values, limit))
    }

    /// The rows of its derivatives: motions of all bodies that can move, impulses of all contacts, energy, duration.
    #[must_use]
    pub fn outputs(&self) -> Vec<Output> {
        let mut outputs = Vec::new();
        for body in (0..self.bodies().len()).filter(|&body| !self.bodies()[body].is_fixed()) {
            outputs.extend(Axis::ALL.map(|axis| Output::Velocity { body, axis }));
            outputs.extend(Axis::ALL.map(|axis| Output::AngularVelocity { body, axis }));
        }
        for contact in 0..self.contacts().len() {
            outputs.extend(Axis::ALL.map(|axis| Output::Impulse { contact, axis }));
            outputs.push(Output::NormalImpulse { contact });
        }
        outputs.extend([Output::EnergyAfter, Output::EnergyKept, Output::Duration]);
        outputs
    }

    /// Everything that it can be differentiated by. Numbers that a body or a contact does not have are left out.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut all = Vec::new();
        for body in 0..self.bodies().len() {
            all.extend(Axis::ALL.map(|axis| Parameter::Velocity { body, axis }));
            all.extend(Axis::ALL.map(|axis| Parameter::AngularVelocity { body, axis }));
            all.push(Parameter::Mass { body });
            for (a, row) in Axis::ALL.into_iter().enumerate() {
                all.extend(
                    Axis::ALL[a..].iter().map(|&column| Parameter::Inertia { body, axes: [row, column] }),
                );
            }
            all.push(Parameter::Moment { body });
            all.extend(Axis::ALL.map(|axis| Parameter::Position { body, axis }));
        }
        for contact in 0..self.contacts().len() {
            all.extend(Axis::ALL.map(|axis| Parameter::Point { contact, axis }));
            all.extend(Axis::ALL.map(|axis| Parameter::Normal { contact, axis }));
            let law = |coefficient| Parameter::Law(LawParameter { contact, coefficient });
            all.extend(Coefficient::ALL.map(law));
        }
        all.retain(|parameter| self.why_not(parameter).is_ok());
        all
    }

    pub(super) fn check_parameter(&self, parameter: &Parameter) -> Result<(), DerivativeError> {
        self.why_not(parameter)
            .map_err(|reason| DerivativeError::NoSuchParameter { parameter: parameter.to_string(), reason })
    }

    /// Why the impact has no such number, if it has none.
    fn why_not(&self, parameter: &Parameter) -> Result<(), &'static str> {
        match *parameter {
            Parameter::Law(LawParameter { contact, coefficient }) => {
                self.contact_problem().check_coefficient(contact, coefficient)
            }
            Parameter::Point { contact, .. } | Parameter::Normal { contact, .. } => {
                if contact < self.contacts().len() { Ok(()) } else { Err("there is no such contact") }
            }
            _ => match body_number(parameter) {
                Some((body, _)) if body >= self.bodies().len() => Err("there is no such body"),
                Some((body, number)) if !self.bodies()[body].has_number(number) => Err("the body has none"),
                Some(_) | None => Ok(()),
            },
        }
    }

    /// The derivatives along combinations of parameters, a column each.
    fn differentiate(
        &self,
        parameters: &[Parameter],
        asked: &[Combination],
    ) -> Result<(Outcome, DMatrix<f64>, Vec<Kink>), DerivativeError> {
        self.differentiate_through(parameters, asked, |directions| {
            let found = self.contact_problem().differentiate(directions)?;
            Ok((self.outcome_of_momenta(&found.solution, &found.momenta), found))
        })
    }

    /// The same with derivatives in contact space from elsewhere.
    pub(super) fn differentiate_through(
        &self,
        parameters: &[Parameter],
        asked: &[Combination],
        in_contact_space: impl FnOnce(
            &[Direction<ContactParameter>],
        ) -> Result<(Outcome, Differentiated), DerivativeError>,
    ) -> Result<(Outcome, DMatrix<f64>, Vec<Kink>), DerivativeError> {
        if !self.joints().is_empty() {
            return Err(DerivativeError::Joints);
        }
        let geometry = Geometry::of(self);
        let effects: Vec<Effect> = parameters.iter().map(|&parameter| geometry.effect(parameter)).collect();
        let Basis { directions, combinations } = Basis::of(&geometry, &effects, asked);
        let (outcome, Differentiated { solution, matrix, kinks, .. }) = in_contact_space(&directions)?;
        let after = After::of(&geometry, &solution, &outcome);
        let (mut full, mut found) = (DMatrix::zeros(after.rows(), asked.len()), Vec::new());
        for (number, (asked, parts)) in asked.iter().zip(&combinations).enumerate() {
            let mut column = full.column_mut(number);
            after.write((&effects, asked), (&matrix, parts), &mut found, column.as_mut_slice());
        }
        let kinks = kinks.iter().filter_map(|form| form.kink(&combinations)).collect();
        Ok((outcome, full, kinks))
    }
}

/// A combination with every direction once.
fn summed(mut combination: Combination) -> Combination {
    combination.sort_unstable_by_key(|&(direction, _)| direction);
    combination.dedup_by(|(next, part), (kept, sum)| {
        let same = next == kept;
        if same {
            *sum += *part;
        }
        same
    });
    combination
}

/// The body and the number of it that a parameter is.
pub(super) fn body_number(parameter: &Parameter) -> Option<(usize, BodyNumber)> {
    Some(match *parameter {
        Parameter::Velocity { body, axis } => (body, BodyNumber::Velocity(axis.index())),
        Parameter::AngularVelocity { body, axis } => (body, BodyNumber::AngularVelocity(axis.index())),
        Parameter::Mass { body } => (body, BodyNumber::Mass),
        Parameter::Inertia { body, axes } => (body, BodyNumber::Inertia(axes.map(Axis::index))),
        Parameter::Moment { body } => (body, BodyNumber::Moment),
        Parameter::Position { body, axis } => (body, BodyNumber::Position(axis.index())),
        Parameter::Point { .. } | Parameter::Normal { .. } | Parameter::Law(_) => return None,
    })
}
