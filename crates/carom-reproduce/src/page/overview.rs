//! The head of the page: what it is, how many verdicts of which kind, and the errata.

use std::fmt::Write as _;

use super::markup::{badge, escape};
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
        let class = if count == 0 { " class=\"none\"" } else { "" };
        let _ = write!(row, "<td{class}>{count}</td>");
    }
    row.push_str("</tr>\n");
    row
}

/// The errata, each with a link to its evidence.
pub fn errata(report: &Report) -> String {
    let mut html = String::new();
    for (item, claim, erratum) in report.errata() {
        let _ = writeln!(
            html,
            "<li><a href=\"#{}\">{} {}</a> {} {}</li>",
            item.anchor(),
            item.paper.name(),
            escape(item.label),
            badge(claim.verdict(), claim.verdict().name()),
            escape(erratum)
        );
    }
    if html.is_empty() {
        return html;
    }
    format!(
        "<section id=\"errata\">\n<h2>Errata, with evidence</h2>\n<ul class=\"errata\">\n{html}</ul>\n</section>\n"
    )
}
