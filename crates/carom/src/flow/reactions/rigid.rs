//! Impacts at rigid contacts: over in no time as seen from the springs.
//!
//! A contact of infinite stiffness that approaches is resolved against the other rigid contacts it touches
//! alone, on a time scale on which no spring of finite stiffness moves: the same problem again, with
//! equal springs at the rigid contacts and nothing else. Afterwards each of them separates or is at rest. The last of
//! infinitely many bounces is plastic (A.2).

use std::sync::Arc;

use nalgebra::{Vector2, Vector3};

use crate::coupling::NORMAL;
use crate::error::SolveError;
use crate::flow::{ClusterProblem, ClusterResult, Flow, Memory, Observer, Separation, Watched};
use crate::friction::TangentialLaw;
use crate::phase::{EventKind, NormalSpring, Phase};
use crate::quantity::{Exponent, Restitution};

impl<O: Observer> Flow<'_, O> {
    /// Presses every touching contact that approaches, and resolves the rigid ones among them.
    pub(in crate::flow) fn wake_approaching(&mut self) -> Result<(), SolveError> {
        // A rigid impact can make others approach; each pass costs energy or ends, as in the nested flow itself.
        loop {
            let mut rigid_impact = false;
            for contact in 0..self.state.len() {
                if !self.touches_unloaded(contact) {
                    continue;
                }
                let (speed, floor) = (self.velocity[contact], self.floor[contact]);
                if speed < -floor && self.state[contact].stiffness.is_infinite() {
                    rigid_impact = true;
                } else if speed < -floor {
                    self.press(contact);
                } else if speed > floor && self.state[contact].phase == Phase::Resting {
                    self.retire(contact);
                }
            }
            if !rigid_impact {
                return Ok(());
            }
            self.resolve_rigid()?;
        }
    }

    /// Whether the bodies touch at a contact that carries nothing.
    pub(in crate::flow) fn touches_unloaded(&self, contact: usize) -> bool {
        match self.state[contact].phase {
            Phase::Resting => true,
            Phase::Open => self.problem.separation == Separation::Instant || self.gap[contact] <= 0.0,
            Phase::Compressing | Phase::Restituting { .. } | Phase::Closed => false,
        }
    }

    fn resolve_rigid(&mut self) -> Result<(), SolveError> {
        let takes_part = |&i: &usize| {
            let closed = self.state[i].phase == Phase::Closed;
            let rigid = self.touches_unloaded(i) && self.state[i].stiffness.is_infinite();
            closed || rigid
        };
        let rigid: Vec<usize> = (0..self.state.len()).filter(takes_part).collect();
        let at_rest = |i: usize| self.velocity[i].abs() <= self.floor[i];
        let coupling = self.problem.coupling.block(&rigid);
        let is_last = self.last_bounces(&rigid, &coupling);
        let material = |(&i, is_last): (&usize, bool)| {
            let restitution = self.problem.material[i].restitution;
            let restitution = if is_last { Restitution::PLASTIC } else { restitution };
            NormalSpring { stiffness: 1.0, restitution, exponent: Exponent::LINEAR }
        };
        let tangential: &[usize] = if self.tangents.is_empty() { &[] } else { &rigid };
        let nested = ClusterProblem {
            coupling: Arc::new(coupling),
            velocity: rigid.iter().map(|&i| if at_rest(i) { 0.0 } else { self.velocity[i] }).collect(),
            material: rigid.iter().zip(is_last).map(material).collect(),
            gap: vec![0.0; rigid.len()],
            law: self.problem.law,
            separation: Separation::Instant,
            tangential: tangential.iter().map(|&i| self.law_of_rigid(i)).collect(),
            tangential_velocity: tangential.iter().map(|&i| self.tangents[i].velocity).collect(),
        };
        let mut result = ClusterResult::default();
        let mut unwatched = Watched::default();
        let mut flow = Flow::new(&nested, &mut unwatched, Memory::default());
        flow.run()?;
        flow.finish(&mut result);
        self.losses.restitution += result.losses.restitution + result.losses.trapped;
        self.losses.friction += result.losses.friction;
        if self.tangents.is_empty() {
            self.problem.coupling.accelerate(&rigid, &result.impulse, &mut self.velocity);
            self.receive_momenta(&self.momenta_of(&nested, &rigid, &result));
        }
        for (local, &contact) in rigid.iter().enumerate() {
            let tangential = result.tangents.get(local).map_or(Vector2::zeros(), |tangent| tangent.impulse);
            self.receive(contact, result.impulse[local], tangential);
        }
        for (&contact, &speed) in rigid.iter().zip(&result.velocity) {
            // The nested flow leaves no approach; what its rounding leaves of one is none.
            self.velocity[contact] = speed.max(0.0);
            let closed = self.state[contact].phase == Phase::Closed;
            if closed && self.velocity[contact] > self.floor[contact] {
                self.fire(contact, EventKind::ContactOpens);
            }
        }
        self.slide_where_jerked();
        self.frame_is_current = false;
        self.show_jump(0.0);
        Ok(())
    }

    /// The momenta that the bodies have gained in a nested flow; none without a root of W.
    fn momenta_of(&self, nested: &ClusterProblem, rigid: &[usize], result: &ClusterResult) -> Vec<f64> {
        let Some(root) = self.problem.coupling.root() else { return Vec::new() };
        match nested.coupling.root() {
            Some(block) => {
                let mut momenta = vec![0.0; root.len()];
                block.add_to_origins(&result.momenta, &mut momenta);
                momenta
            }
            None => root.momenta(rigid, &result.impulse),
        }
    }

    /// The tangential law of a contact in an impact that takes no time: tangential springs of finite stiffness do not move.
    fn law_of_rigid(&self, contact: usize) -> TangentialLaw {
        if self.tangents[contact].is_rigid() {
            self.problem.tangential[contact]
        } else {
            TangentialLaw::Frictionless
        }
    }

    fn receive(&mut self, contact: usize, impulse: f64, tangential: Vector2<f64>) {
        if impulse == 0.0 {
            return;
        }
        self.impulse[contact] += impulse;
        if !self.tangents.is_empty() {
            self.tangents[contact].impulse += tangential;
            let impulse = Vector3::new(tangential.x, tangential.y, impulse);
            for (j, w) in self.problem.coupling.block_row(contact) {
                let gained = w.transpose() * impulse;
                self.velocity[j] += gained[NORMAL];
                self.tangents[j].velocity += gained.xy();
            }
        }
        if self.state[contact].phase == Phase::Open || self.state[contact].phase == Phase::Resting {
            self.observer.event(self.time, contact, EventKind::CompressionEnds);
            self.observer.event(self.time, contact, EventKind::RestitutionEnds);
            self.effort.events += 2;
        }
    }
}
