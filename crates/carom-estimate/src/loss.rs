//! How much large residuals count.
//!
//! With z = (r/c)², c the residual (in standard deviations) from which a measurement is suspect:
//!
//! ```text
//! squares   ρ = r²
//! huber     ρ = r²  for |r| ≤ c,  c² (2√z − 1) beyond        c = 1.345
//! soft-l1   ρ = 2c² (√(1 + z) − 1)                           c = 1.345
//! cauchy    ρ = c² ln(1 + z)                                 c = 2.385
//! ```
//!
//! The constants of Huber's and Cauchy's loss lose 5 % of the precision of squares where there are no outliers.
//! For a search, J and r are weighted so that slope and curvature are those of ρ, with a curvature that would be negative left out.

/// A loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Loss {
    /// Plain squares.
    #[default]
    Squares,
    /// Squares, then proportional.
    Huber,
    /// A smooth form of Huber's.
    SoftL1,
    /// Grows as a logarithm: gross outliers hardly count.
    Cauchy,
}

/// What a loss makes of one residual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Weighed {
    /// ρ.
    pub cost: f64,
    /// ½ dρ/dr over r: the weight of the residual in the slope, ψ(r)/r.
    pub weight: f64,
    /// ½ d²ρ/dr²: ψ'(r).
    pub curvature: f64,
}

impl Loss {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Squares, Self::Huber, Self::SoftL1, Self::Cauchy];

    /// Its name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Huber => "huber",
            Self::SoftL1 => "soft-l1",
            Self::Cauchy => "cauchy",
        }
    }

    /// c, in standard deviations.
    fn suspect(self) -> f64 {
        match self {
            Self::Squares => f64::INFINITY,
            Self::Huber | Self::SoftL1 => 1.345,
            Self::Cauchy => 2.385,
        }
    }

    /// ρ and its derivatives at a residual in standard deviations.
    fn weighed(self, r: f64) -> Weighed {
        let c = self.suspect();
        let (size, z) = (r.abs(), (r / c) * (r / c));
        match self {
            Self::Squares => Weighed { cost: r * r, weight: 1.0, curvature: 1.0 },
            Self::Huber if size <= c => Weighed { cost: r * r, weight: 1.0, curvature: 1.0 },
            Self::Huber => Weighed { cost: c * (2.0 * size - c), weight: c / size, curvature: 0.0 },
            Self::SoftL1 => {
                let root = (1.0 + z).sqrt();
                // ρ − r² cancels for small z: 2c² z/(root + 1).
                Weighed {
                    cost: 2.0 * c * c * z / (root + 1.0),
                    weight: 1.0 / root,
                    curvature: 1.0 / (root * root * root),
                }
            }
            Self::Cauchy => Weighed {
                cost: c * c * libm::log1p(z),
                weight: 1.0 / (1.0 + z),
                curvature: (1.0 - z) / ((1.0 + z) * (1.0 + z)),
            },
        }
    }

    /// ρ at a residual in standard deviations.
    #[must_use]
    pub fn cost(self, residual: f64) -> f64 {
        self.weighed(residual).cost
    }

    /// ψ(r) = ½ dρ/dr and ψ'(r), which may be below zero far out.
    #[must_use]
    pub fn influence(self, residual: f64) -> (f64, f64) {
        let Weighed { weight, curvature, .. } = self.weighed(residual);
        (weight * residual, curvature)
    }

    /// Factors for the row of J and for the residual, so that JᵀJ has the curvature of ρ and Jᵀr its slope.
    #[must_use]
    pub fn factors(self, residual: f64) -> (f64, f64) {
        /// A row keeps this part of its weight as curvature, so that a slope is never without any.
        const LEAST: f64 = 1e-3;
        let Weighed { weight, curvature, .. } = self.weighed(residual);
        let row = curvature.max(LEAST * weight).sqrt();
        (row, weight / row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_curvatures_are_the_derivatives_of_the_cost() {
        for loss in Loss::ALL {
            for residual in [-7.0, -1.9, -0.3, 0.1, 1.2, 2.2, 30.0] {
                let at = |by: f64| loss.cost(residual + by);
                let step = 1e-5;
                let slope = (at(step) - at(-step)) / (4.0 * step);
                let step = 1e-4;
                let curvature = (at(step) - 2.0 * at(0.0) + at(-step)) / (2.0 * step * step);
                let (psi, bend) = loss.influence(residual);
                // Rounding of ρ over the step, and over its square.
                assert!((psi - slope).abs() < 1e-9 * (1.0 + residual.abs()), "{loss:?} {residual}");
                assert!((bend - curvature).abs() < 1e-4, "{loss:?} {residual} {bend} {curvature}");
            }
        }
    }

    #[test]
    fn small_residuals_count_as_squares_in_every_loss() {
        for loss in Loss::ALL {
            let (row, residual) = loss.factors(1e-6);
            assert!((row - 1.0).abs() < 1e-11 && (residual - 1.0).abs() < 1e-11, "{loss:?}");
            assert!((loss.cost(1e-6) / 1e-12 - 1.0).abs() < 1e-11, "{loss:?}");
        }
    }
}
