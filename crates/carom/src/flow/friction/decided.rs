//! Frames of a few contacts in which all is decided: the orders to come follow from one small matrix.
//!
//! The first orders, mostly the first alone, say what sticks and what slides, and which loads hold rigid contacts ([`crate::flow::answer`]). With T the tangents of rigid contacts
//! that stick and S all other directions,
//!
//! ```text
//! q_T = −A q_S,       A = W_TT⁻¹ W_TS                                                  (U.1) for all orders at once
//! v'_S = (W_SS − W_ST A) q_S,       v_T = 0                                                                    (T.10)
//! ```
//!
//! Loads of S are those of springs, (F.1) and (T.1), and of sliding contacts, (T.2). Where contacts share a load in one of many ways, A is that way.

use nalgebra::Vector2;

use crate::coupling::NORMAL;
use crate::flow::answer::{Kind, Unknown};
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::rub::Rub;
use crate::flow::rubbing::Rubbing;
use crate::flow::series::{FEW, ORDER, RECIPROCAL, TERMS};

/// Directions (t₁, t₂, n) of a contact.
const AXES: usize = 3;

/// W over the directions of all members, with those of T eliminated.
struct Response<const N: usize> {
    /// W_SS − W_ST A by columns; zero in the rows and columns of T.
    columns: [[f64; N]; N],
    /// The directions of T, with their rows of A.
    held: [(usize, [f64; N]); N],
    holds: usize,
}

impl<const N: usize> Response<N> {
    fn held(&self) -> &[(usize, [f64; N])] {
        &self.held[..self.holds]
    }

    /// The velocities that these loads give, column by column: the processor takes several rows at once.
    #[inline(always)]
    fn times(&self, load: &[f64; N]) -> [f64; N] {
        let mut sums = [0.0; N];
        for (sum, w) in sums.iter_mut().zip(&self.columns[0]) {
            *sum = w * load[0];
        }
        for (column, load) in self.columns.iter().zip(load).skip(1) {
            for (sum, w) in sums.iter_mut().zip(column) {
                *sum += w * load;
            }
        }
        sums
    }
}

/// Σ a_c b_c, written so that it is compiled in place.
#[inline(always)]
fn product<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = a[0] * b[0];
    (1..N).for_each(|c| sum += a[c] * b[c]);
    sum
}

impl Frame {
    /// Unfolds the orders above `known` if nothing is left to decide in them; false if something is, or the contacts are many.
    pub(in crate::flow) fn unfold_decided(&mut self, known: usize) -> bool {
        if !self.is_decided(known) {
            return false;
        }
        match self.entries.len() {
            1 => self.unfold_directions::<{ AXES }>(known),
            2 => self.unfold_directions::<{ 2 * AXES }>(known),
            3 => self.unfold_directions::<{ 3 * AXES }>(known),
            FEW => self.unfold_directions::<{ FEW * AXES }>(known),
            _ => return false,
        }
        true
    }

    fn is_decided(&self, known: usize) -> bool {
        if self.order_by_order || self.entries.len() > FEW {
            return false;
        }
        let is_known = |entry: &Entry| match entry.role {
            Role::Spring | Role::Locked | Role::Pressed | Role::DrawnApart => true,
            Role::Waiting | Role::Distant | Role::Free => true,
            Role::Held | Role::Undecided => false,
        };
        let is_going_on = |rub: &Rub| match rub.course {
            Course::Pending(Pending::Starting) => {
                let role = self.entries[rub.member].role;
                role.is_passive() || role == Role::DrawnApart
            }
            Course::Pending(_) | Course::Slips(Slip::Resuming { .. }) => false,
            Course::Slips(_) | Course::Idle => true,
            Course::Sticks(_) => rub.first_load <= known + 1,
        };
        self.entries.iter().all(is_known) && self.rubbing.rubs.iter().all(is_going_on)
    }

    fn unfold_directions<const N: usize>(&mut self, known: usize) {
        let response = self.response_of_directions::<N>();
        let Self { rubbing, series, .. } = self;
        let rubs = &mut *rubbing.rubs;
        let [mut velocities, mut loads] = [[[0.0; N]; TERMS]; 2];
        let mut yields = [0.0; N]; // −κ of the springs
        for member in 0..N / AXES {
            let n = AXES * member + NORMAL;
            yields[n] = -series.kappa_of(member);
            for j in [known, known + 1] {
                velocities[j][n] = series.velocity_term(j, member);
            }
        }
        let (mut slipping, mut slips) = ([0; FEW], 0);
        for (place, rub) in rubs.iter().enumerate() {
            let t = AXES * rub.member;
            if rub.course.is_on_springs() {
                (yields[t], yields[t + 1]) = (-rub.kappa, -rub.kappa);
            }
            if rub.course.slips() {
                slipping[slips] = place;
                slips += 1;
            }
            for j in [known, known + 1] {
                [velocities[j][t], velocities[j][t + 1]] = [rub.velocity[j].x, rub.velocity[j].y];
            }
        }
        for j in known + 1..ORDER {
            let [last, present] = [velocities[j - 1], velocities[j]];
            let mut load = [0.0; N];
            for (i, load) in load.iter_mut().enumerate() {
                *load = last[i] * (yields[i] * RECIPROCAL[j - 1]); // (F.1), (T.1)
            }
            for &place in &slipping[..slips] {
                let rub = &mut rubs[place];
                let t = AXES * rub.member;
                rub.velocity[j] = Vector2::new(present[t], present[t + 1]);
                rub.normal.set(j, load[t + NORMAL]);
                rub.freeze_or_thaw(j);
                rub.aim_and_load(j);
                [load[t], load[t + 1]] = [rub.load[j].x, rub.load[j].y];
            }
            let mut next = response.times(&load); // (T.10)
            next.iter_mut().for_each(|velocity| *velocity *= RECIPROCAL[j]);
            (velocities[j + 1], loads[j]) = (next, load);
        }
        for (t, shares) in response.held() {
            loads[known + 1..ORDER].iter_mut().for_each(|load| load[*t] = -product(shares, load));
        }
        for j in known + 1..ORDER {
            let (load, velocity) = (&loads[j], &velocities[j + 1]);
            series.take_order(j, |member| [load[AXES * member + NORMAL], velocity[AXES * member + NORMAL]]);
        }
        for rub in rubs.iter_mut() {
            rub.take_orders(&velocities, &loads, known);
            rub.finish(ORDER);
        }
        series.finish();
    }

    /// W over all directions of the members, with the tangents of rigid contacts that stick eliminated by the loads that hold them.
    fn response_of_directions<const N: usize>(&self) -> Response<N> {
        let mut columns = [[0.0; N]; N];
        for member in 0..N / AXES {
            for (column, w) in self.w.spatial_row(member) {
                for (from, by_load) in columns[AXES * column..][..AXES].iter_mut().zip(&w.data.0) {
                    from[AXES * member..][..AXES].copy_from_slice(by_load);
                }
            }
        }
        let Rubbing { unknowns, solved, .. } = &self.rubbing;
        let mut response = Response { columns, held: [(0, [0.0; N]); N], holds: 0 };
        if unknowns.is_empty() {
            return response;
        }
        for (held, unknown) in response.held.iter_mut().zip(unknowns) {
            held.0 = direction_of(unknown);
        }
        response.holds = unknowns.len();
        let is_held = |i: usize| unknowns.iter().any(|unknown| direction_of(unknown) == i);
        let mut wanted = [0.0; N];
        let mut spare = [0.0; N];
        for c in (0..N).filter(|&c| !is_held(c)) {
            for (wanted, (t, _)) in wanted.iter_mut().zip(response.held()) {
                *wanted = columns[c][*t];
            }
            solved.answer_to(&mut wanted[..unknowns.len()], &mut spare[..unknowns.len()]);
            for ((t, shares), answer) in response.held.iter_mut().zip(&wanted[..unknowns.len()]) {
                shares[c] = *answer;
                (0..N).for_each(|i| response.columns[c][i] -= columns[*t][i] * *answer);
            }
        }
        for (t, _) in &response.held[..response.holds] {
            response.columns[*t] = [0.0; N];
            response.columns.iter_mut().for_each(|column| column[*t] = 0.0);
        }
        response
    }
}

/// The direction along which friction holds a contact.
fn direction_of(unknown: &Unknown) -> usize {
    debug_assert_eq!(unknown.kind, Kind::Grip, "nothing is closed, and nothing begins to slide");
    AXES * unknown.member + usize::from(unknown.pattern.x == 0.0)
}

impl Rub {
    /// Takes over the velocities of the orders above `known`, and the loads unless it slips and has them.
    fn take_orders<const N: usize>(
        &mut self,
        velocities: &[[f64; N]; TERMS],
        loads: &[[f64; N]; TERMS],
        known: usize,
    ) {
        let t = AXES * self.member;
        for (own, velocity) in self.velocity[known + 2..].iter_mut().zip(&velocities[known + 2..]) {
            *own = Vector2::new(velocity[t], velocity[t + 1]);
        }
        if matches!(self.course, Course::Sticks(_)) {
            for (own, load) in self.load[known + 1..ORDER].iter_mut().zip(&loads[known + 1..ORDER]) {
                *own = Vector2::new(load[t], load[t + 1]);
            }
            self.normal.take(known + 1, loads[known + 1..ORDER].iter().map(|load| load[t + NORMAL]));
        }
    }
}
