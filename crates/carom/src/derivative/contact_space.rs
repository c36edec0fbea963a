//! Derivatives in contact space, cluster by cluster.

use nalgebra::DMatrix;

use super::changes::Changes;
use super::ending::Derivatives;
use super::error::DerivativeError;
use super::jacobian::{ContactJacobian, Jacobian};
use super::kink::{Along, Combination, Form, Kink, KinkCause};
use super::output::ContactOutput;
use super::parameter::{Coefficient, ContactAxis, ContactParameter, Direction};
use super::replay::{ROUNDING, Replay};
use crate::contact_problem::{ContactProblem, ContactSolution};
use crate::flow::Separation;
use crate::history::Trace;

/// An outcome and its derivatives: a row for each output, a column for each direction.
pub(super) struct Differentiated {
    pub solution: ContactSolution,
    /// y of (P.7), as far as it is kept.
    pub momenta: Vec<f64>,
    pub matrix: DMatrix<f64>,
    pub kinks: Vec<Form>,
}

impl ContactProblem {
    /// The outcome, and its derivatives by velocities, entries of W and coefficients.
    pub fn solve_with_jacobian(&self) -> Result<(ContactSolution, ContactJacobian), DerivativeError> {
        let columns = self.parameters();
        let directions: Vec<_> = columns.iter().map(|&parameter| Direction::along(parameter)).collect();
        let Differentiated { solution, matrix, kinks, .. } = self.differentiate(&directions)?;
        Ok((solution, Jacobian::new(self.outputs(), columns, matrix, kinks_along(&kinks, &directions))))
    }

    /// The outcome, and its derivatives along the given directions.
    #[allow(clippy::type_complexity)]
    pub fn solve_with_derivatives(
        &self,
        directions: &[Direction<ContactParameter>],
    ) -> Result<(ContactSolution, Jacobian<ContactOutput, Direction<ContactParameter>>), DerivativeError>
    {
        for Direction(parts) in directions {
            parts.iter().try_for_each(|(parameter, _)| self.check_parameter(parameter))?;
        }
        let Differentiated { solution, matrix, kinks, .. } = self.differentiate(directions)?;
        let kinks = kinks_along(&kinks, directions);
        Ok((solution, Jacobian::new(self.outputs(), directions.to_vec(), matrix, kinks)))
    }

    /// The rows of its derivatives.
    #[must_use]
    pub fn outputs(&self) -> Vec<ContactOutput> {
        let components = || self.components();
        let velocities = components().map(|(contact, axis)| ContactOutput::Velocity { contact, axis });
        let impulses = components().map(|(contact, axis)| ContactOutput::Impulse { contact, axis });
        velocities.chain(impulses).chain([ContactOutput::EnergyGained, ContactOutput::Duration]).collect()
    }

    /// Everything that it can be differentiated by.
    #[must_use]
    pub fn parameters(&self) -> Vec<ContactParameter> {
        let velocities =
            self.components().map(|(contact, axis)| ContactParameter::Velocity { contact, axis });
        let mut parameters: Vec<ContactParameter> = velocities.collect();
        for i in 0..self.contacts().len() {
            for (j, _) in self.coupling().row(i).filter(|&(j, _)| j >= i) {
                for &a in self.axes_of(i) {
                    for &b in self.axes_of(j).iter().filter(|&&b| i < j || a <= b) {
                        parameters.push(ContactParameter::Coupling { contacts: [i, j], axes: [a, b] });
                    }
                }
            }
        }
        for contact in 0..self.contacts().len() {
            let has = |coefficient: &Coefficient| self.check_coefficient(contact, *coefficient).is_ok();
            parameters.extend(Coefficient::ALL.into_iter().filter(has).map(|c| c.of(contact)));
        }
        parameters
    }

    fn components(&self) -> impl Iterator<Item = (usize, ContactAxis)> + '_ {
        (0..self.contacts().len())
            .flat_map(|contact| self.axes_of(contact).iter().map(move |&axis| (contact, axis)))
    }

    /// The axes along which a contact carries impulses.
    pub(super) fn axes_of(&self, contact: usize) -> &'static [ContactAxis] {
        let rubs = self.tangential_laws().get(contact).is_some_and(|law| law.has_friction());
        if rubs { &ContactAxis::ALL } else { &ContactAxis::ALL[2..] }
    }

    /// Whether the contact's law has such a coefficient to differentiate by.
    pub(super) fn check_coefficient(
        &self,
        contact: usize,
        coefficient: Coefficient,
    ) -> Result<(), &'static str> {
        let Some(law) = self.contacts().get(contact) else { return Err("there is no such contact") };
        let tangential = self.tangential_laws().get(contact).copied().unwrap_or_default();
        match coefficient {
            Coefficient::Restitution => Ok(()),
            Coefficient::Stiffness if law.stiffness.value().is_infinite() => Err("the contact is rigid"),
            Coefficient::Stiffness => Ok(()),
            Coefficient::Gap if self.model().separation == Separation::Instant => {
                Err("gaps are closed at once where separation is instant")
            }
            Coefficient::Gap => Ok(()),
            Coefficient::Friction | Coefficient::Compliance if !tangential.has_friction() => {
                Err("the contact has no friction")
            }
            Coefficient::Friction => Ok(()),
            Coefficient::Compliance if tangential.compliance().is_none() => Err("its friction is rigid"),
            Coefficient::Compliance => Ok(()),
            Coefficient::TangentialRestitution => Err("springs have none"),
        }
    }

    pub(super) fn check_parameter(&self, parameter: &ContactParameter) -> Result<(), DerivativeError> {
        use ContactParameter as P;
        let has = |contact: usize, axis: ContactAxis| {
            if contact >= self.contacts().len() {
                Err("there is no such contact")
            } else if !self.axes_of(contact).contains(&axis) {
                Err("the contact has no friction")
            } else {
                Ok(())
            }
        };
        let checked = match *parameter {
            P::Velocity { contact, axis } => has(contact, axis),
            P::Coupling { contacts: [i, j], axes: [a, b] } => has(i, a).and_then(|()| has(j, b)),
            P::Restitution { contact } => self.check_coefficient(contact, Coefficient::Restitution),
            P::Stiffness { contact } => self.check_coefficient(contact, Coefficient::Stiffness),
            P::Gap { contact } => self.check_coefficient(contact, Coefficient::Gap),
            P::Friction { contact } => self.check_coefficient(contact, Coefficient::Friction),
            P::Compliance { contact } => self.check_coefficient(contact, Coefficient::Compliance),
            P::TangentialRestitution { contact } => {
                self.check_coefficient(contact, Coefficient::TangentialRestitution)
            }
        };
        checked
            .map_err(|reason| DerivativeError::NoSuchParameter { parameter: parameter.to_string(), reason })
    }

    /// Derivatives of all outputs along the directions.
    pub(super) fn differentiate(
        &self,
        directions: &[Direction<ContactParameter>],
    ) -> Result<Differentiated, DerivativeError> {
        let clusters = self.clusters_along(directions);
        let rubs = |&contact: &usize| self.axes_of(contact).len() > 1;
        let is_power = |&contact: &usize| !self.contacts()[contact].stiffness.exponent().is_linear();
        let both = clusters.iter().find(|cluster| cluster.iter().any(rubs) && cluster.iter().any(is_power));
        if let Some(&contact) = both.and_then(|cluster| cluster.iter().find(|contact| is_power(contact))) {
            return Err(DerivativeError::PowerSpring { contact });
        }
        let (solution, momenta, trace) = self.trace_clusters(clusters)?;
        if solution.trapped > 0.0 {
            return Err(DerivativeError::Wedged { time: solution.duration });
        }
        let (matrix, kinks) = self.replay(&trace, directions)?;
        Ok(Differentiated { solution, momenta, matrix, kinks })
    }

    /// The clusters, those put together that a direction couples.
    fn clusters_along(&self, directions: &[Direction<ContactParameter>]) -> Vec<Vec<usize>> {
        let mut clusters = self.coupling().clusters();
        for (parameter, _) in directions.iter().flat_map(|Direction(parts)| parts) {
            let ContactParameter::Coupling { contacts: [i, j], .. } = parameter else { continue };
            let place = |contact: &usize| clusters.iter().position(|cluster| cluster.contains(contact));
            if let (Some(a), Some(b)) = (place(i), place(j))
                && a != b
            {
                let joined = clusters.swap_remove(a.max(b));
                clusters[a.min(b)].extend(joined);
                clusters[a.min(b)].sort_unstable();
            }
        }
        clusters.sort();
        clusters
    }

    fn replay(
        &self,
        trace: &Trace,
        directions: &[Direction<ContactParameter>],
    ) -> Result<(DMatrix<f64>, Vec<Form>), DerivativeError> {
        let components: Vec<(usize, ContactAxis)> = self.components().collect();
        let first: Vec<usize> = (0..self.contacts().len())
            .map(|contact| components.iter().position(|&(c, _)| c == contact).unwrap_or(0))
            .collect();
        let m = components.len();
        let mut matrix = DMatrix::zeros(2 * m + 2, directions.len());
        let (mut kinks, mut last) = (Vec::new(), 0.0);
        for cluster in trace.clusters() {
            let mut local = vec![None; self.contacts().len()];
            cluster.contacts().iter().enumerate().for_each(|(i, &contact)| local[contact] = Some(i));
            let changes = Changes::of(cluster, directions, &local);
            let Derivatives { velocity, impulse, energy, duration, kinks: found } =
                Replay::new(cluster, &changes).run()?;
            for (i, &contact) in cluster.contacts().iter().enumerate() {
                for (place, &axis) in self.axes_of(contact).iter().enumerate() {
                    let component = if changes.axes == 1 { i } else { 3 * i + axis.index() };
                    for direction in 0..directions.len() {
                        matrix[(first[contact] + place, direction)] = velocity.at(component, direction);
                        matrix[(m + first[contact] + place, direction)] = impulse.at(component, direction);
                    }
                }
            }
            kinks.extend(found);
            for direction in 0..directions.len() {
                matrix[(2 * m, direction)] += energy.at(0, direction);
            }
            if cluster.duration() >= last {
                if cluster.duration() == last && last > 0.0 {
                    let before: Vec<f64> = matrix.row(2 * m + 1).iter().copied().collect();
                    kinks.push(tie(cluster.contacts(), last, &before, duration.row(0)));
                }
                last = cluster.duration();
                (0..directions.len()).for_each(|c| matrix[(2 * m + 1, c)] = duration.at(0, c));
            }
        }
        Ok((matrix, kinks))
    }
}

/// The kinks of directions that were all followed.
pub(super) fn kinks_along<P>(forms: &[Form], directions: &[Direction<P>]) -> Vec<Kink> {
    let each: Vec<Combination> = (0..directions.len()).map(|c| vec![(c, 1.0)]).collect();
    forms.iter().filter_map(|form| form.kink(&each)).collect()
}

/// Two clusters end at one instant.
fn tie(contacts: &[usize], time: f64, one: &[f64], other: &[f64]) -> Form {
    let change = one.iter().zip(other).map(|(a, b)| a - b).collect();
    let rounding = one.iter().zip(other).map(|(a, b)| ROUNDING.sqrt() * a.abs().max(b.abs())).collect();
    let (cause, contacts) = (KinkCause::Tie, contacts.to_vec());
    let kink = Kink { time, cause, contacts, events: Vec::new(), columns: Vec::new() };
    Form { kink, along: Along::Change { change, rounding } }
}
