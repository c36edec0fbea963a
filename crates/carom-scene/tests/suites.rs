//! Suites of scene files, documents and reports. One program for all of them: linking and optimising one for each file took most of the time of the tests.
//! `cargo test -p carom-scene --test suites breaks` runs one file.

mod breaks;
mod cases;
mod comparison_frame;
mod contract;
mod hostile_worlds;
mod inside_worlds;
mod keys;
mod law_derivatives;
mod ledgers;
mod materials;
mod nothing_happens;
mod one_sided;
mod recovery;
mod refused_worlds;
mod robustness;
mod routh;
mod schema;
mod world;
mod world_keys;

/// Files that are programs of their own.
const APART: [&str; 4] = ["errors", "golden", "golden_worlds", "suites"];

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
