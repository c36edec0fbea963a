//! Forces and rates in given modes.
//!
//! ```text
//! v̇ = W F,   ṗ = F,   ḋ = −v_n,   gap' = v_n                                                     (F.2)
//! F_n = k d       normal spring;   v̇_n = 0 fixes F_n ≥ 0 of a closed contact                      (F.3)
//! F_t = −k_t u,   u̇ = v_t                                 stick                                  (F.4)
//! F_t = −μ F_n ĉ, r = μ F_n/k_t, r ĉ' = v_t − (v_t·ĉ)ĉ    slip, u = r ĉ                          (F.5)
//! F_t = −μ F_n v_t/|v_t|                                  slide                                  (F.6)
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
//!
//! Where r is short compared with the way slid, (F.5) is stiff and ĉ is never far from v̂ = v_t/|v_t|. It is then replaced by the first
//! terms of its solution in powers of r,
//!
//! ```text
//! ĉ ∥ v̂ − (r/|v_t|) v̂',   v̂' = (v̇_t − (v̇_t·v̂)v̂)/|v_t|          trail                            (F.9)
//! ```

use nalgebra::{DMatrix, DVector, Vector2};

use super::disc;
use super::motion::Motion;
use super::state::{Normal, RANK_TOLERANCE, State, Tangential, direction_of, rows_of};

/// What follows from a motion in given modes.
pub(super) struct Pushes {
    /// ĉ: the direction in which each contact slips or slides; zero if it does neither.
    along: Vec<Vector2<f64>>,
    /// Forces, three rows per contact.
    pub(super) forces: DVector<f64>,
    /// v̇, three rows per contact.
    pub(super) acceleration: DVector<f64>,
    /// r' of each contact that slips; zero for the others.
    pub(super) lengthening: Vec<f64>,
    /// σ of each contact that slips (F.8); zero for the others.
    pub(super) sliding: Vec<f64>,
}

impl Pushes {
    /// |F_t| of a contact.
    pub(super) fn friction(&self, i: usize) -> f64 {
        self.forces.fixed_rows::<2>(3 * i).norm()
    }

    /// F_n of a contact.
    pub(super) fn normal(&self, i: usize) -> f64 {
        self.forces[3 * i + 2]
    }

    fn tangential_acceleration(&self, i: usize) -> Vector2<f64> {
        self.acceleration.fixed_rows::<2>(3 * i).into_owned()
    }
}

impl State<'_> {
    /// (F.3) to (F.9).
    pub(super) fn pushes(&self, y: &Motion) -> Pushes {
        let along = self.directions(y);
        let forces = self.forces_along(y, &along);
        let acceleration = &self.problem.w * &forces;
        let n = self.normal.len();
        let mut pushes =
            Pushes { along, forces, acceleration, lengthening: vec![0.0; n], sliding: vec![0.0; n] };
        let rates = self.normal_force_rates(y, &pushes);
        for (i, &rate) in rates.iter().enumerate() {
            match self.tangential[i] {
                Tangential::Slip | Tangential::Trail => {
                    pushes.lengthening[i] = self.length(i, rate);
                    pushes.sliding[i] = y.tangential(i).dot(&pushes.along[i]) - pushes.lengthening[i]; // (F.8)
                }
                Tangential::Free
                | Tangential::Stick
                | Tangential::Slide
                | Tangential::Creep
                | Tangential::Hold => {}
            }
        }
        pushes
    }

    /// ĉ of every contact.
    fn directions(&self, y: &Motion) -> Vec<Vector2<f64>> {
        let plain = |i: usize| match self.tangential[i] {
            Tangential::Slip => direction_of(y.stretch(i)),
            Tangential::Trail | Tangential::Slide => direction_of(y.tangential(i)),
            Tangential::Free | Tangential::Stick | Tangential::Creep | Tangential::Hold => Vector2::zeros(),
        };
        let mut along: Vec<Vector2<f64>> = (0..self.normal.len()).map(plain).collect();
        let trailing = self.in_tangential_mode(Tangential::Trail);
        if !trailing.is_empty() {
            let forces = self.forces_along(y, &along);
            let acceleration = &self.problem.w * &forces;
            for i in trailing {
                let pull = acceleration.fixed_rows::<2>(3 * i).into_owned();
                let turn = across(pull, along[i]) * self.length(i, forces[3 * i + 2]);
                if turn != Vector2::zeros() {
                    along[i] = direction_of(along[i] - turn / y.tangential(i).norm_squared()); // (F.9)
                }
            }
        }
        along
    }

    /// All forces, three rows per contact, for given directions of slip.
    fn forces_along(&self, y: &Motion, along: &[Vector2<f64>]) -> DVector<f64> {
        let mut forces = DVector::zeros(3 * self.normal.len());
        for (i, direction) in along.iter().enumerate() {
            let normal = if self.is_spring(i) { self.stiffness[i] * y.compression(i) } else { 0.0 }; // (F.3)
            let tangential = match self.stuck_stiffness(i) {
                Some(k) => -k * y.stretch(i),                   // (F.4)
                None => -self.friction(i) * normal * direction, // (F.5), (F.6)
            };
            forces.fixed_rows_mut::<2>(3 * i).copy_from(&tangential);
            forces[3 * i + 2] = normal;
        }
        self.add_reactions(along, &mut forces);
        self.add_rest_friction(&mut forces);
        forces
    }

    /// k_t of a contact that sticks by its springs.
    fn stuck_stiffness(&self, i: usize) -> Option<f64> {
        self.tangential_stiffness(i).filter(|_| self.tangential[i] == Tangential::Stick)
    }

    /// Normal forces of the closed contacts, and the friction that is a part of them.
    fn add_reactions(&self, along: &[Vector2<f64>], forces: &mut DVector<f64>) {
        let closed = self.closed();
        if closed.is_empty() {
            return;
        }
        let levers = self.levers(&closed, along);
        let values = self.reactions(&closed, &levers, forces);
        *forces += levers * values;
    }

    /// Column j: the forces of closed contact j per unit of its normal force.
    fn levers(&self, closed: &[usize], along: &[Vector2<f64>]) -> DMatrix<f64> {
        let mut levers = DMatrix::zeros(3 * self.normal.len(), closed.len());
        for (j, &i) in closed.iter().enumerate() {
            let tangential = -self.friction(i) * along[i];
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

    /// ĉ', from (F.5) or (F.6).
    fn turning(&self, i: usize, y: &Motion, pushes: &Pushes) -> Vector2<f64> {
        let (moved, size) = match self.tangential[i] {
            Tangential::Slip => (y.tangential(i), self.length(i, pushes.normal(i))),
            Tangential::Trail | Tangential::Slide => {
                (pushes.tangential_acceleration(i), y.tangential(i).norm())
            }
            Tangential::Free | Tangential::Stick | Tangential::Creep | Tangential::Hold => {
                return Vector2::zeros();
            }
        };
        if size > 0.0 { across(moved, pushes.along[i]) / size } else { Vector2::zeros() }
    }

    /// The rates of all normal forces.
    fn normal_force_rates(&self, y: &Motion, pushes: &Pushes) -> Vec<f64> {
        let n = self.normal.len();
        let spring = |i: usize| if self.is_spring(i) { -self.stiffness[i] * y.normal(i) } else { 0.0 };
        let mut rates: Vec<f64> = (0..n).map(spring).collect();
        let closed = self.closed();
        if closed.is_empty() {
            return rates;
        }
        let mut known = DVector::zeros(3 * n);
        for i in 0..n {
            let turning = self.turning(i, y, pushes);
            let tangential = match self.stuck_stiffness(i) {
                Some(k) => -k * y.tangential(i),
                None => -self.friction(i) * (rates[i] * pushes.along[i] + pushes.normal(i) * turning),
            };
            known.fixed_rows_mut::<2>(3 * i).copy_from(&tangential);
            known[3 * i + 2] = rates[i];
        }
        let reaction_rates = self.reactions(&closed, &self.levers(&closed, &pushes.along), &known);
        closed.iter().zip(reaction_rates.iter()).for_each(|(&i, rate)| rates[i] = *rate);
        rates
    }

    /// (F.2), (F.4), (F.5) and the power lost.
    pub(super) fn rate(&self, y: &Motion) -> Motion {
        let pushes = self.pushes(y);
        let mut rate = Motion::zeros(self.normal.len());
        rate.set_velocities(&pushes.acceleration);
        rate.set_impulses(&pushes.forces);
        for i in 0..self.normal.len() {
            match self.normal[i] {
                Normal::Inactive => rate.set_gap(i, y.normal(i)),
                Normal::Compressing | Normal::Restituting { .. } => rate.set_compression(i, -y.normal(i)),
                Normal::Closed => rate.set_normal(i, 0.0),
            }
            match self.tangential[i] {
                Tangential::Free => {}
                Tangential::Stick => rate.set_stretch(i, y.tangential(i)),
                Tangential::Slip | Tangential::Trail => {
                    rate.set_stretch(i, y.stretch(i).norm() * self.turning(i, y, &pushes));
                    rate.set_loss(i, self.friction(i) * pushes.normal(i) * pushes.sliding[i]);
                }
                Tangential::Slide | Tangential::Creep => {
                    rate.set_loss(i, -pushes.forces.fixed_rows::<2>(3 * i).dot(&y.tangential(i)));
                }
                Tangential::Hold => rate.set_tangential(i, Vector2::zeros()),
            }
        }
        rate
    }

    /// Gives slipping springs the length that friction allows them. Their direction alone is integrated.
    pub(super) fn follow_the_rim(&mut self) {
        let pushes = self.pushes(&self.motion);
        for i in 0..self.normal.len() {
            match self.tangential[i] {
                Tangential::Slip | Tangential::Trail => {
                    let length = self.length(i, pushes.normal(i)).max(0.0);
                    self.motion.set_stretch(i, length * pushes.along[i]);
                }
                Tangential::Free
                | Tangential::Stick
                | Tangential::Slide
                | Tangential::Creep
                | Tangential::Hold => {}
            }
        }
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
        c.iter()
            .zip(creeping.iter())
            .chain(h.iter().zip(holding.iter()))
            .for_each(|(&row, f)| forces[row] = *f);
    }
}

/// The part of `vector` across a unit vector.
fn across(vector: Vector2<f64>, unit: Vector2<f64>) -> Vector2<f64> {
    vector - vector.dot(&unit) * unit
}
