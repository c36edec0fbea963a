//! Volumes, areas and centroids, and rays to the boundary.

use std::f64::consts::{PI, TAU};

use carom::analysis::region::{Condition, Exit, Extent, PermissibleRegion};
use carom::laws::LoneImpact;
use nalgebra::{Matrix3, Rotation2, Vector2, Vector3, vector};

use crate::{Generator, bounding_box, impact, pendulum, region};

/// What the integrals promise, with a digit to spare for the closed forms' own rounding.
const ACCURACY: f64 = 1e-12;

/// Times the rounding of a closed form by which a boundary point may be off: it is the sum of two impulses.
const BOUNDARY: f64 = 4.0;

fn bounded(extent: Extent) -> (f64, Vector3<f64>) {
    match extent {
        Extent::Bounded { measure, centroid } => (measure, centroid),
        other @ (Extent::Segment { .. } | Extent::Unbounded | Extent::Flat) => panic!("{other:?}"),
    }
}

/// W = diag(a, b, c) and μ = ∞: √W p lies in a ball of radius R = |v₀/√W| with its centre on the plane of maximum compression, and
/// above that plane.
#[test]
fn infinite_friction_leaves_half_an_ellipsoid_of_a_central_impact() {
    let mut generator = Generator(10);
    for _ in 0..20 {
        let diagonal = Vector3::from_fn(|_, _| generator.between(0.2, 3.0));
        let velocity = generator.velocity();
        let region = region(Matrix3::from_diagonal(&diagonal), velocity, f64::INFINITY);
        let roots = diagonal.map(f64::sqrt);
        let radius = velocity.component_div(&roots).norm();
        let (volume, centroid) = bounded(region.volume());
        assert!((volume * roots.product() / (TAU / 3.0 * radius.powi(3)) - 1.0).abs() < ACCURACY);
        let expected = -velocity.component_div(&diagonal) + Vector3::z() * (0.375 * radius / roots.z);
        assert!((centroid - expected).norm() < ACCURACY * centroid.norm());
    }
}

#[test]
fn infinite_friction_leaves_half_an_ellipse_of_a_planar_central_impact() {
    let mut generator = Generator(11);
    for _ in 0..1_000 {
        let diagonal = Vector3::from_fn(|_, _| generator.between(0.2, 3.0));
        let velocity = generator.velocity().component_mul(&vector![1.0, 0.0, 1.0]);
        let region = region(Matrix3::from_diagonal(&diagonal), velocity, f64::INFINITY);
        let roots = diagonal.map(f64::sqrt);
        let radius = velocity.component_div(&roots).norm();
        let (area, centroid) = bounded(region.area().expect("it is planar"));
        assert!((area * roots.x * roots.z / (PI / 2.0 * radius.powi(2)) - 1.0).abs() < ACCURACY);
        let expected =
            -velocity.component_div(&diagonal) + Vector3::z() * (4.0 / (3.0 * PI) * radius / roots.z);
        assert!((centroid - expected).norm() < ACCURACY * centroid.norm());
    }
}

/// W = I, v₀ = (0, 0, −1): r₂ = 2 cos θ, r₁ = 1/cos θ. The wedge or cone cuts them off at φ = atan μ, if that is below π/4.
#[test]
fn a_cone_cuts_a_ball_as_in_closed_form() {
    for friction in [1e-8, 1e-3, 0.2, 0.7, 1.0, 2.0] {
        let region = region(Matrix3::identity(), vector![0.0, 0.0, -1.0], friction);
        let phi = friction.atan().min(PI / 4.0);
        let (sine, cosine) = phi.sin_cos();
        // 1 − cos⁴ and the like as multiples of sin², which do not cancel.
        let square = sine * sine;
        let (area, centroid) = bounded(region.area().expect("it is planar"));
        let expected = 2.0 * phi + (2.0 * phi).sin() - phi.tan();
        assert!((area / expected - 1.0).abs() < ACCURACY, "{friction}");
        assert!(centroid.xy().amax() < ACCURACY * friction);
        let (volume, centroid) = bounded(region.volume());
        let expected = TAU / 3.0 * square * (2.0 * (1.0 + cosine.powi(2)) - 0.5 / cosine.powi(2));
        assert!((volume / expected - 1.0).abs() < ACCURACY, "{friction}");
        let sixth = 1.0 + cosine.powi(2) + cosine.powi(4);
        let moment = PI / 2.0 * square * (16.0 / 6.0 * sixth - 0.5 / cosine.powi(2));
        assert!((centroid.z * volume / moment - 1.0).abs() < ACCURACY, "{friction}");
        assert!(centroid.xy().amax() < ACCURACY * friction);
    }
}

/// A box that holds the region: of the energy ellipsoid's and the cone's up to the same height.
fn box_around(impact: &LoneImpact, flat: bool) -> (Vector3<f64>, Vector3<f64>) {
    let (low, high) = bounding_box(impact);
    let width = impact.friction() * high.z;
    let (low, high) = (low.sup(&vector![-width, -width, 0.0]), high.inf(&vector![width, width, high.z]));
    let unit = |v: Vector3<f64>, y: f64| if flat { vector![v.x, y, v.z] } else { v };
    (unit(low, -0.5), unit(high, 0.5))
}

#[test]
fn sampling_finds_the_same_volumes_and_centroids() {
    const SAMPLES: u32 = 40_000;
    let mut generator = Generator(12);
    let mut compared = 0;
    for number in 0..60 {
        let flat = number % 2 == 0;
        let impact = if flat { generator.planar_impact() } else { generator.impact() };
        let friction = if number % 5 == 0 { f64::INFINITY } else { impact.friction() + 0.1 };
        let impact = impact.with_coefficients(crate::with_friction(friction));
        let region = PermissibleRegion::of(&impact);
        let extent = if flat { region.area().expect("it is planar") } else { region.volume() };
        let (measure, centroid) = bounded(extent);
        assert!(region.membership(&centroid).is_inside());
        let (low, high) = box_around(&impact, flat);
        let mut inside: Vec<Vector3<f64>> = Vec::new();
        for _ in 0..SAMPLES {
            let mut p = Vector3::from_fn(|i, _| generator.between(low[i], high[i]));
            p.y = if flat { 0.0 } else { p.y };
            if region.membership(&p).is_inside() {
                inside.push(p);
            }
        }
        #[allow(clippy::cast_precision_loss)] // thousands
        let hits = inside.len() as f64;
        if hits < 100.0 {
            continue; // too slender for its box
        }
        compared += 1;
        let sampled = (high - low).product() * hits / f64::from(SAMPLES);
        // Five deviations: once in a million.
        let deviation = 5.0 / hits.sqrt();
        assert!((sampled / measure - 1.0).abs() < deviation, "{impact:?} {measure} {sampled} {deviation}");
        let mean = inside.iter().sum::<Vector3<f64>>() / hits;
        let spread = (inside.iter().map(|p| (p - mean).norm_squared()).sum::<f64>() / hits).sqrt();
        assert!((mean - centroid).norm() < deviation * spread, "{impact:?} {centroid} {mean}");
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn volumes_and_centroids_turn_with_the_frame_and_scale_with_the_units() {
    let mut generator = Generator(13);
    for _ in 0..10 {
        let here = generator.impact();
        let (w, v, mu) = (here.inverse_mass(), here.velocity(), here.friction());
        let (volume, centroid) = bounded(PermissibleRegion::of(&here).volume());
        let turn = Rotation2::new(generator.between(0.0, 6.3)).to_homogeneous();
        let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
        for change in [turn, mirror] {
            let there = region(change * w * change.transpose(), change * v, mu);
            let (other, moved) = bounded(there.volume());
            assert!((other / volume - 1.0).abs() < ACCURACY);
            assert!((moved - change * centroid).norm() < ACCURACY * centroid.norm());
        }
        let (mass, speed) = (2.0_f64.powi(70), 2.0_f64.powi(-30));
        let (other, moved) = bounded(region(w / mass, v * speed, mu).volume());
        assert_eq!(other, volume * (mass * speed).powi(3));
        assert_eq!(moved, centroid * (mass * speed));
    }
}

#[test]
fn an_impact_without_friction_has_a_segment() {
    let impact = impact(Matrix3::from_diagonal(&vector![1.0, 1.0, 0.5]), vector![3.0, 0.0, -1.0], 0.0);
    let segment = Extent::Segment { length: 2.0, midpoint: vector![0.0, 0.0, 3.0] };
    let region = PermissibleRegion::of(&impact);
    assert_eq!(region.volume(), segment);
    assert_eq!(region.area(), Ok(segment));
    assert_eq!(region.centre(), vector![0.0, 0.0, 3.0]);
    let exit = |direction| region.exit(&region.centre(), &direction);
    assert_eq!(exit(Vector3::z()), Exit::At { distance: 1.0, condition: Condition::Energy });
    assert_eq!(exit(-Vector3::z()), Exit::At { distance: 1.0, condition: Condition::Penetration });
    assert_eq!(exit(Vector3::x()), Exit::At { distance: 0.0, condition: Condition::Cone });
}

#[test]
fn a_pendulum_that_friction_can_wedge_has_no_end() {
    // The rod leans by 45°: with μ > 1 the floor can push along it.
    let wedged = region(pendulum(), vector![1.0, 0.0, -1.0], 1.5);
    assert_eq!(wedged.volume(), Extent::Unbounded);
    assert_eq!(wedged.area(), Ok(Extent::Unbounded));
    let along = wedged.endless_direction().expect("it has no end");
    for far in [1.0, 1e6] {
        assert!(wedged.membership(&(wedged.centre() + along * far)).is_inside());
    }
    assert!(wedged.membership(&wedged.centre()).is_inside());
    assert_eq!(wedged.exit(&wedged.centre(), &vector![1.0, 0.0, 1.0]), Exit::Never);
    let free = region(pendulum(), vector![1.0, 0.0, -1.0], 0.5);
    assert_eq!(free.endless_direction(), None);
    // In the plane: −2 ≤ x − z ≤ 0 from energy, x − z ≤ −1 from penetration, |x| ≤ z/2: with s = z − x from 1 to 2 and x = kz,
    // the rays from the origin give a trapezium of area (2² − 1)/2 · ∫ dk/(1 − k)² = 3/2 (2 − 2/3).
    let (area, _) = bounded(free.area().expect("it is planar"));
    assert!((area - 2.0).abs() < ACCURACY);
    // Dragged by a belt against the rod, the energy bounds it.
    let driven = region(pendulum(), vector![5.0, 0.0, -1.0], 1.5);
    assert_eq!(driven.endless_direction(), None);
    assert!(driven.membership(&driven.centre()).is_inside());
}

#[test]
fn a_grazing_impact_has_a_region_because_sliding_can_pay_for_a_rebound() {
    // W = I, v₀ = (1, 0, 0): the ball about (−1, 0, 0), above its middle, in the cone.
    let grazing = region(Matrix3::identity(), vector![1.0, 0.0, 0.0], 1.0);
    let (area, centroid) = bounded(grazing.area().expect("it is planar"));
    // r₂ = 2 sin θ up to π/4: ∫ 2 sin² θ dθ.
    assert!((area - (PI / 4.0 - 0.5)).abs() < ACCURACY);
    assert!(centroid.x < 0.0 && grazing.membership(&centroid).is_inside());
    // As the limit of slower and slower approach.
    let nearly = bounded(region(Matrix3::identity(), vector![1.0, 0.0, -1e-9], 1.0).volume());
    let (volume, centroid) = bounded(grazing.volume());
    assert!((nearly.0 / volume - 1.0).abs() < 1e-8 && (nearly.1 - centroid).norm() < 1e-8);
    let still = region(Matrix3::identity(), Vector3::zeros(), 1.0);
    assert_eq!(still.volume(), Extent::Flat);
    assert_eq!(still.centre(), Vector3::zeros());
}

#[test]
fn rays_end_on_the_boundary_that_they_name() {
    let mut generator = Generator(14);
    for number in 0..20_000 {
        let impact = if number % 2 == 0 { generator.impact() } else { generator.planar_impact() };
        let region = PermissibleRegion::of(&impact);
        let from = impact.plastic_impulse() * generator.between(1.0, 2.0);
        let direction = generator.vector();
        let Exit::At { distance, condition } = region.exit(&from, &direction) else { panic!("M is bounded") };
        let membership = region.membership(&(from + direction * distance));
        assert!(membership.is_inside_within(BOUNDARY), "{membership:?}");
        let margin = membership.margin(condition);
        assert!(margin.value.abs() <= BOUNDARY * margin.rounding, "{condition:?} {margin:?}");
        let beyond = region.membership(&(from + direction * (distance * 1.001 + 1e-6)));
        assert!(!beyond.is_inside(), "{condition:?}");
    }
}

#[test]
fn projection_keeps_what_is_inside_and_brings_the_rest_to_the_boundary() {
    let mut generator = Generator(15);
    for _ in 0..20_000 {
        let impact = generator.impact();
        let region = PermissibleRegion::of(&impact);
        let towards = impact.plastic_impulse() * 1.5;
        let size = 10.0_f64.powf(generator.between(-2.0, 12.0));
        let p = generator.vector() * size;
        let projected = region.project(&p, &towards);
        let membership = region.membership(&projected);
        assert!(membership.is_inside_within(BOUNDARY));
        if region.membership(&p).is_inside() {
            assert_eq!(projected, p);
        } else {
            let nearest = Condition::ALL.map(|condition| {
                let margin = membership.margin(condition);
                margin.value.abs() / margin.rounding
            });
            assert!(nearest.into_iter().fold(f64::INFINITY, f64::min) <= BOUNDARY, "{membership:?}");
            let (way, whole): (Vector3<f64>, Vector3<f64>) = (projected - towards, p - towards);
            assert!(way.normalize().cross(&whole.normalize()).norm() < 1e-9 / way.norm().min(1.0));
        }
    }
    let region = region(Matrix3::identity(), vector![0.0, 0.0, -1.0], 0.5);
    let far = region.project(&(Vector3::x() * f64::MAX), &vector![0.0, 0.0, 1.5]);
    assert!((far - vector![0.75, 0.0, 1.5]).norm() < ACCURACY, "{far}");
}

#[test]
fn a_turned_tangent_is_the_same_ray() {
    let mut generator = Generator(16);
    for _ in 0..1_000 {
        let impact = generator.impact();
        let turn = Rotation2::new(generator.between(0.0, 6.3));
        let change = turn.to_homogeneous();
        let there = region(
            change * impact.inverse_mass() * change.transpose(),
            change * impact.velocity(),
            impact.friction(),
        );
        let from = impact.plastic_impulse() * 1.3;
        let direction: Vector3<f64> = generator.vector();
        let turned: Vector2<f64> = turn * direction.xy();
        let (a, b) = (
            PermissibleRegion::of(&impact).exit(&from, &direction).distance(),
            there.exit(&from, &turned.push(direction.z)).distance(),
        );
        assert!((a - b).abs() < ACCURACY * (1.0 + a), "{a} {b}");
    }
}
