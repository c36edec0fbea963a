//! The report as text.

use std::fmt::Write as _;

use crate::claim::Claim;
use crate::number;
use crate::report::{Report, Reproduced};
use crate::verdict::Verdict;

/// How much of a report is told as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A line for every item; claims only where a verdict has changed.
    Items,
    /// Every claim.
    Claims,
}

/// The report as text: counts first, then every item, then the errata.
#[must_use]
pub fn summary(report: &Report, detail: Detail) -> String {
    let mut text = counts(report);
    for &paper in &report.papers {
        let _ = writeln!(text, "\n{}", paper.name());
        for reproduced in report.items_of(paper) {
            push_item(&mut text, reproduced, detail);
        }
    }
    push_errata(&mut text, report);
    text
}

/// How many claims of each paper have which verdict.
fn counts(report: &Report) -> String {
    let mut text = format!("{:<16}", "paper");
    for verdict in Verdict::ALL {
        let _ = write!(text, "  {}", verdict.name());
    }
    text.push('\n');
    for &paper in &report.papers {
        let _ = write!(text, "{:<16}", paper.name());
        for verdict in Verdict::ALL {
            let width = verdict.name().len();
            let _ = write!(text, "  {:>width$}", report.count(paper, verdict));
        }
        text.push('\n');
    }
    text
}

/// "3 reproduced, 1 misprint".
fn verdicts(claims: &[Claim]) -> String {
    let count = |verdict: Verdict| claims.iter().filter(|claim| claim.verdict() == verdict).count();
    let counted =
        Verdict::ALL.into_iter().map(|verdict| (count(verdict), verdict)).filter(|(count, _)| *count > 0);
    counted.map(|(count, verdict)| format!("{count} {}", verdict.name())).collect::<Vec<_>>().join(", ")
}

fn push_item(text: &mut String, reproduced: &Reproduced, detail: Detail) {
    let item = &reproduced.item;
    let _ = writeln!(text, "  {}: {}  [{}]", item.label, item.title, verdicts(reproduced.claims()));
    if let Err(error) = &reproduced.findings {
        let _ = writeln!(text, "    CHANGED: could not be computed: {error}");
    }
    let told = |claim: &&Claim| match detail {
        Detail::Items => !claim.stands(),
        Detail::Claims => true,
    };
    reproduced.claims().iter().filter(told).for_each(|claim| push_claim(text, claim));
}

fn push_claim(text: &mut String, claim: &Claim) {
    let _ = writeln!(text, "    {:<22} {}", verdict_in_words(claim), claim.what());
    let _ = writeln!(text, "      published  {}", number::published(claim.published()));
    let _ = write!(text, "      computed   {}", number::computed(claim.published(), claim.computed()));
    if let Some(difference) = number::difference(claim.published(), claim.computed()) {
        let _ = write!(text, "  (off by {difference:.1e})");
    }
    text.push('\n');
    if let Some(emulation) = claim.emulation() {
        let emulated = number::computed(claim.published(), &emulation.computed);
        let _ = writeln!(text, "      emulated   {emulated}  ({})", emulation.error);
    } else if !claim.reason().is_empty() {
        let _ = writeln!(text, "      because    {}", claim.reason());
    }
}

/// The verdict, how many digits agree, and a warning if it is not the declared one.
fn verdict_in_words(claim: &Claim) -> String {
    let verdict = claim.verdict();
    if !claim.stands() {
        return format!("CHANGED: {} (was: {})", verdict.name(), claim.declared().name());
    }
    match (verdict, claim.digits()) {
        (Verdict::Reproduced, Some((agreeing, printed))) if agreeing > 0 => {
            format!("reproduced {agreeing}/{printed} digits")
        }
        _ => verdict.name().to_owned(),
    }
}

fn push_errata(text: &mut String, report: &Report) {
    let mut errata = report.errata().peekable();
    if errata.peek().is_none() {
        return;
    }
    text.push_str("\nErrata found, with evidence\n");
    for (item, _, erratum) in errata {
        let place = if erratum.starts_with(item.label) { String::new() } else { format!("{}: ", item.label) };
        let _ = writeln!(text, "  {}, {place}{erratum}", item.paper.name());
    }
}
