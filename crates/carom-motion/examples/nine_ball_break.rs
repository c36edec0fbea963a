//! A nine-ball break to rest, timed, as one line of JSON: the one that `benches/pooltool` plays with pooltool.
//!
//! ```text
//! cargo run --release -p carom-motion --example nine_ball_break -- --runs 50 --cushion alone
//! ```
//!
//! Table, balls and cue are those of pooltool 0.6.0, in Carom's axes: the origin in the middle, x along the table. Its playing
//! area has x across and y along, from a corner, so (x, y) there is (y − L/2, W/2 − x) here. A break is timed from the cue's
//! blow to the last ball at rest.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use carom::{Compliance, Friction, Model, Restitution, Surface, TangentialLaw};
use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, Guide, TipPoint};
use carom_motion::billiards::rack::{Gaps, Rack, RackFrame, RackShape};
use carom_motion::billiards::{
    Ball, BallState, CushionModel, Exit, Outline, PocketMouth, Shot, ShotEventKind, State, Table, Until,
    simulate,
};
use nalgebra::{Vector2, vector};

type Anyhow<T> = Result<T, Box<dyn Error>>;

/// What to play; defaults as those of `benches/pooltool/nine_ball_break.py`.
struct Options {
    /// Length and width of the playing area, in metres.
    size: [f64; 2],
    /// Speed of the cue before the blow, in metres per second.
    cue_speed: f64,
    /// Gap between neighbours in the rack, in diameters.
    gap: f64,
    /// Cue ball beside the long axis, in widths of the table.
    side: f64,
    cushion: CushionModel,
    runs: usize,
    /// Also play this long on so many threads, to count breaks a second.
    threads: usize,
    seconds: f64,
}

const SEVEN_FOOT: [f64; 2] = [1.9812, 0.9906];
const NINE_FOOT: [f64; 2] = [2.54, 1.27];

impl Options {
    fn parse() -> Anyhow<Self> {
        let mut options = Self {
            size: SEVEN_FOOT,
            cue_speed: 8.0,
            gap: 1e-3,
            side: 0.1,
            cushion: CushionModel::WithBed,
            runs: 30,
            threads: 0,
            seconds: 2.0,
        };
        let mut words = std::env::args().skip(1);
        while let Some(flag) = words.next() {
            let value = words.next().ok_or_else(|| format!("{flag} needs a value"))?;
            options.set(&flag, &value).map_err(|error| format!("{flag} {value}: {error}"))?;
        }
        Ok(options)
    }

    fn set(&mut self, flag: &str, value: &str) -> Anyhow<()> {
        match (flag, value) {
            ("--table", "seven-foot") => self.size = SEVEN_FOOT,
            ("--table", "nine-foot") => self.size = NINE_FOOT,
            ("--cushion", "with-bed") => self.cushion = CushionModel::WithBed,
            ("--cushion", "alone") => self.cushion = CushionModel::Alone,
            ("--cue-speed", _) => self.cue_speed = value.parse()?,
            ("--gap", _) => self.gap = value.parse()?,
            ("--side", _) => self.side = value.parse()?,
            ("--runs", _) => self.runs = value.parse()?,
            ("--threads", _) => self.threads = value.parse()?,
            ("--seconds", _) => self.seconds = value.parse()?,
            _ => {
                return Err(
                    "expected --table seven-foot|nine-foot, --cushion with-bed|alone, --cue-speed M/S, \
                             --gap DIAMETERS, --side WIDTHS, --runs N, --threads N or --seconds S"
                        .into(),
                );
            }
        }
        Ok(())
    }
}

/// pooltool's pocket table: its pockets are given by their centres, a depth outwards from the corner of the noses (0.0417 m) or from
/// the nose (0.0685 m).
fn table_of(options: &Options) -> Anyhow<Table> {
    let [length, width] = options.size;
    let corner = PocketMouth {
        width: 0.118,
        turn: (45.0 - 5.3_f64).to_radians(),
        jaw_radius: 0.020_95,
        shelf: 0.5 * 0.118 + 0.0417 - 0.062,
        radius: 0.062,
    };
    let side = PocketMouth {
        width: 0.137,
        turn: (90.0 - 7.14_f64).to_radians(),
        jaw_radius: 0.007_95,
        shelf: 0.0685 - 0.0645,
        radius: 0.0645,
    };
    let outline = Outline::with_pockets(length, width, &corner, &side);
    let mut table = Table::with_outline(outline, 0.036_576);
    // Ratio of frequencies 1.8, so η² = (7/2)/1.8²; e, μ, the cloth and e between balls are those of the table already.
    // Its friction between balls falls with speed from 0.118 to 0.01; the table's 0.05 lies between.
    let compliance = Compliance::new(3.5 / (1.8 * 1.8))?;
    table.cushion.tangential = TangentialLaw::Compliant { friction: Friction::new(0.2)?, compliance };
    table.cloth.spin_friction = 4.0 / 9.0 * Ball::POOL.radius();
    table.cushion_model = options.cushion;
    Ok(table)
}

/// A break that is set up: where the balls stand, and the cue that is about to strike the first of them.
struct Break {
    table: Table,
    balls: Vec<BallState>,
    strike: CueStrike,
}

impl Break {
    fn new(options: &Options) -> Anyhow<Self> {
        let ball = Ball::POOL;
        let [length, width] = options.size;
        let frame = RackFrame { spot: vector![0.25 * length, 0.0], direction: Vector2::x() };
        let rack = Rack::pool(RackShape::NineBall, frame, ball.radius(), Gaps::Uniform { gap: options.gap })?;
        let cue_ball = vector![-0.25 * length, -options.side * width];
        let places = std::iter::once(cue_ball).chain(rack.balls().iter().map(|racked| racked.position));
        let standing = |p: Vector2<f64>| BallState { ball, state: State::on_bed(&ball, [p.x, p.y]) };
        let to_apex = frame.spot - cue_ball;
        let aim = Aim { azimuth: to_apex.y.atan2(to_apex.x), elevation: 0.0, speed: options.cue_speed };
        Ok(Self {
            table: table_of(options)?,
            balls: places.map(standing).collect(),
            strike: strike(&ball, cue_ball, aim)?,
        })
    }

    /// From the blow to the last ball at rest, or to an earlier time.
    fn play(&self, until: Until) -> Anyhow<Shot> {
        let outcome = self.strike.solve()?;
        let stroke = outcome.stroke().ok_or("the cue misses")?;
        let mut balls = self.balls.clone();
        balls[0].state = balls[0].state.moving(stroke.velocity).spinning(stroke.angular_velocity);
        Ok(simulate(&self.table, &balls, until)?)
    }
}

/// pooltool's cue: elastic, without friction, v = 2V/(1 + m/M) at the centre.
fn strike(ball: &Ball, position: Vector2<f64>, aim: Aim) -> Anyhow<CueStrike> {
    let pool = Cue::pool()?;
    let tip = Surface { restitution: Restitution::ELASTIC, ..pool.tip.frictionless() };
    let cue = Cue { mass: 0.567, guide: Guide::Rail, tip, ..pool };
    let ball = BallOnBed {
        mass: ball.mass(),
        radius: ball.radius(),
        position,
        bed: Surface { restitution: Restitution::new(0.5)?, ..tip },
    };
    Ok(CueStrike { cue, aim, point: TipPoint::CENTRE, ball, model: Model::default() })
}

/// Milliseconds of each run, the least first; the first run warms up and is not counted.
fn times(the_break: &Break, until: Until, runs: usize) -> Anyhow<Vec<f64>> {
    let mut times = Vec::with_capacity(runs);
    for run in 0..=runs {
        let start = Instant::now();
        black_box(black_box(the_break).play(until)?);
        if run > 0 {
            times.push(1e3 * start.elapsed().as_secs_f64());
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// Breaks a second on all threads together.
fn throughput(the_break: &Break, threads: usize, seconds: f64) -> f64 {
    let start = Instant::now();
    let count = || {
        let mut played = 0_u32;
        while start.elapsed().as_secs_f64() < seconds {
            if black_box(black_box(the_break).play(Until::Rest)).is_ok() {
                played += 1;
            }
        }
        played
    };
    let played: u32 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    });
    f64::from(played) / start.elapsed().as_secs_f64()
}

/// When balls first hit each other, in seconds: the impact of the rack.
fn first_impact(shot: &Shot) -> f64 {
    let impact = |kind: &ShotEventKind| match kind {
        ShotEventKind::Collides(collision) => !collision.pairs.is_empty(),
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => false,
    };
    shot.events.iter().find(|event| impact(&event.kind)).map_or(shot.end, |event| event.time)
}

/// Impacts of a shot and the Taylor series they took: in the rack (more than one pair), at cushions, and all others.
fn costs(shot: &Shot) -> [[usize; 2]; 3] {
    let mut costs = [[0; 2]; 3];
    for event in &shot.events {
        let ShotEventKind::Collides(collision) = &event.kind else { continue };
        let kind = match (collision.pairs.len(), collision.cushions.len()) {
            (2.., _) => 0,
            (_, 1..) => 1,
            (_, 0) => 2,
        };
        costs[kind][0] += 1;
        costs[kind][1] += collision.expansions;
    }
    costs
}

/// Places as JSON, in metres, the cue ball first, in pooltool's axes.
fn places(balls: impl Iterator<Item = State>, [length, width]: [f64; 2]) -> String {
    let place = |state: State| {
        format!("[{:?}, {:?}]", 0.5 * width - state.position.y, state.position.x + 0.5 * length)
    };
    balls.map(place).collect::<Vec<_>>().join(", ")
}

fn main() -> Anyhow<()> {
    let options = Options::parse()?;
    let the_break = Break::new(&options)?;
    let shot = the_break.play(Until::Rest)?;
    let runs = options.runs.max(1);
    let to_rack = times(&the_break, Until::Time(first_impact(&shot)), runs)?;
    let times = times(&the_break, Until::Rest, runs)?;
    let rate = match options.threads {
        0 => "null".to_owned(),
        threads => format!("{:.1}", throughput(&the_break, threads, options.seconds)),
    };
    let [rack, cushions, others] = costs(&shot);
    let pocketed: Vec<usize> =
        (0..shot.balls.len()).filter(|&ball| matches!(shot.exit(ball), Some(Exit::Pocket(_)))).collect();
    let velocity = shot.at(0, 0.0).velocity;
    println!(
        "{{\"positions\": [{}], \"cue_ball_velocity\": [{:?}, {:?}, {:?}], \"events\": {}, \"impacts\": {{\"rack\": {}, \
         \"cushions\": {}, \"others\": {}}}, \"series\": {{\"rack\": {}, \"cushions\": {}, \"others\": {}}}, \
         \"seconds_to_rest\": {:?}, \"pocketed\": {pocketed:?}, \"imbalance\": {:?}, \"milliseconds_per_break\": {{\"least\": \
         {:?}, \"median\": {:?}, \"to_rack\": {:?}, \"runs\": {}}}, \"breaks_per_second\": {rate}}}",
        places(the_break.balls.iter().map(|ball| ball.state), options.size),
        -velocity.y,
        velocity.x,
        velocity.z,
        shot.events.len(),
        rack[0],
        cushions[0],
        others[0],
        rack[1],
        cushions[1],
        others[1],
        shot.end,
        shot.ledger.imbalance(),
        times[0],
        times[times.len() / 2],
        to_rack[0],
        times.len(),
    );
    Ok(())
}
