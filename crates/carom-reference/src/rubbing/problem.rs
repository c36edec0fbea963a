//! The question and the answer: a simultaneous impact with friction in contact space.
//!
//! ```text
//! v = v₀ + W p          rows in the order (t₁, t₂, n) of contact 0, then of contact 1, …          (F.1)
//! ```

use nalgebra::{DMatrix, DVector, Vector3};

use crate::ReferenceError;

/// How a contact rubs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Friction {
    /// Not at all: the tangential rows of the contact have no force.
    None,
    /// Coulomb friction between rigid surfaces.
    Rigid {
        /// Coefficient of friction μ ≥ 0.
        coefficient: f64,
    },
    /// Coulomb friction behind two tangential springs \[Jia2012, sec. 4\].
    Compliant {
        /// Coefficient of friction μ ≥ 0.
        coefficient: f64,
        /// η² = k/k_t > 0, with the original normal stiffness k; k_t never changes.
        compliance: f64,
    },
}

/// A simultaneous impact with friction.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// W = J M⁻¹ Jᵀ \[1/kg\], three rows per contact.
    pub w: DMatrix<f64>,
    /// Relative velocity at each contact before the impact, three rows per contact \[m/s\]; v_n < 0 approaches.
    pub velocity: DVector<f64>,
    /// Original normal stiffness of each contact \[N/m\]; only ratios matter for the outcome.
    pub stiffness: Vec<f64>,
    /// Energetic coefficient of restitution of each contact, in [0, 1].
    pub restitution: Vec<f64>,
    /// Friction of each contact.
    pub friction: Vec<Friction>,
}

impl Problem {
    /// A problem whose parts fit together and whose parameters are in range.
    pub fn new(
        w: DMatrix<f64>,
        velocity: DVector<f64>,
        stiffness: Vec<f64>,
        restitution: Vec<f64>,
        friction: Vec<Friction>,
    ) -> Result<Self, ReferenceError> {
        let problem = Self { w, velocity, stiffness, restitution, friction };
        problem.check_dimensions()?;
        problem.check_ranges()?;
        Ok(problem)
    }

    /// The number of contacts.
    pub fn contacts(&self) -> usize {
        self.stiffness.len()
    }

    /// The kinetic energy gained when the impulses p change the velocities to v: Σ p·(v₀ + v)/2 \[J\]. It needs no
    /// masses, so W may be singular.
    pub fn kinetic_gain(&self, impulse: &DVector<f64>, velocity: &DVector<f64>) -> f64 {
        0.5 * impulse.dot(&(&self.velocity + velocity))
    }

    fn check_dimensions(&self) -> Result<(), ReferenceError> {
        let expected = self.contacts();
        let parts = [
            ("a third of the rows of W", self.w.nrows(), 3 * expected),
            ("a third of the columns of W", self.w.ncols(), 3 * expected),
            ("a third of the velocity", self.velocity.len(), 3 * expected),
            ("restitution", self.restitution.len(), expected),
            ("friction", self.friction.len(), expected),
        ];
        match parts.into_iter().find(|(_, found, wanted)| found != wanted) {
            Some((what, found, wanted)) => Err(ReferenceError::Dimension { what, expected: wanted, found }),
            None => Ok(()),
        }
    }

    fn check_ranges(&self) -> Result<(), ReferenceError> {
        let refuse = |what, value| Err(ReferenceError::OutOfRange { what, value });
        if let Some(&value) = self.stiffness.iter().find(|k| !(k.is_finite() && **k > 0.0)) {
            return refuse("stiffness", value);
        }
        if let Some(&value) = self.restitution.iter().find(|e| !(0.0..=1.0).contains(*e)) {
            return refuse("restitution", value);
        }
        for friction in &self.friction {
            match *friction {
                Friction::None => {}
                Friction::Rigid { coefficient } | Friction::Compliant { coefficient, .. }
                    if !(coefficient.is_finite() && coefficient >= 0.0) =>
                {
                    return refuse("coefficient of friction", coefficient);
                }
                Friction::Compliant { compliance, .. } if !(compliance.is_finite() && compliance > 0.0) => {
                    return refuse("compliance", compliance);
                }
                Friction::Rigid { .. } | Friction::Compliant { .. } => {}
            }
        }
        Ok(())
    }
}

/// What happened at a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RubbingEventKind {
    /// The contact became active, for the first time or again.
    Arrives,
    /// Compression ended.
    CompressionEnds,
    /// Compression restarted during restitution.
    CompressionRestarts,
    /// Restitution ended: the contact became inactive.
    RestitutionEnds,
    /// The contact became rigid.
    Closes,
    /// A closed contact was no longer pressed and became inactive.
    Opens,
    /// The contact began to slip, or arrived slipping.
    Slips,
    /// The contact began to stick, or arrived sticking.
    Sticks,
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// Time since the start \[s\].
    pub time: f64,
    /// The contact.
    pub contact: usize,
    /// What happened.
    pub kind: RubbingEventKind,
    /// Impulse at this contact so far, (t₁, t₂, n) \[N s\].
    pub impulse: Vector3<f64>,
}

/// What the solver found.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Relative velocity at each contact after the impact, three rows per contact \[m/s\].
    pub velocity: DVector<f64>,
    /// Impulse at each contact, three rows per contact \[N s\].
    pub impulse: DVector<f64>,
    /// Energy lost by the normal springs \[J\]; can be negative under bi-stiffness, which gives energy back when
    /// compression restarts.
    pub lost_in_restitution: f64,
    /// Energy lost by sliding, and by tangential springs let go when the normal force dropped \[J\].
    pub lost_in_friction: f64,
    /// Time from the start to the last event \[s\].
    pub duration: f64,
    /// Integration steps taken.
    pub steps: usize,
    /// Everything that happened, in the order of time.
    pub events: Vec<Event>,
    /// The sets of active contacts in the order in which they occurred, the last one empty.
    pub sequence: Vec<Vec<usize>>,
}
