//! The three families of paths: sliding then rolling, sliding only, rolling only.
//!
//! Unknowns, in this order:
//!
//! ```text
//! both      p₀ (2)  v₀ (2)  s₀ (2)  [μ_s]  [μ_r]
//! sliding   p₀ (2)  v₀ (2)  azimuth of s₀  or, if μ_s is sought,  μ_s ŝ (2)
//! rolling   p₀ (2)  v₀ (2)  [μ_r]
//! ```

use nalgebra::{DVector, Matrix2, Matrix2xX, Vector2};

use super::fit::Paths;
use super::model::{Gradient, PathParameters, position_and_gradient};
use super::{Coefficient, RecoveryProblem};

/// Sliding, then rolling.
pub(super) struct Both<'a>(pub &'a RecoveryProblem);
/// Sliding up to the last sample.
pub(super) struct SlidingOnly<'a>(pub &'a RecoveryProblem);
/// Rolling from the first sample on.
pub(super) struct RollingOnly<'a>(pub &'a RecoveryProblem);

fn is_sought(coefficient: Coefficient) -> bool {
    match coefficient {
        Coefficient::Known(_) => false,
        Coefficient::Sought { .. } => true,
    }
}

/// The coefficient among the unknowns, at `place` if it is sought, and the place after it.
fn coefficient(given: Coefficient, unknowns: &DVector<f64>, place: usize) -> (f64, usize) {
    match given {
        Coefficient::Known(value) => (value, place),
        Coefficient::Sought { .. } => (unknowns[place], place + 1),
    }
}

/// Some columns of a gradient.
fn picked(gradient: &Gradient, columns: &[usize]) -> Matrix2xX<f64> {
    Matrix2xX::from_fn(columns.len(), |row, place| gradient[(row, columns[place])])
}

fn pair(unknowns: &DVector<f64>, place: usize) -> Vector2<f64> {
    Vector2::new(unknowns[place], unknowns[place + 1])
}

impl Both<'_> {
    pub fn path(&self, unknowns: &DVector<f64>) -> PathParameters {
        let (sliding_friction, next) = coefficient(self.0.sliding_friction, unknowns, 6);
        let (rolling_friction, _) = coefficient(self.0.rolling_friction, unknowns, next);
        PathParameters {
            position: pair(unknowns, 0),
            velocity: pair(unknowns, 2),
            slip: pair(unknowns, 4),
            sliding_friction,
            rolling_friction,
        }
    }

    /// The numbers that set a path.
    pub fn unknowns_of(&self, path: &PathParameters) -> DVector<f64> {
        let vectors = [path.position, path.velocity, path.slip];
        let mut numbers: Vec<f64> = vectors.iter().flat_map(|vector| [vector.x, vector.y]).collect();
        if is_sought(self.0.sliding_friction) {
            numbers.push(path.sliding_friction);
        }
        if is_sought(self.0.rolling_friction) {
            numbers.push(path.rolling_friction);
        }
        DVector::from_vec(numbers)
    }
}

impl Paths for Both<'_> {
    fn unknowns(&self) -> usize {
        6 + usize::from(is_sought(self.0.sliding_friction)) + usize::from(is_sought(self.0.rolling_friction))
    }

    fn at(&self, unknowns: &DVector<f64>, time: f64) -> Option<(Vector2<f64>, Matrix2xX<f64>)> {
        let path = self.path(unknowns);
        if !(path.sliding_friction > 0.0 && path.rolling_friction > 0.0) {
            return None;
        }
        let (position, gradient) = position_and_gradient(&path, self.0.gravity, time);
        let mut columns: Vec<usize> = (0..6).collect();
        columns.extend(is_sought(self.0.sliding_friction).then_some(6));
        columns.extend(is_sought(self.0.rolling_friction).then_some(7));
        Some((position, picked(&gradient, &columns)))
    }
}

impl SlidingOnly<'_> {
    /// μ_s ŝ and its derivatives.
    fn pull(&self, unknowns: &DVector<f64>) -> (Vector2<f64>, Matrix2xX<f64>) {
        match self.0.sliding_friction {
            Coefficient::Known(mu) => {
                let (sine, cosine) = libm::sincos(unknowns[4]);
                let across = Vector2::new(-sine, cosine) * mu;
                (Vector2::new(cosine, sine) * mu, Matrix2xX::from_columns(&[across]))
            }
            Coefficient::Sought { .. } => {
                let axes = [Vector2::x(), Vector2::y()];
                (pair(unknowns, 4), Matrix2xX::from_columns(&axes))
            }
        }
    }
}

impl Paths for SlidingOnly<'_> {
    fn unknowns(&self) -> usize {
        5 + usize::from(is_sought(self.0.sliding_friction))
    }

    /// (V.4).
    fn at(&self, unknowns: &DVector<f64>, time: f64) -> Option<(Vector2<f64>, Matrix2xX<f64>)> {
        let (pull, by_unknowns) = self.pull(unknowns);
        let fallen = 0.5 * self.0.gravity * time * time;
        let position = pair(unknowns, 0) + pair(unknowns, 2) * time - pull * fallen;
        let mut gradient = Matrix2xX::zeros(self.unknowns());
        gradient.fixed_columns_mut::<2>(0).copy_from(&Matrix2::identity());
        gradient.fixed_columns_mut::<2>(2).copy_from(&(Matrix2::identity() * time));
        gradient.columns_mut(4, by_unknowns.ncols()).copy_from(&(by_unknowns * -fallen));
        Some((position, gradient))
    }
}

impl RollingOnly<'_> {
    fn path(&self, unknowns: &DVector<f64>) -> PathParameters {
        let (rolling_friction, _) = coefficient(self.0.rolling_friction, unknowns, 4);
        PathParameters {
            position: pair(unknowns, 0),
            velocity: pair(unknowns, 2),
            slip: Vector2::zeros(),
            sliding_friction: self.0.sliding_friction.start(),
            rolling_friction,
        }
    }
}

impl Paths for RollingOnly<'_> {
    fn unknowns(&self) -> usize {
        4 + usize::from(is_sought(self.0.rolling_friction))
    }

    fn at(&self, unknowns: &DVector<f64>, time: f64) -> Option<(Vector2<f64>, Matrix2xX<f64>)> {
        let path = self.path(unknowns);
        if path.rolling_friction <= 0.0 {
            return None;
        }
        let (position, gradient) = position_and_gradient(&path, self.0.gravity, time);
        let mut columns: Vec<usize> = (0..4).collect();
        columns.extend(is_sought(self.0.rolling_friction).then_some(7));
        Some((position, picked(&gradient, &columns)))
    }
}
