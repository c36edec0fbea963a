//! Friction of contacts with springs F = k·dⁿ.
//!
//! Coulomb's law bounds the tangential force, |F_t| ≤ μF. Rigid contacts stick with v_t = 0 or slide with F_t = −μF v_t/|v_t|, as among
//! linear springs. Compliant ones have tangential springs whose stiffness goes with the size of the spot in which the bodies touch, and
//! that with the normal force:
//!
//! ```text
//! k_t = (1/η²)·dF/dd on the spring before the impact = (n/η²)·k₀^(1/n)·F^(1 − 1/n)                  (X.6)
//! ```
//!
//! For Hertz's contact that is Mindlin's k_t = 8 G* a, a = √(R*·d), with η² = E*/(4 G*) ([`crate::hertz`]); for n = 1 it is k₀/η². It
//! depends on F alone and so is continuous wherever F is: like the spot, it neither hardens nor forgets.
//!
//! This is Mindlin and Deresiewicz's contact without partial slip: all of the spot sticks, or all of it slips. A spring whose stiffness
//! changes under load can be written in ways that create energy. Here it is, as Walton and Thornton have it,
//!
//! ```text
//! F rises   (k_t·u)' = k_t·v_t      the part of the spot that is new bears nothing: the force stays
//! F falls   u' = v_t                the part that is let go bore its share: the force goes with the spot       (X.7)
//! ```
//!
//! The springs hold ½ k_t·u². In both cases what is put in, k_t·u·v_t, is more than what they gain by ½ u²·|k_t'|: energy is lost to slip at
//! the rim of the spot, and never gained. It is booked with friction, at once, though in Mindlin and Deresiewicz's contact a part stays
//! locked in until the spot shrinks.
//!
//! A contact slips where k_t·u reaches μF, that is u = r = μF/k_t, which is μη²d/n. It slides at
//!
//! ```text
//! s = v_t·û − n·r'  while F rises,   v_t·û − r'  while it falls,      r û' = v_t − (v_t·û) û              (X.8)
//! ```
//!
//! and sticks again when s falls to zero. A contact that begins with speeds v_t and vₙ sticks if |v_t| ≤ μη²|vₙ|.

mod collocation;
mod decide;
mod hold;
mod reactions;
mod rub;
mod rule;
mod snapshot;
mod state;

pub(crate) use hold::Hold;
pub(crate) use rub::{Rub, RubCourse, RubStart};
