//! A whole shot, from event to event.

use nalgebra::Vector3;

use super::ball::{Ball, BallState, State};
use super::cloth::{Change, NaturalEnd, Phase, Piece, Travel};
use super::cluster::Scene;
use super::collision::Struck;
use super::cushion::{Cushion, reach_on_bed};
use super::detection::Next;
use super::error::ShotError;
use super::event::{Collision, Event, EventKind, Exit};
use super::guard::{Path, TOUCHING, approach, clearance};
use super::ledger::ShotLedger;
use super::schedule::{Due, Schedule, path};
use super::table::Table;
use super::trajectory::Trajectory;

/// Most events of a shot. A break of fifteen balls has some hundreds; a ball held against a cushion by its spin bounces a
/// thousand times a second for as long as it slides.
pub const MOST_EVENTS: usize = 100_000;

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
    pub events: Vec<Event>,
    /// Where the energy went.
    pub ledger: ShotLedger,
    /// When it ended, in seconds.
    pub end: f64,
}

impl Shot {
    /// State of a ball at a time (seconds), exact; after the end of the shot, as at its end.
    #[must_use]
    pub fn at(&self, ball: usize, time: f64) -> State {
        self.trajectories[ball].at(time.min(self.end))
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
            EventKind::Leaves { ball: left, exit } if left == ball => Some(exit),
            EventKind::Leaves { .. } | EventKind::Collides(_) | EventKind::Ends { .. } => None,
        })
    }
}

/// Plays a shot: balls on a table, until they rest or until a time.
///
/// The result does not depend on the order of the balls, to the last bit: inside, they are ordered by where they are.
pub fn simulate(table: &Table, balls: &[BallState], until: Until) -> Result<Shot, ShotError> {
    check(table, balls)?;
    let mut order: Vec<usize> = (0..balls.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |i: usize| {
            let Vector3 { data, .. } = balls[i].state.position;
            let [x, y, z] = data.0[0];
            [x, y.abs(), y, z]
        };
        key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let sorted: Vec<BallState> = order.iter().map(|&i| balls[i]).collect();
    let mut game = Game::new(table, &sorted);
    game.play(until).map_err(|error| renamed(error, &order))?;
    Ok(game.finish(until).reordered(&order))
}

/// Refuses balls that overlap each other, the bed or the cushions.
fn check(table: &Table, balls: &[BallState]) -> Result<(), ShotError> {
    for (i, BallState { ball, state }) in balls.iter().enumerate() {
        if !state.is_finite() {
            return Err(ShotError::NotFinite { ball: i });
        }
        let slack = TOUCHING * ball.radius();
        let mut depth = ball.radius() - state.position.z;
        for cushion in table.outline.cushions() {
            let touch = cushion.touch(ball, state.position, table.nose_height);
            depth = depth.max(touch.map_or(0.0, |touch| -touch.gap));
        }
        let beyond = state.position.xy().abs() - table.outline.edge();
        for pocket in table.outline.pockets() {
            depth = depth.max(pocket.radius - (state.position.xy() - pocket.centre).norm());
        }
        depth = depth.max(beyond.max());
        if depth > slack {
            return Err(ShotError::OutsideTable { ball: i, depth });
        }
        for (j, other) in balls[..i].iter().enumerate() {
            let distance = ball.radius() + other.ball.radius();
            let overlap = distance - (state.position - other.state.position).norm();
            if overlap > TOUCHING * distance {
                return Err(ShotError::Overlap { first: j, second: i, overlap });
            }
        }
    }
    Ok(())
}

/// An error that names balls as the caller does.
fn renamed(error: ShotError, order: &[usize]) -> ShotError {
    match error {
        ShotError::Impact { time, mut balls, source } => {
            balls.iter_mut().for_each(|ball| *ball = order[*ball]);
            balls.sort_unstable();
            ShotError::Impact { time, balls, source }
        }
        other => other,
    }
}

/// A shot being played.
struct Game<'a> {
    table: &'a Table,
    balls: Vec<Ball>,
    /// The present piece of each ball.
    pieces: Vec<Piece>,
    trajectories: Vec<Trajectory>,
    schedule: Schedule,
    events: Vec<Event>,
    ledger: ShotLedger,
    now: f64,
}

impl<'a> Game<'a> {
    fn new(table: &'a Table, start: &[BallState]) -> Self {
        let balls: Vec<Ball> = start.iter().map(|ball| ball.ball).collect();
        let first = |&BallState { ball, mut state }: &BallState| {
            if state.position.z - ball.radius() <= TOUCHING * ball.radius() {
                state.position.z = ball.radius();
            }
            Piece::new(0.0, Phase::of(&ball, &state), state, &ball, &table.cloth)
        };
        let pieces: Vec<Piece> = start.iter().map(first).collect();
        let trajectories = pieces.iter().map(|&piece| Trajectory::new(piece)).collect();
        let schedule = Schedule::new(table, &balls, &pieces, 0.0);
        let (events, ledger) = (Vec::new(), ShotLedger::default());
        let mut game = Self { table, balls, pieces, trajectories, schedule, events, ledger, now: 0.0 };
        game.ledger.before = (0..start.len()).map(|i| game.energy(i, &start[i].state)).sum();
        game
    }

    fn play(&mut self, until: Until) -> Result<(), ShotError> {
        let end = match until {
            Until::Rest => f64::INFINITY,
            Until::Time(time) => time,
        };
        while let Some((time, due)) = self.schedule.earliest().filter(|&(time, _)| time <= end) {
            if self.events.len() >= MOST_EVENTS {
                return Err(ShotError::TooManyEvents { time, events: self.events.len() });
            }
            self.now = time.max(self.now);
            match due {
                Due::Pair(a, b) => self.collide(&[a, b])?,
                Due::Twist(ball, end) => self.end_twist(ball, end),
                Due::Ball(ball, Next::Cushion) => self.collide(&[ball])?,
                Due::Ball(ball, Next::Lands) => self.land(ball)?,
                Due::Ball(ball, Next::Ends(end)) => self.end_travel(ball, end),
                Due::Ball(ball, Next::Pocket(pocket)) => self.remove(ball, Exit::Pocket(pocket)),
                Due::Ball(ball, Next::OverTheEdge) => self.remove(ball, Exit::OverTheEdge),
                Due::Ball(_, Next::Nothing) => {}
            }
        }
        Ok(())
    }

    /// Mechanical energy of a ball, in joules.
    fn energy(&self, ball: usize, state: &State) -> f64 {
        let Self { balls, table, .. } = self;
        let height = state.position.z - balls[ball].radius();
        balls[ball].kinetic_energy(state) + balls[ball].mass() * table.cloth.gravity * height
    }

    fn state(&self, ball: usize) -> State {
        let piece = &self.pieces[ball];
        piece.at(self.now - piece.start())
    }

    fn record(&mut self, kind: EventKind) {
        self.events.push(Event { time: self.now, kind });
    }

    /// Closes the piece of a ball after `elapsed` seconds and goes on with the next.
    fn replace(&mut self, ball: usize, elapsed: f64, next: Piece) {
        let rubbed = self.pieces[ball].rubbed(elapsed, &self.balls[ball], &self.table.cloth);
        self.ledger.rub(rubbed);
        self.pieces[ball] = next;
        self.trajectories[ball].push(next);
    }

    fn update(&mut self, changed: &[usize]) {
        self.schedule.update(self.table, &self.balls, &self.pieces, changed, self.now);
    }

    fn end_travel(&mut self, ball: usize, end: NaturalEnd) {
        self.record(EventKind::Ends { ball, change: end.change });
        self.continue_after(ball, end);
        self.update(&[ball]);
    }

    fn end_twist(&mut self, ball: usize, end: NaturalEnd) {
        self.record(EventKind::Ends { ball, change: end.change });
        self.continue_after(ball, end);
        self.schedule.twist_ended(ball, self.pieces[ball].travel_end(&self.table.cloth));
    }

    fn continue_after(&mut self, ball: usize, end: NaturalEnd) {
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let piece = self.pieces[ball];
        let state = piece.at_end(end, &spec);
        let phase = piece.phase().after(end.change, &spec, &state).unwrap_or(piece.phase());
        self.replace(ball, end.after, piece.continued(self.now, phase, state, &spec, &cloth));
    }

    fn remove(&mut self, ball: usize, exit: Exit) {
        self.record(EventKind::Leaves { ball, exit });
        let state = self.state(ball);
        let energy = self.energy(ball, &state);
        match exit {
            Exit::Pocket(_) => self.ledger.pocketed += energy,
            Exit::OverTheEdge => self.ledger.left_table += energy,
        }
        let still = Vector3::zeros();
        let gone = State { position: state.position, velocity: still, angular_velocity: still };
        let piece = Piece::new(self.now, Phase::OUT, gone, &self.balls[ball], &self.table.cloth);
        self.replace(ball, self.now - self.pieces[ball].start(), piece);
        self.update(&[ball]);
    }

    /// A ball comes down: on the bed, or where there is none, over a pocket.
    fn land(&mut self, ball: usize) -> Result<(), ShotError> {
        let place = self.state(ball).position.xy();
        let pockets = self.table.outline.pockets();
        let below = pockets.iter().position(|pocket| (place - pocket.centre).norm() < pocket.radius);
        match below {
            Some(pocket) => {
                self.remove(ball, Exit::Pocket(pocket));
                Ok(())
            }
            None => self.collide(&[ball]),
        }
    }

    /// The states of all balls in play; one that is at the bed to rounding is on it.
    fn states(&self) -> Vec<Option<State>> {
        let state = |ball: usize| {
            let mut state = self.state(ball);
            let radius = self.balls[ball].radius();
            if (state.position.z - radius).abs() <= TOUCHING * radius {
                state.position.z = radius;
            }
            (self.pieces[ball].phase().travel != Travel::Out).then_some(state)
        };
        (0..self.balls.len()).map(state).collect()
    }

    fn collide(&mut self, seeds: &[usize]) -> Result<(), ShotError> {
        let states = self.states();
        let scene = Scene { table: self.table, balls: &self.balls, states: &states };
        let struck = scene.strike(seeds, self.now)?;
        self.ledger.restitution += struck.outcome.energy.lost_in_restitution;
        self.ledger.impact_friction += struck.outcome.energy.lost_in_friction;
        self.ledger.swallowed += struck.swallowed;
        let mut changed = Vec::with_capacity(struck.cluster.balls.len());
        for (&ball, &after) in struck.cluster.balls.iter().zip(&struck.after) {
            let moved = states[ball].is_none_or(|before| before != after);
            if moved || seeds.contains(&ball) {
                self.go_on(ball, after);
                changed.push(ball);
            }
        }
        self.keep_apart(&struck, &mut changed);
        for &ball in &changed {
            self.trajectories[ball].push(self.pieces[ball]);
        }
        self.update(&changed);
        self.record(EventKind::Collides(described(struck)));
        Ok(())
    }

    /// Sets a ball in motion after an impact; its piece is recorded once contacts are settled.
    fn go_on(&mut self, ball: usize, after: State) {
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let piece = self.pieces[ball];
        self.ledger.rub(piece.rubbed(self.now - piece.start(), &spec, &cloth));
        let phase = piece.phase().after(Change::Struck, &spec, &after).unwrap_or(piece.phase());
        self.pieces[ball] = Piece::new(self.now, phase, after, &spec, &cloth);
    }

    /// Surfaces that touch and are pressed together part so as to meet again after the table's bounce time.
    fn keep_apart(&mut self, struck: &Struck, changed: &mut Vec<usize>) {
        for pair in struck.cluster.pairs.iter().filter(|pair| pair.gap == 0.0) {
            let [a, b] = pair.balls;
            let distance = self.balls[a].radius() + self.balls[b].radius();
            let (first, second) = (path(&self.pieces[a], self.now), path(&self.pieces[b], self.now));
            let guard = approach(&first, &second, distance);
            let per = 0.5 / distance;
            if let Some(push) = self.parting([guard[0], guard[1] * per, guard[2] * per]) {
                let normal = (first.position - second.position) / distance;
                let impulse = push / (1.0 / self.balls[a].mass() + 1.0 / self.balls[b].mass());
                self.push(a, normal * impulse, changed);
                self.push(b, -normal * impulse, changed);
            }
        }
        for touch in struck.cluster.cushions.iter().filter(|touch| touch.touch.gap == 0.0) {
            let ball = touch.ball;
            let path = path(&self.pieces[ball], self.now);
            let guard = self.growth(&path, ball, touch.cushion);
            if let Some(push) = self.parting(guard).filter(|_| path.velocity.z == 0.0) {
                let across = Vector3::new(touch.touch.normal.x, touch.touch.normal.y, 0.0).normalize();
                self.push(ball, across * (push * self.balls[ball].mass()), changed);
            }
        }
    }

    /// How the distance of a ball on the bed from a cushion that it touches grows: a parabola, at first.
    fn growth(&self, path: &Path, ball: usize, cushion: usize) -> [f64; 3] {
        let reach = reach_on_bed(&self.balls[ball], self.table.nose_height);
        match self.table.outline.cushions()[cushion] {
            Cushion::Straight { from, inward, .. } => clearance(path, inward, from, reach),
            Cushion::Jaw { centre, radius } => {
                let distance = radius + reach;
                let centre = Path::fixed(Vector3::new(centre.x, centre.y, 0.0));
                let [c0, c1, c2, ..] = approach(&path.flat(), &centre, distance);
                [c0, c1 * 0.5 / distance, c2 * 0.5 / distance]
            }
        }
    }

    /// The speed to add (m/s) to a contact whose gap grows as the given parabola, if it is pressed together.
    fn parting(&self, [_, speed, bend]: [f64; 3]) -> Option<f64> {
        let wanted = -bend * self.table.bounce_time;
        let pressed = speed < 0.0 || (bend < 0.0 && speed < 0.5 * wanted);
        pressed.then(|| wanted.max(0.0) - speed)
    }

    fn push(&mut self, ball: usize, impulse: Vector3<f64>, changed: &mut Vec<usize>) {
        if !changed.contains(&ball) {
            self.go_on(ball, self.state(ball));
            changed.push(ball);
        }
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let mut state = self.pieces[ball].state();
        let before = spec.kinetic_energy(&state);
        state.velocity += impulse / spec.mass();
        self.ledger.kept_apart += before - spec.kinetic_energy(&state);
        self.pieces[ball] = Piece::new(self.now, Phase::of(&spec, &state), state, &spec, &cloth);
    }

    fn finish(mut self, until: Until) -> Shot {
        let end = match until {
            Until::Rest => self.now,
            Until::Time(time) if self.schedule.earliest().is_some() => time.max(self.now),
            Until::Time(_) => self.now,
        };
        self.now = end;
        for ball in 0..self.balls.len() {
            let piece = &self.pieces[ball];
            self.ledger.rub(piece.rubbed(end - piece.start(), &self.balls[ball], &self.table.cloth));
            match piece.phase().travel {
                Travel::Out => {}
                Travel::Still | Travel::Sliding { .. } | Travel::Rolling { .. } | Travel::Airborne => {
                    self.ledger.after += self.energy(ball, &self.state(ball));
                }
            }
        }
        let Self { balls, trajectories, events, ledger, .. } = self;
        Shot { balls, trajectories, events, ledger, end }
    }
}

fn described(struck: Struck) -> Collision {
    let Struck { cluster, outcome, .. } = struck;
    Collision {
        pairs: cluster.pairs.iter().map(|pair| pair.balls).collect(),
        cushions: cluster.cushions.iter().map(|touch| (touch.ball, touch.cushion)).collect(),
        on_bed: cluster.bed.iter().map(|&(ball, _)| ball).collect(),
        balls: cluster.balls,
        energy: outcome.energy,
        duration: outcome.duration,
        expansions: outcome.expansions,
    }
}

impl Shot {
    /// The same shot with ball i called `order[i]`.
    fn reordered(mut self, order: &[usize]) -> Self {
        let name = |ball: &mut usize| *ball = order[*ball];
        for event in &mut self.events {
            match &mut event.kind {
                EventKind::Ends { ball, .. } | EventKind::Leaves { ball, .. } => name(ball),
                EventKind::Collides(collision) => {
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
