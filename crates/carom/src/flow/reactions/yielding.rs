//! Closed contacts that yield.
//!
//! A closed contact is the limit of a spring that hardens for ever. With friction that limit need not be found by choosing which contacts are
//! closed and which open: a contact that would be pressed while it is open may pull once it is closed, or sliding may press it the more
//! the harder it resists (Painlevé's paradox). What the springs themselves do has an answer always, since friction with given normal forces
//! has one. So where rigid contacts find none they are springs again, as hard as what counts as rigid, with the force that they bear; what follows,
//! an impact without approach for example, is over in 2⁻²⁴ of the others' time, and then they close again.

use crate::flow::thresholds::RIGID;
use crate::flow::{Flow, Observer};
use crate::phase::{EventKind, Phase};

/// Most times that contacts yield in one impact.
const MOST_YIELDS: usize = 256;

impl<O: Observer> Flow<'_, O> {
    /// Closed contacts with friction yield, and rigid ones that are at rest; says whether there are any.
    pub(in crate::flow) fn yield_to_springs(&mut self) -> bool {
        self.yields += 1;
        if self.yields > MOST_YIELDS {
            return false;
        }
        let is_closed = |&contact: &usize| self.rubs(contact) && self.state[contact].phase == Phase::Closed;
        let closed: Vec<usize> = self.loaded.iter().copied().filter(is_closed).collect();
        closed.iter().for_each(|&contact| self.yield_to_spring(contact));
        !closed.is_empty()
    }

    /// A closed contact is a spring again, with the force that it bears.
    fn yield_to_spring(&mut self, contact: usize) {
        self.open_again(contact);
        let force = self.reaction[contact];
        if force == 0.0 {
            return;
        }
        self.press(contact);
        let state = &mut self.state[contact];
        state.compression = force / state.stiffness;
        self.losses.restitution -= self.state[contact].energy();
    }

    /// Whether a contact with friction has closed at this very instant.
    pub(in crate::flow) fn yields_at_once(&self, contact: usize) -> bool {
        self.grips_rigidly(contact) && self.closed_since[contact] == self.time
    }

    /// Where a contact that has closed at this instant pulls, it is no longer rigid, and open.
    pub(in crate::flow) fn open_again(&mut self, contact: usize) {
        self.fire(contact, EventKind::ContactOpens);
        self.become_hard(contact);
    }

    /// Whether a contact has rigid friction.
    pub(in crate::flow) fn grips_rigidly(&self, contact: usize) -> bool {
        self.tangents.get(contact).is_some_and(|tangent| tangent.has_friction() && tangent.is_rigid())
    }

    fn become_hard(&mut self, contact: usize) {
        let hard = RIGID * self.reference[contact] / self.problem.coupling.diagonal(contact);
        self.state[contact].stiffness = hard;
        self.quiet_steps[contact] = 0;
    }
}
