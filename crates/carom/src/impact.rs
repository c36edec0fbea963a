//! An impact between bodies: the way from bodies and contacts to contact space and back.

mod start;

use nalgebra::{Matrix3, Vector2, Vector3};

use crate::body::{Body, Motion};
use crate::contact::Contact;
use crate::contact_problem::{ContactProblem, ContactSolution, Model};
use crate::coupling::{Coupling, NORMAL};
use crate::error::{InputError, SolveError};
use crate::history::Trace;
use crate::joint::Joint;
use crate::link::{Link, Port, Takes};
use crate::linkage::Linkage;
use crate::outcome::{ContactOutcome, Ending, EnergyLedger, JointOutcome, Outcome};
use crate::root::Root;
use crate::snapshot::Snapshot;
use crate::timeline::Timeline;
use crate::workspace::Workspace;
use start::Start;
pub(crate) use start::any_tangent;

/// Bodies may overlap at a contact by this part of the longer way from its point to their centres of mass, and count as
/// touching: what engines leave that push bodies apart after the fact. The places of contacts, and so the answer, are as
/// inexact as that.
const OVERLAP: f64 = 0.01;

/// Bodies, the contacts between them, and the model of their impact.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "crate::exchange::ImpactData", into = "crate::exchange::ImpactData")
)]
pub struct Impact {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    linkage: Linkage,
    /// (t₁, t₂, n) of each contact.
    axes: Vec<[Vector3<f64>; 3]>,
    problem: ContactProblem,
}

impl Impact {
    /// Sets an impact up. A gap that is negative by no more than 1 % of the longer way from the contact to the centres of its bodies
    /// is taken as zero.
    pub fn new(bodies: Vec<Body>, contacts: Vec<Contact>, model: Model) -> Result<Self, InputError> {
        Self::with_joints(bodies, contacts, Vec::new(), model)
    }

    /// Sets an impact up between bodies that joints hold together, and whose motions obey them.
    pub fn with_joints(
        bodies: Vec<Body>,
        contacts: Vec<Contact>,
        joints: Vec<Joint>,
        model: Model,
    ) -> Result<Self, InputError> {
        for (number, contact) in contacts.iter().enumerate() {
            let [a, b] = contact.bodies();
            if let Some(body) = [a, b].into_iter().find(|&body| body >= bodies.len()) {
                return Err(InputError::NoSuchBody { contact: number, body, bodies: bodies.len() });
            }
            if a == b {
                return Err(InputError::SelfContact { contact: number, body: a });
            }
        }
        let contacts = contacts.into_iter().enumerate();
        let contacts: Vec<Contact> =
            contacts.map(|(number, contact)| touching(&bodies, number, contact)).collect::<Result<_, _>>()?;
        let linkage = Linkage::new(&bodies, joints)?;
        let start: Vec<Start> = contacts.iter().map(|contact| Start::of(&bodies, contact)).collect();
        let axes: Vec<[Vector3<f64>; 3]> = start.iter().map(|start| start.axes).collect();
        let coupling = coupling(&bodies, &contacts, &linkage, &axes)?;
        let problem = in_contact_space(&contacts, coupling, &start, model)?;
        Ok(Self { bodies, contacts, linkage, axes, problem })
    }

    /// The same geometry with other motions of the bodies before the impact, which need not be checked again.
    ///
    /// # Errors
    /// A number of motions other than that of the bodies, and motions that are not finite or that bearings or joints do not allow.
    pub fn with_velocities(&self, velocities: &[Motion]) -> Result<Self, InputError> {
        let mut changed = self.clone();
        changed.set_velocities(velocities)?;
        Ok(changed)
    }

    /// Gives the bodies other motions before the impact, as [`Impact::with_velocities`] does. Without friction this needs no memory;
    /// with it, W is computed anew, since a contact's tangents follow its velocity. After an error the impact is as it was.
    ///
    /// # Errors
    /// As [`Impact::with_velocities`].
    pub fn set_velocities(&mut self, velocities: &[Motion]) -> Result<(), InputError> {
        if velocities.len() != self.bodies.len() {
            let (found, bodies) = (velocities.len(), self.bodies.len());
            return Err(InputError::MotionCount { found, bodies });
        }
        for (number, (body, motion)) in self.bodies.iter().zip(velocities).enumerate() {
            body.allowed(motion).map_err(|(what, allowed)| InputError::MotionOfBody {
                body: number,
                what,
                allowed,
            })?;
        }
        self.linkage.check(&self.bodies, velocities)?;
        // A motion that is the body's own stays what it is, to the last bit: along a bearing it would be rounded.
        for (body, motion) in
            self.bodies.iter_mut().zip(velocities).filter(|(body, motion)| body.motion() != **motion)
        {
            body.set_motion(motion);
        }
        let Self { bodies, contacts, linkage, axes, problem } = self;
        let starts = contacts.iter().map(|contact| Start::of(bodies, contact));
        if contacts.iter().any(Contact::rubs) {
            let start: Vec<Start> = starts.collect();
            axes.iter_mut().zip(&start).for_each(|(axes, start)| *axes = start.axes);
            *problem = in_contact_space(
                contacts,
                coupling(bodies, contacts, linkage, axes)?,
                &start,
                problem.model(),
            )?;
            return Ok(());
        }
        problem.set_velocities(starts.enumerate().map(|(number, start)| {
            axes[number] = start.axes;
            start.normal_velocity
        }));
        Ok(())
    }

    /// The bodies before the impact.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The joints.
    #[must_use]
    pub fn joints(&self) -> &[Joint] {
        self.linkage.joints()
    }

    pub(crate) fn linkage(&self) -> &Linkage {
        &self.linkage
    }

    /// The same impact in contact space.
    #[must_use]
    pub fn contact_problem(&self) -> &ContactProblem {
        &self.problem
    }

    /// The outcome alone: the fastest way to it for a single impact.
    pub fn solve(&self) -> Result<Outcome, SolveError> {
        let mut outcome = Outcome::default();
        self.solve_into(&mut Workspace::default(), &mut outcome)?;
        Ok(outcome)
    }

    /// The outcome alone, in memory that is used again from impact to impact: the fastest way to many. After an error `outcome` is as it
    /// was.
    pub fn solve_into(&self, workspace: &mut Workspace, outcome: &mut Outcome) -> Result<(), SolveError> {
        self.problem.solve_within(workspace)?;
        self.conclude(workspace, outcome);
        Ok(())
    }

    /// The outcome and the whole course of the impact.
    pub fn trace(&self) -> Result<(Outcome, Trace), SolveError> {
        let (ended, trace) = self.trace_as_far_as_possible();
        ended.map(|outcome| (outcome, trace))
    }

    /// The whole course of the impact and its outcome; if it cannot be solved, the error and the course up to there.
    pub fn trace_as_far_as_possible(&self) -> (Result<Outcome, SolveError>, Trace) {
        let mut workspace = Workspace::default();
        let (trace, ended) = self.problem.trace_within(&mut workspace);
        let concluded = |()| {
            let mut outcome = Outcome::default();
            self.conclude(&mut workspace, &mut outcome);
            outcome
        };
        (ended.map(concluded), trace)
    }

    /// The outcome, and when the contacts are active: for less than the whole course costs.
    pub fn solve_with_timeline(&self) -> Result<(Outcome, Timeline), SolveError> {
        let mut workspace = Workspace::default();
        let timeline = self.problem.time_within(&mut workspace)?;
        let mut outcome = Outcome::default();
        self.conclude(&mut workspace, &mut outcome);
        Ok((outcome, timeline))
    }

    /// (t₁, t₂, n) of each contact, in world axes: where it slides at first, across, and the normal.
    #[must_use]
    pub fn axes(&self) -> &[[Vector3<f64>; 3]] {
        &self.axes
    }

    /// Velocity of a contact before the impact along its (t₁, t₂, n), in metres per second, as the contact problem has it.
    pub(crate) fn relative_velocity(&self, contact: usize) -> Vector3<f64> {
        let start = Start::of(&self.bodies, &self.contacts[contact]);
        Vector3::new(start.tangential_speed, 0.0, start.normal_velocity)
    }

    /// Size of the terms of a contact's normal velocity before the impact, in metres per second.
    pub(crate) fn normal_terms(&self, contact: usize) -> f64 {
        Start::of(&self.bodies, &self.contacts[contact]).normal_terms
    }

    /// The bodies' motions after the given impulses on each contact's first body (newton seconds, world axes).
    #[must_use]
    pub fn motions_after(&self, impulses: &[Vector3<f64>]) -> Vec<Motion> {
        let before: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        let mut motions = before.clone();
        push_all(&self.bodies, &self.contacts, impulses, &mut motions);
        self.linkage.hold(&self.bodies, &before, &mut motions, &mut Vec::new());
        motions
    }

    /// Impulses in world axes from their normal and tangential parts; no tangential ones without friction.
    #[must_use]
    pub fn world_impulses(&self, normal: &[f64], tangential: &[Vector2<f64>]) -> Vec<Vector3<f64>> {
        let mut impulses = Vec::new();
        self.write_world_impulses(normal, tangential, &mut impulses);
        impulses
    }

    fn write_world_impulses(
        &self,
        normal: &[f64],
        tangential: &[Vector2<f64>],
        impulses: &mut Vec<Vector3<f64>>,
    ) {
        impulses.clear();
        impulses.extend(self.axes.iter().zip(normal).map(|(axes, &impulse)| axes[NORMAL] * impulse));
        for ((sum, axes), tangential) in impulses.iter_mut().zip(&self.axes).zip(tangential) {
            *sum += axes[0] * tangential.x + axes[1] * tangential.y;
        }
    }

    /// The bodies' motions at an instant of the impact.
    #[must_use]
    pub fn motions_at(&self, snapshot: &Snapshot) -> Vec<Motion> {
        let tangential: Vec<Vector2<f64>> = snapshot.tangential.iter().map(|side| side.impulse).collect();
        self.motions_after(&self.world_impulses(&snapshot.impulse, &tangential))
    }

    /// Kinetic energy of all bodies, in joules.
    #[must_use]
    pub fn kinetic_energy(&self, motions: &[Motion]) -> f64 {
        self.bodies.iter().zip(motions).map(|(body, motion)| body.kinetic_energy(motion)).sum()
    }

    /// What a solution in contact space does to the bodies, by its impulses.
    #[must_use]
    pub fn outcome(&self, solution: &ContactSolution) -> Outcome {
        self.outcome_of_momenta(solution, &[])
    }

    /// The outcome of a solution, the bodies' motions from the momenta y of (P.7) where these are kept.
    pub(crate) fn outcome_of_momenta(&self, solution: &ContactSolution, momenta: &[f64]) -> Outcome {
        let (solution, momenta) = (solution.clone(), momenta.to_vec());
        let mut workspace = Workspace { solution, momenta, ..Workspace::default() };
        let mut outcome = Outcome::default();
        self.conclude(&mut workspace, &mut outcome);
        outcome
    }

    /// The outcome of the solution in a workspace, the bodies' motions from the momenta y of (P.7) where these are kept.
    fn conclude(&self, workspace: &mut Workspace, outcome: &mut Outcome) {
        let Workspace { solution, momenta, impulses, before, .. } = workspace;
        let Outcome { bodies: after, contacts, joints, .. } = outcome;
        before.clear();
        before.extend(self.bodies.iter().map(Body::motion));
        self.write_world_impulses(&solution.impulse, &solution.tangential_impulse, impulses);
        after.clone_from(before);
        match self.problem.coupling().whole_root().filter(|_| !momenta.is_empty()) {
            Some(root) => root.move_bodies(momenta, after),
            None => push_all(&self.bodies, &self.contacts, impulses, after),
        }
        self.linkage.hold(&self.bodies, before, after, joints);
        contacts.clear();
        contacts.extend(self.contacts.iter().enumerate().map(|(i, contact)| ContactOutcome {
            impulse: impulses[i],
            normal_impulse: solution.impulse[i],
            velocity_before: relative_velocity(&self.bodies, before, contact),
            velocity_after: relative_velocity(&self.bodies, after, contact),
        }));
        outcome.energy = EnergyLedger {
            before: self.kinetic_energy(before),
            after: self.kinetic_energy(after),
            lost_in_restitution: solution.lost_in_restitution + solution.trapped,
            lost_in_friction: solution.lost_in_friction,
            work: work(&self.bodies, &self.contacts, impulses) + self.work_at_joints(joints) + 0.0, // never −0
        };
        // Strain below the rounding of the ledger is none.
        let wedged = solution.trapped > f64::EPSILON * (outcome.energy.before + outcome.energy.work.abs());
        outcome.ending =
            if wedged { Ending::Converged { residual: solution.trapped } } else { Ending::Separated };
        outcome.duration = solution.duration;
        outcome.events = solution.events;
        outcome.expansions = solution.expansions;
    }

    /// Work that fixed bodies which move have done through joints, in joules.
    pub(crate) fn work_at_joints(&self, carried: &[JointOutcome]) -> f64 {
        let of_joint = |(joint, carried): (&Joint, &JointOutcome)| -> f64 {
            let sides = joint.bodies().into_iter().zip([-1.0, 1.0]);
            let of_body = |(body, sign): (usize, f64)| {
                let body = &self.bodies[body];
                let motion = body.prescribed();
                let along = carried.impulse.dot(&body.velocity_at(&motion, joint.point()));
                sign * (along + carried.couple.dot(&motion.angular))
            };
            sides.map(of_body).sum()
        };
        self.joints().iter().zip(carried).map(of_joint).sum()
    }
}

/// Adds what impulses on the contacts' first bodies (newton seconds, world axes) do.
pub(crate) fn push_all(
    bodies: &[Body],
    contacts: &[Contact],
    impulses: &[Vector3<f64>],
    motions: &mut [Motion],
) {
    for (contact, &impulse) in contacts.iter().zip(impulses) {
        let [a, b] = contact.bodies();
        motions[a] += bodies[a].response(impulse, contact.point());
        motions[b] += bodies[b].response(-impulse, contact.point());
    }
}

/// Work that fixed bodies which move have done at contacts, in joules: each keeps its velocity, so that it is the impulse it gives
/// times that.
pub(crate) fn work(bodies: &[Body], contacts: &[Contact], impulses: &[Vector3<f64>]) -> f64 {
    let velocity = |body: usize, point| bodies[body].velocity_at(&bodies[body].prescribed(), point);
    let at_contact = |(contact, impulse): (&Contact, &Vector3<f64>)| {
        let [a, b] = contact.bodies();
        impulse.dot(&(velocity(b, contact.point()) - velocity(a, contact.point())))
    };
    contacts.iter().zip(impulses).map(at_contact).sum()
}

pub(crate) fn relative_velocity(bodies: &[Body], motions: &[Motion], contact: &Contact) -> Vector3<f64> {
    let [a, b] = contact.bodies();
    let point = contact.point();
    bodies[a].velocity_at(&motions[a], point) - bodies[b].velocity_at(&motions[b], point)
}

/// A contact whose bodies overlap a little, as one that touches.
fn touching(bodies: &[Body], number: usize, contact: Contact) -> Result<Contact, InputError> {
    let gap = contact.law().gap;
    if gap >= 0.0 || !gap.is_finite() {
        return Ok(contact); // what is not finite is refused in contact space
    }
    let ways = contact.bodies().into_iter().filter(|&body| !bodies[body].is_fixed());
    let longest = ways.map(|body| (contact.point() - bodies[body].position()).norm()).fold(0.0, f64::max);
    let allowed = OVERLAP * longest;
    if -gap <= allowed {
        return Ok(contact.with_gap(0.0));
    }
    Err(InputError::Overlap { contact: number, depth: -gap, allowed })
}

/// The problem in contact space.
fn in_contact_space(
    contacts: &[Contact],
    coupling: Coupling,
    start: &[Start],
    model: Model,
) -> Result<ContactProblem, InputError> {
    let velocity = start.iter().map(|start| start.normal_velocity).collect();
    let tangential_velocity = start.iter().map(|start| Vector2::new(start.tangential_speed, 0.0)).collect();
    let laws = contacts.iter().map(Contact::law).collect();
    let tangential_laws = contacts.iter().map(Contact::tangential_law).collect();
    ContactProblem::new(coupling, velocity, laws, model)?.with_friction(tangential_laws, tangential_velocity)
}

/// W of (P.1). Tangents take part where there is friction.
fn coupling(
    bodies: &[Body],
    contacts: &[Contact],
    linkage: &Linkage,
    axes: &[[Vector3<f64>; 3]],
) -> Result<Coupling, InputError> {
    let port = |(contact, axes): (&Contact, &[Vector3<f64>; 3])| {
        contact.port(axes, if contact.rubs() { Takes::Force } else { Takes::Normal })
    };
    let ports: Vec<Port> = contacts.iter().zip(axes).map(port).collect();
    let rows = linkage.couple(bodies, &ports);
    if contacts.iter().any(Contact::rubs) {
        return Coupling::from_block_rows(rows);
    }
    let normals =
        |row: Vec<(usize, Matrix3<f64>)>| row.into_iter().map(|(j, w)| (j, w[(NORMAL, NORMAL)])).collect();
    let coupling = Coupling::from_rows(rows.into_iter().map(normals).collect())?;
    if !linkage.is_empty() {
        return Ok(coupling); // the momenta of (P.7) are those of bodies that nothing holds together
    }
    let own_answer =
        |(body, port): (usize, &Port)| Link::through(&bodies[body], &port.end, &port.end).normal();
    let sides = ports.iter().flat_map(|port| port.sides().map(move |(body, _)| (body, port)));
    let answers: Vec<f64> = sides.filter(|&(body, _)| !bodies[body].is_fixed()).map(own_answer).collect();
    Ok(coupling.with_root(Root::is_needed(&answers).then(|| Root::between(bodies, &ports))))
}
