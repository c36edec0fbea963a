//! `method = "sequential"`: which law collides the contacts one by one, and in which order.

use super::law::{self, LAWS, LawKey, LawName};
use super::table::Table;
use crate::problem::{Located, Span};

/// What decides between contacts that approach equally fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TieKey {
    #[default]
    Order,
    Random,
    Perturb,
}

/// What a hinge is in a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum HingesKey {
    #[default]
    Intact,
    Released,
}

/// A sequence of collisions.
#[derive(Debug, Clone)]
pub(crate) struct SequenceKey {
    pub law: LawKey,
    /// Where the law stands; the method if it is the usual one.
    pub law_span: Span,
    pub tie: TieKey,
    /// The seed of the random rules.
    pub seed: Option<Located<u64>>,
    /// The relative uncertainty of a perturbed start.
    pub perturbation: Option<Located<f64>>,
    pub hinges: HingesKey,
}

const TIES: [(&str, TieKey); 3] =
    [("order", TieKey::Order), ("random", TieKey::Random), ("perturb", TieKey::Perturb)];

const HINGES: [(&str, HingesKey); 2] = [("intact", HingesKey::Intact), ("released", HingesKey::Released)];

pub(super) fn read(table: &Table, span: Span) -> Option<SequenceKey> {
    let tie = table.choice("tie", &TIES).map(|tie| tie.value).unwrap_or_default();
    let hinges = table.choice("hinges", &HINGES).map(|hinges| hinges.value).unwrap_or_default();
    let (seed, perturbation) = (table.seed("seed"), table.finite("perturbation"));
    let (name, law_span) = match table.choice("law", &LAWS) {
        Some(Located { value, span }) => (value, span),
        None if table.has("law") => return None,
        None => (LawName::ChatterjeeRuina, span),
    };
    let law = law::read(table, name, law_span)?;
    Some(SequenceKey { law, law_span, tie, seed, perturbation, hinges })
}
