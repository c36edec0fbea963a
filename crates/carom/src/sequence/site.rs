//! Where collisions happen: contacts, and hinges that were released.

use nalgebra::{Matrix3, Vector3};

use super::state::State;
use crate::body::{Body, Hinge, Motion};
use crate::laws::LoneImpact;
use crate::link::{End, Port, Takes};

/// A place of collision. A contact owns one node of W, the velocity over its (t₁, t₂, n); a hinge owns two, the velocity of
/// the body's point at the pivot and the body's angular velocity.
#[derive(Debug, Clone)]
pub(super) enum Site {
    Contact { node: usize, lone: LoneImpact },
    Hinge { nodes: [usize; 2], hinge: Box<ReleasedHinge> },
}

/// What a collision took, in J.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Losses {
    /// The sum of (P.5), which is the same along any way from 0 to its impulse.
    pub total: f64,
    /// Size of the terms that it is a sum of.
    pub terms: f64,
}

impl std::iter::Sum for Losses {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            total: sum.total + one.total,
            terms: sum.terms + one.terms,
        })
    }
}

impl Site {
    /// Velocities at its nodes; a contact has but the first.
    pub fn velocity(&self, state: &State) -> [Vector3<f64>; 2] {
        match self {
            Self::Contact { node, .. } => [state.velocity[*node], Vector3::zeros()],
            Self::Hinge { nodes, .. } => nodes.map(|node| state.velocity[node]),
        }
    }

    pub fn first_node(&self) -> usize {
        match self {
            Self::Contact { node, .. } => *node,
            Self::Hinge { nodes: [node, _], .. } => *node,
        }
    }

    /// What impulses took that changed the velocities so.
    pub fn losses(
        &self,
        impulse: &[Vector3<f64>; 2],
        before: &[Vector3<f64>; 2],
        after: &[Vector3<f64>; 2],
    ) -> Losses {
        let work = |node: usize| impulse[node].component_mul(&((before[node] + after[node]) / 2.0));
        match self {
            Self::Contact { .. } => {
                let work = work(0);
                Losses { total: -work.sum(), terms: work.abs().sum() }
            }
            Self::Hinge { .. } => {
                let (force, couple) = (work(0), work(1));
                let terms = force.abs().sum() + couple.abs().sum();
                Losses { total: -(force.sum() + couple.sum()), terms }
            }
        }
    }
}

/// A hinge with the body that was released from it.
#[derive(Debug, Clone)]
pub(super) struct ReleasedHinge {
    pub number: usize,
    body: Body,
    hinge: Hinge,
    /// Axes of the two nodes, as columns. The hinge's axis is first for the pivot, where a planar body has no velocity along
    /// it, and last for the turning, where it has.
    axes: [Matrix3<f64>; 2],
}

impl ReleasedHinge {
    pub fn new(number: usize, body: Body, hinge: Hinge) -> Self {
        let axis = hinge.axis.into_inner();
        let across = crate::impact::any_tangent(&axis);
        let third = axis.cross(&across);
        let axes =
            [Matrix3::from_columns(&[axis, across, third]), Matrix3::from_columns(&[across, third, axis])];
        Self { number, body, hinge, axes }
    }

    pub fn pivot(&self) -> Vector3<f64> {
        self.hinge.pivot
    }

    pub fn axis(&self) -> Vector3<f64> {
        self.hinge.axis.into_inner()
    }

    /// The ports of its two nodes.
    pub fn ports(&self) -> [Port; 2] {
        [(0, Takes::Force), (1, Takes::Couple)].map(|(node, takes)| {
            let axes = [0, 1, 2].map(|k| self.axes[node].column(k).into_owned());
            Port { end: End { point: self.pivot(), axes, takes }, bodies: [Some(self.number), None] }
        })
    }

    /// Velocities at its nodes of the motion before the impact, which obeys the hinge.
    pub fn velocities_before(&self) -> [Vector3<f64>; 2] {
        let turning = self.axis().dot(&self.body.motion().angular);
        [Vector3::zeros(), Vector3::new(0.0, 0.0, turning)]
    }

    /// Size of the terms of those velocities, in m/s and 1/s.
    pub fn terms_before(&self) -> [f64; 2] {
        let Motion { linear, angular } = self.body.motion();
        let arm = (self.body.position() - self.pivot()).norm();
        [linear.norm() + angular.norm() * arm, angular.norm()]
    }

    /// s of (D.6), in m/s, also for the rounding of the velocities.
    pub fn speed(&self, pivot: &Vector3<f64>, turning: &Vector3<f64>) -> f64 {
        let across = Vector3::new(turning.x, turning.y, 0.0);
        if across == Vector3::zeros() {
            return pivot.norm();
        }
        let angular = self.axes[1] * across;
        let tilt = Motion { linear: Vector3::zeros(), angular };
        let energy_per_mass = self.body.kinetic_energy(&tilt) / self.body.mass();
        (pivot.norm_squared() + 2.0 * energy_per_mass).sqrt() // (D.6)
    }

    /// The reaction that puts the body back on its hinge, (D.5): force and couple at the nodes, in N s and N m s.
    pub fn reaction(&self, pivot: &Vector3<f64>, turning: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let arm = self.body.position() - self.hinge.pivot;
        let angular = self.axes[1] * turning;
        let before = Motion { linear: self.axes[0] * pivot + angular.cross(&arm), angular };
        let axis = self.hinge.axis.into_inner();
        let mass = self.body.mass();
        let momentum = axis.dot(&(self.body.spin_momentum(&before) + arm.cross(&before.linear) * mass));
        let angular = axis * (momentum / self.hinge.moment); // (D.5)
        let change =
            Motion { linear: angular.cross(&arm) - before.linear, angular: angular - before.angular };
        let force = change.linear * mass;
        let couple = self.body.spin_momentum(&change) + arm.cross(&force);
        let mut couple = self.axes[1].tr_mul(&couple);
        couple.z = 0.0; // the hinge turns freely: what is left there is rounding
        [self.axes[0].tr_mul(&force), couple]
    }

    /// The axes of its two nodes, as columns.
    pub fn axes(&self) -> [Matrix3<f64>; 2] {
        self.axes
    }
}
