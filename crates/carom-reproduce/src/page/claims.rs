//! The claims of an item as a table.

use std::fmt::Write as _;

use super::markup::{badge, claim_anchor, element, escape, with_minus_signs};
use crate::claim::{Claim, Computed, Published};
use crate::item::Item;
use crate::number;
use crate::verdict::Verdict;

/// What, published, computed, off by, verdict.
pub fn table(item: &Item, claims: &[Claim]) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table class=\"claims\">\n<thead><tr><th>Quantity</th><th>Published</th><th>Computed</th>\
         <th>Off by</th><th>Verdict</th></tr></thead>\n<tbody>\n",
    );
    for (number, claim) in claims.iter().enumerate() {
        html.push_str(&row(&claim_anchor(item, number), claim));
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

fn row(anchor: &str, claim: &Claim) -> String {
    let kind = match claim.published() {
        Published::Numbers(_) => "number",
        Published::Words(_) | Published::Statement(_) => "words",
    };
    let difference = number::difference(claim.published(), claim.computed());
    let mut html = format!("<tr id=\"{anchor}\"><td class=\"what\">");
    html.push_str(&escape(claim.what()));
    html.push_str(&notes(claim));
    let _ = write!(
        html,
        "</td><td class=\"{kind}\" data-label=\"Published\">{}",
        escape(&number::published(claim.published()))
    );
    if let Some(correct) = claim.correct() {
        html.push_str(&element("span", "note", &format!("meant: {}", number::published(correct))));
    }
    let _ = write!(html, "</td><td class=\"{kind}\" data-label=\"Computed\">{}", computed(claim));
    if let Some(emulation) = claim.emulation() {
        let emulated = number::computed(claim.published(), &emulation.computed);
        html.push_str(&element("span", "note", &format!("with the error: {emulated}")));
    }
    let off_by =
        difference.map_or_else(String::new, |difference| with_minus_signs(&format!("{difference:.1e}")));
    let _ = writeln!(
        html,
        "</td><td class=\"number\" data-label=\"Off by\">{off_by}</td><td class=\"verdict\">{}</td></tr>",
        verdict(claim)
    );
    html
}

fn computed(claim: &Claim) -> String {
    let text = escape(&with_minus_signs(&number::computed(claim.published(), claim.computed())));
    match claim.computed() {
        Computed::Checked(check) if check.cases > 1 => {
            let count = match check.failures {
                0 => format!("holds in {} cases", check.cases),
                failures => format!("fails in {failures} of {} cases", check.cases),
            };
            format!("{text}{}", element("span", "note", &count))
        }
        Computed::Numbers(_) | Computed::Words(_) | Computed::Checked(_) => text,
    }
}

fn notes(claim: &Claim) -> String {
    let mut html = String::new();
    for note in [claim.remarks(), claim.reason()].into_iter().filter(|note| !note.is_empty()) {
        html.push_str(&element("span", "note", &with_minus_signs(note)));
    }
    if let Some((absolute, reason)) = claim.tolerance() {
        html.push_str(&element(
            "span",
            "note",
            &with_minus_signs(&format!("published to {absolute:.0e}: {reason}")),
        ));
    }
    html
}

/// The verdict, how many digits agree, and a warning if it is not the declared one.
fn verdict(claim: &Claim) -> String {
    let verdict = claim.verdict();
    let mut html = badge(verdict, verdict.name());
    if let (Verdict::Reproduced, Some((agreeing, printed))) = (verdict, claim.digits())
        && agreeing > 0
    {
        html.push_str(&element("span", "note", &format!("{agreeing} of {printed} digits")));
    }
    if !claim.stands() {
        html.push_str(&element("span", "failed", &format!("declared: {}", claim.declared().name())));
    }
    html
}
