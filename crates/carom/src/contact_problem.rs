//! An impact in contact space: normal velocities, the matrix that couples them, and a spring at each contact.
//!
//! ```text
//! v = v₀ + W p                                                                      (P.1)
//! ```
//!
//! Bodies give such a problem ([`crate::Impact`]); a mechanism may give its W directly.

use std::sync::Arc;

use nalgebra::{Vector2, Vector3};

use crate::coupling::Coupling;
use crate::error::{InputError, SolveError};
use crate::flow::{ClusterProblem, ClusterResult, Flow, Observer, Separation};
use crate::friction::TangentialLaw;
use crate::history::{Recorder, Trace};
use crate::phase::{Material, RestitutionLaw};
use crate::quantity::{Friction, Restitution, Stiffness};
use crate::root::Root;
use crate::timeline::{ActivityWatch, Timeline};

/// How one contact answers along its normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalLaw {
    /// Energetic coefficient of restitution.
    pub restitution: Restitution,
    /// Stiffness of the spring before the impact.
    pub stiffness: Stiffness,
    /// Gap that is still open at the start, in metres.
    pub gap: f64,
}

impl NormalLaw {
    /// A touching contact.
    #[must_use]
    pub fn touching(restitution: Restitution, stiffness: Stiffness) -> Self {
        Self { restitution, stiffness, gap: 0.0 }
    }
}

/// The rules of an impact that hold for all contacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Model {
    /// What an end of compression costs.
    pub restitution: RestitutionLaw,
    /// When a contact that has opened acts again.
    pub separation: Separation,
}

/// An impact in contact space, ready to be solved.
#[derive(Debug, Clone)]
pub struct ContactProblem {
    coupling: Arc<Coupling>,
    velocity: Vec<f64>,
    contacts: Vec<NormalLaw>,
    model: Model,
    /// Law and velocity along the tangents; empty if no contact has friction.
    tangential: Vec<TangentialLaw>,
    tangential_velocity: Vec<Vector2<f64>>,
}

/// The outcome in contact space.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactSolution {
    /// Normal velocity of each contact after the impact, in metres per second.
    pub velocity: Vec<f64>,
    /// Normal impulse of each contact, in newton seconds.
    pub impulse: Vec<f64>,
    /// Tangential velocity of each contact after the impact along (t₁, t₂), in metres per second; zero where there is
    /// no friction.
    pub tangential_velocity: Vec<Vector2<f64>>,
    /// Tangential impulse of each contact along (t₁, t₂), in newton seconds.
    pub tangential_impulse: Vec<Vector2<f64>>,
    /// Energy lost in restitution, in joules.
    pub lost_in_restitution: f64,
    /// Energy lost in friction, in joules.
    pub lost_in_friction: f64,
    /// Strain energy left in contacts between which bodies are wedged, in joules; it is never given back.
    pub trapped: f64,
    /// Number of events.
    pub events: usize,
    /// Number of Taylor series that were expanded.
    pub expansions: usize,
    /// When the last contact was released, in seconds (real if the stiffnesses are).
    pub duration: f64,
}

impl ContactProblem {
    /// An impact with contact matrix W, normal velocities (negative: approaching, in metres per second) and a
    /// law for each contact.
    pub fn new(
        coupling: Coupling,
        velocity: Vec<f64>,
        contacts: Vec<NormalLaw>,
        model: Model,
    ) -> Result<Self, InputError> {
        let n = contacts.len();
        if coupling.len() != n {
            return Err(InputError::MatrixShape {
                rows: coupling.len(),
                columns: coupling.len(),
                contacts: n,
            });
        }
        if velocity.len() != n {
            return Err(InputError::Count { what: "normal velocities", found: velocity.len(), contacts: n });
        }
        if velocity.iter().any(|v| !v.is_finite()) {
            return Err(InputError::NotFinite { what: "the normal velocities" });
        }
        for (contact, &NormalLaw { gap, .. }) in contacts.iter().enumerate() {
            if !(gap >= 0.0 && gap.is_finite()) {
                return Err(InputError::Gap { contact, gap });
            }
            if gap > 0.0 && model.separation == Separation::Instant {
                return Err(InputError::GapNeedsTracking { contact, gap });
            }
        }
        Ok(Self {
            coupling: Arc::new(coupling),
            velocity,
            contacts,
            model,
            tangential: Vec::new(),
            tangential_velocity: Vec::new(),
        })
    }

    /// The same impact with friction: a tangential law and the tangential velocity along (t₁, t₂), in metres per
    /// second, for each contact. The contact matrix must know the tangents ([`Coupling::from_spatial_matrix`]).
    pub fn with_friction(
        mut self,
        laws: Vec<TangentialLaw>,
        tangential_velocity: Vec<Vector2<f64>>,
    ) -> Result<Self, InputError> {
        let contacts = self.contacts.len();
        let given = [("laws of friction", laws.len()), ("tangential velocities", tangential_velocity.len())];
        if let Some((what, found)) = given.into_iter().find(|&(_, count)| count != contacts) {
            return Err(InputError::Count { what, found, contacts });
        }
        if tangential_velocity.iter().flatten().any(|v| !v.is_finite()) {
            return Err(InputError::NotFinite { what: "the tangential velocities" });
        }
        let has_friction: Vec<bool> = laws.iter().map(|law| law.has_friction()).collect();
        let Some(contact) = has_friction.iter().position(|&has| has) else { return Ok(self) };
        if !self.coupling.is_spatial() {
            return Err(InputError::FrictionNeedsTangents { contact });
        }
        self.coupling = Arc::new(self.coupling.without_idle_tangents(&has_friction));
        self.tangential = laws;
        self.tangential_velocity = tangential_velocity;
        Ok(self)
    }

    /// The contacts' tangential laws; empty if none has friction.
    #[must_use]
    pub fn tangential_laws(&self) -> &[TangentialLaw] {
        &self.tangential
    }

    /// Tangential velocities before the impact along (t₁, t₂), in metres per second; empty if no contact has friction.
    #[must_use]
    pub fn tangential_velocity(&self) -> &[Vector2<f64>] {
        &self.tangential_velocity
    }

    /// W of (P.1).
    #[must_use]
    pub fn coupling(&self) -> &Coupling {
        &self.coupling
    }

    /// Normal velocities before the impact, in metres per second.
    #[must_use]
    pub fn velocity(&self) -> &[f64] {
        &self.velocity
    }

    /// Velocities along (t₁, t₂, n) before the impact, in metres per second; no tangential ones without friction.
    pub(crate) fn velocities(&self) -> Vec<Vector3<f64>> {
        let tangential = |i: usize| self.tangential_velocity.get(i).copied().unwrap_or_default();
        let normals = self.velocity.iter().enumerate();
        normals.map(|(i, &normal)| tangential(i).push(normal)).collect()
    }

    /// The contacts' laws.
    #[must_use]
    pub fn contacts(&self) -> &[NormalLaw] {
        &self.contacts
    }

    /// The rules that hold for all contacts.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// The outcome alone: the fastest way to it.
    pub fn solve(&self) -> Result<ContactSolution, SolveError> {
        self.solve_with_momenta().map(|(solution, _)| solution)
    }

    /// The outcome, and the momenta y of (P.7) that the bodies have gained; none unless W has a root.
    pub(crate) fn solve_with_momenta(&self) -> Result<(ContactSolution, Vec<f64>), SolveError> {
        self.solve_watched(&self.coupling.clusters(), |_| (), |_, _, _, _| {})
    }

    /// The outcome and the whole course of the impact.
    pub fn trace(&self) -> Result<(ContactSolution, Trace), SolveError> {
        self.trace_with_momenta().map(|(solution, _, trace)| (solution, trace))
    }

    /// The same as [`ContactProblem::solve_with_momenta`], with the whole course.
    pub(crate) fn trace_with_momenta(&self) -> Result<(ContactSolution, Vec<f64>, Trace), SolveError> {
        self.trace_clusters(&self.coupling.clusters())
    }

    /// The same, with the contacts split as given: into clusters, or unions of clusters.
    pub(crate) fn trace_clusters(
        &self,
        clusters: &[Vec<usize>],
    ) -> Result<(ContactSolution, Vec<f64>, Trace), SolveError> {
        let mut trace = Trace::new(self.contacts.len());
        let (solution, momenta) =
            self.solve_watched(clusters, Recorder::new, |recorder, contacts, problem, result| {
                trace.take_in(recorder, contacts, problem, result);
            })?;
        Ok((solution, momenta, trace))
    }

    /// The same with when the contacts are active.
    pub(crate) fn time_with_momenta(&self) -> Result<(ContactSolution, Vec<f64>, Timeline), SolveError> {
        let mut timeline = Timeline::new(self.contacts.len());
        let clusters = self.coupling.clusters();
        let (solution, momenta) =
            self.solve_watched(&clusters, ActivityWatch::new, |watch, contacts, _, _| {
                timeline.take_in(contacts, &watch)
            })?;
        Ok((solution, momenta, timeline))
    }

    /// Solves the clusters one by one, each before an observer that is `seen` afterwards.
    fn solve_watched<O: Observer>(
        &self,
        clusters: &[Vec<usize>],
        observer: impl Fn(&ClusterProblem) -> O,
        mut seen: impl FnMut(O, &[usize], ClusterProblem, &ClusterResult),
    ) -> Result<(ContactSolution, Vec<f64>), SolveError> {
        let mut solution = self.unchanged();
        let mut momenta = self.no_momenta();
        for cluster in clusters {
            let problem = self.cluster_problem(cluster);
            let mut observer = observer(&problem);
            let result = run(&problem, &mut observer, cluster)?;
            self.take_in_momenta(cluster, &problem, &result, &mut momenta);
            seen(observer, cluster, problem, &result);
            solution.take_in(cluster, result);
        }
        Ok((solution, momenta))
    }

    fn no_momenta(&self) -> Vec<f64> {
        vec![0.0; self.coupling.whole_root().map_or(0, Root::len)]
    }

    /// Adds the momenta that a cluster's bodies have gained: as its steps found them, or else from its impulses.
    fn take_in_momenta(
        &self,
        cluster: &[usize],
        problem: &ClusterProblem,
        result: &ClusterResult,
        momenta: &mut [f64],
    ) {
        let Some(whole) = self.coupling.whole_root() else { return };
        match problem.coupling.root().filter(|_| !result.momenta.is_empty()) {
            Some(root) => root.add_to_origins(&result.momenta, momenta),
            None => {
                let gained = whole.momenta(cluster, &result.impulse);
                momenta.iter_mut().zip(gained).for_each(|(y, gain)| *y += gain);
            }
        }
    }

    pub(crate) fn unchanged(&self) -> ContactSolution {
        ContactSolution {
            velocity: self.velocity.clone(),
            impulse: vec![0.0; self.contacts.len()],
            tangential_velocity: self.tangential_velocity.clone(),
            tangential_impulse: vec![Vector2::zeros(); self.tangential.len()],
            lost_in_restitution: 0.0,
            lost_in_friction: 0.0,
            trapped: 0.0,
            events: 0,
            expansions: 0,
            duration: 0.0,
        }
    }

    fn cluster_problem(&self, cluster: &[usize]) -> ClusterProblem {
        let material = |&i: &usize| Material {
            restitution: self.contacts[i].restitution,
            stiffness: self.contacts[i].stiffness.value(),
        };
        let has_friction = |&i: &usize| self.tangential.get(i).is_some_and(|law| law.has_friction());
        let rubbing: &[usize] = if cluster.iter().any(has_friction) { cluster } else { &[] };
        let coupling = if cluster.len() == self.contacts.len() {
            self.coupling.clone()
        } else {
            let mut block = self.coupling.block(cluster);
            if rubbing.is_empty() {
                block.forget_tangents();
            }
            Arc::new(block)
        };
        ClusterProblem {
            coupling,
            velocity: cluster.iter().map(|&i| self.velocity[i]).collect(),
            material: cluster.iter().map(material).collect(),
            gap: cluster.iter().map(|&i| self.contacts[i].gap).collect(),
            tangential: rubbing.iter().map(|&i| self.tangential[i]).collect(),
            tangential_velocity: rubbing.iter().map(|&i| self.tangential_velocity[i]).collect(),
            law: self.model.restitution,
            separation: self.model.separation,
        }
    }
}

/// Runs a cluster; errors name the contact by its number in the whole impact.
fn run<O: Observer>(
    problem: &ClusterProblem,
    observer: &mut O,
    cluster: &[usize],
) -> Result<ClusterResult, SolveError> {
    let infinite = problem.tangential.iter().position(|law| law.friction() == Friction::INFINITE);
    let result = match infinite {
        Some(contact) => Err(SolveError::InfiniteFriction { contact }),
        None => Flow::new(problem, observer).run(),
    };
    result.map_err(|mut error| {
        match &mut error {
            SolveError::TooManySteps { contact, .. }
            | SolveError::Unsettled { contact, .. }
            | SolveError::Overflow { contact, .. }
            | SolveError::NoConsistentFriction { contact, .. }
            | SolveError::InfiniteFriction { contact }
            | SolveError::OpenLedger { contact, .. } => *contact = cluster[*contact],
        }
        error
    })
}

impl ContactSolution {
    fn take_in(&mut self, cluster: &[usize], result: ClusterResult) {
        for (local, &contact) in cluster.iter().enumerate() {
            self.velocity[contact] = result.velocity[local];
            self.impulse[contact] = result.impulse[local];
        }
        let tangents = cluster.iter().zip(&result.tangents);
        for (&contact, tangent) in tangents {
            self.tangential_velocity[contact] = tangent.velocity;
            self.tangential_impulse[contact] = tangent.impulse;
        }
        self.lost_in_restitution += result.lost;
        self.lost_in_friction += result.rubbed;
        self.trapped += result.trapped;
        self.events += result.events;
        self.expansions += result.expansions;
        self.duration = self.duration.max(result.duration);
    }
}
