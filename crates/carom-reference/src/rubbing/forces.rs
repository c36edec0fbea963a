//! Forces and rates in given modes.
//!
//! ```text
//! v̇ = W F,   ṗ = F,   ḋ = −v_n,   gap' = v_n                                                     (F.2)
//! F_n = k d       normal spring;   v̇_n = 0 fixes F_n ≥ 0 of a closed contact                      (F.3)
//! F_t = −k_t u,   u̇ = v_t                                 stick                                  (F.4)
//! F_t = −μ F_n ĉ, r = μ F_n/k_t, r ĉ' = v_t − (v_t·ĉ)ĉ    slip, u = r ĉ                          (F.5)
//! F_t = −μ F_n v_t/|v_t|                                  slide; also trail, the limit r → 0 of slip (F.6)
//! F_t from (D.1)                                          creep; and hold, without discs         (F.7)
//! ```
//!
//! (F.4) and (F.5) are \[Jia2012, sec. 4\] in time instead of impulse: while slipping the tangential springs can hold no more
//! than friction allows, so that only their direction is free. The particle slides along ĉ with the speed
//!
//! ```text
//! σ = v_t·ĉ − r'                                                                                 (F.8)
//! ```
//!
//! and loses the power μ F_n σ; rigid friction loses −F_t·v_t.

use nalgebra::{DMatrix, DVector, Vector2};

use super::disc;
use super::motion::Motion;
use super::state::{Normal, RANK_TOLERANCE, State, Tangential, direction_of, rows_of};

impl State<'_> {
    /// ĉ: the direction in which a contact slips or slides.
    pub(super) fn direction(&self, i: usize, y: &Motion) -> Vector2<f64> {
        match self.tangential[i] {
            Tangential::Slip => direction_of(y.stretch(i)),
            Tangential::Trail | Tangential::Slide => direction_of(y.tangential(i)),
            Tangential::Free | Tangential::Stick | Tangential::Creep | Tangential::Hold => Vector2::zeros(),
        }
    }

    /// All forces, three rows per contact.
    pub(super) fn forces(&self, y: &Motion) -> DVector<f64> {
        let mut forces = DVector::zeros(3 * self.normal.len());
        for i in 0..self.normal.len() {
            let normal = if self.is_spring(i) { self.stiffness[i] * y.compression(i) } else { 0.0 }; // (F.3)
            let tangential = match (self.tangential[i], self.tangential_stiffness(i)) {
                (Tangential::Stick, Some(k)) => -k * y.stretch(i), // (F.4)
                _ => -self.friction(i) * normal * self.direction(i, y), // (F.5), (F.6)
            };
            forces.fixed_rows_mut::<2>(3 * i).copy_from(&tangential);
            forces[3 * i + 2] = normal;
        }
        self.add_reactions(y, &mut forces);
        self.add_rest_friction(&mut forces);
        forces
    }

    /// Normal forces of the closed contacts, and the friction that is a part of them.
    fn add_reactions(&self, y: &Motion, forces: &mut DVector<f64>) {
        let closed = self.closed();
        if closed.is_empty() {
            return;
        }
        let levers = self.levers(&closed, y);
        let values = self.reactions(&closed, &levers, forces);
        *forces += levers * values;
    }

    /// Column j: the forces of closed contact j per unit of its normal force.
    fn levers(&self, closed: &[usize], y: &Motion) -> DMatrix<f64> {
        let mut levers = DMatrix::zeros(3 * self.normal.len(), closed.len());
        for (j, &i) in closed.iter().enumerate() {
            let tangential = -self.friction(i) * self.direction(i, y);
            levers[(3 * i, j)] = tangential.x;
            levers[(3 * i + 1, j)] = tangential.y;
            levers[(3 * i + 2, j)] = 1.0;
        }
        levers
    }

    /// The normal forces (or their rates) that keep v_n (or v̇_n) of closed contacts constant.
    fn reactions(&self, closed: &[usize], levers: &DMatrix<f64>, forces: &DVector<f64>) -> DVector<f64> {
        let rows: Vec<usize> = closed.iter().map(|i| 3 * i + 2).collect();
        let w = self.problem.w.select_rows(&rows);
        let (matrix, pull) = (&w * levers, &w * forces);
        let svd = matrix.svd(true, true);
        let cutoff = RANK_TOLERANCE * svd.singular_values.amax();
        let inverse = svd.pseudo_inverse(cutoff).unwrap_or_else(|_| DMatrix::zeros(rows.len(), rows.len()));
        -(inverse * pull)
    }

    /// (F.7): contacts that hold are free of discs and eliminated, those that creep are confined to theirs.
    fn add_rest_friction(&self, forces: &mut DVector<f64>) {
        let creep = self.in_tangential_mode(Tangential::Creep);
        let (c, h) = (rows_of(&creep), rows_of(&self.in_tangential_mode(Tangential::Hold)));
        if c.is_empty() && h.is_empty() {
            return;
        }
        let w = &self.problem.w;
        let pull = w * &*forces;
        let block = |a: &[usize], b: &[usize]| w.select_rows(a).select_columns(b);
        let relief = -(&self.hold_inverse) * pull.select_rows(&h);
        let coupling = -(&self.hold_inverse) * block(&h, &c);
        let radii: Vec<f64> = creep.iter().map(|&i| self.friction(i) * forces[3 * i + 2]).collect();
        let a = block(&c, &c) + block(&c, &h) * &coupling;
        let b = pull.select_rows(&c) + block(&c, &h) * &relief;
        let creeping = disc::minimum(&a, &b, &radii);
        let holding = relief + coupling * &creeping;
        c.iter().zip(creeping.iter()).chain(h.iter().zip(holding.iter())).for_each(|(&row, f)| forces[row] = *f);
    }

    /// ĉ', from (F.5) or (F.6).
    fn direction_rate(&self, i: usize, y: &Motion, force: f64, acceleration: &DVector<f64>) -> Vector2<f64> {
        let along = self.direction(i, y);
        let (moved, size) = match self.tangential[i] {
            Tangential::Slip => (y.tangential(i), self.length(i, force)),
            Tangential::Trail | Tangential::Slide => {
                (acceleration.fixed_rows::<2>(3 * i).into_owned(), y.tangential(i).norm())
            }
            Tangential::Free | Tangential::Stick | Tangential::Creep | Tangential::Hold => return Vector2::zeros(),
        };
        let across = moved - moved.dot(&along) * along;
        if size > 0.0 { across / size } else { Vector2::zeros() }
    }

    /// The rates of all normal forces.
    fn normal_force_rates(&self, y: &Motion, forces: &DVector<f64>, acceleration: &DVector<f64>) -> Vec<f64> {
        let n = self.normal.len();
        let spring = |i: usize| if self.is_spring(i) { -self.stiffness[i] * y.normal(i) } else { 0.0 };
        let mut rates: Vec<f64> = (0..n).map(spring).collect();
        let closed = self.closed();
        if closed.is_empty() {
            return rates;
        }
        let mut known = DVector::zeros(3 * n);
        for i in 0..n {
            let turn = self.direction_rate(i, y, forces[3 * i + 2], acceleration);
            let tangential = match (self.tangential[i], self.tangential_stiffness(i)) {
                (Tangential::Stick, Some(k)) => -k * y.tangential(i),
                _ => -self.friction(i) * (rates[i] * self.direction(i, y) + forces[3 * i + 2] * turn),
            };
            known.fixed_rows_mut::<2>(3 * i).copy_from(&tangential);
            known[3 * i + 2] = rates[i];
        }
        let reaction_rates = self.reactions(&closed, &self.levers(&closed, y), &known);
        closed.iter().zip(reaction_rates.iter()).for_each(|(&i, rate)| rates[i] = *rate);
        rates
    }

    /// (F.8) for every contact; zero for those that do not slip.
    pub(super) fn sliding_speeds(&self, y: &Motion, forces: &DVector<f64>, acceleration: &DVector<f64>) -> Vec<f64> {
        let rates = self.normal_force_rates(y, forces, acceleration);
        let speed = |i: usize| match self.tangential[i] {
            Tangential::Slip | Tangential::Trail => {
                y.tangential(i).dot(&self.direction(i, y)) - self.length(i, rates[i])
            }
            Tangential::Free | Tangential::Stick | Tangential::Slide | Tangential::Creep | Tangential::Hold => 0.0,
        };
        (0..self.normal.len()).map(speed).collect()
    }

    /// (F.2) to (F.8).
    pub(super) fn rate(&self, y: &Motion) -> Motion {
        let forces = self.forces(y);
        let acceleration = &self.problem.w * &forces;
        let sliding = self.sliding_speeds(y, &forces, &acceleration);
        let mut rate = Motion::zeros(self.normal.len());
        rate.set_velocities(&acceleration);
        rate.set_impulses(&forces);
        for (i, &sliding) in sliding.iter().enumerate() {
            match self.normal[i] {
                Normal::Inactive => rate.set_gap(i, y.normal(i)),
                Normal::Compressing | Normal::Restituting { .. } => rate.set_compression(i, -y.normal(i)),
                Normal::Closed => rate.set_normal(i, 0.0),
            }
            let force = forces.fixed_rows::<2>(3 * i);
            match self.tangential[i] {
                Tangential::Free => {}
                Tangential::Stick => rate.set_stretch(i, y.tangential(i)),
                Tangential::Slip | Tangential::Trail => {
                    let turn = self.direction_rate(i, y, forces[3 * i + 2], &acceleration);
                    rate.set_stretch(i, y.stretch(i).norm() * turn);
                    rate.set_loss(i, self.friction(i) * forces[3 * i + 2] * sliding);
                }
                Tangential::Slide | Tangential::Creep => rate.set_loss(i, -force.dot(&y.tangential(i))),
                Tangential::Hold => rate.set_tangential(i, Vector2::zeros()),
            }
        }
        rate
    }
}
