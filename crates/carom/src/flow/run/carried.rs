//! The bodies' momenta, carried from step to step where bodies are very unequal.
//!
//! A contact's velocity, kept for itself and changed at every step, drifts from what the bodies do by a rounding a step. At a
//! light body the roundings are those of its speed, up to √(E/m), and the impulse p ≤ √(ME) of heavy bodies that passes
//! through multiplies them: p·δv is ε·√(M/m) of the energy in every step, and the steps add up. So the momenta are what is kept,
//!
//! ```text
//! y = Σ Δy,      v = v₀ + U y                                                           (P.8)
//! ```
//!
//! the sum with the digits that it loses carried along. Each Δy is rounded by ε of the step's own momenta: springs at a light
//! body give it no more than √(mE) in a step, closed contacts answer by (F.4), and leaps are summed by modes (N.4). A contact
//! that is held or at rest, or whose speed is rounding, its own or the bodies', keeps it: events have set it to zero, and no
//! speed changes its sign by (P.8).

use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::series::Values;
use crate::flow::{Flow, Observer};
use crate::root::Root;

/// y of (P.8) as the sum of two numbers a component, of which the second is the rounding of the first.
#[derive(Debug)]
pub(in crate::flow) struct Carried {
    sum: Vec<f64>,
    rest: Vec<f64>,
}

impl Carried {
    pub fn new(root: &Root) -> Self {
        Self { sum: vec![0.0; root.len()], rest: vec![0.0; root.len()] }
    }

    /// Adds Δy.
    pub fn add(&mut self, gain: &[f64]) {
        for ((sum, rest), gain) in self.sum.iter_mut().zip(&mut self.rest).zip(gain) {
            let whole = *sum + gain;
            let of_gain = whole - *sum;
            *rest += (*sum - (whole - of_gain)) + (gain - of_gain); // what `whole` is rounded by
            *sum = whole;
        }
    }

    /// U y of a contact.
    fn velocity(&self, root: &Root, contact: usize) -> f64 {
        root.row(contact).iter().map(|&(k, u)| u * self.sum[k] + u * self.rest[k]).sum()
    }

    /// y, each component rounded once.
    pub fn momenta(&self) -> impl Iterator<Item = f64> + '_ {
        self.sum.iter().zip(&self.rest).map(|(sum, rest)| sum + rest)
    }
}

impl Frame {
    /// The momenta that the members' impulses give the bodies, closed contacts answering; none without a root.
    pub fn give_momenta(&self, values: &mut Values) {
        if let Some(momentum) = self.w.momentum() {
            let gain = momentum.gain(|member| match self.held.binary_search(&member) {
                Ok(_) => 0.0,
                Err(_) => values.impulse[member],
            });
            values.momentum.extend(gain.y.iter());
        }
    }
}

impl<O: Observer> Flow<'_, O> {
    /// (P.8) at the end of a step, for the contacts of its frame.
    pub(in crate::flow) fn carry_momenta(&mut self) {
        let Some(carried) = &mut self.carried else { return };
        carried.add(&self.values.momentum);
        for member in 0..self.frame.entries().len() {
            let Entry { contact, role, .. } = self.frame.entries()[member];
            match role {
                Role::Spring | Role::Locked | Role::Pressed => self.follow_bodies(contact),
                Role::DrawnApart | Role::Free => self.follow_bodies(contact),
                Role::Held | Role::Undecided | Role::Waiting | Role::Distant => {}
            }
        }
    }

    /// (P.8) after impacts at rigid contacts that have given the bodies the momenta Δy.
    pub(in crate::flow) fn receive_momenta(&mut self, gain: &[f64]) {
        let Some(carried) = &mut self.carried else { return };
        carried.add(gain);
        (0..self.state.len()).for_each(|contact| self.follow_bodies(contact));
    }

    fn follow_bodies(&mut self, contact: usize) {
        let (Some(carried), Some(root)) = (&self.carried, self.problem.coupling.root()) else { return };
        let (speed, floor) = (self.velocity[contact], self.floor[contact]);
        if speed.abs() > floor {
            let of_bodies = self.problem.velocity[contact] + carried.velocity(root, contact); // (P.8)
            if of_bodies.abs() > floor && of_bodies * speed > 0.0 {
                self.velocity[contact] = of_bodies;
            }
        }
    }
}
