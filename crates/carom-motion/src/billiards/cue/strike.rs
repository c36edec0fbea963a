//! The strike itself: bodies and contacts of [Jia2013, Algorithm 1] for the impact engine, and what its answer means.

use carom::{
    Body, Contact, EventKind, Impact, InputError, Mode, Model, NormalLaw, Outcome, Restitution, SolveError,
    Stiffness, TangentialLaw, Trace,
};
use nalgebra::{Matrix3, Unit, Vector2, Vector3};
use thiserror::Error;

use super::aim::{Aim, CueAxes, TipPoint};
use super::outcome::{CueAfter, Departure, Grip, Miss, StrikeOutcome, Stroke};
use super::{Cue, Guide};

/// A velocity below this part of the impulses that cancelled in it is rounding: some ten operations on each.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// Halvings that bring an interval of length one to neighbouring numbers near one half.
const HALVINGS: usize = 53;

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
    /// Energetic restitution between ball and bed.
    pub restitution: Restitution,
    /// Friction between ball and bed during the impact.
    pub friction: TangentialLaw,
    /// Stiffness of the contact with the bed over that of the contact with the tip.
    pub stiffness_ratio: Stiffness,
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
    #[error("the end mass of the cue is {end_mass} kg, but must be positive and smaller than its mass of {mass} kg")]
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
                let critical_offset = self.critical_offset_towards(&axes, &normal)?;
                StrikeOutcome::Miscue { stroke, critical_offset }
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
        let bodies =
            vec![self.cue_body(axes, point)?, Body::ball(ball.mass, ball.radius)?.at(centre)?, Body::fixed()];
        let tip_law = NormalLaw::touching(self.cue.tip.restitution, Stiffness::UNIT);
        let tip = Contact::new([CUE, BALL], point, normal.into_inner(), tip_law)?
            .with_friction(self.cue.tip.friction);
        let below = Vector3::new(ball.position.x, ball.position.y, 0.0);
        let bed_law = NormalLaw::touching(ball.restitution, ball.stiffness_ratio);
        let bed =
            Contact::new([BALL, BED], below, Vector3::z(), bed_law)?.with_friction(ball.friction);
        Ok(Impact::new(bodies, vec![tip, bed], self.model)?)
    }

    /// The cue, with its tip at `point`.
    fn cue_body(&self, axes: &CueAxes, point: Vector3<f64>) -> Result<Body, StrikeError> {
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
        Ok(body.moving(axes.along * self.aim.speed)?)
    }

    fn stroke(&self, axes: &CueAxes, normal: Unit<Vector3<f64>>) -> Result<Stroke, StrikeError> {
        let impact = self.impact_at(axes, normal)?;
        let (outcome, trace) = impact.trace()?;
        let motion = outcome.bodies[BALL];
        let impulse_on_ball = -outcome.contacts[TIP_CONTACT].impulse;
        Ok(Stroke {
            velocity: motion.linear,
            angular_velocity: motion.angular,
            departure: departure(motion.linear.z, impulse_on_ball.norm() / self.ball.mass),
            cue: cue_after(&impact, &outcome, axes),
            grip: self.grip(axes, &normal, &trace),
            tip_impulse: impulse_on_ball,
            bed_impulse: outcome.contacts[BED_CONTACT].impulse,
            energy: outcome.energy,
        })
    }

    /// What friction did at the tip, from the modes the contact went through.
    fn grip(&self, axes: &CueAxes, normal: &Vector3<f64>, trace: &Trace) -> Grip {
        let slant = normal.cross(&axes.along).norm(); // sine of the angle between the cue and the normal
        if !self.cue.tip.friction.has_friction() {
            return if slant > ROUNDING { Grip::SlidThroughout } else { Grip::Held };
        }
        let of_the_tip = |event: &carom::Event| (event.contact == TIP_CONTACT).then_some(event.kind);
        let kinds: Vec<EventKind> = trace.events().iter().filter_map(of_the_tip).collect();
        let states = trace.states();
        let starts = |mode| states.iter().any(|state| state.modes[TIP_CONTACT] == mode);
        let held = starts(Mode::Stick) || kinds.contains(&EventKind::Sticks);
        let slid = starts(Mode::Slip) || kinds.contains(&EventKind::Slips);
        match (held, slid) {
            (true, false) | (false, false) => Grip::Held,
            (true, true) => Grip::Partly,
            (false, true) => Grip::SlidThroughout,
        }
    }

    /// Offset of the tip, in radii, up to which it grips, on the side of the present point and with the present aim; nothing if
    /// it grips wherever it touches. Where the bed makes grip come and go, one of the limits.
    pub fn critical_offset(&self) -> Result<Option<f64>, StrikeError> {
        let axes = self.aim.checked()?.axes();
        let Reach::Touches(normal) = self.reach(&axes)? else { return Ok(None) };
        let [side, height] = TipPoint::offsets(&normal, &axes);
        let offset = side.hypot(height);
        if offset == 0.0 {
            return Ok(None);
        }
        let outermost = (1.0 - f64::EPSILON) / offset;
        let farthest = self.at_offset(side * outermost, height * outermost);
        if !farthest.slides_throughout(&axes)? {
            return Ok(None);
        }
        farthest.last_grip(&axes, [side / offset, height / offset], 1.0 - f64::EPSILON).map(Some)
    }

    fn critical_offset_towards(&self, axes: &CueAxes, normal: &Vector3<f64>) -> Result<f64, StrikeError> {
        let [side, height] = TipPoint::offsets(normal, axes);
        let offset = side.hypot(height);
        self.last_grip(axes, [side / offset, height / offset], offset)
    }

    /// Halves the offsets between the centre and one at which the tip slides throughout.
    fn last_grip(&self, axes: &CueAxes, towards: [f64; 2], slides: f64) -> Result<f64, StrikeError> {
        let (mut grips, mut slides) = (0.0, slides);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (grips + slides);
            if self.at_offset(towards[0] * middle, towards[1] * middle).slides_throughout(axes)? {
                slides = middle;
            } else {
                grips = middle;
            }
        }
        Ok(grips)
    }

    fn at_offset(&self, side: f64, height: f64) -> Self {
        Self { point: TipPoint::Offset { side, height }, ..*self }
    }

    fn slides_throughout(&self, axes: &CueAxes) -> Result<bool, StrikeError> {
        let Some(normal) = self.point.normal(axes)? else { return Ok(true) };
        Ok(self.stroke(axes, normal)?.grip == Grip::SlidThroughout)
    }
}

enum Reach {
    Missed(Miss),
    Touches(Unit<Vector3<f64>>),
}

fn departure(vertical: f64, scale: f64) -> Departure {
    if vertical > ROUNDING * scale { Departure::Airborne { speed: vertical } } else { Departure::OnBed }
}

fn cue_after(impact: &Impact, outcome: &Outcome, axes: &CueAxes) -> CueAfter {
    let tip = impact.contacts()[TIP_CONTACT].point();
    let velocity = impact.bodies()[CUE].velocity_at(&outcome.bodies[CUE], tip);
    let speed = velocity.dot(&axes.along);
    CueAfter { speed, sideways: velocity - axes.along * speed }
}
