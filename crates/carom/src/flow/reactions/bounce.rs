//! What the bounces still to come of a pressed contact do to its neighbours.
//!
//! At an end of compression t = 0 a contact carries the force F with vₙ = 0. Held from there on it would carry p(t); let
//! A = F − p₀ ≥ 0. It oscillates about p with ω = √(k·w), w its own response, closed neighbours answering, and each
//! cycle is shorter than the last by e, since k grows by 1/e². Its excess g = F − p disturbs the neighbours, whose
//! motion with the contact held is linear, y' = L y, through the moments of g alone:
//!
//! ```text
//! y(t) = exp(L t) (y(0) + Σⱼ mⱼ Lʲ b),      mⱼ = ∫ (−s)ʲ/j! g(s) ds                      (A.3)
//! ```
//!
//! b being the response to a unit load. v = w ∫g vanishes at both ends of every cycle, so m₀ = 0. With p = p₀ + p₁ t the
//! excess is A cos ωt − (p₁/ω) sin ωt in a cycle of the duration T = Θ/ω, Θ = 2π; after it A is what it was, and
//!
//! ```text
//! m₁ = −μ p₁,   m₂ = μ A,      μ = Σ T_n/ω_n² = Θ / (ω³ (1 − e³))                        (A.4)
//! ```
//!
//! to leading order. If A > p₀ the contact lets go in every cycle and flies for 2√((A/p₀)² − 1)/ω between two arcs of
//! arccos(−p₀/A) each, which makes Θ larger; it then rises by at most A·Θ²/ω², which bounds (A.4) likewise with Θ³.
//! m₁ displaces a neighbour j by bⱼm₁, m₂ changes its speed by no more than bⱼωⱼ²m₂: effects of the third order in ωⱼ/ω, in
//! speed
//!
//! ```text
//! δⱼ ≤ μ |bⱼ| (|p₁| ωⱼ + A ωⱼ²)                                                         (A.5)
//! ```
//!
//! Once these are rounding, and small against the neighbour's own speed, the contact may close at once, if no neighbour can meet an event of its own in
//! the time τ = T/(1 − e) that the bounces take: in that time its speed trembles by bⱼA/ω, so that a guard could fall more than once.

use std::f64::consts::PI;

use crate::flow::frame::{Entry, Role};
use crate::flow::thresholds::{HARDENED, OWN_MOTION, RIGID};
use crate::flow::{Flow, Observer};
use crate::phase::{ContactState, Phase};

/// The neighbours' accelerations may double while the bounces last.
const DOUBLED: f64 = 2.0;

/// The cycles that a contact pressed by its neighbours still has before it.
#[derive(Debug)]
pub(in crate::flow) struct Bounce {
    /// A, in newtons.
    excess: f64,
    /// μ of (A.4), in s³.
    moment: f64,
    /// τ: the time all cycles take, in seconds.
    left: f64,
}

impl Bounce {
    /// Cycles of a contact of restitution e and response `own` that, held, would carry `hold` > 0.
    fn of(state: &ContactState, own: f64, hold: f64, e: f64) -> Self {
        let frequency = (state.stiffness * own).sqrt();
        let excess = (state.stiffness * state.compression - hold).max(0.0);
        let ratio = excess / hold;
        let (phase, volume) = if ratio <= 1.0 {
            (2.0 * PI, 2.0 * PI)
        } else {
            let phase = 2.0 * (libm::acos(-1.0 / ratio) + (ratio * ratio - 1.0).sqrt());
            (phase, phase.powi(3))
        };
        let moment = volume / (frequency.powi(3) * (1.0 - e.powi(3))); // (A.4)
        Self { excess, moment, left: phase / (frequency * (1.0 - e)) }
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Whether the bounces still to come of a contact, whose compression has just ended, change nothing but rounding.
    /// `push` is the acceleration with which its neighbours close it.
    pub(in crate::flow) fn bounces_go_unnoticed(&self, contact: usize, push: f64) -> bool {
        let Some(member) = self.place[contact].checked_sub(1).filter(|_| push > 0.0) else { return false };
        let e = self.problem.material[contact].restitution.value();
        let own = self.problem.coupling.diagonal(contact);
        if !self.tangents.is_empty()
            || self.is_noticed_by_its_like(contact, &self.state[contact], push / own, e)
        {
            return false;
        }
        let response = self.frame.response_to(member);
        let own = response[member];
        let bounce = Bounce::of(&self.state[contact], own, push / own, e);
        let rates = self.frame.load_rates(&self.values.velocity);
        let hold_rate = self.frame.push_on_spring(member, &rates) * self.frame.rate().powi(2) / own; // p₁
        let goes_unnoticed = |j: usize| {
            let (role, b) = (self.frame.entries()[j].role, response[j].abs());
            j == member
                || b == 0.0
                || role == Role::Held
                || self.is_rounding(j, b, &bounce, hold_rate) && self.stays_quiet(j, b, &bounce)
        };
        (0..response.len()).all(goes_unnoticed)
    }

    /// Whether (A.5) would exceed rounding at a neighbour that responds as the contact itself and has the highest original
    /// stiffness: what costs nothing to know comes first.
    pub(in crate::flow) fn is_noticed_by_its_like(
        &self,
        contact: usize,
        state: &ContactState,
        hold: f64,
        e: f64,
    ) -> bool {
        let own = self.problem.coupling.diagonal(contact);
        let bounce = Bounce::of(state, own, hold, e);
        bounce.moment * own * bounce.excess * self.reference[contact] > self.floor[contact]
    }

    /// Whether (A.5) is rounding at a member that responds with `b`, and little of its own motion.
    fn is_rounding(&self, member: usize, b: f64, bounce: &Bounce, hold_rate: f64) -> bool {
        let entry = &self.frame.entries()[member];
        let stiff = self.frame.own_frequency_squared(member).max(self.reference[entry.contact]);
        let shift = bounce.moment * b * (hold_rate.abs() * stiff.sqrt() + bounce.excess * stiff); // (A.5)
        shift <= entry.floor.min(OWN_MOTION * entry.velocity.abs())
    }

    /// Whether a member that responds with `b` is too fast and too far from its end to meet an event before the bounces
    /// are over.
    fn stays_quiet(&self, member: usize, b: f64, bounce: &Bounce) -> bool {
        let Entry { contact, role, .. } = self.frame.entries()[member];
        let state = &self.state[contact];
        let acceleration = DOUBLED * self.frame.acceleration(member, &self.values.load).abs();
        let change = bounce.left * (acceleration + 2.0 * b * bounce.excess);
        let speed = self.values.velocity[member].abs();
        match role {
            Role::Spring | Role::Pressed => {
                let Phase::Restituting { until } = state.phase else { return speed > change };
                speed > change && state.compression - until > bounce.left * (speed + change)
            }
            Role::Free | Role::DrawnApart => speed > change,
            Role::Held | Role::Locked => true,
            Role::Undecided | Role::Waiting | Role::Distant => false,
        }
    }

    /// A contact that closes because its bounces accumulate has been hardened by all of them.
    pub(in crate::flow) fn harden_for_good(&mut self, contact: usize) {
        let rigid = HARDENED * RIGID * self.reference[contact] / self.problem.coupling.diagonal(contact);
        let state = &mut self.state[contact];
        if state.stiffness < rigid {
            let before = state.energy();
            state.compression *= state.stiffness / rigid;
            state.stiffness = rigid;
            self.losses.restitution += before - state.energy();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ∫∫g and ∫∫∫g over `cycles` bounces under the push p₀ + p₁t, by small steps.
    fn moments(state: &ContactState, e: f64, [p0, p1]: [f64; 2], cycles: usize) -> [f64; 2] {
        let (mut stiffness, mut force, mut rate, mut now) =
            (state.stiffness, state.stiffness * state.compression, 0.0_f64, 0.0);
        let mut integral = [force - p0, 0.0, 0.0, 0.0];
        for _ in 0..cycles {
            let step = 2.0 * PI / stiffness.sqrt() / 2000.0;
            let mut falling = true;
            while falling || rate > 0.0 {
                rate -= 0.5 * step * stiffness * (force - p0 - p1 * now);
                force += step * rate;
                now += step;
                let mut next = force - p0 - p1 * now;
                rate -= 0.5 * step * stiffness * next;
                falling &= rate <= 0.0;
                for order in 0..3 {
                    let last = std::mem::replace(&mut integral[order], next);
                    next = integral[order + 1] + 0.5 * step * (last + next);
                }
                integral[3] = next;
            }
            (rate, stiffness, integral[1]) = (0.0, stiffness / (e * e), 0.0); // vₙ = 0
        }
        [integral[2], integral[3] - now * integral[2]]
    }

    /// (A.4) leaves out terms smaller by T p₁/p₀, which is 0.6 % here, times a few.
    const LEADING_ORDER: f64 = 0.03;

    #[test]
    fn the_moments_of_bounces_are_those_of_small_steps() {
        let (stiffness, e, [p0, p1]) = (1e6, 0.7, [1.0, 1.0]);
        let state = ContactState {
            phase: Phase::Restituting { until: 0.0 },
            stiffness,
            compression: 1.5 * p0 / stiffness,
        };
        let bounce = Bounce::of(&state, 1.0, p0, e);
        let [first, second] = moments(&state, e, [p0, p1], 40);
        let expected = [-bounce.moment * p1, bounce.moment * bounce.excess];
        for (found, expected) in [first, second].iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < LEADING_ORDER, "{found:e}, expected {expected:e}");
        }
    }
}
