//! Time of a whole nine-ball break, from the cue ball's motion to the last ball at rest: `cargo bench --bench break`.

use std::hint::black_box;

use carom_motion::billiards::{Ball, BallState, EventKind, State, Table, Until, simulate};
use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::vector;

/// A tight diamond of nine balls on the foot spot and a cue ball that comes at it, a little off the line.
fn nine_ball(speed: f64, gap: f64) -> Vec<BallState> {
    let ball = Ball::POOL;
    let step = 2.0 * ball.radius() * (1.0 + gap);
    let mut balls = vec![State::on_bed(&ball, [-0.635, 0.01]).moving(vector![speed, -0.02 * speed, 0.0])];
    for (row, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        for place in 0..count {
            let x = 0.635 + row as f64 * step * 0.75_f64.sqrt();
            balls.push(State::on_bed(&ball, [x, (place as f64 - 0.5 * (count as f64 - 1.0)) * step]));
        }
    }
    balls.into_iter().map(|state| BallState { ball, state }).collect()
}

fn breaks(criterion: &mut Criterion) {
    let table = Table::pool_nine_foot();
    let mut frictionless = table.clone();
    frictionless.between_balls = table.between_balls.frictionless();
    let mut group = criterion.benchmark_group("break");
    for (name, table) in [("friction", &table), ("frictionless", &frictionless)] {
        for speed in [8.0, 10.0] {
            let balls = nine_ball(speed, 0.0);
            if let Ok(shot) = simulate(table, &balls, Until::Rest) {
                let collisions: Vec<_> = shot
                    .events
                    .iter()
                    .filter_map(|event| match &event.kind {
                        EventKind::Collides(collision) => Some(collision),
                        EventKind::Ends { .. } | EventKind::Leaves { .. } => None,
                    })
                    .collect();
                println!(
                    "{name} {speed} m/s: {} events, {} impacts, {} series ({} in the first), {:.1} s of play",
                    shot.events.len(),
                    collisions.len(),
                    collisions.iter().map(|c| c.expansions).sum::<usize>(),
                    collisions[0].expansions,
                    shot.end
                );
            }
            group.bench_function(format!("{name}/{speed}"), |bencher| {
                bencher.iter(|| simulate(table, black_box(&balls), Until::Rest));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, breaks);
criterion_main!(benches);
