//! What a flow starts with and what remains of it.

use std::sync::Arc;

use nalgebra::Vector2;

use crate::coupling::Coupling;
use crate::flow::local::MANY_CONTACTS;
use crate::flow::{Separation, Tangent};
use crate::friction::TangentialLaw;
use crate::losses::Losses;
use crate::phase::{NormalSpring, RestitutionLaw};

/// What a cluster is made of.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClusterProblem {
    pub coupling: Arc<Coupling>,
    pub velocity: Vec<f64>,
    pub material: Vec<NormalSpring>,
    pub gap: Vec<f64>,
    pub law: RestitutionLaw,
    pub separation: Separation,
    /// Law and velocity along the tangents; empty if no contact has friction.
    pub tangential: Vec<TangentialLaw>,
    pub tangential_velocity: Vec<Vector2<f64>>,
}

impl ClusterProblem {
    /// Whether all springs are linear.
    pub fn is_linear(&self) -> bool {
        self.material.iter().all(|material| material.exponent.is_linear())
    }

    /// Whether contacts may be followed by series of their own (`local/`) where nobody watches.
    pub fn steps_locally(&self) -> bool {
        self.material.len() >= MANY_CONTACTS
            && self.tangential.is_empty()
            && self.separation == Separation::Instant
            && !(self.is_linear() && self.coupling.root().is_some())
    }

    /// The contacts' tangential sides before the impact, their floors still open.
    pub fn tangents(&self) -> impl Iterator<Item = Tangent> + '_ {
        let tangent = |(i, (&law, &velocity)): (usize, (&TangentialLaw, &Vector2<f64>))| {
            Tangent::new(law, self.material[i].stiffness, velocity, &self.coupling, i)
        };
        self.tangential.iter().zip(&self.tangential_velocity).enumerate().map(tangent)
    }

    /// For each contact the highest finite k·W among all others and all tangential springs.
    pub fn highest_of_others(&self, tangents: &[Tangent]) -> impl Iterator<Item = f64> + use<> {
        let own = |i: usize| self.material[i].stiffness * self.coupling.diagonal(i);
        let tangential =
            tangents.iter().filter(|tangent| !tangent.is_rigid()).map(|t| t.stiffness * t.response);
        let slowest = tangential.fold(0.0, f64::max);
        let (mut first, mut second, mut leader) = (slowest, slowest, None);
        for i in (0..self.material.len()).filter(|&i| own(i).is_finite()) {
            if own(i) > first {
                (second, first, leader) = (first, own(i), Some(i));
            } else if own(i) > second {
                second = own(i);
            }
        }
        (0..self.material.len()).map(move |i| if leader == Some(i) { second } else { first })
    }
}

/// What remains of a cluster when its collision is over.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClusterResult {
    pub velocity: Vec<f64>,
    pub impulse: Vec<f64>,
    /// y of (P.7), the momenta that the bodies have gained; none unless steps use a root of W.
    pub momenta: Vec<f64>,
    /// The tangential sides; empty if no contact has friction.
    pub tangents: Vec<Tangent>,
    pub losses: Losses,
    pub events: usize,
    /// Taylor series expanded.
    pub expansions: usize,
    pub duration: f64,
}
