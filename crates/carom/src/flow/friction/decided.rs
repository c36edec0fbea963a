//! Frames of a few contacts in which all is decided: the orders above zero follow from one small matrix.
//!
//! Order zero says what sticks and what slides, and which loads hold rigid contacts ([`crate::flow::answer`]). With T the tangents of rigid contacts
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
    /// W_SS − W_ST A; zero in the rows and columns of T.
    matrix: [[f64; N]; N],
    /// The directions of T, with their rows of A.
    held: [(usize, [f64; N]); N],
    holds: usize,
}

impl<const N: usize> Response<N> {
    fn held(&self) -> &[(usize, [f64; N])] {
        &self.held[..self.holds]
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
    /// Unfolds the orders above zero if nothing is left to decide in them; false if something is, or the contacts are many.
    pub(in crate::flow) fn unfold_decided(&mut self) -> bool {
        if !self.is_decided() {
            return false;
        }
        match self.entries.len() {
            1 => self.unfold_directions::<{ AXES }>(),
            2 => self.unfold_directions::<{ 2 * AXES }>(),
            3 => self.unfold_directions::<{ 3 * AXES }>(),
            FEW => self.unfold_directions::<{ FEW * AXES }>(),
            _ => return false,
        }
        true
    }

    fn is_decided(&self) -> bool {
        let is_known = |entry: &Entry| match entry.role {
            Role::Spring | Role::Locked | Role::Pressed | Role::DrawnApart => true,
            Role::Waiting | Role::Distant | Role::Free => true,
            Role::Held | Role::Undecided => false,
        };
        let is_going_on = |rub: &Rub| match rub.course {
            Course::Pending(Pending::Starting) => self.entries[rub.member].role.is_passive(),
            Course::Pending(_) | Course::Slips(Slip::Resuming { .. }) => false,
            Course::Slips(_) | Course::Idle => true,
            Course::Sticks(_) => rub.first_load == 1,
        };
        !self.order_by_order
            && self.entries.len() <= FEW
            && self.rubbing.rubs.iter().all(is_going_on)
            && self.entries.iter().all(is_known)
    }

    fn unfold_directions<const N: usize>(&mut self) {
        let response = self.response_of_directions::<N>();
        let Self { rubbing, series, .. } = self;
        let rubs = &mut rubbing.rubs;
        let mut loads = [[0.0; N]; TERMS];
        let mut kappa = [0.0; N];
        let [mut last, mut present] = [[0.0; N]; 2];
        for member in 0..N / AXES {
            let n = AXES * member + NORMAL;
            kappa[n] = series.kappa_of(member);
            [last[n], present[n]] = [0, 1].map(|j| series.velocity_term(j, member));
        }
        for rub in rubs.iter() {
            let t = AXES * rub.member;
            if rub.course.is_on_springs() {
                (kappa[t], kappa[t + 1]) = (rub.kappa, rub.kappa);
            }
            [last[t], last[t + 1]] = rub.velocity[0].into();
            [present[t], present[t + 1]] = rub.velocity[1].into();
        }
        for j in 1..ORDER {
            let mut load: [f64; N] = std::array::from_fn(|i| last[i] * (-kappa[i] * RECIPROCAL[j - 1])); // (F.1), (T.1)
            for rub in rubs.iter_mut().filter(|rub| rub.course.slips()) {
                let t = AXES * rub.member;
                rub.velocity[j] = Vector2::new(present[t], present[t + 1]);
                rub.normal.set(j, load[t + NORMAL]);
                rub.freeze_or_thaw(j);
                rub.aim_and_load(j);
                (load[t], load[t + 1]) = (rub.load[j].x, rub.load[j].y);
            }
            last = present;
            present = std::array::from_fn(|i| product(&response.matrix[i], &load) * RECIPROCAL[j]); // (T.10)
            loads[j] = load;
            series.take_order(j, |member| [load[AXES * member + NORMAL], present[AXES * member + NORMAL]]);
            for rub in rubs.iter_mut() {
                let t = AXES * rub.member;
                rub.velocity[j + 1] = Vector2::new(present[t], present[t + 1]);
            }
        }
        for (t, shares) in response.held() {
            loads[1..ORDER].iter_mut().for_each(|load| load[*t] = -product(shares, load));
        }
        for rub in rubs.iter_mut() {
            if matches!(rub.course, Course::Sticks(_)) {
                rub.take_loads(&loads);
            }
            rub.finish(ORDER);
        }
        series.finish();
    }

    /// W over all directions of the members, with the tangents of rigid contacts that stick eliminated by the loads that hold them.
    fn response_of_directions<const N: usize>(&self) -> Response<N> {
        let mut matrix = [[0.0; N]; N];
        for member in 0..N / AXES {
            let range = self.block.range(member);
            for (&column, w) in self.block.columns()[range.clone()].iter().zip(&self.rubbing.blocks[range]) {
                for (row, to) in matrix[AXES * member..][..AXES].iter_mut().enumerate() {
                    to[AXES * column..][..AXES].copy_from_slice(&[w[(row, 0)], w[(row, 1)], w[(row, 2)]]);
                }
            }
        }
        let Rubbing { unknowns, solved, .. } = &self.rubbing;
        let mut response = Response { matrix, held: [(0, [0.0; N]); N], holds: 0 };
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
        for column in (0..N).filter(|&column| !is_held(column)) {
            for (wanted, (t, _)) in wanted.iter_mut().zip(response.held()) {
                *wanted = matrix[*t][column];
            }
            solved.answer_to(&mut wanted[..unknowns.len()], &mut spare[..unknowns.len()]);
            for ((_, shares), answer) in response.held.iter_mut().zip(&wanted[..unknowns.len()]) {
                shares[column] = *answer;
            }
        }
        for i in 0..N {
            if is_held(i) {
                response.matrix[i] = [0.0; N];
                continue;
            }
            for (t, shares) in &response.held[..response.holds] {
                let by = std::mem::take(&mut response.matrix[i][*t]);
                (0..N).for_each(|c| response.matrix[i][c] -= by * shares[c]);
            }
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
    /// Takes over the loads of the orders above zero, and the normal ones.
    fn take_loads<const N: usize>(&mut self, loads: &[[f64; N]; TERMS]) {
        let t = AXES * self.member;
        for (j, q) in loads.iter().enumerate().take(ORDER).skip(1) {
            self.load[j] = Vector2::new(q[t], q[t + 1]);
            self.normal.set(j, q[t + NORMAL]);
        }
    }
}
