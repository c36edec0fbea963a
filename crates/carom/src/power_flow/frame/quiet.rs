//! Series in time, of which each ends where its terms no longer count.
//!
//! One contact may swing a hundred times as fast as those around it, and a step is no longer than *its* series reach. The others hardly
//! move in that time: with dt = c dσ their terms fall by c/T each, T being their own time scale. So the force of a spring ends where, for some orders in a row, what it
//! does to its contact within the longest step H is next to nothing,
//!
//! ```text
//! W·|Gⱼ|·Hʲ⁺¹/(j + 1) ≤ θ·floor                                                                  (X.13)
//! ```
//!
//! It does no more to any other contact i, in floors of that one: floors go with √W, and |Wᵢₐ| ≤ √(Wᵢᵢ·Wₐₐ). The swing of a fast contact enters the
//! velocity h hops away at order 2h − 1 only, perhaps after the series there has ended. It goes on from the order at which the next term of its
//! compression counts, by |Gⱼ| = c·n·(F₀/d₀)·|dⱼ|.
//!
//! Only forces are left out. Velocities follow from those that are kept, so that they agree with the impulses to rounding; the energy that
//! it costs is θ·floor times the impulse of a step for each contact. Springs that start in the step do not end: their terms have gaps.

use super::convolution::Backward;
use super::member::Rate;
use super::{Clock, Frame, ORDER, Role};

/// H: no step in time is longer than this, in units of the shortest time scale of its contacts. Those of chains reach 2 to 3.
pub(in crate::power_flow) const LONGEST: f64 = 4.0;

/// θ of (X.13): what a step leaves out at its end is 1/64.
const LEFT_OUT: f64 = 1.0 / (1u64 << 10) as f64;

/// Orders in a row that do not count before a series ends: where a contact turns, every other term is zero.
const IN_A_ROW: usize = 3;

/// Where the force of a member goes on, and which members move.
#[derive(Debug, Default)]
pub(super) struct Unfolding {
    /// Springs whose forces go on.
    springs: Vec<usize>,
    /// Members whose velocities have a term of the present order, and of the next.
    moved: Vec<usize>,
    pushed: Vec<usize>,
}

/// The members that feel each spring, and by how much.
#[derive(Debug, Default)]
pub(super) struct Hearers {
    start: Vec<usize>,
    felt: Vec<(usize, f64)>,
}

impl Hearers {
    /// From rows (spring, W) of all members that move.
    pub fn of<R: Iterator<Item = (usize, f64)>>(moving: usize, row: impl Fn(usize) -> R) -> Self {
        let mut start = vec![0; moving + 1];
        let of_springs = |member: usize| row(member).filter(|&(spring, _)| spring < moving);
        for (spring, _) in (0..moving).flat_map(of_springs) {
            start[spring + 1] += 1;
        }
        for spring in 0..moving {
            start[spring + 1] += start[spring];
        }
        let (mut free, mut felt) = (start.clone(), vec![(0, 0.0); start[moving]]);
        for member in 0..moving {
            for (spring, w) in of_springs(member) {
                felt[free[spring]] = (member, w);
                free[spring] += 1;
            }
        }
        Self { start, felt }
    }

    fn of_spring(&self, spring: usize) -> &[(usize, f64)] {
        &self.felt[self.start[spring]..self.start[spring + 1]]
    }

    /// W of a spring on itself.
    fn own(&self, spring: usize) -> f64 {
        self.of_spring(spring).iter().find(|(member, _)| *member == spring).map_or(0.0, |(_, w)| *w)
    }
}

impl Frame {
    /// Unfolds all series on an even clock.
    pub(super) fn unfold_in_time(&mut self, unit: f64) {
        self.clock = Clock::Even { unit };
        (self.rate[0], self.time[1]) = (unit, unit);
        self.rate_backward = Backward::ZERO;
        self.rate_backward.set(0, unit);
        let mut unfolding = std::mem::take(&mut self.unfolding);
        self.begin(&mut unfolding, unit);
        let mut counts = 1.0 / LONGEST; // (j + 1)/Hʲ⁺¹
        for order in 0..ORDER {
            let next = (order + 1) as f64;
            let counts_next = counts * (next + 1.0) / (next * LONGEST);
            for &spring in &unfolding.springs {
                let (entry, member) = (&self.entries[spring], &mut self.members[spring]);
                member.next_push(entry, order, Rate::Even(unit), unit * entry.floor);
                member.pushes = order + 1;
                let is_idle = member.push[order].abs() <= member.threshold * counts; // (X.13)
                member.idle = if is_idle { member.idle + 1 } else { 0 };
            }
            let awake = unfolding.springs.len();
            for &moved in &unfolding.moved {
                let member = &mut self.members[moved];
                if !member.unfolds {
                    member.move_on(order, Rate::Even(unit));
                    if member.takes_up(order + 1, counts_next) {
                        unfolding.springs.push(moved);
                    }
                    member.keep_term(&self.entries[moved], order + 1);
                }
            }
            unfolding.pushed.clear();
            for &spring in &unfolding.springs[..awake] {
                let push = self.members[spring].push[order];
                for &(member, w) in self.hearers.of_spring(spring).iter().filter(|_| push != 0.0) {
                    let member_series = &mut self.members[member];
                    if member_series.terms < order + 2 {
                        member_series.terms = order + 2;
                        unfolding.pushed.push(member);
                    }
                    member_series.velocity[order + 1] += w * push;
                }
            }
            for &pushed in &unfolding.pushed {
                self.members[pushed].velocity[order + 1] /= next;
            }
            unfolding.springs.retain(|&spring| {
                let member = &mut self.members[spring];
                let goes_on = member.idle < IN_A_ROW || member.counts(order + 1, counts_next);
                if !goes_on {
                    member.unfolds = false;
                    member.keep_term(&self.entries[spring], order + 1);
                }
                goes_on
            });
            std::mem::swap(&mut unfolding.moved, &mut unfolding.pushed);
            counts = counts_next;
        }
        self.unfolding = unfolding;
    }

    /// All springs begin, and all members have a velocity.
    fn begin(&mut self, unfolding: &mut Unfolding, unit: f64) {
        unfolding.springs.clear();
        unfolding.moved.clear();
        unfolding.moved.extend(0..self.members.len());
        for (i, (entry, member)) in self.entries.iter().zip(&mut self.members).enumerate() {
            (member.terms, member.pushes) = (1, 0);
            if entry.role != Role::Acting {
                continue;
            }
            member.unfolds = true;
            unfolding.springs.push(i);
            if entry.compression > 0.0 && !self.to_the_end {
                let n = entry.exponent;
                let force = entry.stiffness * n.power(entry.compression);
                member.slope = unit * n.value() * force / entry.compression;
                member.threshold = LEFT_OUT * entry.floor / self.hearers.own(i);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Entry;
    use super::*;
    use crate::coupling::Coupling;
    use crate::flow::{ClusterProblem, ClusterResult, Separation};
    use crate::phase::{Material, RestitutionLaw};
    use crate::power_flow::PowerFlow;
    use crate::quantity::{Exponent, Restitution};

    /// Answers may differ by this part of the speed before the impact.
    const ROUNDING: f64 = 1e-13;

    fn row(contacts: usize) -> Arc<Coupling> {
        let row = |i: usize| {
            let near = [(i.wrapping_sub(1), -1.0), (i, 2.0), (i + 1, -1.0)];
            near.into_iter().filter(|&(j, _)| j < contacts).collect()
        };
        Arc::new(Coupling::from_rows((0..contacts).map(row).collect()).unwrap())
    }

    /// Six pressed contacts in a row, of which the first is a thousand times as fast as the others.
    fn pressed(to_the_end: bool) -> Frame {
        let mut frame = Frame { to_the_end, ..Frame::default() };
        for contact in 0..6 {
            frame.push(Entry {
                contact,
                role: Role::Acting,
                stiffness: if contact == 0 { 1e9 } else { 1.0 },
                exponent: Exponent::HERTZ,
                compression: if contact == 0 { 1e-6 } else { 1.0 + 0.1 * contact as f64 },
                velocity: 1e-3,
                floor: 1e-15,
            });
        }
        frame.couple(&row(6), &[1, 2, 3, 4, 5, 6]);
        frame.set_clock(Clock::Even { unit: 1e-3 });
        frame.expand();
        frame
    }

    #[test]
    fn a_slow_spring_ends_early_and_moves_as_if_it_did_not() {
        let (early, whole) = (pressed(false), pressed(true));
        assert!(early.members[4].pushes < ORDER / 2, "{}", early.members[4].pushes);
        assert_eq!((early.members[0].pushes, whole.members[4].pushes), (ORDER, ORDER));
        for member in 0..6 {
            let [v, w] = [&early, &whole].map(|frame| frame.velocity_at(member, LONGEST));
            assert!((v - w).abs() <= 1e-15, "{member}: {v} {w}");
            let [p, q] = [&early, &whole].map(|frame| frame.impulse_to(member, LONGEST));
            assert!((p - q).abs() <= 1e-15, "{member}: {p} {q}");
        }
    }

    /// What becomes of balls of mass 1 in a row, of which the first arrives with speed 1.
    fn solve(law: RestitutionLaw, contacts: usize, e: f64, to_the_end: bool) -> ClusterResult {
        let restitution = Restitution::new(e).unwrap();
        let problem = ClusterProblem {
            coupling: row(contacts),
            velocity: (0..contacts).map(|i| if i == 0 { -1.0 } else { 0.0 }).collect(),
            material: vec![Material { restitution, stiffness: 1.0, exponent: Exponent::HERTZ }; contacts],
            gap: vec![0.0; contacts],
            law,
            separation: Separation::Instant,
            tangential: Vec::new(),
            tangential_velocity: Vec::new(),
        };
        let mut observer = ();
        let mut flow = PowerFlow::new(&problem, &mut observer);
        flow.frame.to_the_end = to_the_end;
        flow.run().unwrap();
        flow.finish()
    }

    #[test]
    fn terms_that_do_not_count_change_nothing() {
        let hardening = RestitutionLaw::Hardening;
        let bi_stiffness = RestitutionLaw::BiStiffness;
        for (law, contacts, e) in [(hardening, 99, 0.95), (hardening, 40, 0.5), (bi_stiffness, 40, 0.95)] {
            let [early, whole] = [false, true].map(|to_the_end| solve(law, contacts, e, to_the_end));
            assert_eq!(early.events, whole.events, "{law:?}, e = {e}");
            let values = |result: &ClusterResult| [result.velocity.clone(), result.impulse.clone()].concat();
            for (a, b) in values(&early).iter().zip(values(&whole)) {
                assert!((a - b).abs() <= ROUNDING, "{law:?}, e = {e}: {a} {b}");
            }
            assert!((early.lost - whole.lost).abs() <= ROUNDING, "{law:?}, e = {e}");
        }
    }
}
