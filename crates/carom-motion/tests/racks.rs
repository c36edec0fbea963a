//! Racks stand where they should, to the last bit.

use carom_motion::billiards::rack::{
    BallName, Gaps, Rack, RackError, RackFrame, RackShape, SnookerTable, WANG_BREAK, WangShot,
};
use nalgebra::{Vector2, vector};

const SHAPES: [RackShape; 3] = [RackShape::NineBall, RackShape::TenBall, RackShape::EightBall];
const RADIUS: f64 = 0.028575;
/// Rounding of places to the grid, in parts of coordinates of some metres.
const ROUNDING: f64 = 4e-15;

fn rack(shape: RackShape, frame: RackFrame, gaps: Gaps) -> Rack {
    Rack::pool(shape, frame, RADIUS, gaps).expect("a sound rack")
}

fn along(direction: Vector2<f64>) -> RackFrame {
    RackFrame { spot: vector![0.4953, 1.4859], direction }
}

#[test]
fn every_gap_is_the_one_that_was_asked_for_and_none_is_narrower() {
    for shape in SHAPES {
        for gap in [0.0, 1e-9, 1e-6, 1e-3, 0.5] {
            for direction in [vector![0.0, 1.0], vector![-3.0, 0.0], vector![0.3, 0.7]] {
                let rack = rack(shape, along(direction), Gaps::Uniform { gap });
                for pair in rack.neighbours() {
                    let [a, b] = pair.balls.map(|ball| rack.balls()[ball].position);
                    let distance = (a - b).norm();
                    assert!((distance - 2.0 * RADIUS * (1.0 + gap)).abs() < ROUNDING, "{shape:?} {gap}");
                    assert_eq!(pair.gap, 2.0 * RADIUS * gap);
                }
            }
        }
    }
}

#[test]
fn no_two_balls_overlap_and_only_neighbours_are_near() {
    for shape in SHAPES {
        for direction in [vector![0.0, 1.0], vector![1.0, 0.0]] {
            let rack = rack(shape, along(direction), Gaps::TIGHT);
            let balls = rack.balls();
            for i in 0..balls.len() {
                for j in i + 1..balls.len() {
                    // Differences of grid points are exact, and so is the test of the squares up to their rounding.
                    let apart = balls[i].position - balls[j].position;
                    let facing = rack.neighbours().iter().any(|pair| pair.balls == [i, j]);
                    assert!(apart.norm() >= 2.0 * RADIUS, "{shape:?} {i} {j}");
                    assert_eq!(facing, apart.norm() < 2.1 * RADIUS, "{shape:?} {i} {j}");
                }
            }
        }
    }
}

#[test]
fn a_rack_along_an_axis_is_its_own_mirror_image_to_the_last_bit() {
    for shape in SHAPES {
        for gap in [0.0, 1e-6, 0.013] {
            let rack = rack(shape, along(vector![0.0, 1.0]), Gaps::Uniform { gap });
            let axis = rack.balls()[0].position.x;
            for ball in rack.balls() {
                let image = vector![axis - (ball.position.x - axis), ball.position.y];
                assert!(
                    rack.balls().iter().any(|other| other.position == image),
                    "{shape:?} {gap}: {ball:?}"
                );
            }
        }
    }
}

#[test]
fn the_apex_stands_on_the_spot() {
    let frame = along(vector![0.0, 1.0]);
    let apex = rack(RackShape::NineBall, frame, Gaps::TIGHT).balls()[0];
    assert_eq!(apex.name, BallName::Number(1));
    assert!((apex.position - frame.spot).norm() < ROUNDING);
}

#[test]
fn every_ball_is_there_once_and_the_middle_one_where_the_rules_want_it() {
    for (shape, count, middle) in
        [(RackShape::NineBall, 9, 9), (RackShape::TenBall, 10, 10), (RackShape::EightBall, 15, 8)]
    {
        let rack = rack(shape, along(vector![0.0, 1.0]), Gaps::TIGHT);
        let mut names: Vec<BallName> = rack.balls().iter().map(|ball| ball.name).collect();
        assert_eq!(names[4], BallName::Number(middle), "the fifth ball is the middle of the third row");
        names.sort();
        assert_eq!(names, (1..=count).map(BallName::Number).collect::<Vec<_>>());
    }
}

#[test]
fn a_scattered_rack_keeps_its_gaps_in_bounds_and_depends_on_its_seed_alone() {
    let largest = 1e-3;
    let at = |seed| rack(RackShape::EightBall, along(vector![0.0, 1.0]), Gaps::Scattered { largest, seed });
    assert_eq!(at(7), at(7));
    assert_ne!(at(7), at(8));
    for seed in 0..50 {
        let gaps: Vec<f64> = at(seed).neighbours().iter().map(|pair| pair.gap / (2.0 * RADIUS)).collect();
        assert!(gaps.iter().all(|&gap| gap > 0.0 && gap < largest), "{gaps:?}");
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        assert!((mean - 0.5 * largest).abs() < 0.2 * largest, "{mean}");
    }
}

#[test]
fn snooker_opens_with_the_colours_on_their_spots() {
    let table = SnookerTable {
        centre: Vector2::zeros(),
        direction: vector![0.0, 1.0],
        length: SnookerTable::FULL_LENGTH,
    };
    let rack = Rack::snooker(table, 0.02625, Gaps::TIGHT, 0.02).expect("a sound opening");
    assert_eq!(rack.balls().len(), 21);
    let at = |name| rack.balls().iter().find(|ball| ball.name == name).expect("all are there").position;
    assert_eq!(at(BallName::Blue), Vector2::zeros());
    assert!((at(BallName::Pink) - vector![0.0, 0.89225]).norm() < ROUNDING);
    assert!((at(BallName::Black) - vector![0.0, 1.4605]).norm() < ROUNDING);
    assert!((at(BallName::Brown) - vector![0.0, -1.0475]).norm() < ROUNDING);
    // Seen from baulk: green, brown, yellow from left to right.
    assert!((at(BallName::Green) - vector![-0.292, -1.0475]).norm() < ROUNDING);
    assert!((at(BallName::Yellow) - vector![0.292, -1.0475]).norm() < ROUNDING);
    let apex = at(BallName::Red(1)) - at(BallName::Pink);
    assert!((apex - vector![0.0, 2.0 * 0.02625 * 1.02]).norm() < ROUNDING);
    assert_eq!(rack.neighbours().len(), 30);
    let touching = Rack::snooker(table, 0.02625, Gaps::TIGHT, 0.0);
    assert_eq!(touching, Err(RackError::Gap { gap: 0.0 }));
}

#[test]
fn nonsense_is_refused() {
    let frame = along(vector![0.0, 1.0]);
    let shape = RackShape::NineBall;
    for gap in [-1e-9, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            Rack::pool(shape, frame, RADIUS, Gaps::Uniform { gap }),
            Err(RackError::Gap { .. })
        ));
    }
    for radius in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Rack::pool(shape, frame, radius, Gaps::TIGHT), Err(RackError::Length { .. })));
    }
    for direction in [Vector2::zeros(), vector![f64::NAN, 1.0], vector![1.0, f64::INFINITY]] {
        assert_eq!(Rack::pool(shape, along(direction), RADIUS, Gaps::TIGHT), Err(RackError::Frame));
    }
}

#[test]
fn follow_and_draw_of_the_published_breaks_are_mirror_images_in_spin() {
    let [stop, follow, draw] = WangShot::ALL;
    assert_eq!(follow.angular_velocity(), -draw.angular_velocity());
    assert_eq!(stop.angular_velocity().norm(), 0.0);
    // Forward: less than natural roll, v/R about +y for a ball that moves along +x.
    let natural = follow.velocity().x / (0.5 * WANG_BREAK.diameter);
    assert!(follow.angular_velocity().y > 0.0 && follow.angular_velocity().y < natural);
}
