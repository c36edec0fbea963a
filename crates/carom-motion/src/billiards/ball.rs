//! Balls, and how one moves at an instant.

use nalgebra::{Vector2, Vector3};

use super::error::ShotError;
use crate::rounding::significant;

/// A homogeneous ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ball {
    mass: f64,
    radius: f64,
}

impl Ball {
    /// A pool ball: 6 ounces, 2¼ inches across (\[WPA2001\]).
    pub const POOL: Self = Self { mass: 0.170_097, radius: 0.028_575 };
    /// A snooker ball: 52.5 mm across (\[WPBSA\]); its rules fix no mass, sets weigh about 142 g a ball.
    pub const SNOOKER: Self = Self { mass: 0.142, radius: 0.026_25 };
    /// A carom ball: 61.5 mm across and 210 g, within the 61 to 61.5 mm and 205 to 220 g of \[UMB\].
    pub const CAROM: Self = Self { mass: 0.210, radius: 0.030_75 };

    /// A ball of given mass (kg) and radius (m).
    pub fn new(mass: f64, radius: f64) -> Result<Self, ShotError> {
        for (what, value) in [("mass", mass), ("radius", radius)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(ShotError::NotPositive { what, value });
            }
        }
        Ok(Self { mass, radius })
    }

    /// Mass, in kilograms.
    #[must_use]
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Radius, in metres.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Moment of inertia 2/5 m R², in kg m².
    #[must_use]
    pub fn moment(&self) -> f64 {
        0.4 * self.mass * self.radius * self.radius
    }

    /// Velocity of the lowest point, s = v + ω × (−R ẑ), along the bed, in metres per second.
    #[must_use]
    pub fn slip(&self, state: &State) -> Vector2<f64> {
        let (v, w) = (state.velocity, state.angular_velocity);
        Vector2::new(v.x - self.radius * w.y, v.y + self.radius * w.x)
    }

    /// Angular velocity about the horizontal axes that lets the ball roll with velocity `v` (m/s), and ω_z beside it, in
    /// radians per second.
    #[must_use]
    pub fn rolling(&self, v: Vector3<f64>, spin: f64) -> Vector3<f64> {
        Vector3::new(-v.y / self.radius, v.x / self.radius, spin)
    }

    /// Kinetic energy, in joules.
    #[must_use]
    pub fn kinetic_energy(&self, state: &State) -> f64 {
        0.5 * (self.mass * state.velocity.norm_squared()
            + self.moment() * state.angular_velocity.norm_squared())
    }
}

/// The angular velocity of a homogeneous ball after an impact, without a spin about the vertical that is rounding: that of the
/// terms which it is the sum of, the spin before and what impulses of a total size (N s) can give at the surface, R Σ|J|/I.
pub(super) fn without_rounded_twist(
    spin: Vector3<f64>,
    twist_before: f64,
    impulses: f64,
    [mass, radius]: [f64; 2],
) -> Vector3<f64> {
    let terms = twist_before.abs() + 2.5 * impulses / (mass * radius);
    Vector3::new(spin.x, spin.y, significant(spin.z, terms))
}

/// Where a ball is and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct State {
    /// Centre, in metres; z = R on the bed.
    pub position: Vector3<f64>,
    /// Velocity of the centre, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
}

impl State {
    /// At rest on the bed at (x, y), in metres from the middle of the table.
    #[must_use]
    pub fn on_bed(ball: &Ball, [x, y]: [f64; 2]) -> Self {
        let still = Vector3::zeros();
        Self { position: Vector3::new(x, y, ball.radius), velocity: still, angular_velocity: still }
    }

    /// This state with a velocity, in metres per second.
    #[must_use]
    pub fn moving(self, velocity: Vector3<f64>) -> Self {
        Self { velocity, ..self }
    }

    /// This state with an angular velocity, in radians per second.
    #[must_use]
    pub fn spinning(self, angular_velocity: Vector3<f64>) -> Self {
        Self { angular_velocity, ..self }
    }

    /// Whether every number is finite.
    pub(crate) fn is_finite(&self) -> bool {
        [self.position, self.velocity, self.angular_velocity].iter().flatten().all(|x| x.is_finite())
    }
}

/// A ball and its state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallState {
    /// The ball.
    pub ball: Ball,
    /// Its state.
    pub state: State,
}
