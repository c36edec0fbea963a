//! The `[model]` table: which method solves the impact, and the rules that the method has.

use carom::laws::routh::Termination;
use carom::{Model, RestitutionLaw, Separation};

use super::table::Table;
use crate::availability::{self, LATER_METHODS};
use crate::problem::{Located, Problem, Span};
use crate::suggest;

/// What `[model]` says.
#[derive(Default)]
pub(crate) struct ModelTable {
    pub method: MethodKey,
    /// The rules of a simultaneous impact; for other methods the default ones.
    pub rules: Model,
}

/// What `method` says, with the restitution rule that belongs to it.
#[derive(Clone, Copy, Default)]
pub(crate) enum MethodKey {
    #[default]
    Simultaneous,
    Routh {
        termination: Termination,
        /// Where the method stands.
        span: Span,
    },
}

/// A method, by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MethodName {
    Simultaneous,
    Routh,
}

/// A restitution rule of one of the methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RestitutionRule {
    Law(RestitutionLaw),
    Termination(Termination),
}

impl RestitutionRule {
    fn method(self) -> MethodName {
        match self {
            Self::Law(_) => MethodName::Simultaneous,
            Self::Termination(_) => MethodName::Routh,
        }
    }
}

const METHODS: [(&str, MethodName); 2] =
    [("simultaneous", MethodName::Simultaneous), ("routh", MethodName::Routh)];

const RESTITUTION_RULES: [(&str, RestitutionRule); 6] = [
    ("hardening", RestitutionRule::Law(RestitutionLaw::Hardening)),
    ("bi-stiffness", RestitutionRule::Law(RestitutionLaw::BiStiffness)),
    ("mono-stiffness", RestitutionRule::Law(RestitutionLaw::MonoStiffness)),
    ("energetic", RestitutionRule::Termination(Termination::Energetic)),
    ("poisson", RestitutionRule::Termination(Termination::Poisson)),
    ("newton", RestitutionRule::Termination(Termination::Newton)),
];

const SEPARATIONS: [(&str, Separation); 2] =
    [("instant", Separation::Instant), ("tracked", Separation::Tracked)];

pub(super) fn read(table: Table) -> ModelTable {
    let separation = choice(&table, "separation", &SEPARATIONS, &[]);
    let model = match choice(&table, "method", &METHODS, &LATER_METHODS) {
        Some(Located { value: MethodName::Routh, span }) => routh(&table, span, separation),
        Some(Located { value: MethodName::Simultaneous, .. }) => simultaneous(&table, separation),
        None if table.has("method") => {
            // Which rules go with it is unknown; that they exist can be said.
            choice(&table, "restitution", &RESTITUTION_RULES, &[]);
            ModelTable::default()
        }
        None => simultaneous(&table, separation),
    };
    table.finish();
    model
}

fn simultaneous(table: &Table, separation: Option<Located<Separation>>) -> ModelTable {
    let restitution = match restitution(table, MethodName::Simultaneous) {
        Some(RestitutionRule::Law(law)) => law,
        Some(RestitutionRule::Termination(_)) | None => RestitutionLaw::default(),
    };
    let separation = separation.map_or_else(Separation::default, |separation| separation.value);
    ModelTable { method: MethodKey::Simultaneous, rules: Model { restitution, separation } }
}

fn routh(table: &Table, span: Span, separation: Option<Located<Separation>>) -> ModelTable {
    let termination = match restitution(table, MethodName::Routh) {
        Some(RestitutionRule::Termination(termination)) => termination,
        Some(RestitutionRule::Law(_)) | None => Termination::default(),
    };
    if let Some(Located { value: Separation::Tracked, span: tracked }) = separation {
        let problem = Problem::new(tracked, "a contact under Routh's law has no gap that could be tracked")
            .expected("of no use here")
            .related(span, "the method")
            .help("remove it; gaps need `method = \"simultaneous\"`");
        table.problems().add(problem);
    }
    ModelTable { method: MethodKey::Routh { termination, span }, rules: Model::default() }
}

/// The restitution rule, which must be one of the method's.
fn restitution(table: &Table, method: MethodName) -> Option<RestitutionRule> {
    let own: Vec<(&str, RestitutionRule)> =
        RESTITUTION_RULES.into_iter().filter(|(_, rule)| rule.method() == method).collect();
    let given = table.text("restitution")?;
    let Some((name, _)) =
        RESTITUTION_RULES.into_iter().find(|&(name, rule)| name == given.value && rule.method() != method)
    else {
        return choice(table, "restitution", &own, &[]).map(|rule| rule.value);
    };
    let names: Vec<&str> = own.iter().map(|(name, _)| *name).collect();
    let (whose, instead) = match method {
        MethodName::Simultaneous => ("Routh's law", "add `method = \"routh\"`, for a scene with one contact"),
        MethodName::Routh => ("simultaneous impacts", "`energetic` is what it comes to for one contact"),
    };
    let problem = Problem::new(given.span, format!("`restitution = \"{name}\"` is a rule of {whose}"))
        .expected(format!("expected {}", suggest::one_of(&names)))
        .help(instead);
    table.problems().add(problem);
    None
}

/// One of the named choices; `later` are names that will be choices one day.
fn choice<T: Copy>(
    table: &Table,
    key: &'static str,
    choices: &[(&str, T)],
    later: &[&str],
) -> Option<Located<T>> {
    let Located { value, span } = table.text(key)?;
    if let Some(&(_, choice)) = choices.iter().find(|(name, _)| *name == value) {
        return Some(Located::new(choice, span));
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
