//! \[Jia2012, Algorithm 1\]: one contact with friction and tangential compliance, by Euler steps over the normal impulse.
//!
//! The contact frame is (û, ŵ, n̂) with û against the initial tangential velocity. With η² = k/k_⊥, which is η₀² in compression
//! and η₀²/e² in restitution, and α, β the signs of the stretches Gᵤ, G_w:
//!
//! ```text
//! v = v₀ + W I                                                            [Jia2012, eq. (63)]        (J.1)
//! Iᵤ' = −(α/η) √(Eᵤ/Eₙ) = −Gᵤ/(2 η₀ η √Eₙ) ,   I_w' likewise              [Jia2012, eqs. (64), (66)] (J.2)
//! Eₙ' = −vₙ                                                               [Jia2012, eq. (65)]        (J.3)
//! G' = (u̇, ẇ)/√Eₙ , in restitution times e                                [Jia2012, eq. (67)]        (J.4)
//! stick:  (u̇, ẇ) = (vᵤ, v_w) ;   slip:  [Jia2012, eqs. (68), (69)]                                   (J.5)
//! stick ends at  Eᵤ + E_w = μ²η²Eₙ                                        [Jia2012, eq. (52)]        (J.6)
//! slip ends at   v_⊥ = u̇ û + ẇ ŵ                                          [Jia2012, eq. (53)]        (J.7)
//! start:  stick iff |v₀⊥| ≤ −μη₀² v₀ₙ ; first step by [Jia2012, eqs. (61), (62), (72), (73)]         (J.8)
//! ```
//!
//! The equalities of (J.6) and (J.7) are read as crossings. A contact on the cone slips only if (J.7) does not hold there,
//! \[Jia2012, sec. 4.5\].
//!
//! # Errata and gaps of the paper
//!
//! * **Euler steps of (J.4) do not converge in slip.** From (73), they multiply Gᵤ by 1 + 1/(2j) in step j, and Π(1 + 1/2j) is
//!   (2/√π) √N, not √N: however short the step, friction is 13 % too large from the start on. So the stretch is put back on
//!   the cone, \[Jia2012, eq. (46)\], after every step in slip; only its direction comes from (J.4). The paper's own numbers
//!   say that its program did something of the kind.
//! * **A start in stick is of order ½.** There (J.4) has the integrand 1/√Iₙ, and Euler's sum misses by (2 + ζ(½)) √δ.
//! * **The simulations slip at μe, not μ, in restitution**, as if η₀ stood in (46) for η: hence the printed rate −2.29806 at
//!   the reverse slip, half of what (48) gives, and the extreme impulse 5/2 = μ·5·(1 + e²) of \[Jia2012, sec. 8.1.3\] where Coulomb's
//!   law allows 3. [`Reading::AsSimulated`] does the same.
//! * **The simulations end at Eₙ < 10⁻⁴**, which the vertical velocities of \[Jia2012, Table 1\] give away: the last should be
//!   0.0179, half of the one before, and is 0.0111. And their first stretch is one Euler step, half of (73). With both,
//!   every row of the table follows from the one above it.

use nalgebra::{Matrix3, Rotation2, Vector2, Vector3};

use crate::ReferenceError;

const METHOD: &str = "Jia's Algorithm 1";
const STEP_LIMIT: usize = 500_000_000;

/// Strain energy \[J\] at which the paper's program takes restitution to be over.
const SIMULATED_END: f64 = 1e-4;

/// Which algorithm: the one in the paper, or the one that made its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The equations as printed.
    AsPrinted,
    /// What the printed numbers were made with: slip at μe in restitution, half the first stretch, an end at 10⁻⁴ J.
    AsSimulated,
}

/// The method with its step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jia2012 {
    step: f64,
    reading: Reading,
}

/// One contact in its frame (t1, t2, n).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompliantContact {
    /// W of (J.1) \[1/kg\].
    pub w: Matrix3<f64>,
    /// Relative velocity before the impact \[m/s\]; vₙ < 0 approaches.
    pub velocity: Vector3<f64>,
    /// Coefficient of friction μ > 0.
    pub friction: f64,
    /// Energetic coefficient of restitution, in [0, 1].
    pub restitution: f64,
    /// η₀², the normal over the tangential stiffness before the impact.
    pub stiffness_ratio: f64,
}

/// What happened on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompliantEvent {
    /// The contact begins to stick.
    Sticks,
    /// The contact begins to slip.
    Slips,
    /// Compression ends.
    CompressionEnds,
}

/// What the algorithm found.
#[derive(Debug, Clone, PartialEq)]
pub struct CompliantOutcome {
    /// Impulse in (t1, t2, n) \[N s\].
    pub impulse: Vector3<f64>,
    /// Relative velocity after the impact \[m/s\].
    pub velocity: Vector3<f64>,
    /// Normal impulse \[N s\] and event, in order, with the mode at the start.
    pub events: Vec<(f64, CompliantEvent)>,
    /// Integration steps taken.
    pub steps: usize,
}

impl Jia2012 {
    /// The method with the step δ of the normal impulse \[N s\].
    pub fn new(step: f64, reading: Reading) -> Result<Self, ReferenceError> {
        positive("step", step)?;
        Ok(Self { step, reading })
    }

    /// Runs Algorithm 1 on a contact that approaches.
    pub fn solve(&self, contact: &CompliantContact) -> Result<CompliantOutcome, ReferenceError> {
        contact.check()?;
        let turn = contact.frame();
        let mut run = Run::new(*self, contact, &turn);
        while !run.is_over() {
            if run.steps > STEP_LIMIT {
                return Err(ReferenceError::Unfinished { method: METHOD, limit: STEP_LIMIT, unit: "steps" });
            }
            run.step();
        }
        Ok(CompliantOutcome {
            impulse: turn * run.impulse,
            velocity: turn * run.velocity,
            events: run.events,
            steps: run.steps,
        })
    }
}

impl CompliantContact {
    fn check(&self) -> Result<(), ReferenceError> {
        positive("friction", self.friction)?;
        positive("stiffness ratio", self.stiffness_ratio)?;
        positive("approach speed", -self.velocity.z)?;
        positive("normal inverse mass", self.w.m33)?;
        if !(0.0..=1.0).contains(&self.restitution) {
            return Err(ReferenceError::OutOfRange { what: "restitution", value: self.restitution });
        }
        Ok(())
    }

    /// From (û, ŵ, n̂) to (t1, t2, n); û against the tangential velocity.
    fn frame(&self) -> Matrix3<f64> {
        let against = -self.velocity.xy();
        Rotation2::rotation_between(&Vector2::x(), &against).to_homogeneous()
    }
}

fn positive(what: &'static str, value: f64) -> Result<(), ReferenceError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(ReferenceError::OutOfRange { what, value }) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Stick,
    Slip,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Compression,
    Restitution,
    Over,
}

struct Run {
    method: Jia2012,
    contact: CompliantContact,
    w: Matrix3<f64>,
    start: Vector3<f64>,
    mode: Mode,
    phase: Phase,
    /// η of the phase.
    eta: f64,
    /// (Gᵤ, G_w).
    stretch: Vector2<f64>,
    /// Eₙ.
    energy: f64,
    /// (Iᵤ', I_w').
    slope: Vector2<f64>,
    impulse: Vector3<f64>,
    velocity: Vector3<f64>,
    events: Vec<(f64, CompliantEvent)>,
    steps: usize,
}

impl Run {
    /// Lines 1 and 2, with the first step of (J.8).
    fn new(method: Jia2012, contact: &CompliantContact, turn: &Matrix3<f64>) -> Self {
        let start = turn.transpose() * contact.velocity;
        let (delta, mu, ratio) = (method.step, contact.friction, contact.stiffness_ratio);
        let (speed, approach) = (contact.velocity.xy().norm(), -contact.velocity.z);
        let (mode, slope, stretch) = if speed <= mu * ratio * approach {
            (Mode::Stick, speed / (ratio * approach), -2.0 * speed / approach.sqrt() * delta.sqrt())
        } else {
            (Mode::Slip, mu, -2.0 * mu * ratio * (approach * delta).sqrt())
        };
        let first = match method.reading {
            Reading::AsPrinted => 1.0,
            Reading::AsSimulated => 0.5,
        };
        let mut run = Self {
            method,
            contact: *contact,
            w: turn.transpose() * contact.w * turn,
            start,
            mode,
            phase: Phase::Compression,
            eta: ratio.sqrt(),
            stretch: Vector2::new(stretch * first, 0.0),
            energy: 0.0,
            slope: Vector2::new(slope, 0.0),
            impulse: Vector3::zeros(),
            velocity: start,
            events: Vec::new(),
            steps: 0,
        };
        run.record(match mode {
            Mode::Stick => CompliantEvent::Sticks,
            Mode::Slip => CompliantEvent::Slips,
        });
        run.energy = approach * delta; // (72)
        run.push();
        run
    }

    fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    fn record(&mut self, event: CompliantEvent) {
        self.events.push((self.impulse.z, event));
    }

    /// Lines 4 to 24.
    fn step(&mut self) {
        let rates = self.spring_rates(); // line 4
        let delta = self.method.step;
        self.stretch += rates * (self.scale() / self.energy.sqrt() * delta); // lines 5 to 7, (J.4)
        self.energy -= self.velocity.z * delta; // line 9, (J.3)
        if self.phase == Phase::Restitution && self.energy <= self.end() {
            self.push(); // with the last slope: (J.2) has none for Eₙ ≤ 0
            self.phase = Phase::Over;
            return;
        }
        if self.mode == Mode::Slip {
            self.return_to_the_cone();
        }
        self.slope = self.stretch / (-2.0 * self.eta0() * self.eta * self.energy.sqrt()); // line 10, (J.2)
        self.push(); // lines 11 and 12
        self.change_mode(rates); // lines 13 to 18
        if self.phase == Phase::Compression && self.velocity.z >= 0.0 {
            self.end_compression(); // lines 19 to 21
        }
    }

    /// One step of the impulse, and (J.1).
    fn push(&mut self) {
        self.impulse += self.slope.push(1.0) * self.method.step;
        self.velocity = self.start + self.w * self.impulse;
        self.steps += 1;
    }

    fn eta0(&self) -> f64 {
        self.contact.stiffness_ratio.sqrt()
    }

    /// The factor of (J.4).
    fn scale(&self) -> f64 {
        match self.phase {
            Phase::Compression => 1.0,
            Phase::Restitution | Phase::Over => self.contact.restitution,
        }
    }

    /// μ as the slip equations of the reading have it.
    fn slip_friction(&self) -> f64 {
        match (self.method.reading, self.phase) {
            (Reading::AsSimulated, Phase::Restitution | Phase::Over) => {
                self.contact.friction * self.contact.restitution
            }
            (Reading::AsSimulated, Phase::Compression)
            | (Reading::AsPrinted, Phase::Compression | Phase::Restitution | Phase::Over) => {
                self.contact.friction
            }
        }
    }

    fn end(&self) -> f64 {
        match self.method.reading {
            Reading::AsPrinted => 0.0,
            Reading::AsSimulated => SIMULATED_END,
        }
    }

    /// (J.5).
    fn spring_rates(&self) -> Vector2<f64> {
        match self.mode {
            Mode::Stick => self.velocity.xy(),
            Mode::Slip => self.slip_rates(),
        }
    }

    /// \[Jia2012, eqs. (68), (69)\] in slip; α√Eᵤ and β√E_w are Gᵤ and G_w over 2η₀.
    fn slip_rates(&self) -> Vector2<f64> {
        let (mu, eta, v) = (self.slip_friction(), self.eta, &self.velocity);
        let root = self.stretch / (2.0 * self.eta0());
        let normal = -mu * mu * eta.powi(3) * v.z * self.energy.sqrt();
        Vector2::new(
            normal * root.x + v.x * root.y * root.y - v.y * root.x * root.y,
            normal * root.y + v.y * root.x * root.x - v.x * root.x * root.y,
        ) / (mu * mu * eta * eta * self.energy)
    }

    /// \[Jia2012, eq. (46)\]: |G| = 2η₀ μη√Eₙ.
    fn return_to_the_cone(&mut self) {
        let length = 2.0 * self.eta0() * self.slip_friction() * self.eta * self.energy.sqrt();
        if self.stretch.norm() > 0.0 {
            self.stretch *= length / self.stretch.norm();
        }
    }

    /// (J.6) and (J.7).
    fn change_mode(&mut self, rates: Vector2<f64>) {
        let slides = |rates: Vector2<f64>| (self.velocity.xy() - rates).dot(&self.stretch) > 0.0;
        match self.mode {
            Mode::Stick => {
                let stored = self.stretch.norm_squared() / (4.0 * self.contact.stiffness_ratio);
                let cone = (self.contact.friction * self.eta).powi(2) * self.energy;
                if stored >= cone && slides(self.slip_rates()) {
                    self.mode = Mode::Slip;
                    self.record(CompliantEvent::Slips);
                }
            }
            Mode::Slip => {
                if !slides(rates) {
                    self.mode = Mode::Stick;
                    self.record(CompliantEvent::Sticks);
                }
            }
        }
    }

    fn end_compression(&mut self) {
        self.record(CompliantEvent::CompressionEnds);
        let e = self.contact.restitution;
        self.phase = if e > 0.0 { Phase::Restitution } else { Phase::Over };
        self.energy *= e * e;
        self.eta /= e;
    }
}
