//! `carom help`.

use carom_scene::keys::{self, page};
use clap::CommandFactory;

use crate::arguments::{Arguments, HelpOptions};
use crate::failure::Failure;
use crate::output;

/// The topic that is not a command: keys of scene files.
const SCENE: &str = "scene";

/// Explains the command, one of its subcommands, or the scene file.
pub fn help(options: &HelpOptions) -> Result<(), Failure> {
    match (options.topic.as_deref(), options.table.as_deref()) {
        (None, _) => output::print(&Arguments::command().render_long_help().to_string()),
        (Some(SCENE), None) => output::print(&page::text(output::width())),
        (Some(SCENE), Some(part)) => tables(part),
        (Some(topic), None) => command(topic),
        (Some(topic), Some(_)) => Err(Failure::bad_input(format!(
            "only `carom help scene` takes a table, not `carom help {topic}`"
        ))),
    }
}

/// The keys of all tables whose name has this part.
fn tables(part: &str) -> Result<(), Failure> {
    let wanted = part.trim_matches(['[', ']']);
    let mut pages: Vec<String> = Vec::new();
    for table in keys::FILES.iter().flat_map(|file| file.tables) {
        let page = format!("{}\n{}", table.heading, page::table_text(table, output::width()));
        if table.heading.contains(wanted) && !pages.contains(&page) {
            pages.push(page);
        }
    }
    if pages.is_empty() {
        return Err(no_such_table(part));
    }
    output::print(&pages.join("\n"))
}

fn no_such_table(part: &str) -> Failure {
    let headings = || keys::FILES.iter().flat_map(|file| file.tables).map(|table| table.heading);
    let bare = headings().map(|heading| heading.trim_matches(['[', ']']));
    let hint = match carom_scene::closest(part, bare) {
        Some(close) => format!("did you mean `{close}`?"),
        None => {
            let mut names: Vec<&str> = headings().filter(|heading| heading.starts_with('[')).collect();
            names.dedup();
            format!("expected a part of one of {}", names.join(", "))
        }
    };
    Failure::bad_input(format!("no table of a scene file is called `{part}`: {hint}"))
}

fn command(topic: &str) -> Result<(), Failure> {
    let mut root = Arguments::command();
    root.build(); // so that the usage line has the whole command
    let names: Vec<String> = root.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    match root.find_subcommand_mut(topic) {
        Some(command) => output::print(&command.render_long_help().to_string()),
        None => {
            let known = names.iter().map(String::as_str).chain([SCENE]);
            let hint = match carom_scene::closest(topic, known) {
                Some(close) => format!("did you mean `{close}`?"),
                None => format!("expected {SCENE}, {}", names.join(", ")),
            };
            Err(Failure::bad_input(format!("there is no help on `{topic}`: {hint}")))
        }
    }
}
