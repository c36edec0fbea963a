//! How a contact holds on tangentially: what it can do, and what follows from what.
//!
//! The tangential side of a contact is a state machine as the normal one is ([`crate::phase`]). A contact without load is loose, a loaded one
//! sticks or slips. Friction with tangential springs knows at once which of the two follows. Rigid friction does not: where a contact
//! stops sliding, or can no longer stick, all rigid contacts decide together (Coulomb's law for all of them at once), and until they have,
//! the decision is pending.

use nalgebra::Vector2;

/// What holds a contact tangentially.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Tangential springs.
    Springs,
    /// Nothing that gives: Coulomb's law alone.
    Rigid,
}

/// How a contact holds on tangentially.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// It carries no load.
    Loose,
    /// It sticks.
    Stuck,
    /// It slips.
    Slipping {
        /// Unit vector along which it slides.
        direction: Vector2<f64>,
    },
    /// Rigid: what it does next is open.
    Pending(Question),
}

/// What is asked of a rigid contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Question {
    /// It has stopped sliding: does it stick?
    Stopped,
    /// Its force has reached the cone: does it slide?
    Leaving,
    /// It slides no faster than rounding: does it slide on?
    Creeping,
    /// It begins to slide from rest, without a jump of the acceleration: how does it turn?
    Starting {
        /// Unit vector along which it will slide.
        direction: Vector2<f64>,
    },
}

/// What happens to the tangential side of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GripEvent {
    /// The normal force is gone, and with it the tangential one.
    Released,
    /// The force of tangential springs has reached the cone, or the cone has shrunk to it.
    ReachesCone {
        /// Unit vector along which they are stretched.
        direction: Vector2<f64>,
    },
    /// The speed of sliding has fallen to zero, or a rigid contact must find out anew whether it sticks since the normal force has jumped.
    Stops,
    /// The force of a rigid contact has reached the cone: it must find out whether it slides.
    Leaves,
    /// The speed at which a rigid contact slides is rounding: it must find out whether it slides on.
    Creeps,
    /// Redundant rigid contacts can no longer share their load, and this one begins to slide.
    Begins {
        /// Unit vector along which it will slide.
        direction: Vector2<f64>,
    },
    /// It is found that it sticks.
    Sticks,
    /// It is found that it slides, or it has turned.
    Slides {
        /// Unit vector along which it slides.
        direction: Vector2<f64>,
    },
}

impl GripEvent {
    /// One of each kind, with the given direction.
    #[must_use]
    pub fn all(direction: Vector2<f64>) -> [Self; 8] {
        [
            Self::Released,
            Self::ReachesCone { direction },
            Self::Stops,
            Self::Leaves,
            Self::Creeps,
            Self::Begins { direction },
            Self::Sticks,
            Self::Slides { direction },
        ]
    }

    /// Its name in a diagram.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Released => "released",
            Self::ReachesCone { .. } => "reaches the cone",
            Self::Stops => "stops",
            Self::Leaves => "leaves",
            Self::Creeps => "creeps",
            Self::Begins { .. } => "begins",
            Self::Sticks => "sticks",
            Self::Slides { .. } => "slides",
        }
    }
}

impl Grip {
    /// Its name in a diagram.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Loose => "loose",
            Self::Stuck => "stuck",
            Self::Slipping { .. } => "slipping",
            Self::Pending(Question::Stopped) => "stopped?",
            Self::Pending(Question::Leaving) => "leaving?",
            Self::Pending(Question::Creeping) => "creeping?",
            Self::Pending(Question::Starting { .. }) => "starting?",
        }
    }
}

/// The grip that follows, or nothing if the event cannot happen.
#[must_use]
pub fn transition(tie: Tie, grip: Grip, event: GripEvent) -> Option<Grip> {
    use GripEvent as E;
    let pending = |question| Some(Grip::Pending(question));
    match (tie, grip, event) {
        (_, _, E::Released) => Some(Grip::Loose),
        (_, _, E::Sticks) => Some(Grip::Stuck),
        (_, _, E::Slides { direction }) => Some(Grip::Slipping { direction }),
        (Tie::Springs, Grip::Pending(_), _) => None,
        (Tie::Springs, _, E::ReachesCone { direction }) => Some(Grip::Slipping { direction }),
        (Tie::Springs, Grip::Slipping { .. }, E::Stops) => Some(Grip::Stuck),
        (Tie::Springs, Grip::Loose | Grip::Stuck, E::Stops) => None,
        (Tie::Springs, _, E::Leaves | E::Creeps | E::Begins { .. }) => None,
        (Tie::Rigid, _, E::ReachesCone { .. }) => None,
        (Tie::Rigid, _, E::Stops) => pending(Question::Stopped),
        (Tie::Rigid, _, E::Leaves) => pending(Question::Leaving),
        (Tie::Rigid, Grip::Slipping { .. }, E::Creeps) => pending(Question::Creeping),
        (Tie::Rigid, Grip::Loose | Grip::Stuck | Grip::Pending(_), E::Creeps) => None,
        (Tie::Rigid, _, E::Begins { direction }) => pending(Question::Starting { direction }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONG: Vector2<f64> = Vector2::new(1.0, 0.0);
    const SLIPPING: Grip = Grip::Slipping { direction: ALONG };

    #[test]
    fn springs_know_at_once_and_rigid_contacts_ask() {
        let cone = GripEvent::ReachesCone { direction: ALONG };
        assert_eq!(transition(Tie::Springs, Grip::Stuck, cone), Some(SLIPPING));
        let leaving = Some(Grip::Pending(Question::Leaving));
        assert_eq!(transition(Tie::Rigid, Grip::Stuck, GripEvent::Leaves), leaving);
        assert_eq!(transition(Tie::Springs, SLIPPING, GripEvent::Stops), Some(Grip::Stuck));
        assert_eq!(
            transition(Tie::Rigid, SLIPPING, GripEvent::Stops),
            Some(Grip::Pending(Question::Stopped))
        );
    }

    #[test]
    fn only_rigid_contacts_have_open_questions() {
        for grip in [Grip::Loose, Grip::Stuck, SLIPPING] {
            for event in GripEvent::all(ALONG) {
                let after = transition(Tie::Springs, grip, event);
                assert!(!matches!(after, Some(Grip::Pending(_))), "{grip:?}, {event:?}: {after:?}");
            }
        }
    }
}
