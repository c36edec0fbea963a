//! An impact in contact space: normal velocities, the matrix that couples them, and a spring at each contact.
//!
//! ```text
//! v = v₀ + W p                                                                      (P.1)
//! ```
//!
//! Bodies give such a problem ([`crate::Impact`]); a mechanism may give its W directly.

use std::sync::{Arc, OnceLock};

use nalgebra::{Vector2, Vector3};

use crate::coupling::Coupling;
use crate::error::{InputError, SolveError};
use crate::flow::{ClusterProblem, ClusterResult, Flow, Memory, Observer, Separation, Watched};
use crate::friction::TangentialLaw;
use crate::history::{Recorder, Trace};
use crate::lone_contact::LoneContact;
use crate::phase::{NormalSpring, RestitutionLaw};
use crate::power_flow::PowerFlow;
use crate::quantity::{Friction, Restitution, Stiffness};
use crate::root::Root;
use crate::timeline::{ActivityWatch, Timeline};
use crate::workspace::Workspace;

/// How one contact answers along its normal.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Found when they are first needed.
    clusters: OnceLock<Arc<[Cluster]>>,
}

/// Contacts that cannot feel the others.
#[derive(Debug)]
struct Cluster {
    /// In ascending order.
    contacts: Vec<usize>,
    /// W over them.
    coupling: Arc<Coupling>,
    /// Whether one of them has friction.
    rubs: bool,
}

/// The outcome in contact space.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
            clusters: OnceLock::new(),
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
        self.clusters = OnceLock::new();
        Ok(self)
    }

    /// Changes the normal velocities (metres per second), which must be finite, of an impact without friction.
    pub(crate) fn set_velocities(&mut self, velocities: impl Iterator<Item = f64>) {
        self.velocity.iter_mut().zip(velocities).for_each(|(velocity, new)| *velocity = new);
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
        let mut workspace = Workspace::default();
        self.solve_within(&mut workspace)?;
        Ok(workspace.solution)
    }

    /// The outcome alone, in memory that is used again. After an error `solution` is as it was.
    pub fn solve_into(
        &self,
        workspace: &mut Workspace,
        solution: &mut ContactSolution,
    ) -> Result<(), SolveError> {
        self.solve_within(workspace)?;
        solution.copy_from(&workspace.solution);
        Ok(())
    }

    /// Leaves the outcome in the workspace, and the momenta y of (P.7) that the bodies have gained; none unless W has a root.
    pub(crate) fn solve_within(&self, workspace: &mut Workspace) -> Result<(), SolveError> {
        self.solve_watched(workspace, |_| (), |_, _, _, _| {})
    }

    /// The outcome and the whole course of the impact.
    pub fn trace(&self) -> Result<(ContactSolution, Trace), SolveError> {
        let (ended, trace) = self.trace_as_far_as_possible();
        ended.map(|solution| (solution, trace))
    }

    /// The whole course of the impact and its outcome; if it cannot be solved, the error and the course up to there.
    pub fn trace_as_far_as_possible(&self) -> (Result<ContactSolution, SolveError>, Trace) {
        let mut workspace = Workspace::default();
        let (trace, ended) = self.trace_within(&mut workspace);
        (ended.map(|()| workspace.solution), trace)
    }

    /// [`ContactProblem::solve_within`] with the whole course; with its course up to the failure if there is one.
    pub(crate) fn trace_within(&self, workspace: &mut Workspace) -> (Trace, Result<(), SolveError>) {
        let mut trace = Trace::new(self.contacts.len());
        let ended = self.solve_watched(workspace, Recorder::new, |recorder, contacts, problem, result| {
            trace.take_in(recorder, contacts, std::mem::take(problem), result);
        });
        (trace, ended)
    }

    /// The outcome, the momenta and the whole course with every step kept, the contacts split as given: into clusters, or unions of clusters.
    pub(crate) fn trace_clusters(
        &self,
        clusters: Vec<Vec<usize>>,
    ) -> Result<(ContactSolution, Vec<f64>, Trace), SolveError> {
        let mut trace = Trace::new(self.contacts.len());
        let clusters: Vec<Cluster> = clusters.into_iter().map(|contacts| self.cluster(contacts)).collect();
        let mut workspace = Workspace::default();
        self.solve_clusters(
            &clusters,
            &mut workspace,
            Recorder::of_all,
            |recorder, contacts, problem, result| {
                trace.take_in(recorder, contacts, std::mem::take(problem), result);
            },
        )?;
        Ok((workspace.solution, workspace.momenta, trace))
    }

    /// [`ContactProblem::solve_within`] with when the contacts are active.
    pub(crate) fn time_within(&self, workspace: &mut Workspace) -> Result<Timeline, SolveError> {
        let mut timeline = Timeline::new(self.contacts.len());
        let seen = |watch: ActivityWatch, contacts: &[usize], _: &mut _, _: &_| {
            timeline.take_in(contacts, &watch);
        };
        self.solve_watched(workspace, ActivityWatch::new, seen)?;
        Ok(timeline)
    }

    /// Solves the clusters one by one, each before an observer that is `seen` afterwards, however the cluster ended.
    fn solve_watched<O: Observer>(
        &self,
        workspace: &mut Workspace,
        observer: impl Fn(&ClusterProblem) -> O,
        seen: impl FnMut(O, &[usize], &mut ClusterProblem, &ClusterResult),
    ) -> Result<(), SolveError> {
        self.solve_clusters(self.clusters(), workspace, observer, seen)
    }

    /// Solves these clusters.
    fn solve_clusters<O: Observer>(
        &self,
        clusters: &[Cluster],
        workspace: &mut Workspace,
        observer: impl Fn(&ClusterProblem) -> O,
        mut seen: impl FnMut(O, &[usize], &mut ClusterProblem, &ClusterResult),
    ) -> Result<(), SolveError> {
        let Workspace { flow, cluster: problem, result, solution, momenta, .. } = workspace;
        self.leave_unchanged(solution);
        momenta.clear();
        momenta.resize(self.coupling.whole_root().map_or(0, Root::len), 0.0);
        for cluster in clusters {
            self.describe(cluster, problem);
            let mut observer = observer(problem);
            let alone = LoneContact::of(problem);
            let mut ended = match alone {
                Some(_) if !observer.sees_steps() => Ok(()),
                Some(_) | None => run(problem, observer.watcher(), flow, result),
            };
            let course = result.duration;
            if let Some(alone) = &alone {
                alone.write(problem, result);
            } else if observer.sees_steps() && ended.is_ok() && problem.steps_locally() {
                ended = run(problem, None, flow, result); // watching changes no outcome
            }
            self.take_in_momenta(&cluster.contacts, problem, result, momenta);
            // A course ends with its own last event, the same instant to a rounding.
            let duration = alone.map_or(result.duration, |alone| alone.duration);
            result.duration = course;
            seen(observer, &cluster.contacts, problem, result);
            result.duration = duration;
            solution.take_in(&cluster.contacts, result);
            ended.map_err(|error| error.in_contacts(&cluster.contacts))?;
        }
        Ok(())
    }

    fn clusters(&self) -> &[Cluster] {
        self.clusters.get_or_init(|| {
            self.coupling.clusters().into_iter().map(|contacts| self.cluster(contacts)).collect()
        })
    }

    fn cluster(&self, contacts: Vec<usize>) -> Cluster {
        let has_friction = |&i: &usize| self.tangential.get(i).is_some_and(|law| law.has_friction());
        let rubs = contacts.iter().any(has_friction);
        let is_whole = contacts.len() == self.contacts.len();
        if is_whole && (rubs || !self.coupling.is_spatial()) {
            return Cluster { contacts, coupling: self.coupling.clone(), rubs };
        }
        let mut block = if is_whole { (*self.coupling).clone() } else { self.coupling.block(&contacts) };
        if !rubs {
            block.forget_tangents();
        }
        Cluster { contacts, coupling: Arc::new(block), rubs }
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

    /// The solution if nothing happens.
    pub(crate) fn unchanged(&self) -> ContactSolution {
        let mut solution = ContactSolution::default();
        self.leave_unchanged(&mut solution);
        solution
    }

    fn leave_unchanged(&self, solution: &mut ContactSolution) {
        let ContactSolution { velocity, impulse, tangential_velocity, tangential_impulse, .. } = solution;
        velocity.clone_from(&self.velocity);
        impulse.clear();
        impulse.resize(self.contacts.len(), 0.0);
        tangential_velocity.clone_from(&self.tangential_velocity);
        tangential_impulse.clear();
        tangential_impulse.resize(self.tangential.len(), Vector2::zeros());
        solution.lost_in_restitution = 0.0;
        solution.lost_in_friction = 0.0;
        solution.trapped = 0.0;
        solution.events = 0;
        solution.expansions = 0;
        solution.duration = 0.0;
    }

    /// Writes down what a cluster is made of.
    fn describe(&self, cluster: &Cluster, problem: &mut ClusterProblem) {
        let contacts = &cluster.contacts;
        let rubbing: &[usize] = if cluster.rubs { contacts } else { &[] };
        problem.coupling = cluster.coupling.clone();
        problem.law = self.model.restitution;
        problem.separation = self.model.separation;
        problem.velocity.clear();
        problem.velocity.extend(contacts.iter().map(|&i| self.velocity[i]));
        problem.material.clear();
        problem.material.extend(contacts.iter().map(|&i| NormalSpring {
            restitution: self.contacts[i].restitution,
            stiffness: self.contacts[i].stiffness.value(),
            exponent: self.contacts[i].stiffness.exponent(),
        }));
        problem.gap.clear();
        problem.gap.extend(contacts.iter().map(|&i| self.contacts[i].gap));
        problem.tangential.clear();
        problem.tangential.extend(rubbing.iter().map(|&i| self.tangential[i]));
        problem.tangential_velocity.clear();
        problem.tangential_velocity.extend(rubbing.iter().map(|&i| self.tangential_velocity[i]));
    }
}

/// Runs a cluster, before an observer or none, and leaves what became of it in `result`.
pub(crate) fn run(
    problem: &ClusterProblem,
    observer: Option<&mut dyn Observer>,
    memory: &mut Memory,
    result: &mut ClusterResult,
) -> Result<(), SolveError> {
    let mut observer = Watched(observer);
    let infinite = problem.tangential.iter().position(|law| law.friction() == Friction::INFINITE);
    if !problem.is_linear() {
        return run_power_springs(problem, &mut observer, result, infinite);
    }
    let mut flow = Flow::new(problem, &mut observer, std::mem::take(memory));
    let ended = match infinite {
        Some(contact) => Err(SolveError::InfiniteFriction { contact }),
        None => flow.run(),
    };
    *memory = flow.finish(result);
    ended
}

/// Follows a cluster with springs F = k·dⁿ.
fn run_power_springs(
    problem: &ClusterProblem,
    observer: &mut Watched,
    result: &mut ClusterResult,
    infinite: Option<usize>,
) -> Result<(), SolveError> {
    let mut flow = PowerFlow::new(problem, observer);
    let ended = match infinite {
        Some(contact) => Err(SolveError::InfiniteFriction { contact }),
        None => flow.run(),
    };
    *result = flow.finish();
    ended
}

impl ContactSolution {
    /// Becomes equal to another one in the memory it has.
    fn copy_from(&mut self, other: &Self) {
        self.velocity.clone_from(&other.velocity);
        self.impulse.clone_from(&other.impulse);
        self.tangential_velocity.clone_from(&other.tangential_velocity);
        self.tangential_impulse.clone_from(&other.tangential_impulse);
        self.lost_in_restitution = other.lost_in_restitution;
        self.lost_in_friction = other.lost_in_friction;
        self.trapped = other.trapped;
        self.events = other.events;
        self.expansions = other.expansions;
        self.duration = other.duration;
    }

    fn take_in(&mut self, cluster: &[usize], result: &ClusterResult) {
        for (local, &contact) in cluster.iter().enumerate() {
            self.velocity[contact] = result.velocity[local];
            self.impulse[contact] = result.impulse[local];
        }
        let tangents = cluster.iter().zip(&result.tangents);
        for (&contact, tangent) in tangents {
            self.tangential_velocity[contact] = tangent.velocity;
            self.tangential_impulse[contact] = tangent.impulse;
        }
        self.lost_in_restitution += result.losses.restitution;
        self.lost_in_friction += result.losses.friction;
        self.trapped += result.losses.trapped;
        self.events += result.events;
        self.expansions += result.expansions;
        self.duration = self.duration.max(result.duration);
    }
}
