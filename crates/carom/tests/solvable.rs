//! Impacts that once ended in an error although they have an answer.

#![allow(clippy::unwrap_used)] // a test that cannot build its problem has failed

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness};
use nalgebra::{DMatrix, dmatrix};

/// Digits of the velocities below, which other solvers found.
const SIX_DIGITS: f64 = 1e-6;

fn velocities(w: &DMatrix<f64>, velocity: &[f64], laws: &[(f64, f64)]) -> Vec<f64> {
    let law =
        |&(e, k): &(f64, f64)| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap());
    let coupling = Coupling::from_matrix(w).unwrap();
    let laws = laws.iter().map(law).collect();
    ContactProblem::new(coupling, velocity.to_vec(), laws, Model::default())
        .unwrap()
        .solve()
        .unwrap()
        .velocity
}

fn assert_near(found: &[f64], expected: &[f64]) {
    let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= SIX_DIGITS;
    assert!(found.iter().zip(expected).all(is_near), "{found:?}, not {expected:?}");
}

/// Two plastic contacts and two that bounce on them: a contact that opened hardened left the range of numbers.
#[test]
fn contacts_that_bounce_on_plastic_ones_stay_finite() {
    let w = dmatrix![
        1.0835, -0.75012, -0.17042, 0.0;
        -0.75012, 6.8739, -0.35643, 0.0;
        -0.17042, -0.35643, 22.5036, -0.65932;
        0.0, 0.0, -0.65932, 1.0
    ];
    let laws = [(0.8, 547.49), (0.0, 1.0), (0.8, 185.289), (0.0, 0.004_177_6)];
    assert_near(&velocities(&w, &[-0.51947, 0.0, 0.0, 0.0], &laws), &[0.344_550_10, 0.0, 0.0, 0.0]);
}

/// A stiff contact that nearly gives all back, beside one that gives nothing: they bounced on each other without end.
#[test]
fn a_contact_that_bounces_beside_a_plastic_one_comes_to_an_end() {
    let w = dmatrix![
        9.817_387_653_357_38, 0.118_349_234_746_545_39, 0.0, 0.0;
        0.118_349_234_746_545_39, 37.954_935_772_029_21, -57.243_819_323_736_16, -42.166_051_737_165_134;
        0.0, -57.243_819_323_736_16, 189.958_458_018_678_8, 57.388_141_567_559_36;
        0.0, -42.166_051_737_165_134, 57.388_141_567_559_36, 102.223_545_857_693_84
    ];
    let velocity = [
        -0.810_987_563_045_582,
        -0.763_799_054_381_818_2,
        0.329_864_648_515_017_6,
        -0.134_768_552_689_257_33,
    ];
    let laws = [
        (0.587_637_203_443_229_4, 0.399_941_119_383_359_2),
        (0.953_937_275_028_481_6, 283.892_000_315_379_16),
        (0.038_697_887_875_626_45, 0.009_720_518_554_417_199),
        (0.0, 8.534_645_814_518_973),
    ];
    assert_near(&velocities(&w, &velocity, &laws), &[0.474_621, 0.0, 0.035_422, 0.0]);
}
