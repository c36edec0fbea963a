//! \[Wang2015, Algorithm 1\] for n frictionless contacts: Euler steps over the largest impulse, Newton to start.
//!
//! The paper writes balls; this writes W, of which the balls give one example. With p the primary contact, ρⱼ = dIⱼ/dIₚ
//! over the active contacts, and δ the step of Iₚ:
//!
//! ```text
//! v = v₀ + W I                                                        [Wang2015, eqs. (1), (3)]  (N.1)
//! Eⱼ(ρ) = Eⱼ⁽⁰⁾ − δ vⱼ ρⱼ − c ρⱼ Σₗ Wⱼₗ ρₗ ,   c = δ²/2               [Wang2015, eq. (7)]        (N.2)
//! (kₚ/kⱼ) ρⱼ² Eₚ(ρ) = Eⱼ(ρ)                                           [Wang2015, eq. (8)]        (N.3)
//! ρⱼ = √(kⱼEⱼ / kₚEₚ)                                                 [Wang2015, eq. (9)]        (N.4)
//! Iⱼ ← Iⱼ + δ ρⱼ                                                      [Wang2015, eq. (10)]       (N.5)
//! Eⱼ ← Eⱼ − δ ρⱼ vⱼ ,   vⱼ after (N.5)                                [Wang2015, eq. (11)]       (N.6)
//! ```
//!
//! (N.3) is solved whenever the active set changes, (N.4)–(N.6) are repeated in between. A contact that ends
//! compression hardens, k ← k/e² and E ← e²E.
//!
//! # Errata and gaps of the paper
//!
//! * \[Wang2015, below eq. (6)\] has c = (δ² + 2I⁽⁰⁾δ)/2. The second term counts I⁽⁰⁾ twice, since (dE/dI)⁽⁰⁾ in (7)
//!   contains it already; c = δ²/2 is meant, and the two agree at the first start only.
//! * ρⱼ = 0 solves (N.3) for every contact that starts with Eⱼ⁽⁰⁾ = 0, and is the guess the paper starts Newton from. The
//!   factor ρⱼ is divided out here. Contacts with Eⱼ⁽⁰⁾ > 0 start from (N.4) instead, where 0 is a poor guess.
//! * (11) prints the derivative at (n), the text below it at (n−1). With the latter a contact at v = 0 would never
//!   gather energy; (n) is used.
//! * Algorithm 1 starts with every contact active, also one that separates; (N.3) then has no root ρⱼ ≥ 0 and the contact
//!   is left out. Line 13 adds contacts at equality of velocities; here they are added when they approach.

use nalgebra::{DMatrix, DVector};

use crate::{Outcome, Problem, ReferenceError};

/// The method with its step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wang {
    step: f64,
}

const METHOD: &str = "Wang's method";
const STEP_LIMIT: usize = 50_000_000;
const NEWTON_LIMIT: usize = 60;
/// Newton has converged when no ratio moves by more than this.
const NEWTON_TOLERANCE: f64 = 1e-12;

impl Wang {
    /// The method with the step δ of the primary impulse \[N s\].
    pub fn new(step: f64) -> Result<Self, ReferenceError> {
        if step.is_finite() && step > 0.0 {
            return Ok(Self { step });
        }
        Err(ReferenceError::OutOfRange { what: "step", value: step })
    }

    /// Runs Algorithm 1.
    pub fn solve(&self, problem: &Problem) -> Result<Outcome, ReferenceError> {
        problem.require_restitution(METHOD)?;
        let mut run = Run::new(self.step, problem);
        run.admit(|v| v <= 0.0);
        while run.active.iter().any(|a| *a) {
            run.initialise()?;
            run.record();
            while !run.integrate() {
                if run.steps > STEP_LIMIT {
                    return Err(ReferenceError::Unfinished {
                        method: METHOD,
                        limit: STEP_LIMIT,
                        unit: "steps",
                    });
                }
            }
        }
        run.record();
        Ok(Outcome { velocity: run.velocity, impulse: run.impulse, steps: run.steps, sequence: run.sequence })
    }
}

struct Run<'a> {
    delta: f64,
    problem: &'a Problem,
    active: Vec<bool>,
    stiffness: Vec<f64>,
    energy: Vec<f64>,
    impulse: DVector<f64>,
    velocity: DVector<f64>,
    steps: usize,
    sequence: Vec<Vec<usize>>,
}

impl<'a> Run<'a> {
    fn new(delta: f64, problem: &'a Problem) -> Self {
        let n = problem.contacts();
        Self {
            delta,
            problem,
            active: vec![false; n],
            stiffness: problem.stiffness.clone(),
            energy: vec![0.0; n],
            impulse: DVector::zeros(n),
            velocity: problem.velocity.clone(),
            steps: 0,
            sequence: Vec::new(),
        }
    }

    /// Adds inactive contacts by their velocity. True if there were any.
    fn admit(&mut self, enters: impl Fn(f64) -> bool) -> bool {
        let mut changed = false;
        for i in 0..self.active.len() {
            if !self.active[i] && enters(self.velocity[i]) {
                self.active[i] = true;
                changed = true;
            }
        }
        changed
    }

    fn members(&self) -> Vec<usize> {
        (0..self.active.len()).filter(|&i| self.active[i]).collect()
    }

    /// Line 3: ratios from (N.3), with the largest as primary, and one step with them.
    fn initialise(&mut self) -> Result<(), ReferenceError> {
        loop {
            let members = self.members();
            let Some(first) = self.likely_primary(&members) else { return Ok(()) };
            let mut ratios = self.solve_ratios(&members, first)?;
            let largest = (0..members.len()).fold(0, |a, b| if ratios[b] > ratios[a] { b } else { a });
            if ratios[largest] > 1.0 {
                ratios = self.solve_ratios(&members, members[largest])?;
            }
            let idle: Vec<usize> =
                (0..members.len()).filter(|&j| ratios[j] <= 0.0).map(|j| members[j]).collect();
            if idle.is_empty() {
                let mut full = DVector::zeros(self.active.len());
                members.iter().enumerate().for_each(|(j, &i)| full[i] = ratios[j]);
                self.step(&full);
                return Ok(());
            }
            idle.into_iter().for_each(|i| self.active[i] = false);
        }
    }

    /// The contact with the largest force or, if there is no force yet, the one whose force grows fastest.
    fn likely_primary(&self, members: &[usize]) -> Option<usize> {
        let strength = |i: usize| self.stiffness[i] * self.energy[i];
        let growth = |i: usize| -self.stiffness[i] * self.velocity[i];
        let any_energy = members.iter().any(|&i| self.energy[i] > 0.0);
        let weight = |i: usize| if any_energy { strength(i) } else { growth(i) };
        members.iter().copied().reduce(|a, b| if weight(b) > weight(a) { b } else { a })
    }

    /// Newton's method for (N.3).
    fn solve_ratios(&self, members: &[usize], primary: usize) -> Result<DVector<f64>, ReferenceError> {
        let system = System { run: self, members, primary };
        let mut ratios = DVector::from_fn(members.len(), |j, _| self.ratio(members[j], primary));
        let mut residual = f64::INFINITY;
        for _ in 0..NEWTON_LIMIT {
            let (value, jacobian) = system.evaluate(&ratios);
            let Some(change) = jacobian.lu().solve(&value) else { break };
            ratios -= &change;
            residual = change.amax();
            if residual <= NEWTON_TOLERANCE * ratios.amax() {
                return Ok(ratios);
            }
        }
        Err(ReferenceError::Initialisation { active: members.to_vec(), residual })
    }

    /// (N.4).
    fn ratio(&self, i: usize, primary: usize) -> f64 {
        if i == primary {
            return 1.0;
        }
        let strength = |i: usize| self.stiffness[i] * self.energy[i];
        if self.energy[i] == 0.0 { 0.0 } else { (strength(i) / strength(primary)).sqrt() }
    }

    /// Lines 5 to 15: one step; true if the active set changed.
    fn integrate(&mut self) -> bool {
        let members = self.members();
        let Some(primary) = self.likely_primary(&members) else { return true };
        let ratios =
            DVector::from_fn(
                self.active.len(),
                |i, _| {
                    if self.active[i] { self.ratio(i, primary) } else { 0.0 }
                },
            );
        let left = self.step(&ratios);
        let entered = self.admit(|v| v < 0.0);
        left || entered
    }

    /// (N.5), (N.6), hardening and the ends of restitution; true if a contact left.
    fn step(&mut self, ratios: &DVector<f64>) -> bool {
        let before = self.velocity.clone();
        self.impulse += ratios * self.delta;
        self.velocity = &self.problem.velocity + &self.problem.w * &self.impulse;
        self.steps += 1;
        let mut left = false;
        for i in self.members() {
            self.energy[i] -= self.delta * ratios[i] * self.velocity[i];
            if before[i] < 0.0 && self.velocity[i] >= 0.0 {
                let e2 = self.problem.restitution[i].powi(2);
                self.energy[i] *= e2;
                self.stiffness[i] /= e2;
            }
            if self.energy[i] <= 0.0 {
                self.energy[i] = 0.0;
                self.active[i] = false;
                left = true;
            }
        }
        left
    }

    fn record(&mut self) {
        let members = self.members();
        if self.sequence.last() != Some(&members) {
            self.sequence.push(members);
        }
    }
}

/// System (N.3) over the active contacts, with ρ = 1 for the primary one.
struct System<'a> {
    run: &'a Run<'a>,
    members: &'a [usize],
    primary: usize,
}

impl System<'_> {
    /// Residuals and their derivatives by ρ.
    fn evaluate(&self, ratios: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.members.len();
        let mut value = DVector::zeros(n);
        let mut jacobian = DMatrix::zeros(n, n);
        for (row, &j) in self.members.iter().enumerate() {
            if j == self.primary {
                value[row] = ratios[row] - 1.0;
                jacobian[(row, row)] = 1.0;
            } else {
                value[row] = self.residual_row(row, ratios, &mut jacobian);
            }
        }
        (value, jacobian)
    }

    /// (N.3) of one secondary contact, divided by ρⱼ if Eⱼ⁽⁰⁾ = 0.
    fn residual_row(&self, row: usize, ratios: &DVector<f64>, jacobian: &mut DMatrix<f64>) -> f64 {
        let run = self.run;
        let (j, rho) = (self.members[row], ratios[row]);
        let c = 0.5 * run.delta * run.delta;
        let stiffer = run.stiffness[self.primary] / run.stiffness[j];
        let primary_energy = run.energy[self.primary] + self.gain(self.primary, ratios);
        let fresh = run.energy[j] == 0.0;
        let power = if fresh { rho } else { rho * rho };
        let weight = if fresh { 1.0 } else { rho };
        for (column, &l) in self.members.iter().enumerate() {
            let w = &run.problem.w;
            jacobian[(row, column)] = c * (weight * w[(j, l)] - stiffer * power * w[(self.primary, l)]);
        }
        let gain = self.gain(j, ratios);
        let slope = if fresh { 1.0 } else { 2.0 * rho };
        jacobian[(row, row)] += stiffer * slope * primary_energy - if fresh { 0.0 } else { gain };
        stiffer * power * primary_energy - run.energy[j] - weight * gain
    }

    /// (Eⱼ(ρ) − Eⱼ⁽⁰⁾)/ρⱼ of (N.2).
    fn gain(&self, j: usize, ratios: &DVector<f64>) -> f64 {
        let run = self.run;
        let coupling: f64 =
            self.members.iter().enumerate().map(|(m, &l)| run.problem.w[(j, l)] * ratios[m]).sum();
        -run.delta * run.velocity[j] - 0.5 * run.delta * run.delta * coupling
    }
}
