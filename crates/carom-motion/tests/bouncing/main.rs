//! Bodies that fly, bounce, come to rest and roll.

mod balls;
mod common;
mod derivatives;
mod jia2012;
mod pencil;
mod random;
mod rest;
