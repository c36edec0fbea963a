//! Products with W by way of the bodies' momenta, where bodies are very unequal (P.7).
//!
//! Closed contacts stop the bodies along the columns of A = U_Hᵀ. Of the momenta y that the springs cause they leave what is
//! orthogonal to these:
//!
//! ```text
//! A = P Σ Vᵀ,      y ← y − P Pᵀ y,      q_H = −V Σ⁻¹ Pᵀ y                              (F.4)
//! ```
//!
//! That is (F.2) without the products U_H U_Hᵀ, whose condition is the square of that of A, and with reactions of least
//! norm, measured by the speeds that they cause, where closed contacts are redundant.

use nalgebra::{DMatrix, DVector};

use super::frame::Entry;
use super::modes::orthogonalise;
use crate::root::Root;

/// Singular values of the scaled A below this are none: contacts that share a load in a way rigid bodies leave open.
/// The root of what (F.2) calls singular, with a thousandth in hand for unequal masses.
const SINGULAR: f64 = 1e-8;

/// The rows of U of a frame's members.
#[derive(Debug, Default)]
pub(super) struct Momentum {
    /// The entries (component of y, u) of all rows, and where each row ends.
    entries: Vec<(usize, f64)>,
    row_end: Vec<usize>,
    /// Number of components of y.
    components: usize,
    /// The closed contacts that (F.4) is factored for.
    closed: Vec<usize>,
    /// P.
    basis: DMatrix<f64>,
    /// V Σ⁻¹.
    inverse: DMatrix<f64>,
}

impl Momentum {
    /// Whether the frame has a root of W.
    pub fn is_kept(&self) -> bool {
        !self.row_end.is_empty()
    }

    /// Takes over the members' rows; none without a root.
    pub fn couple(&mut self, root: Option<&Root>, entries: &[Entry], held: &[usize]) {
        self.entries.clear();
        self.row_end.clear();
        let Some(root) = root else { return };
        for entry in entries {
            self.entries.extend_from_slice(root.row(entry.contact));
            self.row_end.push(self.entries.len());
        }
        self.components = root.len();
        let closed: Vec<usize> = held.iter().map(|&member| entries[member].contact).collect();
        if closed != self.closed {
            self.factor(held);
            self.closed = closed;
        }
    }

    fn row(&self, member: usize) -> &[(usize, f64)] {
        let start = if member == 0 { 0 } else { self.row_end[member - 1] };
        &self.entries[start..self.row_end[member]]
    }

    fn factor(&mut self, held: &[usize]) {
        let mut across = DMatrix::zeros(self.components, held.len());
        let mut scale = Vec::new();
        for (column, &member) in held.iter().enumerate() {
            let norm = self.row(member).iter().map(|(_, u)| u * u).sum::<f64>().sqrt();
            self.row(member).iter().for_each(|&(k, u)| across[(k, column)] = u / norm);
            scale.push(norm);
        }
        let turned = orthogonalise(&mut across); // A V = P Σ
        let value: Vec<f64> = across.column_iter().map(|column| column.norm()).collect();
        let greatest = value.iter().fold(0.0_f64, |a, &b| a.max(b));
        let kept: Vec<usize> = (0..held.len()).filter(|&i| value[i] > SINGULAR * greatest).collect();
        self.basis =
            DMatrix::from_fn(self.components, kept.len(), |k, i| across[(k, kept[i])] / value[kept[i]]);
        let inverse = |h: usize, i: usize| turned[(h, kept[i])] / (value[kept[i]] * scale[h]);
        self.inverse = DMatrix::from_fn(held.len(), kept.len(), inverse);
    }

    /// What loads cause, closed contacts answering them.
    pub fn gain(&self, load: impl Fn(usize) -> f64) -> Gain {
        let mut y = DVector::zeros(self.components);
        for member in 0..self.row_end.len() {
            let load = load(member);
            if load != 0.0 {
                self.row(member).iter().for_each(|&(k, u)| y[k] += u * load);
            }
        }
        if self.closed.is_empty() {
            return Gain { y, reaction: DVector::zeros(0) };
        }
        let along = self.basis.tr_mul(&y);
        y -= &self.basis * &along;
        Gain { y, reaction: -(&self.inverse * along) } // (F.4)
    }

    /// What a gain makes of a member's velocity.
    pub fn velocity(&self, member: usize, gain: &Gain) -> f64 {
        self.row(member).iter().map(|&(k, u)| u * gain.y[k]).sum()
    }
}

/// Momenta that loads cause, and the reactions of the closed contacts to them.
pub(super) struct Gain {
    pub y: DVector<f64>,
    pub reaction: DVector<f64>,
}
