//! Bodies that swing for ever.
//!
//! A ball that sticks to both walls of a groove may rock between them: each wall takes up what the other gives back, friction does no work, and with e = 1 neither do
//! the springs. No contact ever lets go, so the impact has no end, and no velocities after it. What follows from a state follows from it whenever it comes: bodies that are
//! again where they were, with the same velocities and forces, come there for ever.
//!
//! States are compared where one contact with e = 1 ends its compression, each with the last one whose number is a power of two, so that any period is
//! found within twice its length and one state is kept.

use crate::error::SolveError;
use crate::flow::thresholds::{COINCIDENT, FADED, FAST};
use crate::flow::{Flow, Observer, Separation};
use crate::phase::Phase;

/// The state at an earlier turn of a contact.
#[derive(Debug, Default)]
pub(in crate::flow) struct Swinging {
    /// The contact at whose turns states are compared.
    at: Option<usize>,
    turns: usize,
    /// When the state was kept, in seconds.
    kept_at: f64,
    kept: Vec<Kept>,
    /// When the state was what it is again now, in seconds; none if it has not come again.
    recurs_since: Option<f64>,
}

/// What is kept of a contact.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// Along t₁, t₂ and n.
    velocity: [f64; 3],
    /// Of the normal spring, and of the tangential ones.
    stretch: [f64; 3],
    stiffness: f64,
    phase: Phase,
    gap: f64,
}

impl Swinging {
    /// The same room, empty.
    pub fn forget(&mut self) {
        self.kept.clear();
        (self.at, self.turns, self.recurs_since) = (None, 0, None);
    }
}

impl<O: Observer> Flow<'_, O> {
    /// An elastic contact has turned: has all this been before? Without friction elastic bodies in a cage are given up for the work they take, since leaps go far.
    pub(in crate::flow) fn watch_turn(&mut self, contact: usize) {
        let is_elastic = self.problem.material[contact].restitution.value() == 1.0;
        if self.tangents.is_empty() || !is_elastic {
            return;
        }
        let turning = self.swinging.at.filter(|&at| self.state[at].phase.is_spring()).unwrap_or(contact);
        if self.swinging.at != Some(turning) {
            self.swinging.forget();
            self.swinging.at = Some(turning);
        }
        if turning != contact {
            return;
        }
        self.swinging.turns += 1;
        // Bodies that rest may tremble by rounding, and small swings that die come close to what they were.
        let recurs = self.has_been_here() && !self.moves_less_than(FAST);
        self.swinging.recurs_since = recurs.then_some(self.swinging.kept_at);
        if self.swinging.turns.is_power_of_two() {
            let mut kept = std::mem::take(&mut self.swinging.kept);
            kept.clear();
            kept.extend((0..self.state.len()).map(|i| self.kept_of(i)));
            (self.swinging.kept, self.swinging.kept_at) = (kept, self.time);
        }
    }

    /// Gives up bodies that swing for ever.
    pub(in crate::flow) fn refuse_endless(&self) -> Result<(), SolveError> {
        match self.swinging.at.zip(self.swinging.recurs_since) {
            Some((contact, since)) => Err(SolveError::Endless { since, time: self.time, contact }),
            None => Ok(()),
        }
    }

    /// Whether all contacts are as they were, and gaps no smaller.
    fn has_been_here(&self) -> bool {
        let same = |a: f64, b: f64, size: f64| (a - b).abs() <= size;
        let is_same = |(i, kept): (usize, &Kept)| {
            let now = self.kept_of(i);
            let floor = self.tangents[i].floor.max(self.floor[i]);
            let size = kept.stretch.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            let velocities = kept.velocity.iter().zip(now.velocity);
            let stretches = kept.stretch.iter().zip(now.stretch);
            let closes = self.problem.separation == Separation::Tracked && now.gap < kept.gap;
            now.phase == kept.phase
                && now.stiffness == kept.stiffness
                && !closes
                && velocities.into_iter().all(|(&a, b)| same(a, b, FADED * floor))
                && stretches.into_iter().all(|(&a, b)| same(a, b, COINCIDENT * size))
        };
        !self.swinging.kept.is_empty() && self.swinging.kept.iter().enumerate().all(is_same)
    }

    fn kept_of(&self, contact: usize) -> Kept {
        let (state, tangent) = (&self.state[contact], &self.tangents[contact]);
        Kept {
            velocity: [tangent.velocity.x, tangent.velocity.y, self.velocity[contact]],
            stretch: [tangent.stretch.x, tangent.stretch.y, state.compression],
            stiffness: state.stiffness,
            phase: state.phase,
            gap: self.gap[contact],
        }
    }
}
