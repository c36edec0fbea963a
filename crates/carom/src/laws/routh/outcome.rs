//! What an impact came to: velocity, impulse, losses and the events on the way.

use nalgebra::{Vector2, Vector3};

use crate::contact_problem::ContactSolution;
use crate::impact::Impact;
use crate::laws::units::Units;
use crate::laws::{Collision, LoneImpact};
use crate::outcome;

/// How an impact ended, or why it did not.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The one solution.
    Solved(Solution),
    /// The bodies do not approach, and nothing happens.
    NoImpact,
    /// The bodies slide on each other without approaching, and slip would drive them together: nothing may happen, or
    /// this rebound, which is the limit of ever slower approach. Nothing in the law decides between the two.
    Ambiguous(Solution),
    /// The normal impulse grows for ever and the bodies still approach.
    Jammed(Jam),
}

impl Outcome {
    /// From scaled units to N s, m/s and J.
    pub(super) fn restored(self, units: &Units) -> Self {
        match self {
            Self::Solved(solution) => Self::Solved(solution.restored(units)),
            Self::Ambiguous(solution) => Self::Ambiguous(solution.restored(units)),
            Self::NoImpact => Self::NoImpact,
            Self::Jammed(jam) => Self::Jammed(jam.restored(units)),
        }
    }
}

/// An impact that ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Impulse on the first body in the frame (t1, t2, n), in N s.
    pub impulse: Vector3<f64>,
    /// Relative velocity after the impact in the frame (t1, t2, n), in m/s.
    pub velocity: Vector3<f64>,
    /// −∫ vₙ dpₙ, in J: what the normal impulse took. Negative if it gave more than it took, which only Newton's and
    /// Poisson's terminations can bring about.
    pub normal_loss: f64,
    /// −∫ v_t·dp_t ≥ 0, in J: what friction took.
    pub friction_loss: f64,
    /// What made it end.
    pub ending: Ending,
    /// What happened on the way, in order.
    pub events: Vec<Event>,
}

impl Solution {
    fn restored(self, units: &Units) -> Self {
        Self {
            impulse: units.impulse(&self.impulse),
            velocity: self.velocity * units.velocity,
            normal_loss: units.energy(self.normal_loss),
            friction_loss: units.energy(self.friction_loss),
            ending: self.ending,
            events: restored_events(self.events, units),
        }
    }

    /// Kinetic energy lost, in J; negative if Newton's termination created some.
    #[must_use]
    pub fn energy_lost(&self) -> f64 {
        self.normal_loss + self.friction_loss
    }

    /// Normal impulse at the first end of compression, in N s; none if it never ended by an event.
    #[must_use]
    pub fn compression_impulse(&self) -> Option<f64> {
        let is_end = |event: &&Event| event.kind == RouthEventKind::CompressionEnds;
        self.events.iter().find(is_end).map(|event| event.normal_impulse)
    }

    /// The solution of [`Outcome::NoImpact`]: nothing changes.
    #[must_use]
    pub fn untouched(impact: &LoneImpact) -> Self {
        Self {
            impulse: Vector3::zeros(),
            velocity: impact.velocity(),
            normal_loss: 0.0,
            friction_loss: 0.0,
            ending: Ending::Terminated,
            events: Vec::new(),
        }
    }

    /// What it came to, with the losses along the way it took.
    #[must_use]
    pub fn collision(&self) -> Collision {
        Collision {
            impulse: self.impulse,
            velocity: self.velocity,
            normal_loss: self.normal_loss,
            friction_loss: self.friction_loss,
        }
    }

    /// This impact as the solution of a contact problem with one contact. It takes no time.
    #[must_use]
    pub fn in_contact_space(&self) -> ContactSolution {
        ContactSolution { events: self.events.len(), ..self.collision().in_contact_space() }
    }

    /// What the solution does to the bodies of the impact that it was [made from](LoneImpact::between_bodies).
    #[must_use]
    pub fn of_bodies(&self, impact: &Impact) -> outcome::Outcome {
        impact.outcome(&self.in_contact_space())
    }
}

/// What made an impact end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The termination was fulfilled.
    Terminated,
    /// The contact sticks and no normal impulse can part the bodies any more, as for a pendulum whose rod locks: what
    /// restitution was still to give is lost.
    Dead,
}

/// An impact that does not end. It takes a matrix without an inverse, and a velocity that no impulse could have caused.
#[derive(Debug, Clone, PartialEq)]
pub struct Jam {
    /// Impulse when the jam was certain, in the frame (t1, t2, n), in N s; it grows from there without bound.
    pub impulse: Vector3<f64>,
    /// Relative velocity at that point, in m/s, with vₙ < 0.
    pub velocity: Vector3<f64>,
    /// How the contact jams.
    pub mode: JamMode,
    /// What happened before, in order.
    pub events: Vec<Event>,
}

impl Jam {
    fn restored(self, units: &Units) -> Self {
        Self {
            impulse: units.impulse(&self.impulse),
            velocity: self.velocity * units.velocity,
            mode: self.mode,
            events: restored_events(self.events, units),
        }
    }
}

/// How a contact jams.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum JamMode {
    /// It slips at constant speed, and the impulse changes neither vₙ nor v_t: friction has exactly the angle of the
    /// direction in which nothing can move.
    Slipping {
        /// Unit vector along v_t in (t1, t2).
        direction: Vector2<f64>,
    },
    /// It sticks, and no impulse changes vₙ.
    Sticking,
}

/// Something that happened at a certain normal impulse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// Normal impulse so far, in N s.
    pub normal_impulse: f64,
    /// What happened.
    pub kind: RouthEventKind,
}

fn restored_events(mut events: Vec<Event>, units: &Units) -> Vec<Event> {
    for event in &mut events {
        event.normal_impulse = units.length(event.normal_impulse);
    }
    events
}

/// What can happen on the way. Directions are unit vectors along v_t in (t1, t2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RouthEventKind {
    /// v_t reached zero. `Sticks`, `SlipReverses` or `SlipResumes` follows at the same impulse.
    SlipStops,
    /// The contact sticks, from here to the end.
    Sticks,
    /// A contact that did not slip before the impact begins to.
    SlipStarts {
        /// Where it slips.
        direction: Vector2<f64>,
    },
    /// Stick is outside the friction cone: slip goes on, against the direction it came in.
    SlipReverses {
        /// Where it slips from here on.
        direction: Vector2<f64>,
    },
    /// Stick is outside the friction cone: slip goes on, not against the direction it came in.
    SlipResumes {
        /// Where it slips from here on.
        direction: Vector2<f64>,
    },
    /// vₙ rose through zero.
    CompressionEnds,
    /// vₙ fell through zero before restitution was over.
    CompressionRestarts,
    /// The termination was fulfilled.
    RestitutionEnds,
}
