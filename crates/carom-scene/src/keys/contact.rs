//! Contacts of an impact.

use super::quantity::{LENGTH, SPEED, STIFFNESS};
use super::{Key, Kind, NUMBER_OR_INFINITE, Range, TableKeys, Usual};

pub(super) const RESTITUTION: Key =
    Key::number("restitution", "e, the energetic coefficient of restitution: 0 is plastic, 1 elastic")
        .default("1")
        .range(Range::values(0.0, 1.0))
        .example("restitution = 0.9");
/// Rubber on dry concrete has a coefficient of about 1.
pub(super) const RUBBING: Usual =
    Usual { least: 1e-6, most: 2.0, because: "even rubber on dry concrete has about 1" };
/// From Hertz contacts (near 1) to a cue's tip that bends (7).
pub(super) const SPRINGY: Usual = Usual { least: 0.02, most: 50.0, because: "contacts of solids are near 1" };

const STIFF: Key = Key::new(
    "stiffness",
    NUMBER_OR_INFINITE,
    "k of the virtual spring; only ratios matter unless times are wanted; inf is rigid",
)
.in_units(&[&STIFFNESS])
.default("1")
.range(Range::Above(0.0))
.example("stiffness = 2.5e6");
const EXPONENT: Key = Key::number(
    "exponent",
    "n of the spring F = k d^n: 1 is linear, 1.5 the contact of round bodies; `stiffness` is then in N/m^n",
)
.default("1")
.range(Range::values(1.0, 10.0))
.example("stiffness = 1e9\nexponent = 1.5");
const RESTITUTION_LAW: Key = Key::new(
    "restitution_law",
    Kind::Table(&FROM_SPEED),
    "Restitution by the speed of approach, instead of `restitution`; for contacts that approach",
)
.otherwise("`restitution` holds")
.example("restitution_law = { law = \"hunt-crossley\", damping = 0.05 }");

pub(super) static FROM_SPEED: TableKeys = TableKeys {
    heading: "restitution_law",
    about: "Published laws that give the coefficient of restitution of a contact by the speed at which it is hit.",
    keys: &[
        Key::new(
            "law",
            Kind::Choice(&["tsuji", "hunt-crossley", "walton-braun", "thornton-ning"]),
            "Viscous: the same at all speeds, or less at higher ones; hysteretic springs; or elastic and plastic spheres, which need the `yield_strength` of a material",
        )
        .required()
        .example("law = \"hunt-crossley\""),
        Key::number("damping", "α of Tsuji, a pure number; λ of Hunt and Crossley, s/m")
            .otherwise("required by these two")
            .range(Range::values(0.0, f64::INFINITY))
            .example("damping = 0.1"),
        Key::number("stiffness", "K1 of Walton and Braun, on loading")
            .in_units(&[&STIFFNESS])
            .otherwise("required by this one")
            .range(Range::Above(0.0))
            .example("law = \"walton-braun\"\nstiffness = 1e6"),
        Key::number("slope", "S of Walton and Braun, 1/m: the stiffness on unloading grows by S times the greatest force")
            .otherwise("required by this one")
            .range(Range::values(0.0, f64::INFINITY))
            .example("law = \"walton-braun\"\nslope = 50"),
        Key::number("yield_speed", "Of Thornton and Ning: below it nothing is lost")
            .in_units(&[&SPEED])
            .otherwise("from the yield strength of the materials")
            .range(Range::Above(0.0))
            .example("law = \"thornton-ning\"\nyield_speed = 0.02"),
    ],
};
const CURVATURE_RADIUS: Key = Key::number(
    "curvature_radius",
    "R of the contact of two materials, 1/R = 1/R1 + 1/R2, where the shapes do not say",
)
.in_units(&[&LENGTH])
.otherwise("the shapes say")
.range(Range::Above(0.0))
.example("curvature_radius = 0.01");
const FRICTION: Key = Key::new(
    "friction",
    NUMBER_OR_INFINITE,
    "μ, the coefficient of friction; inf, for laws of a single contact, never slips",
)
.default("0")
.range(Range::values(0.0, f64::INFINITY))
.usual(RUBBING)
.example("friction = 0.3");
const COMPLIANCE: Key = Key::number(
    "compliance",
    "η², normal over tangential stiffness: friction acts through tangential springs",
)
.otherwise("friction is rigid, as with 0")
.range(Range::values(0.0, f64::INFINITY))
.usual(SPRINGY)
.example("friction = 0.3\ncompliance = 1.2");
const TANGENTIAL_RESTITUTION: Key = Key::number("tangential_restitution", "e_t, for the laws that use it")
    .default("0")
    .range(Range::values(-1.0, 1.0))
    .example("tangential_restitution = 0.5");
const NAME: Key = Key::new("name", Kind::Text, "What reports call the contact")
    .otherwise("first-second")
    .example("name = \"tip\"");
const GAP: Key = Key::number("gap", "Still open at the start; needs `separation = \"tracked\"`")
    .in_units(&[&LENGTH])
    .otherwise("0, or what the shapes say if separation is tracked")
    .range(Range::values(0.0, f64::INFINITY))
    .usual(Usual { least: 0.0, most: 1.0, because: "gaps are in metres" })
    .example("gap = 0.001");

pub(super) static CONTACT: TableKeys = TableKeys {
    heading: "[[contact]]",
    about: "A point at which two bodies touch. Without any `[[contact]]` the contacts are found among all bodies with shapes.",
    keys: &[
        Key::new("between", Kind::Texts(2), "The two bodies; impulses are those on the first")
            .required()
            .example("between = [\"ball\", \"floor\"]"),
        Key::vector(
            "point",
            "Where they touch; where both bodies have shapes, to 0.001 of the size of the smaller one",
        )
        .in_units(&[&LENGTH])
        .otherwise("the shapes say where; at several points there are several contacts")
        .example("point = [0, 0, 0]\nnormal = [0, 0, 1]"),
        Key::vector(
            "normal",
            "Points from the second body to the first; of any length but zero; goes with `point`",
        )
        .otherwise("the shapes say")
        .example("point = [0, 0, 0]\nnormal = [0, 0, 1]"),
        RESTITUTION,
        RESTITUTION_LAW,
        STIFF,
        EXPONENT,
        FRICTION,
        COMPLIANCE,
        TANGENTIAL_RESTITUTION,
        CURVATURE_RADIUS,
        GAP,
        NAME,
    ],
};

pub(crate) static MECHANISM_CONTACT: TableKeys = TableKeys {
    heading: "[[contact]] of a mechanism",
    about: "A contact of a `[mechanism]`, in the order of the rows of its matrix.",
    keys: &[
        Key::number("normal_velocity", "Velocity along the normal before the impact, negative while the bodies approach; for a matrix over the normals")
            .in_units(&[&SPEED])
            .otherwise("`velocity` is required")
            .example("normal_velocity = -1"),
        Key::vector("velocity", "Velocity before the impact along t1, t2, n; for a matrix with three rows for each contact")
            .in_units(&[&SPEED])
            .otherwise("`normal_velocity` is required")
            .example("velocity = [0.5, 0, -1]"),
        RESTITUTION,
        RESTITUTION_LAW,
        STIFF,
        EXPONENT,
        FRICTION,
        COMPLIANCE,
        TANGENTIAL_RESTITUTION,
        GAP,
        NAME.otherwise("contact-1, contact-2 and so on"),
    ],
};

pub(super) static CONTACT_DEFAULTS: TableKeys = TableKeys {
    heading: "[contact_defaults]",
    about: "For contacts that do not say.",
    keys: &[
        RESTITUTION,
        RESTITUTION_LAW,
        STIFF,
        EXPONENT,
        FRICTION,
        COMPLIANCE,
        TANGENTIAL_RESTITUTION,
        Key::number(
            "max_gap",
            "Without `[[contact]]` and with tracked separation: bodies up to this far apart make a contact",
        )
        .in_units(&[&LENGTH])
        .default("0")
        .range(Range::values(0.0, f64::INFINITY))
        .usual(Usual { least: 0.0, most: 1.0, because: "gaps are in metres" })
        .example("max_gap = 0.001"),
    ],
};
