//! From collision to collision.

use std::convert::Infallible;
use std::f64::consts::FRAC_PI_2;
use std::ops::{ControlFlow, RangeInclusive};

use super::collision::{Refused, collide};
use super::course::{Arc, Collision, CradleCourse, CradleLedger};
use super::error::CradleError;
use super::gap::{Gap, Neighbours};
use super::pendulum::{Pendulum, PendulumState, Swing};
use super::row::{Cradle, Until};
use crate::follow::{Motion, Stop, follow};
use crate::history::Ending;
use crate::progress::Watch;

/// Most collisions of a course: a bound on work, far above what a row with e < 1 needs to swing together.
const MOST_COLLISIONS: usize = 100_000;

/// How long to look for a meeting, in units of 1/Ω. The difference of two angles is drawn back to zero as a pendulum is, within about one period, and the
/// longest period below a right angle is 7.4/Ω; this is more than eight of them.
const LONGEST_WAIT: f64 = 64.0;

pub(crate) struct Simulation<'a> {
    cradle: &'a Cradle,
    pendulum: Pendulum,
    now: f64,
    arcs: Vec<Vec<Arc>>,
    collisions: Vec<Collision>,
    ledger: CradleLedger,
}

impl Motion for Simulation<'_> {
    /// The left one of two balls that meet.
    type Next = usize;
    type Reason = Infallible;
    type Error = CradleError;

    fn next(&self, until: f64) -> Option<(f64, usize)> {
        self.next_meeting(until)
    }

    fn happen(&mut self, time: f64, left: usize) -> Result<ControlFlow<Infallible>, CradleError> {
        self.now = time;
        self.collide(left)?;
        Ok(ControlFlow::Continue(()))
    }

    fn events(&self) -> usize {
        self.collisions.len()
    }
}

impl<'a> Simulation<'a> {
    pub(crate) fn new(cradle: &'a Cradle) -> Self {
        let arc = |&angle: &f64| vec![Arc { start: 0.0, state: PendulumState { angle, rate: 0.0 } }];
        let mut simulation = Self {
            cradle,
            pendulum: cradle.pendulum(),
            now: 0.0,
            arcs: cradle.angles.iter().map(arc).collect(),
            collisions: Vec::new(),
            ledger: CradleLedger::default(),
        };
        simulation.ledger.before = simulation.energy(0.0);
        simulation
    }

    pub(crate) fn run(mut self, until: Until, watch: Watch) -> Result<CradleCourse, CradleError> {
        let (end, most) = match until {
            Until::Time(time) => (time, MOST_COLLISIONS),
            Until::Collisions(count) => (f64::INFINITY, count.min(MOST_COLLISIONS)),
            Until::Together => (f64::INFINITY, MOST_COLLISIONS),
        };
        let stop = follow(&mut self, end, most, watch)?;
        let now = self.now;
        let (end, ending) = match (stop, until) {
            (Stop::NothingNext, Until::Time(time)) => (time, Ending::TimeReached),
            (Stop::NothingNext, Until::Collisions(_) | Until::Together) => {
                (now, Ending::Together { since: now })
            }
            (Stop::Spent | Stop::Seen, Until::Collisions(count)) if count <= most => {
                (now, Ending::CollisionsReached)
            }
            (Stop::Spent | Stop::Seen, _) => (now, Ending::TooManyEvents { time: now }),
        };
        Ok(self.finish(end, ending))
    }

    /// When the next collision is, if before `end`, and the left one of two balls that meet there.
    fn next_meeting(&self, end: f64) -> Option<(f64, usize)> {
        let states = self.states(self.now);
        let amplitude = self.amplitude(&states);
        let mut wait = (end - self.now).min(LONGEST_WAIT / self.pendulum.frequency);
        let mut first = None;
        for (left, pair) in states.windows(2).enumerate() {
            let states = [pair[0], pair[1]];
            let gap = Gap::between(states[0], states[1], self.pendulum.frequency, amplitude);
            let neighbours = Neighbours { states, gap, amplitude };
            if let Some(sooner) = neighbours.wait(&self.pendulum, wait)
                && (first.is_none() || sooner < wait)
            {
                (wait, first) = (sooner, Some(left));
            }
        }
        first.map(|left| (self.now + wait, left))
    }

    fn states(&self, time: f64) -> Vec<PendulumState> {
        let state = |arcs: &Vec<Arc>| {
            let arc = arcs[arcs.len() - 1];
            self.pendulum.advance(arc.state, time - arc.start)
        };
        self.arcs.iter().map(state).collect()
    }

    /// Largest amplitude in the row, in radians.
    fn amplitude(&self, states: &[PendulumState]) -> f64 {
        states.iter().filter_map(|&state| self.pendulum.amplitude(state)).fold(0.0, f64::max)
    }

    fn energy(&self, time: f64) -> f64 {
        let unit = self.cradle.gravity * self.cradle.length;
        let states = self.states(time).into_iter().zip(&self.cradle.balls);
        states.map(|(state, ball)| ball.mass * unit * self.pendulum.energy(state)).sum()
    }

    /// Collides all balls that touch around the pair that meets.
    fn collide(&mut self, left: usize) -> Result<(), CradleError> {
        let states = self.states(self.now);
        let range = self.cluster(&states, left);
        let cluster = &states[range.clone()];
        let speeds: Vec<f64> = cluster.iter().map(|state| state.rate * self.cradle.length).collect();
        let outcome = collide(self.cradle, *range.start(), &speeds).map_err(|refused| match refused {
            Refused::Input(error) => error.into(),
            Refused::Solve(source) => CradleError::Collision { time: self.now, source },
        })?;
        // They touch: their angle is one.
        let angle = cluster.iter().map(|state| state.angle).sum::<f64>() / cluster.len() as f64;
        let after = self.made_alike(&range, &outcome.speeds, self.amplitude(&states));
        for (ball, &speed) in range.clone().zip(&after) {
            let state = PendulumState { angle, rate: speed / self.cradle.length };
            self.check_string(ball, state)?;
            self.arcs[ball].push(Arc { start: self.now, state });
        }
        self.ledger.lost_in_restitution += outcome.lost;
        self.collisions.push(Collision {
            time: self.now,
            balls: range,
            velocities_before: speeds,
            velocities_after: after,
            impulses: outcome.impulses,
            lost: outcome.lost,
        });
        Ok(())
    }

    /// All balls joined to the one at `left` and its right neighbour by closed gaps.
    fn cluster(&self, states: &[PendulumState], left: usize) -> RangeInclusive<usize> {
        let amplitude = self.amplitude(states);
        let closed = |left: usize| {
            Gap::between(states[left], states[left + 1], self.pendulum.frequency, amplitude).is_closed()
        };
        let first = (0..left).rev().take_while(|&pair| closed(pair)).last().unwrap_or(left);
        let last = (left + 1..states.len() - 1).take_while(|&pair| closed(pair)).last().unwrap_or(left);
        first..=last + 1
    }

    /// The speeds after a collision, with those that differ by rounding made equal at the same momentum: such balls swing together from here on, to
    /// the last bit. No contact approaches after an impact; what still does is rounding, too.
    fn made_alike(&self, range: &RangeInclusive<usize>, speeds: &[f64], amplitude: f64) -> Vec<f64> {
        let per_length = 1.0 / self.cradle.length;
        let at_rate = |speed: f64| PendulumState { angle: 0.0, rate: speed * per_length };
        let alike = |pair: &[f64]| {
            let gap = Gap::between(at_rate(pair[0]), at_rate(pair[1]), self.pendulum.frequency, amplitude);
            gap.swings_together() || gap.opening < 0.0
        };
        let mut joined = Vec::with_capacity(speeds.len());
        while joined.len() < speeds.len() {
            let from = joined.len();
            let more = speeds[from..].windows(2).take_while(|pair| alike(pair)).count();
            let group = from..=from + more;
            let masses = group.clone().map(|ball| self.cradle.balls[range.start() + ball].mass);
            let (mass, momentum) = masses
                .zip(&speeds[group])
                .fold((0.0, 0.0), |(mass, momentum), (m, v)| (mass + m, momentum + m * v));
            joined.extend(std::iter::repeat_n(
                if more == 0 { speeds[from] } else { momentum / mass },
                more + 1,
            ));
        }
        joined
    }

    fn check_string(&self, ball: usize, state: PendulumState) -> Result<(), CradleError> {
        match (self.pendulum.swing, self.pendulum.amplitude(state)) {
            (Swing::SmallAngle, _) => Ok(()),
            (Swing::TrueAngle, Some(amplitude)) if amplitude < FRAC_PI_2 => Ok(()),
            (Swing::TrueAngle, _) => Err(CradleError::SlackString { ball, time: self.now }),
        }
    }

    fn finish(mut self, end: f64, ending: Ending) -> CradleCourse {
        self.ledger.after = self.energy(end);
        CradleCourse {
            collisions: self.collisions,
            ledger: self.ledger,
            ending,
            end,
            arcs: self.arcs,
            pendulum: self.pendulum,
            length: self.cradle.length,
            cradle: self.cradle.clone(),
        }
    }
}
