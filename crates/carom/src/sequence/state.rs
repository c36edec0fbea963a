//! The velocities at all places of collision, kept up to date neighbour by neighbour.

use nalgebra::Vector3;

use super::contact_sequence::ContactSequence;
use super::site::Site;
use crate::link::CANCELLED;

/// Velocities in the course of a sequence.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// By node.
    pub velocity: Vec<Vector3<f64>>,
    /// f of (S.3) for each component of the velocity, by node.
    pub rounding: Vec<Vector3<f64>>,
    /// Sum of the impulses so far, by node.
    pub impulse: Vec<Vector3<f64>>,
    /// Approach speed by site, in m/s; negative for contacts that part.
    approach: Vec<f64>,
    /// f of (S.3) by site.
    floor: Vec<f64>,
}

impl State {
    /// Of no place at all.
    pub fn empty() -> Self {
        let nodes = || Vec::new();
        Self {
            velocity: nodes(),
            rounding: nodes(),
            impulse: nodes(),
            approach: Vec::new(),
            floor: Vec::new(),
        }
    }

    pub fn new(sequence: &ContactSequence, velocity: Vec<Vector3<f64>>, rounding: Vec<Vector3<f64>>) -> Self {
        let sites = sequence.sites.len();
        let impulse = vec![Vector3::zeros(); velocity.len()];
        let (approach, floor) = (vec![0.0; sites], vec![0.0; sites]);
        let mut state = Self { velocity, rounding, impulse, approach, floor };
        (0..sites).for_each(|site| state.refresh(sequence, site));
        state
    }

    /// Approach speed of a site, in m/s.
    pub fn approach(&self, site: usize) -> f64 {
        self.approach[site]
    }

    /// f of (S.3), in m/s.
    pub fn floor(&self, site: usize) -> f64 {
        self.floor[site]
    }

    /// Whether the site approaches by more than rounding.
    pub fn approaches(&self, site: usize) -> bool {
        self.approach[site] > self.floor[site]
    }

    /// The greatest approach speed of some sites, in m/s.
    pub fn fastest_approach(&self, sites: &[usize]) -> f64 {
        sites.iter().map(|&site| self.approach[site]).fold(0.0, f64::max)
    }

    /// The site of greatest approach speed, (S.1), and all that approach as fast to rounding, in the order of `members`.
    pub fn fastest(&self, members: &[usize], tied: &mut Vec<usize>) -> Option<usize> {
        let mut fastest: Option<usize> = None;
        for &site in members {
            if self.approaches(site) && fastest.is_none_or(|best| self.approach[site] > self.approach[best]) {
                fastest = Some(site);
            }
        }
        let best = fastest?;
        tied.clear();
        for &site in members {
            let behind = self.approach[best] - self.approach[site];
            if self.approaches(site) && behind <= self.floor[best] + self.floor[site] {
                tied.push(site);
            }
        }
        fastest
    }

    /// What an impulse at a node does to all nodes that share a body with it, (S.2).
    pub fn push(&mut self, sequence: &ContactSequence, node: usize, impulse: &Vector3<f64>) {
        self.impulse[node] += impulse;
        let size = impulse.abs() * CANCELLED;
        for (other, w) in sequence.coupling.block_row(node) {
            self.velocity[other] += w.tr_mul(impulse);
            self.rounding[other] += w.abs().tr_mul(&size); // (S.3)
            self.refresh(sequence, sequence.site_of[other]);
        }
    }

    fn refresh(&mut self, sequence: &ContactSequence, site: usize) {
        (self.approach[site], self.floor[site]) = match &sequence.sites[site] {
            Site::Contact { node, .. } => (-self.velocity[*node].z, self.rounding[*node].z),
            Site::Hinge { nodes: [pivot, turning], hinge } => (
                hinge.speed(&self.velocity[*pivot], &self.velocity[*turning]),
                hinge.speed(&self.rounding[*pivot], &self.rounding[*turning]),
            ),
        };
    }
}
