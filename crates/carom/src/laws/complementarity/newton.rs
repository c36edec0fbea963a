//! Newton's method on the conditions (Z.5) of all contacts at once.
//!
//! On either side of its kinks (Z.5) is smooth, and which side applies is decided anew in every pass:
//!
//! ```text
//! normal      at rest, vₙ < w(pₙ − least):       vₙ/w = 0 ;      otherwise  pₙ − least = 0
//! tangential  stick, |y| ≤ μpₙ:                   v_t/w = 0 ;     otherwise  p_t − μpₙ ŷ = 0 ,   y = p_t − v_t/w
//! ```
//!
//! Each pass solves J p' = J p − F. Where contacts are redundant J is singular; the least p' shares loads evenly, the p' least
//! distant from p keeps what the sweeps found.

use nalgebra::{DMatrix, DVector, Dyn, LU, Matrix2, Matrix2x3, Vector2, Vector3};

use super::of_contact;
use super::system::{System, Task};
use crate::coupling::NORMAL;

/// Newton's method doubles its digits once it is on the right side of every kink.
const MOST_PASSES: usize = 30;

/// Passes in a row that may bring nothing, on the way from one side of a kink to the other.
const MOST_STALE: usize = 3;

/// A singular value below this part of the largest is zero: contacts that share a load in a way rigid bodies leave open.
const SINGULAR: f64 = 1e-10;

/// Each improvement multiplies the error by that of the factors, which is below 10⁻⁵ for those above.
const IMPROVEMENTS: usize = 3;

/// If the smallest pivot is larger than this part of the largest, elimination loses few digits and J has an inverse; otherwise
/// its singular values decide.
const REGULAR: f64 = 1e-7;

/// How redundant contacts share their load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    /// With the least impulses.
    Evenly,
    /// As the impulses do that Newton's method starts from.
    AsGiven,
}

/// Solves J x = f; with the least x where J is singular.
enum Solver {
    Regular(DMatrix<f64>, LU<f64, Dyn, Dyn>),
    Singular(DMatrix<f64>, DMatrix<f64>),
}

impl Solver {
    /// None if J is not finite.
    fn of(matrix: DMatrix<f64>) -> Option<Self> {
        if matrix.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let factor = matrix.clone().lu();
        let pivots = factor.u().diagonal().abs();
        if pivots.min() > REGULAR * pivots.max() {
            return Some(Self::Regular(matrix, factor));
        }
        let svd = matrix.clone().svd(true, true);
        let cutoff = SINGULAR * svd.singular_values.max();
        let inverse = svd.pseudo_inverse(cutoff).ok()?;
        Some(Self::Singular(matrix, inverse))
    }

    fn matrix(&self) -> &DMatrix<f64> {
        match self {
            Self::Regular(matrix, _) | Self::Singular(matrix, _) => matrix,
        }
    }

    /// The solution, improved by what it leaves.
    fn solve(&self, right: &DVector<f64>) -> DVector<f64> {
        let mut solution = DVector::zeros(right.len());
        for _ in 0..IMPROVEMENTS {
            let left = right - self.matrix() * &solution;
            solution += match self {
                Self::Regular(_, factor) => factor.solve(&left).unwrap_or(left),
                Self::Singular(_, inverse) => inverse * left,
            };
        }
        solution
    }
}

impl System {
    /// The best impulses of some passes from the given ones.
    pub(super) fn newton(&self, task: &Task, from: &DVector<f64>, sharing: Sharing) -> Option<DVector<f64>> {
        let mut impulse = from.clone();
        let (mut best, mut least, mut stale) = (None, f64::INFINITY, 0);
        for _ in 0..MOST_PASSES {
            let (jacobian, value) = self.linearised(task, &impulse);
            let solver = Solver::of(jacobian)?;
            impulse = match sharing {
                Sharing::Evenly => solver.solve(&(solver.matrix() * &impulse - value)),
                Sharing::AsGiven => &impulse - solver.solve(&value),
            };
            let residual = self.worst(task, &impulse).1;
            if residual < least {
                (best, least, stale) = (Some(impulse.clone()), residual, 0);
            } else {
                stale += 1;
            }
            if stale > MOST_STALE {
                break;
            }
        }
        best
    }

    /// F and its derivative J, all in N s.
    fn linearised(&self, task: &Task, impulse: &DVector<f64>) -> (DMatrix<f64>, DVector<f64>) {
        let n = self.contacts();
        let velocity = self.velocity(task, impulse);
        let mut jacobian = DMatrix::zeros(3 * n, 3 * n);
        let mut value = DVector::zeros(3 * n);
        for i in 0..n {
            let (p, v, w) = (of_contact(impulse, i), of_contact(&velocity, i), self.weight[i]);
            let normal = 3 * i + NORMAL;
            if v.z < w * (p.z - task.least[i]) {
                value[normal] = v.z / w;
                jacobian.row_mut(normal).copy_from(&(self.matrix.row(normal) / w));
            } else {
                value[normal] = p.z - task.least[i];
                jacobian[(normal, normal)] = 1.0;
            }
            let tangents = self.linearised_tangents(&p, &v, i);
            value.fixed_rows_mut::<2>(3 * i).copy_from(&tangents.value);
            let rows = self.matrix.fixed_rows::<2>(3 * i) / w;
            jacobian.fixed_rows_mut::<2>(3 * i).copy_from(&(tangents.by_velocity * rows));
            let mut own = jacobian.fixed_view_mut::<2, 3>(3 * i, 3 * i);
            own += tangents.by_impulse;
        }
        (jacobian, value)
    }

    fn linearised_tangents(&self, p: &Vector3<f64>, v: &Vector3<f64>, i: usize) -> Tangents {
        let (w, mu) = (self.weight[i], self.friction[i]);
        let y = p.xy() - v.xy() / w;
        let (size, radius) = (y.norm(), mu * p.z.max(0.0));
        if size <= radius && mu > 0.0 {
            let (by_velocity, by_impulse) = (Matrix2::identity(), Matrix2x3::zeros());
            return Tangents { value: v.xy() / w, by_velocity, by_impulse };
        }
        let (unit, turn) = if size > 0.0 {
            let unit = y / size;
            (unit, (Matrix2::identity() - unit * unit.transpose()) * (radius / size))
        } else {
            (Vector2::zeros(), Matrix2::zeros())
        };
        let mut by_impulse = Matrix2x3::zeros();
        by_impulse.fixed_columns_mut::<2>(0).copy_from(&(Matrix2::identity() - turn));
        by_impulse.set_column(NORMAL, &(unit * -mu));
        Tangents { value: p.xy() - unit * radius, by_velocity: turn, by_impulse }
    }
}

/// The tangential part of F at one contact, and its derivatives by v_t/w and by the contact's own impulse.
struct Tangents {
    value: Vector2<f64>,
    by_velocity: Matrix2<f64>,
    by_impulse: Matrix2x3<f64>,
}
