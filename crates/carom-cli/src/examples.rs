//! `carom examples` and `carom init`: the shipped scenes, from inside the command.

use std::path::{Path, PathBuf};

use crate::arguments::{ExamplesOptions, InitOptions};
use crate::failure::Failure;
use crate::output;

/// Every file of `scenes/`, with its path there.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/scenes.rs"));

/// A shipped scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Example<'a> {
    /// Such as `motion/cradle`.
    name: &'a str,
    about: &'a str,
}

/// Scenes under one heading.
#[derive(Debug, PartialEq, Eq)]
struct Group<'a> {
    heading: String,
    examples: Vec<Example<'a>>,
}

/// The shipped scene that a path with or without folders and `.toml` names: `cradle-5` for `scenes/cradle-5.toml`.
pub fn named(path: &Path) -> Option<&'static str> {
    let asked = path.with_extension("");
    let names = FILES.iter().filter_map(|(path, _)| path.strip_suffix(".toml"));
    names.filter(|name| asked.ends_with(name)).max_by_key(|name| name.len())
}

/// Lists the scenes whose name or description holds all words asked for.
pub fn list(options: &ExamplesOptions) -> Result<(), Failure> {
    let words: Vec<String> = options.words.iter().map(|word| word.to_lowercase()).collect();
    let is_asked_for = |example: &Example| {
        let text = format!("{} {}", example.name, example.about).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut text = String::new();
    for Group { heading, examples } in groups() {
        let shown: Vec<Example> = examples.into_iter().filter(is_asked_for).collect();
        if !shown.is_empty() {
            let width = shown.iter().map(|example| example.name.chars().count()).max().unwrap_or(0);
            let line = |Example { name, about }: &Example| format!("  {name:width$}  {about}\n");
            text.push_str(&format!("{heading}\n{}\n", shown.iter().map(line).collect::<String>()));
        }
    }
    if text.is_empty() {
        let asked = options.words.join(" ");
        return Err(Failure::bad_input(format!(
            "no scene is about `{asked}`: `carom examples` lists them all"
        )));
    }
    output::print(&format!("{text}`carom init NAME` writes one of them here.\n"))
}

/// Writes a scene, with the files that it names, beside it.
pub fn init(options: &InitOptions) -> Result<(), Failure> {
    let (path, text) = found(&options.name)?;
    if options.output.as_deref() == Some(Path::new("-")) {
        return output::print(text);
    }
    let base = Path::new(path).file_name().unwrap_or_default();
    let target = options.output.clone().unwrap_or_else(|| PathBuf::from(base));
    let target = if target.is_dir() { target.join(base) } else { target };
    let beside = data_of(path, text).map(|(name, data)| (target.with_file_name(name), data));
    let files: Vec<(PathBuf, &str)> = std::iter::once((target.clone(), text)).chain(beside).collect();
    if let Some((there, _)) = files.iter().find(|(file, _)| file.exists() && !options.force) {
        return Err(Failure::bad_input(format!(
            "{} is there already: expected another name (-o FILE), or --force to write over it",
            there.display()
        )));
    }
    for (file, contents) in &files {
        output::write_file(file, contents.as_bytes())?;
    }
    let verb = match path.split_once('/') {
        Some(("recovery", _)) => "recover",
        Some(("fit", _)) => "fit",
        _ => "run",
    };
    output::print(&format!("{0}: now `carom {verb} {0}`\n", target.display()))
}

/// The file of a scene called by its name, with or without folder and `.toml`.
fn found(name: &str) -> Result<(&'static str, &'static str), Failure> {
    let asked = name.strip_suffix(".toml").unwrap_or(name);
    let asked = asked.strip_prefix("scenes/").unwrap_or(asked);
    let scenes = || FILES.iter().filter_map(|(path, text)| Some((path.strip_suffix(".toml")?, *path, *text)));
    let exactly = scenes().find(|(scene, ..)| *scene == asked);
    let by_end = || {
        let mut ends = scenes().filter(|(scene, ..)| scene.rsplit('/').next() == Some(asked));
        ends.next().filter(|_| ends.next().is_none())
    };
    exactly.or_else(by_end).map(|(_, path, text)| (path, text)).ok_or_else(|| {
        let expected = match carom_scene::closest(asked, scenes().map(|(scene, ..)| scene)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => "`carom examples` lists them".to_owned(),
        };
        Failure::bad_input(format!("there is no scene `{name}`: {expected}"))
    })
}

/// The data files beside a scene that it names.
fn data_of<'a>(path: &'a str, text: &'a str) -> impl Iterator<Item = (&'static str, &'static str)> + 'a {
    let folder = Path::new(path).parent();
    FILES.iter().filter_map(move |(file, data)| {
        let name = file.rsplit('/').next()?;
        let is_data = file.ends_with(".csv") && Path::new(file).parent() == folder;
        (is_data && text.contains(&format!("\"{name}\""))).then_some((name, *data))
    })
}

/// The scenes under the headings of `scenes/README.md`, whose tables say what they show.
fn groups() -> Vec<Group<'static>> {
    let readme = FILES.iter().find(|(path, _)| *path == "README.md").map_or("", |(_, text)| text);
    let mut groups: Vec<Group> = Vec::new();
    let mut paragraph = "";
    let mut in_table = false;
    for line in readme.lines() {
        match row(line) {
            Some(example) => {
                if !in_table {
                    groups.push(Group { heading: heading(paragraph), examples: Vec::new() });
                    in_table = true;
                }
                if let Some(group) = groups.last_mut() {
                    group.examples.push(example);
                }
            }
            None if line.starts_with('|') => {}
            None => {
                in_table = false;
                paragraph = if line.is_empty() { paragraph } else { line };
            }
        }
    }
    groups
}

/// A scene in a row of a table: ``| `file.toml` | what it shows |``.
fn row(line: &'static str) -> Option<Example<'static>> {
    let (name, about) = line.strip_prefix("| `")?.split_once("` | ")?;
    Some(Example { name: name.strip_suffix(".toml")?, about: about.strip_suffix(" |")? })
}

/// The last line before a table, as a heading.
fn heading(paragraph: &str) -> String {
    let plain = paragraph.replace('`', "");
    format!("{}:", plain.trim_end_matches([':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_that_is_shipped_is_described_and_the_other_way_round() {
        let described: Vec<&str> =
            groups().iter().flat_map(|group| &group.examples).map(|example| example.name).collect();
        let shipped: Vec<&str> = FILES.iter().filter_map(|(path, _)| path.strip_suffix(".toml")).collect();
        assert!(described.len() > 40);
        for name in &described {
            assert!(shipped.contains(name), "{name} is described but not there");
        }
        for name in &shipped {
            assert!(described.contains(name), "{name} is there but not described in scenes/README.md");
        }
    }

    #[test]
    fn a_scene_is_found_by_its_name_its_path_or_the_end_of_it() {
        let path = |name: &str| found(name).ok().map(|(path, _)| path);
        assert_eq!(path("cradle-5"), Some("cradle-5.toml"));
        assert_eq!(path("motion/draw-shot"), Some("motion/draw-shot.toml"));
        assert_eq!(path("draw-shot"), Some("motion/draw-shot.toml"));
        assert_eq!(path("scenes/cradle-5.toml"), Some("cradle-5.toml"));
        assert_eq!(path("no-such-scene"), None);
    }
}
