//! Lists the shipped scenes, so that the command carries them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let scenes = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../scenes");
    let scenes = scenes.canonicalize()?;
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
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("scenes.rs");
    fs::write(out, list)
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
