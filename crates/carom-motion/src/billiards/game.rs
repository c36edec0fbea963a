//! A shot from event to event.

use std::convert::Infallible;
use std::ops::ControlFlow;

use carom::Outcome;
use nalgebra::Vector3;

use super::ball::{Ball, BallState, State};
use super::cloth::{Change, NaturalEnd, Phase, Piece, Travel, Twist};
use super::cluster::Scene;
use super::collision::Struck;
use super::derivative::{ShotDerivatives, Tangent, Trigger};
use super::detection::Next;
use super::error::ShotError;
use super::event::{Collision, Exit, ShotEvent, ShotEventKind};
use super::guard::TOUCHING;
use super::ledger::ShotLedger;
use super::schedule::{Due, Schedule};
use super::shot::{Shot, Until};
use super::table::Table;
use super::trajectory::Trajectory;
use crate::encounter::{Encounter, Lookout};
use crate::follow::{Motion, Stop, follow};
use crate::history::Ending;
use crate::progress::Watch;

/// Most events of a shot. A break of fifteen balls has some hundreds; a ball held against a cushion by its spin bounces a
/// thousand times a second for as long as it slides.
pub const MOST_EVENTS: usize = 20_000;

/// A shot being played.
pub(super) struct Game<'a> {
    pub(super) table: &'a Table,
    pub(super) balls: Vec<Ball>,
    /// The present piece of each ball.
    pub(super) pieces: Vec<Piece>,
    trajectories: Vec<Trajectory>,
    schedule: Schedule,
    events: Vec<ShotEvent>,
    pub(super) ledger: ShotLedger,
    pub(super) now: f64,
    lookout: Option<Lookout>,
    /// What varies beside it, if derivatives are wanted.
    pub(super) tangent: Option<Tangent>,
}

impl Motion for Game<'_> {
    type Next = Due;
    type Reason = Infallible;
    type Error = ShotError;

    fn next(&self, until: f64) -> Option<(f64, Due)> {
        let (time, due) = self.schedule.earliest().filter(|&(time, _)| time <= until)?;
        Some((time.max(self.now), due))
    }

    fn happen(&mut self, time: f64, due: Due) -> Result<ControlFlow<Infallible>, ShotError> {
        self.now = time;
        match due {
            Due::Pair(a, b) => self.collide(&[a, b], Trigger::Meeting)?,
            Due::Twist(ball, end) => self.end_twist(ball, end),
            Due::Ball(ball, Next::Cushion) => self.collide(&[ball], Trigger::Meeting)?,
            Due::Ball(ball, Next::Lands) => self.land(ball)?,
            Due::Ball(ball, Next::Ends(end)) => self.end_travel(ball, end),
            Due::Ball(ball, Next::Pocket(pocket)) => self.remove(ball, Exit::Pocket(pocket)),
            Due::Ball(ball, Next::OverTheEdge) => self.remove(ball, Exit::OverTheEdge),
            Due::Ball(_, Next::Nothing) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn events(&self) -> usize {
        self.events.len()
    }

    fn lookout(&self) -> Option<&Lookout> {
        self.lookout.as_ref()
    }
}

impl<'a> Game<'a> {
    pub(super) fn new(table: &'a Table, start: &[BallState], lookout: Option<Lookout>) -> Self {
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
        let (now, tangent) = (0.0, None);
        let mut game =
            Self { table, balls, pieces, trajectories, schedule, events, ledger, now, lookout, tangent };
        game.ledger.before = (0..start.len()).map(|i| game.energy(i, &start[i].state)).sum();
        game
    }

    pub(super) fn play(&mut self, until: Until, watch: Watch) -> Result<(), ShotError> {
        let end = match until {
            Until::Rest => f64::INFINITY,
            Until::Time(time) => time,
        };
        match (follow(self, end, MOST_EVENTS, watch)?, self.next(end)) {
            (Stop::Spent, Some((time, _))) => {
                Err(ShotError::TooManyEvents { time, events: self.events.len() })
            }
            (Stop::Spent | Stop::NothingNext | Stop::Seen, _) => Ok(()),
        }
    }

    /// Whether nothing happens any more: balls are out, or lie still; on a cloth that lets them they may spin on the spot for ever.
    fn is_at_rest(&self) -> bool {
        self.pieces.iter().all(|piece| {
            let Phase { travel, twist } = piece.phase();
            let spins = match twist {
                Twist::Free => false,
                Twist::Slowing => self.table.cloth.spin_friction > 0.0,
            };
            matches!(travel, Travel::Still | Travel::Out) && !spins
        })
    }

    /// Mechanical energy of a ball, in joules.
    fn energy(&self, ball: usize, state: &State) -> f64 {
        let Self { balls, table, .. } = self;
        let height = state.position.z - balls[ball].radius();
        balls[ball].kinetic_energy(state) + balls[ball].mass() * table.cloth.gravity * height
    }

    pub(super) fn state(&self, ball: usize) -> State {
        let piece = &self.pieces[ball];
        piece.at(self.now - piece.start())
    }

    fn record(&mut self, kind: ShotEventKind) {
        self.events.push(ShotEvent { time: self.now, kind });
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
        self.record(ShotEventKind::Ends { ball, change: end.change });
        self.continue_after(ball, end);
        self.update(&[ball]);
    }

    fn end_twist(&mut self, ball: usize, end: NaturalEnd) {
        self.record(ShotEventKind::Ends { ball, change: end.change });
        self.continue_after(ball, end);
        self.schedule.twist_ended(ball, self.pieces[ball].travel_end(&self.table.cloth));
    }

    fn continue_after(&mut self, ball: usize, end: NaturalEnd) {
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let piece = self.pieces[ball];
        let state = piece.at_end(end, &spec);
        let phase = piece.phase().after(end.change, &spec, &state).unwrap_or(piece.phase());
        let next = piece.continued(self.now, phase, state, &spec, &cloth);
        if let Some(tangent) = &mut self.tangent {
            tangent.end(self.table, &spec, ball, end.change, [&piece, &next]);
        }
        self.replace(ball, end.after, next);
    }

    fn remove(&mut self, ball: usize, exit: Exit) {
        self.record(ShotEventKind::Leaves { ball, exit });
        let state = self.state(ball);
        let energy = self.energy(ball, &state);
        match exit {
            Exit::Pocket(_) => self.ledger.pocketed += energy,
            Exit::OverTheEdge => self.ledger.left_table += energy,
        }
        let still = Vector3::zeros();
        let gone = State { position: state.position, velocity: still, angular_velocity: still };
        let piece = Piece::new(self.now, Phase::OUT, gone, &self.balls[ball], &self.table.cloth);
        if let Some(tangent) = &mut self.tangent {
            tangent.remove(ball);
        }
        self.replace(ball, self.now - self.pieces[ball].start(), piece);
        self.update(&[ball]);
    }

    /// A ball comes down: on the bed, into a pocket or on a rail.
    fn land(&mut self, ball: usize) -> Result<(), ShotError> {
        let place = self.state(ball).position.xy();
        let pockets = self.table.outline.pockets();
        let below = pockets.iter().position(|pocket| (place - pocket.centre).norm() < pocket.radius);
        let on_rail = self.table.outline.cushions().iter().any(|cushion| cushion.is_over(place));
        match below {
            Some(pocket) => self.remove(ball, Exit::Pocket(pocket)),
            None if on_rail => self.remove(ball, Exit::OverTheEdge),
            None => self.collide(&[ball], Trigger::Landing)?,
        }
        Ok(())
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

    fn collide(&mut self, seeds: &[usize], trigger: Trigger) -> Result<(), ShotError> {
        let states = self.states();
        let scene = Scene { table: self.table, balls: &self.balls, states: &states };
        let struck = scene.strike(seeds, self.now)?;
        if let Some(lookout) = &mut self.lookout {
            let Struck { cluster, impact, .. } = &struck;
            let (time, bodies) = (self.now, cluster.balls.clone());
            lookout.look(self.events.len(), || Encounter { time, bodies, impact: impact.clone() });
        }
        let mut tangent = self.tangent.take();
        let mut varied = None;
        if let Some(tangent) = &mut tangent {
            varied =
                Some(tangent.strike(&scene, &struck.cluster, (trigger, seeds), &self.pieces, self.now)?);
        }
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
        let is_pressed = self.keep_apart(&struck, &mut changed);
        if let (Some(tangent), Some(varied)) = (&mut tangent, &varied) {
            for &ball in &changed {
                tangent.go_on(varied, self.table, &self.balls[ball], ball, &self.pieces[ball]);
            }
            if is_pressed {
                tangent.note_pressed(changed.clone(), self.now);
            }
        }
        self.tangent = tangent;
        for &ball in &changed {
            self.trajectories[ball].push(self.pieces[ball]);
        }
        self.update(&changed);
        self.record(ShotEventKind::Collides(described(struck, changed)));
        Ok(())
    }

    /// Sets a ball in motion after an impact; its piece is recorded once contacts are settled.
    pub(super) fn go_on(&mut self, ball: usize, after: State) {
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let piece = self.pieces[ball];
        self.ledger.rub(piece.rubbed(self.now - piece.start(), &spec, &cloth));
        let phase = piece.phase().after(Change::Struck, &spec, &after).unwrap_or(piece.phase());
        self.pieces[ball] = Piece::new(self.now, phase, after, &spec, &cloth);
    }

    /// The impact that was looked for, if it came.
    pub(super) fn encounter(self) -> Option<Encounter> {
        self.lookout.and_then(|lookout| lookout.found(self.events.len()))
    }

    /// When it ends, in seconds.
    fn end(&self, until: Until) -> f64 {
        match until {
            Until::Rest => self.now,
            Until::Time(time) if self.schedule.earliest().is_some() => time.max(self.now),
            Until::Time(_) => self.now,
        }
    }

    /// What varied beside it, with ball i called `order[i]`; nothing if derivatives were not wanted.
    pub(super) fn derivatives(&mut self, until: Until, order: &[usize]) -> Option<ShotDerivatives> {
        let (end, rests) = (self.end(until), self.schedule.earliest().is_none());
        self.tangent.take().map(|tangent| tangent.finish(&self.pieces, end, rests, order))
    }

    pub(super) fn finish(mut self, until: Until) -> Shot {
        let end = self.end(until);
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
        let ending = if self.is_at_rest() { Ending::Quiet { since: end } } else { Ending::TimeReached };
        let Self { balls, trajectories, events, ledger, .. } = self;
        Shot { balls, trajectories, events, ledger, end, ending }
    }
}

/// What to tell of an impact: the balls whose motion changed, and the contacts that carried something.
fn described(struck: Struck, mut balls: Vec<usize>) -> Collision {
    let Struck { cluster, outcome, .. } = struck;
    balls.sort_unstable();
    let mut contacts = outcome.contacts.iter();
    let mut acted = || contacts.next().is_some_and(|contact| contact.normal_impulse > 0.0);
    let pairs = cluster.pairs.iter().filter(|_| acted()).map(|pair| pair.balls).collect();
    let cushions =
        cluster.cushions.iter().filter(|_| acted()).map(|touch| (touch.ball, touch.cushion)).collect();
    let on_bed = cluster.bed.iter().filter(|_| acted()).map(|&(ball, _)| ball).collect();
    let Outcome { energy, duration, expansions, .. } = outcome;
    Collision { balls, pairs, cushions, on_bed, energy, duration, expansions }
}
