//! Links between chapters.

use std::path::{Path, PathBuf};

/// What the links and pictures of a chapter lead to, code left aside.
pub fn targets(markdown: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    let prose = markdown.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    prose.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
}

/// Every chapter is listed, and every link leads to a chapter or a picture of the book.
pub fn check(chapters: &[String]) {
    let source = super::source();
    for file in markdown_files(&source) {
        let name = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        assert!(name == "SUMMARY.md" || chapters.contains(&name), "{name} is not in the summary");
        let text = std::fs::read_to_string(&file).unwrap();
        for target in targets(&text).filter(|target| !target.contains("://")) {
            let target = target.split('#').next().unwrap();
            let place = file.parent().unwrap().join(target);
            assert!(place.is_file(), "{name}: {target} leads nowhere");
        }
    }
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files
}
