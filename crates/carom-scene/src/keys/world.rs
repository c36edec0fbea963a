//! Files that describe a motion in time, with all its impacts.

use super::billiards::{BALL, BALLS, BED, CLOTH, CUE, CUSHION, RACK};
use super::contact::{RESTITUTION, RUBBING, SPRINGY};
use super::impact::{RESTITUTION_RULE, SEPARATION, SOLID, TITLE};
use super::quantity::{ACCELERATION, ANGLE, INERTIA, LENGTH, MASS, SPEED, SPIN, STIFFNESS, TIME};
use super::range;
use super::shape::{self, ORIENTATION, SHAPE};
use super::{File, Key, Kind, NUMBER_KIND, NUMBER_OR_INFINITE, TableKeys, Usual};

pub(super) static FILE: File = File {
    name: "world",
    about: "A motion in time, from impact to impact: billiards if `[world]` names a `table`, a cradle if there is a `[cradle]`, else bodies that bounce on the floor z = 0.",
    root: &WORLD,
    tables: &[
        &WORLD,
        &SETTINGS,
        &BALL,
        &BALLS,
        &SOLID,
        &CUSHION,
        &CLOTH,
        &BED,
        &RACK,
        &CUE,
        &CRADLE,
        &BODY,
        shape::ALL[0],
        shape::ALL[1],
        shape::ALL[2],
        shape::ALL[3],
        shape::ALL[4],
        shape::ALL[5],
        shape::ALL[6],
        shape::ALL[7],
        shape::ALL[8],
        &FLOOR,
        &BETWEEN,
        &RULES,
    ],
};

pub(crate) static WORLD: TableKeys = TableKeys {
    heading: "the world",
    about: "",
    keys: &[
        TITLE,
        Key::new("world", Kind::Table(&SETTINGS), "Makes the file a world").required().example("[world]\ntable = \"pool\""),
        Key::new("ball", Kind::Tables(&BALL), "On a table: the balls").otherwise("a `[rack]` is required").example("[[ball]]\nname = \"cue\"\nposition = [-0.6, 0]"),
        Key::new("balls", Kind::Table(&BALLS), "On a table: what all balls share").example("[balls]\nrestitution = 0.93"),
        Key::new("cushion", Kind::Table(&CUSHION), "On a table: how balls leave the cushions").example("[cushion]\nrestitution = 0.8"),
        Key::new("cloth", Kind::Table(&CLOTH), "On a table: how the cloth resists").example("[cloth]\nsliding_friction = 0.22"),
        Key::new("bed", Kind::Table(&BED), "On a table: how balls land").example("[bed]\nrestitution = 0.6"),
        Key::new("rack", Kind::Table(&RACK), "On a table: balls set up for a break").example("[rack]\nshape = \"9-ball\""),
        Key::new("cue", Kind::Table(&CUE), "On a table: the blow at time 0").example("[cue]\nspeed = 8"),
        Key::new("cradle", Kind::Table(&CRADLE), "Newton's cradle").example("[cradle]\nballs = 5\nmass = 0.1\nradius = 0.01\nlength = 0.2\nangle = 20"),
        Key::new("body", Kind::Tables(&BODY), "Without a table and a cradle: bodies over the floor").example("[[body]]\nname = \"ball\"\nmass = 0.1\nshape = { sphere = { radius = 0.05 } }\nposition = [0, 0, 1]"),
        Key::new("floor", Kind::Table(&FLOOR), "What bodies bounce on").example("[floor]\nrestitution = 0.8"),
        Key::new("contact_defaults", Kind::Table(&BETWEEN), "How balls bounce on each other, and bodies on the floor where `[floor]` does not say").example("[contact_defaults]\nrestitution = 0.9"),
        Key::new(
            "model",
            Kind::Table(&RULES),
            "Rules of its impacts; not with a `table`, whose impacts are hardening and track their gaps",
        ).example("[model]\nrestitution = \"bi-stiffness\""),
    ],
};

pub(super) const GRAVITY: Key = Key::number("gravity", "Downwards")
    .in_units(&[&ACCELERATION])
    .default("9.81")
    .range(range::GRAVITY)
    .usual(Usual { least: 0.1, most: 30.0, because: "the Earth has 9.81, the Moon 1.62, Jupiter 24.8" })
    .example("gravity = 1.62");

static SETTINGS: TableKeys = TableKeys {
    heading: "[world]",
    about: "",
    keys: &[
        GRAVITY,
        Key::new("until", Kind::OneOf(&[Kind::Choice(&["rest"]), NUMBER_KIND]), "When to stop: when nothing happens any more, or at a time")
            .in_units(&[&TIME])
            .default("\"rest\"")
            .range(range::TIME)
            .example("until = 2.5"),
        Key::new("table", Kind::Choice(&["pool", "snooker", "carom"]), "Billiards on a nine-foot pool, a twelve-foot snooker or a carom table. The middle of the table is the origin, x runs along it")
            .otherwise("no billiards")
            .example("table = \"pool\""),
    ],
};

static RULES: TableKeys = TableKeys {
    heading: "[model] of a world",
    about: "As for impacts; impacts in a world are always simultaneous. Not with a `table`, whose impacts are hardening and track their gaps.",
    keys: &[RESTITUTION_RULE, SEPARATION],
};

const BOUNCY_STIFFNESS: Key =
    Key::new("stiffness", NUMBER_OR_INFINITE, "k of the virtual spring; inf is rigid")
        .in_units(&[&STIFFNESS])
        .default("1")
        .range(range::STIFFNESS)
        .example("stiffness = 2.5e6");
const BOUNCY_FRICTION: Key = Key::number("friction", "μ, the coefficient of friction")
    .default("0")
    .range(range::FRICTION)
    .usual(RUBBING)
    .example("friction = 0.3");
const BOUNCY_COMPLIANCE: Key = Key::number(
    "compliance",
    "η², normal over tangential stiffness: friction acts through tangential springs",
)
.otherwise("friction is rigid, as with 0")
.range(range::COMPLIANCE)
.usual(SPRINGY)
.example("friction = 0.3\ncompliance = 1.2");

const AS_BETWEEN: &str = "that of `[contact_defaults]`";
static FLOOR: TableKeys = TableKeys {
    heading: "[floor]",
    about: "The floor z = 0.",
    keys: &[
        RESTITUTION.otherwise(AS_BETWEEN),
        BOUNCY_STIFFNESS.otherwise(AS_BETWEEN),
        BOUNCY_FRICTION.otherwise(AS_BETWEEN),
        BOUNCY_COMPLIANCE
            .otherwise("friction given here is rigid, as with 0; else that of `[contact_defaults]`"),
    ],
};
static BETWEEN: TableKeys = TableKeys {
    heading: "[contact_defaults] of a world",
    about: "Between balls, and with the floor where `[floor]` does not say.",
    keys: &[RESTITUTION, BOUNCY_STIFFNESS, BOUNCY_FRICTION, BOUNCY_COMPLIANCE],
};

static BODY: TableKeys = TableKeys {
    heading: "[[body]] of a world",
    about: "A body over the floor: a ball, touched anywhere, or a body that the floor touches at its points.",
    keys: &[
        Key::new("name", Kind::Text, "What reports call it").required().example("name = \"die\""),
        Key::number("mass", "Mass").in_units(&[&MASS]).required().range(range::MASS).example("mass = 0.005"),
        Key::new("shape", Kind::Table(&SHAPE), "A sphere, touched by the floor and other spheres; or any other shape but a plane, touched by the floor at its points")
            .otherwise("`inertia` and `points` are required")
            .example("shape = { sphere = { radius = 0.05 } }"),
        Key::new("points", Kind::Rows(3), "Where it can touch the floor, in the coordinates of the shape; not for a sphere")
            .in_units(&[&LENGTH])
            .otherwise("the corners of a box; required for other shapes")
            .range(range::PLACE)
            .example("shape = { cone = { radius = 0.01, height = 0.1 } }\npoints = [[0, 0, 0.05]]"),
        Key::new("inertia", Kind::SquareMatrix, "About the centre of mass, 3 by 3, body axes; goes before that of the shape; not for a sphere")
            .in_units(&[&INERTIA])
            .otherwise("that of the shape")
            .range(range::INERTIA)
            .example("inertia = [[1e-5, 0, 0], [0, 1e-5, 0], [0, 0, 1e-5]]\npoints = [[0, 0, -0.05]]"),
        Key::vector("position", "Of the centre of mass").in_units(&[&LENGTH]).otherwise("it stands on the floor at the origin").range(range::PLACE).example("position = [0, 0, 0.5]"),
        ORIENTATION,
        Key::vector("velocity", "Of the centre of mass").in_units(&[&SPEED]).default("[0, 0, 0]").range(range::SPEED).example("velocity = [1, 0, 0]"),
        Key::vector("angular_velocity", "Angular velocity, world axes; of a body with points up to 1000 rad/s")
            .in_units(&[&SPIN])
            .default("[0, 0, 0]")
            .range(range::SPIN)
            .example("angular_velocity = [0, 20, 0]"),
    ],
};

static CRADLE: TableKeys = TableKeys {
    heading: "[cradle]",
    about: "Newton's cradle: balls in a row on strings, the leftmost of which are lifted and let go.",
    keys: &[
        Key::new("balls", Kind::Count, "How many, 1 to 1000").required().example("balls = 5"),
        Key::new(
            "mass",
            Kind::OneOf(&[NUMBER_KIND, Kind::NumberList { infinite: false }]),
            "Of each ball; one for all, or one for each from left to right",
        )
        .in_units(&[&MASS])
        .required()
        .range(range::MASS)
        .example("mass = 0.1"),
        Key::new(
            "radius",
            Kind::OneOf(&[NUMBER_KIND, Kind::NumberList { infinite: false }]),
            "Of each ball; one for all, or one for each from left to right",
        )
        .in_units(&[&LENGTH])
        .required()
        .range(range::LENGTH)
        .example("radius = 0.01"),
        Key::number("length", "From the pivots to the centres")
            .in_units(&[&LENGTH])
            .required()
            .range(range::LENGTH)
            .example("length = 0.2"),
        Key::number("angle", "How far the lifted balls are raised, to the left")
            .in_units(&[&ANGLE])
            .required()
            .range(range::ANGLE)
            .example("angle = 20"),
        Key::new(
            "restitution",
            Kind::OneOf(&[NUMBER_KIND, Kind::NumberList { infinite: false }]),
            "e of each pair of neighbours; one for all, or one for each pair from left to right",
        )
        .default("1")
        .range(super::Range::values(0.0, 1.0))
        .example("restitution = 0.95"),
        Key::new(
            "stiffness",
            Kind::OneOf(&[NUMBER_OR_INFINITE, Kind::NumberList { infinite: true }]),
            "k of each pair of neighbours; one for all, or one for each pair from left to right",
        )
        .in_units(&[&STIFFNESS])
        .default("1")
        .range(range::STIFFNESS)
        .example("stiffness = 1e7"),
        Key::new("lifted", Kind::Count, "How many balls from the left are lifted")
            .default("1")
            .example("lifted = 2"),
        Key::new(
            "swing",
            Kind::Choice(&["small", "true"]),
            "Small angles, for which pendulums swing harmonically, or the true pendulum",
        )
        .default("\"small\"")
        .example("swing = \"true\""),
    ],
};
