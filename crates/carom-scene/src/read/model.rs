//! The `[model]` table: which method solves the impact, and the rules that the method has.

use carom::laws::routh::Termination;
use carom::{Model, RestitutionLaw, Separation};

use super::law::{self, LAWS, LawKey, LawName};
use super::sequence::{self, SequenceKey};
use super::table::Table;
use crate::problem::{Located, Problem, Span};
use crate::suggest;

/// What `[model]` says.
#[derive(Default)]
pub(crate) struct ModelTable {
    pub method: MethodKey,
    /// The rules of a simultaneous impact; for other methods the default ones.
    pub rules: Model,
}

/// What `method` says, with what belongs to it.
#[derive(Clone, Default)]
pub(crate) enum MethodKey {
    #[default]
    Simultaneous,
    /// A law for a single contact.
    Alone {
        law: LawKey,
        /// Where the method stands.
        span: Span,
    },
    /// Collisions one after the other.
    Sequential { sequence: Box<SequenceKey>, span: Span },
}

/// A method, by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MethodName {
    Simultaneous,
    Sequential,
    Alone(LawName),
}

/// Keys that only one method has, with that method.
const OWN_KEYS: [(&str, &str); 12] = [
    ("law", "sequential"),
    ("tie", "sequential"),
    ("seed", "sequential"),
    ("perturbation", "sequential"),
    ("hinges", "sequential"),
    ("impulse_ratios", "brach"),
    ("kinematic_restitution", "brach"),
    ("reversible_friction", "pfeiffer-glocker"),
    ("weights", "composite"),
    ("polar", "permissible-region"),
    ("impulse", "permissible-region"),
    ("ratios", "permissible-region"),
];

const RESTITUTION_LAWS: [(&str, RestitutionLaw); 3] = [
    ("hardening", RestitutionLaw::Hardening),
    ("bi-stiffness", RestitutionLaw::BiStiffness),
    ("mono-stiffness", RestitutionLaw::MonoStiffness),
];

const TERMINATIONS: [(&str, Termination); 3] = [
    ("energetic", Termination::Energetic),
    ("poisson", Termination::Poisson),
    ("newton", Termination::Newton),
];

pub(crate) const SEPARATIONS: [(&str, Separation); 2] =
    [("instant", Separation::Instant), ("tracked", Separation::Tracked)];

pub(super) fn read(table: Table) -> ModelTable {
    let separation = table.choice("separation", &SEPARATIONS);
    let model = match table.choice("method", &methods()) {
        None if table.has("method") => {
            // Which keys go with it is unknown; all of them are let pass.
            for key in OWN_KEYS.map(|(key, _)| key).into_iter().chain(["restitution"]) {
                table.has(key);
            }
            ModelTable::default()
        }
        None => simultaneous(&table, separation),
        Some(Located { value: MethodName::Simultaneous, .. }) => simultaneous(&table, separation),
        Some(Located { value: MethodName::Alone(name), span }) => {
            let law = law::read(&table, name, span);
            without_time(&table, span, separation, law.map(|law| MethodKey::Alone { law, span }))
        }
        Some(Located { value: MethodName::Sequential, span }) => {
            let sequence = sequence::read(&table, span);
            let key = sequence.map(|keys| MethodKey::Sequential { sequence: Box::new(keys), span });
            without_time(&table, span, separation, key)
        }
    };
    refuse_keys_of_others(&table);
    table.finish();
    model
}

/// The rules of simultaneous impacts alone, for worlds, which know no other method.
pub(crate) fn read_rules(table: Table) -> Model {
    let separation = table.choice("separation", &SEPARATIONS);
    if let Some(span) = table.unasked("method") {
        let problem = Problem::new(span, "impacts in a world are always simultaneous")
            .expected("of no use in a world")
            .help("a single impact, without `[world]`, can be solved with other methods");
        table.problems().add(problem);
    }
    let rules = simultaneous(&table, separation).rules;
    refuse_keys_of_others(&table);
    table.finish();
    rules
}

/// All methods by name.
fn methods() -> Vec<(&'static str, MethodName)> {
    let whole = [("simultaneous", MethodName::Simultaneous), ("sequential", MethodName::Sequential)];
    whole.into_iter().chain(LAWS.map(|(name, law)| (name, MethodName::Alone(law)))).collect()
}

fn simultaneous(table: &Table, separation: Option<Located<Separation>>) -> ModelTable {
    let others = ("Routh's law", "add `method = \"routh\"`, for a scene with one contact");
    let restitution = rule(table, &RESTITUTION_LAWS, &TERMINATIONS.map(|(name, _)| name), others);
    let separation = separation.map_or_else(Separation::default, |separation| separation.value);
    let rules = Model { restitution: restitution.unwrap_or_default(), separation };
    ModelTable { method: MethodKey::Simultaneous, rules }
}

/// A method in whose impacts no time passes.
fn without_time(
    table: &Table,
    method: Span,
    separation: Option<Located<Separation>>,
    key: Option<MethodKey>,
) -> ModelTable {
    if let Some(Located { value: Separation::Tracked, span: tracked }) = separation {
        let problem = Problem::new(tracked, "without time there is no gap that could be tracked")
            .expected("of no use here")
            .related(method, "no time passes in this method")
            .help("remove it; gaps need `method = \"simultaneous\"`");
        table.problems().add(problem);
    }
    if let Some(span) = table.unasked("restitution") {
        let problem = Problem::new(span, "this method has its own rule of restitution")
            .expected("of no use here")
            .related(method, "the method")
            .help("`restitution` chooses among the rules of simultaneous impacts and of Routh's law");
        table.problems().add(problem);
    }
    ModelTable { method: key.unwrap_or_default(), rules: Model::default() }
}

/// What ends an impact under Routh's law.
pub(super) fn termination(table: &Table) -> Termination {
    let others = ("simultaneous impacts", "`energetic` is what it comes to for one contact");
    rule(table, &TERMINATIONS, &RESTITUTION_LAWS.map(|(name, _)| name), others).unwrap_or_default()
}

/// The restitution rule, one of the method's own; those of others get a word on whose they are and what to do.
fn rule<T: Copy>(
    table: &Table,
    own: &[(&str, T)],
    of_others: &[&str],
    (whose, instead): (&str, &str),
) -> Option<T> {
    let given = table.text("restitution")?;
    if !of_others.contains(&given.value.as_str()) {
        return table.choice("restitution", own).map(|rule| rule.value);
    }
    let names: Vec<&str> = own.iter().map(|(name, _)| *name).collect();
    let problem =
        Problem::new(given.span, format!("`restitution = \"{}\"` is a rule of {whose}", given.value))
            .expected(format!("expected {}", suggest::one_of(&names)))
            .help(instead);
    table.problems().add(problem);
    None
}

/// Notes keys that belong to a method other than the one the scene has.
fn refuse_keys_of_others(table: &Table) {
    for (key, owner) in OWN_KEYS {
        if let Some(span) = table.unasked(key) {
            let problem = Problem::new(span, format!("`{key}` belongs to `method = \"{owner}\"`"))
                .expected("of no use with the method of this scene");
            table.problems().add(problem);
        }
    }
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

/// The name of what ends an impact under Routh's law, in scene files.
pub(crate) fn termination_name(termination: Termination) -> &'static str {
    match termination {
        Termination::Energetic => "energetic",
        Termination::Poisson => "poisson",
        Termination::Newton => "newton",
    }
}
