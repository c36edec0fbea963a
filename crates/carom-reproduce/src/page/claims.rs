//! The claims of an item as a table.

use std::fmt::Write as _;

use super::markup::{badge, claim_anchor, element, escape, shown, typeset};
use crate::claim::{Claim, ClaimKind, Computed, Published};
use crate::item::Item;
use crate::number::{self, Shown};
use crate::verdict::Verdict;

/// How a table of claims is laid out.
#[derive(Clone, Copy)]
struct Columns {
    /// Whether numbers were published, so that there is something to be off by.
    off_by: bool,
    /// Characters before the decimal point of the longest lone number, so that the points stand one above the other.
    before_point: usize,
}

impl Columns {
    fn of(claims: &[Claim]) -> Self {
        let off_by = claims.iter().any(|claim| matches!(claim.published(), Published::Numbers(_)));
        let lone = |shown: Shown| match shown {
            Shown::Numbers(numbers) if numbers.len() == 1 => {
                Some(split_at_point(&numbers[0]).0.chars().count())
            }
            Shown::Numbers(_) | Shown::Words(_) => None,
        };
        let both = |claim: &Claim| [published(claim), computed(claim)].into_iter().filter_map(lone).max();
        Self { off_by, before_point: claims.iter().filter_map(both).max().unwrap_or(0) }
    }
}

fn published(claim: &Claim) -> Shown {
    number::published(claim.published())
}

fn computed(claim: &Claim) -> Shown {
    number::computed(claim.published(), claim.computed())
}

/// What, published, computed, off by, verdict.
pub fn table(item: &Item, claims: &[Claim]) -> String {
    let columns = Columns::of(claims);
    let off_by = if columns.off_by { "<th scope=\"col\" class=\"off\">Off by</th>" } else { "" };
    let mut html = format!(
        "<table class=\"claims\" style=\"--before-point:{}ch\">\n<thead><tr><th scope=\"col\">Quantity</th>\
         <th scope=\"col\">Published</th><th scope=\"col\">Computed</th>{off_by}<th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n",
        columns.before_point,
    );
    for (number, claim) in claims.iter().enumerate() {
        html.push_str(&row(&claim_anchor(item, number), claim, columns));
    }
    html.push_str("</tbody>\n</table>\n");
    html
}

fn row(anchor: &str, claim: &Claim, columns: Columns) -> String {
    let mut html = format!("<tr id=\"{anchor}\" class=\"{}\"><th scope=\"row\">", claim.verdict().key());
    html.push_str(&typeset(claim.what()));
    html.push_str(&notes(claim));
    let (label, own) = match claim.kind() {
        ClaimKind::Numbers | ClaimKind::Statement => ("Published", ""),
        ClaimKind::OwnCheck => {
            ("Our check", "<span class=\"remark\">not in the paper: a check of our own</span>")
        }
    };
    let _ = write!(html, "</th><td data-label=\"{label}\">{}{own}", aligned(&published(claim)));
    if let Some(correct) = claim.correct() {
        html.push_str(&remark_with("meant", &number::published(correct)));
    }
    let _ = write!(html, "</td><td data-label=\"Computed\">{}{}", aligned(&computed(claim)), cases(claim));
    if let Some(emulation) = claim.emulation() {
        html.push_str(&remark_with(
            "with the error",
            &number::computed(claim.published(), &emulation.computed),
        ));
    }
    html.push_str("</td>");
    if columns.off_by {
        let difference = number::difference(claim.published(), claim.computed());
        let off_by = difference.map_or_else(String::new, |off| typeset(&number::size(off, 2)));
        let _ = write!(html, "<td class=\"off\" data-label=\"Off by\">{off_by}</td>");
    }
    let _ = writeln!(html, "<td class=\"verdict\">{}</td></tr>", verdict(claim));
    html
}

/// A lone number with its point below those of its neighbours; other things as they are.
fn aligned(cell: &Shown) -> String {
    match cell {
        Shown::Numbers(numbers) if numbers.len() == 1 => {
            let (before, after) = split_at_point(&numbers[0]);
            let before = element("span", "before-point", before);
            format!("<span class=\"n\">{before}{}</span>", escape(after))
        }
        Shown::Numbers(_) | Shown::Words(_) => shown(cell),
    }
}

/// What stands before the decimal point, and the rest; powers of ten have nothing to align.
fn split_at_point(number: &str) -> (&str, &str) {
    match number.find('.') {
        Some(point) if !number.contains(['e', 'E']) => number.split_at(point),
        _ => (number, ""),
    }
}

fn remark_with(name: &str, value: &Shown) -> String {
    format!("<span class=\"note\">{name}: {}</span>", shown(value))
}

/// In how many cases a statement holds, if it was tried on several.
pub fn cases(claim: &Claim) -> String {
    match claim.computed() {
        Computed::Checked(check) if check.cases > 1 => {
            let count = match check.failures {
                0 => format!("holds in {} cases", check.cases),
                failures => format!("fails in {failures} of {} cases", check.cases),
            };
            element("span", "note", &count)
        }
        Computed::Numbers(_) | Computed::Words(_) | Computed::Checked(_) => String::new(),
    }
}

fn notes(claim: &Claim) -> String {
    let mut html = String::new();
    for note in [claim.remarks(), claim.reason()].into_iter().filter(|note| !note.is_empty()) {
        html.push_str(&element("span", "note", note));
    }
    if let Some((absolute, reason)) = claim.tolerance() {
        let note = format!("published to {}: {reason}", number::size(absolute, 1));
        html.push_str(&element("span", "note", &note));
    }
    html
}

/// The verdict, how many digits agree, and a warning if it is not the declared one.
fn verdict(claim: &Claim) -> String {
    let verdict = claim.verdict();
    let mut html = badge(verdict);
    if let (Verdict::Reproduced, Some((agreeing, printed))) = (verdict, claim.digits())
        && agreeing > 0
    {
        let digits = if printed == 1 { "digit" } else { "digits" };
        html.push_str(&element("span", "note", &format!("{agreeing} of {printed} {digits}")));
    }
    if !claim.stands() {
        html.push_str(&element("span", "failed", &format!("declared: {}", claim.declared().name())));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Check;

    #[test]
    fn points_of_lone_numbers_stand_one_above_the_other() {
        let claims = [Claim::number("a", "-12.5", -12.5), Claim::number("b", "3.25", 3.25)];
        assert_eq!(Columns::of(&claims).before_point, 3);
        let cell = aligned(&published(&claims[0]));
        assert_eq!(cell, "<span class=\"n\"><span class=\"before-point\">−12</span>.5</span>");
    }

    #[test]
    fn statements_alone_have_nothing_to_be_off_by() {
        let statement = Claim::statement("bound", "it is bounded", Check::once(true, ""));
        assert!(!Columns::of(std::slice::from_ref(&statement)).off_by);
        assert!(Columns::of(&[statement, Claim::number("a", "1", 1.0)]).off_by);
    }
}
