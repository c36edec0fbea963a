//! The `[model]` table.

use carom::{Model, RestitutionLaw, Separation};

use super::table::Table;
use crate::availability::{self, LATER_METHODS, LATER_RESTITUTION};
use crate::problem::{Located, Problem};
use crate::suggest;

const METHODS: [(&str, ()); 1] = [("simultaneous", ())];

const RESTITUTION_LAWS: [(&str, RestitutionLaw); 3] = [
    ("hardening", RestitutionLaw::Hardening),
    ("bi-stiffness", RestitutionLaw::BiStiffness),
    ("mono-stiffness", RestitutionLaw::MonoStiffness),
];

const SEPARATIONS: [(&str, Separation); 2] =
    [("instant", Separation::Instant), ("tracked", Separation::Tracked)];

pub(super) fn read(table: Table) -> Model {
    choice(&table, "method", &METHODS, &LATER_METHODS);
    let model = Model {
        restitution: choice(&table, "restitution", &RESTITUTION_LAWS, &LATER_RESTITUTION).unwrap_or_default(),
        separation: choice(&table, "separation", &SEPARATIONS, &[]).unwrap_or_default(),
    };
    table.finish();
    model
}

/// One of the named choices; `later` are names that will be choices one day.
fn choice<T: Copy>(table: &Table, key: &'static str, choices: &[(&str, T)], later: &[&str]) -> Option<T> {
    let Located { value, span } = table.text(key)?;
    if let Some(&(_, choice)) = choices.iter().find(|(name, _)| *name == value) {
        return Some(choice);
    }
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let problem = if later.contains(&value.as_str()) {
        availability::not_yet(span, &format!("{key} = \"{value}\""))
            .expected(format!("expected {}", suggest::one_of(&names)))
    } else {
        Problem::new(span, format!("unknown {key} `{value}`"))
            .expected(format!("expected {}", suggest::one_of(&names)))
            .maybe_help(suggest::closest(&value, names).map(|name| format!("did you mean `{name}`?")))
    };
    table.problems().add(problem);
    None
}

/// The name of a restitution law in scene files.
pub(crate) fn restitution_name(law: RestitutionLaw) -> &'static str {
    match law {
        RestitutionLaw::Hardening => "hardening",
        RestitutionLaw::BiStiffness => "bi-stiffness",
        RestitutionLaw::MonoStiffness => "mono-stiffness",
    }
}

/// The name of a separation rule in scene files.
pub(crate) fn separation_name(separation: Separation) -> &'static str {
    match separation {
        Separation::Instant => "instant",
        Separation::Tracked => "tracked",
    }
}
