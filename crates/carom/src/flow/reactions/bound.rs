//! Groups of closed contacts that move as one.
//!
//! Closed contacts answer the loads of the contacts on their rim at once, and always in the same proportions. With H a
//! connected group of closed contacts and R the contacts outside it that share a body with it, v_H' = 0 says
//!
//! ```text
//! q_H = G q_R,       G = −W_HH⁻¹ W_HR                                                  (K.1)
//! v_R' = (W_RR + W_RH G) q_R                                                           (K.2)
//! G ≥ 0 and q_R ≥ 0   ⇒   q_H ≥ 0                                                      (K.3)
//! ```
//!
//! G is found when the group forms. From then on a step knows the group only by (K.2), a few more entries of W: the
//! group is as cheap as the one rigid body that it is, however long. By (K.3) no reaction can fall below zero while a load
//! presses on the rim, so there is nothing to watch; when the last such load ends, so do all reactions, and the group
//! opens. Where G has a negative entry, or the rim is not small, the contacts take part in the step one by one, by (F.2).

use crate::coupling::Coupling;
use crate::flow::reaction::{Envelope, Row};
use crate::flow::span::MANY;
use crate::flow::{Flow, Observer};
use crate::phase::{EventKind, Phase};

/// A group has at least this many contacts for each one on its rim. The couplings (K.2) along the rim are full, so the
/// group must be longer than a full row to be worth it.
const CONTACTS_PER_RIM: usize = 4;

/// With so few on its rim a group of any size is worth it among many contacts: it adds one entry to the rows of two.
const ENDS_OF_CHAIN: usize = 2;

/// A connected group of closed contacts.
#[derive(Debug)]
pub(crate) struct Group {
    contacts: Vec<usize>,
    rim: Vec<usize>,
    /// G of (K.1), by columns: the reactions to a unit load at each contact of the rim.
    share: Vec<Vec<f64>>,
    /// W_RH G of (K.2), by rows.
    coupling: Vec<Vec<f64>>,
    /// The impulse of each contact of the rim since the group formed, which (K.1) has yet to answer.
    pressed: Vec<f64>,
}

impl Group {
    /// The group of the given closed contacts, in ascending order, if a step can do without them.
    fn of(coupling: &Coupling, contacts: Vec<usize>, rim: Vec<usize>) -> Option<Self> {
        let is_chain = rim.len() <= ENDS_OF_CHAIN && coupling.len() >= MANY;
        if contacts.len() < CONTACTS_PER_RIM * rim.len() && !is_chain {
            return None;
        }
        let row = |&i: &usize| {
            let within = |(j, w): (usize, f64)| contacts.binary_search(&j).ok().map(|j| (j, w));
            coupling.row(i).filter_map(within).collect()
        };
        let reactions = Envelope::factor(&contacts.iter().map(row).collect::<Vec<Row>>())?;
        let answer_to = |&load: &usize| {
            let mut answer = vec![0.0; contacts.len()];
            for (j, w) in coupling.row(load) {
                if let Ok(place) = contacts.binary_search(&j) {
                    answer[place] = -w;
                }
            }
            reactions.solve(&mut answer); // (K.1)
            answer
        };
        let share: Vec<Vec<f64>> = rim.iter().map(answer_to).collect();
        let presses = share.iter().flatten().all(|&q| q >= 0.0); // (K.3)
        let felt = |&i: &usize, answer: &Vec<f64>| -> f64 {
            let of = |(j, w): (usize, f64)| contacts.binary_search(&j).ok().map(|place| w * answer[place]);
            coupling.row(i).filter_map(of).sum()
        };
        let couplings = rim.iter().map(|i| share.iter().map(|answer| felt(i, answer)).collect()).collect(); // (K.2)
        let pressed = vec![0.0; rim.len()];
        presses.then_some(Self { contacts, rim, share, coupling: couplings, pressed })
    }

    pub fn contacts(&self) -> &[usize] {
        &self.contacts
    }

    /// Adds (K.1) for an impulse at the rim to the impulses of all contacts.
    pub fn answer(&self, place: usize, impulse: f64, impulses: &mut [f64]) {
        for (&contact, share) in self.contacts.iter().zip(&self.share[place]) {
            impulses[contact] += share * impulse;
        }
    }
}

/// The groups that steps do without.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    groups: Vec<Group>,
    /// Group + 1 of each contact, zero for those that take part in steps.
    group_of: Vec<usize>,
    /// (contact, group, place on its rim) in ascending order.
    rims: Vec<(usize, usize, usize)>,
}

impl Bound {
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether steps do without the contact.
    pub fn holds(&self, contact: usize) -> bool {
        self.group_of.get(contact).is_some_and(|&group| group > 0)
    }

    /// Takes note of the impulses that the contacts of the rims, found by `place`, have had in a step.
    pub fn press(&mut self, place: &[usize], impulse: &[f64]) {
        for group in &mut self.groups {
            for (&contact, pressed) in group.rim.iter().zip(&mut group.pressed) {
                if let Some(member) = place[contact].checked_sub(1) {
                    *pressed += impulse[member];
                }
            }
        }
    }

    /// Takes note of an impulse that one contact has had.
    pub fn press_by(&mut self, contact: usize, impulse: f64) {
        let first = self.rims.partition_point(|&(on_rim, _, _)| on_rim < contact);
        for &(_, group, place) in self.rims[first..].iter().take_while(|rim| rim.0 == contact) {
            self.groups[group].pressed[place] += impulse;
        }
    }

    /// Adds (K.1) for all that has pressed on the rims to the impulses of all contacts.
    pub fn answer(&self, impulses: &mut [f64]) {
        for group in &self.groups {
            for (place, &pressed) in group.pressed.iter().enumerate() {
                group.answer(place, pressed, impulses);
            }
        }
    }

    /// Lets every contact take part in steps, with the impulse that it has answered by.
    pub fn dissolve(&mut self, impulses: &mut [f64]) {
        self.answer(impulses);
        for group in self.groups.drain(..) {
            group.contacts.iter().for_each(|&contact| self.group_of[contact] = 0);
        }
        self.rims.clear();
    }

    /// Forms the groups of the contacts that are closed.
    pub fn form(&mut self, coupling: &Coupling, closed: &[usize], impulses: &mut [f64]) {
        self.dissolve(impulses);
        if closed.len() < CONTACTS_PER_RIM && coupling.len() < MANY {
            return;
        }
        self.group_of.resize(coupling.len(), 0);
        let mut is_closed = vec![false; coupling.len()];
        closed.iter().for_each(|&contact| is_closed[contact] = true);
        for &first in closed {
            if is_closed[first] {
                let (contacts, rim) = take_connected(coupling, first, &mut is_closed);
                self.groups.extend(Group::of(coupling, contacts, rim));
            }
        }
        for (number, group) in self.groups.iter().enumerate() {
            group.contacts.iter().for_each(|&contact| self.group_of[contact] = number + 1);
            let on_rim = group.rim.iter().enumerate().map(|(place, &contact)| (contact, number, place));
            self.rims.extend(on_rim);
        }
        self.rims.sort_unstable();
    }

    /// The groups on whose rim a contact is, with its place there.
    fn rims_of(&self, contact: usize) -> impl Iterator<Item = (&Group, usize)> + '_ {
        let first = self.rims.partition_point(|&(on_rim, _, _)| on_rim < contact);
        let own = self.rims[first..].iter().take_while(move |&&(on_rim, _, _)| on_rim == contact);
        own.map(|&(_, group, place)| (&self.groups[group], place))
    }

    /// The entries (j, w) that (K.2) adds to a contact's row of W.
    pub fn row(&self, contact: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.rims_of(contact)
            .flat_map(|(group, place)| group.rim.iter().copied().zip(group.coupling[place].iter().copied()))
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Forms the groups of closed contacts. There are none with friction, since answers are not in proportion then, and none
    /// where bodies are very unequal, since (K.2) would be a small difference.
    pub(in crate::flow) fn bind(&mut self) {
        self.is_bound = true;
        let answers_in_proportion = self.tangents.is_empty() && self.problem.coupling.root().is_none();
        if self.accelerators.groups && answers_in_proportion {
            let is_closed = |i: &&usize| self.state[**i].phase == Phase::Closed;
            let closed: Vec<usize> = self.loaded.iter().filter(is_closed).copied().collect();
            self.bound.form(&self.problem.coupling, &closed, &mut self.impulse);
        }
    }

    /// Closed contacts that no spring presses any more, directly or through others, open: their reactions have ended with its load. Rounding must not decide
    /// whose guard falls before that load is gone, since with friction bodies may go on either way, held or let go, when the next one presses them.
    pub(in crate::flow) fn open_unloaded_groups(&mut self) {
        let opening: Vec<usize> = if self.tangents.is_empty() {
            let presses = |&i: &usize| is_loaded(self.state[i].phase);
            let unloaded = self.bound.groups.iter().filter(|group| !group.rim.iter().any(presses));
            unloaded.flat_map(|group| &group.contacts).copied().collect()
        } else {
            self.closed_without_load()
        };
        opening.into_iter().for_each(|contact| self.fire(contact, EventKind::ContactOpens));
    }

    /// Of the closed contacts those that nothing connects with a spring, normal or tangential.
    fn closed_without_load(&self) -> Vec<usize> {
        if !self.loaded.iter().any(|&i| self.state[i].phase == Phase::Closed) {
            return Vec::new();
        }
        let is_driven = |i: usize| self.state[i].phase.is_spring() || self.is_stretched(i);
        let (mut driven, mut closed): (Vec<usize>, Vec<usize>) =
            self.loaded.iter().partition(|&&i| is_driven(i));
        while let Some(contact) = driven.pop() {
            closed.retain(|&i| {
                let is_coupled = self.problem.coupling.row(contact).any(|(j, _)| j == i);
                if is_coupled {
                    driven.push(i);
                }
                !is_coupled
            });
        }
        closed
    }
}

fn is_loaded(phase: Phase) -> bool {
    phase.is_spring() || phase == Phase::Closed
}

/// The closed contacts connected with `first`, and those around them that are not closed, both in ascending order; the
/// former are taken out of `is_closed`.
fn take_connected(coupling: &Coupling, first: usize, is_closed: &mut [bool]) -> (Vec<usize>, Vec<usize>) {
    is_closed[first] = false;
    let (mut contacts, mut around) = (vec![first], Vec::new());
    let mut next = 0;
    while let Some(&contact) = contacts.get(next) {
        for (neighbour, _) in coupling.row(contact) {
            if is_closed[neighbour] {
                is_closed[neighbour] = false;
                contacts.push(neighbour);
            } else {
                around.push(neighbour);
            }
        }
        next += 1;
    }
    contacts.sort_unstable();
    around.sort_unstable();
    around.dedup();
    around.retain(|contact| contacts.binary_search(contact).is_err());
    (contacts, around)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of equal balls of mass 1: contact i between balls i and i + 1.
    fn chain(contacts: usize) -> Coupling {
        let row = |i: usize| {
            let near = [(i.wrapping_sub(1), -1.0), (i, 2.0), (i + 1, -1.0)];
            near.into_iter().filter(|&(j, _)| j < contacts).collect()
        };
        Coupling::from_rows((0..contacts).map(row).collect()).unwrap()
    }

    #[test]
    fn a_closed_chain_responds_as_one_body_of_its_whole_mass() {
        let closed = 20;
        let mut bound = Bound::default();
        bound.form(&chain(closed + 2), &(1..=closed).collect::<Vec<_>>(), &mut vec![0.0; closed + 2]);
        assert_eq!(bound.groups()[0].rim, [0, closed + 1]);
        let mass = closed as f64 + 1.0;
        // Ball 0 against the group: 1 + 1/mass; a load at the other end closes the contact by 1/mass.
        let row: Vec<(usize, f64)> = bound.row(0).collect();
        assert!((2.0 + row[0].1 - (1.0 + 1.0 / mass)).abs() < 1e-14, "{row:?}");
        assert!((row[1].1 + 1.0 / mass).abs() < 1e-14, "{row:?}");
    }

    #[test]
    fn a_load_at_one_end_is_shared_in_proportion_to_the_mass_beyond() {
        let closed = 20;
        let mut bound = Bound::default();
        bound.form(&chain(closed + 2), &(1..=closed).collect::<Vec<_>>(), &mut vec![0.0; closed + 2]);
        let mut impulse = vec![0.0; closed + 2];
        bound.groups()[0].answer(0, 1.0, &mut impulse);
        for (contact, &q) in impulse.iter().enumerate().take(closed + 1).skip(1) {
            let beyond = (closed + 1 - contact) as f64;
            assert!((q - beyond / (closed as f64 + 1.0)).abs() < 1e-14, "contact {contact}: {q}");
        }
    }

    #[test]
    fn small_groups_and_groups_that_would_have_to_pull_take_part_one_by_one() {
        let mut bound = Bound::default();
        bound.form(&chain(9), &[1, 2, 3, 4], &mut [0.0; 9]);
        assert!(bound.groups().is_empty());
        // W₀₁ > 0: a load at contact 0 lifts the group.
        let mut rows: Vec<Row> = (0..6).map(|i| chain(6).row(i).collect()).collect();
        rows[0][1].1 = 1.0;
        rows[1][0].1 = 1.0;
        bound.form(&Coupling::from_rows(rows).unwrap(), &[1, 2, 3, 4, 5], &mut [0.0; 6]);
        assert!(bound.groups().is_empty());
    }
}
