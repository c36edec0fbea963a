//! Carom
mod body;
mod contact_problem;
mod coupling;
mod error;
mod flow;
mod history;
mod impact;
mod phase;
mod quantity;
pub use body::{Body, Motion};
pub use contact_problem::{ContactProblem, ContactSolution, Model, NormalLaw};
pub use coupling::Coupling;
pub use error::{InputError, SolveError};
pub use flow::Separation;
pub use history::{Event, Snapshot, State, Trace};
pub use impact::{Contact, ContactOutcome, Ending, EnergyLedger, Impact, Outcome};
pub use phase::{ContactState, EventKind, Material, Phase, RestitutionLaw, transition};
pub use quantity::{Restitution, Stiffness};
