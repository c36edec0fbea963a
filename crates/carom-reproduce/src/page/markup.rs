//! Small pieces of HTML.

use crate::item::Item;
use crate::verdict::Verdict;

/// Text as content or attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text with true minus signs before digits, where a hyphen might also break the line: "1e-6", "-2.5".
pub fn with_minus_signs(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_sign = |i: usize| {
        let before = i.checked_sub(1).map(|before| characters[before]);
        characters[i] == '-'
            && characters.get(i + 1).is_some_and(char::is_ascii_digit)
            && before.is_none_or(|c| matches!(c, ' ' | '(' | '[' | ',' | '=' | 'e'))
    };
    (0..characters.len()).map(|i| if is_sign(i) { '−' } else { characters[i] }).collect()
}

/// The name in links of a claim of an item.
pub fn claim_anchor(item: &Item, number: usize) -> String {
    format!("{}-claim-{}", item.anchor(), number + 1)
}

/// An element with text as its content.
pub fn element(name: &str, class: &str, text: &str) -> String {
    format!("<{name} class=\"{class}\">{}</{name}>", escape(text))
}

/// The coloured label of a verdict.
pub fn badge(verdict: Verdict, text: &str) -> String {
    format!("<span class=\"badge {}\">{}</span>", verdict.key(), escape(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_signs_of_numbers_become_minus_signs() {
        assert_eq!(with_minus_signs("-2.5 and 1e-6 (allowed: -1)"), "−2.5 and 1e−6 (allowed: −1)");
        assert_eq!(with_minus_signs("C2-C1-R2, ball-table, 3-4"), "C2-C1-R2, ball-table, 3-4");
    }
}
