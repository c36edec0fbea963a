//! What the cue did, in words.

use carom_motion::billiards::Table;
use carom_motion::billiards::cue::{Departure, Grip, StrikeOutcome, Stroke};
use nalgebra::Vector3;

use super::super::{Blow, WorldScene, WorldSetup};
use crate::report::digits::Digits;

/// Where it pointed, what the tip did, and how the ball left.
pub(super) fn words(scene: &WorldScene, table: &Table, blow: &Blow) -> String {
    let aim = &blow.strike.aim;
    let pointed = format!(
        "  {} m/s at {} degrees, raised by {} degrees\n",
        number(aim.speed),
        number(aim.azimuth.to_degrees()),
        number(aim.elevation.to_degrees()),
    );
    match &blow.outcome {
        Ok(outcome @ (StrikeOutcome::Struck(stroke) | StrikeOutcome::Miscue { stroke, .. })) => {
            let name = &scene.names[blow.ball];
            let (velocity, spin) = (vector(stroke.velocity), vector(stroke.angular_velocity));
            format!(
                "{pointed}  {}\n  {name} leaves with velocity ({velocity}) m/s\n  and spin ({spin}) rad/s\n{}  {}\n",
                gripped(outcome, stroke.grip),
                parts(scene, blow, stroke),
                departed(table, stroke),
            )
        }
        Ok(StrikeOutcome::NoContact(_)) => pointed + "  it does not touch the ball\n",
        Err(error) => format!("{pointed}  {error}\n"),
    }
}

/// The spin along, across and about the path, and how far the ball leaves from the aim; nothing if it does not leave over the table.
fn parts(scene: &WorldScene, blow: &Blow, stroke: &Stroke) -> String {
    let (Some(spin), Some(turned)) = (stroke.spin(), stroke.deviation(blow.strike.aim.azimuth)) else {
        return String::new();
    };
    let natural = match &scene.setup {
        WorldSetup::Billiards(billiards) => {
            stroke.velocity.xy().norm() / billiards.balls[blow.ball].ball.radius()
        }
        WorldSetup::Bouncing { .. } | WorldSetup::Cradle { .. } => return String::new(),
    };
    let digits = Digits::of([spin.roll, natural, spin.side, spin.twist]);
    let [roll, natural, side, twist] = [spin.roll, natural, spin.side, spin.twist].map(|x| digits.write(x));
    let turned = number(turned.to_degrees());
    format!(
        "    roll {roll} (natural {natural}), side {side}, twist {twist}; {turned} degrees to the left of the aim\n"
    )
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
