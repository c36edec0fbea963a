//! Balls, racks and shots for the tests.

use carom_motion::billiards::{Ball, BallState, Shot, State, Table, Until, simulate};
use nalgebra::{Vector3, vector};

pub const RADIUS: f64 = 0.028_575;

pub fn ball(state: State) -> BallState {
    BallState { ball: Ball::POOL, state }
}

pub fn resting(x: f64, y: f64) -> BallState {
    ball(State::on_bed(&Ball::POOL, [x, y]))
}

/// A ball that slides without spin.
pub fn stunned(x: f64, y: f64, velocity: Vector3<f64>) -> BallState {
    ball(State::on_bed(&Ball::POOL, [x, y]).moving(velocity))
}

pub fn rolling(x: f64, y: f64, velocity: Vector3<f64>) -> BallState {
    let state = State::on_bed(&Ball::POOL, [x, y]).moving(velocity);
    ball(state.spinning(Ball::POOL.rolling(velocity, 0.0)))
}

pub fn play(table: &Table, balls: &[BallState]) -> Shot {
    simulate(table, balls, Until::Rest).expect("a sound shot")
}

/// A table so large and empty that nothing is in the way.
pub fn plain() -> Table {
    Table::with_outline(carom_motion::billiards::Outline::closed(200.0, 100.0), 0.036)
}

/// A diamond of nine balls with the given gap (in diameters), its apex at the foot spot, pointing at −x.
pub fn diamond(gap: f64) -> Vec<BallState> {
    let step = 2.0 * RADIUS * (1.0 + gap);
    let mut balls = Vec::new();
    for (row, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        for place in 0..count {
            let across = place as f64 - 0.5 * (count as f64 - 1.0);
            balls.push(resting(0.635 + row as f64 * step * 0.75_f64.sqrt(), across * step));
        }
    }
    balls
}

/// The break of a diamond by a cue ball that comes along the table at `speed`, `aside` metres off its middle.
pub fn nine_ball_break(speed: f64, aside: f64, gap: f64) -> Vec<BallState> {
    let mut balls = vec![stunned(-0.635, aside, vector![speed, 0.0, 0.0])];
    balls.extend(diamond(gap));
    balls
}

/// A small generator of numbers in [0, 1): the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut x = self.0;
        x ^= x >> 33;
        x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
        x ^= x >> 33;
        (x >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

/// Up to eleven balls anywhere on a pool table, the first of which is shot with any speed up to 10 m/s, any spin, and
/// sometimes upwards.
pub fn random_balls(seed: u64) -> Vec<BallState> {
    let mut random = Random(seed.wrapping_mul(7919) + 1);
    let count = 2 + (random.next() * 10.0) as usize;
    let mut balls: Vec<BallState> = Vec::new();
    while balls.len() < count {
        let next = resting(random.within(-1.2, 1.2), random.within(-0.58, 0.58));
        let apart = |other: &BallState| (other.state.position - next.state.position).norm() >= 2.0 * RADIUS;
        if balls.iter().all(apart) {
            balls.push(next);
        }
    }
    let speed = random.within(0.5, 10.0);
    let (sin, cos) = random.within(0.0, std::f64::consts::TAU).sin_cos();
    let up = if random.next() < 0.2 { random.within(0.0, 2.0) } else { 0.0 };
    let spin = speed / RADIUS;
    let mut turn = || random.within(-spin, spin);
    balls[0].state.velocity = vector![speed * cos, speed * sin, up];
    balls[0].state.angular_velocity = vector![turn(), turn(), turn()];
    balls
}
