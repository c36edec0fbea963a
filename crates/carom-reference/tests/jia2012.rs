//! Jia2012's numbers by its own algorithm, as printed and as it must have been run.

use carom_reference::jia2012::CompliantEvent::{CompressionEnds, Slips, Sticks};
use carom_reference::jia2012::{CompliantContact, CompliantOutcome, Jia2012, Reading};
use nalgebra::{Matrix3, Vector3, vector};

/// η₀² of \[Jia2012, eqs. (83), (90)\].
const STIFFNESS_RATIO: f64 = 17.0 / 14.0;

/// The paper's step.
const STEP: f64 = 5e-5;

fn solve(step: f64, reading: Reading, contact: &CompliantContact) -> CompliantOutcome {
    Jia2012::new(step, reading).and_then(|method| method.solve(contact)).expect("the contact approaches")
}

/// Velocity and angular velocity of a ball of unit mass and radius after a bounce, \[Jia2012, eqs. (79)–(84)\].
fn bounce(
    step: f64,
    reading: Reading,
    restitution: f64,
    (velocity, spin): (Vector3<f64>, Vector3<f64>),
) -> (Vector3<f64>, Vector3<f64>) {
    let contact = CompliantContact {
        w: Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]),
        velocity: velocity + Vector3::z().cross(&spin),
        friction: 0.4,
        restitution,
        stiffness_ratio: STIFFNESS_RATIO,
    };
    let impulse = solve(step, reading, &contact).impulse;
    (velocity + impulse, spin - Vector3::z().cross(&impulse) * 2.5)
}

/// \[Jia2012, sec. 8.1.1\].
fn first_ball() -> (Vector3<f64>, Vector3<f64>) {
    (vector![-1.0, 0.0, -5.0], vector![0.0, 2.0, 0.0])
}

/// \[Jia2012, Table 1\]: velocity and angular velocity before the first and after each of eight bounces.
const TABLE: [([f64; 3], [f64; 2]); 9] = [
    ([-1.0, 0.0, 5.0], [6.0, 6.0]),
    ([0.898172, -1.627, 2.5001], [1.93249, 1.25457]),
    ([1.07389, -1.77762, 1.2501], [1.55595, 0.815269]),
    ([0.944485, -1.6667, 0.62505], [1.83325, 1.13879]),
    ([1.04364, -1.75169, 0.3123], [1.62078, 0.890907]),
    ([0.963345, -1.68287, 0.15565], [1.79283, 1.09164]),
    ([1.02677, -1.73723, 0.07665], [1.65692, 0.933078]),
    ([0.998039, -1.7126, 0.0358], [1.71849, 1.0049]),
    ([1.00197, -1.71598, 0.0111], [1.71006, 0.995071]),
];

/// Two steps of the normal impulse, by which two programs may count differently, and half of the fifth decimal. Friction passes
/// μ times as much on to the tangent, and 5/2 μ = 1 times to the spin.
const TABLE_ACCURACY: f64 = 2.0 * STEP + 0.5e-5;

/// The same two steps where only tangential velocities are compared; spins have 5/2 of it.
const TANGENTIAL_ACCURACY: f64 = 0.4 * TABLE_ACCURACY;

/// Largest deviation of each row of the table, computed from the row above it, in velocity and spin.
fn deviations(reading: Reading) -> Vec<f64> {
    let row = |i: usize| (Vector3::from(TABLE[i].0), vector![TABLE[i].1[0], TABLE[i].1[1], 0.0]);
    let deviation = |i: usize| {
        let (mut velocity, spin) = row(i);
        velocity.z = -velocity.z;
        let after = bounce(STEP, reading, 0.5, (velocity, spin));
        (after.0 - row(i + 1).0).amax().max((after.1 - row(i + 1).1).amax())
    };
    (0..8).map(deviation).collect()
}

#[test]
fn every_row_of_table_1_follows_from_the_one_above_if_restitution_slips_at_mu_e() {
    let deviations = deviations(Reading::AsSimulated);
    assert!(deviations.iter().all(|&d| d < TABLE_ACCURACY), "{deviations:?}");
}

#[test]
fn table_1_does_not_follow_from_the_equations_as_printed() {
    let deviations = deviations(Reading::AsPrinted);
    assert!(deviations[0] > 0.5, "{deviations:?}"); // it slips throughout restitution
    assert!(deviations[..5].iter().all(|&d| d > 10.0 * TABLE_ACCURACY), "{deviations:?}");
}

#[test]
fn section_8_1_1_is_reproduced_if_restitution_slips_at_mu_e() {
    let (velocity, spin) = bounce(STEP, Reading::AsSimulated, 0.5, first_ball());
    assert!((velocity.x - 0.570982).abs() < TANGENTIAL_ACCURACY, "{}", velocity.x);
    assert!((spin.y + 1.92746).abs() < 2.5 * TANGENTIAL_ACCURACY, "{}", spin.y);
    let (printed, _) = bounce(STEP, Reading::AsPrinted, 0.5, first_ball());
    assert!((printed.x - 0.570982).abs() > 500.0 * TANGENTIAL_ACCURACY, "{}", printed.x);
}

#[test]
fn where_mu_e_makes_no_difference_the_equations_as_printed_give_the_printed_values() {
    // μe = μ at e = 1, and there is no restitution at e = 0.
    for (restitution, v, w) in [(1.0, -0.089745, -0.275637), (0.0, 0.554553, -1.88638)] {
        let (velocity, spin) = bounce(STEP, Reading::AsPrinted, restitution, first_ball());
        assert!((velocity.x - v).abs() < TANGENTIAL_ACCURACY, "{restitution}: {}", velocity.x);
        assert!((spin.y - w).abs() < 2.5 * TANGENTIAL_ACCURACY, "{restitution}: {}", spin.y);
    }
}

/// Steps with which −5 + N δ is exact, so that compression ends on a step.
const FINER: [f64; 2] = [1.0 / 8192.0, 1.0 / 32768.0];

/// Error over step: events and the end are late by a step or two, in which v_t changes by μ or less.
const ERROR_PER_STEP: f64 = 1.0;

#[test]
fn as_printed_it_converges_at_first_order_to_the_exact_bounce() {
    let exact = [
        (0.5, 0.544090155, -1.860225388),
        (1.0, -0.0897438801, -0.275640300),
        (0.0, 0.554538947, -1.886347367),
    ];
    for (restitution, v, w) in exact {
        let error = FINER.map(|step| {
            let (velocity, spin) = bounce(step, Reading::AsPrinted, restitution, first_ball());
            (velocity.x - v).abs().max((spin.y - w).abs() / 2.5)
        });
        assert!(error[0] < ERROR_PER_STEP * FINER[0], "{restitution}: {error:?}");
        let ratio = error[0] / error[1];
        assert!((3.0..5.5).contains(&ratio), "{restitution}: {error:?}");
    }
}

#[test]
fn events_of_section_8_1_1_are_slip_stick_and_reverse_slip() {
    let contact = CompliantContact {
        w: Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]),
        velocity: vector![-3.0, 0.0, -5.0],
        friction: 0.4,
        restitution: 0.5,
        stiffness_ratio: STIFFNESS_RATIO,
    };
    let outcome = solve(STEP, Reading::AsPrinted, &contact);
    let kinds: Vec<_> = outcome.events.iter().map(|event| event.1).collect();
    assert_eq!(kinds, [Slips, Sticks, CompressionEnds, Slips]);
    for (event, exact) in outcome.events.iter().zip([0.0, 0.625, 5.0, 7.365582]) {
        assert!((event.0 - exact).abs() < 4.0 * STEP, "{event:?} {exact}");
    }
}

/// The pencil of \[Jia2012, sec. 8.2\] with the true moment of inertia: the cone's is taken about its own centre of mass.
fn pencil() -> CompliantContact {
    let (r, h1, h2) = (0.5_f64, 3.0_f64, 0.5_f64);
    let (cylinder, cone) = (h1 / (h1 + h2 / 3.0), h2 / 3.0 / (h1 + h2 / 3.0));
    let h = (6.0 * h1 * h1 + 12.0 * h1 * h2 + 3.0 * h2 * h2) / (12.0 * h1 + 4.0 * h2);
    let inertia = cylinder * ((3.0 * r * r + h1 * h1) / 12.0 + (h1 / 2.0 + h2 - h).powi(2))
        + cone * (3.0 / 20.0 * r * r + 3.0 / 80.0 * h2 * h2 + (h - 0.75 * h2).powi(2));
    assert!((inertia - 0.903869).abs() < 1e-6, "{inertia}");
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let lever = vector![sin, 0.0, -cos];
    let square = lever * lever.transpose() + Vector3::y() * Vector3::y().transpose();
    let flight = vector![-5.0 * (std::f64::consts::PI / 6.0).cos(), 0.0, -2.5];
    CompliantContact {
        w: Matrix3::identity() + square * (h * h / inertia),
        velocity: flight + vector![0.5 * sin, -1.0, -0.5 * cos] * h,
        friction: 0.8,
        restitution: 0.5,
        stiffness_ratio: STIFFNESS_RATIO,
    }
}

#[test]
fn the_pencil_converges_at_first_order_to_the_exact_impulse() {
    let exact = vector![4.037483675, 0.330736589, 5.789891361];
    let error = [2e-4, 2e-5].map(|step| (solve(step, Reading::AsPrinted, &pencil()).impulse - exact).amax());
    assert!(error[0] < 2.0 * 2e-4, "{error:?}");
    // A tenth, or a little more or less: events fall on steps.
    assert!((5.0..20.0).contains(&(error[0] / error[1])), "{error:?}");
}

#[test]
fn impossible_contacts_are_refused() {
    let method = Jia2012::new(STEP, Reading::AsPrinted).expect("the step is positive");
    let good = pencil();
    let bad = [
        CompliantContact { friction: 0.0, ..good },
        CompliantContact { restitution: 1.5, ..good },
        CompliantContact { stiffness_ratio: -1.0, ..good },
        CompliantContact { velocity: vector![1.0, 0.0, 0.0], ..good },
    ];
    assert!(bad.iter().all(|contact| method.solve(contact).is_err()));
    assert!(Jia2012::new(0.0, Reading::AsPrinted).is_err());
}
