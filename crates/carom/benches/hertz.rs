//! How much longer Hertz's springs take than linear ones in the same impact, all measured in one run:
//! `cargo bench -p carom --bench hertz`. Ratios only; a bare time means nothing on another machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::nalgebra::{Vector3, vector};
use carom::{
    Body, Compliance, Contact, ContactProblem, Error, Exponent, Friction, Impact, Model, NormalLaw,
    Restitution, Stiffness, TangentialLaw,
};

/// Most solves of a batch, how long a batch takes at most if one solve does not take longer, and batches of which the fastest counts.
const BATCH: u32 = 200;
const LONGEST_BATCH: Duration = Duration::from_millis(20);
const BATCHES: usize = 15;

fn main() -> Result<(), Error> {
    let rigid = TangentialLaw::Rigid { friction: Friction::new(0.2)? };
    let compliant =
        TangentialLaw::Compliant { friction: Friction::new(0.2)?, compliance: Compliance::new(1.2)? };
    let frictions = [("none", TangentialLaw::Frictionless), ("rigid", rigid), ("compliant", compliant)];
    println!("{:<18}{:<12}{:>12}{:>12}{:>10}", "impact", "friction", "linear, us", "Hertz, us", "ratio");
    for (name, balls, table) in [("lone", 1, true), ("ball-ball-table", 2, true), ("chain of 20", 20, false)]
    {
        for (friction_name, friction) in frictions {
            let time = |exponent| best_time(&row(balls, table, exponent, friction)?);
            let (linear, hertz) = (time(Exponent::LINEAR)?, time(Exponent::HERTZ)?);
            let ratio = hertz.as_secs_f64() / linear.as_secs_f64();
            let micros = |time: Duration| 1e6 * time.as_secs_f64();
            println!(
                "{name:<18}{friction_name:<12}{:>12.2}{:>12.2}{ratio:>10.2}",
                micros(linear),
                micros(hertz)
            );
        }
    }
    Ok(())
}

/// Balls of mass 1 on top of each other, on a table or not; the uppermost falls aslant with e = 0.9.
fn row(
    balls: usize,
    table: bool,
    exponent: Exponent,
    friction: TangentialLaw,
) -> Result<ContactProblem, Error> {
    let mut bodies = Vec::new();
    for i in 0..balls {
        let velocity = if i == 0 { vector![0.4, 0.0, -1.0] } else { Vector3::zeros() };
        bodies.push(Body::ball(1.0, 0.5)?.at(vector![0.0, 0.0, -(i as f64)])?.moving(velocity)?);
    }
    if table {
        bodies.push(Body::fixed().at(vector![0.0, 0.0, -(balls as f64)])?);
    }
    let law = NormalLaw::touching(Restitution::new(0.9)?, Stiffness::new(1.0)?.with_exponent(exponent));
    let mut contacts = Vec::new();
    for i in 1..bodies.len() {
        let point = vector![0.0, 0.0, 0.5 - i as f64];
        contacts.push(Contact::new([i - 1, i], point, Vector3::z(), law)?.with_friction(friction));
    }
    Ok(Impact::new(bodies, contacts, Model::default())?.contact_problem().clone())
}

/// The least time of a solve; an impact that is refused has none.
fn best_time(problem: &ContactProblem) -> Result<Duration, Error> {
    let start = Instant::now();
    problem.solve()?;
    let solves = (LONGEST_BATCH.as_nanos() / start.elapsed().as_nanos().max(1)).clamp(1, BATCH.into()) as u32;
    let batch = || {
        let start = Instant::now();
        for _ in 0..solves {
            let _ = black_box(black_box(problem).solve());
        }
        start.elapsed() / solves
    };
    Ok((0..BATCHES).map(|_| batch()).min().unwrap_or_default())
}
