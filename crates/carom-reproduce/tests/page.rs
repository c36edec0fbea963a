//! The page is whole, needs nothing else, and can be read without seeing colours. One paper is enough to see it: all of them are made
//! in the same way.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::HashSet;
use std::sync::LazyLock;

use carom_reproduce::{Claim, Findings, Item, Paper, Report, Reproduced, Verdict, page, reproduce};
use roxmltree::{Document, Node};

static REPORT: LazyLock<Report> = LazyLock::new(|| reproduce(&[Paper::Jia2008], &mut |_| {}));
static PAGE: LazyLock<String> = LazyLock::new(|| page(&REPORT));
static AS_XML: LazyLock<String> = LazyLock::new(|| with_closed_elements(&PAGE));

/// HTML leaves elements without content open, and allows attributes without a value; XML does not.
fn with_closed_elements(html: &str) -> String {
    let html = html.replacen("<!DOCTYPE html>", "", 1).replace(" checked>", " checked=\"checked\">");
    let close = |(i, piece): (usize, &str)| match (i, piece.starts_with("meta") || piece.starts_with("input"))
    {
        (0, _) => piece.to_owned(),
        (_, true) => format!("<{}", piece.replacen('>', "/>", 1)),
        (_, false) => format!("<{piece}"),
    };
    html.split('<').enumerate().map(close).collect()
}

fn document() -> Document<'static> {
    Document::parse(&AS_XML).unwrap_or_else(|error| panic!("not well-formed: {error}"))
}

fn elements<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.tag_name().name() == name)
}

fn text(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect()
}

#[test]
fn the_page_holds_every_item_and_all_its_links_lead_somewhere() {
    let document = document();
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "ids are unique");
    for reproduced in &REPORT.items {
        assert!(ids.contains(&reproduced.item.anchor().as_str()), "{}", reproduced.item.label);
    }
    let pointers = ["href", "for", "aria-labelledby"];
    let links = document.descendants().flat_map(|node| pointers.map(|name| node.attribute(name)));
    let links: Vec<&str> = links.flatten().collect();
    assert!(links.len() > REPORT.items.len());
    for link in links {
        assert!(ids.contains(&link.trim_start_matches('#')), "{link} leads nowhere");
    }
}

#[test]
fn the_page_asks_for_no_other_file() {
    let addresses = PAGE.matches("://").count();
    assert_eq!(addresses, PAGE.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
    for word in [" src=", "@import", "<link", "<script", "url(\"", "url(h"] {
        assert!(!PAGE.contains(word), "{word}");
    }
}

/// A reader of the errata must see the evidence there, and be able to follow each to its row.
#[test]
fn every_erratum_shows_its_evidence_and_links_to_its_claim() {
    let document = document();
    let errata = elements(&document, "ol").find(|list| list.attribute("class") == Some("errata")).unwrap();
    let errata: Vec<Node> = errata.children().filter(Node::is_element).collect();
    assert_eq!(errata.len(), REPORT.errata().count());
    for (shown, (item, claim, erratum)) in errata.into_iter().zip(REPORT.errata()) {
        let of_item = REPORT.items.iter().find(|other| other.item.anchor() == item.anchor()).unwrap();
        let place = of_item.claims().iter().position(|other| other == claim).unwrap();
        let anchor = format!("#{}-claim-{}", item.anchor(), place + 1);
        assert!(shown.descendants().any(|node| node.attribute("href") == Some(&anchor)), "{erratum}");
        let evidence = shown.descendants().find(|node| node.attribute("class") == Some("evidence")).unwrap();
        assert!(text(evidence).contains("published"), "{erratum}");
        assert_eq!(shown.attribute("class"), Some(claim.verdict().key()));
    }
}

#[test]
fn headings_descend_without_gaps() {
    let document = document();
    let levels: Vec<u32> = document
        .descendants()
        .filter_map(|node| node.tag_name().name().strip_prefix('h')?.parse().ok())
        .collect();
    assert_eq!(levels[0], 1);
    assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1 && pair[1] > 1), "{levels:?}");
}

#[test]
fn heads_of_tables_say_what_they_head() {
    let document = document();
    assert!(elements(&document, "th").count() > 0);
    for head in elements(&document, "th") {
        assert!(matches!(head.attribute("scope"), Some("col" | "row")), "{}", text(head));
    }
}

#[test]
fn figures_have_names_and_verdicts_have_words_beside_their_colour() {
    let document = document();
    let is_figure = |node: &Node| node.attribute("role") == Some("img");
    let is_decoration = |node: &Node| node.attribute("aria-hidden") == Some("true");
    for svg in elements(&document, "svg").filter(|svg| !is_decoration(svg)) {
        let title = svg.children().find(|part| part.tag_name().name() == "title");
        assert!(is_figure(&svg) && title.is_some_and(|title| !text(title).is_empty()));
    }
    let names = Verdict::ALL.map(Verdict::name);
    let signs: Vec<Node> =
        document.descendants().filter(|node| node.attribute("class") == Some("sign")).collect();
    assert!(signs.len() > REPORT.items.len());
    for sign in signs {
        let beside = text(sign.parent().unwrap());
        assert!(names.iter().any(|name| beside.ends_with(name)), "{beside}");
    }
}

#[test]
fn symbols_are_set_with_their_indices_below_the_line() {
    let document = document();
    assert!(elements(&document, "sub").count() > 10);
    let seen = document.descendants().filter(Node::is_text).filter_map(|part| part.text());
    let with_low_line: Vec<&str> = seen.filter(|text| text.contains('_') && !text.contains('{')).collect();
    let are_titles = |text: &&str| elements(&document, "title").any(|title| title.text() == Some(text));
    assert!(with_low_line.iter().all(are_titles), "{with_low_line:?}");
}

#[test]
fn what_could_not_be_computed_or_has_changed_is_said_at_once() {
    let item = |label| Item::new(Paper::Jia2008, label, "title", "about", || Err("no root".into()));
    let changed = Findings::new().claim(Claim::number("v", "1", 2.0));
    let unmet = Reproduced { item: item("Fig. 1"), findings: (item("Fig. 1").compute)() };
    let report = Report {
        papers: vec![Paper::Jia2008],
        items: vec![unmet, Reproduced { item: item("Fig. 2"), findings: Ok(changed) }],
    };
    let page = page(&report);
    for told in [
        "Some results are not what they were declared",
        "Could not be computed: no root",
        "declared: reproduced",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!PAGE.contains("Some results are not"));
}
