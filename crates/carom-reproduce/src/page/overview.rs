//! The head of the page: what it is, how many verdicts of which kind, and what they mean.

use std::fmt::Write as _;

use super::markup::{badge, claim_anchor, escape, typeset};
use crate::claim::ClaimKind;
use crate::paper::Paper;
use crate::report::{Report, Reproduced};
use crate::verdict::Verdict;

/// The bar that stays at the head of the window: where everything is.
pub fn bar(report: &Report) -> String {
    let mut html =
        String::from("<nav class=\"bar\" aria-label=\"Page\"><div><a href=\"#summary\">Summary</a>");
    if report.errata().next().is_some() {
        html.push_str("<a href=\"#errata\">Errata</a>");
    }
    for paper in &report.papers {
        let _ = write!(html, "<a href=\"#{}\">{}</a>", paper.key(), paper.name());
    }
    html.push_str("<label class=\"reset\" for=\"show-all\">Show all verdicts</label></div></nav>\n");
    html
}

pub fn header(report: &Report) -> String {
    let kinds = |kind: ClaimKind| {
        report.items.iter().flat_map(Reproduced::claims).filter(|claim| claim.kind() == kind).count()
    };
    let (statements, own) = (kinds(ClaimKind::Statement), kinds(ClaimKind::OwnCheck));
    let numbers: usize = report.papers.iter().map(|&paper| report.printed_numbers(paper).all()).sum();
    let papers = match report.papers.len() {
        1 => "one paper".to_owned(),
        many => format!("{many} papers"),
    };
    let warning = if report.stands() {
        ""
    } else {
        "<p class=\"failed\">Some results are not what they were declared to be, or could not be computed.</p>\n"
    };
    format!(
        "<header>\n<p class=\"brand\">Carom {}</p>\n<h1>Published and computed</h1>\n\
         <p class=\"lead\">{numbers} printed numbers and {statements} statements of {papers} on impact, each beside what Carom computes, \
         and {own} checks of our own. \
         Every number on this page was computed when the page was made, and every verdict follows from the numbers \
         in its row.</p>\n{warning}</header>\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// How many claims of each paper have which verdict, and what the verdicts mean.
pub fn summary(report: &Report) -> String {
    let (numbers, counts, meanings) = (printed_numbers(report), counts(report), meanings());
    format!("<section id=\"summary\">\n<h2>Summary</h2>\n{numbers}{counts}{meanings}</section>\n")
}

/// How many printed numbers of each paper are reproduced, explained or neither, and how many checks are our own.
fn printed_numbers(report: &Report) -> String {
    let mut html = String::from(
        "<table class=\"counts\">\n<caption>Printed numbers, each counted by itself</caption>\n<thead><tr><th scope=\"col\">Paper</th>\
         <th scope=\"col\">reproduced</th><th scope=\"col\">explained</th><th scope=\"col\">not</th><th scope=\"col\">all</th>\
         <th scope=\"col\">our own checks</th></tr></thead>\n<tbody>\n",
    );
    for &paper in &report.papers {
        let numbers = report.printed_numbers(paper);
        let _ = writeln!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            paper.name(),
            numbers.reproduced,
            numbers.explained,
            numbers.not_reproducible,
            numbers.all(),
            report.own_checks(paper),
        );
    }
    html.push_str("</tbody>\n</table>\n");
    html
}

fn counts(report: &Report) -> String {
    let mut html = String::from(
        "<table class=\"counts\">\n<caption>Published results, numbers and statements</caption>\n<thead><tr><th scope=\"col\">Paper</th>",
    );
    for verdict in Verdict::ALL {
        let _ = write!(html, "<th scope=\"col\">{}</th>", badge(verdict));
    }
    html.push_str("<th scope=\"col\">all</th><td class=\"share\"></td></tr></thead>\n<tbody>\n");
    for &paper in &report.papers {
        let name = format!("<a href=\"#{}\">{}</a>", paper.key(), paper.name());
        let count = Verdict::ALL.map(|verdict| (report.count(paper, verdict), first(report, paper, verdict)));
        html.push_str(&count_row(&name, count));
    }
    html.push_str("</tbody>\n");
    if report.papers.len() > 1 {
        let all = |verdict| report.papers.iter().map(|&paper| report.count(paper, verdict)).sum::<usize>();
        let row = count_row("all", Verdict::ALL.map(|verdict| (all(verdict), None)));
        let _ = writeln!(html, "<tfoot>\n{row}</tfoot>");
    }
    html.push_str("</table>\n");
    html
}

/// A row of the summary: a count for each verdict, which leads to the first of its kind, their sum, and a bar of their shares.
fn count_row(name: &str, counts: [(usize, Option<String>); Verdict::ALL.len()]) -> String {
    let numbers: Vec<usize> = counts.iter().map(|(count, _)| *count).collect();
    let mut row = format!("<tr><th scope=\"row\">{name}</th>");
    for (count, anchor) in counts {
        let _ = match anchor {
            Some(anchor) => write!(row, "<td><a href=\"#{anchor}\">{count}</a></td>"),
            None if count == 0 => write!(row, "<td class=\"none\">0</td>"),
            None => write!(row, "<td>{count}</td>"),
        };
    }
    let all = numbers.iter().sum();
    let _ = writeln!(row, "<td>{all}</td><td class=\"share\">{}</td></tr>", shares(&numbers, all));
    row
}

/// The counts as pieces of a bar, side by side.
fn shares(counts: &[usize], all: usize) -> String {
    /// Of the bar, in units of its own.
    const WIDTH: f64 = 160.0;
    let mut html = format!("<svg viewBox=\"0 0 {WIDTH} 10\" aria-hidden=\"true\">");
    let mut left = 0.0;
    for (verdict, &count) in Verdict::ALL.iter().zip(counts) {
        let width = WIDTH * count as f64 / all.max(1) as f64;
        if count > 0 {
            let seen = (width - 1.0).max(0.5);
            let _ = write!(
                html,
                "<rect class=\"{}\" x=\"{left:.2}\" width=\"{seen:.2}\" height=\"10\"/>",
                verdict.key()
            );
        }
        left += width;
    }
    html.push_str("</svg>");
    html
}

/// Where the first claim of a paper with a verdict stands.
fn first(report: &Report, paper: Paper, verdict: Verdict) -> Option<String> {
    report.items_of(paper).find_map(|reproduced: &Reproduced| {
        let place = reproduced.claims().iter().position(|claim| claim.verdict() == verdict)?;
        Some(claim_anchor(&reproduced.item, place))
    })
}

/// What the verdicts mean; choosing one shows the results that have it alone.
fn meanings() -> String {
    let choice =
        |key: &str, checked: &str| format!("<input type=\"radio\" name=\"show\" id=\"show-{key}\"{checked}>");
    let mut html = String::from("<fieldset class=\"meanings\">\n<legend>What the verdicts mean");
    html.push_str("<span class=\"choose\">; choose one to see only what has it</span></legend>\n");
    for verdict in Verdict::ALL {
        let (key, badge, meaning) = (verdict.key(), badge(verdict), typeset(verdict.meaning()));
        let _ = writeln!(html, "<label>{}{badge} <span>{meaning}</span></label>", choice(key, ""));
    }
    let _ = writeln!(
        html,
        "<label class=\"choose\">{}<span>All of them</span></label>",
        choice("all", " checked")
    );
    html.push_str("</fieldset>\n");
    html
}

/// The rules of the style sheet that hide what does not have the chosen verdict. What a link leads to is shown all the same.
pub fn choosing() -> String {
    let rule = |verdict: Verdict| {
        let key = escape(verdict.key());
        format!(
            "html:has(#show-{key}:checked) :is(.claims tbody tr:not(.{key}), .errata li:not(.{key}), .contents li:not(:has(.{key})), \
             .item:not(.unmet, :has(tr.{key})), .errata-of:not(:has(li.{key})), .paper-section:not(:has(tr.{key}, .unmet)))\
             :not(:target, :has(:target)) {{ display: none; }}\n\
             html:has(#show-{key}:checked) .reset {{ display: inline-block; }}\n"
        )
    };
    Verdict::ALL.into_iter().map(rule).collect()
}
