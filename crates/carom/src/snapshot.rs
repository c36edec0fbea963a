//! What a trace tells: events, states, and every contact at one instant.

use nalgebra::Vector2;

use crate::phase::EventKind;

/// Something that happened to a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// When, in seconds.
    pub time: f64,
    /// To which contact.
    pub contact: usize,
    /// What.
    pub kind: EventKind,
}

/// The impact at the moment at which it enters a state, that is, a new set of active contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// When the state begins, in seconds.
    pub time: f64,
    /// The active contacts, in ascending order.
    pub active: Vec<usize>,
    /// Normal impulse of every contact so far, in newton seconds.
    pub impulse: Vec<f64>,
    /// Strain energy of every contact, in joules.
    pub energy: Vec<f64>,
    /// What friction does at every contact; empty if none has any.
    pub modes: Vec<Mode>,
}

/// Every contact at one instant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// The instant, in seconds.
    pub time: f64,
    /// Normal impulse so far, in newton seconds.
    pub impulse: Vec<f64>,
    /// Normal velocity, in metres per second.
    pub velocity: Vec<f64>,
    /// Normal force, in newtons.
    pub force: Vec<f64>,
    /// Strain energy of the normal and the tangential springs, in joules.
    pub energy: Vec<f64>,
    /// The tangential side of every contact; empty if none has friction.
    pub tangential: Vec<TangentialSnapshot>,
}

/// The tangential side of a contact at one instant, along (t₁, t₂).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TangentialSnapshot {
    /// Whether the contact slips or sticks.
    pub mode: Mode,
    /// Tangential impulse so far, in newton seconds.
    pub impulse: Vector2<f64>,
    /// Tangential velocity of the first body relative to the second, in metres per second.
    pub velocity: Vector2<f64>,
    /// Tangential force, in newtons.
    pub force: Vector2<f64>,
    /// Stretch of the tangential springs, in metres; zero for rigid friction.
    pub stretch: Vector2<f64>,
    /// Velocity at which the surfaces slide on each other, in metres per second; for a compliant contact that of the
    /// particle at the end of the springs.
    pub sliding: Vector2<f64>,
}

/// What friction does at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Nothing: the contact has no friction or carries no load.
    #[default]
    Free,
    /// It holds the surfaces together.
    Stick,
    /// It opposes their sliding.
    Slip,
}

impl Mode {
    /// The name used in reports and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Stick => "stick",
            Self::Slip => "slip",
        }
    }
}

impl Snapshot {
    /// Writes its contacts into a snapshot of more, by their numbers there.
    pub(crate) fn scatter(&self, contacts: &[usize], whole: &mut Self) {
        for (local, &contact) in contacts.iter().enumerate() {
            whole.impulse[contact] = self.impulse[local];
            whole.velocity[contact] = self.velocity[local];
            whole.force[contact] = self.force[local];
            whole.energy[contact] = self.energy[local];
            if let Some(side) = self.tangential.get(local) {
                whole.tangential[contact] = *side;
            }
        }
    }

    pub(crate) fn new(contacts: usize, friction: bool) -> Self {
        let zero = || vec![0.0; contacts];
        let tangential = vec![TangentialSnapshot::default(); if friction { contacts } else { 0 }];
        Self { time: 0.0, impulse: zero(), velocity: zero(), force: zero(), energy: zero(), tangential }
    }
}

/// The greatest load of a contact's spring.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Peak {
    /// Greatest force, in newtons if the stiffness is real.
    pub force: f64,
    /// Greatest compression, in metres.
    pub compression: f64,
}
