//! Computes the items and counts the verdicts.

use crate::claim::{Claim, ClaimKind};
use crate::findings::Findings;
use crate::item::{Item, Unmet};
use crate::paper::Paper;
use crate::papers;
use crate::verdict::Verdict;

/// An item and what came of it.
#[derive(Debug)]
pub struct Reproduced {
    /// The item.
    pub item: Item,
    /// What was found, or why it could not be computed.
    pub findings: Result<Findings, Unmet>,
}

impl Reproduced {
    /// Its claims; none if it could not be computed.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        self.findings.as_ref().map_or(&[], |findings| &findings.claims)
    }
}

/// How far the work is, before each item.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Items done.
    pub done: usize,
    /// Items in all.
    pub total: usize,
    /// The item to come.
    pub next: Item,
}

/// What became of printed numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// They are computed, within their tolerance.
    pub reproduced: usize,
    /// They are not, and it is known why: an error that was made again on purpose, a misprint, a statement that is false.
    pub explained: usize,
    /// Nothing that the paper describes gives them.
    pub not_reproducible: usize,
}

impl Numbers {
    /// All of them.
    #[must_use]
    pub fn all(&self) -> usize {
        self.reproduced + self.explained + self.not_reproducible
    }
}

impl std::ops::Add for Numbers {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            reproduced: self.reproduced + other.reproduced,
            explained: self.explained + other.explained,
            not_reproducible: self.not_reproducible + other.not_reproducible,
        }
    }
}

/// Everything that was reproduced.
#[derive(Debug)]
pub struct Report {
    /// The papers, in the order asked for.
    pub papers: Vec<Paper>,
    /// Their items, in the order of the papers.
    pub items: Vec<Reproduced>,
}

/// Computes every item of the papers, one after the other; `progress` is called before each.
pub fn reproduce(papers: &[Paper], progress: &mut dyn FnMut(Progress)) -> Report {
    let chosen: Vec<Item> = papers.iter().flat_map(|&paper| papers::items(paper)).copied().collect();
    let total = chosen.len();
    let compute = |(done, item): (usize, Item)| {
        progress(Progress { done, total, next: item });
        Reproduced { item, findings: (item.compute)() }
    };
    Report { papers: papers.to_vec(), items: chosen.into_iter().enumerate().map(compute).collect() }
}

impl Report {
    /// The items of a paper.
    pub fn items_of(&self, paper: Paper) -> impl Iterator<Item = &Reproduced> {
        self.items.iter().filter(move |reproduced| reproduced.item.paper == paper)
    }

    /// The claims of a paper.
    fn claims_of(&self, paper: Paper) -> impl Iterator<Item = &Claim> {
        self.items_of(paper).flat_map(Reproduced::claims)
    }

    /// How many results that a paper published, numbers and statements, have a verdict; checks of our own do not count.
    #[must_use]
    pub fn count(&self, paper: Paper, verdict: Verdict) -> usize {
        let published = self.claims_of(paper).filter(|claim| claim.kind() != ClaimKind::OwnCheck);
        published.filter(|claim| claim.verdict() == verdict).count()
    }

    /// How many statements of a paper have a verdict.
    #[must_use]
    pub fn statements(&self, paper: Paper, verdict: Verdict) -> usize {
        let statements = self.claims_of(paper).filter(|claim| claim.kind() == ClaimKind::Statement);
        statements.filter(|claim| claim.verdict() == verdict).count()
    }

    /// How many checks of our own stand beside the claims of a paper.
    #[must_use]
    pub fn own_checks(&self, paper: Paper) -> usize {
        self.claims_of(paper).filter(|claim| claim.kind() == ClaimKind::OwnCheck).count()
    }

    /// What became of the numbers that a paper printed, each counted by itself.
    #[must_use]
    pub fn printed_numbers(&self, paper: Paper) -> Numbers {
        let mut numbers = Numbers::default();
        for claim in self.claims_of(paper) {
            let count = match claim.verdict() {
                Verdict::Reproduced => &mut numbers.reproduced,
                Verdict::Emulated | Verdict::Misprint | Verdict::Refuted => &mut numbers.explained,
                Verdict::NotReproducible => &mut numbers.not_reproducible,
            };
            *count += claim.printed_numbers();
        }
        numbers
    }

    /// Whether every item was computed and every claim has its declared verdict.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.items.iter().all(|item| item.findings.is_ok() && item.claims().iter().all(Claim::stands))
    }

    /// The claims that are evidence for errata, with their items.
    pub fn errata(&self) -> impl Iterator<Item = (&Item, &Claim, &str)> {
        self.items.iter().flat_map(|reproduced| {
            let of_item = move |claim| Some((&reproduced.item, claim, Claim::erratum_text(claim)?));
            reproduced.claims().iter().filter_map(of_item)
        })
    }
}
