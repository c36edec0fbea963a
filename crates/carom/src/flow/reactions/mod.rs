//! Contacts that do not give: closed ones with their reactions, rigid ones with their impacts, and bounces that are over.
//!
//! ```text
//! 0 ≤ q  ⊥  W q + b ≥ 0                                                                                  (C.1)
//! ```
//!
//! [`closed`] finds who is needed, [`reaction`] factors W among them, [`bound`] puts groups of them aside, [`rigid`] resolves their impacts, and
//! [`accumulation`] and [`bounce`] say when infinitely many bounces are rounding.

pub(in crate::flow) mod accumulation;
pub(in crate::flow) mod bounce;
pub(in crate::flow) mod bound;
pub(in crate::flow) mod closed;
pub(in crate::flow) mod reaction;
pub(in crate::flow) mod rigid;
pub(in crate::flow) mod yielding;
