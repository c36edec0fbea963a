//! Pfeiffer and Glocker's law for impacts that can be done by hand.

use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::{self, LawError};
use nalgebra::{Matrix3, Rotation2, Vector3, vector};

use crate::{applied, lone};

/// Rounding of a closed form of a dozen operations.
const ROUNDING: f64 = 1e-14;

fn assert_impulse(w: Matrix3<f64>, v: Vector3<f64>, coefficients: (f64, f64, f64), expected: Vector3<f64>) {
    let (mu, e, e_t) = coefficients;
    let impulse = applied(&lone(w, v, mu, e, e_t)).expect("it has an answer").impulse;
    assert!((impulse - expected).amax() <= ROUNDING * expected.amax(), "{impulse} {expected}");
}

/// A ball of mass one: 7/2 across and 1 along the normal.
fn ball() -> Matrix3<f64> {
    Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0])
}

#[test]
fn a_ball_that_sticks_in_compression_reverses_its_sliding_by_both_restitutions() {
    // p_C = (0.2, 1) stops it. σ = 0.5·0.8·0.2.
    assert_impulse(ball(), vector![-0.7, 0.0, -1.0], (1.0, 0.5, 0.8), vector![0.2 + 0.08, 0.0, 1.5]);
    assert_impulse(ball(), vector![-0.7, 0.0, -1.0], (1.0, 0.5, 0.0), vector![0.2, 0.0, 1.5]);
}

#[test]
fn a_ball_that_slides_on_is_braked_all_the_way_whatever_is_reversible() {
    for e_t in [0.0, 0.5, 1.0] {
        assert_impulse(ball(), vector![7.0, 0.0, -1.0], (0.5, 0.5, e_t), vector![-0.75, 0.0, 1.5]);
    }
}

#[test]
fn a_ball_that_nearly_stops_is_reversed_if_enough_is_reversible() {
    // p_C = (−0.5, 1) leaves 0.25. σ = −0.5 e_t leads to 0.25 − 1.75 e_t: backwards for e_t > 1/7, otherwise it sticks.
    let v = vector![2.0, 0.0, -1.0];
    assert_impulse(ball(), v, (0.5, 1.0, 1.0), vector![-1.0, 0.0, 2.0]);
    assert_impulse(ball(), v, (0.5, 1.0, 0.2), vector![-0.6, 0.0, 2.0]);
    assert_impulse(ball(), v, (0.5, 1.0, 0.1), vector![-2.0 / 3.5, 0.0, 2.0]);
}

#[test]
fn what_is_reversible_multiplies_the_tangential_restitution() {
    let v = vector![-0.7, 0.0, -1.0];
    let half = PfeifferGlocker { reversible_friction: 0.5 };
    let collision = laws::apply(&half, &lone(ball(), v, 1.0, 0.5, 0.8)).unwrap();
    assert!((collision.impulse - vector![0.2 + 0.04, 0.0, 1.5]).amax() < ROUNDING);
}

/// W = [[2, 2.4], [2.4, 3.2]]: slip towards +t1 at μ = 1.5 has dvₙ = 3.2 − 3.6 < 0, Painlevé's case.
fn steep_rod() -> Matrix3<f64> {
    Matrix3::new(2.0, 0.0, 2.4, 0.0, 2.0, 0.0, 2.4, 0.0, 3.2)
}

#[test]
fn slip_that_drives_bodies_together_is_followed_until_they_stick() {
    // Stick begins at pₙ = 1 with vₙ = −1.4 and has dvₙ = 0.32.
    let normal = 1.0 + 1.4 / 0.32;
    let expected = vector![-(0.3 + 1.2 * normal), 0.0, normal];
    assert_impulse(steep_rod(), vector![0.6, 0.0, -1.0], (1.5, 0.0, 0.0), expected);
    // Grazing: the same, but for vₙ = −0.4 where stick begins.
    let normal = 1.0 + 0.4 / 0.32;
    let expected = vector![-(0.3 + 1.2 * normal), 0.0, normal];
    assert_impulse(steep_rod(), vector![0.6, 0.0, 0.0], (1.5, 0.0, 0.0), expected);
    assert_impulse(steep_rod(), vector![-0.6, 0.0, 0.0], (1.5, 0.0, 0.0), Vector3::zeros());
}

#[test]
fn slip_that_reverses_is_braked_against_its_end_only() {
    // μ = 0.5 cannot stick (1.2). Given pₙ: v_t = −1 + 1.4pₙ, forwards at once for pₙ > 5/7; vₙ = −1 + 2pₙ + …
    // p_C: v_t forwards, p = pₙ(−0.5, 1), vₙ = −2 + 2pₙ = 0, v_t = −1 + 1.4 = 0.4. Expansion goes on the same way.
    assert_impulse(steep_rod(), vector![-1.0, 0.0, -2.0], (0.5, 0.5, 0.0), vector![-0.75, 0.0, 1.5]);
}

#[test]
fn infinite_friction_may_end_compression_without_any_normal_impulse() {
    // A = 2, b = 1, c = 1: vₙ = 0 after p = (1, 0), where v_t = −2 is left; expansion adds half of it.
    let skew = Matrix3::new(2.0, 0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.0);
    assert_impulse(skew, vector![-4.0, 0.0, -1.0], (f64::INFINITY, 0.5, 0.0), vector![1.5, 0.0, 0.0]);
    // Here it sticks first: p_II = (−1, 2)/… with e = 1/2 on the line of sticking.
    assert_impulse(skew, vector![-2.0, 0.0, -2.0], (f64::INFINITY, 0.5, 0.0), vector![-0.5, 0.0, 3.0]);
}

#[test]
fn a_pendulum_stops_dead() {
    let pendulum = Matrix3::new(1.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0);
    for mu in [1.5, 1e3, f64::INFINITY] {
        let collision = applied(&lone(pendulum, vector![1.0, 0.0, -1.0], mu, 0.8, 0.0)).unwrap();
        assert!(collision.velocity.amax() < ROUNDING, "{collision:?}");
    }
    // A belt that drags it into the floor.
    let driven = lone(pendulum, vector![-5.0, 0.0, -1.0], 2.0, 0.5, 0.0);
    assert_eq!(applied(&driven), Err(LawError::Jammed { approach: 1.0 }));
}

#[test]
fn tangential_restitution_is_for_the_plane_and_not_negative() {
    let skew = Matrix3::new(2.0, 0.3, 0.5, 0.3, 1.5, -0.2, 0.5, -0.2, 1.0);
    let v = vector![1.0, 0.5, -1.0];
    assert!(applied(&lone(skew, v, 0.3, 0.5, 0.0)).is_ok());
    for (w, v, e_t) in [(skew, v, 0.5), (ball(), vector![1.0, 0.0, -1.0], -0.5)] {
        assert!(matches!(applied(&lone(w, v, 0.3, 0.5, e_t)), Err(LawError::OutsideDomain { .. })));
    }
    for part in [-0.1, 1.1, f64::NAN] {
        let law = PfeifferGlocker { reversible_friction: part };
        let refused = laws::apply(&law, &lone(ball(), v, 0.3, 0.5, 0.0));
        assert!(matches!(refused, Err(LawError::Parameter { .. })));
    }
}

#[test]
fn a_planar_impact_may_be_given_in_any_frame() {
    let v = vector![0.9, 0.0, -1.0];
    let straight = applied(&lone(steep_rod(), v, 1.5, 0.5, 0.7)).unwrap().impulse;
    for angle in [0.3, 1.9, 3.0] {
        let turn = Rotation2::new(angle).to_homogeneous();
        let turned = lone(turn * steep_rod() * turn.transpose(), turn * v, 1.5, 0.5, 0.7);
        let impulse = applied(&turned).unwrap().impulse;
        assert!((turn * straight - impulse).amax() < 100.0 * ROUNDING, "{impulse}");
    }
}
