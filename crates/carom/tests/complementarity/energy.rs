//! Where Poisson's hypothesis at several contacts creates energy, and where it cannot.

use carom::laws::complementarity::solve_contacts;

use crate::{Several, for_each};

/// Rounding, grown by ill-conditioned contacts.
const ACCURACY: f64 = 1e-8;

/// Energy created, as a part of that before the impact; none if there is no answer.
fn created(case: &Several) -> Option<f64> {
    let solution = solve_contacts(&case.problem()).ok()?.solution;
    Some(-(solution.lost_in_friction + solution.lost_in_restitution) / case.energy())
}

/// Entries of B of sizes from 0.1 to 10: contacts of very unequal weight.
fn stretched(mut case: Several) -> Several {
    case.directions.apply(|x| *x = x.signum() * 10.0_f64.powf(2.0 * x.abs() - 1.0));
    case
}

#[test]
fn one_coefficient_for_all_contacts_creates_none() {
    for (contacts, freedoms) in [(2, 3), (2, 5), (3, 4), (4, 6)] {
        for_each(&Several::strategy(contacts, freedoms, 3.0), 1000, |case| {
            let mut case = stretched(case);
            let e = case.restitution[0].max(case.restitution[1]);
            case.restitution.fill(e);
            assert!(created(&case).is_none_or(|part| part <= ACCURACY), "{case:?}");
        });
    }
}

#[test]
fn different_coefficients_with_friction_can_create_more_than_there_was() {
    let mut most = 0.0_f64;
    for_each(&Several::strategy(3, 4, 3.0), 20_000, |case| {
        let mut case = stretched(case);
        case.restitution.iter_mut().for_each(|e| *e = e.round());
        most = most.max(created(&case).unwrap_or(0.0));
    });
    assert!(most > 1.0, "{most}");
}
