//! `carom completions` and `carom man`: what shells and manual readers need, made from the command line itself.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::output;

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "carom", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page of the command, or writes one page for each command into a folder.
pub fn man(folder: Option<&Path>) -> Result<(), Failure> {
    let Some(folder) = folder else {
        return output::print(&page(Arguments::command())?);
    };
    let refuse =
        |error: std::io::Error| Failure::bad_input(format!("cannot make {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    output::write_file(&folder.join("carom.1"), page(Arguments::command())?.as_bytes())?;
    let mut count = 1;
    for command in Arguments::command().get_subcommands() {
        let name = format!("carom-{}", command.get_name());
        let called = format!("carom {}", command.get_name());
        let command = command.clone().display_name(name.clone()).bin_name(called);
        output::write_file(&folder.join(format!("{name}.1")), page(command)?.as_bytes())?;
        count += 1;
    }
    output::print(&format!("{}: {count} manual pages\n", folder.display()))
}

fn page(command: clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::unsolved(format!("cannot make the manual page: {error}")))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
