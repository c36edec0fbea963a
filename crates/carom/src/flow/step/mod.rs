//! One step: the contacts that take part, their Taylor series, and the polynomials whose fall to zero ends it.
//!
//! ```text
//! entries (roles, values) ──couple──▶ block of W ──expand──▶ series V, Q ──guards──▶ first event
//! ```
//!
//! [`frame`] holds the members of a step, [`series`] their recurrence (F.1)–(F.3), [`operator`] what W does to them, in the form that suits ([`block`], [`momentum`]), [`response`] what closed contacts answer, [`attempt`]
//! how a step with friction finds its length, [`guard_table`] the conditions for events, which [`guards`] watches. [`span`] and [`short`] store series of which most terms are
//! zero. Nothing here changes the state of a contact.

pub(in crate::flow) mod attempt;
pub(in crate::flow) mod block;
pub(in crate::flow) mod frame;
pub(in crate::flow) mod guard_table;
pub(in crate::flow) mod guards;
pub(in crate::flow) mod momentum;
pub(in crate::flow) mod operator;
pub(in crate::flow) mod response;
pub(in crate::flow) mod series;
pub(in crate::flow) mod short;
pub(in crate::flow) mod span;
