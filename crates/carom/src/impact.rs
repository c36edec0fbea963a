//! An impact between bodies: the way from bodies and contacts to contact space and back.

use nalgebra::{Matrix3, Unit, Vector2, Vector3};

use crate::body::{Body, Motion, direction};
use crate::contact_problem::{ContactProblem, ContactSolution, Model, NormalLaw};
use crate::coupling::{Coupling, NORMAL};
use crate::error::{InputError, SolveError};
use crate::friction::TangentialLaw;
use crate::history::Trace;
use crate::laws::Coefficients;
use crate::link::{CANCELLED, End, Link, Port, Takes, couple};
use crate::quantity::TangentialRestitution;
use crate::root::Root;
use crate::snapshot::Snapshot;
use crate::timeline::Timeline;

/// A contact between two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    bodies: [usize; 2],
    point: Vector3<f64>,
    normal: Unit<Vector3<f64>>,
    law: NormalLaw,
    tangential: TangentialLaw,
    tangential_restitution: TangentialRestitution,
}

impl Contact {
    /// A contact of `bodies[0]` with `bodies[1]` at a point (metres, world); the normal points from the second to
    /// the first and need not have length one. Impulses are those on the first.
    pub fn new(
        bodies: [usize; 2],
        point: Vector3<f64>,
        normal: Vector3<f64>,
        law: NormalLaw,
    ) -> Result<Self, InputError> {
        if point.iter().any(|x| !x.is_finite()) {
            return Err(InputError::NotFinite { what: "the contact point" });
        }
        let normal = direction("the contact normal", normal)?;
        let tangential = TangentialLaw::Frictionless;
        Ok(Self {
            bodies,
            point,
            normal,
            law,
            tangential,
            tangential_restitution: TangentialRestitution::NONE,
        })
    }

    /// The same contact with friction.
    #[must_use]
    pub fn with_friction(self, tangential: TangentialLaw) -> Self {
        Self { tangential, ..self }
    }

    /// The same contact with a tangential restitution, for the laws that use one.
    #[must_use]
    pub fn with_tangential_restitution(self, tangential_restitution: TangentialRestitution) -> Self {
        Self { tangential_restitution, ..self }
    }

    /// The two bodies.
    #[must_use]
    pub fn bodies(&self) -> [usize; 2] {
        self.bodies
    }

    /// Where they touch, in metres.
    #[must_use]
    pub fn point(&self) -> Vector3<f64> {
        self.point
    }

    /// Unit normal, from the second body to the first.
    #[must_use]
    pub fn normal(&self) -> Unit<Vector3<f64>> {
        self.normal
    }

    /// How the contact answers along its normal.
    #[must_use]
    pub fn law(&self) -> NormalLaw {
        self.law
    }

    /// How the contact answers along its tangents.
    #[must_use]
    pub fn tangential_law(&self) -> TangentialLaw {
        self.tangential
    }

    /// The coefficients that laws for a single contact use.
    #[must_use]
    pub fn coefficients(&self) -> Coefficients {
        Coefficients {
            restitution: self.law.restitution,
            friction: self.tangential.friction(),
            tangential_restitution: self.tangential_restitution,
        }
    }

    /// Where the contact's impulses act.
    pub(crate) fn port(&self, axes: &[Vector3<f64>; 3], takes: Takes) -> Port {
        let end = End { point: self.point, axes: *axes, takes };
        Port { end, bodies: self.bodies.map(Some) }
    }
}

/// Bodies, the contacts between them, and the model of their impact.
#[derive(Debug, Clone)]
pub struct Impact {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
    /// (t₁, t₂, n) of each contact.
    axes: Vec<[Vector3<f64>; 3]>,
    problem: ContactProblem,
}

/// How an impact ended.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Ending {
    /// Every contact has let go: none approaches.
    Separated,
    /// Relative motion has died out among bodies wedged between others, with strain left in their contacts.
    Converged {
        /// The strain energy that is never given back, in joules; the ledger counts it as lost in restitution.
        residual: f64,
    },
}

/// Where the energy went, in joules.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct EnergyLedger {
    /// Kinetic energy before the impact.
    pub before: f64,
    /// Kinetic energy after it.
    pub after: f64,
    /// Lost in restitution.
    pub lost_in_restitution: f64,
    /// Lost in friction.
    pub lost_in_friction: f64,
}

impl EnergyLedger {
    /// What the ledger fails to account for, in joules: rounding.
    #[must_use]
    pub fn imbalance(&self) -> f64 {
        self.before - self.after - self.lost_in_restitution - self.lost_in_friction
    }
}

/// What an impact did at one contact. Vectors in world axes.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactOutcome {
    /// Impulse on the first body, in newton seconds.
    pub impulse: Vector3<f64>,
    /// Its normal component.
    pub normal_impulse: f64,
    /// Velocity of the first body relative to the second at the point, before, in metres per second.
    pub velocity_before: Vector3<f64>,
    /// The same after the impact.
    pub velocity_after: Vector3<f64>,
}

/// What an impact did.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Motion of every body after the impact.
    pub bodies: Vec<Motion>,
    /// What happened at every contact.
    pub contacts: Vec<ContactOutcome>,
    /// Where the energy went.
    pub energy: EnergyLedger,
    /// How long the impact took, in seconds; meaningful if the stiffnesses are real.
    pub duration: f64,
    /// Number of events.
    pub events: usize,
    /// Number of Taylor series that were expanded: the cost of the solution.
    pub expansions: usize,
}

impl Impact {
    /// Sets an impact up.
    pub fn new(bodies: Vec<Body>, contacts: Vec<Contact>, model: Model) -> Result<Self, InputError> {
        for (number, contact) in contacts.iter().enumerate() {
            let [a, b] = contact.bodies;
            if let Some(body) = [a, b].into_iter().find(|&body| body >= bodies.len()) {
                return Err(InputError::NoSuchBody { contact: number, body, bodies: bodies.len() });
            }
            if a == b {
                return Err(InputError::SelfContact { contact: number, body: a });
            }
        }
        let start: Vec<Start> = contacts.iter().map(|contact| Start::of(&bodies, contact)).collect();
        let axes: Vec<[Vector3<f64>; 3]> = start.iter().map(|start| start.axes).collect();
        let coupling = coupling(&bodies, &contacts, &axes)?;
        let velocity = start.iter().map(|start| start.normal_velocity).collect();
        let tangential_velocity =
            start.iter().map(|start| Vector2::new(start.tangential_speed, 0.0)).collect();
        let laws = contacts.iter().map(|contact| contact.law).collect();
        let tangential_laws = contacts.iter().map(|contact| contact.tangential).collect();
        let problem = ContactProblem::new(coupling, velocity, laws, model)?
            .with_friction(tangential_laws, tangential_velocity)?;
        Ok(Self { bodies, contacts, axes, problem })
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

    /// The same impact in contact space.
    #[must_use]
    pub fn contact_problem(&self) -> &ContactProblem {
        &self.problem
    }

    /// The outcome alone: the fastest way to it.
    pub fn solve(&self) -> Result<Outcome, SolveError> {
        let (solution, momenta) = self.problem.solve_with_momenta()?;
        Ok(self.outcome_of_momenta(&solution, &momenta))
    }

    /// The outcome and the whole course of the impact.
    pub fn trace(&self) -> Result<(Outcome, Trace), SolveError> {
        let (solution, momenta, trace) = self.problem.trace_with_momenta()?;
        Ok((self.outcome_of_momenta(&solution, &momenta), trace))
    }

    /// The outcome, and when the contacts are active: for less than the whole course costs.
    pub fn solve_with_timeline(&self) -> Result<(Outcome, Timeline), SolveError> {
        let (solution, momenta, timeline) = self.problem.time_with_momenta()?;
        Ok((self.outcome_of_momenta(&solution, &momenta), timeline))
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
        let mut motions: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        push_all(&self.bodies, &self.contacts, impulses, &mut motions);
        motions
    }

    /// Impulses in world axes from their normal and tangential parts; no tangential ones without friction.
    #[must_use]
    pub fn world_impulses(&self, normal: &[f64], tangential: &[Vector2<f64>]) -> Vec<Vector3<f64>> {
        let mut impulses: Vec<Vector3<f64>> =
            self.axes.iter().zip(normal).map(|(axes, &impulse)| axes[NORMAL] * impulse).collect();
        for ((sum, axes), tangential) in impulses.iter_mut().zip(&self.axes).zip(tangential) {
            *sum += axes[0] * tangential.x + axes[1] * tangential.y;
        }
        impulses
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

    /// The outcome of a solution from its impulses.
    pub(crate) fn outcome(&self, solution: &ContactSolution) -> Outcome {
        self.outcome_of_momenta(solution, &[])
    }

    /// The outcome of a solution, the bodies' motions from the momenta y of (P.7) where these are kept.
    pub(crate) fn outcome_of_momenta(&self, solution: &ContactSolution, momenta: &[f64]) -> Outcome {
        let before: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        let impulses = self.world_impulses(&solution.impulse, &solution.tangential_impulse);
        let after = match self.problem.coupling().whole_root().filter(|_| !momenta.is_empty()) {
            Some(root) => {
                let mut motions = before.clone();
                root.move_bodies(momenta, &mut motions);
                motions
            }
            None => self.motions_after(&impulses),
        };
        let contact_outcome = |(i, contact): (usize, &Contact)| ContactOutcome {
            impulse: impulses[i],
            normal_impulse: solution.impulse[i],
            velocity_before: relative_velocity(&self.bodies, &before, contact),
            velocity_after: relative_velocity(&self.bodies, &after, contact),
        };
        // Strain below the rounding of the ledger is none.
        let wedged = solution.trapped > f64::EPSILON * self.kinetic_energy(&before);
        Outcome {
            ending: if wedged { Ending::Converged { residual: solution.trapped } } else { Ending::Separated },
            contacts: self.contacts.iter().enumerate().map(contact_outcome).collect(),
            energy: EnergyLedger {
                before: self.kinetic_energy(&before),
                after: self.kinetic_energy(&after),
                lost_in_restitution: solution.lost_in_restitution + solution.trapped,
                lost_in_friction: solution.lost_in_friction,
            },
            bodies: after,
            duration: solution.duration,
            events: solution.events,
            expansions: solution.expansions,
        }
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
        let [a, b] = contact.bodies;
        motions[a] += bodies[a].response(impulse, contact.point);
        motions[b] += bodies[b].response(-impulse, contact.point);
    }
}

pub(crate) fn relative_velocity(bodies: &[Body], motions: &[Motion], contact: &Contact) -> Vector3<f64> {
    let [a, b] = contact.bodies;
    bodies[a].velocity_at(&motions[a], contact.point) - bodies[b].velocity_at(&motions[b], contact.point)
}

/// A contact's axes and velocity before the impact; exactly zero where the bodies' velocities cancel to rounding.
struct Start {
    /// (t₁, t₂, n), right-handed, with t₁ along the tangential velocity: what is planar stays so to the last bit.
    axes: [Vector3<f64>; 3],
    normal_velocity: f64,
    normal_terms: f64,
    tangential_speed: f64,
}

impl Start {
    fn of(bodies: &[Body], contact: &Contact) -> Self {
        let velocity_of = |side: usize| {
            let body = &bodies[contact.bodies[side]];
            body.velocity_at(&body.motion(), contact.point)
        };
        let (a, b) = (velocity_of(0), velocity_of(1));
        let normal = contact.normal.into_inner();
        let significant = |value: f64, terms: f64| if value.abs() <= CANCELLED * terms { 0.0 } else { value };
        let normal_velocity = normal.dot(&(a - b));
        let sliding = (a - b) - normal * normal_velocity;
        let tangential_speed = significant(sliding.norm(), a.norm() + b.norm());
        let first = if tangential_speed > 0.0 { sliding / tangential_speed } else { any_tangent(&normal) };
        let terms = normal.abs().dot(&(a.abs() + b.abs()));
        Self {
            axes: [first, normal.cross(&first), normal],
            normal_velocity: significant(normal_velocity, terms),
            normal_terms: terms,
            tangential_speed,
        }
    }
}

/// A unit vector across the normal: the coordinate axis most across it, made orthogonal.
pub(crate) fn any_tangent(normal: &Vector3<f64>) -> Vector3<f64> {
    let mut axis = Vector3::zeros();
    axis[normal.iamin()] = 1.0;
    (axis - normal * normal.dot(&axis)).normalize()
}

/// W of (P.1). Tangents take part where there is friction.
fn coupling(
    bodies: &[Body],
    contacts: &[Contact],
    axes: &[[Vector3<f64>; 3]],
) -> Result<Coupling, InputError> {
    let port = |(contact, axes): (&Contact, &[Vector3<f64>; 3])| {
        contact.port(axes, if rubs(contact) { Takes::Force } else { Takes::Normal })
    };
    let ports: Vec<Port> = contacts.iter().zip(axes).map(port).collect();
    let rows = couple(bodies, &ports);
    if contacts.iter().any(rubs) {
        return Coupling::from_block_rows(rows);
    }
    let normals =
        |row: Vec<(usize, Matrix3<f64>)>| row.into_iter().map(|(j, w)| (j, w[(NORMAL, NORMAL)])).collect();
    let coupling = Coupling::from_rows(rows.into_iter().map(normals).collect())?;
    let own_answer =
        |(body, port): (usize, &Port)| Link::through(&bodies[body], &port.end, &port.end).normal();
    let sides = ports.iter().flat_map(|port| port.sides().map(move |(body, _)| (body, port)));
    let answers: Vec<f64> = sides.filter(|&(body, _)| !bodies[body].is_fixed()).map(own_answer).collect();
    Ok(coupling.with_root(Root::is_needed(&answers).then(|| Root::between(bodies, &ports))))
}

fn rubs(contact: &Contact) -> bool {
    contact.tangential.has_friction()
}
