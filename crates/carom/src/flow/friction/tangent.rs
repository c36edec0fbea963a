//! The tangential state of a contact between steps.

use nalgebra::Vector2;

use crate::coupling::Coupling;
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::rub::RubStart;
use crate::flow::thresholds::RIGID_COMPLIANCE;
use crate::friction::TangentialLaw;
use crate::grip::{self, Grip, GripEvent, Question, Tie};

/// The tangential side of a contact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tangent {
    /// μ; zero without friction.
    pub mu: f64,
    /// k_t, infinite for rigid friction.
    pub stiffness: f64,
    pub velocity: Vector2<f64>,
    pub impulse: Vector2<f64>,
    /// u, the stretch of the tangential springs.
    pub stretch: Vector2<f64>,
    /// u before the last jump of the normal force.
    pub before_jump: Vector2<f64>,
    /// The part it takes of a load that redundant rigid contacts could share otherwise.
    pub share: f64,
    pub grip: Grip,
    /// Velocities below this are rounding.
    pub floor: f64,
    /// Largest velocity that a unit impulse causes.
    pub response: f64,
    /// Whether the last step made it slide faster.
    pub speeds_up: bool,
    /// Whether the contact's normal spring is at rest while friction holds its bodies: (T.11).
    pub stands: bool,
}

impl Tangent {
    /// A contact before the impact, its floor still open.
    pub fn new(
        law: TangentialLaw,
        normal_stiffness: f64,
        velocity: Vector2<f64>,
        coupling: &Coupling,
        contact: usize,
    ) -> Self {
        let stiffness = match law {
            TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => f64::INFINITY,
            TangentialLaw::Compliant { compliance, .. } if compliance.value() < RIGID_COMPLIANCE => {
                f64::INFINITY
            }
            TangentialLaw::Compliant { compliance, .. } => normal_stiffness / compliance.value(),
        };
        let response = coupling.tangential_diagonal(contact).trace();
        Self {
            mu: if response > 0.0 { law.coefficient() } else { 0.0 },
            stiffness,
            velocity,
            impulse: Vector2::zeros(),
            stretch: Vector2::zeros(),
            before_jump: Vector2::zeros(),
            share: 1.0,
            grip: Grip::Loose,
            floor: 0.0,
            response,
            speeds_up: false,
            stands: false,
        }
    }

    pub fn has_friction(&self) -> bool {
        self.mu > 0.0
    }

    pub fn is_rigid(&self) -> bool {
        self.stiffness.is_infinite()
    }

    /// What holds the contact.
    pub fn tie(&self) -> Tie {
        if self.is_rigid() { Tie::Rigid } else { Tie::Springs }
    }

    /// Lets `event` happen: the one place where [`grip::transition`] is applied.
    pub fn happen(&mut self, event: GripEvent) {
        let after = grip::transition(self.tie(), self.grip, event);
        debug_assert!(after.is_some(), "{event:?} cannot happen to {:?}, {:?}", self.grip, self.tie());
        self.grip = after.unwrap_or(self.grip);
    }

    /// Whether it is rigid and slides.
    pub fn slides_rigidly(&self) -> bool {
        self.is_rigid() && matches!(self.grip, Grip::Slipping { .. })
    }

    /// Strain energy of the tangential springs, in joules.
    pub fn energy(&self) -> f64 {
        if self.is_rigid() { 0.0 } else { 0.5 * self.stiffness * self.stretch.norm_squared() }
    }

    /// The contact carries no load any more; returns the strain energy that is lost with it.
    pub fn release(&mut self) -> f64 {
        let lost = self.energy();
        self.stretch = Vector2::zeros();
        self.before_jump = Vector2::zeros();
        self.share = 1.0;
        self.stands = false;
        self.happen(GripEvent::Released);
        lost
    }

    /// Whether the jump has shortened the springs so far.
    pub fn is_shortened(&self) -> bool {
        self.stretch != self.before_jump
    }

    /// Shrinks the stretch from before the jump to what the cone allows; returns the strain energy lost, which is less than zero if
    /// it had been shrunk to a narrower cone.
    pub fn clip(&mut self, limit: f64) -> f64 {
        let before = self.energy();
        let length = self.before_jump.norm();
        if length > limit && length > 0.0 {
            let direction = self.before_jump / length;
            self.stretch = direction * limit;
            self.happen(GripEvent::ReachesCone { direction });
        } else {
            self.stretch = self.before_jump;
        }
        before - self.energy()
    }

    /// What a step starts with at a contact that is loaded.
    pub fn start(&self, load: Loading) -> RubStart {
        let slips = |direction| match self.is_rigid() {
            false => (Course::Slips(Slip::Turning), direction),
            true if self.velocity.norm() > 0.0 => (Course::Slips(Slip::Sliding { l: 0 }), direction),
            true => (Course::Pending(Pending::Gripping { m: 0 }), direction),
        };
        let none = Vector2::zeros();
        let (course, direction) = match (load, self.grip) {
            (Loading::None, _) => (Course::Idle, none),
            // It has stopped where it started, at this very instant.
            (Loading::Beginning, Grip::Stuck) if !self.is_rigid() && self.velocity.norm() > self.floor => {
                (Course::Sticks(Tie::Springs), none)
            }
            (Loading::Beginning, _) => (Course::Pending(Pending::Starting), none),
            (Loading::Present, Grip::Stuck) if self.is_rigid() => (Course::Sticks(Tie::Rigid), none),
            (Loading::Present, Grip::Stuck) => (Course::Sticks(Tie::Springs), none),
            (Loading::Present, Grip::Slipping { direction }) => slips(direction),
            (Loading::Present, Grip::Pending(Question::Starting { direction })) => {
                (Course::Slips(Slip::Resuming { l: 2, m: 0 }), direction)
            }
            (Loading::Present, Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping)) => {
                (Course::Pending(Pending::Gripping { m: 0 }), none)
            }
            (Loading::Present, Grip::Loose) if !self.is_rigid() => (Course::Sticks(Tie::Springs), none),
            (Loading::Present, Grip::Loose) if self.velocity.norm() > self.floor => {
                (Course::Slips(Slip::Sliding { l: 0 }), none)
            }
            (Loading::Present, Grip::Loose) => (Course::Pending(Pending::Gripping { m: 0 }), none),
        };
        RubStart {
            course,
            velocity: self.velocity,
            stretch: self.stretch,
            direction,
            force: none,
            share: self.share,
        }
    }
}

/// Whether a contact carries a normal load at the start of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Loading {
    /// None, and none will come.
    None,
    /// None yet.
    Beginning,
    /// It does.
    Present,
}
