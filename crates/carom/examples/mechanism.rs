//! A mechanism by its contact-space matrix, and the same matrix from a linkage of bodies.
//!
//! W says which velocities unit impulses cause at the contacts. Any simulator can give it: strike each contact of the mechanism at rest
//! with a unit impulse and read the velocities at all of them, one column at a time.
//!
//!     cargo run -p carom --example mechanism

use carom::nalgebra::{DMatrix, Matrix3, Vector3, vector};
use carom::{
    Body, Contact, ContactProblem, Coupling, Error, Impact, Joint, Model, NormalLaw, Restitution, Stiffness,
};

fn main() -> Result<(), Error> {
    let law = NormalLaw::touching(Restitution::new(0.7)?, Stiffness::UNIT);

    // A double pendulum of two rods of 1 kg and 1 m that hang in line; a wall of rubber at its tip and at its elbow.
    // By Lagrange's equations, M = (4/3 1/2; 1/2 1/3) and the two places move at (ω₁ + ω₂) and ω₁.
    let mass = DMatrix::from_row_slice(2, 2, &[4.0 / 3.0, 0.5, 0.5, 1.0 / 3.0]);
    let places = DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 0.0]);
    let inverse = mass.try_inverse().expect("a mass matrix is positive definite");
    let w = &places * inverse * places.transpose();
    let by_matrix =
        ContactProblem::new(Coupling::from_matrix(&w)?, vec![-2.0, -1.0], vec![law; 2], Model::default())?;

    // The same from bodies: it swings with 1 rad/s as a whole.
    let inertia = Matrix3::from_diagonal(&vector![1.0 / 12.0, 1.0 / 12.0, 1e-4]);
    let spin = vector![0.0, -1.0, 0.0];
    let rod = |z: f64| -> Result<Body, Error> {
        Ok(Body::rigid(1.0, inertia)?
            .at(vector![0.0, 0.0, z])?
            .moving(spin.cross(&vector![0.0, 0.0, z]))?
            .spinning(spin)?)
    };
    let bodies = vec![Body::fixed(), rod(-0.5)?, rod(-1.5)?];
    let joints = vec![
        Joint::hinge([1, 0], Vector3::zeros(), Vector3::y())?,
        Joint::hinge([2, 1], vector![0.0, 0.0, -1.0], Vector3::y())?,
    ];
    let contacts = vec![
        Contact::new([2, 0], vector![0.0, 0.0, -2.0], -Vector3::x(), law)?,
        Contact::new([1, 0], vector![0.0, 0.0, -1.0], -Vector3::x(), law)?,
    ];
    let by_bodies = Impact::with_joints(bodies, contacts, joints, Model::default())?;

    println!(
        "W by Lagrange {w:.6}W of the linkage {:.6}",
        by_bodies.contact_problem().coupling().to_matrix()
    );
    println!("impulses by the matrix   {:.9?}", by_matrix.solve()?.impulse);
    let outcome = by_bodies.solve()?;
    let impulses: Vec<f64> = outcome.contacts.iter().map(|contact| contact.normal_impulse).collect();
    println!("impulses from the bodies {impulses:.9?}");
    println!("the elbow carries {:+.6?} N s", outcome.joints[1].impulse.as_slice());
    Ok(())
}
