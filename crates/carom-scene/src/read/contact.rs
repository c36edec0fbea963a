//! `[[contact]]` and `[contact_defaults]` tables.

use nalgebra::Vector3;

use super::table::Table;
use super::value;
use crate::problem::{Located, Problem, Span};

/// The material of a contact, as far as it is given.
#[derive(Default)]
pub(crate) struct SurfaceKeys {
    pub restitution: Option<Located<f64>>,
    pub restitution_law: Option<Located<RestitutionLawKey>>,
    pub stiffness: Option<Located<f64>>,
    pub exponent: Option<Located<f64>>,
    pub friction: Option<Located<f64>>,
    pub compliance: Option<Located<f64>>,
    pub tangential_restitution: Option<Located<f64>>,
}

/// What `restitution_law = { ... }` says: zero where a number is not given.
#[derive(Clone, Copy)]
pub(crate) struct RestitutionLawKey {
    pub law: LawFromSpeed,
    pub damping: Located<f64>,
    pub stiffness: Located<f64>,
    pub slope: Located<f64>,
    pub yield_speed: Option<Located<f64>>,
}

/// Laws by which restitution depends on the speed.
#[derive(Clone, Copy)]
pub(crate) enum LawFromSpeed {
    Tsuji,
    HuntCrossley,
    WaltonBraun,
    ThorntonNing,
}

/// What a `[[contact]]` says.
pub(crate) struct ContactTable {
    pub span: Span,
    pub name: Option<Located<String>>,
    pub place: Place,
    pub surface: SurfaceKeys,
    pub gap: Option<Located<f64>>,
    pub curvature_radius: Option<Located<f64>>,
    /// Whether the table could be read without a problem.
    pub sound: bool,
}

impl ContactTable {
    /// Whether the shapes say where it is.
    pub fn is_from_shapes(&self) -> bool {
        matches!(&self.place, Place::Between(Between { geometry: Geometry::FromShapes, .. }))
    }
}

/// What a contact belongs to.
pub(crate) enum Place {
    Between(Between),
    /// A contact of a mechanism, with its velocity.
    Mechanism(Located<MechanismVelocity>),
    /// Not readable; a problem has been noted.
    Nowhere,
}

/// The velocity of a mechanism's contact, in metres per second; the normal part is negative while it approaches.
#[derive(Clone, Copy)]
pub(crate) enum MechanismVelocity {
    /// `normal_velocity`.
    Normal(f64),
    /// `velocity`, along (t₁, t₂, n).
    Spatial(Vector3<f64>),
}

/// A contact of two bodies.
pub(crate) struct Between {
    pub span: Span,
    pub names: [Located<String>; 2],
    pub geometry: Geometry,
}

/// Where two bodies touch.
#[derive(Clone, Copy)]
pub(crate) enum Geometry {
    Given { point: Located<Vector3<f64>>, normal: Located<Vector3<f64>> },
    FromShapes,
}

/// Reads a contact of bodies, or of a mechanism.
pub(super) fn read(table: Table, of_mechanism: bool) -> ContactTable {
    let problems = table.problems();
    let before = problems.count();
    let name = table.name();
    let place = if of_mechanism { mechanism_contact(&table) } else { body_contact(&table) };
    let (surface, gap, span) = (surface(&table), table.finite("gap"), table.span());
    if let Some(gap) = gap.filter(|gap| gap.value < 0.0) {
        let problem =
            Problem::new(gap.span, format!("gap is {}", gap.value)).expected("expected 0 or more, metres");
        problems.add(problem);
    }
    let curvature_radius = if of_mechanism { None } else { table.finite("curvature_radius") };
    table.finish();
    ContactTable { span, name, place, surface, gap, curvature_radius, sound: problems.count() == before }
}

pub(super) fn surface(table: &Table) -> SurfaceKeys {
    SurfaceKeys {
        restitution: table.finite("restitution"),
        restitution_law: table.table("restitution_law").and_then(restitution_law),
        stiffness: table.number("stiffness"),
        exponent: table.finite("exponent"),
        friction: table.number("friction"),
        compliance: table.finite("compliance"),
        tangential_restitution: table.finite("tangential_restitution"),
    }
}

fn restitution_law(table: Table) -> Option<Located<RestitutionLawKey>> {
    table.require("law", "`law = \"hunt-crossley\"`, say");
    let law = table.choice(
        "law",
        &[
            ("tsuji", LawFromSpeed::Tsuji),
            ("hunt-crossley", LawFromSpeed::HuntCrossley),
            ("walton-braun", LawFromSpeed::WaltonBraun),
            ("thornton-ning", LawFromSpeed::ThorntonNing),
        ],
    );
    let number = |key| table.finite(key).unwrap_or(Located { value: 0.0, span: table.span() });
    let key = RestitutionLawKey {
        law: law.as_ref().map_or(LawFromSpeed::Tsuji, |law| law.value),
        damping: number("damping"),
        stiffness: number("stiffness"),
        slope: number("slope"),
        yield_speed: table.finite("yield_speed"),
    };
    let needed: &[&'static str] = match key.law {
        LawFromSpeed::Tsuji | LawFromSpeed::HuntCrossley => &["damping"],
        LawFromSpeed::WaltonBraun => &["stiffness", "slope"],
        LawFromSpeed::ThorntonNing => &[],
    };
    needed.iter().for_each(|key| table.require(key, &format!("`{key} = ...` for this law")));
    let span = table.span();
    table.finish();
    law.map(|_| Located { value: key, span })
}

fn mechanism_contact(table: &Table) -> Place {
    if !table.has("velocity") {
        table.require(
            "normal_velocity",
            "`normal_velocity = ...`, m/s, negative: approaching; or `velocity = [t1, t2, n]`",
        );
    }
    let normal = table.finite("normal_velocity").map(|velocity| velocity.map(MechanismVelocity::Normal));
    let spatial = table.vector("velocity").map(|velocity| velocity.map(MechanismVelocity::Spatial));
    if let (Some(normal), Some(spatial)) = (&normal, &spatial) {
        let problem = Problem::new(spatial.span, "a contact has either `normal_velocity` or `velocity`")
            .expected("its last number is the normal velocity")
            .related(normal.span, "given here too");
        table.problems().add(problem);
    }
    spatial.or(normal).map_or(Place::Nowhere, Place::Mechanism)
}

fn body_contact(table: &Table) -> Place {
    for key in ["normal_velocity", "velocity"] {
        let Some(span) = table.unasked(key) else { continue };
        table.problems().add(
            Problem::new(span, format!("`{key}` is for the contacts of a mechanism"))
                .expected("follows from the bodies' velocities")
                .help("remove it, or give the contact matrix: `[mechanism]` with `matrix = [[...], ...]`"),
        );
    }
    table.require("between", "`between = [\"first body\", \"second body\"]`");
    let names = names(table);
    let geometry = geometry(table);
    match (names, geometry) {
        (Some(names), Some(geometry)) => {
            Place::Between(Between { span: names.span, names: names.value, geometry })
        }
        _ => Place::Nowhere,
    }
}

pub(super) fn names(table: &Table) -> Option<Located<[Located<String>; 2]>> {
    const EXPECTED: &str = "an array of two body names";
    let found = table.get("between")?;
    let items = table.items("between", EXPECTED)?;
    let [first, second] = items else {
        table.problems().add(value::wrong_type("between", found, EXPECTED));
        return None;
    };
    let name = |key, item| table.problems().note(value::text(key, item));
    let (first, second) = (name("between[0]", first), name("between[1]", second));
    Some(Located::new([first?, second?], found.span()))
}

fn geometry(table: &Table) -> Option<Geometry> {
    match (table.has("point"), table.has("normal")) {
        (false, false) => Some(Geometry::FromShapes),
        (true, true) => {
            let (point, normal) = (table.vector("point"), table.vector("normal"));
            Some(Geometry::Given { point: point?, normal: normal? })
        }
        _ => {
            // One of them is there. Without both, shapes say where the contact is.
            table
                .require("point", "`point = [x, y, z]`, or neither `point` nor `normal` if the shapes touch");
            table.require(
                "normal",
                "`normal = [x, y, z]`, or neither `point` nor `normal` if the shapes touch",
            );
            None
        }
    }
}
