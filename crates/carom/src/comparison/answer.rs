//! What a model says of an impact, contact by contact, and how that stands to what is permissible.

use nalgebra::Vector3;

use crate::body::Motion;
use crate::laws::region::Breach;
use crate::snapshot::Mode;

/// What a model says of an impact.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What happens at each contact.
    pub contacts: Vec<ContactAnswer>,
    /// Motion of every body after the impact; empty for a mechanism.
    pub bodies: Vec<Motion>,
    /// Kinetic energy lost, in J; negative if the model creates some.
    pub energy_lost: f64,
    /// The part of the energy that the contacts' impulses could have taken that is still there.
    pub energy_kept: f64,
}

/// What happens at one contact. Vectors in its frame (t1, t2, n).
#[derive(Debug, Clone)]
pub struct ContactAnswer {
    /// Impulse on the first body, in N s.
    pub impulse: Vector3<f64>,
    /// Relative velocity after the impact, in m/s.
    pub velocity: Vector3<f64>,
    /// The kinematic restitution seen, −vₙ after over vₙ before; none where the bodies did not approach.
    pub restitution: Option<f64>,
    /// Whether friction was at its limit.
    pub mode: Mode,
    /// The conditions of the permissible region that the answer breaks here.
    pub breaches: Vec<Breach>,
}

impl Answer {
    /// Whether it lies in the permissible region.
    #[must_use]
    pub fn is_permissible(&self) -> bool {
        self.contacts.iter().all(|contact| contact.breaches.is_empty())
    }
}

/// −vₙ after over vₙ before, where the bodies approached.
pub(super) fn restitution_seen(before: f64, after: f64) -> Option<f64> {
    (before < 0.0).then(|| -after / before)
}

/// Slip if the impulse is at the limit of friction, stick if it is below it, free without any.
pub(super) fn mode_of(friction: f64, impulse: &Vector3<f64>) -> Mode {
    /// Rounding of an impulse that was put on the cone: a dozen operations.
    const ON_THE_CONE: f64 = 16.0 * f64::EPSILON;
    if *impulse == Vector3::zeros() {
        return Mode::Free;
    }
    let limit = friction * impulse.z;
    if impulse.xy().norm() < limit * (1.0 - ON_THE_CONE) { Mode::Stick } else { Mode::Slip }
}
