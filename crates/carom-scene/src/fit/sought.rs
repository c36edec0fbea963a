//! The scene within a fit file, as a text of its own, and what is "sought" in it.

use toml::de::{DeTable, DeValue};

/// The word that stands for a number that is sought.
const SOUGHT: &str = "sought";
/// A number that every key takes that can be sought: any restitution, friction, stiffness, compliance or speed.
const PLACEHOLDER: &str = "0.5";

/// The text of a scene file with these tables, and the paths of what is sought in it.
pub(super) fn extract(scene: &DeTable) -> (String, Vec<String>) {
    let mut sought = Vec::new();
    let mut text = String::new();
    for (key, value) in scene.iter() {
        let key = key.get_ref();
        text.push_str(&format!("{} = ", quoted(key)));
        write(&mut text, value.get_ref(), key, &mut sought);
        text.push('\n');
    }
    (text, sought)
}

/// Writes a value on one line; TOML that is read once does not need to be pretty.
fn write(text: &mut String, value: &DeValue, path: &str, sought: &mut Vec<String>) {
    match value {
        DeValue::String(word) if word == SOUGHT => {
            sought.push(path.to_owned());
            text.push_str(PLACEHOLDER);
        }
        DeValue::String(word) => text.push_str(&quoted(word)),
        DeValue::Integer(number) => text.push_str(number.as_str()),
        DeValue::Float(number) => text.push_str(number.as_str()),
        DeValue::Boolean(flag) => text.push_str(if *flag { "true" } else { "false" }),
        DeValue::Datetime(when) => text.push_str(&when.to_string()),
        DeValue::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { ", " });
                write(text, item.get_ref(), &format!("{path}.{}", called(item.get_ref(), place)), sought);
            }
            text.push(']');
        }
        DeValue::Table(table) => {
            text.push_str("{ ");
            for (place, (key, item)) in table.iter().enumerate() {
                let key = key.get_ref();
                text.push_str(if place == 0 { "" } else { ", " });
                text.push_str(&format!("{} = ", quoted(key)));
                write(text, item.get_ref(), &format!("{path}.{key}"), sought);
            }
            text.push_str(" }");
        }
    }
}

/// What a path calls an element of a list: its name if it has one, its axis if it is a number, else its place.
fn called(item: &DeValue, place: usize) -> String {
    let name = match item {
        DeValue::Table(table) => {
            table.get("name").and_then(|name| name.get_ref().as_str().map(str::to_owned))
        }
        DeValue::Array(_) => None,
        _ => ["x", "y", "z"].get(place).map(|axis| (*axis).to_owned()),
    };
    let is_plain = |name: &String| !name.contains(['.', '"', ',', '*']);
    name.filter(is_plain).unwrap_or_else(|| place.to_string())
}

/// A basic string.
fn quoted(text: &str) -> String {
    let escape = |c: char| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    #[test]
    fn a_scene_within_a_file_is_the_scene_of_its_own_file() {
        let file = "[[scene.body]]\nname = \"a \\\"b\\\"\"\nmass = 2_000e-3\nvelocity = [0, 0, -1]\n\
                    shape = { sphere = { radius = \"5 mm\" } }\nposition = [0, 0, 0.005]\n\
                    [[scene.body]]\nname = \"floor\"\nfixed = true\nshape = { plane = { normal = [0, 0, 1] } }\n\
                    [scene.contact_defaults]\nrestitution = \"sought\"\n";
        let root = DeTable::parse(file).expect("TOML");
        let DeValue::Table(scene) = root.get_ref()["scene"].get_ref() else { panic!("a table") };
        let (text, sought) = extract(scene);
        assert_eq!(sought, ["contact_defaults.restitution"]);
        let scene = load(&text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"));
        assert!(scene.columns().iter().any(|column| column.path == "bodies.a \"b\".velocity.z"));
    }
}
