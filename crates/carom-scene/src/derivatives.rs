//! Derivatives of a scene's outcome, under the names that the scene uses.

use carom::derivative::{
    ContactOutput, ContactParameter, DerivativeError, Jacobian, Kink, Output, Parameter,
};

use crate::scene::{Method, Scene, Setup};

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
#[derive(Debug, Clone, PartialEq)]
pub struct NamedKink {
    /// When, in the scene's unit of time.
    pub time: f64,
    /// Why: `coincidence`, `at-rest`, `grazing`, `end-of-range`, `fading`, `redundancy` or `tie`.
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
}

impl Scene {
    /// Derivatives of the outcome by everything that bodies and contacts start with.
    ///
    /// # Errors
    /// A method other than springs, an impact that cannot be solved, or one whose derivatives are not known: in words.
    pub fn derivatives(&self) -> Result<Derivatives, String> {
        if !matches!(self.method(), Method::Simultaneous) {
            return Err(
                "derivatives are those of contacts with springs: expected method = \"simultaneous\" \
                        in [model]"
                    .to_owned(),
            );
        }
        let explained = |error: DerivativeError| match error {
            DerivativeError::Unsupported { contact, time, what } => format!(
                "contact {:?} {what} at {time:.6}: derivatives through that are not known",
                self.contact_names()[contact]
            ),
            DerivativeError::PowerSpring { contact } => format!(
                "contact {:?} has a spring F = k d^n with n > 1: derivatives are known for linear springs (exponent = 1)",
                self.contact_names()[contact]
            ),
            other => other.to_string(),
        };
        match self.setup() {
            Setup::Bodies(impact) => {
                let (outcome, jacobian) = impact.solve_with_jacobian().map_err(explained)?;
                let row = |output: &Output| self.quantity(self.name_of(output), output.value(&outcome), true);
                let column = |parameter: &Parameter| {
                    let has_scale = !matches!(
                        parameter,
                        Parameter::Position { .. } | Parameter::Point { .. } | Parameter::Normal { .. }
                    );
                    self.quantity(
                        self.name_of_parameter(parameter),
                        impact.parameter_value(parameter),
                        has_scale,
                    )
                };
                Ok(self.named(&jacobian, row, column))
            }
            Setup::Mechanism(problem) => {
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
            columns,
        }
    }

    fn name_of(&self, output: &Output) -> String {
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

    fn name_of_parameter(&self, parameter: &Parameter) -> String {
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

    fn name_in_contact_space(&self, output: &ContactOutput) -> String {
        let contact = |number: usize| &self.contact_names()[number];
        match *output {
            ContactOutput::Velocity { contact: c, axis } => format!("{}.velocity.{axis}", contact(c)),
            ContactOutput::Impulse { contact: c, axis } => format!("{}.impulse.{axis}", contact(c)),
            ContactOutput::EnergyGained => "energy.gained".to_owned(),
            ContactOutput::Duration => "duration".to_owned(),
        }
    }

    fn name_of_contact_parameter(&self, parameter: &ContactParameter) -> String {
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
        }
    }
}

/// How strongly a number of the outcome follows one that the scene starts with.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitivity {
    /// What the scene starts with.
    pub by: String,
    /// What follows it most.
    pub of: String,
    /// d ln(of)/d ln(by): by how many per cent it changes if the other grows by one per cent.
    pub relative: f64,
    /// Whether a kink concerns it.
    pub has_kink: bool,
}

/// Numbers of the outcome below this part of the largest of their kind are left out: what is nearly zero changes by any per cent.
const NEARLY_ZERO: f64 = 1e-6;

impl Derivatives {
    /// For every number that the scene starts with, and that is not zero, the velocity, energy or duration that follows it most, the
    /// strongest first.
    #[must_use]
    pub fn sensitivities(&self) -> Vec<Sensitivity> {
        let counts: Vec<bool> = self.rows.iter().map(|row| self.counts(row)).collect();
        let mut all: Vec<Sensitivity> = Vec::new();
        for (place, column) in self.columns.iter().enumerate().filter(|(_, c)| c.has_scale && c.value != 0.0)
        {
            let relative = |row: usize| self.matrix[row][place] * column.value / self.rows[row].value;
            let rows = (0..self.rows.len()).filter(|&row| counts[row]);
            let Some(most) = rows.max_by(|&a, &b| relative(a).abs().total_cmp(&relative(b).abs())) else {
                continue;
            };
            all.push(Sensitivity {
                by: column.name.clone(),
                of: self.rows[most].name.clone(),
                relative: relative(most),
                has_kink: self.kinks.iter().any(|kink| kink.columns.contains(&column.name)),
            });
        }
        all.sort_by(|a, b| b.relative.abs().total_cmp(&a.relative.abs()));
        all
    }

    /// Whether a row is a velocity, an angular velocity, the energy kept or the duration, and not nearly zero.
    fn counts(&self, row: &Quantity) -> bool {
        let kind = |name: &str| {
            [".velocity.", ".angular_velocity.", "energy.kept", "energy.gained", "duration"]
                .into_iter()
                .find(|kind| name.contains(kind))
        };
        let Some(own) = kind(&row.name) else { return false };
        let alike = self.rows.iter().filter(|other| kind(&other.name) == Some(own));
        let largest = alike.fold(0.0_f64, |most, other| most.max(other.value.abs()));
        row.value.abs() > NEARLY_ZERO * largest
    }
}
