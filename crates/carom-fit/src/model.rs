//! What is predicted for a row, and how it changes with the parameters.
//!
//! [`Model`] is all that a fit knows of a scene. Derivatives are central differences of the solver,
//!
//! ```text
//! ∂f/∂x ≈ (f(x + h) − f(x − h))/2h,   h = 3·10⁻⁵ of the size of x                              (LS.7)
//! ```
//!
//! which is smooth to some 10⁻¹³ between the kinks where contacts change their course, so that they are right to about 10⁻⁹;
//! at a bound, where one side does not exist, (−3 f(x) + 4 f(x ± h) − f(x ± 2h))/(±2h).

use nalgebra::DMatrix;

/// What is predicted for rows.
pub(crate) trait Model: Sync {
    /// How many parameters there are.
    fn parameters(&self) -> usize;

    /// The numbers of a row with these parameters, one for each that could be measured.
    ///
    /// # Errors
    /// Why there are none.
    fn predict(&self, row: usize, x: &[f64]) -> Result<Vec<f64>, String>;

    /// The numbers and their derivatives.
    ///
    /// # Errors
    /// Why there are none.
    fn jacobian(&self, row: usize, x: &[f64], steps: &Steps) -> Result<(Vec<f64>, DMatrix<f64>), String> {
        let here = self.predict(row, x)?;
        let mut jacobian = DMatrix::zeros(here.len(), x.len());
        let mut moved = x.to_vec();
        for j in 0..x.len() {
            if steps.is_held(j) {
                continue;
            }
            let mut at = |by: f64| {
                moved[j] = x[j] + by;
                let predicted = self.predict(row, &moved);
                moved[j] = x[j];
                predicted
            };
            let h = steps.size(j, x[j]);
            match steps.side(j, x[j], h) {
                Side::Both => {
                    let (above, below) = (at(h)?, at(-h)?);
                    for (i, (a, b)) in above.iter().zip(&below).enumerate() {
                        jacobian[(i, j)] = (a - b) / (2.0 * h);
                    }
                }
                Side::One(sign) => {
                    let (near, far) = (at(sign * h)?, at(2.0 * sign * h)?);
                    for i in 0..here.len() {
                        jacobian[(i, j)] = (4.0 * near[i] - 3.0 * here[i] - far[i]) / (2.0 * sign * h);
                    }
                }
            }
        }
        Ok((here, jacobian))
    }
}

/// How far parameters are moved for differences.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    /// A usual size of each parameter.
    sizes: Vec<f64>,
    ranges: Vec<[f64; 2]>,
}

/// On which sides a parameter can be moved.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Side {
    Both,
    /// Upwards for 1, downwards for −1.
    One(f64),
}

/// Step over size: the cube root of the solver's 10⁻¹³, at which rounding and curvature do equal harm.
const STEP: f64 = 3e-5;

impl Steps {
    pub fn new(sizes: Vec<f64>, ranges: Vec<[f64; 2]>) -> Self {
        Self { sizes, ranges }
    }

    fn is_held(&self, j: usize) -> bool {
        self.ranges[j][0] == self.ranges[j][1]
    }

    fn size(&self, j: usize, x: f64) -> f64 {
        let [least, most] = self.ranges[j];
        let h = STEP * x.abs().max(self.sizes[j]);
        // The same number as will be added; and never beyond a narrow range.
        let h = h.min(0.2 * (most - least));
        (x + h) - x
    }

    fn side(&self, j: usize, x: f64, h: f64) -> Side {
        let [least, most] = self.ranges[j];
        match (x - h >= least, x + h <= most) {
            (true, true) => Side::Both,
            (false, _) => Side::One(1.0),
            (true, false) => Side::One(-1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Cubic;

    impl Model for Cubic {
        fn parameters(&self) -> usize {
            1
        }

        fn predict(&self, _: usize, x: &[f64]) -> Result<Vec<f64>, String> {
            if (0.0..=1.0).contains(&x[0]) {
                Ok(vec![x[0] * x[0] * x[0]])
            } else {
                Err("out of range".to_owned())
            }
        }
    }

    #[test]
    fn derivatives_are_right_within_and_at_the_ends_of_the_range() {
        let steps = Steps::new(vec![1.0], vec![[0.0, 1.0]]);
        for x in [0.0, 0.3, 1.0] {
            let (_, jacobian) = Cubic.jacobian(0, &[x], &steps).expect("within its range");
            // h² f'''/3 with h = 3·10⁻⁵, twice that at the ends.
            assert!((jacobian[(0, 0)] - 3.0 * x * x).abs() < 4e-9, "{x}: {}", jacobian[(0, 0)]);
        }
    }
}
