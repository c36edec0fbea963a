//! How a rigid contact that slides comes to a stop, and what that makes of its variation.
//!
//! Shortly before it stops all forces but those that turn with its own direction û(θ) are constant, and with them
//!
//! ```text
//! v' = b(θ) = (W F(θ))_t        F(θ): friction −μFₙ û(θ), and what keeps sticking and closed contacts at rest
//! ```
//!
//! so that the impulse and the time that are left are |v| P(θ) and |v| T(θ). That v changes at the rate b, and they at −F and −1, says
//!
//! ```text
//! (b·ŵ) P' + (b·û) P = −F          (b·ŵ) T' + (b·û) T = −1                                     (V.12)
//! ```
//!
//! Directions turn to θ* with b·ŵ = 0, a regular singular point of (V.12): of its solutions the smooth one is meant. Usually b·û < 0 there, and sliding ends along θ*. Where b·û > 0
//! a contact that had slowed down to nothing on its way slides on along θ*, as if it had begun at rest: P and T are negative then, what it has less of at the
//! same speed. What is left changes by
//!
//! ```text
//! δ(|v| P) = (P û + P' ŵ)·δv       δτ = (T û + T' ŵ)·δv                                         (V.13)
//! ```
//!
//! Directions go to θ* as a power of the time left that may be small, τ^ν with ν = (b·ŵ)'/(b·û). Then they have not arrived where rounding ends the
//! course, and a variation at a fixed time, of the order τ^ν too, has not died out: P' counts. Where directions hardly turn on their way they may be radians from θ*.
//! The smooth solution is expanded about θ*, and about one direction after the other from there on. The others, with which rounding mixes it, differ by
//! multiples of 1/|v|, and so die out on that way, which the contact goes the other way round and slows down.

use nalgebra::{DVector, Dyn, FullPivLU, Vector2, Vector3};

use super::holding::{Hold, hold_together, holds_of};
use super::{Collocated, Sample, across};
use crate::coupling::NORMAL;
use crate::flow::ClusterProblem;

/// The first secant that looks for the direction at which sliding ends begins this far away.
const ASIDE: f64 = 1e-3;
/// Most that directions are turned by from one to the next in the search, where forces across them have not changed sign yet.
const MOST_TURN: f64 = 0.05;
/// A direction that turns further than this does not turn to an end.
const MOST_ANGLE: f64 = std::f64::consts::TAU;
/// Most steps of the search between directions on either side; they take five.
const MOST_SECANTS: usize = 60;
/// The direction is found to this angle.
const FOUND: f64 = 1e-14;
/// Orders of the series of (V.12) about one direction.
const ORDERS: usize = 24;
/// The last of them is below this part of their sum.
const LEFT_OUT: f64 = 1e-13;
/// Of a series that does not reach where it is wanted so much of the way is tried next, and a way shorter than the least is none.
const SHORTER: f64 = 0.7;
const LEAST_WAY: f64 = 1e-3;
/// Most by which what dies out on the way may do so within one series, as a logarithm: more would cost digits.
const MOST_DECAY: f64 = 4.0;
/// Directions turn to where sliding ends; the rate at which they turn away may be rounding, of this part.
const ROUNDING: f64 = 1e-12;

/// A contact about to stop.
#[derive(Debug, Clone, Copy)]
pub(in crate::derivative) struct Approach {
    pub contact: usize,
    /// When, from the start of the step.
    pub time: f64,
    /// |v|, and θ − θ*.
    pub speed: f64,
    pub aside: f64,
}

/// What (V.13) multiplies δv by.
#[derive(Debug)]
pub(in crate::derivative) struct Stopping {
    pub contact: usize,
    /// P û + P' ŵ by component.
    pub impulse: Vec<Vector2<f64>>,
    /// T û + T' ŵ.
    pub time: Vector2<f64>,
}

impl Collocated {
    /// How far the contact, which slides at time `t` of the step and stops soon after, is from doing so.
    pub fn approach(&mut self, contact: usize, time: f64, problem: &ClusterProblem) -> Option<Approach> {
        let samples = self.samples_of_members(time);
        let course = LastInstant::of(self, contact, &samples, problem)?;
        let sample = course.sample();
        let aside = course.angle_to_its_end(sample.direction)?;
        Some(Approach { contact, time, speed: sample.tangential_velocity.norm(), aside })
    }

    /// How it stops.
    pub fn stopping(
        &mut self,
        Approach { contact, time, aside, .. }: Approach,
        problem: &ClusterProblem,
    ) -> Option<Stopping> {
        let samples = self.samples_of_members(time);
        let course = LastInstant::of(self, contact, &samples, problem)?;
        let now = course.sample().direction;
        let of = |(value, slope): &(f64, f64)| now * *value + across(now) * *slope;
        let mut found: Vec<Vector2<f64>> =
            course.solutions(turned(now, -aside), aside)?.iter().map(of).collect();
        let time = found.pop()?;
        Some(Stopping { contact, impulse: found, time })
    }

    fn samples_of_members(&mut self, time: f64) -> Vec<Sample> {
        self.sample(time).into_iter().map(|(_, sample)| sample).collect()
    }
}

fn turned(direction: Vector2<f64>, angle: f64) -> Vector2<f64> {
    direction * libm::cos(angle) + across(direction) * libm::sin(angle)
}

/// The coefficients of û(θ* + x) in powers of x, of which those of ŵ are the next derivatives.
fn turning(direction: Vector2<f64>) -> [Vector2<f64>; ORDERS] {
    let mut factor = 1.0;
    let mut unit = direction;
    std::array::from_fn(|order| {
        if order > 0 {
            factor /= order as f64;
            unit = across(unit);
        }
        unit * factor
    })
}

/// F, b·û and b·ŵ in powers of x = θ − θ*.
struct Expansion {
    /// By order and component.
    forces: Vec<Vec<f64>>,
    along: [f64; ORDERS],
    aside: [f64; ORDERS],
}

impl Expansion {
    /// About a direction.
    fn about(course: &LastInstant<'_>, direction: Vector2<f64>) -> Option<Self> {
        let directions = turning(direction);
        let sides = turning(across(direction));
        let forces = course.forces_about(&directions)?;
        let contact = course.contact();
        let pushes: Vec<Vector2<f64>> =
            forces.iter().map(|forces| course.acceleration(contact, forces).xy()).collect();
        let product = |units: &[Vector2<f64>; ORDERS]| -> [f64; ORDERS] {
            std::array::from_fn(|order| (0..=order).map(|j| pushes[j].dot(&units[order - j])).sum())
        };
        let (along, aside) = (product(&directions), product(&sides));
        Some(Self { forces, along, aside })
    }

    /// About the direction at which sliding ends; none if directions do not turn to it.
    fn about_end(course: &LastInstant<'_>, end: Vector2<f64>) -> Option<Self> {
        let mut expansion = Self::about(course, end)?;
        expansion.aside[0] = 0.0;
        let Self { along, aside, .. } = &expansion;
        let is_end = along[0] != 0.0 && aside[1] <= ROUNDING * along[0].abs();
        is_end.then_some(expansion)
    }

    /// How many solutions are sought: P of every component, and T.
    fn solutions(&self) -> usize {
        self.forces[0].len() + 1
    }

    /// The right side of (V.12) for a solution, in powers of x.
    fn right(&self, solution: usize) -> [f64; ORDERS] {
        std::array::from_fn(|order| match self.forces[order].get(solution) {
            Some(force) => -force,
            None if order == 0 => -1.0,
            None => 0.0,
        })
    }

    /// The smooth solution about the direction at which sliding ends, order by order: (k s₁ + c₀) yₖ = rₖ − ….
    fn smooth(&self, solution: usize) -> [f64; ORDERS] {
        let (r, mut y) = (self.right(solution), [0.0; ORDERS]);
        for k in 0..ORDERS {
            y[k] = (r[k] - self.known(&y, k)) / (k as f64 * self.aside[1] + self.along[0]);
        }
        y
    }

    /// The solution with this value about another direction: s₀ (k + 1) yₖ₊₁ = rₖ − ….
    fn continued(&self, solution: usize, value: f64) -> [f64; ORDERS] {
        let (r, mut y) = (self.right(solution), [0.0; ORDERS]);
        y[0] = value;
        for k in 0..ORDERS - 1 {
            let own = k as f64 * self.aside[1] + self.along[0];
            y[k + 1] = (r[k] - self.known(&y, k) - own * y[k]) / (self.aside[0] * (k + 1) as f64);
        }
        y
    }

    /// Terms of order k of (V.12) with coefficients before the k-th.
    fn known(&self, y: &[f64; ORDERS], k: usize) -> f64 {
        let (c, s) = (&self.along, &self.aside);
        let turns: f64 = (2..=k).map(|j| s[j] * (k + 1 - j) as f64 * y[k + 1 - j]).sum();
        let slows: f64 = (1..=k).map(|j| c[j] * y[k - j]).sum();
        turns + slows
    }
}

/// A series and its slope at x; none if it does not reach there.
fn evaluate(y: &[f64; ORDERS], x: f64) -> Option<(f64, f64)> {
    let (mut value, mut slope, mut power) = (0.0, 0.0, 1.0);
    let (mut size, mut last) = (0.0_f64, 0.0);
    for (k, y) in y.iter().enumerate() {
        if k > 0 {
            last = k as f64 * y * power;
            slope += last;
            size = size.max(last.abs());
            power *= x;
        }
        value += y * power;
        size = size.max((y * power).abs());
    }
    (last.abs() <= LEFT_OUT * size).then_some((value, slope))
}

/// The instant before a contact stops.
struct LastInstant<'a> {
    step: &'a Collocated,
    samples: &'a [Sample],
    problem: &'a ClusterProblem,
    /// The member that stops.
    stopping: usize,
}

impl<'a> LastInstant<'a> {
    fn of(
        step: &'a Collocated,
        contact: usize,
        samples: &'a [Sample],
        problem: &'a ClusterProblem,
    ) -> Option<Self> {
        let stopping = step.members.iter().position(|member| member.contact == contact)?;
        (stopping < samples.len()).then_some(Self { step, samples, problem, stopping })
    }

    fn contact(&self) -> usize {
        self.step.members[self.stopping].contact
    }

    /// What the contact does that stops.
    fn sample(&self) -> &Sample {
        &self.samples[self.stopping]
    }

    /// θ − θ*: directions turn the way in which forces push across them, to the first at which they do not.
    fn angle_to_its_end(&self, now: Vector2<f64>) -> Option<f64> {
        let contact = self.contact();
        let aside = |angle: f64| {
            let direction = turned(now, angle);
            let acceleration = self.acceleration(contact, &self.forces(direction)?).xy();
            Some((acceleration.dot(&across(direction)), acceleration.norm()))
        };
        let (pushed, size) = aside(0.0)?;
        if pushed.abs() <= FOUND * size {
            return Some(0.0);
        }
        let (mut near, mut turn) = ((0.0, pushed), pushed.signum() * ASIDE);
        let mut far = loop {
            let angle = near.0 + turn;
            let (found, _) = aside(angle)?;
            if found * pushed <= 0.0 {
                break (angle, found);
            }
            near = (angle, found);
            turn = pushed.signum() * (2.0 * turn.abs()).min(MOST_TURN);
            if angle.abs() > MOST_ANGLE {
                return None;
            }
        };
        // Secants through directions on either side, of which one that stays counts half (the Illinois rule).
        for _ in 0..MOST_SECANTS {
            if (far.0 - near.0).abs() <= FOUND || far.1 == 0.0 {
                break;
            }
            let angle = far.0 - far.1 * (far.0 - near.0) / (far.1 - near.1);
            let (found, _) = aside(angle)?;
            if found * far.1 < 0.0 {
                near = far;
            } else {
                near.1 *= 0.5;
            }
            let settled = found.abs() <= FOUND * size || angle == far.0;
            far = (angle, found);
            if settled {
                break;
            }
        }
        Some(-far.0)
    }

    /// P of every component and T, each with its slope, at the angle `aside` from the direction at which sliding ends.
    fn solutions(&self, end: Vector2<f64>, aside: f64) -> Option<Vec<(f64, f64)>> {
        let expansion = Expansion::about_end(self, end)?;
        let mut series: Vec<_> = (0..expansion.solutions()).map(|each| expansion.smooth(each)).collect();
        let (mut at, mut most) = (0.0, f64::INFINITY);
        loop {
            let left: f64 = aside - at;
            let mut way = left.abs().min(most).copysign(aside);
            let found = loop {
                if way != left && way.abs() < LEAST_WAY {
                    return None;
                }
                let found: Option<Vec<_>> = series.iter().map(|y| evaluate(y, way)).collect();
                match found {
                    Some(found) => break found,
                    None => way *= SHORTER,
                }
            };
            if way == left {
                return Some(found);
            }
            at += way;
            let expansion = Expansion::about(self, turned(end, at))?;
            most = MOST_DECAY * (expansion.aside[0] / expansion.along[0]).abs();
            let values = found.iter().enumerate();
            series = values.map(|(each, &(value, _))| expansion.continued(each, value)).collect();
        }
    }

    /// F(θ), by component.
    fn forces(&self, direction: Vector2<f64>) -> Option<Vec<f64>> {
        let (mut forces, holds) = self.given(direction);
        if let Some(matrix) = self.matrix(&holds)? {
            self.hold(&mut forces, &holds, &matrix)?;
        }
        Some(forces)
    }

    /// F in powers of θ − θ*, where û is `directions`.
    fn forces_about(&self, directions: &[Vector2<f64>; ORDERS]) -> Option<Vec<Vec<f64>>> {
        let (mut given, holds) = self.given(directions[0]);
        let matrix = self.matrix(&holds)?;
        let member = &self.step.members[self.stopping];
        let place = 3 * member.contact;
        // A closed contact that slips: what holds it turns, too.
        let own = holds.iter().position(|hold| hold.contact == member.contact);
        let mut loads: Vec<f64> = Vec::with_capacity(ORDERS);
        let mut all = Vec::with_capacity(ORDERS);
        for order in 0..ORDERS {
            if order > 0 {
                given.fill(0.0);
                let pressed: f64 = match own {
                    Some(_) => 0.0,
                    None => self.sample().force[NORMAL],
                };
                let mut friction = directions[order] * -(member.mu * pressed);
                for (load, direction) in loads.iter().rev().zip(&directions[1..]) {
                    friction -= direction * (member.mu * load);
                }
                given[place] = friction.x;
                given[place + 1] = friction.y;
            }
            let mut forces = given.clone();
            if let Some(matrix) = &matrix {
                let held = self.hold(&mut forces, &holds, matrix)?;
                loads.extend(own.map(|own| held[own]));
            }
            all.push(forces);
        }
        Some(all)
    }

    /// The forces that are given, by component, and what is to be held.
    fn given(&self, direction: Vector2<f64>) -> (Vec<f64>, Vec<Hold>) {
        let mut forces = vec![0.0; 3 * self.problem.coupling.len()];
        let mut holds = Vec::new();
        for ((number, member), sample) in self.step.members.iter().enumerate().zip(self.samples) {
            let along = if number == self.stopping { direction } else { sample.direction };
            let given = holds_of(member, sample, along, &mut holds);
            forces[3 * member.contact..3 * member.contact + 3].copy_from_slice(given.as_slice());
        }
        (forces, holds)
    }

    /// Nothing if there is nothing to hold; none if loads depend on each other.
    fn matrix(&self, holds: &[Hold]) -> Option<Option<FullPivLU<f64, Dyn, Dyn>>> {
        if holds.is_empty() { Some(None) } else { hold_together(holds, self.problem).map(Some) }
    }

    /// Adds what keeps contacts at rest under `forces`.
    fn hold(
        &self,
        forces: &mut [f64],
        holds: &[Hold],
        matrix: &FullPivLU<f64, Dyn, Dyn>,
    ) -> Option<DVector<f64>> {
        let right = DVector::from_fn(holds.len(), |row, _| {
            -holds[row].axis.dot(&self.acceleration(holds[row].contact, forces))
        });
        let loads = matrix.solve(&right)?;
        for (hold, size) in holds.iter().zip(loads.iter()) {
            (0..3).for_each(|axis| forces[3 * hold.contact + axis] += hold.load[axis] * size);
        }
        Some(loads)
    }

    fn acceleration(&self, contact: usize, forces: &[f64]) -> Vector3<f64> {
        let row = self.problem.coupling.block_row(contact);
        row.map(|(j, w)| w * Vector3::from_column_slice(&forces[3 * j..3 * j + 3])).sum()
    }
}
