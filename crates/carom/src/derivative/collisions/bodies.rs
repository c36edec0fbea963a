//! Sequences of bodies.

use crate::derivative::error::DerivativeError;
use crate::derivative::jacobian::{ImpactJacobian, Jacobian};
use crate::derivative::kink::Combination;
use crate::derivative::output::Output;
use crate::derivative::parameter::{Coefficient, LawParameter, Parameter};
use crate::laws::ImpactLaw;
use crate::outcome::Outcome;
use crate::sequence::{Sequence, SequenceOutcome};

impl Sequence<'_> {
    /// The outcome under a law, and its derivatives by everything that bodies and contacts start with. With one contact it is that of the law
    /// itself.
    ///
    /// ```
    /// use carom::derivative::{Axis, Output, Parameter};
    /// use carom::laws::routh::Routh;
    /// use carom::sequence::{Rules, Sequence};
    /// use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
    /// use nalgebra::{Vector3, vector};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let ball = |x| Body::ball(1.0, 1.0)?.at(vector![x, 0.0, 0.0]);
    /// let bodies = vec![ball(0.0)?.moving(Vector3::x())?, ball(2.0)?, ball(4.0)?];
    /// let elastic = NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT);
    /// let touch = |a, x| Contact::new([a, a + 1], vector![x, 0.0, 0.0], -Vector3::x(), elastic);
    /// let impact = Impact::new(bodies, vec![touch(0, 1.0)?, touch(1, 3.0)?], Model::default())?;
    ///
    /// // What the first ball of a cradle has more, the last gets.
    /// let sequence = Sequence::new(&impact, Rules::default())?;
    /// let (_, jacobian) = sequence.solve_with_jacobian(&Routh::default())?;
    /// let last = Output::Velocity { body: 2, axis: Axis::X };
    /// assert_eq!(jacobian.get(&last, &Parameter::Velocity { body: 0, axis: Axis::X }), Some(1.0));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Sequence::solve`]; joints, hinges that were released, ties that a changed start decides, and laws or cases of them whose
    /// derivatives are not known.
    pub fn solve_with_jacobian(
        &self,
        law: &dyn ImpactLaw,
    ) -> Result<(SequenceOutcome, ImpactJacobian), DerivativeError> {
        let (impact, contacts) = self.parts();
        let columns = self.parameters(law);
        let asked: Vec<Combination> = (0..columns.len()).map(|column| vec![(column, 1.0)]).collect();
        let whole = self.solve(law)?;
        let outcome = Outcome::from(whole.clone());
        let (_, matrix, kinks) = impact.differentiate_through(&columns, &asked, |directions| {
            let (_, found) = contacts.differentiate(law, directions)?;
            Ok((outcome, found))
        })?;
        let outputs = self.outputs();
        let matrix = matrix.rows(0, outputs.len()).into_owned();
        Ok((whole, Jacobian::new(outputs, columns, matrix, kinks)))
    }

    /// The rows of its derivatives: those of the impact, but for the time, which does not pass.
    #[must_use]
    pub fn outputs(&self) -> Vec<Output> {
        let mut outputs = self.parts().0.outputs();
        outputs.retain(|output| *output != Output::Duration);
        outputs
    }

    /// Everything that its outcome under a law can be differentiated by.
    #[must_use]
    pub fn parameters(&self, law: &dyn ImpactLaw) -> Vec<Parameter> {
        let (impact, contacts) = self.parts();
        let mut all = impact.parameters();
        all.retain(|parameter| !matches!(parameter, Parameter::Law(_)));
        for contact in 0..impact.contacts().len() {
            let known = Coefficient::ALL.into_iter();
            let known = known.filter(|&coefficient| contacts.has_coefficient(contact, coefficient, law));
            all.extend(known.map(|coefficient| Parameter::Law(LawParameter { contact, coefficient })));
        }
        all
    }
}
