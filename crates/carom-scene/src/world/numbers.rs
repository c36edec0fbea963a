//! The numbers in which the run of a world ends, for tables of many runs.

use carom_motion::billiards::Exit;

use super::report::energy;
use super::{WorldRun, WorldScene, WorldSetup};

/// A key of a body's state, its parts (none if it is one number), and its unit.
pub(crate) type StateKey = (&'static str, &'static [&'static str], &'static str);

const AXES: &[&str] = &["x", "y", "z"];
const ON_TABLE: [StateKey; 3] =
    [("position", AXES, "m"), ("velocity", AXES, "m/s"), ("angular_velocity", AXES, "rad/s")];
const POCKET: StateKey = ("pocket", &[], "");
const ON_FLOOR: [StateKey; 4] = [
    ("position", AXES, "m"),
    ("orientation", &["w", "x", "y", "z"], ""),
    ("velocity", AXES, "m/s"),
    ("angular_velocity", AXES, "rad/s"),
];
const IN_CRADLE: [StateKey; 4] = [
    ("angle", &[], "rad"),
    ("speed", &[], "m/s"),
    ("displacement", &[], "m"),
    ("horizontal_velocity", &[], "m/s"),
];

impl WorldScene {
    /// What is known of every body at any time.
    pub(crate) fn state_keys(&self) -> Vec<StateKey> {
        match &self.setup {
            WorldSetup::Billiards(_) => ON_TABLE.to_vec(),
            WorldSetup::Bouncing { .. } => ON_FLOOR.to_vec(),
            WorldSetup::Cradle { .. } => IN_CRADLE.to_vec(),
        }
    }

    /// What is known of every body at the end: of a ball also into which pocket it fell.
    pub(crate) fn final_keys(&self) -> Vec<StateKey> {
        let pocket = match &self.setup {
            WorldSetup::Billiards(_) => Some(POCKET),
            WorldSetup::Bouncing { .. } | WorldSetup::Cradle { .. } => None,
        };
        self.state_keys().into_iter().chain(pocket).collect()
    }

    /// The keys of the energy ledger.
    pub(crate) fn energy_keys(&self) -> Vec<&'static str> {
        energy::keys(&self.setup)
    }
}

impl WorldRun {
    /// The numbers of a body's state at a time (seconds), in the order of the keys and their parts.
    pub(crate) fn state_values(&self, body: usize, time: f64) -> Vec<f64> {
        match self {
            Self::Billiards { shot, .. } => {
                let state = shot.at(body, time);
                [state.position, state.velocity, state.angular_velocity].iter().flatten().copied().collect()
            }
            Self::Bouncing(course) => {
                let state = course.at(body, time);
                let turn = state.orientation;
                let (position, turn) = (state.position.as_slice(), &[turn.w, turn.i, turn.j, turn.k]);
                [position, turn, state.velocity.as_slice(), state.angular_velocity.as_slice()].concat()
            }
            Self::Cradle(course) => {
                let state = course.at(body, time);
                vec![state.angle, state.speed, state.displacement, state.horizontal_velocity]
            }
        }
    }

    /// The same at the end, with the pocket.
    pub(crate) fn final_values(&self, body: usize) -> Vec<Option<f64>> {
        let pocket = match self {
            Self::Billiards { shot, .. } => match shot.exit(body) {
                Some(Exit::Pocket(number)) => Some(Some(number as f64)),
                Some(Exit::OverTheEdge) | None => Some(None),
            },
            Self::Bouncing(_) | Self::Cradle(_) => None,
        };
        self.state_values(body, self.end()).into_iter().map(Some).chain(pocket).collect()
    }

    /// The energy ledger, in joules, in the order of its keys.
    pub(crate) fn energies(&self) -> Vec<f64> {
        energy::values(self)
    }
}
