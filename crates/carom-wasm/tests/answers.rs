//! The functions of the page, called natively: every shipped scene has a view, figures and a document, and mistakes are told.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files = |folder: PathBuf| {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).collect::<Vec<_>>()
    };
    let mut all = files(folder.clone());
    all.extend(files(folder.join("motion")));
    all.sort();
    assert!(all.len() > 50, "where are the scenes?");
    all
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// The view of a scene with the numbers of its columns in place.
fn view_of(scene: &[u8]) -> Value {
    let bytes = carom_wasm::view(scene, b"50").unwrap();
    let (length, rest) = bytes.split_first_chunk::<8>().unwrap();
    let (text, numbers) = rest.split_at(u64::from_le_bytes(*length) as usize);
    assert_eq!(text.len() % 8, 0, "numbers begin where they can be read");
    let (numbers, []) = numbers.as_chunks::<8>() else { panic!("numbers have eight bytes") };
    let mut view = json(text);
    let fill = |column: &mut Value| {
        let [first, count] = [0, 1].map(|i| column[i].as_u64().unwrap() as usize);
        *column = numbers[first..first + count].iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    };
    let Some(course) = view["course"].as_object_mut() else { return view };
    fill(&mut course["times"]);
    fill(&mut course["kinetic"]);
    for part in ["contacts", "bodies"] {
        for entry in course[part].as_array_mut().unwrap() {
            let entry = entry.as_object_mut().unwrap();
            entry.iter_mut().filter(|(name, _)| *name != "modes").for_each(|(_, column)| fill(column));
        }
    }
    view
}

#[test]
fn every_scene_has_a_view_that_agrees_with_its_document() {
    for path in scenes() {
        let scene = read(&path);
        let view = view_of(&scene);
        let document = json(&carom_wasm::document(&scene).unwrap());
        assert_eq!(view["document"]["energy"], document["energy"], "{}", path.display());
        assert_eq!(view["document"]["events"], document["events"], "{}", path.display());
    }
}

#[test]
fn the_course_of_a_view_begins_before_the_impact_and_ends_with_its_outcome() {
    for path in scenes() {
        let view = view_of(&read(&path));
        let (Some(course), Some(bodies)) = (view["course"].as_object(), view["bodies"].as_array()) else {
            continue;
        };
        let samples = course["times"].as_array().unwrap().len();
        for (i, body) in bodies.iter().enumerate() {
            let velocity = course["bodies"][i]["velocity"].as_array().unwrap();
            assert_eq!(velocity.len(), 3 * samples, "{}", path.display());
            let after = &view["document"]["bodies"][body["name"].as_str().unwrap()]["velocity"];
            for axis in 0..3 {
                let [first, last] =
                    [&velocity[axis], &velocity[3 * (samples - 1) + axis]].map(|v| v.as_f64().unwrap());
                let [before, after] = [&body["velocity"][axis], &after[axis]].map(|v| v.as_f64().unwrap());
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
                assert!(close(first, before) && close(last, after), "{}: {first} {last}", path.display());
            }
        }
    }
}

#[test]
fn a_contact_is_in_an_active_phase_whenever_a_state_says_so() {
    for path in scenes() {
        let view = view_of(&read(&path));
        let Some(diagrams) = view["course"].get("diagrams") else { continue };
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let states = view["document"]["states"].as_array().unwrap();
        assert_eq!(diagrams["states"].as_array().unwrap().len(), states.len(), "{}", path.display());
        for (state, node) in states.iter().zip(diagrams["states"].as_array().unwrap()) {
            let time = state["time"].as_f64().unwrap();
            if let Some(nodes) = diagrams["transitions"].get("nodes") {
                assert_eq!(nodes[number(node)]["active"], state["active"], "{}", path.display());
            }
            for (contact, course) in diagrams["courses"].as_array().unwrap().iter().enumerate() {
                let entered = course.as_array().unwrap().iter().rev();
                let now = entered.into_iter().find(|entry| entry[0].as_f64().unwrap() <= time).unwrap();
                let acts = diagrams["phases"]["nodes"][number(&now[1])]["last"] == false;
                let listed =
                    state["active"].as_array().unwrap().iter().any(|active| number(active) == contact);
                assert_eq!(acts, listed, "{}: contact {contact} at {time} s", path.display());
            }
        }
    }
}

#[test]
fn a_spring_is_compressed_while_its_bodies_approach_and_restitutes_while_they_part() {
    for path in scenes() {
        let view = view_of(&read(&path));
        let Some(diagrams) = view["course"].get("diagrams") else { continue };
        let times = view["course"]["times"].as_array().unwrap();
        for (contact, course) in diagrams["courses"].as_array().unwrap().iter().enumerate() {
            let own = &view["course"]["contacts"][contact];
            // Inside a phase, away from its ends, where rounding decides.
            for phase in course.as_array().unwrap().windows(2) {
                let [start, end] = [&phase[0][0], &phase[1][0]].map(|time| time.as_f64().unwrap());
                let name =
                    diagrams["phases"]["nodes"][phase[0][1].as_u64().unwrap() as usize]["name"].as_str();
                let middle =
                    times.iter().position(|time| time.as_f64().unwrap() >= 0.5 * (start + end)).unwrap();
                if !(start..end).contains(&times[middle].as_f64().unwrap()) {
                    continue;
                }
                let velocity = own["velocity"][middle].as_f64().unwrap();
                match name {
                    Some("compressing") => assert!(velocity <= 1e-12, "{}: {velocity}", path.display()),
                    Some("restituting") => assert!(velocity >= -1e-12, "{}: {velocity}", path.display()),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn an_impact_of_a_world_is_a_scene_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion");
    let world = read(&folder.join("power-break.toml"));
    let events = json(&carom_wasm::document(&world).unwrap())["events"].clone();
    let number = events.as_array().unwrap().iter().position(|event| event["kind"] == "collides").unwrap();
    let scene = carom_wasm::impact_scene(&world, number.to_string().as_bytes()).unwrap();
    let impact = json(&carom_wasm::document(&scene).unwrap());
    let (seen, lost) = (&impact["energy"]["lost_in_restitution"], &events[number]["lost_in_restitution"]);
    let off = (seen.as_f64().unwrap() - lost.as_f64().unwrap()).abs();
    assert!(off <= 1e-9 * lost.as_f64().unwrap(), "{seen} {lost}");
    assert!(carom_wasm::impact_scene(&world, b"cue").is_ok());
    assert!(carom_wasm::impact_scene(&world, b"100000").is_err_and(|error| error.contains("no impact")));
    assert!(
        carom_wasm::impact_scene(&world, b"last").is_err_and(|error| error.contains("number of an event"))
    );
    assert!(carom_wasm::impact_scene(&scene, b"0").is_err_and(|error| error.contains("[world]")));
}

#[test]
fn keys_have_the_units_and_ranges_of_the_reader() {
    let answer = json(&carom_wasm::keys());
    let keys = &answer["files"];
    assert_eq!(answer["units"]["m"]["in"], 0.0254);
    assert_eq!(answer["units"]["degrees"]["rad"], 180.0 / std::f64::consts::PI);
    let body = &keys["impact"]["tables"]["[[body]]"];
    assert_eq!(body["mass"]["units"], serde_json::json!(["kg"]));
    assert_eq!(body["mass"]["least"], 0.0);
    assert_eq!(
        keys["impact"]["tables"][keys["impact"]["root"].as_str().unwrap()]["body"]["table"],
        "[[body]]"
    );
    assert_eq!(keys["world"]["tables"]["[cue]"]["aim"]["units"], serde_json::json!(["degrees"]));
}

#[test]
fn every_figure_offered_can_be_drawn() {
    for path in scenes() {
        let scene = read(&path);
        let names = String::from_utf8(carom_wasm::figures(&scene).unwrap()).unwrap();
        for name in names.lines() {
            let svg = carom_wasm::figure(&scene, name.as_bytes(), b"");
            assert!(svg.is_ok_and(|svg| svg.starts_with(b"<svg")), "{}: {name}", path.display());
        }
    }
}

#[test]
fn a_mistake_is_told_with_its_place_in_units_of_the_browser() {
    let scene = "title = \"𝛍\"\n[[body]]\nname = \"a\"\nmas = 1\n";
    let told = json(&carom_wasm::problems(scene.as_bytes()));
    let all = told["problems"].as_array().unwrap();
    let problem =
        all.iter().find(|problem| problem["message"].as_str().unwrap().contains("unknown key")).unwrap();
    let start = problem["start"].as_u64().unwrap() as usize;
    let units: Vec<u16> = scene.encode_utf16().collect();
    assert_eq!(String::from_utf16(&units[start..start + 3]).unwrap(), "mas");
    assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(4), Some(1)));
    assert!(told["text"].as_str().unwrap().contains("scene.toml:4"));
    assert!(carom_wasm::document(scene.as_bytes()).is_err_and(|error| error.contains("mas")));
}

#[test]
fn nonsense_is_refused_and_breaks_nothing() {
    for nonsense in [&b"\xff\xfe"[..], b"", b"[[[", b"[world]\ntable = 3", &[b'['; 3000]] {
        assert!(carom_wasm::document(nonsense).is_err());
        assert!(carom_wasm::view(nonsense, b"10").is_err());
        assert!(carom_wasm::compare(nonsense).is_err());
        assert!(!json(&carom_wasm::problems(nonsense))["problems"].as_array().unwrap().is_empty());
    }
    let scene = read(&scenes()[0]);
    assert!(carom_wasm::view(&scene, b"many").is_err_and(|error| error.contains("expected digits")));
    assert!(carom_wasm::figure(&scene, b"portrait", b"").is_err_and(|error| error.contains("portrait")));
}

#[test]
fn derivatives_have_a_name_for_every_row_and_column_and_worlds_have_none() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let found =
        json(&carom_wasm::derivatives(&read(&scenes.join("ball-ball-table-plastic.toml"))).expect("springs"));
    let [rows, columns, matrix] =
        ["rows", "columns", "matrix"].map(|key| found[key].as_array().expect(key).len());
    assert_eq!(matrix, rows);
    assert_eq!(found["matrix"][0].as_array().expect("a row").len(), columns);
    // All velocities scale with the only one there is before: one per cent more gives one per cent more.
    let strongest = found["strongest"].as_array().expect("a list");
    let by_speed = strongest.iter().find(|entry| entry["by"] == "upper.velocity.z").expect("the speed");
    assert!((by_speed["percent"].as_f64().expect("a number").abs() - 1.0).abs() < 1e-9, "{by_speed}");
    let refused = carom_wasm::derivatives(&read(&scenes.join("motion/cradle.toml"))).expect_err("a world");
    assert!(refused.contains("a world in motion"), "{refused}");
}
