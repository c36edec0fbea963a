//! Problems with known minima, errors and intervals.

use carom_estimate::{Bounds, Crossing, Ending, Problem, Triangle, Worth, profile, search};
use nalgebra::{DMatrix, DVector};

/// Residuals and their derivatives from functions.
struct Given<R: Fn(&DVector<f64>) -> Vec<f64>> {
    parameters: usize,
    residuals: R,
}

impl<R: Fn(&DVector<f64>) -> Vec<f64>> Problem for Given<R> {
    fn parameters(&self) -> usize {
        self.parameters
    }

    fn reduced(&self, x: &DVector<f64>) -> Option<Triangle> {
        let at = |x: &DVector<f64>| DVector::from_vec((self.residuals)(x));
        let r = at(x);
        if r.iter().any(|r| !r.is_finite()) {
            return None;
        }
        let mut jacobian = DMatrix::zeros(r.len(), x.len());
        for j in 0..x.len() {
            let step = 1e-6 * x[j].abs().max(1e-3);
            let moved = |by: f64| {
                let mut moved = x.clone();
                moved[j] += by;
                at(&moved)
            };
            jacobian.set_column(j, &((moved(step) - moved(-step)) / (2.0 * step)));
        }
        Some(Triangle::of(&jacobian, &r))
    }
}

fn start(values: &[f64]) -> DVector<f64> {
    DVector::from_column_slice(values)
}

#[test]
fn the_curved_valley_of_rosenbrock_ends_at_one_one() {
    let problem = Given { parameters: 2, residuals: |x| vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]] };
    let found = search(&problem, &start(&[-1.2, 1.0]), &Bounds::none(2)).expect("finite");
    assert!((found.x - start(&[1.0, 1.0])).norm() < 1e-9 && found.steps < 60, "{} steps", found.steps);
}

#[test]
fn a_bound_in_the_way_is_followed_to_the_least_value_on_it() {
    // With x₀ ≤ 0.5 Rosenbrock's least is at x₀ = 0.5, x₁ = 0.25, of (1 − 0.5)².
    let problem = Given { parameters: 2, residuals: |x| vec![10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]] };
    let bounds = Bounds::new(vec![-2.0, -2.0], vec![0.5, 2.0]);
    let found = search(&problem, &start(&[-1.2, 1.0]), &bounds).expect("finite");
    assert_eq!(found.x[0], 0.5);
    assert!((found.x[1] - 0.25).abs() < 1e-9 && (found.cost - 0.25).abs() < 1e-12);
    assert_eq!(Worth::of(&found.triangle, &found.x, &bounds).at_bound, [0]);
}

#[test]
fn a_search_that_ends_on_a_kink_says_so() {
    // |x| has its least at a kink; its square would not.
    let problem = Given { parameters: 1, residuals: |x| vec![1.0 + (x[0] - 0.3).abs(), 0.1 * x[0]] };
    let found = search(&problem, &start(&[2.0]), &Bounds::none(1)).expect("finite");
    assert!((found.x[0] - 0.3).abs() < 1e-6, "{}", found.x[0]);
    assert_eq!(found.ending, Ending::Kink);
}

#[test]
fn where_residuals_do_not_exist_the_search_turns_back() {
    let problem = Given { parameters: 1, residuals: |x| vec![x[0].ln() - 0.1, 0.0] };
    let found = search(&problem, &start(&[30.0]), &Bounds::none(1)).expect("finite");
    assert!((found.x[0] - 0.1_f64.exp()).abs() < 1e-9);
    assert!(search(&problem, &start(&[-1.0]), &Bounds::none(1)).is_none());
}

#[test]
fn the_profile_of_a_straight_line_is_its_error_and_of_a_bent_one_is_not() {
    // Σ (a + b tᵢ − yᵢ)²: cost grows by one at one standard error, exactly.
    let times = [0.0, 1.0, 2.0, 3.0];
    let line =
        Given { parameters: 2, residuals: move |x| times.iter().map(|t| x[0] + x[1] * t - 2.0).collect() };
    let bounds = Bounds::none(2);
    let found = search(&line, &start(&[0.0, 0.0]), &bounds).expect("finite");
    let error = Worth::of(&found.triangle, &found.x, &bounds).covariance[(1, 1)].sqrt();
    assert!((error - 1.0 / 5.0_f64.sqrt()).abs() < 1e-8); // Σ (t − 1.5)² = 5
    let line_profile = profile(&line, &found, &bounds, 1, error, 4.0);
    let (Crossing::At(low), Crossing::At(high)) = (line_profile.lower, line_profile.upper) else { panic!() };
    assert!(
        (low + 2.0 * error).abs() < 1e-3 * error && (high - 2.0 * error).abs() < 1e-3 * error,
        "{low} {high}"
    );

    // r = ln x: the interval for a growth of one is 1/e to e.
    let bent = Given { parameters: 1, residuals: |x| vec![x[0].ln()] };
    let bounds = Bounds::new(vec![0.0], vec![2.0]);
    let found = search(&bent, &start(&[1.5]), &bounds).expect("finite");
    let bent_profile = profile(&bent, &found, &bounds, 0, 1.0, 1.0);
    let Crossing::At(low) = bent_profile.lower else { panic!("{bent_profile:?}") };
    assert!((low - (-1.0_f64).exp()).abs() < 1e-3, "{low}");
    assert_eq!(bent_profile.upper, Crossing::Bound(2.0));
}
