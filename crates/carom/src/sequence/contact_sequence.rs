//! A sequence of collisions in contact space.

use nalgebra::{Matrix3, Vector3};

use super::SequenceError;
use super::outcome::{Place, SequenceCourse, SequenceSolution};
use super::random::Generator;
use super::rules::{Rules, TieRule};
use super::run::{Run, Steps};
use super::site::{ReleasedHinge, Site};
use super::state::State;
use crate::contact_problem::ContactProblem;
use crate::coupling::{Coupling, NORMAL};
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::laws::{Coefficients, ImpactLaw, LawError, LoneImpact};
use crate::link::CANCELLED;

/// Contacts of a mechanism about to collide one after the other.
#[derive(Debug, Clone)]
pub struct ContactSequence {
    /// W over the nodes: those of the contacts, then two for each released hinge.
    pub(super) coupling: Coupling,
    pub(super) sites: Vec<Site>,
    /// The site of each node.
    pub(super) site_of: Vec<usize>,
    /// Sites that feel each other, each group in the order of ties; groups in the order of their first.
    pub(super) groups: Vec<Vec<usize>>,
    pub(super) rules: Rules,
    pub(super) start: State,
    /// The impulses that changed the start, by node; empty if none did.
    pub(super) nudges: Vec<Vector3<f64>>,
}

/// The nodes of W and what they start with.
pub(super) struct Nodes {
    pub coupling: Coupling,
    pub velocity: Vec<Vector3<f64>>,
    /// Size of the terms of each normal velocity, or of the whole at a hinge.
    pub terms: Vec<f64>,
}

impl ContactSequence {
    /// From W over (t₁, t₂, n) of every contact ([`Coupling::from_spatial_matrix`]), the contacts' velocities along them in
    /// m/s and their coefficients. A W over the normals alone will do if there is no friction.
    ///
    /// # Errors
    /// Numbers that do not belong together, and contacts that [`LoneImpact::new`] refuses.
    pub fn new(
        coupling: Coupling,
        velocity: Vec<Vector3<f64>>,
        coefficients: &[Coefficients],
        rules: Rules,
    ) -> Result<Self, SequenceError> {
        let contacts = coefficients.len();
        if coupling.len() != contacts {
            let (rows, columns) = (coupling.len(), coupling.len());
            return Err(InputError::MatrixShape { rows, columns, contacts }.into());
        }
        if velocity.len() != contacts {
            return Err(InputError::Count { what: "velocities", found: velocity.len(), contacts }.into());
        }
        let rubs = |c: &Coefficients| c.friction.value() > 0.0;
        let coupling = match coefficients.iter().position(rubs) {
            _ if coupling.is_spatial() || coupling.is_empty() => coupling,
            Some(contact) => return Err(InputError::FrictionNeedsTangents { contact }.into()),
            None => with_idle_tangents(&coupling)?,
        };
        let terms = velocity.iter().map(|v| v.z.abs()).collect();
        let order = (0..contacts).collect();
        Self::over(Nodes { coupling, velocity, terms }, coefficients, Vec::new(), order, rules)
    }

    /// From a contact problem. Its stiffnesses and its model do not matter; there is no tangential restitution.
    ///
    /// # Errors
    /// Gaps, tangential springs, and what [`ContactSequence::new`] refuses.
    pub fn of_problem(problem: &ContactProblem, rules: Rules) -> Result<Self, SequenceError> {
        let tangential = |i: usize| problem.tangential_laws().get(i).copied().unwrap_or_default();
        let mut coefficients = Vec::with_capacity(problem.contacts().len());
        for (i, law) in problem.contacts().iter().enumerate() {
            rigid_and_touching(i, law.gap, tangential(i))?;
            let friction = tangential(i).friction();
            coefficients.push(Coefficients {
                restitution: law.restitution,
                friction,
                ..Coefficients::default()
            });
        }
        Self::new(problem.coupling().clone(), problem.velocities(), &coefficients, rules)
    }

    /// Contacts and hinges over the nodes of W; `order` is that of ties, over the contacts, then the hinges.
    pub(super) fn over(
        nodes: Nodes,
        coefficients: &[Coefficients],
        hinges: Vec<ReleasedHinge>,
        order: Vec<usize>,
        rules: Rules,
    ) -> Result<Self, SequenceError> {
        let Nodes { coupling, velocity, terms } = nodes;
        let contacts = coefficients.len();
        let mut sites = Vec::with_capacity(order.len());
        for (node, &coefficients) in coefficients.iter().enumerate() {
            let lone = LoneImpact::new(own_block(&coupling, node), velocity[node], coefficients);
            let lone = lone.map_err(|source| SequenceError::Law { contact: node, collisions: 0, source })?;
            sites.push(Site::Contact { node, lone });
        }
        for (k, hinge) in hinges.into_iter().enumerate() {
            let first = contacts + 2 * k;
            sites.push(Site::Hinge { nodes: [first, first + 1], hinge: Box::new(hinge) });
        }
        let site_of: Vec<usize> = (0..velocity.len())
            .map(|node| if node < contacts { node } else { contacts + (node - contacts) / 2 })
            .collect();
        let groups = groups(&coupling, &site_of, &order);
        let start = State::default();
        let mut sequence = Self { coupling, sites, site_of, groups, rules, start, nudges: Vec::new() };
        let rounding = terms.into_iter().map(|terms| terms * CANCELLED).collect();
        sequence.start = State::new(&sequence, velocity, rounding);
        sequence.nudge(&order)?;
        Ok(sequence)
    }

    /// Changes the start within its uncertainty: [`TieRule::Perturb`].
    fn nudge(&mut self, order: &[usize]) -> Result<(), SequenceError> {
        let (seed, size) = match self.rules.ties {
            TieRule::Order | TieRule::Random { .. } => return Ok(()),
            TieRule::Perturb { seed, size } => (seed, size),
        };
        if !(size > 0.0 && size < 1.0) {
            return Err(SequenceError::Uncertainty { size });
        }
        let fastest = (0..self.sites.len()).map(|site| self.start.approach(site)).fold(0.0, f64::max);
        let mut generator = Generator::new(seed);
        let mut state = self.start.clone();
        for &site in order {
            let draw = generator.even();
            if let Site::Contact { node, .. } = self.sites[site] {
                let impulse = draw * size * fastest / self.coupling.diagonal(node);
                state.push(self, node, &Vector3::new(0.0, 0.0, impulse));
            }
        }
        self.nudges = std::mem::replace(&mut state.impulse, vec![Vector3::zeros(); self.site_of.len()]);
        self.start = state;
        Ok(())
    }

    /// The outcome alone: the fastest way to it.
    ///
    /// # Errors
    /// Contacts for which the law has no answer, and collisions that never end.
    pub fn solve(&self, law: &dyn ImpactLaw) -> Result<SequenceSolution, SequenceError> {
        Ok(Run::new(self, law, &mut ()).run()?.solution())
    }

    /// The outcome and every collision, vectors along (t₁, t₂, n) of each contact.
    ///
    /// # Errors
    /// As [`ContactSequence::solve`].
    pub fn trace(&self, law: &dyn ImpactLaw) -> Result<(SequenceSolution, SequenceCourse), SequenceError> {
        let mut course = SequenceCourse::default();
        let solution = Run::new(self, law, &mut course).run()?.solution();
        Ok((solution, course))
    }

    /// The outcome and everything that happened.
    pub(crate) fn follow(&self, law: &dyn ImpactLaw) -> Result<(SequenceSolution, Steps), SequenceError> {
        let mut steps = Steps::default();
        let solution = Run::new(self, law, &mut steps).run()?.solution();
        Ok((solution, steps))
    }

    /// W over the contacts and the velocities there before the impact.
    pub(crate) fn start(&self) -> (&Coupling, &[Vector3<f64>]) {
        (&self.coupling, &self.start.velocity)
    }

    /// A contact as if it were alone.
    pub(crate) fn lone(&self, contact: usize) -> Option<&LoneImpact> {
        match self.sites.get(contact) {
            Some(Site::Contact { lone, .. }) => Some(lone),
            Some(Site::Hinge { .. }) | None => None,
        }
    }

    /// The first body that was released from its hinge, if there is one.
    pub(crate) fn released(&self) -> Option<usize> {
        self.sites.iter().find_map(|site| match site {
            Site::Contact { .. } => None,
            Site::Hinge { hinge, .. } => Some(hinge.number),
        })
    }

    /// What it leaves to choose.
    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    /// f of (D.3) for a contact's velocity at the start, in m/s.
    pub(crate) fn rounding(&self, contact: usize) -> f64 {
        self.start.floor(contact)
    }

    /// How many contacts there are; hinges come after them.
    pub(crate) fn contacts(&self) -> usize {
        self.sites.iter().filter(|site| matches!(site, Site::Contact { .. })).count()
    }

    pub(super) fn place(&self, site: usize) -> Place {
        match &self.sites[site] {
            Site::Contact { node, .. } => Place::Contact(*node),
            Site::Hinge { hinge, .. } => Place::Hinge(hinge.number),
        }
    }
}

/// Refuses what no law for a single contact knows.
pub(super) fn rigid_and_touching(contact: usize, gap: f64, law: TangentialLaw) -> Result<(), SequenceError> {
    let refuse = |source| Err(SequenceError::Law { contact, collisions: 0, source });
    match law {
        TangentialLaw::Compliant { .. } => refuse(LawError::Compliant),
        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } if gap > 0.0 => {
            refuse(LawError::Gap { gap })
        }
        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => Ok(()),
    }
}

fn own_block(coupling: &Coupling, node: usize) -> Matrix3<f64> {
    coupling.block_row(node).filter(|&(other, _)| other == node).map(|(_, block)| *block).sum()
}

/// W over the normals as one over (t₁, t₂, n) in which no tangent moves.
fn with_idle_tangents(coupling: &Coupling) -> Result<Coupling, InputError> {
    let block = |(other, w): (usize, f64)| {
        let mut block = Matrix3::zeros();
        block[(NORMAL, NORMAL)] = w;
        (other, block)
    };
    Coupling::from_block_rows((0..coupling.len()).map(|i| coupling.row(i).map(block).collect()).collect())
}

/// The sites that feel each other, in the given order. The two nodes of a hinge belong together even if they do not feel
/// each other.
fn groups(coupling: &Coupling, site_of: &[usize], order: &[usize]) -> Vec<Vec<usize>> {
    let clusters = coupling.clusters();
    let mut cluster_of: Vec<Option<usize>> = vec![None; order.len()];
    let mut joined: Vec<usize> = (0..clusters.len()).collect();
    for (cluster, nodes) in clusters.iter().enumerate() {
        for &node in nodes {
            match cluster_of[site_of[node]] {
                None => cluster_of[site_of[node]] = Some(cluster),
                Some(other) if joined[other] == joined[cluster] => {}
                Some(other) => {
                    let (from, to) = (joined[cluster], joined[other]);
                    joined.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
                }
            }
        }
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); clusters.len()];
    let mut firsts: Vec<usize> = Vec::new();
    for &site in order {
        if let Some(group) = cluster_of[site].map(|cluster| joined[cluster]) {
            if members[group].is_empty() {
                firsts.push(group);
            }
            members[group].push(site);
        }
    }
    firsts.into_iter().map(|group| std::mem::take(&mut members[group])).collect()
}
