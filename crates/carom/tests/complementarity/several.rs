//! Several contacts with friction: the conditions themselves, and what must not matter.

use carom::laws::complementarity::{ComplementarityError, ContactMode, Step, solve_contacts};
use carom::{
    Compliance, ContactProblem, Coupling, Friction, Model, NormalLaw, Restitution, RestitutionLaw,
    Separation, Stiffness, TangentialLaw,
};
use nalgebra::{DMatrix, DVector, Matrix3, Vector2, Vector3, vector};

use crate::{Several, applied, for_each, lone};

/// Rounding of eliminations with some dozen rows of condition up to 10⁵.
const ACCURACY: f64 = 1e-9;

/// Asserts (Z.1), or (Z.2) with its least impulses, from the impulses alone.
fn assert_conditions(case: &Several, before: &DVector<f64>, least: &[f64], step: &Step) -> DVector<f64> {
    let p = DVector::from_iterator(3 * case.contacts(), step.impulse.iter().flat_map(|p| [p.x, p.y, p.z]));
    let after = before + case.matrix() * &p;
    let speed = ACCURACY * (before.amax() + case.matrix().amax() * p.amax());
    let small = ACCURACY * (p.amax() + before.amax());
    for (i, &mu) in case.friction.iter().enumerate() {
        let (p, v): (Vector3<f64>, Vector3<f64>) =
            (step.impulse[i], after.fixed_rows::<3>(3 * i).into_owned());
        assert!(v.z >= -speed && p.z >= least[i] - small);
        assert!(v.z <= speed || p.z <= least[i] + small);
        assert!(p.xy().norm() <= mu * p.z + small);
        // Friction takes all it can from the slip that is left.
        assert!((p.xy().dot(&v.xy()) + mu * p.z * v.xy().norm()).abs() <= speed * (p.norm() + small) * 10.0);
        match step.modes[i] {
            ContactMode::Open => assert_eq!(p, Vector3::zeros()),
            ContactMode::Frictionless => assert_eq!(p.xy(), Vector2::zeros()),
            ContactMode::Stick => assert!(v.xy().norm() <= speed),
            ContactMode::Slip { direction } => assert!((v.xy() - direction * v.xy().norm()).norm() <= speed),
        }
    }
    after
}

#[test]
fn every_condition_is_fulfilled() {
    for (contacts, freedoms, friction) in [(2, 6, 1.5), (3, 6, 0.5), (3, 12, 1.5), (5, 6, 0.5), (6, 18, 1.0)]
    {
        let mut unsettled = 0;
        for_each(&Several::strategy(contacts, freedoms, friction), 300, |case| {
            let Ok(answer) = solve_contacts(&case.problem()) else {
                unsettled += 1;
                return;
            };
            let none = vec![0.0; contacts];
            let compressed = assert_conditions(&case, &case.velocity(), &none, &answer.compression);
            let returned = answer.compression.impulse.iter().zip(&case.restitution).map(|(p, e)| p.z * e);
            let least: Vec<f64> = returned.collect();
            assert_conditions(&case, &compressed, &least, &answer.expansion);
        });
        // Conditions may be contradictory; with moderate friction and random directions they hardly ever are.
        assert!(unsettled <= 3, "{unsettled} of {contacts} contacts");
    }
}

#[test]
fn one_contact_is_pfeiffer_and_glockers() {
    for_each(&Several::strategy(1, 6, 3.0), 3000, |case| {
        let matrix = case.matrix();
        let w: Matrix3<f64> = matrix.fixed_view::<3, 3>(0, 0).into_owned();
        let v: Vector3<f64> = case.velocity().fixed_rows::<3>(0).into_owned();
        if v.z >= 0.0 {
            return;
        }
        let expected = applied(&lone(w, v, case.friction[0], case.restitution[0], 0.0)).expect("regular");
        let found = solve_contacts(&case.problem()).expect("one contact has an answer").solution;
        let impulse = found.tangential_impulse[0].push(found.impulse[0]);
        assert!((impulse - expected.impulse).amax() <= ACCURACY * expected.impulse.norm());
        let lost = found.lost_in_friction + found.lost_in_restitution;
        assert!((lost - expected.energy_lost()).abs() <= ACCURACY * case.energy());
    });
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    for_each(&Several::strategy(4, 18, 0.4), 300, |case| {
        let order = [2, 0, 3, 1];
        let one = solve_contacts(&case.problem()).expect("moderate friction").expansion;
        let other = solve_contacts(&case.permuted(&order).problem()).expect("moderate friction").expansion;
        for (place, &i) in order.iter().enumerate() {
            assert!((one.velocity[i] - other.velocity[place]).amax() <= ACCURACY * case.motion.norm());
        }
    });
}

#[test]
fn units_do_not_matter() {
    let (length, speed) = (2.0_f64.powi(100), 2.0_f64.powi(-200));
    for_each(&Several::strategy(3, 9, 1.0), 200, |case| {
        let mut other = case.clone();
        other.directions *= length;
        other.motion *= speed;
        let [one, other] = [&case, &other].map(|case| solve_contacts(&case.problem()).expect("an answer"));
        for (p, q) in one.solution.impulse.iter().zip(&other.solution.impulse) {
            assert_eq!(p / length * speed, *q);
        }
    });
}

#[test]
fn what_the_law_does_not_know_is_refused() {
    let law = NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT);
    let problem = |law: NormalLaw, tangential: TangentialLaw| {
        let coupling = Coupling::from_spatial_matrix(&DMatrix::identity(3, 3)).expect("the identity");
        let model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked };
        ContactProblem::new(coupling, vec![-1.0], vec![law], model)
            .and_then(|problem| problem.with_friction(vec![tangential], vec![vector![1.0, 0.0]]))
            .expect("the problem is complete")
    };
    let refusal = |law, tangential| solve_contacts(&problem(law, tangential)).err();
    let open = NormalLaw { gap: 0.5, ..law };
    let gap = ComplementarityError::Gap { contact: 0, gap: 0.5 };
    assert_eq!(refusal(open, TangentialLaw::Frictionless), Some(gap));
    let (friction, compliance) = (Friction::INFINITE, Compliance::new(1.0).expect("positive"));
    let springs = TangentialLaw::Compliant { friction: Friction::new(0.1).expect("positive"), compliance };
    assert_eq!(refusal(law, springs), Some(ComplementarityError::Compliant { contact: 0 }));
    let rough = TangentialLaw::Rigid { friction };
    assert_eq!(refusal(law, rough), Some(ComplementarityError::InfiniteFriction { contact: 0 }));
}
