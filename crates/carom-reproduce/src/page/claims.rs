//! The claims of an item as a table.

use std::fmt::Write as _;

use super::markup::{badge, element, escape};
use crate::claim::{Claim, Computed, Published};
use crate::number;
use crate::verdict::Verdict;

/// What, published, computed, off by, verdict.
pub fn table(claims: &[Claim]) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table class=\"claims\">\n<thead><tr><th>Quantity</th><th>Published</th><th>Computed</th>\
         <th>Off by</th><th>Verdict</th></tr></thead>\n<tbody>\n",
    );
    for claim in claims {
        html.push_str(&row(claim));
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

fn row(claim: &Claim) -> String {
    let kind = match claim.published() {
        Published::Numbers(_) => "number",
        Published::Words(_) | Published::Statement(_) => "words",
    };
    let difference = number::difference(claim.published(), claim.computed());
    let mut html = String::from("<tr><td class=\"what\">");
    html.push_str(&escape(claim.what()));
    html.push_str(&notes(claim));
    let _ = write!(html, "</td><td class=\"{kind}\">{}", escape(&number::published(claim.published())));
    if let Some(correct) = claim.correct() {
        html.push_str(&element("span", "note", &format!("meant: {}", number::published(correct))));
    }
    let _ = write!(html, "</td><td class=\"{kind}\">{}", computed(claim));
    if let Some(emulation) = claim.emulation() {
        let emulated = number::computed(claim.published(), &emulation.computed);
        html.push_str(&element("span", "note", &format!("with the error: {emulated}")));
    }
    let off_by = difference.map_or_else(String::new, |difference| format!("{difference:.1e}"));
    let _ = writeln!(html, "</td><td class=\"number\">{off_by}</td><td>{}</td></tr>", verdict(claim));
    html
}

fn computed(claim: &Claim) -> String {
    let text = escape(&number::computed(claim.published(), claim.computed()));
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
        html.push_str(&element("span", "note", note));
    }
    if let Some((absolute, reason)) = claim.tolerance() {
        html.push_str(&element("span", "note", &format!("published to {absolute:.0e}: {reason}")));
    }
    html
}

/// The verdict, how many digits agree, and a warning if it is not the declared one.
fn verdict(claim: &Claim) -> String {
    let verdict = claim.verdict();
    let mut html = badge(verdict, verdict.name());
    if let (Verdict::Reproduced, Some((agreeing, printed))) = (verdict, claim.digits()) {
        html.push_str(&element("span", "note", &format!("{agreeing} of {printed} digits")));
    }
    if !claim.stands() {
        html.push_str(&element("span", "failed", &format!("declared: {}", claim.declared().name())));
    }
    html
}
