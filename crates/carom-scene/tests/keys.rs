//! The table of keys against the reader: every example is read, every word that is listed is known, every range is the one that holds,
//! and every default that is written down changes nothing.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};

use carom_scene::keys::{self, File, Key, Kind, Need, Range, TableKeys};
use carom_scene::{FitFile, Loaded, Problem, RecoveryFile, Report, WorldReport, load};

/// A file around lines of one table: what stands before them, lines that the table needs, and what follows.
struct Host {
    before: &'static str,
    needed: &'static [&'static str],
    after: String,
}

const TWO_BODIES: &str = "[[body]]\nname = \"ball\"\nmass = 1\nshape = { sphere = { radius = 0.5 } }\nposition = [0, 0, 0.5]\n\
    velocity = [0.1, 0, -1]\n[[body]]\nname = \"floor\"\nfixed = true\nshape = { plane = {} }\n";
const ONE_BALL: &str = "[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [-0.6, 0]\n";
const FALLING: &str = "[world]\nuntil = 0.5\n[[body]]\nname = \"ball\"\nmass = 1\nshape = { sphere = { radius = 0.5 } }\nposition = [0, 0, 1]\n";

fn host(file: &File, table: &TableKeys, key: &Key) -> Host {
    let host = |before, needed, after: &str| Host { before, needed, after: after.to_owned() };
    match (file.name, table.heading) {
        ("impact", "[model]") => host("[model]\n", &[], TWO_BODIES),
        ("impact", "[[body]]") if key.name == "angular_velocity" => host(
            "[[body]]\n",
            &[
                "name = \"other\"",
                "mass = 1",
                "position = [0, 0, 5]",
                "shape = { sphere = { radius = 0.5 } }",
            ],
            TWO_BODIES,
        ),
        ("impact", "[[body]]") => {
            host("[[body]]\n", &["name = \"other\"", "mass = 1", "position = [0, 0, 5]"], TWO_BODIES)
        }
        ("impact", "weights") if key.name == "permissible-region" => host(
            "[model]\nmethod = \"composite\"\npolar = [0, 0, 0.5]\nweights = { ",
            &["routh = 1"],
            &format!(" }}\n{TWO_BODIES}"),
        ),
        ("impact", "weights") => host(
            "[model]\nmethod = \"composite\"\nweights = { ",
            &["routh = 1"],
            &format!(" }}\n{TWO_BODIES}"),
        ),
        (_, "hinge") => host(
            "[[body]]\nname = \"rod\"\nmass = 1\nposition = [1, 0, 0]\nhinge = { ",
            &["axis = [0, 1, 0]", "pivot = [0, 0, 0]"],
            " }\n",
        ),
        (_, "shape") => host("[[body]]\nname = \"b\"\nmass = 1\nshape = { ", &[], " }\n"),
        (_, "sphere") => {
            host("body = [{ name = \"b\", mass = 1, shape = { sphere = { ", &["radius = 1"], " } } }]\n")
        }
        (_, "cylinder") => host(
            "body = [{ name = \"b\", mass = 1, shape = { cylinder = { ",
            &["radius = 1", "height = 1"],
            " } } }]\n",
        ),
        (_, "cone") => host(
            "body = [{ name = \"b\", mass = 1, shape = { cone = { ",
            &["radius = 1", "height = 1"],
            " } } }]\n",
        ),
        (_, "capsule") => host(
            "body = [{ name = \"b\", mass = 1, shape = { capsule = { ",
            &["radius = 1", "height = 1"],
            " } } }]\n",
        ),
        (_, "box") => {
            host("body = [{ name = \"b\", mass = 1, shape = { box = { ", &["size = [1, 1, 1]"], " } } }]\n")
        }
        (_, "plane") => host("body = [{ name = \"b\", fixed = true, shape = { plane = { ", &[], " } } }]\n"),
        (_, "compound") => {
            host("body = [{ name = \"b\", mass = 1, shape = { compound = { ", &[], " } } }]\n")
        }
        (_, "a part of a compound") => host(
            "body = [{ name = \"b\", mass = 1, shape = { compound = { parts = [{ ",
            &["shape = { sphere = { radius = 1 } }"],
            " }] } } }]\n",
        ),
        ("impact", "material") => host(
            "[[body]]\nname = \"other\"\nmass = 1\nposition = [0, 0, 5]\n[body.material]\n",
            &["youngs_modulus = 1e9", "poisson_ratio = 0.3"],
            TWO_BODIES,
        ),
        ("impact", "restitution_law") => host(
            "[contact_defaults.restitution_law]\n",
            &["law = \"tsuji\"", "damping = 0.1", "stiffness = 1e6", "slope = 1", "yield_speed = 0.1"],
            TWO_BODIES,
        ),
        ("impact", "[[contact]]") if key.name == "curvature_radius" => host(
            "[[contact]]\n",
            &["between = [\"ball\", \"floor\"]"],
            &TWO_BODIES.replace("name =", "material = \"steel\"\nname ="),
        ),
        ("impact", "[[contact]]") => host(
            "[model]\nseparation = \"tracked\"\n[[contact]]\n",
            &["between = [\"ball\", \"floor\"]"],
            TWO_BODIES,
        ),
        ("impact", "[[joint]]") => host(
            "[[joint]]\n",
            &["between = [\"ball\", \"floor\"]", "kind = \"ball\"", "point = [0, 0, 0]"],
            "[[body]]\nname = \"ball\"\nmass = 1\n[[body]]\nname = \"floor\"\nfixed = true\n\
             [[body]]\nname = \"upper arm\"\nmass = 1\n[[body]]\nname = \"lower arm\"\nmass = 1\n",
        ),
        ("impact", "[contact_defaults]") => {
            host("[model]\nseparation = \"tracked\"\n[contact_defaults]\n", &[], TWO_BODIES)
        }
        ("impact", "[mechanism]") => host("[mechanism]\n", &[], "[[contact]]\nnormal_velocity = -1\n"),
        ("impact", "[[contact]] of a mechanism") => host(
            "[mechanism]\nmatrix = [[2, 0, 0], [0, 2, 0], [0, 0, 2]]\n[model]\nseparation = \"tracked\"\n[[contact]]\n",
            &["velocity = [0.1, 0, -1]"],
            "",
        ),
        ("world", "[world]") => host("[world]\n", &[], "[[ball]]\nname = \"cue\"\nposition = [0, 0]\n"),
        ("world", "[[ball]]") => {
            host("[world]\ntable = \"pool\"\n[[ball]]\n", &["name = \"cue\"", "position = [-0.6, 0]"], "")
        }
        ("world", "[balls]") => host("[balls]\n", &[], ONE_BALL),
        ("world", "material") => {
            host("[balls.material]\n", &["youngs_modulus = 1e9", "poisson_ratio = 0.3"], ONE_BALL)
        }
        ("world", "[cushion]") => host("[cushion]\n", &[], ONE_BALL),
        ("world", "[cloth]") => host("[cloth]\n", &[], ONE_BALL),
        ("world", "[bed]") => host("[bed]\n", &[], ONE_BALL),
        ("world", "[rack]") => host("[rack]\n", &["shape = \"9-ball\""], ONE_BALL),
        ("world", "[cue]") => host("[cue]\n", &["speed = 1"], ONE_BALL),
        ("world", "[cradle]") => host(
            "[world]\nuntil = 1\n[cradle]\n",
            &["balls = 5", "mass = 0.1", "radius = 0.01", "length = 0.2", "angle = 10"],
            "",
        ),
        ("world", "[[body]] of a world") => {
            host("[world]\nuntil = 0.1\n[[body]]\n", &["name = \"b\"", "mass = 1"], "")
        }
        ("world", "[floor]") => host("[floor]\n", &[], FALLING),
        ("world", "[contact_defaults] of a world") => host("[contact_defaults]\n", &[], FALLING),
        ("world", "[model] of a world") => host("[model]\n", &[], FALLING),
        ("recovery", "[recovery]") => host("[recovery]\n", &[], ""),
        ("recovery", "a sought coefficient") => {
            host("[recovery]\nball = \"pool\"\nsliding_friction = { ", &[], " }\n")
        }
        ("fit", "[fit]") => host("scene = \"s.toml\"\n[fit]\n", &[], ""),
        ("fit", "[[parameter]]") => {
            host("scene = \"s.toml\"\n[fit]\n[[parameter]]\n", &["at = \"contact.0.restitution\""], "")
        }
        ("fit", "[[column]]") => host("scene = \"s.toml\"\n[fit]\n[[column]]\n", &["name = \"v\""], ""),
        ("fit", "[[outline]]") => {
            let needed: &[_] = match key.name {
                "box" | "corners" => &["angle = \"theta\""], // instead of the ellipsoid
                _ => &["angle = \"theta\"", "ellipsoid = [0.035, 0.025, 0]"],
            };
            host("scene = \"s.toml\"\n[fit]\n[[outline]]\n", needed, "")
        }
        ("fit", "[[track]]") => host("scene = \"s.toml\"\n[fit]\n[[track]]\n", &["ball = \"cue\""], ""),
        ("fit", "the fit") => host("", &[], ""),
        ("impact", "the scene") => host("", &[], ""),
        ("world", "the world") => match key.name {
            "title" => host("", &[], "[world]\n"),
            "world" => host("", &[], ""),
            "cradle" | "body" | "floor" | "contact_defaults" | "model" => {
                host("[world]\nuntil = 1\n", &[], "")
            }
            _ => host("[world]\ntable = \"pool\"\n", &[], ""),
        },
        ("recovery", "the recovery") => host("", &[], ""),
        (file, table) => panic!("{table} of {file} needs a host: a file around it that makes sense"),
    }
}

fn is_inline(host: &Host) -> bool {
    host.before.ends_with("{ ")
}

/// A file with these lines in a table, and where they stand in it. Needed lines that they replace are left out.
fn file_with(host: &Host, lines: &str) -> (String, std::ops::Range<usize>) {
    let given: Vec<&str> = lines.lines().filter_map(|line| line.split(" = ").next()).collect();
    let needed = host.needed.iter().filter(|line| !given.contains(&line.split(" = ").next().unwrap()));
    let separator = if is_inline(host) { ", " } else { "\n" };
    let mut text = host.before.to_owned();
    for line in needed {
        text.push_str(line);
        text.push_str(separator);
    }
    let start = text.len();
    text.push_str(lines);
    let end = text.len();
    text.push_str(if is_inline(host) { "" } else { "\n" });
    text.push_str(&host.after);
    (text, start..end)
}

fn problems(file: &File, text: &str) -> Vec<Problem> {
    match file.name {
        "recovery" => RecoveryFile::parse(text).err().unwrap_or_default(),
        "fit" => FitFile::parse(text).err().unwrap_or_default(),
        _ => load(text).err().unwrap_or_default(),
    }
}

/// What is wrong within a part of the file.
fn problems_within(file: &File, (text, place): &(String, std::ops::Range<usize>)) -> Vec<String> {
    let within = |problem: &&Problem| place.contains(&problem.span.start);
    problems(file, text).iter().filter(within).map(|problem| problem.message.clone()).collect()
}

fn every_key() -> impl Iterator<Item = (&'static File, &'static TableKeys, &'static Key)> {
    let tables = keys::FILES.iter().flat_map(|file| file.tables.iter().map(move |table| (*file, *table)));
    tables.flat_map(|(file, table)| table.keys.iter().map(move |key| (file, table, key)))
}

#[test]
fn every_key_has_an_example_that_is_read() {
    let mut refused = Vec::new();
    for (file, table, key) in every_key() {
        assert!(key.example.contains(key.name), "{} of {} has no example", key.name, table.heading);
        let written = file_with(&host(file, table, key), key.example);
        let wrong = problems_within(file, &written);
        // Examples of whole tables stand alone, without what else a file needs.
        let alone = std::ptr::eq(table, file.root);
        let missing = |message: &String| {
            ["is missing", "there is no b", "has no ", "nothing moves", "no two bodies"]
                .iter()
                .any(|part| message.contains(part))
        };
        if !wrong.iter().all(|message| alone && missing(message)) {
            refused.push(format!(
                "{}: {wrong:?}
{}",
                key.name, written.0
            ));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn every_word_that_is_listed_is_known() {
    for (file, table, key) in every_key() {
        for word in key.kind.choices() {
            let others: Vec<&str> = key.example.lines().filter(|line| !line.starts_with(key.name)).collect();
            let needs_routh = key.name == "restitution" && ["energetic", "poisson", "newton"].contains(word);
            if needs_routh && table.heading != "[model]" {
                continue; // A world is always simultaneous.
            }
            let method = if needs_routh { "method = \"routh\"\n" } else { "" };
            let lines = format!(
                "{}{method}{} = \"{word}\"",
                others.iter().map(|line| format!("{line}\n")).collect::<String>(),
                key.name
            );
            let written = file_with(&host(file, table, key), &lines);
            let unknown: Vec<String> = problems_within(file, &written)
                .into_iter()
                .filter(|message| message.contains("unknown") || message.contains("is a rule of"))
                .collect();
            assert!(unknown.is_empty(), "{} = {word}: {unknown:?}", key.name);
        }
    }
}

/// A number just beyond a range, and one just within, at either end that is finite.
fn ends(range: Range) -> Vec<(f64, f64)> {
    /// Far enough from an end to be another number when printed, near enough to test it.
    const STEP: f64 = 1e-6;
    match range {
        Range::Any => Vec::new(),
        Range::Sizes { least, most } | Range::NoneOr { least, most } => {
            let lower = (least > 0.0).then_some((least * (1.0 - STEP), least));
            lower.into_iter().chain([(most * (1.0 + STEP), most)]).collect()
        }
        Range::Values { least, most } => {
            let upper = most.is_finite().then_some((most + STEP, most));
            upper.into_iter().chain([(least - STEP, least)]).collect()
        }
        Range::Above(bound) => vec![(bound, bound + STEP), (bound - STEP, bound + STEP)],
    }
}

#[test]
fn every_range_is_the_one_that_holds() {
    let mut tried = 0;
    for (file, table, key) in every_key() {
        let is_number = |kind: &Kind| matches!(kind, Kind::Number { .. });
        let scalar = match key.kind {
            Kind::OneOf(kinds) => kinds.iter().any(is_number),
            kind => is_number(&kind),
        };
        if !scalar {
            continue;
        }
        let others: String = key
            .example
            .lines()
            .filter(|line| !line.starts_with(key.name))
            .map(|line| format!("{line}\n"))
            .collect();
        for (outside, within) in ends(key.range) {
            let refused = |value: f64| {
                let (text, place) =
                    file_with(&host(file, table, key), &format!("{others}{} = {value:e}", key.name));
                // What the engine says of the whole impact counts too: of a compound it points at the part.
                problems(file, &text).iter().any(|problem| {
                    problem.span.start < place.end
                        && problem.span.end > place.start
                        && !problem.message.contains("missing")
                })
            };
            let what = format!("{} of {} in {}", key.name, table.heading, file.name);
            assert!(refused(outside), "{what}: {outside:e} is outside {:?}, but is taken", key.range);
            let depends = MEANING_DEPENDS.contains(&(table.heading, key.name));
            assert!(
                depends || !refused(within),
                "{what}: {within:e} is within {:?}, but is refused",
                key.range
            );
            tried += 1;
        }
    }
    assert!(tried > 100, "only {tried} ends of ranges were tried");
}

/// Numbers whose ends of range are refused for other reasons in the host: a ball of ten kilometres fits no table, a cue's tip at the rim of
/// the ball passes it by, weights may not all be zero, a cue does not come at no speed.
const MEANING_DEPENDS: [(&str, &str); 12] = [
    ("[[ball]]", "radius"),
    ("[balls]", "radius"),
    ("[balls]", "mass"),
    ("[cue]", "side"),
    ("[cue]", "height"),
    ("[cue]", "elevation"),
    ("[cue]", "end_mass"),
    ("[cue]", "mass"),
    ("[cradle]", "angle"),
    ("[cradle]", "radius"),
    ("[rack]", "gap"),
    ("weights", "routh"),
];

fn scenes() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut paths = [files(&root), files(&root.join("motion")), files(&root.join("recovery"))].concat();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
}

#[test]
fn no_shipped_scene_is_suspicious() {
    for path in scenes() {
        let text = std::fs::read_to_string(&path).unwrap();
        let warnings = match RecoveryFile::is_one(&text) {
            true => RecoveryFile::parse(&text).unwrap().warnings().to_vec(),
            false => load(&text).unwrap().warnings().to_vec(),
        };
        assert!(warnings.is_empty(), "{}: {warnings:?}", path.display());
    }
}

/// The document of a file.
fn document(text: &str) -> Result<String, Vec<Problem>> {
    Ok(match load(text)? {
        Loaded::Impact(scene) => Report::new(&scene, &scene.solve()).json(),
        Loaded::World(scene) => WorldReport::new(&scene, &scene.run()).json(None),
    })
}

/// Hosts with every table, in which each default can be written down.
const WORLD_OF_DEFAULTS: &str = "[world]\ntable = \"pool\"\n[balls]\n[cushion]\n[cloth]\n[bed]\n[[ball]]\nname = \"cue\"\nposition = [-0.6, 0]\n\
    [[ball]]\nname = \"red\"\nposition = [0, 0.02]\n[cue]\nspeed = 3\nelevation = 10\nside = 0.2\nheight = 0.1\n";

#[test]
fn a_default_that_is_written_down_changes_nothing() {
    let cases: [(&str, &str, &str); 3] = [
        ("impact", "", TWO_BODIES),
        ("world", "", WORLD_OF_DEFAULTS),
        (
            "world",
            "",
            "[world]\nuntil = 2\n[cradle]\nballs = 4\nmass = 0.1\nradius = 0.01\nlength = 0.2\nangle = 10\n",
        ),
    ];
    let mut tried = 0;
    for (file, _, text) in cases {
        let file = keys::FILES.iter().find(|known| known.name == file).unwrap();
        let plain = document(text).unwrap();
        for table in file.tables.iter().filter(|table| text.contains(&format!("{}\n", table.heading))) {
            let heading = format!("{}\n", table.heading);
            let body = text.split(&heading).nth(1).unwrap().split("\n[").next().unwrap();
            for key in table.keys {
                let Need::Default(value) = key.need else { continue };
                // Friction that is written without a compliance is rigid, whatever the default is.
                let is_rigid = key.name == "friction" && !body.contains("compliance =");
                if body.contains(&format!("{} =", key.name)) || is_rigid {
                    continue;
                }
                let written = text.replacen(&heading, &format!("{heading}{} = {value}\n", key.name), 1);
                let with = document(&written).unwrap_or_else(|wrong| panic!("{}: {wrong:?}", key.name));
                assert_eq!(with, plain, "{} = {value} in {}", key.name, table.heading);
                tried += 1;
            }
        }
    }
    assert!(tried > 25, "only {tried} defaults were tried");
}
