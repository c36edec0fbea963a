//! The curve of impulses of Smith's law in space, and where it first reaches the final normal velocity.
//!
//! At a large P, which a large μ takes, P w is a small part of P and the rounding of w spoils it. The slip v_t⁺ is as good as
//! ever there, and gives the tangential impulse:
//!
//! ```text
//! p_t = −β P w = A⁻¹ (v_t⁺ − v_t − α P b) ,     N = α P c + b·p_t                                   (S.8)
//! ```
//!
//! Where Newton's method for (S.2) fails, as it may if |v_t| is small and w nearly a step, its length r = |v_t⁺| is halved
//! for. With the shares 1 − q and q of (S.3), (S.2) is linear in v_t⁺ for a given r,
//!
//! ```text
//! (1 + (q/r) β P A) v_t⁺ = v_t + α P b − (1 − q) β P A û                                            (S.9)
//! ```
//!
//! and |v_t⁺| > r if r is too small: a sign that changes once, as (S.2) has one solution.

use nalgebra::{Matrix2, Vector2, Vector3};

use super::Problem;
use crate::laws::rounding::{ROUNDING, ROUNDING_OF_REST};
use crate::laws::tangent::{perpendicular, polar};

/// Newton's method for (S.2) takes two or three passes from a neighbouring point, some more from afar; it need not converge from
/// everywhere.
const MOST_PASSES: usize = 12;

/// Passes that look for a summit: each halves the interval that it must be in.
const MOST_HALVINGS: usize = 30;

/// Safeguarded Newton's method for (S.4): bisection needs one pass a bit.
const MOST_REFINEMENTS: usize = 80;

/// Within this part of the P at which the slip may have changed by its own size, the direction of friction does not turn by more
/// than a few degrees, and N is straight but for that.
const FIRST_STEP: f64 = 1.0 / 16.0;

/// P grows by this factor a step while the slip changes,
const STRIDE: f64 = 1.5;
/// which lasts for this many steps, a factor of 10⁵ in P;
const STRIDES: usize = 28;
/// from then on the slip only tends to its limit, and P grows by this factor,
const LONG_STRIDE: f64 = 32.0;
/// for as long as there are numbers.
const MOST_STRIDES: usize = 260;

/// If W has no inverse, part of the velocity cannot change, but does so by the rounding of W p. Beyond this W p, in parts of the
/// velocity, that is more than 1e-12 of it, and the curve has long come to its end.
const LARGEST_PUSH: f64 = 1e4;

/// A determinant of A below this part of its terms is rounding.
const ROUNDING_OF_DETERMINANT: f64 = 1e-13;

/// The curve (S.2).
pub(super) struct Path<'a> {
    problem: &'a Problem<'a>,
    /// v_t.
    before: Vector2<f64>,
    /// A⁻¹, if there is one.
    inverse: Option<Matrix2<f64>>,
}

/// A point of the curve, with N(P) and its slope.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// P.
    size: f64,
    /// v_t⁺.
    slip: Vector2<f64>,
    /// dv_t⁺/dP.
    turn: Vector2<f64>,
    /// p_t.
    friction: Vector2<f64>,
    /// N.
    gain: f64,
    /// dN/dP.
    slope: f64,
}

/// w, and its derivative (S.3).
struct Mean {
    value: Vector2<f64>,
    derivative: Matrix2<f64>,
}

impl<'a> Path<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Self {
        let a = problem.scaled.blocks.tangential;
        let (product, coupling) = (a.m11 * a.m22, a.m12 * a.m12);
        let determinant = product - coupling;
        let inverse = (determinant > ROUNDING_OF_DETERMINANT * product)
            .then(|| Matrix2::new(a.m22, -a.m12, -a.m12, a.m11) / determinant);
        Self { problem, before: problem.scaled.velocity.xy(), inverse }
    }

    /// The impulse at the first point with N(P) = Δ, if there is one.
    pub fn solve(&self) -> Option<Vector3<f64>> {
        let end = self.first()?;
        let impulse = end.friction.push(self.problem.cone.normal * end.size);
        impulse.iter().all(|x| x.is_finite()).then_some(impulse)
    }

    /// The first point with N(P) = Δ.
    fn first(&self) -> Option<Step> {
        let problem = self.problem;
        let straight = problem.cone.normal * problem.scaled.blocks.normal;
        let skew = problem.cone.tangential * problem.scaled.blocks.coupling.norm();
        let lower_bound = problem.gain / (straight + skew);
        if straight <= skew {
            return self.march(self.step(lower_bound, self.before));
        }
        // As if the slip kept its direction.
        let turned = problem.cone.tangential * problem.direction;
        let drift =
            problem.scaled.blocks.coupling * problem.cone.normal - problem.scaled.blocks.tangential * turned;
        let size = problem.gain / (straight - problem.scaled.blocks.coupling.dot(&turned));
        let guess = self.step(size, self.before + drift * size);
        Some(self.refined([lower_bound, problem.gain / (straight - skew)], guess))
    }

    /// From a point below Δ to the first one at Δ.
    fn march(&self, lower_bound: Step) -> Option<Step> {
        let problem = self.problem;
        let origin = self.step(0.0, self.before);
        if problem.gain == 0.0 && origin.slope >= 0.0 {
            return Some(origin);
        }
        let drift = problem.cone.normal * problem.scaled.blocks.coupling.norm()
            + problem.cone.tangential * problem.scaled.blocks.tangential.norm();
        let straight = problem.cone.normal * problem.scaled.blocks.normal;
        let rounding = if problem.impact.mass().is_some() { ROUNDING } else { ROUNDING_OF_REST };
        let first = FIRST_STEP * problem.speed / drift;
        let (mut here, mut size) =
            if lower_bound.size > first { (lower_bound, lower_bound.size * STRIDE) } else { (origin, first) };
        for stride in 0..MOST_STRIDES {
            let next = self.step(size, here.slip);
            let terms = straight * size + problem.scaled.blocks.coupling.norm() * next.friction.norm();
            if next.gain - problem.gain > rounding * terms {
                return Some(self.refined([here.size, next.size], here));
            }
            if stride < STRIDES
                && let Some(summit) = self.over_a_summit(here, next)
            {
                return Some(summit);
            }
            let reversed = (next.slip + self.before).amax() <= f64::EPSILON * problem.speed;
            if problem.cone.is_infinite() && reversed {
                return None;
            }
            here = next;
            size *= if stride < STRIDES { STRIDE } else { LONG_STRIDE };
            if !size.is_finite() || self.is_hopeless(size) {
                break;
            }
        }
        None
    }

    /// Whether the curve is known to come to an end before P.
    fn is_hopeless(&self, size: f64) -> bool {
        let Problem { impact, scaled, cone, .. } = self.problem;
        let push = match self.inverse {
            Some(_) => cone.normal * size * scaled.blocks.normal,
            None => cone.tangential * size * scaled.blocks.tangential.amax(),
        };
        impact.mass().is_none() && push > LARGEST_PUSH * scaled.velocity.amax()
    }

    /// The first point at Δ between two below it, if N has a summit there that high.
    fn over_a_summit(&self, mut before: Step, mut after: Step) -> Option<Step> {
        let wanted = self.problem.gain;
        for _ in 0..MOST_HALVINGS {
            if before.slope <= 0.0 || after.slope >= 0.0 {
                return None;
            }
            let (width, fall) = (after.size - before.size, before.slope - after.slope);
            // Where the tangents meet: a summit does not reach beyond.
            let meeting = (after.gain - before.gain - after.slope * width) / fall;
            if before.gain + before.slope * meeting < wanted {
                return None;
            }
            let middle = self.step(before.size + width / 2.0, before.slip);
            if middle.gain > wanted {
                return Some(self.refined([before.size, middle.size], before));
            }
            *(if middle.slope > 0.0 { &mut before } else { &mut after }) = middle;
        }
        None
    }

    /// The point with N(P) = Δ in a bracket, by Newton's method from its lower end.
    fn refined(&self, [mut from, mut to]: [f64; 2], start: Step) -> Step {
        let mut here = start;
        for _ in 0..MOST_REFINEMENTS {
            let short = self.problem.gain - here.gain;
            if short == 0.0 {
                break;
            }
            *(if short > 0.0 { &mut from } else { &mut to }) = here.size;
            let newton = here.size + short / here.slope;
            let size = if newton > from && newton < to { newton } else { f64::midpoint(from, to) };
            let change = size - here.size;
            here = self.step(size, here.slip + here.turn * change);
            if change.abs() <= 2.0 * f64::EPSILON * size {
                break;
            }
        }
        here
    }

    /// The point of the curve at P, from a slip nearby.
    fn step(&self, size: f64, nearby: Vector2<f64>) -> Step {
        let (alpha, beta) = (self.problem.cone.normal, self.problem.cone.tangential);
        let (a, b) = (&self.problem.scaled.blocks.tangential, &self.problem.scaled.blocks.coupling);
        let (slip, mean) = self.slip_at(size, nearby);
        let pulled = mean.derivative * (beta * size);
        let drift = b * alpha - a * mean.value * beta;
        let turn = solved(&(Matrix2::identity() + a * pulled), &drift); // dv_t⁺/dP
        let (friction, rate) = match self.inverse {
            Some(inverse) if self.prefers(&inverse, size, &slip) => {
                (inverse * (slip - self.before - b * (alpha * size)), inverse * (turn - b * alpha)) // (S.8)
            }
            Some(_) | None => (mean.value * (-beta * size), -mean.value * beta - pulled * turn),
        };
        let straight = alpha * self.problem.scaled.blocks.normal;
        let (gain, slope) = (straight * size + b.dot(&friction), straight + b.dot(&rate)); // (S.4)
        Step { size, slip, turn, friction, gain, slope }
    }

    /// Whether the rounding of (S.8) is less than that of β P w.
    fn prefers(&self, inverse: &Matrix2<f64>, size: f64, slip: &Vector2<f64>) -> bool {
        let terms = slip.amax()
            + self.before.amax()
            + self.problem.cone.normal * size * self.problem.scaled.blocks.coupling.amax();
        inverse.amax() * terms < self.problem.cone.tangential * size
    }

    /// v_t⁺ of (S.2) at P, and w there: by Newton's method from a slip nearby, or by halving.
    fn slip_at(&self, size: f64, nearby: Vector2<f64>) -> (Vector2<f64>, Mean) {
        let pull = self.problem.scaled.blocks.tangential * (self.problem.cone.tangential * size);
        let target = self.before + self.problem.scaled.blocks.coupling * (self.problem.cone.normal * size);
        let mut slip = nearby;
        for _ in 0..MOST_PASSES {
            let mean = self.mean(slip);
            let left = slip + pull * mean.value - target; // (S.2)
            let terms = slip.amax() + target.amax() + pull.amax();
            let newton = solved(&(Matrix2::identity() + pull * mean.derivative), &left);
            if left.amax() <= 2.0 * f64::EPSILON * terms || newton.amax() <= f64::EPSILON * slip.amax() {
                return (slip, mean);
            }
            slip -= newton;
        }
        let slip = self.slip_by_halving(&pull, &target);
        (slip, self.mean(slip))
    }

    /// v_t⁺ of (S.2) from (S.9), by halving the numbers between which its length lies.
    fn slip_by_halving(&self, pull: &Matrix2<f64>, target: &Vector2<f64>) -> Vector2<f64> {
        let slip_of = |length: f64| {
            let (first, second) = self.shares(length);
            let stretch = if length > 0.0 { second / length } else { 0.0 };
            let right = target - pull * self.problem.direction * first;
            solved(&(Matrix2::identity() + pull * stretch), &right) // (S.9)
        };
        // Positive numbers are ordered as their bits are.
        let (mut from, mut to) = (0, f64::MAX.to_bits());
        while to - from > 1 {
            let middle = from + (to - from) / 2;
            let length = f64::from_bits(middle);
            *(if slip_of(length).norm() > length { &mut from } else { &mut to }) = middle;
        }
        slip_of(f64::from_bits(from))
    }

    /// The shares of the slip before and of that after, of this length, in w.
    fn shares(&self, length: f64) -> (f64, f64) {
        let ratio = length / self.problem.speed;
        if ratio <= 1.0 {
            let first = 1.0 / (1.0 + ratio * ratio);
            (first, ratio * ratio * first)
        } else {
            let second = 1.0 / (1.0 + 1.0 / ratio / ratio);
            (second / ratio / ratio, second)
        }
    }

    /// w and (S.3).
    fn mean(&self, slip: Vector2<f64>) -> Mean {
        let before = self.problem.direction;
        let Some((length, after)) = polar(slip) else {
            return Mean { value: before, derivative: Matrix2::zeros() };
        };
        let (first, second) = self.shares(length);
        let across = perpendicular(&after);
        let radial = (after - before) * after.transpose() * (2.0 * first);
        let derivative = (radial + across * across.transpose()) * (second / length); // (S.3)
        Mean { value: before * first + after * second, derivative }
    }
}

/// x of K x = y for a K that is not singular.
fn solved(matrix: &Matrix2<f64>, right: &Vector2<f64>) -> Vector2<f64> {
    let determinant = matrix.m11 * matrix.m22 - matrix.m12 * matrix.m21;
    let x = matrix.m22 * right.x - matrix.m12 * right.y;
    let y = matrix.m11 * right.y - matrix.m21 * right.x;
    Vector2::new(x, y) / determinant
}
