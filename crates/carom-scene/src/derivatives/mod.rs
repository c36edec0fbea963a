//! Derivatives of a scene's outcome, under the names that the scene uses.

mod names;
mod one_sided;
mod sensitivities;

use carom::Impact;
use carom::Outcome;
use carom::derivative::{
    ContactOutput, ContactParameter, DerivativeError, Jacobian, Kink, Output, Parameter,
};
use carom::laws::ImpactLaw;
use carom::laws::routh::Routh;
use carom::sequence::{Rules, Sequence};
use serde::Serialize;

pub use one_sided::{OneSidedColumn, Side, Slopes};
pub use sensitivities::Sensitivity;

use crate::mechanism::Mechanism;
use crate::scene::{Method, Scene, Setup};
use crate::sequential;

/// A number of the scene or of its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// Its name, such as `ball.velocity.x`.
    pub name: String,
    /// What it is, in SI units.
    pub value: f64,
    /// Whether its zero means something, so that a hundredth of it does: not so of places and directions.
    pub has_scale: bool,
}

/// Where the outcome has no derivative in the usual sense, by name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedKink {
    /// When, in the scene's unit of time.
    pub time: f64,
    /// Why: `coincidence`, `at-rest`, `grazing`, `end-of-range`, `fading`, `redundancy`, `border`, `domain` or `tie`.
    pub cause: &'static str,
    /// The contacts concerned.
    pub contacts: Vec<String>,
    /// The columns concerned.
    pub columns: Vec<String>,
}

/// Derivatives of a scene's outcome by everything it starts with.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivatives {
    /// What is differentiated.
    pub rows: Vec<Quantity>,
    /// By what.
    pub columns: Vec<Quantity>,
    /// The derivatives, row by row, each in the unit of its row over that of its column.
    pub matrix: Vec<Vec<f64>>,
    /// Where they are those of the branch taken.
    pub kinks: Vec<NamedKink>,
    /// To either side of the kinks, if asked for: see [`Scene::one_sided_derivatives`].
    pub one_sided: Vec<OneSidedColumn>,
}

impl Scene {
    /// Derivatives of the outcome by everything that bodies and contacts start with.
    ///
    /// # Errors
    /// An impact that cannot be solved, or one whose derivatives are not known: in words.
    pub fn derivatives(&self) -> Result<Derivatives, String> {
        match self.method() {
            Method::Simultaneous => self.derivatives_of_springs(),
            &Method::Routh { termination, .. } => {
                self.derivatives_of_collisions(&Routh { termination }, Rules::default())
            }
            // With one contact a sequence is the law itself.
            Method::Law { law, .. } => self.derivatives_of_collisions(law.as_ref(), Rules::default()),
            Method::Sequential { law, rules } => self.derivatives_of_collisions(law.as_ref(), *rules),
            Method::Complementarity => Err(
                "derivatives are not known where several contacts obey Pfeiffer and Glocker's law at once: expected \
                 method = \"simultaneous\" or \"sequential\" in [model]"
                    .to_owned(),
            ),
        }
    }

    fn derivatives_of_collisions(&self, law: &dyn ImpactLaw, rules: Rules) -> Result<Derivatives, String> {
        let explained = |error: DerivativeError| self.explained(&error);
        match self.setup() {
            Setup::Bodies(impact) => {
                let sequence = Sequence::new(impact, rules).map_err(|error| error.to_string())?;
                let (outcome, jacobian) = sequence.solve_with_jacobian(law).map_err(explained)?;
                let outcome = Outcome::from(outcome);
                let row = |output: &Output| self.quantity(self.name_of(output), output.value(&outcome), true);
                Ok(self.named(&jacobian, row, |parameter| self.column_of_bodies(impact, parameter)))
            }
            Setup::Mechanism(mechanism) => {
                let problem = &mechanism.problem;
                let sequence =
                    sequential::of_mechanism(mechanism, rules).map_err(|error| error.to_string())?;
                let (solution, jacobian) = sequence.solve_with_jacobian(law).map_err(explained)?;
                let solution = sequential::in_contact_space(problem, solution);
                let row = |output: &ContactOutput| {
                    self.quantity(self.name_in_contact_space(output), output.value(problem, &solution), true)
                };
                let column = |parameter: &ContactParameter| {
                    let name = self.name_of_contact_parameter(parameter);
                    self.quantity(name, sequence.parameter_value(parameter), true)
                };
                Ok(self.named(&jacobian, row, column))
            }
        }
    }

    fn column_of_bodies(&self, impact: &Impact, parameter: &Parameter) -> Quantity {
        let has_scale = !matches!(
            parameter,
            Parameter::Position { .. } | Parameter::Point { .. } | Parameter::Normal { .. }
        );
        self.quantity(self.name_of_parameter(parameter), impact.parameter_value(parameter), has_scale)
    }

    fn derivatives_of_springs(&self) -> Result<Derivatives, String> {
        let explained = |error: DerivativeError| self.explained(&error);
        match self.setup() {
            Setup::Bodies(impact) => {
                let (outcome, jacobian) = impact.solve_with_jacobian().map_err(explained)?;
                let row = |output: &Output| self.quantity(self.name_of(output), output.value(&outcome), true);
                Ok(self.named(&jacobian, row, |parameter| self.column_of_bodies(impact, parameter)))
            }
            Setup::Mechanism(Mechanism { problem, .. }) => {
                let (solution, jacobian) = problem.solve_with_jacobian().map_err(explained)?;
                let row = |output: &ContactOutput| {
                    self.quantity(self.name_in_contact_space(output), output.value(problem, &solution), true)
                };
                let column = |parameter: &ContactParameter| {
                    let name = self.name_of_contact_parameter(parameter);
                    self.quantity(name, problem.parameter_value(parameter), true)
                };
                Ok(self.named(&jacobian, row, column))
            }
        }
    }

    /// Why there are no derivatives, with the names of the scene.
    fn explained(&self, error: &DerivativeError) -> String {
        match error {
            DerivativeError::Unsupported { contact, time, what } => format!(
                "contact {:?} {what} at {time:.6}: derivatives through that are not known",
                self.contact_names()[*contact]
            ),
            DerivativeError::PowerSpring { contact } => format!(
                "contact {:?} has a spring F = k d^n with n > 1, and there is friction: derivatives of such springs are known without",
                self.contact_names()[*contact]
            ),
            DerivativeError::Law { contact, source, .. } => {
                format!("contact {:?}: {source}", self.contact_names()[*contact])
            }
            DerivativeError::ReleasedHinge { body } => format!(
                "body {:?} is released from its hinge: derivatives of a sequence are known for hinges that stay intact",
                self.body_names()[*body]
            ),
            other => other.to_string(),
        }
    }

    fn quantity(&self, name: String, value: f64, has_scale: bool) -> Quantity {
        Quantity { name, value, has_scale }
    }

    fn named<O: PartialEq, P: PartialEq>(
        &self,
        jacobian: &Jacobian<O, P>,
        row: impl Fn(&O) -> Quantity,
        column: impl Fn(&P) -> Quantity,
    ) -> Derivatives {
        let columns: Vec<Quantity> = jacobian.columns().iter().map(column).collect();
        let kink = |kink: &Kink| NamedKink {
            time: kink.time,
            cause: kink.cause.name(),
            contacts: kink.contacts.iter().map(|&contact| self.contact_names()[contact].clone()).collect(),
            columns: kink.columns.iter().map(|&place| columns[place].name.clone()).collect(),
        };
        Derivatives {
            rows: jacobian.rows().iter().map(row).collect(),
            matrix: jacobian.matrix().row_iter().map(|row| row.iter().copied().collect()).collect(),
            kinks: jacobian.kinks().iter().map(kink).collect(),
            one_sided: Vec::new(),
            columns,
        }
    }
}
