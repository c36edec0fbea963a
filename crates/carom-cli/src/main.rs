//! The `carom` command: parses arguments, calls the libraries, prints.
//!
//! Exit status: 0 solved, 1 could not be solved, 2 bad input.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod animate;
mod arguments;
mod choices;
mod compare;
mod examples;
mod failure;
mod figure;
mod fit;
mod help;
mod input;
mod motion;
mod output;
mod picture;
mod plot;
mod progress;
mod recover;
mod reproduce;
mod run;
mod samples;
mod schema;
mod shell;
mod shot;
mod stage;
mod studio;
mod sweep;
mod table;

use std::process::ExitCode;

use arguments::{Arguments, Command};
use clap::Parser;

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run(options) => run::run(&options),
        Command::Check { scene } => run::check(&scene),
        Command::Plot(options) => plot::plot(&options),
        Command::Animate(options) => animate::animate(&options),
        Command::Compare(options) => compare::compare(&options),
        Command::Reproduce(options) => reproduce::reproduce(&options),
        Command::Shot(options) => shot::shot(&options),
        Command::Recover(options) => recover::recover(&options),
        Command::Fit(options) => fit::fit(&options),
        Command::Sweep(options) => sweep::sweep(&options),
        Command::Examples(options) => examples::list(&options),
        Command::Init(options) => examples::init(&options),
        Command::Schema { of } => schema::print(of),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { folder } => shell::man(folder.as_deref()),
        Command::Help(options) => help::help(&options),
        Command::Studio(options) => studio::studio(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.status()
        }
    }
}
