//! Every model beside every other: where they must agree, and which answers are permissible.

use carom::comparison::{Comparison, Row, Verdict};
use carom::laws::{Coefficients, LoneImpact};
use carom::{
    Body, Contact, Friction, Impact, Mode, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
    TangentialRestitution,
};
use nalgebra::{Matrix3, Vector3, vector};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// What models that integrate differ by from closed forms: a few hundred roundings of terms up to ten times the answer.
const LONG_CALCULATION: f64 = 1e-12;

fn lone(w: Matrix3<f64>, v: Vector3<f64>, [e, mu, e_t]: [f64; 3]) -> LoneImpact {
    let coefficients = Coefficients {
        restitution: Restitution::new(e).expect("0 to 1"),
        friction: Friction::new(mu).expect("0 or more"),
        tangential_restitution: TangentialRestitution::new(e_t).expect("-1 to 1"),
    };
    LoneImpact::new(w, v, coefficients).expect("a positive definite matrix")
}

fn positive_definite() -> impl Strategy<Value = Matrix3<f64>> {
    prop::array::uniform9(-1.0..1.0_f64).prop_map(|entries| {
        let root = Matrix3::from_row_slice(&entries);
        root * root.transpose() + Matrix3::identity() * 0.1
    })
}

fn impact() -> impl Strategy<Value = LoneImpact> {
    let velocity = (-2.0..2.0_f64, -2.0..2.0_f64, -2.0..-0.01_f64);
    (positive_definite(), velocity, 0.0..=1.0_f64, 0.0..1.5_f64, 0.0..=1.0_f64)
        .prop_map(|(w, (x, y, z), e, mu, e_t)| lone(w, vector![x, y, z], [e, mu, e_t]))
}

/// A ball that spins as it hits a table and a wall at once, its contacts in either order.
fn corner(swapped: bool) -> Impact {
    let ball = Body::ball(1.0, 1.0).expect("a ball");
    let ball = ball
        .moving(vector![-1.0, 0.3, -2.0])
        .expect("finite")
        .spinning(vector![1.0, 5.0, 2.0])
        .expect("finite");
    let law = NormalLaw::touching(Restitution::new(0.6).expect("0 to 1"), Stiffness::UNIT);
    let friction = TangentialLaw::Rigid { friction: Friction::new(0.3).expect("0 or more") };
    let touch = |direction: Vector3<f64>| {
        Contact::new([0, 1], -direction, direction, law).expect("a direction").with_friction(friction)
    };
    let mut contacts = vec![touch(Vector3::z()), touch(Vector3::x())];
    if swapped {
        contacts.reverse();
    }
    Impact::new(vec![ball, Body::fixed()], contacts, Model::default()).expect("an impact")
}

#[test]
fn without_friction_all_models_agree() {
    let w = Matrix3::new(2.0, 0.3, -0.7, 0.3, 3.0, 0.2, -0.7, 0.2, 1.5);
    let impact = lone(w, vector![0.4, 0.0, -1.3], [0.7, 0.0, 0.0]);
    let expected = vector![0.0, 0.0, 1.7 * 1.3 / 1.5];
    for row in Comparison::of_lone_impact(&impact, None).rows {
        match (&row.verdict, row.name.as_str()) {
            (Verdict::DoesNotApply(_), "bilinear") | (_, "permissible-region") => {}
            (Verdict::Answer(answer), _) => {
                assert!((answer.contacts[0].impulse - expected).norm() < LONG_CALCULATION, "{row:?}");
                assert_eq!(
                    answer.contacts[0].restitution.map(|e| (e - 0.7).abs() < LONG_CALCULATION),
                    Some(true)
                );
            }
            (Verdict::DoesNotApply(_) | Verdict::NoAnswer(_), _) => panic!("{row:?}"),
        }
    }
}

#[test]
fn a_law_that_creates_energy_is_told_by_how_much() {
    let w = Matrix3::new(1.75, 0.0, -1.3, 0.0, 4.0, 0.0, -1.3, 0.0, 3.25);
    let comparison = Comparison::of_lone_impact(&lone(w, vector![1.0, 0.0, -2.0], [1.0, 0.7, 0.0]), None);
    let answer = comparison.row("whittaker").and_then(Row::answer).expect("it sticks");
    // The velocity ends at (0, 0, 2): p = M(−1, 0, 4), and the energy grows by p·(v₀ + v)/2.
    let determinant = 1.75 * 3.25 - 1.3 * 1.3;
    let impulse_along = (1.3 * 4.0 - 3.25) / determinant;
    let created = impulse_along * 1.0 / 2.0;
    assert!((answer.energy_lost + created).abs() < LONG_CALCULATION);
    assert_eq!(answer.contacts[0].mode, Mode::Stick);
    let [breach] = answer.breaches[..] else { panic!("{:?}", answer.breaches) };
    assert!((breach.breach.by - created).abs() < LONG_CALCULATION);
    assert_eq!((breach.contact, breach.breach.condition.name()), (None, "creates energy"));
}

#[test]
fn several_contacts_have_the_same_rows_in_any_order() {
    let (one, other) = (Comparison::of_bodies(&corner(false)), Comparison::of_bodies(&corner(true)));
    assert!(one.rows.len() >= 9 && one.lone_impact.is_none());
    for (a, b) in one.rows.iter().zip(&other.rows) {
        assert_eq!(a.name, b.name);
        let (Some(a), Some(b)) = (a.answer(), b.answer()) else { panic!("{a:?} {b:?}") };
        assert!((a.bodies[0].linear - b.bodies[0].linear).norm() < LONG_CALCULATION);
        assert!((a.bodies[0].angular - b.bodies[0].angular).norm() < 10.0 * LONG_CALCULATION);
        assert!(a.is_permissible() && b.is_permissible());
    }
}

#[test]
fn a_model_that_does_not_know_the_impact_says_why() {
    let w = Matrix3::new(2.0, 0.0, 0.5, 0.0, 2.0, 0.0, 0.5, 0.0, 1.0);
    let comparison =
        Comparison::of_lone_impact(&lone(w, vector![1.0, 0.0, -1.0], [0.5, f64::INFINITY, 0.0]), None);
    for name in ["newton", "bilinear", "rigid-friction", "compliant-friction"] {
        let row = comparison.row(name).expect("every model has a row");
        assert!(matches!(&row.verdict, Verdict::DoesNotApply(reason) if !reason.is_empty()), "{row:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(1998),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_a_law_promises_the_comparison_finds(impact in impact()) {
        for row in Comparison::of_lone_impact(&impact, None).rows {
            let promised = row.promises.is_none_or(carom::laws::Promises::are_permissible);
            if let (Verdict::Answer(answer), true) = (&row.verdict, promised) {
                prop_assert!(answer.is_permissible(), "{row:?}");
                prop_assert!((-LONG_CALCULATION..=1.0 + LONG_CALCULATION).contains(&answer.energy_kept), "{row:?}");
            }
        }
    }

    #[test]
    fn the_engine_with_rigid_friction_is_routh_with_the_energetic_ending(impact in impact()) {
        let comparison = Comparison::of_lone_impact(&impact, None);
        let answer = |name: &str| comparison.row(name).and_then(Row::answer).map(|answer| answer.contacts[0]);
        let (Some(engine), Some(routh)) = (answer("rigid-friction"), answer("routh")) else {
            return Err(TestCaseError::fail("both have an answer"));
        };
        let scale = impact.velocity().norm() * 10.0;
        prop_assert!((engine.impulse - routh.impulse).norm() <= LONG_CALCULATION * scale, "{engine:?} {routh:?}");
    }
}
