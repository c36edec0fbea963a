//! What is predicted for a row, and how it changes with the parameters.
//!
//! [`Model`] is all that a fit knows of a scene. Where nothing better is known, derivatives are central differences of the solver,
//!
//! ```text
//! ∂f/∂x ≈ (f(x + h) − f(x − h))/2h,   h = 3·10⁻⁵ of the size of x                              (LS.7)
//! ```
//!
//! which is smooth to some 10⁻¹³ between the kinks where contacts change their course, so that they are right to about 10⁻⁹;
//! at a bound, where one side does not exist, (−3 f(x) + 4 f(x ± h) − f(x ± 2h))/(±2h).

/// Where derivatives of a row come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Origin {
    /// From the closed form of the impact.
    Exact,
    /// From differences: (LS.7).
    #[default]
    Differences,
}

/// The numbers of a row and their derivatives.
#[derive(Debug, Default)]
pub(crate) struct Linear {
    pub values: Vec<f64>,
    /// For each number its derivatives by all parameters.
    pub slopes: Vec<f64>,
    pub origin: Origin,
    moved: Vec<f64>,
    ends: [Vec<f64>; 2],
}

/// What is predicted for rows.
pub(crate) trait Model: Sync {
    /// What is used again from row to row.
    type Memory: Default + Send;

    /// How many parameters there are.
    fn parameters(&self) -> usize;

    /// The numbers of a row with these parameters, one for each that could be measured.
    ///
    /// # Errors
    /// Why there are none.
    fn predict(
        &self,
        row: usize,
        x: &[f64],
        memory: &mut Self::Memory,
        into: &mut Vec<f64>,
    ) -> Result<(), String>;

    /// The numbers and their derivatives.
    ///
    /// # Errors
    /// Why there are none.
    fn linearise(
        &self,
        row: usize,
        x: &[f64],
        steps: &Steps,
        memory: &mut Self::Memory,
        into: &mut Linear,
    ) -> Result<(), String> {
        differences(self, row, x, steps, memory, into)
    }
}

/// The numbers and their differences: (LS.7).
pub(crate) fn differences<M: Model + ?Sized>(
    model: &M,
    row: usize,
    x: &[f64],
    steps: &Steps,
    memory: &mut M::Memory,
    into: &mut Linear,
) -> Result<(), String> {
    let Linear { values, slopes, origin, moved, ends: [first, second] } = into;
    *origin = Origin::Differences;
    model.predict(row, x, memory, values)?;
    slopes.clear();
    slopes.resize(values.len() * x.len(), 0.0);
    moved.clear();
    moved.extend_from_slice(x);
    for j in (0..x.len()).filter(|&j| !steps.is_held(j)) {
        let h = steps.size(j, x[j]);
        let side = steps.side(j, x[j], h);
        let (near, far) = match side {
            Side::Both => (h, -h),
            Side::One(sign) => (sign * h, 2.0 * sign * h),
        };
        for (by, end) in [(near, &mut *first), (far, &mut *second)] {
            moved[j] = x[j] + by;
            model.predict(row, moved, memory, end)?;
        }
        moved[j] = x[j];
        for (i, here) in values.iter().enumerate() {
            slopes[i * x.len() + j] = match side {
                Side::Both => (first[i] - second[i]) / (2.0 * h),
                Side::One(sign) => (4.0 * first[i] - 3.0 * here - second[i]) / (2.0 * sign * h),
            };
        }
    }
    Ok(())
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

    /// Whether a parameter has but one value.
    pub fn is_held(&self, j: usize) -> bool {
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
        type Memory = ();

        fn parameters(&self) -> usize {
            1
        }

        fn predict(&self, _: usize, x: &[f64], (): &mut (), into: &mut Vec<f64>) -> Result<(), String> {
            if (0.0..=1.0).contains(&x[0]) {
                into.clear();
                into.push(x[0] * x[0] * x[0]);
                Ok(())
            } else {
                Err("out of range".to_owned())
            }
        }
    }

    #[test]
    fn derivatives_are_right_within_and_at_the_ends_of_the_range() {
        let steps = Steps::new(vec![1.0], vec![[0.0, 1.0]]);
        let mut linear = Linear::default();
        for x in [0.0, 0.3, 1.0] {
            Cubic.linearise(0, &[x], &steps, &mut (), &mut linear).expect("within its range");
            // h² f'''/3 with h = 3·10⁻⁵, twice that at the ends.
            assert!((linear.slopes[0] - 3.0 * x * x).abs() < 4e-9, "{x}: {}", linear.slopes[0]);
        }
    }
}
