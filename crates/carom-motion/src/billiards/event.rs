//! What happens during a shot.

use carom::EnergyLedger;

use super::cloth::Change;

/// How a ball went out of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Into a pocket, by its number in the outline.
    Pocket(usize),
    /// Over a cushion or past the table's edge.
    OverTheEdge,
}

/// An impact: everything that touched at one instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Collision {
    /// The balls whose motion it changed, in ascending order.
    pub balls: Vec<usize>,
    /// Pairs of balls that hit each other, those that closed their gap during the impact among them.
    pub pairs: Vec<[usize; 2]>,
    /// Balls with the cushions they touched, by their number in the outline.
    pub cushions: Vec<(usize, usize)>,
    /// Balls that the bed pressed on.
    pub on_bed: Vec<usize>,
    /// What the engine says of the energy.
    pub energy: EnergyLedger,
    /// How long it took, in seconds.
    pub duration: f64,
    /// How many Taylor series it took: its cost.
    pub expansions: usize,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// A phase of a ball's motion ended by itself.
    Ends {
        /// The ball.
        ball: usize,
        /// What ended.
        change: Change,
    },
    /// Balls hit each other, cushions or the bed.
    Collides(Collision),
    /// A ball went out of play.
    Leaves {
        /// The ball.
        ball: usize,
        /// Where.
        exit: Exit,
    },
}

/// Something that happened at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// When, in seconds.
    pub time: f64,
    /// What.
    pub kind: EventKind,
}
