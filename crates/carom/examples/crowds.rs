//! What crowds of balls take with rigid friction: series, events, time, and by how much the ledger is open.
//!
//!     cargo run --release -p carom --example crowds -- [rack|spin|heap] [sizes] [mu] [e]
//!
//! `rack` is a triangle of so many rows that a ball strikes straight, `spin` the same struck with spin, `heap` so many balls thrown together; `mu` 0 leaves friction out.
//! For example `-- spin 5,10 0.2 0.9`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use carom::{Friction, Model, TangentialLaw};
use common::families::{Draw, heap};
use common::{Scene, rack};
use nalgebra::vector;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let kind = arguments.first().map_or("rack", String::as_str);
    let sizes = arguments.get(1).map_or("5,10", String::as_str).split(',').filter_map(|n| n.parse().ok());
    let number = |at: usize, default: f64| arguments.get(at).and_then(|x| x.parse().ok()).unwrap_or(default);
    for size in sizes {
        let mut scene = crowd(kind, size, number(3, 0.9));
        if let Some(friction) = Friction::new(number(2, 0.2)).ok().filter(|mu| mu.value() > 0.0) {
            scene.rub_all(TangentialLaw::Rigid { friction });
        }
        let impact = scene.impact(Model::default());
        let start = Instant::now();
        let solved = impact.solve();
        let seconds = start.elapsed().as_secs_f64();
        print!("{kind} {size}: {} contacts, {seconds:.3} s, ", scene.touches.len());
        match solved {
            Ok(outcome) => println!(
                "{} series, {} events, ledger {:.1e}",
                outcome.expansions,
                outcome.events,
                outcome.energy.imbalance() / outcome.energy.before
            ),
            Err(error) => println!("{error}"),
        }
    }
}

fn crowd(kind: &str, size: usize, e: f64) -> Scene {
    if kind == "heap" {
        return heap(&mut Draw::new(1), size);
    }
    let mut scene = rack(&(1..=size).collect::<Vec<_>>(), e);
    if kind == "spin" {
        scene.solids[0].spin = vector![0.3, -0.5, 0.7];
    }
    scene
}
