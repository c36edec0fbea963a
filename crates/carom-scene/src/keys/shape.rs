//! Shapes of bodies.

use super::quantity::LENGTH;
use super::{Key, Kind, Range, TableKeys, Usual};

/// Dimensions of what people throw, roll and drop.
const HANDLED: Usual = Usual { least: 1e-5, most: 10.0, because: "lengths are in metres" };
const BUILT: Usual = Usual { least: 1e-5, most: 100.0, because: "lengths are in metres" };

const RADIUS: Key = Key::number("radius", "Radius")
    .in_units(&[&LENGTH])
    .required()
    .range(Range::Above(0.0))
    .usual(HANDLED)
    .example("radius = 0.05");
const HEIGHT: Key = Key::number("height", "Height along z")
    .in_units(&[&LENGTH])
    .required()
    .range(Range::Above(0.0))
    .usual(BUILT)
    .example("height = 0.2");
pub(super) const ORIENTATION: Key =
    Key::new("orientation", Kind::Numbers(4), "Quaternion w, x, y, z of any length but zero")
        .default("[1, 0, 0, 0]")
        .example("orientation = [0.9239, 0, 0, 0.3827]");

pub(crate) static SHAPE: TableKeys = TableKeys {
    heading: "shape",
    about: "Exactly one of these. It gives the body its inertia and says where bodies touch. The centre of mass is at the body's position.",
    keys: &[
        Key::new("sphere", Kind::Table(&SPHERE), "A ball").example("sphere = { radius = 0.05 }"),
        Key::new("cylinder", Kind::Table(&CYLINDER), "A cylinder about z").example("cylinder = { radius = 0.05, height = 0.2 }"),
        Key::new("cone", Kind::Table(&CONE), "A cone about z, its tip up").example("cone = { radius = 0.05, height = 0.2 }"),
        Key::new("capsule", Kind::Table(&CAPSULE), "A cylinder about z with half a ball at either end").example("capsule = { radius = 0.05, height = 0.2 }"),
        Key::new("box", Kind::Table(&BOX), "A box with its edges along x, y, z").example("box = { size = [0.1, 0.2, 0.3] }"),
        Key::new("plane", Kind::Table(&PLANE), "The half-space below a plane, for fixed bodies").example("plane = { normal = [0, 0, 1] }"),
        Key::new("compound", Kind::Table(&COMPOUND), "Several shapes, rigidly joined")
            .example("compound = { parts = [{ shape = { sphere = { radius = 0.05 } } }, { shape = { sphere = { radius = 0.05 } }, position = [0.1, 0, 0] }] }"),
    ],
};

static SPHERE: TableKeys = TableKeys { heading: "sphere", about: "", keys: &[RADIUS] };
static CYLINDER: TableKeys = TableKeys { heading: "cylinder", about: "", keys: &[RADIUS, HEIGHT] };
static CONE: TableKeys = TableKeys { heading: "cone", about: "", keys: &[RADIUS, HEIGHT] };
static CAPSULE: TableKeys = TableKeys {
    heading: "capsule",
    about: "The height is that of the cylinder, without the half balls.",
    keys: &[RADIUS, HEIGHT],
};
static BOX: TableKeys = TableKeys {
    heading: "box",
    about: "",
    keys: &[Key::vector("size", "Lengths of its edges")
        .in_units(&[&LENGTH])
        .required()
        .range(Range::Above(0.0))
        .usual(BUILT)
        .example("size = [0.1, 0.2, 0.3]")],
};
static PLANE: TableKeys = TableKeys {
    heading: "plane",
    about: "",
    keys: &[Key::vector("normal", "Points out of the half-space, of any length but zero")
        .default("[0, 0, 1]")
        .example("normal = [0, 0, 1]")],
};
static COMPOUND: TableKeys = TableKeys {
    heading: "compound",
    about: "",
    keys: &[Key::new("parts", Kind::Tables(&PART), "The shapes")
        .required()
        .example("parts = [{ shape = { sphere = { radius = 0.05 } } }]")],
};
static PART: TableKeys = TableKeys {
    heading: "a part of a compound",
    about: "",
    keys: &[
        Key::new("shape", Kind::Table(&SHAPE), "Its shape; no plane")
            .required()
            .example("shape = { sphere = { radius = 0.05 } }"),
        Key::vector("position", "Of its centre, in the axes of the compound")
            .in_units(&[&LENGTH])
            .default("[0, 0, 0]")
            .usual(BUILT)
            .example("position = [0.1, 0, 0]"),
        ORIENTATION,
        Key::number("density", "Relative to the other parts")
            .default("1")
            .range(Range::Above(0.0))
            .example("density = 2"),
    ],
};

/// All tables within a shape.
pub(super) static ALL: [&TableKeys; 9] =
    [&SHAPE, &SPHERE, &CYLINDER, &CONE, &CAPSULE, &BOX, &PLANE, &COMPOUND, &PART];
