//! The table of keys as a page: for a terminal, and as Markdown.

use std::fmt::Write;

use super::{FILES, File, Key, Need, TableKeys};

/// Column in which descriptions begin on a terminal.
const INDENT: usize = 26;
/// Lines are not made shorter than this.
const NARROWEST: usize = 60;

/// All kinds of files, each with its tables and keys, in lines of so many characters.
#[must_use]
pub fn text(width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut page = wrapped(INTRODUCTION, width, 0);
    for (place, file) in FILES.iter().enumerate() {
        let _ = write!(page, "\n\n{}\n", title(file));
        page.push_str(&wrapped(file.about, width, 0));
        for table in new_tables(place) {
            let _ = write!(page, "\n\n{}\n", table.heading);
            if !table.about.is_empty() {
                let _ = writeln!(page, "  {}", wrapped(table.about, width, 2));
            }
            page.push_str(&table.keys.iter().map(|key| entry(key, width)).collect::<Vec<_>>().join("\n"));
        }
    }
    page.push('\n');
    page
}

/// The same as Markdown: a chapter for each kind of file, a table of keys for each of its tables.
#[must_use]
pub fn markdown() -> String {
    let mut page = format!("{INTRODUCTION}\n");
    for (place, file) in FILES.iter().enumerate() {
        let _ = write!(page, "\n## {}\n\n{}\n", title(file), file.about);
        for table in new_tables(place) {
            let _ = write!(page, "\n### `{}`\n\n", table.heading);
            if !table.about.is_empty() {
                let _ = write!(page, "{}\n\n", table.about);
            }
            page.push_str("| key | value | unit | range | default | meaning | example |\n|---|---|---|---|---|---|---|\n");
            page.extend(table.keys.iter().map(row));
        }
    }
    page
}

/// The keys of one table, for a reader who needs no more.
#[must_use]
pub fn table_text(table: &TableKeys, width: usize) -> String {
    table.keys.iter().map(|key| entry(key, width.max(NARROWEST))).collect::<Vec<_>>().join("\n")
}

/// The tables of a file that no file before it has: shapes are told once.
fn new_tables(place: usize) -> impl Iterator<Item = &'static TableKeys> {
    let told = move |table: &TableKeys| {
        FILES[..place].iter().flat_map(|file| file.tables).any(|before| std::ptr::eq(*before, table))
    };
    FILES[place].tables.iter().copied().filter(move |table| !told(table))
}

const INTRODUCTION: &str = "Scene files are TOML. A plain number is in the unit that is named here: SI, and degrees where it says so. \
    A number may be written with another unit as a string, \"5 mm\", \"1.5 g\", \"30 deg\", also within an array. Sizes are checked where a range is given; \
    where no range is given, numbers may have any size from 1e-100 to 1e100. A key that is not listed is an error.";

fn title(file: &File) -> String {
    match file.name {
        "impact" => "Files with one impact".to_owned(),
        "world" => "Files with a motion in time: those with a [world]".to_owned(),
        "fit" => "Files with measurements: those with a [fit]".to_owned(),
        _ => "Files with a track of a ball: those with a [recovery]".to_owned(),
    }
}

fn entry(key: &Key, width: usize) -> String {
    let facts = [kind_with_unit(key), range_with_unit(key), need(key)];
    let facts = facts.into_iter().filter(|fact| !fact.is_empty()).collect::<Vec<_>>().join("; ");
    let margin = " ".repeat(INDENT);
    let mut lines = format!("  {:<1$}", key.name, INDENT - 2);
    if key.name.len() + 3 > INDENT {
        let _ = write!(lines, "\n{margin}");
    }
    let _ = writeln!(lines, "{}", wrapped(&format!("{}.", key.meaning), width, INDENT));
    let _ = writeln!(lines, "{margin}{}", wrapped(&facts, width, INDENT));
    for line in key.example.lines() {
        let _ = writeln!(lines, "{margin}> {line}");
    }
    lines
}

fn kind_with_unit(key: &Key) -> String {
    match key.unit().as_str() {
        "" => key.kind.words(),
        unit => format!("{}, {unit}", key.kind.words()),
    }
}

fn range_with_unit(key: &Key) -> String {
    key.range.words()
}

fn need(key: &Key) -> String {
    match key.need {
        Need::Required => "required".to_owned(),
        Need::Default(value) => format!("default {value}"),
        Need::Otherwise("") => "optional".to_owned(),
        Need::Otherwise(words) => format!("without it: {words}"),
    }
}

fn row(key: &Key) -> String {
    let code = |text: &str| if text.is_empty() { String::new() } else { format!("`{text}`") };
    let example = key.example.lines().map(code).collect::<Vec<_>>().join("<br>");
    let need = match key.need {
        Need::Required => "**required**".to_owned(),
        Need::Default(value) => code(value),
        Need::Otherwise(words) => words.to_owned(),
    };
    let cells = [
        code(key.name),
        key.kind.words(),
        key.unit(),
        key.range.words(),
        need,
        key.meaning.to_owned(),
        example,
    ];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

/// The text in lines of at most so many characters, all but the first of them indented.
fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let room = width.saturating_sub(indent).max(NARROWEST / 2);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let length = line.chars().count() + word.chars().count() + 1;
        if line.is_empty() {
            line.push_str(word);
        } else if length <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_on_both_pages_with_its_meaning() {
        let (text, markdown) = (text(100), markdown());
        let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for key in FILES.iter().flat_map(|file| file.tables).flat_map(|table| table.keys) {
            assert!(
                squeezed.contains(&key.meaning.split_whitespace().collect::<Vec<_>>().join(" ")),
                "{}",
                key.name
            );
            assert!(markdown.contains(&format!("| `{}` |", key.name)), "{}", key.name);
        }
    }

    #[test]
    fn no_line_of_words_is_longer_than_the_terminal() {
        for width in [60, 80, 120] {
            for line in text(width).lines().filter(|line| !line.trim_start().starts_with('>')) {
                assert!(line.chars().count() <= width, "{line}");
            }
        }
    }
}
