//! The curve of impulses of Smith's law in space, and where it first reaches the final normal velocity.

use nalgebra::{Matrix2, Vector2};

use super::super::scaled::polar;
use super::{Point, Problem};

/// Newton's method for (S.2) takes a handful of passes from a neighbouring point; halved steps are for points far away.
const MOST_PASSES: usize = 80;

/// A step of Newton's method is halved no further than this: below, nothing but rounding is left of the residual.
const SHORTEST_STEP: f64 = 1.0 / 1024.0;

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

/// The curve (S.2).
pub(super) struct Path<'a> {
    problem: &'a Problem<'a>,
    /// v_t.
    before: Vector2<f64>,
}

/// A point of the curve, with N(P) and its slope.
#[derive(Debug, Clone, Copy)]
struct Step {
    point: Point,
    gain: f64,
    slope: f64,
}

/// w, and its derivative (S.3).
struct Mean {
    value: Vector2<f64>,
    derivative: Matrix2<f64>,
}

impl<'a> Path<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Self {
        Self { problem, before: problem.scaled.velocity.xy() }
    }

    /// The first point with N(P) = Δ, if there is one.
    pub fn solve(&self) -> Option<Point> {
        let problem = self.problem;
        let straight = problem.cone.normal * problem.scaled.normal;
        let skew = problem.cone.tangential * problem.scaled.coupling.norm();
        let start = self.step(problem.gain / (straight + skew), self.before);
        if straight > skew {
            let bracket = [start.point.size, problem.gain / (straight - skew)];
            return Some(self.refined(bracket, start));
        }
        self.march(start)
    }

    /// From a point below Δ to the first one at Δ.
    fn march(&self, lower_bound: Step) -> Option<Point> {
        let problem = self.problem;
        let origin = self.step(0.0, self.before);
        if problem.gain == 0.0 && origin.slope >= 0.0 {
            return Some(origin.point);
        }
        let drift = problem.cone.normal * problem.scaled.coupling.norm()
            + problem.cone.tangential * problem.scaled.tangential.norm();
        let first = FIRST_STEP * problem.speed / drift;
        let (mut here, mut size) = if lower_bound.point.size > first {
            (lower_bound, lower_bound.point.size * STRIDE)
        } else {
            (origin, first)
        };
        for stride in 0..MOST_STRIDES {
            let next = self.step(size, here.point.slip);
            if next.gain > problem.gain {
                return Some(self.refined([here.point.size, next.point.size], here));
            }
            if let Some(point) = self.over_a_summit(here, next) {
                return Some(point);
            }
            here = next;
            size *= if stride < STRIDES { STRIDE } else { LONG_STRIDE };
            if !size.is_finite() {
                break;
            }
        }
        None
    }

    /// The first point at Δ between two below it, if N has a summit there that high.
    fn over_a_summit(&self, mut before: Step, mut after: Step) -> Option<Point> {
        let wanted = self.problem.gain;
        for _ in 0..MOST_REFINEMENTS {
            if before.slope <= 0.0 || after.slope >= 0.0 {
                return None;
            }
            let (width, fall) = (after.point.size - before.point.size, before.slope - after.slope);
            // Where the tangents meet: a summit does not reach beyond.
            let meeting = (after.gain - before.gain - after.slope * width) / fall;
            if before.gain + before.slope * meeting < wanted {
                return None;
            }
            let middle = self.step(before.point.size + width / 2.0, before.point.slip);
            if middle.gain > wanted {
                return Some(self.refined([before.point.size, middle.point.size], before));
            }
            *(if middle.slope > 0.0 { &mut before } else { &mut after }) = middle;
        }
        None
    }

    /// The point with N(P) = Δ in a bracket, by Newton's method from its lower end.
    fn refined(&self, [mut from, mut to]: [f64; 2], start: Step) -> Point {
        let mut here = start;
        for _ in 0..MOST_REFINEMENTS {
            let short = self.problem.gain - here.gain;
            if short == 0.0 {
                break;
            }
            *(if short > 0.0 { &mut from } else { &mut to }) = here.point.size;
            let newton = here.point.size + short / here.slope;
            let size = if newton > from && newton < to { newton } else { f64::midpoint(from, to) };
            let change = (size - here.point.size).abs();
            here = self.step(size, here.point.slip);
            if change <= 2.0 * f64::EPSILON * size {
                break;
            }
        }
        here.point
    }

    /// The point of the curve at P, from a slip nearby.
    fn step(&self, size: f64, nearby: Vector2<f64>) -> Step {
        let (alpha, beta) = (self.problem.cone.normal, self.problem.cone.tangential);
        let (a, b) = (&self.problem.scaled.tangential, &self.problem.scaled.coupling);
        let (slip, mean) = self.slip_at(size, nearby);
        let pulled = mean.derivative * (beta * size);
        let drift = b * alpha - a * mean.value * beta;
        let turn = solved(&(Matrix2::identity() + a * pulled), &drift); // dv_t⁺/dP
        let rate = alpha * self.problem.scaled.normal - beta * b.dot(&mean.value);
        Step {
            point: Point { size, slip, mean: mean.value },
            gain: size * rate, // (S.4)
            slope: rate - b.dot(&(pulled * turn)),
        }
    }

    /// v_t⁺ of (S.2) at P, and w there.
    fn slip_at(&self, size: f64, nearby: Vector2<f64>) -> (Vector2<f64>, Mean) {
        let pull = self.problem.scaled.tangential * (self.problem.cone.tangential * size);
        let target = self.before + self.problem.scaled.coupling * (self.problem.cone.normal * size);
        let residual = |slip: &Vector2<f64>, mean: &Mean| slip + pull * mean.value - target; // (S.2)
        let mut slip = nearby;
        let mut mean = self.mean(slip);
        let mut left = residual(&slip, &mean);
        for _ in 0..MOST_PASSES {
            let newton = solved(&(Matrix2::identity() + pull * mean.derivative), &left);
            let mut part = 1.0;
            let (next, next_mean, next_left) = loop {
                let next = slip - newton * part;
                let next_mean = self.mean(next);
                let next_left = residual(&next, &next_mean);
                if next_left.norm() < left.norm() || part < SHORTEST_STEP {
                    break (next, next_mean, next_left);
                }
                part /= 2.0;
            };
            if next_left.norm() >= left.norm() {
                break;
            }
            (slip, mean, left) = (next, next_mean, next_left);
        }
        (slip, mean)
    }

    /// w and (S.3).
    fn mean(&self, slip: Vector2<f64>) -> Mean {
        let before = self.problem.direction;
        let Some((length, after)) = polar(slip) else {
            return Mean { value: before, derivative: Matrix2::zeros() };
        };
        let ratio = length / self.problem.speed;
        let (first, second) = if ratio <= 1.0 {
            let first = 1.0 / (1.0 + ratio * ratio);
            (first, ratio * ratio * first)
        } else {
            let second = 1.0 / (1.0 + 1.0 / ratio / ratio);
            (second / ratio / ratio, second)
        };
        let across = Vector2::new(-after.y, after.x);
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
