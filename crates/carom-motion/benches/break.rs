//! Time of a whole nine-ball break, from the cue ball's motion to the last ball at rest: `cargo bench --bench break`.

use std::hint::black_box;

use carom_motion::billiards::{Ball, BallState, CushionModel, ShotEventKind, State, Table, Until, simulate};
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

/// What a break costs, in impacts and Taylor series.
fn describe(name: &str, table: &Table, balls: &[BallState]) {
    let Ok(shot) = simulate(table, balls, Until::Rest) else { return };
    let collisions = shot.events.iter().filter_map(|event| match &event.kind {
        ShotEventKind::Collides(collision) => Some(collision),
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
    });
    let (mut impacts, mut rack, mut cushions, mut others) = (0, 0, 0, 0);
    for collision in collisions {
        impacts += 1;
        let sum = match (collision.pairs.len(), collision.cushions.len()) {
            (2.., _) => &mut rack,
            (_, 1..) => &mut cushions,
            (_, 0) => &mut others,
        };
        *sum += collision.expansions;
    }
    println!(
        "{name}: {} events, {impacts} impacts, series: {rack} in the rack, {cushions} at cushions, {others} else; {:.1} s of play",
        shot.events.len(),
        shot.end
    );
}

fn breaks(criterion: &mut Criterion) {
    let full = Table::pool_nine_foot();
    let mut alone = full.clone();
    alone.cushion_model = CushionModel::Alone;
    let mut frictionless = alone.clone();
    frictionless.between_balls = alone.between_balls.frictionless();
    let mut group = criterion.benchmark_group("break");
    let tables =
        [("cushions with bed", &full), ("cushions alone", &alone), ("and no friction", &frictionless)];
    for (name, table) in tables {
        let balls = nine_ball(8.0, 0.0);
        describe(name, table, &balls);
        group.bench_function(name, |bencher| {
            bencher.iter(|| simulate(table, black_box(&balls), Until::Rest));
        });
    }
    group.finish();
}

criterion_group!(benches, breaks);
criterion_main!(benches);
