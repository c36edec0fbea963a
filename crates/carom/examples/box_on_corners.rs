//! A box lands flat on its four lower corners while it slides and spins, with friction.
//!
//!     cargo run -p carom --example box_on_corners

use carom::nalgebra::{Matrix3, Vector3, vector};
use carom::{
    Body, Compliance, Contact, Error, Friction, Impact, Model, NormalLaw, Restitution, Stiffness,
    TangentialLaw,
};

fn main() -> Result<(), Error> {
    let (mass, half) = (1.2, vector![0.15, 0.1, 0.05]);
    let square = half.component_mul(&half);
    let moments = vector![square.y + square.z, square.z + square.x, square.x + square.y] * (mass / 3.0);
    let block = Body::rigid(mass, Matrix3::from_diagonal(&moments))?
        .at(vector![0.0, 0.0, half.z])?
        .moving(vector![0.8, 0.1, -1.5])?
        .spinning(vector![0.3, -0.2, 4.0])?;

    let law = NormalLaw::touching(Restitution::new(0.4)?, Stiffness::UNIT);
    let rubber =
        TangentialLaw::Compliant { friction: Friction::new(0.6)?, compliance: Compliance::new(1.2)? };
    let mut contacts = Vec::new();
    for [x, y] in [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]] {
        let corner = vector![x * half.x, y * half.y, 0.0];
        contacts.push(Contact::new([0, 1], corner, Vector3::z(), law)?.with_friction(rubber));
    }
    let impact = Impact::new(vec![block, Body::fixed()], contacts, Model::default())?;
    let outcome = impact.solve()?;

    let after = &outcome.bodies[0];
    println!("velocity          {:+.4?} m/s", after.linear.as_slice());
    println!("angular velocity  {:+.4?} rad/s", after.angular.as_slice());
    for (corner, contact) in impact.contacts().iter().zip(&outcome.contacts) {
        println!(
            "corner {:+.2?}: impulse {:+.4?} N s",
            corner.point().as_slice(),
            contact.impulse.as_slice()
        );
    }
    println!("friction took {:.4} J of {:.4} J", outcome.energy.lost_in_friction, outcome.energy.before);
    Ok(())
}
