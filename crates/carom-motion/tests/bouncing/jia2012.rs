//! The bouncing ball of [Jia2012, sec. 8.1]: Fig. 1, Fig. 13 and Table 1.

use carom_motion::bouncing::{FloorCourse, Participant, World};
use carom_reference::rubbing::scenes::BallOnTable;
use carom_reference::rubbing::{Friction, Rubbing};
use carom_reference::{Law, Separation};
use nalgebra::{Vector3, vector};

use crate::common::{GRAVITY, jia2012_surface, state};

/// m = r = 1 and the surface of eq. (83), in flight just above the plane: it strikes with V₀ = (−1, 0, −5).
fn bounces(spin: Vector3<f64>) -> FloorCourse {
    let start = state(Vector3::z(), vector![-1.0, 0.0, -5.0], spin);
    let ball = Participant::ball(1.0, 1.0, jia2012_surface(0.4))
        .and_then(|ball| ball.starting(start))
        .expect("the ball is possible");
    World::new(GRAVITY)
        .expect("gravity is positive")
        .with_body(ball)
        .run(f64::INFINITY)
        .expect("it comes to roll")
}

/// Velocity and angular velocity after bounce number `bounce`, from 0.
fn after(course: &FloorCourse, bounce: usize) -> (Vector3<f64>, Vector3<f64>) {
    let state = course.at(0, course.events[bounce].time);
    (state.velocity, state.angular_velocity)
}

#[test]
fn the_first_bounce_is_the_exact_one_of_8_1_1() {
    let (velocity, spin) = after(&bounces(vector![0.0, 2.0, 0.0]), 0);
    // Printed: 0.570982 and −1.92746, which slip at e times the friction in restitution.
    assert!((velocity - vector![0.544_090_155, 0.0, 2.5]).norm() < 1e-9);
    assert!((spin - vector![0.0, -1.860_225_388, 0.0]).norm() < 1e-9);
}

/// Table 1 as printed: V and ω after each of eight bounces.
const TABLE_1: [([f64; 3], [f64; 2]); 8] = [
    ([0.898_172, -1.627, 2.5001], [1.932_49, 1.254_57]),
    ([1.073_89, -1.777_62, 1.2501], [1.555_95, 0.815_269]),
    ([0.944_485, -1.6667, 0.625_05], [1.833_25, 1.138_79]),
    ([1.043_64, -1.751_69, 0.3123], [1.620_78, 0.890_907]),
    ([0.963_345, -1.682_87, 0.155_65], [1.792_83, 1.091_64]),
    ([1.026_77, -1.737_23, 0.076_65], [1.656_92, 0.933_078]),
    ([0.998_039, -1.7126, 0.0358], [1.718_49, 1.0049]),
    ([1.001_97, -1.715_98, 0.0111], [1.710_06, 0.995_071]),
];

#[test]
fn table_1_keeps_what_no_friction_can_change() {
    // V − (2/7)(V + z × ω) is (5/7)V − (2/7) z × ω: (1, −12/7) for V₀ = (−1, 0), ω₀ = (6, 6). The printed rows agree, and so do ours.
    let course = bounces(vector![6.0, 6.0, 0.0]);
    let rolling =
        |v: [f64; 2], w: [f64; 2]| [5.0 / 7.0 * v[0] + 2.0 / 7.0 * w[1], 5.0 / 7.0 * v[1] - 2.0 / 7.0 * w[0]];
    for (bounce, (v, w)) in TABLE_1.iter().enumerate() {
        let printed = rolling([v[0], v[1]], *w);
        let (velocity, spin) = after(&course, bounce);
        let ours = rolling([velocity.x, velocity.y], [spin.x, spin.y]);
        for (axis, expected) in [(0, 1.0), (1, -12.0 / 7.0)] {
            // Six printed digits.
            assert!((printed[axis] - expected).abs() < 2e-5, "printed row {bounce}");
            assert!((ours[axis] - expected).abs() < 1e-13, "bounce {bounce}");
        }
        assert!((velocity.z - 2.5 * 0.5_f64.powi(bounce as i32)).abs() < 1e-13);
    }
}

/// Velocity and angular velocity after each of eight bounces, by the independent solver and e = ½ for each flight.
fn by_brute_force(spin: Vector3<f64>) -> Vec<(Vector3<f64>, Vector3<f64>)> {
    let friction = Friction::Compliant { coefficient: 0.4, compliance: 17.0 / 14.0 };
    let solver = Rubbing::new(Law::Hardening, Separation::Instant);
    let (mut velocity, mut angular_velocity) = (vector![-1.0, 0.0, -5.0], spin);
    let mut bounces = Vec::new();
    for _ in 0..8 {
        let ball = BallOnTable { velocity, angular_velocity, restitution: 0.5, friction };
        let scene = ball.scene().expect("the ball is possible");
        let outcome = solver.solve(&scene.problem).expect("it can be followed");
        let after = scene.velocities(&outcome.impulse);
        velocity = vector![after[0], after[1], after[2]];
        angular_velocity = vector![after[3], after[4], after[5]];
        bounces.push((velocity, angular_velocity));
        velocity.z = -velocity.z;
    }
    bounces
}

#[test]
fn eight_bounces_are_those_of_an_independent_solver() {
    for spin in [vector![6.0, 6.0, 0.0], vector![0.0, 2.0, 0.0]] {
        let course = bounces(spin);
        for (bounce, (velocity, angular_velocity)) in by_brute_force(spin).into_iter().enumerate() {
            let ours = after(&course, bounce);
            // The solver's own tolerance is 1e-13 of the fastest velocity a step.
            assert!((ours.0 - velocity).norm() < 1e-10, "bounce {bounce}: {:e}", (ours.0 - velocity).norm());
            assert!((ours.1 - angular_velocity).norm() < 1e-10, "bounce {bounce}");
        }
    }
}

#[test]
fn the_first_row_of_table_1_slips_all_the_way_at_e_times_the_friction_in_restitution() {
    // The contact velocity before it is (−7, 6): it slips from beginning to end, so that the impulse along the plane is μ·5(1 + e) = 3 by
    // Coulomb's law. The printed row has μ·5(1 + e²) = 2.5.
    let against_slip = vector![7.0, -6.0] / 85.0_f64.sqrt();
    let start = vector![-1.0, 0.0];
    let (velocity, _) = after(&bounces(vector![6.0, 6.0, 0.0]), 0);
    assert!((velocity.xy() - (start + against_slip * 3.0)).norm() < 1e-14);
    let printed = vector![TABLE_1[0].0[0], TABLE_1[0].0[1]];
    // Its steps of 5e-5 in the normal impulse, and its early end.
    assert!((printed - (start + against_slip * 2.5)).norm() < 1e-3);
}

#[test]
fn figure_1_reverses_velocity_at_the_first_four_bounces_and_spin_at_all_five() {
    // The paper's text has V_x reversed at the first two bounces only, and V_x = −0.088333, ω_y = −0.279167 after the fifth: its simulation slips at e
    // times the friction in restitution. The independent solver agrees with ours.
    let course = bounces(vector![0.0, 2.0, 0.0]);
    let signs = |bounce: usize| {
        let (velocity, spin) = after(&course, bounce);
        (velocity.x > 0.0, spin.y > 0.0)
    };
    let expected = [(true, false), (false, true), (true, false), (false, true), (false, false)];
    assert_eq!([0, 1, 2, 3, 4].map(signs), expected);
    // The printed fifth bounce keeps what friction cannot change, as ours do: (5/7)V_x + (2/7)ω_y = −1/7.
    assert!((5.0 / 7.0 * -0.088_333 + 2.0 / 7.0 * -0.279_167 + 1.0 / 7.0_f64).abs() < 1e-6);
    // The motion stays in the plane of the figure.
    for piece in &course.pieces[0] {
        let state = piece.at(piece.start);
        assert_eq!((state.position.y, state.velocity.y), (0.0, 0.0));
    }
    // In the end it rolls with that.
    let end = course.at(0, course.end);
    assert!((end.velocity.x + 1.0 / 7.0).abs() < 1e-13, "{}", end.velocity.x);
    assert!(course.ledger.imbalance().abs() < 1e-12 * course.ledger.before);
}

#[test]
fn figure_13_is_a_polyline_that_is_not_quite_straight() {
    let course = bounces(vector![6.0, 6.0, 0.0]);
    let place = |bounce: usize| course.at(0, course.events[bounce].time).position.xy();
    let (start, end) = (place(0), place(7));
    assert!(start.norm() == 0.0 && end.x > 0.0 && end.y < 0.0);
    let chord = (end - start).normalize();
    let off = (1..7).map(|bounce| chord.perp(&(place(bounce) - start)).abs()).fold(0.0, f64::max);
    assert!(off > 1e-3 && off < 0.05 * (end - start).norm(), "{off}");
}
