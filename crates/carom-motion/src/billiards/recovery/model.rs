//! The path of a ball on cloth and its derivatives: (V.2), (V.3).
//!
//! With T = 2|s|/(7 μ g), v_r = v₀ − (2/7) s, d = v̂_r and τ = t − T, and because μ g ŝ T = (2/7) s:
//!
//! ```text
//! t ≤ T      p = p₀ + v₀ t − ½ μ g ŝ t²                                                      (V.4)
//! rolling    p = p₀ + v₀ t − (2/7) s t + (1/7) s T − ½ μ_r g d τ²                             (V.5)
//! at rest    p = p₀ + v₀ T − (1/7) s T + v_r |v_r|/(2 μ_r g)                                  (V.6)
//! ∂T/∂s = T ŝ/|s|     ∂T/∂μ = −T/μ     ∂(x/|x|)/∂x = (1 − x̂x̂ᵀ)/|x|                            (V.7)
//! ```
//!
//! Position and velocity are continuous at T, so the derivatives with respect to the parameters are continuous there.

use nalgebra::{Matrix2, SMatrix, Vector2};

/// Everything that sets a path, at the start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathParameters {
    /// Position, in metres.
    pub position: Vector2<f64>,
    /// Velocity, in metres per second.
    pub velocity: Vector2<f64>,
    /// Velocity of the lowest point over the cloth, in metres per second: (V.1).
    pub slip: Vector2<f64>,
    /// Sliding friction μ_s.
    pub sliding_friction: f64,
    /// Rolling friction μ_r: deceleration over gravity.
    pub rolling_friction: f64,
}

/// Position, velocity, slip, μ_s, μ_r.
pub(super) const PARAMETERS: usize = 8;
/// Derivatives of a position with respect to all parameters.
pub(super) type Gradient = SMatrix<f64, 2, PARAMETERS>;

impl PathParameters {
    /// When rolling begins, in seconds after the start, under gravity `gravity` (metres per second squared): (V.2).
    #[must_use]
    pub fn rolling_begins(&self, gravity: f64) -> f64 {
        2.0 * self.slip.norm() / (7.0 * self.sliding_friction * gravity)
    }

    /// Velocity when rolling begins, in metres per second: (V.3).
    #[must_use]
    pub fn rolling_velocity(&self) -> Vector2<f64> {
        self.velocity - self.slip * (2.0 / 7.0)
    }

    /// When the ball stops, in seconds after the start.
    #[must_use]
    pub fn stops(&self, gravity: f64) -> f64 {
        self.rolling_begins(gravity) + self.rolling_velocity().norm() / (self.rolling_friction * gravity)
    }
}

/// Where the ball is a time after the start (seconds; metres).
#[must_use]
pub fn path_position(path: &PathParameters, gravity: f64, time: f64) -> Vector2<f64> {
    position_and_gradient(path, gravity, time).0
}

pub(super) fn position_and_gradient(
    path: &PathParameters,
    gravity: f64,
    time: f64,
) -> (Vector2<f64>, Gradient) {
    if time <= path.rolling_begins(gravity) {
        sliding(path, gravity, time)
    } else if time < path.stops(gravity) {
        rolling(path, gravity, time)
    } else {
        resting(path, gravity)
    }
}

/// (V.4); without slip there is nothing to slide.
fn sliding(path: &PathParameters, gravity: f64, time: f64) -> (Vector2<f64>, Gradient) {
    let (along, turning) = direction(path.slip);
    let fallen = 0.5 * gravity * time * time;
    let mu = path.sliding_friction;
    let position = path.position + path.velocity * time - along * (mu * fallen);
    let mut gradient = base(Matrix2::identity() * time);
    gradient.fixed_columns_mut::<2>(4).copy_from(&(turning * (-mu * fallen)));
    gradient.set_column(6, &(along * -fallen));
    (position, gradient)
}

/// (V.5).
fn rolling(path: &PathParameters, gravity: f64, time: f64) -> (Vector2<f64>, Gradient) {
    let begins = path.rolling_begins(gravity);
    let rolled = time - begins;
    let (along, turning) = direction(path.rolling_velocity());
    let slow = path.rolling_friction * gravity;
    let slowed = 0.5 * slow * rolled * rolled;
    let position =
        path.position + path.velocity * time - path.slip * (2.0 * time - begins) / 7.0 - along * slowed;
    let by_beginning = path.slip / 7.0 + along * (slow * rolled);
    let turned = turning * slowed;
    let mut gradient = base(Matrix2::identity() * time - turned);
    let by_slip = Matrix2::identity() * ((begins - 2.0 * time) / 7.0)
        + turned * (2.0 / 7.0)
        + by_beginning * beginning_by_slip(path, begins).transpose();
    gradient.fixed_columns_mut::<2>(4).copy_from(&by_slip);
    gradient.set_column(6, &(by_beginning * (-begins / path.sliding_friction)));
    gradient.set_column(7, &(along * (-0.5 * gravity * rolled * rolled)));
    (position, gradient)
}

/// (V.6).
fn resting(path: &PathParameters, gravity: f64) -> (Vector2<f64>, Gradient) {
    let begins = path.rolling_begins(gravity);
    let velocity = path.rolling_velocity();
    let (along, _) = direction(velocity);
    let slow = 2.0 * path.rolling_friction * gravity;
    let rolled = velocity * (velocity.norm() / slow);
    let slid = path.velocity - path.slip / 7.0;
    let position = path.position + slid * begins + rolled;
    let stretch = (Matrix2::identity() * velocity.norm() + velocity * along.transpose()) / slow;
    let mut gradient = base(Matrix2::identity() * begins + stretch);
    let by_slip = Matrix2::identity() * (-begins / 7.0) - stretch * (2.0 / 7.0)
        + slid * beginning_by_slip(path, begins).transpose();
    gradient.fixed_columns_mut::<2>(4).copy_from(&by_slip);
    gradient.set_column(6, &(slid * (-begins / path.sliding_friction)));
    gradient.set_column(7, &(rolled / -path.rolling_friction));
    (position, gradient)
}

/// The columns of position and velocity.
fn base(by_velocity: Matrix2<f64>) -> Gradient {
    let mut gradient = Gradient::zeros();
    gradient.fixed_columns_mut::<2>(0).copy_from(&Matrix2::identity());
    gradient.fixed_columns_mut::<2>(2).copy_from(&by_velocity);
    gradient
}

/// Direction of a vector and how it turns with it: (V.7); both zero for the vector zero.
pub(super) fn direction(vector: Vector2<f64>) -> (Vector2<f64>, Matrix2<f64>) {
    let norm = vector.norm();
    if norm == 0.0 {
        return (Vector2::zeros(), Matrix2::zeros());
    }
    let along = vector / norm;
    (along, (Matrix2::identity() - along * along.transpose()) / norm)
}

/// ∂T/∂s.
pub(super) fn beginning_by_slip(path: &PathParameters, begins: f64) -> Vector2<f64> {
    let norm = path.slip.norm();
    if norm == 0.0 { Vector2::zeros() } else { path.slip * (begins / (norm * norm)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    const GRAVITY: f64 = 9.81;

    fn path() -> PathParameters {
        PathParameters {
            position: vector![0.1, -0.2],
            velocity: vector![1.4, 0.5],
            slip: vector![0.6, -1.1],
            sliding_friction: 0.2,
            rolling_friction: 0.03,
        }
    }

    fn moved(mut path: PathParameters, parameter: usize, by: f64) -> PathParameters {
        match parameter {
            0 | 1 => path.position[parameter] += by,
            2 | 3 => path.velocity[parameter - 2] += by,
            4 | 5 => path.slip[parameter - 4] += by,
            6 => path.sliding_friction += by,
            _ => path.rolling_friction += by,
        }
        path
    }

    #[test]
    fn derivatives_are_those_of_the_path_in_every_phase() {
        let step = 1e-5;
        for time in [0.1, 0.9, 6.0] {
            let (_, gradient) = position_and_gradient(&path(), GRAVITY, time);
            for parameter in 0..PARAMETERS {
                let at = |by| path_position(&moved(path(), parameter, by), GRAVITY, time);
                let difference = (at(step) - at(-step)) / (2.0 * step);
                let error = (difference - gradient.column(parameter)).norm();
                // Central differences err by the step squared times a third derivative, which μ_r makes the largest.
                assert!(error < 1e-4 * (1.0 + difference.norm()), "{time} {parameter}: {error}");
            }
        }
    }

    #[test]
    fn phases_join_smoothly() {
        let path = path();
        for instant in [path.rolling_begins(GRAVITY), path.stops(GRAVITY)] {
            let step = 1e-7;
            let at = |time| path_position(&path, GRAVITY, time);
            let before = (at(instant) - at(instant - step)) / step;
            let after = (at(instant + step) - at(instant)) / step;
            assert!((before - after).norm() < 1e-5, "{before} {after}");
        }
    }

    #[test]
    fn a_stun_shot_rolls_with_five_sevenths_of_its_speed() {
        let velocity = vector![2.0, 0.0];
        let stun = PathParameters { velocity, slip: velocity, ..path() };
        /// A few roundings of numbers up to two.
        const ROUNDED: f64 = 4.0 * f64::EPSILON;
        assert!((stun.rolling_velocity() - velocity * (5.0 / 7.0)).norm() < ROUNDED);
        assert!((stun.rolling_begins(GRAVITY) - 2.0 * 2.0 / (7.0 * 0.2 * GRAVITY)).abs() < ROUNDED);
    }
}
