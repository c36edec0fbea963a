//! What a blow of the cue did.

use carom::EnergyLedger;
use nalgebra::{Unit, Vector3};

use crate::billiards::ball::BallState;
use crate::billiards::table::Table;

/// What came of a strike.
#[derive(Debug, Clone, PartialEq)]
pub enum StrikeOutcome {
    /// The tip gripped, and the ball is on its way.
    Struck(Stroke),
    /// The tip slid off: it slid on the ball from the first touch to the last.
    Miscue {
        /// What happened to the ball all the same.
        stroke: Stroke,
        /// Offset, in radii, beyond which this tip slides off a ball that is free to move
        /// ([`super::CueStrike::free_critical_offset`]). The bed may bring the limit nearer.
        free_critical_offset: f64,
    },
    /// The ball was not touched.
    NoContact(Miss),
}

impl StrikeOutcome {
    /// The motion of the ball, if it was touched.
    #[must_use]
    pub fn stroke(&self) -> Option<&Stroke> {
        match self {
            Self::Struck(stroke) | Self::Miscue { stroke, .. } => Some(stroke),
            Self::NoContact(_) => None,
        }
    }
}

/// Why a cue does not touch the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Miss {
    /// It does not move forward.
    NotMoving {
        /// Its speed along its axis, in metres per second: zero or negative.
        speed: f64,
    },
    /// Its line passes the ball by.
    PassesBy {
        /// Distance of the line from the centre, in radii: one or more.
        offset: f64,
    },
    /// The point lies on the far side, behind the ball as seen along the cue.
    FarSide,
    /// The cue would have to pass through the bed.
    ThroughTheBed {
        /// Height of the lowest part of the cue above the bed, in metres: negative.
        clearance: f64,
    },
}

/// How a ball leaves the blow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Departure {
    /// On the bed.
    OnBed,
    /// Off the bed: a hop or a jump.
    Airborne {
        /// Vertical speed, in metres per second.
        speed: f64,
    },
}

/// What friction did at the tip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grip {
    /// The tip never slid.
    Held,
    /// It slid for a part of the impact and held for the rest.
    Partly,
    /// It slid from the first touch to the last.
    SlidThroughout,
}

/// The cue after the blow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CueAfter {
    /// Speed along its axis, in metres per second.
    pub speed: f64,
    /// Velocity of its tip across the axis, in metres per second, world axes; zero on a rail.
    pub sideways: Vector3<f64>,
}

/// The ball and the cue after the blow.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Velocity of the ball, in metres per second, world axes.
    pub velocity: Vector3<f64>,
    /// Its angular velocity, in radians per second, world axes.
    pub angular_velocity: Vector3<f64>,
    /// Whether it leaves the bed.
    pub departure: Departure,
    /// The cue.
    pub cue: CueAfter,
    /// What friction did at the tip.
    pub grip: Grip,
    /// Impulse of the tip on the ball, in newton seconds, world axes.
    pub tip_impulse: Vector3<f64>,
    /// Impulse of the bed on the ball, in newton seconds, world axes.
    pub bed_impulse: Vector3<f64>,
    /// Where the energy went.
    pub energy: EnergyLedger,
}

/// Spin about the axes of the ball's path over the table, in radians per second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpinParts {
    /// Forward roll: positive follows, negative draws; speed over radius is natural roll.
    pub roll: f64,
    /// About the vertical: positive, counterclockwise from above, is right-hand English.
    pub side: f64,
    /// About the direction of travel: what bends the path of a massé.
    pub twist: f64,
}

impl Stroke {
    /// The ball on a table as the blow moves it; the cloth swallows a hop no higher than its nap, here as in every other impact.
    #[must_use]
    pub fn applied(&self, start: BallState, table: &Table) -> BallState {
        let mut velocity = self.velocity;
        match self.departure {
            Departure::Airborne { speed } if speed > table.capture_speed => {}
            Departure::Airborne { .. } | Departure::OnBed => velocity.z = 0.0,
        }
        BallState { state: start.state.moving(velocity).spinning(self.angular_velocity), ..start }
    }

    /// Direction of travel over the table; nothing if the ball goes straight up or not at all.
    #[must_use]
    pub fn heading(&self) -> Option<Unit<Vector3<f64>>> {
        let level = Vector3::new(self.velocity.x, self.velocity.y, 0.0);
        Unit::try_new(level, 0.0)
    }

    /// The spin along, across and about the path.
    #[must_use]
    pub fn spin(&self) -> Option<SpinParts> {
        let heading = self.heading()?;
        let across = Vector3::z().cross(&heading);
        let spin = self.angular_velocity;
        Some(SpinParts { roll: spin.dot(&across), side: spin.z, twist: spin.dot(&heading) })
    }

    /// Angle by which the ball leaves to the left of the cue's azimuth, in radians within ±π: minus the squirt of a blow to the
    /// left of the centre.
    #[must_use]
    pub fn deviation(&self, azimuth: f64) -> Option<f64> {
        let heading = self.heading()?;
        let (sine, cosine) = libm::sincos(azimuth);
        let across = cosine * heading.y - sine * heading.x;
        let along = cosine * heading.x + sine * heading.y;
        Some(libm::atan2(across, along))
    }
}
