//! How curved two surfaces are against each other where they touch, and what that does to the spring.
//!
//! Before they are pressed the surfaces are A·x² + B·y² apart, A ≤ B. They touch in an ellipse with semi-axes a ≥ b whose eccentricity
//! e solves (E.4); with the complete elliptic integrals K and E of e
//!
//! ```text
//! B/A = ((a/b)²·E − K)/(K − E),   e² = 1 − (b/a)²                                                 (E.4)
//! F = (2π/3)·E*·K^(−3/2)·√((K − E)/(e²·A))·d^(3/2)                                                (E.5)
//! ```
//!
//! \[Johnson1985, sec. 4.2\]. In a circle K − E is e²·π/4 and K is π/2, which gives (E.1) with R* = 1/(2A).

use std::f64::consts::PI;

use nalgebra::Matrix2;

use crate::error::InputError;

/// Curvatures of two surfaces relative to each other, in 1/m: 2A ≤ 2B, both positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curvature {
    least: f64,
    most: f64,
}

impl Curvature {
    /// Of a sphere of this radius (m) on a plane.
    pub fn of_sphere_on_plane(radius: f64) -> Result<Self, InputError> {
        Self::new(1.0 / radius, 1.0 / radius)
    }

    /// Of two spheres of these radii (m).
    pub fn of_spheres(first: f64, second: f64) -> Result<Self, InputError> {
        Self::new(1.0 / first + 1.0 / second, 1.0 / first + 1.0 / second)
    }

    /// From the tensor of curvature of the gap over two tangents, in 1/m: the sum of those of the two surfaces.
    pub fn of_tensor(tensor: Matrix2<f64>) -> Result<Self, InputError> {
        let middle = 0.5 * tensor.trace();
        let half = 0.5 * (tensor[(0, 0)] - tensor[(1, 1)]);
        let off = 0.5 * (tensor[(0, 1)] + tensor[(1, 0)]);
        let spread = (half * half + off * off).sqrt();
        Self::new(middle - spread, middle + spread)
    }

    /// From the lesser and the greater curvature, in 1/m. Surfaces that touch along a line, or in an area, have no such contact.
    pub fn new(least: f64, most: f64) -> Result<Self, InputError> {
        if !(least > 1e-9 * most && most.is_finite() && least > 0.0) {
            return Err(InputError::NoPointContact { least, most });
        }
        Ok(Self { least, most: most.max(least) })
    }

    /// R*: the radius of the sphere on a plane that has the same spring, in metres.
    #[must_use]
    pub fn effective_radius(&self) -> f64 {
        let ratio = self.most / self.least;
        if ratio - 1.0 < 1e-12 {
            return 2.0 / (self.least + self.most);
        }
        let squared = eccentricity_squared(ratio);
        let (k, e) = elliptic(squared);
        // (E.5) over 4/3·E*, squared; A is half of the lesser curvature.
        let spring = 0.5 * PI * (2.0 * (k - e) / (squared * self.least)).sqrt() / (k * k.sqrt());
        spring * spring
    }
}

/// e² of (E.4), by bisection of the ratio of the axes: the right side falls as b/a rises from 0 to 1.
fn eccentricity_squared(ratio: f64) -> f64 {
    let excess = |axes: f64| {
        let squared = (1.0 - axes) * (1.0 + axes);
        let (k, e) = elliptic(squared);
        (e / (axes * axes) - k) / (k - e) - ratio
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let axes = 0.5 * (low + high);
    (1.0 - axes) * (1.0 + axes)
}

/// Complete elliptic integrals K and E of modulus e, by the arithmetic-geometric mean.
fn elliptic(squared: f64) -> (f64, f64) {
    let (mut a, mut b) = (1.0_f64, (1.0 - squared).sqrt());
    let (mut sum, mut weight) = (squared, 1.0);
    for _ in 0..40 {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        weight *= 2.0;
        sum += weight * c * c;
        if c.abs() <= f64::EPSILON * a {
            break;
        }
    }
    let k = PI / (2.0 * a);
    (k, k * (1.0 - 0.5 * sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elliptic_integrals_have_their_tabulated_values() {
        // Abramowitz and Stegun, tables 17.1: m = 0.5 and 0.9.
        for (m, k, e) in [
            (0.0, PI / 2.0, PI / 2.0),
            (0.5, 1.854_074_677_301_372, 1.350_643_881_047_675),
            (0.9, 2.578_092_113_348_173, 1.104_774_732_704_073),
        ] {
            let (found_k, found_e) = elliptic(m);
            assert!((found_k - k).abs() < 1e-14 && (found_e - e).abs() < 1e-14, "{m}: {found_k} {found_e}");
        }
    }

    #[test]
    fn cylinders_that_cross_at_right_angles_are_a_sphere_on_a_plane() {
        let crossed = Curvature::of_tensor(Matrix2::new(1.0 / 0.02, 0.0, 0.0, 1.0 / 0.02)).unwrap();
        assert!((crossed.effective_radius() - 0.02).abs() < 1e-15);
    }

    #[test]
    fn a_nearly_round_contact_has_nearly_the_radius_of_the_mean_curvature() {
        for delta in [1e-2, 1e-3, 1e-4] {
            let oval = Curvature::new(1.0 - delta, 1.0 + delta).unwrap();
            assert!((oval.effective_radius() - 1.0).abs() < delta * delta, "{delta}");
        }
    }

    #[test]
    fn an_elongated_contact_has_the_radius_that_thirty_digits_give() {
        // By mpmath with 30 digits, from (E.4) and (E.5).
        let oval = Curvature::new(1.0, 10.0).unwrap();
        assert!((oval.effective_radius() - 0.388_950_753_846_208_2).abs() < 1e-13);
    }

    #[test]
    fn turning_the_tangents_changes_nothing() {
        let (s, c) = 0.7_f64.sin_cos();
        let turn = Matrix2::new(c, -s, s, c);
        let straight = Matrix2::new(3.0, 0.0, 0.0, 8.0);
        let a = Curvature::of_tensor(straight).unwrap().effective_radius();
        let b = Curvature::of_tensor(turn * straight * turn.transpose()).unwrap().effective_radius();
        assert!((a / b - 1.0).abs() < 1e-12);
    }

    #[test]
    fn lines_and_faces_are_no_point_contacts() {
        assert!(Curvature::new(0.0, 1.0).is_err() && Curvature::new(0.0, 0.0).is_err());
        assert!(Curvature::new(-1.0, 1.0).is_err() && Curvature::new(f64::NAN, 1.0).is_err());
    }
}
