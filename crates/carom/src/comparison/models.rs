//! The models for any number of contacts, and the rows they make.

use super::{Answer, Row, Verdict};
use crate::error::{InputError, SolveError};
use crate::friction::TangentialLaw;
use crate::laws::complementarity::ComplementarityError;
use crate::laws::{LawError, Promises};
use crate::phase::RestitutionLaw;
use crate::quantity::Compliance;
use crate::sequence::SequenceError;

/// Poisson's ratio for which the compliance of contacts that give none is taken: most metals.
const POISSONS_RATIO: f64 = 0.3;

/// The compliance of contacts that give none.
pub(super) fn usual_compliance() -> Option<Compliance> {
    Compliance::of_round_contact(POISSONS_RATIO).ok()
}

/// A simultaneous impact with its rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simultaneous {
    pub name: &'static str,
    pub title: &'static str,
    pub restitution: RestitutionLaw,
    pub friction: FrictionModel,
}

/// How friction acts in a simultaneous impact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrictionModel {
    /// As every contact says.
    Given,
    /// Rigid everywhere.
    Rigid,
    /// Compliant everywhere, by the usual compliance where none is given.
    Compliant,
}

impl FrictionModel {
    pub fn of(self, law: TangentialLaw) -> TangentialLaw {
        match (self, law) {
            (Self::Rigid, TangentialLaw::Compliant { friction, .. }) => TangentialLaw::Rigid { friction },
            (Self::Compliant, TangentialLaw::Rigid { friction }) => {
                usual_compliance().map_or(law, |compliance| TangentialLaw::Compliant { friction, compliance })
            }
            (Self::Given, _)
            | (Self::Rigid, TangentialLaw::Frictionless | TangentialLaw::Rigid { .. })
            | (Self::Compliant, TangentialLaw::Frictionless | TangentialLaw::Compliant { .. }) => law,
        }
    }
}

const SIMULTANEOUS: [Simultaneous; 5] = [
    Simultaneous {
        name: "simultaneous",
        title: "simultaneous impact, hardening restitution",
        restitution: RestitutionLaw::Hardening,
        friction: FrictionModel::Given,
    },
    Simultaneous {
        name: "bi-stiffness",
        title: "simultaneous impact, bi-stiffness restitution",
        restitution: RestitutionLaw::BiStiffness,
        friction: FrictionModel::Given,
    },
    Simultaneous {
        name: "mono-stiffness",
        title: "simultaneous impact, mono-stiffness restitution",
        restitution: RestitutionLaw::MonoStiffness,
        friction: FrictionModel::Given,
    },
    Simultaneous {
        name: "rigid-friction",
        title: "simultaneous impact, rigid friction",
        restitution: RestitutionLaw::Hardening,
        friction: FrictionModel::Rigid,
    },
    Simultaneous {
        name: "compliant-friction",
        title: "simultaneous impact, compliant friction",
        restitution: RestitutionLaw::Hardening,
        friction: FrictionModel::Compliant,
    },
];

/// The simultaneous models for contacts with these laws, without those of friction that would change nothing.
pub(super) fn simultaneous(laws: &[TangentialLaw]) -> impl Iterator<Item = Simultaneous> {
    let changes = |model: &Simultaneous| laws.iter().any(|&law| model.friction.of(law) != law);
    SIMULTANEOUS.into_iter().filter(move |model| model.friction == FrictionModel::Given || changes(model))
}

/// Why a model has no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    DoesNotApply(String),
    NoAnswer(String),
}

impl From<InputError> for Unanswered {
    fn from(error: InputError) -> Self {
        Self::DoesNotApply(error.to_string())
    }
}

impl From<SolveError> for Unanswered {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::InfiniteFriction { .. } => Self::DoesNotApply("infinite friction".to_owned()),
            _ => Self::NoAnswer(error.to_string()),
        }
    }
}

impl From<LawError> for Unanswered {
    fn from(error: LawError) -> Self {
        match error {
            LawError::OutsideDomain { reason } => Self::DoesNotApply(reason.to_owned()),
            LawError::Compliant => Self::DoesNotApply("tangential springs".to_owned()),
            LawError::Gap { .. } => Self::DoesNotApply("a gap".to_owned()),
            _ => Self::NoAnswer(error.to_string()),
        }
    }
}

impl From<SequenceError> for Unanswered {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Input(error) => error.into(),
            SequenceError::Law { source, .. } => source.into(),
            _ => Self::NoAnswer(error.to_string()),
        }
    }
}

impl From<ComplementarityError> for Unanswered {
    fn from(error: ComplementarityError) -> Self {
        match error {
            ComplementarityError::Gap { .. } => Self::DoesNotApply("a gap".to_owned()),
            ComplementarityError::InfiniteFriction { .. } => {
                Self::DoesNotApply("infinite friction".to_owned())
            }
            _ => Self::NoAnswer(error.to_string()),
        }
    }
}

/// The name and title of the row of complementarity.
pub(super) const COMPLEMENTARITY: (&str, &str) =
    ("pfeiffer-glocker", "Pfeiffer and Glocker's complementarity, all contacts at once");

impl Row {
    pub(super) fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        promises: Option<Promises>,
        answer: Result<Answer, Unanswered>,
    ) -> Self {
        let verdict = match answer {
            Ok(answer) => Verdict::Answer(answer),
            Err(Unanswered::DoesNotApply(reason)) => Verdict::DoesNotApply(reason),
            Err(Unanswered::NoAnswer(reason)) => Verdict::NoAnswer(reason),
        };
        Self { name: name.into(), title: title.into(), promises, verdict }
    }
}
