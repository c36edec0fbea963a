//! Linear least squares in a box: (LS.3) for given λ.
//!
//! The method of active sets as in LawsonHanson1974 for signs, with two bounds each: numbers at a bound stay there until freeing one lowers the
//! square; free ones take their least square, or go towards it until the first meets a bound. Every round lowers the square, so none
//! comes twice; with a handful of parameters there are a handful of rounds.

use nalgebra::{DMatrix, DVector};

/// Rounds for each number. Every round lowers the square, so no set of fixed numbers comes again and the search ends; each number is freed
/// and fixed once or twice. More rounds only happen where rounding frees and fixes the same ones in turn, and then any of these sets will do.
const MOST_ROUNDS: usize = 10;

/// Where a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Free,
    AtLower,
    AtUpper,
}

/// The x that minimises |A x − b|² over lower ≤ x ≤ upper, where zero lies within the bounds; A has full rank.
#[must_use]
pub fn least_squares_in_box(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    lower: &DVector<f64>,
    upper: &DVector<f64>,
) -> DVector<f64> {
    let n = a.ncols();
    let mut x = DVector::zeros(n);
    let mut places = vec![Place::Free; n];
    for _ in 0..MOST_ROUNDS * (n + 1) {
        descend(a, b, lower, upper, &mut x, &mut places);
        let Some(freed) = to_be_freed(a, b, &x, &places) else { break };
        places[freed] = Place::Free;
    }
    x
}

/// Goes to the least square of the free numbers, fixing those that meet a bound on the way.
fn descend(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    lower: &DVector<f64>,
    upper: &DVector<f64>,
    x: &mut DVector<f64>,
    places: &mut [Place],
) {
    loop {
        let free: Vec<usize> = (0..x.len()).filter(|&j| places[j] == Place::Free).collect();
        let Some(wanted) = unconstrained(a, b, x, &free) else { return };
        let mut part = 1.0;
        let mut blocking = None;
        for (&j, &to) in free.iter().zip(wanted.iter()) {
            let bound = if to < lower[j] {
                lower[j]
            } else if to > upper[j] {
                upper[j]
            } else {
                continue;
            };
            let reached = if to == x[j] { 0.0 } else { ((bound - x[j]) / (to - x[j])).clamp(0.0, 1.0) };
            if reached < part || blocking.is_none() {
                part = reached;
                blocking = Some((j, if to < lower[j] { Place::AtLower } else { Place::AtUpper }));
            }
        }
        for (&j, &to) in free.iter().zip(wanted.iter()) {
            x[j] += part * (to - x[j]);
        }
        let Some((j, place)) = blocking else { return };
        x[j] = if place == Place::AtLower { lower[j] } else { upper[j] };
        places[j] = place;
    }
}

/// The least square over the free numbers with the others where they are.
fn unconstrained(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    x: &DVector<f64>,
    free: &[usize],
) -> Option<DVector<f64>> {
    if free.is_empty() {
        return None;
    }
    let mut fixed = x.clone();
    free.iter().for_each(|&j| fixed[j] = 0.0);
    let mut target = b - a * fixed;
    let factored = a.select_columns(free).qr();
    factored.q_tr_mul(&mut target);
    factored.unpack_r().solve_upper_triangular(&target.rows(0, free.len()).into_owned())
}

/// The number at a bound whose freeing lowers the square the most.
fn to_be_freed(a: &DMatrix<f64>, b: &DVector<f64>, x: &DVector<f64>, places: &[Place]) -> Option<usize> {
    /// A slope below this part of what its column and the residual could give is rounding: some hundreds of ε, as products of columns of a
    /// hundred numbers are.
    const ROUNDING: f64 = 1e-13;
    let residual = b - a * x;
    let size = residual.norm() + b.norm();
    let gain = |j: usize| {
        let column = a.column(j);
        let slope = column.dot(&residual) / (column.norm() * size).max(f64::MIN_POSITIVE);
        match places[j] {
            Place::Free => 0.0,
            Place::AtLower => slope,
            Place::AtUpper => -slope,
        }
    };
    (0..x.len())
        .map(|j| (j, gain(j)))
        .filter(|(_, gain)| *gain > ROUNDING)
        .max_by(|p, q| p.1.total_cmp(&q.1))
        .map(|(j, _)| j)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Least over a grid of all corners, faces and insides: every set of free numbers, each solved by itself.
    fn brute(a: &DMatrix<f64>, b: &DVector<f64>, lower: &DVector<f64>, upper: &DVector<f64>) -> f64 {
        let n = a.ncols();
        let mut best = f64::INFINITY;
        for code in 0..3_usize.pow(n as u32) {
            let digit = |j: usize| code / 3_usize.pow(j as u32) % 3;
            let free: Vec<usize> = (0..n).filter(|&j| digit(j) == 0).collect();
            let mut x = DVector::from_fn(n, |j, _| if digit(j) == 1 { lower[j] } else { upper[j] });
            if !free.is_empty() {
                let Some(inside) = unconstrained(a, b, &x, &free) else { continue };
                free.iter().zip(inside.iter()).for_each(|(&j, &to)| x[j] = to);
            }
            if (0..n).all(|j| (lower[j]..=upper[j]).contains(&x[j])) {
                best = best.min((a * x - b).norm_squared());
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_other_set_of_bounds_has_a_smaller_square(
            entries in prop::collection::vec(-1.0..1.0_f64, 18),
            wanted in prop::collection::vec(-2.0..2.0_f64, 6),
            sizes in prop::collection::vec(0.0..1.0_f64, 6),
        ) {
            let a = DMatrix::from_fn(6, 3, |i, j| entries[3 * i + j] + if i == j { 0.5 } else { 0.0 });
            let b = DVector::from_vec(wanted);
            let lower = DVector::from_fn(3, |j, _| -sizes[j]);
            let upper = DVector::from_fn(3, |j, _| sizes[3 + j]);
            let x = least_squares_in_box(&a, &b, &lower, &upper);
            prop_assert!((0..3).all(|j| (lower[j]..=upper[j]).contains(&x[j])));
            let (found, best) = ((&a * &x - &b).norm_squared(), brute(&a, &b, &lower, &upper));
            // Squares of up to forty, from matrices that may be ill-conditioned by a thousand.
            prop_assert!(found <= best + 1e-10, "{} {}", found, best);
        }
    }
}
