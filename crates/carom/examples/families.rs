//! How many random impacts of each family are solved, what becomes of the others, what they cost, how many break Coulomb's law on their way, and how many change with what must
//! not matter: axes, handedness, numbering, a common velocity, a contact given as two of half the stiffness.
//!
//!     cargo run --release -p carom --example families -- [count] [surface] [family…] [--from seed] [--law mono] [--exponent n] [--list]

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::time::Instant;

use carom::{Exponent, Model, Outcome, RestitutionLaw, Snapshot, SolveError};
use common::Scene;
use common::families::{Family, Surface};
use common::relations::Relation;

/// Differences beyond this part of the speed are none of rounding.
const DIFFERS: f64 = 1e-9;

/// Friction beyond its cone by this part of the greatest force is none of rounding.
const BEYOND: f64 = 1e-6;
/// Instants at which friction is held to its cone.
const INSTANTS: usize = 200;

/// What to draw, and what to print.
struct Campaign {
    from: u64,
    count: u64,
    model: Model,
    /// n of all springs.
    exponent: Exponent,
    lists: bool,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.remove(at);
        (at < arguments.len()).then(|| arguments.remove(at))
    };
    let from = option("--from").and_then(|n| n.parse().ok()).unwrap_or(0);
    let restitution = match option("--law").as_deref() {
        Some("mono") => RestitutionLaw::MonoStiffness,
        Some("bi") => RestitutionLaw::BiStiffness,
        _ => RestitutionLaw::Hardening,
    };
    let exponent = option("--exponent").and_then(|n| n.parse().ok()).unwrap_or(1.0);
    let exponent = Exponent::new(exponent).unwrap_or(Exponent::LINEAR);
    let lists = arguments.iter().position(|argument| argument == "--list").map(|at| arguments.remove(at));
    let count: u64 = arguments.first().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let model = Model { restitution, ..Model::default() };
    let campaign = Campaign { from, count, model, exponent, lists: lists.is_some() };
    let surfaces = [Surface::Rigid, Surface::Compliant, Surface::Mixed, Surface::None];
    let wanted = |name: &str| arguments.len() < 2 || arguments[1] == name || arguments[1] == "all";
    let chosen = |name: &str| arguments.len() < 3 || arguments[2..].iter().any(|a| a == name);
    println!(
        "{:<14}{:<10}{:>7}{:>9}{:>12}{:>12}{:>12}{:>12}  failures",
        "family", "friction", "count", "failed", "median us", "p99 us", "most us", "ledger"
    );
    for surface in surfaces.into_iter().filter(|s| wanted(&format!("{s:?}").to_lowercase())) {
        for family in Family::ALL.into_iter().filter(|f| chosen(&format!("{f:?}").to_lowercase())) {
            report(family, surface, &campaign);
        }
    }
}

fn report(family: Family, surface: Surface, campaign: &Campaign) {
    let mut times = Vec::new();
    let mut failures: BTreeMap<&'static str, Vec<u64>> = BTreeMap::new();
    let mut differences: BTreeMap<Relation, Vec<(f64, u64)>> = BTreeMap::new();
    let mut breaches: Vec<(f64, u64)> = Vec::new();
    let (mut ledger, mut worst) = (0.0_f64, 0);
    for seed in campaign.from..campaign.from + campaign.count {
        let mut scene = family.scene(surface, seed);
        for touch in &mut scene.touches {
            touch.law.stiffness = touch.law.stiffness.with_exponent(campaign.exponent);
        }
        let impact = scene.impact(campaign.model);
        let start = Instant::now();
        let result = impact.solve();
        times.push((start.elapsed().as_secs_f64() * 1e6, seed));
        match result {
            Ok(outcome) => {
                let open = (outcome.energy.imbalance() / outcome.energy.before).abs();
                if open > ledger {
                    (ledger, worst) = (open, seed);
                }
                compare(&scene, seed, &outcome, campaign.model, &mut differences);
                let beyond = beyond_cones(&scene, campaign.model);
                if beyond > BEYOND {
                    breaches.push((beyond, seed));
                }
            }
            Err(error) => failures.entry(kind(&error)).or_default().push(seed),
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let failed: usize = failures.values().map(Vec::len).sum();
    let most = if campaign.lists { usize::MAX } else { 4 };
    let shown: Vec<String> = failures
        .iter()
        .map(|(kind, seeds)| format!("{kind} {} {:?}", seeds.len(), &seeds[..seeds.len().min(most)]))
        .collect();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
    println!(
        "{:<14}{:<10}{:>7}{failed:>9}{:>12.1}{:>12.0}{:>12.0}{ledger:>12.1e}  {} slowest {} ledger {worst}",
        format!("{family:?}"),
        format!("{surface:?}"),
        campaign.count,
        at(0.5),
        at(0.99),
        at(1.0),
        shown.join(", "),
        times.last().map_or(0, |t| t.1)
    );
    if !breaches.is_empty() {
        breaches.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shown: Vec<String> =
            breaches.iter().take(most).map(|(beyond, seed)| format!("{seed} {beyond:.0e}")).collect();
        println!("   {:<12}{:>5} exceed: {}", "Coulomb's law", breaches.len(), shown.join(", "));
    }
    for (relation, mut found) in differences {
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let shown: Vec<String> =
            found.iter().take(most).map(|(apart, seed)| format!("{seed} {apart:.0e}")).collect();
        println!("   {:<12}{:>5} differ: {}", format!("{relation:?}"), found.len(), shown.join(", "));
    }
}

/// Which relations the outcome breaks. A changed scene that is refused is no difference: it would be counted among the failures of its own seed.
fn compare(
    scene: &Scene,
    seed: u64,
    outcome: &Outcome,
    model: Model,
    differences: &mut BTreeMap<Relation, Vec<(f64, u64)>>,
) {
    for relation in Relation::ALL {
        if let Ok(changed) = relation.changed(scene, seed).impact(model).solve() {
            let motions = relation.back(changed.bodies, seed);
            let apart = common::distance(&motions, &outcome.bodies) / scene.speed().max(1e-9);
            if apart > DIFFERS {
                differences.entry(relation).or_default().push((apart, seed));
            }
        }
    }
}

/// By what part of the greatest force friction exceeds what Coulomb's law allows, at the worst of many instants.
fn beyond_cones(scene: &Scene, model: Model) -> f64 {
    let Ok((_, trace)) = scene.impact(model).trace() else { return 0.0 };
    let course = trace.sample(&trace.instants(INSTANTS));
    let greatest = course.iter().flat_map(|now| &now.force).fold(f64::MIN_POSITIVE, |a, &q| a.max(q));
    let beyond = |now: &Snapshot| {
        let contacts = scene.touches.iter().zip(&now.force).zip(&now.tangential);
        let beyond = contacts.map(|((touch, &q), side)| side.force.norm() - touch.friction.coefficient() * q);
        beyond.fold(0.0, f64::max)
    };
    course.iter().map(beyond).fold(0.0, f64::max) / greatest
}

fn kind(error: &SolveError) -> &'static str {
    match error {
        SolveError::TooManySteps { .. } => "TooManySteps",
        SolveError::Endless { .. } => "Endless",
        SolveError::Unsettled { .. } => "Unsettled",
        SolveError::Overflow { .. } => "Overflow",
        SolveError::NoConsistentFriction { .. } => "NoConsistentFriction",
        SolveError::OpenLedger { .. } => "OpenLedger",
        _ => "other",
    }
}
