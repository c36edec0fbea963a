//! The ball-ball-table collision, solved as \[Jia2013, sec. 4\] prescribes: Euler steps over the primary impulse.
//!
//! An upper ball (m₁, velocity v₀ < 0) falls on a lower one (m₂) that rests on a table. Impact 1 is ball-ball,
//! impact 2 ball-table. With ẋ₁ = v₁ − v₂ and ẋ₂ = v₂:
//!
//! ```text
//! v₁ = v₀ + I₁/m₁                                                     [Jia2013, eq. (11)]        (T.1)
//! v₂ = (I₂ − I₁)/m₂                                                   [Jia2013, eq. (12)]        (T.2)
//! dEᵢ/dIᵢ = −ẋᵢ                                                       [Jia2013, eqs. (13), (14)] (T.3)
//! dIₛ/dIₚ = √(kₛEₛ / kₚEₚ)   p primary, s secondary                   [Jia2013, eqs. (15), (24)] (T.4)
//! ρ = 2κ / (b + √(b² + 4κ)),   κ = kₛ/kₚ                              [Jia2013, eq. (27)]        (T.5)
//! ```
//!
//! (T.5) starts S₁, where (T.4) reads 0/0. The paper gives b three times, for S₁ at the start, after S₂ and after S₃
//! \[Jia2013, b₁ above eq. (27), b₂ and b₃ in the paragraph after Proposition 3\].
//! S₂ and S₃ have closed forms \[Jia2013, secs. 4.3, 4.4\]. I₁ is primary unless S₁ follows S₂ \[Jia2013, sec. 4.2\].
//! An end of compression scales E by e² and k by 1/e² \[Jia2013, sec. 3.3 (i)\].
//!
//! # What the method can and cannot do
//!
//! It needs a step δ, and it does not cover e = 0. Where the cycles of a pressed contact accumulate, k grows without bound
//! and no step is short enough; the energy then grows, which is reported as an error. When the *primary* impact ends restitution, (T.4) grows like
//! 1/√(I* − I): the secondary impulse is then wrong by O(√δ). Energy is shared along the way, so
//! the final velocities suffer much less.
//!
//! # How Table 1 was made
//!
//! Every digit of \[Jia2013, Table 1\] comes out with [`Reading::AsSimulated`] and δ = 10⁻⁵: the strain energies follow their
//! integrals (21) and (23) by the trapezoidal rule, and S₁ ends as soon as a contact in restitution holds less than 10⁻⁴ J,
//! which is then dropped. So the discrepancy of 0.0001 in the table, which the paper calls a round-off error \[Jia2013, note 20\],
//! is that threshold. Where E₁ ≈ 0.46 (I* − I₁) falls below it, I₂ has still 2√(k₂E₂/(0.46 k₁)) √(I* − I₁) ≈ 0.024 to grow: that is
//! the error of 0.025 in I₂ at the start of S₂.
//!
//! # Errata of the paper
//!
//! * \[Jia2013, eqs. (28)–(31)\] are off by a factor. They take I₂ ≈ ρδ, but I₂ grows like I₁², so that I₂ ≈ ρδ/2.
//!   Put I₂ = c I₁²/2 into (14): E₂ = c I₁³/(3m₂); with (25) in (15): c² = κ c/(3m₂|v₀|). Hence
//!   dI₂/dI₁ = κ I₁/(3m₂|v₀|), where (28) prints κ I₁/(2m₂|v₀|). Only the first step is affected: (T.5) still
//!   starts a solution that converges, so it is used here as printed.
//! * \[Jia2013, sec. 4.4\] says "the impulse accumulation within S₂" below (35) where it means S₃, and
//!   \[Jia2013, sec. 3.1\] lets "the ball–table impact" finish restitution in S₃, where only ball-ball is active.

use crate::ReferenceError;
use crate::scenes::BallBallTable;

/// States of the transition diagram \[Jia2013, fig. 4\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BallState {
    /// Both impacts are active.
    S1,
    /// Ball-table only.
    S2,
    /// Ball-ball only.
    S3,
    /// The collision has ended.
    S4,
}

/// The situation at the start of a state: a row of \[Jia2013, Table 1\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The state that starts.
    pub state: BallState,
    /// I₁ and I₂ \[N s\].
    pub impulse: [f64; 2],
    /// v₁ and v₂ \[m/s\].
    pub velocity: [f64; 2],
    /// E₁ and E₂ \[J\].
    pub energy: [f64; 2],
}

/// What the method found.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoBallOutcome {
    /// v₁ and v₂ after the collision \[m/s\].
    pub velocity: [f64; 2],
    /// I₁ and I₂ \[N s\].
    pub impulse: [f64; 2],
    /// Euler steps taken in all states S₁ together.
    pub steps: usize,
    /// The start of each state, S₄ last.
    pub rows: Vec<Row>,
}

impl TwoBallOutcome {
    /// The sequence of states.
    pub fn sequence(&self) -> Vec<BallState> {
        self.rows.iter().map(|row| row.state).collect()
    }
}

/// Which algorithm: the one in the paper, or the one that made its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Euler steps of the equations as printed.
    AsPrinted,
    /// What \[Jia2013, Table 1\] was made with: energies by the trapezoidal rule, an end of S₁ at 10⁻⁴ J.
    AsSimulated,
}

/// Strain energy \[J\] at which the paper's program takes restitution in S₁ to be over.
const SIMULATED_END: f64 = 1e-4;

/// The method with its step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoBallEuler {
    step: f64,
    reading: Reading,
}

const METHOD: &str = "the two-ball Euler method";
const BALL_BALL: usize = 0;
const BALL_TABLE: usize = 1;
/// More states than this are an accumulation, which the method cannot end.
const STATE_LIMIT: usize = 200;
/// Energy may grow by this part through the error of the steps; more breaks [Jia2013, Theorem 7] beyond excuse.
const ENERGY_SLACK: f64 = 0.05;
/// Steps allowed in one state S₁, in units of |m₁v₀|/δ. The impulse curve stays below 2 + m₂/m₁ \[Jia2013, eq. (42)\].
const IMPULSE_LIMIT: f64 = 20.0;

impl TwoBallEuler {
    /// The method with the step δ of the primary impulse \[N s\].
    pub fn new(step: f64) -> Result<Self, ReferenceError> {
        if step.is_finite() && step > 0.0 {
            return Ok(Self { step, reading: Reading::AsPrinted });
        }
        Err(ReferenceError::OutOfRange { what: "step", value: step })
    }

    /// The same method in another reading.
    #[must_use]
    pub fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// Follows the collision through its states.
    pub fn solve(&self, balls: &BallBallTable) -> Result<TwoBallOutcome, ReferenceError> {
        if let Some(contact) = balls.restitution.iter().position(|e| *e == 0.0) {
            return Err(ReferenceError::PerfectlyPlastic { method: METHOD, contact });
        }
        let mut walk = Walk::new(self, balls);
        let mut previous = BallState::S3;
        let mut state = BallState::S1;
        let mut rows = vec![walk.row(state)];
        while state != BallState::S4 {
            let next = match state {
                BallState::S1 if previous == BallState::S2 => walk.both(BALL_TABLE)?,
                BallState::S1 => walk.both(BALL_BALL)?,
                BallState::S2 => walk.ball_table_only(),
                BallState::S3 => walk.ball_ball_only(),
                BallState::S4 => BallState::S4,
            };
            (previous, state) = (state, next);
            walk.check_energy()?;
            rows.push(walk.row(state));
            if rows.len() > STATE_LIMIT {
                return Err(ReferenceError::Unfinished {
                    method: METHOD,
                    limit: STATE_LIMIT,
                    unit: "states",
                });
            }
        }
        Ok(TwoBallOutcome { velocity: walk.velocity(), impulse: walk.impulse, steps: walk.steps, rows })
    }
}

struct Walk<'a> {
    delta: f64,
    reading: Reading,
    balls: &'a BallBallTable,
    stiffness: [f64; 2],
    energy: [f64; 2],
    impulse: [f64; 2],
    steps: usize,
}

impl<'a> Walk<'a> {
    fn new(&TwoBallEuler { step, reading }: &TwoBallEuler, balls: &'a BallBallTable) -> Self {
        let (energy, impulse) = ([0.0; 2], [0.0; 2]);
        Self { delta: step, reading, balls, stiffness: balls.stiffness, energy, impulse, steps: 0 }
    }

    /// (T.1), (T.2).
    fn velocity(&self) -> [f64; 2] {
        let [m1, m2] = self.balls.mass;
        let [i1, i2] = self.impulse;
        [self.balls.velocity + i1 / m1, (i2 - i1) / m2]
    }

    /// ẋ₁ and ẋ₂.
    fn opening(&self) -> [f64; 2] {
        let [v1, v2] = self.velocity();
        [v1 - v2, v2]
    }

    fn row(&self, state: BallState) -> Row {
        Row { state, impulse: self.impulse, velocity: self.velocity(), energy: self.energy }
    }

    /// Refuses to go on once the energy exceeds that of the start, which [Jia2013, Theorem 7] rules out.
    fn check_energy(&self) -> Result<(), ReferenceError> {
        let [m1, m2] = self.balls.mass;
        let [v1, v2] = self.velocity();
        let total = 0.5 * (m1 * v1 * v1 + m2 * v2 * v2) + self.energy[0] + self.energy[1];
        let ratio = total / (0.5 * m1 * self.balls.velocity.powi(2));
        if ratio > 1.0 + ENERGY_SLACK {
            return Err(ReferenceError::EnergyGained { method: METHOD, ratio });
        }
        Ok(())
    }

    /// State S₁.
    fn both(&mut self, primary: usize) -> Result<BallState, ReferenceError> {
        let secondary = 1 - primary;
        let ratio = self.start_ratio(primary);
        self.start(primary, ratio);
        let limit =
            (IMPULSE_LIMIT * (self.balls.mass[0] * self.balls.velocity).abs() / self.delta) as usize + 10;
        for _ in 0..limit {
            let strength = |i: usize| self.stiffness[i] * self.energy[i];
            let ratio = (strength(secondary) / strength(primary)).sqrt(); // (T.4)
            let ended = self.euler(primary, ratio);
            match ended {
                [true, true] => return Ok(BallState::S4),
                [true, false] => return Ok(BallState::S2),
                [false, true] => return Ok(BallState::S3),
                [false, false] => {}
            }
        }
        Err(ReferenceError::Unfinished { method: METHOD, limit, unit: "steps in state S1" })
    }

    /// (T.5) with b₁ and b₃ (which is b₁ with E₁⁽⁰⁾ = 0 and v₁⁽⁰⁾ = v₀) or b₂.
    fn start_ratio(&self, primary: usize) -> f64 {
        let [m1, m2] = self.balls.mass;
        let [v1, v2] = self.velocity();
        let delta = self.delta;
        let kappa = self.stiffness[1 - primary] / self.stiffness[primary];
        let stored = 2.0 * m2 * self.energy[primary] / (delta * delta);
        let b = if primary == BALL_BALL {
            stored - 2.0 * m2 * v1 / delta - 1.0 - m2 / m1 + kappa
        } else {
            stored - 2.0 * m2 * v2 / delta - 1.0 + kappa * (1.0 + m2 / m1)
        };
        2.0 * kappa / (b + (b * b + 4.0 * kappa).sqrt())
    }

    /// The first step of S₁: energies by [Jia2013, eqs. (21), (23)] with the integrals (26).
    fn start(&mut self, primary: usize, ratio: f64) {
        let [m1, m2] = self.balls.mass;
        let inertia = [1.0 / m1 + 1.0 / m2, 1.0 / m2];
        let opening = self.opening();
        let gain = |i: usize, step: f64| -opening[i] * step - 0.5 * inertia[i] * step * step;
        let shared = 0.5 * ratio * self.delta * self.delta / m2;
        let secondary = 1 - primary;
        self.energy[primary] += gain(primary, self.delta) + shared;
        self.energy[secondary] += gain(secondary, ratio * self.delta) + shared;
        self.impulse[primary] += self.delta;
        self.impulse[secondary] += ratio * self.delta;
        self.steps += 1;
        self.end_compressions(opening);
    }

    /// One Euler step of (T.3), (T.4); tells which impacts ended restitution.
    fn euler(&mut self, primary: usize, ratio: f64) -> [bool; 2] {
        let opening = self.opening();
        let mut step = [ratio * self.delta; 2];
        step[primary] = self.delta;
        for (impulse, step) in self.impulse.iter_mut().zip(step) {
            *impulse += step;
        }
        let after = self.opening();
        let (part_of_after, spent) = match self.reading {
            Reading::AsPrinted => (0.0, 0.0),
            Reading::AsSimulated => (0.5, SIMULATED_END),
        };
        for i in 0..2 {
            self.energy[i] -= (opening[i] + part_of_after * (after[i] - opening[i])) * step[i];
        }
        self.steps += 1;
        self.end_compressions(opening);
        [0, 1].map(|i| {
            let ended = self.energy[i] <= spent && after[i] > 0.0;
            if ended {
                self.energy[i] = 0.0;
            }
            ended
        })
    }

    /// Hardens the impacts that were closing before the last step and are not any more.
    fn end_compressions(&mut self, before: [f64; 2]) {
        let after = self.opening();
        for i in 0..2 {
            if before[i] < 0.0 && after[i] >= 0.0 {
                self.harden(i);
            }
        }
    }

    fn harden(&mut self, i: usize) {
        let e2 = self.balls.restitution[i].powi(2);
        self.energy[i] *= e2;
        self.stiffness[i] /= e2;
    }

    /// State S₂ [Jia2013, sec. 4.3].
    fn ball_table_only(&mut self) -> BallState {
        let m2 = self.balls.mass[1];
        let [v1, mut v2] = self.velocity();
        if v2 < 0.0 && v1 >= 0.0 {
            self.energy[BALL_TABLE] += 0.5 * m2 * v2 * v2;
            self.impulse[BALL_TABLE] -= m2 * v2;
            self.harden(BALL_TABLE);
            v2 = 0.0;
        }
        let to_catch_up = 0.5 * m2 * (v1 * v1 - v2 * v2);
        if self.energy[BALL_TABLE] > to_catch_up {
            self.impulse[BALL_TABLE] += m2 * (v1 - v2);
            self.energy[BALL_TABLE] -= to_catch_up;
            return BallState::S1;
        }
        let last = (v2 * v2 + 2.0 * self.energy[BALL_TABLE] / m2).sqrt();
        self.impulse[BALL_TABLE] += m2 * (last - v2);
        self.energy[BALL_TABLE] = 0.0;
        BallState::S4
    }

    /// State S₃ [Jia2013, sec. 4.4].
    fn ball_ball_only(&mut self) -> BallState {
        let [m1, m2] = self.balls.mass;
        let reduced = 1.0 / (1.0 / m1 + 1.0 / m2);
        let [v1, v2] = self.velocity();
        let closing = v2 - v1;
        let e = if closing > 0.0 { self.balls.restitution[BALL_BALL] } else { 1.0 };
        let root = (closing * closing + 2.0 * self.energy[BALL_BALL] / reduced).sqrt();
        let most = reduced * (closing + e * root); // [Jia2013, eq. (34)]
        if v2 - most / m2 >= 0.0 {
            self.impulse[BALL_BALL] += most;
            self.energy[BALL_BALL] = 0.0;
            return BallState::S4;
        }
        let growth = m2 * v2; // [Jia2013, eq. (35)] holds
        if closing > 0.0 && growth > reduced * closing {
            self.energy[BALL_BALL] += 0.5 * reduced * closing * closing;
            self.harden(BALL_BALL);
            self.energy[BALL_BALL] -= 0.5 * (growth - reduced * closing).powi(2) / reduced;
        } else {
            self.energy[BALL_BALL] += closing * growth - 0.5 * growth * growth / reduced;
        }
        self.impulse[BALL_BALL] += growth;
        BallState::S1
    }
}
