//! A mechanism's only contact is compared in the frame of its sliding, however its tangents were given.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::comparison::Comparison;
use carom::laws::Coefficients;
use carom::{
    ContactProblem, Coupling, Friction, Mode, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
};
use nalgebra::{DMatrix, Matrix3, Rotation3, Vector3, vector};

/// Rounding of numbers of order one after a turn of the frame and a law.
const ROUNDING: f64 = 1e-12;

/// The contact of a leaning rod, its frame turned about the normal.
fn turned(angle: f64) -> Comparison {
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), angle).into_inner();
    let w = turn.transpose() * Matrix3::new(1.75, 0.1, -1.3, 0.1, 4.0, 0.2, -1.3, 0.2, 3.25) * turn;
    let velocity = turn.transpose() * vector![1.0, 0.0, -2.0];
    let friction = Friction::new(0.7).unwrap();
    let coefficients =
        Coefficients { friction, restitution: Restitution::new(0.8).unwrap(), ..Coefficients::default() };
    let coupling = Coupling::from_spatial_matrix(&DMatrix::from_fn(3, 3, |i, j| w[(i, j)])).unwrap();
    let law = NormalLaw::touching(coefficients.restitution, Stiffness::UNIT);
    let problem = ContactProblem::new(coupling, vec![velocity.z], vec![law], Model::default())
        .unwrap()
        .with_friction(vec![TangentialLaw::Rigid { friction }], vec![velocity.xy()])
        .unwrap();
    Comparison::of_mechanism(&problem, &[velocity], &[coefficients])
}

#[test]
fn answers_do_not_depend_on_how_the_tangents_were_given() {
    let plain = turned(0.0);
    // Sliding along t1, −t1, t2, −t2 and between them.
    for angle in [std::f64::consts::PI, 0.5 * std::f64::consts::PI, -0.5 * std::f64::consts::PI, 0.7] {
        let other = turned(angle);
        let lone = other.lone_impact.as_ref().unwrap();
        assert!(lone.velocity().x > 0.0 && lone.velocity().y.abs() < ROUNDING);
        for (row, expected) in other.rows.iter().zip(&plain.rows) {
            let (Some(found), Some(expected)) = (row.answer(), expected.answer()) else { continue };
            let difference = found.contacts[0].impulse - expected.contacts[0].impulse;
            assert!(difference.norm() < ROUNDING, "{} at {angle}: {difference}", row.name);
        }
    }
}

#[test]
fn answers_are_given_back_in_the_axes_of_the_mechanism() {
    let (plain, other) = (turned(0.0), turned(0.7));
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), 0.7).into_inner();
    let impulse = |comparison: &Comparison| {
        let answer = comparison.row("routh").and_then(|row| row.answer()).unwrap();
        comparison.in_given_axes(&answer.contacts[0].impulse)
    };
    assert!((impulse(&other) - turn.transpose() * impulse(&plain)).norm() < ROUNDING);
}

#[test]
fn the_mode_is_what_the_contact_does_as_the_impact_ends() {
    for row in turned(0.3).rows {
        let Some(answer) = row.answer() else { continue };
        let contact = answer.contacts[0];
        let slides = contact.velocity.xy().norm() > ROUNDING;
        assert_eq!(contact.mode, if slides { Mode::Slip } else { Mode::Stick }, "{}: {contact:?}", row.name);
    }
}
