//! Published impacts with friction, and closed forms.

use carom_reference::rubbing::scenes::{self, BallOnTable, Scene};
use carom_reference::rubbing::{Event, Friction, Law, Outcome, Rubbing, RubbingEventKind, Separation};
use nalgebra::Vector3;

/// Half a unit of the last of nine printed decimals.
const NINE_DECIMALS: f64 = 5e-10;
/// Half a unit of the last of six printed decimals, and a little for values printed as cut off.
const SIX_DECIMALS: f64 = 1e-6;
/// Rounding of some thousand steps.
const ROUNDING: f64 = 1e-11;

fn solve(scene: &Scene) -> Outcome {
    Rubbing::new(Law::Hardening, Separation::Instant).solve(&scene.problem).expect("the impact ends")
}

fn event(outcome: &Outcome, contact: usize, kind: RubbingEventKind) -> &Event {
    let wanted = |e: &&Event| e.contact == contact && e.kind == kind;
    outcome.events.iter().find(wanted).expect("the event happens")
}

fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() < tolerance, "found {found:?}, expected {expected:?}");
    }
}

/// [Jia2012, sec. 8.1.1] prints 0.570982 and −1.92746 for e = 0.5, with slip at μe instead of μ in restitution; for e = 1 and e = 0 it
/// prints the values below to four digits.
#[test]
fn the_ball_of_jia2012_rebounds_as_computed_exactly() {
    let rows = [
        (0.5, 0.544090155, -1.860225388),
        (1.0, -0.0897438801, -0.275640300),
        (0.0, 0.554538947, -1.886347367),
    ];
    for (restitution, velocity, spin) in rows {
        let scene = BallOnTable::jia2012(restitution).scene().expect("a valid scene");
        let after = scene.velocities(&solve(&scene).impulse);
        assert_close(&[after[0], after[4]], &[velocity, spin], NINE_DECIMALS);
        assert_close(&[after[2]], &[5.0 * restitution], ROUNDING);
    }
}

/// Slip to stick at I_z = 5/8 is exact: there σ = |v_t| − μ η²|v_n| = (3 − 1.4 I_z) − (17/35)(5 − I_z) vanishes.
#[test]
fn the_ball_of_jia2012_sticks_and_slips_back_where_computed() {
    let scene = BallOnTable::jia2012(0.5).scene().expect("a valid scene");
    let outcome = solve(&scene);
    assert_close(&[event(&outcome, 0, RubbingEventKind::Sticks).impulse.z], &[0.625], ROUNDING);
    let reverse = outcome.events.iter().rfind(|e| e.kind == RubbingEventKind::Slips).expect("it slips back");
    assert_close(&[reverse.impulse.z], &[7.365582], SIX_DECIMALS);
}

/// Computed twice elsewhere, with the true moment of inertia.
#[test]
fn the_pencil_of_jia2012_with_its_true_inertia() {
    let scene = scenes::pencil().expect("a valid scene");
    assert_close(&[1.0 / scene.inverse_mass[(3, 3)]], &[0.903869], SIX_DECIMALS);
    assert_close(&scene.problem.velocity.as_slice()[..2], &[-3.50114, -1.91447], 1e-5);
    let outcome = solve(&scene);
    assert_close(outcome.impulse.as_slice(), &[4.037483675, 0.330736589, 5.789891361], NINE_DECIMALS);
    let reverse = outcome.events.iter().rfind(|e| e.kind == RubbingEventKind::Slips).expect("it slips again");
    let found = [
        event(&outcome, 0, RubbingEventKind::Sticks).impulse.z,
        event(&outcome, 0, RubbingEventKind::CompressionEnds).impulse.z,
        reverse.impulse.z,
    ];
    assert_close(&found, &[1.076710, 3.949183, 5.394937], SIX_DECIMALS);
}

#[test]
fn the_masse_shot_of_jia2013() {
    let scene = scenes::masse().expect("a valid scene");
    let outcome = solve(&scene);
    let after = scene.velocities(&outcome.impulse);
    assert_close(&after.as_slice()[1..4], &[-2.0731029, 0.2414654, 0.4667797], 1e-7);
    assert_close(&after.as_slice()[4..7], &[10.892086, 23.657295, -5.759119], SIX_DECIMALS);
    assert_eq!(outcome.sequence, [vec![0, 1], vec![1], vec![]]);
}

/// A ball with W_t = 7/2 and W_n = 1 needs the tangential impulse 2|v_t|/7 to stop sliding, and can get μ (1 + e)|v_n|.
#[test]
fn a_ball_with_rigid_friction_slides_throughout_or_stops() {
    for (coefficient, restitution) in [(0.1, 0.5), (0.1, 1.0), (0.4, 0.5), (1.5, 0.8)] {
        let ball = BallOnTable {
            velocity: Vector3::new(-2.0, 1.0, -5.0),
            angular_velocity: Vector3::new(1.0, 2.0, 7.0),
            restitution,
            friction: Friction::Rigid { coefficient },
        };
        let scene = ball.scene().expect("a valid scene");
        let sliding = scene.problem.velocity.fixed_rows::<2>(0).into_owned();
        let outcome = solve(&scene);
        let normal = 5.0 * (1.0 + restitution);
        let needed = 2.0 / 7.0 * sliding.norm();
        let tangential = -sliding.normalize() * needed.min(coefficient * normal);
        assert_close(outcome.impulse.as_slice(), &[tangential.x, tangential.y, normal], ROUNDING);
        let stops = outcome.events.iter().any(|e| e.kind == RubbingEventKind::Sticks);
        assert_eq!(stops, needed < coefficient * normal);
        if stops {
            assert_close(&outcome.velocity.as_slice()[..2], &[0.0, 0.0], ROUNDING);
        }
    }
}

/// [Jia2012, Prop. 1]: with μ η² = 17/35 the ball starts sticking up to |v_t| = 17/35 |v_n|, and slips beyond.
#[test]
fn a_contact_starts_sticking_below_the_bound_of_jia2012() {
    for (speed, kind) in [(0.9999, RubbingEventKind::Sticks), (1.0001, RubbingEventKind::Slips)] {
        let mut ball = BallOnTable::jia2012(0.5);
        ball.angular_velocity = Vector3::zeros();
        ball.velocity.x = speed * 17.0 / 35.0 * 5.0;
        let outcome = solve(&ball.scene().expect("a valid scene"));
        assert_eq!((outcome.events[1].kind, outcome.events[1].time), (kind, 0.0));
    }
}
