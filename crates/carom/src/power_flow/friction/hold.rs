//! What holds members of a step at rest: reactions of closed contacts, and friction of rigid ones that stick.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::rub::RubCourse;
use crate::coupling::NORMAL;
use crate::power_flow::frame::{Frame, Role};

/// Eigenvalues below this part of the greatest are those of redundant contacts.
const REDUNDANT: f64 = 1e-11;

/// An axis of a member along which its velocity stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub member: usize,
    /// 0 and 1 of the tangents, 2 of the normal.
    pub axis: usize,
}

/// All that is held in a step, and how it answers.
#[derive(Debug, Clone)]
pub(crate) struct Hold {
    rows: Vec<Row>,
    /// Which part redundant ones take.
    weights: Vec<f64>,
    /// Which axes are held, by member.
    held: Vec<[bool; 3]>,
    /// The answers to velocities: −W⁻¹ among the rows, of least norm where they are redundant.
    answers: DMatrix<f64>,
    /// Among redundant ones, if all of them are held by friction alone: what part of loads moves nothing.
    idle: Option<DMatrix<f64>>,
    /// By how much they strain against each other where the step starts, by row: of all shares of a load the one goes on that was chosen.
    spare: Vec<f64>,
}

impl Hold {
    /// What is held in a step; `last` is what was held among the same contacts before, if that is known.
    pub fn of(frame: &Frame, last: Option<Self>) -> Self {
        let mut rows = Vec::new();
        let mut weights = Vec::new();
        for (member, (entry, rub)) in frame.entries.iter().zip(&frame.rubs).enumerate() {
            if rub.start.course == RubCourse::Held {
                rows.extend([0, 1].map(|axis| Row { member, axis }));
                weights.extend([rub.start.share.max(f64::MIN_POSITIVE).sqrt(); 2]);
            }
            if entry.role == Role::Held {
                rows.push(Row { member, axis: 2 });
                weights.push(rub.start.weight);
            }
        }
        let mut hold = match last.filter(|last| last.rows == rows && last.weights == weights) {
            Some(last) => last,
            None => {
                let mut held = vec![[false; 3]; frame.entries.len()];
                rows.iter().for_each(|row| held[row.member][row.axis] = true);
                let (answers, idle) = answers(frame, &rows, &weights);
                Self { answers, idle, spare: Vec::new(), rows, weights, held }
            }
        };
        hold.spare = hold.strain(frame);
        hold
    }

    /// What the loads at the start have beyond the answers, as far as it moves nothing.
    fn strain(&self, frame: &Frame) -> Vec<f64> {
        let Some(idle) = &self.idle else { return vec![0.0; self.rows.len()] };
        let load = |member: usize, axis: usize| frame.rubs[member].start.load[axis];
        let answers = self.answer(frame, |member, axis| [load(member, axis)]);
        let beyond = self.rows.iter().zip(answers).map(|(row, [answer])| load(row.member, row.axis) - answer);
        (idle * DVector::from_iterator(self.rows.len(), beyond)).iter().copied().collect()
    }

    /// The load along a row that strains against others, for the whole step.
    pub fn spare(&self, row: usize) -> f64 {
        self.spare[row]
    }

    /// Whether its loads can be shared in many ways.
    pub fn is_redundant(&self) -> bool {
        self.idle.is_some()
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether the velocity of a member stays along an axis.
    pub fn holds(&self, member: usize, axis: usize) -> bool {
        self.held[member][axis]
    }

    /// The pushes along the rows that answer all others, `push` of a member along an axis, at `N` instants.
    pub fn answer<const N: usize>(
        &self,
        frame: &Frame,
        push: impl Fn(usize, usize) -> [f64; N],
    ) -> Vec<[f64; N]> {
        let add = |sum: &mut [f64; N], part: f64, of: &[f64; N]| {
            sum.iter_mut().zip(of).for_each(|(sum, of)| *sum += part * of);
        };
        let mut gained = vec![[0.0; N]; self.rows.len()];
        for (row, gained) in self.rows.iter().zip(&mut gained) {
            for (j, w) in frame.block_row(row.member) {
                for axis in (0..3).filter(|&axis| !self.holds(j, axis) && w[(row.axis, axis)] != 0.0) {
                    add(gained, w[(row.axis, axis)], &push(j, axis));
                }
            }
        }
        let answer = |row: usize| {
            let mut answer = [0.0; N];
            gained
                .iter()
                .enumerate()
                .for_each(|(a, gained)| add(&mut answer, self.answers[(row, a)], gained));
            answer
        };
        (0..self.rows.len()).map(answer).collect()
    }
}

/// What answers velocities along the rows; and among redundant ones, if friction alone holds them, the projection on loads that move nothing.
fn answers(frame: &Frame, rows: &[Row], weights: &[f64]) -> (DMatrix<f64>, Option<DMatrix<f64>>) {
    let n = rows.len();
    if n == 0 {
        return (DMatrix::zeros(0, 0), None);
    }
    let mut among = DMatrix::zeros(n, n);
    for (a, row) in rows.iter().enumerate() {
        for (j, w) in frame.block_row(row.member) {
            for (b, _) in rows.iter().enumerate().filter(|(_, other)| other.member == j) {
                among[(a, b)] = w[(row.axis, rows[b].axis)];
            }
        }
    }
    let (answers, shares) = least_answers(&among, weights);
    let idle = (shares && rows.iter().all(|row| row.axis != NORMAL)).then(|| moves_nothing(&among));
    (answers, idle)
}

/// −W⁻¹; or if contacts are redundant −D (D W D)⁺ D, with D the weights: of all loads that answer those of least Σ q²/D². And whether they are.
pub(in crate::power_flow) fn least_answers(among: &DMatrix<f64>, weights: &[f64]) -> (DMatrix<f64>, bool) {
    if let Some(inverse) = among.clone().cholesky().filter(|_| !is_redundant(among)) {
        return (-inverse.inverse(), false);
    }
    let weigh = DMatrix::from_diagonal(&DVector::from_row_slice(weights));
    let eigen = SymmetricEigen::new(&weigh * among * &weigh);
    let largest = eigen.eigenvalues.amax();
    let inverted = eigen.eigenvalues.map(|x| if x > REDUNDANT * largest { 1.0 / x } else { 0.0 });
    let vectors = eigen.eigenvectors;
    (-(&weigh * &vectors * DMatrix::from_diagonal(&inverted) * vectors.transpose() * &weigh), true)
}

/// The projection on loads to which W answers with nothing.
fn moves_nothing(among: &DMatrix<f64>) -> DMatrix<f64> {
    let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::new(among.clone());
    let least = REDUNDANT * eigenvalues.amax();
    let part = eigenvalues.map(|x| if x > least { 0.0 } else { 1.0 });
    &eigenvectors * DMatrix::from_diagonal(&part) * eigenvectors.transpose()
}

fn is_redundant(matrix: &DMatrix<f64>) -> bool {
    let eigenvalues = matrix.symmetric_eigenvalues();
    eigenvalues.min() <= REDUNDANT * eigenvalues.max()
}
