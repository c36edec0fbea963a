//! What a flow starts with and what remains of it.

use std::sync::Arc;

use nalgebra::Vector2;

use super::{Separation, Tangent};
use crate::coupling::Coupling;
use crate::friction::TangentialLaw;
use crate::phase::{Material, RestitutionLaw};

/// What a cluster is made of.
#[derive(Debug, Clone)]
pub(crate) struct ClusterProblem {
    pub coupling: Arc<Coupling>,
    pub velocity: Vec<f64>,
    pub material: Vec<Material>,
    pub gap: Vec<f64>,
    pub law: RestitutionLaw,
    pub separation: Separation,
    /// Law and velocity along the tangents; empty if no contact has friction.
    pub tangential: Vec<TangentialLaw>,
    pub tangential_velocity: Vec<Vector2<f64>>,
}

impl ClusterProblem {
    /// The contacts' tangential sides before the impact, their floors still open.
    pub fn tangents(&self) -> Vec<Tangent> {
        let tangent = |(i, (&law, &velocity)): (usize, (&TangentialLaw, &Vector2<f64>))| {
            Tangent::new(law, self.material[i].stiffness, velocity, &self.coupling, i)
        };
        self.tangential.iter().zip(&self.tangential_velocity).enumerate().map(tangent).collect()
    }
}

/// What remains of a cluster when its collision is over.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClusterResult {
    pub velocity: Vec<f64>,
    pub impulse: Vec<f64>,
    /// The tangential sides; empty if no contact has friction.
    pub tangents: Vec<Tangent>,
    pub lost: f64,
    /// Energy lost in friction.
    pub rubbed: f64,
    /// Strain energy of bodies wedged between others, which is never given back.
    pub trapped: f64,
    pub events: usize,
    /// Taylor series expanded.
    pub expansions: usize,
    pub duration: f64,
}
