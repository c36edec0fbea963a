//! A contact at instants between its events, with its neighbourhood in time.

use carom::{Event, EventKind, Mode, Snapshot, TangentialSnapshot, Trace};
use carom_reference::jia2012::CompliantContact;
use nalgebra::Vector2;

use super::contact::problem;
use crate::item::Unmet;

/// Half the width of a difference quotient, over the time between two events.
const WIDTH: f64 = 1e-4;

/// One contact of unit stiffness at one instant, and shortly before and after it.
pub struct Probe {
    pub contact: CompliantContact,
    /// k/k₀: 1/e² for each end of compression so far.
    pub hardening: f64,
    around: [Snapshot; 3],
}

impl Probe {
    /// The contact at three instants between each two events.
    pub fn all(contact: &CompliantContact) -> Result<Vec<Self>, Unmet> {
        let (_, trace) = problem(contact, 1.0)?.trace()?;
        let mut times: Vec<f64> = trace.events().iter().map(|event| event.time).collect();
        times.insert(0, 0.0);
        times.dedup();
        let mut probes = Vec::new();
        for pair in times.windows(2) {
            for part in [0.25, 0.5, 0.75] {
                let (time, width) = (pair[0] + part * (pair[1] - pair[0]), WIDTH * (pair[1] - pair[0]));
                let around = trace.sample(&[time - width, time, time + width]);
                let hardening = contact.restitution.powi(-2 * ends_before(&trace, time));
                let Ok(around) = around.try_into() else { continue };
                probes.push(Self { contact: *contact, hardening, around });
            }
        }
        Ok(probes)
    }

    fn now(&self) -> &Snapshot {
        &self.around[1]
    }

    pub fn side(&self) -> &TangentialSnapshot {
        &self.now().tangential[0]
    }

    pub fn slips(&self) -> bool {
        self.side().mode == Mode::Slip
    }

    /// k_⊥ for k₀ = 1.
    pub fn tangential_stiffness(&self) -> f64 {
        1.0 / self.contact.stiffness_ratio
    }

    /// η² = k/k_⊥, [Jia2012, eq. (14)].
    pub fn ratio(&self) -> f64 {
        self.hardening * self.contact.stiffness_ratio
    }

    /// vₙ.
    pub fn normal_velocity(&self) -> f64 {
        self.now().velocity[0]
    }

    /// Eₙ from the normal force, [Jia2012, eqs. (15), (16)].
    pub fn normal_energy(&self) -> f64 {
        self.energy_of(self.now())
    }

    /// İₙ as a difference quotient.
    pub fn impulse_rate(&self) -> f64 {
        let [before, _, after] = &self.around;
        (after.impulse[0] - before.impulse[0]) / (after.time - before.time)
    }

    /// Eₙ from the strain energy of all three springs.
    pub fn normal_share(&self) -> f64 {
        self.now().energy[0] - self.roots().norm_squared()
    }

    /// dv_⊥/dt as a difference quotient.
    pub fn acceleration(&self) -> Vector2<f64> {
        let [before, _, after] = &self.around;
        (after.tangential[0].velocity - before.tangential[0].velocity) / (after.time - before.time)
    }

    /// The right side of [Jia2012, eq. (41)]: W(−k_⊥u, −k_⊥w, Fₙ) along the tangents.
    pub fn pull(&self) -> Vector2<f64> {
        let springs = self.side().stretch * -self.tangential_stiffness();
        (self.contact.w * springs.push(self.now().force[0])).xy()
    }

    fn energy_of(&self, snapshot: &Snapshot) -> f64 {
        snapshot.force[0].powi(2) / (2.0 * self.hardening)
    }

    /// √E of each tangential spring with the sign of its stretch, [Jia2012, eq. (22)].
    pub fn roots(&self) -> Vector2<f64> {
        self.side().stretch * (0.5 * self.tangential_stiffness()).sqrt()
    }

    /// What a quantity gains for each unit of normal impulse.
    fn slope(&self, quantity: impl Fn(&Snapshot) -> Vector2<f64>) -> Vector2<f64> {
        let [before, _, after] = &self.around;
        (quantity(after) - quantity(before)) / (after.impulse[0] - before.impulse[0])
    }

    /// Eₙ'.
    pub fn energy_slope(&self) -> f64 {
        self.slope(|snapshot| Vector2::new(self.energy_of(snapshot), 0.0)).x
    }

    /// (Iᵤ', I_w').
    pub fn impulse_slope(&self) -> Vector2<f64> {
        self.slope(|snapshot| snapshot.tangential[0].impulse)
    }

    /// (Gᵤ', G_w') with G = √(2k₀) u, [Jia2012, eq. (29)].
    pub fn stretch_slope(&self) -> Vector2<f64> {
        self.slope(|snapshot| snapshot.tangential[0].stretch * 2.0_f64.sqrt())
    }

    /// (u̇, ẇ).
    pub fn stretch_rate(&self) -> Vector2<f64> {
        let [before, _, after] = &self.around;
        (after.tangential[0].stretch - before.tangential[0].stretch) / (after.time - before.time)
    }

    /// Speeds before the impact, to measure errors of velocities by.
    pub fn scale(&self) -> f64 {
        self.contact.velocity.norm()
    }
}

/// How many compressions have ended before an instant.
fn ends_before(trace: &Trace, time: f64) -> i32 {
    let ended = |event: &&Event| event.kind == EventKind::CompressionEnds && event.time < time;
    trace.events().iter().filter(ended).count() as i32
}
