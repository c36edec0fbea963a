//! Simultaneous contacts by sequencing: one collision after the other, each under a law for a single contact
//! [Chatterjee1998, sec. 6.4].
//!
//! ```text
//! next   the contact i of greatest approach speed, −vₙᵢ > fᵢ                                        (D.1)
//!        collides alone: pᵢ from its law, as if no other contact were there
//! then   vⱼ ← vⱼ + Wⱼᵢ pᵢ   for all contacts j that share a body with i                             (D.2)
//! over   when there is none
//! ```
//!
//! It takes no time, needs no springs, and reduces to the law itself if there is only one contact. What it predicts depends
//! on the order of the collisions, as the outcome of nearly simultaneous collisions does; see [`TieRule`] for contacts that
//! approach equally fast. Contacts that cannot feel each other through any body are sequenced apart: which of two such
//! groups comes first means nothing.
//!
//! # To rounding
//!
//! A velocity is a sum of terms, and its last digits are the rounding of the largest of them. So a contact approaches only if
//! it does so faster than
//!
//! ```text
//! fⱼ = 16 ε (terms of vⱼ before + Σ |Wⱼᵢ| |pᵢ|)                                                     (D.3)
//! ```
//!
//! and two contacts tie if their approach speeds differ by no more than the sum of their f. Both are rounding, no choice.
//!
//! # Sequences without end
//!
//! A ball between two walls, or a rod that lands on both ends, collides for ever. With e < 1 every round of collisions is
//! weaker than the one before. Laws are homogeneous: once the impulses of a whole round are λ times those of the round before,
//! all rounds to come repeat it, and the sum of what is left is
//!
//! ```text
//! rest = (λ + λ² + …) × last round = λ/(1 − λ) × last round                                          (D.4)
//! ```
//!
//! A positive multiple of impulses that push and stay in their cones does so too. The leap (D.4) is made when three rounds
//! of the same contacts have scaled so nearly alike that what is left open, their change over 1 − λ times the approach speed,
//! is below (D.3), or their change is rounding itself; and it is taken back if it creates energy or leaves an approach above
//! that. The sequence then goes on, and may leap again, until no contact approaches by more than (D.3). What the leaps left
//! open is [reported](SequenceEnding::Extrapolated).
//! Where rounds do not settle, every collision is made, until they have died away to (D.3) or are more than
//! [allowed](Rules::collisions_per_contact).
//!
//! If λ is one nothing is lost, and the sequence has no end at all [Chatterjee1998, sec. 6.4 and its footnote]:
//! [`SequenceError::Endless`].
//!
//! # Hinges
//!
//! A body on a hinge is one mechanism, whose bearing is part of W; or its hinge is one more place of collision, plastic and
//! sticking, that needs no coefficients [Chatterjee1998, sec. 6.5]: see [`Hinges`].
//!
//! ```
//! use carom::laws::routh::Routh;
//! use carom::sequence::{Rules, Sequence};
//! use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
//! use nalgebra::{Vector3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Newton's cradle: the last ball takes it all.
//! let ball = |x| Body::ball(1.0, 1.0)?.at(vector![x, 0.0, 0.0]);
//! let bodies = vec![ball(0.0)?.moving(Vector3::x())?, ball(2.0)?, ball(4.0)?];
//! let elastic = NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT);
//! let touch = |a, x| Contact::new([a, a + 1], vector![x, 0.0, 0.0], -Vector3::x(), elastic);
//! let impact = Impact::new(bodies, vec![touch(0, 1.0)?, touch(1, 3.0)?], Model::default())?;
//!
//! let outcome = Sequence::new(&impact, Rules::default())?.solve(&Routh::default())?;
//! assert_eq!(outcome.bodies[2].linear.x, 1.0);
//! assert_eq!(outcome.collisions, 2);
//! # Ok(())
//! # }
//! ```

mod bodies;
mod contact_sequence;
mod error;
mod history;
mod outcome;
mod random;
mod rules;
mod run;
mod site;
mod state;
mod ties;

pub(crate) use run::{Steps, slides_across};

pub use bodies::Sequence;
pub use contact_sequence::ContactSequence;
pub use error::SequenceError;
pub use outcome::{
    HingeOutcome, Leap, Place, SequenceCourse, SequenceEnding, SequenceOutcome, SequenceSolution, Stage,
};
pub use rules::{Hinges, Rules, TieRule};
