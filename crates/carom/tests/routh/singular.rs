//! Matrices without an inverse, jams, and the cases with two answers or none.

use carom::laws::LawError;
use carom::laws::routh::{self, Ending, JamMode, Outcome, RouthEventKind, Termination};
use nalgebra::{Matrix3, vector};

use crate::{TERMINATIONS, lone_impact, outcome, solved};

/// Rounding of a closed form of a dozen operations.
const ROUNDING: f64 = 1e-14;

/// A pendulum whose rod stands askew on the floor: its tip moves along (1, 0, −1) only.
fn pendulum() -> Matrix3<f64> {
    Matrix3::new(1.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0)
}

#[test]
fn a_pendulum_with_enough_friction_stops_dead() {
    // dv_t = −1 − μ, dvₙ = 1 + μ: both reach zero at 1/(1 + μ), and only sticking is left.
    for termination in [Termination::Energetic, Termination::Newton] {
        let s = solved(pendulum(), vector![1.0, 0.0, -1.0], 1.5, 0.8, termination);
        assert_eq!(s.ending, Ending::Dead);
        assert!(s.velocity.amax() < ROUNDING);
        assert!((s.impulse - vector![-0.6, 0.0, 0.4]).amax() < ROUNDING);
    }
}

#[test]
fn a_pendulum_with_little_friction_swings_back() {
    // dv_t = −1 − μ to zero at 1/(1 + μ), then slip the other way with dvₙ = 1 − μ.
    let s = solved(pendulum(), vector![1.0, 0.0, -1.0], 0.5, 0.75, Termination::Poisson);
    let compression = 1.0 / 1.5;
    assert!((s.impulse.z - 1.75 * compression).abs() < ROUNDING);
    assert!((s.velocity.z - 0.5 * 0.75 * compression).abs() < ROUNDING);
    assert!((s.velocity.x + s.velocity.z).abs() < ROUNDING);
}

#[test]
fn a_pendulum_dragged_into_the_floor_by_a_driven_belt_jams() {
    // While the belt drags the tip on, dvₙ = 1 − μ < 0 and dv_t = μ − 1; once it sticks, vₙ = −6 for ever.
    for termination in TERMINATIONS {
        let Outcome::Jammed(jam) = outcome(pendulum(), vector![-5.0, 0.0, -1.0], 2.0, 0.5, termination)
        else {
            panic!("it jams")
        };
        assert_eq!(jam.mode, JamMode::Sticking);
        assert_eq!(jam.velocity, vector![0.0, 0.0, -6.0]);
    }
}

#[test]
fn a_pendulum_dragged_along_at_just_the_angle_of_friction_jams_in_slip() {
    let Outcome::Jammed(jam) = outcome(pendulum(), vector![-5.0, 0.0, -1.0], 1.0, 0.5, Termination::Poisson)
    else {
        panic!("it jams")
    };
    assert_eq!(jam.mode, JamMode::Slipping { direction: vector![-1.0, 0.0] });
    assert_eq!(jam.velocity, vector![-5.0, 0.0, -1.0]);
}

#[test]
fn a_jam_is_recognised_where_slip_turns() {
    // The tip moves along (1, 0, −1) and, with another mass, along t2. v_t1 + vₙ = −6 stays.
    let w = Matrix3::new(1.0, 0.0, -1.0, 0.0, 0.5, 0.0, -1.0, 0.0, 1.0);
    let Outcome::Jammed(jam) = outcome(w, vector![-5.0, 3.0, -1.0], 2.0, 0.5, Termination::Energetic) else {
        panic!("it jams")
    };
    assert_eq!(jam.mode, JamMode::Sticking);
    assert!((jam.velocity - vector![0.0, 0.0, -6.0]).amax() < ROUNDING * 10.0, "{jam:?}");
}

#[test]
fn a_contact_that_sticks_and_cannot_part_jams() {
    // v_t = 0 and vₙ < 0 contradict the rod; the floor rises.
    let Outcome::Jammed(jam) = outcome(pendulum(), vector![0.0, 0.0, -1.0], 1.5, 0.5, Termination::Energetic)
    else {
        panic!("it jams")
    };
    assert_eq!(jam.mode, JamMode::Sticking);
}

/// A steep rod: W = [[2, 2.4], [2.4, 3.2]] has an inverse, and slip towards +t1 at μ = 1.5 gives dvₙ = 3.2 − 3.6 = −0.4.
fn steep_rod() -> Matrix3<f64> {
    Matrix3::new(2.0, 0.0, 2.4, 0.0, 2.0, 0.0, 2.4, 0.0, 3.2)
}

#[test]
fn slip_that_drives_bodies_together_ends_if_the_matrix_has_an_inverse() {
    // dv_t = 2.4 − 3 = −0.6: v_t = 0.6 is used up at pₙ = 1, vₙ = −1.4; then it sticks, dvₙ = 3.2 − 2.4²/2 = 0.32.
    let impact = lone_impact(steep_rod(), vector![0.6, 0.0, -1.0], 1.5, 0.5).unwrap();
    assert!((routh::initial_normal_rate(&impact) + 0.4).abs() < ROUNDING);
    let s = solved(steep_rod(), vector![0.6, 0.0, -1.0], 1.5, 0.5, Termination::Poisson);
    assert_eq!(s.events[1].kind, RouthEventKind::Sticks);
    let compression = 1.0 + 1.4 / 0.32;
    assert!((s.impulse.z / (1.5 * compression) - 1.0).abs() < ROUNDING);
    assert!((s.velocity.z - 0.32 * 0.5 * compression).abs() < ROUNDING);
}

#[test]
fn sliding_without_approach_into_jam_has_two_answers() {
    let Outcome::Ambiguous(rebound) =
        outcome(steep_rod(), vector![0.6, 0.0, 0.0], 1.5, 0.5, Termination::Poisson)
    else {
        panic!("slip drives the bodies together")
    };
    let compression = 1.0 + 0.4 / 0.32;
    assert!((rebound.impulse.z - 1.5 * compression).abs() < ROUNDING * compression);
    assert!(rebound.velocity.z > 0.0);
    let away = outcome(steep_rod(), vector![-0.6, 0.0, 0.0], 1.5, 0.5, Termination::Poisson);
    assert_eq!(away, Outcome::NoImpact);
}

/// Slip towards −t1 is quick (dv_t = 5.4, dvₙ = 6.8) and stops at pₙ = 0.1, vₙ = −0.32. Then the rod sticks, dvₙ = 0.32: compression
/// ends at 1.1 after the work ½(1 + 0.32)·0.1 + ½·0.32·1 = 0.226. To part at vₙ = 1 takes 3.125 more, and 1.5625 of work.
#[test]
fn newtons_end_can_create_energy_and_says_so() {
    let v = vector![-0.54, 0.0, -1.0];
    let s = solved(steep_rod(), v, 1.5, 1.0, Termination::Newton);
    assert!((s.impulse.z - (1.1 + 3.125)).abs() < 10.0 * ROUNDING);
    assert!((s.normal_loss - (0.226 - 1.5625)).abs() < 10.0 * ROUNDING);
    assert!((s.friction_loss - 1.5 * 0.5 * 0.54 * 0.1).abs() < ROUNDING);
    assert!(s.energy_lost() < -1.29);
    let energetic = solved(steep_rod(), v, 1.5, 1.0, Termination::Energetic);
    assert!(energetic.normal_loss.abs() < ROUNDING);
}

/// A slip that turns can press bodies together again that were about to part.
#[test]
fn compression_restarts_and_all_of_it_is_given_back_by_an_elastic_contact() {
    let w = Matrix3::new(0.76, -0.19, -0.34, -0.19, 0.81, 0.27, -0.34, 0.27, 0.235);
    let v = vector![-0.26, -1.18, -0.25];
    let s = solved(w, v, 2.1, 1.0, Termination::Energetic);
    let kinds: Vec<_> = s.events.iter().map(|event| event.kind).collect();
    let expected = [
        RouthEventKind::CompressionEnds,
        RouthEventKind::CompressionRestarts,
        RouthEventKind::SlipStops,
        RouthEventKind::Sticks,
        RouthEventKind::CompressionEnds,
        RouthEventKind::RestitutionEnds,
    ];
    assert_eq!(kinds, expected);
    assert!(s.normal_loss.abs() < ROUNDING);
    let plastic = solved(w, v, 2.1, 0.0, Termination::Energetic);
    assert_eq!(plastic.compression_impulse(), s.compression_impulse());
    assert!(plastic.velocity.xy().norm() > 0.1);
}

#[test]
fn impossible_input_is_refused() {
    let (w, v) = (Matrix3::identity(), vector![0.0, 0.0, -1.0]);
    let what = "the inverse mass matrix";
    let cases = [
        (Matrix3::from_element(f64::NAN), LawError::NotFinite { what }),
        (Matrix3::from_diagonal(&vector![1.0, 1.0, 0.0]), LawError::Immovable),
        (
            Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]),
            LawError::NotPositive { what, needed: "positive semidefinite", smallest: -1.0 },
        ),
        (
            Matrix3::new(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
            LawError::NotSymmetric { what, difference: 0.5 },
        ),
    ];
    for (matrix, error) in cases {
        assert_eq!(lone_impact(matrix, v, 0.5, 0.5), Err(error));
    }
    assert!(lone_impact(w, vector![0.0, 0.0, f64::NEG_INFINITY], 0.5, 0.5).is_err());
}
