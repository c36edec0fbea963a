//! What a sequence leaves to choose.

/// Which of several contacts that approach equally fast, to rounding, collides first. Only symmetric impacts have such ties,
/// and there the order decides the outcome: the model leaves it open, as the experiment does.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum TieRule {
    /// The one furthest back along a fixed direction that is special to no arrangement. The answer does not depend on how
    /// contacts or bodies are numbered, nor on units, nor on the origin; it does on how the scene is turned in space.
    /// Contacts at the same point go by their normals, then by number. A mechanism without points goes by number.
    #[default]
    Order,
    /// One drawn by lot, each with the same chance. The same seed gives the same answer on every machine, whatever the
    /// numbering.
    Random {
        /// Where the draws begin.
        seed: u64,
    },
    /// The start is not known exactly: every contact takes, before the first collision, a small impulse along its normal,
    /// drawn evenly from both signs, that changes its own normal velocity by at most `size` times the largest approach speed.
    /// So the start is one that the bodies can have, with the same momenta. **The answer is that of the changed start**, its
    /// energy before included. Ties that are left are decided as by [`TieRule::Order`]. Bodies released from their hinges start
    /// as far off them as the impulses throw them.
    Perturb {
        /// Where the draws begin.
        seed: u64,
        /// Relative uncertainty of the start, for instance 1e-9.
        size: f64,
    },
}

/// What becomes of bodies on hinges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hinges {
    /// The mechanism stays intact: its bearing is part of W.
    #[default]
    Intact,
    /// The body is free, and its hinge collides, plastically and sticking, whenever the body has been torn from it:
    ///
    /// ```text
    /// ω' = a (a·L_o)/I_a ,   v' = ω' × (c − o)                                                      (D.5)
    /// ```
    ///
    /// with L_o the angular momentum about the pivot, which a reaction there leaves alone along the axis. This is
    /// −(J M⁻¹ Jᵀ)⁻¹ J v without a matrix to invert. In the order of collisions a hinge counts with the speed at which the
    /// body moves away from it,
    ///
    /// ```text
    /// s² = |u|² + ω⊥·I_c ω⊥/m                                                                        (D.6)
    /// ```
    ///
    /// u the velocity of the body's point at the pivot, ω⊥ its turning across the axis; a turn of the whole axis counts as
    /// the speed of equal energy, so that no length has to be chosen. A body of which only the moment about the hinge is known
    /// ([`Body::hinged`](crate::Body::hinged)) is released across the axis and stays held along it; one made by
    /// [`Body::rigid_on_hinge`](crate::Body::rigid_on_hinge) becomes entirely free.
    Released,
}

/// What a sequence leaves to choose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Which of several contacts that approach equally fast is first.
    pub ties: TieRule,
    /// What becomes of bodies on hinges.
    pub hinges: Hinges,
    /// How many collisions may be made for each contact or hinge of a group before the sequence is given up.
    pub collisions_per_contact: usize,
}

/// Enough for mass ratios of 10⁶ between elastic bodies, or for e = 0.999 between walls; less than a second for a hundred
/// contacts.
const COLLISIONS_PER_CONTACT: usize = 20_000;

impl Default for Rules {
    fn default() -> Self {
        Self {
            ties: TieRule::default(),
            hinges: Hinges::default(),
            collisions_per_contact: COLLISIONS_PER_CONTACT,
        }
    }
}
