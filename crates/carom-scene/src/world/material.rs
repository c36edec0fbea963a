//! How the contacts of a world answer, from keys that most tables of contacts share.

use carom::{Compliance, Friction, InputError, Restitution, Stiffness, TangentialLaw};

use crate::build::refusal;
use crate::problem::{Located, Problem};
use crate::read::Table;

/// A contact's answer along its normal and its tangents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Material {
    pub restitution: Restitution,
    pub stiffness: Stiffness,
    pub tangential: TangentialLaw,
}

impl Material {
    /// Without loss and without friction.
    pub const ELASTIC: Self = Self {
        restitution: Restitution::ELASTIC,
        stiffness: Stiffness::UNIT,
        tangential: TangentialLaw::Frictionless,
    };

    /// The same with what `restitution`, `stiffness`, `friction` and `compliance` of the table say.
    pub fn overridden(self, table: &Table) -> Self {
        let restitution = table.finite("restitution").and_then(|given| note(table, given, Restitution::new));
        Self {
            restitution: restitution.unwrap_or(self.restitution),
            stiffness: stiffness(table).unwrap_or(self.stiffness),
            tangential: tangential(self.tangential, table),
        }
    }
}

/// `stiffness`, which may be `inf`.
pub(super) fn stiffness(table: &Table) -> Option<Stiffness> {
    let given = table.number("stiffness")?;
    note(table, given, Stiffness::new)
}

/// Friction and compliance that are not given stay as they are; friction that is given without a compliance is rigid, and so is friction
/// with a compliance of zero.
pub(super) fn tangential(default: TangentialLaw, table: &Table) -> TangentialLaw {
    let own_friction = checked(table, "friction", Friction::new);
    let friction = own_friction.unwrap_or(default.friction());
    let given = table.finite("compliance");
    if let (Some(given), false) = (given, table.has("friction") || default.has_friction()) {
        let problem = Problem::new(given.span, "`compliance` without `friction` has nothing to act on")
            .expected("needs `friction` beside it");
        table.problems().add(problem);
    }
    let compliance = match (given, own_friction) {
        (Some(given), _) if given.value == 0.0 => None,
        (Some(given), _) => note(table, given, Compliance::new),
        (None, Some(_)) => None,
        (None, None) => default.compliance(),
    };
    match (friction.value() > 0.0, compliance) {
        (false, _) => TangentialLaw::Frictionless,
        (true, None) => TangentialLaw::Rigid { friction },
        (true, Some(compliance)) => TangentialLaw::Compliant { friction, compliance },
    }
}

/// A coefficient under a key, if the engine takes it.
pub(super) fn checked<T>(
    table: &Table,
    key: &'static str,
    make: fn(f64) -> Result<T, InputError>,
) -> Option<T> {
    table.finite(key).and_then(|given| note(table, given, make))
}

pub(super) fn note<T>(
    table: &Table,
    given: Located<f64>,
    make: fn(f64) -> Result<T, InputError>,
) -> Option<T> {
    table.problems().note(make(given.value).map_err(|error| refusal::at(given.span, &error)))
}
