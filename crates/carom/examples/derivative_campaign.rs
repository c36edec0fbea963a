//! Exact derivatives of random impacts of every kind against differences of the solver itself.
//!
//!     cargo run --release -p carom --example derivative_campaign -- [first] [beyond] [none|compliant|rigid|mixed|power]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use common::campaign::{Kind, Verdict, judge};
use common::differences::Rubbing;

/// The part of a derivative's size to which differences must agree with it.
const AGREED: f64 = 1e-8;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: u64| {
        arguments.get(place).and_then(|argument| argument.parse().ok()).unwrap_or(otherwise)
    };
    let (first, beyond) = (number(0, 0), number(1, 300));
    for rubbing in [Rubbing::None, Rubbing::Compliant, Rubbing::Rigid, Rubbing::Mixed, Rubbing::Power] {
        let name = format!("{rubbing:?}").to_lowercase();
        if arguments.get(2).is_none_or(|wanted| *wanted == name) {
            report(&name, rubbing, first..beyond);
        }
    }
}

fn report(name: &str, rubbing: Rubbing, numbers: std::ops::Range<u64>) {
    let (mut agree, mut worst, mut unsolved) = (0, 0.0_f64, Vec::new());
    let mut unjudged: Vec<(u64, f64)> = Vec::new();
    let mut refused: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for number in numbers.clone() {
        match judge(number, rubbing, AGREED) {
            Verdict::Agrees(off) => {
                agree += 1;
                worst = worst.max(off);
            }
            Verdict::Differs { off, what } => wrong.push((number, off, what)),
            Verdict::Unjudged { off } => unjudged.push((number, off)),
            Verdict::Unsolved => unsolved.push(number),
            Verdict::Refused(why) => {
                // The same reason at another contact and another instant is the same reason.
                let words = why.split(' ').filter(|word| {
                    word.parse::<f64>().is_err() && !word.starts_with(|c: char| c.is_ascii_digit())
                });
                refused.entry(words.collect::<Vec<_>>().join(" ")).or_default().push(number);
            }
        }
    }
    unjudged.sort_by(|a, b| b.1.total_cmp(&a.1));
    println!(
        "{name} {numbers:?}: {agree} agree (worst {worst:.1e}), {} differ, {} unjudged, {} refused, {} unsolved",
        wrong.len(),
        unjudged.len(),
        refused.values().map(Vec::len).sum::<usize>(),
        unsolved.len()
    );
    for (number, off, what) in wrong {
        println!("  {number} {:?}: off by {off:.1e}; {what}", Kind::of(number, rubbing));
    }
    if !unjudged.is_empty() {
        let shown: Vec<String> =
            unjudged.iter().take(8).map(|(number, off)| format!("{number} {off:.0e}")).collect();
        println!("  unjudged, with what the nearest difference is off by: {}", shown.join(", "));
    }
    refused.iter().for_each(|(why, numbers)| println!("  refused {}: {why}: {numbers:?}", numbers.len()));
    if !unsolved.is_empty() {
        println!("  unsolved: {unsolved:?}");
    }
}
