//! Small pieces of HTML.

use crate::verdict::Verdict;

/// Text as content or attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An element with text as its content.
pub fn element(name: &str, class: &str, text: &str) -> String {
    format!("<{name} class=\"{class}\">{}</{name}>", escape(text))
}

/// The coloured label of a verdict.
pub fn badge(verdict: Verdict, text: &str) -> String {
    format!("<span class=\"badge {}\">{}</span>", verdict.key(), escape(text))
}
