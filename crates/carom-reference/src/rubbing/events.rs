//! The event table: the guards that end a mode, and what changes when they do.
//!
//! | event | guard | what changes |
//! |---|---|---|
//! | arrives | v_n < 0, or gap < 0 if tracked | compression from d = 0 and u = 0, k as the law left it |
//! | compression ends | v_n > 0 | hardening, bi-stiffness: k ← k/e², d ← e² d; mono-stiffness: remember (1−e²)E |
//! | compression restarts | v_n < 0 in restitution | bi-stiffness: the original k again, F_n continuous |
//! | restitution ends | E < floor | inactive, d = 0, u = 0, gap 0 |
//! | closes | compression ends with e = 0, or k > 1e30 times k at the last arrival | rigid |
//! | opens | reaction < 0 | inactive, u = 0, gap 0 |
//! | slips | stick, hold: force outside its disc | slip along u; creep |
//! | sticks | slip, trail: σ < 0 | stick |
//! | trails, lags | (F.9) is good enough, is not | slip becomes trail, trail becomes slip |
//! | stops | slide: v_t below STOP | creep |
//! | holds | creep: force within its disc | hold, or slide if v_t is not below STOP |
//! | slides | creep: v_t above GO | slide |
//!
//! No guard is armed or disarmed: it fires when it is violated at the end of a step.

use nalgebra::Vector2;

use super::forces::Pushes;
use super::motion::Motion;
use super::problem::{Event, Friction, RubbingEventKind};
use super::state::{CLOSING_GROWTH, GO, LAG, Normal, STOP, State, Tangential, direction_of};
use super::{Law, TOLERANCE};
use crate::ReferenceError;

/// How far outside its disc a sticking force is taken for outside: slip ends on the rim, to rounding.
const RIM: f64 = 1e-13;
/// How far inside its disc a creeping force is taken for inside: the accuracy of its computation.
const INSIDE: f64 = 1e-9;
/// A closed contact may change between stick and slip this often in one instant: when it closes, when it is clipped, and once for
/// each of two neighbours that do the same.
const MOST_CHANGES: usize = 4;
/// A spring that lags more than this is followed however weak it is: the series (F.9) may not be near its direction.
const MOST_LAG: f64 = 1e-3;
/// A spring lags when it is this much longer than one that trails; apart, so that nothing flutters.
const HYSTERESIS: f64 = 2.0;

/// The guard that ended a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    CompressionEnds,
    Restarts,
    Leaves,
    Arrives,
    Opens,
    Slips,
    Sticks,
    Trails,
    Lags,
    Stops,
    Holds,
    Slides,
}

impl State<'_> {
    /// The guards that are violated in `y`: at most one normal and one tangential per contact.
    pub(super) fn fired(&self, y: &Motion) -> Vec<(usize, Guard)> {
        let pushes = self.pushes(y);
        let contact = |i: usize| {
            let guards = [self.normal_guard(i, y, pushes.normal(i)), self.tangential_guard(i, y, &pushes)];
            guards.into_iter().flatten().map(move |guard| (i, guard))
        };
        (0..self.normal.len()).flat_map(contact).collect()
    }

    fn normal_guard(&self, i: usize, y: &Motion, force: f64) -> Option<Guard> {
        let velocity = y.normal(i);
        match self.normal[i] {
            Normal::Inactive => {
                let approach = if self.tracked { y.gap(i) } else { velocity };
                (approach < 0.0).then_some(Guard::Arrives)
            }
            Normal::Compressing => (velocity > 0.0).then_some(Guard::CompressionEnds),
            Normal::Restituting { floor } if self.signed_energy(i, y) < floor => Some(Guard::Leaves),
            Normal::Restituting { .. } => (velocity < 0.0).then_some(Guard::Restarts),
            Normal::Closed => (force < 0.0).then_some(Guard::Opens),
        }
    }

    fn tangential_guard(&self, i: usize, y: &Motion, pushes: &Pushes) -> Option<Guard> {
        let (rim, friction) = (self.friction(i) * pushes.normal(i), pushes.friction(i));
        let speed = y.tangential(i).norm();
        match self.tangential[i] {
            Tangential::Free => None,
            Tangential::Stick | Tangential::Hold => (friction > rim * (1.0 + RIM)).then_some(Guard::Slips),
            Tangential::Slip | Tangential::Trail if pushes.sliding[i] < 0.0 => Some(Guard::Sticks),
            Tangential::Slip => self.may_trail(i, y, pushes, 1.0).then_some(Guard::Trails),
            Tangential::Trail => (!self.may_trail(i, y, pushes, HYSTERESIS)).then_some(Guard::Lags),
            Tangential::Slide => (speed < STOP * self.speed).then_some(Guard::Stops),
            Tangential::Creep if speed > GO * self.speed => Some(Guard::Slides),
            Tangential::Creep => (friction < rim * (1.0 - INSIDE)).then_some(Guard::Holds),
        }
    }

    /// Whether no contact whose friction points along v_t has had more than half of it changed. Longer steps might pass v_t = 0, where
    /// friction jumps, and the estimate of their error has been seen to miss that.
    pub(super) fn keeps_sliding(&self, after: &Motion) -> bool {
        (0..self.normal.len()).all(|i| match self.tangential[i] {
            Tangential::Slide | Tangential::Trail => {
                let before = self.motion.tangential(i);
                before == Vector2::zeros() || (after.tangential(i) - before).norm() < 0.5 * before.norm()
            }
            Tangential::Free
            | Tangential::Stick
            | Tangential::Slip
            | Tangential::Creep
            | Tangential::Hold => true,
        })
    }

    /// Whether (F.9) is as good as (F.5). Its first term is an angle, the lag; what it neglects is smaller by another lag or by r'/|v_t|.
    /// That may be neglected if in a radian it changes no velocity by more than [`TOLERANCE`], or if the lag is below
    /// [`LAG`].
    fn may_trail(&self, i: usize, y: &Motion, pushes: &Pushes, margin: f64) -> bool {
        let speed = y.tangential(i).norm();
        let turning = pushes.acceleration.fixed_rows::<2>(3 * i).norm() / speed;
        let lag = self.length(i, pushes.normal(i)) * turning.max(self.frequency) / speed;
        let error = lag * lag.max(pushes.lengthening[i].abs() / speed);
        let mobility = (3 * i..3 * i + 3).map(|a| self.problem.w[(a, a)]).fold(0.0, f64::max);
        let harm = self.friction(i) * pushes.normal(i).abs() * mobility / (self.frequency * self.speed);
        lag < margin * LAG || (lag < margin * MOST_LAG && error * harm < margin * TOLERANCE)
    }

    /// The right-hand column of the table.
    pub(super) fn apply(&mut self, i: usize, guard: Guard) -> Result<(), ReferenceError> {
        match guard {
            Guard::CompressionEnds => self.end_compression(i)?,
            Guard::Restarts => {
                if self.law == Law::BiStiffness {
                    self.change_stiffness(i, self.problem.stiffness[i]);
                }
                self.normal[i] = Normal::Compressing;
                self.log(i, RubbingEventKind::CompressionRestarts);
            }
            Guard::Leaves => {
                self.leave(i);
                self.log(i, RubbingEventKind::RestitutionEnds);
            }
            Guard::Opens => {
                self.leave(i);
                self.log(i, RubbingEventKind::Opens);
            }
            Guard::Arrives => self.arrive(i)?,
            Guard::Trails | Guard::Lags => {
                self.apply_tangential(i, guard);
                self.follow_the_rim();
            }
            Guard::Slips | Guard::Sticks | Guard::Stops | Guard::Holds | Guard::Slides => {
                self.apply_tangential(i, guard);
                self.refuse_jamming(i)?;
            }
        }
        Ok(())
    }

    /// A closed contact whose friction presses it on harder than it rubs can neither stick nor slip: on the rim each mode asks
    /// for the other. What happens then is not in the model. It shows as a contact that does nothing but change between the two in
    /// no time.
    fn refuse_jamming(&self, i: usize) -> Result<(), ReferenceError> {
        let own = self.events.iter().rev().filter(|e| e.contact == i);
        let rubs = |e: &&Event| matches!(e.kind, RubbingEventKind::Slips | RubbingEventKind::Sticks);
        let changes = own.take_while(|e| e.time == self.time).take_while(rubs).count();
        if self.normal[i] == Normal::Closed && changes > MOST_CHANGES {
            return Err(ReferenceError::NoReaction { contacts: self.closed() });
        }
        Ok(())
    }

    /// A contact that left in the same instant has no tangential mode to change.
    fn apply_tangential(&mut self, i: usize, guard: Guard) {
        let moving = self.motion.tangential(i).norm() > STOP * self.speed;
        let (mode, kind) = match (guard, self.tangential[i]) {
            (_, Tangential::Free) => return,
            (Guard::Slips, Tangential::Hold) => (Tangential::Creep, Some(RubbingEventKind::Slips)),
            (Guard::Slips, _) => (Tangential::Slip, Some(RubbingEventKind::Slips)),
            (Guard::Sticks, _) => (Tangential::Stick, Some(RubbingEventKind::Sticks)),
            (Guard::Trails, _) => (Tangential::Trail, None),
            (Guard::Lags, _) => (Tangential::Slip, None),
            (Guard::Stops, _) => (Tangential::Creep, None),
            (Guard::Holds, _) if moving => (Tangential::Slide, None),
            (Guard::Holds, _) => (Tangential::Hold, Some(RubbingEventKind::Sticks)),
            (Guard::Slides, _) => (Tangential::Slide, None),
            (Guard::CompressionEnds | Guard::Restarts | Guard::Leaves | Guard::Arrives | Guard::Opens, _) => {
                return;
            }
        };
        self.tangential[i] = mode;
        if let Some(kind) = kind {
            self.log(i, kind);
        }
    }

    fn arrive(&mut self, i: usize) -> Result<(), ReferenceError> {
        if self.law == Law::BiStiffness {
            self.stiffness[i] = self.problem.stiffness[i];
        }
        self.log(i, RubbingEventKind::Arrives);
        self.motion.set_gap(i, 0.0);
        self.tangential[i] = self.first_tangential(i);
        self.arrived.push(i);
        let moving = self.motion.normal(i) < -self.rest();
        if self.stiffness[i].is_infinite() || (!moving && self.stiffness[i] > self.closing[i]) {
            self.close(i)?;
            return self.plastic_impact();
        }
        if moving {
            self.closing[i] = CLOSING_GROWTH * self.stiffness[i];
        }
        self.normal[i] = Normal::Compressing;
        Ok(())
    }

    fn end_compression(&mut self, i: usize) -> Result<(), ReferenceError> {
        self.log(i, RubbingEventKind::CompressionEnds);
        let e2 = self.problem.restitution[i].powi(2);
        if e2 == 0.0 {
            self.close(i)?;
            if self.law == Law::Hardening {
                self.stiffness[i] = f64::INFINITY;
            }
            return Ok(());
        }
        let floor = match self.law {
            Law::Hardening | Law::BiStiffness => {
                self.change_stiffness(i, self.stiffness[i] / e2);
                0.0
            }
            Law::MonoStiffness => (1.0 - e2) * self.signed_energy(i, &self.motion),
        };
        self.normal[i] = Normal::Restituting { floor };
        if self.stiffness[i] > self.closing[i] { self.close(i) } else { Ok(()) }
    }

    /// A new stiffness under the same force.
    fn change_stiffness(&mut self, i: usize, stiffness: f64) {
        let before = self.signed_energy(i, &self.motion);
        self.motion.set_compression(i, self.motion.compression(i) * self.stiffness[i] / stiffness);
        self.stiffness[i] = stiffness;
        self.lost_in_restitution += before - self.signed_energy(i, &self.motion);
    }

    /// The spring is gone, with what was left in it.
    fn drop_spring(&mut self, i: usize) {
        self.lost_in_restitution += self.signed_energy(i, &self.motion);
        self.motion.set_compression(i, 0.0);
        self.motion.set_gap(i, 0.0);
    }

    fn close(&mut self, i: usize) -> Result<(), ReferenceError> {
        if self.problem.friction.iter().any(|f| matches!(f, Friction::Rigid { .. })) {
            return Err(ReferenceError::ClosedBesideRigidFriction { contact: i });
        }
        self.drop_spring(i);
        self.normal[i] = Normal::Closed;
        self.log(i, RubbingEventKind::Closes);
        Ok(())
    }

    pub(super) fn leave(&mut self, i: usize) {
        self.drop_spring(i);
        self.clip(i, 0.0);
        self.normal[i] = Normal::Inactive;
        self.tangential[i] = Tangential::Free;
    }

    /// Shortens the tangential springs to the length `most`; what they held beyond that is lost to friction.
    pub(super) fn clip(&mut self, i: usize, most: f64) {
        let before = self.tangential_energy(i);
        let stretch = self.motion.stretch(i);
        if stretch.norm() > most {
            self.motion.set_stretch(i, most * direction_of(stretch));
            self.motion.set_loss(i, self.motion.loss(i) + before - self.tangential_energy(i));
        }
    }

    /// Decides whether contacts that have just arrived stick or slip: they slip if their particles leave the disc when they are
    /// dragged along for an instant.
    pub(super) fn decide_arrivals(&mut self, dragged: &Motion) {
        let pushes = self.pushes(dragged);
        for i in std::mem::take(&mut self.arrived) {
            let length = self.length(i, pushes.normal(i));
            let kind = match self.tangential[i] {
                Tangential::Free | Tangential::Creep | Tangential::Hold => continue,
                Tangential::Stick if dragged.stretch(i).norm() <= length => RubbingEventKind::Sticks,
                Tangential::Stick => {
                    self.tangential[i] = Tangential::Trail;
                    RubbingEventKind::Slips
                }
                Tangential::Slip | Tangential::Trail | Tangential::Slide => RubbingEventKind::Slips,
            };
            self.log(i, kind);
        }
    }
}
