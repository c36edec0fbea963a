//! The variation of a course, carried beside it: (B.11) and (B.12).

use carom::Impact;
use carom::derivative::{Direction, KinkCause, Parameter};
use nalgebra::Vector3;

use super::super::bounce::Cluster;
use super::super::error::BouncingError;
use super::super::meeting::Meeting;
use super::super::piece::{Piece, PieceKind};
use super::super::world::World;
use super::carry::{Mover, StateChange};
use super::contacts::{AtImpact, Gap};
use super::direction::{BouncingParameter, Changes};
use super::{BouncingDerivatives, SettledChange};
use crate::flight::RigidState;
use crate::history::Ending;
use crate::kink::{Kinks, MotionKinkCause};

/// Differences of changes below this part of the largest change there was are none, and what rounding may do to a change.
const ROUNDING: f64 = 1e-9;

/// The largest changes so far along a direction, in metres and metres per second: rounding scales with them.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    position: f64,
    velocity: f64,
}

/// The variation of a course.
pub(in super::super) struct Tangent<'a> {
    world: &'a World,
    changes: Vec<Changes>,
    sizes: Vec<Size>,
    /// By body and direction: δ at the start of the body's piece, at that fixed time.
    bodies: Vec<Vec<StateChange>>,
    /// By body and direction: when its last bounces are over.
    settled: Vec<Vec<f64>>,
    /// By event of the course.
    events: Vec<Vec<f64>>,
    /// Of the last thing that happened.
    last: Vec<f64>,
    kinks: Kinks,
}

/// What an impact does: by direction, when it comes, and by body of the cluster δ of the states just after it.
pub(in super::super) struct StruckChange {
    shifts: Vec<f64>,
    after: Vec<Vec<StateChange>>,
}

impl<'a> Tangent<'a> {
    pub fn new(
        world: &'a World,
        directions: &[Direction<BouncingParameter>],
        pieces: &[&Piece],
    ) -> Result<Self, BouncingError> {
        let lying: Vec<bool> = pieces.iter().map(|piece| piece.kind != PieceKind::Flight).collect();
        let along = |direction| Changes::along(direction, world, &lying);
        let changes: Vec<Changes> = directions.iter().map(along).collect::<Result<_, _>>()?;
        let mut this = Self {
            world,
            sizes: vec![Size::default(); changes.len()],
            bodies: vec![Vec::new(); pieces.len()],
            settled: vec![Vec::new(); pieces.len()],
            events: Vec::new(),
            last: vec![0.0; changes.len()],
            kinks: Kinks::default(),
            changes,
        };
        for (body, piece) in pieces.iter().enumerate() {
            let start: Vec<_> = this.changes.iter().map(|along| along.start[body]).collect();
            this.begin(body, piece, start);
        }
        Ok(this)
    }

    fn mover(&self, body: usize, direction: usize) -> Mover<'a> {
        Mover::new(body, &self.world.bodies[body], self.world.gravity, &self.changes[direction])
    }

    /// δ of a body at a time, along a direction.
    fn at(
        &self,
        body: usize,
        piece: &Piece,
        direction: usize,
        time: f64,
    ) -> Result<StateChange, BouncingError> {
        self.mover(body, direction).carried(piece, &self.bodies[body][direction], time)
    }

    /// Begins a piece with what leads to it, by direction; notes balls that would leave the plane.
    fn begin(&mut self, body: usize, piece: &Piece, changes: Vec<StateChange>) {
        let arm = self.world.bodies[body].arm();
        let mut begun = Vec::with_capacity(changes.len());
        for (direction, change) in changes.into_iter().enumerate() {
            let size = &mut self.sizes[direction];
            size.position = size.position.max(change.position.norm() + arm * change.turn.norm());
            let spin = arm.max(self.world.bodies[body].radius().unwrap_or(0.0));
            size.velocity = size.velocity.max(change.velocity.norm() + spin * change.angular_velocity.norm());
            let size = *size;
            let begins = self.mover(body, direction).beginning(piece, change);
            let lost = [change.position.z - begins.position.z, change.velocity.z - begins.velocity.z];
            if lost[0].abs() > ROUNDING * size.position || lost[1].abs() > ROUNDING * size.velocity {
                self.kinks.note(piece.start, MotionKinkCause::AtRest, &[body], direction);
            }
            begun.push(begins);
        }
        self.bodies[body] = begun;
    }

    /// Differentiates an impact; `pieces` are those that lead to it.
    pub fn strike(
        &mut self,
        cluster: &Cluster<'_>,
        impact: &Impact,
        trigger: &Meeting,
        pieces: &[&Piece],
        now: f64,
    ) -> Result<StruckChange, BouncingError> {
        let (mut directions, mut shifts): (Vec<Direction<Parameter>>, _) = (Vec::new(), Vec::new());
        let mut before = Vec::new();
        for direction in 0..self.changes.len() {
            let (shift, states) = self.meeting(cluster, trigger, pieces, direction, now)?;
            let at = AtImpact { cluster, states: &states, along: &self.changes[direction] };
            directions.push(at.direction());
            shifts.push(shift);
            before.push(states);
        }
        let refused = |source| BouncingError::Derivative { time: now, source };
        let (_, found) = impact.solve_with_derivatives(&directions).map_err(refused)?;
        // How long an impact lasts does not matter to a motion.
        for kink in found.kinks().iter().filter(|kink| kink.cause != KinkCause::Tie) {
            for &direction in &kink.columns {
                self.kinks.note(now, MotionKinkCause::Impact(kink.cause), cluster.bodies, direction);
            }
        }
        // Rows: six for each body, velocity and angular velocity.
        let after = |(direction, states): (usize, &Vec<StateChange>)| -> Vec<StateChange> {
            let vector = |row: usize| Vector3::from_fn(|axis, _| found.matrix()[(row + axis, direction)]);
            let of = |(body, state): (usize, &StateChange)| StateChange {
                velocity: vector(6 * body),
                angular_velocity: vector(6 * body + 3),
                ..*state
            };
            states.iter().enumerate().map(of).collect()
        };
        let after = before.iter().enumerate().map(after).collect();
        self.last.clone_from(&shifts);
        Ok(StruckChange { shifts, after })
    }

    /// When an impact comes along a direction, and δ of its bodies just before, whenever that is.
    fn meeting(
        &mut self,
        cluster: &Cluster<'_>,
        trigger: &Meeting,
        pieces: &[&Piece],
        direction: usize,
        now: f64,
    ) -> Result<(f64, Vec<StateChange>), BouncingError> {
        let bodies = || cluster.bodies.iter().zip(pieces);
        let fixed: Vec<StateChange> =
            bodies().map(|(&body, piece)| self.at(body, piece, direction, now)).collect::<Result<_, _>>()?;
        for (change, &body) in fixed.iter().zip(cluster.bodies) {
            let turned = self.world.bodies[body].arm() * change.turn.norm();
            let size = &mut self.sizes[direction];
            size.position = size.position.max(change.position.norm() + turned);
            size.velocity = size.velocity.max(change.velocity.norm());
        }
        let at = AtImpact { cluster, states: &fixed, along: &self.changes[direction] };
        let shift = self.shift(&at.gap(trigger), cluster, trigger, direction, now);
        let states: Vec<StateChange> = bodies()
            .zip(&fixed)
            .map(|((&body, piece), change)| {
                Ok(change.later(&self.mover(body, direction).rates(piece, now)?, shift))
            })
            .collect::<Result<_, BouncingError>>()?;
        let mut states = states;
        self.land(cluster, trigger, &mut states);
        let at = AtImpact { cluster, states: &states, along: &self.changes[direction] };
        let late = cluster
            .meetings
            .iter()
            .find(|meeting| at.gap(meeting).change.abs() > ROUNDING * self.sizes[direction].position);
        if late.is_some() {
            self.kinks.note(now, MotionKinkCause::Coincidence, cluster.bodies, direction);
        }
        Ok((shift, states))
    }

    /// A ball that meets the plane is exactly on it.
    fn land(&self, cluster: &Cluster<'_>, trigger: &Meeting, states: &mut [StateChange]) {
        if let Meeting::Floor { body, .. } = *trigger
            && self.world.bodies[body].radius().is_some()
        {
            states[cluster.bodies.partition_point(|&other| other < body)].position.z = 0.0;
        }
    }

    /// δτ, (B.12).
    fn shift(
        &mut self,
        gap: &Gap,
        cluster: &Cluster<'_>,
        trigger: &Meeting,
        direction: usize,
        now: f64,
    ) -> f64 {
        if gap.rate >= 0.0 {
            self.kinks.note(now, MotionKinkCause::Grazing, cluster.bodies, direction);
            return 0.0;
        }
        let size = self.sizes[direction];
        let of_ball = match *trigger {
            Meeting::Floor { body, .. } => self.world.bodies[body].radius().is_some(),
            Meeting::Balls { .. } => false,
        };
        // Rounding of gaps makes such times, and so velocities, uncertain; the lowest point of a ball is known as well as its bounces.
        let uncertain = f64::EPSILON * size.position * self.world.gravity / -gap.rate;
        if !of_ball && uncertain > ROUNDING * size.velocity.max(size.position * gap.speed) {
            self.kinks.note(now, MotionKinkCause::Fading, cluster.bodies, direction);
        }
        -gap.change / gap.rate
    }

    /// Notes that the impact is an event of the course.
    pub fn note_event(&mut self, struck: &StruckChange) {
        self.events.push(struck.shifts.clone());
    }

    /// Goes on with a body after an impact, in its next piece.
    pub fn go_on(
        &mut self,
        struck: &StruckChange,
        cluster: &[usize],
        body: usize,
        next: &Piece,
    ) -> Result<(), BouncingError> {
        let slot = cluster.partition_point(|&other| other < body);
        let change = |direction: usize| {
            let rates = self.mover(body, direction).rates(next, next.start)?;
            Ok(struck.after[direction][slot].later(&rates, -struck.shifts[direction]))
        };
        let changes = (0..self.changes.len()).map(change).collect::<Result<_, BouncingError>>()?;
        self.begin(body, next, changes);
        Ok(())
    }

    /// A ball begins its last bounces, and goes on in `next` when they are over, or until then.
    pub fn settle(
        &mut self,
        body: usize,
        landing: &RigidState,
        pieces: [&Piece; 2],
        ends: f64,
        now: f64,
    ) -> Result<(), BouncingError> {
        let [before, next] = pieces;
        let (mut shifts, mut over, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for direction in 0..self.changes.len() {
            let mover = self.mover(body, direction);
            let fixed = self.at(body, before, direction, now)?;
            let shift = fixed.position.z / -landing.velocity.z;
            let landed = fixed.later(&mover.rates(before, now)?, shift);
            let SettledChange { state, duration, kinks } =
                mover.settled(landing, &landed, self.world.model).map_err(|error| error.at(now))?;
            for cause in kinks {
                self.kinks.note(now, MotionKinkCause::Impact(cause), &[body], direction);
            }
            let after = state.later(&mover.rates(next, ends)?, -(shift + duration));
            let earlier = after.position - after.velocity * (ends - now);
            changes.push(StateChange { position: earlier, ..after });
            shifts.push(shift);
            over.push(shift + duration);
        }
        self.begin(body, next, changes);
        let rests = if ends > now { &shifts } else { &over };
        self.events.push(rests.clone());
        self.last.clone_from(rests);
        self.settled[body] = over;
        Ok(())
    }

    /// The piece of a ball on the plane comes to its own end.
    pub fn end(&mut self, body: usize, pieces: [&Piece; 2]) -> Result<(), BouncingError> {
        let [before, next] = pieces;
        let now = next.start;
        let (mut shifts, mut changes) = (Vec::new(), Vec::new());
        for direction in 0..self.changes.len() {
            let mover = self.mover(body, direction);
            let start = &self.bodies[body][direction];
            let shift = match before.kind {
                PieceKind::Sliding => mover.sliding_time_change(before, start),
                PieceKind::Settling => self.settled[body][direction],
                PieceKind::Flight | PieceKind::Rolling => 0.0,
            };
            let fixed = self.at(body, before, direction, now)?;
            let there = fixed.later(&mover.rates(before, now)?, shift);
            changes.push(there.later(&mover.rates(next, now)?, -shift));
            shifts.push(shift);
        }
        self.begin(body, next, changes);
        self.last.clone_from(&shifts);
        self.events.push(shifts);
        Ok(())
    }

    /// What is to be told of the end.
    pub fn finish(
        mut self,
        pieces: &[&Piece],
        end: f64,
        ending: &Ending,
    ) -> Result<BouncingDerivatives, BouncingError> {
        let count = self.changes.len();
        let ends = match ending {
            Ending::TimeReached => Some(vec![0.0; count]),
            Ending::Quiet { .. } | Ending::CollisionsReached => Some(self.last.clone()),
            Ending::LastingContact { .. } | Ending::TooManyEvents { .. } | Ending::Together { .. } => None,
        };
        if let Ending::LastingContact { time, contact } = ending {
            let bodies: Vec<usize> = (0..pieces.len()).filter(|&body| contact.involves(body)).collect();
            (0..count).for_each(|d| self.kinks.note(*time, MotionKinkCause::Fading, &bodies, d));
        }
        let mut states = vec![Vec::with_capacity(pieces.len()); count];
        for (body, piece) in pieces.iter().enumerate() {
            for (direction, states) in states.iter_mut().enumerate() {
                let mover = self.mover(body, direction);
                let fixed = self.at(body, piece, direction, end)?;
                let shift = ends.as_ref().map_or(0.0, |ends| ends[direction]);
                let there = if shift == 0.0 { fixed } else { fixed.later(&mover.rates(piece, end)?, shift) };
                states.push(mover.told(there));
            }
        }
        Ok(BouncingDerivatives { states, end: ends, events: self.events, kinks: self.kinks.found() })
    }
}
