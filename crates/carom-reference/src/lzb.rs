//! The Liu-Zhao-Brogliato multiple-impact scheme with a fixed impulse step, as the Siconos engine runs it.
//!
//! With p the primary contact, Δp the step of its impulse and linear springs:
//!
//! ```text
//! p = argmax Eᵢ ;   if all Eᵢ = 0:   p = argmin vᵢ                                               (L.1)
//! Δpⱼ/Δp = √(kⱼEⱼ / kₚEₚ)                    if Eⱼ > 0                                           (L.2)
//! Δpⱼ/Δp = kⱼ|vⱼ|Δp / (kₚEₚ)                 if Eⱼ = 0, vⱼ < 0, Eₚ > 0                           (L.3)
//! Δpⱼ/Δp = kⱼ|vⱼ| / (kₚ|vₚ|)                 if Eⱼ = 0, vⱼ < 0, Eₚ = 0                           (L.4)
//! v ← v + W Δp,   Eⱼ ← Eⱼ − ½(vⱼ + vⱼ⁻) Δpⱼ                                                      (L.5)
//! ```
//!
//! where v⁻ is v before the step. (L.2) is \[Jia2013, eq. (15)\]; (L.3) is (L.2) with the energy −vⱼΔpⱼ that the
//! contact gathers in this very step. Neither is restricted to neighbours, so W is applied as a dense matrix each step.
//!
//! * Bi-stiffness: work in restitution is multiplied by 1/e², so that E returns to zero with the force √(2kE)
//!   continuous. E then is the energy of the *soft* spring under the same force, not the energy stored.
//! * Hardening, for comparison: at the end of compression E ← e²E, k ← k/e² \[Jia2013, sec. 3.3 (i)\].
//!
//! Two safeguards are added. (L.3) is kept below √(kⱼ/kₚ), the most that (L.2) can be: without that bound a contact that
//! wakes while the last energy Eₚ drains away receives an arbitrarily large impulse in one step. And the impact
//! ends when no energy is left and nothing approaches faster than half a step can change: a fixed step cannot
//! resolve less.

use nalgebra::DVector;

use crate::{Outcome, Problem, ReferenceError};

/// Restitution laws of the scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LzbLaw {
    /// k in compression, k/e² in restitution.
    BiStiffness,
    /// k ← k/e² at every end of compression, for good.
    Hardening,
}

/// The scheme with its step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lzb {
    step: f64,
    law: LzbLaw,
}

const METHOD: &str = "the LZB scheme";
const STEP_LIMIT: usize = 200_000_000;

impl Lzb {
    /// The scheme with the step Δp of the primary impulse \[N s\].
    pub fn new(step: f64, law: LzbLaw) -> Result<Self, ReferenceError> {
        if step.is_finite() && step > 0.0 {
            return Ok(Self { step, law });
        }
        Err(ReferenceError::OutOfRange { what: "step", value: step })
    }

    /// Integrates the impact to its end.
    pub fn solve(&self, problem: &Problem) -> Result<Outcome, ReferenceError> {
        if self.law == LzbLaw::Hardening {
            problem.require_restitution(METHOD)?;
        }
        let mut run = Run::new(*self, problem);
        while let Some(primary) = run.primary() {
            run.distribute(primary);
            run.advance();
            run.record();
            if run.steps > STEP_LIMIT {
                return Err(ReferenceError::Unfinished { method: METHOD, limit: STEP_LIMIT, unit: "steps" });
            }
        }
        run.record();
        Ok(Outcome { velocity: run.velocity, impulse: run.impulse, steps: run.steps, sequence: run.sequence })
    }
}

struct Run<'a> {
    scheme: Lzb,
    problem: &'a Problem,
    stiffness: Vec<f64>,
    energy: Vec<f64>,
    velocity: DVector<f64>,
    before: DVector<f64>,
    impulse: DVector<f64>,
    increment: DVector<f64>,
    /// Approach slower than this is rest.
    rest: f64,
    steps: usize,
    sequence: Vec<Vec<usize>>,
}

impl<'a> Run<'a> {
    fn new(scheme: Lzb, problem: &'a Problem) -> Self {
        let n = problem.contacts();
        Self {
            scheme,
            problem,
            stiffness: problem.stiffness.clone(),
            energy: vec![0.0; n],
            velocity: problem.velocity.clone(),
            before: problem.velocity.clone(),
            impulse: DVector::zeros(n),
            increment: DVector::zeros(n),
            rest: 0.5 * scheme.step * problem.w.diagonal().amax(),
            steps: 0,
            sequence: Vec::new(),
        }
    }

    /// (L.1); none when the impact has ended.
    fn primary(&self) -> Option<usize> {
        let contacts = 0..self.energy.len();
        let by_energy =
            contacts.clone().reduce(|a, b| if self.energy[b] > self.energy[a] { b } else { a })?;
        if self.energy[by_energy] > 0.0 {
            return Some(by_energy);
        }
        let by_velocity = contacts.reduce(|a, b| if self.velocity[b] < self.velocity[a] { b } else { a })?;
        (self.velocity[by_velocity] < -self.rest).then_some(by_velocity)
    }

    /// (L.2), (L.3), (L.4).
    fn distribute(&mut self, primary: usize) {
        let step = self.scheme.step;
        let (k, v, e) = (self.stiffness[primary], self.velocity[primary], self.energy[primary]);
        for j in 0..self.energy.len() {
            let stiffer = self.stiffness[j] / k;
            let ratio = if j == primary {
                1.0
            } else if self.energy[j] > 0.0 {
                (stiffer * self.energy[j] / e).sqrt()
            } else if self.velocity[j] >= 0.0 {
                0.0
            } else if e > 0.0 {
                (stiffer * -self.velocity[j] * step / e).min(stiffer.sqrt())
            } else {
                stiffer * self.velocity[j] / v
            };
            self.increment[j] = ratio * step;
        }
    }

    /// (L.5) and the restitution law.
    fn advance(&mut self) {
        self.before.copy_from(&self.velocity);
        self.impulse += &self.increment;
        self.velocity.gemv(1.0, &self.problem.w, &self.increment, 1.0);
        self.steps += 1;
        for j in 0..self.energy.len() {
            if self.increment[j] > 0.0 {
                self.energy[j] = self.energy_after(j).max(0.0);
            }
        }
    }

    fn energy_after(&mut self, j: usize) -> f64 {
        let mean = 0.5 * (self.before[j] + self.velocity[j]);
        let work = -mean * self.increment[j];
        let e2 = self.problem.restitution[j].powi(2);
        match self.scheme.law {
            LzbLaw::BiStiffness if mean <= 0.0 => self.energy[j] + work,
            LzbLaw::BiStiffness if e2 == 0.0 => 0.0,
            LzbLaw::BiStiffness => self.energy[j] + work / e2,
            LzbLaw::Hardening if self.before[j] < 0.0 && self.velocity[j] >= 0.0 => {
                self.stiffness[j] /= e2;
                e2 * (self.energy[j] + work)
            }
            LzbLaw::Hardening => self.energy[j] + work,
        }
    }

    /// Notes the contacts that hold energy, if they are not those already noted.
    fn record(&mut self) {
        let active = || (0..self.energy.len()).filter(|&i| self.energy[i] > 0.0);
        if !self.sequence.last().is_some_and(|last| active().eq(last.iter().copied())) {
            let active = active().collect();
            self.sequence.push(active);
        }
    }
}
