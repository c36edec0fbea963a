//! The `[cradle]` table.

use carom::{InputError, Restitution, Stiffness};
use carom_motion::cradle::{Cradle, CradleError, Joint, Swing, Until};

use super::material;
use super::settings::Settings;
use crate::build::refusal;
use crate::problem::{Located, Problem, Span};
use crate::read::{Table, choice};

/// More balls than this are a typing error: nobody could look at them.
const MOST_BALLS: u64 = 1000;

const SWINGS: [(&str, Swing); 2] = [("small", Swing::SmallAngle), ("true", Swing::TrueAngle)];

/// What `[cradle]` says.
struct Keys {
    balls: Located<u64>,
    mass: Located<f64>,
    radius: Located<f64>,
    length: Located<f64>,
    lifted: Located<u64>,
    angle: Located<f64>,
    joint: Joint,
    swing: Swing,
}

/// The names of the balls, from left to right, and the cradle; nothing if something is wrong with it.
pub(super) fn read(root: &Table, settings: &Settings) -> Option<(Vec<String>, Cradle)> {
    let keys = keys(root.table("cradle", "[cradle]")?)?;
    let count = keys.balls.value as usize;
    let cradle = build(&keys, count, settings).map_err(|error| refused(&error, &keys));
    let cradle = root.problems().note(cradle)?;
    if let (true, Some(problem)) =
        (keys.joint.restitution == Restitution::ELASTIC, settings.refuse_endless("a cradle"))
    {
        root.problems().add(problem);
    }
    Some(((1..=count).map(|number| number.to_string()).collect(), cradle))
}

fn keys(table: Table) -> Option<Keys> {
    for (key, example) in [
        ("balls", "`balls = 5`"),
        ("mass", "`mass = ...`, kilograms"),
        ("radius", "`radius = ...`, metres"),
        ("length", "`length = ...`, metres from the pivots to the centres"),
        ("angle", "`angle = ...`, degrees"),
    ] {
        table.require(key, example);
    }
    let (balls, lifted) = (table.seed("balls"), table.seed("lifted"));
    let [mass, radius, length, angle] = ["mass", "radius", "length", "angle"].map(|key| table.finite(key));
    let restitution = material::checked(&table, "restitution", Restitution::new);
    let stiffness = material::checked(&table, "stiffness", Stiffness::new);
    let swing = choice(&table, "swing", &SWINGS).map_or_else(Swing::default, |swing| swing.value);
    let lifted = lifted.unwrap_or(Located { value: 1, span: table.span() });
    let problems = table.problems();
    if let Some(balls) = balls {
        if !(1..=MOST_BALLS).contains(&balls.value) {
            let problem = Problem::new(balls.span, format!("the cradle has {} balls", balls.value))
                .expected(format!("expected 1 to {MOST_BALLS}"));
            problems.add(problem);
        } else if lifted.value > balls.value {
            let problem = Problem::new(lifted.span, format!("{} balls are lifted", lifted.value))
                .expected(format!("there are only {}", balls.value));
            problems.add(problem);
        }
    }
    let sound = problems.count() == 0;
    table.finish();
    let joint = Joint {
        restitution: restitution.unwrap_or(Restitution::ELASTIC),
        stiffness: stiffness.unwrap_or(Stiffness::UNIT),
    };
    let keys = Keys {
        balls: balls?,
        mass: mass?,
        radius: radius?,
        length: length?,
        lifted,
        angle: angle?,
        joint,
        swing,
    };
    sound.then_some(keys)
}

/// The cradle, tried for the shortest time: what the motion crate refuses has a place in the file.
fn build(keys: &Keys, count: usize, settings: &Settings) -> Result<Cradle, CradleError> {
    let cradle = Cradle::equal(count, keys.mass.value, keys.radius.value, keys.length.value, keys.joint)?
        .with_gravity(settings.gravity)?
        .with_swing(keys.swing)
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
                "the mass" => keys.mass.span,
                "the radius" => keys.radius.span,
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
