//! Puts into the command what it carries: the shipped scenes, and the browser's page if that has been built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let manifest = folder("CARGO_MANIFEST_DIR");
    let root = manifest.join("../..");
    fs::write(folder("OUT_DIR").join("scenes.rs"), scenes(&manifest)?)?;
    fs::write(folder("OUT_DIR").join("studio.html"), page(&root)?)
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env::var_os(name).expect("Cargo sets it for build scripts"))
}

/// The page: the file that `CAROM_STUDIO_PAGE` names, or `studio/dist/index.html`; empty if there is none. A page that is not there is
/// not watched for: Cargo would run this again at every build.
fn page(root: &Path) -> io::Result<Vec<u8>> {
    println!("cargo::rerun-if-env-changed=CAROM_STUDIO_PAGE");
    let built = Some(root.join("studio/dist/index.html")).filter(|path| path.exists());
    let Some(page) = env::var_os("CAROM_STUDIO_PAGE").map(PathBuf::from).or(built) else {
        return Ok(Vec::new());
    };
    println!("cargo::rerun-if-changed={}", page.display());
    fs::read(page)
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
