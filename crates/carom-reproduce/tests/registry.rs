//! Every claim of every paper is computed and has the verdict that its author declared.

use std::collections::HashSet;

use carom_reproduce::{Claim, Detail, Paper, Report, Verdict, json, page, reproduce, summary};

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

/// One paper is enough to see that the page is whole: all of them are made in the same way.
#[test]
fn the_page_holds_every_item_and_is_well_formed() {
    let report = stands(Paper::Jia2008);
    let page = page(&report);
    let document = page.replacen("<!DOCTYPE html>", "", 1);
    let closed = with_closed_elements(&document);
    let parsed =
        roxmltree::Document::parse(&closed).unwrap_or_else(|error| panic!("not well-formed: {error}"));
    let ids: Vec<&str> = parsed.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "ids are unique");
    for reproduced in &report.items {
        assert!(ids.contains(&reproduced.item.anchor().as_str()), "{}", reproduced.item.label);
    }
    let links = parsed.descendants().filter_map(|node| node.attribute("href")).collect::<Vec<_>>();
    assert!(links.len() > report.items.len());
    for link in links {
        assert!(link.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{link} leads nowhere");
    }
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
    );
}

/// HTML leaves the empty element `meta` open; XML wants it closed.
fn with_closed_elements(html: &str) -> String {
    let close =
        |line: &str| if line.starts_with("<meta") { line.replace('>', "/>") } else { line.to_owned() };
    html.lines().map(close).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_summary_counts_every_claim() {
    let report = stands(Paper::Jia2008);
    let claims: usize = report.items.iter().map(|item| item.claims().len()).sum();
    let counted: usize = Verdict::ALL.iter().map(|&verdict| report.count(Paper::Jia2008, verdict)).sum();
    assert_eq!(counted, claims);
    let [brief, whole] = [Detail::Items, Detail::Claims].map(|detail| summary(&report, detail));
    for reproduced in &report.items {
        assert!(brief.contains(reproduced.item.title), "{}", reproduced.item.title);
    }
    for claim in report.items.iter().flat_map(|item| item.claims()) {
        assert!(whole.contains(Claim::what(claim)), "{}", claim.what());
    }
    assert!(brief.lines().count() < whole.lines().count());
}

/// A reader of the errata must be able to follow each to a row with its evidence.
#[test]
fn every_erratum_links_to_its_claim() {
    let report = stands(Paper::Jia2008);
    let page = page(&report);
    assert!(report.errata().count() > 0);
    for (item, claim, erratum) in report.errata() {
        let of_item = report.items.iter().find(|other| other.item.anchor() == item.anchor());
        let place = of_item.and_then(|item| item.claims().iter().position(|other| other == claim));
        let anchor = format!("{}-claim-{}", item.anchor(), place.expect("the claim belongs to its item") + 1);
        assert!(page.contains(&format!("<a href=\"#{anchor}\">")), "{erratum}");
        assert!(page.contains(&format!("<tr id=\"{anchor}\">")), "{erratum}");
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
