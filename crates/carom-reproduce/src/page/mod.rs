//! The report as one HTML page that needs nothing else: style, figures and text in one file, light and dark, for the
//! screen and for paper. There is no script: choosing a verdict is done by the style sheet.

mod claims;
mod errata;
mod markup;
mod overview;
mod section;

use crate::report::Report;

const STYLE: &str = include_str!("style.css");

/// The report as one HTML page.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut main = overview::header(report);
    main.push_str(&overview::summary(report));
    main.push_str(&errata::section(report));
    for &paper in &report.papers {
        main.push_str(&section::of_paper(report, paper));
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Published and computed: impact papers reproduced by Carom</title>\n\
         <style>\n{STYLE}\n{}{}\n</style>\n</head>\n<body>\n{}{}<main>\n{main}</main>\n</body>\n</html>\n",
        overview::choosing(),
        carom_plot::style_sheet(),
        markup::signs(),
        overview::bar(report),
    )
}
