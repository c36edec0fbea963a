//! A step without friction: the series of (P.2), and beside it the series of its variation.
//!
//! With x = d, the compression of a loaded contact, or x = −g of one whose gap is followed, h the duration of the step and
//! σ = t/h, the coefficients of σʲ are
//!
//! ```text
//! Fⱼ = k xⱼ            pⱼ₊₁ = h Fⱼ/(j+1)     xⱼ₊₂ = −h² W Fⱼ/((j+1)(j+2))
//! δFⱼ = k δxⱼ + δk xⱼ   δpⱼ₊₁ = h δFⱼ/(j+1)   δxⱼ₊₂ = −h² (W δFⱼ + δW Fⱼ)/((j+1)(j+2))             (V.1)
//! ```
//!
//! with x₁ = −h v, and for closed contacts C, whose velocity stays zero,
//!
//! ```text
//! W_CC F_C = −W_CS F_S                W_CC δF_C = −W_CS δF_S − (δW F)_C                       (V.2)
//! ```
//!
//! so that the others see them as W − W_·C W_CC⁻¹ W_C· instead of W. What the closed ones carry is found at the end of the step: all but
//! δF_S in (V.2) is the same linear map of every Fⱼ, and Σ h Fⱼ/(j+1) is what they have gained.
//!
//! Where closed contacts are redundant both are the solutions of least norm, W⁺ instead of W⁻¹, and the second has the part
//! (1 − W⁺W) δW W⁺F_C outside the range of W, by which that least norm turns.
//!
//! The nominal series comes first, and then the variations, some directions at a time with all their orders, of those along which something changes.

mod held;

use nalgebra::{DMatrix, DVector};

use super::changes::{Changes, CouplingChange};
use super::rows::Rows;
use crate::coupling::Coupling;
use held::Holding;

/// So many directions are followed side by side, and so few where no more are left.
const LANES: usize = 8;
const FEW: usize = 4;

/// What a contact does during a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// Its spring acts.
    Spring { stiffness: f64 },
    /// It is closed.
    Held,
    /// It carries nothing, and its gap is followed.
    Free,
}

/// One contact of a step, as the step begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub contact: usize,
    pub role: Role,
    /// Compression; gaps of free contacts are not needed.
    pub compression: f64,
    pub velocity: f64,
}

#[derive(Debug, Clone, Copy)]
struct Link {
    to: usize,
    from: usize,
    value: f64,
}

/// The contacts of a step and the workspace of its series.
#[derive(Debug, Default)]
pub(super) struct LinearStep {
    pub members: Vec<Member>,
    place: Vec<usize>,
    links: Vec<Link>,
    /// W as the members that are not closed see it through those that are, in the order of `to`; only from springs.
    seen: Vec<Link>,
    /// Where those to each member end.
    seen_ends: Vec<usize>,
    changes: Vec<CouplingChange>,
    /// Directions along which something of the step changes, and the place of every direction among them.
    active: Vec<usize>,
    among_active: Vec<Option<usize>>,
    /// Changes along these that count, by their place, in its order as far as lanes go.
    active_changes: Vec<CouplingChange>,
    holding: Holding,
    /// Nominal coefficients of x and F, order by order.
    x: Vec<f64>,
    f: Vec<f64>,
    /// The same at the end of the step.
    pub x_end: Vec<f64>,
    pub v_end: Vec<f64>,
    pub p_gain: Vec<f64>,
    /// Σ h xⱼ/(j+1).
    x_sum: Vec<f64>,
    lanes: Workspace<LANES>,
    few_lanes: Workspace<FEW>,
}

/// Some directions, and how they are followed.
struct Group<'a> {
    directions: &'a [usize],
    /// The changes of W along them.
    changes: std::ops::Range<usize>,
    duration: f64,
    orders: usize,
}

/// Some directions' variations of all members.
#[derive(Debug, Default)]
struct Workspace<const L: usize> {
    /// δx of the last even and of the last odd order.
    orders: [Vec<[f64; L]>; 2],
    /// δF of the present order.
    forces: Vec<[f64; L]>,
    /// δW F, seen through closed contacts.
    pushed: Vec<[f64; L]>,
    /// Σ δxⱼ and Σ h δxⱼ/(j+1).
    end: Vec<[f64; L]>,
    sum: Vec<[f64; L]>,
    /// δk of the springs that have any.
    stiffening: Vec<Option<[f64; L]>>,
}

impl LinearStep {
    /// Whether closed contacts share their load in a way that the model leaves open.
    pub fn is_redundant(&self) -> bool {
        self.holding.idle.is_some()
    }

    /// Takes in who is coupled with whom. `place` must hold zeros for all contacts that are no member of the last step.
    pub fn couple(&mut self, coupling: &Coupling, changes: &Changes) {
        self.place.clear();
        self.place.resize(coupling.len(), 0);
        for (number, member) in self.members.iter().enumerate() {
            self.place[member.contact] = number + 1;
        }
        self.links.clear();
        for (to, member) in self.members.iter().enumerate() {
            for (j, value) in coupling.row(member.contact) {
                if let Some(from) = self.loaded_place(j) {
                    self.links.push(Link { to, from, value });
                }
            }
        }
        self.changes.clear();
        for change in &changes.coupling {
            if let (Some(to), Some(from)) =
                (self.place[change.to].checked_sub(1), self.loaded_place(change.from))
            {
                self.changes.push(CouplingChange { to, from, ..*change });
            }
        }
        self.hold();
        self.see();
    }

    /// W as seen through closed contacts.
    fn see(&mut self) {
        self.list_seen();
        self.seen_ends.clear();
        let ends = (0..self.members.len()).map(|to| self.seen.partition_point(|link| link.to <= to));
        self.seen_ends.extend(ends);
    }

    fn list_seen(&mut self) {
        self.seen.clear();
        let is = |member: usize, role: Role| self.members[member].role == role;
        let held = &self.holding.members;
        if held.is_empty() {
            let loaded = self.links.iter().filter(|link| !is(link.from, Role::Free));
            self.seen.extend(loaded);
            return;
        }
        let n = self.members.len();
        let mut full = DMatrix::zeros(n, n);
        self.links.iter().for_each(|link| full[(link.to, link.from)] = link.value);
        let from_held = full.select_columns(held);
        let seen = &full - &from_held * &self.holding.inverse * full.select_rows(held);
        for to in (0..n).filter(|&to| !is(to, Role::Held)) {
            let from = (0..n).filter(|&from| !is(from, Role::Held) && !is(from, Role::Free));
            self.seen.extend(from.map(|from| Link { to, from, value: seen[(to, from)] }));
        }
    }

    fn loaded_place(&self, contact: usize) -> Option<usize> {
        let place = self.place[contact].checked_sub(1)?;
        (self.members[place].role != Role::Free).then_some(place)
    }

    /// Forces at the start of the step, of every member.
    pub fn forces(&mut self) -> &[f64] {
        self.x.clear();
        self.x.extend(self.members.iter().map(|member| member.compression));
        self.load_first()
    }

    /// Forces at the end of the step.
    pub fn forces_at_end(&mut self) -> &[f64] {
        self.x.clone_from(&self.x_end);
        self.load_first()
    }

    fn load_first(&mut self) -> &[f64] {
        self.f.clear();
        self.f.resize(self.members.len(), 0.0);
        self.load(0);
        &self.f
    }

    /// Fⱼ of (V.1) and (V.2).
    fn load(&mut self, order: usize) {
        let n = self.members.len();
        let x = &self.x[order * n..(order + 1) * n];
        let f = &mut self.f[order * n..(order + 1) * n];
        for ((f, member), x) in f.iter_mut().zip(&self.members).zip(x) {
            *f = match member.role {
                Role::Spring { stiffness } => stiffness * x,
                Role::Held | Role::Free => 0.0,
            };
        }
        if self.holding.members.is_empty() {
            return;
        }
        let mut push = vec![0.0; n];
        self.links.iter().for_each(|link| push[link.to] += link.value * f[link.from]);
        let push = DVector::from_iterator(
            self.holding.members.len(),
            self.holding.members.iter().map(|&member| push[member]),
        );
        let reaction = &self.holding.inverse * push;
        for (&member, reaction) in self.holding.members.iter().zip(reaction.iter()) {
            f[member] = -reaction;
        }
    }

    /// The nominal series.
    fn expand(&mut self, duration: f64, orders: usize) {
        let n = self.members.len();
        self.x.clear();
        self.f.clear();
        self.f.resize(orders * n, 0.0);
        self.x.extend(self.members.iter().map(|member| member.compression));
        self.x.extend(self.members.iter().map(|member| match member.role {
            Role::Held => 0.0,
            Role::Spring { .. } | Role::Free => -duration * member.velocity,
        }));
        self.x.resize(orders * n, 0.0);
        for order in 0..orders {
            self.load(order);
            if order + 2 < orders {
                self.push_nominal(order, part(duration, order));
            }
        }
        self.sum_up(duration, orders);
    }

    /// xⱼ₊₂ of (V.1).
    fn push_nominal(&mut self, order: usize, part: f64) {
        let n = self.members.len();
        let f = &self.f[order * n..(order + 1) * n];
        let rows = self.x[(order + 2) * n..(order + 3) * n].iter_mut().zip(&self.seen_ends);
        let mut first = 0;
        for (x, &beyond) in rows {
            let links = self.seen[first..beyond].iter();
            *x = -part * links.map(|link| link.value * f[link.from]).sum::<f64>();
            first = beyond;
        }
    }

    /// Where the nominal series leads.
    fn sum_up(&mut self, duration: f64, orders: usize) {
        let n = self.members.len();
        for sums in [&mut self.x_end, &mut self.v_end, &mut self.p_gain, &mut self.x_sum] {
            sums.clear();
            sums.resize(n, 0.0);
        }
        for (order, (x, f)) in self.x.chunks_exact(n).zip(self.f.chunks_exact(n)).take(orders).enumerate() {
            let step = duration / (order + 1) as f64;
            let ends = self.x_end.iter_mut().zip(&mut self.x_sum).zip(&mut self.p_gain);
            for (((end, sum), gain), (x, f)) in ends.zip(x.iter().zip(f)) {
                *end += x;
                *sum += step * x;
                *gain += step * f;
            }
        }
        for (number, member) in self.members.iter().enumerate() {
            self.v_end[number] = if member.role == Role::Held { 0.0 } else { member.velocity };
        }
        for link in &self.links {
            if self.members[link.to].role != Role::Held {
                self.v_end[link.to] += link.value * self.p_gain[link.from];
            }
        }
    }

    /// Follows the step for `duration` with so many orders. `position` holds δx of all contacts and `impulse` δp; `velocity`
    /// is δv of each member at the start.
    pub fn advance(
        &mut self,
        duration: f64,
        orders: usize,
        stiffness_change: &Rows,
        velocity: &Rows,
        (position, impulse): (&mut Rows, &mut Rows),
    ) {
        self.expand(duration, orders);
        self.choose(stiffness_change, velocity, position);
        let active = std::mem::take(&mut self.active);
        let (mut lanes, mut few_lanes) =
            (std::mem::take(&mut self.lanes), std::mem::take(&mut self.few_lanes));
        let mut first_change = 0;
        for (group, directions) in active.chunks(LANES).enumerate() {
            let beyond = self.active_changes.partition_point(|change| change.direction / LANES <= group);
            let some = Group { directions, changes: first_change..beyond, duration, orders };
            first_change = beyond;
            let (from, to) = ((stiffness_change, velocity), (&mut *position, &mut *impulse));
            if directions.len() <= FEW {
                self.advance_some(&mut few_lanes, &some, from, to);
            } else {
                self.advance_some(&mut lanes, &some, from, to);
            }
        }
        (self.active, self.lanes, self.few_lanes) = (active, lanes, few_lanes);
        self.turn_shares(impulse);
    }

    /// The same along some directions.
    fn advance_some<const L: usize>(
        &self,
        lanes: &mut Workspace<L>,
        some: &Group<'_>,
        (stiffness, velocity): (&Rows, &Rows),
        (position, impulse): (&mut Rows, &mut Rows),
    ) {
        self.begin(lanes, some, (stiffness, velocity, position));
        // Terms of orders 0 and 1 are those at the start.
        for order in 0..some.orders.saturating_sub(2) {
            self.push(lanes, some, order);
            self.go_on(lanes, order, some.duration);
        }
        self.end(lanes, some, (position, impulse));
    }

    /// Chooses the directions along which something changes. Others have all their changes at contacts that nothing has reached, or that have left.
    fn choose(&mut self, stiffness: &Rows, velocity: &Rows, position: &Rows) {
        let n = self.members.len();
        let moves = |all: &[f64], member: usize| all.iter().skip(member).step_by(n).any(|&x| x != 0.0);
        self.among_active.clear();
        self.among_active.resize(velocity.directions(), None);
        let mut note = |row: &[f64]| {
            let changed = self.among_active.iter_mut().zip(row).filter(|(_, change)| **change != 0.0);
            changed.for_each(|(place, _)| *place = Some(0));
        };
        for (number, member) in self.members.iter().enumerate().filter(|(_, m)| m.role != Role::Held) {
            note(velocity.row(number));
            note(position.row(member.contact));
            if moves(&self.x, number) {
                note(stiffness.row(member.contact));
            }
        }
        self.active_changes.clear();
        for change in &self.changes {
            if moves(&self.f, change.from) {
                self.among_active[change.direction] = Some(0);
                self.active_changes.push(*change);
            }
        }
        self.active.clear();
        for (direction, place) in self.among_active.iter_mut().enumerate() {
            if let Some(place) = place {
                *place = self.active.len();
                self.active.push(direction);
            }
        }
        for change in &mut self.active_changes {
            change.direction = self.among_active[change.direction].unwrap_or(0);
        }
        self.active_changes.sort_by_key(|change| change.direction / LANES);
    }

    /// δx₀ and δx₁.
    fn begin<const L: usize>(
        &self,
        lanes: &mut Workspace<L>,
        some: &Group<'_>,
        (stiffness, velocity, position): (&Rows, &Rows, &Rows),
    ) {
        let Group { directions, duration, .. } = *some;
        let Workspace { orders: [even, odd], forces, pushed, end, sum, stiffening } = lanes;
        for lanes in [&mut *even, &mut *odd, &mut *forces, &mut *pushed, &mut *end, &mut *sum] {
            lanes.clear();
            lanes.resize(self.members.len(), [0.0; L]);
        }
        stiffening.clear();
        stiffening.resize(self.members.len(), None);
        for (number, member) in self.members.iter().enumerate() {
            if member.role == Role::Held {
                continue;
            }
            even[number] = position.lanes(member.contact, directions);
            odd[number] = velocity.lanes(number, directions).map(|v| -duration * v);
            for lane in 0..L {
                end[number][lane] = even[number][lane] + odd[number][lane];
                sum[number][lane] = duration * (even[number][lane] + 0.5 * odd[number][lane]);
            }
            if let Role::Spring { .. } = member.role {
                let change = stiffness.lanes(member.contact, directions);
                stiffening[number] = (change != [0.0; L]).then_some(change);
            }
        }
    }

    /// δFⱼ and δW Fⱼ.
    fn push<const L: usize>(&self, lanes: &mut Workspace<L>, some: &Group<'_>, order: usize) {
        let n = self.members.len();
        let x = &self.x[order * n..(order + 1) * n];
        let Workspace { orders, forces, pushed, stiffening, .. } = lanes;
        let each = forces.iter_mut().zip(&orders[order % 2]).zip(stiffening.iter()).zip(x).zip(&self.members);
        for ((((force, now), stiffening), &x), member) in each {
            let Role::Spring { stiffness } = member.role else { continue };
            let (now, change) = (*now, *stiffening);
            *force = match change {
                None => now.map(|now| stiffness * now),
                Some(change) => std::array::from_fn(|lane| stiffness * now[lane] + x * change[lane]),
            };
        }
        if !self.holding.members.is_empty() {
            self.push_through(pushed, some, order);
        } else if !some.changes.is_empty() {
            pushed.fill([0.0; L]);
            for change in &self.active_changes[some.changes.clone()] {
                pushed[change.to][change.direction % LANES] += change.value * self.f[order * n + change.from];
            }
        }
    }

    /// δxⱼ₊₂ of (V.1), in the place of δxⱼ, and the sums.
    fn go_on<const L: usize>(&self, lanes: &mut Workspace<L>, order: usize, duration: f64) {
        let (part, step) = (part(duration, order), duration / (order + 3) as f64);
        let Workspace { orders, forces, pushed, end, sum, .. } = lanes;
        let forces = forces.as_slice();
        let rows = orders[order % 2].iter_mut().zip(pushed.iter()).zip(end.iter_mut().zip(sum.iter_mut()));
        let mut first = 0;
        for (((x, pushed), (end, sum)), &beyond) in rows.zip(&self.seen_ends) {
            let mut acceleration = *pushed;
            for link in &self.seen[first..beyond] {
                let force = &forces[link.from];
                for lane in 0..L {
                    acceleration[lane] += link.value * force[lane];
                }
            }
            first = beyond;
            // One array after the other, so that the compiler sees lanes.
            let moved = acceleration.map(|acceleration| -part * acceleration);
            *x = moved;
            *end = std::array::from_fn(|lane| end[lane] + moved[lane]);
            *sum = std::array::from_fn(|lane| sum[lane] + step * moved[lane]);
        }
    }

    /// Writes down where the variations lead.
    fn end<const L: usize>(
        &self,
        lanes: &mut Workspace<L>,
        some: &Group<'_>,
        (position, impulse): (&mut Rows, &mut Rows),
    ) {
        // Σ h δFⱼ/(j+1) takes the place of Σ h δxⱼ/(j+1).
        for (number, member) in self.members.iter().enumerate() {
            let Role::Spring { stiffness } = member.role else { continue };
            let sum = &mut lanes.sum[number];
            sum.iter_mut().for_each(|sum| *sum *= stiffness);
            if let Some(change) = &lanes.stiffening[number] {
                (0..L).for_each(|lane| sum[lane] += self.x_sum[number] * change[lane]);
            }
            impulse.add_lanes(member.contact, some.directions, sum);
        }
        for (number, member) in self.members.iter().enumerate() {
            if member.role != Role::Held {
                position.set_lanes(member.contact, some.directions, &lanes.end[number]);
            }
        }
        if !self.holding.members.is_empty() {
            self.end_closed(lanes, some, impulse);
        }
    }
}

/// h²/((j+1)(j+2)).
fn part(duration: f64, order: usize) -> f64 {
    duration * duration / ((order + 1) * (order + 2)) as f64
}
