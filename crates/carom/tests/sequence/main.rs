//! Collisions one after the other: against closed forms, against plain runs without extrapolation, and the invariants.

#[path = "../common/mod.rs"]
mod common;
mod explore;
mod laws;
mod scenes;
