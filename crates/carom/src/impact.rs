//! An impact between bodies: the way from bodies and contacts to contact space and back.

use nalgebra::{Unit, Vector3};

use crate::body::{Body, Motion, direction};
use crate::contact_problem::{ContactProblem, ContactSolution, Model, NormalLaw};
use crate::coupling::Coupling;
use crate::error::{InputError, SolveError};
use crate::history::Trace;

/// An entry of W, or a velocity before the impact, that is this small against the terms it is the sum of is the
/// rounding of that sum, and zero: normals at right angles, bodies that move together.
const CANCELLED: f64 = 16.0 * f64::EPSILON;

/// A contact between two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    bodies: [usize; 2],
    point: Vector3<f64>,
    normal: Unit<Vector3<f64>>,
    law: NormalLaw,
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
        Ok(Self { bodies, point, normal: direction("the contact normal", normal)?, law })
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
}

/// Bodies, the contacts between them, and the model of their impact.
#[derive(Debug, Clone)]
pub struct Impact {
    bodies: Vec<Body>,
    contacts: Vec<Contact>,
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
        let coupling = couple(&bodies, &contacts)?;
        let velocity = contacts.iter().map(|contact| approach(&bodies, contact)).collect();
        let laws = contacts.iter().map(|contact| contact.law).collect();
        let problem = ContactProblem::new(coupling, velocity, laws, model)?;
        Ok(Self { bodies, contacts, problem })
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
        Ok(self.outcome(&self.problem.solve()?))
    }

    /// The outcome and the whole course of the impact.
    pub fn trace(&self) -> Result<(Outcome, Trace), SolveError> {
        let (solution, trace) = self.problem.trace()?;
        Ok((self.outcome(&solution), trace))
    }

    /// The bodies' motions after the given normal impulses (newton seconds), one for each contact.
    #[must_use]
    pub fn motions_after(&self, normal_impulses: &[f64]) -> Vec<Motion> {
        let mut motions: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        for (contact, &impulse) in self.contacts.iter().zip(normal_impulses) {
            let [a, b] = contact.bodies;
            let impulse = contact.normal.into_inner() * impulse;
            motions[a] += self.bodies[a].response(impulse, contact.point);
            motions[b] += self.bodies[b].response(-impulse, contact.point);
        }
        motions
    }

    /// Kinetic energy of all bodies, in joules.
    #[must_use]
    pub fn kinetic_energy(&self, motions: &[Motion]) -> f64 {
        self.bodies.iter().zip(motions).map(|(body, motion)| body.kinetic_energy(motion)).sum()
    }

    fn outcome(&self, solution: &ContactSolution) -> Outcome {
        let before: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        let after = self.motions_after(&solution.impulse);
        let contact_outcome = |(contact, &normal_impulse): (&Contact, &f64)| ContactOutcome {
            impulse: contact.normal.into_inner() * normal_impulse,
            normal_impulse,
            velocity_before: relative_velocity(&self.bodies, &before, contact),
            velocity_after: relative_velocity(&self.bodies, &after, contact),
        };
        // Strain below the rounding of the ledger is none.
        let wedged = solution.trapped > f64::EPSILON * self.kinetic_energy(&before);
        Outcome {
            ending: if wedged { Ending::Converged { residual: solution.trapped } } else { Ending::Separated },
            contacts: self.contacts.iter().zip(&solution.impulse).map(contact_outcome).collect(),
            energy: EnergyLedger {
                before: self.kinetic_energy(&before),
                after: self.kinetic_energy(&after),
                lost_in_restitution: solution.lost_in_restitution + solution.trapped,
                lost_in_friction: 0.0,
            },
            bodies: after,
            duration: solution.duration,
            events: solution.events,
            expansions: solution.expansions,
        }
    }
}

fn relative_velocity(bodies: &[Body], motions: &[Motion], contact: &Contact) -> Vector3<f64> {
    let [a, b] = contact.bodies;
    bodies[a].velocity_at(&motions[a], contact.point) - bodies[b].velocity_at(&motions[b], contact.point)
}

/// Normal velocity before the impact; exactly zero where the bodies' velocities cancel to rounding.
fn approach(bodies: &[Body], contact: &Contact) -> f64 {
    let velocity_of = |side: usize| {
        let body = &bodies[contact.bodies[side]];
        body.velocity_at(&body.motion(), contact.point)
    };
    let (a, b) = (velocity_of(0), velocity_of(1));
    let normal_velocity = contact.normal.dot(&(a - b));
    let terms = contact.normal.abs().dot(&(a.abs() + b.abs()));
    if normal_velocity.abs() <= CANCELLED * terms { 0.0 } else { normal_velocity }
}

/// W of (P.1), body by body: contacts that share a body couple through it.
fn couple(bodies: &[Body], contacts: &[Contact]) -> Result<Coupling, InputError> {
    let mut contacts_of: Vec<Vec<(usize, f64)>> = vec![Vec::new(); bodies.len()];
    for (number, contact) in contacts.iter().enumerate() {
        contacts_of[contact.bodies[0]].push((number, 1.0));
        contacts_of[contact.bodies[1]].push((number, -1.0));
    }
    let row = |i: usize| {
        let mut entries: Vec<(usize, f64, f64)> = Vec::new();
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let body = contacts[i].bodies[side];
            for &(j, other_sign) in contacts_of[body].iter().filter(|_| !bodies[body].is_fixed()) {
                let (w, terms) = through_body(&bodies[body], &contacts[i], &contacts[j]);
                match entries.iter_mut().find(|entry| entry.0 == j) {
                    Some(entry) => {
                        entry.1 += sign * other_sign * w;
                        entry.2 += terms;
                    }
                    None => entries.push((j, sign * other_sign * w, terms)),
                }
            }
        }
        entries.sort_unstable_by_key(|entry| entry.0);
        let significant =
            |&(j, w, terms): &(usize, f64, f64)| (w.abs() > CANCELLED * terms).then_some((j, w));
        entries.iter().filter_map(significant).collect()
    };
    Coupling::from_rows((0..contacts.len()).map(row).collect())
}

/// Velocity along the normal of `to` that a unit impulse along the normal of `from` causes through one body, and
/// the size of the terms it is the sum of. The mean of both directions, so that W is symmetric to the last bit.
fn through_body(body: &Body, to: &Contact, from: &Contact) -> (f64, f64) {
    let answer = |to: &Contact, from: &Contact| {
        let change = body.response(from.normal.into_inner(), from.point);
        let arm = to.point - body.position();
        let w = to.normal.dot(&body.velocity_at(&change, to.point));
        let turned = change.angular.abs().norm() * arm.norm();
        (w, to.normal.abs().dot(&change.linear.abs()) + turned)
    };
    let ((forth, forth_terms), (back, back_terms)) = (answer(to, from), answer(from, to));
    (0.5 * (forth + back), 0.5 * (forth_terms + back_terms))
}
