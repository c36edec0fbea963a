//! Derivatives of a cue's blow, and of the shot that follows it.
//!
//! A cue that is aimed elsewhere, or raised, is the same cue seen from a frame that turns about the centre of the ball, by the vertical or
//! by −r̂ of (C.2): what the blow does turns along, and in that frame the bed turns back.
//!
//! ```text
//! δv = w × v + ∂v,   δω = w × ω + ∂ω,   w = ẑ δφ − r̂ δε                                     (Sv.3)
//! ```
//!
//! ∂ is along the bed's change, −w × ẑ of its normal, and everything else that changes: those are derivatives of the impact itself. The
//! tip's point moves with its normal, (C.3):
//!
//! ```text
//! δn̂ = (r̂ + a/d ĉ) δa + (û + b/d ĉ) δb,   d = √(1 − a² − b²)                               (Sv.4)
//! ```

use carom::derivative::{Axis, Coefficient, DerivativeError, Direction, KinkCause, LawParameter, Parameter};
use nalgebra::Vector3;

use super::super::ball::BallState;
use super::super::cue::{CueStrike, Departure, Guide, StrikeError, StrikeOutcome, TipPoint};
use super::super::error::ShotError;
use super::super::shot::{Shot, Until};
use super::super::table::Table;
use super::{
    ContactKind, ShotDerivatives, ShotKink, ShotKinkCause, ShotParameter, simulate_with_derivatives,
};

/// Bodies and contacts of the impact of a strike, as [`CueStrike::impact`] has them.
const CUE: usize = 0;
const BALL: usize = 1;
const TIP_CONTACT: usize = 0;
const BED_CONTACT: usize = 1;

/// A number that a cue's blow depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlowParameter {
    /// Speed along the cue, in metres per second.
    Speed,
    /// Direction over the table, in radians.
    Azimuth,
    /// How far the butt is raised, in radians.
    Elevation,
    /// Offset of the tip to the right, in radii of the ball.
    Side,
    /// Offset of the tip upwards across the cue, in radii of the ball.
    Height,
    /// Mass of the cue, in kilograms.
    CueMass,
    /// Mass with which its tip yields sideways, in kilograms.
    EndMass,
    /// A coefficient between tip and ball.
    Tip(Coefficient),
    /// A coefficient between ball and bed.
    Bed(Coefficient),
    /// Mass of the ball, its moment of inertia along with it.
    BallMass,
    /// Radius of the ball, its moment of inertia along with it.
    BallRadius,
}

/// A number that a shot with a cue depends on. Masses, radii and the bed's coefficients count in the blow as they do afterwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CueShotParameter {
    /// Of the blow.
    Blow(BlowParameter),
    /// Of the table and the balls.
    Shot(ShotParameter),
}

/// What a blow changes by along each direction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BlowDerivatives {
    /// By direction: of the ball's velocity just after, in metres per second.
    pub velocity: Vec<Vector3<f64>>,
    /// By direction: of its angular velocity, in radians per second.
    pub angular_velocity: Vec<Vector3<f64>>,
    /// Where there is no derivative, and the numbers are those of what did happen. The ball is number zero, and the time is that within the blow.
    pub kinks: Vec<ShotKink>,
}

/// What one direction changes about a strike.
#[derive(Default)]
struct Change {
    parts: Vec<(Parameter, f64)>,
    /// w of (Sv.3).
    turn: Vector3<f64>,
}

impl Change {
    fn vector(&mut self, parameter: impl Fn(Axis) -> Parameter, change: Vector3<f64>) {
        let each = Axis::ALL.into_iter().map(|axis| (parameter(axis), change[axis.index()]));
        self.parts.extend(each.filter(|(_, amount)| *amount != 0.0));
    }

    /// The same moment about all axes.
    fn moment(&mut self, body: usize, change: f64) {
        for axis in Axis::ALL {
            self.parts.push((Parameter::Inertia { body, axes: [axis, axis] }, change));
        }
    }
}

impl CueStrike {
    /// What the strike does, and the derivatives of that along directions. They are empty if the cue misses.
    ///
    /// # Errors
    /// As [`CueStrike::solve`]; numbers that the strike does not have, and impacts whose derivatives are not known.
    pub fn solve_with_derivatives(
        &self,
        directions: &[Direction<BlowParameter>],
    ) -> Result<(StrikeOutcome, BlowDerivatives), CueShotError> {
        let outcome = self.solve()?;
        let (Some(stroke), Some(impact)) = (outcome.stroke().cloned(), self.impact()?) else {
            return Ok((outcome, BlowDerivatives::default()));
        };
        let normal = impact.contacts()[TIP_CONTACT].normal().into_inner();
        let mut changes = Vec::with_capacity(directions.len());
        for Direction(parts) in directions {
            let mut change = Change::default();
            for &(parameter, amount) in parts {
                self.add(parameter, amount, normal, &mut change)?;
            }
            changes.push(change);
        }
        let along: Vec<_> = changes.iter().map(|change| Direction(change.parts.clone())).collect();
        let (_, found) = impact.solve_with_derivatives(&along)?;
        let mut derivatives = BlowDerivatives::default();
        for (number, Change { turn, .. }) in changes.iter().enumerate() {
            // Six rows for the cue, then six for the ball.
            let rows = |first: usize| Vector3::from_fn(|axis, _| found.matrix()[(first + axis, number)]);
            derivatives.velocity.push(rows(6 * BALL) + turn.cross(&stroke.velocity));
            derivatives.angular_velocity.push(rows(6 * BALL + 3) + turn.cross(&stroke.angular_velocity));
        }
        let kinks = found.kinks().iter().filter(|kink| kink.cause != KinkCause::Tie);
        derivatives.kinks = kinks
            .map(|kink| ShotKink {
                time: kink.time,
                cause: ShotKinkCause::Impact(kink.cause),
                balls: vec![0],
                directions: kink.columns.clone(),
            })
            .collect();
        Ok((outcome, derivatives))
    }

    fn add(
        &self,
        parameter: BlowParameter,
        amount: f64,
        normal: Vector3<f64>,
        change: &mut Change,
    ) -> Result<(), CueShotError> {
        use BlowParameter as P;
        let axes = self.aim.frame();
        let radius = self.ball.radius;
        let law = |contact, coefficient| Parameter::Law(LawParameter { contact, coefficient });
        match parameter {
            P::Speed => {
                change.vector(|axis| Parameter::Velocity { body: CUE, axis }, axes.along * amount);
            }
            P::Azimuth => self.turn(Vector3::z() * amount, normal, change),
            P::Elevation => self.turn(axes.right * -amount, normal, change),
            P::Side | P::Height => {
                let TipPoint::Offset { side, height } = self.point else {
                    return Err(none(parameter, "the tip's point is given by its direction"));
                };
                let depth = (1.0 - side * side - height * height).sqrt();
                let (across, offset) = match parameter {
                    P::Side => (axes.right, side),
                    _ => (axes.up, height),
                };
                self.move_tip((across + axes.along * (offset / depth)) * amount, change); // (Sv.4)
            }
            P::CueMass | P::EndMass => self.add_cue_mass(parameter, amount, change)?,
            P::Tip(coefficient) => change.parts.push((law(TIP_CONTACT, coefficient), amount)),
            P::Bed(coefficient) => change.parts.push((law(BED_CONTACT, coefficient), amount)),
            P::BallMass => {
                change.parts.push((Parameter::Mass { body: BALL }, amount));
                change.moment(BALL, 0.4 * radius * radius * amount);
            }
            P::BallRadius => {
                change.moment(BALL, 0.8 * self.ball.mass * radius * amount);
                let up = Vector3::z() * amount;
                change.vector(|axis| Parameter::Position { body: BALL, axis }, up);
                self.move_point(up + normal * amount, change);
            }
        }
        Ok(())
    }

    /// Turns the cue, and with it the tip's point, unless that is given in world axes: (Sv.3).
    fn turn(&self, by: Vector3<f64>, normal: Vector3<f64>, change: &mut Change) {
        change.turn += by;
        let bed = -by.cross(&Vector3::z());
        change.vector(|axis| Parameter::Normal { contact: BED_CONTACT, axis }, bed);
        change.vector(|axis| Parameter::Point { contact: BED_CONTACT, axis }, bed * -self.ball.radius);
        if let TipPoint::Direction(_) = self.point {
            self.move_tip(-by.cross(&normal), change);
        }
    }

    /// Moves the tip's point over the ball, by the change of its normal.
    fn move_tip(&self, normal: Vector3<f64>, change: &mut Change) {
        change.vector(|axis| Parameter::Normal { contact: TIP_CONTACT, axis }, normal);
        self.move_point(normal * self.ball.radius, change);
    }

    /// Moves the tip's point, and the cue with it.
    fn move_point(&self, by: Vector3<f64>, change: &mut Change) {
        change.vector(|axis| Parameter::Point { contact: TIP_CONTACT, axis }, by);
        match self.cue.guide {
            Guide::Rail => {} // what does not turn may be anywhere
            Guide::Hand { .. } => change.vector(|axis| Parameter::Position { body: CUE, axis }, by),
        }
    }

    /// The cue's mass, and the moment that goes with it, (C.4).
    fn add_cue_mass(
        &self,
        parameter: BlowParameter,
        amount: f64,
        change: &mut Change,
    ) -> Result<(), CueShotError> {
        let of_end = parameter == BlowParameter::EndMass;
        if !of_end {
            change.parts.push((Parameter::Mass { body: CUE }, amount));
        }
        let mass = self.cue.mass;
        match self.cue.guide {
            Guide::Rail if of_end => return Err(none(parameter, "a cue on a rail does not yield sideways")),
            Guide::Rail => {}
            Guide::Hand { end_mass } => {
                // J = l²/(1/mₑ − 1/M) with l the ball's radius.
                let yielding = 1.0 / end_mass - 1.0 / mass;
                let rate = if of_end { -1.0 / (end_mass * end_mass) } else { 1.0 / (mass * mass) };
                let lever = self.ball.radius / yielding;
                change.moment(CUE, -lever * lever * rate * amount);
            }
        }
        Ok(())
    }
}

fn none(parameter: BlowParameter, reason: &'static str) -> CueShotError {
    DerivativeError::NoSuchParameter { parameter: format!("{parameter:?}").to_lowercase(), reason }.into()
}

/// Strikes a ball that lies still, plays the shot, and differentiates where and when it ends along directions. The strike must be that of the ball
/// on the table ([`BallOnBed::lying_on`](super::super::cue::BallOnBed::lying_on)).
///
/// # Errors
/// A cue that misses, a strike or a shot that cannot be played, numbers that they do not have, and impacts whose derivatives are not known.
pub fn play_with_derivatives(
    strike: &CueStrike,
    struck: usize,
    table: &Table,
    balls: &[BallState],
    until: Until,
    directions: &[Direction<CueShotParameter>],
) -> Result<(StrikeOutcome, Shot, ShotDerivatives), CueShotError> {
    let start = *balls.get(struck).ok_or(ShotError::NoSuchParameter { what: "ball", number: struck })?;
    let blows: Vec<_> = directions.iter().map(|direction| of_blow(direction, struck)).collect();
    let (outcome, blow) = strike.solve_with_derivatives(&blows)?;
    let stroke = outcome.stroke().cloned().ok_or(CueShotError::Missed)?;
    let mut balls = balls.to_vec();
    balls[struck] = stroke.applied(start, table);
    let hops = match stroke.departure {
        Departure::Airborne { speed } => speed > table.capture_speed,
        Departure::OnBed => false,
    };
    let of_shot = |(number, Direction(parts)): (usize, &Direction<CueShotParameter>)| {
        let mut all: Vec<(ShotParameter, f64)> = Vec::new();
        for &(parameter, amount) in parts {
            if let CueShotParameter::Shot(parameter) = parameter {
                all.push((parameter, amount));
            }
        }
        let (velocity, spin) = (blow.velocity[number], blow.angular_velocity[number]);
        for axis in Axis::ALL {
            if axis != Axis::Z || hops {
                all.push((ShotParameter::Velocity { ball: struck, axis }, velocity[axis.index()]));
            }
            all.push((ShotParameter::AngularVelocity { ball: struck, axis }, spin[axis.index()]));
        }
        Direction(all)
    };
    let along: Vec<_> = directions.iter().enumerate().map(of_shot).collect();
    let (shot, mut found) = simulate_with_derivatives(table, &balls, until, &along)?;
    let of_ball = |kink: ShotKink| ShotKink { time: 0.0, balls: vec![struck], ..kink };
    found.kinks.splice(0..0, blow.kinks.into_iter().map(of_ball));
    Ok((outcome, shot, found))
}

/// What a direction changes about the blow.
fn of_blow(Direction(parts): &Direction<CueShotParameter>, struck: usize) -> Direction<BlowParameter> {
    use ShotParameter as P;
    let bed = |coefficient| Some(BlowParameter::Bed(coefficient));
    let of = |&(parameter, amount): &(CueShotParameter, f64)| {
        let blow = match parameter {
            CueShotParameter::Blow(parameter) => Some(parameter),
            CueShotParameter::Shot(P::Mass { ball }) if ball == struck => Some(BlowParameter::BallMass),
            CueShotParameter::Shot(P::Radius { ball }) if ball == struck => Some(BlowParameter::BallRadius),
            CueShotParameter::Shot(P::Restitution(ContactKind::Bed)) => bed(Coefficient::Restitution),
            CueShotParameter::Shot(P::Stiffness(ContactKind::Bed)) => bed(Coefficient::Stiffness),
            CueShotParameter::Shot(P::Friction(ContactKind::Bed)) => bed(Coefficient::Friction),
            CueShotParameter::Shot(P::Compliance(ContactKind::Bed)) => bed(Coefficient::Compliance),
            CueShotParameter::Shot(_) => None,
        };
        blow.map(|parameter| (parameter, amount))
    };
    Direction(parts.iter().filter_map(of).collect())
}

/// A shot with a cue that cannot be played or differentiated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CueShotError {
    /// The blow.
    #[error(transparent)]
    Strike(#[from] StrikeError),
    /// What follows it.
    #[error(transparent)]
    Shot(#[from] ShotError),
    /// Derivatives of the blow that are not known, or along something that it does not have.
    #[error(transparent)]
    Derivative(#[from] DerivativeError),
    /// The cue does not touch the ball.
    #[error("the cue misses the ball")]
    Missed,
}
