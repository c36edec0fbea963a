//! What holds members of a step at rest: reactions of closed contacts, and friction of rigid ones that stick.
//!
//! A closed contact that slides brings friction −μq û along with its reaction q. So the reactions q of all that is held answer accelerations b by
//!
//! ```text
//! (W_HH − μ W_Ht û) q + b = 0                                                                   (X.15)
//! ```
//!
//! with a column more for each that slides; û turns in the step. What is held may leave others no motion, along axes a with
//!
//! ```text
//! W_aa − W_aH W_HH⁺ W_Ha = 0                                                                     (T.9)
//! ```
//!
//! as among linear springs: those are locked, and springs there keep their compression as long as all that holds them does.

use nalgebra::{DMatrix, DVector, SymmetricEigen, Vector2};

use super::rub::{Rub, RubCourse};
use crate::coupling::NORMAL;
use crate::power_flow::frame::{Entry, Frame, Role};

/// Eigenvalues below this part of the greatest are those of redundant contacts.
const REDUNDANT: f64 = 1e-11;

/// An axis of a member along which its velocity stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Row {
    pub member: usize,
    /// 0 and 1 of the tangents, 2 of the normal.
    pub axis: usize,
}

/// A closed contact that slides.
#[derive(Debug, Clone)]
struct Slider {
    member: usize,
    /// Of its reaction.
    row: usize,
    mu: f64,
    /// The velocities along all rows that its friction causes, by axis.
    moves: [DVector<f64>; 2],
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
    /// Closed contacts that slide, and loads among which (X.15) finds the answer then: all, or where rows are redundant those that it has without friction.
    sliders: Vec<Slider>,
    among: DMatrix<f64>,
    loads: DMatrix<f64>,
    /// Which axes cannot move, by member.
    locked: Vec<[bool; 3]>,
    /// Among redundant ones, if all of them are held by friction alone: what part of loads moves nothing.
    idle: Option<DMatrix<f64>>,
    /// By how much they strain against each other where the step starts, by row: of all shares of a load the one goes on that was chosen.
    spare: Vec<f64>,
}

impl Hold {
    /// What is held in a step; `last` is what was held among the same contacts before, if that is known.
    pub fn of(frame: &Frame, last: Option<Self>) -> Self {
        Self::among_those(frame, last, |_| true)
    }

    /// The same among those of the contacts held that `bear`.
    pub fn among_those(frame: &Frame, last: Option<Self>, bears: impl Fn(usize) -> bool) -> Self {
        let mut rows = Vec::new();
        let mut weights = Vec::new();
        let members = || frame.entries.iter().zip(&frame.rubs).enumerate().filter(|&(i, _)| bears(i));
        for (member, (entry, rub)) in members() {
            if rub.start.course == RubCourse::Held {
                rows.extend([0, 1].map(|axis| Row { member, axis }));
                weights.extend([rub.start.share.max(f64::MIN_POSITIVE).sqrt(); 2]);
            }
            if entry.role == Role::Held {
                rows.push(Row { member, axis: 2 });
                weights.push(rub.start.weight);
            }
        }
        let slides = |entry: &Entry, rub: &Rub| entry.role == Role::Held && rub.start.course.slides();
        let sliding = || members().filter(|(_, (entry, rub))| slides(entry, rub)).map(|(member, _)| member);
        let is_same = |last: &Self| {
            last.rows == rows
                && last.weights == weights
                && last.sliders.iter().map(|slider| slider.member).eq(sliding())
        };
        let mut hold = match last.filter(is_same) {
            Some(last) => last,
            None => Self::among(frame, rows, weights, sliding().collect()),
        };
        hold.spare = hold.strain(frame);
        hold
    }

    fn among(frame: &Frame, rows: Vec<Row>, weights: Vec<f64>, sliding: Vec<usize>) -> Self {
        let mut held = vec![[false; 3]; frame.entries.len()];
        rows.iter().for_each(|row| held[row.member][row.axis] = true);
        let response = |row: &Row, other: &Row| frame.response(row, other.member)[other.axis];
        let among = DMatrix::from_fn(rows.len(), rows.len(), |a, b| response(&rows[a], &rows[b]));
        let (answers, loads, shares) = least_answers(&among, &weights);
        let idle = (shares && rows.iter().all(|row| row.axis != NORMAL)).then(|| moves_nothing(&among));
        let slider = |member: usize| {
            let row = rows.iter().position(|row| *row == Row { member, axis: NORMAL })?;
            let moves = |axis: usize| {
                DVector::from_iterator(rows.len(), rows.iter().map(|row| frame.response(row, member)[axis]))
            };
            Some(Slider { member, row, mu: frame.rubs[member].start.mu, moves: [moves(0), moves(1)] })
        };
        let sliders = sliding.into_iter().filter_map(slider).collect();
        let mut hold = Self {
            answers,
            sliders,
            among,
            loads,
            locked: vec![[false; 3]; held.len()],
            idle,
            spare: Vec::new(),
            rows,
            weights,
            held,
        };
        hold.lock(frame);
        hold
    }

    /// Finds what is locked: (T.9).
    fn lock(&mut self, frame: &Frame) {
        if self.rows.is_empty() {
            return;
        }
        for member in 0..self.held.len() {
            for axis in (0..3).filter(|&axis| !self.held[member][axis]) {
                let pushed = DVector::from_iterator(
                    self.rows.len(),
                    self.rows.iter().map(|row| frame.response(row, member)[axis]),
                );
                let own = frame.response(&Row { member, axis }, member)[axis];
                let left = own + pushed.dot(&(&self.answers * &pushed));
                self.locked[member][axis] = left <= REDUNDANT * own;
            }
        }
    }

    /// What the loads at the start have beyond the answers, as far as it moves nothing.
    fn strain(&self, frame: &Frame) -> Vec<f64> {
        let Some(idle) = &self.idle else { return vec![0.0; self.rows.len()] };
        let load = |member: usize, axis: usize| frame.rubs[member].start.load[axis];
        let answers = self.answer(frame, |member, axis| [load(member, axis)], |_| [Vector2::zeros()]); // none slides
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

    /// Whether a member cannot move along an axis that is not held itself.
    pub fn locks(&self, member: usize, axis: usize) -> bool {
        self.locked[member][axis]
    }

    /// The closed members that slide: their friction comes with their reactions.
    pub fn sliders(&self) -> impl Iterator<Item = usize> + '_ {
        self.sliders.iter().map(|slider| slider.member)
    }

    /// The pushes along the rows that answer all others, `push` of a member along an axis, at `N` instants; `direction` is û of one that slides, whose friction
    /// is not among them.
    pub fn answer<const N: usize>(
        &self,
        frame: &Frame,
        push: impl Fn(usize, usize) -> [f64; N],
        direction: impl Fn(usize) -> [Vector2<f64>; N],
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
        if !self.sliders.is_empty() {
            return self.answer_with_friction(&gained, direction);
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

    /// (X.15) for the accelerations `gained` along the rows. Not a number where friction and reaction feed each other without end.
    fn answer_with_friction<const N: usize>(
        &self,
        gained: &[[f64; N]],
        direction: impl Fn(usize) -> [Vector2<f64>; N],
    ) -> Vec<[f64; N]> {
        let directions: Vec<_> = self.sliders().map(direction).collect();
        let mut answers = vec![[f64::NAN; N]; self.rows.len()];
        for k in 0..N {
            let mut among = self.among.clone();
            for (slider, direction) in self.sliders.iter().zip(&directions) {
                for (axis, moves) in slider.moves.iter().enumerate() {
                    among.column_mut(slider.row).axpy(-slider.mu * direction[k][axis], moves, 1.0);
                }
            }
            let gained = DVector::from_iterator(gained.len(), gained.iter().map(|gained| gained[k]));
            let reduced = self.loads.tr_mul(&(among * &self.loads));
            let Some(parts) = reduced.lu().solve(&self.loads.tr_mul(&gained)) else { continue };
            let found = &self.loads * -parts;
            answers.iter_mut().zip(found.iter()).for_each(|(answer, found)| answer[k] = *found);
        }
        answers
    }
}

impl Frame {
    /// What pushes of a member along all axes do along a row.
    fn response(&self, row: &Row, member: usize) -> [f64; 3] {
        let block = self.block_row(row.member).find(|&(j, _)| j == member);
        block.map_or([0.0; 3], |(_, w)| std::array::from_fn(|axis| w[(row.axis, axis)]))
    }
}

/// −W⁻¹; or if contacts are redundant −D (D W D)⁺ D, with D the weights: of all loads that answer those of least Σ q²/D². The loads among which these are,
/// as columns. And whether contacts are redundant.
fn least_answers(among: &DMatrix<f64>, weights: &[f64]) -> (DMatrix<f64>, DMatrix<f64>, bool) {
    let n = weights.len();
    if n == 0 {
        return (DMatrix::zeros(0, 0), DMatrix::zeros(0, 0), false);
    }
    if let Some(inverse) = among.clone().cholesky().filter(|_| !is_redundant(among)) {
        return (-inverse.inverse(), DMatrix::identity(n, n), false);
    }
    let weigh = DMatrix::from_diagonal(&DVector::from_row_slice(weights));
    let eigen = SymmetricEigen::new(&weigh * among * &weigh);
    let largest = eigen.eigenvalues.amax();
    let bears = |&i: &usize| eigen.eigenvalues[i] > REDUNDANT * largest;
    let bearing: Vec<usize> = (0..n).filter(bears).collect();
    let loads = &weigh * eigen.eigenvectors.select_columns(&bearing);
    let inverted = DVector::from_iterator(bearing.len(), bearing.iter().map(|&i| 1.0 / eigen.eigenvalues[i]));
    (-(&loads * DMatrix::from_diagonal(&inverted) * loads.transpose()), loads, true)
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
