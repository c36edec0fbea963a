//! Least squares over the three stiffness ratios of a cue's strike, by Levenberg and Marquardt's method.
//!
//! The unknowns are x = (ln k₂/k₁, ln η₁², ln η₂²), the residuals
//!
//! ```text
//! r = (v, (2/5)R ω) − the same of a target                                                      (F.1)
//! ```
//!
//! all in metres per second: (2/5)R ω is the impulse over the mass that gives the spin. Components that the target leaves open are
//! zero.

use nalgebra::{Matrix3, Matrix6x3, Vector3, Vector6};

use super::masse::Shot;
use crate::item::Unmet;

/// Step of a logarithm in difference quotients: its square and rounding over it are both small.
const DIFFERENCE: f64 = 1e-6;
/// Steps of the search, which is over when the step is below the tolerance.
const ITERATIONS: usize = 100;
/// A step of the logarithms that no table shows.
const SETTLED: f64 = 1e-7;

/// Velocities in m/s and angular velocities in rad/s that a strike should give; nothing for those that are not known.
pub type Target = [Option<f64>; 6];

/// A strike and the velocities that it should give.
#[derive(Debug, Clone, Copy)]
pub struct Problem {
    /// The strike, whose three ratios are sought.
    pub shot: Shot,
    /// What it should give.
    pub target: Target,
}

/// The least sum of squares that a search found.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The strike with the ratios found.
    pub shot: Shot,
    /// Their logarithms.
    pub unknowns: Vector3<f64>,
    /// (F.1) there, in m/s.
    pub residual: Vector6<f64>,
    /// ∂r/∂x there, in m/s.
    pub jacobian: Matrix6x3<f64>,
}

impl Problem {
    fn with(&self, unknowns: &Vector3<f64>) -> Shot {
        let [ratio, tip, cloth] = unknowns.map(f64::exp).into();
        Shot { ratio, compliance: [tip, cloth], ..self.shot }
    }

    /// (F.1).
    pub fn residual(&self, unknowns: &Vector3<f64>) -> Result<Vector6<f64>, Unmet> {
        let stroke = self.with(unknowns).stroke()?;
        let arm = 0.4 * self.shot.radius;
        let off = |i: usize, wanted: f64| {
            if i < 3 { stroke.velocity[i] - wanted } else { arm * (stroke.angular_velocity[i - 3] - wanted) }
        };
        Ok(Vector6::from_fn(|i, _| self.target[i].map_or(0.0, |wanted| off(i, wanted))))
    }

    fn jacobian(&self, unknowns: &Vector3<f64>, here: &Vector6<f64>) -> Result<Matrix6x3<f64>, Unmet> {
        let mut jacobian = Matrix6x3::zeros();
        for column in 0..3 {
            let there = self.residual(&(unknowns + Vector3::ith(column, DIFFERENCE)))?;
            jacobian.set_column(column, &((there - here) / DIFFERENCE));
        }
        Ok(jacobian)
    }

    fn search(&self, start: Vector3<f64>) -> Result<Fit, Unmet> {
        let mut x = start;
        let mut r = self.residual(&x)?;
        let mut j = self.jacobian(&x, &r)?;
        let mut damping = 1e-2;
        for _ in 0..ITERATIONS {
            let normal = j.transpose() * j;
            let damped = normal + Matrix3::from_diagonal(&normal.diagonal()) * damping;
            let Some(step) = damped.lu().solve(&(j.transpose() * -r)) else { break };
            match self.residual(&(x + step)) {
                Ok(better) if better.norm() < r.norm() => {
                    (x, r, damping) = (x + step, better, damping / 5.0);
                    j = self.jacobian(&x, &r)?;
                }
                Ok(_) | Err(_) => damping *= 5.0,
            }
            if step.norm() < SETTLED {
                break;
            }
        }
        Ok(Fit { shot: self.with(&x), unknowns: x, residual: r, jacobian: j })
    }

    /// The best of the searches from the given logarithms.
    pub fn solve(&self, starts: &[Vector3<f64>]) -> Result<Fit, Unmet> {
        let fits = starts.iter().filter_map(|&start| self.search(start).ok());
        let least = fits.min_by(|a, b| a.residual.norm().total_cmp(&b.residual.norm()));
        least.ok_or_else(|| "no search succeeded".into())
    }
}

/// Where searches begin, as logarithms: the paper's guess, and one with a stiffer tip.
pub fn starts() -> [Vector3<f64>; 2] {
    [Vector3::new(0.8, 7.0, 10.0), Vector3::new(1.0, 1.0, 10.0)].map(|start| start.map(f64::ln))
}
