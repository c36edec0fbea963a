//! What must not matter: the order of the balls, and left and right.

use carom_motion::billiards::{BallState, ShotEventKind, State, Table};
use nalgebra::{Vector3, vector};

use crate::common::{nine_ball_break, play, random_balls, resting, stunned};

#[test]
fn a_break_does_not_depend_on_the_order_of_the_balls() {
    let table = Table::pool_nine_foot();
    let balls = nine_ball_break(8.5, 0.003, 0.0);
    let shot = play(&table, &balls);
    for turn in [1, 4, 7] {
        let order: Vec<usize> = (0..balls.len()).map(|i| (3 * i + turn) % balls.len()).collect();
        let shuffled: Vec<BallState> = order.iter().map(|&i| balls[i]).collect();
        let other = play(&table, &shuffled);
        // To the last bit.
        assert_eq!(shot.end, other.end);
        for (new, &old) in order.iter().enumerate() {
            assert_eq!(shot.trajectories[old], other.trajectories[new]);
        }
    }
}

fn mirrored(state: State) -> State {
    State {
        position: state.position.component_mul(&vector![1.0, -1.0, 1.0]),
        velocity: state.velocity.component_mul(&vector![1.0, -1.0, 1.0]),
        angular_velocity: state.angular_velocity.component_mul(&vector![-1.0, 1.0, -1.0]),
    }
}

#[test]
fn a_mirrored_shot_has_a_mirrored_result() {
    // A ball's error grows tenfold and more with every impact. What keeps the two alike is that balls are ordered by where they
    // are, the same in the mirror, so that even roundings are mirrored.
    const GROWN_ROUNDING: f64 = 1e-9;
    let table = Table::pool_nine_foot();
    for seed in 0..40 {
        let balls = random_balls(seed);
        let flipped: Vec<BallState> = balls
            .iter()
            .map(|&BallState { ball, state }| BallState { ball, state: mirrored(state) })
            .collect();
        let (shot, other) = (play(&table, &balls), play(&table, &flipped));
        for ball in 0..balls.len() {
            let (here, there) = (shot.at(ball, shot.end), mirrored(other.at(ball, other.end)));
            assert!((here.position - there.position).norm() < GROWN_ROUNDING, "seed {seed}, ball {ball}");
        }
    }
}

#[test]
fn a_symmetric_break_is_symmetric() {
    // Balls 2/3, 4/6, 7/8 of the diamond mirror each other; the cue ball, 1, 5 and 9 keep to the middle.
    // Roundings differ between the two sides and grow with every impact until the balls rest.
    const GROWN_ROUNDING: f64 = 1e-9;
    let shot = play(&Table::pool_nine_foot(), &nine_ball_break(8.0, 0.0, 0.0));
    for (left, right) in [(2, 3), (4, 6), (7, 8), (0, 0), (1, 1), (5, 5), (9, 9)] {
        let (here, there) = (shot.at(left, shot.end), mirrored(shot.at(right, shot.end)));
        assert!(
            (here.position - there.position).norm() < GROWN_ROUNDING,
            "{left} {right}: {here:?} {there:?}"
        );
        assert!((here.velocity - there.velocity).norm() < GROWN_ROUNDING, "{left} {right}");
    }
}

#[test]
fn two_cue_balls_that_arrive_together_are_one_impact() {
    let table = crate::common::plain();
    let side = 0.3;
    let (sin, cos) = 0.6_f64.sin_cos(); // wide enough that they do not hit each other first
    let balls = [
        stunned(-side * cos, side * sin, vector![2.0 * cos, -2.0 * sin, 0.0]),
        stunned(-side * cos, -side * sin, vector![2.0 * cos, 2.0 * sin, 0.0]),
        resting(0.0, 0.0),
    ];
    let shot = play(&table, &balls);
    let first = shot.events.iter().find_map(|event| match &event.kind {
        ShotEventKind::Collides(collision) => Some((event.time, collision.balls.len())),
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
    });
    let (time, count) = first.expect("an impact");
    assert_eq!(count, 3);
    let struck: Vector3<f64> = shot.at(2, time).velocity;
    assert!(struck.y.abs() < 1e-14 && struck.x > 2.0, "{struck}");
}
