//! Cues that do not touch the ball.

use carom_motion::billiards::cue::{Aim, Cue, CueStrike, Guide, Miss, StrikeError, StrikeOutcome, TipPoint};
use nalgebra::{Vector3, vector};

use crate::common::{cue, level, offset, strike};

fn miss_of(strike: &CueStrike) -> Miss {
    match strike.solve() {
        Ok(StrikeOutcome::NoContact(miss)) => miss,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cue_that_rests_or_draws_back_does_not_strike() {
    for speed in [0.0, -1.0] {
        assert_eq!(miss_of(&strike(cue(), level(speed), TipPoint::CENTRE)), Miss::NotMoving { speed });
    }
}

#[test]
fn a_cue_beside_the_ball_passes_it_by() {
    assert_eq!(miss_of(&strike(cue(), level(1.0), offset(0.6, 0.8))), Miss::PassesBy { offset: 1.0 });
    assert_eq!(miss_of(&strike(cue(), level(1.0), offset(-3.0, 4.0))), Miss::PassesBy { offset: 5.0 });
}

#[test]
fn the_far_side_of_the_ball_is_out_of_reach() {
    let far = TipPoint::Direction(vector![1.0, 0.2, 0.3]);
    assert_eq!(miss_of(&strike(cue(), level(1.0), far)), Miss::FarSide);
    // The normal that Jia2008 prints for its jump shot is at right angles to the cue.
    let aim = Aim { elevation: std::f64::consts::FRAC_PI_4, ..level(1.0) };
    let printed = TipPoint::Direction(vector![-1.0, 0.0, -1.0 - 1e-12]);
    assert_eq!(miss_of(&strike(cue(), aim, printed)), Miss::FarSide);
}

#[test]
fn the_bed_is_in_the_way_of_a_low_or_sunken_cue() {
    assert!(matches!(
        miss_of(&strike(cue(), level(1.0), offset(0.0, -0.95))),
        Miss::ThroughTheBed { clearance } if clearance < 0.0
    ));
    // Struck from below: the butt is under the bed.
    let upwards = Aim { elevation: -0.2, ..level(1.0) };
    assert!(matches!(
        miss_of(&strike(cue(), upwards, TipPoint::CENTRE)),
        Miss::ThroughTheBed { clearance } if clearance < -0.2
    ));
}

#[test]
fn nonsense_is_refused() {
    let centre = TipPoint::CENTRE;
    assert!(strike(cue(), level(f64::NAN), centre).solve().is_err());
    assert!(strike(cue(), level(1.0), offset(f64::NAN, 0.0)).solve().is_err());
    assert!(strike(cue(), level(1.0), TipPoint::Direction(Vector3::zeros())).solve().is_err());
    assert!(strike(Cue { mass: -1.0, ..cue() }, level(1.0), centre).solve().is_err());
    assert!(strike(Cue { length: 0.0, ..cue() }, level(1.0), centre).solve().is_err());
    for end_mass in [0.0, -1.0, cue().mass, f64::NAN] {
        let cue = Cue { guide: Guide::Hand { end_mass }, ..cue() };
        assert!(matches!(strike(cue, level(1.0), centre).solve(), Err(StrikeError::EndMass { .. })));
    }
}
