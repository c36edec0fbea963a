//! Draws shots at billiards, a cradle and bouncing balls into the directory given as the argument.

use std::error::Error;
use std::path::Path;

use carom::{Restitution, Surface};
use carom_motion::billiards::rack::{BallName, Gaps, Rack, RackFrame, RackShape};
use carom_motion::billiards::{Ball, BallState, Shot, State, Table, Until, simulate};
use carom_motion::bouncing::{Participant, World};
use carom_motion::cradle::{self, Cradle};
use carom_motion::flight::RigidState;
use carom_plot::{Picture, draw_table, draw_velocities_over_time};
use nalgebra::{Vector3, vector};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

fn write(directory: &Path, name: &str, picture: &Picture) -> Result<(), Box<dyn Error>> {
    let file = directory.join(name);
    std::fs::write(file.with_extension("svg"), picture.svg())?;
    std::fs::write(file.with_extension("png"), picture.to_png()?)?;
    println!("{} {} bytes of SVG", file.display(), picture.svg().len());
    Ok(())
}

fn pool(states: &[State]) -> Vec<BallState> {
    states.iter().map(|&state| BallState { ball: Ball::POOL, state }).collect()
}

/// Where a pool ball starts, in metres.
fn at(x: f64, y: f64) -> State {
    State::on_bed(&Ball::POOL, [x, y])
}

/// A rack on the foot spot and a cue ball that comes at it at the given velocity, with names.
fn break_shot(
    shape: RackShape,
    velocity: Vector3<f64>,
) -> Result<(Vec<BallState>, Vec<String>), Box<dyn Error>> {
    let frame = RackFrame { spot: vector![0.635, 0.0], direction: vector![1.0, 0.0] };
    let rack = Rack::pool(shape, frame, Ball::POOL.radius(), Gaps::TIGHT)?;
    let (mut states, mut names) = (vec![at(-0.635, 0.1).moving(velocity)], names(&["cue"]));
    for ball in rack.balls() {
        states.push(at(ball.position.x, ball.position.y));
        names.push(match ball.name {
            BallName::Number(number) => number.to_string(),
            other => format!("{other:?}"),
        });
    }
    Ok((pool(&states), names))
}

fn shot(
    directory: &Path,
    file: &str,
    title: &str,
    table: &Table,
    balls: &[BallState],
    names: &[String],
) -> Result<(), Box<dyn Error>> {
    let shot: Shot = simulate(table, balls, Until::Rest)?;
    write(directory, file, &draw_table(title, table, &shot, names))?;
    let instants: Vec<f64> = shot.events.iter().map(|event| event.time).collect();
    let speed = |ball: usize, time: f64| shot.at(ball, time).velocity.norm();
    let picture = draw_velocities_over_time(title, names, shot.end, &instants, &speed, "speed");
    write(directory, &format!("{file}-speeds"), &picture)
}

fn shots(directory: &Path) -> Result<(), Box<dyn Error>> {
    let table = Table::pool_nine_foot();
    let stun = pool(&[at(-0.6, 0.1).moving(vector![2.5, 0.35, 0.0]), at(0.3, 0.2)]);
    shot(directory, "stun", "Stun shot", &table, &stun, &names(&["cue", "object"]))?;
    let english = at(-0.9, -0.3).moving(vector![2.2, 2.6, 0.0]).spinning(vector![40.0, -30.0, 60.0]);
    shot(
        directory,
        "cushions",
        "Three cushions",
        &Table::carom(),
        &carom_balls(english),
        &names(&["white", "yellow", "red"]),
    )?;
    for (file, title, shape) in [
        ("nine-ball-break", "Nine-ball break at 9 m/s", RackShape::NineBall),
        ("eight-ball-break", "Eight-ball break at 9 m/s", RackShape::EightBall),
    ] {
        let (balls, names) = break_shot(shape, vector![1.27, -0.108, 0.0].normalize() * 9.0)?;
        shot(directory, file, title, &table, &balls, &names)?;
    }
    let jump = at(-0.5, -0.2).moving(vector![2.5, 0.5, 1.6]).spinning(vector![0.0, -40.0, 0.0]);
    let jump = pool(&[jump, at(-0.2, -0.14), at(0.5, 0.1)]);
    shot(directory, "jump", "Jump shot", &table, &jump, &names(&["cue", "blocker", "object"]))?;
    let snooker = Table::snooker_twelve_foot();
    let mut balls = Vec::new();
    for (i, spot) in [[-1.2, 0.1], [1.0, 0.0], [1.05, 0.03], [1.05, -0.03], [0.0, 0.0]].iter().enumerate() {
        let velocity = if i == 0 { vector![4.0, -0.1, 0.0] } else { Vector3::zeros() };
        balls.push(BallState {
            ball: Ball::SNOOKER,
            state: State::on_bed(&Ball::SNOOKER, *spot).moving(velocity),
        });
    }
    shot(
        directory,
        "snooker",
        "Snooker",
        &snooker,
        &balls,
        &names(&["cue", "red 1", "red 2", "red 3", "blue"]),
    )
}

fn carom_balls(first: State) -> Vec<BallState> {
    let ball = Ball::CAROM;
    let place = |x, y| State::on_bed(&ball, [x, y]);
    let first = State { position: place(-0.9, -0.3).position, ..first };
    [first, place(0.6, 0.1), place(1.0, -0.4)].map(|state| BallState { ball, state }).to_vec()
}

fn cradle(directory: &Path) -> Result<(), Box<dyn Error>> {
    let smooth = Surface::smooth(Restitution::new(0.97)?);
    let course =
        Cradle::equal(5, 0.1, 0.015, 0.2, smooth)?.lift_left(1, 0.3)?.run(cradle::Until::Time(4.0))?;
    let instants: Vec<f64> = course.collisions.iter().map(|collision| collision.time).collect();
    let names: Vec<String> = (1..=5).map(|ball| format!("ball {ball}")).collect();
    let speed = |ball: usize, time: f64| course.at(ball, time).speed;
    let picture =
        draw_velocities_over_time("Newton's cradle", &names, course.end, &instants, &speed, "velocity");
    write(directory, "cradle", &picture)
}

fn bouncing(directory: &Path) -> Result<(), Box<dyn Error>> {
    let mut world = World::new(9.81)?;
    for (place, e) in [(0.0, 0.9), (1.0, 0.6)] {
        let ball = Participant::ball(1.0, 0.05, Surface::smooth(Restitution::new(e)?))?;
        world = world.with_body(
            ball.starting(RigidState { position: vector![place, 0.0, 1.05], ..RigidState::default() })?,
        );
    }
    let course = world.run(3.0)?;
    let instants: Vec<f64> = course.events.iter().map(|event| event.time).collect();
    let speed = |body: usize, time: f64| course.at(body, time).velocity.z;
    let picture = draw_velocities_over_time(
        "Two balls dropped from a metre",
        &names(&["e = 0.9", "e = 0.6"]),
        course.end.min(3.0),
        &instants,
        &speed,
        "velocity upwards",
    );
    write(directory, "bouncing", &picture)
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: motions DIRECTORY")?;
    let directory = Path::new(&directory);
    shots(directory)?;
    cradle(directory)?;
    bouncing(directory)
}
