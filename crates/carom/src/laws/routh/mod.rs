//! Routh's law: Coulomb's friction along the normal impulse, exact to rounding in three dimensions.
//!
//! The normal impulse pₙ only grows, so it takes the place of time [Chatterjee1998, eq. (7)]. With W split into its
//! tangential block A, the column b that couples tangent and normal, and c = Wₙₙ:
//!
//! ```text
//! dv_t/dpₙ = b + A φ ,   dvₙ/dpₙ = c + b·φ ,   φ = dp_t/dpₙ                                       (Q.1)
//! slip:   φ = −μ u ,     u = v_t/|v_t|                                                            (Q.2)
//! stick:  A φ = −b ,     |φ| ≤ μ                                                                  (Q.3)
//! ```
//!
//! # What can happen at v_t = 0
//!
//! If (Q.3) holds, the contact sticks, and since nothing in it changes, for good. Otherwise slip goes on in the one
//! direction that accelerates along itself,
//!
//! ```text
//! b − μ A u = λ u ,   λ > 0 ,   |u| = 1                                                           (Q.4)
//! ```
//!
//! There is exactly one: |(μA + λ)⁻¹ b| falls with λ, from |A⁻¹b|/μ > 1 to 0. If (Q.3) does hold, |A⁻¹b| = |μu + λA⁻¹u| > μ
//! would contradict it: *stick and slip never compete*. Because (−μu, 1)·W(−μu, 1) ≥ 0, vₙ rises with a rate of at least
//! μλ after (Q.4). So only the slip an impact begins with can be curved; all that follows is a straight line.
//!
//! # The curved slip
//!
//! At v_t = 0 the direction field of (Q.2) is singular, and over pₙ the solution is not analytic there. In the parameter τ
//! with dpₙ = s dτ, s = |v_t|, it is a polynomial vector field and the singularity is at τ = ∞:
//!
//! ```text
//! h = b − μ A u ,   g = u⊥·h ,   f = u·h
//! du/dτ = g u⊥ ,   ds/dτ = f s ,   dpₙ/dτ = s ,   dvₙ/dτ = s (c − μ b·u)                          (Q.5)
//! ```
//!
//! Directions flow on the circle on their own, downhill in a potential (g = d(b·u − ½μ u·Au)/dθ), and so always tend to an
//! invariant one, g = 0, along which s falls to zero, or grows. Taylor series of (Q.5) with steps taken from their own
//! coefficients are exact to rounding; once the direction no longer turns, the closed form takes over. Where it cannot turn
//! from the start (planar impacts) there is no series at all.
//!
//! # When it is over
//!
//! Compression ends when vₙ rises through zero. From then on
//!
//! ```text
//! energetic:  ∫ vₙ dpₙ over restitution = e² × what compression took                              (Q.6)
//! Poisson:    pₙ gained in restitution  = e  × pₙ of compression   [Chatterjee1998, sec. 4.2.1]   (Q.7)
//! Newton:     vₙ = −e vₙ₀                                                                         (Q.8)
//! ```
//!
//! A curved slip can press the bodies together again before that. Then compression restarts with what is still stored, and
//! its next end takes the factor e² or e of the whole, as for a contact whose spring hardens.
//!
//! The three agree for central impacts. **Newton's may create energy** when slip stops or reverses; the outcome then has a
//! negative [`Solution::energy_lost`]. The energetic one never does. Poisson's may give back more normal work than
//! compression took, but not more than friction took besides.
//!
//! # Infinite friction
//!
//! As μ grows, slip needs ever less normal impulse for the same tangential one. In the limit it needs none, and its course
//! is x = ∫|dp_t|, the limit of μpₙ:
//!
//! ```text
//! slip:   dp_t = −u dx ,   dpₙ = 0 ,   dv_t/dx = −A u ,   dvₙ/dx = −b·u                           (Q.9)
//! ```
//!
//! In dx = s dτ it is v_t = exp(−Aτ) v_t₀, curved unless v_t₀ lies on a principal axis of A. It ends on the line of sticking,
//! which the contact then never leaves. Compression may well end in slip, with pₙ = 0. That does not mean that restitution
//! is over: on the way to the limit its normal impulse is small, but so was that of compression, and slip turns both into
//! tangential impulses that are not. (Q.6) and (Q.7) compare like with like and keep their meaning over x,
//!
//! ```text
//! energetic:  ∫ vₙ dx over restitution = e² × ∫ −vₙ dx over compression
//! Poisson:    x gained in restitution  = e  × x of compression                                    (Q.10)
//! ```
//!
//! until slip stops; what is then still stored is nothing by the measure of pₙ. If p_II of (P.4) lies on the tangential axis,
//! compression and slip end together and the impulse is p_II whatever e, by both rules [Chatterjee1998, sec. 4.2.1 and
//! Fig. 7]; Newton's instead climbs the line of sticking until vₙ = −e vₙ₀.
//!
//! # When there is no answer, or are two
//!
//! While vₙ < 0 the energy falls at the rate vₙ − μ|v_t|. If W has an inverse the energy left is finite, so that vₙ < 0
//! cannot last, even where slip drives the bodies together for a while (dvₙ/dpₙ < 0, Painlevé's case): such slip slows
//! down, for f ≥ 0 and dvₙ/dpₙ ≤ 0 together would ask for (b·u)² ≥ c (u·Au). If W has none and the velocity is one that no
//! impulse could have caused, because a body is driven, the contact can [jam](Outcome::Jammed): vₙ < 0 for ever, in stick
//! or, where that inequality is an equation, in slip. And a contact that slides without approaching, vₙ₀ = 0, may go on
//! sliding or, if dvₙ/dpₙ < 0, rebound: both obey every equation, and the outcome is [`Outcome::Ambiguous`].
//!
//! ```
//! use carom::laws::routh::{Outcome, Routh};
//! use carom::laws::{Coefficients, LoneImpact};
//! use carom::{Friction, Restitution};
//! use nalgebra::{Matrix3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A ball of mass 1 hits a table: 7/2 in the tangent plane, 1 along the normal.
//! let inverse_mass = Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]);
//! let coefficients = Coefficients {
//!     restitution: Restitution::new(0.5)?,
//!     friction: Friction::new(0.4)?,
//!     ..Coefficients::default()
//! };
//! let impact = LoneImpact::new(inverse_mass, vector![-3.0, 0.0, -5.0], coefficients)?;
//! let Outcome::Solved(solution) = Routh::default().follow(&impact)? else { panic!("it approaches") };
//! assert_eq!(solution.velocity.z, 2.5);
//! assert_eq!(solution.velocity.x, 0.0); // it sticks: friction could have taken 3.5·0.4·7.5 = 10.5 m/s
//! # Ok(())
//! # }
//! ```

mod contact;
mod course;
mod line;
mod outcome;
mod rest;
mod restitution;
mod slopes;
mod turn;

use nalgebra::Vector3;

use super::scaled::Scaled;
use super::{Collision, Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

pub use outcome::{Ending, Event, Jam, JamMode, Outcome, RouthEventKind, Solution};
pub use restitution::Termination;

pub(crate) use contact::ContactSpace;
pub(crate) use rest::FromRest;

use course::{Finish, Record, UnderWay};

/// Routh's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Routh {
    /// What ends the impact.
    pub termination: Termination,
}

impl Routh {
    /// The whole course of an impact.
    ///
    /// # Errors
    /// Series that do not end.
    pub fn follow(&self, impact: &LoneImpact) -> Result<Outcome, LawError> {
        self.run(impact, Record::Events)
    }

    fn run(&self, impact: &LoneImpact, record: Record) -> Result<Outcome, LawError> {
        let Scaled { blocks, velocity, units } = Scaled::of(impact);
        let contact = ContactSpace::new(blocks, impact.friction());
        let restitution = impact.coefficients().restitution;
        let mut course = UnderWay::new(&contact, velocity, restitution, self.termination, record);
        let outcome = if velocity.z < 0.0 {
            match course.follow()? {
                Finish::Solved(solution) => Outcome::Solved(solution),
                Finish::Jammed(jam) => Outcome::Jammed(jam),
            }
        } else if velocity.z == 0.0 && course.drives_together() {
            match course.follow()? {
                Finish::Solved(rebound) => Outcome::Ambiguous(rebound),
                Finish::Jammed(_) => Outcome::NoImpact,
            }
        } else {
            Outcome::NoImpact
        };
        Ok(outcome.restored(&units))
    }
}

impl ImpactLaw for Routh {
    fn declaration(&self) -> Declaration {
        let dissipates = match self.termination {
            Termination::Energetic | Termination::Poisson => true,
            Termination::Newton => false,
        };
        Declaration {
            name: "routh",
            title: match self.termination {
                Termination::Energetic => "Routh's law, energetic termination",
                Termination::Poisson => "Routh's law, Poisson's termination",
                Termination::Newton => "Routh's law, Newton's termination",
            },
            citation: "Routh1897",
            parameters: &[Parameter::Friction, Parameter::Restitution],
            domain: Domain::Any,
            promises: Promises { dissipates, ..Promises::ALL },
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.slopes_of(impact)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        Ok(self.collision(impact)?.impulse)
    }

    fn collision(&self, impact: &LoneImpact) -> Result<Collision, LawError> {
        match self.run(impact, Record::EndOnly)? {
            Outcome::Solved(solution) | Outcome::Ambiguous(solution) => Ok(solution.collision()),
            Outcome::NoImpact => Ok(Collision::of_impulse(impact, Vector3::zeros())),
            Outcome::Jammed(jam) => Err(LawError::Jammed { approach: -jam.velocity.z }),
        }
    }

    fn has_course(&self) -> bool {
        true
    }
}

/// dvₙ/dpₙ as an impact begins, in 1/kg. Negative where slip drives the bodies together: Painlevé's case. Infinite where
/// friction is and slip has a part in vₙ.
#[must_use]
pub fn initial_normal_rate(impact: &LoneImpact) -> f64 {
    let Scaled { blocks, velocity, units } = Scaled::of(impact);
    let contact = ContactSpace::new(blocks, impact.friction());
    let restitution = impact.coefficients().restitution;
    let course = UnderWay::new(&contact, velocity, restitution, Termination::Energetic, Record::EndOnly);
    course.normal_rate_by_impulse() * units.inverse_mass
}
