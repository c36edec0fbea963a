//! One published result against what is computed.

use crate::check::Check;
use crate::printed::Printed;
use crate::verdict::Verdict;

/// What a paper says.
#[derive(Debug, Clone, PartialEq)]
pub enum Published {
    /// One or several numbers.
    Numbers(Vec<Printed>),
    /// A sequence of states, a list of names: something that is the same or not.
    Words(String),
    /// A statement that can be checked.
    Statement(String),
    /// Nothing in this form: a check of our own, on the paper's numbers or on ours.
    OwnCheck(String),
}

/// What kind of thing a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Printed numbers.
    Numbers,
    /// A statement of the paper, or words such as a sequence of states.
    Statement,
    /// A check of our own that the paper does not have in this form.
    OwnCheck,
}

/// What Carom finds.
#[derive(Debug, Clone, PartialEq)]
pub enum Computed {
    /// As many numbers as were published.
    Numbers(Vec<f64>),
    /// Words to compare with those published.
    Words(String),
    /// The statement, checked.
    Checked(Check),
}

/// The same quantity with a known error of the paper in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Emulation {
    /// The error that was made.
    pub error: String,
    /// What it gives.
    pub computed: Computed,
}

/// What a claim's author says about a published value that is not the computed one.
#[derive(Debug, Clone, PartialEq)]
enum Account {
    /// It is the computed one.
    Agrees,
    /// The paper made an error.
    Error(Emulation),
    /// This should have been printed, and this is found for it.
    Meant { correct: Published, found: Computed, reason: String },
    /// The statement is false.
    False { reason: String },
    /// Nothing explains it.
    Unexplained { reason: String },
}

/// How far a computed number may be from a published one.
#[derive(Debug, Clone, PartialEq)]
enum Tolerance {
    /// As far as the printed digits allow.
    Printed,
    /// So far, because the published number is known no better.
    Within { absolute: f64, reason: String },
}

/// One published result against what is computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    what: String,
    published: Published,
    computed: Computed,
    tolerance: Tolerance,
    account: Account,
    remark: String,
    erratum: Option<String>,
}

impl Claim {
    /// A number; `what` names the quantity and its unit, `published` is the number as printed.
    ///
    /// # Panics
    /// If what is called published is no number: a mistake in the registry, which the tests find.
    #[must_use]
    pub fn number(what: &str, published: &str, computed: f64) -> Self {
        Self::numbers(what, published, &[computed])
    }

    /// Several numbers that belong together, separated by blanks as printed.
    ///
    /// # Panics
    /// If they are not as many numbers as are computed: a mistake in the registry, which the tests find.
    #[must_use]
    pub fn numbers(what: &str, published: &str, computed: &[f64]) -> Self {
        let printed = printed_numbers(published);
        assert_eq!(printed.len(), computed.len(), "{what}: as many published as computed numbers");
        Self::new(what, Published::Numbers(printed), Computed::Numbers(computed.to_vec()))
    }

    /// Words that must be the same, such as a sequence of states.
    #[must_use]
    pub fn words(what: &str, published: &str, computed: &str) -> Self {
        Self::new(what, Published::Words(published.to_owned()), Computed::Words(computed.to_owned()))
    }

    /// A statement in our words, and what checking it gave.
    #[must_use]
    pub fn statement(what: &str, statement: &str, check: Check) -> Self {
        Self::new(what, Published::Statement(statement.to_owned()), Computed::Checked(check))
    }

    /// A check of our own: of the paper's numbers against each other, or of ours. It is told and must hold, but is nothing that was published.
    #[must_use]
    pub fn own_check(what: &str, statement: &str, check: Check) -> Self {
        Self::new(what, Published::OwnCheck(statement.to_owned()), Computed::Checked(check))
    }

    fn new(what: &str, published: Published, computed: Computed) -> Self {
        Self {
            what: what.to_owned(),
            published,
            computed,
            tolerance: Tolerance::Printed,
            account: Account::Agrees,
            remark: String::new(),
            erratum: None,
        }
    }

    /// The published numbers are known only to this, for the reason given: the step of the paper's integration, the
    /// width of a line in a figure.
    #[must_use]
    pub fn within(self, absolute: f64, reason: &str) -> Self {
        Self { tolerance: Tolerance::Within { absolute, reason: reason.to_owned() }, ..self }
    }

    /// The published numbers contain a known error, which gives `computed` when it is made on purpose.
    ///
    /// # Panics
    /// If they are not as many as are published: a mistake in the registry, which the tests find.
    #[must_use]
    pub fn emulated(self, error: &str, computed: &[f64]) -> Self {
        if let Published::Numbers(printed) = &self.published {
            assert_eq!(printed.len(), computed.len(), "{}: as many published as emulated numbers", self.what);
        }
        let computed = Computed::Numbers(computed.to_vec());
        Self { account: Account::Error(Emulation { error: error.to_owned(), computed }), ..self }
    }

    /// The published numbers or words are misprinted: these were meant.
    #[must_use]
    pub fn misprint(self, correct: &str, reason: &str) -> Self {
        let correct = match self.published {
            Published::Numbers(_) => Published::Numbers(printed_numbers(correct)),
            Published::Words(_) => Published::Words(correct.to_owned()),
            Published::Statement(_) => Published::Statement(correct.to_owned()),
            Published::OwnCheck(_) => Published::OwnCheck(correct.to_owned()),
        };
        let found = self.computed.clone();
        Self { account: Account::Meant { correct, found, reason: reason.to_owned() }, ..self }
    }

    /// The published statement, an equation as a rule, is misprinted: this was meant, and checking it gave `found`.
    #[must_use]
    pub fn misprinted_statement(self, correct: &str, found: Check, reason: &str) -> Self {
        let (correct, found) = (Published::Statement(correct.to_owned()), Computed::Checked(found));
        Self { account: Account::Meant { correct, found, reason: reason.to_owned() }, ..self }
    }

    /// The statement is false, for the reason given; the check holds the counter-example.
    #[must_use]
    pub fn refuted(self, reason: &str) -> Self {
        Self { account: Account::False { reason: reason.to_owned() }, ..self }
    }

    /// Nothing that the paper describes gives what was published; `reason` says what was tried.
    #[must_use]
    pub fn not_reproducible(self, reason: &str) -> Self {
        Self { account: Account::Unexplained { reason: reason.to_owned() }, ..self }
    }

    /// How it was computed, or what a reader should know.
    #[must_use]
    pub fn remark(self, remark: &str) -> Self {
        Self { remark: remark.to_owned(), ..self }
    }

    /// The claim is evidence for an erratum of the paper, said in a sentence.
    #[must_use]
    pub fn erratum(self, erratum: &str) -> Self {
        Self { erratum: Some(erratum.to_owned()), ..self }
    }

    /// The verdict that follows from the numbers.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.matches(&self.published, &self.computed) {
            return Verdict::Reproduced;
        }
        match &self.account {
            Account::Error(emulation) if self.matches(&self.published, &emulation.computed) => {
                Verdict::Emulated
            }
            Account::Meant { correct, found, .. } if self.matches(correct, found) => Verdict::Misprint,
            Account::False { .. } => Verdict::Refuted,
            Account::Agrees | Account::Error(_) | Account::Meant { .. } | Account::Unexplained { .. } => {
                Verdict::NotReproducible
            }
        }
    }

    /// The verdict that the claim's author expects.
    #[must_use]
    pub fn declared(&self) -> Verdict {
        match &self.account {
            Account::Agrees => Verdict::Reproduced,
            Account::Error(_) => Verdict::Emulated,
            Account::Meant { .. } => Verdict::Misprint,
            Account::False { .. } => Verdict::Refuted,
            Account::Unexplained { .. } => Verdict::NotReproducible,
        }
    }

    /// Whether the verdict is the declared one.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.verdict() == self.declared()
    }

    fn matches(&self, published: &Published, computed: &Computed) -> bool {
        match (published, computed) {
            (Published::Numbers(printed), Computed::Numbers(computed)) => {
                printed.len() == computed.len()
                    && printed.iter().zip(computed).all(|(p, c)| (c - p.value()).abs() <= self.allowed(p))
            }
            (Published::Words(published), Computed::Words(computed)) => published == computed,
            (Published::Statement(_) | Published::OwnCheck(_), Computed::Checked(check)) => check.holds(),
            (
                Published::Numbers(_)
                | Published::Words(_)
                | Published::Statement(_)
                | Published::OwnCheck(_),
                _,
            ) => false,
        }
    }

    fn allowed(&self, printed: &Printed) -> f64 {
        match &self.tolerance {
            Tolerance::Printed => printed.rounding(),
            Tolerance::Within { absolute, .. } => absolute.max(printed.rounding()),
        }
    }

    /// What kind of thing it is about.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        match &self.published {
            Published::Numbers(_) => ClaimKind::Numbers,
            Published::Words(_) | Published::Statement(_) => ClaimKind::Statement,
            Published::OwnCheck(_) => ClaimKind::OwnCheck,
        }
    }

    /// How many printed numbers it holds.
    #[must_use]
    pub fn printed_numbers(&self) -> usize {
        match &self.published {
            Published::Numbers(printed) => printed.len(),
            Published::Words(_) | Published::Statement(_) | Published::OwnCheck(_) => 0,
        }
    }

    /// The quantity, with its unit.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// What the paper says.
    #[must_use]
    pub fn published(&self) -> &Published {
        &self.published
    }

    /// What Carom finds.
    #[must_use]
    pub fn computed(&self) -> &Computed {
        &self.computed
    }

    /// The emulated error, if there is one.
    #[must_use]
    pub fn emulation(&self) -> Option<&Emulation> {
        match &self.account {
            Account::Error(emulation) => Some(emulation),
            Account::Agrees | Account::Meant { .. } | Account::False { .. } | Account::Unexplained { .. } => {
                None
            }
        }
    }

    /// What should have been printed, if that is known.
    #[must_use]
    pub fn correct(&self) -> Option<&Published> {
        match &self.account {
            Account::Meant { correct, .. } => Some(correct),
            Account::Agrees | Account::Error(_) | Account::False { .. } | Account::Unexplained { .. } => None,
        }
    }

    /// Why the published value is not the computed one; empty if it is.
    #[must_use]
    pub fn reason(&self) -> &str {
        match &self.account {
            Account::Agrees => "",
            Account::Error(emulation) => &emulation.error,
            Account::Meant { reason, .. } | Account::False { reason } | Account::Unexplained { reason } => {
                reason
            }
        }
    }

    /// How far the published numbers can be trusted beyond their digits: absolute, and why.
    #[must_use]
    pub fn tolerance(&self) -> Option<(f64, &str)> {
        match &self.tolerance {
            Tolerance::Printed => None,
            Tolerance::Within { absolute, reason } => Some((*absolute, reason)),
        }
    }

    /// What a reader should know.
    #[must_use]
    pub fn remarks(&self) -> &str {
        &self.remark
    }

    /// The erratum that it is evidence for.
    #[must_use]
    pub fn erratum_text(&self) -> Option<&str> {
        self.erratum.as_deref()
    }

    /// To how many of its significant digits the number agrees that agrees least, and how many are printed.
    #[must_use]
    pub fn digits(&self) -> Option<(u32, u32)> {
        let (Published::Numbers(printed), Computed::Numbers(computed)) = (&self.published, &self.computed)
        else {
            return None;
        };
        let pairs = printed.iter().zip(computed).filter(|(p, _)| p.value() != 0.0);
        pairs.map(|(p, &c)| (p.agreement(c), p.digits())).max_by_key(|(agreeing, digits)| digits - agreeing)
    }
}

fn printed_numbers(text: &str) -> Vec<Printed> {
    text.split_whitespace()
        .map(|word| Printed::parse(word).unwrap_or_else(|| panic!("“{word}” is no number")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_reproduced_if_it_rounds_to_the_printed_one() {
        assert_eq!(Claim::number("v", "0.945", 0.945_114_6).verdict(), Verdict::Reproduced);
        let off = Claim::number("v", "0.94484", 0.945_114_6);
        assert_eq!(off.verdict(), Verdict::NotReproducible);
        assert!(!off.stands());
        assert!(off.within(3e-4, "the paper's step").stands());
    }

    #[test]
    fn an_error_must_give_the_published_number_and_be_needed() {
        let claim = |computed: f64, emulated: f64| {
            Claim::number("V", "0.570982", computed).emulated("wrong friction", &[emulated])
        };
        assert!(claim(0.544, 0.570_982).stands());
        assert_eq!(claim(0.544, 0.6).verdict(), Verdict::NotReproducible);
        assert_eq!(claim(0.570_982, 0.6).verdict(), Verdict::Reproduced);
        assert!(!claim(0.570_982, 0.6).stands());
    }

    #[test]
    fn a_misprint_needs_the_number_that_was_meant() {
        let claim = |meant: &str| Claim::number("m", "0.01701", 0.1701).misprint(meant, "a digit is lost");
        assert!(claim("0.1701").stands());
        assert_eq!(claim("0.171").verdict(), Verdict::NotReproducible);
    }

    #[test]
    fn a_statement_that_holds_cannot_be_called_refuted() {
        let claim =
            |holds| Claim::statement("bound", "it is bounded", Check::once(holds, "")).refuted("it is not");
        assert!(claim(false).stands());
        assert!(!claim(true).stands());
    }

    #[test]
    fn a_misprinted_statement_needs_one_that_holds_in_its_place() {
        let claim = |printed: bool, meant: bool| {
            let printed = Claim::statement("(51)", "v = zz I", Check::once(printed, ""));
            printed.misprinted_statement("v = zn I", Check::once(meant, ""), "the dyad")
        };
        assert!(claim(false, true).stands());
        assert_eq!(claim(false, false).verdict(), Verdict::NotReproducible);
        assert_eq!(claim(true, true).verdict(), Verdict::Reproduced);
    }

    #[test]
    fn the_number_that_agrees_least_counts() {
        let claim = Claim::numbers("v", "0.94484 0 0.30376", &[0.944_84, 0.0, 0.304]);
        assert_eq!(claim.digits(), Some((3, 5)));
    }
}
