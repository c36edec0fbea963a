//! The `[cue]` table: a cue that strikes a ball at time 0.

use carom::{Body, Friction, Model, SolveError, TangentialLaw};
use carom_motion::billiards::cue::{
    Aim, BallOnBed, Cue, CueStrike, Guide, Miss, StrikeError, StrikeOutcome, TipPoint,
};
use carom_motion::billiards::{BallState, Table as PlayTable};

use super::balls::Placed;
use super::surface;
use crate::build::refusal;
use crate::problem::{Located, Problem, Span};
use crate::read::{SEPARATIONS, Table};
use crate::suggest;

/// A cue's blow at time 0.
#[derive(Debug, Clone)]
pub struct Blow {
    /// The ball struck.
    pub ball: usize,
    /// Where the cue pointed and how fast it came, its tip and what it struck.
    pub strike: CueStrike,
    /// What it did: a stroke or a miscue. A cue that misses is a mistake in the file.
    pub outcome: Result<StrikeOutcome, SolveError>,
}

impl Blow {
    /// Sets the ball that it struck in motion.
    pub(super) fn strike(&self, table: &PlayTable, balls: &mut [BallState]) {
        if let Ok(outcome) = &self.outcome
            && let Some(stroke) = outcome.stroke()
        {
            balls[self.ball] = stroke.applied(balls[self.ball], table);
        }
    }
}

/// Whether the cue yields sideways.
#[derive(Debug, Clone, Copy)]
enum GuideName {
    Hand,
    Rail,
}

const GUIDES: [(&str, GuideName); 2] = [("hand", GuideName::Hand), ("rail", GuideName::Rail)];

/// Reads the cue and strikes.
pub(super) fn read(table: Table, play: &PlayTable, balls: &[Placed]) -> Option<Blow> {
    table.require("speed", "`speed = ...`, m/s along the cue");
    let ball = struck(&table, balls);
    let cue = cue(&table);
    let degrees = |key| table.finite(key).map_or(0.0, |angle: Located<f64>| angle.value.to_radians());
    let (azimuth, elevation) = (degrees("aim"), degrees("elevation"));
    let offset = |key| table.finite(key).map_or(0.0, |given: Located<f64>| given.value);
    let point = TipPoint::Offset { side: offset("side"), height: offset("height") };
    let speed = table.finite("speed");
    let separation = table.choice("separation", &SEPARATIONS).map(|separation| separation.value);
    let model = Model { separation: separation.unwrap_or(CueStrike::MODEL.separation), ..CueStrike::MODEL };
    let blow = ball.zip(cue).zip(speed).and_then(|((ball, cue), speed)| {
        let aim = Aim { azimuth, elevation, speed: speed.value };
        let lying = BallOnBed::lying_on(play, &balls[ball].start);
        let strike = CueStrike { cue, aim, point, ball: lying, model };
        table.problems().note(solve(&strike, ball, &table))
    });
    table.finish();
    blow
}

fn struck(table: &Table, balls: &[Placed]) -> Option<usize> {
    let given = table.text("ball");
    let name = given.as_ref().map_or("cue", |given| given.value.as_str());
    let span = given.as_ref().map_or(table.span(), |given| given.span);
    let Some(found) = balls.iter().position(|ball| ball.name == name) else {
        let names: Vec<&str> = balls.iter().map(|ball| ball.name.as_str()).collect();
        let help = match names[..] {
            [] => format!(
                "the table has no balls: `[[ball]]` with `name = \"{name}\"` and `position = [-0.6, 0]` adds one"
            ),
            _ => suggest::help(name, &names),
        };
        let problem = Problem::new(span, format!("there is no ball called `{name}`"))
            .expected("expected the name of a ball")
            .help(help);
        table.problems().add(problem);
        return None;
    };
    if let Some(motion) = balls[found].motion {
        let problem = Problem::new(span, format!("the cue strikes `{name}`, which already moves"))
            .expected("expected a ball at rest")
            .related(motion, "its motion is given here");
        table.problems().add(problem);
    }
    Some(found)
}

/// A pool cue, unless the table says otherwise.
fn cue(table: &Table) -> Option<Cue> {
    let default = Cue::pool().ok()?;
    let mass = surface::checked(table, "mass", |mass| Body::point(mass).map(|_| mass));
    let end_mass = table.finite("end_mass");
    let guide = match (table.choice("guide", &GUIDES).map(|guide| guide.value), end_mass, default.guide) {
        (Some(GuideName::Rail), None, _) | (None, None, Guide::Rail) => Guide::Rail,
        (Some(GuideName::Rail), Some(end_mass), _) => {
            let problem = Problem::new(end_mass.span, "a cue on a rail does not yield sideways")
                .expected("only a cue held in the hand has an end mass");
            table.problems().add(problem);
            Guide::Rail
        }
        (Some(GuideName::Hand) | None, Some(end_mass), _) => Guide::Hand { end_mass: end_mass.value },
        (Some(GuideName::Hand), None, Guide::Rail) => return None,
        (Some(GuideName::Hand) | None, None, guide @ Guide::Hand { .. }) => guide,
    };
    let tip = surface::overridden(default.tip, table);
    Some(Cue { mass: mass.unwrap_or(default.mass), guide, tip, ..default })
}

/// Bed friction of another strength, springs and all.
pub(super) fn with_friction(law: TangentialLaw, friction: Friction) -> TangentialLaw {
    match (friction.value() > 0.0, law.compliance()) {
        (false, _) => TangentialLaw::Frictionless,
        (true, None) => TangentialLaw::Rigid { friction },
        (true, Some(compliance)) => TangentialLaw::Compliant { friction, compliance },
    }
}

fn solve(strike: &CueStrike, ball: usize, table: &Table) -> Result<Blow, Problem> {
    let strike = *strike;
    match strike.solve() {
        Ok(StrikeOutcome::NoContact(miss)) => Err(missed(miss, table)),
        Ok(outcome) => Ok(Blow { ball, strike, outcome: Ok(outcome) }),
        Err(StrikeError::Solve(error)) => Ok(Blow { ball, strike, outcome: Err(error) }),
        Err(StrikeError::Input(error)) => Err(refusal::at(table.span(), &error)),
        Err(error @ StrikeError::EndMass { .. }) => {
            Err(refusal::said(span_of(table, &["end_mass", "mass"]), &error.to_string()))
        }
    }
}

/// Why the cue does not touch the ball, at the key that makes it miss.
fn missed(miss: Miss, table: &Table) -> Problem {
    let problem = |keys: &[&'static str], message: String, expected: &str| {
        Problem::new(span_of(table, keys), message).expected(expected)
    };
    match miss {
        Miss::NotMoving { speed } => {
            problem(&["speed"], format!("the cue's speed is {speed}"), "must be positive, m/s")
        }
        Miss::PassesBy { offset } => problem(
            larger_offset(table),
            format!("the cue passes the ball by: the tip is {offset} radii off its centre"),
            "`side` and `height` must lie within the ball, closer than 1 radius",
        ),
        Miss::FarSide => {
            problem(&["side", "height"], "the tip's point is on the far side of the ball".to_owned(), "")
        }
        Miss::ThroughTheBed { clearance } => problem(
            &["elevation", "height"],
            format!("the cue would pass {:.1} mm through the bed", -1e3 * clearance),
            "expected a cue above the bed",
        )
        .help("raise the butt with `elevation`, degrees, or strike higher with `height`, radii"),
    }
}

fn larger_offset(table: &Table) -> &'static [&'static str] {
    let size = |key| table.finite(key).map_or(0.0, |given| given.value.abs());
    if size("side") > size("height") { &["side"] } else { &["height"] }
}

/// The first of the keys that is there, or the whole table.
fn span_of(table: &Table, keys: &[&'static str]) -> Span {
    keys.iter().find_map(|key| table.value_span(key)).unwrap_or(table.span())
}
