//! Springs that friction locks.
//!
//! Rigid contacts that stick may hold a body so that another of its contacts cannot move along its normal either. What a unit of normal
//! load moves that contact by, with all that sticks and all closed contacts answering, is then nothing:
//!
//! ```text
//! wᵢ = Wᵢᵢ − W_iH W_HH⁺ W_Hᵢ = 0                                                         (T.9)
//! ```
//!
//! Its spring, loaded as it is, keeps its compression as long as they stick. It is a given force then: it ends no compression, and however
//! stiff it has become it sets no pace.

use nalgebra::DVector;

use crate::flow::answer::{Kind, Solver, Unknown};
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::grip::grips_of;
use crate::flow::rub::{Course, Rub};
use crate::flow::thresholds::{DEPENDENT, FAST};

impl Frame {
    /// Springs may be found to be locked in the next steps.
    pub fn may_lock(&mut self) {
        self.rubbing.may_lock = true;
    }

    /// All springs act until they are asked again.
    pub fn unlock(&mut self) {
        self.rubbing.may_lock = false;
    }

    /// Whether all contacts that were taken to stick do.
    pub fn is_still_locked(&self) -> bool {
        self.rubbing.rubs.iter().all(|rub| !may_stick(rub) || rub.course == Course::Held)
    }

    /// Finds the springs that are locked: those for which (T.9) holds.
    pub(in crate::flow) fn lock_springs(&mut self) {
        for entry in self.entries.iter_mut().filter(|entry| entry.role == Role::Locked) {
            entry.role = Role::Spring;
        }
        if !self.rubbing.may_lock || !self.rubbing.rubs.iter().any(may_stick) {
            return;
        }
        let is_slow =
            |entry: &Entry| entry.role == Role::Spring && entry.velocity.abs() <= FAST * entry.floor;
        let slow: Vec<usize> = (0..self.entries.len()).filter(|&i| is_slow(&self.entries[i])).collect();
        if slow.is_empty() {
            return;
        }
        let mut held: Vec<Unknown> = self
            .rubbing
            .rubs
            .iter()
            .filter(|rub| may_stick(rub))
            .flat_map(|rub| grips_of(rub.member))
            .collect();
        let slides = |member: usize| self.rub_of(member).is_some_and(|rub| rub.start.course.slips());
        held.extend(self.held().iter().filter(|&&member| !slides(member)).map(|&member| reaction_of(member)));
        let solver = Solver::of(self.answer_matrix(&held, 0), &vec![1.0; held.len()]);
        for member in slow {
            let load = reaction_of(member);
            let pushed = DVector::from_iterator(held.len(), held.iter().map(|to| self.response(to, &load)));
            let own = self.response(&load, &load);
            let answered = pushed.dot(&solver.solve(&pushed));
            if own - answered <= DEPENDENT * own {
                self.entries[member].role = Role::Locked;
            }
        }
    }

    /// condition · W · pattern for two unknowns.
    fn response(&self, to: &Unknown, from: &Unknown) -> f64 {
        let range = self.row_range(to.member);
        let blocks = self.columns()[range.clone()].iter().zip(&self.rubbing.blocks[range]);
        blocks
            .filter(|&(&column, _)| column == from.member)
            .map(|(_, w)| to.condition.dot(&(w * from.pattern)))
            .sum()
    }
}

/// Whether a contact sticks, or is asked whether it does: until it answers it is taken to.
fn may_stick(rub: &Rub) -> bool {
    matches!(rub.start.course, Course::Held | Course::Gripping { m: 0 })
}

/// The normal load of a member.
fn reaction_of(member: usize) -> Unknown {
    let axis = nalgebra::Vector3::z();
    Unknown { member, kind: Kind::Reaction, pattern: axis, condition: axis }
}
