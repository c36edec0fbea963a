//! The chapters of the reference, made from the command line, the table of keys, the schema and the list of scenes.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use carom::hertz::SOLIDS;
use carom_scene::{keys, schema};
use serde_json::Value;

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Every command with its help.
pub fn commands() -> String {
    let help = printed(&["--help"]);
    let mut page = format!(
        "# Commands\n\nWhat `--help` says of the command and of each of its subcommands. `carom man` has the same as manual pages, \
         `carom completions` teaches shells to complete it.\n\n## carom\n\n```text\n{help}```\n"
    );
    let (_, list) = help.split_once("Commands:\n").unwrap();
    for line in list.lines().take_while(|line| !line.is_empty()) {
        // Continued descriptions are indented further than names.
        let Some(name) = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) else { continue };
        let name = name.split_whitespace().next().unwrap();
        let _ = write!(page, "\n## carom {name}\n\n```text\n{}```\n", printed(&[name, "--help"]));
    }
    page
}

/// Every key of scene files.
pub fn scene() -> String {
    format!(
        "# Scene files\n\n{}\nThe same as a JSON schema: `carom schema scene`. On a terminal: `carom help scene`.\n",
        keys::page::markdown()
    )
}

/// Every solid that has a name, and the sources of its numbers as REFERENCES.bib has them.
pub fn materials() -> String {
    let mut page = String::from(
        "# Materials\n\nSolids that bodies may name as their `material`, with typical values at room temperature. Alloys differ by a few per cent, plastics and stones by \
         tens: where a result depends on them, measure yours and give it as `material = { youngs_modulus = \"210 GPa\", poisson_ratio = 0.29, density = 7850 }`. \
         `\"rigid\"` does not give at all. Yield strengths depend on the treatment more than on the material, so none has one; `thornton-ning` wants `yield_strength` or `yield_speed`. \
         Woods are left out, since they are a tenth as stiff across their grain as along it, and cemented carbides, whose moduli go from 530 to 700 GPa with their binder.\n\n\
         | name | E / GPa | ν | density / (kg/m³) | source |\n|---|---|---|---|---|\n",
    );
    for known in SOLIDS {
        let solid = known.solid;
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} |",
            known.name,
            solid.youngs_modulus / 1e9,
            solid.poisson_ratio,
            solid.density,
            known.source
        );
    }
    page.push_str("\nNames in brackets are those of `REFERENCES.bib`.\n");
    page
}

/// Every field of JSON documents.
pub fn document() -> String {
    let schema: Value = serde_json::from_str(schema::of_documents()).unwrap();
    let mut page = format!(
        "# JSON documents\n\n{}\nThe names are a contract with readers; fields are added, never renamed. `carom schema document` prints this as a JSON \
         schema.\n",
        schema["description"].as_str().unwrap()
    );
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        let _ = write!(page, "\n## {name}\n\n{}\n", definition["description"].as_str().unwrap());
        if definition["properties"].is_object() {
            page.push_str("\n| field | value | meaning |\n|---|---|---|\n");
            fields(&mut page, "", definition);
        }
    }
    page
}

fn fields(page: &mut String, before: &str, rules: &Value) {
    let required: Vec<&str> =
        rules["required"].as_array().map_or(vec![], |list| list.iter().filter_map(Value::as_str).collect());
    for (field, rules) in rules["properties"].as_object().unwrap() {
        let always = if required.contains(&field.as_str()) { "" } else { ", not always there" };
        let meaning = rules["description"].as_str().unwrap_or("");
        let (kind, meaning) = (format!("{}{always}", kind(rules)), meaning.replace('|', "\\|"));
        let _ = writeln!(page, "| `{before}{field}` | {kind} | {meaning} |");
        for inner in [rules, &rules["items"]] {
            if inner["properties"].is_object() {
                fields(page, &format!("{before}{field}."), inner);
            }
        }
    }
}

/// What a value is, in a few words.
fn kind(rules: &Value) -> String {
    if let Some(name) = rules["$ref"].as_str() {
        let name = name.trim_start_matches("#/$defs/");
        return format!("[{name}](#{name})");
    }
    if let Some(words) = rules["enum"].as_array() {
        return words
            .iter()
            .map(|word| format!("`{}`", word.as_str().unwrap()))
            .collect::<Vec<_>>()
            .join(", ");
    }
    if let Some(word) = rules["const"].as_str() {
        return format!("`{word}`");
    }
    if let Some(choices) = rules["anyOf"].as_array() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match rules["type"].as_str() {
        Some("array") if rules["items"].is_object() => format!("list of {}", kind(&rules["items"])),
        Some("array") => "list".to_owned(),
        Some("object") if rules["additionalProperties"].is_object() => {
            format!("object: name to {}", kind(&rules["additionalProperties"]))
        }
        Some("integer") => "whole number".to_owned(),
        Some(kind) => kind.to_owned(),
        None => "number or null".to_owned(),
    }
}

/// Every scene that is shipped.
pub fn scenes() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/README.md");
    std::fs::read_to_string(path).unwrap().replacen("# Scenes", "# Example scenes", 1)
}
