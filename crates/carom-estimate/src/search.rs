//! The way down: (LS.3) with λ that follows how well the last step was foretold.

use nalgebra::{DMatrix, DVector};

use crate::boxed::least_squares_in_box;
use crate::triangle::Triangle;

/// Something to be minimised: (LS.1).
pub trait Problem {
    /// How many parameters there are.
    fn parameters(&self) -> usize;

    /// Cost, residuals and derivatives at a point, reduced; nothing if the residuals do not exist there.
    fn reduced(&self, x: &DVector<f64>) -> Option<Triangle>;

    /// The cost alone, if that is cheaper.
    fn cost(&self, x: &DVector<f64>) -> Option<f64> {
        self.reduced(x).map(|triangle| triangle.cost)
    }
}

/// Where parameters may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Least values.
    pub lower: DVector<f64>,
    /// Greatest values, not below the least.
    pub upper: DVector<f64>,
}

impl Bounds {
    /// Least and greatest values, one for each parameter.
    #[must_use]
    pub fn new(lower: Vec<f64>, upper: Vec<f64>) -> Self {
        Self { lower: DVector::from_vec(lower), upper: DVector::from_vec(upper) }
    }

    /// None at all.
    #[must_use]
    pub fn none(parameters: usize) -> Self {
        Self::new(vec![f64::NEG_INFINITY; parameters], vec![f64::INFINITY; parameters])
    }

    /// The nearest point within.
    #[must_use]
    pub fn clamped(&self, x: &DVector<f64>) -> DVector<f64> {
        DVector::from_fn(x.len(), |j, _| x[j].max(self.lower[j]).min(self.upper[j]))
    }

    /// The same with one parameter held.
    #[must_use]
    pub fn holding(&self, parameter: usize, value: f64) -> Self {
        let mut held = self.clone();
        held.lower[parameter] = value;
        held.upper[parameter] = value;
        held
    }

    /// Whether a parameter is at one of its bounds and could not be held there by chance.
    #[must_use]
    pub fn touches(&self, parameter: usize, value: f64) -> bool {
        value <= self.lower[parameter] || value >= self.upper[parameter]
    }

    /// How far a parameter may move; infinite without bounds.
    #[must_use]
    pub fn width(&self, parameter: usize) -> f64 {
        self.upper[parameter] - self.lower[parameter]
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// No step within the bounds would lower the cost by more than rounding.
    Converged,
    /// Steps were foretold to lower the cost but did not, however short: a kink, or derivatives that are no better.
    Kink,
    /// It was given up after many steps.
    GivenUp,
}

/// Where a search ended.
#[derive(Debug, Clone)]
pub struct Found {
    /// The parameters.
    pub x: DVector<f64>,
    /// C(x).
    pub cost: f64,
    /// Residuals and derivatives there.
    pub triangle: Triangle,
    /// How it ended.
    pub ending: Ending,
    /// Steps taken.
    pub steps: usize,
}

/// Steps until a search is given up; smooth problems take about ten.
const MOST_STEPS: usize = 200;
/// λ at the start, as a part of the squares of the columns: a start is trusted, and the first refusals or successes bring λ where it belongs.
const FIRST_DAMPING: f64 = 1e-3;
/// λ where derivatives are trusted; what they leave open stays where it is.
const LEAST_DAMPING: f64 = 1e-10;
/// λ at which steps are rounding: 10⁻¹⁴ of what moves residuals by their own size.
const LAST_DAMPING: f64 = 1e14;
/// A step foretold to lower the cost by less than this part of it is rounding: a sum of squares is known to some fifty ε.
const ROUNDING: f64 = 1e-14;
/// A parameter that changes residuals by less, in standard deviations, over its whole range is left where it is: its slope is rounding.
const IDLE: f64 = 1e-6;
/// A step that lowers the cost by this part of what was foretold is good enough: any decrease that is more than rounding will do, since
/// λ grows as soon as steps are foretold badly.
const ENOUGH: f64 = 1e-4;
/// λ falls by at most this factor, and the factor by which it grows is itself multiplied by this at each refusal: Nielsen's rule.
const LEAST_FALL: f64 = 1.0 / 3.0;
const FIRST_GROWTH: f64 = 2.0;

/// Goes down from a start, which is moved into the bounds; nothing if the residuals do not exist there.
pub fn search(problem: &impl Problem, start: &DVector<f64>, bounds: &Bounds) -> Option<Found> {
    search_nearly(problem, start, bounds, 0.0)
}

/// The same, until no step would lower the cost by more than `enough`.
pub(crate) fn search_nearly(
    problem: &impl Problem,
    start: &DVector<f64>,
    bounds: &Bounds,
    enough: f64,
) -> Option<Found> {
    let mut x = bounds.clamped(start);
    let mut triangle = problem.reduced(&x).filter(|triangle| triangle.cost.is_finite())?;
    let mut scale = lengths(&triangle);
    let (mut damping, mut growth) = (FIRST_DAMPING, FIRST_GROWTH);
    let mut steps = 0;
    let mut was_refused = false;
    let ending = loop {
        if steps == MOST_STEPS {
            break Ending::GivenUp;
        }
        steps += 1;
        let step = step(&triangle, &scale, damping, &x, bounds);
        let foretold = foretold(&triangle, &step);
        if foretold <= (ROUNDING * triangle.cost).max(f64::MIN_POSITIVE).max(enough) {
            // Damped hard, a step is foretold to do little wherever it is.
            break if was_refused && damping > 1.0 { Ending::Kink } else { Ending::Converged };
        }
        let next = bounds.clamped(&(&x + step));
        let cost = problem.cost(&next).filter(|cost| cost.is_finite());
        let gain = cost.map_or(f64::NEG_INFINITY, |cost| (triangle.cost - cost) / foretold);
        let accepted = if gain > ENOUGH { problem.reduced(&next) } else { None };
        match accepted {
            Some(reduced) => {
                (x, triangle) = (next, reduced);
                scale = scale.zip_map(&lengths(&triangle), f64::max);
                // λ falls the more, the better the step was foretold: Nielsen's rule.
                let miss = 2.0 * gain.min(2.0) - 1.0;
                damping = (damping * (1.0 - miss * miss * miss).max(LEAST_FALL)).max(f64::EPSILON);
                (growth, was_refused) = (FIRST_GROWTH, false);
            }
            None if damping > LAST_DAMPING => break Ending::Kink,
            None => {
                damping *= growth;
                (growth, was_refused) = (FIRST_GROWTH * growth, true);
            }
        }
    };
    Some(Found { cost: triangle.cost, x, triangle, ending, steps })
}

/// Where the least cost with a parameter held should be, by the derivatives at a point that was found with another value of it.
pub(crate) fn foreseen(found: &Found, parameter: usize, value: f64, bounds: &Bounds) -> DVector<f64> {
    let mut moved = found.x.clone();
    moved[parameter] = value;
    let triangle = found.triangle.moved(&(&moved - &found.x));
    let step = step(&triangle, &lengths(&triangle), LEAST_DAMPING, &moved, &bounds.holding(parameter, value));
    moved + step
}

/// Lengths of the columns of J; one where a parameter has no influence.
fn lengths(triangle: &Triangle) -> DVector<f64> {
    let length = |column: nalgebra::DVectorView<f64>| Some(column.norm()).filter(|l| *l > 0.0).unwrap_or(1.0);
    DVector::from_iterator(triangle.parameters(), triangle.factor().column_iter().map(length))
}

/// (LS.3), in parameters scaled by D.
fn step(
    triangle: &Triangle,
    scale: &DVector<f64>,
    damping: f64,
    x: &DVector<f64>,
    bounds: &Bounds,
) -> DVector<f64> {
    let (mut factor, target) = (triangle.factor(), triangle.target());
    let (rows, n) = factor.shape();
    for (j, mut column) in factor.column_iter_mut().enumerate() {
        let width = bounds.width(j);
        if width.is_finite() && column.norm() * width < IDLE {
            column.fill(0.0);
        }
    }
    let mut stacked = DMatrix::zeros(rows + n, n);
    for j in 0..n {
        stacked.view_mut((0, j), (rows, 1)).copy_from(&(factor.column(j) / scale[j]));
        stacked[(rows + j, j)] = damping.sqrt();
    }
    let mut wanted = DVector::zeros(rows + n);
    wanted.rows_mut(0, rows).copy_from(&(-target));
    let lower = (&bounds.lower - x).component_mul(scale);
    let upper = (&bounds.upper - x).component_mul(scale);
    least_squares_in_box(&stacked, &wanted, &lower, &upper).component_div(scale)
}

/// How much a step should lower the cost.
fn foretold(triangle: &Triangle, step: &DVector<f64>) -> f64 {
    let moved = triangle.factor() * step;
    -(2.0 * triangle.target() + &moved).dot(&moved)
}
