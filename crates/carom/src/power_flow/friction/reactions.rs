//! What closed contacts bear where there is friction, and which of them the others draw apart.
//!
//! (C.1) with all friction: that of springs is given, rigid contacts that stick answer, and of closed contacts that slide it comes with the reaction (X.15). Tangential
//! springs of closed contacts keep their force where the reaction rises, and their stretch where it falls (X.7), within the cone; so their friction
//! depends on the reaction and is found by passes, of all contacts together.

use nalgebra::{Vector2, Vector3};

use super::hold::Hold;
use crate::coupling::NORMAL;
use crate::flow::Observer;
use crate::grip::Grip;
use crate::phase::EventKind;
use crate::power_flow::PowerFlow;
use crate::power_flow::frame::Role;

/// Most passes for the friction of tangential springs.
const MOST_PASSES: usize = 100;
/// Reactions are found if a pass changes none by more than this part of the greatest.
const FOUND: f64 = 4.0 * f64::EPSILON;
/// Accelerations below this part of what they are the sum of are none.
const NO_ACCELERATION: f64 = 1e-12;

impl<O: Observer> PowerFlow<'_, O> {
    /// Sets the frame up, decides how its contacts hold on, and opens closed ones that are drawn apart.
    pub(in crate::power_flow) fn hold_contacts(&mut self) {
        loop {
            self.prepare_frame();
            let entries = self.frame.entries().iter();
            let mut closed = entries.filter(|entry| entry.role == Role::Held).map(|entry| entry.contact);
            let begins = closed.any(|i| self.rubs(i) && self.tangents[i].grip == Grip::Loose);
            if !begins && self.open_drawn() {
                continue;
            }
            self.grip_contacts();
            if !self.open_drawn() {
                return;
            }
        }
    }

    /// Opens closed contacts that are drawn apart, and hands the others their reactions. Says whether any has opened.
    fn open_drawn(&mut self) -> bool {
        let is_closed = |&member: &usize| self.frame.entries()[member].role == Role::Held;
        let closed: Vec<usize> = (0..self.frame.entries().len()).filter(is_closed).collect();
        if closed.is_empty() {
            return false;
        }
        let starts: Vec<_> = (0..self.frame.entries().len()).map(|member| self.rub_start(member)).collect();
        self.frame.rub(starts);
        let mut bears = vec![true; self.frame.entries().len()];
        let mut returned = vec![false; bears.len()];
        let pushes = loop {
            let last = self.frame.hold.take();
            let hold = Hold::among_those(&self.frame, last, |member| bears[member]);
            let pushes = self.pushes(&hold, &bears);
            self.frame.hold = Some(hold);
            let by_reaction = |&a: &usize, &b: &usize| pushes[a].z.total_cmp(&pushes[b].z);
            let weakest = closed.iter().copied().filter(|&i| bears[i]).min_by(by_reaction);
            if let Some(weakest) = weakest.filter(|&i| pushes[i].z <= 0.0) {
                bears[weakest] = false;
                continue;
            }
            // One that was let go may be pressed without those that were let go after it.
            let mut let_go = closed.iter().copied().filter(|&i| !bears[i] && !returned[i]);
            let Some(entering) = let_go.find(|&i| self.is_pressed(i, &pushes)) else { break pushes };
            (bears[entering], returned[entering]) = (true, true);
        };
        let mut opens = false;
        for member in closed {
            let contact = self.frame.entries()[member].contact;
            if bears[member] {
                self.set_reaction(contact, pushes[member].z);
            } else {
                self.fire(contact, EventKind::ContactOpens);
                opens = true;
            }
        }
        opens
    }

    /// Whether these pushes press a contact that does not answer.
    fn is_pressed(&self, member: usize, pushes: &[Vector3<f64>]) -> bool {
        let (mut acceleration, mut size) = (0.0, 0.0);
        for (j, w) in self.frame.block_row(member) {
            for axis in 0..3 {
                let part = w[(NORMAL, axis)] * pushes[j][axis];
                acceleration += part;
                size += part.abs();
            }
        }
        acceleration < -NO_ACCELERATION * size
    }

    /// The loads over (t₁, t₂, n) of all members now, of which those that `bear` answer.
    fn pushes(&self, hold: &Hold, bear: &[bool]) -> Vec<Vector3<f64>> {
        let entries = self.frame.entries();
        let slides = |member: usize| hold.sliders().any(|slider| slider == member);
        let load = |member: usize| match entries[member].role {
            Role::Held => Vector3::zeros(),
            Role::Acting | Role::Faint | Role::Passive => self.frame.rubs[member].start.load,
        };
        let given: Vec<Vector3<f64>> = (0..entries.len()).map(load).collect();
        let springs = |&i: &usize| {
            let stretches = entries[i].role == Role::Held && bear[i] && !slides(i);
            stretches && self.tangents[entries[i].contact].stretch != Vector2::zeros()
        };
        let springs: Vec<usize> = (0..entries.len()).filter(springs).collect();
        let mut pushes = given.clone();
        let mut reaction: Vec<f64> = springs.iter().map(|&i| self.reaction[entries[i].contact]).collect();
        for _ in 0..MOST_PASSES {
            pushes.clone_from(&given);
            for (&i, &reaction) in springs.iter().zip(&reaction) {
                pushes[i] = self.friction_under(entries[i].contact, reaction).push(0.0);
            }
            let direction = |member: usize| [self.frame.rubs[member].start.direction];
            let answers = hold.answer(&self.frame, |member, axis| [pushes[member][axis]], direction);
            for (row, [answer]) in hold.rows().iter().zip(answers) {
                pushes[row.member][row.axis] = answer;
            }
            for member in hold.sliders() {
                let start = &self.frame.rubs[member].start;
                let friction = start.direction * (-start.mu * pushes[member].z);
                pushes[member] = friction.push(pushes[member].z);
            }
            let greatest = pushes.iter().fold(0.0_f64, |a, push| a.max(push.z.abs()));
            let changes = |(&i, reaction): (&usize, &f64)| (pushes[i].z - reaction).abs() > FOUND * greatest;
            let goes_on = springs.iter().zip(&reaction).any(changes);
            reaction = springs.iter().map(|&i| pushes[i].z).collect();
            if !goes_on {
                break;
            }
        }
        pushes
    }
}
