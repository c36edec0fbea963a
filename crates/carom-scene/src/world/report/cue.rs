//! What the cue did, in words.

use std::fmt::Write;

use carom_motion::billiards::Table;
use carom_motion::billiards::cue::{Departure, Grip, StrikeOutcome, Stroke};
use nalgebra::Vector3;

use super::super::{Blow, WorldScene};
use crate::report::digits::Digits;

/// Where it pointed, what the tip did, and how the ball left.
pub(super) fn words(scene: &WorldScene, table: &Table, blow: &Blow) -> String {
    let (aim, name) = (&blow.aim, &scene.names[blow.ball]);
    let mut text = format!(
        "  {} m/s at {} degrees, raised by {} degrees\n",
        number(aim.speed),
        number(aim.azimuth.to_degrees()),
        number(aim.elevation.to_degrees()),
    );
    let (grip, stroke) = match &blow.outcome {
        Ok(outcome @ (StrikeOutcome::Struck(stroke) | StrikeOutcome::Miscue { stroke, .. })) => {
            (gripped(outcome, stroke.grip), stroke)
        }
        Ok(StrikeOutcome::NoContact(_)) => return text + "  it does not touch the ball\n",
        Err(error) => return format!("{text}  {error}\n"),
    };
    let _ = writeln!(text, "  {grip}");
    let _ = writeln!(text, "  {name} leaves with velocity ({}) m/s", vector(stroke.velocity));
    let _ = writeln!(text, "  and spin ({}) rad/s", vector(stroke.angular_velocity));
    if let (Some(spin), Some(turned)) = (stroke.spin(), stroke.deviation(aim.azimuth)) {
        let natural = scene_roll(scene, blow, stroke);
        let parts = Digits::of([spin.roll, natural, spin.side, spin.twist]);
        let _ = writeln!(
            text,
            "    roll {} (natural {}), side {}, twist {}; {} degrees to the left of the aim",
            parts.write(spin.roll),
            parts.write(natural),
            parts.write(spin.side),
            parts.write(spin.twist),
            number(turned.to_degrees()),
        );
    }
    let _ = writeln!(text, "  {}", departed(table, stroke));
    text
}

/// Spin with which the ball would roll, rad/s.
fn scene_roll(scene: &WorldScene, blow: &Blow, stroke: &Stroke) -> f64 {
    let super::super::WorldSetup::Billiards(billiards) = &scene.setup else { return 0.0 };
    stroke.velocity.xy().norm() / billiards.balls[blow.ball].ball.radius()
}

fn gripped(outcome: &StrikeOutcome, grip: Grip) -> String {
    match (outcome, grip) {
        (StrikeOutcome::Miscue { free_critical_offset, .. }, _) => format!(
            "a miscue: the tip slides off; a ball that is free to move it would grip within \
             {free_critical_offset:.3} radii of the centre"
        ),
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::Held) => "the tip holds".to_owned(),
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::Partly) => {
            "the tip slides and then holds".to_owned()
        }
        (StrikeOutcome::Struck(_) | StrikeOutcome::NoContact(_), Grip::SlidThroughout) => {
            "the tip slides".to_owned()
        }
    }
}

fn departed(table: &Table, stroke: &Stroke) -> String {
    match stroke.departure {
        Departure::OnBed => "it stays on the bed".to_owned(),
        Departure::Airborne { speed } if speed > table.capture_speed => {
            let height = 1e3 * speed * speed / (2.0 * table.cloth.gravity);
            format!("it leaves the bed: {} m/s upwards, {height:.1} mm high", number(speed))
        }
        Departure::Airborne { speed } => {
            format!("it stays on the bed: the cloth swallows {} m/s upwards", number(speed))
        }
    }
}

/// Up to four decimals; what shows none of them is zero.
fn number(x: f64) -> String {
    let written = format!("{x:.4}");
    let short = written.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn vector(v: Vector3<f64>) -> String {
    let digits = Digits::of([v.x, v.y, v.z]);
    [v.x, v.y, v.z].map(|x| digits.write(x)).join(", ")
}
