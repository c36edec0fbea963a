//! Where an impulse lies.
//!
//! The terms of a margin cancel on the boundary, and what is left there is their rounding: a few units in the last place of the
//! sum of their magnitudes. That sum, not the margin's own size, is what a tolerance must go by.

use nalgebra::Vector3;

use super::{Margin, Membership, PermissibleRegion, Space};
use crate::laws::units::power_of_two;

/// Roundings between an impulse that lies on the boundary and its computed margin: eight to evaluate the longest sum, E(p), and as
/// many again in a law that computed the impulse in about as many steps.
const ROUNDINGS: f64 = 16.0;

/// A margin in units that make the impact of order one.
struct Sum {
    value: f64,
    /// The magnitudes of its terms together.
    terms: f64,
}

impl PermissibleRegion {
    /// How an impulse (t1, t2, n), in N s, stands to the four conditions. One that is not finite keeps none.
    #[must_use]
    pub fn membership(&self, impulse: &Vector3<f64>) -> Membership {
        let (space, units) = (&self.space, &self.units);
        let p = units.scaled(impulse);
        let length = |scaled| units.length(scaled);
        let contact_energy = -space.velocity.dot(&space.sticking) / 2.0;
        let impulse_scale = space.impulse_scale();
        Membership {
            energy: margin(&space.energy_lost(&p), contact_energy, |scaled| units.energy(scaled)),
            penetration: margin(&space.separation(&p), space.velocity.norm(), |scaled| {
                scaled * units.velocity
            }),
            tension: margin(&Sum { value: p.z, terms: p.norm() }, impulse_scale, length),
            cone: margin(&Sum { value: space.cone.margin(&p), terms: p.norm() }, impulse_scale, length),
        }
    }
}

impl Space {
    /// −E(p) of (I.1). A long impulse is shortened first: E(sq) = s (q·v₀ + s q·Wq/2) cannot be ∞ − ∞.
    fn energy_lost(&self, p: &Vector3<f64>) -> Sum {
        let length = power_of_two(p.amax().max(1.0));
        let q = p / length;
        let value = q.dot(&self.velocity) + length * (q.dot(&(self.inverse_mass * q)) / 2.0);
        let magnitudes = q.abs().dot(&(self.inverse_mass.abs() * q.abs())) / 2.0;
        let terms = q.abs().dot(&self.velocity.abs()) + length * magnitudes;
        Sum { value: -(value * length), terms: terms * length } // (I.1)
    }

    /// vₙ after the impulse.
    fn separation(&self, p: &Vector3<f64>) -> Sum {
        let response = self.normal_response();
        Sum {
            value: self.velocity.z + response.dot(p), // (I.2)
            terms: self.velocity.z.abs() + response.abs().dot(&p.abs()),
        }
    }
}

fn margin(sum: &Sum, scale: f64, in_units: impl Fn(f64) -> f64) -> Margin {
    let relative = if sum.value == 0.0 { 0.0 } else { sum.value / scale };
    Margin { value: in_units(sum.value), relative, rounding: in_units(ROUNDINGS * f64::EPSILON * sum.terms) }
}
