//! What the contacts of a world are made of, from keys that most tables of contacts share.

use carom::{Compliance, Friction, InputError, Restitution, Stiffness, Surface, TangentialLaw};

use crate::build::refusal;
use crate::problem::{Located, Problem};
use crate::read::Table;

/// A surface with what `restitution`, `stiffness`, `friction` and `compliance` of the table say; the rest as by default.
pub(super) fn overridden(default: Surface, table: &Table) -> Surface {
    Surface {
        restitution: checked(table, "restitution", Restitution::new).unwrap_or(default.restitution),
        stiffness: stiffness(table).unwrap_or(default.stiffness),
        tangential: tangential(default.tangential, table),
    }
}

/// `stiffness`, which may be `inf`.
fn stiffness(table: &Table) -> Option<Stiffness> {
    let given = table.number("stiffness")?;
    note(table, given, Stiffness::new)
}

/// Friction and compliance that are not given stay as they are; friction that is given without a compliance is rigid, and so is friction
/// with a compliance of zero.
fn tangential(default: TangentialLaw, table: &Table) -> TangentialLaw {
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

fn note<T>(table: &Table, given: Located<f64>, make: fn(f64) -> Result<T, InputError>) -> Option<T> {
    table.problems().note(make(given.value).map_err(|error| refusal::at(given.span, &error)))
}
