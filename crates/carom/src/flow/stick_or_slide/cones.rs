//! Whether contacts of which some are closed can hold the bodies: forces inside all cones that stop everything.
//!
//! The reaction q of a closed contact is not given, as that of a spring is; with its friction x it lies in a cone. Contacts of both kinds
//! hold if and only if the least of
//!
//! ```text
//! z·R z/2 + b·z    over   |x| ≤ μq at closed contacts,  |x| ≤ r at springs,  q ≥ 0 where nothing rubs           (G.5)
//! ```
//!
//! leaves no acceleration R z + b. (If it leaves some, its forces are not those of Coulomb's law, under which what slides does not lift:
//! the problem is convex, the law is not.) Where they hold, the motion is known whatever share of the load each of them has; the one found is
//! in the middle of all cones, as Newton's method on (G.5) with a barrier −τ ln(μ²q² − |x|²) finds it, and of moderate size: redundant
//! contacts may brace each other with any force.

use nalgebra::{DMatrix, DVector};

use crate::flow::equations::Solver;

/// The barrier falls by this factor from one stage to the next.
const STAGE: f64 = 0.1;
/// Stages: the last barrier is 10⁻¹³ of the first.
const STAGES: usize = 13;
/// Newton steps at each stage.
const MOST_STEPS: usize = 30;
/// Forces with which contacts brace each other are kept moderate by this part of R.
const BRACING: f64 = 1e-9;
/// Accelerations below this part of what the pushes cause are what the barrier leaves.
const HOLDS: f64 = 1e-3;
/// Accelerations below this part of what the pushes cause are none.
const STILL: f64 = 1e-9;

/// In every cone so much room must be left, relative to its square: contacts that hold without any to spare are on the cone, and
/// decided with those that slide. Where the room is δ the last barrier τ leaves an acceleration of τ/δ, which is less than δ while δ exceeds √τ = 3·10⁻⁷.
const ROOM: f64 = 1e-6;

/// Where a force may lie.
#[derive(Debug, Clone, Copy)]
pub(in crate::flow) enum Bound {
    /// Rows of x, and the radius.
    Disc([usize; 2], f64),
    /// Rows of x, the row of q, and μ.
    Cone([usize; 2], usize, f64),
    /// A row.
    Positive(usize),
}

/// (G.5).
pub(in crate::flow) struct Cones<'a> {
    pub response: &'a DMatrix<f64>,
    pub push: &'a DVector<f64>,
    pub bounds: &'a [Bound],
}

impl Cones<'_> {
    /// Forces that hold, if there are any.
    pub fn hold(&self) -> Option<DVector<f64>> {
        let n = self.push.len();
        let size = self.response.diagonal().max();
        let push = self.push.amax();
        if !(size > 0.0 && push > 0.0) {
            return (push == 0.0).then(|| DVector::zeros(n));
        }
        // In units in which the largest response and the largest push are one.
        let force = push / size;
        let mut matrix = self.response / size;
        for i in 0..n {
            matrix[(i, i)] += BRACING;
        }
        let scaled = self.scaled_bounds(force)?;
        let wanted = self.push / push;
        let mut z = self.inside(&scaled, n);
        let mut tau = 1.0;
        for _ in 0..STAGES {
            for _ in 0..MOST_STEPS {
                let (slope, curvature) = barrier(&z, &scaled, tau);
                let gradient = &matrix * &z + &wanted + slope;
                let step = (&matrix + curvature).cholesky()?.solve(&-&gradient);
                let decrement = -gradient.dot(&step);
                let length = longest(&z, &step, &scaled);
                z += step
                    * if decrement.sqrt() > 0.25 * tau.sqrt() {
                        (0.9 * length).min(1.0)
                    } else {
                        length.min(1.0)
                    };
                if decrement <= 1e-4 * tau || !decrement.is_finite() {
                    break;
                }
            }
            tau *= STAGE;
        }
        let left = self.response * &z / size + &wanted;
        if left.amax() > HOLDS {
            return None;
        }
        // What the barrier has left of acceleration is taken, and whether all cones have room is asked of forces that hold.
        z -= Solver::of(self.response / size, &vec![1.0; n]).solve(&left);
        let has_room = |&bound: &Bound| slack(&z, bound) > ROOM * size_of(&z, bound);
        let left = self.response * &z / size + wanted;
        (left.amax() <= STILL && scaled.iter().all(has_room)).then(|| z * force)
    }

    fn scaled_bounds(&self, force: f64) -> Option<Vec<Bound>> {
        let scaled = |&bound: &Bound| match bound {
            Bound::Disc(rows, radius) => (radius > 0.0).then_some(Bound::Disc(rows, radius / force)),
            Bound::Cone(..) | Bound::Positive(_) => Some(bound),
        };
        self.bounds.iter().map(scaled).collect()
    }

    fn inside(&self, bounds: &[Bound], n: usize) -> DVector<f64> {
        let mut z = DVector::zeros(n);
        for bound in bounds {
            if let Bound::Cone(_, q, _) | Bound::Positive(q) = *bound {
                z[q] = 1.0;
            }
        }
        z
    }
}

/// Slope and curvature of the barriers.
fn barrier(z: &DVector<f64>, bounds: &[Bound], tau: f64) -> (DVector<f64>, DMatrix<f64>) {
    let n = z.len();
    let (mut slope, mut curvature) = (DVector::zeros(n), DMatrix::zeros(n, n));
    for &bound in bounds {
        let (rows, weights): (Vec<usize>, Vec<f64>) = match bound {
            Bound::Disc([x, y], _) => (vec![x, y], vec![-1.0, -1.0]),
            Bound::Cone([x, y], q, mu) => (vec![x, y, q], vec![-1.0, -1.0, mu * mu]),
            Bound::Positive(q) => {
                slope[q] -= tau / z[q];
                curvature[(q, q)] += tau / (z[q] * z[q]);
                continue;
            }
        };
        let s = slack(z, bound);
        for (&i, w) in rows.iter().zip(&weights) {
            let rise = 2.0 * w * z[i]; // of s
            slope[i] -= tau * rise / s;
            curvature[(i, i)] -= tau * 2.0 * w / s;
            for (&j, v) in rows.iter().zip(&weights) {
                curvature[(i, j)] += tau * rise * 2.0 * v * z[j] / (s * s);
            }
        }
    }
    (slope, curvature)
}

/// μ²q² − |x|², r² − |x|² or q.
fn slack(z: &DVector<f64>, bound: Bound) -> f64 {
    match bound {
        Bound::Disc([x, y], r) => r * r - z[x] * z[x] - z[y] * z[y],
        Bound::Cone([x, y], q, mu) => mu * mu * z[q] * z[q] - z[x] * z[x] - z[y] * z[y],
        Bound::Positive(q) => z[q],
    }
}

/// What the slack would be without friction.
fn size_of(z: &DVector<f64>, bound: Bound) -> f64 {
    match bound {
        Bound::Disc(_, r) => r * r,
        Bound::Cone(_, q, mu) => mu * mu * z[q] * z[q],
        Bound::Positive(_) => 0.0,
    }
}

/// How far a step may go inside all bounds.
fn longest(z: &DVector<f64>, step: &DVector<f64>, bounds: &[Bound]) -> f64 {
    let is_inside = |length: f64, bound: Bound| {
        let moved = z + step * length;
        let on_its_side = match bound {
            Bound::Cone(_, q, _) | Bound::Positive(q) => moved[q] > 0.0,
            Bound::Disc(..) => true,
        };
        on_its_side && slack(&moved, bound) > 0.0
    };
    let mut length = 1.0 / 0.9;
    while length > 1e-12 && !bounds.iter().all(|&bound| is_inside(length, bound)) {
        length *= 0.7;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dvector;

    /// A body pushed into a groove of two closed walls that meet at this half angle, in the plane of both: rows (t, ., n) of each.
    fn groove(half_angle: f64, mu: f64, push: [f64; 2]) -> Option<DVector<f64>> {
        let (sine, cosine) = libm::sincos(half_angle);
        // Normals (±cos, sin), tangents (∓sin, cos); the second tangents do nothing.
        let rows = [[-sine, cosine], [0.0, 0.0], [cosine, sine], [sine, cosine], [0.0, 0.0], [-cosine, sine]];
        let j = DMatrix::from_fn(6, 2, |i, k| rows[i][k]);
        let response = &j * j.transpose();
        let push = &j * dvector![push[0], push[1]];
        let bounds = [Bound::Cone([0, 1], 2, mu), Bound::Cone([3, 4], 5, mu)];
        Cones { response: &response, push: &push, bounds: &bounds }.hold()
    }

    #[test]
    fn a_groove_holds_what_is_pushed_into_it_and_what_is_pulled_out_only_if_it_locks() {
        assert!(groove(0.5, 0.3, [0.0, -1.0]).is_some());
        // Pulled out, friction must reach beyond the tangent of the half angle: sin < mu cos.
        assert!(groove(0.5, 0.3, [0.0, 1.0]).is_none());
        assert!(groove(0.5, 0.7, [0.0, 1.0]).is_some());
    }

    #[test]
    fn forces_that_hold_lie_in_their_cones() {
        let mu = 0.4;
        let z = groove(0.7, mu, [0.2, -1.0]).expect("pushed into the groove");
        for contact in 0..2 {
            assert!(libm::hypot(z[3 * contact], z[3 * contact + 1]) <= mu * z[3 * contact + 2]);
        }
    }
}
