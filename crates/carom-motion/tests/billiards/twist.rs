//! Spin about the vertical that is rounding is none: it makes no events.

use carom::Model;
use carom_motion::billiards::cloth::Change;
use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, TipPoint};
use carom_motion::billiards::{Ball, BallState, ShotEventKind, State, Table, Until, simulate};
use nalgebra::{Vector2, vector};

fn ball(place: Vector2<f64>) -> BallState {
    let ball = Ball::CAROM;
    BallState { ball, state: State::on_bed(&ball, place.into()) }
}

/// Ends of side spin in a shot at the centre of the cue ball, at `azimuth` radians, straight at a ball half a metre off.
fn ends_of_spin(azimuth: f64, elevation: f64) -> usize {
    let table = Table::carom();
    let ahead = vector![azimuth.cos(), azimuth.sin()];
    let mut balls = [ball(vector![0.0, 0.0]), ball(ahead * 0.5)];
    let aim = Aim { azimuth, elevation, speed: 1.5 };
    let lying = BallOnBed::lying_on(&table, &balls[0]);
    let cue = Cue::pool().expect("sound coefficients");
    let strike = CueStrike { cue, aim, point: TipPoint::CENTRE, ball: lying, model: Model::default() };
    let outcome = strike.solve().expect("a blow");
    balls[0] = outcome.stroke().expect("the tip meets the ball").applied(balls[0], &table);
    // Before any ball reaches a cushion.
    let shot = simulate(&table, &balls, Until::Time(0.3)).expect("a sound shot");
    let ends = |kind: &ShotEventKind| match kind {
        ShotEventKind::Ends { change, .. } => *change == Change::SpinningEnds,
        ShotEventKind::Collides(_) | ShotEventKind::Leaves { .. } => false,
    };
    assert!(shot.events.iter().any(|event| matches!(event.kind, ShotEventKind::Collides(_))), "they meet");
    shot.events.iter().filter(|event| ends(&event.kind)).count()
}

#[test]
fn a_ball_struck_at_its_centre_has_no_side_spin_that_could_end() {
    for degrees in (0_u8..180).step_by(7) {
        for raised in [0.0, 4.0_f64] {
            let azimuth = f64::from(degrees).to_radians();
            assert_eq!(
                ends_of_spin(azimuth, raised.to_radians()),
                0,
                "{degrees} degrees, raised by {raised}"
            );
        }
    }
}
