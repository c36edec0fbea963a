//! The strike itself: bodies and contacts of [Jia2013, Algorithm 1] for the impact engine, and what its answer means.

use carom::{
    Body, EventKind, Impact, InputError, Mode, Model, Outcome, SolveError, Surface, TangentialLaw, Trace,
};
use nalgebra::{Matrix3, Unit, Vector2, Vector3};
use thiserror::Error;

use super::aim::{Aim, CueAxes, TipPoint};
use super::outcome::{CueAfter, Departure, Grip, Miss, StrikeOutcome, Stroke};
use super::{Cue, Guide, limit};
use crate::billiards::ball::{BallState, without_rounded_twist};
use crate::billiards::table::Table;
use crate::rounding::ROUNDING;

const CUE: usize = 0;
const BALL: usize = 1;
const BED: usize = 2;
const TIP_CONTACT: usize = 0;
const BED_CONTACT: usize = 1;

/// A ball at rest on the bed, which is the plane z = 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallOnBed {
    /// Mass, in kilograms.
    pub mass: f64,
    /// Radius, in metres.
    pub radius: f64,
    /// Where it lies, in metres.
    pub position: Vector2<f64>,
    /// Ball and bed during the impact; of its stiffness only the ratio to that of the tip matters for the outcome.
    pub bed: Surface,
}

impl BallOnBed {
    /// A ball at rest on the bed of a table.
    #[must_use]
    pub fn lying_on(table: &Table, start: &BallState) -> Self {
        Self {
            mass: start.ball.mass(),
            radius: start.ball.radius(),
            position: start.state.position.xy(),
            bed: table.bed,
        }
    }
}

/// A cue about to strike a ball at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CueStrike {
    /// The cue.
    pub cue: Cue,
    /// Where it points and how fast it comes.
    pub aim: Aim,
    /// Where it meets the ball.
    pub point: TipPoint,
    /// The ball.
    pub ball: BallOnBed,
    /// The rules of the impact.
    pub model: Model,
}

/// A strike that cannot be set up or solved.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StrikeError {
    /// A bad value.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The end mass of the cue is not smaller than its mass.
    #[error(
        "the end mass of the cue is {end_mass} kg, but must be positive and smaller than its mass of {mass} kg"
    )]
    EndMass {
        /// The end mass given, in kilograms.
        end_mass: f64,
        /// The mass of the cue, in kilograms.
        mass: f64,
    },
    /// The impact could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl CueStrike {
    /// The usual rules of a strike, those of all impacts on a table: springs harden, and a contact that opened must close its gap before it acts
    /// again. Instant separation lets the bed push a ball that a cue drives down and off it as if no gap had opened.
    pub const MODEL: Model =
        Model { restitution: carom::RestitutionLaw::Hardening, separation: carom::Separation::Tracked };

    /// What the strike does.
    pub fn solve(&self) -> Result<StrikeOutcome, StrikeError> {
        let axes = self.aim.checked()?.axes();
        let normal = match self.reach(&axes)? {
            Reach::Missed(miss) => return Ok(StrikeOutcome::NoContact(miss)),
            Reach::Touches(normal) => normal,
        };
        let stroke = self.stroke(&axes, normal)?;
        Ok(match stroke.grip {
            Grip::Held | Grip::Partly => StrikeOutcome::Struck(stroke),
            Grip::SlidThroughout => {
                StrikeOutcome::Miscue { stroke, free_critical_offset: self.free_critical_offset() }
            }
        })
    }

    /// The impact at tip and bed for the engine, if the tip reaches its point: bodies cue, ball, bed; contacts tip on ball and
    /// ball on bed.
    pub fn impact(&self) -> Result<Option<Impact>, StrikeError> {
        let axes = self.aim.checked()?.axes();
        match self.reach(&axes)? {
            Reach::Missed(_) => Ok(None),
            Reach::Touches(normal) => Ok(Some(self.impact_at(&axes, normal)?)),
        }
    }

    /// Whether the tip gets to its point.
    fn reach(&self, axes: &CueAxes) -> Result<Reach, StrikeError> {
        for (what, value) in [
            ("the length of the cue", self.cue.length),
            ("the radius of the shaft", self.cue.shaft_radius),
            ("the radius of the ball", self.ball.radius),
        ] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(InputError::NotPositive { what, value }.into());
            }
        }
        let missed = |miss| Ok(Reach::Missed(miss));
        let Some(normal) = self.point.normal(axes)? else {
            return missed(Miss::PassesBy { offset: self.point.distance_from_the_line() });
        };
        if normal.dot(&axes.along) >= 0.0 {
            return missed(Miss::FarSide);
        }
        let speed = self.aim.speed;
        if speed <= 0.0 {
            return missed(Miss::NotMoving { speed });
        }
        let clearance = self.clearance(axes, &normal);
        if clearance < 0.0 {
            return missed(Miss::ThroughTheBed { clearance });
        }
        Ok(Reach::Touches(normal))
    }

    /// Height of the lowest part of the cue above the bed: at the tip if the butt is raised, else at the butt. The shaft is
    /// taken as a cylinder.
    fn clearance(&self, axes: &CueAxes, normal: &Vector3<f64>) -> f64 {
        let tip = self.ball.radius * (1.0 + normal.z);
        let butt = tip - self.cue.length * axes.along.z;
        tip.min(butt) - self.cue.shaft_radius * axes.up.z.abs()
    }

    fn impact_at(&self, axes: &CueAxes, normal: Unit<Vector3<f64>>) -> Result<Impact, StrikeError> {
        let ball = &self.ball;
        let centre = Vector3::new(ball.position.x, ball.position.y, ball.radius);
        let point = centre + normal.into_inner() * ball.radius;
        let cue = self.cue_body(axes, point, self.aim.speed)?;
        let bodies = vec![cue, Body::ball(ball.mass, ball.radius)?.at(centre)?, Body::fixed()];
        let tip = self.cue.tip.contact([CUE, BALL], point, normal.into_inner(), 0.0)?;
        let below = Vector3::new(ball.position.x, ball.position.y, 0.0);
        let bed = ball.bed.contact([BALL, BED], below, Vector3::z(), 0.0)?;
        Ok(Impact::new(bodies, vec![tip, bed], self.model)?)
    }

    /// The cue, with its tip at `point`.
    fn cue_body(&self, axes: &CueAxes, point: Vector3<f64>, speed: f64) -> Result<Body, StrikeError> {
        let mass = self.cue.mass;
        let body = match self.cue.guide {
            Guide::Rail => Body::sliding(mass, axes.along)?,
            Guide::Hand { end_mass } => {
                let lever = self.ball.radius; // any length will do
                let yielding = 1.0 / end_mass - 1.0 / mass;
                if !(end_mass > 0.0 && yielding > 0.0 && yielding.is_finite()) {
                    return Err(StrikeError::EndMass { end_mass, mass });
                }
                let moment = lever * lever / yielding; // (C.4)
                Body::rigid(mass, Matrix3::from_diagonal_element(moment))?.at(point - axes.along * lever)?
            }
        };
        Ok(body.moving(axes.along * speed)?)
    }

    fn stroke(&self, axes: &CueAxes, normal: Unit<Vector3<f64>>) -> Result<Stroke, StrikeError> {
        let impact = self.impact_at(axes, normal)?;
        let (outcome, trace) = impact.trace()?;
        let motion = outcome.bodies[BALL];
        let impulse_on_ball = -outcome.contacts[TIP_CONTACT].impulse;
        let bed_impulse = outcome.contacts[BED_CONTACT].impulse;
        let size = [self.ball.mass, self.ball.radius];
        let impulses = impulse_on_ball.norm() + bed_impulse.norm();
        Ok(Stroke {
            velocity: motion.linear,
            angular_velocity: without_rounded_twist(motion.angular, 0.0, impulses, size),
            departure: departure(motion.linear.z, impulse_on_ball.norm() / self.ball.mass),
            cue: cue_after(self.cue.guide, &impact, &outcome, axes),
            grip: grip(self.cue.tip.tangential, normal.cross(&axes.along).norm(), &trace),
            tip_impulse: impulse_on_ball,
            bed_impulse,
            energy: outcome.energy,
        })
    }

    /// Offset of the tip, in radii, up to which it grips if the ball is free to move, that is, if the bed takes no part; just
    /// below one if it grips wherever it touches. It depends on the cue and the ball's mass alone, not on aim or speed.
    #[must_use]
    pub fn free_critical_offset(&self) -> f64 {
        limit::free_critical_offset(&self.cue, self.ball.mass, self.model.restitution)
    }
}

/// What friction did at the tip, from the modes the contact went through. `slant` is the sine of the angle between cue and normal.
fn grip(friction: TangentialLaw, slant: f64, trace: &Trace) -> Grip {
    if !friction.has_friction() {
        return if slant > ROUNDING { Grip::SlidThroughout } else { Grip::Held };
    }
    let states = trace.states();
    let begins = |mode| states.iter().any(|state| state.modes[TIP_CONTACT] == mode);
    let happens =
        |kind| trace.events().iter().any(|event| event.contact == TIP_CONTACT && event.kind == kind);
    let held = begins(Mode::Stick) || happens(EventKind::Sticks);
    let slid = begins(Mode::Slip) || happens(EventKind::Slips);
    match (held, slid) {
        (true | false, false) => Grip::Held,
        (true, true) => Grip::Partly,
        (false, true) => Grip::SlidThroughout,
    }
}

enum Reach {
    Missed(Miss),
    Touches(Unit<Vector3<f64>>),
}

fn departure(vertical: f64, scale: f64) -> Departure {
    if vertical > ROUNDING * scale { Departure::Airborne { speed: vertical } } else { Departure::OnBed }
}

fn cue_after(guide: Guide, impact: &Impact, outcome: &Outcome, axes: &CueAxes) -> CueAfter {
    let tip = impact.contacts()[TIP_CONTACT].point();
    let velocity = impact.bodies()[CUE].velocity_at(&outcome.bodies[CUE], tip);
    let speed = velocity.dot(&axes.along);
    let sideways = match guide {
        Guide::Rail => Vector3::zeros(),
        Guide::Hand { .. } => velocity - axes.along * speed,
    };
    CueAfter { speed, sideways }
}
