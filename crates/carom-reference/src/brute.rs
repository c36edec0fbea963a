//! The reference: follow the springs in time with tiny steps, stop at every event, apply the event table.
//!
//! Between events the springs obey, with F the forces of all contacts,
//!
//! ```text
//! ḋᵢ = −vᵢ,   v̇ = W F,   ṗ = F,   ġᵢ = vᵢ                                                       (B.1)
//! Fᵢ = kᵢ dᵢ  for a contact in compression or restitution,   0 for an inactive one,             (B.2)
//! v̇ᵢ = 0  for a closed contact, which fixes its reaction Fᵢ ≥ 0                                 (B.3)
//! ```
//!
//! (B.1) and (B.2) are \[Jia2013, eqs. (7)–(10)\] for any number of contacts. They are integrated by the
//! classical Runge-Kutta method of order four with a step of 1/(N ω), where ω bounds the highest frequency of
//! the springs that are active and N = [`Brute::steps_per_radian`]. Its phase error is N⁻⁴/120 per radian:
//! 1e-13 for the default N = 500. Events are bisected to the last bit of the step.
//!
//! The three restitution laws and both kinds of separation are in [`Law`] and [`Separation`]; the event table
//! itself is in the private module `state`, the reactions (B.3) in `rigid`.
//!
//! The collision ends when no spring is active and nothing approaches; also when all that is left is below rounding.
//! The second clause is needed: under bi- and mono-stiffness, whose stiffness does not grow, two pressed contacts may pass a
//! remainder back and forth for ever, each time smaller by the same factor and each time taking as long.
//!
//! Springs may be F = k·dⁿ, E = F·d/(n+1) ([`Brute::with_exponents`]): k then changes by 1/e²ⁿ where the table says 1/e². Since dⁿ has no
//! Taylor series at d = 0, steps are at most a fiftieth of d/|v| there, down to 1e-7 of a radian.
//!
//! Two things are done the slow way on purpose. A contact whose cycles accumulate is followed through cycle
//! after cycle until its stiffness exceeds 1e30 times the one it arrived with (its period is then 1e-15 of the first)
//! and only then closed. And no guard is armed or disarmed: a guard fires when it is negative at the end of a step.

mod rigid;
mod state;

use nalgebra::{DMatrix, DVector};

use crate::{Outcome, Problem, ReferenceError};
use state::{Guard, Motion, State};

/// How a contact loses energy. All three laws agree for a lone contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// k grows by 1/e² at every end of compression and keeps that value, F is continuous
    /// \[Jia2013, sec. 3.3, assumptions (i)–(iii)\].
    Hardening,
    /// The original k in compression, k/e² in restitution, F continuous at every switch (Liu, Zhao, Brogliato).
    BiStiffness,
    /// k never changes; restitution ends at E = (1 − e²) E_max, and what is left is lost \[Jia2008, sec. 2.2\].
    MonoStiffness,
}

/// What happens to a contact that has separated.
#[derive(Debug, Clone, PartialEq)]
pub enum Separation {
    /// It returns as soon as it approaches again, as if no gap had opened.
    Instant,
    /// It returns when its gap has closed again.
    Tracked {
        /// Gap of each contact at the start \[m\], ≥ 0.
        gaps: Vec<f64>,
    },
}

impl Separation {
    /// Tracked separation of contacts that all touch at the start.
    pub fn tracked(contacts: usize) -> Self {
        Separation::Tracked { gaps: vec![0.0; contacts] }
    }
}

/// The brute-force solver.
#[derive(Debug, Clone, PartialEq)]
pub struct Brute {
    /// Restitution law.
    pub law: Law,
    /// Kind of separation.
    pub separation: Separation,
    /// Runge-Kutta steps per radian of the fastest active spring.
    pub steps_per_radian: u32,
    /// Exponent n of each contact's spring; all are 1 if there are none.
    pub exponents: Vec<f64>,
}

/// The state of all contacts at the instant at which the active set changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Time since the start \[s\].
    pub time: f64,
    /// Contacts that are active from now on, closed ones included.
    pub active: Vec<usize>,
    /// Normal velocities \[m/s\].
    pub velocity: DVector<f64>,
    /// Normal impulses so far \[N s\].
    pub impulse: DVector<f64>,
    /// Strain energies \[J\].
    pub energy: DVector<f64>,
}

/// An outcome and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// The outcome.
    pub outcome: Outcome,
    /// One snapshot per active set, in the order of `outcome.sequence`.
    pub snapshots: Vec<Snapshot>,
}

/// Steps after which the solver gives up.
const STEP_LIMIT: usize = 50_000_000;
/// Halvings that take a step below its own rounding.
const BISECTIONS: usize = 60;
/// An event found within this part of a step happened at its start: no time has passed.
const SAME_INSTANT: f64 = 1e-12;

impl Brute {
    /// A solver with 500 steps per radian.
    pub fn new(law: Law, separation: Separation) -> Self {
        Self { law, separation, steps_per_radian: 500, exponents: Vec::new() }
    }

    /// The same solver for springs F = k·dⁿ, one exponent for each contact.
    pub fn with_exponents(self, exponents: Vec<f64>) -> Self {
        Self { exponents, ..self }
    }

    /// The same solver with another number of steps per radian.
    pub fn with_steps_per_radian(self, steps_per_radian: u32) -> Self {
        Self { steps_per_radian, ..self }
    }

    /// Follows the impact to its end.
    pub fn solve(&self, problem: &Problem) -> Result<Outcome, ReferenceError> {
        Ok(self.history(problem)?.outcome)
    }

    /// Follows the impact to its end and tells how it came about.
    pub fn history(&self, problem: &Problem) -> Result<History, ReferenceError> {
        let mut run = Run::new(self, problem)?;
        run.start()?;
        while run.advance()? {
            if run.steps > STEP_LIMIT {
                return Err(ReferenceError::Unfinished {
                    method: "brute force",
                    limit: STEP_LIMIT,
                    unit: "steps",
                });
            }
        }
        Ok(run.finish())
    }
}

/// One impact being followed.
struct Run<'a> {
    problem: &'a Problem,
    steps_per_radian: f64,
    state: State<'a>,
    time: f64,
    steps: usize,
    snapshots: Vec<Snapshot>,
}

impl<'a> Run<'a> {
    fn new(solver: &'a Brute, problem: &'a Problem) -> Result<Self, ReferenceError> {
        if solver.steps_per_radian == 0 {
            return Err(ReferenceError::OutOfRange { what: "steps per radian", value: 0.0 });
        }
        Ok(Self {
            problem,
            steps_per_radian: f64::from(solver.steps_per_radian),
            state: State::new(solver, problem)?,
            time: 0.0,
            steps: 0,
            snapshots: Vec::new(),
        })
    }

    /// Wakes every contact that touches and approaches.
    fn start(&mut self) -> Result<(), ReferenceError> {
        for contact in 0..self.problem.contacts() {
            if self.state.time_to_return(contact) == Some(0.0) {
                self.state.apply(contact, Guard::Returns)?;
            }
        }
        self.state.settle()?;
        self.record();
        Ok(())
    }

    /// One step, or the part of it up to the first event. False when the collision has ended.
    fn advance(&mut self) -> Result<bool, ReferenceError> {
        self.steps += 1;
        if self.state.is_spent() {
            self.state.release_springs();
        }
        if !self.state.any_spring() {
            return self.coast();
        }
        let radian = 1.0 / self.state.frequency_bound();
        let step = (radian / self.steps_per_radian).min(self.state.time_to_start().max(1e-7 * radian));
        let after = self.runge_kutta(step);
        if self.state.fired(&after).is_empty() {
            self.state.motion = after;
            self.time += step;
        } else {
            self.stop_at_event(step)?;
        }
        Ok(true)
    }

    /// Bisects for the first instant at which any guard is negative, and lets every such guard fire.
    fn stop_at_event(&mut self, step: f64) -> Result<(), ReferenceError> {
        let (mut before, mut after) = (0.0, step);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (before + after);
            if self.state.fired(&self.runge_kutta(middle)).is_empty() {
                before = middle;
            } else {
                after = middle;
            }
        }
        let motion = self.runge_kutta(after);
        let fired = self.state.fired(&motion);
        self.state.motion = motion;
        self.time += if after > SAME_INSTANT * step { after } else { 0.0 };
        for (contact, guard) in fired {
            self.state.apply(contact, guard)?;
        }
        self.state.settle()?;
        self.record();
        Ok(())
    }

    /// With no spring active all velocities are constant until a gap closes, or for ever.
    fn coast(&mut self) -> Result<bool, ReferenceError> {
        self.state.open_all();
        let arrivals: Vec<(usize, f64)> =
            (0..self.problem.contacts()).filter_map(|i| Some((i, self.state.time_to_return(i)?))).collect();
        let Some(wait) = arrivals.iter().map(|(_, time)| *time).reduce(f64::min) else {
            self.record();
            return Ok(false);
        };
        self.state.drift(wait);
        self.time += wait;
        if wait > 0.0 {
            self.record();
        }
        for (contact, _) in arrivals.into_iter().filter(|(_, time)| *time == wait) {
            self.state.apply(contact, Guard::Returns)?;
        }
        self.state.settle()?;
        self.record();
        Ok(true)
    }

    /// One classical Runge-Kutta step of (B.1).
    fn runge_kutta(&self, h: f64) -> Motion {
        let y = &self.state.motion;
        let k1 = self.state.rate(y);
        let k2 = self.state.rate(&(y + &k1 * (0.5 * h)));
        let k3 = self.state.rate(&(y + &k2 * (0.5 * h)));
        let k4 = self.state.rate(&(y + &k3 * h));
        let slope: DMatrix<f64> = k1 + (k2 + k3) * 2.0 + k4;
        y + slope * (h / 6.0)
    }

    /// Notes the active set, unless it is the one already noted. Sets that last no time leave no trace.
    fn record(&mut self) {
        let snapshot = self.state.snapshot(self.time);
        if self.snapshots.last().is_some_and(|last| last.time == self.time) {
            self.snapshots.pop();
        }
        if self.snapshots.last().is_none_or(|last| last.active != snapshot.active) {
            self.snapshots.push(snapshot);
        }
    }

    fn finish(self) -> History {
        let end = self.state.snapshot(self.time);
        let outcome = Outcome {
            velocity: end.velocity,
            impulse: end.impulse,
            steps: self.steps,
            sequence: self.snapshots.iter().map(|s| s.active.clone()).collect(),
        };
        History { outcome, snapshots: self.snapshots }
    }
}
