//! The report as text.

use std::fmt::Write as _;

use crate::claim::{Claim, ClaimKind};
use crate::number;
use crate::paper::Paper;
use crate::report::{Numbers, Report, Reproduced};
use crate::verdict::Verdict;

/// How much of a report is told as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A line for every item; claims only where a verdict has changed.
    Items,
    /// Every claim.
    Claims,
}

/// The report as text: counts first, then every item, then the errata. Lines are broken at `width` characters where words allow.
#[must_use]
pub fn summary(report: &Report, detail: Detail, width: usize) -> String {
    let mut page = Page { text: counts(report), width };
    for &paper in &report.papers {
        let _ = writeln!(page.text, "\n{}", paper.name());
        for reproduced in report.items_of(paper) {
            push_item(&mut page, reproduced, detail);
        }
    }
    push_errata(&mut page, report, detail);
    page.text
}

/// Text of a given width.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// Adds a paragraph: `first` begins its first line, and the others are indented by `indent` characters.
    fn push(&mut self, first: &str, indent: usize, words: &str) {
        let mut line = first.to_owned();
        let mut is_begun = false;
        for word in words.split_whitespace() {
            if is_begun && columns(&line) + 1 + columns(word) > self.width {
                let _ = writeln!(self.text, "{}", line.trim_end());
                line = " ".repeat(indent);
                is_begun = false;
            }
            if is_begun {
                line.push(' ');
            }
            line.push_str(word);
            is_begun = true;
        }
        let _ = writeln!(self.text, "{}", line.trim_end());
    }
}

/// How many columns of a terminal a text takes: hats and bars stand above their letters.
fn columns(text: &str) -> usize {
    text.chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).count()
}

/// Columns of the table of counts: what is counted, and what became of it.
const COLUMNS: [&str; 8] = ["reproduced", "explained", "not", "hold", "mended", "refuted", "open", "checks"];

/// What became of the numbers that each paper printed, of its statements, and how many checks are our own.
fn counts(report: &Report) -> String {
    let mut text = String::new();
    let mut push = |name: &str, cells: [String; COLUMNS.len()]| {
        let mut line = format!("{name:<14}");
        for (head, cell) in COLUMNS.into_iter().zip(cells) {
            let width = head.len();
            let _ = write!(line, "  {cell:>width$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    };
    push("paper", COLUMNS.map(str::to_owned));
    let mut push_counts =
        |name: &str, papers: &[Paper]| push(name, row(report, papers).map(|count| count.to_string()));
    for paper in &report.papers {
        push_counts(paper.name(), std::slice::from_ref(paper));
    }
    if report.papers.len() > 1 {
        push_counts("all", &report.papers);
    }
    format!("{:<16}{:<28}{:<32}our\n{text}", "", "printed numbers", "statements")
}

fn row(report: &Report, papers: &[Paper]) -> [usize; COLUMNS.len()] {
    let numbers = papers
        .iter()
        .map(|&paper| report.printed_numbers(paper))
        .fold(Numbers::default(), |sum, one| sum + one);
    let statements = |verdicts: &[Verdict]| -> usize {
        papers
            .iter()
            .flat_map(|&paper| verdicts.iter().map(move |&verdict| report.statements(paper, verdict)))
            .sum()
    };
    [
        numbers.reproduced,
        numbers.explained,
        numbers.not_reproducible,
        statements(&[Verdict::Reproduced]),
        statements(&[Verdict::Emulated, Verdict::Misprint]),
        statements(&[Verdict::Refuted]),
        statements(&[Verdict::NotReproducible]),
        papers.iter().map(|&paper| report.own_checks(paper)).sum(),
    ]
}

/// "3 reproduced, 1 misprint, 1 check of our own".
fn verdicts(claims: &[Claim]) -> String {
    let is_own = |claim: &&Claim| claim.kind() == ClaimKind::OwnCheck;
    let count =
        |verdict: Verdict| claims.iter().filter(|claim| !is_own(claim) && claim.verdict() == verdict).count();
    let counted =
        Verdict::ALL.into_iter().map(|verdict| (count(verdict), verdict)).filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> =
        counted.map(|(count, verdict)| format!("{count} {}", verdict.name())).collect();
    match claims.iter().filter(is_own).count() {
        0 => {}
        1 => parts.push("1 check of our own".to_owned()),
        own => parts.push(format!("{own} checks of our own")),
    }
    parts.join(", ")
}

fn push_item(page: &mut Page, reproduced: &Reproduced, detail: Detail) {
    let item = &reproduced.item;
    let line = format!("{}: {}  [{}]", item.label, item.title, verdicts(reproduced.claims()));
    page.push("  ", 6, &line);
    if let Err(error) = &reproduced.findings {
        page.push("    CHANGED: ", 6, &format!("could not be computed: {error}"));
    }
    let told = |claim: &&Claim| match detail {
        Detail::Items => !claim.stands(),
        Detail::Claims => true,
    };
    reproduced.claims().iter().filter(told).for_each(|claim| push_claim(page, claim));
}

fn push_claim(page: &mut Page, claim: &Claim) {
    const INDENT: usize = 17;
    page.push(&format!("    {:<22} ", verdict_in_words(claim)), 27, claim.what());
    let source = match claim.kind() {
        ClaimKind::Numbers | ClaimKind::Statement => "published",
        ClaimKind::OwnCheck => "our check",
    };
    page.push(&format!("      {source}  "), INDENT, &number::published(claim.published()).line());
    let mut computed = number::computed(claim.published(), claim.computed()).line();
    if let Some(difference) = number::difference(claim.published(), claim.computed()) {
        let _ = write!(computed, "  (off by {})", number::size(difference, 2));
    }
    page.push("      computed   ", INDENT, &computed);
    if let Some(emulation) = claim.emulation() {
        let emulated = number::computed(claim.published(), &emulation.computed).line();
        page.push("      emulated   ", INDENT, &format!("{emulated}  ({})", emulation.error));
    } else if !claim.reason().is_empty() {
        page.push("      because    ", INDENT, claim.reason());
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

fn push_errata(page: &mut Page, report: &Report, detail: Detail) {
    let evidence = match detail {
        Detail::Items => "each with its evidence on the page",
        Detail::Claims => "each with its evidence above",
    };
    for &paper in &report.papers {
        let errata: Vec<_> = report.errata().filter(|(item, ..)| item.paper == paper).collect();
        if errata.is_empty() {
            continue;
        }
        let _ = writeln!(page.text, "\n{}, errata: {} ({evidence})", paper.name(), errata.len());
        for (item, _, erratum) in errata {
            let is_named = erratum.starts_with(item.label);
            let place = if is_named { String::new() } else { format!("{}: ", item.label) };
            page.push("  ", 6, &format!("{place}{erratum}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(width: usize, words: &str) -> String {
        let mut page = Page { text: String::new(), width };
        page.push("  ", 4, words);
        page.text
    }

    #[test]
    fn lines_are_broken_between_words_and_indented() {
        assert_eq!(paragraph(12, "one two three four"), "  one two\n    three\n    four\n");
        assert_eq!(paragraph(80, "one  two"), "  one two\n");
        assert_eq!(paragraph(5, "unbreakable"), "  unbreakable\n");
    }

    #[test]
    fn marks_above_letters_take_no_column() {
        assert_eq!(columns("n\u{302}·v\u{304}"), 3);
    }
}
