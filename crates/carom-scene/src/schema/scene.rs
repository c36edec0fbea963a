//! The schema of scene files, from the table of keys.

use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use crate::keys::{FILES, File, Key, Kind, Need, Range, TableKeys};

/// The schema of scene files, recovery files and fit files.
#[must_use]
pub fn of_scenes() -> String {
    let mut definitions = Map::new();
    for file in FILES {
        for table in file.tables {
            definitions.insert(definition_name(file, table), table_schema(file, table));
        }
    }
    let root = |name: &str| {
        let file = FILES.iter().find(|file| file.name == name);
        file.map_or(Value::Bool(false), |file| reference(file, file.root))
    };
    let has = |key: &str| json!({ "required": [key] });
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Carom scene",
        "description": "A scene file of Carom, as JSON: one impact, a world in motion, the track of a ball, or a fit.",
        "if": has("world"),
        "then": root("world"),
        "else": {
            "if": has("recovery"),
            "then": root("recovery"),
            "else": { "if": has("fit"), "then": root("fit"), "else": root("impact") },
        },
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}

fn definition_name(file: &File, table: &TableKeys) -> String {
    format!("{} {}", file.name, table.heading)
}

fn reference(file: &File, table: &TableKeys) -> Value {
    // In a JSON pointer, what a URI does not take is escaped.
    let name = definition_name(file, table).replace(' ', "%20").replace('[', "%5B").replace(']', "%5D");
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn table_schema(file: &File, table: &TableKeys) -> Value {
    let properties: Map<String, Value> =
        table.keys.iter().map(|key| (key.name.to_owned(), key_schema(file, key))).collect();
    let required: Vec<&str> =
        table.keys.iter().filter(|key| key.need == Need::Required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "description": table.about,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn key_schema(file: &File, key: &Key) -> Value {
    let mut schema = kind_schema(file, key, &key.kind);
    if let Value::Object(fields) = &mut schema {
        fields.insert("description".to_owned(), Value::String(description(key)));
        if let Need::Default(value) = key.need
            && let Some(value) = value_of(&format!("{} = {value}", key.name), key.name)
        {
            fields.insert("default".to_owned(), value);
        }
        if let Some(example) = value_of(key.example, key.name) {
            fields.insert("examples".to_owned(), json!([example]));
        }
    }
    schema
}

fn description(key: &Key) -> String {
    let unit = key.unit();
    let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
    let without = match key.need {
        Need::Required | Need::Default(_) | Need::Otherwise("") => String::new(),
        Need::Otherwise(words) => format!(" Without it: {words}."),
    };
    format!("{}{unit}.{without}", key.meaning)
}

fn kind_schema(file: &File, key: &Key, kind: &Kind) -> Value {
    match kind {
        Kind::Text => json!({ "type": "string" }),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Count => json!({ "type": "integer", "minimum": 0 }),
        Kind::Number { .. } => number_schema(key, 0, key.range),
        // The range of a vector is that of its length.
        Kind::Numbers(count) => {
            let items: Vec<Value> = (0..*count).map(|place| number_schema(key, place, Range::Any)).collect();
            json!({ "type": "array", "prefixItems": items, "minItems": count, "maxItems": count })
        }
        Kind::NumberList { .. } => json!({ "type": "array", "items": number_schema(key, 0, key.range) }),
        Kind::Texts(count) => {
            json!({ "type": "array", "items": { "type": "string" }, "minItems": count, "maxItems": count })
        }
        Kind::Rows(count) => {
            let items: Vec<Value> = (0..*count).map(|place| number_schema(key, place, Range::Any)).collect();
            let row = json!({ "type": "array", "prefixItems": items, "minItems": count, "maxItems": count });
            json!({ "type": "array", "items": row })
        }
        Kind::SquareMatrix => {
            let row = json!({ "type": "array", "items": number_schema(key, 0, Range::Any) });
            json!({ "type": "array", "items": row, "minItems": 1 })
        }
        Kind::Table(table) => json!({ "allOf": [reference(file, table)] }),
        Kind::Tables(table) => json!({ "type": "array", "items": item(file, table) }),
        Kind::Scene => json!({ "type": "object" }),
        Kind::OneOf(kinds) => {
            let kinds: Vec<Value> = kinds.iter().map(|kind| kind_schema(file, key, kind)).collect();
            json!({ "anyOf": kinds })
        }
    }
}

/// What an array of tables holds: also what a table of that name is in other circumstances, as the contacts of a mechanism.
fn item(file: &File, table: &TableKeys) -> Value {
    let alike = file.tables.iter().filter(|other| other.heading.starts_with(table.heading));
    match alike.map(|other| reference(file, other)).collect::<Vec<_>>() {
        several if several.len() > 1 => json!({ "anyOf": several }),
        _ => reference(file, table),
    }
}

/// A number, or a string with a unit if the number at this place has one.
fn number_schema(key: &Key, place: usize, range: Range) -> Value {
    let mut number = json!({ "type": "number" });
    if let Value::Object(fields) = &mut number {
        let mut bound = |name: &str, value: f64| {
            if value.is_finite() {
                fields.insert(name.to_owned(), json!(value));
            }
        };
        match range {
            Range::Any => {}
            Range::Sizes { most, .. } | Range::NoneOr { most, .. } => {
                bound("minimum", -most);
                bound("maximum", most);
            }
            Range::Values { least, most } => {
                bound("minimum", least);
                bound("maximum", most);
            }
            Range::Above(least) => bound("exclusiveMinimum", least),
        }
    }
    if key.quantity(place).units.is_empty() {
        return number;
    }
    json!({ "anyOf": [number, { "type": "string", "description": "a number with its unit, such as \"5 mm\"" }] })
}

/// The value of a key in a piece of a scene file.
fn value_of(text: &str, key: &str) -> Option<Value> {
    let Value::Object(mut root) = as_json(text)? else { return None };
    root.remove(key)
}

/// A scene file as JSON, as the schema sees it; none if it is not TOML. What JSON has no number for, `inf` and `nan`, becomes the largest
/// number.
#[must_use]
pub fn as_json(text: &str) -> Option<Value> {
    let root = DeTable::parse(text).ok()?;
    Some(table_as_json(root.get_ref()))
}

fn table_as_json(table: &DeTable) -> Value {
    let entries =
        table.iter().map(|(key, value)| (key.get_ref().to_string(), value_as_json(value.get_ref())));
    Value::Object(entries.collect())
}

fn value_as_json(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).map_or(Value::Null, Value::from)
        }
        DeValue::Float(float) => {
            let number = float.as_str().parse().unwrap_or(f64::MAX);
            Value::from(if f64::is_finite(number) { number } else { f64::MAX })
        }
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(items) => items.iter().map(|item| value_as_json(item.get_ref())).collect(),
        DeValue::Table(table) => table_as_json(table),
    }
}
