//! A contact over numbers that may carry derivatives.

use super::{FRICTION, RESTITUTION, Slope, TANGENTIAL_RESTITUTION, place_of_entry};
use crate::dual::{Dual, Number};
use crate::laws::LoneImpact;
use crate::laws::cone::Cone;
use crate::laws::units::Units;

/// A vector of the tangent plane.
pub(in crate::laws) type Pair<T> = [T; 2];

/// W by blocks, v and the coefficients of a contact.
#[derive(Debug, Clone, Copy)]
pub(in crate::laws) struct Contact<T> {
    /// A of (P.6): t1t1, t1t2, t2t2.
    pub tangential: [T; 3],
    /// b of (P.6).
    pub coupling: Pair<T>,
    /// c of (P.6).
    pub normal: T,
    /// v over (t1, t2, n).
    pub velocity: [T; 3],
    pub restitution: T,
    pub friction: T,
    pub tangential_restitution: T,
    /// Whether W has an inverse.
    pub has_inverse: bool,
    /// A normal impulse that is given, and the largest friction impulse with it; zero if none is.
    pub load: Pair<T>,
}

impl Contact<Slope> {
    pub fn of(impact: &LoneImpact) -> Self {
        let (w, v) = (impact.inverse_mass(), impact.velocity());
        let entry = |row, column| Dual::along(w[(row, column)], place_of_entry(row, column));
        Self {
            tangential: [entry(0, 0), entry(0, 1), entry(1, 1)],
            coupling: [entry(0, 2), entry(1, 2)],
            normal: entry(2, 2),
            velocity: std::array::from_fn(|axis| Dual::along(v[axis], axis)),
            restitution: Dual::along(impact.restitution(), RESTITUTION),
            // Beyond all bounds nothing depends on it.
            friction: if impact.friction().is_finite() {
                Dual::along(impact.friction(), FRICTION)
            } else {
                Dual::constant(f64::INFINITY)
            },
            tangential_restitution: Dual::along(impact.tangential_restitution(), TANGENTIAL_RESTITUTION),
            has_inverse: impact.mass().is_some(),
            load: [Dual::constant(0.0); 2],
        }
    }

    /// This contact in other units, with the same derivatives.
    pub fn scaled(&self, units: &Units) -> Self {
        let (inverse_mass, velocity) =
            (Dual::constant(1.0 / units.inverse_mass), Dual::constant(1.0 / units.velocity));
        Self {
            tangential: self.tangential.map(|x| x * inverse_mass),
            coupling: self.coupling.map(|x| x * inverse_mass),
            normal: self.normal * inverse_mass,
            velocity: self.velocity.map(|x| x * velocity),
            ..*self
        }
    }

    /// This contact with derivatives by something else, all of them zero.
    pub fn constant<T: Number>(&self) -> Contact<T> {
        let constant = |number: Slope| T::constant(number.value);
        Contact {
            tangential: self.tangential.map(constant),
            coupling: self.coupling.map(constant),
            normal: constant(self.normal),
            velocity: self.velocity.map(constant),
            restitution: constant(self.restitution),
            friction: constant(self.friction),
            tangential_restitution: constant(self.tangential_restitution),
            has_inverse: self.has_inverse,
            load: self.load.map(constant),
        }
    }
}

impl<T: Number> Contact<T> {
    /// W p of (P.6).
    pub fn velocity_change(&self, p: &[T; 3]) -> [T; 3] {
        let [x, y] = self.pulled(&[p[0], p[1]]);
        let [b1, b2] = self.coupling;
        [x + b1 * p[2], y + b2 * p[2], b1 * p[0] + b2 * p[1] + self.normal * p[2]]
    }

    /// A x of (P.6).
    pub fn pulled(&self, x: &Pair<T>) -> Pair<T> {
        let [a11, a12, a22] = self.tangential;
        [a11 * x[0] + a12 * x[1], a12 * x[0] + a22 * x[1]]
    }

    /// v + W p.
    pub fn velocity_after(&self, p: &[T; 3]) -> [T; 3] {
        let change = self.velocity_change(p);
        std::array::from_fn(|axis| self.velocity[axis] + change[axis])
    }

    /// v_t.
    pub fn slip(&self) -> Pair<T> {
        [self.velocity[0], self.velocity[1]]
    }

    /// (1 + e) p_I of (N.3).
    pub fn newton(&self) -> T {
        -(T::constant(1.0) + self.restitution) * self.velocity[2] / self.normal
    }

    /// α and β, μ = β/α, as [`Cone`] has them.
    pub fn cone(&self) -> [T; 2] {
        let Cone { normal, .. } = Cone::of_friction(self.friction.value());
        let one = T::constant(1.0);
        if normal == 1.0 {
            [one, self.friction]
        } else if normal == 0.0 {
            [T::constant(0.0), one]
        } else {
            [one / self.friction, one]
        }
    }

    /// Size of the terms of v + W p, for a plain p.
    pub fn terms(&self, p: &[f64; 3]) -> f64 {
        let most = |numbers: &[T]| numbers.iter().fold(0.0_f64, |most, x| most.max(x.value().abs()));
        let entries = most(&self.tangential).max(most(&self.coupling)).max(self.normal.value());
        most(&self.velocity) + entries * p.iter().map(|p| p.abs()).sum::<f64>()
    }
}

pub(in crate::laws) fn dot<T: Number>(a: &Pair<T>, b: &Pair<T>) -> T {
    a[0] * b[0] + a[1] * b[1]
}

pub(in crate::laws) fn scaled<T: Number>(a: &Pair<T>, by: T) -> Pair<T> {
    [a[0] * by, a[1] * by]
}

/// |a|; constant where a is zero, which is the kink of it.
pub(in crate::laws) fn norm<T: Number>(a: &Pair<T>) -> T {
    let square = dot(a, a);
    if square.value() == 0.0 { T::constant(0.0) } else { square.sqrt() }
}
