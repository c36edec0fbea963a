//! What complementarity made of an impact.

use nalgebra::{Vector2, Vector3};

use super::of_contact;
use super::system::{Solved, System, Task};
use crate::contact_problem::{ContactProblem, ContactSolution};
use crate::coupling::NORMAL;
use crate::outcome::Outcome;

/// The answer for bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Motions, impulses in world axes, and where the energy went.
    pub outcome: Outcome,
    /// What it did in contact space, step by step.
    pub contacts: ContactAnswer,
}

/// The answer in contact space.
///
/// The losses are those along the two straight lines from the start to the end of compression and on to the end of expansion,
///
/// ```text
/// loss of a component = −Σ over both steps p·(v_before + v_after)/2                               (Z.3)
/// ```
///
/// since the law leaves open how the impulses grow within a step. Their sum is the loss of kinetic energy along any way.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactAnswer {
    /// Velocities, impulses and losses of the whole impact.
    pub solution: ContactSolution,
    /// The first step, (Z.1).
    pub compression: Step,
    /// The second step, (Z.2), its impulses without those of the first.
    pub expansion: Step,
}

/// One of the two steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Impulse of each contact along (t₁, t₂, n), in N s.
    pub impulse: Vec<Vector3<f64>>,
    /// Velocity of each contact after the step along (t₁, t₂, n), in m/s; no tangents where there is no friction.
    pub velocity: Vec<Vector3<f64>>,
    /// What each contact did.
    pub modes: Vec<ContactMode>,
    /// By how much, in m/s, the conditions are missed where they are missed most: rounding.
    pub residual: f64,
    /// How many sweeps over all contacts it took, in the cluster that took most.
    pub sweeps: usize,
}

/// What a contact did in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ContactMode {
    /// Nothing: it carried no impulse.
    Open,
    /// It pushed without friction.
    Frictionless,
    /// It pushed, and no slip is left.
    Stick,
    /// It pushed, and slip is left.
    Slip {
        /// Unit vector along the slip in (t₁, t₂).
        direction: Vector2<f64>,
    },
}

impl Step {
    fn untouched(problem: &ContactProblem) -> Self {
        let n = problem.contacts().len();
        let velocity = |i: usize| {
            let tangents = problem.tangential_velocity().get(i).copied().unwrap_or_default();
            tangents.push(problem.velocity()[i])
        };
        Self {
            impulse: vec![Vector3::zeros(); n],
            velocity: (0..n).map(velocity).collect(),
            modes: vec![ContactMode::Open; n],
            residual: 0.0,
            sweeps: 0,
        }
    }

    fn take_in(&mut self, system: &System, cluster: &[usize], speed: f64, solved: &Solved) {
        for (i, &contact) in cluster.iter().enumerate() {
            self.impulse[contact] = of_contact(&solved.impulse, i) / system.inverse_mass * speed;
            self.velocity[contact] = of_contact(&solved.velocity, i) * speed;
            self.modes[contact] = system.mode(solved, i);
        }
        self.residual = self.residual.max(solved.residual * speed);
        self.sweeps = self.sweeps.max(solved.sweeps);
    }
}

impl ContactAnswer {
    pub(super) fn untouched(problem: &ContactProblem) -> Self {
        let step = Step::untouched(problem);
        Self { solution: problem.unchanged(), compression: step.clone(), expansion: step }
    }

    pub(super) fn take_in(
        &mut self,
        system: &System,
        cluster: &[usize],
        speed: f64,
        first: &Task,
        [compressed, expanded]: [&Solved; 2],
    ) {
        self.compression.take_in(system, cluster, speed, compressed);
        self.expansion.take_in(system, cluster, speed, expanded);
        let solution = &mut self.solution;
        for (i, &contact) in cluster.iter().enumerate() {
            let v0 = of_contact(&first.start, i) * speed;
            let [(p1, v1), (p2, v2)] = [&self.compression, &self.expansion]
                .map(|step| (step.impulse[contact], step.velocity[contact]));
            let (means, p) = ([(v0 + v1) / 2.0, (v1 + v2) / 2.0], p1 + p2);
            solution.velocity[contact] = v2[NORMAL];
            solution.impulse[contact] = p[NORMAL];
            if let (Some(v), Some(x)) =
                (solution.tangential_velocity.get_mut(contact), solution.tangential_impulse.get_mut(contact))
            {
                (*v, *x) = (v2.xy(), p.xy());
            }
            solution.lost_in_restitution -= p1.z * means[0].z + p2.z * means[1].z; // (Z.3)
            solution.lost_in_friction -= p1.xy().dot(&means[0].xy()) + p2.xy().dot(&means[1].xy()); // (Z.3)
        }
    }
}
