//! Slip along an invariant direction, (J.4) and (J.5).

use nalgebra::{Matrix4, Vector2};

use super::{Rate, Replay, frame};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::routh::course::{Halt, Leg};
use crate::laws::slopes::{Border, Slope, dot, scaled};

impl Replay {
    pub(super) fn slip_straight(&mut self, leg: &Leg, direction: Vector2<f64>) -> Rate {
        let [along, across] = frame(direction);
        let [friction, share] = self.weights;
        let speed = dot(&along, &self.slip).value;
        let (mut turning, growth) = self.turning(&along, &across);
        let gain = dot(&along, &self.slip_drift(&along)).value; // f
        let mut angle = dot(&across, &self.slip) / Slope::constant(speed);
        if friction.value * dot(&across, &self.contact.pulled(&across)).value == 0.0 {
            // Nothing can move across: what would is outside of what the law knows.
            for change in [turning, angle] {
                if change.slopes.iter().any(|slope| *slope != 0.0) {
                    self.borders.push(Border { cause: KinkCause::Domain, change: change.slopes });
                }
            }
            (turning, angle) = (Slope::constant(0.0), Slope::constant(0.0));
        }
        let time = if leg.halt == Halt::SlipStops {
            f64::INFINITY
        } else if gain == 0.0 {
            leg.length / speed
        } else {
            libm::log1p(gain * leg.length / speed) / gain
        };
        let exponential = |nodes: &[f64]| divided(nodes, time);
        let times = |x: Slope, factor: f64| x * Slope::constant(factor);
        let once = times(angle, speed * exponential(&[gain + growth]))
            + times(turning, speed * exponential(&[gain + growth, gain]));
        let square = speed * speed;
        let twice = times(angle, square * exponential(&[gain, 2.0 * gain + growth]))
            + times(turning, square * exponential(&[gain, 2.0 * gain + growth, 2.0 * gain])); // (J.5)
        let length = Slope::constant(leg.length);
        let half = length * length * Slope::constant(0.5);
        let force = |along_it: Slope, aside: Slope| {
            let sum = [0, 1].map(|axis| along[axis] * along_it + across[axis] * aside);
            scaled(&sum, -friction)
        };
        self.take_in(leg.phase, length, force(length, once), force(half, twice));
        if leg.halt == Halt::SlipStops {
            // Nothing is left of the slip, to rounding; along it the change tells when it stops.
            let left = dot(&along, &self.slip);
            self.slip = scaled(&along, Slope { value: 0.0, ..left });
        }
        Rate { force: direction * -friction.value, share: share.value }
    }
}

/// The divided difference of exp(τ·) at zero and at some nodes, three at most. All of them are negative if τ is infinite.
fn divided(nodes: &[f64], time: f64) -> f64 {
    if time.is_infinite() {
        return nodes.iter().map(|node| -1.0 / node).product();
    }
    // The corner of the exponential of a matrix with the nodes on its diagonal and ones above.
    let mut chain = Matrix4::zeros();
    for (place, node) in nodes.iter().enumerate() {
        chain[(place + 1, place + 1)] = node * time;
        chain[(place, place + 1)] = time;
    }
    chain.exp()[(0, nodes.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding of a dozen operations on numbers of order one.
    const FEW_ROUNDINGS: f64 = 1e-14;

    #[test]
    fn divided_differences_are_those_of_the_exponential_function() {
        let time = 0.7;
        let exp = |x: f64| libm::exp(x * time);
        let first = |a: f64, b: f64| (exp(a) - exp(b)) / (a - b);
        let (a, b) = (-1.3, 0.4);
        assert!((divided(&[a], time) - first(0.0, a)).abs() < FEW_ROUNDINGS);
        let second = (first(0.0, a) - first(a, b)) / (0.0 - b);
        assert!((divided(&[a, b], time) - second).abs() < FEW_ROUNDINGS);
        // Nodes that coincide have derivatives: those of exp(τx) at 0 are τ and τ²/2.
        assert!((divided(&[0.0], time) - time).abs() < FEW_ROUNDINGS);
        assert!((divided(&[0.0, 0.0], time) - time * time / 2.0).abs() < FEW_ROUNDINGS);
    }

    #[test]
    fn they_have_a_limit_where_all_dies_away() {
        let (nodes, long) = ([-1.3, -0.4, -2.0], 100.0);
        assert!((divided(&nodes, long) - divided(&nodes, f64::INFINITY)).abs() < FEW_ROUNDINGS);
    }
}
