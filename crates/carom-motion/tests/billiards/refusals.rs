//! What is refused, with an error that says why.

use carom_motion::billiards::{Ball, BallState, ShotError, State, Table, Until, simulate};
use nalgebra::vector;

use crate::common::{RADIUS, resting, stunned};

#[test]
fn balls_in_one_place_are_refused() {
    let balls = [resting(0.0, 0.0), resting(1.5 * RADIUS, 0.0)];
    let error = simulate(&Table::pool_nine_foot(), &balls, Until::Rest).expect_err("they overlap");
    match error {
        ShotError::Overlap { first: 0, second: 1, overlap } => {
            assert!((overlap - 0.5 * RADIUS).abs() < 1e-15)
        }
        other => panic!("{other}"),
    }
}

#[test]
fn balls_in_cushions_pockets_or_the_bed_are_refused() {
    let table = Table::pool_nine_foot();
    let pocket = table.outline.pockets()[0].centre;
    for (x, y) in [(1.26, 0.0), (1.3, 0.1), (0.4, 0.63), (pocket.x, pocket.y), (5.0, 0.0)] {
        let error = simulate(&table, &[resting(x, y)], Until::Rest).expect_err("it is not on the table");
        assert!(matches!(error, ShotError::OutsideTable { ball: 0, .. }), "{error}");
    }
    let mut sunk = resting(0.0, 0.0);
    sunk.state.position.z = 0.9 * RADIUS;
    assert!(simulate(&table, &[sunk], Until::Rest).is_err());
}

#[test]
fn what_is_no_number_is_refused() {
    let table = Table::pool_nine_foot();
    for bad in [f64::NAN, f64::INFINITY] {
        let ball = stunned(0.0, 0.0, vector![bad, 0.0, 0.0]);
        assert_eq!(simulate(&table, &[ball], Until::Rest), Err(ShotError::NotFinite { ball: 0 }));
        assert!(Ball::new(bad, 0.03).is_err() && Ball::new(0.17, bad).is_err());
    }
    assert!(Ball::new(0.0, 0.03).is_err() && Ball::new(0.17, -0.03).is_err());
}

#[test]
fn a_ball_that_the_noses_would_throw_up_is_refused() {
    let table = Table::pool_nine_foot();
    let ball = |radius: f64| {
        let ball = Ball::new(0.17, radius).expect("a sound ball");
        BallState { ball, state: State::on_bed(&ball, [0.0, 0.0]) }
    };
    let nose = table.nose_height;
    assert!(simulate(&table, &[ball(2.0 * nose)], Until::Rest).is_ok());
    for radius in [2.001 * nose, 0.3, 1e4] {
        let refused = simulate(&table, &[ball(radius)], Until::Rest);
        assert_eq!(refused, Err(ShotError::NoseTooLow { ball: 0, nose, radius }));
    }
}

#[test]
fn impossible_tables_are_refused() {
    let spoil: [fn(&mut Table); 5] = [
        |table| table.cloth.gravity = 0.0,
        |table| table.cloth.sliding_friction = -0.1,
        |table| table.cloth.rolling_resistance = f64::NAN,
        |table| table.nose_height = 2.0 * RADIUS,
        |table| table.bounce_time = 0.0,
    ];
    for spoil in spoil {
        let mut table = Table::pool_nine_foot();
        spoil(&mut table);
        assert!(simulate(&table, &[resting(0.0, 0.0)], Until::Rest).is_err());
    }
}

#[test]
fn a_table_without_balls_is_at_rest() {
    let shot = simulate(&Table::carom(), &[], Until::Rest).expect("nothing to play");
    assert_eq!((shot.end, shot.events.len()), (0.0, 0));
}

#[test]
fn a_cloth_without_friction_is_played_until_a_time() {
    // Nothing ever ends by itself there; a ball that spins on the spot is still found by others.
    let mut table = Table::carom();
    table.cloth.sliding_friction = 0.0;
    table.cloth.rolling_resistance = 0.0;
    table.cloth.spin_friction = 0.0;
    let mut top = resting(0.0, 0.0);
    top.state.angular_velocity = vector![10.0, 0.0, 5.0];
    let balls = [stunned(-0.5, 0.0, vector![1.0, 0.0, 0.0]), top];
    let shot = simulate(&table, &balls, Until::Time(1.0)).expect("a sound shot");
    assert!(shot.at(1, 1.0).velocity.x > 0.9);
    assert!(shot.ledger.imbalance().abs() < 1e-14);
}
