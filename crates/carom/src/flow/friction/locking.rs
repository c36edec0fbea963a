//! Springs that are locked.
//!
//! Closed contacts, and rigid ones that stick, may hold a body so that another of its contacts cannot move along its normal either. What a unit of normal
//! load moves that contact by, with all of them answering, is then nothing:
//!
//! ```text
//! wᵢ = Wᵢᵢ − W_iH W_HH⁺ W_Hᵢ = 0                                                         (T.9)
//! ```
//!
//! Its spring, loaded as it is, keeps its compression as long as they hold. It is a given force then: it ends no compression, and however
//! stiff it has become it sets no pace.

use nalgebra::{DMatrix, DVector, Vector3};

use crate::flow::answer::{Solver, Unknown};
use crate::flow::course::{Course, Pending};
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::grip::{grips_of, reaction_of};
use crate::flow::rub::Rub;
use crate::flow::thresholds::{DEPENDENT, FAST};
use crate::flow::{Flow, Observer};
use crate::grip::{Grip, Tie};

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
        self.rubbing.rubs.iter().all(|rub| !may_stick(rub) || rub.course.is_held())
    }

    /// Finds the springs that are locked: those for which (T.9) holds.
    pub(in crate::flow) fn lock_springs(&mut self) {
        for entry in self.entries.iter_mut().filter(|entry| entry.role == Role::Locked) {
            entry.role = Role::Spring;
        }
        let any_hold = !self.held.is_empty() || self.rubbing.rubs.iter().any(may_stick);
        if !self.rubbing.may_lock || self.rubbing.is_empty() || !any_hold {
            return;
        }
        let is_slow =
            |entry: &Entry| entry.role == Role::Spring && entry.velocity.abs() <= FAST * entry.floor;
        let slow: Vec<usize> = (0..self.entries.len()).filter(|&i| is_slow(&self.entries[i])).collect();
        if slow.is_empty() {
            return;
        }
        let sticking = self.rubbing.rubs.iter().filter(|rub| may_stick(rub));
        let mut held: Vec<Unknown> = sticking.flat_map(|rub| grips_of(rub.member)).collect();
        held.extend(self.held.iter().map(|&member| reaction_of(member)));
        let n = held.len();
        let matrix = DMatrix::from_fn(n, n, |row, column| self.response(&held[row], &held[column]));
        let still = Still::of(matrix);
        for member in slow {
            let load = reaction_of(member);
            let pushed = DVector::from_iterator(n, held.iter().map(|to| self.response(to, &load)));
            if still.stops(self.response(&load, &load), &pushed) {
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

impl<O: Observer> Flow<'_, O> {
    /// Whether a contact cannot move along its normal while those that are `still` do not, nor rigid ones that stick: (T.9).
    pub(in crate::flow) fn depends_on(&self, contact: usize, still: &[usize]) -> bool {
        let sticks = |&i: &usize| self.grips_rigidly(i) && self.tangents[i].grip == Grip::Stuck;
        let sticking = self.loaded.iter().copied().filter(sticks);
        let tangents = sticking.flat_map(|i| [(i, Vector3::x()), (i, Vector3::y())]);
        let rows: Vec<(usize, Vector3<f64>)> =
            still.iter().map(|&i| (i, Vector3::z())).chain(tangents).collect();
        let between = |to: &(usize, Vector3<f64>), from: &(usize, Vector3<f64>)| -> f64 {
            let blocks = self.problem.coupling.block_row(to.0).filter(|&(column, _)| column == from.0);
            blocks.map(|(_, w)| to.1.dot(&(w * from.1))).sum()
        };
        let (n, own) = (rows.len(), (contact, Vector3::z()));
        let matrix = DMatrix::from_fn(n, n, |row, column| between(&rows[row], &rows[column]));
        let pushed = DVector::from_iterator(n, rows.iter().map(|row| between(row, &own)));
        Still::of(matrix).stops(between(&own, &own), &pushed)
    }
}

/// What does not move, and answers whatever pushes it.
struct Still(Solver);

impl Still {
    /// By W between what does not move.
    fn of(response: DMatrix<f64>) -> Self {
        let n = response.nrows();
        Self(Solver::of(response, &vec![1.0; n]))
    }

    /// (T.9) for a load with the response `own`, which pushes what does not move.
    fn stops(&self, own: f64, pushed: &DVector<f64>) -> bool {
        own - pushed.dot(&self.0.solve(pushed)) <= DEPENDENT * own
    }
}

/// Whether a contact sticks, or is asked whether it does: until it answers it is taken to.
fn may_stick(rub: &Rub) -> bool {
    matches!(rub.start.course, Course::Sticks(Tie::Rigid) | Course::Pending(Pending::Gripping { m: 0 }))
}
