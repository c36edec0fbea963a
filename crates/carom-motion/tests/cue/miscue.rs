//! When the tip slides off.

use carom::{Friction, Model, RestitutionLaw, Surface};
use carom_motion::billiards::cue::{Cue, CueStrike, Grip, Guide, StrikeOutcome, light_tip_critical_offset};

use crate::common::{MONO, ball, compliant, cue, level, offset, rigid, strike, tip};

/// How near the limit the engine is asked.
const NEAR: f64 = 1e-9;

fn tips() -> Vec<Surface> {
    let mut tips = Vec::new();
    for e in [0.0, 0.5, 0.75, 1.0] {
        for friction in [rigid(0.6), rigid(0.2), compliant(0.3, 1.2), compliant(0.15, 4.0)] {
            tips.push(tip(e, friction));
        }
    }
    tips
}

const GUIDES: [Guide; 4] = [
    Guide::Rail,
    Guide::Hand { end_mass: 0.17 / 30.0 },
    Guide::Hand { end_mass: 0.05 },
    Guide::Hand { end_mass: 1e-5 },
];

fn grip(strike: &CueStrike) -> Grip {
    strike.solve().expect("solved").stroke().expect("touched").grip
}

#[test]
fn the_closed_form_divides_what_the_engine_finds_gripping_from_what_it_finds_sliding() {
    for model in [Model::default(), MONO, Model { restitution: RestitutionLaw::BiStiffness, ..MONO }] {
        for guide in GUIDES {
            for tip in tips() {
                let cue = Cue { guide, tip, ..cue() };
                let at = |side| CueStrike { model, ..strike(cue, level(1.0), offset(side, 0.0)) };
                let limit = at(0.0).free_critical_offset();
                let label = format!("{guide:?} {tip:?}: {limit}");
                assert_ne!(grip(&at(limit - NEAR)), Grip::SlidThroughout, "{label}");
                if limit + NEAR < 1.0 {
                    assert_eq!(grip(&at(limit + NEAR)), Grip::SlidThroughout, "{label}");
                    assert_eq!(grip(&at(-limit - NEAR)), Grip::SlidThroughout, "{label}");
                }
            }
        }
    }
}

#[test]
fn a_light_tip_holds_as_far_as_the_cone_of_friction() {
    let mu = 0.6;
    let limit = light_tip_critical_offset(Friction::new(mu).expect("positive"));
    assert!((limit - mu / (1.0 + mu * mu).sqrt()).abs() < 1e-16 && (limit - 0.5145).abs() < 5e-5);
    for end_mass in [1e-4, 1e-6, 1e-8] {
        let cue = Cue { guide: Guide::Hand { end_mass }, tip: tip(0.75, rigid(mu)), ..cue() };
        let found = strike(cue, level(1.0), offset(0.1, 0.0)).free_critical_offset();
        // The limit moves in proportion to the end mass.
        assert!((found - limit).abs() < 4.0 * end_mass / ball().mass, "{end_mass}: {found} {limit}");
    }
}

#[test]
fn beyond_the_limit_it_is_a_miscue_and_the_impulse_lies_on_the_cone() {
    let mu = 0.6;
    let cue = Cue { guide: Guide::Hand { end_mass: 0.005 }, tip: tip(0.75, rigid(mu)), ..cue() };
    let limit = strike(cue, level(1.0), offset(0.0, 0.0)).free_critical_offset();
    let within = strike(cue, level(1.0), offset(limit - NEAR, 0.0)).solve().expect("solved");
    assert!(matches!(&within, StrikeOutcome::Struck(stroke) if stroke.grip == Grip::Partly), "{within:?}");
    let side = limit + 0.05;
    let beyond = strike(cue, level(1.0), offset(side, 0.0)).solve().expect("solved");
    let StrikeOutcome::Miscue { stroke, free_critical_offset } = beyond else { panic!("{beyond:?}") };
    assert_eq!(free_critical_offset, limit);
    // Seen from the ball, the tip's impulse is at the angle of friction to the normal.
    let normal = nalgebra::vector![(1.0 - side * side).sqrt(), side, 0.0];
    let along = stroke.tip_impulse.dot(&normal);
    let across = (stroke.tip_impulse - normal * along).norm();
    assert!((across - mu * along).abs() < 1e-12 * along, "{}", across / along);
}

#[test]
fn a_tip_without_friction_always_slides_off_beside_the_centre() {
    let slippery = Cue { tip: tip(0.9, rigid(0.0)), ..cue() };
    assert!(matches!(
        strike(slippery, level(1.0), offset(0.2, 0.0)).solve(),
        Ok(StrikeOutcome::Miscue { free_critical_offset, .. }) if free_critical_offset == 0.0
    ));
    assert!(matches!(strike(slippery, level(1.0), offset(0.0, 0.0)).solve(), Ok(StrikeOutcome::Struck(_))));
}

#[test]
fn a_tip_on_a_rail_holds_further_out_than_one_in_the_hand() {
    let at = |guide| {
        strike(Cue { guide, ..Cue::pool().expect("sound") }, level(1.0), offset(0.0, 0.0))
            .free_critical_offset()
    };
    let (rail, hand) = (at(Guide::Rail), at(Guide::Hand { end_mass: 0.17 / 30.0 }));
    let light = light_tip_critical_offset(Friction::new(0.6).expect("positive"));
    assert!(light < hand && hand < rail && rail < 1.0, "{light} {hand} {rail}");
}
