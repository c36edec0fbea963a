//! The loop of an impact: settle what is undecided, step to the next event, let it happen, until nothing presses.
//!
//! ```text
//! wake → settle → step → events → settle → … → coast → end
//! ```
//!
//! [`settle`] fills a frame, expands it and mends what its series contradicts; [`ending`] says when nothing drives any more and what is left,
//! [`swinging`] when that never comes;
//! [`books`] takes over what friction did and closes the ledger. [`effort`] bounds what an impact may take. [`problem`] is what comes in and goes out, [`observer`] who watches,
//! [`memory`] the room that one impact leaves to the next, and [`carried`] the bodies' momenta where steps use a root of W. This room owns the state of the contacts; the others see frames.

pub(in crate::flow) mod books;
pub(in crate::flow) mod carried;
pub(in crate::flow) mod effort;
pub(in crate::flow) mod ending;
pub(in crate::flow) mod memory;
pub(in crate::flow) mod observer;
pub(in crate::flow) mod problem;
pub(in crate::flow) mod settle;
pub(in crate::flow) mod swinging;
