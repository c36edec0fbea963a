//! Suites of the reference solvers. One program for all of them: linking and optimising one for each file took most of the time of the tests.
//! `cargo test -p carom-reference --test suites brute_properties` runs one file.

mod brute_properties;
mod impulse_methods;
mod jia2012;
mod published_frictionless;
mod rubbing_mode_free;
mod rubbing_properties;
mod rubbing_published;

/// Files that are programs of their own.
const APART: [&str; 1] = ["suites"];

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
