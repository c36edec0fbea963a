//! Racks with uneven gaps: every ball stands somewhere in a small disc about its place.
//!
//! Places are (1 + g/2) diameters apart, balls at most g/4 diameters from their places: the gaps lie between 0 and g.

use nalgebra::Vector2;

use super::Rack;

/// Displacements stay this part inside their disc, so that rounding cannot make two balls overlap.
const INSIDE: f64 = 1.0 - 1e-9;

impl Rack {
    pub(super) fn scattered(mut self, radius: f64, largest: f64, seed: u64) -> Self {
        let mut dice = Dice(seed);
        let reach = 0.5 * radius * largest * INSIDE;
        for ball in &mut self.balls {
            ball.position += dice.in_unit_disc() * reach;
        }
        for pair in &mut self.neighbours {
            let [a, b] = pair.balls;
            let distance = (self.balls[a].position - self.balls[b].position).norm();
            pair.gap = (distance - 2.0 * radius).max(0.0);
        }
        self
    }
}

/// SplitMix64 \[Steele2014\]: a small generator whose sequence is the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 2.0_f64.powi(-53)
    }

    /// Evenly over the unit disc.
    fn in_unit_disc(&mut self) -> Vector2<f64> {
        let (radius, angle) = (self.unit().sqrt(), std::f64::consts::TAU * self.unit());
        Vector2::new(radius * libm::cos(angle), radius * libm::sin(angle))
    }
}
