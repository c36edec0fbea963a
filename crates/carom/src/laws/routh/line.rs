//! Slip along an invariant direction, stick, and motion without friction: v is linear in pₙ and everything has a closed form.
//! The course x is pₙ itself but for slip under infinite friction, (Q.9).

use nalgebra::Vector2;

use super::contact::ContactSpace;
use super::course::{Guards, Halt, State};
use super::restitution::{Phase, Rule};
use crate::laws::rounding::without_rounding;

/// A leg on which the tangential force per unit of normal force is constant.
pub(super) struct Line {
    /// φ of (Q.1): dp_t/dx.
    force: Vector2<f64>,
    /// dpₙ/dx.
    share: f64,
    /// dv_t/dx.
    drift: Vector2<f64>,
    /// Length of the course x until v_t = 0, infinite if never.
    length: f64,
}

impl Line {
    pub fn frictionless(contact: &ContactSpace) -> Self {
        Self { force: Vector2::zeros(), share: 1.0, drift: contact.blocks.coupling, length: f64::INFINITY }
    }

    /// (Q.3).
    pub fn stick(force: Vector2<f64>) -> Self {
        Self { force, share: 1.0, drift: Vector2::zeros(), length: f64::INFINITY }
    }

    /// (Q.2) along an invariant direction, in which alone v_t can change.
    pub fn slip(contact: &ContactSpace, state: &State, direction: Vector2<f64>) -> Self {
        let (pull, drag) = (
            contact.share * contact.blocks.coupling.dot(&direction),
            contact.friction * direction.dot(&(contact.blocks.tangential * direction)),
        );
        let gain = without_rounding(pull - drag, pull.abs() + drag);
        let speed = state.tangential_velocity.dot(&direction);
        let length = if gain < 0.0 { speed / -gain } else { f64::INFINITY };
        Self { force: direction * -contact.friction, share: contact.share, drift: direction * gain, length }
    }

    /// To the first event on the line: how far that is, and what it is.
    pub fn advance(
        &self,
        contact: &ContactSpace,
        state: &mut State,
        phase: Phase,
        rule: &Rule,
    ) -> (f64, Halt) {
        let rate = contact.normal_rate(&self.force, self.share);
        let work = [0.0, state.normal_velocity, rate / 2.0];
        let course = [0.0, 1.0, 0.0];
        let mut stored = std::array::from_fn(|j| rule.stored_rate(phase).of(course[j], work[j]));
        stored[0] = state.stored;
        let guards = Guards::new(phase, rule, &[state.normal_velocity, rate, 0.0], &stored);
        let (x, halt) = self.first_event(&guards);
        if halt == Halt::Never {
            return (x, halt);
        }
        let change = if halt == Halt::SlipStops { -state.tangential_velocity } else { self.drift * x };
        state.friction_loss -= self.force.dot(&(state.tangential_velocity + change / 2.0)) * x;
        state.normal_loss -= self.share * quadratic(&work, x);
        state.stored = quadratic(&stored, x);
        state.tangential_impulse += self.force * x;
        state.normal_impulse += self.share * x;
        state.normal_velocity += rate * x;
        if halt != Halt::SlipStops {
            state.tangential_velocity += change;
        }
        state.settle(halt, rule);
        (x, halt)
    }

    fn first_event(&self, guards: &Guards<3>) -> (f64, Halt) {
        let goal = guards.goal.as_ref().and_then(first_fall).map(|x| (x, Halt::GoalReached));
        let phase = first_fall(&guards.phase).map(|x| (x, Halt::PhaseEnds));
        let stop = self.length.is_finite().then_some((self.length, Halt::SlipStops));
        let earlier = |a: (f64, Halt), b: (f64, Halt)| if b.0 < a.0 { b } else { a };
        [goal, phase, stop].into_iter().flatten().reduce(earlier).unwrap_or((f64::INFINITY, Halt::Never))
    }
}

fn quadratic(c: &[f64; 3], x: f64) -> f64 {
    c[0] + x * (c[1] + x * c[2])
}

/// First x ≥ 0 at which a quadratic that has been positive falls to zero. A zero at the start is the event just past: what
/// counts is the side on which it is left.
fn first_fall(c: &[f64; 3]) -> Option<f64> {
    let [constant, slope, curvature] = *c;
    if constant == 0.0 {
        return if slope < 0.0 || (slope == 0.0 && curvature < 0.0) {
            Some(0.0)
        } else {
            (curvature < 0.0).then(|| -slope / curvature)
        };
    }
    if constant < 0.0 {
        return Some(0.0);
    }
    let discriminant = slope * slope - 4.0 * constant * curvature;
    if curvature >= 0.0 && (slope >= 0.0 || discriminant <= 0.0) {
        return None;
    }
    let root = discriminant.sqrt();
    Some(if slope <= 0.0 { 2.0 * constant / (root - slope) } else { (slope + root) / (-2.0 * curvature) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_falls_where_its_roots_say() {
        assert_eq!(first_fall(&[2.0, -3.0, 1.0]), Some(1.0)); // (1 − x)(2 − x)
        assert_eq!(first_fall(&[2.0, 1.0, -1.0]), Some(2.0)); // (2 − x)(1 + x)
        assert_eq!(first_fall(&[2.0, -1.0, -1.0]), Some(1.0)); // (1 − x)(2 + x)
        assert_eq!(first_fall(&[3.0, -1.5, 0.0]), Some(2.0));
        assert_eq!(first_fall(&[1.0, -1.0, 1.0]), None);
        assert_eq!(first_fall(&[1.0, -2.0, 1.0]), None); // touches at 1
        assert_eq!(first_fall(&[1.0, 0.0, 0.0]), None);
    }

    #[test]
    fn a_quadratic_that_starts_at_zero_waits_for_its_own_fall() {
        assert_eq!(first_fall(&[0.0, 1.0, -2.0]), Some(0.5));
        assert_eq!(first_fall(&[0.0, 1.0, 2.0]), None);
        assert_eq!(first_fall(&[0.0, -1.0, 2.0]), Some(0.0));
        assert_eq!(first_fall(&[0.0, 0.0, -2.0]), Some(0.0));
        assert_eq!(first_fall(&[0.0; 3]), None);
    }
}
