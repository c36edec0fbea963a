//! Furthest points, the fastest rebound, and cases at the edge of the conditions.

use carom::analysis::region::{Extent, MaximumRestitution, PermissibleRegion, Support};
use carom::laws::LoneImpact;
use nalgebra::{Matrix3, Rotation2, Vector3, vector};

use crate::{Generator, impact, pendulum, region};

/// Rounding of a closed form of a few dozen operations, times what a slender slice makes of it.
const ACCURACY: f64 = 1e-12;

/// Times the rounding of a closed form by which a furthest point may be off: its azimuth comes from a search.
const SUMMIT: f64 = 64.0;

fn point(support: Support) -> Vector3<f64> {
    match support {
        Support::At(p) => p,
        Support::Endless { along } => panic!("endless along {along}"),
    }
}

fn maximum(region: &PermissibleRegion) -> MaximumRestitution {
    region.maximum_restitution().expect("the bodies approach")
}

/// The best of many boundary points seen from a point inside, the best of which is improved by ever smaller steps.
fn by_climbing(
    region: &PermissibleRegion,
    g: &Vector3<f64>,
    from: &Vector3<f64>,
    generator: &mut Generator,
) -> f64 {
    let boundary = |direction: &Vector3<f64>| from + direction * region.exit(from, direction).distance();
    let mut best = vector![0.0, 0.0, 1.0];
    let mut size = 2.0;
    for _ in 0..3_000 {
        let direction = (best + generator.vector() * size).normalize();
        if boundary(&direction).dot(g) > boundary(&best).dot(g) {
            best = direction;
        } else {
            size *= 0.995;
        }
    }
    boundary(&best).dot(g)
}

#[test]
fn no_climb_leads_further_than_the_furthest_point() {
    /// What climbing misses, over the size of the region: it may stop short at a sharp edge.
    const CLIMB: f64 = 1e-3;
    let mut generator = Generator(20);
    let mut close = 0;
    for number in 0..1_000 {
        let found = if number % 4 == 0 { generator.planar_impact() } else { generator.impact() };
        let found = match number % 5 {
            0 => found.with_coefficients(crate::with_friction(f64::INFINITY)),
            1 => found.with_velocity(found.velocity().component_mul(&vector![1.0, 1.0, 0.0])),
            2 => found.with_velocity(found.velocity().component_mul(&vector![1.0, 1.0, -0.1])),
            _ => found,
        };
        let region = PermissibleRegion::of(&found);
        let g = if number % 3 == 0 { found.inverse_mass().column(2).into() } else { generator.vector() };
        let p = point(region.support(&g));
        let membership = region.membership(&p);
        assert!(membership.is_inside_within(SUMMIT), "{number} {found:?} {membership:?}");
        let centre = if found.velocity().z < 0.0 { found.plastic_impulse() * 1.5 } else { region.centre() };
        let climbed = by_climbing(&region, &g, &centre, &mut generator);
        let size = g.norm() * (p - centre).norm();
        assert!(p.dot(&g) >= climbed - ACCURACY * size, "{number} {found:?} {g} {p} {climbed}");
        close += usize::from(p.dot(&g) <= climbed + CLIMB * size);
    }
    assert!(close > 980, "{close}");
}

#[test]
fn furthest_points_turn_with_the_frame_and_scale_with_the_units() {
    let mut generator = Generator(21);
    for _ in 0..2_000 {
        let here = generator.impact();
        let (w, v, mu) = (here.inverse_mass(), here.velocity(), here.friction());
        let e = maximum(&PermissibleRegion::of(&here));
        let turn = Rotation2::new(generator.between(0.0, 6.3)).to_homogeneous();
        let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
        for change in [turn, mirror] {
            let there = maximum(&region(change * w * change.transpose(), change * v, mu));
            assert!((there.restitution / e.restitution - 1.0).abs() < ACCURACY);
        }
        let (mass, speed) = (2.0_f64.powi(-170), 2.0_f64.powi(130));
        let there = maximum(&region(w / mass, v * speed, mu));
        assert_eq!(there.restitution, e.restitution);
        assert_eq!(there.impulse, e.impulse * (mass * speed));
    }
}

#[test]
fn without_friction_nothing_rebounds_faster_than_it_came() {
    let mut generator = Generator(22);
    for _ in 0..1_000 {
        let smooth = generator.impact().with_coefficients(crate::with_friction(0.0));
        let e = maximum(&PermissibleRegion::of(&smooth));
        assert!((e.restitution - 1.0).abs() < ACCURACY);
        assert_eq!(e.impulse, 2.0 * smooth.plastic_impulse());
    }
}

/// The largest restitution of a planar central impact W = diag(a, ·, c) that slides κ times as fast as it approaches.
fn planar_central(ratio: f64, kappa: f64, friction: f64) -> f64 {
    let of_energy = (1.0 + kappa * kappa / ratio).sqrt();
    if kappa / ratio <= friction * (1.0 + of_energy) {
        of_energy
    } else {
        2.0 * (1.0 + friction * kappa) / (1.0 + friction * friction * ratio) - 1.0
    }
}

#[test]
fn central_impacts_have_the_closed_form() {
    let mut generator = Generator(23);
    for _ in 0..5_000 {
        let (a, c) = (generator.between(0.3, 4.0), generator.between(0.3, 4.0));
        let kappa = 10.0_f64.powf(generator.between(-2.0, 3.0));
        let friction = 10.0_f64.powf(generator.between(-3.0, 1.5));
        // A ball slides in any direction.
        let sliding = Rotation2::new(generator.between(0.0, 6.3)) * vector![kappa, 0.0];
        let ball = region(Matrix3::from_diagonal(&vector![a, a, c]), sliding.push(-1.0), friction);
        let e = maximum(&ball);
        assert!(
            (e.restitution / planar_central(a / c, kappa, friction) - 1.0).abs() < ACCURACY,
            "{a} {c} {kappa} {friction}"
        );
        assert!(ball.membership(&e.impulse).is_inside_within(SUMMIT));
    }
}

/// [Chatterjee1998, fig. 9] prints no numbers, but that e can be about 17 for a nearly grazing central impact with reasonable
/// friction. A disk, a/c = 3, with μ = 1/2 that slides 29.5 times as fast as it falls has 2·15.75/1.75 − 1 = 17 on the cone; a hoop,
/// a/c = 2, with μ above 2/3 that slides 24 times as fast has √(1 + 288) = 17 whatever the friction.
#[test]
fn a_grazing_disk_and_hoop_can_rebound_seventeen_times_as_fast_as_they_fell() {
    let central = |ratio: f64, kappa: f64, friction: f64| {
        maximum(&region(
            Matrix3::from_diagonal(&vector![ratio, ratio, 1.0]),
            vector![kappa, 0.0, -1.0],
            friction,
        ))
    };
    let disk = central(3.0, 29.5, 0.5);
    assert!((disk.restitution - 17.0).abs() < ACCURACY * 17.0, "{disk:?}");
    assert!((disk.impulse - vector![-9.0, 0.0, 18.0]).norm() < ACCURACY * 18.0, "{disk:?}");
    for friction in [0.7, 1.0, f64::INFINITY] {
        let hoop = central(2.0, 24.0, friction);
        assert!((hoop.restitution - 17.0).abs() < ACCURACY * 17.0, "{hoop:?}");
        assert!((hoop.impulse - vector![-12.0, 0.0, 18.0]).norm() < ACCURACY * 18.0, "{hoop:?}");
    }
}

#[test]
fn infinite_friction_lets_the_energy_alone_decide_the_rebound_where_it_does_not_pull() {
    let mut generator = Generator(24);
    for _ in 0..1_000 {
        let rough = generator.impact().with_coefficients(crate::with_friction(f64::INFINITY));
        let fastest = (2.0 * rough.contact_energy() * rough.inverse_mass().m33).sqrt() / -rough.velocity().z;
        let e = maximum(&PermissibleRegion::of(&rough));
        assert!(e.restitution <= fastest * (1.0 + ACCURACY));
        if e.impulse.z > 1e-6 * e.impulse.norm() {
            assert!((e.restitution / fastest - 1.0).abs() < ACCURACY, "{rough:?}");
        }
    }
}

#[test]
fn a_pendulum_never_rebounds_faster_than_it_came() {
    for friction in [0.3, 1.0, 1.5, f64::INFINITY] {
        let region = region(pendulum(), vector![1.0, 0.0, -1.0], friction);
        let e = maximum(&region);
        assert!((e.restitution - 1.0).abs() < ACCURACY, "{friction} {e:?}");
        assert!(region.membership(&e.impulse).is_inside_within(SUMMIT), "{friction} {e:?}");
    }
    let wedged = region(pendulum(), vector![1.0, 0.0, -1.0], 1.5);
    assert!(matches!(wedged.support(&Vector3::z()), Support::Endless { .. }));
    assert!(matches!(wedged.support(&-Vector3::z()), Support::At(_)));
    // A belt that drags the tip into the floor pays for anything.
    let driven = self::region(pendulum(), vector![-5.0, 0.0, -1.0], 1.5);
    assert_eq!(driven.maximum_restitution(), None);
}

#[test]
fn a_cylinder_of_energy_lets_a_wedged_contact_take_what_the_cone_alone_would_not() {
    // Nothing moves along (1, 0, 1): with μ = 3 every impulse of the cylinder can be brought into the cone along it.
    let k = vector![1.0, 0.0, 1.0] / 2.0_f64.sqrt();
    let (a, b) = (vector![1.0, 0.0, -1.0] / 2.0_f64.sqrt(), Vector3::y());
    let w = a * a.transpose() * 2.0 + b * b.transpose() * 0.5;
    let v = a * 0.2 + b * 3.0;
    let wedged = LoneImpact::new(w, v, crate::with_friction(3.0)).expect("semidefinite");
    let region = PermissibleRegion::of(&wedged);
    let e = maximum(&region);
    // √(2 E_c Wₙₙ) = √((0.04/2 + 9/0.5)·1), over the approach of 0.2/√2.
    let expected = (0.04 / 2.0 + 9.0 / 0.5_f64).sqrt() / (0.2 / 2.0_f64.sqrt());
    assert!((e.restitution / expected - 1.0).abs() < ACCURACY, "{e:?} {expected}");
    assert!(region.membership(&e.impulse).is_inside());
    assert_eq!(region.volume(), Extent::Unbounded);
    assert!(region.endless_direction().expect("along the rod").cross(&k).norm() < ACCURACY);
    assert!(region.membership(&region.centre()).is_inside());
}

#[test]
fn hostile_impacts_give_numbers() {
    let finite = |v: Vector3<f64>| v.iter().all(|x| x.is_finite());
    let tiny = 1e-100;
    let matrices = [
        Matrix3::identity(),
        Matrix3::from_diagonal(&vector![0.0, 0.0, 1.0]),
        Matrix3::from_diagonal(&vector![1.0, 1.0, 1e-200]),
        Matrix3::from_diagonal(&vector![1e-200, 1.0, 1.0]),
        Matrix3::from_diagonal(&vector![1e100, 1e90, 1e95]),
        pendulum(),
        Matrix3::from_element(1.0),
        Matrix3::from_element(1.0) + Matrix3::identity() * 1e-12,
    ];
    let velocities = [
        Vector3::zeros(),
        vector![0.0, 0.0, -1.0],
        vector![1.0, 0.0, 0.0],
        vector![1.0, -1.0, 1.0],
        vector![1.0, 1.0, -tiny],
        vector![1.0, 1.0, -1e-12],
        vector![1.0, 0.0, -1.0],
        vector![-1.0, -1.0, -1.0],
        vector![1e-80, 0.0, -1e-80],
    ];
    for (w, v) in matrices.iter().flat_map(|w| velocities.iter().map(move |v| (w, v))) {
        for friction in [0.0, tiny, 0.5, 1.0, f64::INFINITY] {
            let region = PermissibleRegion::of(&impact(*w, *v, friction));
            let centre = region.centre();
            assert!(finite(centre), "{w} {v} {friction}: {centre}");
            assert!(
                region.membership(&centre).is_inside_within(SUMMIT),
                "{w} {v} {friction} {:?}",
                region.membership(&centre)
            );
            for direction in [Vector3::x(), -Vector3::z(), vector![1e300, -1e300, 1e300]] {
                match region.support(&direction) {
                    Support::At(p) => assert!(finite(p), "{w} {v} {friction}: {p}"),
                    Support::Endless { along } => assert!(finite(along)),
                }
                assert!(!region.exit(&centre, &direction).distance().is_nan());
                assert!(finite(region.project(&direction, &centre)), "{w} {v} {friction}");
            }
            if let Some(e) = region.maximum_restitution() {
                assert!(e.restitution > 1.0 - 1e-6, "{w} {v} {friction}: {e:?}");
            }
        }
    }
}
