//! Tables of a game of billiards.

use super::contact::{RUBBING, SPRINGY};
use super::impact::MATERIAL;
use super::quantity::{ANGLE, DIAMETERS, LENGTH, MASS, RADII, SPEED, SPIN, STIFFNESS};
use super::range;
use super::{Key, Kind, NUMBER_OR_INFINITE, Range, TableKeys, Usual};

/// Balls of games: from those of a toy to bowling.
const PLAYED_MASS: Usual = Usual { least: 0.02, most: 1.0, because: "a pool ball has 0.17 kg" };
const PLAYED_RADIUS: Usual = Usual { least: 0.01, most: 0.1, because: "a pool ball has 0.028575 m" };

const MASS_OF_BALL: Key = Key::number("mass", "Mass")
    .in_units(&[&MASS])
    .range(range::BALL_MASS)
    .usual(PLAYED_MASS)
    .example("mass = 0.17");
const RADIUS_OF_BALL: Key =
    Key::number("radius", "Radius; the noses of the cushions must meet a ball at half its radius or above")
        .in_units(&[&LENGTH])
        .range(range::LENGTH)
        .usual(PLAYED_RADIUS)
        .example("radius = 0.0286");

pub(super) static BALL: TableKeys = TableKeys {
    heading: "[[ball]]",
    about: "A ball on the bed of a table.",
    keys: &[
        Key::new("name", Kind::Text, "What the cue and reports call it").required().example("name = \"cue\""),
        Key::new("position", Kind::Numbers(2), "Where it lies, from the middle of the table")
            .in_units(&[&LENGTH])
            .required()
            .example("position = [-0.6, 0]"),
        Key::vector("velocity", "World axes")
            .in_units(&[&SPEED])
            .default("[0, 0, 0]")
            .range(range::TABLE_SPEED)
            .example("velocity = [2, 0, 0]"),
        Key::vector("angular_velocity", "World axes")
            .in_units(&[&SPIN])
            .default("[0, 0, 0]")
            .range(range::TABLE_SPIN)
            .example("angular_velocity = [0, 70, 0]"),
        MASS_OF_BALL.otherwise("that of `[balls]`"),
        RADIUS_OF_BALL.otherwise("that of `[balls]`"),
    ],
};

const E: Key = Key::number("restitution", "e, the energetic coefficient of restitution")
    .range(Range::values(0.0, 1.0))
    .example("restitution = 0.9");
const K: Key = Key::new("stiffness", NUMBER_OR_INFINITE, "k of the virtual spring; inf is rigid")
    .in_units(&[&STIFFNESS])
    .range(range::TABLE_STIFFNESS)
    .example("stiffness = 1e6");
const MU: Key = Key::number("friction", "μ, the coefficient of friction")
    .range(range::FRICTION)
    .usual(RUBBING)
    .example("friction = 0.06");
const ETA: Key = Key::number(
    "compliance",
    "η², normal over tangential stiffness: friction acts through tangential springs",
)
.range(range::COMPLIANCE)
.usual(SPRINGY)
.example("friction = 0.06\ncompliance = 1.5");

pub(super) static BALLS: TableKeys = TableKeys {
    heading: "[balls]",
    about: "What all balls share, and how they answer each other.",
    keys: &[
        MASS_OF_BALL.otherwise("0.170097 at pool, 0.142 at snooker, 0.21 at carom"),
        RADIUS_OF_BALL.otherwise("0.028575 at pool, 0.02625 at snooker, 0.03075 at carom"),
        E.default("0.95"),
        K.default("9.33e6"),
        MATERIAL
            .otherwise("balls touch with linear springs of this `stiffness`")
            .example("material = \"phenolic\""),
        MU.default("0.05"),
        ETA.otherwise(
            "friction that is given is rigid, as with 0; else 1.2576, of round contacts with Poisson's ratio 0.34",
        ),
    ],
};

pub(super) static CUSHION: TableKeys = TableKeys {
    heading: "[cushion]",
    about: "How balls leave the cushions.",
    keys: &[
        E.default("0.85"),
        K.default("6.7e4"),
        MU.default("0.2"),
        ETA.otherwise(
            "friction that is given is rigid, as with 0; else 1.2576, of round contacts with Poisson's ratio 0.34",
        ),
        Key::new(
            "model",
            Kind::Choice(&["with-bed", "alone"]),
            "Whether the bed carries what the nose presses down, or the cushion acts alone",
        )
        .default("\"with-bed\"")
        .example("model = \"alone\""),
    ],
};

pub(super) static CLOTH: TableKeys = TableKeys {
    heading: "[cloth]",
    about: "How the cloth resists.",
    keys: &[
        Key::number("sliding_friction", "μ_s of a ball that slides")
            .default("0.2")
            .range(range::CLOTH)
            .usual(RUBBING)
            .example("sliding_friction = 0.22"),
        Key::number("rolling_resistance", "Deceleration of a rolling ball over gravity")
            .default("0.01")
            .range(range::CLOTH)
            .usual(Usual { least: 1e-4, most: 0.2, because: "cloths have 0.005 to 0.015" })
            .example("rolling_resistance = 0.008"),
        Key::number(
            "spin_friction",
            "Of the spin about the vertical: it falls by 5/2 of this, times gravity over the radius",
        )
        .default("0.0127")
        .range(range::CLOTH)
        .usual(Usual { least: 1e-5, most: 1.0, because: "cloths have about 0.01" })
        .example("spin_friction = 0.02"),
    ],
};

pub(super) static BED: TableKeys = TableKeys {
    heading: "[bed]",
    about: "How balls answer the bed where they land, or where a cue presses them down.",
    keys: &[
        E.default("0.5"),
        K.default("1.68e6"),
        MU.otherwise("the cloth's sliding friction"),
        ETA.otherwise("friction that is given is rigid, as with 0; else 1.2576, of round contacts with Poisson's ratio 0.34"),
        Key::new("between_balls", Kind::Choice(&["ignored", "included"]), "Whether the bed takes part where balls that lie on it hit each other")
            .default("\"ignored\"")
            .example("between_balls = \"included\""),
        Key::number("capture_speed", "A ball that leaves the bed slower than this stays on it; 0 lets it bounce infinitely often unless `restitution` is 0")
            .in_units(&[&SPEED])
            .default("0.05")
            .range(range::SPEED)
            .example("capture_speed = 0.02"),
    ],
};

pub(super) static RACK: TableKeys = TableKeys {
    heading: "[rack]",
    about: "Balls set up for a break: `1` to `n`, or `red 1` to `red 15` and the colours.",
    keys: &[
        Key::new("shape", Kind::Choice(&["9-ball", "8-ball", "10-ball", "snooker"]), "Which rack")
            .required()
            .example("shape = \"9-ball\""),
        Key::number("gap", "Between neighbours")
            .in_units(&[&DIAMETERS])
            .default("0")
            .range(range::GAP)
            .example("gap = 0.01"),
        Key::new("seed", Kind::Count, "Scatters the gaps between 0 and `gap`")
            .otherwise("all gaps are equal")
            .example("gap = 0.01\nseed = 7"),
        Key::new("spot", Kind::Numbers(2), "Where the apex of a pool rack lies")
            .in_units(&[&LENGTH])
            .otherwise("the foot spot, a quarter of the table's length from its middle at x > 0")
            .example("spot = [0.5, 0]"),
    ],
};

pub(super) static CUE: TableKeys = TableKeys {
    heading: "[cue]",
    about: "A cue that strikes a ball at rest at time 0.",
    keys: &[
        Key::new("ball", Kind::Text, "The ball that it strikes").default("\"cue\"").example("ball = \"cue\""),
        Key::number("speed", "Along the cue")
            .in_units(&[&SPEED])
            .required()
            .range(range::CUE_SPEED)
            .usual(Usual { least: 0.0, most: 20.0, because: "the hardest breaks are at 15 m/s" })
            .example("speed = 8"),
        Key::number("aim", "Direction, from x towards y")
            .in_units(&[&ANGLE])
            .default("0")
            .range(range::ANGLE)
            .example("aim = 30"),
        Key::number("elevation", "Of the butt above the level")
            .in_units(&[&ANGLE])
            .default("0")
            .range(range::ELEVATION)
            .example("elevation = 45"),
        Key::number("side", "Of the tip to the right of the ball's centre, as seen along the cue")
            .in_units(&[&RADII])
            .default("0")
            .range(Range::values(-1.0, 1.0))
            .example("side = 0.3"),
        Key::number("height", "Of the tip above the ball's centre, as seen along the cue")
            .in_units(&[&RADII])
            .default("0")
            .range(Range::values(-1.0, 1.0))
            .example("height = 0.4"),
        Key::number("mass", "Of the cue")
            .in_units(&[&MASS])
            .default("0.567")
            .range(range::MASS)
            .usual(Usual { least: 0.1, most: 2.0, because: "cues have about half a kilogram" })
            .example("mass = 0.5"),
        Key::new(
            "guide",
            Kind::Choice(&["hand", "rail"]),
            "Whether the tip yields sideways, as in a hand, or not",
        )
        .default("\"hand\"")
        .example("guide = \"rail\""),
        Key::number("end_mass", "Mass that a hand-held tip yields with")
            .in_units(&[&MASS])
            .default("0.0056699")
            .range(range::MASS)
            .example("end_mass = 0.01"),
        E.default("0.75"),
        K.default("1.3e6"),
        MU.default("0.6"),
        ETA.otherwise("friction of the tip is rigid, as with 0"),
        Key::new(
            "separation",
            Kind::Choice(&["tracked", "instant"]),
            "Whether tip and bed, once they have let go of the ball, act again when their gap has closed, or as soon as they approach",
        )
        .default("\"tracked\"")
        .example("separation = \"instant\""),
    ],
};
