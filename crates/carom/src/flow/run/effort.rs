//! What following a cluster has taken, and how much it may take.
//!
//! A spring that has not come to rest after so much never may: elastic bodies in a cage of others, or contacts far stiffer than the rest. Bounds
//! grow with the contacts, as events do.

/// Most Taylor expansions, however few the contacts. A stiffness ratio of 10⁹ between two elastic contacts takes 10⁵.
const MOST_EXPANSIONS: usize = 2_000_000;
/// As many more for each contact. In a long chain with e = 0.95 each contact hardens until it closes, in some 1 100 expansions.
const MOST_EXPANSIONS_PER_CONTACT: usize = 5_000;
/// Most work without friction, in members and couplings of the frames expanded: the same bound for large frames.
const MOST_WORK: usize = 100_000_000;
/// Most work with friction: a second or two.
const MOST_WORK_RUBBING: usize = 32_000_000;
/// As much more for each contact. The frames of such a chain have some 80 members and 320 couplings.
const MOST_WORK_PER_CONTACT: usize = 2_000_000;
/// As much more for each pair of contacts with friction: events grow with the contacts, and each begins the series of all anew. A heap of three hundred takes half of it.
const MOST_WORK_PER_PAIR: usize = 50_000;
/// What it costs to decide which rigid contacts stick, in expansions.
const COST_OF_SOLVING: usize = 10;

/// What following a cluster has taken so far.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::flow) struct Effort {
    /// Events of contacts.
    pub events: usize,
    /// Taylor series.
    pub expansions: usize,
    /// Members and couplings of the frames that were expanded.
    pub work: usize,
}

impl Effort {
    /// Adds series of a frame of this size, and decisions of which rigid contacts stick.
    pub fn expand(&mut self, series: usize, decisions: usize, size: usize) {
        self.expansions += series;
        self.work += (series + COST_OF_SOLVING * decisions) * size;
    }

    /// Whether it is more than any cluster of so many contacts takes whose motion ends.
    pub fn is_too_much(&self, contacts: usize, with_friction: bool) -> bool {
        let most_work = match with_friction {
            true => MOST_WORK_RUBBING + contacts * contacts * MOST_WORK_PER_PAIR,
            false => MOST_WORK,
        };
        self.expansions > MOST_EXPANSIONS + contacts * MOST_EXPANSIONS_PER_CONTACT
            || self.work > most_work + contacts * MOST_WORK_PER_CONTACT
    }
}
