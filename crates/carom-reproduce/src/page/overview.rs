//! The head of the page: what it is, how many verdicts of which kind, and the errata.

use std::fmt::Write as _;

use super::markup::{badge, claim_anchor, escape};
use crate::paper::Paper;
use crate::report::Report;
use crate::verdict::Verdict;

pub fn header(report: &Report) -> String {
    let claims: usize = report.items.iter().map(|item| item.claims().len()).sum();
    let papers = match report.papers.len() {
        1 => "one paper".to_owned(),
        many => format!("{many} papers"),
    };
    format!(
        "<header>\n<p class=\"brand\">Carom {}</p>\n<h1>Published and computed</h1>\n\
         <p class=\"lead\">{claims} results of {papers} on impact, each beside what Carom computes. \
         Every number on this page was computed when the page was made, and every verdict follows from the numbers \
         in its row.</p>\n</header>\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// How many claims of each paper have which verdict, and what the verdicts mean.
pub fn summary(report: &Report) -> String {
    let mut html = String::from(
        "<section id=\"summary\">\n<h2>Summary</h2>\n<div class=\"scroll\"><table class=\"counts\">\n<thead><tr><th>Paper</th>",
    );
    for verdict in Verdict::ALL {
        let _ = write!(html, "<th>{}</th>", badge(verdict, verdict.name()));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for &paper in &report.papers {
        html.push_str(&count_row(report, paper));
    }
    html.push_str("</tbody>\n<tfoot><tr><th>all</th>");
    for verdict in Verdict::ALL {
        let all: usize = report.papers.iter().map(|&paper| report.count(paper, verdict)).sum();
        let _ = write!(html, "<td>{all}</td>");
    }
    html.push_str("</tr></tfoot>\n</table></div>\n<dl class=\"meanings\">\n");
    for verdict in Verdict::ALL {
        let _ = writeln!(
            html,
            "<dt>{}</dt><dd>{}</dd>",
            badge(verdict, verdict.name()),
            escape(verdict.meaning())
        );
    }
    html.push_str("</dl>\n</section>\n");
    html
}

fn count_row(report: &Report, paper: Paper) -> String {
    let mut row = format!("<tr><th><a href=\"#{}\">{}</a></th>", paper.key(), paper.name());
    for verdict in Verdict::ALL {
        let count = report.count(paper, verdict);
        let _ = match first(report, paper, verdict) {
            Some(anchor) => write!(row, "<td><a href=\"#{anchor}\">{count}</a></td>"),
            None => write!(row, "<td class=\"none\">{count}</td>"),
        };
    }
    row.push_str("</tr>\n");
    row
}

/// Where the first claim of a paper with a verdict stands.
fn first(report: &Report, paper: Paper, verdict: Verdict) -> Option<String> {
    report.items_of(paper).find_map(|reproduced| {
        let place = reproduced.claims().iter().position(|claim| claim.verdict() == verdict)?;
        Some(claim_anchor(&reproduced.item, place))
    })
}

/// The bar at the head of the page: where everything is.
pub fn bar(report: &Report) -> String {
    let mut html = String::from("<nav class=\"bar\"><a href=\"#summary\">Summary</a>");
    if report.errata().next().is_some() {
        html.push_str("<a href=\"#errata\">Errata</a>");
    }
    for paper in &report.papers {
        let _ = write!(html, "<a href=\"#{}\">{}</a>", paper.key(), paper.name());
    }
    html.push_str("</nav>\n");
    html
}

/// The errata by paper, each with a link to its evidence.
pub fn errata(report: &Report) -> String {
    let by_paper: String = report.papers.iter().map(|&paper| errata_of(report, paper)).collect();
    if by_paper.is_empty() {
        return by_paper;
    }
    format!(
        "<section id=\"errata\">\n<h2>Errata, with evidence</h2>\n<p class=\"about\">Formulas were read in text versions of the \
         papers: a sign or an exponent that seems misprinted may be a slip of that version, and is worth a look at the printed \
         page.</p>\n{by_paper}</section>\n"
    )
}

fn errata_of(report: &Report, paper: Paper) -> String {
    let mut html = String::new();
    for reproduced in report.items_of(paper) {
        for (number, claim) in reproduced.claims().iter().enumerate() {
            let Some(erratum) = claim.erratum_text() else { continue };
            let (anchor, label) = (claim_anchor(&reproduced.item, number), escape(reproduced.item.label));
            let badge = badge(claim.verdict(), claim.verdict().name());
            let text = escape(erratum);
            let _ = writeln!(
                html,
                "<li><span class=\"where\"><a href=\"#{anchor}\">{label}</a>{badge}</span> <span>{text}</span></li>"
            );
        }
    }
    if html.is_empty() {
        return html;
    }
    format!("<h3>{}</h3>\n<ul class=\"errata\">\n{html}</ul>\n", paper.name())
}
