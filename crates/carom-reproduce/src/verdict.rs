//! What became of a claim.

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The computed value is the published one, within the tolerance.
    Reproduced,
    /// The published value comes from a known error of the paper: emulating the error gives it, the model does not.
    Emulated,
    /// The printed value is a slip of the pen: the computed value is what must have been meant.
    Misprint,
    /// The paper's statement is false: there is a counter-example.
    Refuted,
    /// Nothing that the paper describes gives the published value.
    NotReproducible,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Self; 5] =
        [Self::Reproduced, Self::Emulated, Self::Misprint, Self::Refuted, Self::NotReproducible];

    /// In a few words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Emulated => "with the paper's error",
            Self::Misprint => "misprint",
            Self::Refuted => "refuted",
            Self::NotReproducible => "not reproducible",
        }
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Reproduced => "Carom computes what was published.",
            Self::Emulated => {
                "The published value contains a known error; Carom finds it when it makes the same error."
            }
            Self::Misprint => "What is printed contradicts the paper itself; Carom finds what was meant.",
            Self::Refuted => "The statement does not hold; Carom shows a counter-example.",
            Self::NotReproducible => "Nothing that the paper describes gives the published value.",
        }
    }

    /// A short name for style sheets and data.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Emulated => "emulated",
            Self::Misprint => "misprint",
            Self::Refuted => "refuted",
            Self::NotReproducible => "not-reproducible",
        }
    }
}
