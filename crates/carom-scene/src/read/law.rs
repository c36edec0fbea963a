//! Laws for a single contact: their names, and the keys of `[model]` that only they have.

use carom::laws::routh::Termination;

use super::model;
use super::table::Table;
use crate::problem::{Located, Problem, Span};
use crate::suggest;

/// A law, by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LawName {
    Newton,
    Routh,
    Whittaker,
    Smith,
    Brach,
    Bilinear,
    PfeifferGlocker,
    ChatterjeeRuina,
    Composite,
    PermissibleRegion,
}

pub(super) const LAWS: [(&str, LawName); 10] = [
    ("newton", LawName::Newton),
    ("routh", LawName::Routh),
    ("whittaker", LawName::Whittaker),
    ("smith", LawName::Smith),
    ("brach", LawName::Brach),
    ("bilinear", LawName::Bilinear),
    ("pfeiffer-glocker", LawName::PfeifferGlocker),
    ("chatterjee-ruina", LawName::ChatterjeeRuina),
    ("composite", LawName::Composite),
    ("permissible-region", LawName::PermissibleRegion),
];

/// A law and what the file says of it.
#[derive(Debug, Clone)]
pub(crate) enum LawKey {
    Newton,
    Routh { termination: Termination },
    Whittaker,
    Smith,
    Brach { impulse_ratios: Option<Located<[f64; 2]>>, kinematic_restitution: Option<Located<f64>> },
    Bilinear,
    PfeifferGlocker { reversible_friction: Option<Located<f64>> },
    ChatterjeeRuina,
    Composite { weights: Span, parts: Vec<(Located<f64>, LawKey)> },
    PermissibleRegion(Located<RegionKey>),
}

/// A point of the permissible region.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RegionKey {
    /// ψ₁, ψ₂ and the part of the way from the centroid to the boundary.
    Polar([f64; 3]),
    /// An impulse, in N s; world axes, or (t₁, t₂, n) of a mechanism.
    Impulse([f64; 3]),
    /// Kinematic restitution and the two impulse ratios.
    Ratios([f64; 3]),
}

/// Reads the keys that belong to a law.
pub(super) fn read(table: &Table, name: LawName, span: Span) -> Option<LawKey> {
    Some(match name {
        LawName::Newton => LawKey::Newton,
        LawName::Routh => LawKey::Routh { termination: model::termination(table) },
        LawName::Whittaker => LawKey::Whittaker,
        LawName::Smith => LawKey::Smith,
        LawName::Brach => LawKey::Brach {
            impulse_ratios: table.numbers("impulse_ratios"),
            kinematic_restitution: table.finite("kinematic_restitution"),
        },
        LawName::Bilinear => LawKey::Bilinear,
        LawName::PfeifferGlocker => {
            LawKey::PfeifferGlocker { reversible_friction: table.finite("reversible_friction") }
        }
        LawName::ChatterjeeRuina => LawKey::ChatterjeeRuina,
        LawName::Composite => composite(table, span)?,
        LawName::PermissibleRegion => LawKey::PermissibleRegion(region(table, span)?),
    })
}

/// `weights = { routh = 0.5, chatterjee-ruina = 0.5 }`.
fn composite(table: &Table, span: Span) -> Option<LawKey> {
    let Some(weights) = table.table("weights") else {
        if !table.has("weights") {
            let problem = Problem::new(span, "a composite law needs the weights of its parts")
                .expected("expected `weights` beside it")
                .help("`weights = { routh = 0.5, chatterjee-ruina = 0.5 }`, say");
            table.problems().add(problem);
        }
        return None;
    };
    let place = weights.span();
    let mut parts = Vec::new();
    for (name, law) in LAWS.into_iter().filter(|&(_, law)| law != LawName::Composite) {
        if let Some(weight) = weights.finite(name) {
            parts.push((weight, read(table, law, weight.span)?));
        }
    }
    if parts.is_empty() {
        table.problems().add(Problem::new(place, "`weights` names no law").expected("expected at least one"));
    }
    weights.finish();
    Some(LawKey::Composite { weights: place, parts })
}

/// Exactly one of the three parameterisations.
fn region(table: &Table, span: Span) -> Option<Located<RegionKey>> {
    /// What the three numbers of a key are.
    type Kind = fn([f64; 3]) -> RegionKey;
    let kinds: [(&'static str, Kind); 3] =
        [("polar", RegionKey::Polar), ("impulse", RegionKey::Impulse), ("ratios", RegionKey::Ratios)];
    let given: Vec<_> = kinds.into_iter().filter(|&(key, _)| table.has(key)).collect();
    match given[..] {
        [(key, kind)] => table.numbers::<3>(key).map(|numbers| numbers.map(kind)),
        [(first, _), (second, _), ..] => {
            let place = |key| table.key_span(key).unwrap_or(span);
            let problem = Problem::new(place(second), format!("`{second}` beside `{first}`"))
                .expected("one of them is enough to choose a point of the region")
                .related(place(first), "the other");
            table.problems().add(problem);
            None
        }
        [] => {
            let names = suggest::one_of(&kinds.map(|(key, _)| key));
            let problem = Problem::new(span, "a point of the permissible region has to be chosen")
                .expected(format!("expected {names} beside it"))
                .help(
                    "`polar = [angle from the normal, angle about it, part of the way from the centroid to the \
                     boundary]`, `impulse = [x, y, z]` (N s), or `ratios = [restitution, impulse ratio against the sliding, and aside]`",
                );
            table.problems().add(problem);
            None
        }
    }
}
