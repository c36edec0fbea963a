//! Suites of whole impacts. One program for all of them: linking and optimising one for each file took most of the time of the tests.
//! `cargo test -p carom --test suites brute_force` runs one file.

mod brute_force;
mod chains;
mod common;
mod comparison;
mod derivatives;
mod euler;
mod faded;
mod friction_brute;
mod friction_closed;
mod friction_families;
mod friction_following;
mod friction_hostile;
mod friction_invariance;
mod friction_limits;
mod friction_properties;
mod friction_published;
mod friction_rocking;
mod friction_steps;
mod friction_trace;
mod hostile;
mod invariance;
mod joints;
mod ledger;
mod limits;
mod lone_contact;
mod overflow;
mod power_chains;
mod power_clusters;
mod power_families;
mod power_friction;
mod power_integrated;
mod power_invariance;
mod power_lone;
mod prescribed;
mod published;
mod redundant;
mod rigid_at_rest;
mod rigid_bounces;
mod solvable;
mod trace_memory;
mod workspace;

/// Files that are programs of their own.
const APART: [&str; 2] = ["serde", "suites"];

#[test]
fn every_file_is_in_a_program() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let here = include_str!("suites.rs");
    for entry in std::fs::read_dir(folder).expect("the folder of this file") {
        let path = entry.expect("an entry").path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".rs")) else {
            continue;
        };
        assert!(
            APART.contains(&name) || here.contains(&format!("\nmod {name};\n")),
            "tests/{name}.rs is not run: add `mod {name};` to tests/suites.rs"
        );
    }
}
