//! Chances and quantiles, from statrs.

use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

/// The chance that a χ² of so many degrees of freedom is at least as large as the one seen; one without freedom.
#[must_use]
pub fn chance_of_chi_square(chi_square: f64, freedom: usize) -> f64 {
    if freedom == 0 || chi_square <= 0.0 {
        return 1.0;
    }
    ChiSquared::new(freedom as f64).map_or(f64::NAN, |distribution| distribution.sf(chi_square))
}

/// The χ² of so many degrees of freedom that is exceeded with a chance of 1 − `level`.
#[must_use]
pub fn chi_square_quantile(level: f64, freedom: usize) -> f64 {
    ChiSquared::new(freedom as f64).map_or(f64::NAN, |distribution| distribution.inverse_cdf(level))
}

/// How many standard errors a two-sided interval of the given level reaches, with an error from so many degrees of freedom; without a number
/// the error is known.
#[must_use]
pub fn student_quantile(level: f64, freedom: Option<f64>) -> f64 {
    let above = 0.5 * (1.0 + level);
    match freedom {
        Some(freedom) => {
            StudentsT::new(0.0, 1.0, freedom.max(1.0)).map_or(f64::NAN, |student| student.inverse_cdf(above))
        }
        None => chi_square_quantile(level, 1).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        let close = |found: f64, printed: f64| assert!((found - printed).abs() < 6e-4, "{found} {printed}");
        close(student_quantile(0.95, None), 1.960);
        close(student_quantile(0.6827, None), 1.000);
        close(student_quantile(0.95, Some(5.0)), 2.571);
        close(student_quantile(0.95, Some(30.0)), 2.042);
        close(chi_square_quantile(0.95, 1), 3.841);
        close(chi_square_quantile(0.99, 10), 23.209);
        close(chance_of_chi_square(18.307, 10), 0.05);
        close(chance_of_chi_square(0.0, 10), 1.0);
        close(chance_of_chi_square(1e4, 10), 0.0);
    }
}
