//! The three laws that reach the whole region: there and back, and never outside.

use std::f64::consts::PI;

use carom::analysis::region::{Parameterisation, PermissibleRegion, PolarDirection};
use carom::laws::{self, ImpactLaw, LawError, LoneImpact};
use nalgebra::{Matrix3, Rotation2, Vector2, Vector3, vector};

use crate::{Generator, impact, pendulum, region, with_friction};

/// Rounding of the way there and back, over how near the boundary may come to the centre.
const THERE_AND_BACK: f64 = 1e-11;

/// Times the rounding of a closed form by which an impulse may be off: the centre is a sum of its own.
const LAW: f64 = 4.0;

fn space(from_normal: f64, azimuth: f64, fraction: f64) -> Parameterisation {
    Parameterisation::Polar { direction: PolarDirection::Space { from_normal, azimuth }, fraction }
}

fn plane(angle: f64, fraction: f64) -> Parameterisation {
    Parameterisation::Polar { direction: PolarDirection::Plane { angle }, fraction }
}

fn impulse(law: &Parameterisation, impact: &LoneImpact) -> Vector3<f64> {
    law.impulse(impact).expect("the parameters are in range")
}

/// A permissible impulse of any kind.
fn some_impulse(generator: &mut Generator, region: &PermissibleRegion) -> Vector3<f64> {
    let from = region.impact().plastic_impulse() * generator.between(1.0, 2.0);
    let direction = generator.vector();
    from + direction * (region.exit(&from, &direction).distance() * generator.unit())
}

#[test]
fn polar_angles_name_every_impulse_and_no_other() {
    let mut generator = Generator(30);
    for number in 0..60 {
        let impact = match number % 6 {
            0 => generator.impact().with_coefficients(with_friction(f64::INFINITY)),
            1 => generator.impact().with_velocity(vector![1.0, -0.4, 0.0]),
            _ => generator.impact(),
        };
        let region = PermissibleRegion::of(&impact);
        let (psi_1, psi_2) = (generator.between(0.0, PI), generator.between(0.0, 2.0 * PI));
        let inside = impulse(&space(psi_1, psi_2, generator.unit()), &impact);
        assert!(region.membership(&inside).is_inside_within(LAW));
        let edge = impulse(&space(psi_1, psi_2, 1.0), &impact);
        assert!(region.membership(&edge).is_inside_within(LAW));
        let back = Parameterisation::polar_of(&region, &inside).expect("it is permissible");
        assert!((impulse(&back, &impact) - inside).norm() < THERE_AND_BACK * inside.norm());
        if impact.velocity().z < 0.0 {
            let any = some_impulse(&mut generator, &region);
            let named = Parameterisation::polar_of(&region, &any).expect("it is permissible");
            assert!((impulse(&named, &impact) - any).norm() < THERE_AND_BACK * any.norm());
        }
    }
}

#[test]
fn one_angle_names_every_impulse_of_a_planar_impact() {
    let mut generator = Generator(31);
    for _ in 0..2_000 {
        let impact = generator.planar_impact();
        let region = PermissibleRegion::of(&impact);
        let p = impulse(&plane(generator.between(-PI, PI), generator.unit()), &impact);
        assert!(p.y == 0.0 && region.membership(&p).is_inside_within(LAW));
        let mut any = some_impulse(&mut generator, &region);
        any.y = 0.0;
        let named = Parameterisation::polar_in_plane_of(&region, &any).expect("it is permissible");
        assert!((impulse(&named, &impact) - any).norm() < THERE_AND_BACK * any.norm());
    }
    let oblique = generator.impact();
    let refused = plane(0.0, 0.5).impulse(&oblique);
    assert!(matches!(refused, Err(LawError::OutsideDomain { .. })));
}

#[test]
fn projected_impulses_are_permissible_and_permissible_ones_stay() {
    let mut generator = Generator(32);
    for _ in 0..60 {
        let impact = generator.impact();
        let region = PermissibleRegion::of(&impact);
        let outside = generator.vector() * 100.0;
        let p = impulse(&Parameterisation::Projected { impulse: outside }, &impact);
        assert!(region.membership(&p).is_inside_within(LAW));
        let any = some_impulse(&mut generator, &region);
        if region.membership(&any).is_inside() {
            assert_eq!(impulse(&Parameterisation::Projected { impulse: any }, &impact), any);
        }
    }
}

#[test]
fn ratios_name_every_impulse_and_refuse_all_others() {
    let mut generator = Generator(33);
    let (mut beyond_one, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let impact = generator.impact();
        let region = PermissibleRegion::of(&impact);
        // Not on the very boundary, where rounding decides.
        let any =
            impact.plastic_impulse() * 1.5 * 1e-6 + some_impulse(&mut generator, &region) * (1.0 - 1e-6);
        if let Ok(named) = Parameterisation::ratios_of(&region, &any) {
            let Parameterisation::Ratios { restitution, .. } = named else { panic!("{named:?}") };
            beyond_one += usize::from(restitution > 1.0);
            let p = impulse(&named, &impact);
            assert!((p - any).norm() < 1e-9 * any.norm(), "{impact:?} {any} {p}");
        }
        let ratios = Vector2::new(generator.between(-1.5, 1.5), generator.between(-1.5, 1.5));
        match (Parameterisation::Ratios { restitution: generator.between(0.0, 1.5), ratios }).impulse(&impact)
        {
            Ok(p) => assert!(region.membership(&p).is_inside()),
            Err(LawError::NotPermissible { by, .. }) => {
                refused += 1;
                assert!(by > 0.0);
            }
            Err(LawError::NoSolution { .. }) => refused += 1,
            Err(other) => panic!("{other:?}"),
        }
    }
    assert!(beyond_one > 1_000 && refused > 10_000, "{beyond_one} {refused}");
}

#[test]
fn a_refusal_says_what_is_broken_and_by_how_much() {
    // A particle: e = 2 makes v_n = 2 of −1 and creates (4 − 1)/2.
    let particle = impact(Matrix3::identity(), vector![0.0, 0.0, -1.0], 0.5);
    let law = Parameterisation::Ratios { restitution: 2.0, ratios: Vector2::zeros() };
    let refused = LawError::NotPermissible { breaks: "creates energy", by: 1.5, unit: "J" };
    assert_eq!(law.impulse(&particle), Err(refused));
    let law = Parameterisation::Ratios { restitution: -0.5, ratios: Vector2::zeros() };
    let refused = LawError::NotPermissible { breaks: "penetrates", by: 0.5, unit: "m/s" };
    assert_eq!(law.impulse(&particle), Err(refused));
}

#[test]
fn axes_are_the_sliding_contacts_own() {
    let mut generator = Generator(34);
    for _ in 0..20 {
        let here = generator.impact();
        let turn = Rotation2::new(generator.between(0.0, 6.3)).to_homogeneous();
        let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
        let moved = |change: Matrix3<f64>| {
            impact(
                change * here.inverse_mass() * change.transpose(),
                change * here.velocity(),
                here.friction(),
            )
        };
        let p = impulse(&space(1.0, 0.7, 0.8), &here);
        let turned = impulse(&space(1.0, 0.7, 0.8), &moved(turn));
        assert!((turn * p - turned).norm() < THERE_AND_BACK * p.norm());
        let mirrored = impulse(&space(1.0, -0.7, 0.8), &moved(mirror));
        assert!((mirror * p - mirrored).norm() < THERE_AND_BACK * p.norm());
        let twice = impulse(&space(1.0, 0.7, 0.8), &here.with_velocity(here.velocity() * 2.0));
        assert_eq!(twice, p * 2.0);
    }
}

#[test]
fn without_friction_the_segment_is_named_from_end_to_end() {
    let smooth = impact(Matrix3::identity(), vector![3.0, 0.0, -1.0], 0.0);
    let region = PermissibleRegion::of(&smooth);
    assert!((impulse(&space(0.0, 0.0, 1.0), &smooth) - Vector3::z() * 2.0).norm() < THERE_AND_BACK);
    assert!((impulse(&space(PI, 0.0, 1.0), &smooth) - Vector3::z()).norm() < THERE_AND_BACK);
    for height in [1.0, 1.2, 1.5, 2.0] {
        let p = Vector3::z() * height;
        let named = Parameterisation::polar_of(&region, &p).expect("it is permissible");
        assert!((impulse(&named, &smooth) - p).norm() < THERE_AND_BACK);
    }
}

#[test]
fn an_endless_region_refuses_fractions_of_an_endless_way() {
    let wedged = impact(pendulum(), vector![1.0, 0.0, -1.0], 1.5);
    assert!(matches!(plane(PI / 4.0, 0.5).impulse(&wedged), Err(LawError::NoSolution { .. })));
    let p = impulse(&plane(-PI / 4.0, 1.0), &wedged);
    assert!(PermissibleRegion::of(&wedged).membership(&p).is_inside_within(LAW));
    let far = impulse(&Parameterisation::Projected { impulse: vector![1e6, 0.0, 1e6 + 1.5] }, &wedged);
    assert_eq!(far, vector![1e6, 0.0, 1e6 + 1.5]);
}

#[test]
fn hostile_parameters_are_refused() {
    let plain = impact(Matrix3::identity(), vector![1.0, 0.0, -1.0], 0.5);
    for bad in [f64::NAN, f64::INFINITY, -0.1, 10.0] {
        assert!(matches!(
            space(bad, 0.0, 0.5).impulse(&plain),
            Err(LawError::Parameter { what: "psi_1", .. })
        ));
        assert!(matches!(space(0.0, 0.0, bad).impulse(&plain), Err(LawError::Parameter { what: "rho", .. })));
    }
    assert!(matches!(
        space(0.0, f64::NAN, 0.5).impulse(&plain),
        Err(LawError::Parameter { what: "psi_2", .. })
    ));
    assert!(matches!(plane(4.0, 0.5).impulse(&plain), Err(LawError::Parameter { what: "psi", .. })));
    let nan = Parameterisation::Projected { impulse: vector![0.0, f64::NAN, 1.0] };
    assert!(matches!(nan.impulse(&plain), Err(LawError::NotFinite { .. })));
    let nan = Parameterisation::Ratios { restitution: f64::NAN, ratios: Vector2::zeros() };
    assert!(matches!(nan.impulse(&plain), Err(LawError::Parameter { what: "e", .. })));
    let region = region(Matrix3::identity(), vector![1.0, 0.0, -1.0], 0.5);
    assert!(Parameterisation::polar_of(&region, &vector![5.0, 0.0, 1.0]).is_err());
}

#[test]
fn bodies_that_graze_or_part_are_left_alone_where_the_parameters_say_so() {
    let grazing = impact(Matrix3::identity(), vector![1.0, 0.0, 0.0], 0.5);
    let law = Parameterisation::Ratios { restitution: 0.5, ratios: vector![0.3, 0.0] };
    assert_eq!(impulse(&law, &grazing), Vector3::zeros());
    let p = impulse(&space(0.3, PI, 1.0), &grazing);
    assert!(grazing.velocity_after(&p).z > 0.0);
    let parting = impact(Matrix3::identity(), vector![1.0, 0.0, 1.0], 0.5);
    assert_eq!(
        laws::apply(&space(0.0, 0.0, 1.0), &parting).expect("nothing happens").impulse,
        Vector3::zeros()
    );
}
