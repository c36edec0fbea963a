//! The page: where it comes from, and a scene put into it.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Empty if the command was compiled before the page was built.
const EMBEDDED: &str = include_str!(concat!(env!("OUT_DIR"), "/studio.html"));

/// Where `studio/build` leaves the page, in Carom's sources.
const BUILT: &str = "studio/dist/index.html";

/// Where the page holds the scene that it opens with, as a JSON string.
const PLACE: &str = "<script type=\"text/plain\" id=\"scene\"></script>";

/// The page in the command, or the one that has been built in the sources it was compiled from or is run in.
pub fn found() -> Result<String, Failure> {
    if !EMBEDDED.is_empty() {
        return Ok(EMBEDDED.to_owned());
    }
    let starts = [std::env::current_exe().ok(), std::env::current_dir().ok()];
    starts.into_iter().flatten().find_map(|start| built_above(&start)).ok_or_else(|| {
        Failure::unsolved(
            "this command was compiled without the browser's page\n  = help: `studio/build` in Carom's sources builds it (it needs Node)",
        )
    })
}

fn built_above(start: &Path) -> Option<String> {
    let pages = start.ancestors().map(|folder| folder.join(BUILT));
    pages.filter(|path: &PathBuf| path.is_file()).find_map(|path| std::fs::read_to_string(path).ok())
}

/// The page that opens with a scene.
pub fn with_scene(page: &str, scene: Option<&str>) -> Result<String, Failure> {
    let Some(scene) = scene else { return Ok(page.to_owned()) };
    let (before, after) = page.split_once(PLACE).ok_or_else(|| {
        Failure::unsolved("the page has no place for a scene: build it anew with `studio/build`")
    })?;
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
