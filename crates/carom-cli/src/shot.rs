//! `carom shot`: sets up a table from flags, lets the cue strike and the balls run, and reports.

mod document;
pub mod flags;
mod setup;
mod text;
mod words;

use carom_motion::billiards::cue::{Departure, Miss, StrikeError, StrikeOutcome, Stroke};
use carom_motion::billiards::{BallState, Shot, ShotError, State, Until, simulate};
use nalgebra::Vector3;

use crate::arguments::ShotOptions;
use crate::failure::Failure;
use crate::output;
use crate::plot::Format;
use setup::Setup;

/// A shot, from the blow to its end.
#[derive(Debug)]
struct Played {
    setup: Setup,
    /// The blow: one that touched the ball.
    outcome: StrikeOutcome,
    stroke: Stroke,
    until: Until,
    shot: Shot,
}

/// Plays a shot and reports.
pub fn shot(options: &ShotOptions) -> Result<(), Failure> {
    let played = play(options)?;
    if let Some(path) = &options.output {
        let picture = carom_plot::draw_table("Shot", &played.setup.table, &played.shot, &played.setup.names);
        output::write_picture(path, Format::of(path)?, &picture)?;
    }
    let text = if options.json { document::of(&played) } else { text::of(&played, options.all) };
    output::print(&text)
}

fn play(options: &ShotOptions) -> Result<Played, Failure> {
    let setup = Setup::new(options)?;
    let outcome = setup.strike.solve().map_err(|error| match error {
        StrikeError::Input(_) | StrikeError::EndMass { .. } => Failure::bad_input(error),
        StrikeError::Solve(_) => Failure::unsolved(error),
    })?;
    let stroke = match &outcome {
        StrikeOutcome::Struck(stroke) | StrikeOutcome::Miscue { stroke, .. } => stroke.clone(),
        StrikeOutcome::NoContact(miss) => return Err(missed(*miss)),
    };
    let until = options.until.map_or(Until::Rest, Until::Time);
    let shot =
        simulate(&setup.table, &balls(&setup, &stroke), until).map_err(|error| refused(&setup, &error))?;
    Ok(Played { setup, outcome, stroke, until, shot })
}

/// The balls just after the blow.
fn balls(setup: &Setup, stroke: &Stroke) -> Vec<BallState> {
    let ball = setup.ball;
    let still =
        |place: &nalgebra::Vector2<f64>| BallState { ball, state: State::on_bed(&ball, [place.x, place.y]) };
    let mut balls: Vec<BallState> = setup.places.iter().map(still).collect();
    let (v, spin) = (stroke.velocity, stroke.angular_velocity);
    let velocity = match stroke.departure {
        // The cloth swallows a hop no higher than its nap, here as in every other impact.
        Departure::Airborne { speed } if speed > setup.table.capture_speed => v,
        Departure::Airborne { .. } | Departure::OnBed => Vector3::new(v.x, v.y, 0.0),
    };
    balls[0].state = balls[0].state.moving(velocity).spinning(spin);
    balls
}

/// A cue that does not reach the ball is a mistake in the flags.
fn missed(miss: Miss) -> Failure {
    Failure::bad_input(match miss {
        Miss::NotMoving { speed } => {
            format!("the cue does not come forward at {speed} m/s: expected --speed above 0")
        }
        Miss::PassesBy { offset } => format!(
            "the cue passes the ball by: --side and --height are {offset:.3} radii from its centre together, expected \
             less than 1"
        ),
        Miss::FarSide => {
            "the tip would meet the far side of the ball: expected --side and --height nearer to 0".to_owned()
        }
        Miss::ThroughTheBed { clearance } => format!(
            "the cue would have to pass {:.1} mm through the bed: expected a larger --height or another --elevation",
            -1e3 * clearance
        ),
    })
}

/// Why the balls could not be played, with their names.
fn refused(setup: &Setup, error: &ShotError) -> Failure {
    let place = |ball: usize| {
        let place = setup.places[ball];
        format!("{} at {},{}", setup.names[ball], place.x, place.y)
    };
    let radius = setup.ball.radius();
    match *error {
        ShotError::Overlap { first, second, .. } => Failure::bad_input(format!(
            "the balls {} and {} overlap: expected centres at least {} m apart",
            place(first),
            place(second),
            2.0 * radius
        )),
        ShotError::OutsideTable { ball, .. } => {
            let outline = &setup.table.outline;
            let (x, y) = (0.5 * outline.length() - radius, 0.5 * outline.width() - radius);
            Failure::bad_input(format!(
                "the ball {} is not on the bed: expected x within {x:.4} m of the middle and y within {y:.4} m",
                place(ball)
            ))
        }
        ShotError::NotPositive { .. }
        | ShotError::Negative { .. }
        | ShotError::NoseTooHigh { .. }
        | ShotError::NotFinite { .. } => Failure::bad_input(error),
        _ => Failure::unsolved(error),
    }
}
