//! Numbers that carry derivatives along.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// What a closed form is computed in: plain numbers, or numbers with derivatives.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A constant.
    fn constant(value: f64) -> Self;

    /// The number itself, by which cases are told apart.
    fn value(self) -> f64;

    /// Whether it changes along any direction.
    fn changes(self) -> bool;

    /// Whether all its slopes are below a part of the largest of another's value and slopes.
    fn stays(self, part: f64, of: Self) -> bool;

    /// Its square root.
    #[must_use]
    fn sqrt(self) -> Self;

    /// A positive number to a power.
    #[must_use]
    fn power(self, exponent: Self) -> Self;

    /// The angle of the point (x, self).
    #[must_use]
    fn angle_over(self, x: Self) -> Self;
}

/// Directions that are followed at once, unless more are asked for.
pub const LANES: usize = 4;

/// A number and its derivatives along some directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual<const N: usize = LANES> {
    /// The number.
    pub value: f64,
    /// Its derivatives.
    pub slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// A number that grows by one along one of the directions.
    #[must_use]
    pub fn along(value: f64, lane: usize) -> Self {
        let mut slopes = [0.0; N];
        slopes[lane] = 1.0;
        Self { value, slopes }
    }

    #[inline]
    fn with(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|own| own * slope) }
    }

    #[inline]
    fn joined(self, other: Self, value: f64, [by_self, by_other]: [f64; 2]) -> Self {
        let slopes = std::array::from_fn(|lane| self.slopes[lane] * by_self + other.slopes[lane] * by_other);
        Self { value, slopes }
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.joined(other, self.value + other.value, [1.0, 1.0])
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.joined(other, self.value - other.value, [1.0, -1.0])
    }
}

impl<const N: usize> Mul for Dual<N> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        self.joined(other, self.value * other.value, [other.value, self.value])
    }
}

impl<const N: usize> Div for Dual<N> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        self.joined(other, value, [1.0 / other.value, -value / other.value])
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.with(-self.value, -1.0)
    }
}

impl<const N: usize> Number for Dual<N> {
    #[inline]
    fn constant(value: f64) -> Self {
        Self { value, slopes: [0.0; N] }
    }

    #[inline]
    fn value(self) -> f64 {
        self.value
    }

    #[inline]
    fn changes(self) -> bool {
        self.slopes != [0.0; N]
    }

    #[inline]
    fn stays(self, part: f64, of: Self) -> bool {
        let size = |dual: Self| dual.slopes.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        size(self) <= part * of.value.abs().max(size(of))
    }

    #[inline]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.with(root, 0.5 / root)
    }

    #[inline]
    fn power(self, exponent: Self) -> Self {
        let value = libm::pow(self.value, exponent.value);
        self.joined(exponent, value, [exponent.value * value / self.value, libm::log(self.value) * value])
    }

    #[inline]
    fn angle_over(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        self.joined(x, libm::atan2(self.value, x.value), [x.value / square, -self.value / square])
    }
}

impl Number for f64 {
    #[inline]
    fn constant(value: f64) -> Self {
        value
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn changes(self) -> bool {
        false
    }

    #[inline]
    fn stays(self, _: f64, _: Self) -> bool {
        true
    }

    #[inline]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline]
    fn power(self, exponent: Self) -> Self {
        libm::pow(self, exponent)
    }

    #[inline]
    fn angle_over(self, x: Self) -> Self {
        libm::atan2(self, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something of every operation.
    fn compound<T: Number>(x: T, y: T) -> T {
        let c = T::constant;
        ((x * y - c(2.0)) / (y + x * x)).angle_over(-x) + (x + y).sqrt() - x.power(y)
    }

    #[test]
    fn every_operation_has_the_slope_of_its_differences() {
        let (x, y, h) = (1.3, 0.7, 1e-5);
        let found: Dual = compound(Dual::along(x, 0), Dual::along(y, 1));
        let by_x = (compound(x + h, y) - compound(x - h, y)) / (2.0 * h);
        let by_y = (compound(x, y + h) - compound(x, y - h)) / (2.0 * h);
        assert_eq!(found.value, compound(x, y));
        // h² f'''/6 and rounding over h.
        assert!((found.slopes[0] - by_x).abs() < 1e-9 && (found.slopes[1] - by_y).abs() < 1e-9);
        assert_eq!(found.slopes[2..], [0.0; LANES - 2]);
    }
}
