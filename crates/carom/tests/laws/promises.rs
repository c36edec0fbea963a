//! Every law keeps to what it declares, on random impacts of all kinds.

use carom::laws::{Collision, ImpactLaw, LawError, LoneImpact};
use nalgebra::{Matrix3, SymmetricEigen, vector};

use crate::{IMPACTS, Numbers, laws, laws_of_narrow_domain};

/// Roundings of some hundred operations, as part of the terms; times the condition of W where an impulse comes from its
/// inverse.
const ROUNDING: f64 = 1e-14;

/// The same where W has no inverse: velocities that should not change do so by up to 1e-12 of them.
const ROUNDING_OF_BEARINGS: f64 = 1e-11;

/// An eigenvalue below this part of the largest is zero to the library.
const ZERO: f64 = 1e-13;

/// The largest eigenvalue of W over the smallest that is not zero.
fn condition(w: &Matrix3<f64>) -> f64 {
    let values = SymmetricEigen::new(*w).eigenvalues;
    let smallest =
        values.iter().copied().filter(|x| *x > 10.0 * ZERO * values.max()).fold(f64::MAX, f64::min);
    values.max() / smallest
}

/// By how much the impulse breaks each promise, as part of the rounding that it may have: (energy, approach, cone).
fn excess(impact: &LoneImpact, collision: &Collision) -> (f64, f64, f64) {
    let p = collision.impulse;
    let w = impact.inverse_mass();
    let part = if impact.mass().is_some() { ROUNDING } else { ROUNDING_OF_BEARINGS };
    let rounding = part * condition(&w);
    let size = impact.velocity().norm() + w.norm() * p.norm();
    let outside = if impact.friction() == f64::INFINITY {
        -p.z
    } else {
        (p.xy().norm() - impact.friction() * p.z).max(-p.z) / (1.0 + impact.friction())
    };
    (
        -collision.energy_lost() / (rounding * size * p.norm()).max(f64::MIN_POSITIVE),
        -collision.velocity.z / (rounding * size),
        outside / (rounding * p.norm()).max(f64::MIN_POSITIVE),
    )
}

/// Holds a law to its promises; whether it had an answer.
fn keeps_promises(law: &dyn ImpactLaw, impact: &LoneImpact) -> bool {
    let p = match law.impulse(impact) {
        Ok(p) => p,
        Err(LawError::NoSolution { .. }) => return false,
        Err(error) => panic!("{law:?} {impact:?}: {error}"),
    };
    assert!(p.iter().all(|x| x.is_finite()), "{law:?} {impact:?}: {p}");
    let promises = law.declaration().promises;
    let (energy, approach, cone) = excess(impact, &Collision::of_impulse(impact, p));
    assert!(!promises.dissipates || energy <= 1.0, "{law:?} {impact:?}: {p} creates energy, {energy}");
    assert!(!promises.separates || approach <= 1.0, "{law:?} {impact:?}: {p} approaches, {approach}");
    assert!(!promises.stays_in_cone || cone <= 1.0, "{law:?} {impact:?}: {p} outside the cone, {cone}");
    true
}

#[test]
fn laws_keep_their_promises_and_have_an_answer_in_space() {
    let mut numbers = Numbers(1);
    let laws = laws();
    for _ in 0..IMPACTS {
        let impact = numbers.spatial();
        for law in &laws {
            assert!(keeps_promises(law.as_ref(), &impact), "{law:?} {impact:?}");
        }
    }
}

#[test]
fn laws_keep_their_promises_and_have_an_answer_in_a_plane() {
    let mut numbers = Numbers(2);
    let laws = laws();
    for _ in 0..IMPACTS {
        let impact = numbers.planar();
        for law in &laws {
            assert!(keeps_promises(law.as_ref(), &impact), "{law:?} {impact:?}");
            let given = law.declaration().name == "brach" && format!("{law:?}").contains("Some");
            let across = law.impulse(&impact).map_or(0.0, |p| p.y);
            assert!(given || across == 0.0, "{law:?} {impact:?} leaves the plane");
        }
    }
}

#[test]
fn laws_keep_their_promises_where_a_bearing_makes_the_mass_unbounded() {
    let mut numbers = Numbers(3);
    let laws = laws();
    let mut answers = vec![0; laws.len()];
    for _ in 0..IMPACTS {
        let impact = numbers.singular();
        for (law, answered) in laws.iter().zip(&mut answers) {
            *answered += usize::from(keeps_promises(law.as_ref(), &impact));
        }
    }
    for (law, answered) in laws.iter().zip(answers) {
        println!("{} answers {answered} of {IMPACTS}", law.declaration().name);
    }
}

/// Velocities that the bearings do not allow: a body is driven.
#[test]
fn laws_keep_their_promises_where_a_body_is_driven() {
    let mut numbers = Numbers(4);
    let laws = laws();
    for _ in 0..IMPACTS / 10 {
        let bearing = numbers.singular();
        let driven = bearing.with_velocity(numbers.velocity());
        for law in &laws {
            keeps_promises(law.as_ref(), &driven);
        }
    }
}

#[test]
fn laws_of_narrow_domain_keep_their_promises_within_it_and_refuse_the_rest() {
    let mut numbers = Numbers(5);
    let [newton, bilinear] = laws_of_narrow_domain();
    for _ in 0..IMPACTS {
        let any = numbers.spatial();
        let refused = |law: &dyn ImpactLaw| matches!(law.impulse(&any), Err(LawError::OutsideDomain { .. }));
        assert_eq!(refused(newton.as_ref()), any.friction() > 0.0);
        assert!(refused(bilinear.as_ref()));
        let frictionless = any.with_coefficients(crate::coefficients(0.0, any.restitution(), 0.0));
        assert!(keeps_promises(newton.as_ref(), &frictionless));
        let (a, c) = (numbers.between(0.1, 5.0), numbers.between(0.1, 5.0));
        let w = Matrix3::from_diagonal(&vector![a, a, c]);
        let central = LoneImpact::new(w, any.velocity(), any.coefficients()).unwrap();
        assert!(keeps_promises(bilinear.as_ref(), &central));
    }
}
