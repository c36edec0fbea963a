//! The velocities at all places of collision, kept up to date neighbour by neighbour.

use nalgebra::Vector3;

use super::contact_sequence::ContactSequence;
use super::site::Site;
use crate::link::CANCELLED;

/// Velocities in the course of a sequence.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// By node.
    pub velocity: Vec<Vector3<f64>>,
    /// f of (D.3), by node: of a contact's normal velocity, of the whole velocity at a hinge.
    rounding: Vec<f64>,
    /// Sum of the impulses so far, by node.
    pub impulse: Vec<Vector3<f64>>,
    /// By site.
    pace: Vec<Pace>,
}

/// How a site approaches.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// Approach speed, in m/s; negative for contacts that part.
    approach: f64,
    /// f of (D.3).
    floor: f64,
    /// The approach speed again where it is above f, −∞ elsewhere: the greatest is found in one sweep.
    lead: f64,
}

impl Pace {
    fn new(approach: f64, floor: f64) -> Self {
        Self { approach, floor, lead: if approach > floor { approach } else { f64::NEG_INFINITY } }
    }
}

impl State {
    pub fn new(sequence: &ContactSequence, velocity: Vec<Vector3<f64>>, rounding: Vec<f64>) -> Self {
        let sites = sequence.sites.len();
        let impulse = vec![Vector3::zeros(); velocity.len()];
        let mut state = Self { velocity, rounding, impulse, pace: vec![Pace::new(0.0, 0.0); sites] };
        (0..sites).for_each(|site| state.refresh(sequence, site));
        state
    }

    /// Approach speed of a site, in m/s.
    pub fn approach(&self, site: usize) -> f64 {
        self.pace[site].approach
    }

    /// f of (D.3), in m/s.
    pub fn floor(&self, site: usize) -> f64 {
        self.pace[site].floor
    }

    /// Whether the site approaches by more than rounding.
    pub fn approaches(&self, site: usize) -> bool {
        self.pace[site].lead > 0.0
    }

    /// The greatest approach speed of some sites, in m/s.
    pub fn fastest_approach(&self, sites: &[usize]) -> f64 {
        sites.iter().map(|&site| self.pace[site].approach).fold(0.0, f64::max)
    }

    /// The site of greatest approach speed, (D.1), and all that approach as fast to rounding, in the order of `members`.
    pub fn fastest(&self, members: &[usize], tied: &mut Vec<usize>) -> Option<usize> {
        let (mut fastest, mut lead) = (None, 0.0);
        for &site in members {
            if self.pace[site].lead > lead {
                (fastest, lead) = (Some(site), self.pace[site].lead);
            }
        }
        let least = lead - self.pace[fastest?].floor;
        tied.clear();
        tied.extend(members.iter().filter(|&&site| self.pace[site].lead + self.pace[site].floor >= least));
        fastest
    }

    /// What an impulse at a node does to all nodes that share a body with it, (D.2).
    pub fn push(&mut self, sequence: &ContactSequence, node: usize, impulse: &Vector3<f64>) {
        self.impulse[node] += impulse;
        for (other, w) in sequence.coupling.block_row(node) {
            let terms = |axis: usize| w.column(axis).component_mul(impulse);
            let (first, second, normal) = (terms(0), terms(1), terms(2));
            let velocity = &mut self.velocity[other];
            velocity.x += first.x + first.y + first.z;
            velocity.y += second.x + second.y + second.z;
            velocity.z += normal.x + normal.y + normal.z;
            let site = sequence.site_of[other];
            let size = normal.x.abs() + normal.y.abs() + normal.z.abs();
            match &sequence.sites[site] {
                Site::Contact { .. } => {
                    self.rounding[other] += CANCELLED * size; // (D.3)
                    self.pace[site] = Pace::new(-velocity.z, self.rounding[other]);
                }
                Site::Hinge { .. } => {
                    self.rounding[other] += CANCELLED * (size + first.abs().sum() + second.abs().sum());
                    self.refresh(sequence, site);
                }
            }
        }
    }

    fn refresh(&mut self, sequence: &ContactSequence, site: usize) {
        self.pace[site] = match &sequence.sites[site] {
            Site::Contact { node, .. } => Pace::new(-self.velocity[*node].z, self.rounding[*node]),
            Site::Hinge { nodes: [pivot, turning], hinge } => {
                let tilt = Vector3::new(self.rounding[*turning], 0.0, 0.0);
                let away = Vector3::new(self.rounding[*pivot], 0.0, 0.0);
                let speed = hinge.speed(&self.velocity[*pivot], &self.velocity[*turning]);
                Pace::new(speed, hinge.speed(&away, &tilt))
            }
        };
    }
}
