use carom_motion::billiards::*;
use nalgebra::vector;
fn main() {
    let mut table = Table::pool_nine_foot();
    let arg = std::env::args().nth(1).unwrap_or_default();
    if arg == "nofric" {
        table.between_balls = table.between_balls.frictionless();
    }
    if arg == "none" {
        table.between_balls = table.between_balls.frictionless();
        table.cushion = table.cushion.frictionless();
    }
    let ball = Ball::POOL;
    let step = 2.0 * ball.radius();
    let mut balls = vec![State::on_bed(&ball, [-0.635, 0.01]).moving(vector![8.0, -0.16, 0.0])];
    for (row, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        for place in 0..count {
            balls.push(State::on_bed(
                &ball,
                [
                    0.635 + row as f64 * step * 0.75_f64.sqrt(),
                    (place as f64 - 0.5 * (count as f64 - 1.0)) * step,
                ],
            ));
        }
    }
    let balls: Vec<_> = balls.into_iter().map(|state| BallState { ball, state }).collect();
    let mut n = 0;
    for _ in 0..100 {
        n += simulate(&table, &balls, Until::Rest).unwrap().events.len();
    }
    let shot = simulate(&table, &balls, Until::Rest).unwrap();
    for e in &shot.events {
        if let EventKind::Collides(c) = &e.kind {
            println!(
                "{:.4} balls {} pairs {} cushions {} exp {} dur {:.2e}",
                e.time,
                c.balls.len(),
                c.pairs.len(),
                c.cushions.len(),
                c.expansions,
                c.duration
            );
        }
    }
    println!("{n} {:e}", shot.ledger.imbalance());
}
