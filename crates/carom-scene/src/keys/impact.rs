//! Files that describe one impact.

use super::contact::{CONTACT, CONTACT_DEFAULTS, FROM_SPEED};
use super::quantity::{
    DENSITY, IMPULSE, INERTIA, INVERSE_MASS, LENGTH, MASS, NUMBER, PRESSURE, RADIANS, SPEED, SPIN,
};
use super::shape::{self, ORIENTATION, SHAPE};
use super::{File, Key, Kind, MECHANISM_CONTACT, NUMBER_KIND, Range, TableKeys, Usual};

pub(super) static FILE: File = File {
    name: "impact",
    about: "One impact: bodies, the contacts between them, and the model.",
    root: &IMPACT,
    tables: &[
        &IMPACT,
        &MODEL,
        &WEIGHTS,
        &BODY,
        &HINGE,
        shape::ALL[0],
        shape::ALL[1],
        shape::ALL[2],
        shape::ALL[3],
        shape::ALL[4],
        shape::ALL[5],
        shape::ALL[6],
        shape::ALL[7],
        shape::ALL[8],
        &SOLID,
        &CONTACT,
        &JOINT,
        &FROM_SPEED,
        &CONTACT_DEFAULTS,
        &MECHANISM,
        &MECHANISM_CONTACT,
    ],
};

pub(super) const TITLE: Key = Key::new("title", Kind::Text, "Shown above reports and figures")
    .otherwise("none")
    .example("title = \"A ball on a ball\"");

pub(crate) static IMPACT: TableKeys = TableKeys {
    heading: "the scene",
    about: "",
    keys: &[
        TITLE,
        Key::new("model", Kind::Table(&MODEL), "Which method solves the impact, and its rules")
            .otherwise("a simultaneous impact")
            .example("[model]\nmethod = \"sequential\""),
        Key::new("body", Kind::Tables(&BODY), "The bodies")
            .otherwise("a `[mechanism]` is required")
            .example("[[body]]\nname = \"ball\"\nmass = 1"),
        Key::new("contact", Kind::Tables(&CONTACT), "The contacts")
            .otherwise("they are found from the shapes")
            .example("[[contact]]\nbetween = [\"ball\", \"floor\"]"),
        Key::new("joint", Kind::Tables(&JOINT), "Joints that hold two bodies together")
            .otherwise("none")
            .example("[[joint]]\nbetween = [\"arm\", \"hand\"]\nkind = \"ball\"\npoint = [0, 0, 0]"),
        Key::new(
            "contact_defaults",
            Kind::Table(&CONTACT_DEFAULTS),
            "What contacts are like that do not say",
        )
        .example("[contact_defaults]\nrestitution = 0.9"),
        Key::new("mechanism", Kind::Table(&MECHANISM), "The contact matrix, instead of bodies")
            .example("[mechanism]\nmatrix = [[2]]\n[[contact]]\nnormal_velocity = -1"),
    ],
};

/// Names of the laws for a single contact.
const LAWS: &[&str] = &[
    "newton",
    "routh",
    "whittaker",
    "smith",
    "brach",
    "bilinear",
    "pfeiffer-glocker",
    "chatterjee-ruina",
    "composite",
    "permissible-region",
];

pub(super) const RESTITUTION_RULE: Key = Key::new(
    "restitution",
    Kind::Choice(&["hardening", "bi-stiffness", "mono-stiffness", "energetic", "poisson", "newton"]),
    "Of simultaneous impacts one of the first three, how springs change at the end of compression; of Routh's law one of the last three, what ends the impact",
)
.otherwise("\"hardening\"; of Routh's law \"energetic\"")
.example("restitution = \"bi-stiffness\"");
pub(super) const SEPARATION: Key = Key::new(
    "separation",
    Kind::Choice(&["instant", "tracked"]),
    "Whether a contact that opened acts again as soon as the bodies approach, or when its gap has closed",
)
.default("\"instant\"")
.example("separation = \"tracked\"");

static MODEL: TableKeys = TableKeys {
    heading: "[model]",
    about: "All methods but \"simultaneous\" know rigid friction only, no gaps, and ignore the stiffness.",
    keys: &[
        Key::new(
            "method",
            Kind::Choice(&[
                "simultaneous",
                "sequential",
                "newton",
                "routh",
                "whittaker",
                "smith",
                "brach",
                "bilinear",
                "pfeiffer-glocker",
                "chatterjee-ruina",
                "composite",
                "permissible-region",
            ]),
            "All contacts at once; one collision after the other; or a law for a scene with exactly one contact (\"pfeiffer-glocker\" takes several too, by complementarity)",
        )
        .default("\"simultaneous\"")
        .example("method = \"routh\""),
        RESTITUTION_RULE,
        SEPARATION,
        Key::new("law", Kind::Choice(LAWS), "Of a sequence: the law of each collision")
            .otherwise("\"chatterjee-ruina\"")
            .example("method = \"sequential\"\nlaw = \"routh\""),
        Key::new(
            "tie",
            Kind::Choice(&["order", "random", "perturb"]),
            "Of a sequence: which of equally fast contacts is first, by place, by lot, or by a start that is perturbed",
        )
        .otherwise("\"order\"")
        .example("method = \"sequential\"\ntie = \"random\""),
        Key::new("seed", Kind::Count, "Of a random or perturbed sequence").otherwise("0").example("method = \"sequential\"\ntie = \"random\"\nseed = 7"),
        Key::number("perturbation", "Of a perturbed sequence: how uncertain the start is, as a part of the fastest approach")
            .otherwise("1e-9")
            .range(Range::Above(0.0))
            .example("method = \"sequential\"\ntie = \"perturb\"\nperturbation = 1e-6"),
        Key::new("hinges", Kind::Choice(&["intact", "released"]), "Of a sequence: whether a hinge holds, or collides too, plastic and sticking")
            .otherwise("\"intact\"")
            .example("method = \"sequential\"\nhinges = \"released\""),
        Key::new("impulse_ratios", Kind::Numbers(2), "Of Brach's law: tangential over normal impulse, against the sliding and aside")
            .otherwise("friction at its limit")
            .example("method = \"brach\"\nimpulse_ratios = [0.2, 0]"),
        Key::number("kinematic_restitution", "Of Brach's law: e, which may exceed 1")
            .otherwise("the contact's restitution")
            .range(Range::values(0.0, f64::INFINITY))
            .example("method = \"brach\"\nkinematic_restitution = 0.8"),
        Key::number("reversible_friction", "Of Pfeiffer and Glocker's law: ν, the part of friction that is given back")
            .otherwise("1")
            .range(Range::values(0.0, 1.0))
            .example("method = \"pfeiffer-glocker\"\nreversible_friction = 0.5"),
        Key::new("weights", Kind::Table(&WEIGHTS), "Of a composite law: the weights of its parts")
            .otherwise("a composite law needs it")
            .example("method = \"composite\"\nweights = { routh = 0.5, chatterjee-ruina = 0.5 }"),
        Key::vector("polar", "A point of the permissible region: angle from the normal, angle about it, and part of the way from the centroid to the boundary, 0 to 1")
            .in_units(&[&RADIANS, &RADIANS, &NUMBER])
            .otherwise("\"permissible-region\" needs one of the three")
            .example("method = \"permissible-region\"\npolar = [0.5, 0, 0.9]"),
        Key::vector("impulse", "A point of the permissible region: the impulse, brought back if it lies outside")
            .in_units(&[&IMPULSE])
            .otherwise("see `polar`")
            .example("method = \"permissible-region\"\nimpulse = [0, 0, 1.5]"),
        Key::vector("ratios", "A point of the permissible region: restitution and two impulse ratios")
            .otherwise("see `polar`")
            .example("method = \"permissible-region\"\nratios = [0.5, 0.1, 0]"),
    ],
};

/// The weight of a law, with an example.
macro_rules! weight {
    ($law:literal) => {
        Key::new($law, NUMBER_KIND, "Weight of this law")
            .otherwise("0")
            .range(Range::values(0.0, f64::INFINITY))
            .example(concat!($law, " = 0.5"))
    };
}

static WEIGHTS: TableKeys = TableKeys {
    heading: "weights",
    about: "Weights of laws in a composite one, at least one of them positive.",
    keys: &[
        weight!("newton"),
        weight!("routh"),
        weight!("whittaker"),
        weight!("smith"),
        weight!("brach"),
        weight!("bilinear"),
        weight!("pfeiffer-glocker"),
        weight!("chatterjee-ruina"),
        weight!("permissible-region"),
    ],
};

/// What people handle, in kilograms.
const HANDLED: Usual = Usual { least: 1e-7, most: 1e5, because: "masses are in kilograms" };
/// Bullets fly at a thousand metres per second.
const FLYING: Usual = Usual { least: 0.0, most: 1e3, because: "velocities are in metres per second" };
const SPINNING: Usual =
    Usual { least: 0.0, most: 1e4, because: "angular velocities are in radians per second" };

static BODY: TableKeys = TableKeys {
    heading: "[[body]]",
    about: "A rigid body. Vectors are in world axes.",
    keys: &[
        Key::new("name", Kind::Text, "What contacts and reports call it").required().example("name = \"upper\""),
        Key::number("mass", "Mass")
            .in_units(&[&MASS])
            .otherwise("from the density of its material and its shape; required unless the body is fixed")
            .range(Range::Above(0.0))
            .usual(HANDLED)
            .example("mass = 0.17"),
        Key::new("shape", Kind::Table(&SHAPE), "Gives the inertia and says where bodies touch")
            .otherwise("a point mass, unless there is an `inertia`")
            .example("shape = { sphere = { radius = 0.05 } }"),
        Key::new("inertia", Kind::SquareMatrix, "About the centre of mass, 3 by 3; goes before that of the shape. World axes, or body axes if there is an `orientation`")
            .in_units(&[&INERTIA])
            .otherwise("that of the shape")
            .example("inertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.15]]"),
        MATERIAL.otherwise("contacts have their own `stiffness`").example("material = \"steel\""),
        Key::vector("position", "Of the centre of mass; for a plane any point of it").in_units(&[&LENGTH]).default("[0, 0, 0]").example("position = [0, 0, 3]"),
        ORIENTATION,
        Key::vector("velocity", "Of the centre of mass").in_units(&[&SPEED]).default("[0, 0, 0]").usual(FLYING).example("velocity = [0, 0, -1]"),
        Key::vector("angular_velocity", "Angular velocity").in_units(&[&SPIN]).default("[0, 0, 0]").usual(SPINNING).example("angular_velocity = [0, 2, 0]"),
        Key::new("fixed", Kind::Flag, "Nothing moves it; with a `velocity` it keeps that, as a racket does that is held fast").default("false").example("fixed = true"),
        Key::new("point", Kind::Flag, "It has no extent and does not turn").otherwise("true for a mass without shape and inertia").example("point = true"),
        Key::vector("slides_along", "The only axis along which it moves").otherwise("it moves freely").example("slides_along = [1, 0, 0]"),
        Key::new("hinge", Kind::Table(&HINGE), "It only turns about an axis fixed in the world")
            .otherwise("it moves freely")
            .example("hinge = { axis = [0, 1, 0], pivot = [0, 0, 1] }"),
    ],
};

pub(super) const MATERIAL: Key = Key::new(
    "material",
    Kind::OneOf(&KINDS_OF_MATERIAL),
    "What it is made of: contacts of two materials are Hertz's, with real times and forces, and Mindlin's tangential springs where there is friction",
);

/// By name or as a table.
static KINDS_OF_MATERIAL: [Kind; 2] = [Kind::Choice(MATERIALS), Kind::Table(&SOLID)];

/// Names of solids; "rigid" does not give at all.
const MATERIALS: &[&str] = &[
    "alumina",
    "aluminium",
    "brass",
    "bronze",
    "copper",
    "glass",
    "granite",
    "lead",
    "magnesium",
    "nylon",
    "phenolic",
    "polycarbonate",
    "steel",
    "titanium",
    "rigid",
];

pub(super) static SOLID: TableKeys = TableKeys {
    heading: "material",
    about: "An elastic solid.",
    keys: &[
        Key::number("youngs_modulus", "E")
            .in_units(&[&PRESSURE])
            .required()
            .range(Range::Above(0.0))
            .usual(Usual { least: 1e4, most: 2e12, because: "moduli are in pascals" })
            .example("youngs_modulus = \"48 GPa\""),
        Key::number("poisson_ratio", "ν")
            .required()
            .range(Range::values(-0.9, 0.5))
            .example("poisson_ratio = 0.2"),
        Key::number("density", "Gives the mass of bodies that have a shape and none of their own")
            .in_units(&[&DENSITY])
            .otherwise("bodies have a `mass`")
            .range(Range::values(0.0, f64::INFINITY))
            .usual(Usual { least: 1.0, most: 3e4, because: "densities are in kilograms per cubic metre" })
            .example("density = 2800"),
        Key::number("yield_strength", "Where it begins to yield, for restitution by Thornton and Ning")
            .in_units(&[&PRESSURE])
            .otherwise("it never yields")
            .range(Range::Above(0.0))
            .example("yield_strength = \"300 MPa\""),
    ],
};

static HINGE: TableKeys = TableKeys {
    heading: "hinge",
    about: "",
    keys: &[
        Key::vector("axis", "Direction of the axis, of any length but zero")
            .required()
            .example("axis = [0, 1, 0]"),
        Key::vector("pivot", "A point of the axis")
            .in_units(&[&LENGTH])
            .required()
            .example("pivot = [0, 0, 1]"),
    ],
};

static JOINT: TableKeys = TableKeys {
    heading: "[[joint]]",
    about: "Holds two bodies together throughout the impact, as far as its kind says; their velocities must agree with it.",
    keys: &[
        Key::new(
            "between",
            Kind::Texts(2),
            "The two bodies; what the joint carries is reported as it acts on the first",
        )
        .required()
        .example("between = [\"upper arm\", \"lower arm\"]"),
        Key::new(
            "kind",
            Kind::Choice(&["hinge", "ball", "slider"]),
            "What is left free: turning about `axis`, turning in any way, or sliding along `axis`",
        )
        .required()
        .example("kind = \"ball\""),
        Key::vector("point", "Where the bodies are joined; of a slider, the point that its couple is about")
            .in_units(&[&LENGTH])
            .required()
            .example("point = [0, 0, 1]"),
        Key::vector("axis", "Direction, of any length but zero; of a hinge and a slider")
            .otherwise("required unless `kind` is \"ball\"")
            .example("kind = \"hinge\"\naxis = [0, 1, 0]"),
        Key::new("name", Kind::Text, "What reports call it")
            .otherwise("first-second")
            .example("name = \"elbow\""),
    ],
};

static MECHANISM: TableKeys = TableKeys {
    heading: "[mechanism]",
    about: "A mechanism by its contact matrix, instead of bodies; each `[[contact]]` then has its velocity instead of `between`, `point` and `normal`.",
    keys: &[Key::new(
        "matrix",
        Kind::SquareMatrix,
        "W, symmetric: the velocities that unit impulses cause. One row for each contact, over the normals; or, with friction, three in the order t1, t2, n (right-handed, n pointing to the first body)",
    )
    .in_units(&[&INVERSE_MASS])
    .required()
    .example("matrix = [[2]]")],
};
