//! The `[cradle]` table.

use carom::{InputError, Model, Restitution, Stiffness, Surface};
use carom_motion::cradle::{Ball, Cradle, CradleError, Swing, Until};

use super::settings::Settings;
use crate::build::refusal;
use crate::problem::{Located, Problem, Span};
use crate::read::{OneOrEach, Table};

/// More balls than this are a typing error: nobody could look at them.
const MOST_BALLS: u64 = 1000;

const SWINGS: [(&str, Swing); 2] = [("small", Swing::SmallAngle), ("true", Swing::TrueAngle)];

/// What `[cradle]` says.
struct Keys {
    balls: Located<u64>,
    row: Vec<Ball>,
    surfaces: Vec<Surface>,
    length: Located<f64>,
    lifted: Located<u64>,
    angle: Located<f64>,
    swing: Swing,
    mass: Span,
    radius: Span,
}

/// The names of the balls, from left to right, and the cradle; nothing if something is wrong with it.
pub(super) fn read(root: &Table, settings: &Settings, model: Model) -> Option<(Vec<String>, Cradle)> {
    let keys = keys(root.table("cradle")?)?;
    let cradle = build(&keys, settings, model).map_err(|error| refused(&error, &keys));
    let cradle = root.problems().note(cradle)?;
    let lossless = keys.surfaces.iter().all(|surface| surface.restitution == Restitution::ELASTIC);
    if let (true, Some(problem)) = (lossless, settings.refuse_endless("a cradle")) {
        root.problems().add(problem);
    }
    Some(((1..=keys.balls.value).map(|number| number.to_string()).collect(), cradle))
}

fn keys(table: Table) -> Option<Keys> {
    for (key, example) in [
        ("balls", "`balls = 5`"),
        ("mass", "`mass = ...`, kilograms, or a list of them"),
        ("radius", "`radius = ...`, metres, or a list of them"),
        ("length", "`length = ...`, metres from the pivots to the centres"),
        ("angle", "`angle = ...`, degrees"),
    ] {
        table.require(key, example);
    }
    let before = table.problems().count();
    let (balls, lifted) = counts(&table)?;
    let count = usize::try_from(balls.value).ok()?;
    let [mass, radius] = ["mass", "radius"].map(|key| table.value_span(key).unwrap_or(table.span()));
    let (row, surfaces) = (row(&table, count), surfaces(&table, count.saturating_sub(1)));
    let (length, angle) = (table.finite("length"), table.finite("angle"));
    let swing = table.choice("swing", &SWINGS).map_or_else(Swing::default, |swing| swing.value);
    let sound = table.problems().count() == before;
    table.finish();
    let (row, length, angle) = (row?, length?, angle?);
    sound.then_some(Keys { balls, row, surfaces, length, lifted, angle, swing, mass, radius })
}

fn row(table: &Table, count: usize) -> Option<Vec<Ball>> {
    let masses = each(table, "mass", count, BALLS, |x| positive("the mass", x));
    let radii = each(table, "radius", count, BALLS, |x| positive("the radius", x));
    Some(masses?.into_iter().zip(radii?).map(|(mass, radius)| Ball { mass, radius }).collect())
}

fn surfaces(table: &Table, pairs: usize) -> Vec<Surface> {
    let restitutions = each(table, "restitution", pairs, PAIRS, |x| made(x, Restitution::new));
    let stiffnesses = each(table, "stiffness", pairs, PAIRS, |x| made(x, Stiffness::new));
    let surface = |pair: usize| Surface {
        restitution: restitutions.as_ref().map_or(Restitution::ELASTIC, |each| each[pair]),
        stiffness: stiffnesses.as_ref().map_or(Stiffness::UNIT, |each| each[pair]),
        ..Surface::ELASTIC
    };
    (0..pairs).map(surface).collect()
}

/// How many balls there are, and how many of them are lifted.
fn counts(table: &Table) -> Option<(Located<u64>, Located<u64>)> {
    let (balls, lifted) = (table.seed("balls")?, table.seed("lifted"));
    let lifted = lifted.unwrap_or(Located { value: 1, span: table.span() });
    let problem = if !(1..=MOST_BALLS).contains(&balls.value) {
        Problem::new(balls.span, format!("the cradle has {} balls", balls.value))
            .expected(format!("expected 1 to {MOST_BALLS}"))
    } else if lifted.value > balls.value {
        Problem::new(lifted.span, format!("{} balls are lifted", lifted.value))
            .expected(format!("there are only {}", balls.value))
    } else {
        return Some((balls, lifted));
    };
    table.problems().add(problem);
    None
}

/// What a list has one number for each of.
const BALLS: &str = "ball, from left to right";
const PAIRS: &str = "pair of neighbours, from left to right";

/// A value for each of `count`, from one number for all or a list.
fn each<T: Copy>(
    table: &Table,
    key: &'static str,
    count: usize,
    of: &str,
    make: impl Fn(Located<f64>) -> Result<T, Problem>,
) -> Option<Vec<T>> {
    let given = table.one_or_each(key, &format!("a number, or a list with one for each {of}"))?;
    let made = match given {
        OneOrEach::One(given) => make(given).map(|value| vec![value; count]),
        OneOrEach::Each(list) if list.value.len() != count => {
            let message = format!("`{key}` has {} numbers", list.value.len());
            Err(Problem::new(list.span, message).expected(format!("expected {count}, one for each {of}")))
        }
        OneOrEach::Each(list) => list.value.into_iter().map(make).collect(),
    };
    table.problems().note(made)
}

fn positive(what: &'static str, given: Located<f64>) -> Result<f64, Problem> {
    let Located { value, span } = given;
    if value > 0.0 { Ok(value) } else { Err(refusal::at(span, &InputError::NotPositive { what, value })) }
}

fn made<T>(given: Located<f64>, make: fn(f64) -> Result<T, InputError>) -> Result<T, Problem> {
    make(given.value).map_err(|error| refusal::at(given.span, &error))
}

/// The cradle, tried for the shortest time: what the motion crate refuses has a place in the file.
fn build(keys: &Keys, settings: &Settings, model: Model) -> Result<Cradle, CradleError> {
    let cradle = Cradle::new(keys.row.clone(), keys.surfaces.clone(), keys.length.value)?
        .with_gravity(settings.gravity)?
        .with_swing(keys.swing)
        .with_model(model)
        .lift_left(keys.lifted.value as usize, keys.angle.value.to_radians())?;
    match cradle.run(Until::Time(f64::MIN_POSITIVE)) {
        Err(error @ CradleError::SlackString { .. }) => Err(error),
        // What goes wrong in a collision is for the run to say.
        Ok(_) | Err(_) => Ok(cradle),
    }
}

fn refused(error: &CradleError, keys: &Keys) -> Problem {
    let angle = |message: &str, expected: &str| Problem::new(keys.angle.span, message).expected(expected);
    match error {
        CradleError::Input(error @ InputError::NotPositive { what, .. }) => {
            let span = match *what {
                "the mass" => keys.mass,
                "the radius" => keys.radius,
                "the length of the strings" => keys.length.span,
                _ => Span::default(),
            };
            refusal::at(span, error)
        }
        CradleError::Crossed { .. } => angle(
            &format!("balls on the left lifted by {} degrees are inside their neighbours", keys.angle.value),
            "expected 0 or more: the angle is to the left",
        ),
        CradleError::SlackString { .. } => angle(
            &format!("a true pendulum held at {} degrees hangs on a slack string", keys.angle.value),
            "expected less than 90",
        ),
        _ => Problem::new(keys.balls.span, error.to_string()),
    }
}
