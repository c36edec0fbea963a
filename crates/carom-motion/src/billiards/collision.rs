//! One impact: from a cluster to the engine and back to the balls' motions.

use carom::{
    Body, Contact, Friction, Impact, InputError, Model, Outcome, Restitution, RestitutionLaw, Separation,
    Surface, TangentialLaw, Timeline,
};
use nalgebra::Vector3;

use super::ball::{State, without_rounded_twist};
use super::cluster::{BedPart, Cluster, Scene};
use super::error::ShotError;
use super::table::Table;

/// What an impact did.
pub(crate) struct Struck {
    pub cluster: Cluster,
    pub impact: Impact,
    pub outcome: Outcome,
    /// States of the cluster's balls afterwards.
    pub after: Vec<State>,
    /// Energy of vertical motion that the cloth swallowed, in joules.
    pub swallowed: f64,
}

impl Scene<'_> {
    /// Resolves the impact of `seeds` with all that takes part, at `time` (s, for messages).
    pub fn strike(&self, seeds: &[usize], time: f64) -> Result<Struck, ShotError> {
        let refused = |source| ShotError::ImpactInput { time, source };
        let mut cluster = self.gather(seeds, self.contact_time());
        while cluster.has_gaps() {
            let impact = self.impact(&cluster).map_err(refused)?;
            match impact.solve_with_timeline() {
                Ok((outcome, timeline)) => {
                    let late = late_contacts(&timeline, cluster.open_to_choice());
                    if late.is_empty() {
                        return Ok(self.settled(cluster, impact, outcome));
                    }
                    cluster.leave_out(&late);
                }
                // Without the gaps there is less to solve.
                Err(_) => cluster = self.gather(seeds, 0.0),
            }
        }
        let balls = cluster.balls.clone();
        let impact = self.impact(&cluster).map_err(refused)?;
        let outcome = impact.solve().map_err(|source| ShotError::Impact { time, balls, source })?;
        Ok(self.settled(cluster, impact, outcome))
    }

    fn settled(&self, cluster: Cluster, impact: Impact, outcome: Outcome) -> Struck {
        let (after, swallowed) = self.settle(&cluster, &outcome);
        Struck { cluster, impact, outcome, after, swallowed }
    }

    /// The problem for the engine.
    pub fn impact(&self, cluster: &Cluster) -> Result<Impact, InputError> {
        let mut bodies = Vec::with_capacity(cluster.balls.len() + 1);
        for &i in &cluster.balls {
            let Some(state) = &self.states[i] else { continue };
            let body = Body::ball(self.balls[i].mass(), self.balls[i].radius())?;
            bodies.push(body.at(state.position)?.moving(state.velocity)?.spinning(state.angular_velocity)?);
        }
        let world = bodies.len();
        bodies.push(Body::fixed());
        let contacts = self.contacts(cluster, world)?;
        let model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked };
        Impact::new(bodies, contacts, model)
    }

    fn contacts(&self, cluster: &Cluster, world: usize) -> Result<Vec<Contact>, InputError> {
        let body = |ball: usize| cluster.balls.partition_point(|&other| other < ball);
        let position = |ball: usize| self.states[ball].map_or(Vector3::zeros(), |state| state.position);
        let Table { between_balls, cushion, .. } = self.table;
        let mut contacts = Vec::new();
        for pair in &cluster.pairs {
            let [a, b] = pair.balls;
            let normal = position(a) - position(b);
            let part = self.balls[b].radius() / (self.balls[a].radius() + self.balls[b].radius());
            let point = position(b) + normal * part;
            contacts.push(between_balls.contact([body(a), body(b)], point, normal, pair.gap)?);
        }
        for touch in &cluster.cushions {
            let at = &touch.touch;
            contacts.push(cushion.contact([body(touch.ball), world], at.point, at.normal, at.gap)?);
        }
        for &(ball, part) in &cluster.bed {
            let below = position(ball) - Vector3::new(0.0, 0.0, self.balls[ball].radius());
            contacts.push(self.bed_surface(part)?.contact([body(ball), world], below, Vector3::z(), 0.0)?);
        }
        Ok(contacts)
    }

    /// What ball and bed are made of where the bed takes part.
    pub(super) fn bed_surface(&self, part: BedPart) -> Result<Surface, InputError> {
        let bed = self.table.bed;
        match part {
            BedPart::Springs => Ok(bed),
            BedPart::Holds => {
                let friction = Friction::new(self.table.cloth.sliding_friction)?;
                let tangential = TangentialLaw::Rigid { friction };
                Ok(Surface { restitution: Restitution::PLASTIC, tangential, ..bed })
            }
        }
    }

    /// The balls' states after the impact, and the energy that the cloth swallowed: a ball on the bed leaves it only if the bed
    /// took part and it is faster than the capture speed.
    fn settle(&self, cluster: &Cluster, outcome: &Outcome) -> (Vec<State>, f64) {
        let mut swallowed = 0.0;
        let mut after = Vec::with_capacity(cluster.balls.len());
        for (&ball, motion) in cluster.balls.iter().zip(&outcome.bodies) {
            let position = self.states[ball].map_or(Vector3::zeros(), |state| state.position);
            let mut velocity = motion.linear;
            let bounces = cluster.bed.iter().any(|&(other, _)| other == ball);
            if self.on_bed(ball) && !(bounces && velocity.z > self.table.capture_speed) {
                swallowed += 0.5 * self.balls[ball].mass() * velocity.z * velocity.z;
                velocity.z = 0.0;
            }
            let twist_before = self.states[ball].map_or(0.0, |state| state.angular_velocity.z);
            let impulses = impulses_on(ball, cluster, outcome);
            let size = [self.balls[ball].mass(), self.balls[ball].radius()];
            let angular_velocity = without_rounded_twist(motion.angular, twist_before, impulses, size);
            after.push(State { position, velocity, angular_velocity });
        }
        (after, swallowed)
    }
}

/// Sizes of the impulses on a ball, added up, in newton seconds.
fn impulses_on(ball: usize, cluster: &Cluster, outcome: &Outcome) -> f64 {
    let pairs = cluster.pairs.iter().map(|pair| pair.balls.contains(&ball));
    let cushions = cluster.cushions.iter().map(|touch| touch.ball == ball);
    let bed = cluster.bed.iter().map(|&(other, _)| other == ball);
    let acts = pairs.chain(cushions).chain(bed).zip(&outcome.contacts);
    acts.filter(|(on_ball, _)| *on_ball).map(|(_, contact)| contact.impulse.norm()).sum()
}

/// Contacts, of the first `count`, that act for the first time after an instant at which none was loaded: they belong to a
/// later impact.
fn late_contacts(timeline: &Timeline, count: usize) -> Vec<usize> {
    let sets = timeline.active_sets();
    let Some(first_end) = sets.iter().position(|(_, active)| active.is_empty()) else { return Vec::new() };
    let (first, later) = sets.split_at(first_end);
    let acted = |contact: &usize| first.iter().any(|(_, active)| active.contains(contact));
    let mut late: Vec<usize> = later.iter().flat_map(|(_, active)| active.iter().copied()).collect();
    late.retain(|contact| *contact < count && !acted(contact));
    late.sort_unstable();
    late.dedup();
    late
}
