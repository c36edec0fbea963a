//! Modes of the contacts, and what is fixed while they last.
//!
//! | tangential mode | friction | meaning |
//! |---|---|---|
//! | free | any | no tangential force: no friction, or not touching |
//! | stick | compliant | the particle holds its place |
//! | slip | compliant | the particle slides behind a spring of length r |
//! | trail | compliant | slip with r so short that its direction is nearly that of v_t |
//! | slide | rigid | v_t ≠ 0 |
//! | creep | rigid | v_t = 0 to [`GO`]: sliding has just ended or is about to begin |
//! | hold | rigid | v_t = 0 and the force is within its disc |

use nalgebra::{DMatrix, DVector, Vector2};

use super::motion::Motion;
use super::problem::{Event, Friction, Problem, RubbingEventKind};
use super::{Law, Separation};
use crate::ReferenceError;

/// A contact is closed once its stiffness has grown by this factor since it last arrived with v_n < 0.
pub(super) const CLOSING_GROWTH: f64 = 1e30;
/// Velocities below this part of the fastest initial one are rounding, and so are energies that can cause no more.
const REST: f64 = 1e-13;
/// A slipping spring may trail its contact if it lags by less than this angle: it is then so short that it carries some 1e-14 of
/// the impulse of a contact.
pub(super) const LAG: f64 = 1e-7;
/// Rigid sliding has stopped below this part of the fastest initial velocity: a hundred times what a step may be wrong by.
pub(super) const STOP: f64 = 1e-11;
/// Rigid sliding has begun above this part of the fastest initial velocity. Until then the direction of sliding is that of
/// the acceleration; it takes some 1e-4 radians to get there, with a direction wrong by about 1e-8. A tenth of it moves impulses by
/// 1e-11 at most, a tenth of that brings it too near to [`STOP`].
pub(super) const GO: f64 = 1e-8;
/// Singular values below this part of the largest are zero: redundant contacts share their load evenly.
pub(super) const RANK_TOLERANCE: f64 = 1e-11;

/// What the normal spring of a contact is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Normal {
    Inactive,
    Compressing,
    /// Restitution ends when the strain energy has fallen to `floor`.
    Restituting {
        floor: f64,
    },
    Closed,
}

/// What the tangential side of a contact is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tangential {
    Free,
    Stick,
    Slip,
    Trail,
    Slide,
    Creep,
    Hold,
}

#[derive(Debug, Clone)]
pub(super) struct State<'a> {
    pub(super) law: Law,
    pub(super) tracked: bool,
    pub(super) problem: &'a Problem,
    pub(super) normal: Vec<Normal>,
    pub(super) tangential: Vec<Tangential>,
    /// Current normal stiffness.
    pub(super) stiffness: Vec<f64>,
    /// The stiffness at which a contact closes.
    pub(super) closing: Vec<f64>,
    /// The fastest initial velocity.
    pub(super) speed: f64,
    /// A bound of the highest frequency of the springs that are active.
    pub(super) frequency: f64,
    /// The inverse of the tangential block of W of the contacts that hold.
    pub(super) hold_inverse: DMatrix<f64>,
    /// Contacts that have arrived and have not moved yet.
    pub(super) arrived: Vec<usize>,
    pub(super) motion: Motion,
    pub(super) time: f64,
    pub(super) lost_in_restitution: f64,
    pub(super) events: Vec<Event>,
}

impl<'a> State<'a> {
    pub(super) fn new(
        law: Law,
        separation: &Separation,
        problem: &'a Problem,
    ) -> Result<Self, ReferenceError> {
        let n = problem.contacts();
        let mut motion = Motion::zeros(n);
        motion.set_velocities(&problem.velocity);
        if let Separation::Tracked { gaps } = separation {
            if gaps.len() != n {
                return Err(ReferenceError::Dimension { what: "gaps", expected: n, found: gaps.len() });
            }
            if let Some(&value) = gaps.iter().find(|g| !(g.is_finite() && **g >= 0.0)) {
                return Err(ReferenceError::OutOfRange { what: "gap", value });
            }
            gaps.iter().enumerate().for_each(|(i, gap)| motion.set_gap(i, *gap));
        }
        Ok(Self {
            law,
            tracked: matches!(separation, Separation::Tracked { .. }),
            problem,
            normal: vec![Normal::Inactive; n],
            tangential: vec![Tangential::Free; n],
            stiffness: problem.stiffness.clone(),
            closing: problem.stiffness.iter().map(|k| CLOSING_GROWTH * k).collect(),
            speed: problem.velocity.amax(),
            frequency: 0.0,
            hold_inverse: DMatrix::zeros(0, 0),
            arrived: Vec::new(),
            motion,
            time: 0.0,
            lost_in_restitution: 0.0,
            events: Vec::new(),
        })
    }

    /// μ.
    pub(super) fn friction(&self, i: usize) -> f64 {
        match self.problem.friction[i] {
            Friction::None => 0.0,
            Friction::Rigid { coefficient } | Friction::Compliant { coefficient, .. } => coefficient,
        }
    }

    /// k_t, for a contact with compliant friction.
    pub(super) fn tangential_stiffness(&self, i: usize) -> Option<f64> {
        match self.problem.friction[i] {
            Friction::None | Friction::Rigid { .. } => None,
            Friction::Compliant { compliance, .. } => Some(self.problem.stiffness[i] / compliance),
        }
    }

    /// r = μ F_n/k_t: the length of a slipping spring, or its rate from the rate of F_n; zero without a spring.
    pub(super) fn length(&self, i: usize, normal_force: f64) -> f64 {
        self.tangential_stiffness(i).map_or(0.0, |k| self.friction(i) * normal_force / k)
    }

    /// The mode of a contact that arrives.
    pub(super) fn first_tangential(&self, i: usize) -> Tangential {
        if self.friction(i) == 0.0 {
            return Tangential::Free;
        }
        match self.problem.friction[i] {
            Friction::None => Tangential::Free,
            Friction::Compliant { .. } => Tangential::Stick,
            Friction::Rigid { .. } if self.motion.tangential(i).norm() > STOP * self.speed => {
                Tangential::Slide
            }
            Friction::Rigid { .. } => Tangential::Creep,
        }
    }

    pub(super) fn rest(&self) -> f64 {
        REST * self.speed
    }

    pub(super) fn is_spring(&self, i: usize) -> bool {
        match self.normal[i] {
            Normal::Compressing | Normal::Restituting { .. } => true,
            Normal::Inactive | Normal::Closed => false,
        }
    }

    /// Whether any spring can still do something: normal ones, or tangential ones at closed contacts.
    pub(super) fn any_spring(&self) -> bool {
        (0..self.normal.len()).any(|i| self.is_spring(i) || self.tangential_energy(i) > 0.0)
    }

    pub(super) fn active(&self) -> Vec<usize> {
        (0..self.normal.len()).filter(|&i| self.normal[i] != Normal::Inactive).collect()
    }

    pub(super) fn closed(&self) -> Vec<usize> {
        (0..self.normal.len()).filter(|&i| self.normal[i] == Normal::Closed).collect()
    }

    pub(super) fn in_tangential_mode(&self, mode: Tangential) -> Vec<usize> {
        (0..self.tangential.len()).filter(|&i| self.tangential[i] == mode).collect()
    }

    /// Strain energy of the normal spring, negative once it is stretched.
    pub(super) fn signed_energy(&self, i: usize, y: &Motion) -> f64 {
        if !self.is_spring(i) {
            return 0.0;
        }
        0.5 * self.stiffness[i] * y.compression(i) * y.compression(i).abs()
    }

    /// Strain energy of the tangential springs.
    pub(super) fn tangential_energy(&self, i: usize) -> f64 {
        let stretch = self.motion.stretch(i).norm();
        self.tangential_stiffness(i).map_or(0.0, |k| 0.5 * k * stretch * stretch)
    }

    /// Nothing approaches, and no spring can change a velocity by more than rounding.
    pub(super) fn is_spent(&self) -> bool {
        let rest = self.rest();
        (0..self.normal.len()).all(|i| {
            let energy = self.signed_energy(i, &self.motion) + self.tangential_energy(i);
            let mobility = (3 * i..3 * i + 3).map(|a| self.problem.w[(a, a)]).fold(0.0, f64::max);
            self.motion.normal(i) >= -rest && 2.0 * energy * mobility <= rest * rest
        })
    }

    /// When an inactive contact returns if velocities stay as they are.
    pub(super) fn time_to_return(&self, i: usize) -> Option<f64> {
        let velocity = self.motion.normal(i);
        let gap = if self.tracked { self.motion.gap(i).max(0.0) } else { 0.0 };
        (self.normal[i] == Normal::Inactive && velocity < -self.rest()).then_some(gap / -velocity)
    }

    /// Moves all gaps at constant velocity.
    pub(super) fn drift(&mut self, time: f64) {
        for i in 0..self.normal.len() {
            self.motion.set_gap(i, self.motion.gap(i) + time * self.motion.normal(i));
        }
        self.time += time;
    }

    pub(super) fn log(&mut self, contact: usize, kind: RubbingEventKind) {
        let impulse = self.motion.impulse(contact);
        self.events.push(Event { time: self.time, contact, kind, impulse });
    }

    /// Stiffness of each row of W, as far as it can set the pace: k for normal springs, k_t for tangential ones, and
    /// μ k for rigid friction, which follows the normal spring.
    pub(super) fn row_stiffness(&self) -> DVector<f64> {
        DVector::from_fn(3 * self.normal.len(), |row, _| {
            let (i, is_normal) = (row / 3, row % 3 == 2);
            match (self.is_spring(i), is_normal, self.tangential_stiffness(i)) {
                (true, true, _) => self.stiffness[i],
                (_, false, Some(k)) if self.normal[i] != Normal::Inactive => k,
                (true, false, None) => self.friction(i) * self.stiffness[i],
                (false, true, _) | (_, false, _) => 0.0,
            }
        })
    }

    /// An error of the motion, in parts of the fastest initial velocity: velocities as they are, impulses and strains by the
    /// velocities they can cause, energy lost by the energy of a mass at that velocity.
    pub(super) fn size_of_error(&self, error: &Motion) -> f64 {
        let w = &self.problem.w;
        let pace = self.row_stiffness().component_mul(&w.diagonal()).map(f64::sqrt);
        let of_contact = |i: usize| {
            let mobility = (3 * i..3 * i + 3).map(|a| w[(a, a)]).fold(0.0, f64::max);
            let strain = (error.compression(i) * pace[3 * i + 2])
                .abs()
                .max(error.stretch(i).norm() * pace[3 * i].max(pace[3 * i + 1]));
            let moved = (error.impulse(i).norm() * mobility).max(error.loss(i).abs() * mobility / self.speed);
            strain.max(moved).max(error.tangential(i).norm()).max(error.normal(i).abs())
        };
        let sizes: Vec<f64> = (0..self.normal.len()).map(of_contact).collect();
        let largest = sizes.iter().copied().fold(0.0, f64::max);
        if error.values.iter().all(|e| e.is_finite()) { largest / self.speed } else { f64::INFINITY }
    }

    /// Lets go of springs that no longer matter.
    pub(super) fn release_springs(&mut self) {
        for i in self.active() {
            let kind =
                if self.is_spring(i) { RubbingEventKind::RestitutionEnds } else { RubbingEventKind::Opens };
            self.leave(i);
            self.log(i, kind);
        }
    }

    /// With no spring left, nothing presses a closed contact.
    pub(super) fn open_all(&mut self) {
        for i in self.closed() {
            self.leave(i);
            self.log(i, RubbingEventKind::Opens);
        }
    }

    /// What depends on the modes alone. Call after every change of modes.
    pub(super) fn refresh(&mut self) {
        let (k, w) = (self.row_stiffness(), &self.problem.w);
        let row = |a: usize| (0..k.len()).map(|b| w[(a, b)].abs() * (k[a] * k[b]).sqrt()).sum::<f64>();
        self.frequency = (0..k.len()).map(row).fold(0.0, f64::max).sqrt();
        let hold = rows_of(&self.in_tangential_mode(Tangential::Hold));
        let block = w.select_rows(&hold).select_columns(&hold);
        self.hold_inverse = pseudo_inverse(&block);
        self.still_what_holds(&hold);
    }

    /// Takes away what is left of v_t at contacts that have stopped. The impulse needed is, to first order, what friction would have
    /// given in the time to the true stop beyond what it gives while holding.
    fn still_what_holds(&mut self, rows: &[usize]) {
        let before = self.motion.velocities();
        let impulse = -(&self.hold_inverse) * before.select_rows(rows);
        let mut impulses = DVector::zeros(before.len());
        rows.iter().zip(impulse.iter()).for_each(|(&row, p)| impulses[row] = *p);
        self.motion.set_velocities(&(&before + &self.problem.w * &impulses));
        self.motion.set_impulses(&(self.motion.impulses() + impulses));
        for i in self.in_tangential_mode(Tangential::Hold) {
            self.motion.set_tangential(i, Vector2::zeros());
        }
    }
}

/// The tangential rows of contacts.
pub(super) fn rows_of(contacts: &[usize]) -> Vec<usize> {
    contacts.iter().flat_map(|i| [3 * i, 3 * i + 1]).collect()
}

/// The pseudo-inverse of a symmetric positive semidefinite matrix.
fn pseudo_inverse(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    if matrix.is_empty() {
        return matrix.clone();
    }
    let eigen = matrix.clone().symmetric_eigen();
    let cutoff = RANK_TOLERANCE * eigen.eigenvalues.amax();
    let inverse = eigen.eigenvalues.map(|value| if value > cutoff { 1.0 / value } else { 0.0 });
    &eigen.eigenvectors * DMatrix::from_diagonal(&inverse) * eigen.eigenvectors.transpose()
}

/// The direction of a vector, zero if it has none.
pub(super) fn direction_of(vector: Vector2<f64>) -> Vector2<f64> {
    vector.try_normalize(0.0).unwrap_or_default()
}
