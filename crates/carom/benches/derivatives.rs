//! What derivatives cost, as a ratio to solving and tracing the same impact in the same run: `cargo bench --bench derivatives`.
//! With a number from 1 to 4 that impact is traced and differentiated once, for callgrind: the ratio of `traced` and `differentiated`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::{
    Body, Compliance, Contact, Friction, Impact, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
};
use nalgebra::{Vector3, vector};

/// Each side is measured this often, in turn, and its least time counts.
const ROUNDS: usize = 15;
/// For at least this long a round.
const ROUND: Duration = Duration::from_millis(20);

fn law(e: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).expect("between 0 and 1"), Stiffness::UNIT)
}

fn ball(position: Vector3<f64>, mass: f64, velocity: Vector3<f64>) -> Body {
    let body = Body::ball(mass, 1.0).and_then(|body| body.at(position));
    body.and_then(|body| body.moving(velocity)).expect("a sound body")
}

/// A ball dropped on a ball on a table, [Jia2013, sec. 6.3].
fn ball_ball_table(friction: TangentialLaw) -> Impact {
    let lower = 2.0 / 3.0_f64.sqrt();
    let bodies = vec![
        ball(vector![0.0, 0.0, 3.0], 1.0, vector![0.2, 0.0, -1.0]),
        ball(vector![0.0, 0.0, 1.0], lower, Vector3::zeros()),
        Body::fixed(),
    ];
    let touch = |bodies, height, e| {
        let point = vector![0.0, 0.0, height];
        Contact::new(bodies, point, Vector3::z(), law(e)).expect("a sound contact").with_friction(friction)
    };
    let contacts = vec![touch([0, 1], 2.0, 0.9), touch([1, 2], 0.0, 0.7)];
    Impact::new(bodies, contacts, Model::default()).expect("a sound impact")
}

/// A diamond of nine balls hit by a tenth.
fn rack() -> Impact {
    let mut places = vec![vector![0.0, -2.0, 0.0]];
    for (row, count) in [1_usize, 2, 3, 2, 1].into_iter().enumerate() {
        for i in 0..count {
            let across = 2.0 * i as f64 - (count - 1) as f64;
            places.push(vector![across, 3.0_f64.sqrt() * row as f64, 0.0]);
        }
    }
    let mut contacts = Vec::new();
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let apart = places[a] - places[b];
            if apart.norm() < 2.0 + 1e-9 {
                let point = (places[a] + places[b]) * 0.5;
                contacts.push(Contact::new([a, b], point, apart, law(0.96)).expect("a sound contact"));
            }
        }
    }
    let speed = |i: usize| if i == 0 { vector![0.0, 1.0, 0.0] } else { Vector3::zeros() };
    let bodies = places.iter().enumerate().map(|(i, &place)| ball(place, 1.0, speed(i))).collect();
    Impact::new(bodies, contacts, Model::default()).expect("a sound impact")
}

/// Mean time of one call, over a round.
fn timed(call: &dyn Fn()) -> f64 {
    let (start, mut calls) = (Instant::now(), 0);
    while start.elapsed() < ROUND {
        call();
        calls += 1;
    }
    start.elapsed().as_secs_f64() / f64::from(calls)
}

fn main() {
    let compliant = TangentialLaw::Compliant {
        friction: Friction::new(0.2).expect("not negative"),
        compliance: Compliance::new(1.5).expect("positive"),
    };
    let rigid = TangentialLaw::Rigid { friction: Friction::new(0.2).expect("not negative") };
    let cases = [
        ("ball-ball-table", ball_ball_table(TangentialLaw::Frictionless)),
        ("ball-ball-table, compliant friction", ball_ball_table(compliant)),
        ("ball-ball-table, rigid friction", ball_ball_table(rigid)),
        ("rack of nine", rack()),
    ];
    let wanted: Option<usize> = std::env::args().find_map(|argument| argument.parse().ok());
    for (number, (name, impact)) in (1..).zip(cases) {
        match wanted {
            None => compare(name, &impact),
            Some(wanted) if wanted == number => {
                traced(&impact);
                differentiated(&impact);
            }
            Some(_) => {}
        }
    }
}

#[inline(never)]
fn traced(impact: &Impact) {
    drop(black_box(black_box(impact).trace()));
}

#[inline(never)]
fn differentiated(impact: &Impact) {
    drop(black_box(black_box(impact).solve_with_jacobian()));
}

fn compare(name: &str, impact: &Impact) {
    let columns = impact.parameters().len();
    let (mut least, mut most) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        least = least.min(timed(&|| traced(impact)));
        most = most.min(timed(&|| differentiated(impact)));
    }
    println!("{name}: Jacobian of {columns} columns = {:.2} times solving and tracing", most / least);
}
