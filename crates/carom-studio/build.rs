//! Puts the browser's page into the library, if it has been built.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    fs::write(folder("OUT_DIR").join("studio.html"), page()?)
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env::var_os(name).expect("Cargo sets it for build scripts"))
}

/// The page: the file that `CAROM_STUDIO_PAGE` names, or `studio/dist/index.html`; empty if there is none. A page that is not there is
/// not watched for: Cargo would run this again at every build.
fn page() -> io::Result<Vec<u8>> {
    println!("cargo::rerun-if-env-changed=CAROM_STUDIO_PAGE");
    let built = folder("CARGO_MANIFEST_DIR").join("../../studio/dist/index.html");
    let built = Some(built).filter(|path| path.exists());
    let Some(page) = env::var_os("CAROM_STUDIO_PAGE").map(PathBuf::from).or(built) else {
        return Ok(Vec::new());
    };
    println!("cargo::rerun-if-changed={}", page.display());
    fs::read(page)
}
