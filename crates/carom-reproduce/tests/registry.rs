//! Every claim of every paper is computed and has the verdict that its author declared.

use carom_reproduce::{Claim, Detail, Paper, Report, Verdict, json, reproduce, summary};

/// Computes a paper and asks that all of it stands.
fn stands(paper: Paper) -> Report {
    let report = reproduce(&[paper], &mut |_| {});
    for reproduced in &report.items {
        let name = format!("{} {}", paper.name(), reproduced.item.label);
        let findings = reproduced.findings.as_ref().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!findings.claims.is_empty(), "{name} claims nothing");
        for claim in &findings.claims {
            assert!(
                claim.stands(),
                "{name}: {:?} instead of {:?}: {claim:#?}",
                claim.verdict(),
                claim.declared()
            );
        }
        for table in &findings.tables {
            assert!(table.rows.iter().all(|row| row.len() == table.head.len()), "{name}: {}", table.caption);
        }
    }
    report
}

#[test]
fn every_verdict_on_jia2013_is_the_declared_one() {
    stands(Paper::Jia2013);
}

#[test]
fn every_verdict_on_jia2012_is_the_declared_one() {
    stands(Paper::Jia2012);
}

#[test]
fn every_verdict_on_chatterjee1998_is_the_declared_one() {
    stands(Paper::Chatterjee1998);
}

#[test]
fn every_verdict_on_jia2008_is_the_declared_one() {
    stands(Paper::Jia2008);
}

#[test]
fn every_verdict_on_wang2015_is_the_declared_one() {
    stands(Paper::Wang2015);
}

#[test]
fn the_summary_counts_every_claim() {
    let report = stands(Paper::Jia2008);
    let claims: usize = report.items.iter().map(|item| item.claims().len()).sum();
    let counted: usize = Verdict::ALL.iter().map(|&verdict| report.count(Paper::Jia2008, verdict)).sum();
    assert_eq!(counted + report.own_checks(Paper::Jia2008), claims);
    let [brief, whole] = [Detail::Items, Detail::Claims].map(|detail| summary(&report, detail, usize::MAX));
    for reproduced in &report.items {
        assert!(brief.contains(reproduced.item.title), "{}", reproduced.item.title);
    }
    for claim in report.items.iter().flat_map(|item| item.claims()) {
        assert!(whole.contains(Claim::what(claim)), "{}", claim.what());
    }
    assert!(brief.lines().count() < whole.lines().count());
    let columns = |line: &str| line.chars().count();
    for detail in [Detail::Items, Detail::Claims] {
        let text = summary(&report, detail, 80);
        assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
    }
}

#[test]
fn the_document_for_programs_holds_every_claim() {
    let report = stands(Paper::Jia2008);
    let document: serde_json::Value = serde_json::from_str(&json(&report)).expect("valid JSON");
    let items = document["papers"][0]["items"].as_array().expect("a list of items");
    let written: Vec<&str> = items
        .iter()
        .flat_map(|item| item["claims"].as_array().expect("a list of claims"))
        .map(|claim| claim["what"].as_str().expect("a name"))
        .collect();
    let claimed: Vec<&str> = report.items.iter().flat_map(|item| item.claims()).map(Claim::what).collect();
    assert_eq!(written, claimed);
}
