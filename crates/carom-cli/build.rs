//! Puts the browser's page into the command if it has been built: `studio/dist/index.html`, or the file that `CAROM_STUDIO_PAGE` names.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CAROM_STUDIO_PAGE");
    let folder = |name: &str| PathBuf::from(env::var_os(name).expect("Cargo sets this for build scripts"));
    let built = folder("CARGO_MANIFEST_DIR").join("../../studio/dist/index.html");
    let named = env::var_os("CAROM_STUDIO_PAGE").map(PathBuf::from);
    // A page that is not there is not watched for: Cargo would run this again at every build.
    let page = named.or_else(|| Some(built).filter(|path| path.exists()));
    let contents = page.as_deref().map(read).unwrap_or_default();
    let kept = folder("OUT_DIR").join("studio.html");
    fs::write(&kept, contents).unwrap_or_else(|error| panic!("cannot write {}: {error}", kept.display()));
}

fn read(page: &Path) -> Vec<u8> {
    println!("cargo:rerun-if-changed={}", page.display());
    fs::read(page).unwrap_or_else(|error| panic!("cannot read the page {}: {error}", page.display()))
}
