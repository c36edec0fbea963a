//! Slip whose direction turns: one step of the Taylor series of (Q.5) in τ.
//!
//! Every right side of (Q.5) is a product of known series, so coefficient j + 1 of all quantities follows from those up to
//! j by sums of products. There is no division and no root.

use carom_taylor::{evaluate, first_descent};
use nalgebra::Vector2;

use super::contact::ContactSpace;
use super::course::{Guards, Halt, State};
use super::restitution::{Phase, Rule, StoredRate};

/// Order of the series. About this order the work per unit of τ is least for a remainder below rounding; the exponential
/// then allows steps of twice its own scale.
pub(super) const ORDER: usize = 24;

/// A series: coefficients in ascending order.
type Series = [f64; ORDER + 1];

/// The series of u and s about one point, and of what follows from them.
pub(super) struct Turn<'a> {
    contact: &'a ContactSpace,
    direction: [Series; 2],
    speed: Series,
    /// f of (Q.5).
    gain: Series,
}

impl<'a> Turn<'a> {
    /// u, s of (Q.5) from v_t ≠ 0.
    pub fn new(contact: &'a ContactSpace, state: &State) -> Self {
        let zero = [0.0; ORDER + 1];
        let mut turn = Self { contact, direction: [zero; 2], speed: zero, gain: zero };
        let mut drift = [zero; 2];
        let mut turning = zero; // g
        let unit = state.tangential_velocity.normalize();
        (turn.direction[0][0], turn.direction[1][0]) = (unit.x, unit.y);
        turn.speed[0] = state.tangential_velocity.norm();
        for j in 0..ORDER {
            let [x, y] = &turn.direction;
            let here = Vector2::new(x[j], y[j]);
            let h = if j == 0 {
                contact.slip_drift(&here)
            } else {
                contact.blocks.tangential * here * -contact.friction
            };
            (drift[0][j], drift[1][j]) = (h.x, h.y);
            turning[j] = product(x, &drift[1], j) - product(y, &drift[0], j);
            turn.gain[j] = product(x, &drift[0], j) + product(y, &drift[1], j);
            let order = (j + 1) as f64;
            let (to_x, to_y) = (-product(y, &turning, j) / order, product(x, &turning, j) / order);
            turn.direction[0][j + 1] = to_x;
            turn.direction[1][j + 1] = to_y;
            turn.speed[j + 1] = product(&turn.speed, &turn.gain, j) / order;
        }
        turn
    }

    /// One step, to its end or the first event in it: how far that is in τ, and what it is.
    pub fn advance(&self, state: &mut State, phase: Phase, rule: &Rule) -> (f64, Halt) {
        let motion = Motion::new(self, state, rule.stored_rate(phase));
        let guards = Guards::new(phase, rule, &motion.normal_velocity, &motion.stored);
        let (tau, halt) = first_event(&guards, self.reach());
        motion.at(tau, state);
        let direction = Vector2::new(evaluate(&self.direction[0], tau), evaluate(&self.direction[1], tau));
        state.tangential_velocity = direction.normalize() * evaluate(&self.speed, tau);
        state.settle(halt, rule);
        let stops = halt == Halt::StepEnds && self.has_stopped(state);
        (tau, if stops { Halt::SlipStops } else { halt })
    }

    /// The step after which the last terms of the series are below rounding, those of s² among them: where slip dies away like an
    /// exponential, its square, of which the losses are integrals, does so twice as fast.
    fn reach(&self) -> f64 {
        let within = |series: &Series, scale: f64| {
            let at = |j: usize| libm::pow(f64::EPSILON * scale / series[j].abs(), 1.0 / j as f64);
            at(ORDER).min(at(ORDER - 1))
        };
        let [x, y] = &self.direction;
        let square: Series = std::array::from_fn(|j| product(&self.speed, &self.speed, j));
        let of_speed = within(&self.speed, self.speed[0]).min(within(&square, square[0]));
        let reach = within(x, 1.0).min(within(y, 1.0)).min(of_speed);
        // All of them vanish only where nothing turns and nothing grows; any step will do there.
        reach.min(1.0 / (f64::EPSILON * self.contact.drift_scale()))
    }

    /// Whether what is left of the course until v_t = 0, s/|f|, is below rounding of the course so far.
    fn has_stopped(&self, state: &State) -> bool {
        let velocity = &state.tangential_velocity;
        let falls = -velocity.dot(&self.contact.slip_drift(&velocity.normalize())); // −s f
        // Under infinite friction the tangential impulse is the course; otherwise it is at most μ times the normal one.
        let course = state.normal_impulse.max(state.tangential_impulse.norm() / self.contact.friction);
        velocity.norm_squared() <= f64::EPSILON * falls * course
    }
}

/// The series of everything that s and u drive.
struct Motion {
    tangential_impulse: [Series; 2],
    normal_impulse: Series,
    normal_velocity: Series,
    stored: Series,
    normal_loss: Series,
    friction_loss: Series,
}

impl Motion {
    fn new(turn: &Turn, state: &State, stored_rate: StoredRate) -> Self {
        let contact = turn.contact;
        let slip: [Series; 2] =
            [0, 1].map(|k| std::array::from_fn(|j| product(&turn.direction[k], &turn.speed, j)));
        let [x, y] = &slip;
        let (friction, share) = (contact.friction, contact.share);
        let along = |j: usize| contact.blocks.coupling.x * x[j] + contact.blocks.coupling.y * y[j];
        let normal_velocity = integrated(state.normal_velocity, |j| {
            contact.blocks.normal * share * turn.speed[j] - friction * along(j)
        });
        let work: Series = std::array::from_fn(|j| product(&turn.speed, &normal_velocity, j));
        Self {
            tangential_impulse: [
                integrated(state.tangential_impulse.x, |j| -friction * x[j]),
                integrated(state.tangential_impulse.y, |j| -friction * y[j]),
            ],
            normal_impulse: integrated(state.normal_impulse, |j| share * turn.speed[j]),
            stored: integrated(state.stored, |j| stored_rate.of(turn.speed[j], work[j])),
            normal_loss: integrated(state.normal_loss, |j| -share * work[j]),
            friction_loss: integrated(state.friction_loss, |j| {
                friction * product(&turn.speed, &turn.speed, j)
            }),
            normal_velocity,
        }
    }

    fn at(&self, tau: f64, state: &mut State) {
        state.tangential_impulse = Vector2::new(
            evaluate(&self.tangential_impulse[0], tau),
            evaluate(&self.tangential_impulse[1], tau),
        );
        state.normal_impulse = evaluate(&self.normal_impulse, tau);
        state.normal_velocity = evaluate(&self.normal_velocity, tau);
        state.stored = evaluate(&self.stored, tau);
        state.normal_loss = evaluate(&self.normal_loss, tau);
        state.friction_loss = evaluate(&self.friction_loss, tau);
    }
}

fn first_event(guards: &Guards<{ ORDER + 1 }>, end: f64) -> (f64, Halt) {
    let goal =
        guards.goal.as_ref().and_then(|guard| first_descent(guard, end)).map(|tau| (tau, Halt::GoalReached));
    let phase = first_descent(&guards.phase, end).map(|tau| (tau, Halt::PhaseEnds));
    let earlier = |a: (f64, Halt), b: (f64, Halt)| if b.0 < a.0 { b } else { a };
    [goal, phase].into_iter().flatten().reduce(earlier).unwrap_or((end, Halt::StepEnds))
}

/// Coefficient j of the product of two series.
fn product(a: &Series, b: &Series, j: usize) -> f64 {
    a[..=j].iter().zip(b[..=j].iter().rev()).map(|(a, b)| a * b).sum()
}

/// The series that starts at `start` and has the given derivative.
fn integrated(start: f64, derivative: impl Fn(usize) -> f64) -> Series {
    std::array::from_fn(|j| if j == 0 { start } else { derivative(j - 1) / j as f64 })
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, vector};

    use super::super::line::Line;
    use super::super::restitution::Termination;
    use super::*;
    use crate::laws::blocks::Blocks;
    use crate::quantity::Restitution;

    /// Rounding of the few steps that lead to the event.
    const FEW_ROUNDINGS: f64 = 1e-14;

    fn sliding(speed: f64) -> State {
        State {
            tangential_impulse: Vector2::zeros(),
            normal_impulse: 0.0,
            tangential_velocity: vector![speed, 0.0],
            normal_velocity: -1.0,
            stored: 0.0,
            normal_loss: 0.0,
            friction_loss: 0.0,
        }
    }

    #[test]
    fn the_series_of_a_slip_that_cannot_turn_is_its_closed_form() {
        let planar = Matrix3::new(3.0, 0.0, 0.8, 0.0, 2.0, 0.0, 0.8, 0.0, 1.0);
        for friction in [0.1, 0.3, 0.6] {
            let contact = ContactSpace::new(Blocks::of(&planar), friction);
            let rule = Rule::new(Termination::Energetic, Restitution::PLASTIC, -1.0);
            let (mut by_line, mut by_series) = (sliding(5.0), sliding(5.0));
            let line = Line::slip(&contact, &by_line, Vector2::x());
            assert_eq!(line.advance(&contact, &mut by_line, Phase::Compression, &rule).1, Halt::PhaseEnds);
            let step = |s: &mut State| Turn::new(&contact, s).advance(s, Phase::Compression, &rule).1;
            while step(&mut by_series) == Halt::StepEnds {}
            let values = |s: &State| {
                let p = s.tangential_impulse;
                [p.x, s.normal_impulse, s.tangential_velocity.x, s.stored, s.normal_loss, s.friction_loss]
            };
            for (a, b) in values(&by_line).iter().zip(values(&by_series)) {
                assert!((a - b).abs() <= FEW_ROUNDINGS * a.abs(), "{a} {b}");
            }
        }
    }

    #[test]
    fn the_series_stops_where_the_closed_form_does() {
        let planar = Matrix3::new(3.0, 0.0, 0.8, 0.0, 2.0, 0.0, 0.8, 0.0, 1.0);
        let contact = ContactSpace::new(Blocks::of(&planar), 0.6);
        let rule = Rule::new(Termination::Energetic, Restitution::PLASTIC, -1.0);
        let mut state = sliding(0.1);
        while Turn::new(&contact, &state).advance(&mut state, Phase::Compression, &rule).1 == Halt::StepEnds {
        }
        assert!((state.normal_impulse - 0.1 / (0.6 * 3.0 - 0.8)).abs() < FEW_ROUNDINGS);
    }
}
