//! Derivatives to one side, where the outcome has a kink.
//!
//! At a kink f is smooth on either side of a surface, and along a direction d that leaves the surface only
//!
//! ```text
//! D⁺f(x; d) = lim (f(x + εd) − f(x))/ε = lim f'(x + εd) d            ε falling to 0                    (V.11)
//! ```
//!
//! exists. The second limit is taken: f' is exact at every ε, no two numbers that are nearly alike are subtracted, and a polynomial through a few
//! of them leads to ε = 0. The first one is taken too, roughly, since it alone sees a jump.

use nalgebra::{DMatrix, Matrix3, Vector2};

use super::contact_space::Differentiated;
use super::error::DerivativeError;
use super::kink::Kink;
use super::output::{ContactOutput, Output};
use super::parameter::{ContactParameter, Direction, Parameter};
use crate::contact_problem::{ContactProblem, ContactSolution};
use crate::coupling::Coupling;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::outcome::Outcome;
use crate::quantity::{Compliance, Friction, Restitution, Stiffness};

/// The largest step, as a part of the numbers that change, and how many follow, each half as long.
const FIRST: f64 = 1e-3;
const STEPS: usize = 14;
/// Numbers of the polynomial that leads to the limit.
const NODES: usize = 5;
/// A limit that is known to this part is settled.
const SETTLED: f64 = 1e-11;
/// One that is not known to this part is none.
const NO_LIMIT: f64 = 1e-7;
/// The part by which a difference over the shortest step may miss the derivative: what bends in some 10⁻⁷, or rounding over it.
const NO_JUMP: f64 = 1e-3;

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

/// A column in contact space, to one side.
pub(super) struct Limit {
    pub solution: ContactSolution,
    pub momenta: Vec<f64>,
    pub column: DMatrix<f64>,
    pub duration_jumps: bool,
    pub error: f64,
    pub kinks: Vec<Kink>,
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

    /// (V.11).
    pub(super) fn limit(&self, direction: &Direction<ContactParameter>) -> Result<Limit, DerivativeError> {
        let only = std::slice::from_ref(direction);
        let Differentiated { solution, momenta, matrix, kinks } = self.differentiate(only)?;
        let kinks: Vec<Kink> = kinks.iter().filter_map(|form| form.kink(&[vec![(0, 1.0)]])).collect();
        let first = FIRST / self.size_of(direction);
        if kinks.is_empty() || !(first.is_finite() && first > 0.0) {
            let (error, duration_jumps) = (0.0, false);
            return Ok(Limit { solution, momenta, column: matrix, duration_jumps, error, kinks });
        }
        let (mut steps, mut found): (Vec<f64>, Vec<DMatrix<f64>>) = (Vec::new(), Vec::new());
        let (mut best, mut error, mut last): (DMatrix<f64>, f64, Option<DMatrix<f64>>) =
            (matrix, f64::INFINITY, None);
        let mut farthest = None;
        for number in 0..STEPS {
            let step = first * 0.5_f64.powi(number as i32);
            let Ok(there) = self.shifted(direction, step) else {
                return Err(DerivativeError::OutOfRange);
            };
            let Differentiated { solution: beyond, matrix, .. } = there.differentiate(only)?;
            steps.push(step);
            found.push(matrix);
            let from = found.len().saturating_sub(NODES);
            let here = at_zero(&steps[from..], &found[from..]);
            if let Some(last) = &last {
                let off = (&here - last).amax() / here.amax().max(f64::MIN_POSITIVE);
                if off < error && found.len() >= NODES {
                    (best, error) = (here.clone(), off);
                }
            }
            last = Some(here);
            farthest = Some((step, there, beyond));
            if error <= SETTLED {
                break;
            }
        }
        if best.amax() == 0.0 {
            error = 0.0;
        }
        if let Some((step, there, beyond)) = farthest.filter(|_| error <= NO_LIMIT) {
            let duration_jumps = self.duration_jumps((&there, &beyond), &solution, step, &best)?;
            return Ok(Limit { solution, momenta, column: best, duration_jumps, error, kinks });
        }
        Err(DerivativeError::NoLimit)
    }

    /// The first limit of (V.11): whether the duration jumps. Nothing else may.
    fn duration_jumps(
        &self,
        (there, beyond): (&Self, &ContactSolution),
        solution: &ContactSolution,
        step: f64,
        column: &DMatrix<f64>,
    ) -> Result<bool, DerivativeError> {
        let outputs = self.outputs();
        let is_timed = |output: &ContactOutput| *output == ContactOutput::Duration;
        let size = |of: &dyn Fn(&ContactOutput) -> f64, timed: bool| {
            outputs.iter().filter(|output| is_timed(output) == timed).map(of).fold(0.0, f64::max)
        };
        let mut duration_jumps = false;
        for (output, derivative) in outputs.iter().zip(column.iter()) {
            let gained = output.value(there, beyond) - output.value(self, solution);
            let value = |output: &ContactOutput| output.value(there, beyond).abs();
            let floor = NO_JUMP * column.amax() * step + 1e-12 * size(&value, is_timed(output));
            if (gained - step * derivative).abs() > floor {
                if !is_timed(output) {
                    return Err(DerivativeError::Jumps { output: output.to_string() });
                }
                duration_jumps = true;
            }
        }
        Ok(duration_jumps)
    }

    /// By which part of themselves a unit of the direction changes the numbers of the problem.
    fn size_of(&self, Direction(parts): &Direction<ContactParameter>) -> f64 {
        let mut fastest = self.velocities().iter().fold(0.0_f64, |most, v| most.max(v.norm()));
        if fastest == 0.0 {
            // Where nothing moves every speed is as good as another.
            let speed = |&(parameter, amount): &(ContactParameter, f64)| match parameter {
                ContactParameter::Velocity { .. } => amount.abs(),
                _ => 0.0,
            };
            fastest = parts.iter().map(speed).fold(0.0, f64::max);
        }
        let size = |parameter: &ContactParameter| match *parameter {
            ContactParameter::Velocity { .. } => fastest,
            ContactParameter::Coupling { contacts: [i, j], .. } => {
                (self.coupling().diagonal(i) * self.coupling().diagonal(j)).sqrt()
            }
            ContactParameter::Restitution { .. } | ContactParameter::Friction { .. } => 1.0,
            ContactParameter::Gap { contact } => {
                let k = self.contacts()[contact].stiffness.value() * self.coupling().diagonal(contact);
                fastest / k.sqrt()
            }
            ContactParameter::Stiffness { .. } | ContactParameter::Compliance { .. } => {
                self.parameter_value(parameter)
            }
        };
        parts.iter().map(|(parameter, amount)| amount.abs() / size(parameter)).fold(0.0, f64::max)
    }

    /// The problem with its numbers changed by an amount of a direction.
    fn shifted(
        &self,
        Direction(parts): &Direction<ContactParameter>,
        amount: f64,
    ) -> Result<Self, InputError> {
        use ContactParameter as P;
        let mut velocity = self.velocities();
        let mut laws = self.contacts().to_vec();
        let mut tangential = self.tangential_laws().to_vec();
        let mut blocks: Vec<([usize; 2], Matrix3<f64>)> = Vec::new();
        for &(parameter, part) in parts {
            let by = part * amount;
            match parameter {
                P::Velocity { contact, axis } => velocity[contact][axis.index()] += by,
                P::Coupling { contacts: [i, j], axes: [a, b] } => {
                    let mut block = Matrix3::zeros();
                    block[(a.index(), b.index())] = by;
                    if i == j && a != b {
                        block[(b.index(), a.index())] = by;
                    }
                    blocks.push(([i, j], block));
                }
                P::Restitution { contact } => {
                    let law = &mut laws[contact];
                    law.restitution = Restitution::new(law.restitution.value() + by)?;
                }
                P::Stiffness { contact } => {
                    let law = &mut laws[contact];
                    law.stiffness = Stiffness::new(law.stiffness.value() + by)?;
                }
                P::Gap { contact } => laws[contact].gap += by,
                P::Friction { contact } => {
                    let friction = Friction::new(tangential[contact].coefficient() + by)?;
                    tangential[contact] = match tangential[contact] {
                        TangentialLaw::Compliant { compliance, .. } => {
                            TangentialLaw::Compliant { friction, compliance }
                        }
                        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => {
                            TangentialLaw::Rigid { friction }
                        }
                    };
                }
                P::Compliance { contact } => {
                    let friction = tangential[contact].friction();
                    let old = tangential[contact].compliance().map_or(0.0, |compliance| compliance.value());
                    let compliance = Compliance::new(old + by)?;
                    tangential[contact] = TangentialLaw::Compliant { friction, compliance };
                }
            }
        }
        let coupling =
            if blocks.is_empty() { self.coupling().clone() } else { self.changed_coupling(&blocks)? };
        let normal = velocity.iter().map(|v| v.z).collect();
        let problem = Self::new(coupling, normal, laws, self.model())?;
        if self.tangential_laws().is_empty() {
            return Ok(problem);
        }
        problem.with_friction(tangential, velocity.iter().map(|v| Vector2::new(v.x, v.y)).collect())
    }

    /// W with something added to some of its blocks and to those opposite.
    fn changed_coupling(&self, blocks: &[([usize; 2], Matrix3<f64>)]) -> Result<Coupling, InputError> {
        let n = self.contacts().len();
        if !self.coupling().is_spatial() {
            let mut full = self.coupling().to_matrix();
            for &([i, j], block) in blocks {
                full[(i, j)] += block.m33;
                if i != j {
                    full[(j, i)] += block.m33;
                }
            }
            return Coupling::from_matrix(&full);
        }
        let mut full = DMatrix::zeros(3 * n, 3 * n);
        let mut add = |i: usize, j: usize, block: &Matrix3<f64>| {
            let mut view = full.fixed_view_mut::<3, 3>(3 * i, 3 * j);
            view += block;
        };
        for i in 0..n {
            self.coupling().block_row(i).for_each(|(j, block)| add(i, j, block));
        }
        for ([i, j], block) in blocks {
            add(*i, *j, block);
            if i != j {
                add(*j, *i, &block.transpose());
            }
        }
        Coupling::from_spatial_matrix(&full)
    }
}

/// The polynomial through some matrices, at zero (Neville).
fn at_zero(steps: &[f64], found: &[DMatrix<f64>]) -> DMatrix<f64> {
    let mut table = found.to_vec();
    for width in 1..table.len() {
        for i in 0..table.len() - width {
            let (near, far) = (steps[i + width], steps[i]);
            table[i] = (&table[i + 1] * far - &table[i] * near) / (far - near);
        }
    }
    table.swap_remove(0)
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
