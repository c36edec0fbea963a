//! The common question and the common answer: a frictionless impact in contact space, equation (R.1).

use nalgebra::{DMatrix, DVector};

use crate::ReferenceError;

/// A frictionless simultaneous impact in contact space.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// W = J M⁻¹ Jᵀ \[1/kg\].
    pub w: DMatrix<f64>,
    /// Normal velocity at each contact before the impact \[m/s\]; negative approaches.
    pub velocity: DVector<f64>,
    /// Original spring stiffness of each contact \[N/m\]; only ratios matter for the outcome.
    pub stiffness: Vec<f64>,
    /// Energetic coefficient of restitution of each contact, in [0, 1].
    pub restitution: Vec<f64>,
}

impl Problem {
    /// A problem whose parts fit together and whose parameters are in range.
    pub fn new(
        w: DMatrix<f64>,
        velocity: DVector<f64>,
        stiffness: Vec<f64>,
        restitution: Vec<f64>,
    ) -> Result<Self, ReferenceError> {
        let expected = w.nrows();
        let parts = [
            ("the number of columns of W", w.ncols()),
            ("velocity", velocity.len()),
            ("stiffness", stiffness.len()),
            ("restitution", restitution.len()),
        ];
        if let Some(&(what, found)) = parts.iter().find(|(_, found)| *found != expected) {
            return Err(ReferenceError::Dimension { what, expected, found });
        }
        if let Some(&value) = stiffness.iter().find(|k| !(k.is_finite() && **k > 0.0)) {
            return Err(ReferenceError::OutOfRange { what: "stiffness", value });
        }
        if let Some(&value) = restitution.iter().find(|e| !(0.0..=1.0).contains(*e)) {
            return Err(ReferenceError::OutOfRange { what: "restitution", value });
        }
        Ok(Self { w, velocity, stiffness, restitution })
    }

    /// The number of contacts.
    pub fn contacts(&self) -> usize {
        self.velocity.len()
    }

    /// Refuses e = 0, on behalf of the methods that scale stiffness by 1/e².
    pub(crate) fn require_restitution(&self, method: &'static str) -> Result<(), ReferenceError> {
        match self.restitution.iter().position(|e| *e == 0.0) {
            Some(contact) => Err(ReferenceError::PerfectlyPlastic { method, contact }),
            None => Ok(()),
        }
    }
}

/// What a solver found.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Normal velocity at each contact after the impact \[m/s\].
    pub velocity: DVector<f64>,
    /// Normal impulse at each contact \[N s\].
    pub impulse: DVector<f64>,
    /// Integration steps taken.
    pub steps: usize,
    /// The sets of active contacts in the order in which they occurred, the last one empty.
    pub sequence: Vec<Vec<usize>>,
}
