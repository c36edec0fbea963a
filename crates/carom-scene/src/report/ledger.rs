//! Where the energy went.

use carom::laws::routh::Termination;
use carom::{Body, EnergyLedger, Motion};

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::scene::{Method, Scene, Setup};

/// Characters of a rounding error with a sign: -1.2e-16.
const IMBALANCE_WIDTH: usize = 8;

/// The ledger: of bodies with percentages of the energy before, of a mechanism from its change, since the whole is unknown.
pub(super) fn of(scene: &Scene, ledger: &EnergyLedger, options: TextOptions) -> String {
    let mut losses = losses(scene, ledger.lost_in_restitution, ledger.lost_in_friction);
    let whole = match scene.setup() {
        Setup::Bodies(_) => {
            if drives(scene) {
                losses.insert(0, ("work of fixed bodies that move", ledger.work));
            }
            losses.insert(0, ("kinetic energy before", ledger.before));
            losses.push(("kinetic energy after", ledger.after));
            Some(ledger.before)
        }
        Setup::Mechanism(_) => {
            losses.insert(0, ("change of kinetic energy", ledger.after - ledger.before));
            None
        }
    };
    table(&losses, whole, ledger.imbalance(), options)
}

/// Whether a fixed body moves, and so does work.
pub(crate) fn drives(scene: &Scene) -> bool {
    let moves = |body: &Body| body.is_fixed() && body.motion() != Motion::default();
    scene.impact().is_some_and(|impact| impact.bodies().iter().any(moves))
}

/// What was lost: in two parts where the model says which is which.
fn losses(scene: &Scene, in_restitution: f64, in_friction: f64) -> Vec<(&'static str, f64)> {
    if scene.splits_losses() {
        vec![("lost in restitution", in_restitution), ("lost in friction", in_friction)]
    } else {
        vec![("lost", in_restitution + in_friction)]
    }
}

/// A word on energy that comes from nowhere.
pub(super) fn note(method: &Method, ledger: &EnergyLedger) -> &'static str {
    let EnergyLedger { lost_in_restitution, lost_in_friction, .. } = *ledger;
    let lost = lost_in_restitution + lost_in_friction;
    let created = lost < 0.0 && !Digits::of([lost_in_restitution, lost_in_friction]).is_rounding(lost);
    match method {
        Method::Routh { termination: Termination::Newton, .. } if created => {
            "Newton's termination has created energy"
        }
        Method::Law { .. } | Method::Complementarity | Method::Sequential { .. } if created => {
            "the law has created energy"
        }
        Method::Routh { .. } | Method::Law { .. } | Method::Complementarity => "",
        Method::Sequential { .. } | Method::Simultaneous => "",
    }
}

/// Entries with their percentages of the whole, and what they fail to account for.
pub(crate) fn table(
    entries: &[(&str, f64)],
    whole: Option<f64>,
    imbalance: f64,
    options: TextOptions,
) -> String {
    let mut columns = vec![(Align::Left, String::new()), (Align::Right, "J".to_owned())];
    columns.push((Align::Right, if whole.is_some() { "%".to_owned() } else { String::new() }));
    let mut table = Columns::new("entries", columns);
    let digits = Digits::of(entries.iter().map(|entry| entry.1));
    let percent = |x: f64| match whole {
        Some(_) if x == 0.0 => "0".to_owned(),
        Some(whole) if whole > 0.0 => format!("{:.3}", 100.0 * x / whole),
        _ => String::new(),
    };
    for &(what, x) in entries {
        table.row(vec![what.to_owned(), digits.write(x), percent(x)]);
    }
    let imbalance = if imbalance == 0.0 { "0".to_owned() } else { format!("{imbalance:.1e}") };
    // As wide for every sign of it: rounding, which differs between machines, must not move the column.
    let imbalance = format!("{imbalance:>IMBALANCE_WIDTH$}");
    table.row(vec!["imbalance (rounding)".to_owned(), imbalance, String::new()]);
    table.render(options)
}
