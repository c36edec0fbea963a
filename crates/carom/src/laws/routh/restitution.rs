//! Compression and restitution: what is stored, and when it is given back, (Q.6) to (Q.8).

use crate::quantity::Restitution;

/// What ends an impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Termination {
    /// Stronge's: restitution does e² times the work that compression took.
    #[default]
    Energetic,
    /// Poisson's: restitution has e times the normal impulse of compression.
    Poisson,
    /// Newton's: the normal velocity is −e times what it was. May create energy.
    Newton,
}

/// The two parts of an impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The bodies approach.
    Compression,
    /// They part, and what is stored is given back.
    Restitution,
}

/// How what is stored changes along the course, which is the normal impulse unless friction is infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum StoredRate {
    /// By −vₙ: it is the strain energy, over dpₙ/dx.
    Work,
    /// By a constant: it is an impulse, or nothing.
    Constant(f64),
}

/// Termination and coefficient of one impact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    termination: Termination,
    restitution: Restitution,
    /// −e vₙ₀.
    rebound: f64,
}

/// The condition that ends restitution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// Nothing is stored any more.
    NothingStored,
    /// vₙ has this value.
    NormalVelocity(f64),
}

impl Rule {
    pub fn new(termination: Termination, restitution: Restitution, approach: f64) -> Self {
        Self { termination, restitution, rebound: -restitution.value() * approach }
    }

    pub fn stored_rate(&self, phase: Phase) -> StoredRate {
        match (self.termination, phase) {
            (Termination::Energetic, Phase::Compression | Phase::Restitution) => StoredRate::Work,
            (Termination::Poisson, Phase::Compression) => StoredRate::Constant(1.0),
            (Termination::Poisson, Phase::Restitution) => StoredRate::Constant(-1.0),
            (Termination::Newton, Phase::Compression | Phase::Restitution) => StoredRate::Constant(0.0),
        }
    }

    /// The part of what is stored that the end of compression leaves.
    pub fn returned(&self) -> f64 {
        match self.termination {
            Termination::Energetic => self.restitution.energy_returned(), // (Q.6)
            Termination::Poisson => self.restitution.value(),             // (Q.7)
            Termination::Newton => 0.0,
        }
    }

    pub fn goal(&self) -> Goal {
        match self.termination {
            Termination::Energetic | Termination::Poisson => Goal::NothingStored,
            Termination::Newton => Goal::NormalVelocity(self.rebound), // (Q.8)
        }
    }
}
