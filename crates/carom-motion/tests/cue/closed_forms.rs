//! Strikes whose outcome is known in closed form.

use carom_motion::billiards::cue::{Cue, Departure, Grip, Guide, TipPoint};

use crate::common::{ball, cue, level, offset, rigid, strike, stroke_of, tip};

/// Rounding of an impact of a few events.
const ROUNDING: f64 = 1e-12;

#[test]
fn a_blow_at_the_centre_is_a_collision_of_two_masses() {
    // v = (1 + e) V M/(M + m), V' = V (M − e m)/(M + m).
    let (m, heavy, e, speed) = (ball().mass, cue().mass, 0.656532, 2.0);
    let stroke = stroke_of(&strike(cue(), level(speed), TipPoint::CENTRE));
    assert!((stroke.velocity.x - (1.0 + e) * speed * heavy / (heavy + m)).abs() < ROUNDING);
    assert!((stroke.cue.speed - speed * (heavy - e * m) / (heavy + m)).abs() < ROUNDING);
    assert_eq!(stroke.departure, Departure::OnBed);
    assert_eq!(stroke.grip, Grip::Held);
    assert!(stroke.angular_velocity.norm() < ROUNDING && stroke.velocity.yz().norm() < ROUNDING);
}

#[test]
fn squirt_of_a_plastic_tip_that_holds_follows_the_published_formula() {
    // tan δ = (5/2) a √(1 − a²)/(1 + m/mₑ + (5/2)(1 − a²)) [AlciatoreA31], away from the side that was hit. The formula takes
    // tip and ball as moving together, which they do after a plastic blow.
    let m = ball().mass;
    for (end_mass, side) in [(m / 30.0, 0.3), (m / 10.0, -0.5), (m, 0.45), (m / 30.0, -0.1)] {
        let sticky = Cue { guide: Guide::Hand { end_mass }, tip: tip(0.0, rigid(20.0)), ..cue() };
        let stroke = stroke_of(&strike(sticky, level(1.5), offset(side, 0.0)));
        let inner = 1.0 - side * side;
        let squirt = (2.5 * side * f64::sqrt(inner)).atan2(1.0 + m / end_mass + 2.5 * inner);
        // Hit on the right (side > 0), it leaves to the left (deviation > 0).
        let deviation = stroke.deviation(0.0).expect("it moves");
        assert!((deviation - squirt).abs() < ROUNDING, "{end_mass} {side}: {deviation} {squirt}");
    }
}

#[test]
fn a_light_tip_pushes_along_the_cue_and_the_height_decides_the_roll() {
    // P ∥ ĉ: ω = (5/2)(h/R)(v/R): stun at the centre, natural roll ω = v/R at h = 2R/5, draw below. The end mass leaves a
    // sideways impulse of the order mₑ/m.
    let m = ball().mass;
    let light = Cue { guide: Guide::Hand { end_mass: 1e-9 * m }, tip: tip(0.7, rigid(0.6)), ..cue() };
    for height in [0.4, 0.2, 0.0, -0.3, -0.45] {
        let stroke = stroke_of(&strike(light, level(2.0), offset(0.0, height)));
        let roll = stroke.spin().expect("it moves").roll;
        let natural = stroke.velocity.x / ball().radius;
        assert!((roll - 2.5 * height * natural).abs() < 1e-7 * natural, "{height}: {}", roll / natural);
    }
}

#[test]
fn english_turns_the_ball_the_way_it_was_hit() {
    let light = Cue { guide: Guide::Hand { end_mass: 1e-9 }, tip: tip(0.7, rigid(0.6)), ..cue() };
    let right = stroke_of(&strike(light, level(2.0), offset(0.3, 0.0))).spin().expect("it moves");
    let left = stroke_of(&strike(light, level(2.0), offset(-0.3, 0.0))).spin().expect("it moves");
    assert!(right.side > 0.0 && left.side < 0.0, "seen from above, right-hand English is counterclockwise");
}

#[test]
fn a_raised_cue_through_the_centre_makes_the_ball_jump() {
    for degrees in [20.0_f64, 40.0, 60.0] {
        let aim = carom_motion::billiards::cue::Aim { elevation: degrees.to_radians(), ..level(4.0) };
        let stroke = stroke_of(&strike(cue(), aim, TipPoint::CENTRE));
        let Departure::Airborne { speed } = stroke.departure else { panic!("{degrees}: stays on the bed") };
        assert!(speed > 0.0 && speed < 4.0 && stroke.velocity.x > 0.0, "{degrees}: {stroke:?}");
    }
}
