//! Billiards: a table, its balls and a cue.

use carom::hertz::{Curvature, HertzContact, Solid};
use carom::{Friction, Surface, TangentialLaw};
use carom_motion::billiards::{
    BallState, BedContact, Cloth, CushionModel, ShotError, State, Table as PlayTable, TableKind, Until,
    simulate,
};

use super::balls::{self, Kind, Placed};
use super::cue::{self, Blow};
use super::endless::{self, Places};
use super::rack;
use super::settings::{Settings, Stop};
use super::surface::overridden;
use crate::build::refusal;
use crate::number;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::{Table, read_material};

/// A shot to be played.
#[derive(Debug, Clone)]
pub(super) struct Billiards {
    pub table: PlayTable,
    /// As they move just after the blow.
    pub balls: Vec<BallState>,
    pub blow: Option<Blow>,
    pub until: Until,
}

/// The names of the balls and the shot; nothing if something is wrong with them.
pub(super) fn read(root: &Table, settings: &Settings) -> Option<(Vec<String>, Billiards)> {
    let kind = settings.table.unwrap_or(TableKind::Pool); // An unknown table has been noted.
    let mut play = kind.table();
    play.cloth.gravity = settings.gravity;
    let mut ball = Kind { ball: kind.ball(), radius: None };
    if let Some(table) = root.table("balls") {
        ball = balls::kind(&table, ball);
        play.between_balls = overridden(play.between_balls, &table);
        if let Some(solid) = read_material(&table) {
            play.between_balls = of_solid(play.between_balls, &table, solid, ball.ball.radius());
        }
        table.finish();
    }
    if let Some(table) = root.table("cushion") {
        play.cushion = overridden(play.cushion, &table);
        let model = table.choice("model", &CUSHION_MODELS);
        play.cushion_model = model.map_or(play.cushion_model, |model| model.value);
        table.finish();
    }
    let cloth_spans = root.table("cloth").map(|table| cloth(table, &mut play)).unwrap_or_default();
    let bed = root.table("bed").map(|table| bed(table, &mut play)).unwrap_or_default();
    let places =
        Places { rolling_resistance: cloth_spans.rolling, sliding_friction: cloth_spans.sliding, ..bed };
    refuse_model(root);
    let mut placed = balls::read(root.tables("ball"), ball);
    if let Some(table) = root.table("rack") {
        placed.extend(rack::read(table, ball, &play));
    }
    check(root, &play, &placed, cloth_spans);
    let blow = root.table("cue").and_then(|table| cue::read(table, &play, &placed));
    if root.problems().count() > 0 {
        return None;
    }
    let (names, billiards) = billiards(play, placed, blow, settings.stop);
    if let Some(problem) = endless::refuse(&billiards, &places, settings) {
        root.problems().add(problem);
    }
    Some((names, billiards))
}

const CUSHION_MODELS: [(&str, CushionModel); 2] =
    [("with-bed", CushionModel::WithBed), ("alone", CushionModel::Alone)];

const BED_CONTACTS: [(&str, BedContact); 2] =
    [("ignored", BedContact::Ignored), ("included", BedContact::Included)];

/// How balls land on the bed, and whether it takes part where balls hit each other; and where the file says so.
fn bed(table: Table, play: &mut PlayTable) -> Places {
    play.bed = overridden(play.bed, &table);
    let contact = table.choice("between_balls", &BED_CONTACTS);
    play.bed_contact = contact.map_or(play.bed_contact, |contact| contact.value);
    match table.finite("capture_speed") {
        Some(speed) if speed.value < 0.0 => {
            let problem = Problem::new(speed.span, format!("`capture_speed` is {}", speed.value))
                .expected("expected zero or more, m/s");
            table.problems().add(problem);
        }
        Some(speed) => play.capture_speed = speed.value,
        None => {}
    }
    let [capture_speed, bed_restitution] = ["capture_speed", "restitution"].map(|key| table.value_span(key));
    table.finish();
    Places { capture_speed, bed_restitution, ..Places::default() }
}

/// Impacts on a table have one model.
fn refuse_model(root: &Table) {
    if let Some(span) = root.key_span("model") {
        root.has("model");
        let problem = Problem::new(span, "billiards has a model of its own")
            .expected("of no use with a `table`")
            .help("impacts on a table are hardening and track their gaps; coefficients are in `[balls]`, `[cushion]`, `[bed]` and `[cue]`");
        root.problems().add(problem);
    }
}

/// The surface of balls of a solid: Hertz's spring, and Mindlin's tangential ones unless a compliance is given.
fn of_solid(surface: Surface, table: &Table, solid: Located<Solid>, radius: f64) -> Surface {
    if let Some(span) = table.key_span("stiffness") {
        let problem = Problem::new(span, "`stiffness` beside `material`: balls would have two springs")
            .expected("of no use here")
            .help("remove one of them");
        table.problems().add(problem);
    }
    let made = Curvature::of_spheres(radius, radius).and_then(|curvature| {
        let contact = HertzContact::new([&solid.value, &solid.value], curvature)?;
        let tangential = match surface.tangential {
            TangentialLaw::Rigid { friction } | TangentialLaw::Compliant { friction, .. }
                if !table.has("compliance") =>
            {
                TangentialLaw::Compliant { friction, compliance: contact.tangential_compliance()? }
            }
            given => given,
        };
        Ok(Surface { stiffness: contact.spring()?, tangential, ..surface })
    });
    table.problems().note(made.map_err(|error| refusal::at(solid.span, &error))).unwrap_or(surface)
}

/// Where the file gives what the cloth is like.
#[derive(Clone, Copy, Default)]
struct ClothSpans {
    sliding: Option<Span>,
    rolling: Option<Span>,
    spin: Option<Span>,
}

fn cloth(table: Table, play: &mut PlayTable) -> ClothSpans {
    let keys = ["sliding_friction", "rolling_resistance", "spin_friction"].map(|key| table.finite(key));
    let [sliding, rolling, spin] = keys;
    let default = play.cloth;
    let value =
        |given: Option<crate::problem::Located<f64>>, default| given.map_or(default, |given| given.value);
    play.cloth = Cloth {
        sliding_friction: value(sliding, default.sliding_friction),
        rolling_resistance: value(rolling, default.rolling_resistance),
        spin_friction: value(spin, default.spin_friction),
        gravity: default.gravity,
    };
    // Where a ball lands, or is struck, the same cloth rubs. A friction that is none is refused with the cloth.
    if let Ok(friction) = Friction::new(play.cloth.sliding_friction) {
        play.bed.tangential = cue::with_friction(play.bed.tangential, friction);
    }
    table.finish();
    let [sliding, rolling, spin] = keys.map(|key| key.map(|given| given.span));
    ClothSpans { sliding, rolling, spin }
}

/// Lets the motion crate look at table and balls, all at rest and for no time: what it refuses has a place in the file.
fn check(root: &Table, play: &PlayTable, placed: &[Placed], cloth: ClothSpans) {
    let problems = root.problems();
    let names: Vec<(&str, Span)> = placed.iter().map(|ball| (ball.name.as_str(), ball.span)).collect();
    balls::refuse_same_names(&names, problems);
    if placed.is_empty() && problems.count() == 0 {
        problems.add(no_balls());
    }
    let still = |placed: &Placed| {
        let BallState { ball, state } = placed.start;
        BallState { ball, state: State::on_bed(&ball, state.position.xy().into()) }
    };
    let balls: Vec<BallState> = placed.iter().map(still).collect();
    if let Err(error) = simulate(play, &balls, Until::Time(0.0)) {
        refuse(&error, placed, cloth, problems);
    }
}

fn refuse(error: &ShotError, placed: &[Placed], cloth: ClothSpans, problems: &Problems) {
    let name = |ball: usize| placed[ball].name.as_str();
    problems.add(match *error {
        ShotError::Overlap { first, second, overlap } => {
            let overlap = number::short(overlap, 4);
            let message = format!("`{}` and `{}` overlap by {overlap} m", name(first), name(second));
            Problem::new(placed[second].position, message)
                .expected("expected balls apart, or just touching")
                .related(placed[first].position, format!("`{}` is here", name(first)))
        }
        ShotError::OutsideTable { ball, depth } => {
            let depth = number::short(depth, 4);
            let message = format!("`{}` is {depth} m inside a cushion or a pocket", name(ball));
            Problem::new(placed[ball].position, message)
                .expected("expected a place on the bed, in metres from the middle of the table")
        }
        ShotError::NoseTooHigh { ball, nose, .. } => {
            misfit(&placed[ball], nose, "is too small for this table: it would pass under the cushions")
        }
        ShotError::NoseTooLow { ball, nose, .. } => {
            misfit(&placed[ball], nose, "is too large for this table: it would climb over the cushions")
        }
        ShotError::Negative { what, .. } => {
            let span = match what {
                "rolling resistance" => cloth.rolling,
                "spin friction" => cloth.spin,
                _ => cloth.sliding,
            };
            refusal::said(span.unwrap_or_default(), &error.to_string())
        }
        _ => Problem::new(Span::default(), error.to_string()),
    });
}

/// A ball for which the cushions are too high or too low: their noses must meet it between half its radius and its top.
fn misfit(placed: &Placed, nose: f64, how: &str) -> Problem {
    /// Ends of the range are given to this, in metres: within it, so that they are allowed themselves.
    const STEP: f64 = 1e-4;
    let (least, most) = ((0.5 * nose / STEP).floor() * STEP + STEP, (2.0 * nose / STEP).floor() * STEP);
    let radius = number::short(placed.start.ball.radius(), 4);
    Problem::new(placed.radius.unwrap_or(placed.span), format!("`{}` {how}", placed.name))
        .expected(format!("expected a radius from {least:.4} to {most:.4} m, not {radius}"))
        .help(format!(
            "the noses of its cushions are {} mm above the bed; a ball must be met at half its radius or above",
            number::short(1e3 * nose, 3)
        ))
}

fn no_balls() -> Problem {
    Problem::new(Span::default(), "the table has no balls")
        .expected("expected `[[ball]]` or `[rack]`")
        .help("a ball needs a name and a place: `[[ball]]`, `name = \"cue\"`, `position = [-0.6, 0]`")
}

fn billiards(
    table: PlayTable,
    placed: Vec<Placed>,
    blow: Option<Blow>,
    stop: Stop,
) -> (Vec<String>, Billiards) {
    let mut balls: Vec<BallState> = placed.iter().map(|ball| ball.start).collect();
    if let Some(blow) = &blow {
        blow.strike(&table, &mut balls);
    }
    let until = match stop {
        Stop::Rest => Until::Rest,
        Stop::Time(time) => Until::Time(time),
    };
    let names = placed.into_iter().map(|ball| ball.name).collect();
    (names, Billiards { table, balls, blow, until })
}
