//! A lone contact with rigid friction: from line to line of (O.1).

use nalgebra::Vector2;

use super::swing::{Moment, Swing};
use super::{LoneContact, events_of_normal};
use crate::flow::ClusterProblem;
use crate::laws::routh::{ContactSpace, FromRest};
use crate::losses::Losses;
use crate::phase::{NormalSpring, RestitutionLaw};

/// Events closer than this part of the way to them may coincide; the flow knows what is to be made of that.
const TOO_CLOSE: f64 = 1e-9;
/// A normal rate r that cancels to this part of its terms is known to too few digits for (O.3).
const CANCELLED: f64 = 1e-3;

/// A course over pₙ along which φ is constant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// φ.
    force: Vector2<f64>,
    /// dv_t/dpₙ.
    drift: Vector2<f64>,
    /// r of (O.1).
    rate: f64,
    /// pₙ until v_t = 0, infinite if never.
    length: f64,
}

impl Line {
    /// (Q.2); none if the direction would turn.
    pub fn sliding(contact: &ContactSpace, direction: Vector2<f64>, speed: f64) -> Option<Self> {
        if !contact.is_invariant(&direction) {
            return None;
        }
        let drift = contact.slip_drift(&direction).dot(&direction);
        let length = if drift < 0.0 { speed / -drift } else { f64::INFINITY };
        Self::under(contact, direction * -contact.friction, direction * drift, length)
    }

    /// (Q.3) or (Q.4).
    pub fn from_rest(contact: &ContactSpace) -> Option<Self> {
        let stick = |force| Self::under(contact, force, Vector2::zeros(), f64::INFINITY);
        if contact.blocks.coupling == Vector2::zeros() {
            return stick(Vector2::zeros());
        }
        match contact.leave_rest() {
            FromRest::Stick { force } => stick(force),
            // It speeds up, and never stops.
            FromRest::Slip { direction } => {
                Self::sliding(contact, direction, 0.0).map(|line| Self { length: f64::INFINITY, ..line })
            }
        }
    }

    fn under(contact: &ContactSpace, force: Vector2<f64>, drift: Vector2<f64>, length: f64) -> Option<Self> {
        let (push, pull) = (contact.blocks.normal, contact.blocks.coupling.dot(&force));
        let rate = push + pull;
        (rate.abs() > CANCELLED * (push + pull.abs())).then_some(Self { force, drift, rate, length })
    }
}

/// A contact with rigid friction under way.
pub(super) struct UnderWay<'a> {
    contact: &'a ContactSpace,
    material: NormalSpring,
    law: RestitutionLaw,
    /// E of (O.1): what is still to be given back, once compression has ended.
    strain: f64,
    /// Strain that will not be given back, by the law of mono-stiffness.
    kept: f64,
    stiffness: f64,
    now: LoneContact,
}

impl<'a> UnderWay<'a> {
    pub fn new(
        problem: &ClusterProblem,
        contact: &'a ContactSpace,
        tangential_velocity: Vector2<f64>,
    ) -> Self {
        let material = problem.material[0];
        let now = LoneContact {
            normal_velocity: problem.velocity[0],
            normal_impulse: 0.0,
            tangential_velocity,
            tangential_impulse: Vector2::zeros(),
            losses: Losses::default(),
            events: events_of_normal(material.restitution.value()),
            duration: 0.0,
        };
        Self {
            contact,
            material,
            law: problem.law,
            strain: 0.0,
            kept: 0.0,
            stiffness: material.stiffness,
            now,
        }
    }

    /// From the first touch to the end; none if two events all but coincide.
    pub fn follow(mut self, mut line: Line) -> Option<LoneContact> {
        let to_compression = |course: &Self, line: &Line| match line.rate > 0.0 {
            true => -course.now.normal_velocity / line.rate,
            false => f64::INFINITY,
        };
        line = self.follow_until(line, to_compression)?;
        self.now.normal_velocity = 0.0;
        self.end_compression();
        if self.strain > 0.0 {
            self.follow_until(line, Self::to_end_of_restitution)?;
        }
        Some(self.now)
    }

    /// Follows lines until the normal motion has come to its `goal`, whose distance is given; returns the last of them.
    fn follow_until(&mut self, mut line: Line, goal: impl Fn(&Self, &Line) -> f64) -> Option<Line> {
        let mut end = goal(self, &line);
        if line.length.is_finite() && (end - line.length).abs() <= TOO_CLOSE * line.length {
            return None;
        }
        if line.length < end {
            self.advance(&line, line.length, None)?;
            self.now.tangential_velocity = Vector2::zeros();
            self.now.events += 1; // it sticks, or slips on
            line = Line::from_rest(self.contact)?;
            end = goal(self, &line);
        }
        if end.is_infinite() {
            return None;
        }
        let is_restitution = self.now.normal_velocity >= 0.0;
        let final_strain = if is_restitution { Some(0.0) } else { None };
        self.advance(&line, end, final_strain)?;
        Some(Line { length: line.length - end, ..line })
    }

    /// x of (O.2).
    fn to_end_of_restitution(&self, line: &Line) -> f64 {
        let square = self.now.normal_velocity * self.now.normal_velocity + 2.0 * line.rate * self.strain;
        if line.rate > 0.0 {
            2.0 * self.strain / (self.now.normal_velocity + square.sqrt())
        } else {
            f64::INFINITY
        }
    }

    /// (O.1), to a strain that may be known.
    fn advance(&mut self, line: &Line, x: f64, strain: Option<f64>) -> Option<()> {
        let from = self.moment();
        let Self { now, .. } = self;
        let normal_velocity = now.normal_velocity + line.rate * x;
        let change = if x == line.length { -now.tangential_velocity } else { line.drift * x };
        now.losses.friction -= line.force.dot(&(now.tangential_velocity + change / 2.0)) * x;
        self.strain = strain.unwrap_or(self.strain - 0.5 * (now.normal_velocity + normal_velocity) * x);
        now.normal_velocity = normal_velocity;
        now.tangential_velocity += change;
        now.normal_impulse += x;
        now.tangential_impulse += line.force * x;
        let swing = Swing { stiffness: self.stiffness, exponent: self.material.exponent, rate: line.rate };
        self.now.duration += swing.time(from, self.moment())?;
        Some(())
    }

    /// The normal motion, with all strain that the spring holds.
    fn moment(&self) -> Moment {
        Moment { velocity: self.now.normal_velocity, strain: self.strain + self.kept }
    }

    /// What compression leaves to be given back.
    fn end_compression(&mut self) {
        let (all, returned) = (self.strain, self.material.restitution.energy_returned());
        self.strain = returned * all;
        self.now.losses.restitution = all - self.strain;
        match self.law {
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => {
                self.stiffness /= self.material.exponent.power(returned);
            }
            RestitutionLaw::MonoStiffness => self.kept = self.now.losses.restitution,
        }
    }
}
