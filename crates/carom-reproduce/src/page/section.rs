//! The part of the page that belongs to a paper: its items with their figures, claims and tables.

use std::fmt::Write as _;

use super::claims;
use super::markup::{element, tally, typeset};
use crate::findings::{Figure, Table};
use crate::paper::Paper;
use crate::report::{Report, Reproduced};

pub fn of_paper(report: &Report, paper: Paper) -> String {
    let (key, name) = (paper.key(), paper.name());
    let mut html = format!("<section id=\"{key}\" class=\"paper-section\">\n<h2>{name}</h2>\n");
    let _ = writeln!(html, "{}", element("p", "citation", paper.citation()));
    html.push_str(&contents(report, paper));
    for reproduced in report.items_of(paper) {
        html.push_str(&of_item(reproduced));
    }
    html.push_str("</section>\n");
    html
}

/// Links to the items, each with how many of its claims have which verdict.
fn contents(report: &Report, paper: Paper) -> String {
    let mut html = format!("<nav class=\"contents\" aria-label=\"Results of {}\"><ul>\n", paper.name());
    for reproduced in report.items_of(paper) {
        let item = &reproduced.item;
        let (label, title) = (typeset(item.label), typeset(item.title));
        let found = match &reproduced.findings {
            Ok(findings) => tally(&findings.claims),
            Err(_) => element("span", "failed", "not computed"),
        };
        let _ = writeln!(html, "<li><a href=\"#{}\"><b>{label}</b> {title}</a> {found}</li>", item.anchor());
    }
    html.push_str("</ul></nav>\n");
    html
}

fn of_item(reproduced: &Reproduced) -> String {
    let item = &reproduced.item;
    let anchor = item.anchor();
    let class = if reproduced.findings.is_ok() { "item" } else { "item unmet" };
    let mut html = format!(
        "<article id=\"{anchor}\" class=\"{class}\">\n<h3><a class=\"label\" href=\"#{anchor}\">{}</a> {}</h3>\n",
        typeset(item.label),
        typeset(item.title)
    );
    let _ = writeln!(html, "{}", element("p", "about", item.about));
    match &reproduced.findings {
        Ok(findings) => {
            html.push_str(&claims::table(item, &findings.claims));
            for (number, shown) in findings.figures.iter().enumerate() {
                html.push_str(&figure(&format!("{anchor}-{number}"), shown));
            }
            for (number, shown) in findings.tables.iter().enumerate() {
                html.push_str(&table(&format!("{anchor}-table-{number}"), shown));
            }
        }
        Err(error) => html.push_str(&element("p", "failed", &format!("Could not be computed: {error}"))),
    }
    html.push_str("</article>\n");
    html
}

fn figure(name: &str, figure: &Figure) -> String {
    let caption = if figure.caption.is_empty() {
        String::new()
    } else {
        format!("<figcaption>{}</figcaption>\n", typeset(&figure.caption))
    };
    format!(
        "<figure>\n<div class=\"scroll\">\n{}</div>\n{caption}</figure>\n",
        figure.picture.inline_svg(name)
    )
}

fn table(name: &str, table: &Table) -> String {
    let numeric: Vec<bool> = (0..table.head.len()).map(|column| is_numeric(table, column)).collect();
    let class = |column: usize| if numeric.get(column) == Some(&true) { " class=\"num\"" } else { "" };
    let mut html = format!(
        "<p class=\"caption\" id=\"{name}\">{}</p>\n<div class=\"scroll\"><table class=\"data\" aria-labelledby=\"{name}\">\n<thead><tr>",
        typeset(&table.caption)
    );
    for (column, cell) in table.head.iter().enumerate() {
        let _ = match cell.as_str() {
            "" => write!(html, "<td></td>"),
            cell => write!(html, "<th scope=\"col\"{}>{}</th>", class(column), typeset(cell)),
        };
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{}</td>", class(column), typeset(cell));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

/// Whether all cells of a column are lone numbers, or empty, or dashes.
fn is_numeric(table: &Table, column: usize) -> bool {
    let is_number = |cell: &str| cell.replace('−', "-").trim_end_matches([' ', '%']).parse::<f64>().is_ok();
    let cells = || table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim());
    cells().any(is_number) && cells().all(|cell| is_number(cell) || matches!(cell, "" | "–" | "—" | "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_numbers_alone_are_aligned_as_numbers() {
        let table = Table::new("fit", &["name", "value", "off"])
            .row(["a", "−1.5", "3 %"])
            .row(["b", "2e-6", "–"])
            .row(["7", "3", ""]);
        assert_eq!([0, 1, 2, 3].map(|column| is_numeric(&table, column)), [false, true, true, false]);
    }
}
