//! Carom Studio's page: where it comes from, and a scene put into it. The page is one file with the engine in it, and asks no host for
//! anything.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why there is no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PageError {
    /// It had not been built when this was compiled, and is not in the folder of the sources either.
    #[error(
        "Carom was compiled without the browser's page\n  = help: `studio/build` in Carom's sources builds it (it needs Node 20.19 or later)"
    )]
    Missing,
    /// It has no place for a scene.
    #[error("the page has no place for a scene: build it anew with `studio/build`")]
    NoPlace,
}

/// Empty if this was compiled before the page was built.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/studio.html"));

/// Where `studio/build` leaves the page, in Carom's sources.
const BUILT: &str = "studio/dist/index.html";

/// Where the page holds the scene that it opens with, as a JSON string.
const PLACE: &str = "<script type=\"text/plain\" id=\"scene\"></script>";

/// The page that came with this, or the one that has been built in the sources it was compiled from or is run in.
///
/// # Errors
/// There is none.
pub fn found() -> Result<String, PageError> {
    let starts = [std::env::current_exe().ok(), std::env::current_dir().ok()];
    found_from(EMBEDDED, starts.into_iter().flatten())
}

fn found_from(embedded: &str, mut starts: impl Iterator<Item = PathBuf>) -> Result<String, PageError> {
    if !embedded.is_empty() {
        return Ok(embedded.to_owned());
    }
    starts.find_map(|start| built_above(&start)).ok_or(PageError::Missing)
}

fn built_above(start: &Path) -> Option<String> {
    let pages = start.ancestors().map(|folder| folder.join(BUILT));
    pages.filter(|path: &PathBuf| path.is_file()).find_map(|path| std::fs::read_to_string(path).ok())
}

/// The page that opens with a scene.
///
/// # Errors
/// The page has no place for one.
pub fn with_scene(page: &str, scene: Option<&str>) -> Result<String, PageError> {
    let Some(scene) = scene else { return Ok(page.to_owned()) };
    let (before, after) = page.split_once(PLACE).ok_or(PageError::NoPlace)?;
    let quoted = serde_json::to_string(scene).expect("a string has a JSON form");
    // The end of a script is recognised even inside a string.
    let quoted = quoted.replace('<', "\\u003c");
    let (open, close) = PLACE.split_at(PLACE.len() - "</script>".len());
    Ok(format!("{before}{open}{quoted}{close}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_in_the_command_goes_before_one_in_the_sources() {
        let folder = std::env::temp_dir().join(format!("carom-page-{}", std::process::id()));
        let deep = folder.join("target/debug");
        std::fs::create_dir_all(folder.join("studio/dist")).expect("a temporary folder");
        std::fs::create_dir_all(&deep).expect("a temporary folder");
        std::fs::write(folder.join(BUILT), "built").expect("a temporary file");
        let of = |embedded: &str| found_from(embedded, [deep.clone()].into_iter()).ok();
        let found = (of("embedded"), of(""));
        std::fs::remove_dir_all(&folder).expect("what was made can be removed");
        assert_eq!(found, (Some("embedded".to_owned()), Some("built".to_owned())));
    }

    #[test]
    fn without_a_page_the_command_that_builds_it_is_named() {
        let said = found_from("", std::iter::empty()).expect_err("there is none").to_string();
        assert!(said.contains("`studio/build`"), "{said}");
    }

    #[test]
    fn a_scene_cannot_end_the_script_that_holds_it() {
        let page = format!("<body>{PLACE}</body>");
        let with = with_scene(&page, Some("title = \"</script><b>\"")).expect("the page has a place");
        assert_eq!(with.matches("</script>").count(), 1);
        let held = with.split("id=\"scene\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let read: String = serde_json::from_str(held.expect("a script")).expect("a JSON string");
        assert_eq!(read, "title = \"</script><b>\"");
    }

    #[test]
    fn a_page_without_a_place_is_refused_only_if_there_is_a_scene() {
        assert!(with_scene("<body></body>", Some("")).is_err());
        assert!(with_scene("<body></body>", None).is_ok());
    }
}
