//! `carom shot`: sets up a table from flags, lets the cue strike and the balls run, and reports.

pub mod flags;
mod setup;

use carom_motion::billiards::cue::{Miss, StrikeError, StrikeOutcome};
use carom_motion::billiards::{ShotError, Until};
use carom_scene::{Blow, TextOptions, WorldError, WorldReport, WorldScene};

use crate::arguments::ShotOptions;
use crate::failure::Failure;
use crate::picture::Target;
use crate::{motion, output, progress, run};
use setup::Setup;

/// Plays a shot and reports.
pub fn shot(options: &ShotOptions) -> Result<(), Failure> {
    let target = options.drawn.target(options.output.as_deref())?;
    let setup = Setup::new(options)?;
    let scene = scene(&setup, options)?;
    let played = progress::watching(|watch| scene.run_watched(watch));
    if let Err(error) = &played {
        return Err(refused(&setup, &scene, error));
    }
    let report = WorldReport::new(&scene, &played);
    run::refuse_too_many_samples(&report, options.samples)?;
    if !target.as_ref().is_some_and(Target::is_stdout) {
        output::print(&if options.json {
            format!("{}\n", report.json(options.samples))
        } else {
            report.text(TextOptions { all: options.all, colour: run::wants_colour() })
        })?;
    }
    let (Some(target), Ok(run)) = (&target, &played) else { return Ok(()) };
    target.write_quietly(&motion::table(&scene, run, "Shot", &target.page)?)
}

/// The shot as a world.
fn scene(setup: &Setup, options: &ShotOptions) -> Result<WorldScene, Failure> {
    let outcome = setup.strike.solve().map_err(|error| match error {
        StrikeError::Input(_) | StrikeError::EndMass { .. } => Failure::bad_input(error),
        StrikeError::Solve(_) => Failure::unsolved(error),
    })?;
    match &outcome {
        StrikeOutcome::Struck(_) | StrikeOutcome::Miscue { .. } => {}
        StrikeOutcome::NoContact(miss) => return Err(missed(*miss)),
    }
    let blow = Blow { ball: 0, strike: setup.strike, outcome: Ok(outcome) };
    let until = options.until.map_or(Until::Rest, Until::Time);
    let Setup { table, names, balls, .. } = setup;
    Ok(WorldScene::shot(table.clone(), balls.clone(), names.clone(), blow, until))
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
fn refused(setup: &Setup, scene: &WorldScene, error: &WorldError) -> Failure {
    let explained = scene.explain(error);
    let WorldError::Shot(error) = error else { return Failure::unsolved(explained) };
    let place = |ball: usize| {
        let place = setup.balls[ball].state.position;
        format!("{} at {},{}", setup.names[ball], place.x, place.y)
    };
    let radius = setup.balls[0].ball.radius();
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
        | ShotError::NoseTooLow { .. }
        | ShotError::NotFinite { .. } => Failure::bad_input(error),
        _ => Failure::unsolved(explained),
    }
}
