//! Contacts that approach are pressed; rigid ones are resolved in no time, as among linear springs.

use std::sync::Arc;

use nalgebra::Vector3;

use super::{Observer, PowerFlow};
use crate::coupling::NORMAL;
use crate::error::SolveError;
use crate::flow::{ClusterProblem, ClusterResult, Flow, Memory, Separation, Span, Watched};
use crate::friction::TangentialLaw;
use crate::phase::{EventKind, NormalSpring, Phase};
use crate::quantity::Exponent;

impl<O: Observer> PowerFlow<'_, O> {
    /// Presses every touching contact that approaches, and resolves the rigid ones among them.
    pub(super) fn wake_approaching(&mut self) -> Result<(), SolveError> {
        self.undecided = true;
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
    pub(super) fn touches_unloaded(&self, contact: usize) -> bool {
        match self.state[contact].phase {
            Phase::Resting => true,
            Phase::Open => self.problem.separation == Separation::Instant || self.gap[contact] <= 0.0,
            Phase::Compressing | Phase::Restituting { .. } | Phase::Closed => false,
        }
    }

    fn resolve_rigid(&mut self) -> Result<(), SolveError> {
        let takes_part = |&i: &usize| {
            self.state[i].phase == Phase::Closed
                || self.touches_unloaded(i) && self.state[i].stiffness.is_infinite()
        };
        let rigid: Vec<usize> = (0..self.state.len()).filter(takes_part).collect();
        let at_rest = |i: usize| self.velocity[i].abs() <= self.floor[i];
        let material = |&i: &usize| {
            let restitution = self.problem.material[i].restitution;
            NormalSpring { stiffness: 1.0, restitution, exponent: Exponent::LINEAR }
        };
        // Tangential springs of finite stiffness do not move in no time.
        let law = |&i: &usize| match self.tangents[i].is_rigid() {
            true => self.problem.tangential[i],
            false => TangentialLaw::Frictionless,
        };
        let rubbing: &[usize] = if self.tangents.is_empty() { &[] } else { &rigid };
        let nested = ClusterProblem {
            coupling: Arc::new(self.problem.coupling.block(&rigid)),
            velocity: rigid.iter().map(|&i| if at_rest(i) { 0.0 } else { self.velocity[i] }).collect(),
            material: rigid.iter().map(material).collect(),
            gap: vec![0.0; rigid.len()],
            law: self.problem.law,
            separation: Separation::Instant,
            tangential: rubbing.iter().map(law).collect(),
            tangential_velocity: rubbing.iter().map(|&i| self.tangents[i].velocity).collect(),
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
        }
        for (local, tangent) in result.tangents.iter().enumerate() {
            self.receive(rigid[local], tangent.impulse.push(result.impulse[local]));
        }
        for ((&contact, &speed), &impulse) in rigid.iter().zip(&result.velocity).zip(&result.impulse) {
            self.impulse[contact] += impulse;
            // The nested flow leaves no approach; what its rounding leaves of one is none.
            self.velocity[contact] = speed.max(0.0);
            match self.state[contact].phase {
                Phase::Closed if self.velocity[contact] > self.floor[contact] => {
                    self.fire(contact, EventKind::ContactOpens);
                }
                Phase::Open | Phase::Resting if impulse != 0.0 => {
                    self.observer.event(self.time, contact, EventKind::CompressionEnds);
                    self.observer.event(self.time, contact, EventKind::RestitutionEnds);
                    self.events += 2;
                }
                Phase::Closed | Phase::Open | Phase::Resting => {}
                Phase::Compressing | Phase::Restituting { .. } => {}
            }
        }
        self.observer.jump(Span { start: self.time, duration: 0.0 }, &self.impulse, &self.tangents);
        Ok(())
    }

    /// The velocities that an impulse over (t₁, t₂, n) at a contact causes at all others.
    fn receive(&mut self, contact: usize, impulse: Vector3<f64>) {
        self.tangents[contact].impulse += impulse.xy();
        for (j, w) in self.problem.coupling.block_row(contact) {
            let gained = w.transpose() * impulse;
            self.velocity[j] += gained[NORMAL];
            self.tangents[j].velocity += gained.xy();
        }
    }
}
