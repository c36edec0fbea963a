//! What a model says of an impact, contact by contact, and how that stands to what is permissible.

use nalgebra::Vector3;

use crate::analysis::region::{Breach, Condition};
use crate::body::Motion;
use crate::snapshot::Mode;

/// What the answers of models that integrate or iterate may miss a condition by, as a part of the largest terms: some
/// thousand roundings.
const LONG_CALCULATION: f64 = 4096.0 * f64::EPSILON;

/// What a model says of an impact.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What happens at each contact.
    pub contacts: Vec<ContactAnswer>,
    /// Motion of every body after the impact; empty for a mechanism.
    pub bodies: Vec<Motion>,
    /// Kinetic energy lost, in J; negative if the model creates some.
    pub energy_lost: f64,
    /// What is left of the kinetic energy that impulses at the contacts could have taken, as a part of it.
    pub energy_kept: f64,
    /// The conditions that it breaks.
    pub breaches: Vec<BreachAt>,
}

/// What happens at one contact. Vectors in its frame (t1, t2, n).
#[derive(Debug, Clone, Copy)]
pub struct ContactAnswer {
    /// Impulse on the first body, in N s.
    pub impulse: Vector3<f64>,
    /// Relative velocity after the impact, in m/s.
    pub velocity: Vector3<f64>,
    /// The kinematic restitution seen, −vₙ after over vₙ before; none where the bodies did not approach.
    pub restitution: Option<f64>,
    /// Whether the contact slides or sticks as the impact ends.
    pub mode: Mode,
}

/// A condition that an answer breaks, and where.
#[derive(Debug, Clone, Copy)]
pub struct BreachAt {
    /// The contact; none where all of them do it together.
    pub contact: Option<usize>,
    /// Which condition, and by how much.
    pub breach: Breach,
}

impl Answer {
    /// Whether it breaks no condition.
    #[must_use]
    pub fn is_permissible(&self) -> bool {
        self.breaches.is_empty()
    }
}

/// An impact as every model gets it, with (t1, t2, n) of each contact.
pub(super) struct Before {
    /// μ of each contact.
    pub friction: Vec<f64>,
    /// Relative velocity of each contact, in m/s.
    pub velocity: Vec<Vector3<f64>>,
    /// The kinetic energy of which answers keep a part, in J.
    pub energy: f64,
}

impl Before {
    /// What impulses and the velocities after them say; `lost` is the kinetic energy lost, in J.
    pub fn answer(&self, impulses: &[Vector3<f64>], velocities: &[Vector3<f64>], lost: f64) -> Answer {
        let contact = |i: usize| ContactAnswer {
            impulse: impulses[i],
            velocity: velocities[i],
            restitution: (self.velocity[i].z < 0.0).then(|| -velocities[i].z / self.velocity[i].z),
            mode: mode_at_end(self.friction[i], &impulses[i], [&self.velocity[i], &velocities[i]]),
        };
        let contacts: Vec<ContactAnswer> = (0..impulses.len()).map(contact).collect();
        let breaches = self.breaches(&contacts, lost);
        let energy_kept = if self.energy > 0.0 { 1.0 - lost / self.energy } else { 1.0 };
        Answer { contacts, bodies: Vec::new(), energy_lost: lost, energy_kept, breaches }
    }

    fn breaches(&self, contacts: &[ContactAnswer], lost: f64) -> Vec<BreachAt> {
        let largest =
            |vectors: &mut dyn Iterator<Item = Vector3<f64>>| vectors.map(|v| v.norm()).fold(0.0, f64::max);
        let speed = largest(&mut self.velocity.iter().copied());
        let impulse = largest(&mut contacts.iter().map(|contact| contact.impulse));
        let mut margins = vec![(None, Condition::Energy, lost, self.energy)];
        for (i, contact) in contacts.iter().enumerate() {
            let [friction, sliding] = [self.friction[i], contact.impulse.xy().norm()];
            let slack = if friction.is_finite() { friction * contact.impulse.z - sliding } else { 0.0 };
            margins.push((Some(i), Condition::Penetration, contact.velocity.z, speed));
            margins.push((Some(i), Condition::Tension, contact.impulse.z, impulse));
            margins.push((Some(i), Condition::Cone, slack, impulse));
        }
        let broken = margins.into_iter().filter(|&(_, _, margin, scale)| margin < -LONG_CALCULATION * scale);
        let breach = |(contact, condition, margin, scale): (Option<usize>, Condition, f64, f64)| BreachAt {
            contact,
            breach: Breach { condition, by: -margin, relative: -margin / scale },
        };
        broken.map(breach).collect()
    }
}

/// What a contact does as an impact ends of which only before and after are known: it slips if it slides then, or has no friction, sticks
/// if it does not slide, and is free if it had no impulse. For rigid friction that is the last mode of the course, where there is one.
/// `velocity` is that before and after, in m/s.
#[must_use]
pub fn mode_at_end(friction: f64, impulse: &Vector3<f64>, velocity: [&Vector3<f64>; 2]) -> Mode {
    if *impulse == Vector3::zeros() {
        return Mode::Free;
    }
    let [before, after] = velocity;
    let slides = after.xy().norm() > LONG_CALCULATION * (before.norm() + after.norm());
    if slides || friction == 0.0 { Mode::Slip } else { Mode::Stick }
}
