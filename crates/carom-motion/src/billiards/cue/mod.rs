//! A cue strikes a ball that lies on the bed: one impact at two contacts, tip on ball and ball on bed.
//!
//! The cue points along ĉ, given by its azimuth φ (from +x towards +y, seen from above) and its elevation ε (butt raised).
//! The tip meets the ball at the outward normal n̂, given directly or by what the player sees along the cue: a radii to the
//! right and b radii up.
//!
//! ```text
//! ĉ = (cos φ cos ε, sin φ cos ε, −sin ε)                                                   (C.1)
//! r̂ = (sin φ, −cos φ, 0)        û = r̂ × ĉ                                                  (C.2)
//! n̂ = a r̂ + b û − √(1 − a² − b²) ĉ                                                         (C.3)
//! ```
//!
//! There is a blow only if n̂·ĉ < 0 [Jia2013, sec. 8]. The ball touches the bed at −R ẑ, so every blow is an impact at both
//! contacts at once [Jia2013, Algorithm 1; Jia2008, sec. 3]; where the ball is not pressed down, the bed simply takes no part.
//!
//! How the cue yields is its [`Guide`]. The mechanical cue of the papers runs on a rail and moves along ĉ only [Jia2013,
//! eq. (48)]. A cue in the hand yields sideways too: its tip answers a sideways impulse like a point of the small end mass mₑ
//! \[Shepard2001\]. The engine gets it as a rigid body whose centre of mass is a length l behind the tip, with
//!
//! ```text
//! 1/mₑ = 1/M + l²/J                                                                         (C.4)
//! ```
//!
//! **Miscue.** The tip holds while the force lies within its cone of friction. A tip without sideways inertia can only be pushed
//! along the cue, at the angle α to the normal with sin α the offset in radii, so it holds up to tan α = μ:
//!
//! ```text
//! a_critical = μ/√(1 + μ²)                                                                   (C.5)
//! ```
//!
//! Half a radius for μ = 0.6. With sideways inertia the force turns towards the normal and the tip holds further out, on a rail
//! nearly to the edge ([`CueStrike::free_critical_offset`]). A blow is a miscue here if the tip slides on the ball from the first touch to the
//! last; a tip that slides and then grips has done its work.
//!
//! Only the ball and the bed are looked at: that a cushion or another ball is in the cue's way is for the table to say. Gravity does
//! nothing in the millisecond of a blow.
//!
//! ```
//! use carom::{Friction, Model, Restitution, Stiffness, Surface, TangentialLaw};
//! use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, StrikeOutcome, TipPoint};
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bed = Surface {
//!     restitution: Restitution::new(0.5)?,
//!     stiffness: Stiffness::new(1.7e6)?,
//!     tangential: TangentialLaw::Rigid { friction: Friction::new(0.2)? },
//! };
//! let ball = BallOnBed { mass: 0.17, radius: 0.0286, position: vector![0.6, 0.5], bed };
//! let aim = Aim { azimuth: 0.0, elevation: 0.05, speed: 2.0 };
//! let low = TipPoint::Offset { side: 0.0, height: -0.3 };
//! let draw = CueStrike { cue: Cue::pool()?, aim, point: low, ball, model: Model::default() };
//! let StrikeOutcome::Struck(stroke) = draw.solve()? else { panic!("the tip grips") };
//! assert!(stroke.velocity.x > 2.0); // forwards, faster than the cue came
//! assert!(stroke.angular_velocity.y < 0.0); // with backspin
//! # Ok(())
//! # }
//! ```

mod aim;
mod limit;
mod outcome;
mod strike;

pub use aim::{Aim, TipPoint};
pub use outcome::{CueAfter, Departure, Grip, Miss, SpinParts, StrikeOutcome, Stroke};
pub use strike::{BallOnBed, CueStrike, StrikeError};

use carom::{Compliance, Friction, InputError, Restitution, Stiffness, Surface, TangentialLaw};

/// Stiffness of the contact between a pool cue's tip and a ball, in newtons per metre: π² m/T² with the reduced mass m of both
/// (0.13 kg) and a contact of T = 1 ms. Only its ratio to the bed's matters for the outcome.
pub const TIP_STIFFNESS: f64 = 1.3e6;

/// How a cue yields to the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guide {
    /// It moves along its axis only, like the mechanical cue of the papers.
    Rail,
    /// Held in the hand: its tip yields sideways.
    Hand {
        /// Mass of a point that would yield sideways like the tip, in kilograms; smaller than the cue's mass.
        end_mass: f64,
    },
}

/// A cue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cue {
    /// Mass, in kilograms.
    pub mass: f64,
    /// Length, in metres.
    pub length: f64,
    /// Radius of the shaft at the tip, in metres: how near the bed the tip can come.
    pub shaft_radius: f64,
    /// How it yields.
    pub guide: Guide,
    /// Tip and ball.
    pub tip: Surface,
}

impl Cue {
    /// The steel cue on ball bearings with which the massé of [Jia2013, sec. 9.2] was shot: 0.5018 kg, e = 0.656532, μ = 0.7 and
    /// η² = 7. Its length and thickness, which the paper does not print, are those of [`Cue::pool`].
    pub fn mechanical() -> Result<Self, InputError> {
        let tangential =
            TangentialLaw::Compliant { friction: Friction::new(0.7)?, compliance: Compliance::new(7.0)? };
        let pool = Self::pool()?;
        let tip = Surface { restitution: Restitution::new(0.656_532)?, tangential, ..pool.tip };
        Ok(Self { mass: 0.5018, guide: Guide::Rail, tip, ..pool })
    }

    /// A pool cue: 20 oz, 58 in, a shaft of 13 mm, e = 0.75 and μ = 0.6 \[AlciatoreProperties\]; end mass one
    /// thirtieth of a ball's, as pooltool 0.6.0 has it; [`TIP_STIFFNESS`].
    pub fn pool() -> Result<Self, InputError> {
        Ok(Self {
            mass: 0.567,
            length: 1.4732,
            shaft_radius: 0.0065,
            guide: Guide::Hand { end_mass: 0.170_097 / 30.0 },
            tip: Surface {
                restitution: Restitution::new(0.75)?,
                stiffness: Stiffness::new(TIP_STIFFNESS)?,
                tangential: TangentialLaw::Rigid { friction: Friction::new(0.6)? },
            },
        })
    }
}

/// Offset, in radii of the ball, up to which a tip without sideways inertia holds: (C.5).
#[must_use]
pub fn light_tip_critical_offset(friction: Friction) -> f64 {
    let mu = friction.value();
    if mu.is_finite() { mu / libm::hypot(mu, 1.0) } else { 1.0 }
}
