//! Friction without bound, \[Chatterjee1998, Fig. 7\]: slip that takes no normal impulse, (Q.9) and (Q.10).

use carom::laws::routh::{self, Ending, JamMode, Outcome, RouthEventKind, Solution, Termination};
use nalgebra::{Matrix2, Matrix3, Rotation2, Vector2, Vector3, vector};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::properties::{matrices, velocities};
use crate::{TERMINATIONS, lone_impact, outcome, solved};

/// Rounding of a closed form of a dozen operations.
const ROUNDING: f64 = 1e-14;

/// Rounding of some dozen steps, grown by how far a turning slip can carry neighbouring directions apart.
const ACCURACY: f64 = 1e-11;

/// The two rules that [Chatterjee1998] has in mind: they give back what compression stored.
const GIVING_BACK: [Termination; 2] = [Termination::Energetic, Termination::Poisson];

/// A = 2, b = 1, c = 1 in the plane: slip along −t1 has dv_t = 2, dvₙ = 1; stick has dvₙ = 1/2 and φ = −1/2.
fn skew() -> Matrix3<f64> {
    Matrix3::new(2.0, 0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.0)
}

fn rough(w: Matrix3<f64>, v: Vector3<f64>, e: f64, termination: Termination) -> Solution {
    solved(w, v, f64::INFINITY, e, termination)
}

#[test]
fn restitution_after_a_compression_that_slip_ends_is_slip_too() {
    // vₙ = 0 at x = 1, where v_t = −2. Half of it again, by any rule: vₙ is linear.
    for termination in TERMINATIONS {
        let s = rough(skew(), vector![-4.0, 0.0, -1.0], 0.5, termination);
        assert_eq!(s.impulse, vector![1.5, 0.0, 0.0]);
        assert_eq!(s.velocity, vector![-1.0, 0.0, 0.5]);
        assert_eq!((s.normal_loss, s.friction_loss), (0.0, 1.5 * (4.0 + 1.0) / 2.0));
    }
}

#[test]
fn what_is_stored_when_slip_stops_is_lost_but_newton_climbs_the_line_of_sticking() {
    // vₙ = 0 at x = 1, v_t = 0 at x = 1.5.
    for termination in GIVING_BACK {
        let s = rough(skew(), vector![-3.0, 0.0, -1.0], 1.0, termination);
        assert_eq!((s.impulse, s.velocity), (vector![1.5, 0.0, 0.0], vector![0.0, 0.0, 0.5]));
    }
    let s = rough(skew(), vector![-3.0, 0.0, -1.0], 1.0, Termination::Newton);
    assert_eq!((s.impulse, s.velocity), (vector![1.0, 0.0, 1.0], vector![0.0, 0.0, 1.0]));
}

#[test]
fn slip_that_stops_before_compression_ends_is_followed_by_the_line_of_sticking() {
    // v_t = 0 at x = 1, where vₙ = −1; stick takes 2 to stop it and as much again times e.
    let s = rough(skew(), vector![-2.0, 0.0, -2.0], 0.5, Termination::Poisson);
    assert_eq!((s.impulse, s.velocity), (vector![1.0 - 1.5, 0.0, 3.0], vector![0.0, 0.0, 0.5]));
    let kinds: Vec<_> = s.events.iter().map(|event| event.kind).collect();
    let expected = [
        RouthEventKind::SlipStops,
        RouthEventKind::Sticks,
        RouthEventKind::CompressionEnds,
        RouthEventKind::RestitutionEnds,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn slip_may_drive_the_bodies_together_before_they_stick() {
    let s = rough(skew(), vector![2.0, 0.0, -1.0], 0.0, Termination::Energetic);
    assert_eq!(s.impulse, vector![-1.0 - 2.0, 0.0, 4.0]);
    assert!(s.velocity.amax() < ROUNDING);
}

#[test]
fn grazing_slip_rebounds_or_not_as_it_drives_the_bodies_together_or_apart() {
    let towards = outcome(skew(), vector![2.0, 0.0, 0.0], f64::INFINITY, 1.0, Termination::Poisson);
    let Outcome::Ambiguous(rebound) = towards else { panic!("slip drives the bodies together: {towards:?}") };
    assert_eq!(rebound.impulse, vector![-1.0 - 2.0, 0.0, 4.0]);
    let apart = outcome(skew(), vector![-2.0, 0.0, 0.0], f64::INFINITY, 1.0, Termination::Poisson);
    assert_eq!(apart, Outcome::NoImpact);
}

#[test]
fn the_initial_rate_is_infinite_unless_slip_has_no_part_in_it() {
    let rate = |w, v| {
        let impact = lone_impact(w, v, f64::INFINITY, 0.0).expect("a fine matrix");
        routh::initial_normal_rate(&impact)
    };
    assert_eq!(rate(skew(), vector![1.0, 0.0, -1.0]), f64::NEG_INFINITY);
    assert_eq!(rate(skew(), vector![-1.0, 0.0, -1.0]), f64::INFINITY);
    assert_eq!(rate(skew(), vector![0.0, 3.0, -1.0]), 1.0);
    assert_eq!(rate(skew(), vector![0.0, 0.0, -1.0]), 0.5);
}

#[test]
fn a_pendulum_stops_dead() {
    let w = Matrix3::new(1.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0);
    for termination in TERMINATIONS {
        for e in [0.0, 0.5, 1.0] {
            let s = rough(w, vector![1.0, 0.0, -1.0], e, termination);
            assert_eq!(s.velocity, Vector3::zeros());
            assert_eq!(s.impulse, vector![-1.0, 0.0, 0.0]);
            assert!(e == 0.0 || termination != Termination::Newton || s.ending == Ending::Dead);
        }
    }
}

#[test]
fn slip_along_a_way_that_nothing_can_move_jams() {
    let w = Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let Outcome::Jammed(jam) = outcome(w, vector![0.0, 1.0, -1.0], f64::INFINITY, 0.5, Termination::Poisson)
    else {
        panic!("no friction, however large, stops it")
    };
    assert_eq!(jam.mode, JamMode::Slipping { direction: vector![0.0, 1.0] });
}

/// Where slip ends on the line of sticking, and vₙ there.
fn end_of_slip(w: &Matrix3<f64>, v: &Vector3<f64>) -> (Vector2<f64>, f64) {
    let a: Matrix2<f64> = w.fixed_view::<2, 2>(0, 0).into_owned();
    let b: Vector2<f64> = w.fixed_view::<2, 1>(0, 2).into_owned();
    let impulse = -(a.try_inverse().expect("the matrices are regular") * v.xy());
    (impulse, v.z + b.dot(&impulse))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1998),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn an_ellipsoid_centred_on_the_tangential_plane_leaves_one_impulse(
        w in matrices(), x in -2.0..2.0, y in -2.0..2.0, e in 0.0..=1.0
    ) {
        let centre: Vector3<f64> = vector![x, y, 0.0];
        let v = -(w * centre);
        prop_assume!(v.z < -0.05);
        for termination in GIVING_BACK {
            let s = rough(w, v, e, termination);
            // Curved slip may end compression on the way; then it does not lead to the centre.
            if s.velocity.xy().norm() <= ACCURACY {
                prop_assert!((s.impulse - centre).amax() <= ACCURACY * centre.amax(), "{:?}", s);
            }
        }
    }

    #[test]
    fn planar_ellipses_centred_on_the_tangential_axis_leave_one_impulse(
        a in 0.1..2.0, c in 0.1..2.0, skew in 0.01..0.99, x in 0.01..2.0, left in proptest::bool::ANY, e in 0.0..=1.0
    ) {
        let side: f64 = if left { -1.0 } else { 1.0 };
        let (b, x): (f64, f64) = (side * skew * f64::sqrt(a * c), side * x);
        let w = Matrix3::new(a, 0.0, b, 0.0, a, 0.0, b, 0.0, c);
        let centre: Vector3<f64> = vector![x, 0.0, 0.0];
        for termination in GIVING_BACK {
            let s = rough(w, -(w * centre), e, termination);
            // Sticking divides a rounding of vₙ by the determinant.
            let condition = 1.0 / (1.0 - skew * skew) * (1.0 + a / c + c / a);
            prop_assert!((s.impulse - centre).amax() <= ROUNDING * condition * centre.amax(), "{:?}", s);
        }
    }

    #[test]
    fn compression_that_outlasts_slip_ends_at_the_centre(w in matrices(), v in velocities(), e in 0.0..=1.0) {
        let s = rough(w, v, e, Termination::Poisson);
        let ends = s.events.iter().position(|event| event.kind == RouthEventKind::CompressionEnds);
        let stops = s.events.iter().position(|event| event.kind == RouthEventKind::Sticks);
        prop_assume!(stops < ends && stops.is_some());
        let (slip, normal_velocity) = end_of_slip(&w, &v);
        prop_assert!(normal_velocity < 0.0);
        let centre = -(w.try_inverse().expect("the matrices are regular") * v);
        let expected = slip.push(0.0) + (centre - slip.push(0.0)) * (1.0 + e);
        prop_assert!((s.impulse - expected).amax() <= ACCURACY * (centre.norm() + slip.norm()));
    }

    #[test]
    fn impulses_push_bodies_part_and_energy_falls(w in matrices(), v in velocities(), e in 0.0..=1.0) {
        for termination in TERMINATIONS {
            let s = rough(w, v, e, termination);
            let size = v.norm() + w.norm() * s.impulse.norm();
            prop_assert!(s.impulse.z >= 0.0 && s.velocity.z >= 0.0 && s.friction_loss >= 0.0);
            prop_assert!((v + w * s.impulse - s.velocity).amax() <= ACCURACY * size);
            let lost = -(v.dot(&s.impulse) + 0.5 * s.impulse.dot(&(w * s.impulse)));
            prop_assert!((lost - s.energy_lost()).abs() <= ACCURACY * size * s.impulse.norm());
            prop_assert!(termination == Termination::Newton || lost >= -ACCURACY * size * s.impulse.norm());
        }
    }

    #[test]
    fn frame_and_units_do_not_matter(
        w in matrices(), v in velocities(), e in 0.0..=1.0, angle in 0.0..6.3, mass in -300..300_i32, speed in -300..300_i32
    ) {
        let turn = Rotation2::new(angle).to_homogeneous();
        let (mass, speed) = (2.0_f64.powi(mass), 2.0_f64.powi(speed));
        for termination in TERMINATIONS {
            let s = rough(w, v, e, termination);
            let turned = rough(turn * w * turn.transpose(), turn * v, e, termination);
            prop_assert!((turn * s.impulse - turned.impulse).amax() <= ACCURACY * s.impulse.norm());
            let other = rough(w / mass, v * speed, e, termination);
            prop_assert_eq!(s.impulse * mass * speed, other.impulse);
        }
    }
}

/// How many impacts of each termination the limit is tested with.
const IMPACTS: usize = 1000;

/// The distance falls as 1/μ: a thousandfold from 10⁶ to 10⁹. It would not where two kinds of course are within 10⁻⁶ of each
/// other, as when slip stops just as compression ends; none of these impacts is such.
#[test]
fn it_is_the_limit_of_ever_more_friction() {
    let mut runner = TestRunner::deterministic();
    let cases = (matrices(), velocities(), 0.0..=1.0);
    let mut off_the_rate = 0;
    for _ in 0..IMPACTS {
        let (w, v, e) = cases.new_tree(&mut runner).expect("nothing is rejected").current();
        for termination in TERMINATIONS {
            let limit = rough(w, v, e, termination);
            let scale = limit.impulse.amax();
            let distance =
                |mu: f64| (solved(w, v, mu, e, termination).impulse - limit.impulse).amax() / scale;
            let [near, far] = [1e9, 1e6].map(distance);
            assert!(near <= 1e-6, "{near:e} {far:e}");
            off_the_rate += usize::from((near - far / 1e3).abs() > 1e-2 * far / 1e3 + ACCURACY);
        }
    }
    assert!(off_the_rate == 0, "{off_the_rate}");
}
