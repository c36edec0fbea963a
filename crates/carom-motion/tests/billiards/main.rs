//! Billiards: closed forms, textbook shots, ledgers, symmetries, and random shots.

mod closed_forms;
mod common;
mod cushions;
mod derivatives;
mod flight;
mod hertz;
mod invariance;
mod ledger;
mod progress;
mod racks;
mod random_shots;
mod refusals;
mod twist;
mod two_balls;
