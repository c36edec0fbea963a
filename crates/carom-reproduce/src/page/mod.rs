//! The report as one HTML page that needs nothing else: style, figures and text in one file, light and dark, for the
//! screen and for paper.

mod claims;
mod markup;
mod overview;
mod section;

use markup::escape;

use crate::report::Report;

const STYLE: &str = include_str!("style.css");

/// The report as one HTML page.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut body = overview::bar(report);
    body.push_str(&overview::header(report));
    body.push_str(&overview::summary(report));
    body.push_str(&overview::errata(report));
    for &paper in &report.papers {
        body.push_str(&section::of_paper(report, paper));
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}\n{}\n</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape("Published and computed: impact papers reproduced by Carom"),
        carom_plot::style_sheet(),
    )
}
