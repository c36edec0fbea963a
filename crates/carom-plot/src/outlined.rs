//! Text as outlines: an SVG that looks the same whatever fonts a machine has.
//!
//! Every letter that occurs is defined once as a path, and a text becomes uses of them. Classes of the style sheet stay, so that
//! colours still follow the reader's paper. A halo is drawn under all letters of its text, since it would cover the
//! letter before. What a text says is kept as its label, for those who listen to figures and for machines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use resvg::usvg::roxmltree::{Document, Error, Node};

use crate::svg::{escape, number};
use crate::typeface::{self, Glyph, Weight};

/// A piece of a text on one line, in one size.
struct Run<'a> {
    text: &'a str,
    size: f64,
    /// How far it stands below the baseline.
    drop: f64,
}

/// The document with every text replaced by outlines.
pub(crate) fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let mut glyphs = BTreeSet::new();
    let mut body = String::with_capacity(2 * svg.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = text.range();
        body.push_str(&svg[copied..range.start]);
        write_text(&mut body, text, &mut glyphs);
        copied = range.end;
    }
    body.push_str(&svg[copied..]);
    let definitions = definitions(&glyphs);
    // Definitions stand before what uses them, after the style sheet.
    let place = body
        .find("</style>")
        .map_or_else(|| body.find('>').map_or(0, |at| at + 1), |at| at + "</style>".len());
    body.insert_str(place, &definitions);
    Ok(body)
}

fn definitions(glyphs: &BTreeSet<Glyph>) -> String {
    let mut definitions = String::from("\n<defs>");
    for glyph in glyphs {
        let _ = write!(definitions, "<path id=\"{}\" d=\"{}\"/>", glyph.id(), glyph.outline());
    }
    definitions.push_str("</defs>");
    definitions
}

fn write_text(body: &mut String, text: Node, glyphs: &mut BTreeSet<Glyph>) {
    let class = text.attribute("class").unwrap_or_default();
    let weight = if has_class(class, "bold") { Weight::Bold } else { Weight::Regular };
    let runs = runs(text);
    let width: f64 = runs.iter().map(|run| run.size * typeface::width(run.text, weight)).sum();
    let start = attribute(text, "x").unwrap_or(0.0)
        - match text.attribute("text-anchor") {
            Some("middle") => 0.5 * width,
            Some("end") => width,
            _ => 0.0,
        };
    let letters = letters(&runs, weight, [start, attribute(text, "y").unwrap_or(0.0)], glyphs);
    if letters.is_empty() {
        return;
    }
    let said: String = runs.iter().map(|run| run.text).collect();
    let turn = text.attribute("transform").map(|turn| format!(" transform=\"{turn}\"")).unwrap_or_default();
    if has_class(class, "halo") {
        let _ = write!(body, "<g class=\"halo paper\"{turn}>{}</g>", letters.with_halo);
    }
    let plain: Vec<&str> = class.split(' ').filter(|&name| name != "halo").collect();
    let (class, said) = (plain.join(" "), escape(&said));
    let _ =
        write!(body, "<g class=\"{class}\" role=\"text\" aria-label=\"{said}\"{turn}>{}</g>", letters.plain);
}

fn has_class(class: &str, name: &str) -> bool {
    class.split(' ').any(|known| known == name)
}

fn attribute(node: Node, name: &str) -> Option<f64> {
    node.attribute(name)?.parse().ok()
}

/// The text and its indices. An index is lowered by `dy`, and what follows it is lifted back.
fn runs<'a>(text: Node<'a, 'a>) -> Vec<Run<'a>> {
    let size = attribute(text, "font-size").unwrap_or(12.0);
    let mut drop = 0.0;
    let mut runs = Vec::new();
    for child in text.children() {
        if child.is_text() {
            runs.push(Run { text: child.text().unwrap_or_default(), size, drop });
        } else if child.has_tag_name("tspan") {
            drop += attribute(child, "dy").unwrap_or(0.0);
            let size = attribute(child, "font-size").unwrap_or(size);
            runs.push(Run { text: child.text().unwrap_or_default(), size, drop });
        }
    }
    runs
}

/// The letters of a text, placed; and the same with a halo whose width does not scale with them.
struct Letters {
    plain: String,
    with_halo: String,
}

impl Letters {
    fn is_empty(&self) -> bool {
        self.plain.is_empty()
    }
}

fn letters(runs: &[Run], weight: Weight, [mut x, y]: [f64; 2], glyphs: &mut BTreeSet<Glyph>) -> Letters {
    /// As in the style sheet.
    const HALO: f64 = 3.0;
    let mut letters = Letters { plain: String::new(), with_halo: String::new() };
    for run in runs {
        let scale = run.size / Glyph::EM;
        let mut uses = String::new();
        for (glyph, place) in typeface::letters(run.text, weight) {
            if glyph.outline().is_empty() {
                continue;
            }
            glyphs.insert(glyph);
            let _ = write!(uses, "<use href=\"#{}\" x=\"{}\"/>", glyph.id(), (place * Glyph::EM).round());
        }
        if !uses.is_empty() {
            let place = format!("translate({} {})scale({scale})", number(x), number(y + run.drop));
            let _ = write!(letters.plain, "<g transform=\"{place}\">{uses}</g>");
            let width = number(HALO / scale);
            let _ = write!(
                letters.with_halo,
                "<g transform=\"{place}\" style=\"stroke-width:{width}\">{uses}</g>"
            );
        }
        x += run.size * typeface::width(run.text, weight);
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>.ink{fill:#000}</style>\
        <text class=\"ink halo\" x=\"50\" y=\"20\" font-size=\"10\" text-anchor=\"middle\">no &amp; V\
        <tspan dy=\"2.2\" font-size=\"7.2\">x</tspan><tspan dy=\"-2.2\"> / m</tspan></text></svg>";

    #[test]
    fn no_text_is_left_and_every_letter_is_defined_once() {
        let outlined = outlined(TEXT).expect("well-formed");
        let document = Document::parse(&outlined).expect("well-formed");
        assert!(!outlined.contains("<text") && !outlined.contains("<tspan"));
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let used: BTreeSet<&str> =
            document.descendants().filter_map(|node| node.attribute("href")).map(|href| &href[1..]).collect();
        assert_eq!(ids.len(), used.len(), "{ids:?} {used:?}");
        assert!(ids.iter().all(|id| used.contains(id)));
    }

    #[test]
    fn what_follows_an_index_is_on_the_line_again() {
        let document = Document::parse(TEXT).expect("well-formed");
        let text = document.descendants().find(|node| node.has_tag_name("text")).expect("a text");
        let drops: Vec<f64> = runs(text).iter().map(|run| run.drop).collect();
        assert_eq!(drops, [0.0, 2.2, 0.0]);
    }

    #[test]
    fn a_halo_lies_under_all_letters_of_its_text() {
        let outlined = outlined(TEXT).expect("well-formed");
        let (halo, ink) =
            (outlined.find("halo paper").expect("a halo"), outlined.find("<g class=\"ink\"").expect("ink"));
        assert!(halo < ink);
    }
}
