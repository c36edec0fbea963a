//! The report as one JSON document, for programs.
//!
//! ```text
//! { "stands": true,
//!   "papers": [ { "key": "jia2013", "name", "citation", "counts": { "reproduced": 12, … },
//!     "printed_numbers": { "reproduced": 80, "explained": 9, "not_reproducible": 2 }, "own_checks": 3,
//!     "items": [ { "label": "Table 1", "anchor", "title", "about", "error",
//!       "claims": [ { "what", "published", "computed", "difference", "emulated", "correct", "tolerance",
//!                     "verdict": "reproduced", "declared": "reproduced", "stands", "reason", "remark", "erratum" } ] } ] } ] }
//! ```
//!
//! `published` and `correct` are `{"numbers": ["0.94484"]}` as printed, `{"words": …}` or `{"statement": …}`, `published`
//! of a check of our own `{"own_check": …}`; `computed` is
//! `{"numbers": [0.945114612]}`, `{"words": …}` or `{"check": {"holds", "cases", "failures", "evidence"}}`. What does not apply is
//! left out: `error` of an item that was computed, `emulated` of a claim without an emulated error.

use serde_json::{Map, Value, json};

use crate::claim::{Claim, Computed, Published};
use crate::number;
use crate::paper::Paper;
use crate::report::{Numbers, Report, Reproduced};
use crate::verdict::Verdict;

/// The report as one JSON document.
#[must_use]
pub fn json(report: &Report) -> String {
    let papers: Vec<Value> = report.papers.iter().map(|&paper| of_paper(report, paper)).collect();
    let mut text = format!("{:#}", json!({ "stands": report.stands(), "papers": papers }));
    text.push('\n');
    text
}

fn of_paper(report: &Report, paper: Paper) -> Value {
    let counts: Map<String, Value> = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict.key().to_owned(), json!(report.count(paper, verdict))))
        .collect();
    let items: Vec<Value> = report.items_of(paper).map(of_item).collect();
    let Numbers { reproduced, explained, not_reproducible } = report.printed_numbers(paper);
    let numbers =
        json!({ "reproduced": reproduced, "explained": explained, "not_reproducible": not_reproducible });
    json!({
        "key": paper.key(), "name": paper.name(), "citation": paper.citation(), "counts": counts,
        "printed_numbers": numbers, "own_checks": report.own_checks(paper), "items": items,
    })
}

fn of_item(reproduced: &Reproduced) -> Value {
    let item = &reproduced.item;
    let claims: Vec<Value> = reproduced.claims().iter().map(of_claim).collect();
    present(json!({
        "label": item.label,
        "anchor": item.anchor(),
        "title": item.title,
        "about": item.about,
        "error": reproduced.findings.as_ref().err().map(ToString::to_string),
        "claims": claims,
    }))
}

fn of_claim(claim: &Claim) -> Value {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    present(json!({
        "what": claim.what(),
        "published": published(claim.published()),
        "computed": computed(claim.computed()),
        "difference": number::difference(claim.published(), claim.computed()),
        "emulated": claim.emulation().map(|emulation| computed(&emulation.computed)),
        "correct": claim.correct().map(published),
        "tolerance": claim.tolerance().map(|(absolute, reason)| json!({ "absolute": absolute, "reason": reason })),
        "verdict": claim.verdict().key(),
        "declared": claim.declared().key(),
        "stands": claim.stands(),
        "reason": text(claim.reason()),
        "remark": text(claim.remarks()),
        "erratum": claim.erratum_text(),
    }))
}

/// An object without the members that do not apply.
fn present(mut value: Value) -> Value {
    if let Value::Object(members) = &mut value {
        members.retain(|_, member| !member.is_null());
    }
    value
}

fn published(published: &Published) -> Value {
    match published {
        Published::Numbers(printed) => {
            json!({ "numbers": printed.iter().map(|number| number.text()).collect::<Vec<_>>() })
        }
        Published::Words(words) => json!({ "words": words }),
        Published::Statement(statement) => json!({ "statement": statement }),
        Published::OwnCheck(check) => json!({ "own_check": check }),
    }
}

fn computed(computed: &Computed) -> Value {
    match computed {
        Computed::Numbers(values) => json!({ "numbers": values }),
        Computed::Words(words) => json!({ "words": words }),
        Computed::Checked(check) => json!({ "check": {
            "holds": check.holds(),
            "cases": check.cases,
            "failures": check.failures,
            "evidence": check.evidence,
        } }),
    }
}
