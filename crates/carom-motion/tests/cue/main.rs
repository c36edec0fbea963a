//! A cue strikes a ball on the bed.

mod closed_forms;
mod common;
mod ledgers;
mod miscue;
mod misses;
mod published;
mod symmetry;
