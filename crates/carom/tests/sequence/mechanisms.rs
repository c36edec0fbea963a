//! Mechanisms that are given by their matrix.

use carom::laws::Coefficients;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::sequence::{ContactSequence, Rules, Sequence};
use carom::{Coupling, InputError, Model};
use nalgebra::{DMatrix, Vector3, dmatrix};

use crate::FEW_ROUNDINGS;
use crate::common::{contact_problem, touching};
use crate::scenes::random;

/// W of a scene, column by column: what a unit impulse at one contact does to the velocities of all.
fn matrix_of(impact: &carom::Impact) -> DMatrix<f64> {
    let contacts = impact.contacts();
    let mut w = DMatrix::zeros(3 * contacts.len(), 3 * contacts.len());
    for column in 0..w.ncols() {
        let mut impulses = vec![Vector3::zeros(); contacts.len()];
        impulses[column / 3] = impact.axes()[column / 3][column % 3];
        let after = impact.motions_after(&impulses);
        for row in 0..w.nrows() {
            let [a, b] = contacts[row / 3].bodies();
            let at = |body: usize| {
                let (body, after) = (&impact.bodies()[body], &after[body]);
                let change = body.velocity_at(after, contacts[row / 3].point());
                change - body.velocity_at(&body.motion(), contacts[row / 3].point())
            };
            w[(row, column)] = impact.axes()[row / 3][row % 3].dot(&(at(a) - at(b)));
        }
    }
    w
}

#[test]
fn a_mechanism_with_the_bodies_matrix_takes_the_same_impulses() {
    for seed in 0..50 {
        let impact = random(seed, 6, 12, [0.2, 1.0], [0.0, 1.0]).impact(Model::default());
        let expected = Sequence::new(&impact, Rules::default()).unwrap().solve(&ChatterjeeRuina).unwrap();
        let coefficients: Vec<Coefficients> = impact.contacts().iter().map(|c| c.coefficients()).collect();
        let velocity = expected
            .contacts
            .iter()
            .zip(impact.axes())
            .map(|(contact, axes)| Vector3::from_fn(|k, _| axes[k].dot(&contact.velocity_before)));
        let coupling = Coupling::from_spatial_matrix(&matrix_of(&impact)).unwrap();
        let sequence =
            ContactSequence::new(coupling, velocity.collect(), &coefficients, Rules::default()).unwrap();
        let found = sequence.solve(&ChatterjeeRuina).unwrap();
        assert_eq!(found.collisions, expected.collisions);
        for (found, expected) in found.impulse.iter().zip(&expected.contacts) {
            assert!((found.z - expected.normal_impulse).abs() < 1e-10, "{seed}");
        }
    }
}

/// Three balls in a row, as their matrix: (13, 15, 36)/64 are the balls' velocities.
#[test]
fn normals_alone_will_do_without_friction() {
    let laws = vec![touching(0.5, 1.0); 2];
    let problem = contact_problem(&dmatrix![2.0, -1.0; -1.0, 2.0], vec![-1.0, 0.0], laws, Model::default());
    let found = ContactSequence::of_problem(&problem, Rules::default()).unwrap().solve(&Newton).unwrap();
    assert!((found.velocity[0].z - 2.0 / 64.0).abs() < FEW_ROUNDINGS);
    assert!((found.velocity[1].z - 21.0 / 64.0).abs() < FEW_ROUNDINGS);
    assert!((found.impulse[1].z - 36.0 / 64.0).abs() < FEW_ROUNDINGS);
}

#[test]
fn friction_needs_tangents() {
    let coupling = Coupling::from_matrix(&dmatrix![2.0, -1.0; -1.0, 2.0]).unwrap();
    let friction = carom::Friction::new(0.2).unwrap();
    let coefficients = [Coefficients::default(), Coefficients { friction, ..Coefficients::default() }];
    let error = ContactSequence::new(coupling, vec![Vector3::zeros(); 2], &coefficients, Rules::default());
    let expected = InputError::FrictionNeedsTangents { contact: 1 };
    assert_eq!(error.unwrap_err(), carom::sequence::SequenceError::Input(expected));
}
