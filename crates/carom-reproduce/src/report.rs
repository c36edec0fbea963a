//! Computes the items and counts the verdicts.

use crate::claim::Claim;
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

    /// How many claims of a paper have a verdict.
    #[must_use]
    pub fn count(&self, paper: Paper, verdict: Verdict) -> usize {
        let claims = self.items_of(paper).flat_map(Reproduced::claims);
        claims.filter(|claim| claim.verdict() == verdict).count()
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
