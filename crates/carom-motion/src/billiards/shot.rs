//! A shot that has been played.

use nalgebra::Vector3;

use super::ball::{Ball, BallState, State};
use super::event::{Exit, ShotEvent, ShotEventKind};
use super::ledger::ShotLedger;
use super::phase::Travel;
use super::table::Table;
use super::trajectory::Trajectory;
use crate::energy::Energy;
use crate::history::{Ending, History};

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Until {
    /// When every ball in play is at rest.
    Rest,
    /// At a time, in seconds, or at rest if that is earlier.
    Time(f64),
}

/// A shot that has been played.
#[derive(Debug, Clone, PartialEq)]
pub struct Shot {
    /// The balls.
    pub balls: Vec<Ball>,
    /// The motion of each.
    pub trajectories: Vec<Trajectory>,
    /// What happened, in order.
    pub events: Vec<ShotEvent>,
    /// Where the energy went.
    pub ledger: ShotLedger,
    /// When it ended, in seconds.
    pub end: f64,
    /// How it ended: all balls rest, or the time asked for was reached.
    pub ending: Ending,
}

impl History for Shot {
    fn bodies(&self) -> usize {
        self.balls.len()
    }

    fn position(&self, body: usize, time: f64) -> Vector3<f64> {
        self.at(body, time).position
    }

    fn velocity(&self, body: usize, time: f64) -> Vector3<f64> {
        self.at(body, time).velocity
    }

    fn instants(&self) -> Vec<f64> {
        self.events.iter().map(|event| event.time).collect()
    }

    fn end(&self) -> f64 {
        self.end
    }

    fn ending(&self) -> Ending {
        self.ending
    }
}

impl Shot {
    /// Events in the order in which they are told: by time, and where only rounding says which of several alike was first, by the
    /// numbers of their balls.
    #[must_use]
    pub fn events_as_told(&self) -> Vec<&ShotEvent> {
        super::event::as_told(&self.events)
    }

    /// State of a ball at a time (seconds), exact; after the end of the shot, as at its end.
    #[must_use]
    pub fn at(&self, ball: usize, time: f64) -> State {
        self.trajectories[ball].at(time.min(self.end))
    }

    /// Mechanical energy of the balls in play on their table at a time (seconds); heights are counted from where balls lie on the bed.
    #[must_use]
    pub fn energy(&self, table: &Table, time: f64) -> Energy {
        let time = time.min(self.end);
        let of_ball = |(i, ball): (usize, &Ball)| {
            if self.trajectories[i].phase(time).travel == Travel::Out {
                return Energy::default();
            }
            let state = self.at(i, time);
            Energy {
                translation: 0.5 * ball.mass() * state.velocity.norm_squared(),
                rotation: 0.5 * ball.moment() * state.angular_velocity.norm_squared(),
                height: ball.mass() * table.cloth.gravity * (state.position.z - ball.radius()),
            }
        };
        self.balls.iter().enumerate().map(of_ball).sum()
    }

    /// Every ball at the end of the shot.
    #[must_use]
    pub fn final_states(&self) -> Vec<BallState> {
        let state = |(i, &ball): (usize, &Ball)| BallState { ball, state: self.at(i, self.end) };
        self.balls.iter().enumerate().map(state).collect()
    }

    /// How a ball went out of play, if it did.
    #[must_use]
    pub fn exit(&self, ball: usize) -> Option<Exit> {
        self.events.iter().find_map(|event| match event.kind {
            ShotEventKind::Leaves { ball: left, exit } if left == ball => Some(exit),
            ShotEventKind::Leaves { .. } | ShotEventKind::Collides(_) | ShotEventKind::Ends { .. } => None,
        })
    }
}

impl Shot {
    /// The same shot with ball i called `order[i]`.
    pub(crate) fn reordered(mut self, order: &[usize]) -> Self {
        let name = |ball: &mut usize| *ball = order[*ball];
        for event in &mut self.events {
            match &mut event.kind {
                ShotEventKind::Ends { ball, .. } | ShotEventKind::Leaves { ball, .. } => name(ball),
                ShotEventKind::Collides(collision) => {
                    collision.balls.iter_mut().chain(&mut collision.on_bed).for_each(name);
                    collision.pairs.iter_mut().flatten().for_each(name);
                    collision.cushions.iter_mut().for_each(|(ball, _)| name(ball));
                    collision.balls.sort_unstable();
                    collision.pairs.iter_mut().for_each(|pair| pair.sort_unstable());
                }
            }
        }
        let mut slots: Vec<(usize, Ball, Trajectory)> = Vec::with_capacity(order.len());
        for ((&name, ball), trajectory) in order.iter().zip(self.balls).zip(self.trajectories) {
            slots.push((name, ball, trajectory));
        }
        slots.sort_unstable_by_key(|slot| slot.0);
        self.balls = slots.iter().map(|slot| slot.1).collect();
        self.trajectories = slots.into_iter().map(|slot| slot.2).collect();
        self
    }
}
