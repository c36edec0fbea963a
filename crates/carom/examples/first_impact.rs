//! A ball falls on a ball that rests on a table: what becomes of them.
//!
//!     cargo run -p carom --example first_impact

use carom::nalgebra::{Vector3, vector};
use carom::{Body, Contact, Error, Impact, Model, NormalLaw, Restitution, Stiffness};

fn main() -> Result<(), Error> {
    let upper = Body::ball(0.05, 0.02)?.at(vector![0.0, 0.0, 0.14])?.moving(vector![0.0, 0.0, -2.0])?;
    let lower = Body::ball(0.6, 0.06)?.at(vector![0.0, 0.0, 0.06])?;
    let table = Body::fixed();

    // Normals point from the second body to the first; of stiffnesses only the ratio matters.
    let law = |e: f64| -> Result<NormalLaw, Error> {
        Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::UNIT))
    };
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 0.12], Vector3::z(), law(0.9)?)?,
        Contact::new([1, 2], Vector3::zeros(), Vector3::z(), law(0.8)?)?,
    ];
    let outcome = Impact::new(vec![upper, lower, table], contacts, Model::default())?.solve()?;

    for (name, motion) in ["upper", "lower"].iter().zip(&outcome.bodies) {
        println!("{name}: {:+.6} m/s", motion.linear.z);
    }
    let energy = &outcome.energy;
    println!(
        "{:.6} J before, {:.6} J after, {:.6} J lost",
        energy.before, energy.after, energy.lost_in_restitution
    );
    Ok(())
}
