//! Where the forces of slow springs end in series in time.
//!
//! One contact may swing a hundred times as fast as those around it, and a step is no longer than *its* series reach. The others hardly
//! move in that time: their terms fall by c/T each, T being their own time scale, and most orders of their forces do nothing. Those are left out.
//!
//! With d = d₀·(1 + δ), F = F₀·(1 + n·δ + Σ_{q ≥ 2} C(n, q)·δ^q). The *linear* part of an order is known before the order is unfolded; a
//! force goes on, or begins again, where that part does more to its contact within the longest step H than a part θ of rounding:
//!
//! ```text
//! W·c·n·F₀·|δⱼ|·Hʲ⁺¹/(j + 1) > θ·floor                                                           (X.13)
//! ```
//!
//! What is left of orders j ≥ J are *products*. Those of terms below J alone are bounded by Cauchy's estimate on a circle of radius R = ρ·H: with
//! Δ = Σ_{i<J} |δᵢ|·Rⁱ the coefficients of Σ|C(n, q)|·Δ^q majorise them, and |C(n, q + 1)/C(n, q)| = |n − q|/(q + 1) is at most r = max(1, (n − 2)/3), so
//!
//! ```text
//! |F_j|·Rʲ ≤ F₀·N,   N = n(n − 1)/2·Δ²/(1 − r·Δ),   Σ_{j≥J} W·c·|F_j|·Hʲ⁺¹/(j + 1) ≤ W·c·F₀·N·H·ρ⁻ᴶ/((J + 1)(1 − 1/ρ))   (X.14)
//! ```
//!
//! Forces end at J if that is at most θ·floor for one of some ρ. Products with a factor of order J or more are (n − 1)·Δ times smaller than the linear part of
//! that factor, which (X.13) has found not to count. So what a step leaves out at its end is 2·23·θ of a floor at most; and it does no more to any other
//! contact i, in floors of that one: floors go with √W, and |Wᵢₐ| ≤ √(Wᵢᵢ·Wₐₐ).
//!
//! Only forces are left out. Velocities follow from those that are kept, so that they agree with the impulses to rounding; the energy that
//! it costs is that part of a floor times the impulse of a step for each contact. Springs that start in the step do not end. All members of a block end, and
//! go on, together.

use super::block::{Block, LANES, Lanes};
use super::{Entry, ORDER, Role};

/// H: no step in time is longer than this, in units of the shortest time scale of its contacts. Those of chains reach 2 to 3.
pub(in crate::power_flow) const LONGEST: f64 = 4.0;

/// θ: with 2·23 of them a step leaves out a three-hundredth of a floor. Long chains take 10⁵ steps, and what they leave out adds up.
const LEFT_OUT: f64 = 1.0 / (1u64 << 14) as f64;

/// ρ of (X.14): members a little slower than the fastest, and much slower ones.
const CIRCLES: [f64; 3] = [4.0, 32.0, 512.0];

/// (X.14) is asked at every such order.
const EVERY: usize = 3;

/// What ends the forces of a block.
#[derive(Debug)]
pub(super) struct Quiet {
    /// θ·floor/(W·c·F₀), how much of its force a spring may miss; negative for one whose force does not end, infinite where there is no spring.
    may_miss: Lanes,
    /// 1/d₀, n, and r.
    inverse: Lanes,
    exponent: Lanes,
    growth: Lanes,
    /// Δ for each ρ, of orders below the one given.
    majorant: [Lanes; CIRCLES.len()],
    known: usize,
}

impl Quiet {
    pub fn of(entries: &[Entry], unit: f64, own: impl Fn(usize) -> f64) -> Self {
        let mut quiet = Self {
            may_miss: [f64::INFINITY; LANES],
            inverse: [0.0; LANES],
            exponent: [1.0; LANES],
            growth: [1.0; LANES],
            majorant: [[0.0; LANES]; CIRCLES.len()],
            known: 1,
        };
        for (lane, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.role == Role::Acting) {
            quiet.may_miss[lane] = -1.0;
            if entry.compression > 0.0 {
                let n = entry.exponent;
                let force = entry.stiffness * n.power(entry.compression);
                quiet.may_miss[lane] = LEFT_OUT * entry.floor / (own(lane) * unit * force);
                quiet.inverse[lane] = 1.0 / entry.compression;
                quiet.exponent[lane] = n.value();
                quiet.growth[lane] = ((n.value() - 2.0) / 3.0).max(1.0);
            }
        }
        quiet
    }

    /// Decides whether the forces of a block have a term of this order.
    pub fn ask(&mut self, block: &mut Block, order: usize) {
        if block.is_awake && order.is_multiple_of(EVERY) {
            self.take_in(block, order);
            block.is_awake = !self.ends(order);
        }
        block.is_awake |= self.counts(block, order);
        if block.is_awake {
            block.pushes = order + 1;
        }
    }

    /// (X.13).
    fn counts(&self, block: &Block, order: usize) -> bool {
        let longest = LONGEST_TO[order + 1] / (order + 1) as f64;
        let d = &block.compression[order];
        let counts = |lane: usize| {
            self.exponent[lane] * (d[lane] * self.inverse[lane]).abs() * longest > self.may_miss[lane]
        };
        (0..LANES).any(counts)
    }

    /// Adds the terms below this order to Δ.
    fn take_in(&mut self, block: &Block, order: usize) {
        for (majorant, radius) in self.majorant.iter_mut().zip(&RADIUS_TO) {
            for (d, power) in block.compression[self.known..order].iter().zip(&radius[self.known..]) {
                for lane in 0..LANES {
                    majorant[lane] += (d[lane] * self.inverse[lane]).abs() * power;
                }
            }
        }
        self.known = order;
    }

    /// (X.14).
    fn ends(&self, order: usize) -> bool {
        let is_bounded = |lane: usize| {
            let (n, r) = (self.exponent[lane], self.growth[lane]);
            self.majorant.iter().enumerate().any(|(circle, majorant)| {
                let (delta, rho) = (majorant[lane], CIRCLES[circle]);
                // ρᴶ·(J + 1)·(1 − 1/ρ)/H, and both sides times 1 − r·Δ.
                let falls =
                    RADIUS_TO[circle][order] / LONGEST_TO[order + 1] * (order + 1) as f64 * (1.0 - 1.0 / rho);
                let left = 1.0 - r * delta;
                left > 0.0 && 0.5 * n * (n - 1.0) * delta * delta <= self.may_miss[lane] * left * falls
            })
        };
        (0..LANES).all(is_bounded)
    }
}

/// Hʲ and, for each circle, Rʲ.
const LONGEST_TO: [f64; ORDER + 2] = powers(LONGEST);
const RADIUS_TO: [[f64; ORDER + 2]; CIRCLES.len()] =
    [powers(CIRCLES[0] * LONGEST), powers(CIRCLES[1] * LONGEST), powers(CIRCLES[2] * LONGEST)];

const fn powers(of: f64) -> [f64; ORDER + 2] {
    let mut powers = [1.0; ORDER + 2];
    let mut j = 1;
    while j < powers.len() {
        powers[j] = of * powers[j - 1];
        j += 1;
    }
    powers
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Clock, Entry, Frame};
    use super::*;
    use crate::coupling::Coupling;
    use crate::flow::{ClusterProblem, ClusterResult, Separation};
    use crate::phase::{NormalSpring, RestitutionLaw};
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
            material: vec![NormalSpring { restitution, stiffness: 1.0, exponent: Exponent::HERTZ }; contacts],
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
            assert!(
                (early.losses.restitution - whole.losses.restitution).abs() <= ROUNDING,
                "{law:?}, e = {e}"
            );
        }
    }
}
