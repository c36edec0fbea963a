//! A sequence of collisions between bodies.

use nalgebra::{Matrix3, Vector3};

use super::SequenceError;
use super::contact_sequence::{ContactSequence, Nodes, rigid_and_touching};
use super::outcome::{HingeOutcome, Place, SequenceCourse, SequenceOutcome};
use super::rules::{Hinges, Rules};
use super::run::{Run, Watcher};
use super::site::{ReleasedHinge, Site};
use super::ties::{self, Position};
use crate::body::{Body, Motion};
use crate::contact::Contact;
use crate::coupling::Coupling;
use crate::impact::{Impact, push_all, relative_velocity, work};
use crate::joint::Joint;
use crate::laws::{Coefficients, ImpactLaw};
use crate::link::{Port, Takes};
use crate::linkage::Linkage;
use crate::outcome::{ContactOutcome, EnergyLedger, JointOutcome};

/// Bodies about to collide at one contact after the other.
#[derive(Debug, Clone)]
pub struct Sequence<'a> {
    impact: &'a Impact,
    /// Those of the impact, without the hinges that were released.
    bodies: Vec<Body>,
    linkage: Linkage,
    contacts: ContactSequence,
}

impl<'a> Sequence<'a> {
    /// Sets a sequence up. Stiffnesses and the impact's model do not matter.
    ///
    /// # Errors
    /// Gaps, tangential springs, hinges that cannot be released, and contacts that [`LoneImpact`](crate::laws::LoneImpact)
    /// refuses.
    pub fn new(impact: &'a Impact, rules: Rules) -> Result<Self, SequenceError> {
        for (number, contact) in impact.contacts().iter().enumerate() {
            rigid_and_touching(number, contact.law().gap, contact.tangential_law())?;
        }
        let (bodies, hinges) = match rules.hinges {
            Hinges::Intact => (impact.bodies().to_vec(), Vec::new()),
            Hinges::Released => released(impact.bodies())?,
        };
        let joins = |(joint, of): (usize, &Joint)| of.bodies().map(|body| (joint, body));
        let mut joined = impact.joints().iter().enumerate().flat_map(joins);
        if let Some((joint, body)) = joined.find(|(_, body)| hinges.iter().any(|hinge| hinge.number == *body))
        {
            return Err(SequenceError::ReleasedFromJoint { body, joint }); // (D.5) knows the body alone
        }
        let linkage = Linkage::new(&bodies, impact.joints().to_vec())?;
        let nodes = nodes(impact, &bodies, &linkage, &hinges)?;
        let order = order(impact, &hinges);
        let coefficients: Vec<Coefficients> = impact.contacts().iter().map(|c| c.coefficients()).collect();
        let contacts = ContactSequence::over(nodes, &coefficients, hinges, order, rules)?;
        Ok(Self { impact, bodies, linkage, contacts })
    }

    /// The outcome alone: the fastest way to it.
    ///
    /// # Errors
    /// Contacts for which the law has no answer, and collisions that never end.
    pub fn solve(&self, law: &dyn ImpactLaw) -> Result<SequenceOutcome, SequenceError> {
        Ok(self.outcome(&Run::new(&self.contacts, law, &mut ()).run()?))
    }

    /// The outcome and every collision, vectors in world axes.
    ///
    /// # Errors
    /// As [`Sequence::solve`].
    pub fn trace(&self, law: &dyn ImpactLaw) -> Result<(SequenceOutcome, SequenceCourse), SequenceError> {
        let mut course = SequenceCourse::default();
        let outcome = self.outcome(&Run::new(&self.contacts, law, &mut course).run()?);
        for stage in &mut course.stages {
            let [force, turning] = self.axes_of(stage.place);
            for vector in [&mut stage.impulse, &mut stage.velocity_before, &mut stage.velocity_after] {
                *vector = force * *vector;
            }
            stage.couple = turning * stage.couple;
        }
        Ok((outcome, course))
    }

    /// The bodies that collide, and their contacts.
    pub(crate) fn parts(&self) -> (&'a Impact, &ContactSequence) {
        (self.impact, &self.contacts)
    }

    /// The axes of a place's nodes, as columns.
    fn axes_of(&self, place: Place) -> [Matrix3<f64>; 2] {
        match place {
            Place::Contact(contact) => [Matrix3::from_columns(&self.impact.axes()[contact]); 2],
            Place::Hinge(body) => {
                let of_body = |(hinge, _): &(&ReleasedHinge, _)| hinge.number == body;
                self.hinges()
                    .find(of_body)
                    .map_or_else(|| [Matrix3::identity(); 2], |(hinge, _)| hinge.axes())
            }
        }
    }

    fn hinges(&self) -> impl Iterator<Item = (&ReleasedHinge, &[usize; 2])> {
        self.contacts.sites.iter().filter_map(|site| match site {
            Site::Contact { .. } => None,
            Site::Hinge { hinge, nodes } => Some((hinge.as_ref(), nodes)),
        })
    }

    fn outcome<W: Watcher>(&self, run: &Run<W>) -> SequenceOutcome {
        let mut joints = Vec::new();
        let mut before: Vec<Motion> = self.bodies.iter().map(Body::motion).collect();
        self.push(&self.contacts.nudges, &mut before, &mut joints);
        let mut after = before.clone();
        let impulses = self.push(&run.state.impulse, &mut after, &mut joints);
        let work =
            work(&self.bodies, self.impact.contacts(), &impulses) + self.impact.work_at_joints(&joints);
        let contact_outcome = |(i, contact): (usize, &Contact)| ContactOutcome {
            impulse: impulses[i],
            normal_impulse: run.state.impulse[i].z,
            velocity_before: relative_velocity(&self.bodies, &before, contact),
            velocity_after: relative_velocity(&self.bodies, &after, contact),
        };
        SequenceOutcome {
            ending: run.ending(),
            collisions: run.collisions,
            contacts: self.impact.contacts().iter().enumerate().map(contact_outcome).collect(),
            hinges: self.hinges().map(|(hinge, nodes)| reaction(hinge, nodes, &run.state.impulse)).collect(),
            energy: EnergyLedger {
                before: self.kinetic_energy(&before),
                after: self.kinetic_energy(&after),
                lost_in_restitution: run.lost_in_restitution,
                lost_in_friction: run.lost_in_friction,
                work: work + 0.0, // never −0
            },
            joints,
            bodies: after,
        }
    }

    /// Adds what impulses at the nodes do to the bodies, joints answering them; returns those at the contacts in world axes.
    fn push(
        &self,
        nodes: &[Vector3<f64>],
        motions: &mut [Motion],
        joints: &mut Vec<JointOutcome>,
    ) -> Vec<Vector3<f64>> {
        let before = motions.to_vec();
        let in_world =
            |(axes, p): (&[Vector3<f64>; 3], &Vector3<f64>)| axes[2] * p.z + (axes[0] * p.x + axes[1] * p.y);
        let impulses: Vec<Vector3<f64>> = self.impact.axes().iter().zip(nodes).map(in_world).collect();
        push_all(&self.bodies, self.impact.contacts(), &impulses, motions);
        for (hinge, pair) in self.hinges().filter(|_| !nodes.is_empty()) {
            let HingeOutcome { body, impulse, couple } = reaction(hinge, pair, nodes);
            motions[body] += self.bodies[body].response(impulse, hinge.pivot());
            motions[body] += self.bodies[body].response_to_couple(couple);
        }
        self.linkage.hold(&self.bodies, &before, motions, joints);
        impulses
    }

    fn kinetic_energy(&self, motions: &[Motion]) -> f64 {
        self.bodies.iter().zip(motions).map(|(body, motion)| body.kinetic_energy(motion)).sum()
    }
}

fn reaction(hinge: &ReleasedHinge, nodes: &[usize; 2], impulses: &[Vector3<f64>]) -> HingeOutcome {
    let [force, turning] = hinge.axes();
    let [at_pivot, about_it] = nodes.map(|node| impulses[node]);
    HingeOutcome { body: hinge.number, impulse: force * at_pivot, couple: turning * about_it }
}

/// The bodies without their hinges.
fn released(bodies: &[Body]) -> Result<(Vec<Body>, Vec<ReleasedHinge>), SequenceError> {
    let (mut free, mut hinges) = (Vec::with_capacity(bodies.len()), Vec::new());
    for (number, body) in bodies.iter().enumerate() {
        match body.released()? {
            Some((body, hinge)) => {
                hinges.push(ReleasedHinge::new(number, body.clone(), hinge));
                free.push(body);
            }
            None => free.push(body.clone()),
        }
    }
    Ok((free, hinges))
}

/// W over contacts and hinges, and the velocities there before the impact.
fn nodes(
    impact: &Impact,
    bodies: &[Body],
    linkage: &Linkage,
    hinges: &[ReleasedHinge],
) -> Result<Nodes, SequenceError> {
    let contacts = impact.contacts().iter().zip(impact.axes());
    let mut ports: Vec<Port> = contacts.map(|(contact, axes)| contact.port(axes, Takes::Force)).collect();
    let numbers = 0..impact.contacts().len();
    let mut velocity: Vec<Vector3<f64>> = numbers.clone().map(|i| impact.relative_velocity(i)).collect();
    let mut terms: Vec<f64> = numbers.map(|i| impact.normal_terms(i)).collect();
    for hinge in hinges {
        ports.extend(hinge.ports());
        velocity.extend(hinge.velocities_before());
        terms.extend(hinge.terms_before());
    }
    let coupling = Coupling::from_block_rows(linkage.couple(bodies, &ports))?;
    Ok(Nodes { coupling, velocity, terms })
}

/// The order of ties.
fn order(impact: &Impact, hinges: &[ReleasedHinge]) -> Vec<usize> {
    let contacts = impact.contacts().iter();
    let mut positions: Vec<Position> =
        contacts.map(|c| Position { point: c.point(), direction: c.normal().into_inner() }).collect();
    positions.extend(hinges.iter().map(|h| Position { point: h.pivot(), direction: h.axis() }));
    ties::order(&positions)
}
