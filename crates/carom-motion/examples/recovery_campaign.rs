//! Tracks of balls recovered, and whether an independent search from many starts finds a better path: `cargo run --profile quick -p carom-motion
//! --example recovery_campaign -- FIRST LAST STARTS [KIND]`, seeds FIRST to LAST.

#[path = "../tests/recovery/common.rs"]
#[allow(dead_code)] // The suites use all of it.
mod common;
#[path = "../tests/recovery/exhaustive.rs"]
mod exhaustive;
#[path = "../tests/recovery/tracks.rs"]
mod tracks;

use tracks::{KINDS, Verdict};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [first, last, starts] =
        [(0, 0), (1, 40), (2, 100)].map(|(i, usual)| numbers.get(i).copied().unwrap_or(usual));
    for (number, kind) in KINDS.iter().enumerate() {
        if numbers.get(3).is_some_and(|&asked| asked != number as u64) {
            continue;
        }
        let mut best = 0;
        for track in first..last {
            match kind.verdict(track, starts as usize) {
                Verdict::Best => best += 1,
                other => println!("{}, track {track}: {other:?}", kind.name),
            }
        }
        println!("{}: {best} of {} are the best", kind.name, last - first);
    }
}
