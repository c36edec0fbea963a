//! `carom reproduce` as a user meets it: what it prints, what it writes, how it exits.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// An empty folder of this test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reproduce-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn reproduce(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(folder).arg("reproduce").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_paper_gives_a_summary_and_a_page() {
    let folder = folder("summary");
    let output = reproduce(&folder, &["jia2008", "-o", "page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert!(summary.contains("  Fig. 4: ") && summary.contains("page.html"), "{summary}");
    assert!(!summary.contains("CHANGED"));
    assert_eq!(files(&folder), ["page.html"]);
    assert!(std::fs::read_to_string(folder.join("page.html")).unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn every_claim_is_told_on_request_and_every_figure_written() {
    let folder = folder("all");
    let [brief, whole] = [&["jia2008"][..], &["jia2008", "--all", "--figures", "figures"]]
        .map(|arguments| reproduce(&folder, arguments));
    assert!(brief.status.success() && whole.status.success(), "{}", text(&whole.stderr));
    assert!(
        !text(&brief.stdout).contains("published") && text(&whole.stdout).contains("      published  1.2494")
    );
    let figures = files(&folder.join("figures"));
    assert!(figures.iter().any(|name| name.starts_with("jia2008-fig-4")), "{figures:?}");
    for name in figures {
        assert!(
            std::fs::read_to_string(folder.join("figures").join(&name)).unwrap().starts_with("<svg"),
            "{name}"
        );
    }
}

#[test]
fn json_holds_every_claim_with_its_verdict() {
    let folder = folder("json");
    let output = reproduce(&folder, &["jia2008", "--json", "-o", "page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value =
        serde_json::from_str(&text(&output.stdout)).expect("one JSON document and nothing else");
    assert_eq!(document["stands"], Value::Bool(true));
    assert!(!text(&output.stdout).contains("null"), "what does not apply is left out");
    let paper = &document["papers"][0];
    assert_eq!(paper["key"], "jia2008");
    let items = paper["items"].as_array().unwrap();
    let claims: Vec<&Value> = items.iter().flat_map(|item| item["claims"].as_array().unwrap()).collect();
    let counted: u64 = paper["counts"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    let own = paper["own_checks"].as_u64().unwrap_or(0);
    assert_eq!(counted + own, claims.len() as u64);
    for claim in &claims {
        assert_eq!(claim["verdict"], claim["declared"], "{claim}");
        assert!(claim["published"].is_object() && claim["computed"].is_object(), "{claim}");
    }
    let loss = claims.iter().find(|claim| claim["published"]["numbers"][0] == "1.2494").unwrap();
    assert!((loss["computed"]["numbers"][0].as_f64().unwrap() - 1.249_362_940).abs() < 5e-10, "{loss}");
    assert_eq!(files(&folder), ["page.html"]);
}

#[test]
fn an_unknown_paper_is_refused_with_the_list_of_those_known() {
    let folder = folder("unknown");
    let output = reproduce(&folder, &["jia1999"]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    for paper in ["jia2013", "jia2012", "chatterjee1998", "jia2008", "wang2015"] {
        assert!(complaint.contains(paper), "{complaint}");
    }
    assert!(files(&folder).is_empty(), "{:?}", files(&folder));
}

#[test]
fn a_page_that_cannot_be_written_leaves_nothing_behind() {
    let folder = folder("unwritable");
    std::fs::create_dir(folder.join("taken")).unwrap();
    let output = reproduce(&folder, &["jia2008", "-o", "taken"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).is_empty());
    assert_eq!(files(&folder), ["taken"]);
    assert!(files(&folder.join("taken")).is_empty());
}

#[test]
fn a_page_in_a_folder_that_is_not_there_is_refused() {
    let folder = folder("nowhere");
    let output = reproduce(&folder, &["-o", "nowhere/page.html"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot write nowhere/page.html"));
    assert!(text(&output.stdout).is_empty() && files(&folder).is_empty(), "{:?}", files(&folder));
}

#[test]
fn a_folder_of_figures_that_cannot_be_made_is_refused_before_anything_is_computed() {
    let folder = folder("figures-nowhere");
    std::fs::write(folder.join("taken"), "a file").unwrap();
    let output = reproduce(&folder, &["jia2008", "--figures", "taken"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot make taken"), "{}", text(&output.stderr));
    assert_eq!(files(&folder), ["taken"], "no page is written");
}

#[test]
fn a_mistyped_paper_gets_a_suggestion() {
    let output = reproduce(&folder("mistyped"), &["jia2031"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("similar value"), "{}", text(&output.stderr));
}

/// A file or a pipe gets plain lines of a readable length, and nothing about the progress.
#[test]
fn what_is_not_a_terminal_gets_plain_text() {
    let output = reproduce(&folder("plain"), &["JIA2008", "--all"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert!(!summary.contains('\u{1b}'));
    let longest = summary.lines().map(|line| line.chars().count()).max().unwrap();
    assert!((60..=104).contains(&longest), "{longest}"); // Marks above letters are characters without a column.
}

#[test]
fn the_page_may_be_written_elsewhere_and_over_an_older_one() {
    let folder = folder("elsewhere");
    std::fs::create_dir(folder.join("out")).unwrap();
    std::fs::write(folder.join("out/page.html"), "old").unwrap();
    let output = reproduce(&folder, &["jia2008", "-o", "out/page.html"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!((files(&folder), files(&folder.join("out"))), (vec!["out".into()], vec!["page.html".into()]));
    assert!(std::fs::read_to_string(folder.join("out/page.html")).unwrap().starts_with("<!DOCTYPE html>"));
}
