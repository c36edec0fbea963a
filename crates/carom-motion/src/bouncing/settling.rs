//! What the infinitely many last bounces of a ball do to its motion along the plane.
//!
//! The normal motion is a [`BounceTrain`] whatever the friction does. The contact of a ball is planar: its slip s stays on one line, and
//! V = V_r + s/c with V_r constant (B.7). Scaling all velocities scales the outcome of an impact, so only s/n matters at a landing.
//!
//! - If every landing slips from beginning to end, landing k takes c μ (1 + e) eᵏ n from s. The sum over all of them is c μ n (1 + e)/(1 − e),
//!   and the ball slips all the way if and only if
//!
//! ```text
//! s ≥ c μ n (1 + e)/(1 − e)    and    s ≥ μ η² n                                          (B.8)
//! ```
//!
//!   (η² = 0 for rigid friction; the second condition is that of \[Jia2012, Prop. 1\] for slip at the start of an impact, and where it and s ≥ c μ n
//!   hold, slip also lasts through compression; in restitution the tangential springs shorten, which only adds to the sliding). It goes on
//!   sliding with what is left, after a way of
//!
//! ```text
//! x = V_r T + s T/c − 2 μ e n²/(g (1 − e)²)                                               (B.9)
//! ```
//!
//! - Otherwise the landings are taken one by one. Rigid friction takes c μ (1 + e) eᵏ n each time and sticks at some landing; from then on s = 0.
//! - Tangential springs give slip back, in proportion to n: their landings end when (B.8) holds or what all further ones could do to s is
//!   rounding. Their number is logarithmic in that.
//!
//! This sets in when the next bounce would be lower than the rounding of the ball's radius. The ball stays where it is to rounding all the while,
//! so that nothing is lost by not resolving the bounces any more; their time, way, impulse and energy are all counted.

use carom::{Body, Impact, Model, Surface, TangentialLaw};
use nalgebra::Vector3;

use super::error::SettlingError;
use super::ground::GroundedBall;
use super::participant::Participant;
use super::train::BounceTrain;
use crate::flight::RigidState;
use crate::rounding::ROUNDING;

/// Bounces lower than this part of the radius do not move the ball to rounding.
const LOWEST_BOUNCE: f64 = f64::EPSILON;

/// Slip below this part of the speed √(g r) is rounding of the ball's velocity.
const LEAST_SLIP: f64 = f64::EPSILON;

/// How the last bounces end.
pub(crate) struct Settled {
    /// The ball on the plane, after all bounces.
    pub(crate) state: RigidState,
    /// Seconds from the landing.
    pub(crate) duration: f64,
    pub(crate) lost_in_restitution: f64,
    pub(crate) lost_in_friction: f64,
}

/// The slip over the last bounces.
struct Slip {
    left: f64,
    /// Σ sₖ Tₖ, in metres.
    way: f64,
}

/// Whether a ball that lands now with this speed has only bounces before it that are lower than the rounding of its radius, or shorter than that of time.
pub(crate) fn settles(body: &Participant, radius: f64, approach: f64, gravity: f64, now: f64) -> bool {
    let train = BounceTrain::of(approach, body.floor.restitution, gravity);
    let unseen = train.height_after(0) <= LOWEST_BOUNCE * radius || train.time_of(1) <= ROUNDING * now;
    train.duration().is_finite() && unseen
}

/// All bounces that follow a landing.
pub(crate) fn settle(
    body: &Participant,
    radius: f64,
    landing: &RigidState,
    gravity: f64,
    model: Model,
) -> Result<Settled, SettlingError> {
    let ball = GroundedBall::of(body, radius);
    let approach = -landing.velocity.z;
    let slip = ball.slip(landing);
    let (speed, rolling) = (slip.norm(), ball.rolling_velocity(landing));
    let direction = if speed > 0.0 { slip / speed } else { Vector3::zeros() };
    let train = BounceTrain::of(approach, body.floor.restitution, gravity);
    let bounces = Bounces { ball: &ball, surface: &body.floor, gravity, model };
    let end = bounces.slip_after_all(speed, approach)?;
    let mut state = ball.with_slip(landing, direction * end.left);
    state.position += rolling * train.duration() + direction * (end.way / ball.mobility);
    Ok(Settled {
        state,
        duration: train.duration(),
        lost_in_restitution: 0.5 * ball.mass * approach * approach,
        lost_in_friction: 0.5 * ball.mass / ball.mobility * (speed * speed - end.left * end.left),
    })
}

pub(super) struct Bounces<'a> {
    pub(super) ball: &'a GroundedBall,
    pub(super) surface: &'a Surface,
    pub(super) gravity: f64,
    pub(super) model: Model,
}

/// One of the last landings: the slip before it, the approach speed, and the slip after it, in metres per second.
pub(super) struct Landing {
    pub(super) slip: f64,
    pub(super) approach: f64,
    pub(super) after: f64,
}

/// What follows the landings that are taken one by one.
pub(super) enum Last {
    /// The ball does not slip any more.
    Rolls,
    /// It slips through all that are left.
    Slides { slip: f64, approach: f64 },
}

/// The last landings.
pub(super) struct Landings {
    pub(super) landings: Vec<Landing>,
    pub(super) last: Last,
}

impl Landing {
    /// The way that the slip makes until the next one, in metres.
    fn way_after(&self, bounces: &Bounces<'_>) -> f64 {
        let next = self.approach * bounces.surface.restitution.value();
        self.after * 2.0 * next / bounces.gravity
    }
}

impl Bounces<'_> {
    fn slip_after_all(&self, slip: f64, approach: f64) -> Result<Slip, SettlingError> {
        let Landings { landings, last } = self.landings(slip, approach)?;
        let way: f64 = landings.iter().map(|landing| landing.way_after(self)).sum();
        Ok(match last {
            Last::Rolls => Slip { left: 0.0, way },
            Last::Slides { slip, approach } => {
                // (B.8), (B.9)
                let e = self.surface.restitution.value();
                let train = BounceTrain::of(approach, self.surface.restitution, self.gravity);
                let taken = self.ball.mobility * self.ball.friction * train.impulse_per_mass();
                let braked = 2.0 * self.ball.friction * e * (approach / (1.0 - e)).powi(2) / self.gravity;
                let last_way = slip * train.duration() - slip.signum() * self.ball.mobility * braked;
                Slip { left: slip - slip.signum() * taken, way: way + last_way }
            }
        })
    }

    /// The landings that must be taken one by one, and what follows them.
    pub(super) fn landings(&self, mut slip: f64, mut approach: f64) -> Result<Landings, SettlingError> {
        let e = self.surface.restitution.value();
        let least_hold = match self.surface.tangential {
            TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => 0.0,
            TangentialLaw::Compliant { compliance, .. } => compliance.value(),
        };
        let rounding = LEAST_SLIP * (self.gravity * self.ball.radius).sqrt();
        let mut landings = Vec::new();
        loop {
            let train = BounceTrain::of(approach, self.surface.restitution, self.gravity);
            let taken = self.ball.mobility * self.ball.friction * train.impulse_per_mass();
            if slip.abs() >= taken && slip.abs() >= self.ball.friction * least_hold * approach {
                return Ok(Landings { landings, last: Last::Slides { slip, approach } }); // (B.8)
            }
            if slip == 0.0 || slip.abs().max(taken) <= rounding {
                return Ok(Landings { landings, last: Last::Rolls });
            }
            let after = self.slip_after_one(slip, approach)?;
            landings.push(Landing { slip, approach, after });
            (slip, approach) = (after, e * approach);
        }
    }

    /// Slip after one landing.
    fn slip_after_one(&self, slip: f64, approach: f64) -> Result<f64, SettlingError> {
        match self.surface.tangential {
            TangentialLaw::Frictionless => Ok(slip),
            TangentialLaw::Rigid { .. } => {
                let e = self.surface.restitution.value();
                let taken = self.ball.mobility * self.ball.friction * (1.0 + e) * approach;
                Ok(slip.signum() * (slip.abs() - taken).max(0.0))
            }
            TangentialLaw::Compliant { .. } => self.slip_after_impact(slip, approach),
        }
    }

    fn slip_after_impact(&self, slip: f64, approach: f64) -> Result<f64, SettlingError> {
        Ok(self.impact(slip, approach)?.solve()?.contacts[0].velocity_after.x)
    }

    /// One landing for the engine, along the line of slip.
    pub(super) fn impact(&self, slip: f64, approach: f64) -> Result<Impact, SettlingError> {
        let moment = self.ball.mass * self.ball.radius.powi(2) / (self.ball.mobility - 1.0);
        let ball = Body::rigid(self.ball.mass, nalgebra::Matrix3::from_diagonal_element(moment))?
            .at(Vector3::z() * self.ball.radius)?
            .moving(Vector3::new(slip, 0.0, -approach))?;
        let contact = self.surface.contact([0, 1], Vector3::zeros(), Vector3::z(), 0.0)?;
        Ok(Impact::new(vec![ball, Body::fixed()], vec![contact], self.model)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::{Compliance, Friction, Restitution, Stiffness};
    use nalgebra::vector;

    const GRAVITY: f64 = 9.81;

    fn ball(e: f64, tangential: TangentialLaw) -> Participant {
        let restitution = Restitution::new(e).unwrap();
        Participant::ball(1.5, 0.2, Surface { restitution, stiffness: Stiffness::UNIT, tangential }).unwrap()
    }

    fn landing(velocity: Vector3<f64>) -> RigidState {
        RigidState { position: Vector3::z() * 0.2, velocity, ..RigidState::default() }
    }

    /// Bounce after bounce with the engine: velocity, spin and place in the end.
    fn one_by_one(body: &Participant, start: &RigidState, bounces: usize) -> RigidState {
        let mut state = *start;
        for _ in 0..bounces {
            let foot = vector![state.position.x, state.position.y, 0.0];
            let contact = body.floor.contact([0, 1], foot, Vector3::z(), 0.0).unwrap();
            let bodies = vec![body.body(&state).unwrap(), Body::fixed()];
            let after =
                Impact::new(bodies, vec![contact], Model::default()).unwrap().solve().unwrap().bodies[0];
            let flight = 2.0 * after.linear.z / GRAVITY;
            state.position += vector![after.linear.x, after.linear.y, 0.0] * flight;
            state.velocity = vector![after.linear.x, after.linear.y, -after.linear.z];
            state.angular_velocity = after.angular;
        }
        state
    }

    #[test]
    fn the_sums_are_what_bounce_after_bounce_tends_to() {
        let friction = Friction::new(0.2).unwrap();
        let compliance = Compliance::new(17.0 / 14.0).unwrap();
        let laws = [
            TangentialLaw::Frictionless,
            TangentialLaw::Rigid { friction },
            TangentialLaw::Compliant { friction, compliance },
            TangentialLaw::Compliant { friction, compliance: Compliance::new(40.0).unwrap() },
        ];
        for (e, tangential) in [0.1, 0.5, 0.8].into_iter().flat_map(|e| laws.map(|law| (e, law))) {
            let body = ball(e, tangential);
            for speed in [0.02, 0.3, 2.0, 9.0] {
                let start = landing(vector![speed, 0.3 * speed, -1.0]);
                let summed = settle(&body, 0.2, &start, GRAVITY, Model::default()).unwrap();
                // 0.8^170 = 3·10⁻¹⁷ of the train is left.
                let followed = one_by_one(&body, &start, 170);
                let place = summed.state.position - followed.position;
                let rounding = 1e-13 * speed.max(1.0);
                assert!(place.xy().norm() < rounding, "e {e}, {tangential:?}, {speed}: {place:?}");
                let velocity = (summed.state.velocity - followed.velocity).xy();
                assert!(velocity.norm() < rounding, "e {e}, {tangential:?}, {speed}: {velocity:?}");
                let spin = summed.state.angular_velocity - followed.angular_velocity;
                assert!(spin.norm() < 10.0 * rounding, "e {e}, {tangential:?}, {speed}: {spin:?}");
            }
        }
    }

    #[test]
    fn the_energy_of_all_bounces_is_accounted_for() {
        let friction = Friction::new(0.2).unwrap();
        let body = ball(0.5, TangentialLaw::Rigid { friction });
        for speed in [0.5, 9.0] {
            let start = landing(vector![speed, 0.0, -1.0]);
            let end = settle(&body, 0.2, &start, GRAVITY, Model::default()).unwrap();
            let lost = body.energy(&start, GRAVITY) - body.energy(&end.state, GRAVITY);
            assert!((lost - end.lost_in_restitution - end.lost_in_friction).abs() < 1e-14 * lost.max(1.0));
        }
    }
}
