//! The errata by paper, each with its evidence: what was published and what is computed.

use std::fmt::Write as _;

use super::claims;
use super::markup::{badge, claim_anchor, shown, typeset};
use crate::claim::{Claim, Published};
use crate::number::{self, Shown};
use crate::paper::Paper;
use crate::report::Report;

/// All errata; nothing if none was found.
pub fn section(report: &Report) -> String {
    let counted = report.papers.iter().map(|&paper| (paper, count(report, paper)));
    let counted: Vec<(Paper, usize)> = counted.filter(|(_, count)| *count > 0).collect();
    if counted.is_empty() {
        return String::new();
    }
    let all: usize = counted.iter().map(|(_, count)| count).sum();
    let links = counted.iter().map(|(paper, count)| {
        format!("<li><a href=\"#{}-errata\">{}</a> {count}</li>", paper.key(), paper.name())
    });
    format!(
        "<section id=\"errata\">\n<h2>Errata, with evidence</h2>\n<p class=\"about\">{all} in all, each with what was published \
         and what was computed for this page; the place links to the full row. Formulas were read in text versions of the papers: \
         a sign or an exponent that seems misprinted may be a slip of that version, and is worth a look at the printed page.</p>\n\
         <ul class=\"jump\">{}</ul>\n{}</section>\n",
        links.collect::<Vec<_>>().join(" "),
        counted.iter().map(|&(paper, count)| of_paper(report, paper, count)).collect::<String>(),
    )
}

fn count(report: &Report, paper: Paper) -> usize {
    report.errata().filter(|(item, ..)| item.paper == paper).count()
}

fn of_paper(report: &Report, paper: Paper, count: usize) -> String {
    let (key, name) = (paper.key(), paper.name());
    let errata = if count == 1 { "erratum" } else { "errata" };
    let mut html = format!(
        "<section class=\"errata-of\" id=\"{key}-errata\">\n<h3>{name} <span class=\"count\">{count} {errata}</span></h3>\n\
         <ol class=\"errata\">\n"
    );
    for reproduced in report.items_of(paper) {
        for (number, claim) in reproduced.claims().iter().enumerate() {
            let Some(erratum) = claim.erratum_text() else { continue };
            let (anchor, label) = (claim_anchor(&reproduced.item, number), typeset(reproduced.item.label));
            let (verdict, badge) = (claim.verdict().key(), badge(claim.verdict()));
            let _ = writeln!(
                html,
                "<li class=\"{verdict}\"><div class=\"where\"><a href=\"#{anchor}\">{label}</a>{badge}</div>\n\
                 <div><p>{}</p>\n{}</div></li>",
                typeset(erratum),
                evidence(claim)
            );
        }
    }
    html.push_str("</ol>\n</section>\n");
    html
}

/// The quantity, and beside each other what was published, what is computed, and what the paper's error gives.
fn evidence(claim: &Claim) -> String {
    let mut html = format!("<div class=\"evidence\"><p>{}</p><dl>", typeset(claim.what()));
    let mut push = |name: &str, value: &Shown, more: &str| {
        let _ = write!(html, "<div><dt>{name}</dt><dd>{}{more}</dd></div>", shown(value));
    };
    push("published", &number::published(claim.published()), "");
    let found = match claim.published() {
        Published::Numbers(_) | Published::Words(_) => "computed",
        Published::Statement(_) | Published::OwnCheck(_) => "found",
    };
    push(found, &number::computed(claim.published(), claim.computed()), &claims::cases(claim));
    if let Some(emulation) = claim.emulation() {
        push("with the error", &number::computed(claim.published(), &emulation.computed), "");
    }
    html.push_str("</dl></div>");
    html
}
