//! Where impulses lie, and what the laws' impulses do.

use carom::analysis::region::{Condition, EnergySurface, Landmarks, PermissibleRegion, Sticking};
use carom::laws::routh::{Routh, Termination};
use carom::laws::{self, ImpactLaw, LawError, LoneImpact};
use carom::{Restitution, laws::Coefficients};
use nalgebra::{Matrix3, Rotation2, Vector3, vector};

use crate::{Generator, bounding_box, impact, pendulum, region};

/// Rounding of a dozen operations on numbers of order one.
const FEW_ROUNDINGS: f64 = 1e-14;

/// Roundings of Routh's law over the sixteen of a closed form: a slip that turns takes a few dozen Taylor steps and grows them.
const ROUTHS_ROUNDINGS: f64 = 64.0;

fn with_restitution(generator: &mut Generator, impact: LoneImpact) -> LoneImpact {
    let restitution = Restitution::new(generator.unit()).expect("within 0..=1");
    impact.with_coefficients(Coefficients { restitution, ..impact.coefficients() })
}

fn conditions(region: &PermissibleRegion, p: &Vector3<f64>) -> Vec<Condition> {
    region.membership(p).broken().map(|breach| breach.condition).collect()
}

#[test]
fn each_condition_is_broken_by_as_much_as_by_hand() {
    // W = I, v = (1, 0, −2), μ = 3/4: E(p) = p_x − 2 p_z + |p|²/2, v_n = p_z − 2, and the cone's normal is (0.8, −0.6).
    let region = region(Matrix3::identity(), vector![1.0, 0.0, -2.0], 0.75);
    let p = vector![-1.0, 0.0, 3.0];
    let membership = region.membership(&p);
    assert!(membership.is_inside());
    assert_eq!(membership.energy.value, 1.0 + 6.0 - 5.0);
    assert_eq!(membership.energy.relative, 2.0 / 2.5);
    assert_eq!(membership.penetration.value, 1.0);
    assert!((membership.penetration.relative - 1.0 / 5.0_f64.sqrt()).abs() < FEW_ROUNDINGS);
    assert_eq!(membership.tension.value, 3.0);
    assert!((membership.cone.value - (3.0 * 0.6 - 0.8)).abs() < FEW_ROUNDINGS);

    assert_eq!(conditions(&region, &vector![0.0, 0.0, 5.0]), [Condition::Energy]);
    assert_eq!(conditions(&region, &vector![0.0, 0.0, 1.0]), [Condition::Penetration]);
    assert_eq!(conditions(&region, &vector![-2.0, 0.0, 2.5]), [Condition::Cone]);
    let pulls: Vec<_> = region.membership(&vector![0.0, 0.0, -1.0]).broken().collect();
    let expected = [Condition::Energy, Condition::Penetration, Condition::Tension, Condition::Cone];
    assert_eq!(pulls.iter().map(|breach| breach.condition).collect::<Vec<_>>(), expected);
    assert_eq!(pulls.iter().map(|breach| breach.by).collect::<Vec<_>>()[..3], [2.5, 3.0, 1.0]);
    assert!((pulls[3].by - 0.6).abs() < FEW_ROUNDINGS);
}

#[test]
fn landmarks_are_those_of_the_paper() {
    let mut generator = Generator(1);
    for _ in 0..1_000 {
        let impact = generator.impact();
        let Landmarks { plastic, elastic, sticking, .. } = Landmarks::of(&impact);
        let marks = Landmarks::of(&impact);
        let size = impact.velocity().norm() + impact.inverse_mass().norm() * sticking.norm();
        assert!(impact.velocity_after(&plastic).z.abs() < FEW_ROUNDINGS * size);
        assert!(impact.velocity_after(&sticking).norm() < FEW_ROUNDINGS * size);
        assert_eq!(elastic, 2.0 * plastic);
        let plane = marks.maximum_compression;
        for p in [plastic, sticking] {
            assert!((plane.normal.dot(&p) - plane.offset).abs() < FEW_ROUNDINGS * size);
        }
        let Sticking::Line { point, direction } = marks.line_of_sticking else { panic!("A has an inverse") };
        for along in [0.0, 1.0, -3.0] {
            assert!(impact.velocity_after(&(point + direction * along)).xy().norm() < 1e-12 * size);
        }
        let EnergySurface::Ellipsoid { centre, semi_axes, directions } = marks.energy_surface else {
            panic!("M is bounded")
        };
        let region = PermissibleRegion::of(&impact);
        for i in 0..3 {
            for side in [-1.0, 1.0] {
                let energy = region.membership(&(centre + directions.column(i) * semi_axes[i] * side)).energy;
                assert!(energy.relative.abs() < 1e-12, "{energy:?}");
            }
        }
    }
}

#[test]
fn surfaces_of_a_pendulum_have_no_end() {
    let marks = Landmarks::of(&impact(pendulum(), vector![1.0, 0.0, -1.0], 0.5));
    let EnergySurface::Cylinder { centre, semi_axes, directions } = marks.energy_surface else {
        panic!("the rod bears any impulse along it")
    };
    // E = p_x − p_z + (p_x − p_z)²/2 ≤ 0: a slab −2 ≤ p_x − p_z ≤ 0 with its middle at (−1, 0, 1)/2, half as thick as 1/√2.
    assert!((centre - vector![-0.5, 0.0, 0.5]).amax() < FEW_ROUNDINGS);
    assert_eq!(semi_axes.xy(), vector![f64::INFINITY, f64::INFINITY]);
    assert!((semi_axes.z - 0.5_f64.sqrt()).abs() < FEW_ROUNDINGS);
    assert!(
        (directions.column(2).dot(&vector![1.0, 0.0, -1.0]).abs() - 2.0_f64.sqrt()).abs() < FEW_ROUNDINGS
    );
    assert!(matches!(marks.line_of_sticking, Sticking::Plane { .. }));

    let driven = Landmarks::of(&impact(pendulum(), vector![-5.0, 2.0, -1.0], 0.5));
    let EnergySurface::Paraboloid { driven: part } = driven.energy_surface else {
        panic!("a belt drives it")
    };
    assert!((part - vector![-3.0, 2.0, -3.0]).amax() < 10.0 * FEW_ROUNDINGS);
    assert_eq!(driven.line_of_sticking, Sticking::Nowhere);
    let slippery =
        Landmarks::of(&impact(Matrix3::from_diagonal(&vector![0.0, 0.0, 1.0]), -Vector3::z(), 0.5));
    assert_eq!(slippery.line_of_sticking, Sticking::Everywhere);
}

#[test]
fn the_papers_parallelogram_keeps_energy_and_penetration() {
    let mut generator = Generator(2);
    for _ in 0..100_000 {
        let impact = generator.impact();
        let region = PermissibleRegion::of(&impact);
        let (one, two) = (impact.plastic_impulse(), impact.sticking_impulse());
        for vertex in [one, 2.0 * one, 2.0 * two, 2.0 * two - one] {
            // M's own rounding is that of the closed form times its condition, at most 3·1.05/0.05 here.
            let membership = region.membership(&vertex);
            assert!(membership.energy.is_kept_within(64.0), "{impact:?} {vertex:?}");
            assert!(membership.penetration.is_kept_within(64.0), "{impact:?} {vertex:?}");
        }
    }
}

#[test]
fn between_two_permissible_impulses_all_are() {
    let mut generator = Generator(3);
    let mut pairs = 0;
    for _ in 0..5_000 {
        let impact = generator.impact();
        let region = PermissibleRegion::of(&impact);
        let (low, high) = bounding_box(&impact);
        let mut inside: Vec<Vector3<f64>> = Vec::new();
        for _ in 0..50 {
            let p = Vector3::from_fn(|i, _| generator.between(low[i], high[i]));
            if region.membership(&p).is_inside() {
                inside.push(p);
            }
        }
        for pair in inside.windows(2) {
            pairs += 1;
            let p = pair[0].lerp(&pair[1], generator.unit());
            assert!(region.membership(&p).is_inside());
        }
    }
    assert!(pairs > 2_000, "{pairs}");
}

#[test]
fn rouths_impulses_are_permissible_and_leave_only_where_newtons_end_creates_energy() {
    let mut generator = Generator(4);
    let mut created = 0;
    for number in 0..100_000 {
        let impact = generator.impact();
        let impact = with_restitution(&mut generator, impact);
        let termination = [Termination::Energetic, Termination::Poisson, Termination::Newton][number % 3];
        let p = Routh { termination }.impulse(&impact).expect("W has an inverse");
        let membership = PermissibleRegion::of(&impact).membership(&p);
        let inside = membership.is_inside_within(ROUTHS_ROUNDINGS);
        match termination {
            Termination::Energetic | Termination::Poisson => assert!(inside, "{impact:?} {membership:?}"),
            Termination::Newton => {
                created += usize::from(!inside);
                let energy_only = membership.broken().all(|breach| breach.condition == Condition::Energy);
                assert!(inside || energy_only, "{impact:?} {membership:?}");
            }
        }
    }
    assert!((100..10_000).contains(&created), "{created}");
}

#[test]
fn neither_frame_nor_units_matter() {
    let mut generator = Generator(5);
    for _ in 0..10_000 {
        let impact = generator.impact();
        let (w, v, mu) = (impact.inverse_mass(), impact.velocity(), impact.friction());
        let p = generator.vector() * 3.0;
        let here = PermissibleRegion::of(&impact).membership(&p);
        let turn = Rotation2::new(generator.between(0.0, 6.3)).to_homogeneous();
        let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
        for change in [turn, mirror, turn * mirror] {
            let there = region(change * w * change.transpose(), change * v, mu).membership(&(change * p));
            for condition in Condition::ALL {
                let (a, b) = (here.margin(condition), there.margin(condition));
                assert!((a.value - b.value).abs() <= a.rounding + b.rounding);
            }
        }
        let mass = 2.0_f64.powi((generator.between(-300.0, 300.0)).floor() as i32);
        let speed = 2.0_f64.powi((generator.between(-200.0, 200.0)).floor() as i32);
        let there = region(w / mass, v * speed, mu).membership(&(p * mass * speed));
        for condition in Condition::ALL {
            let unit = match condition {
                Condition::Energy => mass * speed * speed,
                Condition::Penetration => speed,
                Condition::Tension | Condition::Cone => mass * speed,
            };
            assert_eq!(here.margin(condition).value * unit, there.margin(condition).value);
            assert_eq!(here.margin(condition).relative, there.margin(condition).relative);
        }
    }
}

#[test]
fn frictionless_and_infinitely_rough_contacts_have_the_cones_they_should() {
    let (w, v) = (Matrix3::identity(), vector![1.0, 0.0, -1.0]);
    let smooth = region(w, v, 0.0);
    assert!(smooth.membership(&vector![0.0, 0.0, 2.0]).is_inside());
    assert_eq!(conditions(&smooth, &vector![-1e-9, 0.0, 1.5]), [Condition::Cone]);
    let rough = region(w, v, f64::INFINITY);
    // A floor that approaches a body at rest cannot pull, but hold with any tangential impulse that the energy allows.
    assert!(rough.membership(&vector![-1.0, 0.0, 1.0]).is_inside());
    assert_eq!(rough.membership(&vector![-1.0, 0.0, 0.5]).cone.value, 0.5);
    let broken = conditions(&rough, &vector![-0.5, 0.0, -0.1]);
    assert_eq!(broken, [Condition::Penetration, Condition::Tension, Condition::Cone]);
}

#[test]
fn hostile_impulses_are_outside_and_give_numbers() {
    let region = region(Matrix3::identity(), vector![1.0, 0.0, -1.0], 0.5);
    for hostile in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!region.membership(&vector![0.0, 0.0, hostile]).is_inside());
    }
    for size in [1e200, f64::MAX] {
        for direction in [vector![0.0, 0.0, 1.0], vector![1.0, -1.0, 1.0], vector![0.0, 1.0, -1.0]] {
            let membership = region.membership(&(direction * size));
            assert!(!membership.is_inside());
            for condition in Condition::ALL {
                assert!(!membership.margin(condition).value.is_nan(), "{membership:?}");
            }
        }
    }
    let still = PermissibleRegion::of(&impact(Matrix3::identity(), Vector3::zeros(), 0.5));
    assert!(still.membership(&Vector3::zeros()).is_inside());
    assert_eq!(conditions(&still, &vector![0.0, 0.0, 1.0]), [Condition::Energy]);
}

#[test]
fn what_parts_needs_no_impulse() -> Result<(), LawError> {
    let impact = impact(Matrix3::identity(), vector![1.0, 0.0, 1.0], 0.5);
    let collision = laws::apply(&Routh::default(), &impact)?;
    assert!(PermissibleRegion::of(&impact).membership(&collision.impulse).is_inside());
    Ok(())
}
