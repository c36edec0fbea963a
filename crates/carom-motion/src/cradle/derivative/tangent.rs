//! The variation of a course, from collision to collision: (N.10) and (N.11).

use std::ops::Range;

use carom::derivative::{Axis, Coefficient, Direction, KinkCause, LawParameter, Parameter};

use super::super::collision::impact;
use super::super::course::{Collision, CradleCourse};
use super::super::error::CradleError;
use super::super::pendulum::{Pendulum, PendulumState};
use super::super::row::Cradle;
use super::transfer::{PendulumChange, Transfer};
use super::{BallChange, CradleDerivatives, CradleParameter};
use crate::history::Ending;
use crate::kink::{Kinks, MotionKinkCause};

/// Differences of changes below this part of the largest change there was are none.
const ROUNDING: f64 = 1e-9;

/// What one direction changes about the cradle.
struct Changes {
    length: f64,
    frequency: f64,
    masses: Vec<f64>,
    restitutions: Vec<f64>,
    stiffnesses: Vec<f64>,
}

/// A ball since its last collision: when that was, how it left, and δ of that by direction, at that fixed time.
struct Swinging {
    start: f64,
    state: PendulumState,
    changes: Vec<PendulumChange>,
}

/// The variation of a course.
pub(super) struct Tangent<'a> {
    cradle: &'a Cradle,
    pendulum: Pendulum,
    changes: Vec<Changes>,
    balls: Vec<Swinging>,
    /// By collision and direction.
    shifts: Vec<Vec<f64>>,
    kinks: Kinks,
    /// By direction: the largest change of an angle, or of a rate over Ω, so far, in radians: rounding scales with it.
    sizes: Vec<f64>,
}

impl<'a> Tangent<'a> {
    pub fn new(cradle: &'a Cradle, directions: &[Direction<CradleParameter>]) -> Result<Self, CradleError> {
        let pendulum = cradle.pendulum();
        let (mut changes, mut starts) = (Vec::new(), Vec::new());
        for direction in directions {
            let (change, angles) = along(cradle, pendulum.frequency, direction)?;
            changes.push(change);
            starts.push(angles);
        }
        let ball = |(ball, &angle): (usize, &f64)| Swinging {
            start: 0.0,
            state: PendulumState { angle, rate: 0.0 },
            changes: starts.iter().map(|angles| PendulumChange { angle: angles[ball], rate: 0.0 }).collect(),
        };
        let balls = cradle.angles.iter().enumerate().map(ball).collect();
        let largest = |angles: &Vec<f64>| angles.iter().fold(0.0, |most: f64, angle| most.max(angle.abs()));
        let sizes = starts.iter().map(largest).collect();
        let (shifts, kinks) = (Vec::new(), Kinks::default());
        let mut this = Self { cradle, pendulum, changes, balls, shifts, kinks, sizes };
        this.note_parting(0..cradle.balls.len());
        Ok(this)
    }

    /// States of a ball at a time, and δ of it by direction.
    fn at(&self, ball: usize, time: f64) -> (PendulumState, Vec<PendulumChange>) {
        let Swinging { start, state, changes } = &self.balls[ball];
        let transfer = Transfer::over(&self.pendulum, *state, time - start);
        let of = |(before, along): (&PendulumChange, &Changes)| transfer.apply(*before, along.frequency);
        (self.pendulum.advance(*state, time - start), changes.iter().zip(&self.changes).map(of).collect())
    }

    /// Carries all through a collision.
    pub fn collide(&mut self, collision: &Collision) -> Result<(), CradleError> {
        let Collision { time, velocities_before, velocities_after, .. } = collision;
        let (time, first) = (*time, *collision.balls.start());
        let (states, before): (Vec<_>, Vec<_>) =
            collision.balls.clone().map(|ball| self.at(ball, time)).unzip();
        before.iter().for_each(|changes| self.measure(changes));
        let rates: Vec<f64> = states.iter().map(|state| state.rate).collect();
        let shifts: Vec<f64> = (0..self.changes.len())
            .map(|direction| self.shift(direction, time, first, &rates, &before))
            .collect();
        let after = self.differentiated(time, first, velocities_before, &before)?;
        let length = self.cradle.length;
        let angle = states.iter().map(|state| state.angle).sum::<f64>() / states.len() as f64;
        for (place, &speed) in velocities_after.iter().enumerate() {
            let rate = speed / length;
            let change = |direction: usize| {
                let jump = (rates[place] - rate) * shifts[direction];
                PendulumChange {
                    angle: before[place][direction].angle + jump, // (N.11)
                    rate: (after[direction][place] - rate * self.changes[direction].length) / length,
                }
            };
            let changes = (0..self.changes.len()).map(change).collect();
            self.balls[first + place] =
                Swinging { start: time, state: PendulumState { angle, rate }, changes };
        }
        for ball in first..first + velocities_after.len() {
            let changes = self.balls[ball].changes.clone();
            self.measure(&changes);
        }
        self.join(time, first, velocities_after);
        self.note_parting(first..first + velocities_after.len());
        self.shifts.push(shifts);
        Ok(())
    }

    /// Takes note of how large the changes of a ball are.
    fn measure(&mut self, changes: &[PendulumChange]) {
        for (size, change) in self.sizes.iter_mut().zip(changes) {
            *size = size.max(change.angle.abs()).max(change.rate.abs() / self.pendulum.frequency);
        }
    }

    /// δτ of a collision along a direction, (N.10); notes gaps that would close at another time.
    fn shift(
        &mut self,
        direction: usize,
        time: f64,
        first: usize,
        rates: &[f64],
        before: &[Vec<PendulumChange>],
    ) -> f64 {
        let gap = |left: usize| before[left + 1][direction].angle - before[left][direction].angle;
        let rate = |left: usize| rates[left + 1] - rates[left];
        let pairs = 0..rates.len().saturating_sub(1);
        let fastest = pairs.clone().min_by(|&a, &b| rate(a).total_cmp(&rate(b)));
        let Some(closing) = fastest.filter(|&left| rate(left) < 0.0) else {
            let balls: Vec<usize> = (first..first + rates.len()).collect();
            self.kinks.note(time, MotionKinkCause::Grazing, &balls, direction);
            return 0.0;
        };
        let shift = -gap(closing) / rate(closing);
        for left in pairs {
            if (gap(left) + rate(left) * shift).abs() > ROUNDING * self.sizes[direction] {
                let balls = [first + left, first + left + 1];
                self.kinks.note(time, MotionKinkCause::Coincidence, &balls, direction);
            }
        }
        shift
    }

    /// δ of the speeds along the arc after a collision, by direction and ball.
    fn differentiated(
        &mut self,
        time: f64,
        first: usize,
        speeds: &[f64],
        before: &[Vec<PendulumChange>],
    ) -> Result<Vec<Vec<f64>>, CradleError> {
        let direction = |direction: usize| {
            let along = &self.changes[direction];
            let mut parts = Vec::new();
            let mut add = |parameter: Parameter, amount: f64| {
                if amount != 0.0 {
                    parts.push((parameter, amount));
                }
            };
            for (body, speed) in speeds.iter().enumerate() {
                let by_rate = self.cradle.length * before[body][direction].rate;
                let by_length = along.length * speed / self.cradle.length;
                add(Parameter::Velocity { body, axis: Axis::X }, by_rate + by_length);
                add(Parameter::Mass { body }, along.masses[first + body]);
            }
            for contact in 0..speeds.len().saturating_sub(1) {
                let law = |coefficient| Parameter::Law(LawParameter { contact, coefficient });
                add(law(Coefficient::Restitution), along.restitutions[first + contact]);
                add(law(Coefficient::Stiffness), along.stiffnesses[first + contact]);
            }
            Direction(parts)
        };
        let directions: Vec<_> = (0..self.changes.len()).map(direction).collect();
        // The velocity that all balls share is none of the impact's: its derivatives are those of the speeds themselves.
        let (impact, _) = impact(self.cradle, first, speeds)?;
        let refused = |source| CradleError::Derivative { time, source };
        let (_, found) = impact.solve_with_derivatives(&directions).map_err(refused)?;
        // How long an impact lasts does not matter to a cradle.
        for kink in found.kinks().iter().filter(|kink| kink.cause != KinkCause::Tie) {
            let mut balls: Vec<usize> =
                kink.contacts.iter().flat_map(|left| [first + left, first + left + 1]).collect();
            balls.sort_unstable();
            balls.dedup();
            for &direction in &kink.columns {
                self.kinks.note(time, MotionKinkCause::Impact(kink.cause), &balls, direction);
            }
        }
        // Rows: six for each body, the first of which is its velocity along the row.
        let of = |direction: usize| {
            (0..speeds.len()).map(|body| found.matrix()[(6 * body, direction)]).collect::<Vec<f64>>()
        };
        Ok((0..self.changes.len()).map(of).collect())
    }

    /// Balls whose speeds were made one, since they differ by rounding, change by one speed; at the same momentum.
    fn join(&mut self, time: f64, first: usize, speeds: &[f64]) {
        let mut from = 0;
        while from < speeds.len() {
            let group =
                from..from + speeds[from..].iter().take_while(|&&speed| speed == speeds[from]).count();
            let balls = first + group.start..first + group.end;
            if group.len() > 1 {
                (0..self.changes.len()).for_each(|direction| self.join_along(time, balls.clone(), direction));
            }
            from = group.end;
        }
    }

    fn join_along(&mut self, time: f64, balls: Range<usize>, direction: usize) {
        let (mut mass, mut momentum) = (0.0, 0.0);
        for ball in balls.clone() {
            mass += self.cradle.balls[ball].mass;
            momentum += self.cradle.balls[ball].mass * self.balls[ball].changes[direction].rate;
        }
        let mean = momentum / mass;
        let rounding = ROUNDING * self.sizes[direction] * self.pendulum.frequency;
        let astray = |ball: usize| (self.balls[ball].changes[direction].rate - mean).abs() > rounding;
        if balls.clone().any(astray) {
            let names: Vec<usize> = balls.clone().collect();
            self.kinks.note(time, MotionKinkCause::Fading, &names, direction);
        }
        for ball in balls {
            self.balls[ball].changes[direction].rate = mean;
        }
    }

    /// Notes neighbours that touch and move alike, but would not otherwise.
    fn note_parting(&mut self, balls: Range<usize>) {
        for left in balls.start..balls.end.saturating_sub(1) {
            let [a, b] = [left, left + 1].map(|ball| &self.balls[ball]);
            if a.state != b.state || a.start != b.start {
                continue;
            }
            let time = a.start;
            let frequency = self.pendulum.frequency;
            let parting = |direction: &usize| {
                let [a, b] = [&a.changes[*direction], &b.changes[*direction]];
                let apart = (a.angle - b.angle).abs() + (a.rate - b.rate).abs() / frequency;
                apart > ROUNDING * self.sizes[*direction]
            };
            for direction in (0..self.changes.len()).filter(parting).collect::<Vec<_>>() {
                self.kinks.note(time, MotionKinkCause::AtRest, &[left, left + 1], direction);
            }
        }
    }

    /// What is to be told of the end.
    pub fn finish(self, course: &CradleCourse) -> CradleDerivatives {
        let directions = self.changes.len();
        let last = self.shifts.last();
        let end = match course.ending {
            Ending::TimeReached => Some(vec![0.0; directions]),
            Ending::CollisionsReached | Ending::TooManyEvents { .. } => {
                Some(last.cloned().unwrap_or_else(|| vec![0.0; directions]))
            }
            Ending::Together { .. } | Ending::Quiet { .. } | Ending::LastingContact { .. } => None,
        };
        let mut states = vec![Vec::with_capacity(self.balls.len()); directions];
        for ball in 0..self.balls.len() {
            let (state, changes) = self.at(ball, course.end);
            let acceleration = self.pendulum.acceleration(state.angle);
            for (direction, change) in changes.iter().enumerate() {
                let later = end.as_ref().map_or(0.0, |end| end[direction]);
                let rate = change.rate + acceleration * later;
                states[direction].push(BallChange {
                    angle: change.angle + state.rate * later,
                    speed: self.cradle.length * rate + self.changes[direction].length * state.rate,
                });
            }
        }
        CradleDerivatives { states, end, collisions: self.shifts, kinks: self.kinks.found() }
    }
}

/// What a direction changes about the cradle, and about the angles at the start.
fn along(
    cradle: &Cradle,
    frequency: f64,
    Direction(parts): &Direction<CradleParameter>,
) -> Result<(Changes, Vec<f64>), CradleError> {
    use CradleParameter as P;
    let (balls, pairs) = (cradle.balls.len(), cradle.surfaces.len());
    let mut angles = vec![0.0; balls];
    let mut changes = Changes {
        length: 0.0,
        frequency: 0.0,
        masses: vec![0.0; balls],
        restitutions: vec![0.0; pairs],
        stiffnesses: vec![0.0; pairs],
    };
    for &(parameter, amount) in parts {
        match parameter {
            P::Angle { ball } => *entry(&mut angles, "ball", ball)? += amount,
            P::Length => {
                changes.length += amount;
                changes.frequency -= 0.5 * frequency / cradle.length * amount;
            }
            P::Gravity => changes.frequency += 0.5 * frequency / cradle.gravity * amount,
            P::Mass { ball } => *entry(&mut changes.masses, "ball", ball)? += amount,
            P::Restitution { pair } => {
                *entry(&mut changes.restitutions, "pair of neighbours", pair)? += amount
            }
            P::Stiffness { pair } => *entry(&mut changes.stiffnesses, "pair of neighbours", pair)? += amount,
        }
    }
    Ok((changes, angles))
}

fn entry<'a>(all: &'a mut [f64], what: &'static str, number: usize) -> Result<&'a mut f64, CradleError> {
    all.get_mut(number).ok_or(CradleError::NoSuchParameter { what, number })
}
