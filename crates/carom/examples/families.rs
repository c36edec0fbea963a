//! How many random impacts of each family are solved, what becomes of the others, and what they cost.
//!
//!     cargo run --release -p carom --example families -- [count] [surface] [family…]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::time::Instant;

use carom::{Model, SolveError};
use common::families::{Family, Surface};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = arguments.first().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let surfaces = [Surface::Rigid, Surface::Compliant, Surface::Mixed, Surface::None];
    let wanted = |name: &str| arguments.len() < 2 || arguments[1] == name || arguments[1] == "all";
    let chosen = |name: &str| arguments.len() < 3 || arguments[2..].iter().any(|a| a == name);
    println!(
        "{:<14}{:<10}{:>7}{:>9}{:>12}{:>12}{:>12}{:>12}  failures",
        "family", "friction", "count", "failed", "median us", "p99 us", "most us", "ledger"
    );
    for surface in surfaces.into_iter().filter(|s| wanted(&format!("{s:?}").to_lowercase())) {
        for family in Family::ALL.into_iter().filter(|f| chosen(&format!("{f:?}").to_lowercase())) {
            report(family, surface, count);
        }
    }
}

fn report(family: Family, surface: Surface, count: u64) {
    let mut times = Vec::new();
    let mut failures: BTreeMap<&'static str, Vec<u64>> = BTreeMap::new();
    let mut differences: Vec<(f64, u64)> = Vec::new();
    let (mut ledger, mut worst) = (0.0_f64, 0);
    for seed in 0..count {
        let scene = family.scene(surface, seed);
        let impact = scene.impact(Model::default());
        let start = Instant::now();
        let result = impact.solve();
        times.push((start.elapsed().as_secs_f64() * 1e6, seed));
        match result {
            Ok(outcome) => {
                let open = (outcome.energy.imbalance() / outcome.energy.before).abs();
                if open > ledger {
                    (ledger, worst) = (open, seed);
                }
                let turned = common::turned(&scene, &turn(seed)).impact(Model::default()).solve();
                if let Ok(turned) = turned {
                    let motions = common::turned_back(turned.bodies, &turn(seed));
                    let apart = common::distance(&motions, &outcome.bodies) / scene.speed().max(1e-9);
                    differences.push((apart, seed));
                }
            }
            Err(error) => failures.entry(kind(&error)).or_default().push(seed),
        }
    }
    differences.sort_by(|a, b| b.0.total_cmp(&a.0));
    let wrong = differences.iter().filter(|d| d.0 > 1e-9).count();
    println!("   turned: {wrong} differ by more than 1e-9, {:?}", &differences[..differences.len().min(5)]);
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let failed: usize = failures.values().map(Vec::len).sum();
    let shown: Vec<String> = failures
        .iter()
        .map(|(kind, seeds)| format!("{kind} {} {:?}", seeds.len(), &seeds[..seeds.len().min(4)]))
        .collect();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
    println!(
        "{:<14}{:<10}{count:>7}{failed:>9}{:>12.1}{:>12.0}{:>12.0}{ledger:>12.1e}  {} slowest {} ledger {worst}",
        format!("{family:?}"),
        format!("{surface:?}"),
        at(0.5),
        at(0.99),
        at(1.0),
        shown.join(", "),
        times.last().map_or(0, |t| t.1)
    );
}

fn kind(error: &SolveError) -> &'static str {
    match error {
        SolveError::TooManySteps { .. } => "TooManySteps",
        SolveError::Unsettled { .. } => "Unsettled",
        SolveError::Overflow { .. } => "Overflow",
        SolveError::NoConsistentFriction { .. } => "NoConsistentFriction",
        SolveError::OpenLedger { .. } => "OpenLedger",
        _ => "other",
    }
}

/// A rotation, another one for every seed.
fn turn(seed: u64) -> nalgebra::Matrix3<f64> {
    let mut draw = common::families::Draw::new(seed + 77);
    nalgebra::Rotation3::new(draw.vector(2.0)).into_inner()
}
