//! Racks: gaps that go to zero, and what a tight rack may not do.

use carom_motion::billiards::{Shot, ShotEventKind, Table, Until, simulate};
use nalgebra::Vector3;

use crate::common::{RADIUS, nine_ball_break, play};

/// Velocities of all balls just after everything that happens within a millisecond of the first impact.
fn after_the_break(shot: &Shot) -> Vec<Vector3<f64>> {
    let first = shot.events.iter().find(|event| matches!(event.kind, ShotEventKind::Collides(_)));
    let time = first.expect("a break").time + 1e-3;
    (0..10).map(|ball| shot.at(ball, time).velocity).collect()
}

#[test]
fn a_break_converges_as_the_gaps_of_the_rack_close() {
    let mut table = Table::pool_nine_foot();
    for friction in [true, false] {
        if !friction {
            table.between_balls = table.between_balls.frictionless();
        }
        let tight = after_the_break(&play(&table, &nine_ball_break(8.0, 0.004, 0.0)));
        let mut last = f64::INFINITY;
        for gap in [1e-3, 1e-6, 1e-9, 1e-12] {
            let open = after_the_break(&play(&table, &nine_ball_break(8.0, 0.004, gap)));
            let change = tight.iter().zip(&open).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
            // A gap of g diameters delays a contact by g·0.057/8 s of the 0.15 ms in which its force grows, row by row.
            assert!(change <= 1e3 * gap, "{gap}: {change}");
            assert!(change < last, "{gap}: {change}");
            last = change;
        }
    }
}

#[test]
fn a_rack_is_broken_in_one_impact() {
    for gap in [0.0, 1e-9, 1e-4] {
        let shot = simulate(&Table::pool_nine_foot(), &nine_ball_break(8.0, 0.0, gap), Until::Time(0.2));
        let sizes: Vec<usize> = shot
            .expect("a sound shot")
            .events
            .iter()
            .filter_map(|event| match &event.kind {
                ShotEventKind::Collides(collision) => Some(collision.balls.len()),
                ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
            })
            .collect();
        assert_eq!(sizes[0], 10, "{gap}: {sizes:?}");
    }
}

#[test]
fn no_balls_of_a_break_overlap() {
    let shot = play(&Table::pool_nine_foot(), &nine_ball_break(10.0, 0.002, 0.0));
    crate::random_shots::assert_apart(&shot, "break");
    assert!(shot.at(0, 0.0).position.z == RADIUS);
}
