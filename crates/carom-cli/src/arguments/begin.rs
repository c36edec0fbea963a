//! What one begins with: help, scenes, the browser's page.

use std::path::PathBuf;

use clap::Args;

/// Options of `carom help`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom help scene           every key of every kind of scene file
  carom help scene contact   the keys of [[contact]] and [contact_defaults]")]
pub struct HelpOptions {
    /// A command, or `scene`.
    #[arg(value_name = "TOPIC")]
    pub topic: Option<String>,
    /// Of the scene file: which tables, by a part of their name.
    #[arg(value_name = "TABLE")]
    pub table: Option<String>,
}

/// Options of `carom examples`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  carom examples
  carom examples friction ball    those about both")]
pub struct ExamplesOptions {
    /// Only those whose name or description holds all these words.
    pub words: Vec<String>,
}

/// Options of `carom init`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit status: 0 written, 2 there is no such scene, or a file of that name is there already.

Examples:
  carom init cradle-5
  carom init motion/draw-shot -o shot.toml")]
pub struct InitOptions {
    /// Which scene, as `carom examples` calls it.
    pub name: String,
    /// File or folder to write to, or - for standard output; without it, a file of the scene's name here.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write over a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// Options of `carom studio`.
#[derive(Debug, Args)]
pub struct StudioOptions {
    /// Scene file (TOML) that the page opens with, read anew whenever the page is loaded; or - for standard input.
    pub scene: Option<PathBuf>,
    /// Write the page to this file instead, with the scene in it: one file that opens in any browser.
    #[arg(long, value_name = "FILE.html")]
    pub export: Option<PathBuf>,
    /// Port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = 0, conflicts_with = "export")]
    pub port: u16,
    /// Only say where the page is; open no browser.
    #[arg(long, conflicts_with = "export")]
    pub no_browser: bool,
}
