//! The Taylor series of one step, for the contacts that take part in it.
//!
//! In the local time s = ω·t, with ω chosen so that a whole step is s ∈ [0, 1], velocities vᵢ(s) = Σ Vᵢⱼ sʲ and
//! loads qᵢ(s) = Σ Qᵢⱼ sʲ, where q = F/ω is the force measured in impulse per unit of s, obey
//!
//! ```text
//! Qᵢⱼ   = −κᵢ Vᵢ,ⱼ₋₁ / j,       κᵢ = kᵢ/ω²        springs: F = k·d, d' = −v         (F.1)
//! Q_Hⱼ  = −W_HH⁻¹ W_HS Q_Sⱼ                       closed contacts: v' = 0             (F.2)
//! Vᵢ,ⱼ₊₁ = Σ_c Wᵢ_c Q_cⱼ / (j+1)                   (P.2), one sparse product an order  (F.3)
//! ```
//!
//! A contact at rest (touching, unloaded, vₙ = 0) does not know yet whether it will be pressed or drawn apart. The
//! first term of its own velocity decides, and it may do so at any order: j hops from the struck contact that
//! is order 2j. Its own force cannot change that term, so the decision is taken while the series unfolds.
//! Terms below the rounding of the velocities (`floor`) decide nothing: they are what symmetric forces that
//! cancel leave behind, or a wave front so faint that it has not arrived.

use nalgebra::{DMatrix, DVector};

use super::reaction::Reactions;
use crate::coupling::Coupling;

/// Highest order of the velocity series.
pub(crate) const ORDER: usize = 22;
/// Length of a step in radians of the highest frequency. The first term left out is at most
/// REACH^(ORDER+1)/(ORDER+1)! = 4e-19 of the motion: a million steps leave it below rounding.
pub(crate) const REACH: f64 = 1.5;
/// A contact at rest whose k·W is this many times that of the springs at work waits for its speed to exceed
/// rounding. Below, it would shorten the steps fourfold at most.
const MUCH_STIFFER: f64 = 16.0;
/// Coefficients stored a contact.
pub(crate) const TERMS: usize = ORDER + 1;
/// 1/(j+1) for every order.
const RECIPROCAL: [f64; TERMS] = {
    let mut table = [0.0; TERMS];
    let mut j = 0;
    while j < TERMS {
        table[j] = 1.0 / (j + 1) as f64;
        j += 1;
    }
    table
};

/// How a contact takes part in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// Follows F = k·d.
    Spring,
    /// Held at vₙ = 0 by a reaction.
    Held,
    /// Touching at rest; the order at which it is decided will say whether it is pressed or drawn apart.
    Undecided,
    /// Touching at rest, and far stiffer than the springs at work: it waits until its speed exceeds rounding, so
    /// that it does not shorten the steps before it matters.
    Waiting,
    /// Was at rest and is pressed from this step on.
    Pressed,
    /// Was at rest and is drawn apart from this step on.
    DrawnApart,
    /// Touching at rest at the edge of what the frame holds; if it is moved, the frame is too small.
    Distant,
    /// Separating: feels the others without acting on them.
    Free,
}

impl Role {
    /// Whether the contact can exert no force during the step.
    fn is_passive(self) -> bool {
        match self {
            Self::Free | Self::Distant => true,
            Self::Spring | Self::Held | Self::Undecided => false,
            Self::Waiting | Self::Pressed | Self::DrawnApart => false,
        }
    }
}

/// One contact's values at the start of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub contact: usize,
    pub role: Role,
    pub stiffness: f64,
    pub compression: f64,
    pub velocity: f64,
    pub gap: f64,
    /// Velocities below this are rounding.
    pub floor: f64,
}

/// Effects of unit forces at the springs of a frame, closed contacts answering.
pub(crate) struct Reduced {
    /// Rate of each member's velocity.
    pub velocity: DMatrix<f64>,
    /// Force at each member: one at the spring itself, the reactions at the closed contacts.
    pub load: DMatrix<f64>,
}

/// The contacts of a step, their block of W, and their series.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    entries: Vec<Entry>,
    row_start: Vec<usize>,
    column: Vec<usize>,
    weight: Vec<f64>,
    /// kᵢ/ω² of (F.1); zero for a rigid contact, which is held and no spring.
    kappa: Vec<f64>,
    velocity: Vec<f64>,
    load: Vec<f64>,
    held: Vec<usize>,
    reactions: Reactions,
    /// ω: local time per second.
    rate: f64,
}

impl Frame {
    /// Starts an empty frame, keeping its memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.held.clear();
    }

    pub fn push(&mut self, entry: Entry) {
        if entry.role == Role::Held {
            self.held.push(self.entries.len());
        }
        self.entries.push(entry);
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn entries_mut(&mut self) -> &mut [Entry] {
        &mut self.entries
    }

    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// Velocity series of a member, in metres per second.
    pub fn velocity(&self, member: usize) -> &[f64] {
        &self.velocity[member * TERMS..(member + 1) * TERMS]
    }

    /// Load series of a member, in newton seconds per unit of local time.
    pub fn load(&self, member: usize) -> &[f64] {
        &self.load[member * TERMS..(member + 1) * TERMS]
    }

    /// What turns a load of this member into a compression in metres.
    pub fn compression_per_load(&self, member: usize) -> f64 {
        1.0 / (self.kappa[member] * self.rate)
    }

    /// Takes over the members' block of W. `place` maps a contact to its member + 1, and is zero elsewhere.
    pub fn couple(&mut self, coupling: &Coupling, place: &[usize]) {
        self.row_start.clear();
        self.column.clear();
        self.weight.clear();
        self.row_start.push(0);
        for entry in &self.entries {
            for (j, w) in coupling.row(entry.contact) {
                let member = place[j];
                if member > 0 && !self.entries[member - 1].role.is_passive() {
                    self.column.push(member - 1);
                    self.weight.push(w);
                }
            }
            self.row_start.push(self.column.len());
        }
        self.factor_held();
    }

    fn factor_held(&mut self) {
        let n = self.held.len();
        if n == 0 {
            self.reactions = Reactions::default();
            return;
        }
        let mut block = DMatrix::zeros(n, n);
        for (i, &row) in self.held.iter().enumerate() {
            for e in self.row_start[row]..self.row_start[row + 1] {
                if let Ok(j) = self.held.binary_search(&self.column[e]) {
                    block[(i, j)] = self.weight[e];
                }
            }
        }
        self.reactions = Reactions::of(block);
    }

    /// What unit forces at `springs` do when the closed contacts answer: columns in the order of `springs`.
    pub fn reduced_coupling(&self, springs: &[usize]) -> Reduced {
        let (members, n) = (self.entries.len(), springs.len());
        let mut column_of = vec![None; members];
        springs.iter().enumerate().for_each(|(column, &member)| column_of[member] = Some(column));
        let mut velocity = DMatrix::zeros(members, n);
        let mut load = DMatrix::zeros(members, n);
        for row in 0..members {
            for e in self.row_start[row]..self.row_start[row + 1] {
                if let Some(column) = column_of[self.column[e]] {
                    velocity[(row, column)] = self.weight[e];
                }
            }
        }
        springs.iter().enumerate().for_each(|(column, &member)| load[(member, column)] = 1.0);
        for column in 0..n {
            let needed = self.held.iter().map(|&row| -velocity[(row, column)]);
            let reaction = self.reactions.solve(DVector::from_iterator(self.held.len(), needed));
            for (&row, &force) in self.held.iter().zip(reaction.iter()) {
                load[(row, column)] = force;
            }
        }
        for row in 0..members {
            for e in self.row_start[row]..self.row_start[row + 1] {
                if self.entries[self.column[e]].role == Role::Held {
                    for column in 0..n {
                        velocity[(row, column)] += self.weight[e] * load[(self.column[e], column)];
                    }
                }
            }
        }
        self.held.iter().for_each(|&row| velocity.row_mut(row).fill(0.0));
        Reduced { velocity, load }
    }

    /// ω: the highest frequency is at most √max Σ_c |Wᵢ_c| k_c, by Gershgorin's circles; REACH of its radians make
    /// a step. Contacts at rest count only if they are not much stiffer than the springs; the others wait.
    /// Returns the member in which ω was found.
    pub fn set_rate(&mut self) -> usize {
        let (springs, mut stiffest) = self.highest_frequency(|role| matches!(role, Role::Spring));
        for i in 0..self.entries.len() {
            if matches!(self.entries[i].role, Role::Undecided | Role::Waiting) {
                let at_rest = self.entries[i].velocity.abs() < self.entries[i].floor;
                let stiff = self.own_frequency(i) > MUCH_STIFFER * springs;
                self.entries[i].role = if at_rest && stiff { Role::Waiting } else { Role::Undecided };
            }
        }
        let (highest, member) = self.highest_frequency(|role| matches!(role, Role::Spring | Role::Undecided));
        if highest > springs {
            stiffest = member;
        }
        self.use_rate(highest.sqrt() / REACH);
        stiffest
    }

    /// kᵢWᵢᵢ, the square of the frequency at which a member would oscillate alone.
    pub fn own_frequency(&self, member: usize) -> f64 {
        let range = self.row_start[member]..self.row_start[member + 1];
        let own = range.clone().find(|&e| self.column[e] == member).map_or(0.0, |e| self.weight[e]);
        own * self.entries[member].stiffness
    }

    /// Bound on ω² among the members of the given roles, and the member that sets it.
    pub fn highest_frequency(&self, counts: impl Fn(Role) -> bool) -> (f64, usize) {
        let (mut highest, mut stiffest) = (0.0, 0);
        for (i, entry) in self.entries.iter().enumerate() {
            if !counts(entry.role) {
                continue;
            }
            let mut sum = 0.0;
            for e in self.row_start[i]..self.row_start[i + 1] {
                let other = &self.entries[self.column[e]];
                if counts(other.role) && other.stiffness.is_finite() {
                    sum += self.weight[e].abs() * other.stiffness;
                }
            }
            if sum > highest {
                (highest, stiffest) = (sum, i);
            }
        }
        (highest, stiffest)
    }

    /// Sets ω as it was found before.
    pub fn use_rate(&mut self, rate: f64) {
        self.rate = rate;
        let per_rate_squared = 1.0 / (rate * rate);
        self.kappa.clear();
        self.kappa.extend(
            self.entries.iter().map(|entry| {
                if entry.stiffness.is_finite() { entry.stiffness * per_rate_squared } else { 0.0 }
            }),
        );
    }

    /// Unfolds the series from the entries' values, deciding contacts at rest on the way.
    pub fn expand(&mut self) {
        let members = self.entries.len();
        self.velocity.clear();
        self.velocity.resize(members * TERMS, 0.0);
        self.load.clear();
        self.load.resize(members * TERMS, 0.0);
        for (i, entry) in self.entries.iter().enumerate() {
            self.velocity[i * TERMS] = entry.velocity;
            if entry.role == Role::Spring {
                self.load[i * TERMS] = self.kappa[i] * self.rate * entry.compression;
            }
        }
        for j in 0..ORDER {
            self.decide(j);
            if j > 0 {
                self.load_springs(j);
            }
            if !self.held.is_empty() {
                self.load_held(j);
            }
            self.accelerate(j);
        }
    }

    /// Contacts at rest whose velocity first rises above rounding in its term j.
    fn decide(&mut self, j: usize) {
        for (i, entry) in self.entries.iter_mut().enumerate() {
            if entry.role != Role::Undecided {
                continue;
            }
            let series = &mut self.velocity[i * TERMS..=i * TERMS + j];
            if series[j].abs() >= entry.floor && series[j] != 0.0 {
                let sign = series[j].signum();
                entry.role = if sign < 0.0 { Role::Pressed } else { Role::DrawnApart };
                series[..j].iter_mut().filter(|v| **v * sign < 0.0).for_each(|v| *v = 0.0);
            }
        }
    }

    /// (F.1)
    #[inline]
    fn load_springs(&mut self, j: usize) {
        for (i, entry) in self.entries.iter().enumerate() {
            if matches!(entry.role, Role::Spring | Role::Pressed) {
                let at = i * TERMS + j;
                self.load[at] = -self.kappa[i] * self.velocity[at - 1] * RECIPROCAL[j - 1];
            }
        }
    }

    /// (F.2)
    fn load_held(&mut self, j: usize) {
        let needed = DVector::from_iterator(
            self.held.len(),
            self.held.iter().map(|&row| -self.row_product(row, j)), // loads of held contacts are still zero
        );
        let reaction = self.reactions.solve(needed);
        for (&row, &load) in self.held.iter().zip(reaction.iter()) {
            self.load[row * TERMS + j] = load;
        }
    }

    /// (F.3)
    #[inline]
    fn accelerate(&mut self, j: usize) {
        for i in 0..self.entries.len() {
            self.velocity[i * TERMS + j + 1] = self.row_product(i, j) * RECIPROCAL[j];
        }
        for &row in &self.held {
            self.velocity[row * TERMS + j + 1] = 0.0;
        }
    }

    #[inline]
    fn row_product(&self, row: usize, j: usize) -> f64 {
        let range = self.row_start[row]..self.row_start[row + 1];
        let (columns, weights) = (&self.column[range.clone()], &self.weight[range]);
        columns.iter().zip(weights).map(|(&c, &w)| w * self.load[c * TERMS + j]).sum()
    }
}
