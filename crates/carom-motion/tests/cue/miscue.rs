//! When the tip slides off.

use carom::Friction;
use carom_motion::billiards::cue::{Cue, Grip, Guide, StrikeOutcome, light_tip_critical_offset};

use crate::common::{ball, cue, level, offset, rigid, strike, tip};

/// Halving to the last bit, at a limit that moves with the rounding of the impact.
const LIMIT: f64 = 1e-11;

/// Whether a rigid tip slides throughout a level blow beside the centre, in closed form. With n the normal, t the direction of
/// sliding and α their angle to the cue, sliding keeps P = p (n − μ t), p ends at (1 + e) V cos α/(W_nn − μ W_nt), and the sliding
/// velocity V sin α + p (W_nt − μ W_tt) is then still positive.
fn slides_throughout(sine: f64, mu: f64, e: f64, cue_mass: f64, end_mass: f64) -> bool {
    let (m, cosine) = (ball().mass, (1.0 - sine * sine).sqrt());
    let (along, across) = (1.0 / cue_mass, 1.0 / end_mass);
    let w_nn = 1.0 / m + along * cosine * cosine + across * sine * sine;
    let w_tt = 3.5 / m + along * sine * sine + across * cosine * cosine;
    let w_nt = (across - along) * sine * cosine;
    sine * (w_nn - mu * w_nt) > (1.0 + e) * cosine * (mu * w_tt - w_nt)
}

fn closed_form_limit(mu: f64, e: f64, cue_mass: f64, end_mass: f64) -> f64 {
    let (mut holds, mut slides) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (holds + slides);
        if slides_throughout(middle, mu, e, cue_mass, end_mass) { slides = middle } else { holds = middle }
    }
    holds
}

#[test]
fn the_limit_is_that_of_sliding_friction_whatever_the_end_mass() {
    let mass = cue().mass;
    for (mu, e, guide) in [
        (0.6, 0.75, Guide::Rail),
        (0.2, 0.9, Guide::Rail),
        (0.6, 0.75, Guide::Hand { end_mass: ball().mass / 30.0 }),
        (0.3, 0.5, Guide::Hand { end_mass: ball().mass / 5.0 }),
        (0.6, 0.0, Guide::Hand { end_mass: 1e-4 }),
    ] {
        let cue = Cue { guide, tip: tip(e, rigid(mu)), ..cue() };
        let end_mass = match guide {
            Guide::Rail => f64::INFINITY,
            Guide::Hand { end_mass } => end_mass,
        };
        let found = strike(cue, level(1.0), offset(-0.1, 0.0)).critical_offset().expect("solved");
        let found = found.expect("it slides off at the edge");
        let exact = closed_form_limit(mu, e, mass, end_mass);
        assert!((found - exact).abs() < LIMIT, "{guide:?}: {found} {exact}");
    }
}

#[test]
fn a_light_tip_holds_as_far_as_the_cone_of_friction() {
    let mu = 0.6;
    let limit = light_tip_critical_offset(Friction::new(mu).expect("positive"));
    assert!((limit - mu / (1.0 + mu * mu).sqrt()).abs() < 1e-16 && (limit - 0.5145).abs() < 5e-5);
    for end_mass in [1e-4, 1e-5, 1e-6] {
        let cue = Cue { guide: Guide::Hand { end_mass }, tip: tip(0.75, rigid(mu)), ..cue() };
        let found = strike(cue, level(1.0), offset(0.1, 0.0)).critical_offset().expect("solved");
        let found = found.expect("it slides off at the edge");
        // The limit moves in proportion to the end mass.
        assert!((found - limit).abs() < 4.0 * end_mass / ball().mass, "{end_mass}: {found} {limit}");
    }
}

#[test]
fn beyond_the_limit_it_is_a_miscue_and_the_impulse_lies_on_the_cone() {
    let mu = 0.6;
    let cue = Cue { guide: Guide::Hand { end_mass: 0.005 }, tip: tip(0.75, rigid(mu)), ..cue() };
    let limit = strike(cue, level(1.0), offset(0.0, 0.1)).critical_offset().expect("solved").expect("slides off");
    let within = strike(cue, level(1.0), offset(0.0, limit - 1e-6)).solve().expect("solved");
    assert!(matches!(&within, StrikeOutcome::Struck(stroke) if stroke.grip == Grip::Partly), "{within:?}");
    let beyond = strike(cue, level(1.0), offset(0.0, limit + 1e-6)).solve().expect("solved");
    let StrikeOutcome::Miscue { stroke, critical_offset } = beyond else { panic!("{beyond:?}") };
    assert!((critical_offset - limit).abs() < LIMIT, "{critical_offset} {limit}");
    // Seen from the ball, the tip's impulse is at the angle of friction to the normal.
    let height = limit + 1e-6;
    let normal = nalgebra::vector![(1.0 - height * height).sqrt(), 0.0, -height];
    let along = stroke.tip_impulse.dot(&normal);
    let across = (stroke.tip_impulse - normal * along).norm();
    assert!((across - mu * along).abs() < 1e-12 * along);
}

#[test]
fn a_tip_without_friction_always_slides_off_beside_the_centre() {
    let slippery = Cue { tip: tip(0.9, rigid(0.0)), ..cue() };
    assert!(matches!(
        strike(slippery, level(1.0), offset(0.2, 0.0)).solve(),
        Ok(StrikeOutcome::Miscue { critical_offset, .. }) if critical_offset < 1e-14
    ));
    assert!(matches!(strike(slippery, level(1.0), offset(0.0, 0.0)).solve(), Ok(StrikeOutcome::Struck(_))));
}

#[test]
fn a_rail_holds_the_tip_nearly_to_the_edge() {
    // (2/7) tan α = μ with μ = 0.6 is at 0.90 radii; restitution, which grips on, takes it further.
    let cue = Cue { tip: tip(0.0, rigid(0.6)), ..cue() };
    let limit = strike(cue, level(1.0), offset(0.1, 0.0)).critical_offset().expect("solved").expect("slides off");
    assert!((limit - 2.1 / 2.1_f64.hypot(1.0)).abs() < 0.2 && limit > light_tip_critical_offset(Friction::new(0.6).expect("positive")), "{limit}");
}
