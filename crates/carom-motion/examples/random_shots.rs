//! Plays random shots and reports what could go wrong: `cargo run --release --example random_shots -- 10000`.
use carom_motion::billiards::*;
use nalgebra::vector;
use std::time::Instant;

struct Random(u64);
impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let mut x = self.0;
        x ^= x >> 33;
        x = x.wrapping_mul(0xff51afd7ed558ccd);
        x ^= x >> 33;
        (x >> 11) as f64 / (1u64 << 53) as f64
    }
    fn within(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.next()
    }
}

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1000);
    let table = Table::pool_nine_foot();
    let (mut errors, mut worst, mut imbalance, mut events, mut out, mut pocketed) =
        (0, 0.0f64, 0.0f64, 0usize, 0, 0);
    let start = Instant::now();
    let mut slowest = (0.0, 0);
    for seed in 0..count {
        let mut random = Random(seed * 7919 + 1);
        let mut balls: Vec<BallState> = Vec::new();
        let n = 2 + (random.next() * 9.0) as usize;
        while balls.len() < n {
            let ball = Ball::POOL;
            let state = State::on_bed(&ball, [random.within(-1.2, 1.2), random.within(-0.58, 0.58)]);
            if balls.iter().all(|b| (b.state.position - state.position).norm() >= 2.0 * ball.radius()) {
                balls.push(BallState { ball, state });
            }
        }
        let speed = random.within(0.5, 10.0);
        let angle = random.within(0.0, 6.283);
        let w = speed / 0.0286;
        balls[0].state.velocity = vector![
            speed * angle.cos(),
            speed * angle.sin(),
            if random.next() < 0.2 { random.within(0.0, 2.0) } else { 0.0 }
        ];
        balls[0].state.angular_velocity =
            vector![random.within(-w, w), random.within(-w, w), random.within(-w, w)];
        let t0 = Instant::now();
        match simulate(&table, &balls, Until::Rest) {
            Err(error) => {
                errors += 1;
                println!("{seed}: {error}");
            }
            Ok(shot) => {
                let t = t0.elapsed().as_secs_f64();
                if t > slowest.0 {
                    slowest = (t, seed)
                }
                imbalance = imbalance.max(shot.ledger.imbalance().abs() / shot.ledger.before);
                events += shot.events.len();
                for i in 0..n {
                    match shot.exit(i) {
                        Some(Exit::OverTheEdge) => out += 1,
                        Some(Exit::Pocket(_)) => pocketed += 1,
                        None => {}
                    }
                }
                let samples = (0..200).map(|k| shot.end * k as f64 / 200.0);
                for time in shot.events.iter().map(|e| e.time).chain(samples) {
                    for i in 0..n {
                        for j in 0..i {
                            let gone =
                                |k: usize| shot.trajectories[k].phase(time).travel == cloth::Travel::Out;
                            if gone(i) || gone(j) {
                                continue;
                            }
                            let gap = (shot.at(i, time).position - shot.at(j, time).position).norm()
                                / (2.0 * 0.028575)
                                - 1.0;
                            if -gap > 1e-9 && worst < 1e-9 {
                                println!("{seed}: overlap {gap:e} of {i} {j} at {time}");
                            }
                            worst = worst.max(-gap);
                        }
                    }
                }
            }
        }
    }
    println!(
        "{count} shots, {errors} errors, overlap {worst:e}, imbalance {imbalance:e}, {} events a shot, {out} out, {pocketed} pocketed, {:.3} ms a shot, slowest {slowest:?}",
        events as f64 / count as f64,
        start.elapsed().as_secs_f64() * 1e3 / count as f64
    );
}
