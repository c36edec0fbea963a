//! Small pieces of HTML.

use std::fmt::Write as _;

use carom_plot::notation::{self, Place};

use crate::claim::Claim;
use crate::item::Item;
use crate::number::Shown;
use crate::verdict::Verdict;

/// Text as content or attribute, character by character.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text as content, with its symbols and numbers set as [`notation`] reads them. All text that a reader sees goes through here.
pub fn typeset(text: &str) -> String {
    let set = |piece: notation::Piece| {
        let text = escape(&piece.text);
        match piece.place {
            Place::On => text,
            Place::Below => format!("<sub>{text}</sub>"),
            Place::Above => format!("<sup>{text}</sup>"),
        }
    };
    notation::pieces(text).into_iter().map(set).collect()
}

/// The name in links of a claim of an item.
pub fn claim_anchor(item: &Item, number: usize) -> String {
    format!("{}-claim-{}", item.anchor(), number + 1)
}

/// An element with text as its content.
pub fn element(name: &str, class: &str, text: &str) -> String {
    format!("<{name} class=\"{class}\">{}</{name}>", typeset(text))
}

/// Text that is there for those who hear the page.
fn spoken(text: &str) -> String {
    element("span", "spoken", text)
}

/// Numbers that do not break within, or words.
pub fn shown(shown: &Shown) -> String {
    match shown {
        Shown::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|number| element("span", "n", number)).collect();
            numbers.join(", ")
        }
        Shown::Words(text) => typeset(text),
    }
}

/// The sign of a verdict, which tells it without its colour.
fn sign(verdict: Verdict) -> String {
    format!("<svg class=\"sign\" aria-hidden=\"true\"><use href=\"#sign-{}\"/></svg>", verdict.key())
}

/// The label of a verdict: its sign and its name.
pub fn badge(verdict: Verdict) -> String {
    format!("<span class=\"badge {}\">{}{}</span>", verdict.key(), sign(verdict), typeset(verdict.name()))
}

/// How many claims have which verdict, as signs with numbers.
pub fn tally(claims: &[Claim]) -> String {
    let mut html = String::from("<span class=\"tally\">");
    for verdict in Verdict::ALL {
        let count = claims.iter().filter(|claim| claim.verdict() == verdict).count();
        if count > 0 {
            let (key, sign, name) = (verdict.key(), sign(verdict), spoken(&format!(" {}", verdict.name())));
            let name_seen = escape(verdict.name());
            let _ = write!(html, "<span class=\"{key}\" title=\"{name_seen}\">{sign}{count}{name}</span> ");
        }
    }
    html.truncate(html.trim_end().len());
    html.push_str("</span>");
    html
}

/// The signs, drawn once for the whole page: a tick, two waves, an exclamation mark, a cross, a question mark.
pub fn signs() -> String {
    let mut html = String::from("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"signs\">\n");
    for verdict in Verdict::ALL {
        let path = match verdict {
            Verdict::Reproduced => "M4.6 8.3 7 10.7 11.4 5.6",
            Verdict::Emulated => "M4.3 6.8q1.85-1.9 3.7-.4t3.7-.4M4.3 10.3q1.85-1.9 3.7-.4t3.7-.4",
            Verdict::Misprint => "M8 4.2V8.9M8 11.6v.2",
            Verdict::Refuted => "M5.3 5.3 10.7 10.7M10.7 5.3 5.3 10.7",
            Verdict::NotReproducible => "M6 6.2a2 2 0 1 1 2.9 1.7Q8 8.4 8 9.3M8 11.8v.2",
        };
        let _ = writeln!(
            html,
            "<symbol id=\"sign-{}\" viewBox=\"0 0 16 16\"><circle cx=\"8\" cy=\"8\" r=\"7.5\"/><path d=\"{path}\"/></symbol>",
            verdict.key()
        );
    }
    html.push_str("</svg>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_set_with_true_indices_and_powers() {
        assert_eq!(typeset("V_x < 1e-4"), "V<sub>x</sub> &lt; 10<sup>−4</sup>");
        assert_eq!(
            typeset("k_⊥² & \"x_position\""),
            "k<sub>⊥</sub><sup>2</sup> &amp; &quot;x_position&quot;"
        );
    }

    #[test]
    fn a_tally_names_what_it_shows_by_signs() {
        let claims =
            [Claim::number("a", "1", 1.0), Claim::number("b", "1", 2.0), Claim::number("c", "2", 2.0)];
        let tally = tally(&claims);
        assert!(tally.contains("2<span class=\"spoken\"> reproduced</span>"), "{tally}");
        assert!(tally.contains("1<span class=\"spoken\"> not reproducible</span>"), "{tally}");
        assert!(!tally.contains("misprint"));
    }
}
