//! What was written is read again to the last bit, and checked.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::{
    Body, Compliance, Contact, Friction, Impact, Joint, Model, NormalLaw, Outcome, Restitution, Separation,
    Stiffness, TangentialLaw,
};
use nalgebra::{Matrix3, Vector3, vector};

fn impact() -> Impact {
    let inertia = Matrix3::new(0.2, 0.01, 0.0, 0.01, 0.15, -0.02, 0.0, -0.02, 0.1);
    let bodies = vec![
        Body::fixed().moving(vector![0.0, 0.0, 0.3]).unwrap(),
        Body::rigid(1.3, inertia).unwrap().at(vector![0.0, 0.1, 0.5]).unwrap().moving(-Vector3::z()).unwrap(),
        Body::rigid(0.7, inertia).unwrap().at(vector![0.0, 0.0, 1.5]).unwrap().moving(-Vector3::z()).unwrap(),
        Body::sliding(0.5, vector![1.0, 2.0, 2.0]).unwrap().at(vector![0.5, 0.0, 0.5]).unwrap(),
        Body::from_inverse(0.0, Matrix3::from_diagonal(&vector![1.0, 0.0, 2.0]))
            .unwrap()
            .at(vector![-0.5, 0.0, 0.5])
            .unwrap(),
    ];
    let law = NormalLaw::touching(Restitution::new(0.7).unwrap(), Stiffness::new(3.0).unwrap());
    let friction = Friction::new(0.3).unwrap();
    let compliant = TangentialLaw::Compliant { friction, compliance: Compliance::new(1.2).unwrap() };
    let contact = |bodies, point, normal| Contact::new(bodies, point, normal, law).unwrap();
    let contacts = vec![
        contact([1, 0], Vector3::zeros(), vector![0.1, 0.2, 1.0]).with_friction(compliant),
        contact([3, 1], vector![0.3, 0.0, 0.5], vector![1.0, 0.1, 0.0]),
        contact([4, 1], vector![-0.3, 0.2, 0.6], vector![-1.0, 0.1, 0.1]),
    ];
    let joints = vec![Joint::hinge([2, 1], vector![0.0, 0.0, 1.0], vector![1.0, 3.0, 0.2]).unwrap()];
    let model = Model { separation: Separation::Tracked, ..Model::default() };
    Impact::with_joints(bodies, contacts, joints, model).unwrap()
}

#[test]
fn an_impact_and_its_outcome_come_back_to_the_last_bit() {
    let impact = impact();
    let text = serde_json::to_string(&impact).unwrap();
    let read: Impact = serde_json::from_str(&text).unwrap();
    assert_eq!(read.bodies(), impact.bodies());
    assert_eq!(read.contacts(), impact.contacts());
    assert_eq!(read.joints(), impact.joints());
    let outcome = impact.solve().unwrap();
    assert_eq!(read.solve().unwrap(), outcome);
    let text = serde_json::to_string(&outcome).unwrap();
    assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
}

#[test]
fn what_a_constructor_refuses_cannot_be_read() {
    assert!(serde_json::from_str::<Restitution>("0.5").is_ok());
    let said = serde_json::from_str::<Restitution>("1.5").unwrap_err().to_string();
    assert!(said.contains("must lie between 0"), "{said}");
    let body = r#"{"bearing": {"point": {"mass": -1.0}}, "position": [0.0, 0.0, 0.0]}"#;
    let said = serde_json::from_str::<Body>(body).unwrap_err().to_string();
    assert!(said.contains("the mass is -1"), "{said}");
    let fine = r#"{"bearing": {"point": {"mass": 1.0}}, "position": [0.0, 0.0, 2.0]}"#;
    assert_eq!(serde_json::from_str::<Body>(fine).unwrap().position().z, 2.0);
}
