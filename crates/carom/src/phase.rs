//! The phases of a contact and the one function that says which phase follows which.
//!
//! A contact is a virtual spring between two bodies: compression d ≥ 0, stiffness k, force F = k·dⁿ, strain energy
//! E = F·d/(n+1), d' = −vₙ; n is 1 in the papers, 3/2 for Hertz's contact. Three laws say what an end of compression costs ([`RestitutionLaw`]); they share the
//! phases and the events:
//!
//! ```text
//!               pressed                     compression ends
//!   Resting ───────────────▶ Compressing ─────────────────────▶ Restituting
//!      │ opens                 ▲   ▲  ▲  compression restarts      │  │
//!      ▼           returns     │   │  └───────────────────────────┘  │ restitution ends
//!    Open ─────────────────────┘   │                                 │
//!      ▲ ▲                         └ (rigid: Closed) ◀── closes ─────┤
//!      │ └─ opens ── Closed                                          │
//!      └─────────────────────────────────────────────────────────────┘
//! ```
//!
//! | event | hardening [Jia2013, sec. 3.3] | bi-stiffness | mono-stiffness [Jia2008, sec. 2.2] |
//! |---|---|---|---|
//! | compression ends | k ← k/e²ⁿ, d ← e²d (H.1) | k ← k₀/e²ⁿ, d ← e²d (B.1) | remembers E_max (M.1) |
//! | compression restarts | nothing (H.2) | k ← k₀, F as it was: d ← (k/k₀)^(1/n) d (B.2) | nothing |
//! | restitution ends | at d = 0 | at d = 0 | at E = (1 − e²)·E_max: d = (1 − e²)^(1/(n+1)) d_max (M.2) |
//! | contact returns | k as it was left (H.3) | k = k₀ | nothing |
//!
//! F is continuous at (H.1), (B.1) and (B.2), since k·dⁿ is; E = F·d/(n+1) then goes with d, to e²·E. What E loses there, or at the end (M.2), is what restitution costs.
//! [Jia2008, sec. 2.2] calls e²·E_max the part that is lost at (M.2); its own condition leaves (1 − e²)·E_max.

use crate::quantity::{Exponent, Restitution};

/// How an energetic coefficient of restitution acts on a contact that shares its bodies with others.
/// All three agree for a lone contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RestitutionLaw {
    /// The spring hardens by 1/e² at every end of compression and stays so \[Jia2013\].
    #[default]
    Hardening,
    /// The spring has its original stiffness while compressing, 1/e² of it while restituting.
    BiStiffness,
    /// The stiffness never changes; restitution stops early, at (1 − e²) of the stored energy \[Jia2008\].
    MonoStiffness,
}

/// What a contact is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    /// Touching, unloaded, at rest, and not yet reached by the impact.
    Resting,
    /// The spring is being compressed.
    Compressing,
    /// The spring gives energy back.
    Restituting {
        /// The compression at which restitution ends, in metres.
        until: f64,
    },
    /// Not acting: the bodies separate, or touch without force.
    Open,
    /// Rigid: the normal velocity stays zero while the reaction is positive.
    Closed,
}

impl Phase {
    /// Whether the contact belongs to the active set, the state of the transition diagram.
    #[must_use]
    pub fn is_active(self) -> bool {
        match self {
            Self::Resting | Self::Compressing | Self::Restituting { .. } | Self::Closed => true,
            Self::Open => false,
        }
    }

    /// The name used in diagrams.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Resting => "resting",
            Self::Compressing => "compressing",
            Self::Restituting { .. } => "restituting",
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }

    /// Whether a spring is loaded, so that it obeys F = k·d.
    #[must_use]
    pub fn is_spring(self) -> bool {
        match self {
            Self::Compressing | Self::Restituting { .. } => true,
            Self::Resting | Self::Open | Self::Closed => false,
        }
    }
}

/// What can happen to a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EventKind {
    /// A resting contact is reached by the impact and starts to compress.
    Pressed,
    /// vₙ rises through zero.
    CompressionEnds,
    /// vₙ falls through zero during restitution.
    CompressionRestarts,
    /// The spring has given back what the law allows.
    RestitutionEnds,
    /// An open contact acts again.
    ContactReturns,
    /// The contact becomes rigid.
    ContactCloses,
    /// A closed contact's reaction reaches zero, or a resting contact is drawn apart.
    ContactOpens,
    /// A sticking contact begins to slip, or a rigid one that has stopped slides on in another direction.
    Slips,
    /// A slipping contact begins to stick.
    Sticks,
}

impl EventKind {
    /// Every kind, in the order of the transition table.
    pub const ALL: [Self; 9] = [
        Self::Pressed,
        Self::CompressionEnds,
        Self::CompressionRestarts,
        Self::RestitutionEnds,
        Self::ContactReturns,
        Self::ContactCloses,
        Self::ContactOpens,
        Self::Slips,
        Self::Sticks,
    ];

    /// The name used in reports and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pressed => "pressed",
            Self::CompressionEnds => "compression-ends",
            Self::CompressionRestarts => "compression-restarts",
            Self::RestitutionEnds => "restitution-ends",
            Self::ContactReturns => "contact-returns",
            Self::ContactCloses => "contact-closes",
            Self::ContactOpens => "contact-opens",
            Self::Slips => "slips",
            Self::Sticks => "sticks",
        }
    }
}

/// The discrete state of one contact and the two quantities that jump with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactState {
    /// What the contact is doing.
    pub phase: Phase,
    /// Current stiffness, in newtons per metreⁿ.
    pub stiffness: f64,
    /// Current compression, in metres.
    pub compression: f64,
}

impl ContactState {
    /// Strain energy E = k·d²/2 of a linear spring, in joules; a rigid contact stores none. [`NormalSpring::energy`] knows
    /// other springs.
    #[must_use]
    pub fn energy(&self) -> f64 {
        if self.is_strained() { 0.5 * self.stiffness * self.compression * self.compression } else { 0.0 }
    }

    fn is_strained(&self) -> bool {
        self.phase.is_spring() && self.compression > 0.0 && self.stiffness.is_finite()
    }
}

/// What the transition needs to know of the contact's material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalSpring {
    /// Energetic coefficient of restitution.
    pub restitution: Restitution,
    /// Stiffness before the impact, in newtons per metreⁿ.
    pub stiffness: f64,
    /// Exponent n of F = k·dⁿ.
    pub exponent: Exponent,
}

impl NormalSpring {
    /// Force F = k·dⁿ of a contact of this material, in newtons; none unless its spring is loaded.
    #[must_use]
    pub fn force(&self, state: &ContactState) -> f64 {
        if state.is_strained() { state.stiffness * self.exponent.power(state.compression) } else { 0.0 }
    }

    /// Strain energy E = F·d/(n+1) of a contact of this material, in joules; a rigid contact stores none.
    #[must_use]
    pub fn energy(&self, state: &ContactState) -> f64 {
        if self.exponent.is_linear() {
            return state.energy();
        }
        self.force(state) * state.compression / (self.exponent.value() + 1.0)
    }
}

/// The state that follows `state` when `event` happens, or `None` if that event cannot happen there.
///
/// Solver and drawn transition diagram both rest on this function alone. Slipping and sticking leave the phase as it is: they
/// are no events of it. The strain energy that the step from
/// `state` to the result removes is what restitution dissipates.
#[must_use]
pub fn transition(
    law: RestitutionLaw,
    material: &NormalSpring,
    state: ContactState,
    event: EventKind,
) -> Option<ContactState> {
    use EventKind as E;
    let unloaded = |phase, stiffness| ContactState { phase, stiffness, compression: 0.0 };
    let stiffness_to_return_with = match law {
        RestitutionLaw::Hardening => state.stiffness, // (H.3)
        RestitutionLaw::BiStiffness | RestitutionLaw::MonoStiffness => material.stiffness,
    };
    Some(match (state.phase, event) {
        (Phase::Resting, E::Pressed) | (Phase::Open, E::ContactReturns) => {
            unloaded(Phase::Compressing, state.stiffness)
        }
        (Phase::Compressing, E::CompressionEnds) => restitute(law, material, state),
        (Phase::Restituting { .. }, E::CompressionRestarts) => match law {
            RestitutionLaw::Hardening | RestitutionLaw::MonoStiffness => {
                ContactState { phase: Phase::Compressing, ..state } // (H.2)
            }
            RestitutionLaw::BiStiffness => ContactState {
                phase: Phase::Compressing, // (B.2)
                stiffness: material.stiffness,
                compression: state.compression * material.exponent.root(state.stiffness / material.stiffness),
            },
        },
        (Phase::Restituting { .. }, E::RestitutionEnds)
        | (Phase::Resting | Phase::Closed, E::ContactOpens) => {
            unloaded(Phase::Open, stiffness_to_return_with)
        }
        (Phase::Compressing | Phase::Restituting { .. }, E::ContactCloses) => {
            unloaded(Phase::Closed, state.stiffness)
        }
        (Phase::Resting, _) | (Phase::Compressing, _) | (Phase::Restituting { .. }, _) => return None,
        (Phase::Open, _) | (Phase::Closed, _) => return None,
    })
}

/// The end of compression: (H.1), (B.1) or (M.1). With e = 0 the spring becomes rigid and empty.
fn restitute(law: RestitutionLaw, material: &NormalSpring, state: ContactState) -> ContactState {
    let returned = material.restitution.energy_returned();
    match law {
        RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => ContactState {
            phase: Phase::Restituting { until: 0.0 },
            stiffness: state.stiffness / material.exponent.power(returned),
            compression: state.compression * returned,
        },
        RestitutionLaw::MonoStiffness => ContactState {
            phase: Phase::Restituting {
                until: state.compression * material.exponent.root_of_energy(1.0 - returned), // (M.2)
            },
            ..state
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [RestitutionLaw; 3] =
        [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness];

    fn material(e: f64, k: f64) -> NormalSpring {
        NormalSpring { restitution: Restitution::new(e).unwrap(), stiffness: k, exponent: Exponent::LINEAR }
    }

    /// Springs of several exponents.
    fn materials(e: f64, k: f64) -> impl Iterator<Item = NormalSpring> {
        [1.0, 1.25, 1.5, 2.0, 3.0]
            .map(|n| NormalSpring { exponent: Exponent::new(n).unwrap(), ..material(e, k) })
            .into_iter()
    }

    #[test]
    fn force_is_continuous_and_energy_drops_by_e_squared_at_the_end_of_compression() {
        let loaded = ContactState { phase: Phase::Compressing, stiffness: 3.0, compression: 0.5 };
        for (law, material) in [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness]
            .into_iter()
            .flat_map(|law| materials(0.8, 3.0).map(move |material| (law, material)))
        {
            let after = transition(law, &material, loaded, EventKind::CompressionEnds).unwrap();
            assert!((material.force(&after) - material.force(&loaded)).abs() < 1e-15);
            assert!((material.energy(&after) - 0.64 * material.energy(&loaded)).abs() < 1e-15);
        }
    }

    #[test]
    fn every_law_gives_back_e_squared_of_the_energy_of_a_lone_contact() {
        let loaded = ContactState { phase: Phase::Compressing, stiffness: 3.0, compression: 0.5 };
        for (law, material) in
            LAWS.into_iter().flat_map(|law| materials(0.6, 3.0).map(move |material| (law, material)))
        {
            let after = transition(law, &material, loaded, EventKind::CompressionEnds).unwrap();
            let Phase::Restituting { until } = after.phase else { panic!("not restituting") };
            let ended = ContactState { compression: until, ..after };
            let given_back = material.energy(&after) - material.energy(&ended);
            assert!((given_back - 0.36 * material.energy(&loaded)).abs() < 1e-15, "{law:?}");
        }
    }

    #[test]
    fn only_hardening_remembers_the_stiffness_when_a_contact_returns() {
        let ending =
            ContactState { phase: Phase::Restituting { until: 0.0 }, stiffness: 12.0, compression: 0.0 };
        for law in LAWS {
            let open = transition(law, &material(0.5, 3.0), ending, EventKind::RestitutionEnds).unwrap();
            let back = transition(law, &material(0.5, 3.0), open, EventKind::ContactReturns).unwrap();
            let expected = if law == RestitutionLaw::Hardening { 12.0 } else { 3.0 };
            assert_eq!(back.stiffness, expected, "{law:?}");
        }
    }

    #[test]
    fn bi_stiffness_keeps_the_force_when_compression_restarts() {
        let state =
            ContactState { phase: Phase::Restituting { until: 0.0 }, stiffness: 12.0, compression: 0.1 };
        let law = RestitutionLaw::BiStiffness;
        for material in materials(0.5, 3.0) {
            let after = transition(law, &material, state, EventKind::CompressionRestarts).unwrap();
            assert!((material.force(&after) - material.force(&state)).abs() < 1e-15);
            assert_eq!(after.stiffness, 3.0);
        }
    }

    #[test]
    fn an_open_contact_can_only_return() {
        let open = ContactState { phase: Phase::Open, stiffness: 1.0, compression: 0.0 };
        for event in EventKind::ALL {
            let next = transition(RestitutionLaw::Hardening, &material(0.5, 1.0), open, event);
            assert_eq!(next.is_some(), event == EventKind::ContactReturns, "{event:?}");
        }
    }
}
