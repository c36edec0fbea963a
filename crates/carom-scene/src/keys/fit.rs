//! Files that say what was measured, and which parameters are sought.

use super::impact::TITLE;
use super::quantity::{LENGTH, SPEED, TIME};
use super::{File, Key, Kind, NUMBER_KIND, Range, TableKeys, range};

pub(super) static FILE: File = File {
    name: "fit",
    about: "Measurements of a scene, for `carom fit`, which finds the parameters that explain them.",
    root: &FIT,
    tables: &[&FIT, &SETTINGS, &PARAMETER, &COLUMN, &OUTLINE, &TRACK],
};

pub(crate) static FIT: TableKeys = TableKeys {
    heading: "the fit",
    about: "",
    keys: &[
        TITLE,
        Key::new("fit", Kind::Table(&SETTINGS), "Where the measurements are, and how to fit")
            .required()
            .example("[fit]\ndata = \"drops.csv\""),
        Key::new(
            "scene",
            Kind::OneOf(&[Kind::Text, Kind::Scene]),
            "A scene file beside this one, or the tables of a scene, in which \"sought\" may stand for a number",
        )
        .required()
        .example("[[scene.body]]\nname = \"ball\"\nmass = 1"),
        Key::new("parameter", Kind::Tables(&PARAMETER), "What is sought")
            .otherwise("what is \"sought\" in the scene")
            .example("[[parameter]]\nat = \"contact.0.friction\""),
        Key::new("column", Kind::Tables(&COLUMN), "What the columns of the table are")
            .otherwise("their names say it")
            .example("[[column]]\nname = \"vz\"\nis = \"bodies.ball.velocity.z\""),
        Key::new("outline", Kind::Tables(&OUTLINE), "Where bodies touch, from how they lie in each row")
            .otherwise("contacts are where the scene or columns say")
            .example("[[outline]]\nangle = \"theta\"\nellipsoid = [0.035, 0.025, 0]"),
        Key::new("track", Kind::Tables(&TRACK), "Where balls were seen on a table")
            .example("[[track]]\nball = \"cue\"\nfile = \"track.csv\""),
    ],
};

static SETTINGS: TableKeys = TableKeys {
    heading: "[fit]",
    about: "",
    keys: &[
        Key::new(
            "data",
            Kind::Text,
            "A CSV file beside this one: names of columns, then one row for each impact or shot",
        )
        .otherwise("a `[[track]]` is required")
        .example("data = \"drops.csv\""),
        Key::new(
            "loss",
            Kind::Choice(&["squares", "huber", "soft-l1", "cauchy"]),
            "How much large residuals count; all but squares bear outliers, cauchy the grossest",
        )
        .default("\"squares\"")
        .example("loss = \"cauchy\""),
        Key::new("starts", Kind::Count, "From how many points the search begins")
            .default("8")
            .example("starts = 20"),
        Key::number("level", "How often intervals should hold the truth")
            .default("0.95")
            .range(Range::values(0.5, 0.9999))
            .example("level = 0.99"),
        Key::number("correlations_above", "Correlations that are smaller are not reported as text")
            .default("0.1")
            .range(Range::values(0.0, 1.0))
            .example("correlations_above = 0.5"),
        Key::new(
            "folds",
            Kind::Count,
            "Of `--compare`: into how many parts rows are divided, each predicted from the others",
        )
        .default("5")
        .example("folds = 10"),
    ],
};

static PARAMETER: TableKeys = TableKeys {
    heading: "[[parameter]]",
    about: "A number that is sought. Without range and guess those of its key hold: restitution from 0 to 1, friction from 0 to 10.",
    keys: &[
        Key::new(
            "at",
            Kind::Text,
            "Where it stands in the scene; several places, which share it, with commas, or * for all contacts or bodies",
        )
        .required()
        .example("at = \"contact.*.friction\""),
        Key::new("name", Kind::Text, "What reports call it").otherwise("as `at`").example("name = \"mu\""),
        Key::new("each", Kind::Flag, "Whether every place has a value of its own instead of sharing one")
            .default("false")
            .example("each = true"),
        Key::new("guess", NUMBER_KIND, "Where the search begins first").otherwise("chosen").example("guess = 0.3"),
        Key::new("range", Kind::Numbers(2), "Within which it is sought, in the unit of its key")
            .otherwise("that of its key")
            .example("range = [0, 1]"),
        Key::new(
            "depends_on",
            Kind::Choice(&["approach-speed"]),
            "Restitution that falls with the approach speed v: e (v/v0)^-p, which makes two parameters, e and p",
        )
        .otherwise("it is a constant")
        .example("depends_on = \"approach-speed\""),
        Key::number("reference_speed", "v0, at which restitution is e")
            .in_units(&[&SPEED])
            .default("1")
            .range(Range::Above(0.0))
            .example("depends_on = \"approach-speed\"\nreference_speed = 2"),
    ],
};

static COLUMN: TableKeys = TableKeys {
    heading: "[[column]]",
    about: "A column of the table. One whose name is a path need not be here; others that are not here are left out.",
    keys: &[
        Key::new("name", Kind::Text, "Its name in the first line of the table, without a unit")
            .required()
            .example("name = \"vz1\""),
        Key::new(
            "is",
            Kind::Text,
            "A path: into the scene (`body.ball.velocity.z`, `contact.0.normal.x`) for what was before, into the results (`bodies.ball.velocity.z`, `contacts.rim.rebound_angle`) for what was after",
        )
        .otherwise("its name is the path")
        .example("is = \"bodies.ball.velocity.z\""),
        Key::number("noise", "Standard deviation of a measurement, in the unit of the column; of what was before, it widens what is predicted")
            .otherwise("estimated from the scatter; of what was before, 0")
            .range(Range::Above(0.0))
            .example("noise = 0.01"),
        Key::new("unit", Kind::Text, "Its unit").otherwise("that of its header, `vz1 [mm/s]`, or SI").example("unit = \"mm/s\""),
    ],
};

static OUTLINE: TableKeys = TableKeys {
    heading: "[[outline]]",
    about: "The point of a contact, row by row, from the angle by which its first body is turned: the point of the outline that is furthest towards the other body. Exactly one of `ellipsoid`, `box` and `corners`, in body axes, which are those of the world at angle 0; the centre of mass is the origin.",
    keys: &[
        Key::new(
            "angle",
            Kind::Text,
            "The column with the angle, in radians, or in degrees if it says so: `theta [deg]`",
        )
        .required()
        .example("angle = \"theta\"\nellipsoid = [0.035, 0.025, 0]"),
        Key::new("contact", Kind::Text, "The contact, by name or number")
            .default("\"0\"")
            .example("contact = \"0\""),
        Key::vector("axis", "About which the body is turned, anticlockwise seen from its tip")
            .default("[0, 0, 1]")
            .example("axis = [0, 1, 0]"),
        Key::vector(
            "ellipsoid",
            "Half axes of an ellipsoid along x, y and z; 0 across the plane of a flat body",
        )
        .in_units(&[&LENGTH])
        .otherwise("`box` or `corners` is required")
        .example("ellipsoid = [0.035, 0.025, 0]"),
        Key::vector("box", "Edges of a box along x, y and z")
            .in_units(&[&LENGTH])
            .otherwise("`ellipsoid` or `corners` is required")
            .example("box = [0.06, 0.03, 0]"),
        Key::new("corners", Kind::Rows(3), "Corners of any other body")
            .in_units(&[&LENGTH, &LENGTH, &LENGTH])
            .otherwise("`ellipsoid` or `box` is required")
            .example("corners = [[-0.02, -0.01, 0], [0.02, -0.01, 0], [0, 0.02, 0]]"),
    ],
};

static TRACK: TableKeys = TableKeys {
    heading: "[[track]]",
    about: "Positions of a ball over time, in a scene with a `[world]`.",
    keys: &[
        Key::new("ball", Kind::Text, "The ball or body")
            .required()
            .example("ball = \"cue\"\nfile = \"track.csv\""),
        Key::new(
            "file",
            Kind::Text,
            "A CSV file beside this one with a line `time,x,y` for each sample, as recovery files have it",
        )
        .otherwise("`samples` is required")
        .example("file = \"track.csv\""),
        Key::new("samples", Kind::Rows(3), "Time and place, in ascending order of time")
            .in_units(&[&TIME, &LENGTH, &LENGTH])
            .otherwise("`file` is required")
            .example("samples = [[0, 0, 0], [0.01, 0.02, 0]]"),
        Key::number("noise", "Standard deviation of a coordinate")
            .in_units(&[&LENGTH])
            .otherwise("estimated from the scatter")
            .range(range::LENGTH)
            .example("noise = 0.0005"),
    ],
};
