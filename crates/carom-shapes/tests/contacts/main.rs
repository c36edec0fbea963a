//! Contacts between shapes: on a plane, against each other, and as properties of every pair.

mod against_each_other;
mod common;
mod every_pair;
mod on_a_table;
mod surface;
