//! The tangential side of contacts: what it is between steps, how its force unfolds within one, and how directions of slip turn.
//!
//! ```text
//! sticks: f' = −κ_t v or v = 0          slips: f = −μ q û                                               (T.1)–(T.5)
//! ```
//!
//! [`tangent`] is the state, [`course`] what a step makes of it, [`cone`] what jumps and stops do to it, [`standing`] which springs are at rest while it holds, [`rub`] and [`sliding`] the series of one
//! contact, [`turning`], [`following`] and [`collocation`] three ways to find û, [`rubbing`] the recurrence of all contacts together, [`decided`] the same for a
//! few of which all is decided, [`pushing`] its products with W, [`quiet`] what is negligible in it, and [`pace`] how long a step may be. Whether rigid contacts stick is decided next
//! door, in [`super::stick_or_slide`].

pub(in crate::flow) mod collocation;
pub(in crate::flow) mod cone;
pub(in crate::flow) mod course;
pub(in crate::flow) mod decided;
pub(in crate::flow) mod following;
mod krylov;
pub(in crate::flow) mod locking;
pub(in crate::flow) mod pace;
pub(in crate::flow) mod pushing;
pub(in crate::flow) mod quiet;
pub(in crate::flow) mod rub;
pub(in crate::flow) mod rubbing;
pub(in crate::flow) mod sliding;
pub(in crate::flow) mod standing;
pub(in crate::flow) mod tangent;
pub(in crate::flow) mod turning;
mod turns;
