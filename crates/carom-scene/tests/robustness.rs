//! No scene text, however mangled, makes the reader, the engine or the reports panic, and no document holds anything
//! but finite numbers.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use carom::{Body, Contact, ContactProblem, Impact, NormalLaw, TangentialLaw};
use carom_scene::{Method, Report, Scene, TextOptions, diagnostics};
use proptest::prelude::*;

/// Scenes that between them use every key.
const SCENES: [&str; 14] = [
    include_str!("../../../scenes/ball-ball-table-elastic.toml"),
    include_str!("../../../scenes/ball-ball-table-plastic.toml"),
    include_str!("../../../scenes/bouncing-ball.toml"),
    include_str!("../../../scenes/cradle-3.toml"),
    include_str!("../../../scenes/cue-on-ball.toml"),
    include_str!("../../../scenes/masse-shot.toml"),
    include_str!("../../../scenes/mechanism.toml"),
    include_str!("../../../scenes/mechanism-friction.toml"),
    include_str!("../../../scenes/pendulum.toml"),
    include_str!("../../../scenes/rack-with-gaps.toml"),
    include_str!("../../../scenes/routh-cue-shot.toml"),
    include_str!("../../../scenes/routh-rod.toml"),
    ROUTH_MECHANISM,
    include_str!("everything.toml"),
];

/// A mechanism in space under Routh's law: its slip turns.
const ROUTH_MECHANISM: &str = "[model]
method = \"routh\"
restitution = \"newton\"
[mechanism]
matrix = [[3, 1, 1.2], [1, 2, -0.7], [1.2, -0.7, 1.5]]
[[contact]]
velocity = [-1, 2, -1]
restitution = 0.5
friction = 0.4
";

/// Words with which scenes are mangled: keys in the wrong place, numbers at the edge, broken syntax.
const WORDS: [&str; 55] = [
    "0",
    "-1",
    "1e308",
    "1e-308",
    "-0.0",
    "inf",
    "-inf",
    "nan",
    "0x10",
    "1e9",
    "1e-9",
    "1e99",
    "1e-99",
    "1e20",
    "1e-20",
    "0.5",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "\"",
    "'",
    "\n",
    "[[body]]",
    "[[contact]]",
    "[model]",
    "[mechanism]",
    "[contact_defaults]",
    "true",
    "[]",
    "{}",
    "name",
    "mass = 1",
    "shape",
    "sphere",
    "plane",
    "\"table\"",
    "restitution = 0",
    "stiffness = inf",
    "gap = 0.1",
    "friction = 0.3",
    "compliance = 2",
    "velocity",
    "restitution = \"mono-stiffness\"",
    "separation = \"tracked\"",
    "method = \"routh\"",
    "restitution = \"poisson\"",
    "restitution = \"newton\"",
    "point = [0, 0, 0]",
    "normal = [0, 0, 1]",
    "é",
    "\u{1f3b1}",
    "\r\n",
];

#[derive(Debug, Clone)]
enum Mutation {
    Delete { at: usize, length: usize },
    Insert { at: usize, word: &'static str },
    ReplaceNumber { which: usize, word: &'static str },
    RepeatLine { which: usize },
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let word = || prop::sample::select(&WORDS[..]);
    let number = || prop::sample::select(&WORDS[..16]);
    prop_oneof![
        (any::<usize>(), 1..30_usize).prop_map(|(at, length)| Mutation::Delete { at, length }),
        (any::<usize>(), word()).prop_map(|(at, word)| Mutation::Insert { at, word }),
        (any::<usize>(), number()).prop_map(|(which, word)| Mutation::ReplaceNumber { which, word }),
        any::<usize>().prop_map(|which| Mutation::RepeatLine { which }),
    ]
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where the numbers of the text begin and end.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let is_part = |c: char| c.is_ascii_digit() || "+-.e".contains(c);
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match start {
            None if c.is_ascii_digit() || c == '-' => start = Some(at),
            Some(from) if !is_part(c) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn apply(text: &mut String, mutation: &Mutation) {
    match *mutation {
        Mutation::Delete { at, length } => {
            let from = boundary(text, at);
            let to = boundary(text, (from + length).min(text.len()));
            text.replace_range(from.min(to)..to.max(from), "");
        }
        Mutation::Insert { at, word } => text.insert_str(boundary(text, at), word),
        Mutation::ReplaceNumber { which, word } => {
            let found = numbers(text);
            if let Some(&(from, to)) = found.get(which % found.len().max(1)) {
                text.replace_range(from..to, word);
            }
        }
        Mutation::RepeatLine { which } => {
            let lines: Vec<&str> = text.lines().collect();
            if let Some(line) = lines.get(which % lines.len().max(1)) {
                *text = format!("{text}\n{line}\n");
            }
        }
    }
}

/// Whether masses, lever arms, stiffnesses or forces are so unequal that solving takes more than an instant. What becomes of
/// such scenes is for the engine's own tests.
fn is_stiff(scene: &Scene) -> bool {
    const UNEQUAL: f64 = 1e4;
    let problem = scene.contact_problem();
    let squared_frequency =
        |(i, law): (usize, &NormalLaw)| law.stiffness.value() * problem.coupling().diagonal(i);
    let normal = problem.contacts().iter().enumerate().map(squared_frequency);
    let squared_frequencies = normal.chain(tangential_frequencies(problem)).collect();
    let bodies = scene.impact().map_or(&[][..], Impact::bodies);
    let masses = bodies.iter().map(Body::mass).collect();
    let levers = scene.impact().map_or_else(Vec::new, lever_ratios);
    let friction =
        problem.tangential_laws().iter().map(|law| law.coefficient().max(1.0)).chain([1.0]).collect();
    [squared_frequencies, masses, levers, friction].iter().any(|numbers| spread(numbers) > UNEQUAL)
}

/// Squared frequencies of the tangential springs; of rigid friction as if they were as stiff as the normal one.
fn tangential_frequencies(problem: &ContactProblem) -> Vec<f64> {
    let squared_frequency = |(i, law): (usize, &TangentialLaw)| {
        let compliance = match law {
            TangentialLaw::Compliant { compliance, .. } => compliance.value(),
            TangentialLaw::Rigid { .. } => 1.0,
            TangentialLaw::Frictionless => return None,
        };
        let (_, own) = problem.coupling().block_row(i).find(|&(j, _)| j == i)?;
        let stiffness = problem.contacts()[i].stiffness.value() / compliance;
        Some(stiffness * own[(0, 0)].max(own[(1, 1)]))
    };
    problem.tangential_laws().iter().enumerate().filter_map(squared_frequency).collect()
}

/// How much more a unit impulse moves each contact than the bodies' centres, and 1 for comparison.
fn lever_ratios(impact: &Impact) -> Vec<f64> {
    let ratio = |(i, contact): (usize, &Contact)| {
        let centres: f64 = contact.bodies().map(|body| 1.0 / impact.bodies()[body].mass()).iter().sum();
        impact.contact_problem().coupling().diagonal(i) / centres
    };
    impact.contacts().iter().enumerate().map(ratio).chain([1.0]).collect()
}

/// Largest over smallest of the finite numbers.
fn spread(numbers: &[f64]) -> f64 {
    let finite = || numbers.iter().copied().filter(|number| number.is_finite());
    finite().fold(0.0, f64::max) / finite().fold(f64::INFINITY, f64::min)
}

/// Everything that can be asked of a text, with what must hold of the answers.
fn survive(text: &str) {
    let scene = match Scene::parse(text) {
        Ok(scene) => scene,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason:\n{text}");
            let rendered = diagnostics::render(&problems, "scene.toml", text, true);
            assert!(rendered.contains("scene.toml"));
            return;
        }
    };
    if matches!(scene.method(), Method::Simultaneous) && is_stiff(&scene) {
        return;
    }
    let solved = scene.solve();
    let report = Report::new(&scene, &solved);
    let _ = report.text(TextOptions { all: true, colour: true });
    let json = report.json();
    let _: serde_json::Value = serde_json::from_str(&json).expect("valid JSON");
    assert!(solved.is_err() || !json.contains("null"), "not finite:\n{text}\n{json}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(2013), ..ProptestConfig::default() })]

    #[test]
    fn mangled_scenes_are_refused_or_solved(
        scene in prop::sample::select(&SCENES[..]),
        mutations in prop::collection::vec(mutation(), 1..6),
    ) {
        let mut text = scene.to_owned();
        mutations.iter().for_each(|mutation| apply(&mut text, mutation));
        survive(&text);
    }

    #[test]
    fn scenes_with_odd_numbers_are_refused_or_solved(
        scene in prop::sample::select(&SCENES[..]),
        numbers in prop::collection::vec((any::<usize>(), prop::sample::select(&WORDS[..16])), 1..4),
    ) {
        let mut text = scene.to_owned();
        for (which, word) in numbers {
            apply(&mut text, &Mutation::ReplaceNumber { which, word });
        }
        survive(&text);
    }

    #[test]
    fn any_text_is_refused_or_solved(text in "\\PC{0,200}") {
        survive(&text);
    }
}

#[test]
fn deeply_nested_text_is_refused_without_exhausting_the_stack() {
    survive(&format!("a = {}", "[".repeat(100_000)));
    survive(&format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)));
    survive(&format!("{} = 1", vec!["a"; 50_000].join(".")));
    survive(&format!("[{}]", vec!["body"; 50_000].join(".")));
    let header = format!("body{}", ".shape.compound.parts".repeat(5_000));
    survive(&format!("[[{header}]]\nshape = {{ sphere = {{ radius = 1 }} }}\n"));
    survive(&"[[body]]\n".repeat(20_000));
}
