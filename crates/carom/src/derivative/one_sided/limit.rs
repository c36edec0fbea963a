//! The limit of (V.11).
//!
//! Steps are halved, and polynomials through the last few derivatives are extended to zero; the limit is where two of them agree best. A
//! contact that rests and is moved feels that for a time of order √ε, and then derivatives are series in √ε.

use nalgebra::DMatrix;

use super::super::contact_space::Differentiated;
use super::super::error::DerivativeError;
use super::super::kink::Kink;
use super::super::output::ContactOutput;
use super::super::parameter::{ContactParameter, Direction};
use crate::contact_problem::{ContactProblem, ContactSolution};

/// The first step, as a part of the numbers that change: terms left out, of the order of its fifth power, are rounding.
const FIRST: f64 = 1e-3;
/// So many steps, each half as long as the last: to 10⁻⁷, where a difference is still known to the eight digits that tell a jump.
const STEPS: usize = 14;
/// Numbers of a polynomial.
const NODES: usize = 5;
/// Powers of ε in which derivatives are series.
const POWERS: [f64; 2] = [1.0, 0.5];
/// A limit that is known to this part is settled. Derivatives are known to some 10⁻¹³, and the weights of five halved steps add up to 7, of
/// their roots to 61, in absolute value.
const SETTLED: f64 = 1e-11;
/// One that is not known to this part, half of the digits, is none.
const NO_LIMIT: f64 = 1e-7;
/// The part by which a difference over the shortest step may miss the derivative: √ε of it is 3·10⁻⁴.
const NO_JUMP: f64 = 1e-3;
/// Outputs are known to this part of the largest of their kind, the solver's rounding.
const FLOOR: f64 = 1e-12;

/// A column in contact space, to one side.
pub(in super::super) struct Limit {
    pub solution: ContactSolution,
    pub momenta: Vec<f64>,
    pub column: DMatrix<f64>,
    pub duration_jumps: bool,
    pub error: f64,
    pub kinks: Vec<Kink>,
}

/// The best limit so far.
struct Best {
    column: DMatrix<f64>,
    error: f64,
    /// What the last polynomials say, by power.
    last: [Option<DMatrix<f64>>; POWERS.len()],
}

impl Best {
    /// Takes in what one more derivative says.
    fn take_in(&mut self, steps: &[f64], found: &[DMatrix<f64>]) {
        let from = found.len().saturating_sub(NODES);
        for (power, last) in POWERS.into_iter().zip(&mut self.last) {
            let nodes: Vec<f64> = steps[from..].iter().map(|step| libm::pow(*step, power)).collect();
            let here = at_zero(&nodes, &found[from..]);
            if let Some(last) = last.as_ref().filter(|_| found.len() >= NODES) {
                let off = (&here - last).amax() / here.amax().max(f64::MIN_POSITIVE);
                if off < self.error {
                    (self.column, self.error) = (here.clone(), off);
                }
            }
            *last = Some(here);
        }
    }
}

impl ContactProblem {
    /// (V.11).
    pub(in super::super) fn limit(
        &self,
        direction: &Direction<ContactParameter>,
    ) -> Result<Limit, DerivativeError> {
        let only = std::slice::from_ref(direction);
        let Differentiated { solution, momenta, matrix, kinks } = self.differentiate(only)?;
        let kinks: Vec<Kink> = kinks.iter().filter_map(|form| form.kink(&[vec![(0, 1.0)]])).collect();
        let first = FIRST / self.size_of(direction);
        if kinks.is_empty() || !(first.is_finite() && first > 0.0) {
            let (error, duration_jumps) = (0.0, false);
            return Ok(Limit { solution, momenta, column: matrix, duration_jumps, error, kinks });
        }
        let (mut steps, mut found): (Vec<f64>, Vec<DMatrix<f64>>) = (Vec::new(), Vec::new());
        let mut best = Best { column: matrix, error: f64::INFINITY, last: [None, None] };
        let mut nearest = None;
        for number in 0..STEPS {
            let step = first * 0.5_f64.powi(number as i32);
            let Ok(there) = self.shifted(direction, step) else {
                return Err(DerivativeError::OutOfRange);
            };
            let Differentiated { solution: beyond, matrix, .. } = there.differentiate(only)?;
            steps.push(step);
            found.push(matrix);
            best.take_in(&steps, &found);
            nearest = Some((step, there, beyond));
            if best.error <= SETTLED {
                break;
            }
        }
        let Best { column, mut error, .. } = best;
        if column.amax() == 0.0 {
            error = 0.0;
        }
        let Some((step, there, beyond)) = nearest else { return Err(DerivativeError::NoLimit) };
        let missed = NO_JUMP.max(error);
        let duration_jumps = self.duration_jumps((&there, &beyond), &solution, (step, missed), &column)?;
        if error > NO_LIMIT {
            return Err(DerivativeError::NoLimit);
        }
        Ok(Limit { solution, momenta, column, duration_jumps, error, kinks })
    }

    /// The first limit of (V.11): whether the duration jumps, by more than the part by which a difference may miss the derivative. Nothing else may.
    fn duration_jumps(
        &self,
        (there, beyond): (&Self, &ContactSolution),
        solution: &ContactSolution,
        (step, missed): (f64, f64),
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
            let floor = missed * column.amax() * step + FLOOR * size(&value, is_timed(output));
            if (gained - step * derivative).abs() > floor {
                if !is_timed(output) {
                    return Err(DerivativeError::Jumps { output: output.to_string() });
                }
                duration_jumps = true;
            }
        }
        Ok(duration_jumps)
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
