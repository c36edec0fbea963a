//! A hundred thousand impacts of one geometry: the memory of one serves the next.
//!
//!     cargo run --release -p carom --example many_impacts

use std::time::Instant;

use carom::nalgebra::{Vector3, vector};
use carom::{
    Body, Contact, Error, Impact, Model, Motion, NormalLaw, Outcome, Restitution, Stiffness, Workspace,
};

const COUNT: usize = 100_000;

fn main() -> Result<(), Error> {
    let law = NormalLaw::touching(Restitution::new(0.9)?, Stiffness::UNIT);
    let upper = Body::ball(1.0, 1.0)?.at(vector![0.0, 0.0, 3.0])?.moving(-Vector3::z())?;
    let lower = Body::ball(1.2, 1.0)?.at(vector![0.0, 0.0, 1.0])?;
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), law)?,
        Contact::new([1, 2], Vector3::zeros(), Vector3::z(), law)?,
    ];
    let bodies = vec![upper, lower, Body::fixed()];
    let speed = |i: usize| 1.0 + i as f64 / COUNT as f64;

    // One impact after the other, each set up and solved anew.
    let start = Instant::now();
    let mut anew = 0.0;
    for i in 0..COUNT {
        let mut bodies = bodies.clone();
        bodies[0] = bodies[0].clone().moving(Vector3::z() * -speed(i))?;
        anew += Impact::new(bodies, contacts.clone(), Model::default())?.solve()?.bodies[0].linear.z;
    }
    let set_up = start.elapsed().as_secs_f64();

    // The same geometry with other velocities, in the same memory.
    let mut impact = Impact::new(bodies, contacts, Model::default())?;
    let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
    let mut motions = [Motion::default(); 3];
    let start = Instant::now();
    let mut reused = 0.0;
    for i in 0..COUNT {
        motions[0].linear.z = -speed(i);
        impact.set_velocities(&motions)?;
        impact.solve_into(&mut workspace, &mut outcome)?;
        reused += outcome.bodies[0].linear.z;
    }
    let in_workspace = start.elapsed().as_secs_f64();

    assert_eq!(anew, reused); // to the last bit
    println!("mean speed after: {:.9} m/s", reused / COUNT as f64);
    println!("{:.2} times as fast as setting every impact up anew", set_up / in_workspace);
    Ok(())
}
