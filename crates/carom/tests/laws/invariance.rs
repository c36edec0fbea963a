//! Frames and units do not matter, and hostile numbers do no harm.

use carom::laws::brach::Brach;
use carom::laws::{ImpactLaw, LawError, LoneImpact};
use nalgebra::{Matrix3, Rotation2, Vector3, vector};

use crate::{Numbers, coefficients, impulse, laws, laws_of_narrow_domain};

/// How many impacts a symmetry is tried on.
const TRIALS: usize = 20_000;

/// Roundings of some hundred operations, as part of their terms, in the matrix that a turn has rounded and the laws amplify.
const ROUNDING: f64 = 1e-13;

/// Impacts of every kind.
fn any(numbers: &mut Numbers) -> LoneImpact {
    match numbers.below(3) {
        0 => numbers.planar(),
        1 => numbers.singular(),
        _ => numbers.spatial(),
    }
}

/// What the rounding of W, in parts of it, does to an impulse: the condition of W, twice as an impulse near where a law changes
/// its mind depends on a quotient of such.
fn amplification(lone: &LoneImpact) -> f64 {
    let condition = lone.mass().map_or(1e3, |mass| mass.norm() * lone.inverse_mass().norm());
    condition * condition
}

/// Every law is continuous but where two answers trade places, which a rounding may decide: one impact in a thousand may.
fn assert_mostly(law: &dyn ImpactLaw, different: usize, what: &str) {
    assert!(different <= TRIALS / 1000, "{law:?}: {different} of {TRIALS} depend on {what}");
}

#[test]
fn the_tangents_may_be_turned() {
    for law in &laws() {
        let mut numbers = Numbers(21);
        let mut different = 0;
        for _ in 0..TRIALS {
            let lone = numbers.spatial();
            let turn = Rotation2::new(numbers.between(0.0, 6.3)).to_homogeneous();
            let w = turn * lone.inverse_mass() * turn.transpose();
            let turned = LoneImpact::new(w, turn * lone.velocity(), lone.coefficients()).unwrap();
            let (Ok(p), Ok(q)) = (law.impulse(&lone), law.impulse(&turned)) else { continue };
            let size = p.norm() + lone.velocity().norm() / lone.inverse_mass().norm();
            different += usize::from((turn * p - q).norm() > ROUNDING * amplification(&lone) * size);
        }
        assert_mostly(law.as_ref(), different, "the tangents");
    }
}

/// The second ratio of Brach's law is that along n × u and changes its sign; all other laws have no handedness.
#[test]
fn the_mirror_image_of_an_impact_is_an_impact() {
    let mirror = Matrix3::from_diagonal(&vector![1.0, -1.0, 1.0]);
    let brach = |second| Brach { impulse_ratios: Some(vector![0.3, second]), ..Brach::default() };
    let (left, right) = (brach(0.4), brach(-0.4));
    let all = laws();
    let symmetric = all.iter().map(AsRef::as_ref).filter(|law| !format!("{law:?}").contains("Some"));
    let mut pairs: Vec<(&dyn ImpactLaw, &dyn ImpactLaw)> = symmetric.map(|law| (law, law)).collect();
    pairs.push((&left, &right));
    for (law, image) in pairs {
        let mut numbers = Numbers(22);
        let mut different = 0;
        for _ in 0..TRIALS {
            let lone = numbers.spatial();
            let w = mirror * lone.inverse_mass() * mirror;
            let mirrored = LoneImpact::new(w, mirror * lone.velocity(), lone.coefficients()).unwrap();
            let (Ok(p), Ok(q)) = (law.impulse(&lone), image.impulse(&mirrored)) else { continue };
            let size = p.norm() + lone.velocity().norm() / lone.inverse_mass().norm();
            different += usize::from((mirror * p - q).norm() > ROUNDING * amplification(&lone) * size);
        }
        assert_mostly(law, different, "the side");
    }
}

#[test]
fn units_that_are_powers_of_two_do_not_matter_to_the_last_bit() {
    let narrow = laws_of_narrow_domain();
    let all = laws();
    for law in all.iter().chain(&narrow) {
        let mut numbers = Numbers(23);
        for _ in 0..TRIALS {
            let lone = any(&mut numbers);
            let (mass, speed) = (
                2.0_f64.powi(numbers.below(600) as i32 - 300),
                2.0_f64.powi(numbers.below(600) as i32 - 300),
            );
            let other =
                LoneImpact::new(lone.inverse_mass() / mass, lone.velocity() * speed, lone.coefficients())
                    .unwrap();
            match (law.impulse(&lone), law.impulse(&other)) {
                (Ok(p), Ok(q)) => assert_eq!(p * mass * speed, q, "{law:?} {lone:?}"),
                (Err(p), Err(q)) => assert_eq!(p, q),
                (p, q) => panic!("{law:?} {lone:?}: {p:?} {q:?}"),
            }
        }
    }
}

#[test]
fn other_units_of_velocity_matter_by_rounding_only() {
    for law in &laws() {
        let mut numbers = Numbers(24);
        let mut different = 0;
        for _ in 0..TRIALS {
            let lone = numbers.spatial();
            let speed = numbers.between(1.0, 1000.0);
            let (Ok(p), Ok(q)) =
                (law.impulse(&lone), law.impulse(&lone.with_velocity(lone.velocity() * speed)))
            else {
                continue;
            };
            let size = p.norm() + lone.velocity().norm() / lone.inverse_mass().norm();
            different += usize::from((p - q / speed).norm() > ROUNDING * amplification(&lone) * size);
        }
        assert_mostly(law.as_ref(), different, "the unit of velocity");
    }
}

/// Entries of every size between the smallest number and the largest, zeros among them.
fn hostile(numbers: &mut Numbers) -> f64 {
    let sign = if numbers.below(2) == 0 { 1.0 } else { -1.0 };
    let power = numbers.between(-320.0, 300.0);
    let moderate = numbers.between(-9.0, 9.0);
    match numbers.below(8) {
        0 | 1 => 0.0,
        2 => sign * f64::from_bits(1),
        3 => sign * 10.0_f64.powf(power),
        _ => sign * 10.0_f64.powf(moderate),
    }
}

#[test]
fn hostile_numbers_end_in_an_impulse_or_an_error() {
    let narrow = laws_of_narrow_domain();
    let all = laws();
    let mut numbers = Numbers(25);
    let mut answered = 0;
    for _ in 0..TRIALS {
        let columns = [0; 3].map(|_| Vector3::from_fn(|_, _| hostile(&mut numbers)));
        let w: Matrix3<f64> = columns.iter().map(|column| column * column.transpose()).sum();
        let w = if numbers.below(4) == 0 { Matrix3::from_diagonal(&w.diagonal()) } else { w };
        let v = Vector3::from_fn(|_, _| hostile(&mut numbers));
        let v = vector![v.x, v.y, -v.z.abs()];
        let friction = hostile(&mut numbers).abs();
        let Ok(lone) = LoneImpact::new(w, v, coefficients(friction, 0.5, 0.25)) else { continue };
        for law in all.iter().chain(&narrow) {
            if let Ok(p) = law.impulse(&lone) {
                assert!(p.iter().all(|x| x.is_finite()), "{law:?} {lone:?} {p}");
                answered += 1;
            }
        }
    }
    assert!(answered > TRIALS, "{answered} impulses");
}

/// Masses a billion apart, and a friction as large.
#[test]
fn huge_ratios_keep_impulses_in_the_cone() {
    for law in &laws() {
        for ratio in [1e-9_f64, 1e9] {
            for friction in [1e-9, 1.0, 1e9, 1e300] {
                let b = 0.3 * ratio.sqrt();
                let w = Matrix3::new(ratio, 0.0, b, 0.0, 1.0, 0.1, b, 0.1, 0.3);
                let lone =
                    LoneImpact::new(w, vector![1.0, -0.5, -1.0], coefficients(friction, 0.5, 0.5)).unwrap();
                let p = impulse(law.as_ref(), &lone);
                assert!(
                    p.z >= 0.0 && p.xy().norm() <= friction * p.z * (1.0 + ROUNDING),
                    "{law:?} {lone:?} {p}"
                );
            }
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    let lone = crate::impact(Matrix3::identity(), vector![1.0, 0.0, -1.0], 0.5, 0.5);
    for bad in [f64::NAN, f64::INFINITY] {
        let ratios = Brach { impulse_ratios: Some(vector![0.0, bad]), ..Brach::default() };
        let restitution = Brach { kinematic_restitution: Some(-bad), ..Brach::default() };
        for law in [ratios, restitution] {
            assert!(matches!(law.impulse(&lone), Err(LawError::Parameter { .. })));
        }
    }
}
