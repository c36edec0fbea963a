//! Where the energy went.

use carom::EnergyLedger;
use serde::Serialize;

use super::positive_zero;
use crate::report::ledger;
use crate::scene::{Scene, Setup};

/// What was lost: in two parts where the model says which is which, else their sum.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Losses {
    Split { lost_in_restitution: f64, lost_in_friction: f64 },
    Whole { lost: f64 },
}

impl Losses {
    pub fn of(scene: &Scene, in_restitution: f64, in_friction: f64) -> Self {
        if scene.splits_losses() {
            Self::Split {
                lost_in_restitution: positive_zero(in_restitution),
                lost_in_friction: positive_zero(in_friction),
            }
        } else {
            Self::Whole { lost: positive_zero(in_restitution + in_friction) }
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Energy {
    OfBodies {
        before: f64,
        after: f64,
        /// Done by fixed bodies that move; left out if none does.
        #[serde(skip_serializing_if = "Option::is_none")]
        work: Option<f64>,
        #[serde(flatten)]
        lost: Losses,
    },
    /// The contact matrix gives the change of the kinetic energy, not the whole of it.
    OfMechanism {
        change: f64,
        #[serde(flatten)]
        lost: Losses,
    },
}

pub fn energy(scene: &Scene, ledger: &EnergyLedger) -> Energy {
    let lost = Losses::of(scene, ledger.lost_in_restitution, ledger.lost_in_friction);
    match scene.setup() {
        Setup::Bodies(_) => Energy::OfBodies {
            before: ledger.before,
            after: ledger.after,
            work: ledger::drives(scene).then_some(ledger.work),
            lost,
        },
        Setup::Mechanism(_) => {
            Energy::OfMechanism { change: positive_zero(ledger.after - ledger.before), lost }
        }
    }
}
