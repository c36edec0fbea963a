//! The contacts of one step and the series of their motion.
//!
//! With F = k·dⁿ the motion is not linear, and where n is no integer dⁿ has a branch point at d = 0: at the start and the end of
//! every contact. Two changes make it a power series there too.
//!
//! **The clock.** Time is a function of the series' variable σ. Let y = √d of one contact, the *leader*, and
//!
//! ```text
//! dt = c·y dσ,   y' = −c·vₙ/2,   F = k·y³                                                       (X.1)
//! ```
//!
//! (a prime is the derivative in σ). For n = 3/2 that is a polynomial equation: the motion of the leader is analytic in σ where it
//! starts with a speed (y = 0 at σ = 0), where it ends (y falls through zero), and in between. A contact that starts together with the
//! leader has d = σ²·g(σ), g(0) > 0, and one that starts from rest d = σ⁴·g: F = k·σ³·g^(3/2) and k·σ⁶·g^(3/2) are series as
//! well. So the leader is the contact that is nearest to its start or end. Without a leader dt = c dσ.
//!
//! **Order by order**, with φ = dt/dσ and G = φ·F, an impulse per unit of σ:
//!
//! ```text
//! Gⱼ = Σ φₐ Fⱼ₋ₐ,   v' = W G,   d' = −φ·v,   t' = φ,                                              (X.2)
//! Fⱼ = Σᵢ₌₁ʲ (i·n − (j − i)) dᵢ Fⱼ₋ᵢ / (j·d₀)                                                     (X.3)
//! ```
//!
//! (X.3) is the recurrence of a power of a series (it follows from d·F' = n·d'·F); of one that starts with σᵐ it is that of g. Closed
//! contacts have no series of their own: [`answers`] says what they add to W.

mod answers;
mod block;
mod convolution;
mod member;
mod quiet;
mod unfold;

use carom_taylor::{evaluate, evaluate_with_slope, integral};
use nalgebra::Matrix3;

use answers::Answers;
use member::{Member, Start};
use unfold::{Felt, Unfolding};

pub(in crate::power_flow) use quiet::LONGEST as LONGEST_IN_TIME;

use crate::coupling::Coupling;
use crate::flow::Row;
use crate::power_flow::friction::{Hold, Rub, RubStart};
use crate::quantity::Exponent;

/// Order of the series. A step of a series with a finite radius R reaches R·ε^(1/N) at a cost that goes with N²: the best N is about
/// 20. Chains of 20, 60 and 100 balls take a tenth more instructions with 27 and a fifth more with 31.
pub(crate) const ORDER: usize = 23;
/// Coefficients of a series in σ.
pub(crate) type Series = [f64; ORDER + 1];
pub(in crate::power_flow) const ZERO: Series = [0.0; ORDER + 1];

/// What a contact does in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its spring acts.
    Acting,
    /// Its spring is loaded, but less than rounding: it moves without acting.
    Faint,
    /// Rigid: its velocity stays zero.
    Held,
    /// It carries nothing and is moved by others.
    Passive,
}

/// A contact of the step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub contact: usize,
    pub role: Role,
    /// k now.
    pub stiffness: f64,
    pub exponent: Exponent,
    /// d; of a contact that carries nothing, minus its gap.
    pub compression: f64,
    pub velocity: f64,
    /// Speed below which a velocity is rounding.
    pub floor: f64,
}

/// How time follows from σ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Clock {
    /// dt = c dσ.
    Even {
        /// c, in seconds.
        unit: f64,
    },
    /// dt = c·y dσ, y = √d of a member (X.1).
    Root {
        /// The member whose contact leads.
        leader: usize,
        /// c, in seconds per √metre.
        unit: f64,
    },
}

impl Clock {
    /// The same with a unit of σ that is longer by a factor.
    pub fn scaled(self, by: f64) -> Self {
        match self {
            Self::Even { unit } => Self::Even { unit: unit * by },
            Self::Root { leader, unit } => Self::Root { leader, unit: unit * by },
        }
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::Even { unit: 1.0 }
    }
}

/// The contacts of one step, and their series.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    pub(in crate::power_flow) entries: Vec<Entry>,
    pub(in crate::power_flow) members: Vec<Member>,
    /// The members' tangential sides; empty without friction.
    pub(in crate::power_flow) rubs: Vec<Rub>,
    pub(in crate::power_flow) clock: Clock,
    /// y of the leader.
    pub(in crate::power_flow) root: Series,
    /// φ.
    pub(in crate::power_flow) rate: Series,
    pub(in crate::power_flow) time: Series,
    pub(in crate::power_flow) row_start: Vec<usize>,
    pub(in crate::power_flow) columns: Vec<usize>,
    values: Vec<f64>,
    /// The same over (t₁, t₂, n); empty without friction.
    pub(in crate::power_flow) blocks: Vec<Matrix3<f64>>,
    /// What the closed contacts, the last members, answer; without friction.
    answers: Answers,
    /// The contacts and roles for which all of this was set up.
    coupled: Vec<(usize, Role)>,
    felt: Felt,
    /// What contacts outside the frame do to each member, as velocity per unit of σ; empty if there are none.
    pub(in crate::power_flow) outside: Vec<Series>,
    /// What the last step with friction held, as long as its contacts stay.
    pub(in crate::power_flow) hold: Option<Hold>,
    /// Whether all series in time go to the last order, whether their terms count or not.
    pub(in crate::power_flow) to_the_end: bool,
    /// Workspace.
    unfolding: Unfolding,
}

impl Frame {
    pub fn clear(&mut self) {
        self.entries.clear();
        self.rubs.clear();
    }

    /// With what the tangential sides of all members start; the springs of all that act are known to be loaded, or to begin.
    pub fn rub(&mut self, starts: impl IntoIterator<Item = RubStart>) {
        self.rubs.clear();
        self.rubs.extend(starts.into_iter().zip(&self.entries).map(|(start, entry)| Rub::new(start, entry)));
        self.members.clear();
        self.members.extend(self.entries.iter().map(Member::starting));
    }

    /// The tangential side of a member, if there is friction.
    pub fn rub_of(&self, member: usize) -> Option<&Rub> {
        self.rubs.get(member)
    }

    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn clock(&self) -> Clock {
        self.clock
    }

    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// The part of W among the members, of which closed contacts are the last; `place` holds member + 1 of each contact in the frame.
    pub fn couple(&mut self, coupling: &Coupling, place: &[usize]) {
        if self.coupled.iter().copied().eq(self.entries.iter().map(|entry| (entry.contact, entry.role))) {
            return;
        }
        self.begin_coupling();
        for entry in &self.entries {
            for (j, w) in coupling.row(entry.contact).filter(|&(j, _)| place[j] > 0) {
                self.columns.push(place[j] - 1);
                self.values.push(w);
            }
            let blocks = coupling.block_row(entry.contact).filter(|&(j, _)| place[j] > 0);
            self.blocks.extend(blocks.map(|(_, w)| *w));
            self.row_start.push(self.columns.len());
        }
        if self.blocks.is_empty() {
            self.answers = Answers::of(self);
            let moving = self.entries.iter().take_while(|entry| entry.role != Role::Held).count();
            let moving = &self.entries[..moving];
            self.felt = match self.answers.is_empty() {
                true => Felt::of(moving, |member| self.row(member)),
                false => Felt::of(moving, |member| self.answers.row(member)),
            };
        }
    }

    /// Couples members, none of which is closed, by rows that are given.
    pub fn couple_rows<R: Iterator<Item = (usize, f64)>>(&mut self, row: impl Fn(usize) -> R) {
        self.begin_coupling();
        for member in 0..self.entries.len() {
            for (j, w) in row(member) {
                self.columns.push(j);
                self.values.push(w);
            }
            self.row_start.push(self.columns.len());
        }
        self.felt = Felt::of(&self.entries, |member| self.row(member));
    }

    fn begin_coupling(&mut self) {
        self.hold = None;
        self.coupled.clear();
        self.coupled.extend(self.entries.iter().map(|entry| (entry.contact, entry.role)));
        self.row_start.clear();
        self.columns.clear();
        self.values.clear();
        self.blocks.clear();
        self.row_start.push(0);
    }

    /// The row of a member that moves, with what closed contacts answer.
    pub fn effective_row(&self, member: usize) -> Row {
        match self.answers.is_empty() {
            true => self.row(member).collect(),
            false => self.answers.row(member).collect(),
        }
    }

    /// What a closed member answers to impulses of the springs.
    pub fn answer(&self, member: usize, impulse: impl Fn(usize) -> f64) -> f64 {
        self.answers.parts(member).map(|(spring, part)| part * impulse(spring)).sum()
    }

    /// The non-zero entries (member, Wᵢⱼ) of a member's row.
    pub fn row(&self, member: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.row_start[member]..self.row_start[member + 1];
        self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    /// Number of members with series of their own, and of their couplings.
    pub fn size(&self) -> usize {
        self.members.len() + self.row_start[self.members.len()]
    }

    /// The terms of a member's velocity; those that follow are zero.
    pub fn velocity(&self, member: usize) -> &[f64] {
        self.members.get(member).map_or(&ZERO[..1], |member| &member.velocity[..member.terms])
    }

    /// The terms of a member's compression; those that follow are zero.
    pub fn compression(&self, member: usize) -> &[f64] {
        let terms = |member: &Member| (member.terms + 1).min(ORDER + 1);
        self.members.get(member).map_or(&ZERO[..1], |member| &member.compression[..terms(member)])
    }

    /// G: the impulse per unit of σ.
    pub fn push_series(&self, member: usize) -> Series {
        match self.members.get(member) {
            Some(member) => member.push,
            None => self.answers.sum(member, |spring| self.members[spring].push),
        }
    }

    /// F of a closed contact. Not G, which falls to zero where the leader ends whatever the reaction is.
    pub fn reaction_series(&self, member: usize) -> Series {
        if let Some(rub) = self.rub_of(member) {
            return rub.load[2];
        }
        quotient(&self.push_series(member), &self.rate)
    }

    /// Whether a spring of the step could draw a closed contact apart.
    pub fn may_open(&self, member: usize) -> bool {
        member < self.members.len() || self.answers.parts(member).any(|(_, part)| part < 0.0)
    }

    /// y of the leader, if this member leads.
    pub fn root_of(&self, member: usize) -> Option<&Series> {
        matches!(self.clock, Clock::Root { leader, .. } if leader == member).then_some(&self.root)
    }

    /// Whether the spring of a member that should act could not be unfolded.
    pub fn is_silent(&self, member: usize) -> bool {
        let silent = |member: &Member| matches!(member.start, Start::Silent | Start::Unknown);
        self.members.get(member).is_some_and(silent) && self.root_of(member).is_none()
    }

    /// Time since the start of the step.
    pub fn time_at(&self, s: f64) -> f64 {
        evaluate(&self.time, s)
    }

    /// dt/dσ.
    pub fn pace_at(&self, s: f64) -> f64 {
        evaluate(&self.rate[..ORDER], s)
    }

    /// σ at a time since the start of the step, at most `end`: t is monotonic.
    pub fn local(&self, time: f64, end: f64) -> f64 {
        let (mut low, mut high) = (0.0, end);
        let mut s = end * (time / self.time_at(end)).clamp(0.0, 1.0);
        for _ in 0..100 {
            let (value, slope) = evaluate_with_slope(&self.time, s);
            if value < time {
                low = s
            } else {
                high = s
            }
            let newton = s - (value - time) / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - s).abs() <= f64::EPSILON * end {
                return next;
            }
            s = next;
        }
        s
    }

    /// d at σ; of a contact that carries nothing, minus its gap.
    pub fn compression_at(&self, member: usize, s: f64) -> f64 {
        match self.root_of(member) {
            Some(root) => {
                let y = evaluate(root, s).max(0.0);
                y * y
            }
            None => evaluate(self.compression(member), s),
        }
    }

    pub fn velocity_at(&self, member: usize, s: f64) -> f64 {
        evaluate(self.velocity(member), s)
    }

    /// Impulse from the start of the step to σ.
    pub fn impulse_to(&self, member: usize, s: f64) -> f64 {
        match self.members.get(member) {
            Some(member) => integral(&member.push[..member.pushes], s),
            None => self.answers.parts(member).map(|(spring, part)| part * self.impulse_to(spring, s)).sum(),
        }
    }

    /// Velocity, compression and impulse since the start of the step of all members at σ.
    pub fn states_at(&self, s: f64) -> Vec<[f64; 3]> {
        if self.rubs.is_empty() {
            return self.states_without_friction(s);
        }
        let state = |i: usize| [self.velocity_at(i, s), self.compression_at(i, s), self.impulse_to(i, s)];
        (0..self.entries.len()).map(state).collect()
    }

    /// F at σ.
    pub fn force_at(&self, member: usize, s: f64) -> f64 {
        let entry = &self.entries[member];
        match entry.role {
            Role::Acting if !self.is_silent(member) => {
                entry.stiffness * entry.exponent.power(self.compression_at(member, s).max(0.0))
            }
            Role::Held => evaluate(&self.reaction_series(member), s),
            Role::Acting | Role::Faint | Role::Passive => 0.0,
        }
    }
}

/// The series f of g = φ·f below the last order, as far as the first zero of φ after the start. Where φ starts with a zero g has one more.
fn quotient(push: &Series, rate: &Series) -> Series {
    let zeros = usize::from(rate[0] == 0.0);
    let mut quotient = ZERO;
    for order in 0..ORDER - zeros {
        let known: f64 = (0..order).map(|i| quotient[i] * rate[order + zeros - i]).sum();
        quotient[order] = (push[order + zeros] - known) / rate[zeros];
    }
    quotient
}
