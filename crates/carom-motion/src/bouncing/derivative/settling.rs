//! How the end of a ball's last bounces depends on the landing that begins them.
//!
//! With n the approach speed and s the slip along its line, which only its own direction turns, landing by landing n → e n and s → f(s, n). With rigid
//! friction f takes c μ (1 + e) n, or stops the slip; with tangential springs it is the impact's own, and has its derivatives. The sums that follow:
//!
//! ```text
//! δT = (2/(g (1 − e)))·(e δn + n δe/(1 − e)) − T δg/g                                       of (B.3)
//! δs = δs − c δ(μ n (1 + e)/(1 − e))                                                        of (B.8)
//! δx = δ(s T) − c δ(2 μ e n²/(g (1 − e)²))                                                  of (B.9)
//! ```
//!
//! A ball that does not slip, and would a little otherwise, keeps of that slip aᵏ after k landings, a = ∂f/∂s at s = 0: in the end nothing, on a
//! way of δs (2n/g)·ae/(1 − ae).

use carom::TangentialLaw;
use carom::derivative::{Axis, Coefficient, Direction, KinkCause, LawParameter, Parameter};
use nalgebra::Vector3;

use super::super::error::SettlingError;
use super::super::ground::GroundedBall;
use super::super::settling::{Bounces, Landing, Landings, Last};
use super::super::train::BounceTrain;
use super::carry::{Mover, StateChange};
use crate::flight::RigidState;

/// δ of the end of the last bounces.
pub(super) struct SettledChange {
    /// Of the ball on the plane, after all bounces.
    pub state: StateChange,
    /// Of their duration, in seconds.
    pub duration: f64,
    /// Why this is that of one branch only.
    pub kinks: Vec<KinkCause>,
}

/// Approach speed and slip with their changes; the way of the slip so far.
struct Slide {
    approach: f64,
    slip: f64,
    way: f64,
}

impl Mover<'_> {
    /// δ of what all bounces come to, from that of the landing.
    pub fn settled(
        &self,
        landing: &RigidState,
        change: &StateChange,
        model: carom::Model,
    ) -> Result<SettledChange, SettlingError> {
        let radius = self.body.radius().unwrap_or(0.0);
        let ball = GroundedBall::of(self.body, radius);
        let bounces = Bounces { ball: &ball, surface: &self.body.floor, gravity: self.gravity, model };
        let (approach, slip) = (-landing.velocity.z, ball.slip(landing));
        let by = self.slip_change(&landing.angular_velocity, change);
        let along = Line::of(&slip, &by);
        let train = BounceTrain::of(approach, self.body.floor.restitution, self.gravity);
        let before = Slide { approach: -change.velocity.z, slip: along.change, way: 0.0 };
        let mut kinks = Vec::new();
        let landings = bounces.landings(along.slip, approach)?;
        let (end, after) = self.slip_changes(&bounces, landings, approach, before, &mut kinks)?;
        let duration = self.duration_change(approach, -change.velocity.z);
        let (rolling, by_rolling) =
            (ball.rolling_velocity(landing), flat(&change.velocity) - by / ball.mobility);
        let left = along.vector(end.slip, after.slip);
        let velocity = by_rolling + left / ball.mobility;
        let way = along.vector(end.way, after.way);
        let fast = rolling + along.direction * (end.slip / ball.mobility);
        let lag = Vector3::z().cross(&(velocity - left)) / radius;
        let shrunk = Vector3::z().cross(&(fast - along.direction * end.slip)) / radius;
        let spin = lag - shrunk * (self.change.radius / radius);
        let position =
            flat(&change.position) + by_rolling * train.duration() + rolling * duration + way / ball.mobility;
        if self.body.floor.restitution.value() == 0.0 && self.change.floor.restitution != 0.0 {
            kinks.push(KinkCause::EndOfRange);
        }
        let angular_velocity = Vector3::new(spin.x, spin.y, change.angular_velocity.z);
        let state = StateChange { position, turn: Vector3::zeros(), velocity, angular_velocity };
        Ok(SettledChange { state, duration, kinks })
    }

    /// δ of (B.3).
    fn duration_change(&self, approach: f64, by: f64) -> f64 {
        let e = self.body.floor.restitution.value();
        let duration = BounceTrain::of(approach, self.body.floor.restitution, self.gravity).duration();
        let of_speed = e * by + approach * self.change.floor.restitution / (1.0 - e);
        2.0 / (self.gravity * (1.0 - e)) * of_speed - duration * self.gravity_change / self.gravity
    }

    /// Slip and way in the end, and δ of them.
    fn slip_changes(
        &self,
        bounces: &Bounces<'_>,
        Landings { landings, last }: Landings,
        approach: f64,
        mut by: Slide,
        kinks: &mut Vec<KinkCause>,
    ) -> Result<(Slide, Slide), SettlingError> {
        let (e, by_e) = (self.body.floor.restitution.value(), self.change.floor.restitution);
        let (gravity, by_gravity) = (self.gravity, self.gravity_change);
        let mut end = Slide { approach, slip: 0.0, way: 0.0 };
        for landing in &landings {
            by.slip = self.one_landing(bounces, landing, &by, kinks)?;
            by.approach = by_e * landing.approach + e * by.approach;
            end.approach = e * landing.approach;
            let time = 2.0 * end.approach / gravity;
            end.way += landing.after * time;
            let by_time = 2.0 * by.approach / gravity - time * by_gravity / gravity;
            by.way += by.slip * time + landing.after * by_time;
        }
        match last {
            Last::Rolls => {
                let kept = self.kept_of_no_slip(bounces, end.approach, kinks)?;
                let sum = 2.0 * end.approach / gravity * (kept * e) / (1.0 - kept * e);
                by.way += by.slip * sum;
                by.slip = 0.0;
            }
            Last::Slides { slip, approach } => {
                self.slide_on(bounces.ball, slip, approach, &mut end, &mut by);
            }
        }
        Ok((end, by))
    }

    /// (B.8), (B.9) and δ of them.
    fn slide_on(&self, ball: &GroundedBall, slip: f64, approach: f64, end: &mut Slide, by: &mut Slide) {
        let floor = &self.change.floor;
        let e = self.body.floor.restitution.value();
        let train = BounceTrain::of(approach, self.body.floor.restitution, self.gravity);
        let (sign, rest) = (slip.signum(), 1.0 - e);
        let (c, friction) = (ball.mobility, ball.friction);
        let taken = friction * train.impulse_per_mass();
        let by_taken = floor.friction * train.impulse_per_mass()
            + friction * (by.approach * (1.0 + e) + approach * 2.0 * floor.restitution / rest) / rest;
        let square = (approach / rest).powi(2);
        let braked = 2.0 * friction * e * square / self.gravity;
        let by_braked = 2.0 / self.gravity
            * (floor.friction * e * square
                + 2.0 * friction * e * approach * by.approach / (rest * rest)
                + friction * square * floor.restitution * (1.0 + e) / rest)
            - braked * self.gravity_change / self.gravity;
        let by_duration = self.duration_change(approach, by.approach);
        end.way += slip * train.duration() - sign * c * braked;
        by.way += by.slip * train.duration() + slip * by_duration - sign * c * by_braked;
        end.slip = slip - sign * c * taken;
        by.slip -= sign * c * by_taken;
    }

    /// δ of the slip after one landing.
    fn one_landing(
        &self,
        bounces: &Bounces<'_>,
        landing: &Landing,
        by: &Slide,
        kinks: &mut Vec<KinkCause>,
    ) -> Result<f64, SettlingError> {
        let floor = &self.change.floor;
        match self.body.floor.tangential {
            TangentialLaw::Frictionless => Ok(by.slip),
            // It sticks, whatever it was.
            TangentialLaw::Rigid { .. } if landing.after == 0.0 => Ok(0.0),
            TangentialLaw::Rigid { .. } => {
                let (e, friction) = (self.body.floor.restitution.value(), bounces.ball.friction);
                let taken = floor.friction * (1.0 + e) * landing.approach
                    + friction * (floor.restitution * landing.approach + (1.0 + e) * by.approach);
                Ok(by.slip - landing.slip.signum() * bounces.ball.mobility * taken)
            }
            TangentialLaw::Compliant { .. } => {
                let law = |coefficient| Parameter::Law(LawParameter { contact: 0, coefficient });
                let parts = vec![
                    (Parameter::Velocity { body: 0, axis: Axis::X }, by.slip),
                    (Parameter::Velocity { body: 0, axis: Axis::Z }, -by.approach),
                    (law(Coefficient::Restitution), floor.restitution),
                    (law(Coefficient::Friction), floor.friction),
                    (law(Coefficient::Compliance), floor.compliance),
                ];
                let some = parts.into_iter().filter(|(_, amount)| *amount != 0.0).collect();
                slip_along(bounces, landing.slip, landing.approach, Direction(some), kinks)
            }
        }
    }

    /// a: what a landing leaves of a slip that is hardly any.
    fn kept_of_no_slip(
        &self,
        bounces: &Bounces<'_>,
        approach: f64,
        kinks: &mut Vec<KinkCause>,
    ) -> Result<f64, SettlingError> {
        match self.body.floor.tangential {
            TangentialLaw::Frictionless => Ok(1.0),
            TangentialLaw::Rigid { .. } => Ok(0.0),
            TangentialLaw::Compliant { .. } => {
                let slip = Direction::along(Parameter::Velocity { body: 0, axis: Axis::X });
                slip_along(bounces, 0.0, approach, slip, kinks)
            }
        }
    }
}

/// δ of the slip after a landing that the engine solves.
fn slip_along(
    bounces: &Bounces<'_>,
    slip: f64,
    approach: f64,
    direction: Direction<Parameter>,
    kinks: &mut Vec<KinkCause>,
) -> Result<f64, SettlingError> {
    let (_, found) = bounces.impact(slip, approach)?.solve_with_derivatives(&[direction])?;
    kinks.extend(found.kinks().iter().map(|kink| kink.cause).filter(|&cause| cause != KinkCause::Tie));
    // Rows: velocity and angular velocity of the ball; s = V + r z × ω.
    Ok(found.matrix()[(0, 0)] - bounces.ball.radius * found.matrix()[(4, 0)])
}

/// The line of slip: its direction, the slip along it and δ of that, and how the direction turns for each metre per second of slip.
struct Line {
    direction: Vector3<f64>,
    slip: f64,
    change: f64,
    turned: Vector3<f64>,
}

impl Line {
    /// Of a slip and δ of it; where there is none along its change.
    fn of(slip: &Vector3<f64>, by: &Vector3<f64>) -> Self {
        let speed = slip.norm();
        if speed == 0.0 {
            let change = by.norm();
            let direction = if change > 0.0 { by / change } else { Vector3::zeros() };
            return Self { direction, slip: 0.0, change, turned: Vector3::zeros() };
        }
        let direction = slip / speed;
        let change = direction.dot(by);
        Self { direction, slip: speed, change, turned: (by - direction * change) / speed }
    }

    /// δ of a vector of this length along the line.
    fn vector(&self, length: f64, change: f64) -> Vector3<f64> {
        self.direction * change + self.turned * length
    }
}

fn flat(vector: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(vector.x, vector.y, 0.0)
}
