//! A mechanism: contacts whose matrix is given, without the bodies behind it.

use carom::laws::Coefficients;
use carom::{ContactOutcome, ContactProblem, ContactSolution, Ending, EnergyLedger, Outcome};
use nalgebra::Vector3;

/// Contacts of a mechanism whose contact-space matrix was given.
#[derive(Debug, Clone)]
pub struct Mechanism {
    /// The impact in contact space.
    pub problem: ContactProblem,
    /// Velocity of each contact before the impact along (t₁, t₂, n), in metres per second; the tangents are zero if the
    /// matrix does not know them.
    pub(crate) velocity: Vec<Vector3<f64>>,
    /// What laws for a single contact know of each contact.
    pub(crate) coefficients: Vec<Coefficients>,
}

impl Mechanism {
    /// What an impact did. There are no bodies; the vectors of contacts are along their (t₁, t₂, n), and kinetic energy is counted from
    /// that before the impact: the matrix gives its change, the work of the impulses Σ pᵢ·(vᵢ before + vᵢ after)/2, not the whole of it.
    pub(crate) fn outcome(&self, solution: &ContactSolution) -> Outcome {
        let spatial = |tangents: &[nalgebra::Vector2<f64>], normals: &[f64], i: usize| {
            tangents.get(i).copied().unwrap_or_default().push(normals[i])
        };
        let contact = |(i, &before): (usize, &Vector3<f64>)| ContactOutcome {
            impulse: spatial(&solution.tangential_impulse, &solution.impulse, i),
            normal_impulse: solution.impulse[i],
            velocity_before: before,
            velocity_after: spatial(&solution.tangential_velocity, &solution.velocity, i),
        };
        let contacts: Vec<ContactOutcome> = self.velocity.iter().enumerate().map(contact).collect();
        let energy = EnergyLedger {
            before: 0.0,
            after: contacts.iter().map(work).sum(),
            lost_in_restitution: solution.lost_in_restitution,
            lost_in_friction: solution.lost_in_friction,
            work: 0.0,
        };
        Outcome {
            ending: Ending::Separated,
            bodies: Vec::new(),
            contacts,
            joints: Vec::new(),
            energy,
            duration: solution.duration,
            events: solution.events,
            expansions: solution.expansions,
        }
    }
}

/// Work of the impulse of a contact, in joules.
fn work(contact: &ContactOutcome) -> f64 {
    let ContactOutcome { impulse, velocity_before: before, velocity_after: after, .. } = contact;
    let normal = impulse.z * (before.z + after.z);
    let tangential = impulse.xy().dot(&(before.xy() + after.xy()));
    0.5 * (normal + tangential)
}
