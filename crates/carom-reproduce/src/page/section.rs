//! The part of the page that belongs to a paper: its items with their figures, claims and tables.

use std::fmt::Write as _;

use super::claims;
use super::markup::{element, escape, with_minus_signs};
use crate::claim::Claim;
use crate::findings::{Figure, Table};
use crate::paper::Paper;
use crate::report::{Report, Reproduced};
use crate::verdict::Verdict;

pub fn of_paper(report: &Report, paper: Paper) -> String {
    let mut html =
        format!("<section id=\"{}\" class=\"paper-section\">\n<h2>{}</h2>\n", paper.key(), paper.name());
    let _ = writeln!(html, "{}", element("p", "citation", paper.citation()));
    html.push_str(&contents(report, paper));
    for reproduced in report.items_of(paper) {
        html.push_str(&of_item(reproduced));
    }
    html.push_str("</section>\n");
    html
}

/// Links to the items, each with a dot in the colour of its least favourable verdict.
fn contents(report: &Report, paper: Paper) -> String {
    let mut html = String::from("<nav><ul class=\"contents\">\n");
    for reproduced in report.items_of(paper) {
        let (item, verdicts) = (&reproduced.item, reproduced.claims().iter().map(Claim::verdict));
        let worst = verdicts.max_by_key(|&verdict| Verdict::ALL.iter().position(|&known| known == verdict));
        let dot = worst.map_or_else(String::new, |verdict| {
            format!("<span class=\"dot {}\" title=\"{}\"></span>", verdict.key(), escape(verdict.name()))
        });
        let (label, title) = (escape(item.label), escape(item.title));
        let _ = writeln!(html, "<li>{dot}<a href=\"#{}\"><b>{label}</b> {title}</a></li>", item.anchor());
    }
    html.push_str("</ul></nav>\n");
    html
}

fn of_item(reproduced: &Reproduced) -> String {
    let item = &reproduced.item;
    let anchor = item.anchor();
    let mut html =
        format!("<article id=\"{anchor}\">\n<h3><span class=\"label\">{}</span> ", escape(item.label));
    let _ = writeln!(html, "{}</h3>\n{}", escape(item.title), element("p", "about", item.about));
    match &reproduced.findings {
        Ok(findings) => {
            html.push_str(&claims::table(item, &findings.claims));
            for (number, shown) in findings.figures.iter().enumerate() {
                html.push_str(&figure(&format!("{anchor}-{number}"), shown));
            }
            findings.tables.iter().for_each(|shown| html.push_str(&table(shown)));
        }
        Err(error) => html.push_str(&element("p", "failed", &format!("Could not be computed: {error}"))),
    }
    html.push_str("</article>\n");
    html
}

fn figure(name: &str, figure: &Figure) -> String {
    format!(
        "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
        figure.picture.inline_svg(name),
        escape(&figure.caption)
    )
}

fn table(table: &Table) -> String {
    let cells = |name: &str, cells: &[String]| {
        cells.iter().map(|cell| element(name, "", &with_minus_signs(cell))).collect::<String>()
    };
    let mut html = format!(
        "<div class=\"scroll\"><table class=\"data\">\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
        escape(&table.caption),
        cells("th", &table.head)
    );
    for row in &table.rows {
        let _ = writeln!(html, "<tr>{}</tr>", cells("td", row));
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}
