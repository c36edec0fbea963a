//! (LS.4): which parameters the residuals determine, how well, and what is known of those that they do not.
//!
//! With the columns of R divided by their lengths ℓ and R/ℓ = U Σ Vᵀ, moving x by v_k/(ℓ σ_k) changes the cost by one: a standard error
//! along direction k. A direction is *loose* if σ_k is rounding, or if such a move leaves the bounds: then the residuals say less
//! than the bounds did. Parameters with a part in a loose direction are undetermined, and have no standard error; combinations of them
//! that no loose direction changes are determined all the same:
//!
//! ```text
//! c·g = 0 for every loose direction g (of ln x where all of x are positive)  ⇒  Π x^c, or Σ c x, has an error     (LS.6)
//! ```

use nalgebra::{DMatrix, DVector};

use crate::search::Bounds;
use crate::triangle::Triangle;

/// Singular values below this part of the largest are zero: the rounding of derivatives by differences, with a digit to spare.
const RANK_ROUNDING: f64 = 1e-8;
/// A parameter that changes residuals by less, in standard deviations, over its whole range changes nothing: its slope is rounding.
const IDLE: f64 = 1e-6;
/// A parameter has a part in a loose direction if it is at least this large; directions have length one, in lengths of columns.
const LEAST_PART: f64 = 0.05;
/// Of a positive parameter without an upper bound: an error of so many times its value says nothing.
const TIMES_VALUE: f64 = 10.0;

/// What residuals say about parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    /// (RᵀR)⁻¹ of the parameters that are determined; zero in rows and columns of all others.
    pub covariance: DMatrix<f64>,
    /// (RᵀR)⁻¹ without those zeros: over all directions that are not null. What moves with the residuals, whatever it is called.
    pub spread: DMatrix<f64>,
    /// Parameters that the residuals leave open, in ascending order.
    pub undetermined: Vec<usize>,
    /// Parameters that are at a bound: they are held there, and what the others are worth is told with them held.
    pub at_bound: Vec<usize>,
    /// Directions along which the residuals do not change, or not enough.
    pub loose: Vec<Loose>,
    /// What is known of the undetermined.
    pub combinations: Vec<Combination>,
}

/// A direction that the residuals leave open.
#[derive(Debug, Clone, PartialEq)]
pub struct Loose {
    /// Change of every parameter, for a standard error along it; of length one where that is infinite.
    pub change: DVector<f64>,
    /// Whether the residuals do not change at all.
    pub is_null: bool,
}

/// A determined combination of undetermined parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// The parameters and their exponents, or their factors.
    pub parts: Vec<(usize, f64)>,
    /// Whether it is a product of powers; else it is a sum.
    pub is_product: bool,
    /// Its value.
    pub value: f64,
    /// Its standard error, without the variance of the noise.
    pub deviation: f64,
}

/// Moves along singular directions.
struct Moves {
    /// Of all parameters, one column for each direction: v/ℓ.
    moves: DMatrix<f64>,
    parts: DMatrix<f64>,
    singular: DVector<f64>,
}

impl Moves {
    fn of(triangle: &Triangle, free: &[usize], scale: impl Fn(usize) -> f64) -> Self {
        let n = triangle.parameters();
        let factor = triangle.factor();
        let mut square = DMatrix::zeros(n.max(factor.nrows()), free.len());
        let mut length = DVector::from_element(free.len(), 1.0);
        for (place, &j) in free.iter().enumerate() {
            let column = factor.column(j);
            if column.norm() * scale(j) > IDLE {
                length[place] = column.norm();
                square.view_mut((0, place), (factor.nrows(), 1)).copy_from(&(column / length[place]));
            }
        }
        let factored = square.svd(false, true);
        let directions = factored.v_t.unwrap_or_else(|| DMatrix::zeros(0, free.len()));
        let mut moves = DMatrix::zeros(n, directions.nrows());
        let mut parts = DMatrix::zeros(n, directions.nrows());
        for k in 0..directions.nrows() {
            for (place, &j) in free.iter().enumerate() {
                parts[(j, k)] = directions[(k, place)];
                moves[(j, k)] = directions[(k, place)] / length[place];
            }
        }
        Self { moves, parts, singular: factored.singular_values }
    }
}

impl Worth {
    /// What the residuals at x are worth.
    #[must_use]
    pub fn of(triangle: &Triangle, x: &DVector<f64>, bounds: &Bounds) -> Self {
        let n = triangle.parameters();
        let factor = triangle.factor();
        // At a bound that the residuals do not care for, a parameter is open, not held.
        let matters = |j: usize| factor.column(j).norm() * says_nothing(j, x[j], bounds) > 1.0;
        let is_held = |j: &usize| bounds.touches(*j, x[*j]) && matters(*j);
        let at_bound: Vec<usize> = (0..n).filter(is_held).collect();
        let free: Vec<usize> = (0..n).filter(|j| !at_bound.contains(j)).collect();
        if free.is_empty() {
            let (covariance, spread) = (DMatrix::zeros(n, n), DMatrix::zeros(n, n));
            return Self {
                covariance,
                spread,
                undetermined: vec![],
                at_bound,
                loose: vec![],
                combinations: vec![],
            };
        }
        let Moves { moves, parts, singular } = Moves::of(triangle, &free, |j| says_nothing(j, x[j], bounds));
        let largest = singular.max();
        let mut loose = Vec::new();
        let mut is_open = vec![false; n];
        let mut determined = Vec::new();
        for k in 0..singular.len() {
            let is_null = singular[k] <= RANK_ROUNDING * largest;
            let change = if is_null { moves.column(k).into_owned() } else { moves.column(k) / singular[k] };
            let leaves = |j: usize| change[j].abs() > says_nothing(j, x[j], bounds);
            if is_null || (0..n).any(leaves) {
                for j in 0..n {
                    is_open[j] |= parts[(j, k)].abs() > LEAST_PART || (!is_null && leaves(j));
                }
                loose.push(Loose { change, is_null });
            } else {
                determined.push(change);
            }
        }
        let undetermined: Vec<usize> = (0..n).filter(|&j| is_open[j]).collect();
        // A loose direction that is not null still widens the errors of all others.
        let widening = loose.iter().filter(|loose| !loose.is_null).map(|loose| &loose.change);
        let mut covariance = DMatrix::zeros(n, n);
        determined.iter().chain(widening).for_each(|change| covariance += change * change.transpose());
        let spread = covariance.clone();
        for &j in &undetermined {
            covariance.row_mut(j).fill(0.0);
            covariance.column_mut(j).fill(0.0);
        }
        let combinations = combinations(&undetermined, &loose, &determined, x);
        Self { covariance, spread, undetermined, at_bound, loose, combinations }
    }
}

/// The error from which on a parameter is not known better than by its bounds.
fn says_nothing(j: usize, value: f64, bounds: &Bounds) -> f64 {
    let width = bounds.width(j);
    if width.is_finite() || bounds.lower[j] < 0.0 { width } else { TIMES_VALUE * value.abs() }
}

/// (LS.6): a basis of what no loose direction changes, as simple as elimination makes it.
fn combinations(
    open: &[usize],
    loose: &[Loose],
    determined: &[DVector<f64>],
    x: &DVector<f64>,
) -> Vec<Combination> {
    if open.len() <= loose.len() {
        return Vec::new();
    }
    let is_product = open.iter().all(|&j| x[j] > 0.0);
    let unit = |j: usize| if is_product { x[j] } else { 1.0 };
    let mut rows: Vec<Vec<f64>> =
        loose.iter().map(|loose| open.iter().map(|&j| loose.change[j] / unit(j)).collect()).collect();
    let pivots = eliminate(&mut rows);
    let free = (0..open.len()).filter(|place| !pivots.contains(place));
    let combination = |place: usize| {
        let mut parts = vec![(open[place], 1.0)];
        parts.extend(pivots.iter().zip(&rows).map(|(&pivot, row)| (open[pivot], -row[place])));
        /// Smaller exponents are rounding of derivatives.
        const LEAST: f64 = 1e-6;
        parts.retain(|(_, part)| part.abs() > LEAST);
        let value = if is_product {
            parts.iter().map(|&(j, part)| libm::pow(x[j], part)).product()
        } else {
            parts.iter().map(|&(j, part)| x[j] * part).sum::<f64>()
        };
        let along =
            |change: &DVector<f64>| parts.iter().map(|&(j, part)| part * change[j] / unit(j)).sum::<f64>();
        let relative = determined.iter().map(|change| along(change) * along(change)).sum::<f64>().sqrt();
        let deviation = if is_product { value * relative } else { relative };
        Combination { parts, is_product, value, deviation }
    };
    free.map(combination).collect()
}

/// Reduced echelon form with pivots of the greatest size; returns the pivot column of each row that is left.
fn eliminate(rows: &mut Vec<Vec<f64>>) -> Vec<usize> {
    let mut pivots: Vec<usize> = Vec::new();
    for i in 0..rows.len() {
        let columns = 0..rows[i].len();
        let Some(pivot) = columns.max_by(|&p, &q| rows[i][p].abs().total_cmp(&rows[i][q].abs())) else {
            break;
        };
        let size = rows[i][pivot];
        if size == 0.0 {
            break;
        }
        rows[i].iter_mut().for_each(|entry| *entry /= size);
        let row = rows[i].clone();
        for (other, entries) in rows.iter_mut().enumerate() {
            let factor = if other == i { 0.0 } else { entries[pivot] };
            entries.iter_mut().zip(&row).for_each(|(entry, by)| *entry -= factor * by);
        }
        pivots.push(pivot);
    }
    rows.truncate(pivots.len());
    pivots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(rows: usize, entries: &[f64], x: &[f64], bounds: &Bounds) -> Worth {
        let jacobian = DMatrix::from_row_slice(rows, x.len(), entries);
        Worth::of(&Triangle::of(&jacobian, &DVector::zeros(rows)), &DVector::from_column_slice(x), bounds)
    }

    #[test]
    fn independent_columns_have_the_inverse_of_the_normal_matrix() {
        let worth = worth(3, &[2.0, 0.0, 0.0, 1.0, 0.0, 1.0], &[1.0, 1.0], &Bounds::none(2));
        // JᵀJ = diag(4, 2).
        assert!((worth.covariance - DMatrix::from_row_slice(2, 2, &[0.25, 0.0, 0.0, 0.5])).amax() < 1e-15);
        assert!(worth.undetermined.is_empty() && worth.combinations.is_empty());
    }

    #[test]
    fn of_two_stiffnesses_only_the_ratio_is_known() {
        // r = a ln(k₂/k₁): ∂r/∂k₁ = −a/k₁, ∂r/∂k₂ = a/k₂; and a third parameter of its own.
        let (k1, k2) = (2.0, 5.0);
        let rows = [-10.0 / k1, 10.0 / k2, 0.0, -3.0 / k1, 3.0 / k2, 0.0, 0.0, 0.0, 4.0];
        let worth = worth(3, &rows, &[k1, k2, 0.5], &Bounds::none(3));
        assert_eq!(worth.undetermined, [0, 1]);
        let [ratio] = &worth.combinations[..] else { panic!("{:?}", worth.combinations) };
        let sign = if ratio.parts[0] == (0, 1.0) { -1.0 } else { 1.0 };
        assert!(ratio.is_product && (ratio.value - libm::pow(2.5, sign)).abs() < 1e-12, "{ratio:?}");
        // ln of the ratio is known to 1/√(100 + 9).
        assert!((ratio.deviation / ratio.value - 1.0 / 109.0_f64.sqrt()).abs() < 1e-9, "{ratio:?}");
        assert_eq!(worth.covariance[(0, 0)], 0.0);
        assert!((worth.covariance[(2, 2)] - 1.0 / 16.0).abs() < 1e-15);
    }

    #[test]
    fn a_parameter_without_influence_or_with_an_error_beyond_its_range_is_open() {
        let bounds = Bounds::new(vec![0.0, 0.0], vec![1.0, 1.0]);
        let idle = worth(2, &[3.0, 0.0, 1.0, 0.0], &[0.5, 0.5], &bounds);
        assert_eq!((idle.undetermined, idle.loose[0].is_null), (vec![1], true));
        let faint = worth(2, &[3.0, 0.0, 0.0, 0.5], &[0.5, 0.5], &bounds);
        assert_eq!((faint.undetermined, faint.loose[0].is_null), (vec![1], false));
        let enough = worth(2, &[3.0, 0.0, 0.0, 2.0], &[0.5, 0.5], &bounds);
        assert!(enough.undetermined.is_empty());
    }

    #[test]
    fn a_parameter_at_its_bound_is_held() {
        let bounds = Bounds::new(vec![0.0, 0.0], vec![1.0, 1.0]);
        let worth = worth(2, &[3.0, 1.0, 0.0, 2.0], &[1.0, 0.5], &bounds);
        assert_eq!(worth.at_bound, [0]);
        // With x₀ held, x₁ has 1/(1 + 4).
        assert!((worth.covariance[(1, 1)] - 0.2).abs() < 1e-15);
    }
}
