//! The course of an impact as a table for a plot: forces, velocities and energies over time, and what happened when.
//!
//!     cargo run -p carom --example course > course.csv

use carom::nalgebra::{Vector3, vector};
use carom::{Body, Contact, Error, Impact, Model, NormalLaw, Restitution, Stiffness};

fn main() -> Result<(), Error> {
    let law = |k: f64| -> Result<NormalLaw, Error> {
        Ok(NormalLaw::touching(Restitution::new(0.8)?, Stiffness::new(k)?))
    };
    let upper = Body::ball(0.17, 0.0286)?.at(vector![0.0, 0.0, 0.0858])?.moving(vector![0.0, 0.0, -1.0])?;
    let lower = Body::ball(0.17, 0.0286)?.at(vector![0.0, 0.0, 0.0286])?;
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 0.0572], Vector3::z(), law(9e6)?)?,
        Contact::new([1, 2], Vector3::zeros(), Vector3::z(), law(2e6)?)?,
    ];
    let impact = Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default())?;
    let (_, trace) = impact.trace()?;

    for event in trace.events() {
        eprintln!("{:.3} us: {} at contact {}", 1e6 * event.time, event.kind.name(), event.contact + 1);
    }
    println!("time_s,upper_force_N,lower_force_N,upper_velocity_mps,lower_velocity_mps,strain_J");
    let instants = trace.instants(200);
    for snapshot in trace.sample(&instants) {
        let [force, velocity] = [&snapshot.force, &snapshot.velocity];
        let strain: f64 = snapshot.energy.iter().sum();
        println!(
            "{:e},{:e},{:e},{:e},{:e},{strain:e}",
            snapshot.time, force[0], force[1], velocity[0], velocity[1]
        );
    }
    Ok(())
}
