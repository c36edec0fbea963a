//! Derivatives of impulses against differences of the laws themselves.

use carom::derivative::KinkCause;
use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::{Routh, Termination};
use carom::laws::whittaker::Whittaker;
use carom::laws::{
    Coefficients, FRICTION, ImpactLaw, LoneImpact, NUMBERS, RESTITUTION, Slopes, TANGENTIAL_RESTITUTION,
    slopes,
};
use carom::{Friction, Restitution, TangentialRestitution};
use nalgebra::{Matrix3, Vector3, vector};

use crate::{Numbers, laws};

/// Differences of sixth order with steps of a thousandth leave 1e-15 of the rounding of quartics and 1e-12 of the laws' curvature.
const AGREED: f64 = 1e-8;
/// How many random impacts a claim is tried on: each takes twenty-four of them.
const IMPACTS: usize = 100;

fn every_law() -> Vec<Box<dyn ImpactLaw>> {
    let mut all = laws();
    for termination in [Termination::Energetic, Termination::Poisson, Termination::Newton] {
        all.push(Box::new(Routh { termination }));
    }
    all.push(Box::new(PfeifferGlocker::default()));
    all
}

/// The impact with its numbers moved along a direction; none if it is no longer one.
fn moved(impact: &LoneImpact, direction: &[f64; NUMBERS], by: f64) -> Option<LoneImpact> {
    let d = direction.map(|x| x * by);
    let w = Matrix3::new(d[3], d[4], d[6], d[4], d[5], d[7], d[6], d[7], d[8]);
    let coefficients = Coefficients {
        restitution: Restitution::new(impact.restitution() + d[RESTITUTION]).ok()?,
        friction: Friction::new(impact.friction() + d[FRICTION]).ok()?,
        tangential_restitution: TangentialRestitution::new(
            impact.tangential_restitution() + d[TANGENTIAL_RESTITUTION],
        )
        .ok()?,
    };
    let velocity = impact.velocity() + Vector3::new(d[0], d[1], d[2]);
    LoneImpact::new(impact.inverse_mass() + w, velocity, coefficients).ok()
}

/// A difference quotient of sixth order.
fn difference(
    law: &dyn ImpactLaw,
    impact: &LoneImpact,
    direction: &[f64; NUMBERS],
    step: f64,
) -> Option<Vector3<f64>> {
    let at = |multiple: f64| {
        carom::laws::apply(law, &moved(impact, direction, multiple * step)?).ok().map(|c| c.impulse)
    };
    let pair = |multiple: f64| Some(at(multiple)? - at(-multiple)?);
    Some((pair(1.0)? * 45.0 - pair(2.0)? * 9.0 + pair(3.0)?) / (60.0 * step))
}

fn along(slopes: &Slopes, direction: &[f64; NUMBERS]) -> Vector3<f64> {
    Vector3::from_fn(|row, _| slopes.by[row].iter().zip(direction).map(|(slope, d)| slope * d).sum())
}

fn has_kink(slopes: &Slopes, direction: &[f64; NUMBERS]) -> bool {
    slopes.borders.iter().any(|border| {
        let terms = border.change.iter().zip(direction).map(|(slope, d)| slope * d);
        terms.sum::<f64>() != 0.0
    })
}

/// What differences say of the derivatives along a direction.
enum Verdict {
    Agrees,
    Differs(f64),
    /// Differences of two sizes do not agree with each other.
    Unsure,
    Kink,
}

fn judge(law: &dyn ImpactLaw, impact: &LoneImpact, direction: &[f64; NUMBERS], found: &Slopes) -> Verdict {
    if has_kink(found, direction) {
        return Verdict::Kink;
    }
    let expected = along(found, direction);
    let mut least = f64::INFINITY;
    let size = found.by.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    for step in [2e-3, 5e-4, 1e-4, 2e-5] {
        let (Some(wide), Some(narrow)) =
            (difference(law, impact, direction, step), difference(law, impact, direction, step / 2.0))
        else {
            continue;
        };
        let sure = (wide - narrow).norm() <= AGREED * size;
        let off = (narrow - expected).norm() / size;
        if off <= AGREED {
            return Verdict::Agrees;
        }
        if sure {
            least = least.min(off);
        }
    }
    if least.is_finite() { Verdict::Differs(least) } else { Verdict::Unsure }
}

fn random_direction(number: &mut Numbers) -> [f64; NUMBERS] {
    std::array::from_fn(|_| number.between(-1.0, 1.0))
}

fn random(number: &mut Numbers) -> LoneImpact {
    let mut v = number.vector();
    v.z = -0.05 - v.z.abs();
    let l = Matrix3::from_fn(|i, j| if j <= i { number.between(-1.0, 1.0) } else { 0.0 });
    let w = l * l.transpose() + Matrix3::identity() * number.between(0.1, 0.5);
    let coefficients = Coefficients {
        restitution: Restitution::new(number.between(0.05, 0.95)).expect("from 0 to 1"),
        friction: Friction::new(number.between(0.05, 1.5)).expect("positive"),
        tangential_restitution: TangentialRestitution::NONE,
    };
    LoneImpact::new(w, v, coefficients).expect("positive definite")
}

/// Compares a law's slopes with differences on many impacts, each along a direction; returns how many agree.
fn compare(law: &dyn ImpactLaw, mut draw: impl FnMut() -> (LoneImpact, [f64; NUMBERS])) -> usize {
    let (mut agree, mut unsure, mut kinks) = (0, 0, 0);
    for k in 0..IMPACTS {
        let (impact, direction) = draw();
        let found = slopes(law, &impact).unwrap_or_else(|e| panic!("{law:?} {k}: {e}, {impact:?}"));
        let expected = carom::laws::apply(law, &impact).expect("it has slopes").impulse;
        assert!((found.impulse - expected).norm() <= 1e-12 * expected.norm(), "{law:?} {impact:?}");
        match judge(law, &impact, &direction, &found) {
            Verdict::Agrees => agree += 1,
            Verdict::Differs(off) => panic!("{law:?}, impact {k}, off by {off:e}: {impact:?}"),
            Verdict::Unsure => unsure += 1,
            Verdict::Kink => kinks += 1,
        }
    }
    println!("{law:?}: {agree} agree, {unsure} unsure, {kinks} kinks");
    agree
}

/// All but a few that are next to a border.
const NEARLY_ALL: usize = IMPACTS * 97 / 100;

#[test]
fn slopes_are_those_of_differences_in_space() {
    for law in every_law() {
        let mut number = Numbers(11);
        let agree = compare(law.as_ref(), || {
            let impact = random(&mut number);
            let mut direction = random_direction(&mut number);
            direction[TANGENTIAL_RESTITUTION] = 0.0;
            (impact, direction)
        });
        assert!(agree >= NEARLY_ALL, "{law:?}: {agree}");
    }
}

/// In the plane of t1 and n.
fn random_in_plane(number: &mut Numbers) -> LoneImpact {
    let impact = random(number);
    let mut w = impact.inverse_mass();
    (w.m12, w.m21, w.m23, w.m32) = (0.0, 0.0, 0.0, 0.0);
    let velocity = impact.velocity().component_mul(&vector![1.0, 0.0, 1.0]);
    LoneImpact::new(w, velocity, impact.coefficients()).expect("positive definite")
}

#[test]
fn what_turns_a_planar_impact_out_of_its_plane_counts() {
    for law in every_law() {
        let mut number = Numbers(12);
        let agree = compare(law.as_ref(), || {
            let impact = random_in_plane(&mut number);
            let mut direction = random_direction(&mut number);
            direction[TANGENTIAL_RESTITUTION] = 0.0;
            (impact, direction)
        });
        assert!(agree >= NEARLY_ALL, "{law:?}: {agree}");
    }
}

#[test]
fn infinite_friction_has_slopes_by_all_but_itself() {
    for law in every_law() {
        let mut number = Numbers(13);
        let agree = compare(law.as_ref(), || {
            let impact = random(&mut number);
            let coefficients = Coefficients { friction: Friction::INFINITE, ..impact.coefficients() };
            let mut direction = random_direction(&mut number);
            direction[TANGENTIAL_RESTITUTION] = 0.0;
            direction[FRICTION] = 0.0;
            (impact.with_coefficients(coefficients), direction)
        });
        assert!(agree >= NEARLY_ALL, "{law:?}: {agree}");
    }
}

fn with_tangential_restitution(impact: LoneImpact, e_t: f64) -> LoneImpact {
    let tangential_restitution = TangentialRestitution::new(e_t).expect("from -1 to 1");
    impact.with_coefficients(Coefficients { tangential_restitution, ..impact.coefficients() })
}

#[test]
fn tangential_restitution_has_slopes_where_laws_know_it() {
    let mut number = Numbers(14);
    let agree = compare(&ChatterjeeRuina, || {
        let impact = with_tangential_restitution(random(&mut number), number.between(-0.9, 0.9));
        (impact, random_direction(&mut number))
    });
    assert!(agree >= NEARLY_ALL, "{agree}");
    // The others know it in the plane, or where nothing couples tangent and normal.
    let agree = compare(&PfeifferGlocker::default(), || {
        let impact = with_tangential_restitution(random_in_plane(&mut number), number.between(0.1, 0.9));
        let mut direction = random_direction(&mut number);
        [1, 4, 7].into_iter().for_each(|place| direction[place] = 0.0);
        (impact, direction)
    });
    assert!(agree >= NEARLY_ALL, "{agree}");
    let agree = compare(&Bilinear, || {
        let impact = random_in_plane(&mut number);
        let mut w = impact.inverse_mass();
        (w.m13, w.m31) = (0.0, 0.0);
        let impact = LoneImpact::new(w, impact.velocity(), impact.coefficients()).expect("positive definite");
        let impact = with_tangential_restitution(impact, number.between(-0.9, 0.9));
        let mut direction = random_direction(&mut number);
        [1, 4, 6, 7].into_iter().for_each(|place| direction[place] = 0.0);
        (impact, direction)
    });
    assert!(agree >= NEARLY_ALL, "{agree}");
}

#[test]
fn without_slip_there_is_a_kink_along_the_tangents_and_nowhere_else() {
    for law in every_law() {
        let mut number = Numbers(15);
        let agree = compare(law.as_ref(), || {
            let impact = random(&mut number);
            let impact = impact.with_velocity(vector![0.0, 0.0, impact.velocity().z]);
            let mut direction = random_direction(&mut number);
            (direction[0], direction[1], direction[TANGENTIAL_RESTITUTION]) = (0.0, 0.0, 0.0);
            (impact, direction)
        });
        assert!(agree >= NEARLY_ALL, "{law:?}: {agree}");
    }
    let impact = random(&mut Numbers(16));
    let rests = impact.with_velocity(vector![0.0, 0.0, impact.velocity().z]);
    let found = slopes(&Routh::default(), &rests).expect("it sticks or slips");
    let kinks: Vec<usize> = (0..NUMBERS)
        .filter(|&place| found.borders.iter().any(|border| border.change[place] != 0.0))
        .collect();
    assert_eq!(kinks, [0, 1]);
}

#[test]
fn an_impulse_on_the_border_of_the_cone_has_a_kink_and_slopes_that_keep_it_there_have_none() {
    // It sticks with friction to spare, so that the impulse does not depend on it.
    let mut number = Numbers(17);
    let plenty = || loop {
        let impact = random(&mut number);
        let after = Whittaker.impulse(&impact).map(|p| impact.velocity_after(&p));
        if after.is_ok_and(|v| v.xy().norm() < 1e-12) {
            return impact;
        }
    };
    let impact = { plenty }();
    let p = Whittaker.impulse(&impact).expect("it sticks");
    let friction = Friction::new(p.xy().norm() / p.z).expect("positive");
    let impact = impact.with_coefficients(Coefficients { friction, ..impact.coefficients() });
    let found = slopes(&Whittaker, &impact).expect("it sticks or slips");
    let border = found.borders.iter().find(|border| border.cause == KinkCause::Border).expect("the cone's");
    assert!(border.change[FRICTION] > 0.0, "more friction, and it sticks for good");
    // All velocities by the same factor change nothing about that.
    let v = impact.velocity();
    let faster = border.change[0] * v.x + border.change[1] * v.y + border.change[2] * v.z;
    assert!(faster.abs() < 1e-12 * border.change[FRICTION]);
}

#[test]
fn grazing_bodies_have_a_kink_and_those_that_part_have_none() {
    let impact = random(&mut Numbers(18));
    let grazing = impact.with_velocity(vector![0.0, 0.0, 0.0]);
    let found = slopes(&ChatterjeeRuina, &grazing).expect("nothing happens");
    assert!(
        matches!(found.borders[..], [border] if border.cause == KinkCause::AtRest && border.change[2] == 1.0)
    );
    let parting = impact.with_velocity(vector![0.3, 0.2, 0.1]);
    let found = slopes(&ChatterjeeRuina, &parting).expect("nothing happens");
    assert!(found.borders.is_empty() && found.by.iter().flatten().all(|slope| *slope == 0.0));
}

#[test]
fn slip_along_an_axis_of_the_frame_is_nothing_special() {
    for law in every_law() {
        let mut number = Numbers(19);
        let agree = compare(law.as_ref(), || {
            let mut impact = random(&mut number);
            let v = impact.velocity();
            impact = impact.with_velocity(vector![v.x, 0.0, v.z]);
            let mut direction = random_direction(&mut number);
            direction[TANGENTIAL_RESTITUTION] = 0.0;
            (impact, direction)
        });
        assert!(agree >= NEARLY_ALL, "{law:?}: {agree}");
    }
}

#[test]
fn a_matrix_without_inverse_is_refused_where_the_contact_sticks_unless_a_tangent_is_idle() {
    let sticks = |w: Matrix3<f64>| {
        let v = w * vector![-0.1, 0.05, -1.0];
        LoneImpact::new(w, v, crate::coefficients(5.0, 0.5, 0.0)).expect("positive semidefinite")
    };
    // Nothing moves along t2: what would is outside of what the law knows, and the rest has slopes.
    let idle = sticks(Matrix3::new(2.0, 0.0, 0.3, 0.0, 0.0, 0.0, 0.3, 0.0, 1.0));
    let found = slopes(&ChatterjeeRuina, &idle).expect("the plane is sound");
    assert!(found.borders.iter().any(|border| border.cause == KinkCause::Domain && border.change[1] != 0.0));
    // The same seen from a frame that is turned about the normal has no zeros to tell.
    let turn = nalgebra::Rotation3::from_axis_angle(&Vector3::z_axis(), 0.7).into_inner();
    let turned = sticks(turn * idle.inverse_mass() * turn.transpose());
    let refused = slopes(&ChatterjeeRuina, &turned).expect_err("W has no inverse");
    assert!(refused.to_string().contains("no inverse"), "{refused}");
}
