//! What chosen loads do while everything that is held answers them.
//!
//! With h the unknowns of (U.1) and c the chosen loads, W between their conditions and patterns is split in four, and eliminating h,
//!
//! ```text
//! x_h = W_hh⁻¹ (wanted_h − W_hc x_c),      a_c = (W_cc − W_ch W_hh⁻¹ W_hc) x_c + push                       (U.2)
//! ```
//!
//! leaves the accelerations of the chosen as they depend on their loads alone.

use nalgebra::{DMatrix, DVector};

use crate::flow::answer::Unknown;
use crate::flow::frame::Frame;

/// (U.2).
#[derive(Debug)]
pub(in crate::flow) struct Eliminated {
    /// What has been eliminated.
    pub held: Vec<Unknown>,
    /// Accelerations of the chosen by their loads.
    pub response: DMatrix<f64>,
    /// Their accelerations without these loads.
    pub push: DVector<f64>,
    /// The held unknowns without them.
    pub alone: DVector<f64>,
    /// What each load adds to the held unknowns.
    pub answers: DMatrix<f64>,
}

impl Frame {
    /// Eliminates what is held at order j, for the loads gathered last.
    pub(in crate::flow) fn eliminate_held(&self, chosen: &[Unknown], j: usize) -> Eliminated {
        let held = self.unknowns(j);
        let (h, n) = (held.len(), chosen.len());
        let all: Vec<Unknown> = held.iter().chain(chosen).copied().collect();
        let (matrix, wanted) = (self.answer_matrix(&all, j), self.wanted(&all, j));
        let mut eliminated = Eliminated {
            response: matrix.view((h, h), (n, n)).into_owned(),
            push: -wanted.rows(h, n),
            alone: DVector::zeros(h),
            answers: DMatrix::zeros(h, n),
            held,
        };
        if h > 0 {
            let solver = self.solver(&eliminated.held, j);
            eliminated.alone = solver.solve(&wanted.rows(0, h).into_owned());
            for column in 0..n {
                let answer = solver.solve(&-matrix.view((0, h + column), (h, 1)).column(0).into_owned());
                eliminated.answers.set_column(column, &answer);
            }
            let back = matrix.view((h, 0), (n, h));
            eliminated.response += back * &eliminated.answers;
            eliminated.push += back * &eliminated.alone;
        }
        eliminated
    }
}
