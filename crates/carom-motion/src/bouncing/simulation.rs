//! From event to event.

use std::ops::ControlFlow;

use carom::Outcome;
use carom::derivative::Direction;
use nalgebra::Vector3;

use super::bounce::{Cluster, approaches};
use super::course::{FloorCourse, FloorEvent, FloorEventKind, Touch};
use super::derivative::{BouncingDerivatives, BouncingParameter, StruckChange, Tangent};
use super::error::BouncingError;
use super::ground::GroundedBall;
use super::ledger::FloorLedger;
use super::meeting::{Meeting, cluster};
use super::outlook::Next;
use super::participant::{Participant, Shape};
use super::piece::{Attitude, Piece, PieceKind};
use super::settling::{settle, settles};
use super::world::World;
use crate::encounter::{Encounter, Lookout};
use crate::flight::{Flight, RigidState};
use crate::follow::{Motion, Stop, follow};
use crate::history::Ending;
use crate::progress::Watch;
use crate::rounding::{ROUNDING, significant};

/// Most events of a course: a bound on work. A ball with e = 0.999 needs twenty thousand to come to rest.
const MOST_EVENTS: usize = 200_000;

/// Events in a row at one instant that a world of a few bodies may need; more are a contact that lasts.
const MOST_AT_ONCE: usize = 64;

pub(crate) struct Simulation<'a> {
    pub(super) world: &'a World,
    pub(super) now: f64,
    pub(super) pieces: Vec<Vec<Piece>>,
    /// When the current flight of a body with points ends on the plane, and with which point.
    pub(super) landings: Vec<Option<(f64, usize)>>,
    events: Vec<FloorEvent>,
    ledger: FloorLedger,
    /// What has happened so far, impacts without an impulse among it.
    passed: usize,
    /// Events since time last went on.
    at_once: usize,
    pub(super) lookout: Option<Lookout>,
    /// What derivatives are wanted of.
    tangent: Option<Tangent<'a>>,
}

/// What became of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Met {
    /// It has had its effect.
    Parted,
    /// The bodies press on each other without approaching.
    ForGood,
}

/// A contact that lasts.
pub(crate) struct Lasts(Meeting);

impl Motion for Simulation<'_> {
    type Next = Next;
    type Reason = Lasts;
    type Error = BouncingError;

    fn next(&self, until: f64) -> Option<(f64, Next)> {
        self.outlook(until)
    }

    fn happen(&mut self, time: f64, next: Next) -> Result<ControlFlow<Lasts>, BouncingError> {
        self.passed += 1;
        self.at_once = if time - self.now > ROUNDING * time { 0 } else { self.at_once + 1 };
        self.now = time;
        match next {
            Next::Ends(body) => self.end_piece(body)?,
            Next::Meets(contact) => {
                let too_often = self.at_once > MOST_AT_ONCE + 8 * self.pieces.len();
                if too_often || self.meet(contact)? == Met::ForGood {
                    return Ok(ControlFlow::Break(Lasts(contact)));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn events(&self) -> usize {
        self.events.len()
    }

    fn spent(&self) -> usize {
        self.passed
    }

    fn lookout(&self) -> Option<&Lookout> {
        self.lookout.as_ref()
    }
}

impl<'a> Simulation<'a> {
    pub(crate) fn new(world: &'a World) -> Result<Self, BouncingError> {
        let mut simulation = Self {
            world,
            now: 0.0,
            pieces: vec![Vec::new(); world.bodies.len()],
            landings: vec![None; world.bodies.len()],
            events: Vec::new(),
            ledger: FloorLedger::default(),
            passed: 0,
            at_once: 0,
            lookout: None,
            tangent: None,
        };
        for (number, body) in world.bodies.iter().enumerate() {
            check_above_floor(number, body)?;
            simulation.check_apart(number)?;
            simulation.ledger.before += body.energy(&body.start, world.gravity);
            let on_floor = body
                .radius()
                .is_some_and(|radius| significant(body.start.position.z - radius, radius) == 0.0);
            let at_rest = body.start.velocity.z == 0.0;
            simulation.go_on(number, body.start, on_floor && at_rest, body.start.velocity.norm())?;
        }
        Ok(simulation)
    }

    fn check_apart(&self, second: usize) -> Result<(), BouncingError> {
        let Some(radius) = self.world.bodies[second].radius() else { return Ok(()) };
        for (first, other) in self.world.bodies[..second].iter().enumerate() {
            let Some(reach) = other.radius().map(|other| other + radius) else { continue };
            let [a, b] = [other.start.position, self.world.bodies[second].start.position];
            let depth = significant(reach - (a - b).norm(), reach + a.norm() + b.norm());
            if depth > 0.0 {
                return Err(BouncingError::Overlap { first, second, depth });
            }
        }
        Ok(())
    }

    pub(crate) fn run(mut self, until: f64, watch: Watch) -> Result<FloorCourse, BouncingError> {
        let (end, ending) = self.follow(until, watch)?;
        Ok(self.finish(end, ending))
    }

    /// The course, and its derivatives along directions.
    pub(crate) fn run_with_derivatives(
        mut self,
        until: f64,
        directions: &[Direction<BouncingParameter>],
    ) -> Result<(FloorCourse, BouncingDerivatives), BouncingError> {
        self.tangent = Some(Tangent::new(self.world, directions, &self.current())?);
        let (end, ending) = self.follow(until, &mut |_| {})?;
        let found = match self.tangent.take() {
            Some(tangent) => tangent.finish(&self.current(), end, &ending)?,
            None => BouncingDerivatives::default(),
        };
        Ok((self.finish(end, ending), found))
    }

    /// The piece that each body is on.
    fn current(&self) -> Vec<&Piece> {
        (0..self.pieces.len()).map(|body| self.piece(body)).collect()
    }

    /// The impact of an event, by its number.
    pub(crate) fn encounter(mut self, until: f64, event: usize) -> Result<Option<Encounter>, BouncingError> {
        self.lookout = Some(Lookout::of(event));
        self.follow(until, &mut |_| {})?;
        Ok(self.lookout.and_then(|lookout| lookout.found(self.events.len())))
    }

    /// From event to event; says when and how it ended.
    fn follow(&mut self, until: f64, watch: Watch) -> Result<(f64, Ending), BouncingError> {
        let stop = follow(self, until, MOST_EVENTS, watch)?;
        let time = self.now;
        Ok(match stop {
            Stop::NothingNext if until.is_infinite() => (time, Ending::Quiet { since: time }),
            Stop::NothingNext => (until, Ending::TimeReached),
            Stop::Seen => (time, Ending::TimeReached),
            Stop::Said(Lasts(contact)) => (time, Ending::LastingContact { time, contact }),
            Stop::Spent => (time, Ending::TooManyEvents { time }),
        })
    }

    /// An impact over the cluster of a contact, or the beginning of a ball's last bounces.
    fn meet(&mut self, trigger: Meeting) -> Result<Met, BouncingError> {
        let (meetings, bodies) = cluster(trigger, &self.touching());
        let states: Vec<RigidState> =
            bodies.iter().map(|&body| self.landed(body, self.piece(body).at(self.now), &meetings)).collect();
        let alone = self.lone_ball(&meetings);
        if let (Some((body, radius)), [state]) = (alone, states.as_slice())
            && settles(&self.world.bodies[body], radius, -state.velocity.z, self.world.gravity, self.now)
        {
            self.settle(body, radius, state)?;
            return Ok(Met::Parted);
        }
        let at = Cluster { world: self.world, meetings: &meetings, bodies: &bodies, states: &states };
        let impact = at.impact()?;
        if alone.is_none() && !approaches(&impact) {
            return Ok(Met::ForGood);
        }
        let outcome = impact.solve().map_err(|source| BouncingError::Impact { time: self.now, source })?;
        let struck = match self.tangent.take() {
            Some(mut tangent) => {
                let pieces: Vec<&Piece> = bodies.iter().map(|&body| self.piece(body)).collect();
                let struck = tangent.strike(&at, &impact, &trigger, &pieces, self.now)?;
                self.tangent = Some(tangent);
                Some(struck)
            }
            None => None,
        };
        if let Some(lookout) = &mut self.lookout {
            lookout.look(self.events.len(), || Encounter { time: self.now, bodies: bodies.clone(), impact });
        }
        let events = self.events.len();
        self.record(&meetings, &outcome);
        if let (true, Some(tangent), Some(struck)) = (self.events.len() > events, &mut self.tangent, &struck)
        {
            tangent.note_event(struck);
        }
        self.part(&meetings, &bodies, &states, &outcome)?;
        if let Some(struck) = &struck {
            self.go_on_changed(struck, &bodies)?;
        }
        Ok(Met::Parted)
    }

    /// Carries derivatives on with the bodies of an impact.
    fn go_on_changed(&mut self, struck: &StruckChange, bodies: &[usize]) -> Result<(), BouncingError> {
        if let Some(mut tangent) = self.tangent.take() {
            for &body in bodies {
                tangent.go_on(struck, bodies, body, self.piece(body))?;
            }
            self.tangent = Some(tangent);
        }
        Ok(())
    }

    /// The ball, with its radius, that meets the plane and nothing else.
    fn lone_ball(&self, meetings: &[Meeting]) -> Option<(usize, f64)> {
        match *meetings {
            [Meeting::Floor { body, .. }] => self.world.bodies[body].radius().map(|radius| (body, radius)),
            _ => None,
        }
    }

    /// Enters an impact in the books.
    fn record(&mut self, meetings: &[Meeting], outcome: &Outcome) {
        self.ledger.lost_in_restitution += outcome.energy.lost_in_restitution;
        self.ledger.lost_in_impact_friction += outcome.energy.lost_in_friction;
        let touches = meetings.iter().zip(&outcome.contacts);
        let contacts: Vec<Touch> =
            touches.map(|(&contact, at)| Touch { contact, impulse: at.impulse }).collect();
        if contacts.iter().any(|touch| touch.impulse != Vector3::zeros()) {
            self.events.push(FloorEvent { time: self.now, kind: FloorEventKind::Impact { contacts } });
        }
    }

    /// The state of a body at an impact: a ball that meets the plane is exactly on it.
    fn landed(&self, body: usize, state: RigidState, meetings: &[Meeting]) -> RigidState {
        match self.world.bodies[body].radius() {
            Some(radius) if meetings.contains(&Meeting::Floor { body, point: 0 }) => {
                RigidState { position: Vector3::new(state.position.x, state.position.y, radius), ..state }
            }
            Some(_) | None => state,
        }
    }

    /// Sends the bodies of an impact on their ways.
    fn part(
        &mut self,
        meetings: &[Meeting],
        bodies: &[usize],
        states: &[RigidState],
        outcome: &Outcome,
    ) -> Result<(), BouncingError> {
        for ((&body, state), motion) in bodies.iter().zip(states).zip(&outcome.bodies) {
            let after = RigidState { velocity: motion.linear, angular_velocity: motion.angular, ..*state };
            let spins = state.angular_velocity.norm() + motion.angular.norm();
            let speeds = state.velocity.norm() + motion.linear.norm() + self.world.bodies[body].arm() * spins;
            let rises = significant(motion.linear.z, speeds) > 0.0;
            let on_floor = self.world.bodies[body].radius().is_some()
                && meetings.contains(&Meeting::Floor { body, point: 0 });
            self.close_piece(body);
            self.go_on(body, after, on_floor && !rises, speeds)?;
        }
        Ok(())
    }

    fn settle(&mut self, body: usize, radius: f64, landing: &RigidState) -> Result<(), BouncingError> {
        let participant = &self.world.bodies[body];
        let settled = settle(participant, radius, landing, self.world.gravity, self.world.model)
            .map_err(|error| error.at(self.now))?;
        self.ledger.lost_in_restitution += settled.lost_in_restitution;
        self.ledger.lost_in_impact_friction += settled.lost_in_friction;
        let flown = self.piece(body).clone();
        self.close_piece(body);
        let end = self.now + settled.duration;
        if end == self.now {
            self.events.push(FloorEvent { time: self.now, kind: FloorEventKind::Rests { body } });
            self.go_on(body, settled.state, true, landing.velocity.norm())?;
        } else {
            self.events.push(FloorEvent { time: self.now, kind: FloorEventKind::Settles { body } });
            let RigidState { position, velocity, angular_velocity, .. } = settled.state;
            let spin = [angular_velocity, Vector3::zeros()];
            self.pieces[body].push(Piece {
                kind: PieceKind::Settling,
                start: self.now,
                end,
                // As it will be in the end: what the bounces still do along the plane moves the ball by less than rounding.
                position: [position - velocity * settled.duration, velocity, Vector3::zeros()],
                attitude: Attitude::Driven { orientation: landing.orientation, spin },
                speeds: landing.velocity.norm(),
            });
        }
        if let Some(mut tangent) = self.tangent.take() {
            tangent.settle(body, landing, [&flown, self.piece(body)], end, self.now)?;
            self.tangent = Some(tangent);
        }
        Ok(())
    }

    /// Begins the piece that follows from a state, whose velocity comes from these speeds (metres per second).
    fn go_on(
        &mut self,
        body: usize,
        state: RigidState,
        on_floor: bool,
        speeds: f64,
    ) -> Result<(), BouncingError> {
        let participant = &self.world.bodies[body];
        let gravity = self.world.gravity;
        let piece = match participant.radius() {
            Some(radius) if on_floor => {
                let motion = GroundedBall::of(participant, radius).motion(&state, gravity);
                let attitude = Attitude::Driven { orientation: state.orientation, spin: motion.spin };
                let end = self.now + motion.duration;
                Piece { kind: motion.kind, start: self.now, end, position: motion.position, attitude, speeds }
            }
            Some(_) | None => {
                let flight = Flight::new(&participant.inertia, &state, Vector3::z() * -gravity)?;
                Piece::flight(&flight, self.now, speeds)
            }
        };
        self.pieces[body].push(piece);
        self.landings[body] = self.find_landing(body);
        Ok(())
    }

    /// Ends the current piece of a body now, and counts what it lost.
    fn close_piece(&mut self, body: usize) {
        self.ledger.lost_in_sliding += self.lost_in_sliding(body, self.now);
        let pieces = &mut self.pieces[body];
        if let Some(piece) = pieces.last_mut() {
            piece.end = self.now;
            if piece.start == self.now {
                pieces.pop();
            }
        }
    }

    fn lost_in_sliding(&self, body: usize, time: f64) -> f64 {
        let (piece, participant) = (self.piece(body), &self.world.bodies[body]);
        match (piece.kind, participant.radius()) {
            (PieceKind::Sliding, Some(radius)) => {
                let ball = GroundedBall::of(participant, radius);
                let slip = ball.slip(&piece.at(piece.start)).norm();
                ball.lost_in_sliding(slip, time - piece.start, self.world.gravity)
            }
            (PieceKind::Flight | PieceKind::Settling | PieceKind::Sliding | PieceKind::Rolling, _) => 0.0,
        }
    }

    /// The piece of a ball on the plane has come to its own end.
    fn end_piece(&mut self, body: usize) -> Result<(), BouncingError> {
        let (piece, participant) = (self.piece(body), &self.world.bodies[body]);
        let state = piece.at(self.now);
        let (state, kind) = match (piece.kind, participant.radius()) {
            (PieceKind::Sliding, Some(radius)) => {
                let ball = GroundedBall::of(participant, radius);
                (ball.with_slip(&state, Vector3::zeros()), FloorEventKind::Rolls { body })
            }
            (PieceKind::Flight | PieceKind::Settling | PieceKind::Sliding | PieceKind::Rolling, _) => {
                (state, FloorEventKind::Rests { body })
            }
        };
        let ended = piece.clone();
        self.events.push(FloorEvent { time: self.now, kind });
        self.close_piece(body);
        self.go_on(body, state, true, state.velocity.norm())?;
        if let Some(mut tangent) = self.tangent.take() {
            tangent.end(body, [&ended, self.piece(body)])?;
            self.tangent = Some(tangent);
        }
        Ok(())
    }

    fn finish(mut self, end: f64, ending: Ending) -> FloorCourse {
        for (body, participant) in self.world.bodies.iter().enumerate() {
            self.ledger.after += participant.energy(&self.piece(body).at(end), self.world.gravity);
            self.ledger.lost_in_sliding += self.lost_in_sliding(body, end);
        }
        FloorCourse { pieces: self.pieces, events: self.events, ledger: self.ledger, ending, end }
    }
}

fn check_above_floor(number: usize, body: &Participant) -> Result<(), BouncingError> {
    let (position, orientation) = (body.start.position, body.start.orientation);
    let (lowest, size) = match &body.shape {
        Shape::Ball { radius } => (position.z - radius, *radius),
        Shape::Points { points } => points.iter().fold((f64::INFINITY, 0.0), |(low, size), point| {
            (low.min(position.z + (orientation * point).z), point.norm().max(size))
        }),
    };
    let depth = -significant(lowest, size + position.norm());
    if depth > 0.0 { Err(BouncingError::BelowFloor { body: number, depth }) } else { Ok(()) }
}
