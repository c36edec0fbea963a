//! Who takes part in the impacts of a table.

/// Whether the bed takes part in impacts between balls that lie on it.
///
/// Friction between balls has a vertical part: it presses one ball on the bed and lifts the other. Where balls hit a
/// cushion, land, or are hit from above, the bed always takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BedContact {
    /// The bed does not; balls keep to the bed, and the little energy of vertical motion is lost there. What most simulators
    /// do, and the default: with μ = 0.05 the vertical speed is a few per cent of the blow.
    #[default]
    Ignored,
    /// The bed is part of the impact; balls may hop.
    Included,
}

/// What presses on a ball that lies on the bed when it hits a cushion. Both models let the nose touch the ball above its centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CushionModel {
    /// Cushion and bed together, with friction at both, after \[Mathavan2010\]: the bed carries what the cushion presses down, and
    /// the ball keeps to it.
    #[default]
    WithBed,
    /// The cushion alone, after \[Han2005\] as simulators have it; the cloth then swallows the downward motion. Much cheaper to
    /// solve, since the direction of slip of a ball that nothing else touches does not turn; more energy is lost.
    Alone,
}
