//! Where the courses of one random scene and of the same scene seen otherwise part: the events of both side by side around the first that differs.
//!
//!     cargo run --release -p carom --example parting -- surface family seed [turned|mirrored|relabelled|boosted|split] [events]

#[path = "../tests/common/mod.rs"]
mod common;

use carom::{Model, Outcome, SolveError, Trace};
use common::families::{Family, Surface};
use common::relations::Relation;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize| arguments.get(at).map_or("", String::as_str);
    let named = |name: &dyn std::fmt::Debug, at: usize| format!("{name:?}").to_lowercase() == argument(at);
    let surfaces = [Surface::Rigid, Surface::Compliant, Surface::Mixed, Surface::None];
    let (Some(surface), Some(family), Ok(seed)) = (
        surfaces.into_iter().find(|surface| named(surface, 0)),
        Family::ALL.into_iter().find(|family| named(family, 1)),
        argument(2).parse::<u64>(),
    ) else {
        return eprintln!(
            "parting SURFACE FAMILY SEED [RELATION] [EVENTS], for example: parting rigid groove 7 turned 20"
        );
    };
    let relation = Relation::ALL.into_iter().find(|relation| named(relation, 3)).unwrap_or(Relation::Turned);
    let around: usize = argument(4).parse().unwrap_or(20);

    let scene = family.scene(surface, seed);
    let changed = relation.changed(&scene, seed);
    for (i, touch) in scene.touches.iter().enumerate() {
        let law = &touch.law;
        println!(
            "{i}: bodies {:?} e {:.4} k {:.4} {:?}",
            touch.bodies,
            law.restitution.value(),
            law.stiffness.value(),
            touch.friction
        );
    }
    let last = scene.touches.len() - 1;
    let traced = [&scene, &changed].map(|scene| scene.impact(Model::default()).trace_as_far_as_possible());
    let [original, twin] = traced;
    let relabelled = relation == Relation::Relabelled;
    let first = described(original, |contact| contact);
    let second = described(twin, |contact| if relabelled { last - contact } else { contact });
    let same = |i: usize| {
        let (a, b) = (&first[i], &second[i]);
        (a.0 - b.0).abs() <= 1e-9 * a.0.abs() && a.1 == b.1
    };
    let parted =
        (0..first.len().min(second.len())).find(|&i| !same(i)).unwrap_or(first.len().min(second.len()));
    println!("{} and {} events, the same up to number {parted}", first.len(), second.len());
    let show = |events: &[(f64, String)], i: usize| {
        events.get(i).map_or(String::new(), |(time, what)| format!("{time:<22.15e} {what}"))
    };
    for i in parted.saturating_sub(around)..(parted + around).min(first.len().max(second.len())) {
        println!(
            "{i:>6} {} {:<52} {}",
            if i < parted { ' ' } else { '|' },
            show(&first, i),
            show(&second, i)
        );
    }
}

/// Time, kind and contact of every event; up to where it was refused.
fn described(
    (result, trace): (Result<Outcome, SolveError>, Trace),
    number: impl Fn(usize) -> usize,
) -> Vec<(f64, String)> {
    match result {
        Ok(Outcome { ending, energy, .. }) => {
            println!("{ending:?}, kept {:.12e} of {:.12e}", energy.after, energy.before);
        }
        Err(error) => println!("refused: {error}"),
    }
    trace.events().iter().map(|e| (e.time, format!("{} {}", number(e.contact), e.kind.name()))).collect()
}
