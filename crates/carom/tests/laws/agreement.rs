//! Laws that must agree with each other, with the paper's program, or with their own defining equations.

use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::routh::{Routh, Termination};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact};
use carom_reference::collrule::{self, Contact};
use nalgebra::{Matrix2, Matrix3, Rotation3, Vector2, Vector3, vector};

use crate::{IMPACTS, Numbers, coefficients, impact, impulse, laws, planar, routh};

/// Roundings of a few dozen operations, as part of their terms.
const ROUNDING: f64 = 1e-14;

const TERMINATIONS: [Termination; 3] = [Termination::Energetic, Termination::Poisson, Termination::Newton];

/// The two compute W from M and p_II − p_I along the normal in different ways, each with a relative error of the condition of
/// M times some roundings. Where friction limits the impulse, κ = μN/g takes over the relative error of g = T − μ dₙ.
#[test]
fn the_law_of_chatterjee_and_ruina_is_the_papers_program() {
    let mut numbers = Numbers(11);
    let mut limited = 0;
    for _ in 0..IMPACTS {
        let contact = Contact {
            mass: numbers.matrix(),
            normal: numbers.vector().normalize(),
            friction: 10.0_f64.powf(numbers.between(-2.0, 1.0)),
            restitution: numbers.one_of(&[0.0, 1.0], 0.0, 1.0),
            tangential_restitution: numbers.one_of(&[-1.0, 0.0, 1.0], -1.0, 1.0),
        };
        let velocity = numbers.vector();
        let velocity = velocity * -velocity.dot(&contact.normal).signum();
        let expected = collrule::impulse(&contact, velocity).unwrap();

        let frame = Rotation3::rotation_between(&contact.normal, &Vector3::z()).unwrap().into_inner();
        let given = coefficients(contact.friction, contact.restitution, contact.tangential_restitution);
        let mass = frame * contact.mass * frame.transpose();
        let lone = LoneImpact::from_mass(mass, frame * velocity, given).unwrap();
        let p = frame.transpose() * impulse(&ChatterjeeRuina, &lone);

        let condition = mass.norm() * lone.inverse_mass().norm();
        let (first, second) = (lone.plastic_impulse(), lone.sticking_impulse());
        let (across, along) = (second.xy().norm(), contact.friction * (second.z - first.z));
        let slips = p.dot(&contact.normal) * contact.friction
            < (p - contact.normal * p.dot(&contact.normal)).norm() * (1.0 + ROUNDING);
        limited += usize::from(slips);
        let digits = if slips { 1.0 + (across + along.abs()) / (across - along).abs() } else { 1.0 };
        let terms = first.norm() + second.norm() + expected.norm();
        assert!((p - expected).norm() <= ROUNDING * condition * digits * terms, "{contact:?} {velocity}");
    }
    assert!((IMPACTS / 4..IMPACTS).contains(&limited), "{limited} were limited by friction");
}

#[test]
fn the_law_of_chatterjee_and_ruina_is_the_bilinear_one_for_spheres() {
    let mut numbers = Numbers(12);
    for _ in 0..IMPACTS {
        let (a, c) = (numbers.between(0.1, 5.0), numbers.between(0.1, 5.0));
        let w = Matrix3::from_diagonal(&vector![a, a, c]);
        let lone = LoneImpact::new(w, numbers.velocity(), numbers.coefficients()).unwrap();
        let (general, special) = (impulse(&ChatterjeeRuina, &lone), impulse(&Bilinear, &lone));
        assert!((general - special).norm() <= ROUNDING * special.norm(), "{lone:?} {general} {special}");
    }
}

/// Bodies need not be the same in all directions if they slide along a principal one.
#[test]
fn the_bilinear_law_asks_for_slip_along_a_principal_direction_only() {
    let w = Matrix3::from_diagonal(&vector![2.0, 5.0, 1.0]);
    let along = |v| impact(w, v, 0.3, 0.5);
    for v in [vector![1.0, 0.0, -1.0], vector![0.0, -1.0, -1.0], vector![0.0, 0.0, -1.0]] {
        let p = impulse(&Bilinear, &along(v));
        assert!((p - impulse(&ChatterjeeRuina, &along(v))).norm() <= ROUNDING);
    }
    assert!(Bilinear.impulse(&along(vector![1.0, 1.0, -1.0])).is_err());
}

#[test]
fn all_laws_are_newtons_without_friction() {
    let mut numbers = Numbers(13);
    let laws = laws();
    for _ in 0..IMPACTS {
        let any = numbers.spatial();
        let e_t = any.tangential_restitution();
        let lone = any.with_coefficients(coefficients(0.0, any.restitution(), e_t));
        let expected = impulse(&Newton, &lone);
        for law in &laws {
            let p = impulse(law.as_ref(), &lone);
            assert!((p - expected).norm() <= ROUNDING * expected.norm(), "{law:?} {lone:?}: {p}");
        }
        let p = impulse(&routh(), &lone);
        assert!((p - expected).norm() <= ROUNDING * expected.norm(), "{lone:?}: {p}");
    }
}

/// \[Chatterjee1998, sec. 4.2.2\]. With W diagonal in the frame of normal and slip, Routh's slip is straight, ends at rest, and
/// its normal velocity knows nothing of it.
#[test]
fn whittakers_law_is_rouths_for_central_impacts_whatever_ends_it() {
    let mut numbers = Numbers(14);
    for _ in 0..IMPACTS / 10 {
        let (a, c) = (numbers.between(0.1, 5.0), numbers.between(0.1, 5.0));
        let w = Matrix3::from_diagonal(&vector![a, a, c]);
        let friction = numbers.between(0.0, 2.0);
        let e = numbers.one_of(&[0.0, 1.0], 0.0, 1.0);
        let lone = impact(w, numbers.velocity(), friction, e);
        let expected = impulse(&Whittaker, &lone);
        for termination in TERMINATIONS {
            let p = impulse(&Routh { termination }, &lone);
            assert!((p - expected).norm() <= 10.0 * ROUNDING * expected.norm(), "{lone:?} {p} {expected}");
        }
    }
}

/// A steep rod, W = [[2, 2.4], [2.4, 3.2]], that sticks after pₙ = 0.1 with 0.32 of normal velocity a unit of impulse from there:
/// compression ends at 1.1 after the work 0.226.
#[test]
fn the_ends_of_rouths_law_differ_where_normal_and_tangent_are_coupled() {
    let lone = impact(planar(2.0, 2.4, 3.2), vector![-0.54, 0.0, -1.0], 1.5, 1.0);
    let normal = |termination| impulse(&Routh { termination }, &lone).z;
    assert!((normal(Termination::Poisson) - 2.2).abs() <= 10.0 * ROUNDING);
    assert!((normal(Termination::Newton) - (1.1 + 1.0 / 0.32)).abs() <= 10.0 * ROUNDING);
    let energetic = 1.1 + (2.0 * 0.226 / 0.32_f64).sqrt();
    assert!((normal(Termination::Energetic) - energetic).abs() <= 10.0 * ROUNDING);
    // M = [[5, −3.75], [−3.75, 3.125]]: p = M (0.54, 2).
    let p = impulse(&Whittaker, &lone);
    assert!((p - vector![-4.8, 0.0, 4.225]).norm() <= 10.0 * ROUNDING);
}

/// How far (H.4) and (H.5) are from being fulfilled.
fn whittakers_residual(lone: &LoneImpact, p: &Vector3<f64>) -> f64 {
    let v = lone.velocity_after(p);
    let normal = (v.z + lone.restitution() * lone.velocity().z).abs();
    let slip = v.xy().norm();
    let opposed = if slip > 0.0 { (p.xy() + v.xy() / slip * lone.friction() * p.z).norm() } else { 0.0 };
    normal.max(slip.min(opposed * lone.inverse_mass().norm()))
}

/// The direction of a slip that is nearly stopped is lost in its rounding; then the slip itself is what is left.
#[test]
fn whittakers_impulses_fulfil_their_equations() {
    let mut numbers = Numbers(15);
    let mut sliding = 0;
    for _ in 0..IMPACTS {
        let any = numbers.spatial();
        let lone = any.with_coefficients(coefficients(any.friction().min(100.0), any.restitution(), 0.0));
        let p = impulse(&Whittaker, &lone);
        let size = lone.velocity().norm() + lone.inverse_mass().norm() * p.norm() * (1.0 + lone.friction());
        let condition = lone.mass().unwrap().norm() * lone.inverse_mass().norm();
        let residual = whittakers_residual(&lone, &p);
        assert!(residual <= ROUNDING * condition * size, "{lone:?} {p} {residual:e}");
        sliding += usize::from(lone.velocity_after(&p).xy().norm() > 1e-6);
    }
    assert!(sliding > IMPACTS / 4, "{sliding} slide");
}

/// w of \[Chatterjee1998, eq. (8)\].
fn smiths_mean(before: Vector2<f64>, after: Vector2<f64>) -> Vector2<f64> {
    let (a, b) = (before.norm(), after.norm());
    (before * a + after * b) / (a * a + b * b)
}

#[test]
fn smiths_impulses_fulfil_their_equations() {
    let mut numbers = Numbers(16);
    for i in 0..IMPACTS {
        let any = if i % 4 == 0 { numbers.planar() } else { numbers.spatial() };
        let lone = any.with_coefficients(coefficients(any.friction().min(100.0), any.restitution(), 0.0));
        if lone.velocity().xy() == Vector2::zeros() {
            continue;
        }
        let p = impulse(&Smith, &lone);
        let v = lone.velocity_after(&p);
        let size = lone.velocity().norm() + lone.inverse_mass().norm() * p.norm();
        let normal = (v.z + lone.restitution() * lone.velocity().z).abs();
        assert!(normal <= 10.0 * ROUNDING * size, "{lone:?} {p} {normal:e}");
        let mean = smiths_mean(lone.velocity().xy(), v.xy());
        // The rounding of v_t⁺, as part of the terms it is computed from, is that of w as part of |v_t|.
        let slack = size / lone.velocity().xy().norm();
        let wrong = (p.xy() + mean * lone.friction() * p.z).norm() / (1.0 + lone.friction());
        assert!(wrong <= 10.0 * ROUNDING * slack * p.norm(), "{lone:?} {p} {wrong:e}");
    }
}

/// Steps of the brute march along the curve of Smith's impulses, each a factor of 10^(9/STEPS) in the normal impulse.
const STEPS: usize = 3000;

/// The slip after a normal impulse by \[Chatterjee1998, eq. (8)\], if it is left to choose its normal velocity: p_t by Newton's
/// method with differences, from that of a slightly smaller normal impulse.
fn smiths_friction(lone: &LoneImpact, normal: f64, nearby: Vector2<f64>) -> Vector2<f64> {
    let residual = |p: Vector2<f64>| {
        let after = lone.velocity_after(&p.push(normal)).xy();
        p + smiths_mean(lone.velocity().xy(), after) * lone.friction() * normal
    };
    let mut p = nearby;
    for _ in 0..20 {
        let (left, step) = (residual(p), 1e-7 * (p.norm() + normal));
        let columns = [Vector2::x(), Vector2::y()].map(|e| (residual(p + e * step) - left) / step);
        let Some(change) = Matrix2::from_columns(&columns).lu().solve(&left) else { break };
        p -= change;
        if change.norm() <= 1e-12 * (p.norm() + normal) {
            break;
        }
    }
    p
}

/// Marches up the curve with small steps to the first normal impulse that gains what it should.
fn smiths_first_impulse(lone: &LoneImpact, scale: f64) -> Option<f64> {
    let wanted = -(1.0 + lone.restitution()) * lone.velocity().z;
    let (mut p, mut before) = (Vector2::zeros(), 0.0_f64);
    for i in 0..STEPS {
        let normal = scale * 10.0_f64.powf(-6.0 + 9.0 * i as f64 / STEPS as f64);
        p = smiths_friction(lone, normal, p * (normal / before.max(normal / 2.0)));
        let gain = lone.velocity_after(&p.push(normal)).z - lone.velocity().z;
        if gain >= wanted {
            return Some(normal);
        }
        before = normal;
    }
    None
}

/// Slip presses the bodies together in these, where the curve may rise, fall and rise again.
#[test]
fn smiths_law_takes_the_first_impulse_along_the_curve() {
    let mut numbers = Numbers(17);
    let mut tried = 0;
    while tried < 60 {
        let (w, v) = (numbers.matrix(), numbers.vector());
        let friction = numbers.between(1.0, 10.0);
        let lone = impact(w, vector![v.x, v.y, -0.1 * v.z.abs()], friction, 0.5);
        if friction * vector![w.m13, w.m23].norm() < w.m33 {
            continue;
        }
        let p = impulse(&Smith, &lone);
        let scale = lone.velocity().norm() / w.norm();
        let first = smiths_first_impulse(&lone, scale).expect("the curve gets there");
        let step = 10.0_f64.powf(9.0 / STEPS as f64);
        assert!(p.z <= first * (1.0 + 1e-9) && p.z >= first / step * (1.0 - 1e-9), "{lone:?} {p} {first}");
        tried += 1;
    }
}
