//! Pfeiffer and Glocker's law for all sorts of impacts: its conditions, and the region it promises to stay in.

use carom::laws::routh::{Outcome, Routh, RouthEventKind, Termination};
use nalgebra::{Matrix2, Matrix3, Rotation2, Vector2, Vector3, vector};
use proptest::prelude::*;

use crate::{applied, for_each, lone};

/// Rounding of some dozen operations, grown by the condition of W, up to 10⁴ here.
const ACCURACY: f64 = 1e-10;

/// How many impacts must lie in the permissible region.
const IMPACTS: usize = 100_000;

/// W = L Lᵀ with entries of order one.
fn matrices() -> impl Strategy<Value = Matrix3<f64>> {
    proptest::array::uniform6(-1.0..1.0).prop_map(|[a, b, c, d, e, f]| {
        let l = Matrix3::new(a, 0.0, 0.0, b, c, 0.0, d, e, f);
        l * l.transpose() + Matrix3::identity() * 0.01
    })
}

fn planar() -> impl Strategy<Value = Matrix3<f64>> {
    (0.01..2.0, 0.01..2.0, -0.999..0.999).prop_map(|(a, c, skew): (f64, f64, f64)| {
        let b = skew * (a * c).sqrt();
        Matrix3::new(a, 0.0, b, 0.0, 1.0, 0.0, b, 0.0, c)
    })
}

/// Velocities that approach, one in twenty of them grazing.
fn velocities() -> impl Strategy<Value = Vector3<f64>> {
    let normal = prop_oneof![19 => -2.0..-0.01, 1 => Just(0.0)];
    (-2.0..2.0, -2.0..2.0, normal).prop_map(|(x, y, z)| vector![x, y, z])
}

fn frictions() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0..3.0, 1 => Just(0.0), 1 => Just(f64::INFINITY), 1 => Just(100.0)]
}

fn assert_permissible(w: Matrix3<f64>, v: Vector3<f64>, mu: f64, e: f64, e_t: f64) {
    let impact = lone(w, v, mu, e, e_t);
    let collision = applied(&impact).expect("a regular matrix has an answer");
    let p = collision.impulse;
    let size = v.norm() + w.norm() * p.norm();
    let name = format!("{w} {v} {mu} {e} {e_t} {collision:?}");
    assert!(p.z >= 0.0, "{name}");
    assert!(mu.is_infinite() || p.xy().norm() <= mu * p.z + ACCURACY * p.norm(), "{name}");
    assert!(collision.velocity.z >= -ACCURACY * size, "{name}");
    assert!(collision.energy_lost() >= -ACCURACY * size * p.norm(), "{name}");
}

#[test]
fn planar_impacts_with_tangential_restitution_stay_in_the_permissible_region() {
    let cases = (planar(), velocities(), frictions(), 0.0..=1.0, 0.0..=1.0);
    for_each(&cases, IMPACTS, |(w, v, mu, e, e_t)| {
        assert_permissible(w, vector![v.x, 0.0, v.z], mu, e, e_t);
    });
}

#[test]
fn spatial_impacts_stay_in_the_permissible_region() {
    let cases = (matrices(), velocities(), frictions(), 0.0..=1.0);
    for_each(&cases, IMPACTS, |(w, v, mu, e)| assert_permissible(w, v, mu, e, 0.0));
}

/// The tangential impulse of (Y.1) for a given normal one, by bisection for the slip speed.
fn friction_by_bisection(w: &Matrix3<f64>, v: &Vector3<f64>, mu: f64, normal: f64) -> Vector2<f64> {
    let a: Matrix2<f64> = w.fixed_view::<2, 2>(0, 0).into_owned();
    let sliding = v.xy() + w.fixed_view::<2, 1>(0, 2) * normal;
    let stick = -(a.try_inverse().expect("the matrices are regular") * sliding);
    if stick.norm() <= mu * normal || sliding.norm() == 0.0 {
        return stick;
    }
    let direction = |speed: f64| {
        let matrix = a * (mu * normal) + Matrix2::identity() * speed;
        matrix.try_inverse().expect("positive definite") * sliding
    };
    let (mut low, mut high) = (0.0, sliding.norm());
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if direction(middle).norm() > 1.0 { low = middle } else { high = middle }
    }
    direction(high) * (-mu * normal)
}

/// Up to its end the path of compression is negative, and there it is zero, found without (V.3) and (V.4).
#[test]
fn compression_ends_where_its_path_first_stops_approaching() {
    let cases = (matrices(), velocities(), 0.0..3.0);
    let mut fell_first = 0;
    for_each(&cases, 4000, |(w, v, mu)| {
        if v.z == 0.0 {
            return;
        }
        let p = applied(&lone(w, v, mu, 0.0, 0.0)).expect("a regular matrix has an answer").impulse;
        let normal_velocity =
            |normal: f64| (v + w * friction_by_bisection(&w, &v, mu, normal).push(normal)).z;
        let size = v.norm() + w.norm() * p.norm();
        assert!(normal_velocity(p.z).abs() <= ACCURACY * size);
        assert!((friction_by_bisection(&w, &v, mu, p.z) - p.xy()).norm() <= ACCURACY * p.norm() * 1e2);
        for part in 1..40 {
            assert!(normal_velocity(p.z * f64::from(part) / 40.0) < 0.0, "{w} {v} {mu}");
        }
        fell_first += usize::from(normal_velocity(p.z / 40.0) < v.z);
    });
    assert!(fell_first > 100, "{fell_first}");
}

/// Without slip that reverses, the final slip of a planar compression is the slip on the way.
#[test]
fn planar_compression_is_rouths_unless_slip_reverses() {
    let routh = Routh { termination: Termination::Poisson };
    let mut compared = 0;
    for_each(&(planar(), velocities(), 0.0..3.0), 4000, |(w, v, mu)| {
        let impact = lone(w, vector![v.x, 0.0, v.z], mu, 0.0, 0.0);
        let Ok(Outcome::Solved(solution)) = routh.follow(&impact) else { return };
        let reverses = |kind: RouthEventKind| matches!(kind, RouthEventKind::SlipReverses { .. });
        if !solution.events.iter().any(|event| reverses(event.kind)) {
            let p = applied(&impact).expect("a regular matrix has an answer").impulse;
            assert!((p - solution.impulse).amax() <= ACCURACY * p.amax());
            compared += 1;
        }
    });
    assert!(compared > 2000, "{compared}");
}

#[test]
fn infinite_friction_is_the_limit_of_large_friction() {
    let mut off_the_rate = 0;
    for_each(&(matrices(), velocities(), 0.0..=1.0), 3000, |(w, v, e)| {
        let impulse = |mu: f64| applied(&lone(w, v, mu, e, 0.0)).expect("regular").impulse;
        let limit = impulse(f64::INFINITY);
        let [far, near] = [1e5, 1e8].map(|mu| (impulse(mu) - limit).amax() / limit.amax());
        if limit.amax() > 0.0 {
            off_the_rate += usize::from((near - far / 1e3).abs() > 1e-2 * far / 1e3 + ACCURACY);
        }
    });
    assert!(off_the_rate < 30, "{off_the_rate}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1998),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn frame_and_units_do_not_matter(
        w in matrices(), v in velocities(), mu in frictions(), e in 0.0..=1.0, angle in 0.0..6.3,
        mass in -300..300_i32, speed in -300..300_i32
    ) {
        let p = applied(&lone(w, v, mu, e, 0.0)).expect("regular").impulse;
        let turn = Rotation2::new(angle).to_homogeneous();
        let turned = applied(&lone(turn * w * turn.transpose(), turn * v, mu, e, 0.0)).expect("regular").impulse;
        prop_assert!((turn * p - turned).amax() <= ACCURACY * p.norm(), "{} {}", turn * p, turned);
        let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
        let mirrored = applied(&lone(mirror * w * mirror, mirror * v, mu, e, 0.0)).expect("regular").impulse;
        prop_assert!((mirror * p - mirrored).amax() <= ACCURACY * p.norm());
        let (mass, speed) = (2.0_f64.powi(mass), 2.0_f64.powi(speed));
        let other = applied(&lone(w / mass, v * speed, mu, e, 0.0)).expect("regular").impulse;
        prop_assert_eq!(p * mass * speed, other);
    }
}

/// Bearings: one or two of the three ways to move are left, and the velocity is one of them.
#[test]
fn mechanisms_that_cannot_move_in_every_way_have_answers_too() {
    let numbers = || proptest::array::uniform6(-1.0..1.0);
    let mut refused = 0;
    for_each(&(numbers(), -1.0..1.0, frictions(), 0.0..=1.0, 1..=2_usize), 20_000, |(b, u, mu, e, ways)| {
        let mut w = Matrix3::zeros();
        let mut v = Vector3::zeros();
        for way in 0..ways {
            let direction = Vector3::new(b[3 * way], b[3 * way + 1], b[3 * way + 2]);
            w += direction * direction.transpose();
            v += direction * (u - 0.3 * way as f64);
        }
        if v.z > 0.0 {
            v = -v;
        }
        let impact = lone(w, v, mu, e, 0.0);
        let Ok(collision) = applied(&impact) else {
            refused += 1;
            return;
        };
        let p = collision.impulse;
        let size = v.norm() + w.norm() * p.norm();
        assert!(p.iter().all(|x| x.is_finite()) && p.z >= 0.0, "{w} {v} {mu} {e} {p}");
        assert!(mu.is_infinite() || p.xy().norm() <= mu * p.z + ACCURACY * p.norm());
        assert!(collision.velocity.z >= -ACCURACY * size, "{w} {v} {mu} {e} {collision:?}");
        assert!(collision.energy_lost() >= -ACCURACY * size * p.norm(), "{w} {v} {mu} {e} {collision:?}");
    });
    assert!(refused == 0, "{refused}");
}
