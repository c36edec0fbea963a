//! Cues and balls that several files share.

#![allow(clippy::unwrap_used)] // a strike that cannot be set up has failed

use carom::{Compliance, Friction, Model, Restitution, RestitutionLaw, Stiffness, Surface, TangentialLaw};
use carom_motion::billiards::cue::{
    Aim, BallOnBed, Cue, CueStrike, Guide, StrikeOutcome, Stroke, TIP_STIFFNESS, TipPoint,
};
use nalgebra::Vector2;

pub fn rigid(friction: f64) -> TangentialLaw {
    TangentialLaw::Rigid { friction: Friction::new(friction).unwrap() }
}

pub fn compliant(friction: f64, compliance: f64) -> TangentialLaw {
    TangentialLaw::Compliant {
        friction: Friction::new(friction).unwrap(),
        compliance: Compliance::new(compliance).unwrap(),
    }
}

/// Cloth of [Jia2008, Table 1], with a stiffness in units of the tip's.
pub fn bed(tangential: TangentialLaw, stiffness: f64) -> Surface {
    let (restitution, stiffness) = (Restitution::new(0.51625), Stiffness::new(stiffness * TIP_STIFFNESS));
    Surface { restitution: restitution.unwrap(), stiffness: stiffness.unwrap(), tangential }
}

/// A pool ball on cloth with the constants of [Jia2008, Table 1].
pub fn ball() -> BallOnBed {
    BallOnBed {
        mass: 0.1673,
        radius: 0.0286,
        position: Vector2::zeros(),
        bed: bed(rigid(0.152479), 1.0 / 1.5),
    }
}

/// The cue of [Jia2008, Table 1].
pub fn cue() -> Cue {
    let tip = tip(0.656532, rigid(0.4));
    Cue { mass: 0.5018, guide: Guide::Rail, tip, ..Cue::pool().unwrap() }
}

pub fn tip(restitution: f64, tangential: TangentialLaw) -> Surface {
    let restitution = Restitution::new(restitution).unwrap();
    Surface { restitution, tangential, stiffness: Stiffness::new(TIP_STIFFNESS).unwrap() }
}

pub fn level(speed: f64) -> Aim {
    Aim { azimuth: 0.0, elevation: 0.0, speed }
}

pub fn offset(side: f64, height: f64) -> TipPoint {
    TipPoint::Offset { side, height }
}

pub const MONO: Model =
    Model { restitution: RestitutionLaw::MonoStiffness, separation: carom::Separation::Instant };

pub fn strike(cue: Cue, aim: Aim, point: TipPoint) -> CueStrike {
    CueStrike { cue, aim, point, ball: ball(), model: Model::default() }
}

pub fn stroke_of(strike: &CueStrike) -> Stroke {
    match strike.solve().unwrap() {
        StrikeOutcome::Struck(stroke) => stroke,
        other @ (StrikeOutcome::Miscue { .. } | StrikeOutcome::NoContact(_)) => panic!("{other:?}"),
    }
}

/// What happened to the ball, whether the tip gripped or slid off.
pub fn touched(strike: &CueStrike) -> Stroke {
    strike.solve().unwrap().stroke().expect("the tip reaches the ball").clone()
}
