//! A scene file with holes where the parameters stand.

use carom_scene::keys;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use crate::error::SweepError;
use crate::path;
use crate::setting::Setting;

/// A scene file with one hole for each value that is to be filled in.
#[derive(Debug, Clone)]
pub struct Template {
    /// The text before, between and behind the holes.
    pieces: Vec<String>,
    /// Which setting fills each hole, in the order of the file.
    order: Vec<usize>,
    /// Keys and tables that the file did not have, each with its setting.
    created: Vec<(String, usize)>,
}

impl Template {
    /// A scene file with holes at these paths, such as `contact.0.friction`; a key that the file does not have is added to its table.
    ///
    /// # Errors
    /// Paths that are none, lead nowhere or collide.
    pub fn with_holes(text: &str, paths: &[String]) -> Result<Self, SweepError> {
        let setting = |path: &String| format!("{path}=0").parse();
        let settings = paths.iter().map(setting).collect::<Result<Vec<Setting>, _>>()?;
        Self::new(text, &settings)
    }

    /// Finds where the settings stand; a key that the file does not have is added to its table.
    pub(crate) fn new(text: &str, settings: &[Setting]) -> Result<Self, SweepError> {
        let mut document: DocumentMut = text.parse().map_err(|_| SweepError::Nowhere {
            path: settings.first().map_or_else(String::new, |setting| setting.path().to_owned()),
            why: "the scene file is not valid TOML".to_owned(),
        })?;
        let marks = marks(text, settings.len());
        let mut created = Vec::new();
        for (number, (setting, mark)) in settings.iter().zip(&marks).enumerate() {
            let mut hole = Hole { setting, mark, marks: &marks, created: Vec::new() };
            hole.in_table(document.as_table_mut(), &setting.parts)?;
            created.extend(hole.created.into_iter().map(|key| (key, number)));
        }
        Ok(Self::cut(&document.to_string(), &marks, created))
    }

    fn cut(text: &str, marks: &[String], created: Vec<(String, usize)>) -> Self {
        let quoted = |mark: &String| format!("\"{mark}\"");
        let mut places: Vec<(usize, usize)> =
            marks.iter().enumerate().filter_map(|(i, mark)| Some((text.find(&quoted(mark))?, i))).collect();
        places.sort_unstable();
        let (mut pieces, mut order, mut from) = (Vec::new(), Vec::new(), 0);
        for (at, i) in places {
            pieces.push(text[from..at].to_owned());
            order.push(i);
            from = at + quoted(&marks[i]).len();
        }
        pieces.push(text[from..].to_owned());
        Self { pieces, order, created }
    }

    /// The scene file with these values, as TOML, one for each hole.
    ///
    /// # Panics
    /// If there are fewer values than holes.
    #[must_use]
    pub fn filled(&self, values: &[String]) -> String {
        let mut text = self.pieces[0].clone();
        for (piece, &setting) in self.pieces[1..].iter().zip(&self.order) {
            text.push_str(&values[setting]);
            text.push_str(piece);
        }
        text
    }

    /// The setting that brought a key into the file, if one did.
    pub(crate) fn creator(&self, key: &str) -> Option<usize> {
        let key = key.trim_matches('"');
        self.created.iter().find(|(created, _)| created == key).map(|(_, setting)| *setting)
    }
}

/// One text for each hole that the scene file does not hold.
fn marks(text: &str, count: usize) -> Vec<String> {
    let mut stem = "hole".to_owned();
    while text.contains(&stem) {
        stem.push('-');
    }
    // Numbers of one width, so that none is the beginning of another.
    (0..count).map(|number| format!("{stem}{number:08}")).collect()
}

/// A hole on its way to its place.
struct Hole<'a> {
    setting: &'a Setting,
    mark: &'a str,
    /// Those of all holes.
    marks: &'a [String],
    created: Vec<String>,
}

impl Hole<'_> {
    fn in_table(&mut self, table: &mut dyn TableLike, path: &[String]) -> Result<(), SweepError> {
        let Some((key, rest)) = path.split_first() else {
            return Err(self.nowhere("it ends at a table, which has no value of its own".to_owned()));
        };
        if rest.is_empty() {
            return self.at_key(table, key);
        }
        if table.get(key).is_none() {
            // An impact without `[[contact]]` finds its contacts; there is none to set.
            if rest.len() > 1 {
                return Err(self.missing(key));
            }
            self.created.push(key.clone());
            table.insert(key, Item::Table(Table::new()));
        }
        match table.get_mut(key) {
            Some(item) => self.in_item(item, key, rest),
            None => Err(self.missing(key)),
        }
    }

    /// Puts the hole in place of a value, or adds the key.
    fn at_key(&mut self, table: &mut dyn TableLike, key: &str) -> Result<(), SweepError> {
        match table.get_mut(key) {
            Some(Item::Value(value)) => return self.replace(value),
            None | Some(Item::None) => self.created.push(key.to_owned()),
            Some(Item::Table(_) | Item::ArrayOfTables(_)) => {
                return Err(self.nowhere(format!("`{key}` is a table: expected one of its keys")));
            }
        }
        table.insert(key, Item::Value(Value::from(self.mark)));
        Ok(())
    }

    fn in_item(&mut self, item: &mut Item, name: &str, path: &[String]) -> Result<(), SweepError> {
        match item {
            Item::Table(table) => self.in_table(table, path),
            Item::ArrayOfTables(tables) => self.in_tables(tables, name, path),
            Item::Value(value) => self.in_value(value, name, path),
            Item::None => Err(self.missing(name)),
        }
    }

    fn in_value(&mut self, value: &mut Value, name: &str, path: &[String]) -> Result<(), SweepError> {
        match value {
            Value::InlineTable(table) => self.in_table(table, path),
            Value::Array(array) => self.in_array(array, name, path),
            other => {
                self.refuse_twice(other)?;
                Err(self.nowhere(format!("`{name}` is a single value")))
            }
        }
    }

    fn in_tables(
        &mut self,
        tables: &mut ArrayOfTables,
        name: &str,
        path: &[String],
    ) -> Result<(), SweepError> {
        let known: Vec<Option<String>> = tables.iter().map(|table| called(table)).collect();
        let place = self.place(&known, name, path, path::number)?;
        match tables.get_mut(place) {
            Some(table) => self.in_table(table, &path[1..]),
            None => Err(self.missing(name)),
        }
    }

    fn in_array(&mut self, array: &mut Array, name: &str, path: &[String]) -> Result<(), SweepError> {
        let known: Vec<Option<String>> =
            array.iter().map(|item| item.as_inline_table().and_then(|table| called(table))).collect();
        let are_tables = array.iter().any(Value::is_inline_table);
        let place =
            self.place(&known, name, path, if are_tables { path::number } else { path::number_or_axis })?;
        let Some(item) = array.get_mut(place) else { return Err(self.missing(name)) };
        if path.len() > 1 {
            return self.in_value(item, name, &path[1..]);
        }
        self.replace(item)
    }

    /// Takes the place of a value, with the space and the remark around it.
    fn replace(&self, value: &mut Value) -> Result<(), SweepError> {
        self.refuse_twice(value)?;
        let around = value.decor().clone();
        *value = Value::from(self.mark);
        *value.decor_mut() = around;
        Ok(())
    }

    /// Which element of a list the path goes on in.
    fn place(
        &self,
        known: &[Option<String>],
        name: &str,
        path: &[String],
        index: fn(&str) -> Option<usize>,
    ) -> Result<usize, SweepError> {
        let Some(part) = path.first() else {
            return Err(self.nowhere(format!("`{name}` is a list: expected the number of an element")));
        };
        let by_name = known.iter().position(|called| called.as_deref() == Some(part));
        let place = by_name.or_else(|| index(part).filter(|&place| place < known.len()));
        place.ok_or_else(|| {
            let names: Vec<&str> = known.iter().flatten().map(String::as_str).collect();
            let last = known.len().saturating_sub(1);
            let expected = match carom_scene::closest(part, names.iter().copied()) {
                Some(close) => format!("did you mean `{close}`?"),
                None if names.is_empty() => format!("expected a number from 0 to {last}"),
                None => format!("expected a number from 0 to {last}, or one of {}", names.join(", ")),
            };
            self.nowhere(format!("`{name}` has no element `{part}`: {expected}"))
        })
    }

    /// A value that holds a hole already, or is one, belongs to another setting.
    fn refuse_twice(&self, value: &Value) -> Result<(), SweepError> {
        let text = value.to_string();
        if self.marks.iter().any(|mark| text.contains(mark)) {
            return Err(SweepError::SetTwice { path: self.setting.path().to_owned() });
        }
        Ok(())
    }

    /// The error of a path to something under `key` that the file does not have.
    fn missing(&self, key: &str) -> SweepError {
        self.nowhere(match key {
            "contact" => format!(
                "the file has no `[[contact]]`: its contacts are found from the shapes, and {} of all",
                self.of_all_contacts()
            ),
            _ => format!("the file has no `{key}`"),
        })
    }

    /// What sets the property of all contacts that the path would set of one, or else one that can be set.
    fn of_all_contacts(&self) -> String {
        let shared = keys::table("impact", "[contact_defaults]");
        let property = self.setting.path().split('.').nth(2);
        match property.and_then(|property| shared?.key(property)) {
            Some(key) => format!("`contact_defaults.{}` sets that", key.name),
            None => "`contact_defaults` sets friction, say,".to_owned(),
        }
    }

    fn nowhere(&self, why: String) -> SweepError {
        SweepError::Nowhere { path: self.setting.path().to_owned(), why }
    }
}

/// What a body or contact is called: by its name, or by the bodies it is between.
fn called(table: &dyn TableLike) -> Option<String> {
    let text = |key: &str| table.get(key).and_then(Item::as_str).map(str::to_owned);
    text("name").or_else(|| {
        let between = table.get("between")?.as_array()?;
        let names: Option<Vec<&str>> = between.iter().map(Value::as_str).collect();
        Some(names?.join("-"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "\
title = \"a hole\" # kept
[[body]]
name = \"upper\"
velocity = [0, 0, -1]
shape = { sphere = { radius = 1.0 } }
[[body]]
name = \"lower\"
[[contact]]
between = [\"upper\", \"lower\"]
friction = 0.1 # mu
";

    fn template(settings: &[&str]) -> Result<Template, SweepError> {
        let settings: Vec<Setting> = settings.iter().map(|text| text.parse().expect("a setting")).collect();
        Template::new(SCENE, &settings)
    }

    fn filled(setting: &str) -> String {
        template(&[setting]).unwrap_or_else(|error| panic!("{error}")).filled(&["7".to_owned()])
    }

    #[test]
    fn a_hole_takes_the_place_of_the_value_and_of_nothing_else() {
        assert_eq!(filled("contact.0.friction=1,2"), SCENE.replace("0.1", "7"));
        assert_eq!(filled("contact.upper-lower.friction=1,2"), SCENE.replace("0.1", "7"));
        assert!(filled("body.upper.velocity.z=1,2").contains("velocity = [0, 0, 7]"));
        assert!(filled("body.0.shape.sphere.radius=1,2").contains("radius = 7"));
    }

    #[test]
    fn a_key_that_is_not_there_yet_is_added_to_its_table() {
        let text = filled("body.lower.mass=1,2");
        assert!(text.contains("name = \"lower\"\nmass = 7\n"), "{text}");
        assert!(filled("model.separation=1,2").contains("[model]\nseparation = 7\n"));
        let template = template(&["modle.separation=1,2"]).expect("a table of its own");
        assert_eq!((template.creator("modle"), template.creator("body")), (Some(0), None));
    }

    #[test]
    fn several_holes_are_filled_each_with_its_own_value() {
        let template = template(&["contact.0.friction=1,2", "body.0.velocity.z=1,2"]).expect("two holes");
        let text = template.filled(&["0.5".to_owned(), "-2".to_owned()]);
        assert!(text.contains("friction = 0.5") && text.contains("[0, 0, -2]"), "{text}");
    }

    #[test]
    fn a_path_that_leads_nowhere_says_where_it_ends() {
        for (setting, said) in [
            ("body.uper.mass=1,2", "did you mean `upper`?"),
            ("body.5.mass=1,2", "expected a number from 0 to 1, or one of upper, lower"),
            ("body.0.velocity.3=1,2", "expected a number from 0 to 2"),
            ("body.0=1,2", "ends at a table"),
            ("body=1,2", "is a table"),
            ("title.x=1,2", "single value"),
            ("rack.shape.x=1,2", "no `rack`"),
        ] {
            let error = template(&[setting]).expect_err(setting).to_string();
            assert!(error.contains(said), "{setting}: {error}");
        }
    }

    #[test]
    fn one_value_cannot_be_set_twice() {
        for pair in [
            ["contact.0.friction=1,2", "contact.0.friction=3,4"],
            ["body.0.velocity.z=1,2", "body.0.velocity=[0,0,1]"],
            ["body.0.velocity=[0,0,1]", "body.0.velocity.z=1,2"],
        ] {
            assert!(matches!(template(&pair), Err(SweepError::SetTwice { .. })), "{pair:?}");
        }
    }
}
