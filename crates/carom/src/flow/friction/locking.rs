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

use nalgebra::{DVector, Vector3};

use crate::flow::answer::{Unknown, members};
use crate::flow::course::{Course, Pending};
use crate::flow::equations::Solver;
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::grip::{grips_of, reaction_of};
use crate::flow::reaction::Row;
use crate::flow::rub::Rub;
use crate::flow::thresholds::{DEPENDENT, FAST, REST};
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
        let still = Still::of(&self.answer_rows(&held), &members(&held));
        for member in slow {
            let load = reaction_of(member);
            let pushed = DVector::from_iterator(held.len(), held.iter().map(|to| self.response(to, &load)));
            if still.stops(self.response(&load, &load), &pushed) {
                self.entries[member].role = Role::Locked;
            }
        }
    }

    /// condition · W · pattern for two unknowns.
    fn response(&self, to: &Unknown, from: &Unknown) -> f64 {
        self.w
            .spatial_row(to.member)
            .filter(|&(column, _)| column == from.member)
            .map(|(_, w)| to.condition.dot(&(w * from.pattern)))
            .sum()
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Those of the contacts that cannot move along their normals while those that are `still` do not, nor rigid ones that stick: (T.9).
    pub(in crate::flow) fn that_depend_on(&self, still: &[usize], mut contacts: Vec<usize>) -> Vec<usize> {
        let sticks = |&i: &usize| self.grips_rigidly(i) && self.tangents[i].grip == Grip::Stuck;
        let sticking = self.loaded.iter().copied().filter(sticks);
        let tangents = sticking.flat_map(|i| [(i, Vector3::x()), (i, Vector3::y())]);
        let rows: Vec<(usize, Vector3<f64>)> =
            still.iter().map(|&i| (i, Vector3::z())).chain(tangents).collect();
        let mut of_contact: Vec<Vec<usize>> = vec![Vec::new(); self.state.len()];
        rows.iter().enumerate().for_each(|(row, &(i, _))| of_contact[i].push(row));
        let of_contact = &of_contact;
        // What a load along an axis does to all that is still.
        let pushed = |&(i, axis): &(usize, Vector3<f64>)| {
            let rows = &rows;
            self.problem.coupling.block_row(i).flat_map(move |(j, w)| {
                of_contact[j].iter().map(move |&row| (row, axis.dot(&(w * rows[row].1))))
            })
        };
        let matrix: Vec<Row> = rows.iter().map(|row| pushed(row).collect()).collect();
        let known = Still::of(&matrix, &rows.iter().map(|&(i, _)| i).collect::<Vec<_>>());
        contacts.retain(|&contact| {
            let own = (contact, Vector3::z());
            let mut all = DVector::zeros(rows.len());
            pushed(&own).for_each(|(row, push)| all[row] = push);
            known.stops(self.problem.coupling.diagonal(contact), &all)
        });
        contacts
    }
}

/// What does not move, and answers whatever pushes it.
pub(in crate::flow) struct Still {
    solver: Solver,
    /// √Wᵢᵢ of each load that answers.
    roots: Vec<f64>,
}

impl Still {
    /// By W between what does not move.
    pub fn of(response: &[Row], contacts: &[usize]) -> Self {
        Self::answering(Solver::of_rows(response, contacts, &vec![1.0; response.len()]), response)
    }

    /// Of a solver for these equations.
    pub fn answering(solver: Solver, response: &[Row]) -> Self {
        let root = |(i, row): (usize, &Row)| {
            let own = row.iter().find(|&&(column, _)| column == i);
            own.map_or(0.0, |&(_, w)| w.max(0.0).sqrt())
        };
        Self { solver, roots: response.iter().enumerate().map(root).collect() }
    }

    /// The loads that answer a push.
    pub fn answer(&self, pushed: &DVector<f64>) -> DVector<f64> {
        self.solver.solve(pushed)
    }

    /// (T.9) for a load with the response `own`, which pushes what does not move. Loads that answer by long levers cancel to the rounding of what each does.
    pub fn stops(&self, own: f64, pushed: &DVector<f64>) -> bool {
        let answer = self.answer(pushed);
        let moved: f64 = answer.iter().zip(&self.roots).map(|(load, root)| load.abs() * root).sum();
        own - pushed.dot(&answer) <= DEPENDENT * own + REST * moved * moved
    }
}

/// Whether a contact sticks, or is asked whether it does: until it answers it is taken to.
fn may_stick(rub: &Rub) -> bool {
    matches!(rub.start.course, Course::Sticks(Tie::Rigid) | Course::Pending(Pending::Gripping { m: 0 }))
}
