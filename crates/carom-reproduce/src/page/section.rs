//! The part of the page that belongs to a paper: its items with their figures, claims and tables.

use std::fmt::Write as _;

use super::claims;
use super::markup::{element, escape};
use crate::findings::{Figure, Table};
use crate::paper::Paper;
use crate::report::{Report, Reproduced};

pub fn of_paper(report: &Report, paper: Paper) -> String {
    let mut html =
        format!("<section id=\"{}\" class=\"paper-section\">\n<h2>{}</h2>\n", paper.key(), paper.name());
    let _ = writeln!(html, "{}", element("p", "citation", paper.citation()));
    html.push_str("<nav class=\"contents\">");
    for reproduced in report.items_of(paper) {
        let _ =
            write!(html, "<a href=\"#{}\">{}</a> ", reproduced.item.anchor(), escape(reproduced.item.label));
    }
    html.push_str("</nav>\n");
    for reproduced in report.items_of(paper) {
        html.push_str(&of_item(reproduced));
    }
    html.push_str("</section>\n");
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
            html.push_str(&claims::table(&findings.claims));
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
    let cells =
        |name: &str, cells: &[String]| cells.iter().map(|cell| element(name, "", cell)).collect::<String>();
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
