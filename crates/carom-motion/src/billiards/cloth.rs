//! Motion of one ball on the cloth or above it, in closed form.
//!
//! The lowest point of a ball moves with the slip velocity s = v + ω × r, r = −R ẑ. While s ≠ 0 the cloth pulls with
//! F = −μ_s m g ŝ:
//!
//! ```text
//! v' = −μ_s g ŝ          ω' = r × F/I = 5 μ_s g/(2R) ẑ × ŝ                                 (Cl.1)
//! s' = F/m + (r × F) × r/I = (1 + 5/2) F/m = −7/2 μ_s g ŝ                                  (Cl.2)
//! ```
//!
//! because (r × F) × r = R² F for F ⟂ r, and I = 2/5 m R². By (Cl.2) s' is opposite to s: **s keeps its direction**, so F is
//! constant, the centre moves on a parabola, and
//!
//! ```text
//! sliding ends at t = 2|s₀|/(7 μ_s g),   with v = v₀ − 2/7 s₀,   rolling                   (Cl.3)
//! rolling:  v' = −μ_r g v̂,   R ω = ẑ × v,   ends at t = |v₀|/(μ_r g)                       (Cl.4)
//! spinning: ω_z' = −5 μ_sp g/(2R) sign ω_z,   ends at t = 2R|ω_z|/(5 μ_sp g)               (Cl.5)
//! flying:   v' = −g ẑ,   ω' = 0                                                            (Cl.6)
//! ```
//!
//! Spin about the vertical (Cl.5) goes on beside sliding and rolling and may end within either. What the cloth takes is known
//! for every piece from the distance that it rubs:
//!
//! ```text
//! sliding  μ_s m g (|s₀| t − 7/4 μ_s g t²)                                                 (Cl.7)
//! rolling  7/5 μ_r m g (|v₀| t − ½ μ_r g t²)                                               (Cl.8)
//! spinning I α (|ω_z| t − ½ α t²),  α = 5 μ_sp g/(2R)                                      (Cl.9)
//! ```
//!
//! The decelerations are those of \[Alciatore2004\]; the project defines rolling resistance by its deceleration μ_r g.

use nalgebra::Vector3;

use super::ball::{Ball, State};
pub use super::phase::{Change, Phase, Travel, Twist};

/// How the cloth resists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cloth {
    /// Coefficient of sliding friction μ_s, without unit.
    pub sliding_friction: f64,
    /// Rolling resistance μ_r, without unit: a rolling ball loses μ_r g of speed a second.
    pub rolling_resistance: f64,
    /// Friction of spin about the vertical μ_sp, without unit: ω_z loses 5 μ_sp g/(2R) a second.
    pub spin_friction: f64,
    /// Acceleration of gravity, in metres per second squared, downwards.
    pub gravity: f64,
}

impl Cloth {
    /// Pool cloth: μ_s = 0.2, μ_r = 0.01, and μ_sp = 4/9 m⁻¹ · R ≈ 0.0127, with which a pool ball's spin falls by 10.9 rad/s a
    /// second: the values of pooltool's ball parameters (\[Kiefl2024\]), after the measurements collected by \[Alciatore2004\].
    pub const POOL: Self =
        Self { sliding_friction: 0.2, rolling_resistance: 0.01, spin_friction: 0.0127, gravity: 9.81 };

    /// α of (Cl.5), in radians per second squared.
    #[must_use]
    pub fn spin_deceleration(&self, ball: &Ball) -> f64 {
        2.5 * self.spin_friction * self.gravity / ball.radius()
    }
}

/// How a piece of motion ends by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NaturalEnd {
    /// How long the piece lasts, in seconds.
    pub after: f64,
    /// What happens then.
    pub change: Change,
}

/// A stretch of motion in one phase: position quadratic, velocity and angular velocity linear in the time since its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    start: f64,
    phase: Phase,
    state: State,
    acceleration: Vector3<f64>,
    angular_acceleration: Vector3<f64>,
}

impl Piece {
    /// The motion of a ball in a phase, from `state` at time `start` (seconds).
    #[must_use]
    pub fn new(start: f64, phase: Phase, state: State, ball: &Ball, cloth: &Cloth) -> Self {
        let g = cloth.gravity;
        let mut angular_acceleration = Vector3::zeros();
        let acceleration = match phase.travel {
            Travel::Still | Travel::Out => Vector3::zeros(),
            Travel::Sliding { slip, .. } => {
                let pull = cloth.sliding_friction * g;
                let turn = 2.5 * pull / ball.radius();
                angular_acceleration = Vector3::new(-slip.y * turn, slip.x * turn, 0.0); // (Cl.1)
                Vector3::new(-pull * slip.x, -pull * slip.y, 0.0) // (Cl.1)
            }
            Travel::Rolling { heading, .. } => {
                let brake = -(heading * (cloth.rolling_resistance * g));
                let brake = Vector3::new(brake.x, brake.y, 0.0); // (Cl.4)
                angular_acceleration = ball.rolling(brake, 0.0);
                brake
            }
            Travel::Airborne => Vector3::new(0.0, 0.0, -g), // (Cl.6)
        };
        match phase.twist {
            Twist::Free => {}
            Twist::Slowing => {
                angular_acceleration.z = -cloth.spin_deceleration(ball) * state.angular_velocity.z.signum(); // (Cl.5)
            }
        }
        Self { start, phase, state, acceleration, angular_acceleration }
    }

    /// When it starts, in seconds.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.start
    }

    /// Phase of the motion.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// State at its start.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Acceleration of the centre, in metres per second squared.
    #[must_use]
    pub fn acceleration(&self) -> Vector3<f64> {
        self.acceleration
    }

    /// Angular acceleration, in radians per second squared.
    #[must_use]
    pub fn angular_acceleration(&self) -> Vector3<f64> {
        self.angular_acceleration
    }

    /// State `elapsed` seconds after the start.
    #[must_use]
    pub fn at(&self, elapsed: f64) -> State {
        let State { position, velocity, angular_velocity } = self.state;
        State {
            position: position + (velocity + self.acceleration * (0.5 * elapsed)) * elapsed,
            velocity: velocity + self.acceleration * elapsed,
            angular_velocity: angular_velocity + self.angular_acceleration * elapsed,
        }
    }

    /// How the travel of the centre ends if nothing hits the ball; flight ends by landing, which depends on what is below.
    #[must_use]
    pub fn travel_end(&self, cloth: &Cloth) -> Option<NaturalEnd> {
        let (after, change) = match self.phase.travel {
            Travel::Still | Travel::Airborne | Travel::Out => return None,
            Travel::Sliding { speed, .. } => {
                let pull = cloth.sliding_friction * cloth.gravity;
                (2.0 * speed / (7.0 * pull), Change::SlidingEnds) // (Cl.3)
            }
            Travel::Rolling { speed, .. } => {
                (speed / (cloth.rolling_resistance * cloth.gravity), Change::RollingEnds) // (Cl.4)
            }
        };
        after.is_finite().then_some(NaturalEnd { after, change })
    }

    /// How the spin about the vertical ends if nothing hits the ball.
    #[must_use]
    pub fn twist_end(&self, ball: &Ball, cloth: &Cloth) -> Option<NaturalEnd> {
        match self.phase.twist {
            Twist::Free => None,
            Twist::Slowing => {
                let after = self.state.angular_velocity.z.abs() / cloth.spin_deceleration(ball); // (Cl.5)
                after.is_finite().then_some(NaturalEnd { after, change: Change::SpinningEnds })
            }
        }
    }

    /// State at the natural end: what dies out there is exactly zero.
    #[must_use]
    pub fn at_end(&self, end: NaturalEnd, ball: &Ball) -> State {
        let mut state = self.at(end.after);
        match end.change {
            Change::SlidingEnds => {
                if let Travel::Sliding { slip, speed } = self.phase.travel {
                    let lost = slip * (2.0 / 7.0 * speed);
                    state.velocity = self.state.velocity - Vector3::new(lost.x, lost.y, 0.0); // (Cl.3)
                }
                state.angular_velocity = ball.rolling(state.velocity, state.angular_velocity.z);
            }
            Change::RollingEnds => {
                state.velocity = Vector3::zeros();
                state.angular_velocity = Vector3::new(0.0, 0.0, state.angular_velocity.z);
            }
            Change::SpinningEnds => state.angular_velocity.z = 0.0,
            Change::Struck | Change::Removed => {}
        }
        state
    }

    /// The same phase from a later state: a spin that ends does not disturb the path.
    #[must_use]
    pub fn continued(&self, start: f64, phase: Phase, state: State, ball: &Ball, cloth: &Cloth) -> Self {
        let travel = match phase.travel {
            Travel::Sliding { slip, .. } => Travel::Sliding { slip, speed: ball.slip(&state).norm() },
            Travel::Rolling { heading, .. } => Travel::Rolling { heading, speed: state.velocity.xy().norm() },
            Travel::Still | Travel::Airborne | Travel::Out => phase.travel,
        };
        Self::new(start, Phase { travel, ..phase }, state, ball, cloth)
    }
}

/// Energy that the cloth takes, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rubbed {
    /// By sliding friction.
    pub sliding: f64,
    /// By rolling resistance.
    pub rolling: f64,
    /// By friction of spin about the vertical.
    pub spinning: f64,
}

impl Piece {
    /// Energy that the cloth takes in the first `elapsed` seconds.
    #[must_use]
    pub fn rubbed(&self, elapsed: f64, ball: &Ball, cloth: &Cloth) -> Rubbed {
        let (t, g, m) = (elapsed, cloth.gravity, ball.mass());
        let mut rubbed = Rubbed::default();
        match self.phase.travel {
            Travel::Still | Travel::Airborne | Travel::Out => {}
            Travel::Sliding { speed, .. } => {
                let pull = cloth.sliding_friction * g;
                rubbed.sliding = pull * m * t * (speed - 1.75 * pull * t); // (Cl.7)
            }
            Travel::Rolling { speed, .. } => {
                let brake = cloth.rolling_resistance * g;
                rubbed.rolling = 1.4 * brake * m * t * (speed - 0.5 * brake * t); // (Cl.8)
            }
        }
        match self.phase.twist {
            Twist::Free => {}
            Twist::Slowing => {
                let brake = cloth.spin_deceleration(ball);
                let spin = self.state.angular_velocity.z.abs();
                rubbed.spinning = ball.moment() * brake * t * (spin - 0.5 * brake * t); // (Cl.9)
            }
        }
        rubbed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding of energies of a joule: a few operations on each side.
    const JOULES: f64 = 1e-15;

    fn state(velocity: [f64; 3], spin: [f64; 3]) -> State {
        State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity.into()).spinning(spin.into())
    }

    #[test]
    fn what_the_cloth_takes_is_what_the_ball_loses() {
        // Each closed form against the difference of kinetic energies.
        let (ball, cloth) = (Ball::POOL, Cloth::POOL);
        for start in [state([1.0, 2.0, 0.0], [30.0, -10.0, 25.0]), state([0.0; 3], [0.0, 0.0, -9.0])] {
            let piece = Piece::new(0.0, Phase::of(&ball, &start), start, &ball, &cloth);
            for t in [0.01, 0.1] {
                let Rubbed { sliding, rolling, spinning } = piece.rubbed(t, &ball, &cloth);
                let lost = ball.kinetic_energy(&start) - ball.kinetic_energy(&piece.at(t));
                assert!((lost - sliding - rolling - spinning).abs() < JOULES, "{t}");
            }
        }
    }
}
