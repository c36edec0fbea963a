//! What holds contacts at rest during a step: loads that are known only together.
//!
//! Unknowns of an order are the reactions of closed contacts, the friction forces of rigid contacts that stick, and the
//! turning of rigid contacts that begin to slide. Each is a pattern of loads x and comes with a condition on the
//! velocity it must cause; W between conditions and patterns is the matrix of
//!
//! ```text
//! condition · W · (known loads + Σ patterns · x) = wanted                                                  (U.1)
//! ```
//!
//! A closed contact that slips carries its friction along: pattern (−μ û₀, 1), condition vₙ = 0. So (U.1) is not
//! symmetric. A rigid contact that begins to slide has the pattern −μ q_m û₀⊥ and the condition (T.4) across û₀.

use nalgebra::{DMatrix, DVector, Vector2, Vector3};

use crate::coupling::NORMAL;
use crate::flow::course::{Course, Slip};
use crate::flow::equations::{Solver, filled};
use crate::flow::few;
use crate::flow::frame::Frame;
use crate::flow::grip::reaction_of;
use crate::flow::reaction::Row;
use crate::flow::rub::Rub;
use crate::flow::rubbing::Rubbing;
use crate::flow::series::RECIPROCAL;
use crate::flow::stick_or_slide::sparse;
use crate::grip::Tie;

/// A direction turns only where nothing else can fulfil the conditions: sliding contacts whose directions are given by what holds the
/// bodies elsewhere do not turn.
const TURNS_LAST: f64 = 1e-9;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) enum Kind {
    /// Reaction of a closed contact.
    Reaction,
    /// Friction of a sticking rigid contact along one tangent.
    Grip,
    /// z of a rigid contact that begins to slide, of the order that (T.4) leaves open.
    Turn { l: usize, m: usize },
}

/// One unknown of an order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) struct Unknown {
    pub member: usize,
    pub kind: Kind,
    /// Loads over (t₁, t₂, n) that a unit of it means.
    pub pattern: Vector3<f64>,
    /// The velocity over (t₁, t₂, n) on which its condition is.
    pub condition: Vector3<f64>,
}

/// (U.1) as it was last solved, and the workspace to solve it in.
#[derive(Debug, Default)]
pub(in crate::flow) struct Solved {
    /// For which unknowns: most orders of a step have the same.
    unknowns: Vec<Unknown>,
    solver: Option<Solver>,
    wanted: Vec<f64>,
    spare: Vec<f64>,
}

impl Solved {
    /// W has changed.
    pub fn forget(&mut self) {
        self.solver = None;
    }

    /// What contacts bear has changed: redundant ones may share otherwise.
    pub fn forget_shares(&mut self) {
        self.solver.take_if(|solver| solver.is_shared());
    }

    /// Turns these right-hand sides of the equations solved last into the answer; `spare` is as long.
    pub fn answer_to(&self, wanted: &mut [f64], spare: &mut [f64]) {
        match &self.solver {
            Some(solver) => solver.solve_in_place(wanted, spare),
            None => wanted.fill(0.0),
        }
    }

    /// What is wanted, turned into the answer.
    fn solve(&mut self) {
        let (mut wanted, mut spare) = (std::mem::take(&mut self.wanted), std::mem::take(&mut self.spare));
        spare.resize(wanted.len(), 0.0);
        self.answer_to(&mut wanted, &mut spare);
        (self.wanted, self.spare) = (wanted, spare);
    }
}

/// The members that unknowns belong to.
pub(in crate::flow) fn members(unknowns: &[Unknown]) -> Vec<usize> {
    unknowns.iter().map(|unknown| unknown.member).collect()
}

/// Units in which the matrix of (U.1) is symmetric: every load acts along its own condition, those of contacts that begin to slide but for a factor. None if a closed
/// contact carries its friction along, or if there are so few that it makes no difference.
fn units(unknowns: &[Unknown]) -> Option<Vec<f64>> {
    let unit = |unknown: &Unknown| match unknown.kind {
        Kind::Turn { .. } if unknowns.len() <= sparse::MANY => None,
        Kind::Turn { .. } => Some(unknown.pattern.dot(&unknown.condition)).filter(|&unit| unit != 0.0),
        Kind::Reaction | Kind::Grip => (unknown.pattern == unknown.condition).then_some(1.0),
    };
    if unknowns.len() <= few::FEW { None } else { unknowns.iter().map(unit).collect() }
}

impl Frame {
    /// Finds the unknown loads of order j, completes the known ones with them, and lets all of them push.
    pub(in crate::flow) fn answer(&mut self, j: usize) {
        if !self.rubbing.unknowns_last {
            self.find_answerers(j);
        }
        self.push_all(j);
        if self.rubbing.unknowns.is_empty() {
            return;
        }
        self.rubbing.solved.wanted.clear();
        for k in 0..self.rubbing.unknowns.len() {
            let wanted = self.wanted_of_pushed(&self.rubbing.unknowns[k], j);
            self.rubbing.solved.wanted.push(wanted);
        }
        if self.rubbing.solved.wanted.iter().any(|&wanted| wanted != 0.0) {
            self.rubbing.solved.solve();
        }
        for k in 0..self.rubbing.unknowns.len() {
            let (unknown, x) = (self.rubbing.unknowns[k], self.rubbing.solved.wanted[k]);
            match unknown.kind {
                Kind::Grip if x == 0.0 => {}
                Kind::Grip => self.grip_and_push(&unknown, x, j),
                Kind::Reaction | Kind::Turn { .. } => self.take_and_push(&unknown, x, j),
            }
        }
    }

    /// Decides what sticks at order j, and finds the unknowns and the matrix of (U.1).
    fn find_answerers(&mut self, j: usize) {
        let mut unknowns = std::mem::take(&mut self.rubbing.unknowns);
        let mut solved = std::mem::take(&mut self.rubbing.solved);
        self.grip(j);
        self.find_unknowns(&mut unknowns, j);
        if !unknowns.is_empty() {
            self.prepare(&mut solved, &unknowns, j);
        }
        self.rubbing.unknowns_last = self.rubbing.rubs.iter().all(Rub::is_decided);
        self.rubbing.solved = solved;
        self.rubbing.unknowns = unknowns;
    }

    /// The right-hand side of (U.1) for the loads that have pushed so far.
    fn wanted_of_pushed(&self, unknown: &Unknown, j: usize) -> f64 {
        let pushed = unknown.condition.dot(&Vector3::from(self.rubbing.pushing.given(unknown.member)));
        self.due(unknown, j) - (j + 1) as f64 * pushed
    }

    /// Takes over the friction along one tangent, and lets it push.
    fn grip_and_push(&mut self, unknown: &Unknown, x: f64, j: usize) {
        let Some(place) = self.rubbing.of_member[unknown.member] else { return };
        let added = unknown.pattern * x;
        let Rubbing { rubs, quiet, pushing, .. } = &mut self.rubbing;
        rubs[place].load[j] += added.xy();
        if !quiet.is_faint(unknown.member, j, added.xy(), 0.0) {
            pushing.push(unknown.member, (added * RECIPROCAL[j]).into(), j + 2);
        }
    }

    /// Takes an answer over, and lets what it adds to the loads push.
    fn take_and_push(&mut self, unknown: &Unknown, x: f64, j: usize) {
        let loads = |frame: &Self| {
            let rub = frame.rubbing.of_member[unknown.member].map(|place| frame.rubbing.rubs[place].load[j]);
            let [x, y] = rub.unwrap_or_default().into();
            [x, y, frame.series().loads(j)[unknown.member]]
        };
        let before = loads(self);
        self.take_answer(unknown, x, j);
        let after = loads(self);
        let added: [f64; 3] = std::array::from_fn(|axis| after[axis] - before[axis]);
        let Rubbing { quiet, pushing, .. } = &mut self.rubbing;
        if !quiet.is_faint(unknown.member, j, Vector2::new(added[0], added[1]), added[NORMAL]) {
            pushing.push(unknown.member, added.map(|load| load * RECIPROCAL[j]), j + 2);
        }
    }

    /// The matrix for these unknowns, that of the order before if it is the same.
    fn prepare(&mut self, solved: &mut Solved, unknowns: &[Unknown], j: usize) {
        let turns = |unknown: &Unknown| matches!(unknown.kind, Kind::Turn { .. }); // its matrix changes from order to order
        if solved.solver.is_none() || solved.unknowns != unknowns || unknowns.iter().any(turns) {
            solved.solver = Some(self.solver(unknowns, j));
            solved.unknowns.clear();
            solved.unknowns.extend_from_slice(unknowns);
        }
        self.rubbing.is_redundant |= solved.solver.as_ref().is_some_and(Solver::is_shared);
    }

    /// (U.1) for these unknowns.
    pub(in crate::flow) fn solver(&self, unknowns: &[Unknown], j: usize) -> Solver {
        let units = units(unknowns);
        let rows = units.as_ref().map(|units| self.symmetric_rows(unknowns, units, j));
        let contacts = members(unknowns);
        if let Some(solver) = rows.as_deref().and_then(|rows| Solver::sparse(rows, &contacts)) {
            return solver.in_units(units);
        }
        let grip = |unknown: &Unknown| {
            let rub = self.rub_of(unknown.member).filter(|_| unknown.kind == Kind::Grip)?;
            Some(rub.bears((0..=j).map(|order| rub.normal[order]).find(|&q| q != 0.0)?))
        };
        let largest = unknowns.iter().filter_map(grip).fold(0.0, f64::max);
        let largest = if largest > 0.0 { largest } else { 1.0 };
        let bears = |unknown: &Unknown| match unknown.kind {
            Kind::Grip => grip(unknown).unwrap_or(largest), // of a reaction that is still to be found
            Kind::Reaction => largest * self.share_of_spring(unknown.member).sqrt(),
            Kind::Turn { .. } => TURNS_LAST * largest,
        };
        let bears: Vec<f64> = unknowns.iter().map(bears).collect();
        if let Some((rows, of)) = rows.zip(units.as_ref()) {
            let bears: Vec<f64> = bears.iter().zip(of).map(|(bears, unit)| bears * unit.abs()).collect();
            return Solver::of_dependent_rows(&rows, &bears).in_units(units);
        }
        let carries = |unknown: &Unknown| unknown.pattern != unknown.condition;
        if !unknowns.iter().all(|unknown| unknown.kind == Kind::Reaction) || !unknowns.iter().any(carries) {
            return Solver::of(self.answer_matrix(unknowns, j), &bears);
        }
        let displaced = || {
            let alone: Vec<Unknown> = unknowns.iter().map(|unknown| reaction_of(unknown.member)).collect();
            self.answer_matrix(&alone, j)
        };
        Solver::of_springs(self.answer_matrix(unknowns, j), displaced, &bears)
    }

    /// The matrix of (U.1), by rows, for unknowns in these units.
    fn symmetric_rows(&self, unknowns: &[Unknown], units: &[f64], j: usize) -> Vec<Row> {
        let mut rows = self.answer_rows(unknowns);
        for (i, (row, unknown)) in rows.iter_mut().zip(unknowns).enumerate() {
            let turning = self.turning(unknown, j);
            for (column, w) in row.iter_mut() {
                *w = (*w + if *column == i { turning } else { 0.0 }) / units[*column];
            }
        }
        rows
    }

    /// What turning adds to the condition of a contact that begins to slide.
    fn turning(&self, unknown: &Unknown, j: usize) -> f64 {
        match (unknown.kind, self.rub_of(unknown.member)) {
            (Kind::Turn { l, m }, Some(rub)) if l == m + 1 => -((j + 1) as f64) * rub.speed[l],
            (Kind::Turn { .. } | Kind::Reaction | Kind::Grip, _) => 0.0,
        }
    }

    /// The stiffness that a closed contact had, as a part of the stiffest one's: closed contacts are the limit of springs that harden alike, and share as those do.
    fn share_of_spring(&self, member: usize) -> f64 {
        let stiffnesses = self.held().iter().map(|&held| self.entries()[held].original);
        let stiffest = stiffnesses.fold(0.0, f64::max);
        let own = self.entries()[member].original;
        if stiffest.is_finite() { own / stiffest } else { 1.0 }
    }

    /// The unknowns of order j.
    pub(in crate::flow) fn unknowns(&self, j: usize) -> Vec<Unknown> {
        let mut unknowns = Vec::new();
        self.find_unknowns(&mut unknowns, j);
        unknowns
    }

    fn find_unknowns(&self, unknowns: &mut Vec<Unknown>, j: usize) {
        unknowns.clear();
        for &member in self.held() {
            let rub = self.rub_of(member).filter(|rub| rub.course.slips());
            let friction = rub.map_or(Vector2::zeros(), |rub| rub.direction * -rub.mu);
            unknowns.push(Unknown {
                member,
                kind: Kind::Reaction,
                pattern: Vector3::new(friction.x, friction.y, 1.0),
                condition: Vector3::z(),
            });
        }
        for rub in self.rubbing.rubs.iter() {
            let member = rub.member;
            match rub.course {
                Course::Sticks(Tie::Rigid) => {
                    for axis in [Vector3::x(), Vector3::y()] {
                        unknowns.push(Unknown { member, kind: Kind::Grip, pattern: axis, condition: axis });
                    }
                }
                Course::Slips(Slip::Resuming { l, m }) if j > m => {
                    let across = rub.sideways_axis();
                    let across = Vector3::new(across.x, across.y, 0.0);
                    let pattern = across * (-rub.mu * rub.normal[m]);
                    unknowns.push(Unknown { member, kind: Kind::Turn { l, m }, pattern, condition: across });
                }
                Course::Idle | Course::Pending(_) | Course::Sticks(Tie::Springs) | Course::Slips(_) => {}
            }
        }
    }

    /// condition · W · pattern for all unknowns, by rows.
    pub(in crate::flow) fn answer_rows(&self, unknowns: &[Unknown]) -> Vec<Row> {
        let mut of_member: Vec<Vec<usize>> = vec![Vec::new(); self.entries().len()];
        unknowns.iter().enumerate().for_each(|(place, unknown)| of_member[unknown.member].push(place));
        let row_of = |to: &Unknown| {
            let mut row = Row::new();
            for (column, w) in self.w.spatial_row(to.member) {
                let entry = |&place: &usize| (place, to.condition.dot(&(w * unknowns[place].pattern)));
                row.extend(of_member[column].iter().map(entry));
            }
            row
        };
        unknowns.iter().map(row_of).collect()
    }

    /// condition · W · pattern as a matrix, with what the condition of a turning contact adds.
    pub(in crate::flow) fn answer_matrix(&self, unknowns: &[Unknown], j: usize) -> DMatrix<f64> {
        let n = unknowns.len();
        let mut matrix =
            if n > few::FEW { filled(&self.answer_rows(unknowns)) } else { DMatrix::zeros(n, n) };
        for (row, to) in unknowns.iter().enumerate() {
            let blocks = self.w.spatial_row(to.member);
            for (column, w) in blocks.filter(|_| n <= few::FEW) {
                for (place, from) in unknowns.iter().enumerate().filter(|(_, from)| from.member == column) {
                    matrix[(row, place)] = to.condition.dot(&(w * from.pattern));
                }
            }
            matrix[(row, row)] += self.turning(to, j);
        }
        matrix
    }

    /// The right-hand side of (U.1) for the loads gathered last.
    pub(in crate::flow) fn wanted(&self, unknowns: &[Unknown], j: usize) -> DVector<f64> {
        DVector::from_iterator(unknowns.len(), unknowns.iter().map(|unknown| self.wanted_of(unknown, j)))
    }

    fn wanted_of(&self, unknown: &Unknown, j: usize) -> f64 {
        self.due(unknown, j) - unknown.condition.dot(&self.pushed(unknown.member))
    }

    /// The velocity that the condition of an unknown demands, per unit of time.
    fn due(&self, unknown: &Unknown, j: usize) -> f64 {
        match (unknown.kind, self.rub_of(unknown.member)) {
            (Kind::Turn { l, m }, Some(rub)) => (j + 1) as f64 * rub.known_sideways(j, l, m),
            (Kind::Turn { .. } | Kind::Reaction | Kind::Grip, _) => 0.0,
        }
    }

    pub(in crate::flow) fn take_answer(&mut self, unknown: &Unknown, x: f64, j: usize) {
        let place = self.rubbing.of_member[unknown.member];
        let known = self.series().loads(j)[unknown.member];
        let reaction = known + x;
        if unknown.kind == Kind::Reaction {
            self.series_mut().set_load_term(j, unknown.member, reaction);
        }
        let Some(rub) = place.map(|place| &mut self.rubbing.rubs[place]) else { return };
        match unknown.kind {
            Kind::Reaction => {
                rub.normal.set(j, reaction);
                rub.freeze_or_thaw(j);
                let is_known_without = match rub.course {
                    Course::Slips(Slip::Turning | Slip::Following | Slip::Creeping) => true,
                    Course::Slips(Slip::Sliding { l: 0 }) => rub.start.course == rub.course,
                    Course::Idle | Course::Pending(_) | Course::Sticks(_) | Course::Slips(_) => false,
                };
                if is_known_without {
                    rub.load[j] += unknown.pattern.xy() * x;
                    return;
                }
                if matches!(rub.course, Course::Slips(Slip::TurningFrom { .. })) {
                    rub.aim(j);
                }
                rub.load_order(j);
            }
            Kind::Grip => rub.load[j] += unknown.pattern.xy() * x,
            Kind::Turn { m, .. } => {
                rub.set_across(j - m, x);
                rub.load_order(j);
            }
        }
    }
}
