//! Phases of a ball's motion, and what leads from one to the next.

use nalgebra::Vector2;

use super::ball::{Ball, State};
use crate::rounding::ROUNDING;

/// How the centre of a ball moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Travel {
    /// It stays where it is, on the bed.
    Still,
    /// The lowest point slips over the cloth.
    Sliding {
        /// Unit direction ŝ in which it slips.
        slip: Vector2<f64>,
        /// How fast it slipped at first, in metres per second.
        speed: f64,
    },
    /// The lowest point is at rest.
    Rolling {
        /// Unit direction of travel.
        heading: Vector2<f64>,
        /// Speed at first, in metres per second.
        speed: f64,
    },
    /// It flies.
    Airborne,
    /// It is out of play: in a pocket or off the table.
    Out,
}

/// Spin about the vertical of a ball on the bed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Twist {
    /// None, or none that the cloth resists (in flight).
    Free,
    /// The cloth slows it.
    Slowing,
}

/// Phase of a ball's motion: how its centre travels, and its spin beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// How the centre moves.
    pub travel: Travel,
    /// Spin about the vertical.
    pub twist: Twist,
}

/// What may happen to the phase of a ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The slip has died out.
    SlidingEnds,
    /// A rolling ball has stopped.
    RollingEnds,
    /// Spin about the vertical has died out.
    SpinningEnds,
    /// An impact has changed the motion.
    Struck,
    /// The ball fell into a pocket or left the table.
    Removed,
}

impl Change {
    /// Its name in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SlidingEnds => "sliding-ends",
            Self::RollingEnds => "rolling-ends",
            Self::SpinningEnds => "spinning-ends",
            Self::Struck => "struck",
            Self::Removed => "removed",
        }
    }
}

impl Phase {
    /// Out of play.
    pub const OUT: Self = Self { travel: Travel::Out, twist: Twist::Free };

    /// The phase that a change leads to, `state` being the motion just after it; `None` where it cannot happen.
    #[must_use]
    pub fn after(self, change: Change, ball: &Ball, state: &State) -> Option<Self> {
        let in_play = self.travel != Travel::Out;
        match change {
            Change::Struck => in_play.then(|| Self::of(ball, state)),
            Change::Removed => in_play.then_some(Self::OUT),
            Change::SlidingEnds => matches!(self.travel, Travel::Sliding { .. })
                .then(|| Self { travel: rolling_or_still(state), ..self }),
            Change::RollingEnds => matches!(self.travel, Travel::Rolling { .. })
                .then_some(Self { travel: Travel::Still, ..self }),
            Change::SpinningEnds => {
                (self.twist == Twist::Slowing).then_some(Self { twist: Twist::Free, ..self })
            }
        }
    }

    /// The phase of a ball that has just been set in motion. On the bed z is R exactly.
    #[must_use]
    pub fn of(ball: &Ball, state: &State) -> Self {
        let above = state.position.z - ball.radius();
        if above > 0.0 || state.velocity.z != 0.0 {
            return Self { travel: Travel::Airborne, twist: Twist::Free };
        }
        let (v, w) = (state.velocity, state.angular_velocity);
        let slip = ball.slip(state);
        let speed = slip.norm();
        let terms = v.xy().norm() + ball.radius() * w.xy().norm();
        // A slip that is the rounding of the speeds it is the difference of is none: the ball rolls.
        let travel = if speed > ROUNDING * terms {
            Travel::Sliding { slip: slip / speed, speed }
        } else {
            rolling_or_still(state)
        };
        Self { travel, twist: if w.z == 0.0 { Twist::Free } else { Twist::Slowing } }
    }
}

fn rolling_or_still(state: &State) -> Travel {
    let velocity = state.velocity.xy();
    let speed = velocity.norm();
    if speed > 0.0 { Travel::Rolling { heading: velocity / speed, speed } } else { Travel::Still }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::*;

    fn state(velocity: [f64; 3], spin: [f64; 3]) -> State {
        State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity.into()).spinning(spin.into())
    }

    #[test]
    fn a_change_that_cannot_happen_leads_nowhere() {
        let still = state([0.0; 3], [0.0; 3]);
        let resting = Phase::of(&Ball::POOL, &still);
        for change in [Change::SlidingEnds, Change::RollingEnds, Change::SpinningEnds] {
            assert_eq!(resting.after(change, &Ball::POOL, &still), None);
            assert_eq!(Phase::OUT.after(change, &Ball::POOL, &still), None);
        }
        assert_eq!(Phase::OUT.after(Change::Struck, &Ball::POOL, &still), None);
        assert_eq!(resting.after(Change::Removed, &Ball::POOL, &still), Some(Phase::OUT));
    }

    #[test]
    fn a_slip_within_rounding_is_rolling() {
        let velocity = Vector3::new(1.0, 0.3, 0.0);
        let rolls = State::on_bed(&Ball::POOL, [0.0, 0.0]).moving(velocity);
        let rolls = rolls.spinning(Ball::POOL.rolling(velocity, 0.0));
        assert!(matches!(Phase::of(&Ball::POOL, &rolls).travel, Travel::Rolling { .. }));
        assert!(matches!(
            Phase::of(&Ball::POOL, &state([1.0, 0.0, 0.0], [0.0; 3])).travel,
            Travel::Sliding { .. }
        ));
        assert!(matches!(Phase::of(&Ball::POOL, &state([0.0, 0.0, 0.1], [0.0; 3])).travel, Travel::Airborne));
    }
}
