//! Algorithm 1 for the five balls of the cradle, in every reading that its text allows.
//!
//! Contact j has the ratio ρⱼ = dIⱼ/dIₚ to the primary contact p, W is that of a row of unit masses, δ the step:
//!
//! ```text
//! Eⱼ(ρ) = Eⱼ − δ vⱼ ρⱼ − c ρⱼ Σₗ Wⱼₗ ρₗ                               [Wang2015, eq. (7)]        (V.1)
//! (kₚ/kⱼ) ρⱼ² Eₚ(ρ) = Eⱼ(ρ)                                           [Wang2015, eq. (8)]        (V.2)
//! ρⱼ = √(kⱼEⱼ/kₚEₚ),   Iⱼ ← Iⱼ + δρⱼ,   Eⱼ ← Eⱼ − δρⱼvⱼ               [Wang2015, eqs. (9)–(11)]  (V.3)
//! ```
//!
//! (V.2) is a quadratic in its own ρⱼ: the equations are solved in turn, each for its positive root, until nothing moves.

/// Contacts of five balls in a row.
const CONTACTS: usize = 4;
/// The equations of (V.2) have converged when no ratio moves by more than this; they do so linearly.
const SETTLED: f64 = 1e-13;
const MOST_SWEEPS: usize = 400;
/// More steps than the smallest step needs: a bound on a run that does not end.
const MOST_STEPS: usize = 400_000;

/// Which contact is primary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primary {
    /// The strongest, until the active set changes.
    Kept,
    /// The strongest, at every step.
    Strongest,
}

/// Which velocity (V.3) takes for the energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slope {
    /// After the step, as (11) prints.
    After,
    /// Before the step, as the text below (11) says.
    Before,
    /// The mean of both, as (7) has it.
    Mean,
}

/// c of (V.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant {
    /// δ²/2, the right one.
    Half,
    /// (δ² + 2Iδ)/2, as printed.
    Printed,
}

/// What an end of compression takes, and when a contact leaves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Loss {
    /// This part of the energy stays and the stiffness is divided by `hardening`; the contact leaves without energy.
    Energy { kept: f64, hardening: f64 },
    /// Nothing; the contact leaves when its impulse is 1 + `e` times that at the end of compression (Poisson).
    Impulse { e: f64 },
}

/// Where `first_step` is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starts {
    /// Wherever (V.2) is solved.
    All,
    /// Not at the beginning of the collision.
    Later,
}

/// One reading of the algorithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variant {
    pub primary: Primary,
    pub slope: Slope,
    pub constant: Constant,
    pub loss: Loss,
    /// δ, over the momentum that arrives.
    pub step: f64,
    /// δ of a step that solves (V.2), over the momentum that arrives.
    pub first_step: f64,
    pub starts: Starts,
}

struct Run {
    variant: Variant,
    active: [bool; CONTACTS],
    compressing: [bool; CONTACTS],
    stiffness: [f64; CONTACTS],
    energy: [f64; CONTACTS],
    impulse: [f64; CONTACTS],
    /// Impulse at which a contact leaves by Poisson's law; infinite before compression has ended.
    last_impulse: [f64; CONTACTS],
    velocity: [f64; CONTACTS],
    primary: usize,
}

impl Variant {
    /// Velocities of the balls per unit speed; none if the run breaks down.
    pub fn solve(self) -> Option<[f64; 5]> {
        let mut run = Run::new(self);
        let mut changed = true;
        for _ in 0..MOST_STEPS {
            if !run.active.contains(&true) {
                let [a, b, c, d] = run.impulse;
                return Some([1.0 - a, a - b, b - c, c - d, d]);
            }
            changed = run.advance(changed)?;
        }
        None
    }

    /// Energies of the contacts after the first step, over twice the energy that arrives.
    pub fn first_energies(self) -> [f64; CONTACTS] {
        let mut run = Run::new(self);
        run.advance(true);
        run.energy
    }
}

fn arrival() -> [f64; CONTACTS] {
    [-1.0, 0.0, 0.0, 0.0]
}

/// W of a row of unit masses.
fn coupling(i: usize, j: usize) -> f64 {
    match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    }
}

fn coupled(i: usize, ratios: &[f64; CONTACTS]) -> f64 {
    (0..CONTACTS).map(|j| coupling(i, j) * ratios[j]).sum()
}

impl Run {
    fn new(variant: Variant) -> Self {
        Self {
            variant,
            active: [true; CONTACTS],
            compressing: [true; CONTACTS],
            stiffness: [1.0; CONTACTS],
            energy: [0.0; CONTACTS],
            impulse: [0.0; CONTACTS],
            last_impulse: [f64::INFINITY; CONTACTS],
            velocity: arrival(),
            primary: 0,
        }
    }

    /// One step; whether the active set changed, or nothing if a ratio is no number.
    fn advance(&mut self, changed: bool) -> Option<bool> {
        if changed || self.variant.primary == Primary::Strongest {
            self.primary = self.strongest()?;
        }
        let step = self.next_step(changed);
        let ratios = if changed { self.initial_ratios(step) } else { self.ratios() };
        ratios.iter().all(|ratio| ratio.is_finite()).then(|| self.step(&ratios, step))
    }

    fn next_step(&self, changed: bool) -> f64 {
        let begins = self.impulse == [0.0; CONTACTS];
        match (changed, self.variant.starts) {
            (true, Starts::All) => self.variant.first_step,
            (true, Starts::Later) if !begins => self.variant.first_step,
            (true, Starts::Later) | (false, _) => self.variant.step,
        }
    }

    fn strongest(&self) -> Option<usize> {
        let stored = (0..CONTACTS).any(|i| self.active[i] && self.energy[i] > 0.0);
        let strength = |i: usize| self.stiffness[i] * if stored { self.energy[i] } else { -self.velocity[i] };
        let active = (0..CONTACTS).filter(|&i| self.active[i]);
        active.reduce(|a, b| if strength(b) > strength(a) { b } else { a })
    }

    /// (V.3).
    fn ratios(&self) -> [f64; CONTACTS] {
        let p = self.primary;
        let force = |i: usize| self.stiffness[i] * self.energy[i];
        std::array::from_fn(|i| match (self.active[i], i == p, self.energy[i] > 0.0) {
            (true, true, _) => 1.0,
            (true, false, true) => (force(i) / force(p)).sqrt(),
            (false, _, _) | (true, false, false) => 0.0,
        })
    }

    /// (V.2), and what gets no impulse from it leaves.
    fn initial_ratios(&mut self, step: f64) -> [f64; CONTACTS] {
        let mut ratios = self.ratios();
        for _ in 0..MOST_SWEEPS {
            let before = ratios;
            for j in (0..CONTACTS).filter(|&j| self.active[j] && j != self.primary) {
                ratios[j] = self.root(j, &ratios, step);
            }
            if super::setting::apart(&before, &ratios) < SETTLED {
                break;
            }
        }
        let largest = (0..CONTACTS).fold(0, |a, b| if ratios[b] > ratios[a] { b } else { a });
        if ratios[largest] > 1.0 {
            let unit = ratios[largest];
            ratios = ratios.map(|ratio| ratio / unit);
            self.primary = largest;
        }
        for (active, ratio) in self.active.iter_mut().zip(ratios) {
            *active &= ratio > 0.0;
        }
        ratios
    }

    /// The positive root of (V.2) in ρⱼ; zero if there is none.
    fn root(&self, j: usize, ratios: &[f64; CONTACTS], step: f64) -> f64 {
        let p = self.primary;
        let c = match self.variant.constant {
            Constant::Half => 0.5 * step * step,
            Constant::Printed => 0.5 * (step * step + 2.0 * self.impulse[p] * step),
        };
        let primary_energy = self.energy[p] - step * self.velocity[p] - c * coupled(p, ratios); // (V.1), ρₚ = 1
        let others = coupled(j, ratios) - coupling(j, j) * ratios[j];
        let linear = -step * self.velocity[j] - c * others;
        let square = self.stiffness[p] / self.stiffness[j] * primary_energy + c * coupling(j, j);
        let discriminant = linear * linear + 4.0 * square * self.energy[j];
        if discriminant < 0.0 || square <= 0.0 {
            return 0.0;
        }
        ((linear + discriminant.sqrt()) / (2.0 * square)).max(0.0)
    }

    /// Lines 5 to 15 of the algorithm; whether the active set changed.
    fn step(&mut self, ratios: &[f64; CONTACTS], step: f64) -> bool {
        let before = self.velocity;
        for (impulse, ratio) in self.impulse.iter_mut().zip(ratios) {
            *impulse += step * ratio;
        }
        let start = arrival();
        self.velocity = std::array::from_fn(|i| start[i] + coupled(i, &self.impulse));
        let was = self.active;
        for j in (0..CONTACTS).filter(|&j| was[j]) {
            self.update(j, before[j], step * ratios[j]);
        }
        for j in 0..CONTACTS {
            if !self.active[j] && self.velocity[j] < 0.0 {
                (self.active[j], self.compressing[j], self.energy[j]) = (true, true, 0.0);
            }
        }
        self.active != was || (0..CONTACTS).any(|j| self.active[j] && self.energy[j] <= 0.0)
    }

    fn update(&mut self, j: usize, before: f64, impulse: f64) {
        let after = self.velocity[j];
        self.energy[j] -= impulse
            * match self.variant.slope {
                Slope::After => after,
                Slope::Before => before,
                Slope::Mean => 0.5 * (before + after),
            };
        if self.compressing[j] && before < 0.0 && after >= 0.0 {
            self.compressing[j] = false;
            match self.variant.loss {
                Loss::Energy { kept, hardening } => {
                    self.energy[j] *= kept;
                    self.stiffness[j] /= hardening;
                }
                Loss::Impulse { e } => self.last_impulse[j] = (1.0 + e) * self.impulse[j],
            }
        } else if !self.compressing[j] && after < 0.0 {
            self.compressing[j] = true;
        }
        if self.energy[j] <= 0.0 || self.impulse[j] >= self.last_impulse[j] {
            self.last_impulse[j] = f64::INFINITY;
            (self.energy[j], self.active[j]) = (0.0, false);
        }
    }
}
