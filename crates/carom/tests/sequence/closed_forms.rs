//! Outcomes that can be worked out by hand.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::routh::Routh;
use carom::laws::whittaker::Whittaker;
use carom::laws::{self, ImpactLaw, LoneImpact};
use carom::sequence::{Place, Rules, Sequence, SequenceEnding};
use carom::{Model, Outcome};
use nalgebra::{Vector3, vector};

use crate::common::{Scene, assert_near, chain, touching};
use crate::scenes::{random, rod};
use crate::{FEW_ROUNDINGS, along_x, outcome};

#[test]
fn one_contact_is_its_law_to_the_last_bit() {
    let laws: [&dyn ImpactLaw; 3] = [&Whittaker, &ChatterjeeRuina, &Routh::default()];
    let mut collisions = 0;
    for seed in 0..1000 {
        let impact = random(seed, 2, 1, [0.0, 1.0], [0.0, 1.0]).impact(Model::default());
        for law in laws {
            let lone = LoneImpact::between_bodies(&impact).unwrap();
            let expected = laws::apply(law, &lone).unwrap().of_bodies(&impact);
            let sequence = Sequence::new(&impact, Rules::default()).unwrap();
            let (found, course) = sequence.trace(law).unwrap();
            assert_eq!(course.stages.len(), usize::from(lone.velocity().z < 0.0));
            collisions += found.collisions;
            let found = Outcome::from(found);
            assert_eq!(found.bodies, expected.bodies);
            assert_eq!(found.contacts, expected.contacts);
            assert_eq!(found.ending, expected.ending);
            assert_eq!(
                [found.energy.before, found.energy.after],
                [expected.energy.before, expected.energy.after]
            );
        }
    }
    assert!(collisions > 1000, "half of the contacts approach: {collisions}");
}

#[test]
fn the_last_ball_of_an_elastic_cradle_takes_it_all() {
    for balls in 2..40 {
        let outcome = outcome(&chain(balls, 1.0), &Newton);
        let mut expected = vec![0.0; balls];
        expected[balls - 1] = 1.0;
        assert_near(&along_x(&outcome), &expected, FEW_ROUNDINGS);
        assert_eq!(outcome.collisions, balls - 1);
        assert_eq!(outcome.ending, SequenceEnding::Separated);
    }
}

/// With a = −vₙ and k = (1 + e)/2, a collision of one contact turns (a, b) into (−e a, b + k a).
#[test]
fn three_balls_with_half_the_restitution_collide_three_times() {
    let outcome = outcome(&chain(3, 0.5), &Newton);
    // (1, 0, 0) → (1/4, 3/4, 0) → (1/4, 3/16, 9/16) → (13, 15, 36)/64.
    assert_near(&along_x(&outcome), &[13.0 / 64.0, 15.0 / 64.0, 36.0 / 64.0], FEW_ROUNDINGS);
    assert_eq!(outcome.collisions, 3);
}

/// A round of two collisions has determinant e² and trace k² − 2e: its eigenvalues are real, and the approach speeds never
/// change sign, if (1 + e)² ≥ 16 e, that is e ≤ 7 − 4√3 = 0.0718. Then all approach dies away, and the balls move as one.
#[test]
fn three_balls_with_little_restitution_collide_for_ever_and_end_as_one() {
    for e in [0.0, 0.01, 0.05, 0.07] {
        let found = outcome(&chain(3, e), &Newton);
        assert_near(&along_x(&found), &[1.0 / 3.0; 3], FEW_ROUNDINGS);
        assert!(
            matches!(found.ending, SequenceEnding::Extrapolated { leaps: 1.., .. }),
            "{:?}",
            found.ending
        );
        assert!((found.energy.after - 1.0 / 6.0).abs() < FEW_ROUNDINGS);
    }
    for e in [0.15, 0.2, 0.5] {
        let found = outcome(&chain(3, e), &Newton);
        assert_eq!(found.ending, SequenceEnding::Separated);
        let [a, b, c] = along_x(&found)[..] else { panic!("three balls") };
        assert!(a + 1e-6 < b && b + 1e-6 < c);
    }
}

/// A uniform rod has W = (4, −2; −2, 4)/m at its ends: the same map as three balls, from (1, 1).
#[test]
fn a_rod_that_lands_flat_rocks_once_if_the_order_decides() {
    let scene = rod(0.5);
    let impact = scene.impact(Model::default());
    let sequence = Sequence::new(&impact, Rules::default()).unwrap();
    let (found, course) = sequence.trace(&Newton).unwrap();
    // (1, 1) → (−1/2, 7/4) → (13/16, −7/8) → (−13/32, −17/64).
    let places: Vec<Place> = course.stages.iter().map(|stage| stage.place).collect();
    assert_eq!(places, [0, 1, 0].map(Place::Contact));
    let ends: Vec<f64> = found.contacts.iter().map(|contact| contact.velocity_after.z).collect();
    assert_near(&ends, &[13.0 / 32.0, 17.0 / 64.0], FEW_ROUNDINGS);
    let [first, ..] = course.stages[..] else { panic!("three stages") };
    assert_eq!(first.velocity_before, -Vector3::z());
    assert!((first.velocity_after - Vector3::z() * 0.5).amax() < FEW_ROUNDINGS);
    // p = 1.5·m/4 for the mass of 3, and (1 − e²)/2·m/4 lost.
    assert!((first.impulse - Vector3::z() * 1.125).amax() < FEW_ROUNDINGS);
    assert!((first.normal_loss - 0.28125).abs() < FEW_ROUNDINGS);
}

#[test]
fn a_rod_that_lands_flat_with_little_restitution_comes_to_rest() {
    for e in [0.0, 0.03, 0.07] {
        let found = outcome(&rod(e), &Newton);
        assert!(found.bodies[0].linear.norm() < FEW_ROUNDINGS, "{found:?}");
        assert!(found.bodies[0].angular.norm() < FEW_ROUNDINGS, "{found:?}");
    }
}

/// Two balls strike a third from both sides: again (1, 1), and the momentum is zero.
#[test]
fn a_ball_struck_from_both_sides_parts_from_them_as_the_rod_from_the_floor() {
    let struck = |e: f64| {
        let mut scene = Scene::default();
        for (x, speed) in [(0.0, 1.0), (2.0, 0.0), (4.0, -1.0)] {
            scene.ball(1.0, vector![x, 0.0, 0.0], vector![speed, 0.0, 0.0]);
        }
        scene.touch(0, 1, touching(e, 1.0));
        scene.touch(1, 2, touching(e, 1.0));
        along_x(&outcome(&scene, &Newton))
    };
    assert_near(&struck(1.0), &[-1.0, 0.0, 1.0], FEW_ROUNDINGS);
    let middle = (13.0 / 32.0 - 17.0 / 64.0) / 3.0;
    let expected = [middle - 13.0 / 32.0, middle, middle + 17.0 / 64.0];
    assert_near(&struck(0.5), &expected, FEW_ROUNDINGS);
}
