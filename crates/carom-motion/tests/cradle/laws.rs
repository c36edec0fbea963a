//! What every cradle obeys.

use std::f64::consts::PI;

use carom::{Restitution, Stiffness, Surface};
use carom_motion::Ending;
use carom_motion::cradle::{Ball, Cradle, CradleCourse, CradleError, Swing, Until};

const SWINGS: [Swing; 2] = [Swing::SmallAngle, Swing::TrueAngle];

fn smooth(e: f64) -> Surface {
    Surface::smooth(Restitution::new(e).expect("e is possible"))
}

fn equal(balls: usize, e: f64) -> Cradle {
    Cradle::equal(balls, 0.1, 0.02, 0.5, smooth(e)).expect("the cradle is possible")
}

fn run(cradle: &Cradle, until: Until) -> CradleCourse {
    cradle.run(until).expect("it swings")
}

#[test]
fn two_elastic_balls_take_turns_for_ever() {
    for swing in SWINGS {
        let cradle = equal(2, 1.0).lift_left(1, 0.3).expect("it can be lifted").with_swing(swing);
        let course = run(&cradle, Until::Collisions(200));
        let speed = course.collisions[0].velocities_before[0];
        for (number, collision) in course.collisions.iter().enumerate() {
            let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
            let struck = if number % 2 == 0 { 1 } else { 0 };
            assert!((collision.velocities_after[struck] - sign * speed).abs() < 1e-12 * speed, "{number}");
            assert!(collision.velocities_after[1 - struck].abs() < 1e-12 * speed);
        }
        assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
    }
}

#[test]
fn small_swings_collide_every_half_period() {
    let cradle = equal(5, 0.9).lift_left(2, 0.1).expect("it can be lifted");
    let course = run(&cradle, Until::Collisions(50));
    let half = PI / course.pendulum().frequency;
    for (number, collision) in course.collisions.iter().enumerate() {
        assert!((collision.time - (number as f64 + 0.5) * half).abs() < 1e-13 * collision.time.max(1.0));
        assert_eq!(collision.balls, 0..=4);
    }
}

#[test]
fn collisions_keep_momentum_and_never_gain_energy() {
    let balls = vec![
        Ball { mass: 0.1, radius: 0.02 },
        Ball { mass: 0.3, radius: 0.03 },
        Ball { mass: 0.2, radius: 0.025 },
    ];
    let stiff = Surface { stiffness: Stiffness::new(7.0).expect("it is positive"), ..smooth(0.8) };
    for swing in SWINGS {
        let cradle = Cradle::new(balls.clone(), vec![smooth(0.9), stiff], 0.4)
            .and_then(|cradle| cradle.held_at(vec![-0.3, 0.0, 0.1]))
            .expect("the cradle is possible")
            .with_swing(swing);
        let course = run(&cradle, Until::Time(30.0));
        assert!(course.collisions.len() > 20);
        for collision in &course.collisions {
            let momentum = |speeds: &[f64]| -> f64 {
                collision.balls.clone().zip(speeds).map(|(ball, v)| balls[ball].mass * v).sum()
            };
            let change = momentum(&collision.velocities_after) - momentum(&collision.velocities_before);
            assert!(change.abs() < 1e-16, "{change:e}");
            assert!(collision.lost >= 0.0);
        }
        assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before, "{swing:?}");
    }
}

#[test]
fn balls_never_pass_through_each_other() {
    for swing in SWINGS {
        let cradle =
            equal(4, 0.7).held_at(vec![-0.5, -0.2, 0.1, 0.6]).expect("they are in order").with_swing(swing);
        let course = run(&cradle, Until::Time(20.0));
        for sample in 0..20_000 {
            let angles: Vec<f64> =
                (0..4).map(|ball| course.at(ball, f64::from(sample) * 1e-3).angle).collect();
            assert!(
                angles.windows(2).all(|pair| pair[1] - pair[0] > -1e-13),
                "{swing:?} {sample}: {angles:?}"
            );
        }
    }
}

#[test]
fn balls_touch_where_their_strings_are_parallel_and_nowhere_else() {
    // Centres (D·number + l sin θ, −l cos θ) with D = 0.04, l = 0.5.
    let cradle =
        equal(4, 0.7).held_at(vec![-1.2, -0.2, 0.1, 1.1]).expect("in order").with_swing(Swing::TrueAngle);
    let course = run(&cradle, Until::Time(5.0));
    let distance = |left: usize, time: f64| {
        let (a, b) = (course.at(left, time).angle, course.at(left + 1, time).angle);
        (0.04 + 0.5 * (b.sin() - a.sin())).hypot(0.5 * (b.cos() - a.cos()))
    };
    for collision in &course.collisions {
        for left in *collision.balls.start()..*collision.balls.end() {
            assert!((distance(left, collision.time) - 0.04).abs() < 1e-14);
        }
    }
    for sample in 0..5000 {
        let closest = (0..3).map(|left| distance(left, f64::from(sample) * 1e-3)).fold(1.0, f64::min);
        assert!(closest > 0.04 - 1e-14, "{sample}: {closest}");
    }
}

#[test]
fn random_cradles_keep_their_order_and_their_books() {
    let mut seed = 1_u64;
    let mut roll = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    for number in 0..200 {
        let count = 2 + (5.0 * roll()) as usize;
        let balls = (0..count).map(|_| Ball { mass: 0.05 + roll(), radius: 0.02 }).collect();
        let surfaces = (1..count)
            .map(|_| Surface {
                stiffness: Stiffness::new(0.1 + roll()).expect("it is positive"),
                ..smooth(roll())
            })
            .collect();
        let mut angles: Vec<f64> = (0..count).map(|_| 0.6 * roll() - 0.3).collect();
        angles.sort_by(f64::total_cmp);
        let swing = SWINGS[number % 2];
        let cradle = Cradle::new(balls, surfaces, 0.3).and_then(|cradle| cradle.held_at(angles));
        let cradle = cradle.expect("the cradle is possible").with_swing(swing);
        let course = match cradle.run(Until::Together) {
            Ok(course) => course,
            // A light ball may be thrown higher than its string allows.
            Err(CradleError::SlackString { .. }) => continue,
            Err(error) => panic!("cradle {number}: {error}"),
        };
        assert!(matches!(course.ending, Ending::Together { .. }), "cradle {number}: {:?}", course.ending);
        let imbalance = course.ledger.imbalance() / course.ledger.before;
        assert!(imbalance.abs() < 1e-12, "cradle {number}: {imbalance:e}");
        for sample in 0..300 {
            let time = 0.037 * f64::from(sample);
            let angle = |ball: usize| course.at(ball, time).angle;
            assert!((1..count).all(|ball| angle(ball) - angle(ball - 1) > -1e-13), "cradle {number}, {time}");
        }
    }
}

#[test]
fn a_mirrored_cradle_has_a_mirrored_course() {
    for swing in SWINGS {
        let left = run(
            &equal(5, 0.93).lift_left(2, 0.6).expect("it can be lifted").with_swing(swing),
            Until::Time(6.0),
        );
        let right = run(
            &equal(5, 0.93).lift_right(2, 0.6).expect("it can be lifted").with_swing(swing),
            Until::Time(6.0),
        );
        assert_eq!(left.collisions.len(), right.collisions.len());
        for sample in 0..60 {
            // Off the collisions, where speeds jump.
            let time = 0.1 * f64::from(sample) + 0.0371;
            for ball in 0..5 {
                let sum = left.at(ball, time).angle + right.at(4 - ball, time).angle;
                assert!(sum.abs() < 1e-10, "{swing:?} {time} {ball}: {sum:e}");
            }
        }
    }
}

#[test]
fn a_symmetric_release_stays_symmetric() {
    for swing in SWINGS {
        let cradle = equal(5, 0.9)
            .held_at(vec![-0.5, 0.0, 0.0, 0.0, 0.5])
            .expect("they are in order")
            .with_swing(swing);
        let course = run(&cradle, Until::Time(10.0));
        for sample in 0..100 {
            let time = 0.1 * f64::from(sample) + 0.0371;
            assert!(course.at(2, time).speed.abs() < 1e-12, "{swing:?} {time}");
            assert!((course.at(0, time).speed + course.at(4, time).speed).abs() < 1e-11);
        }
    }
}

/// Greatest difference between small and true angles at a time, over the angle of release.
fn small_against_true(balls: usize, angle: f64, time: f64) -> f64 {
    let cradle = equal(balls, 0.9).lift_left(1, angle).expect("it can be lifted");
    let [small, real] = SWINGS.map(|swing| run(&cradle.clone().with_swing(swing), Until::Time(time)));
    let apart = |ball: usize| (small.at(ball, time).angle - real.at(ball, time).angle).abs() / angle;
    (0..balls).map(apart).fold(0.0, f64::max)
}

#[test]
fn true_angles_tend_to_small_ones_at_second_order() {
    // Two balls over five collisions, and five balls after their first one: the period is 1.42 s.
    for (balls, time) in [(2, 4.0), (5, 0.9)] {
        for (angle, tolerance) in [(0.1, 0.05), (0.01, 0.001)] {
            let (coarse, fine) =
                (small_against_true(balls, angle, time), small_against_true(balls, 0.5 * angle, time));
            assert!((coarse / fine - 4.0).abs() < tolerance, "{balls} balls, {angle}: {coarse:e} {fine:e}");
        }
    }
}

#[test]
fn three_balls_have_no_limit_of_small_angles_after_their_second_collision() {
    // Small angles bring all balls back at one instant. True angles bring them back one after the other, however small they are, and a
    // collision of three at once is not two collisions of two. The difference does not shrink with the angle.
    let (coarse, fine) = (small_against_true(3, 1e-2, 1.2), small_against_true(3, 1e-3, 1.2));
    assert!(fine > 0.02 && (coarse / fine - 1.0).abs() < 1e-2, "{coarse} {fine}");
}

#[test]
fn plastic_balls_swing_together_after_one_collision() {
    for swing in SWINGS {
        let course = run(
            &equal(4, 0.0).lift_left(1, 0.4).expect("it can be lifted").with_swing(swing),
            Until::Together,
        );
        assert_eq!(course.collisions.len(), 1, "{swing:?}");
        assert!(matches!(course.ending, Ending::Together { .. }));
        // A quarter of the momentum for each.
        let quarter = course.collisions[0].velocities_before[0] / 4.0;
        for velocity in &course.collisions[0].velocities_after {
            assert!((velocity - quarter).abs() < 1e-15);
        }
    }
}

#[test]
fn small_restitution_does_not_keep_the_row_busy_for_ever() {
    for swing in SWINGS {
        for e in [0.05, 0.3, 0.6] {
            let cradle = equal(6, e)
                .held_at(vec![-0.8, -0.8, -0.3, 0.0, 0.2, 0.7])
                .expect("in order")
                .with_swing(swing);
            let course = run(&cradle, Until::Together);
            assert!(matches!(course.ending, Ending::Together { .. }), "{swing:?} {e}: {:?}", course.ending);
            assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before, "{swing:?} {e}");
        }
    }
}

#[test]
fn impossible_cradles_are_refused() {
    assert!(matches!(Cradle::new(vec![], vec![smooth(1.0)], 1.0), Err(CradleError::Count { .. })));
    assert!(Cradle::equal(2, 0.0, 1.0, 1.0, smooth(1.0)).is_err());
    assert!(Cradle::equal(2, 1.0, 1.0, f64::NAN, smooth(1.0)).is_err());
    assert!(matches!(equal(2, 1.0).held_at(vec![0.1, 0.0]), Err(CradleError::Crossed { left: 0, .. })));
    assert!(equal(2, 1.0).held_at(vec![0.1, f64::NAN]).is_err());
    let high =
        equal(2, 1.0).lift_left(1, 1.6).expect("small angles have no limit").with_swing(Swing::TrueAngle);
    assert!(matches!(high.run(Until::Together), Err(CradleError::SlackString { ball: 0, .. })));
    assert!(equal(2, 1.0).run(Until::Time(-1.0)).is_err());
    let alone = equal(1, 1.0).lift_left(1, 0.5).expect("it can be lifted");
    assert!(matches!(run(&alone, Until::Together).ending, Ending::Together { .. }));
    let none = equal(0, 1.0);
    assert!(run(&none, Until::Time(1.0)).collisions.is_empty());
}
