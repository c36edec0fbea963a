//! Puts the shipped scenes into the command.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    fs::write(folder("OUT_DIR").join("scenes.rs"), scenes(&folder("CARGO_MANIFEST_DIR"))?)
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env::var_os(name).expect("Cargo sets it for build scripts"))
}

/// A list of the shipped scenes, each with its name and its text. The folder is a link here, and a copy in the package.
fn scenes(manifest: &Path) -> io::Result<String> {
    let scenes = manifest.join("scenes").canonicalize()?;
    println!("cargo::rerun-if-changed={}", scenes.display());
    let mut files = Vec::new();
    collect(&scenes, &mut files)?;
    files.sort();
    let mut list = String::from("[\n");
    for file in &files {
        let name =
            file.strip_prefix(&scenes).expect("it was found there").to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push(']');
    Ok(list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| ["toml", "csv", "md"].iter().any(|known| extension == *known))
        {
            files.push(path);
        }
    }
    Ok(())
}
