//! What happens during a shot.

use carom::EnergyLedger;

use super::cloth::Change;

/// How a ball went out of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Into a pocket, by its number in the outline.
    Pocket(usize),
    /// Over a cushion or past the table's edge.
    OverTheEdge,
}

/// An impact: everything that touched at one instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Collision {
    /// The balls whose motion it changed, in ascending order.
    pub balls: Vec<usize>,
    /// Pairs of balls that hit each other, those that closed their gap during the impact among them.
    pub pairs: Vec<[usize; 2]>,
    /// Balls with the cushions they touched, by their number in the outline.
    pub cushions: Vec<(usize, usize)>,
    /// Balls that the bed pressed on.
    pub on_bed: Vec<usize>,
    /// What the engine says of the energy.
    pub energy: EnergyLedger,
    /// How long it took, in seconds.
    pub duration: f64,
    /// How many Taylor series it took: its cost.
    pub expansions: usize,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum ShotEventKind {
    /// A phase of a ball's motion ended by itself.
    Ends {
        /// The ball.
        ball: usize,
        /// What ended.
        change: Change,
    },
    /// Balls hit each other, cushions or the bed.
    Collides(Collision),
    /// A ball went out of play.
    Leaves {
        /// The ball.
        ball: usize,
        /// Where.
        exit: Exit,
    },
}

/// Something that happened at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct ShotEvent {
    /// When, in seconds.
    pub time: f64,
    /// What.
    pub kind: ShotEventKind,
}

/// Events of one kind that are nearer to each other than this are told by the numbers of their balls, s. What is symmetric happens at one
/// instant, and rounding that grows from impact to impact (10⁻¹² s after three seconds of a break) would choose the order; no clock at a table
/// tells a nanosecond.
const ONE_INSTANT: f64 = 1e-9;

impl ShotEvent {
    /// The first of its balls.
    fn ball(&self) -> usize {
        match &self.kind {
            ShotEventKind::Ends { ball, .. } | ShotEventKind::Leaves { ball, .. } => *ball,
            ShotEventKind::Collides(collision) => collision.balls.first().copied().unwrap_or(usize::MAX),
        }
    }

    fn is_told_with(&self, first: &Self) -> bool {
        let alike = match (&self.kind, &first.kind) {
            (ShotEventKind::Ends { change, .. }, ShotEventKind::Ends { change: other, .. }) => {
                change == other
            }
            (ShotEventKind::Leaves { .. }, ShotEventKind::Leaves { .. })
            | (ShotEventKind::Collides(_), ShotEventKind::Collides(_)) => true,
            (ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } | ShotEventKind::Collides(_), _) => {
                false
            }
        };
        alike && self.time - first.time <= ONE_INSTANT
    }
}

/// Events in the order in which they are told: by time, and those of one kind and one instant by the numbers of their balls.
pub(super) fn as_told(events: &[ShotEvent]) -> Vec<&ShotEvent> {
    let mut told: Vec<&ShotEvent> = events.iter().collect();
    let mut rest = &mut told[..];
    while let Some(first) = rest.first().copied() {
        let together = rest.iter().take_while(|event| event.is_told_with(first)).count();
        let (these, others) = rest.split_at_mut(together);
        these.sort_by_key(|event| event.ball());
        rest = others;
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(ball: usize, time: f64) -> ShotEvent {
        ShotEvent { time, kind: ShotEventKind::Leaves { ball, exit: Exit::Pocket(0) } }
    }

    #[test]
    fn what_rounding_parts_is_told_by_number_and_what_a_clock_parts_by_time() {
        let order =
            |events: &[ShotEvent]| as_told(events).iter().map(|event| event.ball()).collect::<Vec<_>>();
        assert_eq!(order(&[leaves(5, 3.0), leaves(4, 3.0 + 1e-12), leaves(1, 3.1)]), [4, 5, 1]);
        assert_eq!(order(&[leaves(5, 3.0), leaves(4, 3.0 + 1e-6)]), [5, 4]);
        // Of a chain of close events only those near its first are told with it, so no order depends on what comes later.
        assert_eq!(order(&[leaves(3, 0.0), leaves(2, 0.8e-9), leaves(1, 1.6e-9)]), [2, 3, 1]);
    }

    #[test]
    fn events_of_other_kinds_keep_their_place() {
        let ends = |ball, change| ShotEvent { time: 1.0, kind: ShotEventKind::Ends { ball, change } };
        let events = [leaves(5, 1.0), ends(4, Change::RollingEnds), leaves(3, 1.0)];
        assert_eq!(as_told(&events), events.iter().collect::<Vec<_>>());
    }
}
