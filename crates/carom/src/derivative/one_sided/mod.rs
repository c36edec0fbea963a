//! Derivatives to one side, where the outcome has a kink.
//!
//! At a kink f is smooth on either side of a surface, and along a direction d that leaves the surface only
//!
//! ```text
//! D⁺f(x; d) = lim (f(x + εd) − f(x))/ε = lim f'(x + εd) d            ε falling to 0                    (V.11)
//! ```
//!
//! exists. The second limit is taken: f' is exact at every ε, no two numbers that are nearly alike are subtracted, and a polynomial in ε, or in √ε where
//! contacts at rest are moved, leads to ε = 0. The first one is taken too, roughly, since it alone sees a jump.

mod limit;
mod shifted;

use super::error::DerivativeError;
use super::kink::Kink;
use super::output::{ContactOutput, Output};
use super::parameter::{ContactParameter, Direction, Parameter};
use crate::contact_problem::{ContactProblem, ContactSolution};
use crate::outcome::Outcome;
pub(super) use limit::Limit;

/// Derivatives along one direction, towards it only.
#[derive(Debug, Clone, PartialEq)]
pub struct OneSided<O> {
    rows: Vec<O>,
    values: Vec<f64>,
    jumps: Vec<O>,
    error: f64,
    kinks: Vec<Kink>,
}

impl<O: PartialEq> OneSided<O> {
    /// What is differentiated, row by row.
    #[must_use]
    pub fn rows(&self) -> &[O] {
        &self.rows
    }

    /// The derivatives, in the unit of their rows for a unit of the direction; of what jumps, those beside the jump.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The derivative of one output, if it is among them and does not jump.
    #[must_use]
    pub fn get(&self, output: &O) -> Option<f64> {
        let row = self.rows.iter().position(|row| row == output)?;
        (!self.jumps.contains(output)).then_some(self.values[row])
    }

    /// What jumps: the duration does, where an impact begins to happen at all.
    #[must_use]
    pub fn jumps(&self) -> &[O] {
        &self.jumps
    }

    /// How well the limit is known, as a part of the largest derivative.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The kinks that the direction leaves; its column is 0. None if the derivative is the same to both sides.
    #[must_use]
    pub fn kinks(&self) -> &[Kink] {
        &self.kinks
    }
}

impl ContactProblem {
    /// The outcome, and its derivatives along a direction, towards it only: what exists where the outcome has a kink.
    pub fn solve_one_sided(
        &self,
        direction: &Direction<ContactParameter>,
    ) -> Result<(ContactSolution, OneSided<ContactOutput>), DerivativeError> {
        let Direction(parts) = direction;
        parts.iter().try_for_each(|(parameter, _)| self.check_parameter(parameter))?;
        let Limit { solution, column, duration_jumps, error, kinks, .. } = self.limit(direction)?;
        let values = column.as_slice().to_vec();
        let jumps = if duration_jumps { vec![ContactOutput::Duration] } else { Vec::new() };
        Ok((solution, OneSided { rows: self.outputs(), values, jumps, error, kinks }))
    }
}

impl crate::impact::Impact {
    /// The outcome, and its derivatives along a direction, towards it only: what exists where the outcome has a kink, as in
    /// [`super::Jacobian::kinks`]. Those to the other side are along the direction turned round.
    ///
    /// ```
    /// use carom::derivative::{Axis, Direction, Output, Parameter};
    /// use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
    /// use nalgebra::{Vector3, vector};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// // A ball that rests on a plate: moved down it bounces, moved up it leaves.
    /// let law = NormalLaw::touching(Restitution::new(0.5)?, Stiffness::UNIT);
    /// let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
    /// let ball = Body::ball(1.0, 0.5)?.at(vector![0.0, 0.0, 0.5])?.moving(vector![1.0, 0.0, 0.0])?;
    /// let impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?;
    /// let after = Output::Velocity { body: 0, axis: Axis::Z };
    /// let along = |amount| Direction(vec![(Parameter::Velocity { body: 0, axis: Axis::Z }, amount)]);
    /// let (_, down) = impact.solve_one_sided(&along(-1.0))?;
    /// let (_, up) = impact.solve_one_sided(&along(1.0))?;
    /// assert!((down.get(&after).unwrap() - 0.5).abs() < 1e-12);
    /// assert!((up.get(&after).unwrap() - 1.0).abs() < 1e-12);
    /// # Ok(())
    /// # }
    /// ```
    pub fn solve_one_sided(
        &self,
        direction: &Direction<Parameter>,
    ) -> Result<(Outcome, OneSided<Output>), DerivativeError> {
        let (outcome, values, limit) = self.differentiate_one_sided(direction)?;
        let Limit { duration_jumps, error, kinks, .. } = limit;
        let jumps = if duration_jumps { vec![Output::Duration] } else { Vec::new() };
        Ok((outcome, OneSided { rows: self.outputs(), values, jumps, error, kinks }))
    }
}
