//! The memory of a flow, handed on to the next one: an impact like the last one finds room for all it needs.

use crate::flow::guards::Fallen;
use crate::flow::swinging::Swinging;
use crate::flow::{ClusterResult, Flow, Frame, Observer, Tangent, Values, carried, local};
use crate::phase::ContactState;

/// Vectors and a frame that a flow fills anew. Nothing in them outlasts [`Memory::cleared`] but their room.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(in crate::flow) state: Vec<ContactState>,
    pub(in crate::flow) velocity: Vec<f64>,
    pub(in crate::flow) impulse: Vec<f64>,
    pub(in crate::flow) reaction: Vec<f64>,
    pub(in crate::flow) closed_since: Vec<f64>,
    pub(in crate::flow) quiet_steps: Vec<usize>,
    pub(in crate::flow) gap: Vec<f64>,
    pub(in crate::flow) tangents: Vec<Tangent>,
    pub(in crate::flow) floor: Vec<f64>,
    pub(in crate::flow) reference: Vec<f64>,
    pub(in crate::flow) loaded: Vec<usize>,
    pub(in crate::flow) frame: Frame,
    pub(in crate::flow) values: Values,
    pub(in crate::flow) barred: Vec<usize>,
    pub(in crate::flow) fallen: Vec<Fallen>,
    pub(in crate::flow) place: Vec<usize>,
    pub(in crate::flow) local: local::Local,
    pub(in crate::flow) swinging: Swinging,
}

impl Memory {
    /// The same room, empty.
    pub(in crate::flow) fn cleared(mut self) -> Self {
        self.state.clear();
        self.tangents.clear();
        self.fallen.clear();
        for numbers in [&mut self.velocity, &mut self.impulse, &mut self.reaction] {
            numbers.clear();
        }
        for numbers in [&mut self.closed_since, &mut self.gap, &mut self.floor, &mut self.reference] {
            numbers.clear();
        }
        for contacts in [&mut self.loaded, &mut self.barred, &mut self.quiet_steps, &mut self.place] {
            contacts.clear();
        }
        self.frame.forget();
        self.local.forget();
        self.swinging.forget();
        self
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Puts what remains of the cluster into `result` and returns the memory. After a failure that is what there was until then.
    pub fn finish(self, result: &mut ClusterResult) -> Memory {
        result.velocity.clone_from(&self.velocity);
        result.impulse.clone_from(&self.impulse);
        result.tangents.clone_from(&self.tangents);
        result.momenta.clear();
        result.momenta.extend(self.carried.iter().flat_map(carried::Carried::momenta));
        result.losses = self.losses;
        result.events = self.effort.events;
        result.expansions = self.effort.expansions;
        result.duration = self.time;
        Memory {
            state: self.state,
            velocity: self.velocity,
            impulse: self.impulse,
            reaction: self.reaction,
            closed_since: self.closed_since,
            quiet_steps: self.quiet_steps,
            gap: self.gap,
            tangents: self.tangents,
            floor: self.floor,
            reference: self.reference,
            loaded: self.loaded,
            frame: self.frame,
            values: self.values,
            barred: self.barred,
            fallen: self.fallen,
            place: self.place,
            local: self.local,
            swinging: self.swinging,
        }
    }
}
