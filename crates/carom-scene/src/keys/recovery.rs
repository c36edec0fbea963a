//! Files that say where a ball was seen.

use super::impact::TITLE;
use super::quantity::{LENGTH, TIME};
use super::{File, Key, Kind, NUMBER_KIND, TableKeys, range};

pub(super) static FILE: File = File {
    name: "recovery",
    about: "Where a ball was seen on the cloth, for `carom recover`, which finds how it moved and turned.",
    root: &RECOVERY,
    tables: &[&RECOVERY, &SETTINGS, &SOUGHT],
};

pub(crate) static RECOVERY: TableKeys = TableKeys {
    heading: "the recovery",
    about: "",
    keys: &[
        TITLE,
        Key::new("recovery", Kind::Table(&SETTINGS), "What was seen, and what is known")
            .required()
            .example("[recovery]\nball = \"pool\"\nfile = \"track.csv\""),
    ],
};

const COEFFICIENT: Kind = Kind::OneOf(&[NUMBER_KIND, Kind::Choice(&["sought"]), Kind::Table(&SOUGHT)]);

static SETTINGS: TableKeys = TableKeys {
    heading: "[recovery]",
    about: "",
    keys: &[
        Key::new("ball", Kind::Choice(&["pool", "snooker", "carom"]), "The game whose ball was seen")
            .otherwise("`radius` is required")
            .example("ball = \"pool\""),
        Key::number("radius", "Of the ball, instead of `ball`")
            .in_units(&[&LENGTH])
            .otherwise("that of `ball`")
            .range(range::LENGTH)
            .example("radius = 0.0286"),
        Key::new("samples", Kind::Rows(3), "Time and place, in ascending order of time")
            .in_units(&[&TIME, &LENGTH, &LENGTH])
            .otherwise("`file` is required")
            .example("samples = [[0, 0, 0], [0.01, 0.02, 0]]"),
        Key::new(
            "file",
            Kind::Text,
            "A CSV file beside this one with a line `time,x,y` for each sample, instead of `samples`",
        )
        .otherwise("`samples` is required")
        .example("file = \"track.csv\""),
        Key::new("sliding_friction", COEFFICIENT, "Of the cloth: known, or sought")
            .default("0.2")
            .range(range::FRICTION)
            .example("sliding_friction = \"sought\""),
        Key::new(
            "rolling_resistance",
            COEFFICIENT,
            "Deceleration of a rolling ball over gravity: known, or sought",
        )
        .default("0.01")
        .range(range::FRICTION)
        .example("rolling_resistance = 0.008"),
        Key::number("noise", "Standard deviation of a coordinate")
            .in_units(&[&LENGTH])
            .otherwise("taken from the scatter about the path")
            .range(range::LENGTH)
            .example("noise = 0.0005"),
        Key::number("start", "The instant whose motion is sought, not after the first sample")
            .in_units(&[&TIME])
            .otherwise("that of the first sample")
            .example("start = 0"),
        super::world::GRAVITY,
    ],
};

static SOUGHT: TableKeys = TableKeys {
    heading: "a sought coefficient",
    about: "",
    keys: &[Key::number("sought_from", "Where the search begins")
        .required()
        .range(range::FRICTION)
        .example("sought_from = 0.2")],
};
