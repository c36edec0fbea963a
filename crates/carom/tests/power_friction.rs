//! Friction of contacts with springs F = k·dⁿ: against the flow of linear springs, closed forms and independent integration.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::{compliant, normals, problem_of, tangents};
use crate::common::models;
use carom::hertz::{Curvature, HertzContact, Solid};
use carom::{
    Body, Contact, ContactProblem, ContactSolution, Coupling, Exponent, Impact, Model, NormalLaw,
    Restitution, Stiffness, TangentialLaw,
};
use carom_reference::rubbing::Problem;
use carom_reference::rubbing::random::{Kinds, Recipe};
use nalgebra::{DMatrix, Vector2, Vector3, vector};

/// Outcomes agree to this part of the fastest speed.
const OUTCOME: f64 = 1e-11;
/// Ledgers close to this part of the energy.
const LEDGER: f64 = 1e-12;

fn spring(k: f64, n: f64, e: f64) -> NormalLaw {
    let spring = Stiffness::new(k).unwrap().with_exponent(Exponent::new(n).unwrap());
    NormalLaw::touching(Restitution::new(e).unwrap(), spring)
}

/// The same impact and one contact more, which separates from the start and has a spring of this exponent.
fn with_bystander(problem: &Problem, model: Model, exponent: f64) -> ContactProblem {
    let plain = problem_of(problem, model);
    let n = plain.contacts().len();
    let mut w = problem.w.clone().resize(3 * n + 3, 3 * n + 3, 0.0);
    for axis in 0..3 {
        w[(3 * n + axis, 3 * n + axis)] = 1.0;
    }
    let touch = 1e-3 * w[(2, 2)];
    (w[(2, 3 * n + 2)], w[(3 * n + 2, 2)]) = (touch, touch);
    let mut laws = plain.contacts().to_vec();
    laws.push(spring(1.0, exponent, 1.0));
    let mut velocity = plain.velocity().to_vec();
    velocity.push(10.0);
    let mut friction = plain.tangential_laws().to_vec();
    friction.push(TangentialLaw::Frictionless);
    let mut sliding = plain.tangential_velocity().to_vec();
    sliding.push(Vector2::zeros());
    ContactProblem::new(Coupling::from_spatial_matrix(&w).unwrap(), velocity, laws, model)
        .unwrap()
        .with_friction(friction, sliding)
        .unwrap()
}

fn difference(a: &ContactSolution, b: &ContactSolution) -> f64 {
    let normal = a.velocity.iter().zip(&b.velocity).map(|(a, b)| (a - b).abs());
    let tangential = a.tangential_velocity.iter().zip(&b.tangential_velocity).map(|(a, b)| (a - b).norm());
    normal.chain(tangential).fold(0.0, f64::max)
}

/// Energy that the ledger of an outcome leaves open, as a part of the work of the impulses.
fn imbalance(problem: &ContactProblem, found: &ContactSolution) -> f64 {
    let (mut open, mut size) = (found.lost_in_restitution + found.lost_in_friction + found.trapped, 0.0);
    for i in 0..found.velocity.len() {
        open += 0.5 * found.impulse[i] * (problem.velocity()[i] + found.velocity[i]);
        size += found.impulse[i] * problem.velocity()[i].abs();
    }
    for (i, impulse) in found.tangential_impulse.iter().enumerate() {
        let before = problem.tangential_velocity()[i];
        open += 0.5 * impulse.dot(&(before + found.tangential_velocity[i]));
        size += impulse.norm() * before.norm();
    }
    open / size
}

#[track_caller]
fn compare_with_linear_flow(kinds: Kinds, restitution: (f64, f64), seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let contacts = 1 + (seed % 3) as usize;
        let recipe = Recipe::new(contacts, kinds).with_restitution(restitution.0, restitution.1);
        let scene = recipe.scene(seed).unwrap();
        for model in models() {
            let name = format!("seed {seed}, {contacts} contacts, {kinds:?}, {model:?}");
            let linear = with_bystander(&scene.problem, model, 1.0).solve().unwrap();
            let power = with_bystander(&scene.problem, model, 1.5);
            let found = power.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
            let error = difference(&linear, &found);
            assert!(error < OUTCOME, "{name}: off by {error:e}");
            let open = imbalance(&power, &found);
            assert!(open.abs() < LEDGER, "{name}: open by {open:e}");
        }
    }
}

#[test]
fn compliant_collocation_agrees_with_the_flow_of_linear_springs() {
    compare_with_linear_flow(Kinds::Compliant, (0.5, 1.0), 0..12);
}

#[test]
fn rigid_collocation_agrees_with_the_flow_of_linear_springs() {
    compare_with_linear_flow(Kinds::Rigid, (0.5, 1.0), 0..12);
}

/// A lone Hertz contact with k = 1 and compliant friction, and its velocity after the impact: integrated in σ of (X.1), mode by mode with
/// located events, by DOP853 of SciPy with a relative tolerance of 3·10⁻¹⁴. Sliding throughout, stick to slip, slip to stick to slip, slip that
/// turns in three dimensions.
#[test]
fn lone_hertz_contacts_with_compliant_friction_leave_as_integrated() {
    let ball = DMatrix::from_diagonal(&nalgebra::dvector![3.5, 3.5, 1.0]);
    let body = nalgebra::dmatrix![3.5, 0.3, 0.2; 0.3, 3.0, -0.4; 0.2, -0.4, 1.2];
    let cases = [
        (&ball, [0.3, 0.0, -1.0], 0.4, 1.2, 1.0, [0.14710345304566, 0.0, 1.0], 0.0097657963002925),
        (&ball, [2.0, 0.0, -1.0], 0.4, 1.2, 1.0, [-0.56999655502993, 0.0, 1.0], 0.52501484675058),
        (&ball, [3.8, 0.0, -1.0], 0.4, 1.2, 0.9, [1.14, 0.0, 0.9], 1.8772),
        (
            &body,
            [0.3, 0.2, -1.0],
            0.5,
            1.2,
            0.8,
            [-0.081028183794054, -0.023305741599498, 0.74957618283842],
            0.052197067115125,
        ),
        (
            &body,
            [1.0, 0.5, -1.0],
            0.5,
            1.2,
            0.8,
            [-0.51748031135402, -0.25712168861635, 0.75964822232353],
            0.16011600664875,
        ),
        (
            &body,
            [-1.0, 1.5, -1.0],
            0.3,
            1.3,
            0.6,
            [-0.14099477953779, 0.18714222490017, 0.59992671649021],
            0.36673790345832,
        ),
    ];
    for (w, before, mu, compliance, e, after, rubbed) in cases {
        let coupling = Coupling::from_spatial_matrix(w).unwrap();
        let laws = vec![spring(1.0, 1.5, e)];
        let problem = ContactProblem::new(coupling, vec![before[2]], laws, Model::default())
            .unwrap()
            .with_friction(vec![compliant(mu, compliance)], vec![Vector2::new(before[0], before[1])])
            .unwrap();
        let found = problem.solve().unwrap();
        let sliding = found.tangential_velocity[0];
        let error = (sliding.x - after[0])
            .abs()
            .max((sliding.y - after[1]).abs())
            .max((found.velocity[0] - after[2]).abs());
        assert!(error < OUTCOME, "{before:?}: off by {error:e}");
        assert!((found.lost_in_friction - rubbed).abs() < OUTCOME, "{before:?}: {}", found.lost_in_friction);
        let open = imbalance(&problem, &found);
        assert!(open.abs() < LEDGER, "{before:?}: open by {open:e}");
    }
}

/// The same impact with springs of exponent n everywhere.
fn with_exponent(problem: &Problem, model: Model, n: f64) -> ContactProblem {
    let laws = problem.restitution.iter().zip(&problem.stiffness).map(|(&e, &k)| spring(k, n, e)).collect();
    let coupling = Coupling::from_spatial_matrix(&problem.w).unwrap();
    let friction = problem_of(problem, model).tangential_laws().to_vec();
    let impact = ContactProblem::new(coupling, normals(&problem.velocity), laws, model).unwrap();
    if friction.is_empty() {
        return impact;
    }
    impact.with_friction(friction, tangents(&problem.velocity)).unwrap()
}

#[test]
fn ledgers_close_with_hertz_springs_and_friction() {
    for kinds in [Kinds::Compliant, Kinds::Rigid, Kinds::Mixed] {
        for seed in 0..12 {
            let contacts = 1 + (seed % 3) as usize;
            let scene = Recipe::new(contacts, kinds).with_restitution(0.5, 1.0).scene(seed).unwrap();
            for model in models() {
                let name = format!("seed {seed}, {contacts} contacts, {kinds:?}, {model:?}");
                let problem = with_exponent(&scene.problem, model, 1.5);
                let found = problem.solve().unwrap_or_else(|error| panic!("{name}: {error}"));
                let open = imbalance(&problem, &found);
                assert!(open.abs() < LEDGER, "{name}: open by {open:e}");
                assert!(found.lost_in_friction >= 0.0, "{name}: {}", found.lost_in_friction);
            }
        }
    }
}

#[test]
fn a_lone_rigid_contact_leaves_alike_whatever_its_spring() {
    for seed in 0..20 {
        let scene = Recipe::new(1, Kinds::Rigid).with_restitution(0.2, 1.0).scene(seed).unwrap();
        let linear = with_exponent(&scene.problem, Model::default(), 1.0).solve().unwrap();
        for n in [1.5, 1.25, 2.0, 3.0] {
            let found = with_exponent(&scene.problem, Model::default(), n).solve();
            let found = found.unwrap_or_else(|error| panic!("seed {seed}, n = {n}: {error}"));
            let error = difference(&linear, &found);
            assert!(error < OUTCOME, "seed {seed}, n = {n}: off by {error:e}");
        }
    }
}

/// A sphere of alumina, R = 2.5 mm, that hits a thick plate of glass at 3.9 m/s: angle of the rebound and spin over the angle of impact,
/// by kicks and drifts of 1/200,000 of the contact's duration along (X.6) and (X.7), the force cut off at the cone. At 20 degrees the sphere
/// sticks for a time, at 45 and above it slides throughout and turns with 5/2 μ(1 + e) vₙ/R.
#[test]
fn a_sphere_of_alumina_leaves_glass_as_integrated() {
    const RADIUS: f64 = 2.5e-3;
    const INTEGRATION: f64 = 1e-8;
    let expected = [
        (20.0, 12.927_341_240_36, 509.510_117_275),
        (30.0, 21.962_021_311_89, 615.245_231_459),
        (45.0, 39.846_031_933_69, 502.345_627_918),
        (60.0, 57.694_725_689_30, 355.212_000_000),
        (85.0, 85.020_540_325_11, 61.917_531_386),
    ];
    let alumina = Solid::new(380e9, 0.23, 4000.0).unwrap();
    let glass = Solid::new(70e9, 0.22, 2500.0).unwrap();
    let curvature = Curvature::of_sphere_on_plane(RADIUS).unwrap();
    let hertz = HertzContact::new([&alumina, &glass], curvature).unwrap();
    let friction = compliant(0.092, hertz.tangential_compliance().unwrap().value());
    let law = NormalLaw::touching(Restitution::new(0.98).unwrap(), hertz.spring().unwrap());
    let mass = 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3) * alumina.density;
    for (angle, rebound, spin) in expected {
        let (sine, cosine) = f64::sin_cos(f64::to_radians(angle));
        let ball = Body::ball(mass, RADIUS).unwrap().at(vector![0.0, 0.0, RADIUS]).unwrap();
        let ball = ball.moving(vector![sine, 0.0, -cosine] * 3.9).unwrap();
        let contact =
            Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law).unwrap().with_friction(friction);
        let impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default()).unwrap();
        let after = impact.solve().unwrap().bodies[0];
        let leaves = after.linear.x.atan2(after.linear.z).to_degrees();
        assert!((leaves / rebound - 1.0).abs() < INTEGRATION, "{angle}: leaves at {leaves}");
        assert!(
            (after.angular.y / spin - 1.0).abs() < INTEGRATION,
            "{angle}: turns with {}",
            after.angular.y
        );
    }
}
