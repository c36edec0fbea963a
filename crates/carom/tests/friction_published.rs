//! Reference values with friction, computed twice by solvers that share no code with this library or with each
//! other, to every digit on which they agree.
//!
//! A printed value is right to half a unit of its last digit, and that is its tolerance. That [Jia2012] slips at μe instead of μ in
//! restitution is shown with its own algorithm, which then gives its Table 1, in the tests of `carom-reference` (`jia2012.rs`).

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::{ball_of_jia2012, compliant, impulse_rows, problem_of, rigid};
use crate::common::{assert_near, touching};
use carom::laws::{Coefficients, LoneImpact, routh};
use carom::{Body, Contact, EventKind, Friction, Impact, Model, Outcome, Restitution, Trace};
use carom_reference::rubbing::scenes;
use nalgebra::{DVector, Matrix3, Vector3, vector};

const THREE_DIGITS: f64 = 0.5e-3;
const FOUR_DIGITS: f64 = 0.5e-4;
const SIX_DIGITS: f64 = 0.5e-6;
const SEVEN_DIGITS: f64 = 0.5e-7;
const NINE_DIGITS: f64 = 0.5e-9;
const TEN_DIGITS: f64 = 0.5e-10;
/// Closed forms: rounding of a few dozen steps.
const ROUNDING: f64 = 1e-13;

/// Normal impulse of the first contact at each event of a kind.
fn impulse_at(trace: &Trace, kind: EventKind) -> Vec<f64> {
    let times: Vec<f64> = trace.events().iter().filter(|e| e.kind == kind).map(|e| e.time).collect();
    trace.sample(&times).iter().map(|snapshot| snapshot.impulse[0]).collect()
}

fn rebound(outcome: &Outcome) -> [f64; 3] {
    let ball = &outcome.bodies[0];
    [ball.linear.x, ball.angular.y, ball.linear.z]
}

/// The paper prints 0.570982 and −1.92746, of its slip at μe.
#[test]
fn jia2012_8_1_1_ball() {
    let (outcome, trace) = ball_of_jia2012(0.5).trace().unwrap();
    assert_near(&rebound(&outcome), &[0.544090155, -1.860225388, 2.5], NINE_DIGITS);
    assert_near(&impulse_at(&trace, EventKind::Sticks)[..1], &[0.625], ROUNDING);
    let slips = impulse_at(&trace, EventKind::Slips);
    assert_near(&slips[slips.len() - 1..], &[7.365582], SIX_DIGITS);
}

/// Where there is no restitution, or no loss in it, the paper's own values agree to four digits.
#[test]
fn jia2012_8_1_1_ball_elastic_and_plastic() {
    let elastic = rebound(&ball_of_jia2012(1.0).solve().unwrap());
    assert_near(&elastic[..1], &[-0.0897438801], TEN_DIGITS);
    assert_near(&elastic[1..], &[-0.275640300, 5.0], NINE_DIGITS);
    assert_near(&elastic[..2], &[-0.089745, -0.275637], FOUR_DIGITS);
    let plastic = rebound(&ball_of_jia2012(0.0).solve().unwrap());
    assert_near(&plastic, &[0.554538947, -1.886347367, 0.0], NINE_DIGITS);
    assert_near(&plastic[..2], &[0.554553, -1.88638], FOUR_DIGITS);
}

/// The printed energies 13.4 → 3.65997 count half of the rotation: 13.8 before, and 4.03103 after for the velocities printed there.
#[test]
fn jia2012_8_1_1_ball_has_13_8_joules() {
    let outcome = ball_of_jia2012(0.5).solve().unwrap();
    assert_near(&[outcome.energy.before], &[13.8], ROUNDING);
    let [vx, wy, vz] = [0.544090155, -1.860225388, 2.5_f64];
    let after = 0.5 * (vx * vx + vz * vz) + 0.5 * 0.4 * wy * wy;
    assert_near(&[outcome.energy.after], &[after], 4.0 * NINE_DIGITS);
}

/// [Jia2012, sec. 8.2] with the true moment of inertia, as a body and in contact space.
fn pencil() -> Impact {
    let scene = scenes::pencil().unwrap();
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let turn = Matrix3::new(sin, 0.0, cos, 0.0, 1.0, 0.0, -cos, 0.0, sin);
    let moments = Vector3::from_fn(|i, _| 1.0 / scene.inverse_mass[(3 + i, 3 + i)]);
    let inertia = turn * Matrix3::from_diagonal(&moments) * turn.transpose();
    // Height of the centre of mass above the point: a cylinder of mass 18/19 at 2, a cone of mass 1/19 at 3/8.
    let height = (18.0 * 2.0 + 0.375) / 19.0;
    let initial =
        |row: usize| Vector3::new(scene.initial[row], scene.initial[row + 1], scene.initial[row + 2]);
    let body = Body::rigid(1.0, inertia).unwrap().at(turn * vector![0.0, 0.0, height]).unwrap();
    let body = body.moving(initial(0)).unwrap().spinning(turn * initial(3)).unwrap();
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), touching(0.5, 1.0)).unwrap();
    let contact = contact.with_friction(compliant(0.8, 17.0 / 14.0));
    Impact::new(vec![body, Body::fixed()], vec![contact], Model::default()).unwrap()
}

#[test]
fn jia2012_8_2_pencil_with_its_true_inertia() {
    let (outcome, trace) = pencil().trace().unwrap();
    let impulse = outcome.contacts[0].impulse;
    assert_near(impulse.as_slice(), &[4.037483675, 0.330736589, 5.789891361], NINE_DIGITS);
    let in_contact_space = problem_of(&scenes::pencil().unwrap().problem, Model::default()).solve().unwrap();
    assert_near(impulse_rows(&in_contact_space).as_slice(), impulse.as_slice(), 10.0 * ROUNDING);
    assert_near(&impulse_at(&trace, EventKind::Sticks)[..1], &[1.076710], SIX_DIGITS);
    assert_near(&impulse_at(&trace, EventKind::CompressionEnds), &[3.949183], SIX_DIGITS);
    let slips = impulse_at(&trace, EventKind::Slips);
    assert_near(&slips[slips.len() - 1..], &[5.394937], SIX_DIGITS);
}

/// Mass of the cue, mass and radius of the ball, in [Jia2013, sec. 9.2]; the paper prints a tenth of the ball's mass.
const MASSE: [f64; 3] = [0.5018, 0.1701, 0.0305];

fn masse() -> Impact {
    let [cue_mass, mass, radius] = MASSE;
    let (sin_elevation, cos_elevation) = (0.4 * std::f64::consts::PI).sin_cos();
    let (sin_azimuth, cos_azimuth) = 0.465762_f64.sin_cos();
    let axis = -vector![cos_elevation * cos_azimuth, cos_elevation * sin_azimuth, sin_elevation];
    let normal = vector![0.480151, -0.102889, 0.871131].normalize();
    let centre = vector![0.0, 0.0, radius];
    let tip = centre + normal * radius;
    let ball = Body::ball(mass, radius).unwrap().at(centre).unwrap();
    let cue = Body::sliding(cue_mass, axis).unwrap().at(tip).unwrap().moving(axis * 3.089095).unwrap();
    let on_ball = Contact::new([1, 0], tip, normal, touching(0.656532, 1.0)).unwrap();
    let on_table = Contact::new([0, 2], Vector3::zeros(), Vector3::z(), touching(0.51625, 0.8)).unwrap();
    let contacts =
        vec![on_ball.with_friction(compliant(0.7, 7.0)), on_table.with_friction(compliant(0.152479, 10.0))];
    Impact::new(vec![ball, cue, Body::fixed()], contacts, Model::default()).unwrap()
}

#[test]
fn jia2013_9_2_masse_shot() {
    let (outcome, trace) = masse().trace().unwrap();
    let ball = &outcome.bodies[0];
    assert_near(ball.linear.as_slice(), &[-2.0731029, 0.2414654, 0.4667797], SEVEN_DIGITS);
    assert_near(ball.angular.as_slice(), &[10.892086, 23.657295, -5.759119], SIX_DIGITS);
    let active: Vec<Vec<usize>> = trace.states().into_iter().map(|state| state.active).collect();
    assert_eq!(active, [vec![0, 1], vec![1], vec![]]);
}

#[test]
fn jia2013_9_2_masse_shot_in_contact_space() {
    let scene = scenes::masse().unwrap();
    let solution = problem_of(&scene.problem, Model::default()).solve().unwrap();
    let after = scene.velocities(&impulse_rows(&solution));
    assert_near(&after.as_slice()[1..4], &[-2.0731029, 0.2414654, 0.4667797], SEVEN_DIGITS);
    assert_near(&after.as_slice()[4..7], &[10.892086, 23.657295, -5.759119], SIX_DIGITS);
}

/// Mass of the cue, mass and radius of the ball, restitution and friction in [Jia2008, sec. 4].
const JIA2008: [f64; 5] = [0.5018, 0.1673, 0.0286, 0.656532, 0.4];

/// The horizontal shot of [Jia2008, Table 1]: cue along x, ball at rest, normal at 45°. The table is not reached: nothing presses
/// the ball on it.
fn horizontal_shot() -> Impact {
    let [cue_mass, mass, radius, e, mu] = JIA2008;
    let normal = vector![-1.0, -1.0, 0.0].normalize();
    let ball = Body::ball(mass, radius).unwrap();
    let cue = Body::sliding(cue_mass, Vector3::x()).unwrap().at(normal * radius).unwrap();
    let cue = cue.moving(Vector3::x() * 0.8).unwrap();
    let contact = Contact::new([0, 1], normal * radius, -normal, touching(e, 1.0)).unwrap();
    Impact::new(vec![ball, cue], vec![contact.with_friction(rigid(mu))], Model::default()).unwrap()
}

/// The energetic outcome; the paper's row is Poisson's.
const ENERGETIC_SHOT: ([f64; 3], f64) = ([0.6336, 0.4653, 0.0], 10.398);

#[test]
fn jia2008_horizontal_shot_by_springs() {
    let outcome = horizontal_shot().solve().unwrap();
    let ball = &outcome.bodies[0];
    assert_near(ball.linear.as_slice(), &ENERGETIC_SHOT.0, FOUR_DIGITS);
    assert_near(ball.angular.as_slice(), &[0.0, 0.0, ENERGETIC_SHOT.1], THREE_DIGITS);
}

/// The same without springs: Routh's law with the energetic termination, to the last digits.
#[test]
fn jia2008_horizontal_shot_by_routh() {
    let impact = horizontal_shot();
    let problem = impact.contact_problem();
    let w = *problem.coupling().block_row(0).next().unwrap().1;
    let before = impact.axes()[0].map(|axis| axis.dot(&-(Vector3::x() * 0.8)));
    let [.., e, mu] = JIA2008;
    let coefficients = Coefficients {
        restitution: Restitution::new(e).unwrap(),
        friction: Friction::new(mu).unwrap(),
        ..Coefficients::default()
    };
    let lone = LoneImpact::new(w, Vector3::from(before), coefficients).unwrap();
    let routh::Outcome::Solved(solution) = routh::Routh::default().follow(&lone).unwrap() else {
        panic!("the cue approaches the ball")
    };
    let rows: DVector<f64> = impulse_rows(&problem.solve().unwrap());
    assert_near(solution.impulse.as_slice(), rows.as_slice(), ROUNDING);
    let on_ball = impact.axes()[0].iter().zip(solution.impulse.iter()).map(|(axis, p)| axis * *p).sum();
    let ball = &impact.motions_after(&[on_ball])[0];
    assert_near(ball.linear.as_slice(), &ENERGETIC_SHOT.0, FOUR_DIGITS);
    assert_near(&[ball.angular.z], &[ENERGETIC_SHOT.1], THREE_DIGITS);
}
